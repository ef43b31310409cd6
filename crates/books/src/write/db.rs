//! Writer of YaneuraOu's DB2016 books (`.db`); [`komadai::book::db`] has the format.

use std::io::{self, Write};

use komadai::book::{BookKey, BookMove, Entry, MemoryBook};

/// The first line of the file.
pub(crate) const HEADER: &str = "#YANEURAOU-DB2016 1.00";

/// Writes one position with its moves.
pub(crate) fn write_entry(out: &mut impl Write, key: &BookKey, entry: &Entry) -> io::Result<()> {
    match entry.ply {
        0 => writeln!(out, "sfen {}", key.as_str())?,
        ply => writeln!(out, "sfen {} {ply}", key.as_str())?,
    }
    let comment = entry.notes.as_ref().map_or("", |notes| &notes.comment);
    for line in comment.lines() {
        writeln!(out, "#{line}")?;
    }
    for book_move in &entry.moves {
        let BookMove {
            mv,
            reply,
            value,
            depth,
            count,
            judgement: _,
        } = book_move;
        match reply {
            Some(reply) => write!(out, "{mv} {reply}")?,
            None => write!(out, "{mv} none")?,
        }
        writeln!(out, " {value} {depth} {count}")?;
    }
    Ok(())
}

/// Writes a whole book, sorted for readers that search the file on the fly.
pub(super) fn write(out: &mut impl Write, book: &MemoryBook) -> io::Result<()> {
    writeln!(out, "{HEADER}\n# NOE:{}", book.iter().count())?;
    // Readers compare whole lines, so the plies of one position are sorted as text, not as
    // numbers.
    let mut entries: Vec<(&BookKey, &Entry)> = book.iter().collect();
    entries.sort_by_cached_key(|(key, entry)| (key.as_str().to_string(), entry.ply.to_string()));
    for (key, entry) in entries {
        let mut entry = entry.clone();
        entry.sort();
        write_entry(out, key, &entry)?;
    }
    Ok(())
}
