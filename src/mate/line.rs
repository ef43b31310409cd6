//! The line of moves of a proven mate.

use super::dfpn::Solver;
use super::estimate::{NEVER, more};
use super::expand::{self, Child, Rule};
use super::one_ply::mate_in_one;
use crate::movegen::has_legal_move;
use crate::position::{CheckInfo, Position};
use crate::types::{Hand, Move};

/// Longer lines are given up.
const MAX_LINE: usize = 8192;

impl Solver<'_> {
    /// The mate proven for the position with every interposition counted: the
    /// attacker plays the shortest known, the defender the longest. `None` if a part of the proof was lost from
    /// the table and could not be found again in time.
    pub(super) fn line(&mut self) -> Option<Vec<Move>> {
        let root = self.pos.clone();
        let mut line = Vec::new();
        let complete = self.follow(&mut line);
        self.pos = root;
        (complete.is_some() && is_mating_line(&self.pos, &line)).then_some(line)
    }

    fn follow(&mut self, line: &mut Vec<Move>) -> Option<()> {
        let mut seen: Vec<(u64, Hand)> = Vec::new();
        while line.len() < MAX_LINE {
            let mv = match mate_in_one(&self.pos, None) {
                Some(mv) => mv,
                None => self.shortest_attack(&seen)?,
            };
            line.push(mv);
            self.pos.do_move(mv);
            seen.push((
                self.pos.board_key(),
                self.pos.hand(!self.pos.side_to_move()),
            ));
            match self.longest_defence()? {
                Some(mv) => {
                    line.push(mv);
                    self.pos.do_move(mv);
                }
                None => return Some(()),
            }
        }
        None
    }

    /// The check with the shortest proven mate that repeats nothing.
    fn shortest_attack(&mut self, seen: &[(u64, Hand)]) -> Option<Move> {
        for attempt in 0..2 {
            if attempt > 0 && self.search_below(NEVER)?.pn != 0 {
                return None;
            }
            let mut children = Vec::new();
            let info = CheckInfo::new(&self.pos);
            expand::attacks(&self.pos, &info, &mut children);
            let best = children
                .iter()
                .filter(|child| !seen.contains(&(child.board_key, child.hand)))
                .filter_map(|child| Some((self.proven_len(child)?, child.mv)))
                .min_by_key(|&(len, _)| len);
            if let Some((_, mv)) = best {
                return Some(mv);
            }
        }
        None
    }

    /// The answer with the longest proven mate; `Some(None)` if it is mate already.
    fn longest_defence(&mut self) -> Option<Option<Move>> {
        let mut children = Vec::new();
        expand::defences(&self.pos, &mut children);
        if self.rule() == Rule::Useful {
            expand::mark_interpositions(&mut children);
        }
        let mut best: Option<(u16, Move)> = None;
        for child in &children {
            let len = match self.proven_len(child) {
                Some(len) => more(len, child.cost),
                None => {
                    self.pos.do_move(child.mv);
                    let found = self.search(NEVER);
                    self.pos.undo_move(child.mv);
                    more(found.filter(|found| found.is_strict)?.len, 1)
                }
            };
            if best.is_none_or(|(longest, _)| len > longest) {
                best = Some((len, child.mv));
            }
        }
        Some(best.map(|(_, mv)| mv))
    }

    fn proven_len(&self, child: &Child) -> Option<u16> {
        let len = self.table.strict_mate(child.board_key, child.hand);
        (len != NEVER).then_some(len)
    }
}

/// Whether the moves are legal, every other one a check, and the last one mate.
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
