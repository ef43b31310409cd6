//! Which moves are not worth a search (step 18).

use super::move_loop::MoveLoop;
use super::node_state::{Candidate, NodeFacts};
use super::tunables as tune;
use super::worker::Worker;
use crate::types::{Depth, PieceType, Value};

/// What is to become of a move.
pub(super) enum Verdict {
    /// It is searched.
    Search,
    /// It is left out.
    Prune,
    /// It is left out because it would hardly reach more than this value.
    Futile(Value),
}

impl Worker<'_> {
    /// Whether so many moves were looked at that quiet ones are left out.
    #[inline(always)]
    pub(super) fn is_late(&self, node: &NodeFacts, moves: &MoveLoop) -> bool {
        let enough =
            (tune::lmp_base() + moves.depth * moves.depth) / (2 - i32::from(node.improving));
        moves.move_count >= enough
    }

    /// Judges a move by the depth of the node and by the depth that its `base`
    /// reduction (in 1/1024 ply) leaves.
    #[inline(always)]
    pub(super) fn verdict(
        &self,
        node: &NodeFacts,
        candidate: &Candidate,
        moves: &MoveLoop,
        base: i32,
    ) -> Verdict {
        let reduction = base + i32::from(node.stored.pv) * tune::lmr_ttpv_pruning();
        let lmr_depth = moves.depth - 1 - reduction / 1024;
        if candidate.capture || candidate.gives_check {
            self.verdict_on_capture(node, candidate, moves, lmr_depth)
        } else {
            self.verdict_on_quiet(node, candidate, moves, lmr_depth)
        }
    }

    /// Futility and exchange of a capture, exchange of a check.
    #[inline(always)]
    fn verdict_on_capture(
        &self,
        node: &NodeFacts,
        candidate: &Candidate,
        moves: &MoveLoop,
        lmr_depth: Depth,
    ) -> Verdict {
        let &Candidate {
            mv, piece, victim, ..
        } = candidate;
        let history = self.memory.histories.capture.get(piece, mv.to(), victim);
        if !candidate.gives_check && !node.in_check && lmr_depth < tune::capture_futility_max() {
            let reach = node.static_eval
                + tune::capture_futility()
                + tune::capture_futility_depth() * lmr_depth
                + victim.map_or(0, PieceType::exchange_value)
                + tune::capture_futility_history() * history / 1024;
            if reach <= moves.alpha {
                return Verdict::Prune;
            }
        }
        let margin = (tune::capture_see_depth() * moves.depth
            + history * tune::capture_see_history() / 1024)
            .max(0);
        if !self.pos.see_ge(mv, -margin) {
            return Verdict::Prune;
        }
        Verdict::Search
    }

    /// History, futility and exchange of a quiet move.
    #[inline(always)]
    fn verdict_on_quiet(
        &self,
        node: &NodeFacts,
        candidate: &Candidate,
        moves: &MoveLoop,
        mut lmr_depth: Depth,
    ) -> Verdict {
        let mv = candidate.mv;
        if node.follows_pv {
            return Verdict::Search;
        }
        let mut history = self.continuation_score(node, candidate);
        if history < -tune::quiet_history() * moves.depth {
            return Verdict::Prune;
        }
        history += tune::quiet_history_main() * self.memory.histories.main.get(node.us, mv) / 32;
        lmr_depth += history / tune::quiet_history_ply();
        if !node.in_check && lmr_depth < tune::quiet_futility_max() {
            let reach = node.static_eval
                + tune::quiet_futility()
                + tune::quiet_futility_no_best() * i32::from(moves.best_move.is_none())
                + tune::quiet_futility_depth() * lmr_depth
                + tune::quiet_futility_above() * i32::from(node.static_eval > moves.alpha);
            if reach <= moves.alpha {
                return Verdict::Futile(reach);
            }
        }
        let lmr_depth = lmr_depth.max(0);
        if !self
            .pos
            .see_ge(mv, -tune::quiet_see() * lmr_depth * lmr_depth)
        {
            return Verdict::Prune;
        }
        Verdict::Search
    }
}
