//! Positions and games made visible: boards for the terminal and as SVG, reports on whole games.

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

/// Naming of pieces on boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lettering {
    /// One kanji each.
    #[default]
    Kanji,
    /// SFEN letters, `+` before promoted pieces.
    Letters,
}

/// The squares of a board row by row, as they are seen.
fn rows(flip: bool) -> impl Iterator<Item = impl Iterator<Item = Square>> {
    (0..9u8).map(move |row| {
        (0..9u8).filter_map(move |column| {
            let square = Square::new(8 - column, row)?;
            Some(if flip { square.flip() } else { square })
        })
    })
}
