//! Positions that have no chances yet, because the scale from scores to chances can be fitted only
//! once all scores are loaded.

use super::calibrate::Outcomes;
use super::label::{Curve, result_chance};
use super::sample::Sample;
use super::score::Score;

/// A game: the numbers of its entries in [`Unlabelled`], and its result.
struct Line {
    /// Number of samples of the game, and number of its scores.
    samples: u32,
    scores: u32,
    /// The result as the chance of the side to move after the last ply; `None` if the result does
    /// not count.
    end: Option<f32>,
}

/// Positions of games, and the scores of all plies of these games.
#[derive(Default)]
pub(super) struct Unlabelled {
    samples: Vec<Sample>,
    /// The index of each sample's ply in its game.
    plies: Vec<u16>,
    lines: Vec<Line>,
    scores: Vec<Score>,
    /// The number of samples that belong to ended games.
    ended: usize,
}

impl Unlabelled {
    /// Adds a position of the current game.
    pub(super) fn push(&mut self, sample: Sample, ply: u16) {
        self.samples.push(sample);
        self.plies.push(ply);
    }

    /// Ends the current game. `scores`: those of all its plies; `end`: the sign of the result for
    /// the side to move after the last ply, `None` if the result is not to count.
    pub(super) fn end_game(&mut self, scores: impl IntoIterator<Item = Score>, end: Option<i8>) {
        let before = self.scores.len();
        self.scores.extend(scores);
        self.lines.push(Line {
            samples: (self.samples.len() - self.ended) as u32,
            scores: (self.scores.len() - before) as u32,
            end: end.map(result_chance),
        });
        self.ended = self.samples.len();
    }

    /// Appends the games of `other`.
    pub(super) fn append(&mut self, mut other: Unlabelled) {
        self.samples.append(&mut other.samples);
        self.plies.append(&mut other.plies);
        self.lines.append(&mut other.lines);
        self.scores.append(&mut other.scores);
        self.ended += other.ended;
    }

    /// Calls `visit` for each game with its samples, their plies, the game's scores and its `end`.
    fn games(&mut self, mut visit: impl FnMut(&mut [Sample], &[u16], &[Score], Option<f32>)) {
        let (mut samples, mut plies, mut scores) =
            (&mut self.samples[..], &self.plies[..], &self.scores[..]);
        for line in &self.lines {
            let (own, rest) = std::mem::take(&mut samples).split_at_mut(line.samples as usize);
            samples = rest;
            let (own_plies, rest) = plies.split_at(line.samples as usize);
            plies = rest;
            let (own_scores, rest) = scores.split_at(line.scores as usize);
            scores = rest;
            visit(own, own_plies, own_scores, line.end);
        }
    }

    /// Counts of the scores of the samples with the result of their games.
    pub(super) fn outcomes(&mut self) -> Outcomes {
        let mut outcomes = Outcomes::default();
        self.games(|samples, plies, scores, _| {
            for (sample, &ply) in samples.iter().zip(plies) {
                let units = scores.get(usize::from(ply)).and_then(|score| score.units());
                if let Some(units) = units {
                    outcomes.add(units, sample.result);
                }
            }
        });
        outcomes
    }

    /// The samples with their chances: scores turned into chances by `curve`, and mixed with the
    /// chances of later plies with the weight `lookahead`.
    pub(super) fn label(mut self, curve: Curve, lookahead: f64) -> Vec<Sample> {
        self.games(|samples, plies, scores, end| {
            let chances = curve.ahead(scores, end.map(f64::from), lookahead);
            for (sample, &ply) in samples.iter_mut().zip(plies) {
                if let Some(chance) = chances.get(usize::from(ply)).copied().flatten() {
                    *sample = sample.with_chance(chance);
                }
            }
        });
        self.samples
    }
}
