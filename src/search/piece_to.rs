//! Tables by piece and destination, and by two moves told apart so.

use crate::types::{Piece, Square};

/// Size of a table by piece and destination.
pub(super) const PIECE_TO: usize = Piece::NUM * Square::NUM;

/// The index that stands for no move: no piece has it.
pub(super) const NO_MOVE: usize = 0;

/// Scores of the next move, by piece and destination.
pub(super) type PieceToTable = [i16; PIECE_TO];

/// Scores of the moves of one piece, by destination.
pub(super) type SquareScores = [i16; Square::NUM];

/// Index by piece and destination.
#[inline]
pub(super) fn piece_to(piece: Piece, to: Square) -> usize {
    piece.index() * Square::NUM + to.index()
}

/// The part of a table that belongs to one piece.
#[inline]
pub(super) fn of_piece(table: &PieceToTable, piece: Piece) -> &SquareScores {
    let (rows, _) = table.as_chunks();
    &rows[piece.index()]
}

/// Which continuation table follows a move; the default follows no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContinuationKey(u16);

impl ContinuationKey {
    /// The table after `piece` went to `to`.
    #[inline]
    pub fn new(piece: Piece, to: Square) -> ContinuationKey {
        ContinuationKey(piece_to(piece, to) as u16)
    }

    /// Piece and destination of the move it follows, or [`NO_MOVE`]; less than [`PIECE_TO`].
    #[inline]
    pub(super) fn piece_to(self) -> usize {
        // No key is greater; said so that the compiler knows.
        usize::from(self.0).min(PIECE_TO - 1)
    }
}
