//! How boards are laid out and lettered, on the terminal and in pictures.

use komadai::types::{PieceType, Square};

/// How pieces are named on boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lettering {
    /// One kanji each.
    #[default]
    Kanji,
    /// SFEN letters, `+` before promoted pieces.
    Letters,
}

/// Hands are listed from the largest piece down.
pub(super) fn hand_order() -> impl Iterator<Item = PieceType> {
    use PieceType::*;
    [Rook, Bishop, Gold, Silver, Knight, Lance, Pawn].into_iter()
}

/// The squares of a board row by row, as they are seen.
pub(super) fn rows(flip: bool) -> impl Iterator<Item = impl Iterator<Item = Square>> {
    (0..9u8).map(move |row| {
        (0..9u8).filter_map(move |column| {
            let square = Square::new(8 - column, row)?;
            Some(if flip { square.flip() } else { square })
        })
    })
}
