//! The positions of a book in the making, on disk as soon as they are searched.
//!
//! The journal is itself a `.db` file, with a comment that names the settings
//! and a blank line after every entry. An entry without that line was cut
//! short by a kill and is dropped when the work goes on.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::db;
use super::entry::Entry;
use super::memory::{BookKey, MemoryBook};
use crate::files::lock;

/// Why the work cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The system refused.
    #[error("cannot use the journal {}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another process writes to it.
    #[error("the journal {} is in use by another run", .0.display())]
    Locked(PathBuf),
    /// It was begun in another way.
    #[error(
        "the journal {} was begun with other settings:\n  there: {found}\n  now:   {wanted}\n\
         Give the same settings, or another --out", .path.display()
    )]
    Settings {
        /// The file.
        path: PathBuf,
        /// What it says.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// The file is something else.
    #[error("{} is no journal of a book in the making", .0.display())]
    Foreign(PathBuf),
}

/// An open journal.
pub struct Journal {
    file: File,
    path: PathBuf,
}

const SETTINGS: &str = "# komadai book make: ";

impl Journal {
    /// Opens a journal, or begins one; returns what it holds already.
    ///
    /// # Errors
    /// If it is in use, was begun with other settings, or the system refuses.
    pub fn open(path: &Path, settings: &str) -> Result<(Journal, MemoryBook), JournalError> {
        let io_error = |source| JournalError::Io {
            path: path.to_path_buf(),
            source,
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(io_error)?;
        if !lock::claim(&file, path) {
            return Err(JournalError::Locked(path.to_path_buf()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io_error)?;
        let header = format!("{}\n{SETTINGS}{settings}\n\n", db::HEADER);
        // A kill may have cut even the header short.
        if header.as_bytes().starts_with(&bytes) {
            bytes = header.into_bytes();
            file.set_len(0).map_err(io_error)?;
            file.seek(SeekFrom::Start(0)).map_err(io_error)?;
            file.write_all(&bytes).map_err(io_error)?;
        }
        let text = String::from_utf8_lossy(&bytes);
        let found = text
            .lines()
            .nth(1)
            .and_then(|line| line.strip_prefix(SETTINGS));
        match found {
            None => return Err(JournalError::Foreign(path.to_path_buf())),
            Some(found) if found != settings => {
                return Err(JournalError::Settings {
                    path: path.to_path_buf(),
                    found: found.to_string(),
                    wanted: settings.to_string(),
                });
            }
            Some(_) => {}
        }
        let whole = bytes.windows(2).rposition(|pair| pair == b"\n\n");
        let whole = whole.map_or(0, |at| at + 2);
        file.set_len(whole as u64).map_err(io_error)?;
        file.seek(SeekFrom::End(0)).map_err(io_error)?;
        let intact = bytes.get(..whole).unwrap_or_default();
        let (book, _) = db::read(intact).map_err(io_error)?;
        let path = path.to_path_buf();
        Ok((Journal { file, path }, book))
    }

    /// Adds an entry; once this returns, it outlives the process.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn append(&mut self, key: &BookKey, entry: &Entry) -> Result<(), JournalError> {
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = db::write_entry(&mut text, key, entry);
        text.push(b'\n');
        self.file
            .write_all(&text)
            .map_err(|source| JournalError::Io {
                path: self.path.clone(),
                source,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::BookMove;
    use crate::packed::Board;
    use crate::position::Position;
    use crate::types::Move;

    #[test]
    fn a_journal_cut_off_anywhere_keeps_every_whole_entry() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let mut pos = Position::startpos();
        let (mut journal, book) = Journal::open(&path, "nodes=1").unwrap();
        assert!(book.is_empty());
        let mut ends = vec![std::fs::metadata(&path).unwrap().len()];
        for text in ["7g7f", "3c3d", "2g2f"] {
            let mv = Move::from_usi(text).unwrap();
            let entry = Entry {
                ply: pos.ply(),
                moves: vec![BookMove::new(mv)],
            };
            journal
                .append(&BookKey::from(&Board::from(&pos)), &entry)
                .unwrap();
            ends.push(std::fs::metadata(&path).unwrap().len());
            pos.do_move(mv);
        }
        assert!(matches!(
            Journal::open(&path, "nodes=1"),
            Err(JournalError::Locked(_))
        ));
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        for len in 0..=whole.len() {
            std::fs::write(&path, &whole[..len]).unwrap();
            let (_, book) = Journal::open(&path, "nodes=1").unwrap();
            let expected = ends.iter().filter(|&&end| end <= len as u64).count();
            assert_eq!(book.len(), expected.saturating_sub(1), "{len} bytes");
            assert!(
                std::fs::read(&path)
                    .unwrap()
                    .starts_with(&whole[..ends[0] as usize])
            );
        }
        let error = Journal::open(&path, "nodes=2").err().unwrap();
        assert!(error.to_string().contains("there: nodes=1"), "{error}");
        std::fs::write(&path, "something else").unwrap();
        assert!(matches!(
            Journal::open(&path, ""),
            Err(JournalError::Foreign(_))
        ));
        assert_eq!(std::fs::read(&path).unwrap(), b"something else");
    }
}
