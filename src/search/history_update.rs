//! History updates after the search of a node: a bonus for its best move, penalties for the moves
//! tried before, and credit for the move that led to the node.

use super::node_state::{MoveLoop, NodeFacts, NodeType};
use super::picker::is_capture_stage;
use super::tunables as tune;
use super::worker::Worker;
use crate::types::{Depth, Move, Piece, Value};

impl Worker<'_> {
    /// Updates the histories by the result of a node.
    #[inline(always)]
    pub(super) fn update_histories<N: NodeType>(&mut self, node: &NodeFacts, moves: &MoveLoop) {
        let ply = node.ply;
        if let Some(best) = moves.best_move {
            self.reward_best_move(node, best, moves);
            if !N::ROOT {
                let bonus = match Some(best) == node.stored.mv {
                    true => tune::tt_move_best(),
                    false => -tune::tt_move_not_best(),
                };
                self.memory.histories.tt_move.update(bonus);
            }
            return;
        }
        if node.excluded.is_none() && moves.move_count > 0 {
            self.reward_last_move(ply, moves.best_value, node.static_eval, moves.depth);
        }
        if moves.best_value <= moves.alpha {
            // All moves failed low, so the opponent's last move is good: if the parent
            // node is on a principal variation, this node counts as part of it too.
            let inherited = self.memory.stack.before(ply, 1).tt_pv;
            let frame = self.memory.stack.at_mut(ply);
            frame.tt_pv = frame.tt_pv || inherited;
        }
    }

    /// Bonus for the best move, penalties for the moves tried before it.
    fn reward_best_move(&mut self, node: &NodeFacts, best: Move, moves: &MoveLoop) {
        let (ply, depth) = (node.ply, moves.depth);
        let before = *self.memory.stack.before(ply, 1);
        let bonus = (tune::bonus_depth() * depth - tune::bonus_offset()).min(tune::bonus_max())
            + tune::bonus_tt_move() * i32::from(Some(best) == node.stored.mv)
            + before.stat_score / tune::bonus_stat_score();
        let mut malus = (tune::malus_depth() * depth - tune::malus_offset()).min(tune::malus_max());
        let piece = self.pos.moved_piece_after(best);
        if is_capture_stage(&self.pos, best) {
            let victim = self.pos.captured_by(best).map(|p| p.kind());
            let histories = &mut self.memory.histories;
            histories.capture.update(
                piece,
                best.to(),
                victim,
                bonus * tune::bonus_capture() / 1024,
            );
        } else {
            self.reward_quiet(ply, best, bonus * tune::bonus_quiet() / 1024);
            for &mv in &moves.quiets {
                self.reward_quiet(ply, mv, -malus * tune::malus_quiet() / 1024);
                malus = malus * tune::malus_decay() / 1024;
            }
        }
        // The best move refutes an early quiet move of the opponent.
        if before.move_count == 1 + i32::from(before.tt_hit) && self.pos.captured().is_none() {
            self.reward_continuation_of_last(ply, -malus * tune::malus_last() / 1024);
        }
        for &mv in &moves.captures {
            let piece = self.pos.moved_piece_after(mv);
            let victim = self.pos.captured_by(mv).map(|p| p.kind());
            let histories = &mut self.memory.histories;
            histories.capture.update(
                piece,
                mv.to(),
                victim,
                -malus * tune::malus_capture() / 1024,
            );
        }
    }

    /// Credits the move that led here, which is good since no move raised alpha.
    fn reward_last_move(&mut self, ply: usize, best: Value, static_eval: Value, depth: Depth) {
        let before = *self.memory.stack.before(ply, 1);
        let (Some(mv), Some(piece)) = (before.current_move, before.moved) else {
            return;
        };
        let side = !self.pos.side_to_move();
        if let Some(victim) = self.pos.captured() {
            let histories = &mut self.memory.histories;
            histories
                .capture
                .update(piece, mv.to(), Some(victim.kind()), tune::credit_capture());
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
            + tune::credit_late() * i32::from(before.move_count > tune::credit_late_moves())
            + tune::credit_below() * i32::from(below)
            + tune::credit_below_before() * i32::from(below_before)
            - before.stat_score / tune::credit_stat_score();
        let bonus = (tune::credit_bonus_depth() * depth - tune::credit_bonus_offset())
            .min(tune::credit_bonus_max())
            * weight.max(0);
        let continuation = bonus * tune::credit_continuation() / 32768;
        self.reward_continuation_of_last(ply, continuation);
        let histories = &mut self.memory.histories;
        histories
            .main
            .update(side, mv, bonus * tune::credit_main() / 32768);
    }

    /// Adds `bonus` to all histories of a quiet move of this node.
    pub(super) fn reward_quiet(&mut self, ply: usize, mv: Move, bonus: i32) {
        let us = self.pos.side_to_move();
        let piece = self.pos.moved_piece_after(mv);
        let histories = &mut self.memory.histories;
        histories.main.update(us, mv, bonus);
        let bonus = bonus * tune::quiet_continuation() / 1024;
        self.add_continuations(ply, piece, mv, bonus);
    }

    /// Adds `bonus` to the continuation histories of the move that led to this node.
    pub(super) fn reward_continuation_of_last(&mut self, ply: usize, bonus: i32) {
        let before = self.memory.stack.before(ply, 1);
        if let (Some(mv), Some(piece)) = (before.current_move, before.moved)
            && ply > 0
        {
            self.add_continuations(ply - 1, piece, mv, bonus);
        }
    }

    /// Adds `bonus` to the continuation histories of a move made at `ply`, weighted by
    /// the distance of the earlier move.
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
            // The reply to a check depends little on moves further back.
            if in_check && back > 2 {
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
                .continuation
                .update(key, piece, mv.to(), amount);
        }
    }
}
