//! The moves of a node with first guesses of how hard they are to prove and refute.

use super::estimate::{Estimate, INFINITE};
use super::hands;
use crate::movegen::{generate_checks, is_needless_non_promotion, legal_moves};
use crate::position::Position;
use crate::types::{Hand, Move};

/// A move of a node and what is known of the node it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub mv: Move,
    /// Key of the board after the move.
    pub board_key: u64,
    /// The attacker's hand after the move.
    pub hand: Hand,
    pub known: Estimate,
    /// The node was searched before.
    pub is_old: bool,
    /// Looked at only once the move with this number has failed for its side:
    /// a twin that is nearly always at least as good.
    pub waits_for: Option<u8>,
}

impl Child {
    fn new(mv: Move, board_key: u64, hand: Hand, guess: (u32, u32)) -> Child {
        Child {
            mv,
            board_key,
            hand,
            known: Estimate::unknown(guess.0, guess.1),
            is_old: false,
            waits_for: None,
        }
    }
}

/// Appends the attacker's checks.
pub(super) fn attacks(pos: &Position, children: &mut Vec<Child>) {
    let start = children.len();
    for mv in generate_checks(pos) {
        let hand = hands::after_attack(pos, mv);
        children.push(Child::new(
            mv,
            pos.board_key_after(mv),
            hand,
            guess_attack(pos, mv),
        ));
    }
    make_non_promotions_wait(pos, &mut children[start..]);
}

/// Appends the defender's answers to a check.
pub(super) fn defences(pos: &Position, children: &mut Vec<Child>) {
    let start = children.len();
    let hand = pos.hand(!pos.side_to_move());
    for mv in legal_moves(pos) {
        children.push(Child::new(
            mv,
            pos.board_key_after(mv),
            hand,
            guess_defence(pos, mv),
        ));
    }
    let children = &mut children[start..];
    make_non_promotions_wait(pos, children);
    // Of the pieces dropped on one square, one after the other: what takes
    // the first mostly takes the next.
    for i in 1..children.len() {
        let mv = children[i].mv;
        if mv.is_drop() {
            children[i].waits_for = (0..i)
                .rev()
                .find(|&k| children[k].mv.is_drop() && children[k].mv.to() == mv.to())
                .and_then(|k| u8::try_from(k).ok());
        }
    }
}

fn make_non_promotions_wait(pos: &Position, children: &mut [Child]) {
    for i in 0..children.len() {
        let mv = children[i].mv;
        if is_needless_non_promotion(pos, mv) {
            let twin = Move::normal(mv.from(), mv.to(), true);
            children[i].waits_for = children
                .iter()
                .position(|child| child.mv == twin)
                .and_then(|k| u8::try_from(k).ok());
        }
    }
}

/// First proof and disproof numbers of a check (the idea of guesses by kind of
/// move: df-pn+, Nagai; the figures are this project's own).
fn guess_attack(_pos: &Position, _mv: Move) -> (u32, u32) {
    (2, 2)
}

/// First proof and disproof numbers of an answer to a check.
fn guess_defence(_pos: &Position, _mv: Move) -> (u32, u32) {
    (2, 2)
}

/// The numbers of a node from those of its moves, for the side to move there:
/// `own` is what it must bring to 0 to win (the proof number for the
/// attacker), `other` what its opponent must.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub own: u32,
    pub other: u32,
    /// The move to look at next.
    pub best: usize,
    /// The best move's numbers.
    pub best_other: u32,
    /// The second smallest of the moves' own numbers.
    pub second: u32,
}

/// Sums up a node with at least one move.
#[inline]
pub(super) fn choose(children: &[Child], attacking: bool) -> Choice {
    let numbers = |child: &Child| {
        if attacking {
            (child.known.pn, child.known.dn)
        } else {
            (child.known.dn, child.known.pn)
        }
    };
    let mut choice = Choice {
        own: INFINITE,
        other: 0,
        best: 0,
        best_other: 0,
        second: INFINITE,
    };
    let mut sum: u64 = 0;
    for (i, child) in children.iter().enumerate() {
        if let Some(twin) = child.waits_for
            && numbers(&children[usize::from(twin)]).1 != 0
        {
            continue;
        }
        let (own, other) = numbers(child);
        sum += u64::from(other);
        if own < choice.own {
            choice.second = choice.own;
            choice.own = own;
            choice.best = i;
            choice.best_other = other;
        } else if own < choice.second {
            choice.second = own;
        }
    }
    choice.other = if choice.own == 0 {
        INFINITE
    } else {
        sum.min(u64::from(INFINITE - 1)) as u32
    };
    choice
}
