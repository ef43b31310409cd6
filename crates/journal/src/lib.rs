//! Journal: a file that grows by whole records, so that a long run can be resumed where it ended.
//!
//! One process writes to a journal at a time. A record is written in one piece as soon as its
//! result is known. An interruption costs the work in progress and leaves at most a torn record at
//! the end, which is cut off when the journal is opened again. The caller defines the meaning of
//! the bytes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use komadai::files::PathError;

/// Error in opening or writing a journal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// The file of a new journal exists already.
    #[error("{0}: there is such a file already")]
    Exists(PathBuf),
    /// What has this name is a folder, a device or a pipe, which cannot keep records.
    #[error("{}: this is no ordinary file, and intermediate results are to be kept there", .0.display())]
    NoOrdinaryFile(PathBuf),
    /// Another run has the file open.
    #[error("{} is in use by another run", .0.display())]
    Locked(PathBuf),
    /// The file is no journal of this command, and is not overwritten.
    #[error("{} is no progress file of this command; it is left as it is", .0.display())]
    Foreign(PathBuf),
    /// The journal was begun with other settings.
    #[error(
        "the journal {} was begun with other settings:\n  there: {found}\n  now:   {wanted}\n\
         Give the same settings, or another --out", .path.display()
    )]
    Settings {
        /// The file.
        path: PathBuf,
        /// The settings in the file.
        found: String,
        /// The settings of this run.
        wanted: String,
    },
}

/// The reader's decision about the bytes of a journal. If the header is wrong, an error instead
/// leaves the file as it is, and [`Found::Anew`] replaces the file.
#[derive(Debug)]
pub enum Found<T> {
    /// The journal is continued. The number counts the bytes of its header and whole records; the
    /// bytes after them are cut off.
    Whole(usize, T),
    /// The file is replaced by a new journal, because its header is incomplete or the reader gives
    /// the content up.
    Anew(T),
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Offset of the next record, in bytes.
    end: u64,
}

impl Journal {
    /// Creates a journal with this header.
    ///
    /// # Errors
    /// If the file exists already or cannot be written.
    pub fn create(path: &Path, header: &[u8]) -> Result<Journal, JournalError> {
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_path_buf()),
            _ => PathError::new(path, source).into(),
        })?;
        let mut journal = Journal::claim(path, file)?;
        journal.append(header)?;
        Ok(journal)
    }

    /// Opens a journal to continue it, or begins one with this header. `read` gets the bytes of the
    /// file (none if it is new) and decides which of them stay.
    ///
    /// # Errors
    /// Those of `read`, which leave the file as it is. Also if another run uses the file or it
    /// cannot be read or written.
    pub fn open<T, E: From<JournalError>>(
        path: &Path,
        header: &[u8],
        read: impl FnOnce(Vec<u8>) -> Result<Found<T>, E>,
    ) -> Result<(Journal, T), E> {
        let fail = |source| JournalError::from(PathError::new(path, source));
        // A device may be read without end, and `remove` would delete it.
        if path.exists() && !path.is_file() {
            return Err(JournalError::NoOrdinaryFile(path.to_path_buf()).into());
        }
        // Not `append`: Windows does not truncate a file opened in that mode.
        let mut open = OpenOptions::new();
        let open = open.read(true).write(true).create(true).truncate(false);
        let mut journal = Journal::claim(path, open.open(path).map_err(fail)?)?;
        let mut bytes = Vec::new();
        journal.file.read_to_end(&mut bytes).map_err(fail)?;
        let len = bytes.len();
        let (whole, content) = match read(bytes)? {
            Found::Whole(whole, content) => (whole, content),
            Found::Anew(content) => (0, content),
        };
        if whole < len {
            journal.file.set_len(whole as u64).map_err(fail)?;
        }
        journal.end = whole as u64;
        if whole == 0 {
            journal.append(header)?;
        }
        Ok((journal, content))
    }

    fn claim(path: &Path, file: File) -> Result<Journal, JournalError> {
        let path = path.to_path_buf();
        match claim(&file, &path) {
            true => Ok(Journal { path, file, end: 0 }),
            false => Err(JournalError::Locked(path)),
        }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a record. After the return, the record survives the end of the process.
    ///
    /// # Errors
    /// If the record cannot be written. The records before it are safe, and the next record
    /// overwrites a partly written one.
    pub fn append(&mut self, record: &[u8]) -> Result<(), JournalError> {
        let at_end = self.file.seek(SeekFrom::Start(self.end));
        if let Err(source) = at_end.and_then(|_| self.file.write_all(record)) {
            // A shorter next record would not overwrite all of the failed one.
            let _ = self.file.set_len(self.end);
            return Err(PathError::new(&self.path, source).into());
        }
        self.end += record.len() as u64;
        Ok(())
    }

    /// Waits until all records are on the disk.
    ///
    /// # Errors
    /// If the system reports an error.
    pub fn sync(&self) -> Result<(), JournalError> {
        let synced = self.file.sync_data();
        Ok(synced.map_err(PathError::at(&self.path))?)
    }

    /// Deletes the file, once the work is complete.
    ///
    /// # Errors
    /// If the system reports an error.
    pub fn remove(self) -> Result<(), JournalError> {
        let Journal { path, file, .. } = self;
        // Of a link, its target is deleted: the records are there.
        let path = path.canonicalize().unwrap_or(path);
        // Windows does not delete an open file.
        drop(file);
        Ok(std::fs::remove_file(&path).map_err(PathError::at(&path))?)
    }
}

/// The length of `bytes` up to the end of the last complete line.
pub fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1)
}

/// A value as one line of JSON. The error names `path`.
///
/// # Errors
/// If the value cannot be written as JSON.
pub fn json_line(path: &Path, value: &impl serde::Serialize) -> Result<Vec<u8>, JournalError> {
    let line = serde_json::to_vec(value);
    let mut line = line.map_err(|error| PathError::new(path, error.into()))?;
    line.push(b'\n');
    Ok(line)
}

/// Locks an open file until it is closed. `false` if another process, or another handle of this
/// process, holds the lock. On a file system without locks the file counts as claimed, and the log
/// warns.
fn claim(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(error)) => {
            log::warn!("{} cannot be locked: {error}", path.display());
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines after the header `head`. The header `old` is replaced, any other refused.
    fn lines(path: &Path, bytes: &[u8]) -> Result<Found<Vec<String>>, JournalError> {
        let whole = whole_lines(bytes);
        let text = String::from_utf8_lossy(&bytes[..whole]).into_owned();
        let mut lines = text.lines().map(str::to_string);
        match lines.next().as_deref() {
            Some("head") => Ok(Found::Whole(whole, lines.collect())),
            Some("old") => Ok(Found::Anew(Vec::new())),
            None if b"head".starts_with(bytes) => Ok(Found::Anew(Vec::new())),
            _ => Err(JournalError::Foreign(path.to_path_buf())),
        }
    }

    fn open(path: &Path) -> Result<(Journal, Vec<String>), JournalError> {
        Journal::open(path, b"head\n", |bytes| lines(path, &bytes))
    }

    #[test]
    fn records_are_kept_in_ordinary_files_only() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |path: &Path| matches!(open(path), Err(JournalError::NoOrdinaryFile(_)));
        assert!(refused(folder.path()));
        #[cfg(unix)]
        assert!(refused(Path::new("/dev/null")) && refused(Path::new("/dev/zero")));
    }

    #[cfg(unix)]
    #[test]
    fn of_a_link_the_records_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let (link, file) = (folder.path().join("link"), folder.path().join("file"));
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let (mut journal, _) = open(&link).unwrap();
        journal.append(b"one\n").unwrap();
        assert!(file.exists());
        journal.remove().unwrap();
        assert!(!file.exists());
    }

    #[test]
    fn whole_records_stay_wherever_the_file_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let mut journal = Journal::create(&path, b"head\n").unwrap();
        assert!(matches!(open(&path), Err(JournalError::Locked(_))));
        for record in ["one\n", "two\n"] {
            journal.append(record.as_bytes()).unwrap();
        }
        journal.sync().unwrap();
        drop(journal);
        let exists = Journal::create(&path, b"head\n");
        assert!(matches!(exists, Err(JournalError::Exists(_))));
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(bytes, b"head\none\ntwo\n");
        for cut in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let (mut journal, records) = open(&path).unwrap();
            assert_eq!(
                records.len(),
                [9, 13].iter().filter(|&&end| end <= cut).count()
            );
            journal.append(b"three\n").unwrap();
            drop(journal);
            let (_, again) = open(&path).unwrap();
            assert_eq!(again.last().unwrap(), "three");
            assert_eq!(again.len(), records.len() + 1, "cut at {cut}");
        }
    }

    #[test]
    fn another_header_is_replaced_or_refused_as_its_reader_says() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        std::fs::write(&path, "old\none\n").unwrap();
        let (journal, records) = open(&path).unwrap();
        assert!(records.is_empty());
        assert_eq!(std::fs::read(&path).unwrap(), b"head\n");
        journal.remove().unwrap();
        assert!(!path.exists());
        for other in ["diary\n", "x", "headless\n"] {
            std::fs::write(&path, other).unwrap();
            assert!(matches!(open(&path), Err(JournalError::Foreign(_))));
            assert_eq!(std::fs::read_to_string(&path).unwrap(), other);
        }
    }

    #[test]
    fn a_file_has_one_owner_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let first = File::create(&path).unwrap();
        let second = File::open(&path).unwrap();
        assert!(claim(&first, &path) && !claim(&second, &path));
        drop(first);
        assert!(claim(&second, &path));
    }
}
