//! Writing books: whole or not at all, sorted, and open about what a format has no room for.

use std::fmt;
use std::io;
use std::path::Path;

use super::file::{BookError, BookFormat};
use super::memory::MemoryBook;
use super::{apery, db, ybb};
use crate::files::whole_file::WholeFile;

/// What a file written lacks of the book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Positions the format cannot express.
    pub positions: u64,
    /// The format has no replies, and the book had some.
    pub replies: bool,
    /// The format has no counts, and the book had some.
    pub counts: bool,
    /// The format has no depths, and the book had some.
    pub depths: bool,
    /// The format has no plies, and the book had some; or it keeps one entry
    /// of a position where the book had several.
    pub plies: bool,
}

impl fmt::Display for Losses {
    /// `without replies, counts; 3 positions left out`; empty if nothing was lost.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.replies, "replies"),
            (self.counts, "counts"),
            (self.depths, "depths"),
            (self.plies, "plies"),
        ];
        let lost: Vec<&str> = kinds
            .iter()
            .filter(|(lost, _)| *lost)
            .map(|(_, kind)| *kind)
            .collect();
        if !lost.is_empty() {
            write!(f, "without {}", lost.join(", "))?;
        }
        if self.positions > 0 {
            let and = if lost.is_empty() { "" } else { "; " };
            write!(f, "{and}{} positions left out", self.positions)?;
        }
        Ok(())
    }
}

/// Writes a book in the format that the file's name says. A file that was
/// there is replaced once the new one is whole.
///
/// # Errors
/// If the name says nothing known or the system refuses.
pub fn save(book: &MemoryBook, path: &Path) -> Result<Losses, BookError> {
    let format = BookFormat::of(path).ok_or_else(|| BookError::Format(path.to_path_buf()))?;
    let moves = || book.iter().flat_map(|(_, entry)| &entry.moves);
    let mut losses = Losses::default();
    let replies = moves().any(|mv| mv.reply.is_some());
    let counts = moves().any(|mv| mv.count != 1);
    let several = book.iter().count() > book.len();
    let mut write = || -> io::Result<()> {
        let mut out = WholeFile::create(path)?;
        match format {
            BookFormat::Db => db::write(&mut out, book)?,
            BookFormat::Ybb => {
                losses.positions = ybb::write(&mut out, book)?;
                losses.replies = replies;
                losses.counts = counts;
                losses.plies = several;
            }
            BookFormat::Apery => {
                apery::write(&mut out, book)?;
                losses.replies = replies;
                losses.depths = moves().any(|mv| mv.depth != 0);
                losses.plies = book.iter().any(|(_, entry)| entry.ply != 0);
            }
        }
        out.commit()
    };
    write().map_err(BookError::io(path))?;
    Ok(losses)
}
