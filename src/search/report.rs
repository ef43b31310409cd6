//! Reports of a search: its progress, its answer, and the best lines collected from both.

use std::sync::Mutex;

use crate::eval::scale::ScoreScale;
use crate::host::Instant;
use crate::host::millis;
use crate::host::sync::{into_inner, lock};
use crate::types::{Bound, Depth, Move, Score, Value};

/// One line of progress.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// Depth of the iteration, in plies.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub seldepth: Depth,
    /// Rank of the line among the best, from 1.
    pub multipv: usize,
    /// The score for the side to move at the root.
    pub score: Score,
    /// Whether `score` is exact or only a bound.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since [`Limits::start`](super::Limits::start), in ms.
    pub time_ms: u64,
    /// Share of the transposition table in use, in permille.
    pub hashfull: u32,
    /// The line, starting with the move at the root.
    pub pv: &'a [Move],
}

impl Info<'_> {
    /// Nodes per second. A time below one millisecond counts as one.
    pub const fn nps(&self) -> u64 {
        nps(self.nodes, self.time_ms)
    }
}

/// Nodes per second; a time below one millisecond counts as one.
pub const fn nps(nodes: u64, time_ms: u64) -> u64 {
    let time_ms = if time_ms == 0 { 1 } else { time_ms };
    nodes.saturating_mul(1000) / time_ms
}

/// Receiver of the reports of a search.
pub trait Reporter: Sync {
    /// Receives one line of progress. The lines of a report come in the order of their ranks, with
    /// scores that do not rise. (A book's report begins with the move to be played.)
    fn info(&self, info: &Info<'_>);

    /// Receives the result of every finished iteration, even where [`Reporter::info`] is
    /// held back, so that there is always an answer to fall back on.
    fn completed(&self, _depth: Depth, _score: Score, _pv: &[Move]) {}

    /// Receives the result of a search that examined moves as soon as it is known. On a busy machine the search may return
    /// later, with threads that the system has not run meanwhile.
    fn result(&self, _result: &SearchResult) {}

    /// Receives a remark of one line.
    fn string(&self, _text: &str) {}
}

/// A reporter that discards all reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn info(&self, _: &Info<'_>) {}
}

/// Output of the search: the reporter, and the scale that turns values into scores.
#[derive(Clone, Copy)]
pub(super) struct Outside<'a> {
    pub(super) reporter: &'a dyn Reporter,
    pub(super) scale: ScoreScale,
}

impl Outside<'_> {
    /// The score of a value of the search.
    pub(super) fn score(&self, value: Value) -> Score {
        self.scale.show(value)
    }
}

/// Decision in the root position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// Play this legal move.
    Move(Move),
    /// Give up: there is no legal move, or the score is below the limit for resigning.
    Resign,
    /// Declare a win by entering king.
    Win,
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The decision.
    pub best: Best,
    /// The expected reply, legal after `best`.
    pub ponder: Option<Move>,
    /// The score for the side to move, on the evaluator's [`ScoreScale`].
    pub score: Score,
    /// Whether `score` is exact or, as after a search cut short, only a bound;
    /// [`Bound::None`] if the search failed.
    pub bound: Bound,
    /// The last finished iteration, in plies.
    pub depth: Depth,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The line behind the answer, starting with the move played.
    pub pv: Vec<Move>,
}

impl SearchResult {
    /// An answer without a search: an exact score, no nodes and no expected reply.
    pub(crate) fn exact(best: Best, score: Score, depth: Depth, pv: Vec<Move>) -> SearchResult {
        SearchResult {
            best,
            ponder: None,
            score,
            bound: Bound::Exact,
            depth,
            nodes: 0,
            pv,
        }
    }

    /// The answer as the best line of a report.
    pub(crate) fn info(&self, start: Instant) -> Info<'_> {
        Info {
            depth: self.depth,
            seldepth: self.depth,
            multipv: 1,
            score: self.score,
            bound: self.bound,
            nodes: self.nodes,
            time_ms: millis::since(start),
            hashfull: 0,
            pv: &self.pv,
        }
    }
}

/// A line of moves with its score, as reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedLine {
    /// The score for the side to move.
    pub score: Score,
    /// Whether `score` is exact or only a bound.
    pub bound: Bound,
    /// Depth of the search, in plies.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub seldepth: Depth,
    /// The moves of the line; none if the game is over.
    pub moves: Vec<Move>,
}

impl RankedLine {
    /// Whether this line is kept although a new line of the same move is reported.
    ///
    /// An exact score is kept against a bound, even a deeper one, unless the move is not
    /// the best and the new upper bound is below its score.
    fn is_kept_against(&self, new: &RankedLine, rank: usize) -> bool {
        let outdated = rank > 0 && new.bound == Bound::Upper && new.score < self.score;
        self.bound == Bound::Exact && new.bound != Bound::Exact && !outdated
    }
}

/// Collector of the last line of each rank.
#[derive(Debug, Default)]
pub struct LineCollector(Mutex<Collected>);

#[derive(Debug, Default)]
struct Collected {
    /// The last line of each rank.
    ranks: Vec<Option<RankedLine>>,
    /// The ranks at the end of the last iteration that finished.
    finished: Vec<Option<RankedLine>>,
}

impl LineCollector {
    /// The lines, the best first, no two with the same first move.
    ///
    /// A search cut short within an iteration leaves lines of two depths, whose scores may be out
    /// of order. In that case the lines of the iteration before are returned, if its best move is
    /// still the best.
    pub fn into_lines(self) -> Vec<RankedLine> {
        let Collected { ranks, finished } = into_inner(self.0);
        let [ranks, finished]: [Vec<RankedLine>; 2] =
            [ranks, finished].map(|lines| lines.into_iter().flatten().collect());
        let first =
            |lines: &[RankedLine]| lines.first().and_then(|line| line.moves.first().copied());
        let in_order = ranks.is_sorted_by(|a, b| a.score >= b.score);
        match !in_order && first(&finished) == first(&ranks) {
            true => finished,
            false => ranks,
        }
    }
}

impl Reporter for LineCollector {
    fn info(&self, info: &Info<'_>) {
        let Some(rank) = info.multipv.checked_sub(1) else {
            return;
        };
        let Some(&first) = info.pv.first() else {
            return;
        };
        let new = RankedLine {
            score: info.score,
            bound: info.bound,
            depth: info.depth,
            seldepth: info.seldepth,
            moves: info.pv.to_vec(),
        };
        let Collected { ranks, finished } = &mut *lock(&self.0);
        let is_deeper =
            |line: &Option<RankedLine>| line.as_ref().is_some_and(|l| l.depth < new.depth);
        if rank == 0 && !ranks.is_empty() && ranks.iter().all(is_deeper) {
            finished.clone_from(ranks);
        }
        if ranks.len() <= rank {
            ranks.resize(rank + 1, None);
        }
        // The previous move of this rank takes the rank that the new move had before: a search cut
        // short sends no further report of the previous move.
        let is_of_it = |known: &Option<RankedLine>| {
            known.as_ref().and_then(|known| known.moves.first()) == Some(&first)
        };
        if let Some(so_far) = ranks.iter().position(is_of_it) {
            ranks.swap(so_far, rank);
        }
        let known = ranks[rank].take();
        let known = known.filter(|known| known.moves.first() == Some(&first));
        ranks[rank] = Some(match known {
            Some(known) if known.is_kept_against(&new, rank) => known,
            _ => new,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_changes_the_move_of_a_rank_and_keeps_exact_scores() {
        let [a, b, c] = ["2g2f", "7g7f", "6i7h"].map(|text| Move::from_usi(text).unwrap());
        let collector = LineCollector::default();
        let report = |multipv, mv: Move, cp, bound| {
            collector.info(&Info {
                depth: 9,
                seldepth: 9,
                multipv,
                score: Score::Centipawns(cp),
                bound,
                nodes: 0,
                time_ms: 0,
                hashfull: 0,
                pv: &[mv],
            });
        };
        let ranks = |expected: &[(Move, i32, Bound)]| {
            let collected = lock(&collector.0);
            let lines: Vec<_> = collected
                .ranks
                .iter()
                .flatten()
                .map(|line| (line.moves[0], line.score.centipawns(), line.bound))
                .collect();
            assert_eq!(lines, expected);
        };
        use Bound::{Exact, Lower, Upper};
        report(1, a, 30, Exact);
        report(2, b, 20, Exact);
        ranks(&[(a, 30, Exact), (b, 20, Exact)]);
        // The second move rises to the top, and the report ends there.
        report(1, b, 40, Lower);
        ranks(&[(b, 20, Exact), (a, 30, Exact)]);
        // A move without a rank takes the first rank, and the move of that rank is dropped.
        report(1, c, 50, Lower);
        ranks(&[(c, 50, Lower), (a, 30, Exact)]);
        report(1, c, 45, Exact);
        report(2, b, 25, Upper);
        ranks(&[(c, 45, Exact), (b, 25, Upper)]);
        // The best move falls behind and now has an upper bound only.
        report(1, b, 35, Exact);
        report(2, c, 35, Upper);
        ranks(&[(b, 35, Exact), (c, 35, Upper)]);
    }

    #[test]
    fn lines_of_two_depths_out_of_order_give_way_to_those_of_the_last_iteration() {
        let [a, b] = ["2g2f", "7g7f"].map(|text| Move::from_usi(text).unwrap());
        let reported = |reports: &[(Depth, usize, Move, i32)]| {
            let collector = LineCollector::default();
            for &(depth, multipv, mv, cp) in reports {
                collector.info(&Info {
                    depth,
                    seldepth: depth,
                    multipv,
                    score: Score::Centipawns(cp),
                    bound: Bound::Exact,
                    nodes: 0,
                    time_ms: 0,
                    hashfull: 0,
                    pv: &[mv],
                });
            }
            let lines = collector.into_lines();
            let line = |line: &RankedLine| (line.depth, line.moves[0], line.score.centipawns());
            lines.iter().map(line).collect::<Vec<_>>()
        };
        let finished = [(9, 1, a, 30), (9, 2, b, 20)];
        let behind = [&finished[..], &[(10, 1, a, -70)]].concat();
        assert_eq!(reported(&behind), [(9, a, 30), (9, b, 20)]);
        let ahead = [&finished[..], &[(10, 1, a, 25)]].concat();
        assert_eq!(reported(&ahead), [(10, a, 25), (9, b, 20)]);
        // The best move has changed: no line of the iteration before may rank above it.
        let changed = [&finished[..], &[(10, 1, b, 10)]].concat();
        assert_eq!(reported(&changed), [(10, b, 10), (9, a, 30)]);
    }
}
