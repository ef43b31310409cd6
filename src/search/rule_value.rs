//! Nodes that need no search: decided by repetition or the move limit, or too deep to go on.

use super::worker::Worker;
use crate::movegen::has_legal_move;
use crate::position::{Repetition, Sennichite};
use crate::types::{MAX_PLY, Value};

/// The smallest value of a game won by rule.
const LEAST_RULE_WIN: Value = Value(Value::RULE_WIN.0 - MAX_PLY as i32);

/// Whether the side to move is known to lose, by mate or by rule.
#[inline]
pub(super) fn is_lost(value: Value) -> bool {
    value <= -LEAST_RULE_WIN
}

/// Whether either side is known to lose, by mate or by rule.
#[inline]
pub(super) fn is_decided(value: Value) -> bool {
    value != Value::NONE && value.abs() >= LEAST_RULE_WIN
}

impl Worker<'_> {
    /// What a draw is worth, blurred a little so that the search does not take
    /// the first of many drawing lines for settled (Stockfish).
    #[inline]
    pub(super) fn draw_value(&self) -> Value {
        self.shared.draw_value(self.pos.side_to_move()) - 1 + (self.nodes & 2) as i32
    }

    /// The value of a node that needs no search: the search is stopped, or the
    /// game is decided, or the line is too long to go on.
    #[inline(always)]
    pub(super) fn value_without_search(&mut self, ply: usize, in_check: bool) -> Option<Value> {
        if self.shared.stopped() {
            return Some(Value::ZERO);
        }
        if let Some(value) = self.rule_value(ply) {
            return Some(value);
        }
        self.too_deep(ply, in_check)
    }

    /// The value of a position that repetition or the move limit decides.
    #[inline]
    fn rule_value(&mut self, ply: usize) -> Option<Value> {
        if self.pos.ply() > self.max_moves {
            return Some(self.move_limit_value(ply));
        }
        let value = match self.pos.repetition(ply) {
            Repetition::None if self.seen_thrice.is_empty() => return None,
            Repetition::None => return self.fourth_occurrence(),
            Repetition::Draw => self.draw_value(),
            Repetition::Win => Value::RULE_WIN,
            Repetition::Loss => -Value::RULE_WIN,
            Repetition::Superior => Value::SUPERIOR,
            Repetition::Inferior => -Value::SUPERIOR,
        };
        Some(value)
    }

    /// The move limit draws, but a mate given with the last move counts, and so
    /// does a perpetual check that it completes.
    #[cold]
    fn move_limit_value(&self, ply: usize) -> Value {
        if has_legal_move(&self.pos) {
            self.sennichite_value().unwrap_or(self.draw_value())
        } else {
            Value::mated_in(ply)
        }
    }

    /// The value of a position that has stood three times in the game, however
    /// far back: farther than every node could afford to look.
    #[cold]
    fn fourth_occurrence(&self) -> Option<Value> {
        if !self.seen_thrice.contains(&self.pos.key()) {
            return None;
        }
        self.sennichite_value()
    }

    /// What the rules say if the position stands for the fourth time.
    fn sennichite_value(&self) -> Option<Value> {
        Some(match self.pos.sennichite()? {
            Sennichite::Draw => self.draw_value(),
            Sennichite::SideToMoveWins => Value::RULE_WIN,
            Sennichite::SideToMoveLoses => -Value::RULE_WIN,
        })
    }

    /// The value of a position where the line has become too long to go on.
    #[inline]
    fn too_deep(&mut self, ply: usize, in_check: bool) -> Option<Value> {
        if ply < MAX_PLY - 1 {
            return None;
        }
        Some(if in_check {
            self.draw_value()
        } else {
            self.evaluate()
        })
    }
}
