//! Proof hands and disproof hands.
//!
//! With the same board, more in the attacker's hand is less in the
//! defender's, and never hurts the attacker. So a proof is kept for the
//! smallest hand it uses, and a disproof for the largest it survives
//! (proof and disproof hands: Nagai).

use crate::bitboard::between;
use crate::position::Position;
use crate::types::{Color, Hand, Move, PieceType};

/// Everything both sides hold.
fn all_in_hand(pos: &Position) -> Hand {
    let mut hand = pos.hand(Color::Black);
    let other = pos.hand(Color::White);
    for kind in PieceType::HAND {
        hand = hand.with_count(kind, hand.count(kind) + other.count(kind));
    }
    hand
}

/// The attacker's hand after one of his moves.
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

/// The hand needed before the attacker's move if `after` is needed after it;
/// also the hand survived before it if `after` is survived after it.
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

/// The proof hand of a node with the defender in check: `needed` for each of his answers, and the
/// kinds of piece that he could otherwise interpose.
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

/// `needed` with all the attacker holds of the kinds the defender has none of.
pub(super) fn keep_lacking(pos: &Position, defender: Color, needed: Hand) -> Hand {
    let held = pos.hand(!defender);
    let theirs = pos.hand(defender);
    PieceType::HAND
        .into_iter()
        .filter(|&kind| held.has(kind) && !theirs.has(kind))
        .fold(needed, |hand, kind| hand.with_count(kind, held.count(kind)))
}

/// The largest hand the attacker to move could have without a check more
/// than now, if `survived` is what the refutations of his checks survive
/// (`None` without checks).
pub(super) fn attacker_disproof(pos: &Position, survived: Option<Hand>) -> Hand {
    let held = pos.hand(pos.side_to_move());
    let mut hand = all_in_hand(pos);
    if let Some(survived) = survived {
        hand = hand.intersection(survived);
    }
    // A kind he has none of would give him new drops.
    for kind in PieceType::HAND {
        if !held.has(kind) {
            hand = hand.with_count(kind, 0);
        }
    }
    hand
}

/// The hand the attacker can have before the defender's move if he can have
/// `after` after it: the defender must still hold what he drops.
pub(super) fn before_defence(pos: &Position, mv: Move, after: Hand) -> Hand {
    let mut available = all_in_hand(pos);
    if mv.is_drop() {
        available.remove(mv.dropped());
    }
    after.intersection(available)
}
