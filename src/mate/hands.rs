//! Proof hands and disproof hands.
//!
//! On the same board, a larger hand of the attacker leaves less to the defender, and never hurts
//! the attacker. So a proof is stored with the smallest hand that it needs, and a disproof with the
//! largest hand against which it holds (proof and disproof hands: Nagai).

use crate::bitboard::between;
use crate::position::Position;
use crate::types::{Color, Hand, Move, PieceType};

/// All pieces in both hands.
fn all_in_hand(pos: &Position) -> Hand {
    let mut hand = pos.hand(Color::Black);
    let other = pos.hand(Color::White);
    for kind in PieceType::HAND {
        hand = hand.with_count(kind, hand.count(kind) + other.count(kind));
    }
    hand
}

/// The attacker's hand after this move of the attacker.
#[inline]
pub(super) fn after_attack(pos: &Position, mv: Move) -> Hand {
    let mut hand = pos.hand(pos.side_to_move());
    if mv.is_drop() {
        hand.remove(mv.dropped());
    } else if let Some(victim) = pos.captured_by(mv) {
        hand.add(victim.kind().unpromoted());
    }
    hand
}

/// The proof or disproof hand before the attacker's move, from the hand `after` the move.
pub(super) fn before_attack(pos: &Position, mv: Move, after: Hand) -> Hand {
    let mut hand = after;
    if mv.is_drop() {
        hand.add(mv.dropped());
    } else if let Some(victim) = pos.captured_by(mv) {
        let kind = victim.kind().unpromoted();
        if hand.has(kind) {
            hand.remove(kind);
        }
    }
    hand
}

/// The proof hand of a node with the defender in check: `needed` for all answers, and the kinds of
/// piece that the defender could otherwise drop between checker and king.
pub(super) fn defender_proof(pos: &Position, needed: Hand) -> Hand {
    let us = pos.side_to_move();
    let checkers = pos.checkers();
    let gap = match (pos.king(us), checkers.first()) {
        (Some(ksq), Some(checker)) if !checkers.has_many() => !between(ksq, checker).is_empty(),
        _ => false,
    };
    if gap {
        keep_lacking(pos, us, needed)
    } else {
        needed
    }
}

/// `needed`, raised to all that the attacker holds of the kinds that the defender has none of.
pub(super) fn keep_lacking(pos: &Position, defender: Color, needed: Hand) -> Hand {
    let held = pos.hand(!defender);
    let theirs = pos.hand(defender);
    PieceType::HAND
        .into_iter()
        .filter(|&kind| held.has(kind) && !theirs.has(kind))
        .fold(needed, |hand, kind| hand.with_count(kind, held.count(kind)))
}

/// The largest hand that gives the attacker, to move, no further check. `survived` is the
/// hand against which all refutations of the present checks hold (`None` without checks).
pub(super) fn attacker_disproof(pos: &Position, survived: Option<Hand>) -> Hand {
    let held = pos.hand(pos.side_to_move());
    let mut hand = all_in_hand(pos);
    if let Some(survived) = survived {
        hand = hand.intersection(survived);
    }
    // A kind of piece that the attacker does not hold would allow new drops that give check.
    for kind in PieceType::HAND {
        if !held.has(kind) {
            hand = hand.with_count(kind, 0);
        }
    }
    hand
}

/// The disproof hand before the defender's move, from the hand `after` it: the defender
/// must still hold a piece that the move drops.
pub(super) fn before_defence(pos: &Position, mv: Move, after: Hand) -> Hand {
    let mut available = all_in_hand(pos);
    if mv.is_drop() {
        available.remove(mv.dropped());
    }
    after.intersection(available)
}
