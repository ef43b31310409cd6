//! Alpha-beta: the search of one node.
//!
//! The steps are numbered; their list with sources stands in [`crate::search`].

use super::history_update::Searched;
use super::node_state::{Candidate, NodeFacts, Stored};
use super::node_type::{NodeType, NonPv, Pv};
use super::picker::{Picker, is_capture_stage};
use super::pruning::Verdict;
use super::qsearch::bound_fits;
use super::singular::Singular;
use super::tunables::{self as tune, uses};
use super::worker::{Worker, corrected};
use crate::mate::mate_in_one;
use crate::movegen::is_legal_generated;
use crate::position::{CheckInfo, Declaration};
use crate::tt::UNSEARCHED;
use crate::types::{Bound, Depth, MAX_PLY, Move, Value};

impl Worker<'_> {
    /// The value of the position at `ply` searched `depth` plies deep.
    pub(super) fn search<N: NodeType>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        mut beta: Value,
        mut depth: Depth,
        cut_node: bool,
    ) -> Value {
        // Step 0. Quiescence search at the horizon.
        if depth <= 0 {
            return if N::PV {
                self.qsearch::<Pv>(ply, alpha, beta)
            } else {
                self.qsearch::<NonPv>(ply, alpha, beta)
            };
        }
        depth = depth.min(MAX_PLY as Depth - 1);
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
        debug_assert!(!(N::PV && cut_node));
        let all_node = !N::PV && !cut_node;

        // Step 1. A look at the limits.
        self.check_limits();
        let shared = self.shared;
        let us = self.pos.side_to_move();
        let in_check = self.pos.in_check();
        if N::PV {
            self.memory.pvs.clear(ply);
            self.seldepth = self.seldepth.max(ply as Depth + 1);
        }

        if !N::ROOT {
            // Step 2. Decided by rule, or too deep.
            if shared.stopped() {
                return Value::ZERO;
            }
            if let Some(value) = self.rule_value(ply) {
                return value;
            }
            if let Some(value) = self.too_deep(ply, in_check) {
                return value;
            }
            // Step 3. Mate distance: no line from here beats a shorter mate found elsewhere.
            alpha = alpha.max(Value::mated_in(ply));
            beta = beta.min(Value::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let (excluded, prior_reduction) = {
            let stack = &mut self.memory.stack;
            let prior = std::mem::take(&mut stack.before_mut(ply, 1).reduction);
            stack.at_mut(ply + 2).cutoff_count = 0;
            let frame = stack.at_mut(ply);
            frame.in_check = in_check;
            frame.move_count = 0;
            frame.stat_score = 0;
            (frame.excluded, prior)
        };
        let previous = *self.memory.stack.before(ply, 1);
        let prior_capture = self.pos.captured().is_some();

        // Step 4. Table.
        let key = self.pos.key();
        let hit = shared.table.probe(key, ply);
        let tt_move = if N::ROOT {
            Some(self.root_moves[self.pv_index].mv())
        } else {
            hit.and_then(|entry| entry.mv)
                .filter(|&mv| self.pos.is_legal(mv))
        };
        let stored = {
            let frame = self.memory.stack.at_mut(ply);
            frame.tt_hit = hit.is_some();
            if excluded.is_none() {
                frame.tt_pv = N::PV || uses::ttpv() && hit.is_some_and(|entry| entry.pv);
            }
            Stored {
                mv: tt_move,
                capture: tt_move.is_some_and(|mv| is_capture_stage(&self.pos, mv)),
                value: hit.map_or(Value::NONE, |entry| entry.value),
                depth: hit.map_or(UNSEARCHED, |entry| entry.depth),
                bound: hit.map_or(Bound::None, |entry| entry.bound),
                pv: frame.tt_pv,
            }
        };

        if uses::tt_cutoff()
            && !N::PV
            && excluded.is_none()
            && let Some(entry) = hit
            && entry.depth > depth - Depth::from(stored.value <= beta)
            && bound_fits(&entry, beta)
            && (cut_node == (stored.value >= beta) || depth > 5)
        {
            if let Some(mv) = tt_move
                && stored.value >= beta
            {
                if !stored.capture {
                    let bonus = (tune::tt_cut_depth() * depth - tune::tt_cut_offset())
                        .min(tune::tt_cut_max());
                    self.reward_quiet(ply, mv, bonus);
                }
                if previous.move_count < 4 && !prior_capture {
                    self.reward_continuation_of_last(ply, -tune::tt_cut_last());
                }
            }
            return stored.value;
        }

        // Step 5. Mate in one, once per position.
        let mut check_info = None;
        if !N::ROOT && hit.is_none() && !in_check && excluded.is_none() {
            let info = CheckInfo::new(&self.pos);
            if uses::mate_in_one()
                && let Some(mv) = mate_in_one(&self.pos, Some(&info))
            {
                let depth = (depth + 6).min(MAX_PLY as Depth - 1);
                return self.mates::<N>(ply, mv, Value::NONE, depth, stored.pv);
            }
            check_info = Some(info);
        }

        // Step 6. A declaration wins on the spot.
        if !N::ROOT && (tt_move.is_none() || N::PV) && excluded.is_none() {
            let rule = shared.options.entering_king_rule;
            if self.pos.declaration(rule) == Declaration::Win || self.pos.try_move(rule).is_some() {
                return Value::RULE_WIN - ply as i32;
            }
        }

        // Step 7. Static evaluation.
        let correction = if in_check { 0 } else { self.correction(ply) };
        let mut raw_eval = Value::NONE;
        let static_eval;
        let mut eval;
        if in_check {
            static_eval = self.memory.stack.before(ply, 2).static_eval;
            eval = static_eval;
        } else if excluded.is_some() {
            static_eval = self.memory.stack.at(ply).static_eval;
            eval = static_eval;
            raw_eval = static_eval;
        } else {
            raw_eval = match hit {
                Some(entry) if entry.eval != Value::NONE => entry.eval,
                _ => self.evaluate(),
            };
            static_eval = corrected(raw_eval, correction);
            eval = static_eval;
            match hit {
                Some(entry) => {
                    if bound_fits(&entry, eval + 1) {
                        eval = stored.value;
                    }
                }
                None => {
                    self.store(
                        ply,
                        None,
                        Value::NONE,
                        raw_eval,
                        UNSEARCHED,
                        Bound::None,
                        stored.pv,
                    );
                }
            }
        }
        self.memory.stack.at_mut(ply).static_eval = static_eval;

        let mut improving = false;
        if !in_check {
            // Step 9. Is the position getting better, and was the last
            // reduction too much or too little?
            let before = self.memory.stack.before(ply, 2).static_eval;
            improving = uses::improving() && before != Value::NONE && static_eval > before;
            let worsening =
                previous.static_eval != Value::NONE && static_eval > -previous.static_eval;
            if prior_reduction >= 3 && !worsening && uses::hindsight() {
                depth += 1;
            }
            if prior_reduction >= 2
                && depth >= 2
                && previous.static_eval != Value::NONE
                && static_eval.0 + previous.static_eval.0 > tune::hindsight_sum()
                && uses::hindsight()
            {
                depth -= 1;
            }

            if excluded.is_none() {
                // Step 10. Razoring: far below alpha only captures can help.
                if uses::razoring()
                    && !N::PV
                    && eval < alpha - tune::razor_base() - tune::razor_depth() * depth * depth
                {
                    return self.qsearch::<NonPv>(ply, alpha, alpha + 1);
                }

                // Step 11. Reverse futility: far above beta the opponent will not come back.
                if uses::reverse_futility()
                    && !stored.pv
                    && depth < tune::rfp_max_depth()
                    && (tt_move.is_none() || stored.capture)
                    && !beta.is_loss()
                    && !eval.is_win()
                {
                    let per_depth =
                        tune::rfp_depth() - i32::from(hit.is_none()) * tune::rfp_no_hit();
                    let bonus = (i32::from(improving) * tune::rfp_improving()
                        + i32::from(worsening) * tune::rfp_worsening())
                        * per_depth
                        / 1024;
                    let margin =
                        per_depth * depth - bonus + correction.abs() / tune::rfp_correction();
                    // Improving, the margin of a shallow node can be below zero.
                    if eval - margin >= beta && eval >= beta {
                        return Value((2 * beta.0 + eval.0) / 3);
                    }
                }

                // Step 12. Null move: if passing beats beta, so does some move.
                if uses::null_move()
                    && cut_node
                    && previous.current_move.is_some()
                    && ply >= self.null_move_from
                    && !beta.is_loss()
                    && static_eval
                        >= beta
                            - tune::nmp_depth() * depth
                            - tune::nmp_improving() * i32::from(improving)
                            + tune::nmp_base()
                    && let Some(value) = self.null_move(ply, beta, depth)
                {
                    return value;
                }
            }

            // Step 13. A position above beta counts as improving.
            improving |= uses::improving() && static_eval >= beta;
        }

        // Step 14. Internal iterative reduction: without a stored move the
        // node is not worth its full depth.
        if uses::internal_iterative_reduction()
            && !all_node
            && depth >= tune::iir_depth()
            && tt_move.is_none()
            && prior_reduction <= 3
        {
            depth -= 1;
        }

        let checks = check_info.unwrap_or_else(|| CheckInfo::new(&self.pos));

        // Step 15. ProbCut: a capture that beats beta by much in a shallow
        // search beats beta in a deep one.
        if uses::probcut() && !in_check && excluded.is_none() && depth >= 3 && !beta.is_decisive() {
            let margin = tune::probcut_margin() - tune::probcut_improving() * i32::from(improving);
            let high = beta + margin;
            if !high.is_decisive()
                && (stored.value == Value::NONE || stored.value >= high)
                && let Some(value) =
                    self.prob_cut(ply, beta, high, depth, cut_node, tt_move, &checks, raw_eval)
            {
                return value;
            }
        }

        // Step 16. Small ProbCut: the same from the table alone.
        let high = beta + tune::small_probcut_margin();
        if uses::small_probcut()
            && !N::ROOT
            && stored.bound.is_lower()
            && stored.depth >= depth - 4
            && stored.value >= high
            && stored.value != Value::NONE
            && !beta.is_decisive()
            && !stored.value.is_decisive()
        {
            return high;
        }

        // Step 17. The moves.
        let node = NodeFacts {
            ply,
            us,
            in_check,
            cut_node,
            all_node,
            beta,
            improving,
            static_eval,
            correction,
            excluded,
            continuations: self.continuations(ply),
            stored,
        };
        let all = shared.options.generate_all_legal_moves;
        let mut picker = Picker::main(&self.pos, tt_move, depth, node.continuations, all);
        let mut best_value = -Value::INFINITE;
        let mut best_move: Option<Move> = None;
        let mut move_count = 0;
        let mut quiets = Searched::new();
        let mut captures = Searched::new();
        while let Some(mv) = picker.next(&self.picker_context(&checks)) {
            if Some(mv) == excluded || !is_legal_generated(&self.pos, mv) {
                continue;
            }
            if N::ROOT && !self.is_root_candidate(mv) {
                continue;
            }
            // Early, since the tests below take as long as the table's memory;
            // of the moves they prune it is lost.
            self.prefetch_after(mv);
            move_count += 1;
            self.memory.stack.at_mut(ply).move_count = move_count;

            let candidate = Candidate {
                mv,
                piece: self.pos.moved_piece_after(mv),
                victim: self.pos.captured_by(mv).map(|p| p.kind()),
                capture: is_capture_stage(&self.pos, mv),
                gives_check: checks.gives_check(&self.pos, mv),
                count: move_count,
            };
            let mut new_depth = depth - 1;
            let base_reduction = self.base_reduction(&node, &candidate, alpha, depth);

            // Step 18. Pruning of moves that will hardly raise alpha.
            if !N::ROOT && !best_value.is_loss() {
                if uses::move_count_pruning()
                    && move_count >= (tune::lmp_base() + depth * depth) / (2 - i32::from(improving))
                {
                    picker.skip_quiets();
                }
                match self.verdict(
                    &node,
                    &candidate,
                    alpha,
                    depth,
                    base_reduction,
                    best_move.is_some(),
                ) {
                    Verdict::Search => {}
                    Verdict::Prune => continue,
                    Verdict::Futile(reach) => {
                        if best_value <= reach && !best_value.is_decisive() && !reach.is_win() {
                            best_value = reach;
                        }
                        continue;
                    }
                }
            }

            // Step 19. Singular extension: a stored move that alone is good is
            // searched deeper; if others are good too the node fails high.
            let mut extension = 0;
            if !N::ROOT {
                match self.singular(&node, mv, depth, N::PV) {
                    Singular::Extend(plies) => extension = plies,
                    Singular::MultiCut(value) => return value,
                    Singular::Stopped => return Value::ZERO,
                }
                depth += Depth::from(extension > 0);
                new_depth += extension;
            }

            self.memory.stack.at_mut(ply).stat_score = self.stat_score(&node, &candidate);
            let nodes_before = self.nodes;

            // Step 20. Make the move.
            self.do_move(ply, mv, candidate.gives_check);

            // Steps 21 to 24. Its value.
            let value = self.search_made::<N>(
                &node,
                &candidate,
                base_reduction,
                alpha,
                best_value,
                depth,
                new_depth,
            );

            // Step 25. Take the move back.
            self.undo_move(mv);
            if shared.stopped() {
                return Value::ZERO;
            }
            if N::ROOT {
                let effort = self.nodes - nodes_before;
                self.update_root_move(mv, value, move_count, alpha, beta, effort);
            }

            // Step 26. A new best move?
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV && !N::ROOT {
                        self.memory.pvs.update(ply, mv);
                    }
                    if value >= beta {
                        self.memory.stats.cutoff(move_count);
                        let frame = self.memory.stack.at_mut(ply);
                        frame.cutoff_count += i32::from(extension < 2 || N::PV);
                        break;
                    }
                    // Alpha was raised: the rest is worth less.
                    if depth > 2 && depth < 14 && !value.is_decisive() && uses::alpha_raise() {
                        depth -= 2;
                    }
                    alpha = value;
                }
            }
            if Some(mv) != best_move {
                let list = if candidate.capture {
                    &mut captures
                } else {
                    &mut quiets
                };
                let _ = list.try_push(mv);
            }
        }

        // Step 27. No move at all loses, in check or not.
        if move_count == 0 {
            best_value = match excluded {
                Some(_) => alpha,
                None => Value::mated_in(ply),
            };
        }

        // Step 28. Learn from what happened.
        if let Some(mv) = best_move {
            self.update_histories(ply, mv, &quiets, &captures, depth, tt_move);
            if !N::ROOT {
                let bonus = match Some(mv) == tt_move {
                    true => tune::tt_move_best(),
                    false => -tune::tt_move_not_best(),
                };
                self.memory.histories.add_tt_move(bonus);
            }
        } else if excluded.is_none() && move_count > 0 && uses::reward_last() {
            self.reward_last_move(ply, best_value, static_eval, depth);
        }
        if best_value <= alpha && best_move.is_none() {
            // Where every move failed low, the parent's move was good.
            let inherited = previous.tt_pv;
            let frame = self.memory.stack.at_mut(ply);
            frame.tt_pv = frame.tt_pv || inherited;
        }

        // Step 29. Remember.
        if excluded.is_none() && !(N::ROOT && self.pv_index > 0) {
            let bound = if best_value >= beta {
                Bound::Lower
            } else if N::PV && best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let stored_depth = if move_count != 0 {
                depth
            } else {
                (depth + 6).min(MAX_PLY as Depth - 1)
            };
            let pv = self.memory.stack.at(ply).tt_pv;
            self.store(
                ply,
                best_move,
                best_value,
                raw_eval,
                stored_depth,
                bound,
                pv,
            );
        }

        // Step 30. Correct the evaluation where the search knows better.
        if !in_check
            && excluded.is_none()
            && !best_move.is_some_and(|mv| is_capture_stage(&self.pos, mv))
            && (best_value > static_eval) == best_move.is_some()
        {
            self.correct_evaluation(ply, best_value - static_eval, depth, best_move.is_some());
        }
        best_value
    }
}
