//! Positions and games for display: boards for the terminal and as SVG, reports on whole games.

pub mod analysis;
pub mod formation;
mod machine_notes;
mod names;
pub mod opening_tree;
mod svg;
mod terminal;

use komadai::types::Square;

pub use svg::Diagram;
pub use terminal::TerminalBoard;

/// Names of the pieces on boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lettering {
    /// One kanji for each piece.
    #[default]
    Kanji,
    /// SFEN letters, `+` before promoted pieces.
    Letters,
}

/// The squares row by row from the top of the picture; with `flip`, White is at the bottom.
fn rows(flip: bool) -> impl Iterator<Item = impl Iterator<Item = Square>> {
    (0..9u8).map(move |row| {
        (0..9u8).filter_map(move |column| {
            let square = Square::new(8 - column, row)?;
            Some(if flip { square.flip() } else { square })
        })
    })
}
