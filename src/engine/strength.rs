//! Levels of play below full strength, for human opponents: from 15 kyu to 9 dan.
//!
//! A weaker level searches fewer nodes, and random noise on the scores of the best lines makes it
//! choose another line than the best at times. Its mistakes look human: mostly small, sometimes
//! large, never absurd. Matches gave the spacing of the levels (`docs/levels.md`).

use crate::search::{Best, Info, Limits, LineCollector, RankedLine, Reporter, SearchResult};
use crate::types::{Depth, Move, Score, SplitMix64};

/// A level: negative for kyu, positive for dan, as in the USI option `USI_Strength`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength(i32);

impl Strength {
    /// The weakest level: 15 kyu.
    pub const MIN: i32 = -15;
    /// The strongest level short of full strength: 9 dan.
    pub const MAX: i32 = 9;

    /// Number of lines among which the weakest level chooses.
    const LINES: i32 = 8;
    /// Each step above this one has one line less than the step below it, until one line is left,
    /// so that the remaining lines are searched deeper.
    const FEWER_FROM: i32 = 5;

    /// Spread of the noise at the weakest level, in centipawns. Each step multiplies it by
    /// `SPREAD_STEP`, which separates the weak levels.
    const SPREAD: f64 = 1760.0;
    const SPREAD_STEP: f64 = 0.6;
    /// Nodes for one move, by steps above the weakest level. With few lines left, one line less
    /// changes the strength more than the nodes do.
    #[rustfmt::skip]
    const NODES: [u64; 24] = [
        60, 69, 79, 91, 105, 121, 175, 254, 415, 700, 930, 1_020, 1_110, 1_340, 1_650,
        2_070, 2_600, 3_330, 4_330, 5_700, 7_650, 10_400, 14_400, 20_000,
    ];

    /// The level with a number from [`Strength::MIN`] to [`Strength::MAX`]; numbers
    /// outside are clamped, and 0 counts as 1 dan.
    pub fn new(level: i32) -> Strength {
        match level.clamp(Strength::MIN, Strength::MAX) {
            0 => Strength(1),
            level => Strength(level),
        }
    }

    /// Number of steps above the weakest level.
    fn steps(self) -> i32 {
        self.0 - Strength::MIN - i32::from(self.0 > 0)
    }

    /// Number of nodes for one move.
    pub fn nodes(self) -> u64 {
        Self::NODES[self.steps() as usize]
    }

    /// Number of best lines among which the level chooses, at least 1.
    pub fn lines(self) -> usize {
        let fewer = (self.steps() - Self::FEWER_FROM).max(0);
        (Self::LINES - fewer).max(1) as usize
    }

    /// Spread of the noise on the score of a line, in centipawns.
    pub fn spread(self) -> f64 {
        Self::SPREAD * Self::SPREAD_STEP.powi(self.steps())
    }

    /// These limits, with the number of nodes reduced to that of the level.
    pub fn limit(self, limits: &Limits) -> Limits {
        let nodes = self.nodes();
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |given| given.min(nodes))),
            ..limits.clone()
        }
    }

    /// The line that this level chooses, as an index into `scores`, the scores of the best lines
    /// for the side to move, the best first. A mate in the first line is always played.
    pub fn choose(self, scores: &[Score], rng: &mut SplitMix64) -> Option<usize> {
        let best = *scores.first()?;
        if best.mates() {
            return Some(0);
        }
        // Gumbel noise: each line is chosen with a probability proportional to
        // exp(score / spread).
        let mut noisy = |score: Score| {
            let chance = rng.unit().clamp(1e-12, 1.0 - 1e-12);
            f64::from(score.centipawns()) - self.spread() * (-chance.ln()).ln()
        };
        let noisy_scores = scores.iter().map(|&score| noisy(score));
        let best = noisy_scores
            .enumerate()
            .max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        Some(best.0)
    }
}

/// A reporter that passes on only the lines that the user asked for, and keeps the
/// best lines for the choice.
pub(super) struct Lines<'a> {
    inner: &'a dyn Reporter,
    shown: usize,
    kept: usize,
    collector: LineCollector,
}

impl<'a> Lines<'a> {
    /// Passes on the best `shown` lines and keeps the best `kept`.
    pub(super) fn new(inner: &'a dyn Reporter, shown: usize, kept: usize) -> Lines<'a> {
        Lines {
            inner,
            shown,
            kept,
            collector: LineCollector::default(),
        }
    }

    /// Replaces the answer of a search by the line that the level chooses.
    pub(super) fn weaken(
        self,
        strength: Strength,
        rng: &mut SplitMix64,
        outcome: &mut SearchResult,
    ) {
        let Best::Move(best) = outcome.best else {
            return;
        };
        let kept = self.collector.into_lines().into_iter().take(self.kept);
        let mut different: Vec<RankedLine> = Vec::new();
        // The search's answer comes first, since it may be newer than the reported lines.
        let answer = RankedLine {
            depth: outcome.depth,
            seldepth: outcome.depth,
            score: outcome.score,
            bound: outcome.bound,
            moves: outcome.pv.clone(),
        };
        for line in [answer].into_iter().chain(kept) {
            let known = |other: &RankedLine| other.moves.first() == line.moves.first();
            if !line.moves.is_empty() && !different.iter().any(known) {
                different.push(line);
            }
        }
        let scores: Vec<Score> = different.iter().map(|line| line.score).collect();
        let Some(line) = strength.choose(&scores, rng).map(|i| &different[i]) else {
            return;
        };
        if line.moves.first() != Some(&best) {
            outcome.best = Best::Move(line.moves[0]);
            outcome.ponder = line.moves.get(1).copied();
            (outcome.score, outcome.bound) = (line.score, line.bound);
            outcome.depth = line.depth;
            outcome.pv.clone_from(&line.moves);
        }
    }
}

impl Reporter for Lines<'_> {
    fn info(&self, info: &Info<'_>) {
        // Scores that are bounds count too: with few nodes, many searches end within an iteration.
        self.collector.info(info);
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
