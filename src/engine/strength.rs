//! Playing below full strength, for people: from 15 kyu to 9 dan.
//!
//! A weaker level looks at fewer nodes and does not always choose what it
//! found best: each of the best lines gets a random amount off or on, small
//! for moves nearly as good and for strong levels. That gives the mistakes of
//! people, a little worse than the best and now and then much, rather than
//! sudden nonsense. The steps were spaced by matches (`docs/levels.md`).

use std::sync::Mutex;

use crate::search::{Best, Info, Limits, Outcome, Reporter};
use crate::sync::{into_inner, lock};
use crate::types::{Bound, Depth, Move, Score, SplitMix64};

/// A level: negative for kyu, positive for dan, as the protocol has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength(i32);

impl Strength {
    /// The weakest level: 15 kyu.
    pub const MIN: i32 = -15;
    /// The strongest level short of full strength: 9 dan.
    pub const MAX: i32 = 9;

    /// Lines the weakest level chooses among.
    const LINES: i32 = 8;
    /// From this step on each has a line less to choose among, so that it looks
    /// deeper at the others, until one is left.
    const FEWER_FROM: i32 = 5;

    /// Spread of what the weakest level thinks of its lines, in centipawns.
    /// Each step errs less; that parts the weak levels.
    const SPREAD: f64 = 810.0;
    const SPREAD_STEP: f64 = 0.6;
    /// Nodes of the weakest level. Each step looks at a little more as long as
    /// errors decide ...
    const NODES: f64 = 60.0;
    const NODES_STEP_WEAK: f64 = 1.15;
    /// ... and at nearly half as much again from this step on, where they hardly do.
    const STRONG_FROM: i32 = 5;
    const NODES_STEP_STRONG: f64 = 1.45;

    /// The level of a number from [`Strength::MIN`] to [`Strength::MAX`]; there
    /// is no 0, which counts as 1 dan.
    pub fn new(level: i32) -> Strength {
        match level.clamp(Strength::MIN, Strength::MAX) {
            0 => Strength(1),
            level => Strength(level),
        }
    }

    /// Steps above the weakest level.
    fn steps(self) -> i32 {
        self.0 - Strength::MIN - i32::from(self.0 > 0)
    }

    /// Nodes to look at for one move.
    pub fn nodes(self) -> u64 {
        let weak = self.steps().min(Self::STRONG_FROM);
        let strong = self.steps() - weak;
        let more = Self::NODES_STEP_WEAK.powi(weak) * Self::NODES_STEP_STRONG.powi(strong);
        (Self::NODES * more) as u64
    }

    /// How many of the best lines to choose among, at least 1.
    pub fn lines(self) -> usize {
        let fewer = (self.steps() - Self::FEWER_FROM).max(0);
        (Self::LINES - fewer).max(1) as usize
    }

    /// How far its opinion of a line strays, in centipawns.
    pub fn spread(self) -> f64 {
        Self::SPREAD * Self::SPREAD_STEP.powi(self.steps())
    }

    /// The limits of a search at this level.
    pub fn limit(self, limits: &Limits) -> Limits {
        let nodes = self.nodes();
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |given| given.min(nodes))),
            ..limits.clone()
        }
    }

    /// The line this level takes: the index of one of `scores` (of the best
    /// lines, for the side to move). A mate that is seen is given.
    pub fn choose(self, scores: &[Score], rng: &mut SplitMix64) -> Option<usize> {
        let best = *scores.first()?;
        if best.mates() {
            return Some(0);
        }
        // The logarithm of a logarithm makes the maximum of sums follow the
        // odds exp(score / spread) (Gumbel).
        let mut taste = |score: Score| {
            let chance = rng.unit().clamp(1e-12, 1.0 - 1e-12);
            f64::from(score.centipawns()) - self.spread() * (-chance.ln()).ln()
        };
        let tasted = scores.iter().map(|&score| taste(score));
        let best = tasted.enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        Some(best.0)
    }
}

/// A line found, with what it is worth.
#[derive(Clone)]
struct Line {
    depth: Depth,
    score: Score,
    bound: Bound,
    pv: Vec<Move>,
}

/// Passes reports on, without lines the user did not ask for, and keeps the
/// latest of every line.
pub(super) struct Lines<'a> {
    inner: &'a dyn Reporter,
    shown: usize,
    lines: Mutex<Vec<Option<Line>>>,
}

impl<'a> Lines<'a> {
    /// Passes on the best `shown` lines and keeps the best `kept`.
    pub(super) fn new(inner: &'a dyn Reporter, shown: usize, kept: usize) -> Lines<'a> {
        Lines {
            inner,
            shown,
            lines: Mutex::new(vec![None; kept]),
        }
    }

    /// Replaces the answer of a search by the line that the level takes.
    pub(super) fn weaken(self, strength: Strength, rng: &mut SplitMix64, outcome: &mut Outcome) {
        let Best::Move(best) = outcome.best else {
            return;
        };
        let lines = into_inner(self.lines);
        let mut different: Vec<Line> = Vec::new();
        // The search's answer first: it may be newer than the lines.
        let answer = Line {
            depth: outcome.depth,
            score: outcome.score,
            bound: outcome.bound,
            pv: outcome.pv.clone(),
        };
        for line in [answer].into_iter().chain(lines.into_iter().flatten()) {
            let known = |other: &Line| other.pv.first() == line.pv.first();
            if !line.pv.is_empty() && !different.iter().any(known) {
                different.push(line);
            }
        }
        let scores: Vec<Score> = different.iter().map(|line| line.score).collect();
        let Some(line) = strength.choose(&scores, rng).map(|i| &different[i]) else {
            return;
        };
        if line.pv.first() != Some(&best) {
            outcome.best = Best::Move(line.pv[0]);
            outcome.ponder = line.pv.get(1).copied();
            (outcome.score, outcome.bound) = (line.score, line.bound);
            outcome.depth = line.depth;
            outcome.pv.clone_from(&line.pv);
        }
    }
}

impl Reporter for Lines<'_> {
    fn info(&self, info: &Info<'_>) {
        // A bound is the best guess there is, too: few nodes end many searches
        // in the middle of an iteration.
        let mut lines = lock(&self.lines);
        if let Some(line) = lines.get_mut(info.multipv - 1) {
            *line = Some(Line {
                depth: info.depth,
                score: info.score,
                bound: info.bound,
                pv: info.pv.to_vec(),
            });
        }
        drop(lines);
        if info.multipv <= self.shown {
            self.inner.info(info);
        }
    }

    fn completed(&self, depth: Depth, score: Score, pv: &[Move]) {
        self.inner.completed(depth, score, pv);
    }

    fn string(&self, text: &str) {
        self.inner.string(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_stronger_than_the_one_below() {
        let levels: Vec<Strength> = (Strength::MIN..=Strength::MAX)
            .filter(|&level| level != 0)
            .map(Strength::new)
            .collect();
        for pair in levels.windows(2) {
            assert!(pair[0] < pair[1]);
            assert!(pair[0].nodes() < pair[1].nodes());
            assert!(pair[0].spread() > pair[1].spread());
            assert!(pair[0].lines() >= pair[1].lines() && pair[1].lines() > 0);
            assert_eq!(pair[0].steps() + 1, pair[1].steps());
        }
        assert_eq!(Strength::new(0), Strength::new(1));
        assert_eq!(Strength::new(-99), Strength::new(Strength::MIN));
    }

    #[test]
    fn better_lines_are_taken_more_often_and_more_so_by_stronger_levels() {
        let scores = [67, 0, -333].map(Score::Centipawns);
        let counts = |level: i32| {
            let mut rng = SplitMix64::new(7);
            let mut counts = [0; 3];
            for _ in 0..5000 {
                let taken = Strength::new(level).choose(&scores, &mut rng);
                counts[taken.unwrap()] += 1;
            }
            counts
        };
        let (weak, strong) = (counts(-15), counts(5));
        assert!(
            weak[0] > weak[1] && weak[1] > weak[2] && weak[2] > 0,
            "{weak:?}"
        );
        assert!(strong[0] > weak[0], "{weak:?} {strong:?}");
        // The odds are exp(difference / spread).
        let spread = Strength::new(-15).spread();
        let odds = f64::from(weak[0]) / f64::from(weak[2]);
        let difference = f64::from(scores[0].centipawns() - scores[2].centipawns());
        assert!((odds.ln() - difference / spread).abs() < 0.15, "{odds}");
    }

    #[test]
    fn a_mate_is_given_and_nothing_comes_of_nothing() {
        let mut rng = SplitMix64::new(1);
        let scores = [Score::mate_in(3), Score::Centipawns(1000)];
        for _ in 0..100 {
            assert_eq!(Strength::new(-15).choose(&scores, &mut rng), Some(0));
        }
        assert_eq!(Strength::new(-15).choose(&[], &mut rng), None);
    }
}
