//! The book built into the executable, for users who have no book file.

use once_cell::sync::OnceCell;

use super::file::{Book, BookError};

/// The built-in book, which `scripts/make-book` makes with the engine's own search; see
/// `book/README.md`.
#[cfg(feature = "embedded")]
static BYTES: &[u8] = include_bytes!("../../book/embedded.ybb");
#[cfg(not(feature = "embedded"))]
static BYTES: &[u8] = &[];

/// The book file given to [`provide`], for builds without a book inside the executable.
static PROVIDED: OnceCell<Vec<u8>> = OnceCell::new();

/// Takes a `.ybb` file as the built-in book, for builds without the feature `embedded`. Only the
/// first call has an effect.
pub fn provide(bytes: Vec<u8>) {
    // `set` fails if a file has been provided before; that file stays.
    let _ = PROVIDED.set(bytes);
}

/// Opens the built-in book.
///
/// # Errors
/// If the build has no book and none was given ([`provide`]), or if the book is damaged.
pub fn embedded() -> Result<Book, BookError> {
    let bytes = match BYTES {
        [] => PROVIDED.get().map(Vec::as_slice),
        _ => Some(BYTES),
    };
    Book::built_in(bytes.ok_or(BookError::NotBuiltIn)?)
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
