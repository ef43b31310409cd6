//! Late move reductions and principal variation search: the depth and the window
//! with which a move is searched.

use super::node_state::{Candidate, MoveLoop, NodeFacts, NodeType, NonPv, Pv};
use super::rows::piece_to;
use super::tunables as tune;
use super::worker::Worker;
use crate::types::{Depth, PieceType, Value};

impl Worker<'_> {
    /// The base of the late move reduction, in 1/1024 ply.
    #[inline]
    pub(super) fn base_reduction(
        &self,
        node: &NodeFacts,
        candidate: &Candidate,
        moves: &MoveLoop,
    ) -> i32 {
        let scale = self.logarithms.of(moves.depth) * self.logarithms.of(candidate.count);
        scale - (node.beta - moves.alpha) * tune::lmr_delta() / self.root_delta
            + i32::from(!node.improving) * scale * tune::lmr_not_improving() / 512
            + tune::lmr_base()
    }

    /// Sum of the continuation scores of a quiet move after each of the last two moves.
    #[inline(always)]
    pub(super) fn continuation_score(&self, moves: &MoveLoop, candidate: &Candidate) -> i32 {
        let index = piece_to(candidate.piece, candidate.mv.to());
        let after = |back: usize| {
            let key = moves.continuations[back];
            i32::from(self.memory.histories.continuation.after(key)[index])
        };
        after(0) + after(1)
    }

    /// The history score of a move. Must be called before the move is made.
    #[inline(always)]
    pub(super) fn stat_score(
        &self,
        node: &NodeFacts,
        candidate: &Candidate,
        moves: &MoveLoop,
    ) -> i32 {
        let histories = &self.memory.histories;
        let &Candidate {
            mv, piece, victim, ..
        } = candidate;
        if candidate.capture {
            tune::stat_score_victim() * victim.map_or(0, PieceType::exchange_value) / 128
                + histories.capture.get(piece, mv.to(), victim)
        } else {
            2 * histories.main.get(node.us, mv) + self.continuation_score(moves, candidate)
        }
    }

    /// The reduction of a late move, in 1/1024 ply: `base` plus the terms of the node and the move.
    #[inline(always)]
    pub(super) fn late_move_reduction<N: NodeType>(
        &self,
        node: &NodeFacts,
        candidate: &Candidate,
        base: i32,
        moves: &MoveLoop,
    ) -> i32 {
        let stored = &node.stored;
        let stack = &self.memory.stack;
        let mut reduction = base;
        if stored.pv {
            reduction += tune::lmr_ttpv_pruning();
            reduction -= tune::lmr_ttpv()
                + tune::lmr_ttpv_pv() * i32::from(N::PV)
                + tune::lmr_ttpv_value()
                    * i32::from(stored.value != Value::NONE && stored.value > moves.alpha)
                + i32::from(stored.depth >= moves.depth)
                    * (tune::lmr_ttpv_depth()
                        + tune::lmr_ttpv_depth_cut() * i32::from(node.cut_node));
        }
        reduction += tune::lmr_constant();
        reduction -= tune::lmr_move_count() * candidate.count;
        reduction -= node.correction.abs() / tune::lmr_correction();
        if node.cut_node {
            reduction +=
                tune::lmr_cut() + tune::lmr_cut_no_tt_move() * i32::from(stored.mv.is_none());
        }
        if node.tt_capture {
            reduction += tune::lmr_tt_capture();
        }
        let cutoffs = stack.at(node.ply + 1).cutoff_count;
        if cutoffs > 1 {
            reduction += tune::lmr_cutoffs()
                + tune::lmr_cutoffs_many() * i32::from(cutoffs > 2)
                + tune::lmr_cutoffs_all() * i32::from(node.all_node);
        }
        if Some(candidate.mv) == stored.mv {
            reduction -= tune::lmr_tt_move();
        }
        if candidate.gives_check {
            reduction -= tune::lmr_check();
        }
        if candidate.mv.is_promotion() {
            reduction -= tune::lmr_promotion();
        }
        if candidate.mv.is_drop() {
            reduction -= tune::lmr_drop();
        }
        reduction -= stack.at(node.ply).stat_score * tune::lmr_history() / 4096;
        if node.all_node {
            reduction += reduction * tune::lmr_all() / (256 * moves.depth + 260);
        }
        reduction
    }

    /// The value of a move that was just made: searched to a reduced depth first if it
    /// comes late, and with the full window if it may become the principal variation.
    #[inline(always)]
    pub(super) fn search_move<N: NodeType>(
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
        let reduction = self.late_move_reduction::<N>(node, candidate, base_reduction, moves);
        let mut value = Value::ZERO;
        if depth >= 2 && candidate.count > 1 {
            // Late moves: a reduced depth first, more depth if the move beats alpha.
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
            // A move that LMR does not reduce: full depth, or up to two plies less, with
            // a zero window.
            let reduction = reduction + i32::from(stored.mv.is_none()) * tune::full_no_tt_move();
            let less = Depth::from(reduction > tune::full_less_one())
                + Depth::from(reduction > tune::full_less_two() && new_depth > 2);
            let cut_node = !node.cut_node;
            value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, new_depth - less, cut_node);
        }
        if N::PV && (candidate.count == 1 || value > alpha) {
            // The principal variation, with the full window. A stored move is searched at least one
            // ply deep if its entry is deeper than one ply, or holds a mate found by a search.
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
