//! Moves of a node with their estimates, and the choice of the next one to search.

use super::after::is_mated_but_for_drops;
use super::estimate::{Estimate, INFINITE, more};
use super::{guess, hands};
use crate::bitboard::between;
use crate::movegen::{
    MoveList, generate_checks, generate_checks_into, is_needless_non_promotion, legal_moves,
};
use crate::position::{CheckInfo, Position};
use crate::types::{Hand, Move, Square};

/// The rule for interpositions: pieces that the defender drops between checker and king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Interpositions count like every other move.
    Every,
    /// Where the checker captures the dropped piece and mates from there with the piece given back,
    /// these two plies do not count. This is weaker than the convention of composers, which also
    /// asks whether the mate takes no longer than without the drop. So the lengths under this rule
    /// are lower bounds.
    Useful,
}

/// The role of a move under [`Rule::Useful`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Plain,
    /// The defender drops a piece between checker and king; the attacker may answer with
    /// [`Step::TakenBack`].
    Interposed,
    /// The checker captures the dropped piece, which goes back to the defender's hand.
    TakenBack,
}

/// A move of a node, with the estimate of the node after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub mv: Move,
    /// Key of the board after the move.
    pub board_key: u64,
    /// The attacker's hand after the move.
    pub hand: Hand,
    pub known: Estimate,
    /// The node after the move was searched before.
    pub is_old: bool,
    /// Plies that the move counts: 1, except around interpositions under [`Rule::Useful`].
    pub cost: i8,
    /// The role of the move.
    pub step: Step,
    /// The move waits until the move with this index, a twin that is nearly always at
    /// least as good, has failed for its side.
    pub waits_for: Option<u8>,
    /// The table and the path were searched for the node after the move.
    pub is_looked_up: bool,
}

impl Child {
    fn new(mv: Move, board_key: u64, hand: Hand) -> Child {
        Child {
            mv,
            board_key,
            hand,
            known: Estimate::unknown(guess::EVEN.0, guess::EVEN.1),
            is_old: false,
            cost: 1,
            step: Step::Plain,
            waits_for: None,
            is_looked_up: false,
        }
    }

    /// Whether the move is known to lose for the side that makes it.
    #[inline]
    pub fn has_failed(&self, attacking: bool) -> bool {
        match attacking {
            true => self.known.dn == 0,
            false => self.known.pn == 0,
        }
    }

    /// [`Estimate::len`] counted from before the move.
    #[inline]
    pub fn len_before(&self) -> u16 {
        more(self.known.len, self.cost)
    }

    /// Whether a proof of the node after the move also holds with every interposition counted.
    #[inline]
    pub fn is_strict(&self) -> bool {
        self.known.is_strict && self.step != Step::TakenBack
    }

    /// [`Estimate::hand`] from before the move, for a move of the attacker.
    pub fn hand_before(&self, pos: &Position) -> Hand {
        match self.step {
            Step::TakenBack => self.known.hand,
            _ => hands::before_attack(pos, self.mv, self.known.hand),
        }
    }

    /// Makes the move. For [`Step::TakenBack`], the captured piece then goes back to its owner.
    #[inline]
    pub fn make(&self, pos: &mut Position) {
        pos.do_move(self.mv);
        if self.step == Step::TakenBack {
            pos.give_to_owner();
        }
    }

    /// Undoes [`Child::make`].
    #[inline]
    pub fn unmake(&self, pos: &mut Position) {
        if self.step == Step::TakenBack {
            pos.take_from_owner();
        }
        pos.undo_move(self.mv);
    }
}

/// Appends the attacker's checks.
pub(super) fn attacks(pos: &Position, info: &CheckInfo, children: &mut Vec<Child>) {
    attacks_where(pos, info, children, |_| true);
}

/// Appends the checks that leave the defender nothing but interpositions by drops.
pub(super) fn attacks_that_shut_in(pos: &Position, info: &CheckInfo, children: &mut Vec<Child>) {
    let afar = info.afar();
    attacks_where(pos, &afar, children, |mv| is_mated_but_for_drops(pos, mv));
}

fn attacks_where(
    pos: &Position,
    info: &CheckInfo,
    children: &mut Vec<Child>,
    keep: impl Fn(Move) -> bool,
) {
    let start = children.len();
    let mut checks = MoveList::new();
    generate_checks_into(pos, info, &mut checks);
    for &mv in checks.iter().filter(|&&mv| keep(mv)) {
        let hand = hands::after_attack(pos, mv);
        children.push(Child::new(mv, pos.board_key_after(mv), hand));
    }
    make_non_promotions_wait(pos, &mut children[start..]);
}

/// Appends the checker's captures of the piece just dropped on `sq`, which goes back to
/// the defender.
pub(super) fn takes_back(pos: &Position, sq: Square, children: &mut Vec<Child>) {
    let hand = pos.hand(pos.side_to_move());
    for mv in captures_between(pos, sq) {
        let key = pos.board_key_after(mv);
        let mut child = Child::new(mv, key, hand);
        child.step = Step::TakenBack;
        children.push(child);
    }
}

/// The checks that capture on `sq` along the line to the king, with and without promotion.
pub(super) fn captures_between(pos: &Position, sq: Square) -> impl Iterator<Item = Move> + use<> {
    let king = pos.king(!pos.side_to_move());
    generate_checks(pos).into_iter().filter(move |mv| {
        mv.to() == sq
            && !mv.is_drop()
            && king.is_some_and(|king| between(king, mv.from()).contains(sq))
    })
}

/// Marks the drops among the defender's answers, all of which are interpositions.
pub(super) fn mark_interpositions(children: &mut [Child]) {
    for child in children.iter_mut().filter(|child| child.mv.is_drop()) {
        child.step = Step::Interposed;
        child.cost = -1;
        // The key includes the square of the drop, on which the answers of the next node depend.
        child.board_key ^= interposed_key(child.mv.to());
    }
}

/// A key that distinguishes the board after an interposition from the same board after another
/// move.
fn interposed_key(sq: Square) -> u64 {
    (sq.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Appends the defender's answers to a check.
pub(super) fn defences(pos: &Position, children: &mut Vec<Child>) {
    let start = children.len();
    let hand = pos.hand(!pos.side_to_move());
    for mv in legal_moves(pos) {
        children.push(Child::new(mv, pos.board_key_after(mv), hand));
    }
    let children = &mut children[start..];
    make_non_promotions_wait(pos, children);
    // Of several drops on one square only the first is searched at first, because its refutation
    // mostly refutes the other drops too.
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

/// The numbers of a node from those of its moves, for the side to move there: `own` is
/// the number that it must bring to 0 to win (the proof number for the attacker), `other`
/// that of its opponent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub own: u32,
    pub other: u32,
    /// Index of the move to search next.
    pub best: usize,
    /// The opponent's number of that move.
    pub best_other: u32,
    /// The second smallest of the moves' `own` numbers.
    pub second: u32,
}

/// The numbers of a node with at least one move.
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
