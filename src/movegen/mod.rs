//! Move generation.
//!
//! One generator hands sets of destinations to a [`Sink`], which lists the moves or only counts
//! them. Every kind of generation respects pins and leaves out mates by a pawn drop. Only king
//! moves to attacked squares remain where [`GenKind::LEGAL`] is false: a search that cuts off
//! early saves the test of the moves it does not reach (see [`is_legal_generated`]).
//!
//! ```
//! use komadai::movegen::{count_legal_moves, legal_moves, perft};
//! use komadai::position::Position;
//!
//! let mut pos = Position::default();
//! assert_eq!(legal_moves(&pos).len(), 30);
//! assert_eq!(perft(&mut pos, 3), 25_470);
//!
//! // The position with the most legal moves known.
//! let rich: Position = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1".parse()?;
//! assert_eq!(count_legal_moves(&rich), 593);
//! # Ok::<(), komadai::position::SfenError>(())
//! ```

mod checks;
mod drops;
mod kinds;
mod outcome;
mod perft;
mod pieces;
mod sink;

use crate::bitboard::{Bitboard, between};
use crate::position::Position;
use crate::types::{Move, PieceType};

pub use checks::{generate_checks, generate_checks_into};
pub use kinds::{
    AllCaptures, AllLegal, AllPseudo, AllQuiets, Captures, GenKind, Legal, Pseudo, Quiets,
};
pub use outcome::{EndReason, Outcome};
pub use perft::{MAX_PERFT_DEPTH, perft};
#[cfg(feature = "engine")]
pub use perft::{perft_parallel, perft_parallel_while};
use sink::{Any, Count};
pub use sink::{MAX_MOVES, MoveList, Sink};

/// Appends the moves of kind `K` to `list`. In check only moves that answer the
/// check are generated, and `K` must include both captures and quiets.
#[inline]
pub fn generate<K: GenKind>(pos: &Position, list: &mut MoveList) {
    generate_into::<K, _>(pos, list);
}

/// [`generate`] for any receiver of moves, such as a list or a counter.
#[inline]
pub fn generate_into<K: GenKind, S: Sink>(pos: &Position, sink: &mut S) {
    if pos.in_check() {
        debug_assert!(K::CAPTURES && K::QUIETS);
        evasions::<K, S>(pos, sink);
    } else {
        let us = pos.side_to_move();
        let empty = !pos.occupied();
        let enemies = pos.color_bb(!us) & !pos.kind_bb(PieceType::King);
        let mut targets = Bitboard::EMPTY;
        if K::CAPTURES {
            targets |= enemies;
        }
        if K::QUIETS {
            targets |= empty;
        }
        pieces::board_moves::<K, S>(pos, targets, targets, sink);
        if K::QUIETS {
            drops::drops(pos, empty, sink);
        }
    }
}

fn evasions<K: GenKind, S: Sink>(pos: &Position, sink: &mut S) {
    let us = pos.side_to_move();
    let king_targets = !pos.color_bb(us) & !pos.pieces(!us, PieceType::King);
    let checkers = pos.checkers();
    let (Some(ksq), Some(checker)) = (pos.king(us), checkers.first()) else {
        return;
    };
    if checkers.has_many() {
        pieces::king_moves::<K, S>(pos, king_targets, sink);
        return;
    }
    let blocks = between(ksq, checker);
    pieces::board_moves::<K, S>(pos, blocks | checker.into(), king_targets, sink);
    drops::drops(pos, blocks, sink);
}

/// Whether a move is legal that a kind without [`GenKind::LEGAL`] generated; only king moves
/// are tested.
#[inline]
pub fn is_legal_generated(pos: &Position, mv: Move) -> bool {
    mv.is_drop() || pos.king(pos.side_to_move()) != Some(mv.from()) || pos.is_safe_for_king(mv.to())
}

/// Whether a pseudo-legal move is a needless non-promotion, which the reduced set leaves out.
#[inline]
pub fn is_needless_non_promotion(pos: &Position, mv: Move) -> bool {
    if mv.is_drop() || mv.is_promotion() {
        return false;
    }
    let us = pos.side_to_move();
    let (from, to) = (mv.from(), mv.to());
    match pos.moved_piece(mv).kind() {
        PieceType::Pawn => to.in_promotion_zone(us),
        PieceType::Bishop | PieceType::Rook => {
            from.in_promotion_zone(us) || to.in_promotion_zone(us)
        }
        PieceType::Lance => to.relative_rank(us) == 1,
        _ => false,
    }
}

/// Every legal move, needless non-promotions included.
pub fn legal_moves(pos: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate::<AllLegal>(pos, &mut list);
    list
}

/// Number of legal moves, counted without a list.
#[inline]
pub fn count_legal_moves(pos: &Position) -> u64 {
    let mut count = Count::default();
    generate_into::<AllLegal, _>(pos, &mut count);
    count.0
}

/// Whether there is any legal move.
pub fn has_legal_move(pos: &Position) -> bool {
    let mut any = Any::default();
    generate_into::<Legal, _>(pos, &mut any);
    any.0
}

impl Position {
    /// Whether the side to move is checkmated: in check and without a legal move.
    ///
    /// False for a side without a legal move that is not in check, although it loses as well.
    ///
    /// ```
    /// use komadai::Position;
    ///
    /// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1".parse()?;
    /// pos.play("G*5b".parse()?)?;
    /// assert!(pos.is_checkmate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !has_legal_move(self)
    }
}

#[cfg(test)]
mod tests;
