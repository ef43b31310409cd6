//! Line of moves of a proven mate.

use super::dfpn::Solver;
use super::estimate::{NEVER, NO_LOOP, less, more};
use super::expand::{self, Child, Rule};
use super::one_ply::mate_in_one;
use crate::movegen::has_legal_move;
use crate::position::{CheckInfo, Position};
use crate::types::{Hand, Move};

/// Length in plies at which a line is given up.
const MAX_LINE: usize = 8192;

/// Largest number of positions visited to test whether one answer lasts as long as the table says.
const EFFORT: u64 = 5_000;
/// Limit of these tests for a whole line: one position for every `SHARE` positions visited before.
const SHARE: u64 = 8;

/// One of the defender's answers.
struct Answer {
    child: Child,
    /// Plies after the answer within which a mate is proven.
    len: u16,
}

impl Solver<'_> {
    /// The line of the mate proven with every interposition counted: the attacker keeps
    /// to the proven length, the defender plays the answer that lasts longest. `None` if
    /// a part of the proof was lost from the table and could not be found again in time.
    pub(super) fn line(&mut self) -> Option<Vec<Move>> {
        self.line_at_most(self.nodes / SHARE)
    }

    /// [`Solver::line`] without tests of the answers: the lengths in the table are taken
    /// as they are.
    pub(super) fn line_at_hand(&mut self) -> Option<Vec<Move>> {
        self.line_at_most(0)
    }

    fn line_at_most(&mut self, effort: u64) -> Option<Vec<Move>> {
        let root = self.pos.clone();
        let mut line = Vec::new();
        let complete = self.follow(&mut line, self.nodes.saturating_add(effort));
        self.pos = root;
        (complete.is_some() && is_mating_line(&self.pos, &line)).then_some(line)
    }

    /// Appends the line to `line`. Tests which answers last longest until `until`
    /// positions were visited.
    fn follow(&mut self, line: &mut Vec<Move>, until: u64) -> Option<()> {
        let mut seen: Vec<(u64, Hand)> = Vec::new();
        let hand = self.pos.hand(self.pos.side_to_move());
        let mut len = self.table.strict_mate(self.pos.board_key(), hand);
        while line.len() < MAX_LINE {
            let (mv, len_after) = match mate_in_one(&self.pos, None) {
                Some(mv) => (mv, 0),
                None => self.shortest_attack(len, &seen)?,
            };
            line.push(mv);
            self.pos.do_move(mv);
            seen.push((
                self.pos.board_key(),
                self.pos.hand(!self.pos.side_to_move()),
            ));
            match self.longest_defence(len_after, until)? {
                Some((mv, left)) => {
                    line.push(mv);
                    self.pos.do_move(mv);
                    len = left;
                }
                None => return Some(()),
            }
        }
        None
    }

    /// The check with the shortest proven mate, and the plies after it. It repeats no
    /// position, and keeps to `len` plies if that can be proven.
    fn shortest_attack(&mut self, len: u16, seen: &[(u64, Hand)]) -> Option<(Move, u16)> {
        let found = self.shortest_known(seen);
        if found.is_some_and(|(_, after)| after < len) {
            return found;
        }
        if self.search_below(len).is_none_or(|below| below.pn != 0) {
            return found;
        }
        self.shortest_known(seen)
    }

    fn shortest_known(&self, seen: &[(u64, Hand)]) -> Option<(Move, u16)> {
        let mut children = Vec::new();
        let info = CheckInfo::new(&self.pos);
        expand::attacks(&self.pos, &info, &mut children);
        children
            .iter()
            .filter(|child| !seen.contains(&(child.board_key, child.hand)))
            .filter_map(|child| Some((child.mv, self.proven_len(child)?)))
            .min_by_key(|&(_, len)| len)
    }

    /// The answer that lasts longest, and the plies after it; `Some(None)` if the
    /// position is mate already. A mate in at most `len` plies must be proven.
    ///
    /// The lengths in the table are upper bounds. Some are far too high, because a shorter proof
    /// found later does not correct the lengths of the positions before it. The decisive answers
    /// are therefore searched for a shorter mate (the idea of bounds from both sides:
    /// KomoringHeights).
    fn longest_defence(&mut self, len: u16, until: u64) -> Option<Option<(Move, u16)>> {
        let mut children = Vec::new();
        expand::defences(&self.pos, &mut children);
        if self.rule() == Rule::Useful {
            expand::mark_interpositions(&mut children);
        }
        let mut answers = Vec::with_capacity(children.len());
        for child in children {
            let len = match self.proven_len(&child) {
                // `len` counts one ply for the move. If the move counts more or fewer plies
                // (`cost`), the length changes accordingly.
                Some(len) => more(len, child.cost - 1),
                None => self.prove_again(&child, less(len, 1))?,
            };
            answers.push(Answer { child, len });
        }
        loop {
            let longest = answers
                .iter()
                .map(|answer| answer.len)
                .max()
                .map(|longest| longest.min(less(len, 1)));
            let Some(longest) = longest else {
                return Some(None);
            };
            let mut undecided = None;
            // Answers that are known to last `longest` plies come before answers that may last as
            // long.
            answers.sort_by_cached_key(|answer| {
                let child = &answer.child;
                self.table.safe(child.board_key, child.hand) < longest
            });
            for answer in answers.iter_mut().filter(|answer| answer.len >= longest) {
                match self.is_shorter(&answer.child, longest, until) {
                    Some(None) => return Some(Some((answer.child.mv, longest))),
                    Some(Some(shorter)) => answer.len = shorter,
                    None => undecided = undecided.or(Some((answer.child.mv, longest))),
                }
            }
            if undecided.is_some() {
                return Some(undecided);
            }
        }
    }

    /// The length of a mate in fewer than `len` plies after this move of the defender, if
    /// there is one; the outer `None` if the search could not decide.
    fn is_shorter(&mut self, child: &Child, len: u16, until: u64) -> Option<Option<u16>> {
        if len < 3 || self.table.safe(child.board_key, child.hand) >= len {
            return Some(None);
        }
        if self.rule() == Rule::Useful {
            return None;
        }
        let limit = self.node_limit;
        self.node_limit = limit.min(until).min(self.nodes.saturating_add(EFFORT));
        self.pos.do_move(child.mv);
        let found = self.search(len - 2);
        self.pos.undo_move(child.mv);
        self.node_limit = limit;
        match found? {
            found if found.pn == 0 => Some(Some(found.len)),
            found if found.loop_start == NO_LOOP => Some(None),
            _ => None,
        }
    }

    /// Proves a mate after this move of the defender again, if the table has lost the proof.
    fn prove_again(&mut self, child: &Child, len: u16) -> Option<u16> {
        self.pos.do_move(child.mv);
        let found = self.search(len);
        self.pos.undo_move(child.mv);
        found
            .filter(|found| found.pn == 0 && found.is_strict)
            .map(|found| found.len)
    }

    fn proven_len(&self, child: &Child) -> Option<u16> {
        let len = self.table.strict_mate(child.board_key, child.hand);
        (len != NEVER).then_some(len)
    }
}

/// Whether the moves are legal, every attacker's move checks, and the last one mates.
pub(super) fn is_mating_line(pos: &Position, line: &[Move]) -> bool {
    let mut pos = pos.clone();
    for (ply, &mv) in line.iter().enumerate() {
        if !pos.is_legal(mv) {
            return false;
        }
        pos.do_move(mv);
        if ply % 2 == 0 && !pos.in_check() {
            return false;
        }
    }
    line.len() % 2 == 1 && !has_legal_move(&pos)
}
