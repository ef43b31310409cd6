//! Writes quiet moves down together with what the search has learnt about them.

use arrayvec::ArrayVec;

use super::history::MoveRow;
use super::picker_context::PickerContext;
use super::piece_to::{ContinuationKey, PieceToTable, SquareScores, of_piece};
use super::scored_move::{ScoredList, ScoredMove};
use super::threats::Threats;
use super::tunables as tune;
use crate::bitboard::Bitboard;
use crate::movegen::Sink;
use crate::types::{Move, Piece, PieceType, Square};

/// Continuation histories that score a quiet move.
const CONTINUATIONS: usize = 5;
/// Kinds that can be dropped.
const HAND_KINDS: usize = PieceType::HAND.len();

/// A sink that scores moves as they come.
///
/// What does not depend on the destination is looked up once for all moves of
/// a piece. The score is the sum of the histories, with a bonus for checks.
pub(super) struct QuietScorer<'a> {
    ctx: &'a PickerContext<'a>,
    /// What followed the moves 1, 2, 3, 4 and 6 plies ago.
    continuations: [&'a PieceToTable; CONTINUATIONS],
    list: &'a mut ScoredList,
    threats: Threats,
}

/// The histories of one piece that moves from one square, or is dropped.
struct PieceScores<'a> {
    main: &'a MoveRow,
    continuations: [&'a SquareScores; CONTINUATIONS],
    /// Where it gives check.
    checks: Bitboard,
}

impl PieceScores<'_> {
    #[inline]
    fn at(&self, to: usize) -> i32 {
        let mut score = 2 * i32::from(self.main[to]);
        for row in self.continuations {
            score += i32::from(row[to]);
        }
        score
    }
}

impl<'a> QuietScorer<'a> {
    /// Scores moves and appends them to `list`.
    #[inline]
    pub(super) fn new(
        ctx: &'a PickerContext<'a>,
        continuations: [ContinuationKey; 6],
        list: &'a mut ScoredList,
    ) -> QuietScorer<'a> {
        let [k1, k2, k3, k4, _, k6] = continuations;
        QuietScorer {
            ctx,
            continuations: [k1, k2, k3, k4, k6].map(|key| ctx.histories.continuation.after(key)),
            list,
            threats: Threats::new(ctx.pos),
        }
    }

    /// The histories of `piece`, as it stands after the move, for `mv` and all
    /// moves that differ from it in the destination only.
    #[inline]
    fn piece_scores(&self, piece: Piece, mv: Move) -> PieceScores<'a> {
        let PickerContext {
            pos,
            histories,
            checks,
        } = *self.ctx;
        PieceScores {
            main: histories.main.row(pos.side_to_move(), mv),
            continuations: self.continuations.map(|table| of_piece(table, piece)),
            checks: checks.squares(piece.kind()),
        }
    }

    #[inline(always)]
    fn push(&mut self, mv: Move, score: i32) {
        self.list.push(ScoredMove::new(mv, score));
    }

    /// What a check adds to the score of a move.
    #[inline]
    fn check_bonus(&self, mv: Move) -> i32 {
        if self.ctx.pos.see_ge(mv, -tune::check_loss()) {
            tune::check_bonus()
        } else {
            0
        }
    }

    /// Raises the scores of the checks among the moves from `start` on in the
    /// list. Apart, since mostly no move of a piece is one.
    #[inline(never)]
    fn raise_checks(&mut self, start: usize, checks: Bitboard) {
        for i in start..self.list.len() {
            let mv = self.list[i].mv();
            if checks.contains(mv.to()) {
                let score = self.list[i].score() + self.check_bonus(mv);
                self.list[i] = ScoredMove::new(mv, score);
            }
        }
    }
}

impl QuietScorer<'_> {
    /// Moves of one piece to these squares, one at least.
    #[inline(never)]
    fn moves_of_piece(&mut self, from: Square, to: Bitboard, promote: bool) {
        let (Some(first), Some(before)) = (to.first(), self.ctx.pos.piece_on(from)) else {
            return;
        };
        let piece = if promote { before.promoted() } else { before };
        let scores = self.piece_scores(piece, Move::normal(from, first, promote));
        let threat = self.threats.of_move(before.kind(), from);
        let start = self.list.len();
        for sq in to {
            let mv = Move::normal(from, sq, promote);
            self.push(mv, scores.at(sq.index()) + threat.at(sq));
        }
        if to.intersects(scores.checks) {
            self.raise_checks(start, scores.checks);
        }
    }
}

impl Sink for QuietScorer<'_> {
    #[inline(always)]
    fn board(&mut self, from: Square, to: Bitboard, promote: bool) {
        // Many calls bring no move.
        if !to.is_empty() {
            self.moves_of_piece(from, to, promote);
        }
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, back: i8, promote: bool) {
        let us = self.ctx.pos.side_to_move();
        let pawn = Piece::new(us, PieceType::Pawn);
        let piece = if promote { pawn.promoted() } else { pawn };
        let move_to = |sq: Square| {
            let from = Square::from_raw((sq.index() as i8 + back) as u8);
            Move::normal(from, sq, promote)
        };
        let Some(first) = to.first() else {
            return;
        };
        let mut scores = self.piece_scores(piece, move_to(first));
        let start = self.list.len();
        for sq in to {
            let mv = move_to(sq);
            // All the rest depends on the kind of piece alone.
            scores.main = self.ctx.histories.main.row(us, mv);
            self.push(mv, scores.at(sq.index()));
        }
        if to.intersects(scores.checks) {
            self.raise_checks(start, scores.checks);
        }
    }

    #[inline]
    fn drops(&mut self, kinds: &[PieceType], to: Bitboard) {
        let Some(first) = to.first() else {
            return;
        };
        let us = self.ctx.pos.side_to_move();
        // Drops have many destinations: each kind is scored for the whole board,
        // many squares at once.
        let mut boards: ArrayVec<[i32; Square::NUM], HAND_KINDS> = ArrayVec::new();
        for &kind in kinds {
            let of_kind = self.piece_scores(Piece::new(us, kind), Move::drop(kind, first));
            let mut scores = std::array::from_fn(|to| of_kind.at(to));
            self.threats.of_drop(kind).add_to(&mut scores, to);
            for sq in to & of_kind.checks {
                scores[sq.index()] += self.check_bonus(Move::drop(kind, sq));
            }
            boards.push(scores);
        }
        for sq in to {
            for (&kind, scores) in kinds.iter().zip(&boards) {
                self.push(Move::drop(kind, sq), scores[sq.index()]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::Histories;
    use super::super::piece_to::piece_to;
    use super::*;
    use crate::movegen::{AllQuiets, generate_into, legal_moves};
    use crate::position::{CheckInfo, Position};
    use crate::types::SplitMix64;

    /// The score of a move looked up on its own.
    fn score(ctx: &PickerContext<'_>, continuations: [ContinuationKey; 6], mv: Move) -> i32 {
        let (pos, histories) = (ctx.pos, ctx.histories);
        let piece = pos.moved_piece_after(mv);
        let mut score = 2 * histories.main.get(pos.side_to_move(), mv);
        for n in [0, 1, 2, 3, 5] {
            let table = histories.continuation.after(continuations[n]);
            score += i32::from(table[piece_to(piece, mv.to())]);
        }
        if ctx.checks.squares(piece.kind()).contains(mv.to()) && pos.see_ge(mv, -tune::check_loss())
        {
            score += tune::check_bonus();
        }
        let threats = Threats::new(pos);
        let threat = match mv.is_drop() {
            true => threats.of_drop(mv.dropped()),
            false => threats.of_move(pos.piece_on(mv.from()).unwrap().kind(), mv.from()),
        };
        score + threat.at(mv.to())
    }

    #[test]
    fn moves_get_the_scores_that_each_has_alone() {
        let mut rng = SplitMix64::new(31);
        let mut histories = Histories::default();
        let (mut moves, mut bonuses) = (0, 0);
        for _ in 0..10 {
            let mut pos = Position::startpos();
            let mut keys = [ContinuationKey::default(); 6];
            for _ in 0..150 {
                let legal = legal_moves(&pos);
                if legal.is_empty() {
                    break;
                }
                for &mv in &legal {
                    let piece = pos.moved_piece_after(mv);
                    let mut bonus = || rng.below(16_000) as i32 - 8_000;
                    histories.main.update(pos.side_to_move(), mv, bonus());
                    for key in keys {
                        histories.continuation.update(key, piece, mv.to(), bonus());
                    }
                }
                if !pos.in_check() {
                    let ctx = PickerContext {
                        pos: &pos,
                        histories: &histories,
                        checks: &CheckInfo::new(&pos),
                    };
                    let mut list = ScoredList::new();
                    let mut scorer = QuietScorer::new(&ctx, keys, &mut list);
                    generate_into::<AllQuiets, _>(&pos, &mut scorer);
                    let mut plain = ScoredList::new();
                    generate_into::<AllQuiets, _>(&pos, &mut plain);
                    assert_eq!(list.len(), plain.len());
                    for (scored, plain) in list.iter().zip(&plain) {
                        assert_eq!(scored.mv(), plain.mv());
                        let mv = scored.mv();
                        let alone = score(&ctx, keys, mv);
                        assert_eq!(scored.score(), alone, "{} {mv}", pos.sfen());
                        let kind = pos.moved_piece_after(mv).kind();
                        bonuses += usize::from(ctx.checks.squares(kind).contains(mv.to()));
                    }
                    moves += list.len();
                }
                let mv = legal[rng.below(legal.len())];
                keys.rotate_right(1);
                keys[0] = ContinuationKey::new(pos.moved_piece_after(mv), mv.to());
                pos.do_move(mv);
            }
        }
        assert!(moves > 20_000 && bonuses > 100, "{moves} {bonuses}");
    }
}
