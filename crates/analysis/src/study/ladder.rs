//! Difficulty of a problem: the lowest level that solves it in at least half of its tries.

use serde::Serialize;

use komadai::engine::strength::Strength;

/// Number of levels.
pub const STEPS: usize = 24;

/// The level at a step of the ladder; step 0 is the weakest level.
pub fn level_of(step: usize) -> i32 {
    let level = Strength::MIN + step as i32;
    if level < 0 { level } else { level + 1 }
}

/// The step of a level, from 0.
pub fn step_of(level: i32) -> usize {
    let level = level.clamp(Strength::MIN, Strength::MAX);
    let above = level - Strength::MIN - i32::from(level > 0);
    above.clamp(0, STEPS as i32 - 1) as usize
}

/// Largest mean adjustment of the shares with which a difficulty counts as clear.
const CLEAR: f64 = 0.10;

/// Difficulty of a problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difficulty {
    /// By step: share of the level's tries that solve the problem, adjusted to rise with
    /// the levels.
    #[serde(skip)]
    pub shares: Vec<f64>,
    /// The lowest level that solves the problem in at least half of its tries; `None` if
    /// no level does.
    pub level: Option<i32>,
    /// Whether the levels agree, so that the shares needed little adjustment.
    pub is_clear: bool,
    /// Tries by the user's level and its neighbours: number that solve the problem, and number of
    /// all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<(usize, usize)>,
}

impl Difficulty {
    /// Difficulty from the number of tries, of `tries` for each step, that solve the
    /// problem. `level` is the user's.
    pub fn new(solved: &[usize], tries: usize, level: Option<i32>) -> Difficulty {
        let all = tries.max(1) as f64;
        let raw: Vec<f64> = solved.iter().map(|&n| n as f64 / all).collect();
        let shares = rising(&raw);
        let error: f64 = raw.iter().zip(&shares).map(|(a, b)| (a - b).abs()).sum();
        let step = shares.iter().position(|&share| share >= 0.5);
        let near = level.map(|level| {
            let at = step_of(level);
            let steps = at.saturating_sub(1)..=(at + 1).min(STEPS - 1);
            let solved: Vec<usize> = steps.filter_map(|i| solved.get(i).copied()).collect();
            (solved.iter().sum(), tries * solved.len())
        });
        Difficulty {
            level: step.map(level_of),
            is_clear: error / raw.len().max(1) as f64 <= CLEAR,
            shares,
            near,
        }
    }

    /// The step of the difficulty; one above the last step if no level solves the problem.
    pub fn step(&self) -> usize {
        self.level.map_or(STEPS, step_of)
    }

    /// The share at a step, or at the last step if there are fewer.
    pub fn share(&self, step: usize) -> f64 {
        let last = self.shares.len().saturating_sub(1);
        self.shares.get(step.min(last)).copied().unwrap_or(0.0)
    }
}

/// The non-decreasing sequence nearest to `values`, by pooling adjacent violators.
pub fn rising(values: &[f64]) -> Vec<f64> {
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for &value in values {
        blocks.push((value, 1));
        while let [.., (a, n), (b, m)] = blocks[..]
            && a > b
        {
            let mean = (a * n as f64 + b * m as f64) / (n + m) as f64;
            blocks.truncate(blocks.len() - 2);
            blocks.push((mean, n + m));
        }
    }
    let spread = |(value, n): (f64, usize)| std::iter::repeat_n(value, n);
    blocks.into_iter().flat_map(spread).collect()
}

/// Difficulty of a problem relative to the user's level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// Three or more steps below the user's level: an oversight.
    Slip,
    /// Within two steps of the user's level.
    Level,
    /// Three to five steps above the user's level.
    Stretch,
    /// More than five steps above the user's level.
    Beyond,
}

impl Reach {
    /// Compares the step of a problem with the user's step.
    pub fn of(step: usize, user: usize) -> Reach {
        match step as i64 - user as i64 {
            ..=-3 => Reach::Slip,
            -2..=2 => Reach::Level,
            3..=5 => Reach::Stretch,
            _ => Reach::Beyond,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_steps_belong_together() {
        let levels: Vec<i32> = (0..STEPS).map(level_of).collect();
        assert_eq!(
            (levels[0], levels[14], levels[15], levels[23]),
            (-15, -1, 1, 9)
        );
        for (step, level) in levels.into_iter().enumerate() {
            assert_eq!(step_of(level), step);
        }
    }

    #[test]
    fn shares_rise_and_keep_their_sum() {
        let found = rising(&[0.0, 0.4, 0.2, 0.6, 0.6, 0.2, 1.0]);
        assert!(found.windows(2).all(|pair| pair[0] <= pair[1]), "{found:?}");
        assert!((found.iter().sum::<f64>() - 3.0).abs() < 1e-9);
        assert!((found[1] - 0.3).abs() < 1e-9 && (found[4] - 1.4 / 3.0).abs() < 1e-9);
        assert_eq!(rising(&[0.0, 0.5, 1.0]), [0.0, 0.5, 1.0]);
        assert!(rising(&[1.0, 0.0]).iter().all(|share| *share == 0.5));
    }

    #[test]
    fn difficulty_is_the_first_level_that_solves_it_in_half_of_its_tries() {
        let solved = |from: usize| -> Vec<usize> {
            (0..STEPS)
                .map(|step| if step >= from { 4 } else { 1 })
                .collect()
        };
        let found = Difficulty::new(&solved(10), 5, Some(-5));
        assert_eq!((found.level, found.is_clear), (Some(-5), true));
        assert_eq!(found.near, Some((9, 15)));
        assert_eq!(Difficulty::new(&solved(STEPS), 5, None).level, None);
        assert_eq!(Difficulty::new(&solved(STEPS), 5, None).step(), STEPS);
        // Levels that solve it and levels that do not alternate.
        let mixed: Vec<usize> = (0..STEPS).map(|step| 5 * (step % 2)).collect();
        assert!(!Difficulty::new(&mixed, 5, None).is_clear);
        // The weakest level has only one neighbour.
        assert_eq!(
            Difficulty::new(&solved(0), 5, Some(-15)).near,
            Some((8, 10))
        );
    }

    #[test]
    fn reach_is_counted_in_steps() {
        use Reach::*;
        let found = [7, 8, 12, 13, 15, 16].map(|step| Reach::of(step, 10));
        assert_eq!(found, [Slip, Level, Level, Stretch, Stretch, Beyond]);
    }
}
