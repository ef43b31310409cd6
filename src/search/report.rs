//! Reports of a search: progress while it runs, its answer, and the best lines
//! collected from them.

use std::sync::Mutex;

use crate::eval::scale::ScoreScale;
use crate::sync::{into_inner, lock};
use crate::types::{Bound, Depth, Move, Score, Value};

/// One line of progress.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// The iteration, in plies.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub seldepth: Depth,
    /// Rank of the line among the best, from 1.
    pub multipv: usize,
    /// For the side to move at the root.
    pub score: Score,
    /// Whether `score` is exact or only a bound.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search was asked for, in ms.
    pub time_ms: u64,
    /// Use of the transposition table in permille.
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

/// Receives what a search has to say.
pub trait Reporter: Sync {
    /// A line of progress. The ranks of a report come one after the other, the
    /// best first: no line's score is above the one before it. (A book names
    /// first what it plays.)
    fn info(&self, info: &Info<'_>);

    /// An iteration is finished. Called for every one, also where
    /// [`Reporter::info`] is held back, so that there is always an answer to
    /// fall back on.
    fn completed(&self, depth: Depth, score: Score, pv: &[Move]) {
        let _ = (depth, score, pv);
    }

    /// A remark in words; one line.
    fn string(&self, text: &str) {
        let _ = text;
    }
}

/// A reporter that keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn info(&self, _: &Info<'_>) {}
}

/// The border of the search: where reports go, and the scale on which its
/// values are shown there.
#[derive(Clone, Copy)]
pub(super) struct Outside<'a> {
    pub(super) reporter: &'a dyn Reporter,
    scale: ScoreScale,
}

impl<'a> Outside<'a> {
    pub(super) fn new(reporter: &'a dyn Reporter, scale: ScoreScale) -> Outside<'a> {
        Outside { reporter, scale }
    }

    /// The score that a value of the search is outside.
    pub(super) fn score(&self, value: Value) -> Score {
        self.scale.show(value)
    }
}

/// What to do in the root position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// Play this legal move.
    Move(Move),
    /// Give up: there is no legal move, or the score is beyond hope.
    Resign,
    /// Declare a win by entering king.
    Win,
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What to play.
    pub best: Best,
    /// The reply to expect, legal after `best`.
    pub ponder: Option<Move>,
    /// For the side to move, on the evaluator's own [`ScoreScale`].
    pub score: Score,
    /// Whether `score` is exact or only a bound: a search cut short may know no
    /// more. [`Bound::None`]: nothing is known, since the search failed.
    pub bound: Bound,
    /// The last finished iteration, in plies.
    pub depth: Depth,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The line behind the answer, starting with the move played.
    pub pv: Vec<Move>,
}

/// A line of play and its score, as a search reported it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedLine {
    /// For the side to move.
    pub score: Score,
    /// Whether `score` is exact or only a bound.
    pub bound: Bound,
    /// Plies searched.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub seldepth: Depth,
    /// The moves; none where the game is over.
    pub moves: Vec<Move>,
}

impl RankedLine {
    /// Whether what is known of a move says more than a new bound of the same move.
    ///
    /// What was found exactly does, even of fewer plies. But where the move has
    /// turned out to be no better than the one before it, that is news.
    fn says_more_than(&self, new: &RankedLine, rank: usize) -> bool {
        let outdated = rank > 0 && new.bound == Bound::Upper && new.score < self.score;
        self.bound == Bound::Exact && new.bound != Bound::Exact && !outdated
    }
}

/// Keeps for each rank its move and what was found of it last.
#[derive(Debug, Default)]
pub struct LineCollector(Mutex<Vec<Option<RankedLine>>>);

impl LineCollector {
    /// The lines, the best first, no two with the same first move.
    pub fn into_lines(self) -> Vec<RankedLine> {
        into_inner(self.0).into_iter().flatten().collect()
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
        let mut ranks = lock(&self.0);
        if ranks.len() <= rank {
            ranks.resize(rank + 1, None);
        }
        // Its rank so far goes to the move it takes the place of: a search cut
        // off in the middle of an iteration says no more of that one.
        let is_of_it = |known: &Option<RankedLine>| {
            known.as_ref().and_then(|known| known.moves.first()) == Some(&first)
        };
        if let Some(so_far) = ranks.iter().position(is_of_it) {
            ranks.swap(so_far, rank);
        }
        let known = ranks[rank].take();
        let known = known.filter(|known| known.moves.first() == Some(&first));
        ranks[rank] = Some(match known {
            Some(known) if known.says_more_than(&new, rank) => known,
            _ => new,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_told_as_a_bound_names_its_move_and_keeps_what_was_exact() {
        let [a, b, c] = ["2g2f", "7g7f", "6i7h"].map(|text| Move::from_usi(text).unwrap());
        let collector = LineCollector::default();
        let tell = |multipv, mv: Move, cp, bound| {
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
            let ranks = lock(&collector.0);
            let told: Vec<_> = ranks
                .iter()
                .flatten()
                .map(|line| (line.moves[0], line.score.centipawns(), line.bound))
                .collect();
            assert_eq!(told, expected);
        };
        use Bound::{Exact, Lower, Upper};
        tell(1, a, 30, Exact);
        tell(2, b, 20, Exact);
        ranks(&[(a, 30, Exact), (b, 20, Exact)]);
        // The second rises to the top, and nothing more is said.
        tell(1, b, 40, Lower);
        ranks(&[(b, 20, Exact), (a, 30, Exact)]);
        // One never found exactly takes over; what it ousts is gone.
        tell(1, c, 50, Lower);
        ranks(&[(c, 50, Lower), (a, 30, Exact)]);
        tell(1, c, 45, Exact);
        tell(2, b, 25, Upper);
        ranks(&[(c, 45, Exact), (b, 25, Upper)]);
        // The best falls behind, and is no better than what is best now.
        tell(1, b, 35, Exact);
        tell(2, c, 35, Upper);
        ranks(&[(b, 35, Exact), (c, 35, Upper)]);
    }
}
