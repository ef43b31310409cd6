//! Ratings of several engines from the games between them.
//!
//! The model of Bradley and Terry (1952) on the Elo scale: maximum-likelihood ratings with mean 0.
//! As in BayesElo (R. Coulom), drawn games are added, so that an engine that won every game still
//! has a finite rating. Each engine adds half a drawn pair, divided equally among its opponents.
//!
//! As in all statistics of a match, the unit is the pair of games from one start. The intervals
//! come from the deviations of the pairs from their expected results (Huber's robust covariance),
//! so they do not assume independent games.

use super::stats::{EloEstimate, PairCounts, Z95};

/// Elo per unit of the logistic function's argument.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The greatest number of Newton iterations; about five suffice in practice.
const ROUNDS: usize = 100;

/// The greatest change of a rating in one iteration, in units of the logistic function's argument.
const LONGEST_STEP: f64 = 1.0;

/// All pairs of games between two engines.
#[derive(Clone, Copy, Debug)]
pub struct Encounter {
    /// The numbers of the two engines, from 0.
    pub engines: [usize; 2],
    /// The pairs of games, from the view of the first engine.
    pub pairs: PairCounts,
}

/// For each kind of pair in an encounter: the number of pairs, and the points (0 to 2) that such a
/// pair brings the first engine. `drawn` is the number of added drawn pairs.
fn kinds(encounter: &Encounter, drawn: f64) -> impl Iterator<Item = (f64, f64)> {
    let counts = encounter.pairs.0.into_iter().zip(PairCounts::SCORES);
    let played = counts.map(|(n, score)| (n as f64, 2.0 * score));
    played.chain([(drawn, 1.0)])
}

/// The ratings of engines 0 to `engines` - 1 relative to the mean of all, with 95 % intervals.
///
/// An engine without an encounter has the rating 0 and an infinite interval.
pub fn ratings(engines: usize, encounters: &[Encounter]) -> Vec<EloEstimate> {
    let mut opponents = vec![0.0; engines];
    for encounter in encounters {
        for engine in encounter.engines {
            opponents[engine] += 1.0;
        }
    }
    // Each engine adds half a drawn pair, divided equally among its opponents.
    let drawn = |e: &Encounter| e.engines.iter().map(|&i| 0.5 / opponents[i]).sum::<f64>();
    let mut rating = vec![0.0; engines];
    for _ in 0..ROUNDS {
        let (mut slope, mut curve) = (vec![0.0; engines], Matrix::mean_of(engines));
        for encounter in encounters {
            let p = expected(&rating, encounter);
            for (n, points) in kinds(encounter, drawn(encounter)) {
                let [i, j] = encounter.engines;
                slope[i] += n * (points - 2.0 * p);
                slope[j] -= n * (points - 2.0 * p);
                curve.add_difference(i, j, n * 2.0 * p * (1.0 - p));
            }
        }
        let Some(inverse) = curve.inverse() else {
            break;
        };
        let step = inverse.times(&slope);
        let longest = step
            .iter()
            .fold(0.0, |longest: f64, s| longest.max(s.abs()));
        let part = (LONGEST_STEP / longest).min(1.0);
        for (rating, step) in rating.iter_mut().zip(step) {
            *rating += part * step;
        }
        if longest < 1e-10 {
            break;
        }
    }
    let errors = errors(&rating, encounters, drawn);
    let estimates = rating.iter().zip(errors).zip(&opponents);
    estimates
        .map(|((&rating, error), &opponents)| {
            let half = match opponents > 0.0 {
                true => Z95 * error,
                false => f64::INFINITY,
            };
            EloEstimate {
                elo: SCALE * rating,
                low: SCALE * (rating - half),
                high: SCALE * (rating + half),
            }
        })
        .collect()
}

/// The expected score per game of the first engine.
fn expected(rating: &[f64], encounter: &Encounter) -> f64 {
    let [i, j] = encounter.engines;
    1.0 / (1.0 + (rating[j] - rating[i]).exp())
}

/// The standard error of each rating, in units of the logistic function's argument.
fn errors(rating: &[f64], encounters: &[Encounter], drawn: impl Fn(&Encounter) -> f64) -> Vec<f64> {
    let engines = rating.len();
    let (mut curve, mut spread) = (Matrix::mean_of(engines), Matrix::zero(engines));
    for encounter in encounters {
        let p = expected(rating, encounter);
        let [i, j] = encounter.engines;
        for (n, points) in kinds(encounter, drawn(encounter)) {
            curve.add_difference(i, j, n * 2.0 * p * (1.0 - p));
            spread.add_difference(i, j, n * (points - 2.0 * p).powi(2));
        }
    }
    let Some(inverse) = curve.inverse() else {
        return vec![f64::INFINITY; engines];
    };
    let row_error = |i: usize| {
        let row = inverse.row(i);
        let variance: f64 = row.iter().zip(spread.times(row)).map(|(a, b)| a * b).sum();
        variance.max(0.0).sqrt()
    };
    (0..engines).map(row_error).collect()
}

/// A square matrix in row-major order.
struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn zero(size: usize) -> Matrix {
        Matrix {
            size,
            cells: vec![0.0; size * size],
        }
    }

    /// The projection onto the mean. Without it, the matrix of differences is singular. With it
    /// added, the matrix is invertible and maps vectors of mean 0 as before.
    fn mean_of(size: usize) -> Matrix {
        Matrix {
            size,
            cells: vec![1.0 / size.max(1) as f64; size * size],
        }
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.size..(i + 1) * self.size]
    }

    /// Adds `times` times the quadratic form (x_i - x_j)^2.
    fn add_difference(&mut self, i: usize, j: usize, times: f64) {
        for (row, column, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
            self.cells[row * self.size + column] += sign * times;
        }
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let product = |i| self.row(i).iter().zip(vector).map(|(a, b)| a * b).sum();
        (0..self.size).map(product).collect()
    }

    /// The inverse by Gauss-Jordan elimination; `None` if the matrix is singular.
    fn inverse(mut self) -> Option<Matrix> {
        let size = self.size;
        let mut inverse = Matrix::zero(size);
        for i in 0..size {
            inverse.cells[i * size + i] = 1.0;
        }
        for column in 0..size {
            let absolute = |row: &usize| self.cells[row * size + column].abs();
            let pivot = (column..size).max_by(|a, b| absolute(a).total_cmp(&absolute(b)))?;
            if absolute(&pivot) < 1e-12 {
                return None;
            }
            for matrix in [&mut self, &mut inverse] {
                for k in 0..size {
                    matrix.cells.swap(pivot * size + k, column * size + k);
                }
            }
            let head = self.cells[column * size + column];
            for matrix in [&mut self, &mut inverse] {
                for k in 0..size {
                    matrix.cells[column * size + k] /= head;
                }
            }
            for row in (0..size).filter(|&row| row != column) {
                let factor = self.cells[row * size + column];
                for matrix in [&mut self, &mut inverse] {
                    for k in 0..size {
                        let source = matrix.cells[column * size + k];
                        matrix.cells[row * size + k] -= factor * source;
                    }
                }
            }
        }
        Some(inverse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{elo_of_score, score_of_elo};
    use komadai::types::SplitMix64;

    fn encounter(i: usize, j: usize, pairs: [u64; 5]) -> Encounter {
        Encounter {
            engines: [i, j],
            pairs: PairCounts(pairs),
        }
    }

    fn close(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() <= within
    }

    #[test]
    fn inverses_are_inverse() {
        let size = 5;
        let mut rng = SplitMix64::new(11);
        let cells: Vec<f64> = (0..size * size).map(|_| rng.unit() - 0.5).collect();
        let matrix = Matrix {
            size,
            cells: cells.clone(),
        };
        let inverse = matrix.inverse().unwrap();
        let matrix = Matrix { size, cells };
        for i in 0..size {
            let mut unit = vec![0.0; size];
            unit[i] = 1.0;
            let back = matrix.times(&inverse.times(&unit));
            assert!(back.iter().zip(&unit).all(|(a, b)| close(*a, *b, 1e-9)));
        }
        assert!(Matrix::zero(3).inverse().is_none());
    }

    #[test]
    fn two_engines_are_rated_as_in_a_match() {
        // There are so many pairs that the added drawn pair matters little.
        let pairs = [300, 200, 1500, 400, 600];
        let [a, b] = ratings(2, &[encounter(0, 1, pairs)])[..] else {
            panic!("two ratings");
        };
        let expected = PairCounts(pairs).elo();
        assert!(close(a.elo - b.elo, expected.elo, 0.1));
        assert!(close(a.elo, -b.elo, 1e-6));
        // The interval of one rating is half as wide as that of the difference.
        let half = (expected.high - expected.low) / 4.0;
        assert!(close(a.high - a.elo, half, 0.2), "{a} {expected}");
    }

    #[test]
    fn the_drawn_pair_keeps_ratings_finite() {
        let all = ratings(2, &[encounter(0, 1, [0, 0, 0, 0, 10])]);
        // 21 of 22 points, with the added drawn pair.
        assert!(close(
            all[0].elo - all[1].elo,
            elo_of_score(21.0 / 22.0),
            1e-6
        ));
        assert!(all[0].low.is_finite() && all[0].low > 0.0);
        // An engine without games is not rated.
        let apart = ratings(3, &[encounter(0, 1, [1, 0, 0, 0, 3])]);
        assert_eq!((apart[2].elo, apart[2].high), (0.0, f64::INFINITY));
        assert!(ratings(0, &[]).is_empty());
    }

    /// For results exactly as expected from known ratings, the computed ratings are the known ones.
    #[test]
    fn ratings_are_consistent_over_encounters() {
        let truth = [120.0, 0.0, -120.0];
        let mut encounters = Vec::new();
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let p = score_of_elo(truth[i] - truth[j]);
            let n = 1_000_000.0;
            let share = |p: f64| (n * p) as u64;
            let q = 1.0 - p;
            encounters.push(encounter(
                i,
                j,
                [share(q * q), 0, share(2.0 * p * q), 0, share(p * p)],
            ));
        }
        let found = ratings(3, &encounters);
        for (found, truth) in found.iter().zip(truth) {
            assert!(close(found.elo, truth, 0.05), "{found} {truth}");
        }
        // A gauntlet gives the same ratings with wider intervals.
        let gauntlet = ratings(3, &encounters[..2]);
        for (gauntlet, found) in gauntlet.iter().zip(&found) {
            assert!(close(gauntlet.elo, found.elo, 0.05));
            assert!(gauntlet.high - gauntlet.low > found.high - found.low);
        }
    }

    /// In simulated tournaments of engines with known ratings, the intervals contain them about 95
    /// times in 100, although the two games of a pair are correlated.
    #[test]
    fn intervals_hold_the_truth_in_95_of_100_tournaments() {
        let truth = [150.0, 60.0, -40.0, -170.0];
        let mut rng = SplitMix64::new(5);
        let (mut held, mut all) = (0, 0);
        for _ in 0..1000 {
            let mut encounters = Vec::new();
            for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                let p = score_of_elo(truth[i] - truth[j]);
                let mut pairs = PairCounts::default();
                for _ in 0..25 {
                    // Half of the starts are unbalanced: the winner of the first game is likelier
                    // to lose the second.
                    let first = rng.unit();
                    let second = match rng.below(2) {
                        0 => 1.0 - first,
                        _ => rng.unit(),
                    };
                    let points = [first, second].map(|luck| u8::from(luck < p) * 2);
                    pairs.add(points.iter().sum());
                }
                encounters.push(Encounter {
                    engines: [i, j],
                    pairs,
                });
            }
            for (found, truth) in ratings(4, &encounters).iter().zip(truth) {
                held += u32::from(found.low <= truth && truth <= found.high);
                all += 1;
            }
        }
        let share = f64::from(held) / f64::from(all);
        assert!((0.93..0.97).contains(&share), "{share}");
    }
}
