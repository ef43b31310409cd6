//! Pruning in the move loop, and singular extension of the stored move.

use super::node_state::{Candidate, MoveLoop, NodeFacts, NodeType, NonPv};
use super::tunables as tune;
use super::worker::Worker;
use crate::types::{Depth, Move, PieceType, Value};

/// Decision on one move of the move loop.
pub(super) enum Pruning {
    /// The move is searched.
    Search,
    /// The move is left out.
    Skip,
    /// The move is left out because it would hardly reach more than this value.
    Futile(Value),
}

impl Worker<'_> {
    /// Move-count pruning: whether the node has looked at so many moves that the
    /// remaining quiet moves are left out.
    #[inline(always)]
    pub(super) fn is_late(&self, node: &NodeFacts, moves: &MoveLoop) -> bool {
        let enough =
            (tune::lmp_base() + moves.depth * moves.depth) / (2 - i32::from(node.improving));
        moves.move_count >= enough
    }

    /// Pruning of a move, by the depth of the node and by the depth that is left
    /// after its `base` reduction (in 1/1024 ply).
    #[inline(always)]
    pub(super) fn pruning(
        &self,
        node: &NodeFacts,
        candidate: &Candidate,
        moves: &MoveLoop,
        base: i32,
    ) -> Pruning {
        let reduction = base + i32::from(node.stored.pv) * tune::lmr_ttpv_pruning();
        let lmr_depth = moves.depth - 1 - reduction / 1024;
        if candidate.capture || candidate.gives_check {
            self.capture_pruning(node, candidate, moves, lmr_depth)
        } else {
            self.quiet_pruning(node, candidate, moves, lmr_depth)
        }
    }

    /// Pruning of captures by futility and SEE, and of all checks by SEE alone.
    #[inline(always)]
    fn capture_pruning(
        &self,
        node: &NodeFacts,
        candidate: &Candidate,
        moves: &MoveLoop,
        lmr_depth: Depth,
    ) -> Pruning {
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
                return Pruning::Skip;
            }
        }
        let margin = (tune::capture_see_depth() * moves.depth
            + history * tune::capture_see_history() / 1024)
            .max(0);
        if !self.pos.see_ge(mv, -margin) {
            return Pruning::Skip;
        }
        Pruning::Search
    }

    /// Pruning of quiet moves by history, futility and SEE.
    #[inline(always)]
    fn quiet_pruning(
        &self,
        node: &NodeFacts,
        candidate: &Candidate,
        moves: &MoveLoop,
        mut lmr_depth: Depth,
    ) -> Pruning {
        let mv = candidate.mv;
        if node.follows_pv {
            return Pruning::Search;
        }
        let mut history = self.continuation_score(moves, candidate);
        if history < -tune::quiet_history() * moves.depth {
            return Pruning::Skip;
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
                return Pruning::Futile(reach);
            }
        }
        let lmr_depth = lmr_depth.max(0);
        if !self
            .pos
            .see_ge(mv, -tune::quiet_see() * lmr_depth * lmr_depth)
        {
            return Pruning::Skip;
        }
        Pruning::Search
    }
}

/// Result of a singular search.
pub(super) enum Singular {
    /// Plies by which the move is searched deeper; below zero if other moves are as good.
    Extend(Depth),
    /// Another move beats beta as well: the node fails high with this value.
    MultiCut(Value),
    /// The search was stopped before a result.
    Stopped,
}

impl Worker<'_> {
    /// Searches the node without its stored move `mv` to half the depth, if the table
    /// entry is a lower bound of sufficient depth.
    ///
    /// If all other moves fail low by a margin, the stored move is searched deeper; if
    /// another move beats beta as well, the node fails high.
    #[inline(always)]
    pub(super) fn singular<N: NodeType>(
        &mut self,
        node: &NodeFacts,
        mv: Move,
        depth: Depth,
    ) -> Singular {
        let ply = node.ply;
        let stored = &node.stored;
        if N::ROOT
            || Some(mv) != stored.mv
            || node.excluded.is_some()
            || depth < tune::singular_depth() + Depth::from(stored.pv)
            || stored.value == Value::NONE
            || stored.value.is_decisive()
            || !stored.bound.is_lower()
            || stored.depth < depth - 3
            || ply >= 2 * self.root_depth as usize
        {
            return Singular::Extend(0);
        }
        let margin = (tune::singular_margin()
            + tune::singular_margin_ttpv() * i32::from(stored.pv && !N::PV))
            * depth
            / 55;
        let low = stored.value - margin;
        let frame = self.memory.stack.at_mut(ply);
        let move_count = frame.move_count;
        frame.excluded = Some(mv);
        let value = self.search::<NonPv>(ply, low - 1, low, (depth - 1) / 2, node.cut_node);
        let frame = self.memory.stack.at_mut(ply);
        frame.excluded = None;
        frame.move_count = move_count;
        if self.shared.stopped() {
            return Singular::Stopped;
        }
        if value < low {
            let doubt = node.correction.abs() / tune::extension_correction()
                + self.memory.histories.tt_move.get() * tune::extension_tt_move() / 127_649;
            let quiet = i32::from(!node.tt_capture);
            let double = tune::double_base() + tune::double_pv() * i32::from(N::PV)
                - tune::double_quiet() * quiet
                - doubt;
            let triple = tune::triple_base() + tune::triple_pv() * i32::from(N::PV)
                - tune::triple_quiet() * quiet
                + tune::triple_ttpv() * i32::from(stored.pv)
                - doubt;
            let more = Depth::from(value < low - double) + Depth::from(value < low - triple);
            return Singular::Extend(1 + more);
        }
        if value >= node.beta && !value.is_decisive() {
            let bonus = (-tune::tt_move_multi_cut() - tune::tt_move_multi_cut_depth() * depth)
                .max(-tune::tt_move_multi_cut_max());
            self.memory.histories.tt_move.update(bonus);
            return Singular::MultiCut(value);
        }
        Singular::Extend(if stored.value >= node.beta {
            -tune::negative_high()
        } else if node.cut_node {
            -tune::negative_cut()
        } else {
            0
        })
    }
}
