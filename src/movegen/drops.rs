//! Drops of pieces in hand.

use arrayvec::ArrayVec;

use super::sink::Sink;
use crate::bitboard::{Bitboard, pawn_attacks};
use crate::position::Position;
use crate::types::PieceType;

/// Generates the drops of every piece in hand on `targets`, which must be empty squares.
#[inline]
pub(super) fn drops<S: Sink>(pos: &Position, targets: Bitboard, sink: &mut S) {
    let us = pos.side_to_move();
    let hand = pos.hand(us);
    if hand.is_empty() || targets.is_empty() {
        return;
    }
    if hand.has(PieceType::Pawn) {
        sink.drops(&[PieceType::Pawn], pawn_drops(pos, targets));
    }
    if !hand.has_except_pawns() {
        return;
    }
    // Outside the two farthest ranks every kind may be dropped, so all kinds share
    // one walk over those squares.
    let mut kinds: ArrayVec<PieceType, 6> = ArrayVec::new();
    let mut count = [0; 2];
    for kind in [PieceType::Knight, PieceType::Lance] {
        if hand.has(kind) {
            kinds.push(kind);
        }
        count[usize::from(kind == PieceType::Lance)] = kinds.len();
    }
    let [knights, light] = count;
    for kind in [
        PieceType::Silver,
        PieceType::Gold,
        PieceType::Bishop,
        PieceType::Rook,
    ] {
        if hand.has(kind) {
            kinds.push(kind);
        }
    }
    let last = Bitboard::far_ranks(us, 1);
    let second = Bitboard::far_ranks(us, 2).without(last);
    if light == 0 {
        sink.drops(&kinds, targets);
        return;
    }
    sink.drops(&kinds[light..], targets & last);
    sink.drops(&kinds[knights..], targets & second);
    sink.drops(&kinds, targets.without(last).without(second));
}

/// The squares of `targets` where a pawn may be dropped: not on a file with an own pawn, not on
/// the last rank, and not where it would give mate.
#[inline]
pub(super) fn pawn_drops(pos: &Position, targets: Bitboard) -> Bitboard {
    let us = pos.side_to_move();
    let mut squares = targets.without(Bitboard::far_ranks(us, 1))
        & pos.pieces(us, PieceType::Pawn).files_without();
    if let Some(ksq) = pos.king(!us)
        && let Some(head) = (pawn_attacks(!us, ksq) & squares).first()
        && pos.is_uchifuzume(head)
    {
        squares.remove(head);
    }
    squares
}
