//! Receivers of generated moves: a list, a counter, or a test whether there is any move.

use arrayvec::ArrayVec;

use crate::bitboard::Bitboard;
use crate::types::{Move, PieceType, Square};

/// Capacity of a [`MoveList`]; no known position has more than 593 legal moves.
pub const MAX_MOVES: usize = 600;

/// A list of moves in generation order.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// A receiver of generated moves, which come as sets of destinations so that counting needs no
/// list.
pub trait Sink {
    /// Moves of the piece on `from` to each square of `to`, all with or all without promotion.
    fn board(&mut self, from: Square, to: Bitboard, promote: bool);
    /// Pawn moves to each square of `to`; the origin is the destination's index plus `back`.
    fn pawns(&mut self, to: Bitboard, back: i8, promote: bool);
    /// Drops of each of these kinds on each of these squares.
    fn drops(&mut self, kinds: &[PieceType], to: Bitboard);
}

impl<T: From<Move>, const CAP: usize> Sink for ArrayVec<T, CAP> {
    #[inline]
    fn board(&mut self, from: Square, to: Bitboard, promote: bool) {
        for sq in to {
            self.push(Move::normal(from, sq, promote).into());
        }
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, back: i8, promote: bool) {
        for sq in to {
            let from = Square::from_raw((sq.index() as i8 + back) as u8);
            self.push(Move::normal(from, sq, promote).into());
        }
    }

    #[inline]
    fn drops(&mut self, kinds: &[PieceType], to: Bitboard) {
        for sq in to {
            for &kind in kinds {
                self.push(Move::drop(kind, sq).into());
            }
        }
    }
}

/// A [`Sink`] that counts the moves.
#[derive(Default)]
pub(super) struct Count(pub u64);

impl Sink for Count {
    #[inline]
    fn board(&mut self, _from: Square, to: Bitboard, _promote: bool) {
        self.0 += u64::from(to.count());
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, _back: i8, _promote: bool) {
        self.0 += u64::from(to.count());
    }

    #[inline]
    fn drops(&mut self, kinds: &[PieceType], to: Bitboard) {
        self.0 += kinds.len() as u64 * u64::from(to.count());
    }
}

/// A [`Sink`] that notes only whether there was a move.
#[derive(Default)]
pub(super) struct Any(pub bool);

impl Sink for Any {
    #[inline]
    fn board(&mut self, _from: Square, to: Bitboard, _promote: bool) {
        self.0 |= !to.is_empty();
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, _back: i8, _promote: bool) {
        self.0 |= !to.is_empty();
    }

    #[inline]
    fn drops(&mut self, kinds: &[PieceType], to: Bitboard) {
        self.0 |= !kinds.is_empty() && !to.is_empty();
    }
}
