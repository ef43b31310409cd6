//! Quiescence search: captures, and every answer to a check, until the position is quiet.

use super::node_type::NodeType;
use super::picker::Picker;
use super::tunables::{self as tune, uses};
use super::worker::{Worker, corrected};
use crate::mate::mate_in_one;
use crate::movegen::is_legal_generated;
use crate::position::CheckInfo;
use crate::tt::{Entry, UNSEARCHED};
use crate::types::{Bound, Depth, Move, Value};

/// The depth under which results are stored.
const QS_DEPTH: Depth = 0;

impl Worker<'_> {
    /// The value of the position once captures are played out.
    pub(super) fn qsearch<N: NodeType>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
        if N::PV {
            self.memory.pvs.clear(ply);
            self.seldepth = self.seldepth.max(ply as Depth + 1);
        }
        self.check_limits();
        if self.shared.stopped() {
            return Value::ZERO;
        }
        let in_check = self.pos.in_check();
        self.memory.stack.at_mut(ply).in_check = in_check;

        // 1. Decided by rule, or too deep.
        if let Some(value) = self.rule_value(ply) {
            return value;
        }
        if let Some(value) = self.too_deep(ply, in_check) {
            return value;
        }

        // 2. Table.
        let shared = self.shared;
        let key = self.pos.key();
        let hit = shared.table.probe(key, ply);
        let tt_move = hit
            .and_then(|entry| entry.mv)
            .filter(|&mv| self.pos.is_legal(mv));
        let tt_value = hit.map_or(Value::NONE, |entry| entry.value);
        let pv_hit = hit.is_some_and(|entry| entry.pv);
        self.memory.stack.at_mut(ply).tt_hit = hit.is_some();
        if !N::PV
            && let Some(entry) = hit
            && entry.depth >= QS_DEPTH
            && bound_fits(&entry, beta)
        {
            return tt_value;
        }

        // 3. Standing pat: the side to move need not capture.
        let mut raw_eval = Value::NONE;
        let mut best_value = -Value::INFINITE;
        let mut futility_base = -Value::INFINITE;
        let mut checks = None;
        if !in_check {
            raw_eval = match hit {
                Some(entry) if entry.eval != Value::NONE => entry.eval,
                _ => self.evaluate(),
            };
            let static_eval = corrected(raw_eval, self.correction(ply));
            self.memory.stack.at_mut(ply).static_eval = static_eval;
            best_value = static_eval;
            if let Some(entry) = hit {
                if tt_value != Value::NONE && bound_fits(&entry, best_value + 1) {
                    best_value = tt_value;
                }
            } else {
                // 4. Mate in one, once per position.
                let info = CheckInfo::new(&self.pos);
                if uses::mate_in_one()
                    && let Some(mv) = mate_in_one(&self.pos, Some(&info))
                {
                    return self.mates::<N>(ply, mv, raw_eval, UNSEARCHED + 1, N::PV);
                }
                checks = Some(info);
            }
            if best_value >= beta {
                if !best_value.is_decisive() {
                    best_value = Value((best_value.0 + beta.0) / 2);
                }
                if hit.is_none() {
                    self.store(
                        ply,
                        None,
                        best_value,
                        raw_eval,
                        UNSEARCHED,
                        Bound::Lower,
                        false,
                    );
                }
                return best_value;
            }
            alpha = alpha.max(best_value);
            futility_base = static_eval + tune::qs_futility();
        }

        // 5. Moves.
        let checks = checks.unwrap_or_else(|| CheckInfo::new(&self.pos));
        let last_to = self
            .memory
            .stack
            .before(ply, 1)
            .current_move
            .map(|mv| mv.to());
        let all = shared.options.generate_all_legal_moves;
        let continuations = self.continuations(ply);
        let mut picker = Picker::qsearch(&self.pos, tt_move, continuations, all);
        let mut best_move: Option<Move> = None;
        let mut move_count = 0;
        while let Some(mv) = picker.next(&self.picker_context(&checks)) {
            if !is_legal_generated(&self.pos, mv) {
                continue;
            }
            self.prefetch_after(mv);
            let gives_check = checks.gives_check(&self.pos, mv);
            let victim = self.pos.captured_by(mv);
            move_count += 1;

            // 6. Pruning, as long as some line avoids mate.
            if !best_value.is_loss() {
                if uses::qs_futility()
                    && !gives_check
                    && Some(mv.to()) != last_to
                    && !in_check
                    && !mv.is_promotion()
                {
                    if move_count > 2 {
                        continue;
                    }
                    let gain = victim.map_or(0, |p| p.kind().exchange_value());
                    let reach = futility_base + gain;
                    if reach <= alpha {
                        best_value = best_value.max(reach);
                        continue;
                    }
                    if !self.pos.see_ge(mv, alpha - futility_base) {
                        best_value = best_value.max(alpha.min(futility_base));
                        continue;
                    }
                }
                if in_check && victim.is_none() {
                    continue;
                }
                if !self.pos.see_ge(mv, -tune::qs_see()) {
                    continue;
                }
            }

            self.do_move(ply, mv, gives_check);
            let value = -self.qsearch::<N>(ply + 1, -beta, -alpha);
            self.undo_move(mv);
            if shared.stopped() {
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
        if !best_value.is_decisive() && best_value > beta {
            best_value = Value((best_value.0 + beta.0) / 2);
        }
        let bound = if best_value >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        self.store(
            ply, best_move, best_value, raw_eval, QS_DEPTH, bound, pv_hit,
        );
        best_value
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
        self.store(ply, Some(mv), value, raw_eval, depth, Bound::Exact, pv);
        if N::PV {
            self.memory.pvs.clear(ply + 1);
            self.memory.pvs.update(ply, mv);
        }
        value
    }

    /// Stores what a node found.
    #[expect(
        clippy::too_many_arguments,
        reason = "the fields of an entry, named by position"
    )]
    #[inline]
    pub(super) fn store(
        &self,
        ply: usize,
        mv: Option<Move>,
        value: Value,
        eval: Value,
        depth: Depth,
        bound: Bound,
        pv: bool,
    ) {
        let entry = Entry {
            mv,
            value,
            eval,
            depth,
            bound,
            pv,
        };
        self.shared.table.store(self.pos.key(), ply, &entry);
    }
}

/// Whether a stored value proves the side of `beta` it lies on.
#[inline]
pub(super) fn bound_fits(entry: &Entry, beta: Value) -> bool {
    entry.value != Value::NONE
        && if entry.value >= beta {
            entry.bound.is_lower()
        } else {
            entry.bound.is_upper()
        }
}
