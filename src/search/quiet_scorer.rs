//! Quiet-move scorer: histories, checks, and attacks by pieces of less value.

use arrayvec::ArrayVec;

use super::history::{Histories, MoveRow};
use super::rows::{ContinuationKey, PieceToTable, SquareScores, of_piece};
use super::scored_move::{ScoredList, ScoredMove};
use super::tunables as tune;
use crate::bitboard::{Bitboard, gold_attacks, knight_attacks, lance_attacks, silver_attacks};
use crate::movegen::Sink;
use crate::position::{CheckInfo, Position};
use crate::types::{Move, Piece, PieceType, Square};

use PieceType::*;

/// Number of continuation histories in the score of a quiet move.
const CONTINUATIONS: usize = 5;
/// Number of kinds of piece that can be dropped.
const HAND_KINDS: usize = PieceType::HAND.len();

/// Inputs of move ordering.
pub struct PickerContext<'a> {
    /// The position of the node.
    pub pos: &'a Position,
    /// The histories of the thread.
    pub histories: &'a Histories,
    /// The squares from which a piece of each kind gives check.
    pub checks: &'a CheckInfo,
}

/// Sink of the move generator that scores each move it receives.
///
/// The score is the sum of the histories, with a bonus for safe checks and for leaving
/// the attack of a piece of less value, and a penalty for entering one. History rows that
/// do not depend on the destination are looked up once for all moves of a piece.
pub(super) struct QuietScorer<'a> {
    ctx: &'a PickerContext<'a>,
    /// The tables of the moves 1, 2, 3, 4 and 6 plies ago.
    continuations: [&'a PieceToTable; CONTINUATIONS],
    list: &'a mut ScoredList,
    threats: Threats,
}

/// The history rows of one piece that moves from one square, or is dropped.
struct PieceScores<'a> {
    main: &'a MoveRow,
    continuations: [&'a SquareScores; CONTINUATIONS],
    /// The squares from which the piece gives check.
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
    /// A scorer that appends the scored moves to `list`.
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

    /// The history rows for `mv` and all moves that differ from it in the destination
    /// only; `piece` is the piece after the move.
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

    /// The bonus of a checking move: none if it loses material.
    #[inline]
    fn check_bonus(&self, mv: Move) -> i32 {
        if self.ctx.pos.see_ge(mv, -tune::check_loss()) {
            tune::check_bonus()
        } else {
            0
        }
    }

    /// Adds the check bonus to the checking moves from index `start` on. Runs as a second
    /// pass, since most pieces have no check.
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
    /// Scores the moves of the piece on `from` to the squares `to`.
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
        // The generator often passes an empty set.
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
            // The continuation rows depend on the kind of piece alone, so only the main row is
            // looked up for each pawn.
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
        // Drops have many destinations, so each kind is scored for the whole board at once, in a
        // loop that the compiler vectorises.
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

/// Squares attacked by the opponent's pieces of less value, as four sets. The first is empty; the
/// others hold the attacks of pawns; of pawns, lances and knights; of these, silvers and golds.
///
/// A piece that a pawn attacks should leave, and no piece should enter a pawn's attack
/// (idea: Stockfish).
#[derive(Clone, Copy, Default)]
pub(super) struct Threats([Bitboard; 4]);

/// Index into [`Threats`], by kind of piece, of the attacks by pieces of less value.
static LESSER: [u8; 16] = {
    let mut lesser = [2; 16];
    lesser[Pawn.index()] = 0;
    lesser[King.index()] = 0;
    lesser[Lance.index()] = 1;
    lesser[Knight.index()] = 1;
    lesser[Bishop.index()] = 3;
    lesser[Rook.index()] = 3;
    lesser[Horse.index()] = 3;
    lesser[Dragon.index()] = 3;
    lesser
};

/// The terms that the threats to one piece add to the scores of its moves.
#[derive(Clone, Copy, Default)]
pub(super) struct Threat {
    /// The squares attacked by pieces of less value.
    attacked: Bitboard,
    /// The bonus for leaving an attacked square.
    leaving: i32,
    /// The penalty, below zero, for moving to an attacked square.
    entering: i32,
}

impl Threats {
    #[inline(always)]
    pub(super) fn new(pos: &Position) -> Threats {
        let them = !pos.side_to_move();
        let own = pos.color_bb(them);
        let pawns = (pos.kind_bb(Pawn) & own).forward(them);
        let mut light = pawns;
        for from in pos.kind_bb(Lance) & own {
            light |= lance_attacks(them, from, pos.occupied());
        }
        for from in pos.kind_bb(Knight) & own {
            light |= knight_attacks(them, from);
        }
        let mut small = light;
        for from in pos.kind_bb(Silver) & own {
            small |= silver_attacks(them, from);
        }
        for from in pos.golds() & own {
            small |= gold_attacks(them, from);
        }
        Threats([Bitboard::EMPTY, pawns, light, small])
    }

    /// The squares where a piece of this kind is attacked by a piece of less value.
    #[inline]
    fn against(&self, kind: PieceType) -> Bitboard {
        // A table look-up, because a `match` compiles to branches.
        self.0[usize::from(LESSER[kind.index() & 15] & 3)]
    }

    /// The threat to a piece of this kind that moves away from `from`.
    #[inline(always)]
    pub(super) fn of_move(&self, kind: PieceType, from: Square) -> Threat {
        let attacked = self.against(kind);
        let weight = tune::threat_weight() * kind.exchange_value();
        Threat {
            attacked,
            leaving: weight * i32::from(attacked.contains(from)),
            entering: -weight,
        }
    }

    /// The threat to a dropped piece of this kind.
    #[inline(always)]
    pub(super) fn of_drop(&self, kind: PieceType) -> Threat {
        Threat {
            attacked: self.against(kind),
            leaving: 0,
            entering: -tune::threat_drop_weight() * kind.exchange_value(),
        }
    }
}

impl Threat {
    /// The term of the move to this square.
    #[inline(always)]
    pub(super) fn at(&self, to: Square) -> i32 {
        self.leaving + self.entering * i32::from(self.attacked.contains(to))
    }

    /// Adds the terms of the drops on these squares.
    #[inline]
    pub(super) fn add_to(&self, scores: &mut [i32; Square::NUM], to: Bitboard) {
        debug_assert!(self.leaving == 0);
        for sq in to & self.attacked {
            scores[sq.index()] += self.entering;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::piece_to;
    use super::*;
    use crate::movegen::{AllQuiets, generate_into, legal_moves};
    use crate::position::testing::random_games;
    use crate::types::SplitMix64;

    /// The score of one move, computed without the scorer.
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

    /// Kinds of piece in the order of their values; kinds in one row count as equal.
    const RANKS: [&[PieceType]; 4] = [
        &[Pawn],
        &[Lance, Knight],
        &[Silver, Gold, ProPawn, ProLance, ProKnight, ProSilver],
        &[Bishop, Rook, Horse, Dragon],
    ];

    /// The squares where a piece of this rank is attacked by a piece of a lesser rank,
    /// found square by square.
    fn by_lesser(pos: &Position, rank: usize) -> Bitboard {
        let lesser = RANKS[..rank].concat();
        let mut all = Bitboard::EMPTY;
        for sq in Square::all() {
            let attackers =
                pos.attackers_to(sq, pos.occupied()) & pos.color_bb(!pos.side_to_move());
            let threatened = attackers
                .into_iter()
                .filter_map(|from| pos.piece_on(from).map(Piece::kind))
                .any(|kind| lesser.contains(&kind));
            if threatened {
                all |= Bitboard::from(sq);
            }
        }
        all
    }

    #[test]
    fn only_pieces_of_less_value_threaten() {
        let mut seen = [0; 4];
        random_games(17, 20, 150, |pos| {
            let threats = Threats::new(pos);
            for (rank, kinds) in RANKS.into_iter().enumerate() {
                let expected = by_lesser(pos, rank);
                for &kind in kinds {
                    assert_eq!(threats.against(kind), expected, "{kind:?} {}", pos.sfen());
                }
                seen[rank] += usize::from(!expected.is_empty());
            }
            assert!(threats.against(King).is_empty());
        });
        assert!(
            seen[0] == 0 && seen[1..].iter().all(|&n| n > 500),
            "{seen:?}"
        );
    }
}
