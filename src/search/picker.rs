//! Move picker: the moves of a node in stages, the moves likely to be best first.

use std::cmp::Reverse;

use super::quiet_scorer::{PickerContext, QuietScorer};
use super::rows::{ContinuationKey, piece_to};
use super::scored_move::{ScoredList, ScoredMove, best_first, likely_first, score_all};
use super::tunables as tune;
use crate::movegen::{AllCaptures, AllPseudo, AllQuiets, Captures, Pseudo, Quiets, generate_into};
use crate::position::Position;
use crate::types::{Depth, Move, PieceType};

/// Number of quiet moves that are selected one by one; if more are needed, the rest is
/// sorted at once.
const PICKED_ONE_BY_ONE: usize = 12;
/// Score that puts captures before every quiet answer to a check.
const EVASION_CAPTURE: i32 = 1 << 28;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    GoodQuiets,
    BadCaptures,
    BadQuiets,
    GenerateEvasions,
    Evasions,
    GenerateProbCut,
    ProbCut,
    GenerateQsearch,
    Qsearch,
    Done,
}

/// Picker of the moves of one node, in stages.
///
/// The moves are pseudo-legal: the caller must test them with `is_legal_generated`.
pub struct Picker {
    stage: Stage,
    tt_move: Option<Move>,
    after_tt: Stage,
    depth: Depth,
    all: bool,
    skip_quiets: bool,
    /// Least gain of a capture in ProbCut, by static exchange.
    threshold: i32,
    continuations: [ContinuationKey; 6],
    list: ScoredList,
    at: usize,
    end: usize,
    /// Number of losing captures, which [`Stage::GoodCaptures`] puts at the front of `list`.
    bad_captures: usize,
    /// Index of the first quiet move. `unordered` is the index of the first quiet move
    /// that is never sorted.
    quiets: usize,
    unordered: usize,
    /// Index of the first quiet move that is still to be sorted.
    to_sort: usize,
}

/// Whether a move is generated with the captures: it captures a piece or promotes a pawn.
#[inline]
pub fn is_capture_stage(pos: &Position, mv: Move) -> bool {
    pos.is_capture(mv) || mv.is_promotion() && pos.moved_piece(mv).kind() == PieceType::Pawn
}

impl Picker {
    fn new(first: Stage, tt_move: Option<Move>, all: bool) -> Picker {
        Picker {
            stage: if tt_move.is_some() {
                Stage::TtMove
            } else {
                first
            },
            tt_move,
            after_tt: first,
            depth: 0,
            all,
            skip_quiets: false,
            threshold: 0,
            continuations: [ContinuationKey::default(); 6],
            list: ScoredList::new(),
            at: 0,
            end: 0,
            bad_captures: 0,
            quiets: 0,
            unordered: 0,
            to_sort: 0,
        }
    }

    /// Picker of all moves of a node of the main search. `tt_move` must be legal.
    pub fn main(
        pos: &Position,
        tt_move: Option<Move>,
        depth: Depth,
        continuations: [ContinuationKey; 6],
        all: bool,
    ) -> Picker {
        let first = if pos.in_check() {
            Stage::GenerateEvasions
        } else {
            Stage::GenerateCaptures
        };
        Picker {
            depth,
            continuations,
            ..Picker::new(first, tt_move, all)
        }
    }

    /// Picker of the captures that gain at least `threshold` by static exchange.
    pub fn prob_cut(pos: &Position, tt_move: Option<Move>, threshold: i32, all: bool) -> Picker {
        let tt_move = tt_move.filter(|&mv| is_capture_stage(pos, mv) && pos.see_ge(mv, threshold));
        Picker {
            threshold,
            ..Picker::new(Stage::GenerateProbCut, tt_move, all)
        }
    }

    /// Picker of the captures, or, in check, of all moves.
    pub fn qsearch(
        pos: &Position,
        tt_move: Option<Move>,
        continuations: [ContinuationKey; 6],
        all: bool,
    ) -> Picker {
        let in_check = pos.in_check();
        let first = if in_check {
            Stage::GenerateEvasions
        } else {
            Stage::GenerateQsearch
        };
        let tt_move = tt_move.filter(|&mv| in_check || is_capture_stage(pos, mv));
        Picker {
            continuations,
            ..Picker::new(first, tt_move, all)
        }
    }

    /// Leaves out all quiet moves that have not been picked yet.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move, or `None` after the last.
    pub fn next(&mut self, ctx: &PickerContext<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = self.after_tt;
                    return self.tt_move;
                }
                Stage::GenerateCaptures | Stage::GenerateProbCut | Stage::GenerateQsearch => {
                    self.generate_captures(ctx);
                    self.stage = match self.stage {
                        Stage::GenerateCaptures => Stage::GoodCaptures,
                        Stage::GenerateProbCut => Stage::ProbCut,
                        _ => Stage::Qsearch,
                    };
                }
                Stage::GoodCaptures => {
                    while let Some(best) = self.take_best() {
                        // A capture with a good history may lose some material.
                        if ctx
                            .pos
                            .see_ge(best.mv(), -best.score() / tune::good_capture())
                        {
                            return Some(best.mv());
                        }
                        self.list[self.bad_captures] = best;
                        self.bad_captures += 1;
                    }
                    self.stage = Stage::GenerateQuiets;
                }
                Stage::GenerateQuiets => {
                    if !self.skip_quiets {
                        self.generate_quiets(ctx);
                    }
                    self.stage = Stage::GoodQuiets;
                }
                Stage::GoodQuiets => {
                    if !self.skip_quiets {
                        while let Some(next) = self.take_quiet() {
                            if next.score() > tune::good_quiet() {
                                return Some(next.mv());
                            }
                        }
                    }
                    self.at = 0;
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    if self.at < self.bad_captures {
                        self.at += 1;
                        return Some(self.list[self.at - 1].mv());
                    }
                    self.at = self.quiets;
                    self.stage = Stage::BadQuiets;
                }
                Stage::BadQuiets => {
                    if !self.skip_quiets {
                        while let Some(next) = self.take_quiet() {
                            if next.score() <= tune::good_quiet() {
                                return Some(next.mv());
                            }
                        }
                    }
                    self.stage = Stage::Done;
                }
                Stage::GenerateEvasions => {
                    self.generate_evasions(ctx);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions | Stage::Qsearch => match self.take_best() {
                    Some(best) => return Some(best.mv()),
                    None => self.stage = Stage::Done,
                },
                Stage::ProbCut => match self.take_best() {
                    Some(best) if ctx.pos.see_ge(best.mv(), self.threshold) => {
                        return Some(best.mv());
                    }
                    Some(_) => {}
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Takes the move with the highest score among those left, skipping the stored move.
    #[inline]
    fn take_best(&mut self) -> Option<ScoredMove> {
        while self.at < self.end {
            best_first(&mut self.list, self.at, self.end);
            let found = self.list[self.at];
            self.at += 1;
            if Some(found.mv()) != self.tt_move {
                return Some(found);
            }
        }
        None
    }

    /// Takes the next quiet move, skipping the stored move.
    #[inline]
    fn take_quiet(&mut self) -> Option<ScoredMove> {
        while self.at < self.end {
            if self.at == self.to_sort && self.at < self.unordered {
                self.order_next();
            }
            let found = self.list[self.at];
            self.at += 1;
            if Some(found.mv()) != self.tt_move {
                return Some(found);
            }
        }
        None
    }

    /// Selects the next quiet move by score, or sorts all that are left.
    fn order_next(&mut self) {
        if self.to_sort - self.quiets < PICKED_ONE_BY_ONE {
            best_first(&mut self.list, self.to_sort, self.unordered);
            self.to_sort += 1;
        } else {
            let left = &mut self.list[self.to_sort..self.unordered];
            left.sort_unstable_by_key(|scored| Reverse(scored.score()));
            self.to_sort = self.unordered;
        }
    }

    fn generate_captures(&mut self, ctx: &PickerContext<'_>) {
        let pos = ctx.pos;
        if self.all {
            generate_into::<AllCaptures, _>(pos, &mut self.list);
        } else {
            generate_into::<Captures, _>(pos, &mut self.list);
        }
        score_all(&mut self.list, |mv| {
            let victim = pos.captured_by(mv).map(|p| p.kind());
            let value = victim.map_or(0, PieceType::exchange_value);
            let piece = pos.moved_piece_after(mv);
            ctx.histories.capture.get(piece, mv.to(), victim) + 7 * value
        });
        self.at = 0;
        self.end = self.list.len();
    }

    fn generate_quiets(&mut self, ctx: &PickerContext<'_>) {
        let start = self.list.len();
        let mut scorer = QuietScorer::new(ctx, self.continuations, &mut self.list);
        if self.all {
            generate_into::<AllQuiets, _>(ctx.pos, &mut scorer);
        } else {
            generate_into::<Quiets, _>(ctx.pos, &mut scorer);
        }
        self.at = start;
        self.end = self.list.len();
        self.quiets = start;
        self.to_sort = start;
        self.unordered = likely_first(&mut self.list, start, tune::sort_limit() * self.depth);
    }

    fn generate_evasions(&mut self, ctx: &PickerContext<'_>) {
        let pos = ctx.pos;
        if self.all {
            generate_into::<AllPseudo, _>(pos, &mut self.list);
        } else {
            generate_into::<Pseudo, _>(pos, &mut self.list);
        }
        let us = pos.side_to_move();
        let continuation = ctx.histories.continuation.after(self.continuations[0]);
        score_all(&mut self.list, |mv| {
            let piece = pos.moved_piece_after(mv);
            match pos.captured_by(mv) {
                Some(victim) => EVASION_CAPTURE + victim.kind().exchange_value(),
                None => {
                    ctx.histories.main.get(us, mv)
                        + i32::from(continuation[piece_to(piece, mv.to())])
                }
            }
        });
        self.at = 0;
        self.end = self.list.len();
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::Histories;
    use super::*;
    use crate::movegen::legal_moves;
    use crate::position::CheckInfo;
    use crate::types::{Color, Piece, SplitMix64, Square};

    /// Gives every move of a position a random score.
    fn learn(
        histories: &mut Histories,
        rng: &mut SplitMix64,
        pos: &Position,
        key: ContinuationKey,
    ) {
        histories.clear();
        for &mv in &legal_moves(pos) {
            let piece = pos.moved_piece_after(mv);
            let mut bonus = || rng.below(16_000) as i32 - 8_000;
            histories.main.update(pos.side_to_move(), mv, bonus());
            histories.continuation.update(key, piece, mv.to(), bonus());
            let victim = pos.captured_by(mv).map(Piece::kind);
            histories.capture.update(piece, mv.to(), victim, bonus());
        }
    }

    #[test]
    fn every_move_comes_once_and_the_better_ones_first() {
        let mut rng = SplitMix64::new(22);
        let pawn = Piece::new(Color::Black, PieceType::Pawn);
        let key = ContinuationKey::new(pawn, Square::from_raw(40));
        let mut histories = Histories::default();
        let mut quiets = 0;
        for _ in 0..10 {
            let mut pos = Position::startpos();
            for _ in 0..150 {
                let legal = legal_moves(&pos);
                if legal.is_empty() {
                    break;
                }
                learn(&mut histories, &mut rng, &pos, key);
                let checks = CheckInfo::new(&pos);
                let ctx = PickerContext {
                    pos: &pos,
                    histories: &histories,
                    checks: &checks,
                };
                let tt_move = (rng.below(2) == 0).then(|| legal[rng.below(legal.len())]);
                // Deep nodes sort all quiet moves, shallow nodes only the best.
                let depth = 1 + rng.below(20) as Depth;
                let mut picker = Picker::main(&pos, tt_move, depth, [key; 6], false);
                let mut picked = Vec::new();
                let mut last = None;
                while let Some(mv) = picker.next(&ctx) {
                    if picked.is_empty() && tt_move.is_some() {
                        assert_eq!(Some(mv), tt_move);
                    }
                    picked.push(mv);
                    let quiet = matches!(picker.stage, Stage::GoodQuiets | Stage::BadQuiets);
                    if quiet && picker.at <= picker.unordered {
                        let score = picker.list[picker.at - 1].score();
                        if let Some((stage, before)) = last
                            && stage == picker.stage
                        {
                            assert!(before >= score, "{} {depth}", pos.sfen());
                        }
                        last = Some((picker.stage, score));
                        quiets += 1;
                    }
                }
                let in_order = &picker.list[picker.quiets..picker.unordered];
                let behind = &picker.list[picker.unordered..];
                let limit = tune::sort_limit() * depth;
                if !pos.in_check() {
                    assert!(in_order.iter().all(|scored| scored.score() >= limit));
                    assert!(behind.iter().all(|scored| scored.score() < limit));
                }
                let mut twice = picked.clone();
                twice.sort_unstable();
                twice.dedup();
                assert_eq!(twice.len(), picked.len(), "{}", pos.sfen());
                // Only a move that declines a promotion may be missing, and then the
                // promotion comes.
                for mv in legal.iter().filter(|mv| !picked.contains(mv)) {
                    assert!(!mv.is_drop(), "{} {mv}", pos.sfen());
                    let promotion = Move::normal(mv.from(), mv.to(), true);
                    assert!(picked.contains(&promotion), "{} {mv}", pos.sfen());
                }
                pos.do_move(legal[rng.below(legal.len())]);
            }
        }
        assert!(quiets > 10_000, "{quiets}");
    }
}
