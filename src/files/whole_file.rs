//! Files that are written whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::PathError;
use crate::host;

/// A file that is being written under a temporary name in the folder of its
/// destination. [`WholeFile::commit`] renames it to the destination; if it is
/// dropped before, it is deleted and the destination stays unchanged.
pub struct WholeFile {
    /// `None` once the file is closed.
    out: Option<BufWriter<File>>,
    temporary: PathBuf,
    place: PathBuf,
}

impl WholeFile {
    /// Creates a temporary file beside the destination `place`.
    ///
    /// # Errors
    /// If the temporary file cannot be created.
    pub fn create(place: &Path) -> Result<WholeFile, PathError> {
        loop {
            let name = format!(".komadai-{:016x}.tmp", host::seed());
            let temporary = place.with_file_name(name);
            match OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(&temporary)
            {
                Ok(file) => {
                    return Ok(WholeFile {
                        out: Some(BufWriter::new(file)),
                        temporary,
                        place: place.to_path_buf(),
                    });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(PathError::new(place, error)),
            }
        }
    }

    /// The path of the temporary file.
    pub fn temporary_path(&self) -> &Path {
        &self.temporary
    }

    /// Writes the data out to the disk, then renames the file to its destination.
    ///
    /// # Errors
    /// If writing or renaming fails; the destination is then unchanged.
    pub fn commit(mut self) -> Result<(), PathError> {
        let mut put = || {
            if let Some(out) = self.out.take() {
                let file = out.into_inner().map_err(|error| error.into_error())?;
                file.sync_all()?;
            }
            std::fs::rename(&self.temporary, &self.place)
        };
        put().map_err(PathError::at(&self.place))
    }

    fn out(&mut self) -> io::Result<&mut BufWriter<File>> {
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
        let _ = std::fs::remove_file(&self.temporary);
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
