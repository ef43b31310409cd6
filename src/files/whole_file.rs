//! Files that are written whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use super::PathError;
use crate::host;
use crate::host::SystemTime;
use crate::host::sync::lock;

/// Name of a file in the making: this, a random number, `.tmp`.
const PREFIX: &str = ".komadai-";

/// Age from which a temporary file counts as abandoned even if it cannot be locked, because some
/// file systems have no locks.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// Number of links that are followed before they count as a cycle.
const MOST_LINKS: usize = 40;

/// Files of this process in the making, for [`remove_temporary_files`].
static IN_THE_MAKING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Folders in which this process has already looked for abandoned files.
static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A file that is being written under a temporary name in the folder of its
/// destination. [`WholeFile::commit`] renames it to the destination; if it is
/// dropped before, it is deleted and the destination stays unchanged.
///
/// An existing file keeps its permissions, and a link still leads to the file, which is replaced.
/// A device, a pipe or whatever else is no regular file is written directly.
pub struct WholeFile {
    /// `None` once the file is closed, and before a device is opened.
    out: Option<BufWriter<File>>,
    /// `None` for a device or pipe, which is written directly.
    temporary: Option<PathBuf>,
    place: PathBuf,
}

impl WholeFile {
    /// Creates a temporary file beside the destination `place`.
    ///
    /// # Errors
    /// If the temporary file cannot be created.
    pub fn create(place: &Path) -> Result<WholeFile, PathError> {
        let there = fs::metadata(place).ok();
        let is_special = |there: &fs::Metadata| !there.is_file() && !there.is_dir();
        if there.as_ref().is_some_and(is_special) {
            // Opened at the first write, because the reader of a pipe may not have opened it yet.
            return Ok(WholeFile {
                out: None,
                temporary: None,
                place: place.to_path_buf(),
            });
        }
        let place = behind_links(place);
        sweep(&place);
        loop {
            let name = format!("{PREFIX}{:016x}.tmp", host::seed());
            let temporary = place.with_file_name(name);
            match OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(&temporary)
            {
                Ok(file) => {
                    // The lock is held until the rename, so that no other process deletes the file
                    // as abandoned. Another process may have deleted it before it was locked.
                    let _ = file.try_lock();
                    if !temporary.exists() {
                        continue;
                    }
                    lock(&IN_THE_MAKING).insert(temporary.clone());
                    let whole = WholeFile {
                        out: Some(BufWriter::new(file)),
                        temporary: Some(temporary),
                        place,
                    };
                    // The permissions are set while the file is still empty, so that its content is
                    // never readable to other users.
                    if let (Some(there), Some(temporary)) = (&there, &whole.temporary)
                        && there.is_file()
                    {
                        fs::set_permissions(temporary, there.permissions())
                            .map_err(PathError::at(temporary))?;
                    }
                    return Ok(whole);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(PathError::new(place, error)),
            }
        }
    }

    /// The path of the temporary file, for another writer. The lock is released, because the writer
    /// may take it.
    pub fn temporary_path(&self) -> &Path {
        if let Some(out) = &self.out {
            let _ = out.get_ref().unlock();
        }
        self.temporary.as_ref().unwrap_or(&self.place)
    }

    /// Writes the data out to the disk, then renames the file to its destination.
    ///
    /// # Errors
    /// If writing or renaming fails; the destination is then unchanged.
    pub fn commit(mut self) -> Result<(), PathError> {
        let place = self.place.clone();
        let mut put = || {
            self.out()?;
            let out = self.out.take();
            let file = out.map(|out| out.into_inner().map_err(|error| error.into_error()));
            let file = file.transpose()?;
            match &self.temporary {
                Some(temporary) => {
                    file.as_ref().map_or(Ok(()), File::sync_all)?;
                    fs::rename(temporary, &self.place)
                }
                None => Ok(()),
            }
        };
        put().map_err(PathError::at(&place))
    }

    fn out(&mut self) -> io::Result<&mut BufWriter<File>> {
        if self.out.is_none() && self.temporary.is_none() {
            let file = OpenOptions::new().write(true).open(&self.place)?;
            self.out = Some(BufWriter::new(file));
        }
        self.out
            .as_mut()
            .ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // Closed first, since Windows does not remove an open file. After a commit the name no
        // longer exists, and removing it fails without effect.
        self.out = None;
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
            lock(&IN_THE_MAKING).remove(temporary);
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out()?.flush()
    }
}

/// The path that the symbolic links at `place` lead to, whether or not a file is there.
fn behind_links(place: &Path) -> PathBuf {
    let mut place = place.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&place) {
            Ok(next) => place = place.with_file_name(next),
            Err(_) => break,
        }
    }
    place
}

/// Removes the unfinished files of this process, before an exit that drops no [`WholeFile`].
pub fn remove_temporary_files() {
    for temporary in &*lock(&IN_THE_MAKING) {
        let _ = fs::remove_file(temporary);
    }
}

/// Removes the temporary files that killed processes have left in the folder of `place`; only once
/// per folder.
fn sweep(place: &Path) {
    let folder = match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !lock(&SWEPT).insert(folder.to_path_buf()) {
        return;
    }
    let is_old = |entry: &fs::DirEntry| {
        let changed = entry.metadata().and_then(|meta| meta.modified()).ok();
        let age = changed.and_then(|at| SystemTime::now().duration_since(at).ok());
        age.is_some_and(|age| age > ABANDONED)
    };
    let is_free = |path: &Path| File::open(path).is_ok_and(|file| file.try_lock().is_ok());
    let abandoned = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = name.starts_with(PREFIX) && name.ends_with(".tmp");
        is_ours && (is_old(entry) || is_free(&entry.path()))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if abandoned(&entry) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes bytes as a whole file, replacing an existing one.
///
/// # Errors
/// As [`WholeFile::create`] and [`WholeFile::commit`].
pub fn write_whole(place: &Path, bytes: &[u8]) -> Result<(), PathError> {
    let mut file = WholeFile::create(place)?;
    file.write_all(bytes).map_err(PathError::at(place))?;
    file.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<std::fs::DirEntry>| entry.unwrap().file_name();
        entries
            .map(|entry| name(entry).into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_file_is_old_until_it_is_new_and_nothing_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a.txt");
        write_whole(&place, b"old").unwrap();
        {
            let mut dropped = WholeFile::create(&place).unwrap();
            dropped.write_all(b"half").unwrap();
            dropped.flush().unwrap();
            assert!(dropped.temporary_path().exists());
        }
        assert_eq!(std::fs::read(&place).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["a.txt"]);
        write_whole(&place, b"new").unwrap();
        assert_eq!(std::fs::read(&place).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn what_cannot_be_put_in_place_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a");
        std::fs::create_dir(&place).unwrap();
        assert!(write_whole(&place, b"new").is_err());
        assert!(write_whole(&place.join("none").join("b"), b"new").is_err());
        assert_eq!(names(folder.path()), ["a"]);
        assert!(names(&place).is_empty());
    }

    #[test]
    fn what_a_killed_process_left_is_gone_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let old = SystemTime::now() - ABANDONED - Duration::from_secs(60);
        for name in [".komadai-1.tmp", ".komadai-x", "mine.tmp"] {
            File::create(path(name)).unwrap().set_modified(old).unwrap();
        }
        let held = File::create(path(".komadai-2.tmp")).unwrap();
        held.lock().unwrap();
        File::create(path(".komadai-3.tmp")).unwrap();
        write_whole(&path("new"), b"").unwrap();
        let mut left = names(folder.path());
        left.sort();
        assert_eq!(left, [".komadai-2.tmp", ".komadai-x", "mine.tmp", "new"]);
        let making = WholeFile::create(&path("other")).unwrap();
        let temporary = making.temporary_path().to_path_buf();
        let is_known = || lock(&IN_THE_MAKING).contains(&temporary);
        assert!(is_known());
        drop(making);
        assert!(!is_known());
    }

    #[cfg(unix)]
    #[test]
    fn links_pipes_and_permissions_stay() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("deep")).unwrap();
        std::fs::write(path("deep/file"), "old").unwrap();
        let private = std::fs::Permissions::from_mode(0o640);
        std::fs::set_permissions(path("deep/file"), private).unwrap();
        symlink("deep/file", path("link")).unwrap();
        symlink(path("link"), path("link to link")).unwrap();
        symlink("none yet", path("deep/ahead")).unwrap();
        write_whole(&path("link to link"), b"new").unwrap();
        write_whole(&path("deep/ahead"), b"made").unwrap();
        assert!(path("link").is_symlink() && path("link to link").is_symlink());
        assert_eq!(std::fs::read(path("deep/file")).unwrap(), b"new");
        assert_eq!(std::fs::read(path("deep/none yet")).unwrap(), b"made");
        let mode = path("deep/file").metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);

        let pipe = path("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        // The pipe has no reader yet.
        drop(WholeFile::create(&pipe).unwrap());
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| std::fs::read(&pipe).unwrap());
            write_whole(&pipe, b"through").unwrap();
            assert_eq!(reader.join().unwrap(), b"through");
        });
        assert!(pipe.metadata().unwrap().file_type().is_fifo());
        write_whole(Path::new("/dev/null"), b"nothing").unwrap();
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_what_they_may_read_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            let meta = std::fs::metadata(folder.path().join(name)).unwrap();
            meta.permissions().mode()
        };
        write_whole(&folder.path().join("whole"), b"").unwrap();
        std::fs::File::create(folder.path().join("plain")).unwrap();
        assert_eq!(mode("whole"), mode("plain"));
    }
}
