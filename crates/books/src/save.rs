//! Writing books: whole or not at all, sorted, and open about what a format has no room for.

use std::io;
use std::path::Path;

use komadai::book::{BookError, BookFormat, MemoryBook};
use komadai::files::PathError;
use komadai::files::whole_file::WholeFile;

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

/// Writes a book in the format that the file's name says. A file that was
/// there is replaced once the new one is whole.
///
/// # Errors
/// If the name says nothing known or the system refuses.
pub fn save(book: &MemoryBook, path: &Path) -> Result<Losses, BookError> {
    let format = BookFormat::of(path).ok_or_else(|| BookError::Format(path.to_path_buf()))?;
    let write = || -> io::Result<u64> {
        let mut out = WholeFile::create(path)?;
        let positions = book.write(format, &mut out)?;
        out.commit()?;
        Ok(positions)
    };
    let positions = write().map_err(PathError::at(path))?;
    let moves = || book.iter().flat_map(|(_, entry)| &entry.moves);
    let (ybb, apery) = (format == BookFormat::Ybb, format == BookFormat::Apery);
    Ok(Losses {
        positions,
        replies: (ybb || apery) && moves().any(|mv| mv.reply.is_some()),
        counts: ybb && moves().any(|mv| mv.count != 1),
        depths: apery && moves().any(|mv| mv.depth != 0),
        plies: match format {
            BookFormat::Db => false,
            BookFormat::Ybb => book.iter().count() > book.len(),
            BookFormat::Apery => book.iter().any(|(_, entry)| entry.ply != 0),
        },
    })
}
