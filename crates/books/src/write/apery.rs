//! Writer of Apery's books (`book.bin`), records of 16 bytes sorted by key.

use std::io::{self, Write};

use komadai::book::{MemoryBook, apery_key};
use komadai::packed::move_to_apery;

use super::board;

/// Writes a book as `book.bin`.
pub(super) fn write(out: &mut impl Write, book: &MemoryBook) -> io::Result<()> {
    let mut keyed = Vec::new();
    for (key, entry) in book.earliest() {
        if let Some(board) = board(key) {
            keyed.push((apery_key(&board), entry));
        }
    }
    keyed.sort_by_key(|(key, _)| *key);
    for (key, entry) in keyed {
        let mut entry = entry.clone();
        entry.sort();
        for book_move in &entry.moves {
            out.write_all(&key.to_le_bytes())?;
            out.write_all(&move_to_apery(book_move.mv).to_le_bytes())?;
            let count = book_move.count.min(u64::from(u16::MAX)) as u16;
            out.write_all(&count.to_le_bytes())?;
            out.write_all(&book_move.value.to_le_bytes())?;
        }
    }
    Ok(())
}
