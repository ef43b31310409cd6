//! The state of a position at one ply, and the changes of a move.

use crate::bitboard::Bitboard;
use crate::types::{Hand, Piece, Square};

/// The part of a position that undoing a move restores rather than recomputes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Key of the pieces on the board and the side to move.
    pub board_key: u64,
    /// Key of the pieces in hand.
    pub hand_key: u64,
    /// Key of the pawns on the board.
    pub pawn_key: u64,
    /// Key of the kings, golds and silvers, lances and knights with their promoted sides.
    pub minor_key: u64,
    /// Keys of each side's pieces other than pawns.
    pub non_pawn_key: [u64; 2],
    /// Pieces that give check to the side to move.
    pub checkers: Bitboard,
    /// For each king, the pieces of either side that alone stand between it
    /// and an enemy slider.
    pub blockers: [Bitboard; 2],
    /// For each side, its sliders that aim at the enemy king through one piece.
    pub pinners: [Bitboard; 2],
    /// Hand of the side to move: with an equal board it determines the other hand.
    pub hand: Hand,
    /// Plies since each side's last move that was no check: 2 for one check in
    /// a row, 4 for two, ...
    pub continuous_check: [u16; 2],
    /// Plies since the start or the last null move.
    pub plies_from_null: u16,
    /// The piece the last move captured.
    pub captured: Option<Piece>,
}

/// The place of a piece: a square or a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PiecePlace {
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
    pub from: PiecePlace,
    /// The piece after the move.
    pub after: Piece,
    /// Its place after.
    pub to: PiecePlace,
}

/// The pieces a move changed: at most two in shogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirtyPieces {
    /// The piece moved or dropped.
    pub moved: PieceChange,
    /// The captured piece, which went to the mover's hand.
    pub captured: Option<PieceChange>,
}
