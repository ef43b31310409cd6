//! Alpha-beta: the search of one node.
//!
//! The steps are numbered; their list with sources stands in [`crate::search`].

use super::node_cuts::{is_decided, is_lost, small_prob_cut};
use super::node_state::{Candidate, MoveLoop, NOTHING_STORED, NodeFacts, NodeType};
use super::picker::{Picker, is_capture_stage};
use super::pruning::{Singular, Verdict};
use super::rows::ContinuationKey;
use super::tunables as tune;
use super::worker::Worker;
use crate::host;
use crate::mate::mate_in_one;
use crate::movegen::is_legal_generated;
use crate::position::{CheckInfo, Declaration};
use crate::tt::Entry;
use crate::types::{Bound, Depth, MAX_PLY, Move, Value};

impl Worker<'_> {
    /// The value of the position at `ply` searched `depth` plies deep.
    #[expect(
        clippy::too_many_lines,
        reason = "the steps of a node in the order in which they happen"
    )]
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
            return self.qsearch::<N::Quiescence>(ply, alpha, beta);
        }
        depth = depth.min(MAX_PLY as Depth - 1);
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
        debug_assert!(!(N::PV && cut_node));

        // Step 1. A look at the limits.
        self.check_limits();
        host::pause_if_due();
        let in_check = self.pos.in_check();
        self.begin_line::<N>(ply);
        if !N::ROOT {
            // Step 2. Stopped, decided by rule, or too deep.
            if let Some(value) = self.value_without_search(ply, in_check) {
                return value;
            }
            // Step 3. Mate distance: no line from here beats a shorter mate found elsewhere.
            alpha = alpha.max(Value::mated_in(ply));
            beta = beta.min(Value::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 4. Table. Its entry is still on the way: time for what is needed anyhow.
        let checks = self.look_around(in_check);
        let mut node = self.begin_node::<N>(ply, in_check, beta, cut_node);
        if let Some(value) = self.table_cutoff::<N>(&node, depth) {
            return value;
        }

        // Step 5. Mate in one, once per position.
        if !N::ROOT
            && !node.hit
            && !in_check
            && node.excluded.is_none()
            && let Some(mv) = mate_in_one(&self.pos, Some(&checks))
        {
            let depth = (depth + 6).min(MAX_PLY as Depth - 1);
            return self.mates::<N>(ply, mv, Value::NONE, depth, node.stored.pv);
        }

        // Step 6. A declaration wins on the spot.
        if !N::ROOT
            && (node.stored.mv.is_none() || N::PV)
            && node.excluded.is_none()
            && self.wins_by_declaration()
        {
            return Value::RULE_WIN - ply as i32;
        }

        // Steps 7 to 9. Static evaluation, what it says about the last moves,
        // and the depth in hindsight.
        self.evaluate_node(&mut node);
        self.compare_evaluations(&mut node);
        depth = self.hindsight(&node, depth);

        let singular = node.excluded.is_some();
        if !in_check && !singular {
            // Step 10. Razoring.
            if let Some(value) = self.razoring::<N>(&node, alpha, depth) {
                return value;
            }
            // Step 11. Reverse futility.
            if let Some(value) = self.reverse_futility(&node, depth) {
                return value;
            }
        }
        // Step 12. Null move.
        if !in_check
            && !singular
            && let Some(value) = self.null_move(&node, depth)
        {
            return value;
        }

        // Step 13. A position above beta counts as improving.
        node.improving |= !in_check && node.static_eval >= beta;

        // Step 14. Internal iterative reduction: without a stored move the
        // node is not worth its full depth.
        if !node.all_node
            && depth >= tune::iir_depth()
            && node.stored.mv.is_none()
            && node.prior_reduction <= tune::iir_reduction()
            && !in_check
            && !node.follows_pv
        {
            depth -= 1;
        }

        // Steps 15 and 16. ProbCut, by search and from the table alone.
        if let Some(value) = self.prob_cut(&node, depth, &checks) {
            return value;
        }
        if let Some(value) = small_prob_cut::<N>(&node, depth) {
            return value;
        }

        // Step 17. The moves.
        node.continuations = self.continuations(ply);
        let all = self.shared.options.generate_all_legal_moves;
        let mut picker = Picker::main(&self.pos, node.stored.mv, depth, node.continuations, all);
        let mut moves = MoveLoop::new(alpha, depth);
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

            // Step 18. Pruning of moves that will hardly raise alpha.
            if !N::ROOT && !is_lost(moves.best_value) {
                if self.is_late(&node, &moves) {
                    picker.skip_quiets();
                }
                match self.verdict(&node, &candidate, &moves, base_reduction) {
                    Verdict::Search => {}
                    Verdict::Prune => continue,
                    Verdict::Futile(reach) => {
                        let best = moves.best_value;
                        if best <= reach && !is_decided(best) && !reach.is_win() {
                            moves.best_value = reach;
                        }
                        continue;
                    }
                }
            }

            // Step 19. Singular extension: a stored move that alone is good is
            // searched deeper; if others are good too the node fails high.
            let extension = match self.singular::<N>(&node, mv, moves.depth) {
                Singular::Extend(plies) => plies,
                Singular::MultiCut(value) => return value,
                Singular::Stopped => return Value::ZERO,
            };
            let new_depth = moves.depth - 1 + extension;
            moves.depth += Depth::from(extension > 0);

            // Step 20. Make the move.
            self.memory.stack.at_mut(ply).stat_score = self.stat_score(&node, &candidate);
            let nodes_before = self.nodes;
            self.do_move(ply, mv, candidate.gives_check);

            // Steps 21 to 24. Its value.
            let value = self.search_made::<N>(&node, &candidate, base_reduction, &moves, new_depth);

            // Step 25. Take the move back.
            self.undo_move(mv);
            if self.shared.stopped() {
                return Value::ZERO;
            }
            if N::ROOT {
                let effort = self.nodes - nodes_before;
                self.update_root_move(mv, value, &moves, beta, effort);
            }

            // Step 26. A new best move?
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
                    // Alpha was raised: the rest is worth less.
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

        // Step 27. No move at all loses, in check or not.
        if moves.move_count == 0 {
            moves.best_value = match node.excluded {
                Some(_) => moves.alpha,
                None => Value::mated_in(ply),
            };
        }

        // Steps 28 to 30. Learn from what happened, remember it, and correct
        // the evaluation where the search knows better.
        self.learn::<N>(&node, &moves);
        self.remember::<N>(&node, &moves);
        self.correct_evaluation(&node, &moves);
        moves.best_value
    }

    /// Whether the line to `ply` is that of the last iteration.
    fn follows_last_pv(&self, ply: usize) -> bool {
        let mut line = (0..ply).map(|ply| self.memory.stack.at(ply).current_move);
        ply <= self.last_pv.len()
            && (self.last_pv.iter()).all(|&mv| line.next().is_none_or(|made| made == Some(mv)))
    }

    /// Readies the frame of a node and collects what is known about it before
    /// any work: its place in the tree and what the table keeps.
    #[inline(always)]
    fn begin_node<N: NodeType>(
        &mut self,
        ply: usize,
        in_check: bool,
        beta: Value,
        cut_node: bool,
    ) -> NodeFacts {
        let stack = &mut self.memory.stack;
        let prior_reduction = std::mem::take(&mut stack.before_mut(ply, 1).reduction);
        stack.at_mut(ply + 2).cutoff_count = 0;
        let frame = stack.at_mut(ply);
        frame.in_check = in_check;
        frame.move_count = 0;
        frame.stat_score = 0;
        let excluded = frame.excluded;

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
        NodeFacts {
            ply,
            us: self.pos.side_to_move(),
            in_check,
            cut_node,
            all_node: !N::PV && !cut_node,
            follows_pv: N::PV && self.follows_last_pv(ply),
            beta,
            excluded,
            prior_reduction,
            hit: found.is_some(),
            stored,
            tt_capture: stored.mv.is_some_and(|mv| is_capture_stage(&self.pos, mv)),
            raw_eval: Value::NONE,
            static_eval: Value::NONE,
            eval: Value::NONE,
            correction: 0,
            improving: false,
            opponent_worsening: false,
            continuations: [ContinuationKey::default(); 6],
        }
    }

    /// Whether the side to move may declare a win, or has the move that wins by rule.
    #[inline(always)]
    fn wins_by_declaration(&self) -> bool {
        let rule = self.shared.options.entering_king_rule;
        self.pos.declaration(rule) == Declaration::Win || self.pos.try_move(rule).is_some()
    }

    /// What the steps of the move loop need to know about a move.
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

    /// Step 29: stores what the node found.
    #[inline(always)]
    fn remember<N: NodeType>(&mut self, node: &NodeFacts, moves: &MoveLoop) {
        if node.excluded.is_some() || N::ROOT && self.pv_index > 0 {
            return;
        }
        let entry = Entry {
            mv: moves.best_move,
            value: moves.best_value,
            eval: node.raw_eval,
            depth: match moves.move_count {
                0 => (moves.depth + 6).min(MAX_PLY as Depth - 1),
                _ => moves.depth,
            },
            bound: if moves.best_value >= node.beta {
                Bound::Lower
            } else if N::PV && moves.best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            },
            pv: self.memory.stack.at(node.ply).tt_pv,
        };
        self.store(node.ply, entry);
    }
}
