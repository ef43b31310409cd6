//! Is the stored move the only good one? (step 19)

use super::node_state::NodeFacts;
use super::node_type::{NodeType, NonPv};
use super::tunables as tune;
use super::worker::Worker;
use crate::types::{Depth, Move, Value};

/// What a singular search found.
pub(super) enum Singular {
    /// How many plies deeper the move is searched; below zero if others are as good.
    Extend(Depth),
    /// Without the move the node fails high all the same.
    MultiCut(Value),
    /// The search was stopped on the way.
    Stopped,
}

impl Worker<'_> {
    /// Searches a node without its stored move `mv`, if that looks worthwhile.
    ///
    /// A move that alone is good is searched deeper; if others are good too the
    /// node fails high.
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
