//! Writers of the four formats of books.

mod apery;
pub(crate) mod db;
mod sbk;
mod ybb;

use std::io::{self, Write};

use komadai::book::{BookFormat, BookKey, MemoryBook};
use komadai::packed::Board;
use komadai::position::Setup;

/// Writes a book, sorted. Returns the number of positions that the format cannot express and that
/// are left out.
pub(super) fn write(
    book: &MemoryBook,
    format: BookFormat,
    out: &mut impl Write,
) -> io::Result<u64> {
    match format {
        BookFormat::Db => db::write(out, book).map(|()| 0),
        BookFormat::Ybb => ybb::write(out, book),
        BookFormat::Apery => apery::write(out, book).map(|()| 0),
        BookFormat::Sbk => sbk::write(out, book).map(|()| 0),
    }
}

/// The board of a key; `None` if the key is no position.
fn board(key: &BookKey) -> Option<Board> {
    Board::try_from(&Setup::parse(key.as_str()).ok()?).ok()
}
