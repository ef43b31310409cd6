//! The state of a position at one ply, and the pieces that a move changes.

use crate::bitboard::Bitboard;
use crate::types::{Hand, Piece, Square};

/// The part of a position that is kept per ply, so that taking a move back needs no recomputation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Key of the pieces on the board and the side to move.
    pub board_key: u64,
    /// Key of the pieces in hand.
    pub hand_key: u64,
    /// Key of the pawns on the board.
    pub pawn_key: u64,
    /// Key of the kings, golds, silvers, knights, lances and the small promoted pieces.
    pub minor_key: u64,
    /// Keys of each side's pieces on the board other than unpromoted pawns.
    pub non_pawn_key: [u64; 2],
    /// Pieces that give check to the side to move.
    pub checkers: Bitboard,
    /// For each king, the pieces of either side that alone stand between it
    /// and an enemy slider.
    pub blockers: [Bitboard; 2],
    /// For each side, its sliders that pin an enemy piece to the enemy king.
    pub pinners: [Bitboard; 2],
    /// Hand of the side to move; given the board, it determines the other hand.
    pub hand: Hand,
    /// Plies spanned by each side's checks in a row up to now: 2 for one check,
    /// 4 for two, ...
    pub continuous_check: [u16; 2],
    /// Plies since the setup or the last null move.
    pub plies_from_null: u16,
    /// The piece that the last move captured.
    pub captured: Option<Piece>,
}

/// The place of a piece: a square or a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PiecePlace {
    /// On the board.
    Board(Square),
    /// In the hand of the piece's side; the number is its place, from 0, among the pieces of its
    /// kind there.
    Hand(u8),
}

/// One piece that moved, promoted or changed hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceChange {
    /// The piece before the move.
    pub before: Piece,
    /// The place before the move.
    pub from: PiecePlace,
    /// The piece after the move.
    pub after: Piece,
    /// The place after the move.
    pub to: PiecePlace,
}

/// The pieces that a move changed: one, or two with a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirtyPieces {
    /// The piece moved or dropped.
    pub moved: PieceChange,
    /// The captured piece, which went to the mover's hand.
    pub captured: Option<PieceChange>,
}
