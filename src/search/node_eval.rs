//! Evaluation of a node before the search of its moves, and learning of its correction afterwards.

use super::correction_history::CorrectionKeys;
use super::node_state::{Lookup, MoveLoop, NodeFacts, NodeType, bound_fits};
use super::picker::is_capture_stage;
use super::tunables as tune;
use super::worker::Worker;
use crate::tt::TtEntry;
use crate::types::{Depth, Value};

impl Worker<'_> {
    /// The facts of a node, with its evaluation. The correction history corrects the evaluation,
    /// and the stored value replaces it where the stored bound is closer. The evaluation of a
    /// position new to the table is stored.
    #[inline(always)]
    pub(super) fn evaluate_node<N: NodeType>(
        &mut self,
        ply: usize,
        beta: Value,
        cut_node: bool,
        table: Lookup,
    ) -> NodeFacts {
        let frame = self.memory.stack.at(ply);
        let (in_check, excluded) = (frame.in_check, frame.excluded);
        let stored = table.stored;
        let (mut correction, mut raw_eval) = (0, Value::NONE);
        let static_eval = if in_check {
            self.memory.stack.before(ply, 2).static_eval
        } else if excluded.is_some() {
            // A singular search runs within the node's own search, which left the
            // evaluation in the stack frame.
            correction = self.correction(ply);
            raw_eval = self.memory.stack.at(ply).static_eval;
            raw_eval
        } else {
            correction = self.correction(ply);
            raw_eval = match stored.eval {
                Value::NONE => self.evaluate(),
                known => known,
            };
            corrected(raw_eval, correction)
        };
        let mut eval = static_eval;
        if !in_check && excluded.is_none() {
            if !table.hit {
                self.store(ply, TtEntry::evaluated(raw_eval, stored.pv));
            } else if bound_fits(&stored, eval + 1) {
                eval = stored.value;
            }
        }
        self.memory.stack.at_mut(ply).static_eval = static_eval;
        if !in_check && excluded.is_none() && !table.hit {
            self.credit_swing(ply, static_eval);
        }
        let eval_before = |back| self.memory.stack.before(ply, back).static_eval;
        let (own, opponent) = (eval_before(2), eval_before(1));
        NodeFacts {
            ply,
            us: self.pos.side_to_move(),
            in_check,
            cut_node,
            all_node: !N::PV && !cut_node,
            follows_pv: N::PV && self.follows_last_pv(ply),
            beta,
            excluded,
            hit: table.hit,
            stored,
            tt_capture: table.tt_capture,
            raw_eval,
            static_eval,
            eval,
            correction,
            improving: !in_check && own != Value::NONE && static_eval > own,
            opponent_worsening: !in_check && opponent != Value::NONE && static_eval > -opponent,
        }
    }

    /// Credits a quiet move after which the opponent's evaluation fell, and debits a
    /// quiet move after which it rose (Stockfish). Called only in positions that are new
    /// to the table, so that one fall counts once.
    fn credit_swing(&mut self, ply: usize, static_eval: Value) {
        let before = self.memory.stack.before(ply, 1);
        let Some(mv) = before.current_move else {
            return;
        };
        if before.in_check || before.static_eval == Value::NONE || self.pos.captured().is_some() {
            return;
        }
        let most = tune::swing_most();
        let fall = -(before.static_eval.0 + static_eval.0) + tune::swing_centre();
        let bonus = fall.clamp(-most, most) * tune::swing_weight();
        let them = !self.pos.side_to_move();
        self.memory.histories.main.update(them, mv, bonus);
    }

    /// Returns `depth`, or one ply more or less where the evaluation shows that the move
    /// that led here was reduced too much or too little.
    #[inline(always)]
    pub(super) fn hindsight_depth(
        &self,
        node: &NodeFacts,
        prior_reduction: Depth,
        mut depth: Depth,
    ) -> Depth {
        if node.in_check {
            return depth;
        }
        if prior_reduction >= tune::hindsight_deeper() && !node.opponent_worsening {
            depth += 1;
        }
        if prior_reduction >= tune::hindsight_shallower() && depth >= 2 {
            let opponent = self.memory.stack.before(node.ply, 1).static_eval;
            let quiet_sum = node.static_eval.0 + opponent.0;
            if opponent != Value::NONE && quiet_sum > tune::hindsight_sum() {
                depth -= 1;
            }
        }
        depth
    }

    /// Moves the corrections of similar positions towards the difference between search result and
    /// evaluation, if the bound of the result proves the sign of that difference.
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

    /// Keys of the position at `ply` in the correction history.
    #[inline(always)]
    pub(super) fn correction_keys(&self, ply: usize) -> CorrectionKeys {
        let key = |back: usize| self.memory.stack.before(ply, back).continuation.piece_to();
        CorrectionKeys::new(&self.pos, key(1), [key(2), key(4)])
    }

    /// The correction of the evaluation at `ply`, in 1/131072 of a search value.
    #[inline]
    pub(super) fn correction(&self, ply: usize) -> i32 {
        let keys = self.correction_keys(ply);
        self.memory.histories.correction.get(&keys)
    }
}

/// A raw evaluation with its correction (in 1/131072 of a search value) applied.
#[inline]
pub(super) fn corrected(raw: Value, correction: i32) -> Value {
    (raw + correction / 131_072).clamp_eval()
}
