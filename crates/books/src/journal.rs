//! Journal of the positions searched for a book. Each is written as soon as its search ends.
//!
//! The journal is a `.db` file with a comment that names the settings and a blank line after every
//! entry. An entry without the blank line was cut off when the process was killed; it is dropped
//! when the journal is opened again.

use std::path::Path;

use komadai::book::{BookKey, Entry, MemoryBook, db};
use komadai::files::PathError;
use komadai_journal::{Found, Journal, JournalError};

use super::write::db::{HEADER, write_entry};

/// An open journal of a book that is being made.
pub struct BookJournal(Journal);

const SETTINGS: &str = "# komadai book make: ";

impl BookJournal {
    /// Opens a journal, or creates one. Returns the entries that it holds.
    ///
    /// # Errors
    /// If another run uses the file, it is no book journal, its settings differ, or it cannot be
    /// read or written.
    pub fn open(path: &Path, settings: &str) -> Result<(BookJournal, MemoryBook), JournalError> {
        let header = format!("{HEADER}\n{SETTINGS}{settings}\n\n");
        let (journal, book) = Journal::open(path, header.as_bytes(), |bytes| {
            // A run that is killed right after its start may leave an incomplete header.
            if bytes.len() < header.len() && header.as_bytes().starts_with(&bytes) {
                return Ok(Found::Anew(MemoryBook::default()));
            }
            let text = String::from_utf8_lossy(&bytes);
            let second = text.lines().nth(1);
            match second.and_then(|line| line.strip_prefix(SETTINGS)) {
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
            let intact = bytes.get(..whole).unwrap_or_default();
            let (book, _) = db::read(intact).map_err(PathError::at(path))?;
            Ok(Found::Whole(whole, book))
        })?;
        Ok((BookJournal(journal), book))
    }

    /// Adds an entry. Once the call has returned, the entry survives the end of the process.
    ///
    /// # Errors
    /// If the entry cannot be written.
    pub fn append(&mut self, key: &BookKey, entry: &Entry) -> Result<(), JournalError> {
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = write_entry(&mut text, key, entry);
        text.push(b'\n');
        self.0.append(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::book::BookMove;
    use komadai::packed::Board;
    use komadai::position::Position;
    use komadai::types::Move;

    #[test]
    fn a_journal_cut_off_anywhere_keeps_every_whole_entry() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let mut pos = Position::startpos();
        let (mut journal, book) = BookJournal::open(&path, "nodes=1").unwrap();
        assert!(book.is_empty());
        let mut ends = vec![std::fs::metadata(&path).unwrap().len()];
        for text in ["7g7f", "3c3d", "2g2f"] {
            let mv = Move::from_usi(text).unwrap();
            let entry = Entry {
                ply: pos.ply(),
                moves: vec![BookMove::new(mv)],
                notes: None,
            };
            journal
                .append(&BookKey::from(&Board::from(&pos)), &entry)
                .unwrap();
            ends.push(std::fs::metadata(&path).unwrap().len());
            pos.do_move(mv);
        }
        assert!(matches!(
            BookJournal::open(&path, "nodes=1"),
            Err(JournalError::Locked(_))
        ));
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        for len in 0..=whole.len() {
            std::fs::write(&path, &whole[..len]).unwrap();
            let (_, book) = BookJournal::open(&path, "nodes=1").unwrap();
            let expected = ends.iter().filter(|&&end| end <= len as u64).count();
            assert_eq!(book.len(), expected.saturating_sub(1), "{len} bytes");
            assert!(
                std::fs::read(&path)
                    .unwrap()
                    .starts_with(&whole[..ends[0] as usize])
            );
        }
        let error = BookJournal::open(&path, "nodes=2").err().unwrap();
        assert!(error.to_string().contains("there: nodes=1"), "{error}");
        std::fs::write(&path, "something else").unwrap();
        assert!(matches!(
            BookJournal::open(&path, ""),
            Err(JournalError::Foreign(_))
        ));
        assert_eq!(std::fs::read(&path).unwrap(), b"something else");
    }
}
