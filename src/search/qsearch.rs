//! Quiescence search: captures, and every answer to a check, until the position is quiet.

use super::node_cuts::{is_decided, is_lost};
use super::node_eval::corrected;
use super::node_state::{NOTHING_STORED, NodeType, bound_fits};
use super::picker::Picker;
use super::pruning::Verdict;
use super::tunables as tune;
use super::worker::Worker;
use crate::mate::mate_in_one;
use crate::movegen::is_legal_generated;
use crate::tt::{Entry, UNSEARCHED};
use crate::types::{Bound, Depth, Move, Square, Value};

/// The depth under which results are stored.
const QS_DEPTH: Depth = 0;

/// What the pruning of moves in quiescence goes by.
struct QuietFacts {
    in_check: bool,
    /// Where the opponent's last move went.
    last_to: Option<Square>,
    /// What a capture has to add its victim to.
    futility_base: Value,
}

impl Worker<'_> {
    /// The value of the position once captures are played out.
    #[expect(
        clippy::too_many_lines,
        reason = "the steps of a node in the order in which they happen"
    )]
    pub(super) fn qsearch<N: NodeType>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
        // 1. Stopped, decided by rule, or too deep.
        self.begin_line::<N>(ply);
        self.check_limits();
        let in_check = self.pos.in_check();
        self.memory.stack.at_mut(ply).in_check = in_check;
        if let Some(value) = self.value_without_search(ply, in_check) {
            return value;
        }

        // 2. Table. Its entry is still on the way: time for what is needed anyhow.
        let checks = self.look_around(in_check);
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
            // 3. Mate in one, once per position.
            if found.is_none()
                && let Some(mv) = mate_in_one(&self.pos, Some(&checks))
            {
                return self.mates::<N>(ply, mv, Value::NONE, UNSEARCHED + 1, N::PV);
            }
            // 4. Standing pat: the side to move need not capture.
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
                    let entry = Entry {
                        mv: None,
                        value: best_value,
                        eval: raw_eval,
                        depth: UNSEARCHED,
                        bound: Bound::Lower,
                        pv: false,
                    };
                    self.store(ply, entry);
                }
                return best_value;
            }
            alpha = alpha.max(best_value);
            futility_base = static_eval + tune::qs_futility();
        }

        // 5. Moves.
        let last_move = self.memory.stack.before(ply, 1).current_move;
        let facts = QuietFacts {
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

            // 6. Pruning, as long as some line avoids mate.
            if !is_lost(best_value) {
                match self.qsearch_verdict(&facts, mv, gives_check, move_count, alpha) {
                    Verdict::Search => {}
                    Verdict::Prune => continue,
                    Verdict::Futile(reach) => {
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

        // 7. In check and no answer: mate.
        if in_check && move_count == 0 {
            return Value::mated_in(ply);
        }
        if !is_decided(best_value) && best_value > beta {
            best_value = Value((best_value.0 + beta.0) / 2);
        }
        let entry = Entry {
            mv: best_move,
            value: best_value,
            eval: raw_eval,
            depth: QS_DEPTH,
            bound: match best_value >= beta {
                true => Bound::Lower,
                false => Bound::Upper,
            },
            pv: stored.pv,
        };
        self.store(ply, entry);
        best_value
    }

    /// Whether a move of quiescence is worth a search: its futility, then the
    /// exchange that it begins.
    #[inline(always)]
    fn qsearch_verdict(
        &self,
        facts: &QuietFacts,
        mv: Move,
        gives_check: bool,
        move_count: i32,
        alpha: Value,
    ) -> Verdict {
        let victim = self.pos.captured_by(mv);
        // What the exchange is known to gain.
        let mut gains = i32::MIN;
        if !gives_check && Some(mv.to()) != facts.last_to && !facts.in_check {
            if move_count > tune::qs_moves() {
                return Verdict::Prune;
            }
            let reach = facts.futility_base + victim.map_or(0, |p| p.kind().exchange_value());
            if reach <= alpha {
                return Verdict::Futile(reach);
            }
            gains = alpha - facts.futility_base;
            if !self.pos.see_ge(mv, gains) {
                return Verdict::Futile(alpha.min(facts.futility_base));
            }
        }
        let least = -tune::qs_see();
        if facts.in_check && victim.is_none() || gains < least && !self.pos.see_ge(mv, least) {
            return Verdict::Prune;
        }
        Verdict::Search
    }

    /// Notes that the node's side mates with `mv`; the value of that.
    pub(super) fn mates<N: NodeType>(
        &mut self,
        ply: usize,
        mv: Move,
        raw_eval: Value,
        depth: Depth,
        pv: bool,
    ) -> Value {
        let value = Value::mate_in(ply + 1);
        let entry = Entry {
            mv: Some(mv),
            value,
            eval: raw_eval,
            depth,
            bound: Bound::Exact,
            pv,
        };
        self.store(ply, entry);
        if N::PV {
            self.memory.pvs.clear(ply + 1);
            self.memory.pvs.update(ply, mv);
        }
        value
    }
}
