//! Is the stored move the only good one? (step 19)

use super::node_state::NodeFacts;
use super::node_type::{NodeType, NonPv};
use super::picker::is_capture_stage;
use super::tunables::{self as tune, tries, uses};
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
            || !uses::singular()
            || Some(mv) != stored.mv
            || node.excluded.is_some()
            || depth < tune::singular_depth() + Depth::from(stored.pv)
            || stored.value == Value::NONE
            || stored.value.is_decisive()
            || !stored.bound.is_lower()
            || stored.depth < depth - 3
            || self.singular_ends(mv, ply)
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
            // What lies beyond the depth of the root, if nothing else ends
            // singular searches there.
            let ply = ply as Depth;
            let shuffling = i32::from(tries::shuffling());
            let far = shuffling * i32::from(ply > self.root_depth) * tune::double_far();
            let farther = shuffling * i32::from(2 * ply > 3 * self.root_depth) * tune::triple_far();
            let double = tune::double_base() + tune::double_pv() * i32::from(N::PV)
                - tune::double_quiet() * quiet
                - doubt
                - far;
            let triple = tune::triple_base() + tune::triple_pv() * i32::from(N::PV)
                - tune::triple_quiet() * quiet
                + tune::triple_ttpv() * i32::from(stored.pv)
                - doubt
                - farther;
            let mut plies = 1;
            if uses::multi_extension() {
                plies += Depth::from(value < low - double) + Depth::from(value < low - triple);
            }
            return Singular::Extend(plies);
        }
        if uses::multi_cut() && value >= node.beta && !value.is_decisive() {
            let bonus = (-tune::tt_move_multi_cut() - tune::tt_move_multi_cut_depth() * depth)
                .max(-tune::tt_move_multi_cut_max());
            self.memory.histories.tt_move.update(bonus);
            if tries::multi_cut_correction() {
                self.correct_at_multi_cut(node, value, depth);
            }
            return Singular::MultiCut(value);
        }
        Singular::Extend(match uses::negative_extension() {
            true if stored.value >= node.beta => -tune::negative_high(),
            true if node.cut_node => -tune::negative_cut(),
            _ => 0,
        })
    }

    /// Whether a line is too long for another singular search, or only
    /// shuffles a piece to and fro.
    #[inline(always)]
    fn singular_ends(&self, mv: Move, ply: usize) -> bool {
        if tries::shuffling() {
            self.is_shuffling(mv, ply)
        } else {
            ply >= 2 * self.root_depth as usize
        }
    }

    /// Whether a quiet move takes a piece where it has been before (Stockfish).
    fn is_shuffling(&self, mv: Move, ply: usize) -> bool {
        let made = |back| self.memory.stack.before(ply, back).current_move;
        let (Some(last), Some(one_before)) = (made(2), made(4)) else {
            return false;
        };
        ply >= 18
            && !mv.is_drop()
            && !last.is_drop()
            && !is_capture_stage(&self.pos, mv)
            && mv.from() == last.to()
            && last.from() == one_before.to()
    }
}
