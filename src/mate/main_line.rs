//! Choice of the main line: among lines of best play, preferably one that leaves the
//! attacker nothing in hand.

use std::collections::HashMap;

use super::exact::{Cut, Exact};
use super::hands;
use crate::movegen::generate_checks;
use crate::types::{Hand, Move, PieceType};

/// Number of positions examined for a better line; after that the first line found is taken.
const MOST_POSITIONS: usize = 4000;

/// The best move in a position with the attacker to move.
#[derive(Clone, Copy)]
struct Best {
    /// Number of pieces left in the attacker's hand at the end.
    left: u32,
    mv: Move,
    /// The defender's answer; `None` if the move mates.
    answer: Option<Move>,
}

pub(super) struct MainLine<'e, 'a> {
    exact: &'e mut Exact<'a>,
    found: HashMap<(u64, Hand), Best>,
}

impl<'e, 'a> MainLine<'e, 'a> {
    pub fn new(exact: &'e mut Exact<'a>) -> MainLine<'e, 'a> {
        MainLine {
            exact,
            found: HashMap::new(),
        }
    }

    /// The line of the mate in exactly `len` plies, and the attacker's hand at its end.
    pub fn find(&mut self, len: u16) -> Result<(Vec<Move>, Hand), Cut> {
        let root = self.exact.pos.clone();
        let found = self.best(len).and_then(|_| self.follow(len));
        let left = self.exact.pos.hand(root.side_to_move());
        self.exact.pos = root;
        Ok((found?, left))
    }

    fn follow(&mut self, mut len: u16) -> Result<Vec<Move>, Cut> {
        let mut line = Vec::with_capacity(usize::from(len));
        loop {
            let best = self.best(len)?;
            line.push(best.mv);
            self.exact.pos.do_move(best.mv);
            let Some(answer) = best.answer else {
                return Ok(line);
            };
            line.push(answer);
            self.exact.pos.do_move(answer);
            len -= 2;
        }
    }

    fn best(&mut self, len: u16) -> Result<Best, Cut> {
        let pos = &self.exact.pos;
        let attacker = pos.side_to_move();
        let key = (pos.board_key(), pos.hand(attacker));
        if let Some(&best) = self.found.get(&key) {
            return Ok(best);
        }
        let is_one_enough = self.is_one_enough(pos.hand(attacker), len);
        let mut best: Option<Best> = None;
        for mv in self.in_order(len) {
            if best.is_some_and(|best| best.left == 0 || is_one_enough) {
                break;
            }
            let after = hands::after_attack(&self.exact.pos, mv);
            if best.is_some() && !can_be_used_up(after, len / 2) {
                continue;
            }
            self.exact.pos.do_move(mv);
            let found = self.after(mv, len);
            self.exact.pos.undo_move(mv);
            if let Some(found) = found?
                && best.is_none_or(|best| found.left < best.left)
            {
                best = Some(found);
            }
        }
        let best = best.ok_or(Cut)?;
        self.found.insert(key, best);
        Ok(best)
    }

    /// Whether the first line found is taken: a piece is left over in any case, or too
    /// many positions were examined.
    fn is_one_enough(&self, hand: Hand, len: u16) -> bool {
        !can_be_used_up(hand, len.div_ceil(2)) || self.found.len() > MOST_POSITIONS
    }

    /// The checks in the order in which they are tried: first those known to mate within `len`
    /// plies; among them drops first, because they use up pieces, and captures last.
    fn in_order(&self, len: u16) -> Vec<Move> {
        let pos = &self.exact.pos;
        let mut checks: Vec<Move> = generate_checks(pos).into_iter().collect();
        checks.sort_by_cached_key(|&mv| {
            let kind = match mv.is_drop() {
                true => 0,
                false => 1 + u8::from(pos.is_capture(mv)),
            };
            (self.exact.known_after(mv, true) > len, kind)
        });
        checks
    }

    /// The best continuation after the check `mv`, which is already made; `None` if the
    /// check does not keep to the length.
    fn after(&mut self, mv: Move, len: u16) -> Result<Option<Best>, Cut> {
        if self.exact.defence(len - 1)? != Some(len - 1) {
            return Ok(None);
        }
        let attacker = !self.exact.pos.side_to_move();
        if len == 1 {
            return Ok(Some(Best {
                left: self.exact.pos.hand(attacker).total(),
                mv,
                answer: None,
            }));
        }
        let mut best: Option<Best> = None;
        let is_one_enough = self.is_one_enough(self.exact.pos.hand(attacker), len - 2);
        for answer in self.exact.best_answers(len - 1, is_one_enough)? {
            if best.is_some_and(|best| best.left == 0 || is_one_enough) {
                break;
            }
            self.exact.pos.do_move(answer);
            let found = self.best(len - 2);
            self.exact.pos.undo_move(answer);
            let left = found?.left;
            if best.is_none_or(|best| left < best.left) {
                best = Some(Best {
                    left,
                    mv,
                    answer: Some(answer),
                });
            }
        }
        Ok(best)
    }
}

/// Whether this many moves of the attacker, the mating move included, can use up the
/// hand: each drops at most one piece, and a pawn drop must not mate.
fn can_be_used_up(hand: Hand, moves: u16) -> bool {
    let moves = u32::from(moves);
    hand.total() <= moves && hand.count(PieceType::Pawn) <= moves.saturating_sub(1)
}
