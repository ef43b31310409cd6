//! The scale of scores: how many search units make odds of e to 1.

use rayon::prelude::*;

use super::loss::result_chance;
use super::sample::Sample;

/// A logistic regression of results on scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaleFit {
    /// Search units for odds of e to 1.
    pub scale: f64,
    /// Mean log loss of the results under the fitted curve, in nats.
    pub log_loss: f64,
}

/// Scales outside this range mean that scores and results have nothing to do
/// with each other, or that scores never err.
const RANGE: (f64, f64) = (50.0, 20_000.0);

const CHUNK: usize = 1 << 16;

/// Fits `chance of winning = 1 / (1 + exp(-score / scale))` to the samples;
/// `None` without samples.
pub fn fit_scale(samples: &[Sample]) -> Option<ScaleFit> {
    if samples.is_empty() {
        return None;
    }
    // Newton's method on the slope, which has one minimum. Scores count in units of 1000.
    let (least, most) = (1000.0 / RANGE.1, 1000.0 / RANGE.0);
    let mut slope: f64 = 1000.0 / 600.0;
    for _ in 0..50 {
        let [_, first, second] = derivatives(samples, slope);
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
    let [loss, ..] = derivatives(samples, slope);
    Some(ScaleFit {
        scale: 1000.0 / slope,
        log_loss: loss / samples.len() as f64,
    })
}

/// The log loss at this slope, and its first and second derivative.
fn derivatives(samples: &[Sample], slope: f64) -> [f64; 3] {
    let parts: Vec<[f64; 3]> = samples
        .par_chunks(CHUNK)
        .map(|samples| {
            let mut sums = [0.0; 3];
            for sample in samples {
                let score = f64::from(sample.score) / 1000.0;
                let won = f64::from(result_chance(sample.result));
                let p = chance(slope * score);
                sums[0] += log_loss(won, p);
                sums[1] += (p - won) * score;
                sums[2] += p * (1.0 - p) * score * score;
            }
            sums
        })
        .collect();
    parts
        .iter()
        .fold([0.0; 3], |sums, part| [0, 1, 2].map(|i| sums[i] + part[i]))
}

/// The logistic curve.
pub(super) fn chance(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// What a forecast of `p` costs if the outcome is `won` (from 0 to 1).
pub(super) fn log_loss(won: f64, p: f64) -> f64 {
    let p = p.clamp(1e-6, 1.0 - 1e-6);
    -(won * p.ln() + (1.0 - won) * (1.0 - p).ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::testing::sample;
    use crate::types::SplitMix64;

    #[test]
    fn the_scale_that_made_the_results_is_found() {
        let mut rng = SplitMix64::new(4);
        for scale in [200.0, 600.0, 1500.0] {
            let samples: Vec<_> = (0..200_000)
                .map(|_| {
                    let score = rng.below(3001) as i16 - 1500;
                    let won = rng.unit() < chance(f64::from(score) / scale);
                    sample(score, if won { 1 } else { -1 })
                })
                .collect();
            let fit = fit_scale(&samples).unwrap();
            assert!((fit.scale / scale - 1.0).abs() < 0.03, "{fit:?}");
            // No other scale does better.
            for factor in [0.9, 1.1] {
                let [loss, ..] = derivatives(&samples, 1000.0 / (fit.scale * factor));
                assert!(loss / samples.len() as f64 > fit.log_loss);
            }
        }
    }

    #[test]
    fn hopeless_data_stay_in_range() {
        assert_eq!(fit_scale(&[]), None);
        for samples in [
            vec![sample(100, 1), sample(-100, -1)],
            vec![sample(100, -1), sample(-100, 1)],
            vec![sample(0, 1)],
        ] {
            let fit = fit_scale(&samples).unwrap();
            assert!((RANGE.0..=RANGE.1 + 1e-6).contains(&fit.scale), "{fit:?}");
        }
    }
}
