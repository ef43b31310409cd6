//! What may spare a node the search of its moves: the table, razoring, reverse
//! futility, null move and ProbCut.

use super::node_state::{NodeFacts, bound_fits};
use super::node_type::{NodeType, NonPv};
use super::picker::Picker;
use super::tunables as tune;
use super::worker::Worker;
use crate::movegen::is_legal_generated;
use crate::position::CheckInfo;
use crate::tt::Entry;
use crate::types::{Bound, Depth, Value};

impl Worker<'_> {
    /// Step 4: the stored value, if it was searched deep enough.
    #[inline(always)]
    pub(super) fn table_cutoff<N: NodeType>(
        &mut self,
        node: &NodeFacts,
        depth: Depth,
    ) -> Option<Value> {
        let stored = &node.stored;
        if N::PV
            || !node.hit
            || node.excluded.is_some()
            || stored.depth <= depth - Depth::from(stored.value <= node.beta)
            || !bound_fits(stored, node.beta)
            || node.cut_node != (stored.value >= node.beta) && depth <= tune::tt_cut_kind_depth()
        {
            return None;
        }
        if let Some(mv) = stored.mv
            && stored.value >= node.beta
        {
            if !node.tt_capture {
                let bonus =
                    (tune::tt_cut_depth() * depth - tune::tt_cut_offset()).min(tune::tt_cut_max());
                self.reward_quiet(node.ply, mv, bonus);
            }
            let late = self.memory.stack.before(node.ply, 1).move_count > tune::tt_cut_moves();
            if !late && self.pos.captured().is_none() {
                self.reward_continuation_of_last(node.ply, -tune::tt_cut_last());
            }
        }
        Some(stored.value)
    }

    /// Step 10: far below alpha only captures can help.
    #[inline(always)]
    pub(super) fn razoring<N: NodeType>(
        &mut self,
        node: &NodeFacts,
        alpha: Value,
        depth: Depth,
    ) -> Option<Value> {
        let low = alpha - tune::razor_base() - tune::razor_depth() * depth * depth;
        if N::PV || node.eval >= low {
            return None;
        }
        Some(self.qsearch::<NonPv>(node.ply, alpha, alpha + 1))
    }

    /// Step 11: far above beta the opponent will not come back.
    #[inline(always)]
    pub(super) fn reverse_futility(&self, node: &NodeFacts, depth: Depth) -> Option<Value> {
        if node.stored.pv
            || depth >= tune::rfp_max_depth()
            || node.stored.mv.is_some() && !node.tt_capture
            || node.beta.is_loss()
            || node.eval.is_win()
        {
            return None;
        }
        let per_depth = tune::rfp_depth() - i32::from(!node.hit) * tune::rfp_no_hit();
        let bonus = (i32::from(node.improving) * tune::rfp_improving()
            + i32::from(node.opponent_worsening) * tune::rfp_worsening())
            * per_depth
            / 1024;
        let margin = per_depth * depth - bonus + node.correction.abs() / tune::rfp_correction();
        // Improving, the margin of a shallow node can be below zero.
        (node.eval - margin >= node.beta && node.eval >= node.beta)
            .then_some(Value((2 * node.beta.0 + node.eval.0) / 3))
    }

    /// Step 12: if passing beats beta, so does some move.
    #[inline(always)]
    pub(super) fn null_move(&mut self, node: &NodeFacts, depth: Depth) -> Option<Value> {
        let enough = node.beta
            - tune::nmp_depth() * depth
            - tune::nmp_improving() * i32::from(node.improving)
            + tune::nmp_base();
        if !node.cut_node
            || (self.memory.stack.before(node.ply, 1).current_move).is_none()
            || node.ply < self.null_move_from
            || node.beta.is_loss()
            || node.static_eval < enough
        {
            return None;
        }
        let reduction = tune::nmp_reduction() + depth / tune::nmp_reduction_depth();
        self.pass(node.ply, node.beta, depth, reduction)
    }

    /// Passes and searches; deep results are verified without passing.
    fn pass(&mut self, ply: usize, beta: Value, depth: Depth, reduction: i32) -> Option<Value> {
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

    /// Step 15, ProbCut: a capture that beats beta by much in a shallow search
    /// beats beta in a deep one.
    #[inline(always)]
    pub(super) fn prob_cut(
        &mut self,
        node: &NodeFacts,
        depth: Depth,
        checks: &CheckInfo,
    ) -> Option<Value> {
        if node.in_check || node.excluded.is_some() || depth < 3 || node.beta.is_decisive() {
            return None;
        }
        let margin = tune::probcut_margin() - tune::probcut_improving() * i32::from(node.improving);
        let high = node.beta + margin;
        let stored = node.stored.value;
        if high.is_decisive() || stored != Value::NONE && stored < high {
            return None;
        }
        self.try_captures(node, high, depth, checks)
    }

    /// Looks for a capture that beats `high`.
    #[inline(never)]
    fn try_captures(
        &mut self,
        node: &NodeFacts,
        high: Value,
        depth: Depth,
        checks: &CheckInfo,
    ) -> Option<Value> {
        let ply = node.ply;
        let all = self.shared.options.generate_all_legal_moves;
        let gain = high - self.memory.stack.at(ply).static_eval;
        let less = 4 + tune::probcut_less_improving() * Depth::from(node.improving);
        let mut picker = Picker::prob_cut(&self.pos, node.stored.mv, gain, all);
        while let Some(mv) = picker.next(&self.picker_context(checks)) {
            if !is_legal_generated(&self.pos, mv) {
                continue;
            }
            let gives_check = checks.gives_check(&self.pos, mv);
            self.do_move(ply, mv, gives_check);
            let mut value = -self.qsearch::<NonPv>(ply + 1, -high, -high + 1);
            if value >= high && depth > less {
                let depth = depth - less;
                value = -self.search::<NonPv>(ply + 1, -high, -high + 1, depth, !node.cut_node);
            }
            self.undo_move(mv);
            if self.shared.stopped() {
                return Some(Value::ZERO);
            }
            if value >= high {
                let entry = Entry {
                    mv: Some(mv),
                    value,
                    eval: node.raw_eval,
                    depth: depth - less + 1,
                    bound: Bound::Lower,
                    pv: self.memory.stack.at(ply).tt_pv,
                };
                self.store(ply, entry);
                if !value.is_decisive() {
                    return Some(value - (high - node.beta));
                }
            }
        }
        None
    }
}

/// Step 16, small ProbCut: the same from the table alone.
#[inline(always)]
pub(super) fn small_prob_cut<N: NodeType>(node: &NodeFacts, depth: Depth) -> Option<Value> {
    let stored = &node.stored;
    let high = node.beta + tune::small_probcut_margin();
    (!N::ROOT
        && stored.bound.is_lower()
        && stored.depth >= depth - 4
        && stored.value >= high
        && stored.value != Value::NONE
        && !node.beta.is_decisive()
        && !stored.value.is_decisive())
    .then_some(high)
}
