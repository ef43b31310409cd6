//! How a move that was made is searched: principal variation search with late
//! move reductions (steps 21 to 24).

use super::move_loop::MoveLoop;
use super::node_state::{Candidate, NodeFacts};
use super::node_type::{NodeType, NonPv, Pv};
use super::tunables as tune;
use super::worker::Worker;
use crate::types::{Depth, Value};

impl Worker<'_> {
    /// The value of a move that was just made: reduced first if it comes late,
    /// and with the full window where it may become the principal variation.
    #[inline(always)]
    pub(super) fn search_made<N: NodeType>(
        &mut self,
        node: &NodeFacts,
        candidate: &Candidate,
        base_reduction: i32,
        moves: &MoveLoop,
        mut new_depth: Depth,
    ) -> Value {
        let ply = node.ply;
        let stored = &node.stored;
        let &MoveLoop {
            alpha,
            best_value,
            depth,
            ..
        } = moves;
        // Step 21. How much to reduce a late move.
        let reduction = self.late_move_reduction::<N>(node, candidate, base_reduction, moves);
        let mut value = Value::ZERO;
        if depth >= 2 && candidate.count > 1 {
            // Step 22. Late moves: reduced first, deeper if they surprise.
            let reduced =
                (new_depth - reduction / 1024).min(new_depth + 2).max(1) + Depth::from(N::PV);
            self.memory.stack.at_mut(ply).reduction = new_depth - reduced;
            value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, reduced, true);
            self.memory.stack.at_mut(ply).reduction = 0;
            let again = value > alpha;
            if again {
                let deeper = reduced < new_depth && value > best_value + tune::lmr_deeper();
                let shallower = value < best_value + tune::lmr_shallower();
                new_depth += Depth::from(deeper) - Depth::from(shallower);
                if new_depth > reduced {
                    let cut_node = !node.cut_node;
                    value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, new_depth, cut_node);
                }
                self.add_continuations(ply, candidate.piece, candidate.mv, tune::lmr_bonus());
            }
            self.memory.stats.reduced(again);
        } else if !N::PV || candidate.count > 1 {
            // Step 23. Full depth with a zero window.
            let reduction = reduction + i32::from(stored.mv.is_none()) * tune::full_no_tt_move();
            let less = Depth::from(reduction > tune::full_less_one())
                + Depth::from(reduction > tune::full_less_two() && new_depth > 2);
            let cut_node = !node.cut_node;
            value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, new_depth - less, cut_node);
        }
        if N::PV && (candidate.count == 1 || value > alpha) {
            // Step 24. The principal variation with the full window; a
            // stored move known deeper does not fall into quiescence.
            if Some(candidate.mv) == stored.mv
                && (stored.value != Value::NONE && stored.value.is_decisive() && stored.depth > 0
                    || stored.depth > 1)
            {
                new_depth = new_depth.max(1);
            }
            value = -self.search::<Pv>(ply + 1, -node.beta, -alpha, new_depth, false);
        }
        value
    }
}
