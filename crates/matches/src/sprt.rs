//! Sequential probability ratio test: stopping rule of a match.
//!
//! The test uses the generalised log-likelihood ratio over outcomes of pairs. Under each
//! hypothesis, the outcome probabilities are those with the mean score of the hypothesis that fit
//! the pairs best (M. Van den Bergh, "A practical introduction to the GSPRT"; fishtest uses the
//! same quantity). The hypotheses are in logistic Elo.

use super::stats::{PairCounts, score_of_elo};

/// The count that stands in for an outcome that has not occurred. Without it, the fitted
/// probability would be forced to zero (fishtest's value).
const UNSEEN: f64 = 1e-3;

/// A sequential probability ratio test between two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative, above `elo0`.
    pub elo1: f64,
    /// The probability of accepting the alternative if the null hypothesis is true.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis if the alternative is true.
    pub beta: f64,
}

/// State of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// No decision yet.
    Continue,
    /// The null hypothesis is accepted: the difference is at most `elo0`.
    AcceptH0,
    /// The alternative is accepted: the difference is at least `elo1`.
    AcceptH1,
}

/// Error in the parameters of a sequential test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// The text is not of the form `ELO0,ELO1`.
    #[error("'{0}' is not ELO0,ELO1 (two numbers, such as 0,5)")]
    Syntax(String),
    /// The bounds are not in order, or beyond ±2000.
    #[error("ELO0 must be below ELO1, both between -2000 and 2000, in '{0}'")]
    Bounds(String),
    /// A chance of error is not between 0 and 0.5.
    #[error("the chance of error must lie between 0 and 0.5")]
    Chance,
}

impl Sprt {
    /// A test between two Elo differences with both error probabilities at 5 %.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, or one is beyond ±2000.
    pub fn new(elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        let in_range = |elo: f64| (-2000.0..=2000.0).contains(&elo);
        if !(in_range(elo0) && in_range(elo1) && elo0 < elo1) {
            return Err(SprtError::Bounds(format!("{elo0},{elo1}")));
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        })
    }

    /// Parses `ELO0,ELO1`.
    ///
    /// # Errors
    /// If the text is not two numbers, and those of [`Sprt::new`].
    pub fn parse(text: &str) -> Result<Sprt, SprtError> {
        let syntax = || SprtError::Syntax(text.to_string());
        let (low, high) = text.split_once(',').ok_or_else(syntax)?;
        let number = |t: &str| t.trim().parse::<f64>().map_err(|_| syntax());
        Sprt::new(number(low)?, number(high)?)
    }

    /// The test with other error probabilities.
    ///
    /// # Errors
    /// If a probability is not between 0 and 0.5, both excluded.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let valid = |p: f64| p > 0.0 && p < 0.5;
        if !(valid(alpha) && valid(beta)) {
            return Err(SprtError::Chance);
        }
        Ok(Sprt {
            alpha,
            beta,
            ..self
        })
    }

    /// The log-likelihood ratios at which the test ends: (accept H0, accept H1).
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of these pairs, positive in favour of `elo1`.
    pub fn llr(&self, counts: &PairCounts) -> f64 {
        if counts.pairs() == 0 {
            return 0.0;
        }
        let weights = counts.0.map(|n| if n == 0 { UNSEEN } else { n as f64 });
        let total: f64 = weights.iter().sum();
        let seen = weights.map(|w| w / total);
        let log0 = log_loss(&seen, score_of_elo(self.elo0));
        let log1 = log_loss(&seen, score_of_elo(self.elo1));
        total * (log0 - log1)
    }

    /// State of the test after these pairs.
    pub fn decision(&self, counts: &PairCounts) -> Decision {
        let llr = self.llr(counts);
        let (lower, upper) = self.bounds();
        if llr <= lower {
            Decision::AcceptH0
        } else if llr >= upper {
            Decision::AcceptH1
        } else {
            Decision::Continue
        }
    }
}

/// Mean of `ln(seen / fitted)`, where `fitted` are the best-fitting probabilities with mean score
/// `s`.
///
/// These are `seen / (1 + x (score - s))`. The Lagrange multiplier `x` is the root of `excess`,
/// which falls as `x` grows.
fn log_loss(seen: &[f64; 5], s: f64) -> f64 {
    let terms = || seen.iter().zip(PairCounts::SCORES);
    // Between these bounds every fitted probability is positive.
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    for _ in 0..100 {
        let x = (low + high) / 2.0;
        let excess: f64 = terms()
            .map(|(p, a)| p * (a - s) / (1.0 + x * (a - s)))
            .sum();
        if excess > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = (low + high) / 2.0;
    terms().map(|(p, a)| p * (1.0 + x * (a - s)).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::types::SplitMix64;

    const SPRT: Sprt = Sprt {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
    };

    /// With two outcomes only, the ratio has a closed form: the mean fixes the
    /// probabilities.
    #[test]
    fn two_outcomes_give_the_binomial_ratio() {
        for (wins, losses) in [(600u64, 500u64), (500, 600), (37, 4)] {
            let counts = PairCounts([losses, 0, 0, 0, wins]);
            let (s0, s1) = (score_of_elo(0.0), score_of_elo(10.0));
            let exact =
                wins as f64 * (s1 / s0).ln() + losses as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
            // The counts for the three unseen outcomes change the ratio by a few thousandths.
            assert!((SPRT.llr(&counts) - exact).abs() < 2e-3, "{exact}");
        }
    }

    /// Near zero Elo the ratio tends to (s1 - s0)(2 mean - s0 - s1) / (2 variance)
    /// per pair, the drift of Brownian motion.
    #[test]
    fn small_differences_give_the_brownian_ratio() {
        let counts = PairCounts([300, 120, 1210, 140, 330]);
        let sprt = Sprt::new(0.0, 1.0).unwrap();
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(1.0));
        let drift =
            (s1 - s0) * (2.0 * counts.score() - s0 - s1) / (2.0 * counts.variance()) * 2100.0;
        assert!((sprt.llr(&counts) - drift).abs() < 0.01 * drift.abs());
    }

    /// Reference values of engine-tests/data/sprt_reference.py, which uses another method.
    #[test]
    fn reference_values_are_met() {
        let table = include_str!("../../../engine-tests/data/sprt-reference.tsv");
        let mut rows = 0;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let number = |i: usize| fields[i].parse::<f64>().unwrap();
            let mut counts = PairCounts::default();
            for (count, text) in counts.0.iter_mut().zip(fields[0].split(' ')) {
                *count = text.parse().unwrap();
            }
            let llr = Sprt::new(number(1), number(2)).unwrap().llr(&counts);
            assert!((llr - number(3)).abs() < 1e-9, "{line}: {llr}");
            let elo = counts.elo();
            for (ours, theirs) in [elo.elo, elo.low, elo.high].into_iter().zip(4..) {
                let theirs = number(theirs);
                assert!(
                    ours == theirs || (ours - theirs).abs() < 1e-7,
                    "{line}: {elo}"
                );
            }
            rows += 1;
        }
        assert_eq!(rows, 10);
    }

    #[test]
    fn swapping_sides_turns_the_sign() {
        let counts = PairCounts([12, 3, 40, 9, 31]);
        let mut turned = counts.0;
        turned.reverse();
        let mirrored = Sprt::new(-10.0, 0.0).unwrap();
        let sum = SPRT.llr(&counts) + mirrored.llr(&PairCounts(turned));
        assert!(sum.abs() < 1e-9);
    }

    #[test]
    fn lopsided_and_empty_counts_stay_finite() {
        assert_eq!(SPRT.llr(&PairCounts::default()), 0.0);
        for kind in 0..5 {
            let mut counts = PairCounts::default();
            counts.0[kind] = 100_000;
            assert!(SPRT.llr(&counts).is_finite());
        }
        assert_eq!(
            SPRT.decision(&PairCounts([0, 0, 0, 0, 300])),
            Decision::AcceptH1
        );
        assert_eq!(
            SPRT.decision(&PairCounts([300, 0, 0, 0, 0])),
            Decision::AcceptH0
        );
        assert_eq!(SPRT.decision(&PairCounts::default()), Decision::Continue);
    }

    #[test]
    fn bounds_are_walds() {
        let (low, high) = SPRT.bounds();
        // At 5 % each the bounds are -ln 19 and ln 19.
        assert!((high - 2.944_438_979).abs() < 1e-9 && (low + high).abs() < 1e-12);
        let strict = SPRT.with_errors(0.01, 0.1).unwrap().bounds();
        assert!((strict.0 - (0.1f64 / 0.99).ln()).abs() < 1e-12);
        assert!((strict.1 - 90f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn broken_bounds_are_refused() {
        assert_eq!(
            Sprt::parse("0, 5").map(|s| (s.elo0, s.elo1)),
            Ok((0.0, 5.0))
        );
        for bad in ["", "5", "5,0", "0,0", "a,b", "0,inf", "nan,5", "0,5,9"] {
            assert!(Sprt::parse(bad).is_err(), "{bad}");
        }
        assert!(SPRT.with_errors(0.0, 0.05).is_err());
        assert!(SPRT.with_errors(0.05, 0.5).is_err());
    }

    /// Simulates tests in which the true difference is one of the bounds: wrong decisions must
    /// occur about as often as specified. They are slightly rarer, because the ratio overshoots its
    /// bound by up to one pair.
    #[test]
    fn wrong_decisions_are_as_rare_as_asked_for() {
        let sprt = Sprt::new(0.0, 60.0).unwrap();
        let mut rng = SplitMix64::new(7);
        let mut run = |elo: f64| {
            // Independent games, 4 % draws.
            let win = score_of_elo(elo) - 0.02;
            let mut game = || match rng.unit() {
                r if r < win => 2u8,
                r if r < win + 0.04 => 1,
                _ => 0,
            };
            let mut counts = PairCounts::default();
            loop {
                let pair = game() + game();
                counts.add(pair);
                match sprt.decision(&counts) {
                    Decision::Continue => (),
                    decision => return decision,
                }
            }
        };
        let runs = 2000;
        let false_h1 = (0..runs).filter(|_| run(0.0) == Decision::AcceptH1).count();
        let false_h0 = (0..runs)
            .filter(|_| run(60.0) == Decision::AcceptH0)
            .count();
        // 5 % of 2000 is 100, with a standard error of 10.
        assert!((50..=130).contains(&false_h1), "{false_h1}");
        assert!((50..=130).contains(&false_h0), "{false_h0}");
    }
}
