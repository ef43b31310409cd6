//! Statistics of a match: game counts, pair counts, Elo with a 95 % interval.
//!
//! Games are played in pairs from the same start with colours swapped. The unit of the statistics
//! is the pair: its two results are correlated through the start, so only whole pairs are
//! independent (the pentanomial model of fishtest).

use std::fmt;

/// The quantile of the normal distribution for a two-sided 95 % interval.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a two-sided 95 % interval lies on one given side of the true value.
const TAIL: f64 = 0.025;

/// The expected score (0 to 1 per game) for an Elo difference.
pub(crate) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference for an expected score (0 to 1 per game); infinite at 0 and 1 and beyond.
pub(crate) fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// An Elo difference as text, with sign and one decimal, and without `-0.0`.
pub fn signed(elo: f64) -> String {
    match format!("{elo:+.1}") {
        nothing if nothing == "-0.0" => "+0.0".to_string(),
        text => text,
    }
}

/// Wins, draws and losses of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct GameCounts {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl GameCounts {
    /// Counts one game by its half points: 0, 1 or 2.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: GameCounts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// The counts from the opponent's view.
    pub fn turned(self) -> GameCounts {
        GameCounts {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The score per game, 0 to 1; 0.5 before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            n => (self.wins as f64 + self.draws as f64 / 2.0) / n as f64,
        }
    }
}

impl fmt::Display for GameCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// The numbers of pairs that brought one player 0, 1, 2, 3 and 4 half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// The score per game (0 to 1) for each kind of pair.
    pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts one pair by the sum of its half points, 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// The counts from the opponent's view.
    pub fn turned(mut self) -> PairCounts {
        self.0.reverse();
        self
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The score per game, 0 to 1; 0.5 before the first pair.
    pub fn score(&self) -> f64 {
        let n = self.pairs();
        if n == 0 {
            return 0.5;
        }
        self.weighted(|score| score) / n as f64
    }

    /// The variance of a pair's score per game.
    pub(crate) fn variance(&self) -> f64 {
        let n = self.pairs();
        if n == 0 {
            return 0.0;
        }
        let mean = self.score();
        self.weighted(|score| (score - mean) * (score - mean)) / n as f64
    }

    /// The estimated difference in normalised Elo with its 95 % interval: the mean score above 0.5 in
    /// units of the standard deviation of a game, times 800/ln 10 (M. Van den Bergh, "Normalized
    /// Elo"; the unit of fishtest). If all pairs had the same outcome, the interval is infinite, and
    /// so is the difference unless that outcome is even.
    pub fn normalised_elo(&self) -> EloEstimate {
        let (n, lead) = (self.pairs(), self.score() - 0.5);
        let unit = 800.0 / std::f64::consts::LN_10;
        let deviation = (2.0 * self.variance()).sqrt();
        if deviation > 0.0 {
            let (elo, half) = (
                unit * lead / deviation,
                unit * Z95 / (2.0 * n as f64).sqrt(),
            );
            return EloEstimate {
                elo,
                low: elo - half,
                high: elo + half,
            };
        }
        EloEstimate {
            elo: if lead == 0.0 {
                0.0
            } else {
                f64::INFINITY.copysign(lead)
            },
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        }
    }

    /// The likelihood of superiority, 0 to 1: how certain it is from the pairs that the first player
    /// is the stronger one. A normal approximation with the spread of the pairs about an even score,
    /// as between equal players; for single games this is the usual (wins - losses) /
    /// sqrt(wins + losses) deviations. The spread about the mean would be too small for few pairs.
    pub fn superiority(&self) -> f64 {
        match self.weighted(|score| (score - 0.5) * (score - 0.5)) {
            0.0 => 0.5,
            spread => normal(self.weighted(|score| score - 0.5) / spread.sqrt()),
        }
    }

    fn weighted(&self, value: impl Fn(f64) -> f64) -> f64 {
        let pairs = self.0.iter().zip(Self::SCORES);
        pairs.map(|(&n, score)| n as f64 * value(score)).sum()
    }

    /// The estimated Elo difference with its 95 % interval.
    ///
    /// The interval is that of the mean score, converted to Elo: a normal approximation with the
    /// variance between pairs. If all pairs had the same outcome, this variance is zero. The
    /// interval then contains every mean score at which all pairs would have this outcome with a
    /// probability of at least 2.5 %.
    pub fn elo(&self) -> EloEstimate {
        let n = self.pairs();
        if n == 0 {
            return EloEstimate {
                elo: 0.0,
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
            };
        }
        let mean = self.score();
        let variance = self.variance();
        let (low, high) = if variance > 0.0 {
            let half = Z95 * (variance / n as f64).sqrt();
            (mean - half, mean + half)
        } else {
            let unseen = 1.0 - TAIL.powf(1.0 / n as f64);
            (mean * (1.0 - unseen), mean * (1.0 - unseen) + unseen)
        };
        EloEstimate {
            elo: elo_of_score(mean),
            low: elo_of_score(low),
            high: elo_of_score(high),
        }
    }
}

impl fmt::Display for PairCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// An Elo difference and the 95 % interval around it. The ends may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The difference for which the observed score is the expected score.
    pub elo: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [elo, low, high] = [self.elo, self.low, self.high].map(signed);
        write!(f, "{elo} [{low}, {high}]")
    }
}

/// The distribution function of the standard normal distribution, exact to 1e-9. Simpson's rule
/// integrates the density.
fn normal(x: f64) -> f64 {
    const STEPS: u32 = 400;
    let end = x.clamp(-8.0, 8.0);
    let width = end / f64::from(STEPS);
    let density = |at: f64| (-0.5 * at * at).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let weight = |i: u32| match i {
        0 | STEPS => 1.0,
        i if i % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let sum: f64 = (0..=STEPS)
        .map(|i| weight(i) * density(f64::from(i) * width))
        .sum();
    0.5 + sum * width / 3.0
}

/// The quantile `share` (0 to 1) of sorted numbers, by nearest rank; `None` if there are no
/// numbers.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let rank = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(rank.max(1) - 1).or(sorted.last()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::types::SplitMix64;

    fn close(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() <= within
    }

    #[test]
    fn elo_and_score_are_inverse() {
        // By definition 400 Elo are odds of ten to one.
        assert!(close(score_of_elo(400.0), 10.0 / 11.0, 1e-15));
        assert!(close(score_of_elo(-400.0), 1.0 / 11.0, 1e-15));
        for elo in [-700.0, -12.5, 0.0, 3.25, 240.0] {
            assert!(close(elo_of_score(score_of_elo(elo)), elo, 1e-9));
        }
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
    }

    #[test]
    fn no_difference_has_no_minus() {
        let shown = [0.0, -0.0, -0.04, -0.06, 12.34, f64::NEG_INFINITY].map(signed);
        assert_eq!(shown, ["+0.0", "+0.0", "+0.0", "-0.1", "+12.3", "-inf"]);
    }

    #[test]
    fn independent_games_give_the_binomial_interval() {
        // Pairs of independent games without draws: the variance of a pair's
        // mean is half that of a game, p (1 - p).
        let p: f64 = 0.6;
        let n = 10_000f64;
        let counts = PairCounts([
            (n * 0.4 * 0.4) as u64,
            0,
            (n * 2.0 * 0.4 * 0.6) as u64,
            0,
            (n * 0.6 * 0.6) as u64,
        ]);
        assert!(close(counts.score(), p, 1e-12));
        assert!(close(counts.variance(), p * (1.0 - p) / 2.0, 1e-12));
        let half = 1.96 * (p * (1.0 - p) / (2.0 * n)).sqrt();
        let estimate = counts.elo();
        assert!(close(estimate.low, elo_of_score(p - half), 0.01));
        assert!(close(estimate.high, elo_of_score(p + half), 0.01));
    }

    #[test]
    fn alike_pairs_still_have_an_interval() {
        let all_won = PairCounts([0, 0, 0, 0, 15]).elo();
        assert_eq!(all_won.elo, f64::INFINITY);
        assert_eq!(all_won.high, f64::INFINITY);
        // 15 of 15 has a chance of 2.5 % at p = 0.025^(1/15) = 0.782.
        assert!(close(all_won.low, elo_of_score(0.781_98), 0.01));
        let all_lost = PairCounts([15, 0, 0, 0, 0]).elo();
        assert!(close(all_lost.high, -all_won.low, 1e-9));
        let even = PairCounts([0, 0, 20, 0, 0]).elo();
        assert_eq!(even.elo, 0.0);
        assert!(even.low < -20.0 && close(even.low, -even.high, 1e-9));
        let none = PairCounts::default().elo();
        assert_eq!((none.elo, none.high), (0.0, f64::INFINITY));
    }

    /// Simulates matches with known probabilities: the interval must cover the true difference
    /// about 95 times in 100.
    #[test]
    fn interval_covers_the_truth_in_95_of_100_matches() {
        // Correlated pair outcomes, as from unbalanced starts.
        let chances = [0.10, 0.06, 0.44, 0.08, 0.32];
        let truth: f64 = chances
            .iter()
            .zip(PairCounts::SCORES)
            .map(|(p, s)| p * s)
            .sum();
        let truth = elo_of_score(truth);
        let mut rng = SplitMix64::new(20);
        let matches = 4000;
        let mut covered = 0;
        for _ in 0..matches {
            let mut counts = PairCounts::default();
            for _ in 0..200 {
                let mut left = rng.unit();
                let mut kind = 0;
                while kind < 4 && left >= chances[kind] {
                    left -= chances[kind];
                    kind += 1;
                }
                counts.add(kind as u8);
            }
            let estimate = counts.elo();
            covered += u32::from(estimate.low <= truth && truth <= estimate.high);
        }
        // Standard error of the share: sqrt(.95 * .05 / 4000) = 0.34 %.
        let share = f64::from(covered) / f64::from(matches);
        assert!((0.935..0.965).contains(&share), "{share}");
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (Z95, 0.975),
            (-2.5, 0.006_209_665),
            (40.0, 1.0),
        ] {
            assert!(close(normal(x), share, 1e-8), "{x}: {}", normal(x));
        }
    }

    #[test]
    fn normalised_elo_counts_in_deviations_of_a_game() {
        // With independent games and no draws, the standard deviation of a game is sqrt(p (1 - p)).
        let counts = PairCounts([1600, 0, 4800, 0, 3600]);
        let elo = counts.normalised_elo();
        let unit = 800.0 / 10f64.ln();
        assert!(close(elo.elo, unit * 0.1 / 0.24f64.sqrt(), 1e-9));
        assert!(close(
            elo.high - elo.elo,
            unit * Z95 / 20_000f64.sqrt(),
            1e-9
        ));
        assert!(counts.superiority() > 0.999_999);
        let turned = counts.turned();
        assert!(close(turned.normalised_elo().elo, -elo.elo, 1e-9));
        let few = PairCounts([2, 1, 5, 2, 3]);
        assert!(close(
            few.superiority() + few.turned().superiority(),
            1.0,
            1e-12
        ));
        assert_eq!(PairCounts([0, 0, 7, 0, 0]).superiority(), 0.5);
        // Three pairs won are sqrt(3) standard deviations of three pairs of equal players.
        assert_eq!(
            PairCounts([0, 0, 0, 0, 3]).superiority(),
            normal(3f64.sqrt())
        );
        let lost = PairCounts([3, 0, 0, 0, 0]).normalised_elo();
        assert_eq!((lost.elo, lost.high), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(PairCounts::default().normalised_elo().high, f64::INFINITY);
    }

    /// Few pairs say little, whatever their spread.
    #[test]
    fn superiority_after_few_pairs_is_modest() {
        for (counts, low, high) in [
            (PairCounts([1, 0, 0, 0, 0]), 0.15, 0.16),
            (PairCounts([0, 0, 0, 0, 1]), 0.84, 0.85),
            (PairCounts([1, 1, 0, 0, 0]), 0.05, 0.10),
            (PairCounts([0, 0, 1, 1, 0]), 0.84, 0.85),
            (PairCounts::default(), 0.5, 0.5),
        ] {
            let found = counts.superiority();
            assert!((low..=high).contains(&found), "{counts}: {found}");
        }
    }

    #[test]
    fn quantile_is_the_nearest_rank() {
        let numbers: Vec<f64> = (1..=1000).map(f64::from).collect();
        assert_eq!(quantile(&numbers, 0.999), Some(999.0));
        assert_eq!(quantile(&numbers, 1.0), Some(1000.0));
        assert_eq!(quantile(&numbers, 0.5), Some(500.0));
        assert_eq!(quantile(&numbers[..3], 0.999), Some(3.0));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
