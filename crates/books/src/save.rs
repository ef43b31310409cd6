//! Writing of books to files, with a report of what the format cannot store.

use std::io;
use std::path::Path;

use komadai::book::{BookError, BookFormat, MemoryBook};
use komadai::files::PathError;
use komadai::files::whole_file::WholeFile;

/// Contents of a book that the format of a file cannot store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// The number of positions that the format cannot store.
    pub positions: u64,
    /// Whether replies of the book are lost, as the format has none.
    pub replies: bool,
    /// Whether counts of the book are lost, as the format has none.
    pub counts: bool,
    /// Whether depths of the book are lost, as the format has none.
    pub depths: bool,
    /// Whether plies of the book are lost: the format has none, or keeps one entry of a position
    /// where the book has several.
    pub plies: bool,
}

/// Writes a book in the format that the ending of the file's name selects. An existing file is
/// replaced when the new one is complete.
///
/// # Errors
/// If the ending of the name is unknown or the file cannot be written.
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
