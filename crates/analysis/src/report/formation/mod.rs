//! Names of openings (戦型) and castles (囲い), as books use them.
//!
//! The shapes are those of the Japan Shogi Association's columns 玉の囲い方 ("How to
//! castle") and 戦法入門 ("Introduction to strategies") on shogi.or.jp, compared with the
//! names that other programs use. Where these sources disagree, no name is given.

mod castle;
mod opening;

use serde::Serialize;

use komadai::position::Position;
use komadai::types::{Color, Piece, PieceType, Square};

use castle::castle_of;
pub use castle::{Castle, castles};
pub use opening::opening;

/// A name in two languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Name {
    /// The name in Japanese books.
    pub japanese: &'static str,
    /// The name among English-speaking players.
    pub english: &'static str,
}

/// Parses a shape such as `K8h G7h`: pieces of one side with their squares, as Black sees them.
fn parse(shape: &str) -> Option<Vec<(PieceType, Square)>> {
    let piece = |text: &str| {
        let (letter, square) = text.split_at_checked(1)?;
        let kind = PieceType::from_letter(letter.chars().next()?)?;
        Some((kind, square.parse().ok()?))
    };
    shape.split(' ').map(piece).collect()
}

/// Whether all pieces of a shape are on their squares; for White the squares are mirrored.
fn stands(pos: &Position, color: Color, shape: &str) -> bool {
    parse(shape).is_some_and(|pieces| {
        pieces.into_iter().all(|(kind, square)| {
            pos.piece_on(square.relative(color)) == Some(Piece::new(color, kind))
        })
    })
}
