//! Tables by piece and destination, and by two moves told apart so.

use crate::types::{Piece, Square};

/// Size of a table by piece and destination.
pub(super) const PIECE_TO: usize = Piece::NUM * Square::NUM;

/// The index that stands for no move: no piece has it.
pub(super) const NO_MOVE: usize = 0;

/// Continuation tables: one for each earlier move; with candidates switched on
/// that tell drops and answers to a check apart, four.
pub(super) const CONTINUATION_ROWS: usize = if cfg!(feature = "tuning") {
    4 * PIECE_TO
} else {
    PIECE_TO
};

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

    /// The same, told apart from the usual ones by up to two properties of
    /// that move. Without the feature `tuning` they must not be set.
    #[inline]
    pub(super) fn told_apart(self, first: bool, second: bool) -> ContinuationKey {
        let table = usize::from(first) + 2 * usize::from(second);
        ContinuationKey(self.0 + (table * PIECE_TO) as u16)
    }

    /// The number of the table, below [`CONTINUATION_ROWS`].
    #[inline]
    pub(super) fn row(self) -> usize {
        usize::from(self.0)
    }
    /// Piece and destination of the move it follows, or [`NO_MOVE`]; less than [`PIECE_TO`].
    #[inline]
    pub(super) fn piece_to(self) -> usize {
        if CONTINUATION_ROWS == PIECE_TO {
            // No key is greater; said so that the compiler knows.
            self.row().min(PIECE_TO - 1)
        } else {
            self.row() % PIECE_TO
        }
    }
}
