//! Labels of positions: chances to win from scores, mixed with those of later plies and with the
//! result of the game.
//!
//! The scale between scores and chances is fitted to game results ([`super::calibrate`]). Chances
//! are mixed instead of scores, because a mate is worth a win, not 32,000.

use super::score::Score;

/// The logistic curve from scores to chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The score, in units, at which the odds of winning are e to 1.
    pub scale: f64,
}

impl Curve {
    /// The chance to win of the side that has this score; `None` without a score.
    pub fn chance(self, score: Score) -> Option<f64> {
        match score.proven() {
            Some(won) => Some(f64::from(u8::from(won))),
            None => (score.units()).map(|units| logistic(f64::from(units) / self.scale)),
        }
    }

    /// The chance of the side to move at each ply of a game, mixed with the chances of later plies:
    /// the mean of the chances c0, c1, c2 ... of this ply and those after it, all from the view of
    /// the side to move at this ply, weighted by 1 : w : w^2 ... with `weight` w.
    ///
    /// The result of the game takes the weight that remains after the last ply; `end` is that
    /// result as the chance of the side to move then, `None` if unknown. So a label learns from
    /// what the game showed and the search missed, with less noise than the result alone has
    /// (temporal differences, Sutton). A ply without a score ends the sequence before it, and the
    /// last chance takes the remaining weight: a random move's consequences say nothing about the
    /// positions before it. A ply whose search preferred another move is the last of its sequence
    /// for the same reason.
    pub fn ahead(self, scores: &[Score], end: Option<f64>, weight: f64) -> Vec<Option<f64>> {
        let mut later = end;
        let mut mixed: Vec<Option<f64>> = (scores.iter().rev())
            .map(|&score| {
                if score.deviates() {
                    later = None;
                }
                later = self.chance(score).map(|own| {
                    later.map_or(own, |later| (1.0 - weight) * own + weight * (1.0 - later))
                });
                later
            })
            .collect();
        mixed.reverse();
        mixed
    }
}

/// The training target: `lambda` times the chance from the scores plus `1 - lambda` times the
/// chance of `result` (1 if the side to move won, 0 for a draw, -1 if it lost).
pub fn target(chance: f32, result: i8, lambda: f32) -> f32 {
    lambda * chance + (1.0 - lambda) * result_chance(result)
}

/// The logistic curve.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The result as a chance: 1 for a win, a half for a draw, 0 for a loss.
pub fn result_chance(sign: i8) -> f32 {
    (f32::from(sign) + 1.0) / 2.0
}

/// Log loss, in nats, of the forecast `p` for the outcome `won` (from 0, a loss, to 1, a win).
pub fn log_loss(won: f64, p: f64) -> f64 {
    let p = p.clamp(1e-6, 1.0 - 1e-6);
    -(won * p.ln() + (1.0 - won) * (1.0 - p).ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::GamePly;
    use komadai::types::{Move, SplitMix64};

    const CURVE: Curve = Curve { scale: 500.0 };

    /// The definition of `Curve::ahead`, summed forwards from each ply.
    fn by_definition(scores: &[Score], end: f64, weight: f64) -> Vec<Option<f64>> {
        let from = |start: usize| {
            CURVE.chance(scores[start])?;
            let (mut sum, mut rest) = (0.0, 1.0);
            let mut last = 0.0;
            for (ply, &score) in scores.iter().enumerate().skip(start) {
                let seen = |chance: f64| {
                    if (ply - start).is_multiple_of(2) {
                        chance
                    } else {
                        1.0 - chance
                    }
                };
                match CURVE.chance(score) {
                    Some(chance) => {
                        last = seen(chance);
                        sum += rest * (1.0 - weight) * last;
                        rest *= weight;
                        if score.deviates() {
                            return Some(sum + rest * last);
                        }
                    }
                    // The last chance takes the remaining weight.
                    None => return Some(sum + rest * last),
                }
            }
            let end = if (scores.len() - start).is_multiple_of(2) {
                end
            } else {
                1.0 - end
            };
            Some(sum + rest * end)
        };
        (0..scores.len()).map(from).collect()
    }

    #[test]
    fn later_chances_count_up_to_the_next_deviation_or_the_result() {
        let mut rng = SplitMix64::new(2);
        let mv = Move::from_usi("7g7f").unwrap();
        for _ in 0..300 {
            let scores: Vec<Score> = (0..rng.below(30))
                .map(|_| {
                    let score = match rng.below(8) {
                        0 => None,
                        1 => Some(31_999),
                        2 => Some(-31_998),
                        _ => Some(rng.below(4000) as i16 - 2000),
                    };
                    let ply = GamePly {
                        mv,
                        score,
                        deviates: rng.below(6) == 0,
                    };
                    Score::of_ply(&ply, 600.0)
                })
                .collect();
            let end = rng.below(3) as f64 / 2.0;
            for weight in [0.0, 0.3, 0.7, 0.99] {
                let mixed = CURVE.ahead(&scores, Some(end), weight);
                let expected = by_definition(&scores, end, weight);
                assert_eq!(mixed.len(), expected.len());
                for (a, b) in mixed.iter().zip(&expected) {
                    assert_eq!(a.is_some(), b.is_some());
                    assert!((a.unwrap_or(0.0) - b.unwrap_or(0.0)).abs() < 1e-12);
                }
            }
        }
    }

    /// A mate some plies ahead changes an even position's chance by at most half its weight. (Mixed
    /// as scores with weight 0.7, a mate ten plies ahead would be worth 904 units.)
    #[test]
    fn a_mate_ahead_counts_as_a_win_and_no_more() {
        for plies in [5, 8, 10] {
            let mut scores = vec![Score::new(Some(0), 600.0); plies];
            scores.push(Score::new(Some(32_000), 600.0));
            // The side to move at the last ply mates, so the side to move after it has lost.
            let first = CURVE.ahead(&scores, Some(0.0), 0.7)[0].unwrap();
            let won = if plies % 2 == 0 { 1.0 } else { 0.0 };
            let weight = 0.7f64.powi(plies as i32);
            assert!((first - ((1.0 - weight) * 0.5 + weight * won)).abs() < 1e-12);
        }
    }
}
