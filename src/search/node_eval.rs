//! What a node is worth before its moves are searched (steps 7 to 9), and what
//! their search teaches about that (step 30).

use super::correction_history::CorrectionKeys;
use super::node_state::{MoveLoop, NodeFacts, bound_fits};
use super::picker::is_capture_stage;
use super::tunables as tune;
use super::worker::Worker;
use crate::tt::{Entry, UNSEARCHED};
use crate::types::{Bound, Depth, Value};

impl Worker<'_> {
    /// Step 7: the static evaluation, and what the table knows better.
    #[inline(always)]
    pub(super) fn evaluate_node(&mut self, node: &mut NodeFacts) {
        let ply = node.ply;
        if node.in_check {
            node.static_eval = self.memory.stack.before(ply, 2).static_eval;
            node.eval = node.static_eval;
        } else if node.excluded.is_some() {
            node.correction = self.correction(ply);
            node.static_eval = self.memory.stack.at(ply).static_eval;
            node.eval = node.static_eval;
            node.raw_eval = node.static_eval;
        } else {
            node.correction = self.correction(ply);
            node.raw_eval = match node.stored.eval {
                Value::NONE => self.evaluate(),
                known => known,
            };
            node.static_eval = corrected(node.raw_eval, node.correction);
            node.eval = node.static_eval;
            if !node.hit {
                let entry = Entry {
                    mv: None,
                    value: Value::NONE,
                    eval: node.raw_eval,
                    depth: UNSEARCHED,
                    bound: Bound::None,
                    pv: node.stored.pv,
                };
                self.store(ply, entry);
            } else if bound_fits(&node.stored, node.eval + 1) {
                node.eval = node.stored.value;
            }
        }
        self.memory.stack.at_mut(ply).static_eval = node.static_eval;
        if !node.in_check && node.excluded.is_none() {
            self.credit_swing(node);
        }
    }

    /// Credits a quiet move after which the evaluation fell for its opponent,
    /// and debits one after which it rose (Stockfish). Only in positions that are
    /// new to the table: where they come back, the same fall would count again
    /// and again.
    fn credit_swing(&mut self, node: &NodeFacts) {
        let before = self.memory.stack.before(node.ply, 1);
        let Some(mv) = before.current_move else {
            return;
        };
        if before.in_check
            || before.static_eval == Value::NONE
            || self.pos.captured().is_some()
            || node.hit
        {
            return;
        }
        let most = tune::swing_most();
        let fall = -(before.static_eval.0 + node.static_eval.0) + tune::swing_centre();
        let bonus = fall.clamp(-most, most) * tune::swing_weight();
        self.memory.histories.main.update(!node.us, mv, bonus);
    }

    /// Step 8: is the position getting better, for the side to move and for the opponent?
    #[inline(always)]
    pub(super) fn compare_evaluations(&self, node: &mut NodeFacts) {
        if node.in_check {
            return;
        }
        let eval_before = |back| self.memory.stack.before(node.ply, back).static_eval;
        let (own, opponent) = (eval_before(2), eval_before(1));
        node.improving = own != Value::NONE && node.static_eval > own;
        node.opponent_worsening = opponent != Value::NONE && node.static_eval > -opponent;
    }

    /// Step 9: the depth, in hindsight of whether the last reduction was too
    /// much or too little.
    #[inline(always)]
    pub(super) fn hindsight(&self, node: &NodeFacts, mut depth: Depth) -> Depth {
        if node.in_check {
            return depth;
        }
        if node.prior_reduction >= tune::hindsight_deeper() && !node.opponent_worsening {
            depth += 1;
        }
        if node.prior_reduction >= tune::hindsight_shallower() && depth >= 2 {
            let opponent = self.memory.stack.before(node.ply, 1).static_eval;
            let quiet_sum = node.static_eval.0 + opponent.0;
            if opponent != Value::NONE && quiet_sum > tune::hindsight_sum() {
                depth -= 1;
            }
        }
        depth
    }

    /// Step 30: corrects the evaluation of positions like this one by what the
    /// search found it short of, exactly or at least.
    #[inline(always)]
    pub(super) fn correct_evaluation(&mut self, node: &NodeFacts, moves: &MoveLoop) {
        let best = moves.best_move;
        if node.in_check
            || node.excluded.is_some()
            || best.is_some_and(|mv| is_capture_stage(&self.pos, mv))
            || (moves.best_value > node.static_eval) != best.is_some()
        {
            return;
        }
        let error = moves.best_value - node.static_eval;
        let scale = match best {
            Some(_) => tune::correct_raised(),
            None => tune::correct_failed_low(),
        };
        let keys = self.correction_keys(node.ply);
        let bonus = (error * moves.depth * scale / 128).clamp(-256, 256);
        self.memory.histories.correction.update(&keys, bonus);
    }

    /// Where the corrections of the position at `ply` are found.
    #[inline(always)]
    pub(super) fn correction_keys(&self, ply: usize) -> CorrectionKeys {
        let key = |back: usize| self.memory.stack.before(ply, back).continuation.piece_to();
        CorrectionKeys::new(&self.pos, key(1), [key(2), key(4)])
    }

    /// The correction of the evaluation, in 1/131072.
    #[inline]
    pub(super) fn correction(&self, ply: usize) -> i32 {
        let keys = self.correction_keys(ply);
        self.memory.histories.correction.get(&keys)
    }
}

/// A raw evaluation with its correction (in 1/131072) applied.
#[inline]
pub(super) fn corrected(raw: Value, correction: i32) -> Value {
    (raw + correction / 131_072).clamp_eval()
}
