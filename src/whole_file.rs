//! Files that are written whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// A file in the making. It lies beside its place under another name and is
/// put there by [`WholeFile::commit`]; dropped before that, it is gone, and
/// what was in its place is as it was.
pub(crate) struct WholeFile {
    out: BufWriter<NamedTempFile>,
    place: PathBuf,
}

impl WholeFile {
    /// Begins a file for this place.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn create(place: &Path) -> io::Result<WholeFile> {
        let folder = match place.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = Builder::new();
        builder.prefix(".komadai-").suffix(".tmp");
        // As of any new file; temporary ones are only for their owner otherwise.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(WholeFile {
            out: BufWriter::new(builder.tempfile_in(folder)?),
            place: place.to_path_buf(),
        })
    }

    /// Where it lies for the time being.
    pub(crate) fn temporary_path(&self) -> &Path {
        self.out.get_ref().path()
    }

    /// Puts the file in its place, once it is safe on the disk.
    ///
    /// # Errors
    /// If the system refuses; what was in its place is then as it was.
    pub(crate) fn commit(self) -> io::Result<()> {
        let file = self.out.into_inner().map_err(|error| error.into_error())?;
        file.as_file().sync_all()?;
        file.persist(&self.place)?;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes bytes as a whole file, in place of one that was there.
///
/// # Errors
/// As [`WholeFile::create`] and [`WholeFile::commit`].
pub(crate) fn write_whole(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(place)?;
    file.write_all(bytes)?;
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
