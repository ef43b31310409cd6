//! Quiescence search: captures until the position is quiet; in check also quiet moves, as long as
//! every move so far is a proven loss.

use super::node_cuts::{is_decided, is_lost};
use super::node_eval::corrected;
use super::node_state::{NOTHING_STORED, NodeType, bound_fits};
use super::picker::Picker;
use super::pruning::Pruning;
use super::tunables as tune;
use super::worker::Worker;
use crate::mate::mate_in_one;
use crate::movegen::is_legal_generated;
use crate::position::CheckInfo;
use crate::tt::{TtEntry, UNSEARCHED};
use crate::types::{Bound, Depth, Move, Square, Value};

/// Depth of quiescence results in the table.
const QS_DEPTH: Depth = 0;

/// Facts about a node that the pruning of its moves needs.
struct QsearchFacts {
    in_check: bool,
    /// The destination of the last move.
    last_to: Option<Square>,
    /// Base of futility pruning: a capture is left out unless this base plus the value of the
    /// captured piece exceeds alpha.
    futility_base: Value,
}

impl Worker<'_> {
    /// The value of the position once all promising captures are played out.
    #[expect(clippy::too_many_lines, reason = "the steps of a node in their order")]
    pub(super) fn qsearch<N: NodeType>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
        // Ends of the search: stop, rules of the game, largest ply.
        self.start_pv::<N>(ply);
        self.check_limits();
        let in_check = self.pos.in_check();
        self.memory.stack.at_mut(ply).in_check = in_check;
        if let Some(value) = self.value_without_search(ply, in_check) {
            return value;
        }

        // Table cutoff.
        self.update_evaluator(in_check);
        let checks = CheckInfo::new(&self.pos);
        let found = self.shared.table.probe(self.pos.key(), ply);
        let mut stored = found.unwrap_or(NOTHING_STORED);
        stored.mv = stored.mv.filter(|&mv| self.pos.is_legal(mv));
        self.memory.stack.at_mut(ply).tt_hit = found.is_some();
        if !N::PV && stored.depth >= QS_DEPTH && bound_fits(&stored, beta) {
            return stored.value;
        }

        let mut raw_eval = Value::NONE;
        let mut best_value = -Value::INFINITE;
        let mut futility_base = -Value::INFINITE;
        if !in_check {
            // Mate in one, tested only in positions that are new to the table.
            if found.is_none()
                && let Some(mv) = mate_in_one(&self.pos, Some(&checks))
            {
                return self.store_mate::<N>(ply, mv, UNSEARCHED + 1, N::PV);
            }
            // Standing pat: the side to move need not capture.
            raw_eval = match stored.eval {
                Value::NONE => self.evaluate(),
                known => known,
            };
            let static_eval = corrected(raw_eval, self.correction(ply));
            self.memory.stack.at_mut(ply).static_eval = static_eval;
            best_value = static_eval;
            if found.is_some() && bound_fits(&stored, best_value + 1) {
                best_value = stored.value;
            }
            if best_value >= beta {
                if !is_decided(best_value) {
                    best_value = Value((best_value.0 + beta.0) / 2);
                }
                if found.is_none() {
                    let entry = TtEntry::evaluated(raw_eval, false);
                    let entry = entry.searched(None, best_value, UNSEARCHED, Bound::Lower);
                    self.store(ply, entry);
                }
                return best_value;
            }
            alpha = alpha.max(best_value);
            futility_base = static_eval + tune::qs_futility();
        }

        // Move loop.
        let last_move = self.memory.stack.before(ply, 1).current_move;
        let facts = QsearchFacts {
            in_check,
            last_to: last_move.map(|mv| mv.to()),
            futility_base,
        };
        let all = self.shared.options.generate_all_legal_moves;
        let mut picker = Picker::qsearch(&self.pos, stored.mv, self.continuations(ply), all);
        let mut best_move: Option<Move> = None;
        let mut move_count = 0;
        while let Some(mv) = picker.next(&self.picker_context(&checks)) {
            if !is_legal_generated(&self.pos, mv) {
                continue;
            }
            let gives_check = checks.gives_check(&self.pos, mv);
            move_count += 1;

            // Pruning, once some line avoids a proven loss.
            if !is_lost(best_value) {
                match self.qsearch_pruning(&facts, mv, gives_check, move_count, alpha) {
                    Pruning::Search => {}
                    Pruning::Skip => continue,
                    Pruning::Futile(reach) => {
                        best_value = best_value.max(reach);
                        continue;
                    }
                }
            }

            self.do_move(ply, mv, gives_check);
            let value = -self.qsearch::<N>(ply + 1, -beta, -alpha);
            self.undo_move(mv);
            if self.shared.stopped() {
                return Value::ZERO;
            }
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.memory.pvs.update(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }

        // Mate: in check without a legal move.
        if in_check && move_count == 0 {
            return Value::mated_in(ply);
        }
        if !is_decided(best_value) && best_value > beta {
            best_value = Value((best_value.0 + beta.0) / 2);
        }
        let bound = match best_value >= beta {
            true => Bound::Lower,
            false => Bound::Upper,
        };
        let entry = TtEntry::evaluated(raw_eval, stored.pv);
        self.store(ply, entry.searched(best_move, best_value, QS_DEPTH, bound));
        best_value
    }

    /// Pruning of a move by move count and futility, then by static exchange.
    #[inline(always)]
    fn qsearch_pruning(
        &self,
        facts: &QsearchFacts,
        mv: Move,
        gives_check: bool,
        move_count: i32,
        alpha: Value,
    ) -> Pruning {
        let victim = self.pos.captured_by(mv);
        // The lower bound on the move's static exchange value that is known so far.
        let mut gains = i32::MIN;
        if !gives_check && Some(mv.to()) != facts.last_to && !facts.in_check {
            if move_count > tune::qs_moves() {
                return Pruning::Skip;
            }
            let reach = facts.futility_base + victim.map_or(0, |p| p.kind().exchange_value());
            if reach <= alpha {
                return Pruning::Futile(reach);
            }
            gains = alpha - facts.futility_base;
            if !self.pos.see_ge(mv, gains) {
                return Pruning::Futile(alpha.min(facts.futility_base));
            }
        }
        let least = -tune::qs_see();
        if facts.in_check && victim.is_none() || gains < least && !self.pos.see_ge(mv, least) {
            return Pruning::Skip;
        }
        Pruning::Search
    }

    /// Stores, with `depth`, that the side to move mates with `mv`, and returns the value
    /// of the mate.
    pub(super) fn store_mate<N: NodeType>(
        &mut self,
        ply: usize,
        mv: Move,
        depth: Depth,
        pv: bool,
    ) -> Value {
        let value = Value::mate_in(ply + 1);
        let entry = TtEntry::evaluated(Value::NONE, pv);
        self.store(ply, entry.searched(Some(mv), value, depth, Bound::Exact));
        if N::PV {
            self.memory.pvs.clear(ply + 1);
            self.memory.pvs.update(ply, mv);
        }
        value
    }
}
