//! By how much late moves are reduced (steps 18 and 21).

use super::move_loop::MoveLoop;
use super::node_state::{Candidate, NodeFacts};
use super::node_type::NodeType;
use super::piece_to::piece_to;
use super::tunables as tune;
use super::worker::Worker;
use crate::types::{PieceType, Value};

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

    /// What a quiet move was worth after each of the last two moves.
    #[inline(always)]
    pub(super) fn continuation_score(&self, node: &NodeFacts, candidate: &Candidate) -> i32 {
        let index = piece_to(candidate.piece, candidate.mv.to());
        let after = |back: usize| {
            let key = node.continuations[back];
            i32::from(self.memory.histories.continuation.after(key)[index])
        };
        after(0) + after(1)
    }

    /// What the histories say about a move. To be read before it is made.
    #[inline(always)]
    pub(super) fn stat_score(&self, node: &NodeFacts, candidate: &Candidate) -> i32 {
        let histories = &self.memory.histories;
        let &Candidate {
            mv, piece, victim, ..
        } = candidate;
        if candidate.capture {
            tune::stat_score_victim() * victim.map_or(0, PieceType::exchange_value) / 128
                + histories.capture.get(piece, mv.to(), victim)
        } else {
            2 * histories.main.get(node.us, mv) + self.continuation_score(node, candidate)
        }
    }

    /// The reduction of a late move, in 1/1024 ply: its `base` and all that is
    /// known about node and move.
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
        reduction -= stack.at(node.ply).stat_score * tune::lmr_history() / 4096;
        if node.all_node {
            reduction += reduction * tune::lmr_all() / (256 * moves.depth + 260);
        }
        reduction
    }
}
