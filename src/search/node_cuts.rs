//! Cutoffs before the move loop of a node: rules, table, razoring, reverse futility, null
//! move and ProbCut.

use super::king_danger::king_danger;
use super::node_state::{Lookup, NodeFacts, NodeType, NonPv, bound_fits};
use super::picker::Picker;
use super::tunables as tune;
use super::worker::Worker;
use crate::movegen::{has_legal_move, is_legal_generated};
use crate::position::{CheckInfo, Repetition, Sennichite};
use crate::tt::TtEntry;
use crate::types::{Bound, Depth, MAX_PLY, Value};

/// The smallest value of a win by rule: one at the largest ply.
const LEAST_RULE_WIN: Value = Value(Value::RULE_WIN.0 - MAX_PLY as i32);

/// Whether the side to move is known to lose, by mate or by rule.
#[inline]
pub(super) fn is_lost(value: Value) -> bool {
    value <= -LEAST_RULE_WIN
}

/// Whether either side is known to lose, by mate or by rule.
#[inline]
pub(super) fn is_decided(value: Value) -> bool {
    value != Value::NONE && value.abs() >= LEAST_RULE_WIN
}

impl Worker<'_> {
    /// The value of a draw, varied by one up or down with the node count, so that the
    /// search does not settle on the first of many drawing lines (Stockfish).
    #[inline]
    pub(super) fn draw_value(&self) -> Value {
        self.shared.draw_value(self.pos.side_to_move()) - 1 + (self.nodes & 2) as i32
    }

    /// The value of a node that needs no search: after a stop, where a rule decides the
    /// game, and at the largest ply.
    #[inline(always)]
    pub(super) fn value_without_search(&mut self, ply: usize, in_check: bool) -> Option<Value> {
        if self.shared.stopped() {
            return Some(Value::ZERO);
        }
        if let Some(value) = self.rule_value(ply) {
            return Some(value);
        }
        self.too_deep(ply, in_check)
    }

    /// The value of a position that repetition or the move limit decides.
    #[inline]
    fn rule_value(&mut self, ply: usize) -> Option<Value> {
        if self.pos.ply() > self.max_moves {
            return Some(self.move_limit_value(ply));
        }
        let value = match self.pos.repetition(ply) {
            Repetition::None if self.seen_thrice.is_empty() => return None,
            Repetition::None => return self.fourth_occurrence(),
            Repetition::Draw => self.draw_value(),
            Repetition::Win => Value::RULE_WIN,
            Repetition::Loss => -Value::RULE_WIN,
            Repetition::Superior => Value::SUPERIOR,
            Repetition::Inferior => -Value::SUPERIOR,
        };
        Some(value)
    }

    /// The value at the move limit: a draw, unless the last move mates or completes
    /// a perpetual check.
    #[cold]
    fn move_limit_value(&self, ply: usize) -> Value {
        if has_legal_move(&self.pos) {
            self.sennichite_value().unwrap_or(self.draw_value())
        } else {
            Value::mated_in(ply)
        }
    }

    /// The value of a position that occurred three times in the game before the search.
    /// [`Position::repetition`](crate::position::Position::repetition) looks back only a limited
    /// number of plies and may miss the earliest occurrences.
    #[cold]
    fn fourth_occurrence(&self) -> Option<Value> {
        if !self.seen_thrice.contains(&self.pos.key()) {
            return None;
        }
        self.sennichite_value()
    }

    /// The value by rule if the position stands for the fourth time.
    fn sennichite_value(&self) -> Option<Value> {
        Some(match self.pos.sennichite()? {
            Sennichite::Draw => self.draw_value(),
            Sennichite::SideToMoveWins => Value::RULE_WIN,
            Sennichite::SideToMoveLoses => -Value::RULE_WIN,
        })
    }

    /// The value of a position at the largest ply.
    #[inline]
    fn too_deep(&mut self, ply: usize, in_check: bool) -> Option<Value> {
        if ply < MAX_PLY - 1 {
            return None;
        }
        Some(if in_check {
            self.draw_value()
        } else {
            self.evaluate()
        })
    }
}

impl Worker<'_> {
    /// Table cutoff: the stored value, if its depth and its bound suffice.
    #[inline(always)]
    pub(super) fn table_cutoff<N: NodeType>(
        &mut self,
        ply: usize,
        table: &Lookup,
        beta: Value,
        depth: Depth,
        cut_node: bool,
    ) -> Option<Value> {
        let stored = &table.stored;
        if N::PV
            || !table.hit
            || self.memory.stack.at(ply).excluded.is_some()
            || stored.depth <= depth - Depth::from(stored.value <= beta)
            || !bound_fits(stored, beta)
            || cut_node != (stored.value >= beta) && depth <= tune::tt_cut_kind_depth()
        {
            return None;
        }
        if let Some(mv) = stored.mv
            && stored.value >= beta
        {
            if !table.tt_capture {
                let bonus =
                    (tune::tt_cut_depth() * depth - tune::tt_cut_offset()).min(tune::tt_cut_max());
                self.reward_quiet(ply, mv, bonus);
            }
            let late = self.memory.stack.before(ply, 1).move_count > tune::tt_cut_moves();
            if !late && self.pos.captured().is_none() {
                self.reward_continuation_of_last(ply, -tune::tt_cut_last());
            }
        }
        Some(stored.value)
    }

    /// Razoring: far below alpha only captures can help.
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

    /// Reverse futility: a position far above beta is expected to stay above it.
    #[inline(always)]
    pub(super) fn reverse_futility(&self, node: &NodeFacts, depth: Depth) -> Option<Value> {
        if node.stored.pv
            || depth >= tune::rfp_max_depth()
            || node.stored.mv.is_some() && !node.tt_capture
            || node.beta.is_loss()
            || node.eval.is_win()
            || node.eval < node.beta
        {
            return None;
        }
        let per_depth = tune::rfp_depth() - i32::from(!node.hit) * tune::rfp_no_hit();
        let bonus = (i32::from(node.improving) * tune::rfp_improving()
            + i32::from(node.opponent_worsening) * tune::rfp_worsening())
            * per_depth
            / 1024;
        let danger = king_danger(&self.pos, node.us) - tune::rfp_common_danger();
        let margin = per_depth * depth - bonus
            + danger * tune::rfp_danger()
            + node.correction.abs() / tune::rfp_correction();
        (node.eval - margin >= node.beta).then_some(Value((2 * node.beta.0 + node.eval.0) / 3))
    }

    /// Null move: if passing beats beta, so does some move.
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
        self.search_null_move(node.ply, node.beta, depth, reduction)
    }

    /// Searches after a null move. At high depths a search without null moves verifies the result.
    fn search_null_move(
        &mut self,
        ply: usize,
        beta: Value,
        depth: Depth,
        reduction: i32,
    ) -> Option<Value> {
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

    /// ProbCut: a capture that beats beta by much in a shallow search
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

    /// The value, less the margin, of the first capture that reaches `high`.
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
                let entry = TtEntry::evaluated(node.raw_eval, self.memory.stack.at(ply).tt_pv);
                let entry = entry.searched(Some(mv), value, depth - less + 1, Bound::Lower);
                self.store(ply, entry);
                if !value.is_decisive() {
                    return Some(value - (high - node.beta));
                }
            }
        }
        None
    }
}

/// Small ProbCut: a stored lower bound far above beta, not much shallower than `depth`,
/// is enough for a cutoff.
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
