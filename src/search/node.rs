//! Alpha-beta search of one node, step by step.
//!
//! The table in [`crate::search`] names the source of each step.

use super::node_cuts::{is_decided, is_lost, small_prob_cut};
use super::node_state::{Candidate, Lookup, MoveLoop, NOTHING_STORED, NodeFacts, NodeType};
use super::picker::{Picker, is_capture_stage};
use super::pruning::{Pruning, Singular};
use super::tunables as tune;
use super::worker::Worker;
use crate::host;
use crate::mate::mate_in_one;
use crate::movegen::is_legal_generated;
use crate::position::{CheckInfo, Declaration};
use crate::tt::TtEntry;
use crate::types::{Bound, Depth, MAX_PLY, Move, Value};

/// Plies added to the depth of a proven result, such as a mate, when it is stored: a
/// deeper search would not change it.
const PROVEN_DEPTH: Depth = 6;

impl Worker<'_> {
    /// The value of the position at `ply` searched `depth` plies deep.
    #[expect(clippy::too_many_lines, reason = "the steps of a node in their order")]
    pub(super) fn search<N: NodeType>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        mut beta: Value,
        mut depth: Depth,
        cut_node: bool,
    ) -> Value {
        // Quiescence at the horizon.
        if depth <= 0 {
            return self.qsearch::<N::Quiescence>(ply, alpha, beta);
        }
        depth = depth.min(MAX_PLY as Depth - 1);
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
        debug_assert!(!(N::PV && cut_node));

        // Limits.
        self.check_limits();
        host::pause_if_due();
        let in_check = self.pos.in_check();
        self.start_pv::<N>(ply);
        if !N::ROOT {
            // Ends of the line: a stop, the rules of the game, or the largest ply.
            if let Some(value) = self.value_without_search(ply, in_check) {
                return value;
            }
            // Mate distance: no line from here beats a shorter mate found elsewhere.
            alpha = alpha.max(Value::mated_in(ply));
            beta = beta.min(Value::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Table cutoff. The entry was prefetched with the move, so work that does not
        // need it comes first.
        self.update_evaluator(in_check);
        let checks = CheckInfo::new(&self.pos);
        let (excluded, prior_reduction) = self.reset_frame(ply, in_check);
        let table = self.look_up::<N>(ply, excluded);
        if let Some(value) = self.table_cutoff::<N>(ply, &table, beta, depth, cut_node) {
            return value;
        }

        // Mate in one, tested only in positions that are new to the table.
        if !N::ROOT
            && !table.hit
            && !in_check
            && excluded.is_none()
            && let Some(mv) = mate_in_one(&self.pos, Some(&checks))
        {
            let depth = (depth + PROVEN_DEPTH).min(MAX_PLY as Depth - 1);
            return self.store_mate::<N>(ply, mv, depth, table.stored.pv);
        }

        // Declaration: it wins at once.
        if !N::ROOT
            && (table.stored.mv.is_none() || N::PV)
            && excluded.is_none()
            && self.wins_by_declaration()
        {
            return Value::RULE_WIN - ply as i32;
        }

        // Evaluation, and the correction of the depth by it.
        let mut node = self.evaluate_node::<N>(ply, beta, cut_node, table);
        depth = self.hindsight_depth(&node, prior_reduction, depth);

        if !in_check && excluded.is_none() {
            // Razoring.
            if let Some(value) = self.razoring::<N>(&node, alpha, depth) {
                return value;
            }
            // Reverse futility.
            if let Some(value) = self.reverse_futility(&node, depth) {
                return value;
            }
            // Null move.
            if let Some(value) = self.null_move(&node, depth) {
                return value;
            }
        }
        // The steps from here on treat a position at or above beta as improving.
        node.improving |= !in_check && node.static_eval >= beta;

        // Internal iterative reduction: a node without a stored move is not
        // worth its full depth.
        if !node.all_node
            && depth >= tune::iir_depth()
            && node.stored.mv.is_none()
            && prior_reduction <= tune::iir_reduction()
            && !in_check
            && !node.follows_pv
        {
            depth -= 1;
        }

        // ProbCut, and small ProbCut.
        if let Some(value) = self.prob_cut(&node, depth, &checks) {
            return value;
        }
        if let Some(value) = small_prob_cut::<N>(&node, depth) {
            return value;
        }

        // Move loop.
        let mut moves = MoveLoop::new(alpha, depth, self.continuations(ply));
        let all = self.shared.options.generate_all_legal_moves;
        let mut picker = Picker::main(&self.pos, node.stored.mv, depth, moves.continuations, all);
        while let Some(mv) = picker.next(&self.picker_context(&checks)) {
            if Some(mv) == node.excluded
                || !is_legal_generated(&self.pos, mv)
                || N::ROOT && !self.is_root_candidate(mv)
            {
                continue;
            }
            moves.move_count += 1;
            self.memory.stack.at_mut(ply).move_count = moves.move_count;
            let candidate = self.candidate(mv, &checks, moves.move_count);
            let base_reduction = self.base_reduction(&node, &candidate, &moves);

            // Pruning, once some move avoids a proven loss.
            if !N::ROOT && !is_lost(moves.best_value) {
                if self.is_late(&node, &moves) {
                    picker.skip_quiets();
                }
                match self.pruning(&node, &candidate, &moves, base_reduction) {
                    Pruning::Search => {}
                    Pruning::Skip => continue,
                    Pruning::Futile(reach) => {
                        let best = moves.best_value;
                        if best <= reach && !is_decided(best) && !reach.is_win() {
                            moves.best_value = reach;
                        }
                        continue;
                    }
                }
            }

            // Singular extension and multi-cut.
            let extension = match self.singular::<N>(&node, mv, moves.depth) {
                Singular::Extend(plies) => plies,
                Singular::MultiCut(value) => return value,
                Singular::Stopped => return Value::ZERO,
            };
            let new_depth = moves.depth - 1 + extension;
            moves.depth += Depth::from(extension > 0);

            // Late move reductions, and the search of the move.
            self.memory.stack.at_mut(ply).stat_score = self.stat_score(&node, &candidate, &moves);
            let nodes_before = self.nodes;
            self.do_move(ply, mv, candidate.gives_check);
            let value = self.search_move::<N>(&node, &candidate, base_reduction, &moves, new_depth);
            self.undo_move(mv);
            if self.shared.stopped() {
                return Value::ZERO;
            }
            if N::ROOT {
                let effort = self.nodes - nodes_before;
                self.update_root_move(mv, value, &moves, beta, effort);
            }

            // A new best move.
            if value > moves.best_value {
                moves.best_value = value;
                if value > moves.alpha {
                    moves.best_move = Some(mv);
                    if N::PV && !N::ROOT {
                        self.memory.pvs.update(ply, mv);
                    }
                    if value >= beta {
                        self.memory.stats.cutoff(moves.move_count);
                        let frame = self.memory.stack.at_mut(ply);
                        frame.cutoff_count += i32::from(extension < 2 || N::PV);
                        break;
                    }
                    // The remaining moves get less depth once a move has raised alpha.
                    let depths = tune::alpha_raise_min_depth()..tune::alpha_raise_max_depth();
                    if depths.contains(&moves.depth) && !value.is_decisive() {
                        moves.depth -= tune::alpha_raise_less();
                    }
                    moves.alpha = value;
                }
            }
            if Some(mv) != moves.best_move {
                moves.add_searched(&candidate);
            }
        }

        // A side without a legal move loses, in check or not.
        if moves.move_count == 0 {
            moves.best_value = match node.excluded {
                Some(_) => moves.alpha,
                None => Value::mated_in(ply),
            };
        }

        self.update_histories::<N>(&node, &moves);
        self.store_result::<N>(&node, &moves);
        self.correct_evaluation(&node, &moves);
        moves.best_value
    }

    /// Whether the moves up to `ply` follow the principal variation of the last iteration.
    pub(super) fn follows_last_pv(&self, ply: usize) -> bool {
        let mut line = (0..ply).map(|ply| self.memory.stack.at(ply).current_move);
        ply <= self.last_pv.len()
            && (self.last_pv.iter()).all(|&mv| line.next().is_none_or(|made| made == Some(mv)))
    }

    /// Resets the stack frame of a node. Returns the excluded move and the reduction, in
    /// plies, of the move that led to the node.
    #[inline(always)]
    fn reset_frame(&mut self, ply: usize, in_check: bool) -> (Option<Move>, Depth) {
        let stack = &mut self.memory.stack;
        let prior_reduction = std::mem::take(&mut stack.before_mut(ply, 1).reduction);
        stack.at_mut(ply + 2).cutoff_count = 0;
        let frame = stack.at_mut(ply);
        frame.in_check = in_check;
        frame.move_count = 0;
        frame.stat_score = 0;
        (frame.excluded, prior_reduction)
    }

    /// Looks the position up in the transposition table, and notes the answer in the stack frame.
    #[inline(always)]
    fn look_up<N: NodeType>(&mut self, ply: usize, excluded: Option<Move>) -> Lookup {
        let found = self.shared.table.probe(self.pos.key(), ply);
        let mut stored = found.unwrap_or(NOTHING_STORED);
        stored.mv = if N::ROOT {
            Some(self.root_moves[self.pv_index].mv())
        } else {
            stored.mv.filter(|&mv| self.pos.is_legal(mv))
        };
        let frame = self.memory.stack.at_mut(ply);
        frame.tt_hit = found.is_some();
        if excluded.is_none() {
            frame.tt_pv = N::PV || stored.pv;
        }
        stored.pv = frame.tt_pv;
        Lookup {
            hit: found.is_some(),
            stored,
            tt_capture: stored.mv.is_some_and(|mv| is_capture_stage(&self.pos, mv)),
        }
    }

    /// Whether the side to move may declare a win, or wins by a move under the try rule.
    #[inline(always)]
    fn wins_by_declaration(&self) -> bool {
        let rule = self.shared.options.entering_king_rule;
        self.pos.declaration(rule) == Declaration::Win || self.pos.try_move(rule).is_some()
    }

    /// The facts about a move that the steps of the move loop need.
    #[inline(always)]
    fn candidate(&self, mv: Move, checks: &CheckInfo, count: i32) -> Candidate {
        Candidate {
            mv,
            piece: self.pos.moved_piece_after(mv),
            victim: self.pos.captured_by(mv).map(|p| p.kind()),
            capture: is_capture_stage(&self.pos, mv),
            gives_check: checks.gives_check(&self.pos, mv),
            count,
        }
    }

    /// Stores the result of the node in the table.
    #[inline(always)]
    fn store_result<N: NodeType>(&mut self, node: &NodeFacts, moves: &MoveLoop) {
        if node.excluded.is_some() || N::ROOT && self.pv_index > 0 {
            return;
        }
        let depth = match moves.move_count {
            0 => (moves.depth + PROVEN_DEPTH).min(MAX_PLY as Depth - 1),
            _ => moves.depth,
        };
        let bound = if moves.best_value >= node.beta {
            Bound::Lower
        } else if N::PV && moves.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = TtEntry::evaluated(node.raw_eval, self.memory.stack.at(node.ply).tt_pv);
        let entry = entry.searched(moves.best_move, moves.best_value, depth, bound);
        self.store(node.ply, entry);
    }
}
