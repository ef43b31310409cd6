//! Learning from a node: which histories its outcome rewards, and which it punishes (step 28),
//! and what it says of the evaluation (step 30).

use arrayvec::ArrayVec;

use super::picker::is_capture_stage;
use super::tunables::{self as tune, uses};
use super::worker::Worker;
use crate::types::{Depth, Move, Piece, Value};

/// Moves remembered to be punished when a later one is better.
const SEARCHED_MAX: usize = 32;
/// The moves of a node that were searched and were not the best.
pub(super) type Searched = ArrayVec<Move, SEARCHED_MAX>;

impl Worker<'_> {
    /// Rewards the best move and punishes those tried before it.
    pub(super) fn update_histories(
        &mut self,
        ply: usize,
        best: Move,
        quiets: &Searched,
        captures: &Searched,
        depth: Depth,
        tt_move: Option<Move>,
    ) {
        let before = *self.memory.stack.before(ply, 1);
        let bonus = (tune::bonus_depth() * depth - tune::bonus_offset()).min(tune::bonus_max())
            + tune::bonus_tt_move() * i32::from(Some(best) == tt_move)
            + before.stat_score / 32;
        let mut malus = (tune::malus_depth() * depth - tune::malus_offset()).min(tune::malus_max());
        let piece = self.pos.moved_piece_after(best);
        if is_capture_stage(&self.pos, best) {
            let victim = self.pos.captured_by(best).map(|p| p.kind());
            let histories = &mut self.memory.histories;
            histories.add_capture(
                piece,
                best.to(),
                victim,
                bonus * tune::bonus_capture() / 1024,
            );
        } else {
            self.reward_quiet(ply, best, bonus * tune::bonus_quiet() / 1024);
            for &mv in quiets {
                self.reward_quiet(ply, mv, -malus * tune::malus_quiet() / 1024);
                malus = malus * tune::malus_decay() / 1024;
            }
        }
        // An early quiet move of the opponent was refuted.
        if before.move_count == 1 + i32::from(before.tt_hit) && self.pos.captured().is_none() {
            self.reward_continuation_of_last(ply, -malus * tune::malus_last() / 1024);
        }
        for &mv in captures {
            let piece = self.pos.moved_piece_after(mv);
            let victim = self.pos.captured_by(mv).map(|p| p.kind());
            let histories = &mut self.memory.histories;
            histories.add_capture(
                piece,
                mv.to(),
                victim,
                -malus * tune::malus_capture() / 1024,
            );
        }
    }

    /// No move raised alpha: the move that led here deserves credit.
    pub(super) fn reward_last_move(
        &mut self,
        ply: usize,
        best: Value,
        static_eval: Value,
        depth: Depth,
    ) {
        let before = *self.memory.stack.before(ply, 1);
        let (Some(mv), Some(piece)) = (before.current_move, before.moved) else {
            return;
        };
        let side = !self.pos.side_to_move();
        if let Some(victim) = self.pos.captured() {
            let histories = &mut self.memory.histories;
            histories.add_capture(piece, mv.to(), Some(victim.kind()), tune::credit_capture());
            return;
        }
        let in_check = self.pos.in_check();
        let known = before.static_eval != Value::NONE;
        let below = !in_check && best <= static_eval - tune::credit_below_margin();
        let below_before = !before.in_check
            && known
            && best <= -before.static_eval - tune::credit_below_before_margin();
        let weight = tune::credit_base()
            + (tune::credit_depth() * depth).min(tune::credit_depth_max())
            + tune::credit_late() * i32::from(before.move_count > 8)
            + tune::credit_below() * i32::from(below)
            + tune::credit_below_before() * i32::from(below_before)
            - before.stat_score / tune::credit_stat_score();
        let bonus = (tune::credit_bonus_depth() * depth - tune::credit_bonus_offset())
            .min(tune::credit_bonus_max())
            * weight.max(0);
        let continuation = bonus * tune::credit_continuation() / 32768;
        self.reward_continuation_of_last(ply, continuation);
        let histories = &mut self.memory.histories;
        histories.add_main(side, mv, bonus * tune::credit_main() / 32768);
    }

    /// Corrects the evaluation of positions like this one by `error`: what the
    /// search found it short of, exactly or at least.
    pub(super) fn correct_evaluation(
        &mut self,
        ply: usize,
        error: i32,
        depth: Depth,
        has_best: bool,
    ) {
        let scale = match has_best {
            true => tune::correct_raised(),
            false => tune::correct_failed_low(),
        };
        let bonus = (error * depth * scale / 128).clamp(-256, 256);
        let keys = self.correction_keys(ply);
        self.memory.histories.add_corrections(&keys, bonus);
    }

    /// Adds to every history of a quiet move of this node.
    pub(super) fn reward_quiet(&mut self, ply: usize, mv: Move, bonus: i32) {
        let us = self.pos.side_to_move();
        let piece = self.pos.moved_piece_after(mv);
        let histories = &mut self.memory.histories;
        histories.add_main(us, mv, bonus);
        let bonus = bonus * tune::quiet_continuation() / 1024;
        self.add_continuations(ply, piece, mv, bonus);
    }

    /// Adds to the continuation histories of the move that led to this node.
    pub(super) fn reward_continuation_of_last(&mut self, ply: usize, bonus: i32) {
        let before = self.memory.stack.before(ply, 1);
        if let (Some(mv), Some(piece)) = (before.current_move, before.moved)
            && ply > 0
        {
            self.add_continuations(ply - 1, piece, mv, bonus);
        }
    }

    /// Adds to the continuation histories of a move made at `ply`.
    pub(super) fn add_continuations(&mut self, ply: usize, piece: Piece, mv: Move, bonus: i32) {
        let weights = [
            tune::continuation_1(),
            tune::continuation_2(),
            tune::continuation_3(),
            tune::continuation_4(),
            tune::continuation_5(),
            tune::continuation_6(),
        ];
        let memory = &mut *self.memory;
        let in_check = memory.stack.at(ply).in_check;
        for (back, weight) in (1..).zip(weights) {
            // Answers to a check say little about plans made longer ago.
            if in_check && back > 2 || back > 1 && !uses::far_continuation() {
                break;
            }
            let frame = memory.stack.before(ply, back);
            if frame.current_move.is_none() {
                continue;
            }
            let key = frame.continuation;
            let amount = bonus * weight / 1024 + tune::continuation_last() * i32::from(back < 2);
            memory
                .histories
                .add_continuation(key, piece, mv.to(), amount);
        }
    }
}
