//! The changes of a move, for evaluators with incremental updates.

use crate::types::{Piece, Square};

/// The place of a piece: a square or a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the board.
    Board(Square),
    /// In the hand of the piece's side, counted from 0 among pieces of its kind.
    Hand(u8),
}

/// One piece that moved, promoted or changed hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceChange {
    /// The piece before the move.
    pub before: Piece,
    /// Its place before.
    pub from: Place,
    /// The piece after the move.
    pub after: Piece,
    /// Its place after.
    pub to: Place,
}

/// The pieces a move changed: at most two in shogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirtyPieces {
    /// The piece moved or dropped.
    pub moved: PieceChange,
    /// The captured piece, which went to the mover's hand.
    pub captured: Option<PieceChange>,
}
