//! The book built into the executable, for users who have no book file.

use super::file::{Book, BookError};

/// The built-in book, which `scripts/make-book` makes with the engine's own search; see
/// `book/README.md`.
#[cfg(feature = "embedded")]
static BYTES: &[u8] = include_bytes!("../../book/embedded.ybb");
#[cfg(not(feature = "embedded"))]
static BYTES: &[u8] = &[];

/// Opens the built-in book.
///
/// # Errors
/// If the build lacks the feature `embedded`, or if the built-in file is damaged.
pub fn embedded() -> Result<Book, BookError> {
    if BYTES.is_empty() {
        return Err(BookError::NotBuiltIn);
    }
    Book::built_in(BYTES)
}

#[cfg(all(test, feature = "embedded"))]
mod tests {
    use super::*;
    use crate::book::BookOptions;
    use crate::position::Position;

    #[test]
    fn it_is_small_and_knows_the_start() {
        assert!(BYTES.len() <= 100 * 1024);
        let mut book = embedded().unwrap();
        let start = Position::startpos();
        let entry = book
            .probe(&start, &BookOptions::default())
            .unwrap()
            .unwrap();
        assert!(entry.moves.len() > 1);
        assert!(entry.moves.iter().all(|m| start.is_legal(m.mv)));
    }
}
