//! Histories: the scores of moves, and of evaluations, that one search thread has learnt.

use super::correction_history::CorrectionHistory;
use super::rows::{ContinuationKey, PIECE_TO, PieceToTable, Rows, nudge, piece_to};
use crate::types::{Color, Move, Piece, PieceType, Square};

/// The histories of one search thread.
#[derive(Default)]
pub struct Histories {
    /// Success of quiet moves, by move alone.
    pub(super) main: ButterflyHistory,
    /// Success of captures.
    pub(super) capture: CaptureHistory,
    /// Success of moves as answers to an earlier move.
    pub(super) continuation: ContinuationHistory,
    /// Errors of the static evaluation.
    pub(super) correction: CorrectionHistory,
    /// Success of the moves stored in the table.
    pub(super) tt_move: TtMoveHistory,
}

impl Histories {
    /// Resets all histories.
    pub fn clear(&mut self) {
        self.main.0.clear();
        self.capture.0.clear();
        self.continuation.0.clear();
        self.correction.clear();
        self.tt_move = TtMoveHistory::default();
    }
}

/// Moves per row of a table by move. A row holds the moves that differ in the destination
/// only: those from one square, or the drops of one piece type.
const MOVE_ROW: usize = 128;
const MOVE_ROWS: usize = Move::NUM / MOVE_ROW;

/// One row of a table by move, indexed by the destination.
pub(super) type MoveRow = [i16; MOVE_ROW];

/// Scores by side and move.
pub(super) struct ButterflyHistory(Rows<{ 2 * MOVE_ROWS }, MOVE_ROW>);

impl Default for ButterflyHistory {
    fn default() -> ButterflyHistory {
        ButterflyHistory(Rows::new(0))
    }
}

impl ButterflyHistory {
    const MAX: i32 = 7183;

    /// The row of a move, and the index in the row.
    #[inline]
    fn place(side: Color, mv: Move) -> (usize, usize) {
        let index = mv.index();
        let row = side.index() * MOVE_ROWS + index / MOVE_ROW;
        (row, index % MOVE_ROW)
    }

    #[inline]
    pub(super) fn get(&self, side: Color, mv: Move) -> i32 {
        let (row, at) = ButterflyHistory::place(side, mv);
        self.0.row(row)[at].into()
    }

    /// The scores of `mv` and all moves that differ from it in the destination only.
    #[inline]
    pub(super) fn row(&self, side: Color, mv: Move) -> &MoveRow {
        self.0.row(ButterflyHistory::place(side, mv).0)
    }

    #[inline]
    pub(super) fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        let (row, at) = ButterflyHistory::place(side, mv);
        let entry = &mut self.0.row_mut(row)[at];
        nudge(entry, bonus, ButterflyHistory::MAX);
    }
}

/// Scores by piece, destination and victim; a promotion without a capture has no victim.
pub(super) struct CaptureHistory(Rows<PIECE_TO, 16>);

impl Default for CaptureHistory {
    fn default() -> CaptureHistory {
        CaptureHistory(Rows::new(CaptureHistory::START))
    }
}

impl CaptureHistory {
    const MAX: i32 = 10692;
    /// A little below zero, so that a move known to be neutral comes before one
    /// never tried.
    const START: i16 = -678;

    #[inline]
    fn place(victim: Option<PieceType>) -> usize {
        victim.map_or(0, PieceType::index) & 15
    }

    #[inline]
    pub(super) fn get(&self, piece: Piece, to: Square, victim: Option<PieceType>) -> i32 {
        self.0.row(piece_to(piece, to))[CaptureHistory::place(victim)].into()
    }

    #[inline]
    pub(super) fn update(
        &mut self,
        piece: Piece,
        to: Square,
        victim: Option<PieceType>,
        bonus: i32,
    ) {
        let entry = &mut self.0.row_mut(piece_to(piece, to))[CaptureHistory::place(victim)];
        nudge(entry, bonus, CaptureHistory::MAX);
    }
}

/// Scores by an earlier move and the move, both as piece and destination.
///
/// One table serves earlier moves that answered a check and those that did not: separate
/// tables take twice the memory and gained nothing at 10,000 nodes.
pub(super) struct ContinuationHistory(Rows<PIECE_TO, PIECE_TO>);

impl Default for ContinuationHistory {
    fn default() -> ContinuationHistory {
        ContinuationHistory(Rows::new(ContinuationHistory::START))
    }
}

impl ContinuationHistory {
    const MAX: i32 = 30000;
    /// A little below zero for the same reason as [`CaptureHistory::START`].
    const START: i16 = -523;

    /// The scores after an earlier move.
    #[inline]
    pub(super) fn after(&self, key: ContinuationKey) -> &PieceToTable {
        self.0.row(key.piece_to())
    }

    #[inline]
    pub(super) fn update(&mut self, key: ContinuationKey, piece: Piece, to: Square, bonus: i32) {
        let entry = &mut self.0.row_mut(key.piece_to())[piece_to(piece, to)];
        nudge(entry, bonus, ContinuationHistory::MAX);
    }
}

/// One score for all positions: high if the stored move often turns out best.
#[derive(Default)]
pub(super) struct TtMoveHistory(i16);

impl TtMoveHistory {
    const MAX: i32 = 8192;

    #[inline]
    pub(super) fn get(&self) -> i32 {
        self.0.into()
    }

    #[inline]
    pub(super) fn update(&mut self, bonus: i32) {
        nudge(&mut self.0, bonus, TtMoveHistory::MAX);
    }
}
