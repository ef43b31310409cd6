//! Fit of the score scale (the score at which the odds of winning are e to 1) to game results.

use super::label::{log_loss, logistic};

/// A logistic regression of results on scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaleFit {
    /// The score, in units, at which the odds of winning are e to 1.
    pub scale: f64,
    /// Mean log loss of the results under the fitted curve, in nats.
    pub log_loss: f64,
}

/// Bounds of the fitted scale, in score units. A scale near the upper bound means that scores
/// hardly predict results; a scale near the lower bound means that they predict results almost
/// perfectly.
const RANGE: (f64, f64) = (50.0, 20_000.0);

/// The number of positions with each score and result: the data of a fit.
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// Losses, draws and wins for each score, from `i16::MIN` on.
    counts: Vec<[u64; 3]>,
    total: u64,
}

impl Default for Outcomes {
    fn default() -> Outcomes {
        Outcomes {
            counts: vec![[0; 3]; 1 << 16],
            total: 0,
        }
    }
}

impl Outcomes {
    /// Counts a score and the sign of the result, both from the same side's view.
    pub fn add(&mut self, score: i16, result: i8) {
        let index = (i32::from(score) - i32::from(i16::MIN)) as usize;
        self.counts[index][(result.signum() + 1) as usize] += 1;
        self.total += 1;
    }

    /// Fits `chance of winning = 1 / (1 + exp(-score / scale))`; `None` without scores.
    pub fn fit(&self) -> Option<ScaleFit> {
        if self.total == 0 {
            return None;
        }
        // Newton's method on the slope, `1000 / scale`, because the loss is convex in the slope.
        let (least, most) = (1000.0 / RANGE.1, 1000.0 / RANGE.0);
        let mut slope: f64 = 1000.0 / 600.0;
        for _ in 0..50 {
            let [_, first, second] = self.derivatives(slope);
            if second <= 0.0 {
                break;
            }
            let next = (slope - first / second).clamp(least, most);
            let done = (next - slope).abs() < 1e-9;
            slope = next;
            if done {
                break;
            }
        }
        let [loss, ..] = self.derivatives(slope);
        Some(ScaleFit {
            scale: 1000.0 / slope,
            log_loss: loss / self.total as f64,
        })
    }

    /// The total log loss at this slope, and its first and second derivative with respect to the
    /// slope.
    fn derivatives(&self, slope: f64) -> [f64; 3] {
        let mut sums = [0.0; 3];
        let scores = (i32::from(i16::MIN)..).zip(&self.counts);
        for (score, &[lost, drawn, won]) in scores.filter(|(_, counts)| **counts != [0; 3]) {
            let score = f64::from(score) / 1000.0;
            let count = (lost + drawn + won) as f64;
            let won = won as f64 + drawn as f64 / 2.0;
            let p = logistic(slope * score);
            sums[0] += count * log_loss(won / count, p);
            sums[1] += (p * count - won) * score;
            sums[2] += count * p * (1.0 - p) * score * score;
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::types::SplitMix64;

    #[test]
    fn the_scale_that_made_the_results_is_found() {
        let mut rng = SplitMix64::new(4);
        for scale in [200.0, 600.0, 1500.0] {
            let mut outcomes = Outcomes::default();
            for _ in 0..200_000 {
                let score = rng.below(3001) as i16 - 1500;
                let won = rng.unit() < logistic(f64::from(score) / scale);
                outcomes.add(score, if won { 1 } else { -1 });
            }
            let fit = outcomes.fit().unwrap();
            assert!((fit.scale / scale - 1.0).abs() < 0.03, "{fit:?}");
            // No other scale does better.
            for factor in [0.9, 1.1] {
                let [loss, ..] = outcomes.derivatives(1000.0 / (fit.scale * factor));
                assert!(loss / 200_000.0 > fit.log_loss);
            }
        }
    }

    #[test]
    fn the_log_loss_is_that_of_the_single_results() {
        let mut outcomes = Outcomes::default();
        let results = [
            (300, 1),
            (300, -1),
            (300, 1),
            (-700, 0),
            (-700, -1),
            (i16::MIN, -1),
        ];
        for (score, result) in results {
            outcomes.add(score, result);
        }
        let [loss, ..] = outcomes.derivatives(1.5);
        let single = results.map(|(score, result)| {
            let p = logistic(1.5 * f64::from(score) / 1000.0);
            log_loss((f64::from(result) + 1.0) / 2.0, p)
        });
        assert!((loss - single.iter().sum::<f64>()).abs() < 1e-12);
    }

    #[test]
    fn hopeless_data_stay_in_range() {
        assert_eq!(Outcomes::default().fit(), None);
        for samples in [
            vec![(100, 1), (-100, -1)],
            vec![(100, -1), (-100, 1)],
            vec![(0, 1)],
        ] {
            let mut outcomes = Outcomes::default();
            for (score, result) in samples {
                outcomes.add(score, result);
            }
            let fit = outcomes.fit().unwrap();
            assert!((RANGE.0..=RANGE.1 + 1e-6).contains(&fit.scale), "{fit:?}");
        }
    }
}
