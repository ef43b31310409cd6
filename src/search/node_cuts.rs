//! Searches that may spare a node its own moves: null move and ProbCut.

use super::node_type::NonPv;
use super::picker::Picker;
use super::tunables as tune;
use super::worker::Worker;
use crate::movegen::is_legal_generated;
use crate::position::CheckInfo;
use crate::types::{Bound, Depth, Move, Value};

impl Worker<'_> {
    /// Step 12: passes and searches; deep results are verified without passing.
    pub(super) fn null_move(&mut self, ply: usize, beta: Value, depth: Depth) -> Option<Value> {
        let reduction = tune::nmp_reduction() + depth / tune::nmp_reduction_depth();
        self.do_null_move(ply);
        let value = -self.search::<NonPv>(ply + 1, -beta, -beta + 1, depth - reduction, false);
        self.undo_null_move();
        if self.shared.stopped() {
            return Some(Value::ZERO);
        }
        if value < beta || value.is_win() {
            return None;
        }
        if self.null_move_from != 0 || depth < tune::nmp_verify_depth() {
            return Some(value);
        }
        self.null_move_from = ply + 3 * (depth - reduction).max(0) as usize / 4;
        let verified = self.search::<NonPv>(ply, beta - 1, beta, depth - reduction, false);
        self.null_move_from = 0;
        (verified >= beta).then_some(value)
    }

    /// Step 15: looks for a capture that beats `high`.
    #[expect(clippy::too_many_arguments, reason = "the node's own variables")]
    pub(super) fn prob_cut(
        &mut self,
        ply: usize,
        beta: Value,
        high: Value,
        depth: Depth,
        cut_node: bool,
        tt_move: Option<Move>,
        checks: &CheckInfo,
        raw_eval: Value,
    ) -> Option<Value> {
        let shared = self.shared;
        let all = shared.options.generate_all_legal_moves;
        let static_eval = self.memory.stack.at(ply).static_eval;
        let mut picker = Picker::prob_cut(&self.pos, tt_move, high - static_eval, all);
        let reduced = depth - 4;
        loop {
            let mv = picker.next(&self.picker_context(checks))?;
            if !is_legal_generated(&self.pos, mv) {
                continue;
            }
            self.prefetch_after(mv);
            let gives_check = checks.gives_check(&self.pos, mv);
            self.do_move(ply, mv, gives_check);
            let mut value = -self.qsearch::<NonPv>(ply + 1, -high, -high + 1);
            if value >= high && reduced > 0 {
                value = -self.search::<NonPv>(ply + 1, -high, -high + 1, reduced, !cut_node);
            }
            self.undo_move(mv);
            if shared.stopped() {
                return Some(Value::ZERO);
            }
            if value >= high {
                let tt_pv = self.memory.stack.at(ply).tt_pv;
                self.store(
                    ply,
                    Some(mv),
                    value,
                    raw_eval,
                    depth - 3,
                    Bound::Lower,
                    tt_pv,
                );
                if !value.is_decisive() {
                    return Some(value - (high - beta));
                }
            }
        }
    }
}
