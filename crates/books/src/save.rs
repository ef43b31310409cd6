//! Writing of books to files, with a report of the content that the format cannot store.

use std::io;
use std::path::Path;

use komadai::book::{BookError, BookFormat, BookMove, MemoryBook, Notes};
use komadai::files::PathError;
use komadai::files::whole_file::WholeFile;

use super::write::write;

/// Contents of a book that the format of a file cannot store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Number of positions that are lost because the format cannot store them.
    pub positions: u64,
    /// Whether replies of the book are lost because the format has none.
    pub replies: bool,
    /// Whether scores of the book are lost because the format has none.
    pub scores: bool,
    /// Whether counts of the book are lost: the format has none, or a count exceeds its limit.
    pub counts: bool,
    /// Whether depths of the book are lost because the format has none.
    pub depths: bool,
    /// Whether plies of the book are lost: the format has none, or it keeps one entry for each
    /// position where the book has several.
    pub plies: bool,
    /// Whether judgements of moves are lost because the format has none.
    pub judgements: bool,
    /// Whether comments are lost because the format has none.
    pub comments: bool,
    /// Whether results of games are lost because the format has none.
    pub results: bool,
    /// Whether results of searches are lost because the format has none.
    pub analyses: bool,
    /// Whether author and description of the book are lost because the format has none.
    pub author: bool,
}

/// Writes a book in the format that the extension of the file selects. An existing file is replaced
/// only when the new one is complete.
///
/// # Errors
/// If the extension is unknown or the file cannot be written.
pub fn save(book: &MemoryBook, path: &Path) -> Result<Losses, BookError> {
    let format = BookFormat::of(path).ok_or_else(|| BookError::Format(path.to_path_buf()))?;
    let to_file = || -> io::Result<u64> {
        let mut out = WholeFile::create(path)?;
        let positions = write(book, format, &mut out)?;
        out.commit()?;
        Ok(positions)
    };
    let positions = to_file().map_err(PathError::at(path))?;
    let moves = |lost: fn(&BookMove) -> bool| book.iter().any(|(_, e)| e.moves.iter().any(lost));
    let notes = |lost: fn(&Notes) -> bool| {
        book.iter()
            .any(|(_, e)| e.notes.as_deref().is_some_and(lost))
    };
    let [db, ybb, apery, sbk] = [
        BookFormat::Db,
        BookFormat::Ybb,
        BookFormat::Apery,
        BookFormat::Sbk,
    ]
    .map(|one| one == format);
    Ok(Losses {
        positions,
        replies: !db && moves(|mv| mv.reply.is_some()),
        scores: sbk && moves(|mv| mv.value != 0),
        counts: match format {
            BookFormat::Db => false,
            BookFormat::Ybb => moves(|mv| mv.count != 1),
            BookFormat::Apery => moves(|mv| mv.count > u16::MAX.into()),
            BookFormat::Sbk => moves(|mv| mv.count > i32::MAX as u64),
        },
        depths: (apery || sbk) && moves(|mv| mv.depth != 0),
        plies: match format {
            BookFormat::Db => false,
            BookFormat::Ybb => book.iter().count() > book.len(),
            BookFormat::Apery | BookFormat::Sbk => book.iter().any(|(_, entry)| entry.ply != 0),
        },
        judgements: !sbk && moves(|mv| mv.judgement.is_some()),
        comments: (ybb || apery) && notes(|notes| !notes.comment.is_empty()),
        results: !sbk
            && notes(|notes| (notes.games, notes.won_black, notes.won_white) != (0, 0, 0)),
        analyses: !sbk && notes(|notes| !notes.analyses.is_empty()),
        author: !(sbk || book.author.is_empty() && book.description.is_empty()),
    })
}
