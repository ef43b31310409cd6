//! What the search tells the outside: progress while it runs, and its answer.

use crate::eval::scale::ScoreScale;
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
