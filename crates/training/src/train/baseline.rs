//! Baseline for trained networks: logistic regression on material.
//!
//! The inputs are the differences in number of each kind of piece on the board and in hand (20
//! weights) and a constant for the side to move. Newton's method minimises the log loss of the
//! results. A trained network must have a lower loss on held-out games, and a network trained on
//! shuffled labels must not.

use rayon::prelude::*;

use super::label::{log_loss, logistic, result_chance};
use super::sample::Sample;
use komadai::packed::Board;
use komadai::types::{Piece, PieceType};

/// Number of weights: kinds of piece on the board without the king, kinds in hand, and the
/// constant.
const WEIGHTS: usize = 13 + 7 + 1;

const CHUNK: usize = 1 << 14;

/// A logistic regression of results on material.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialFit {
    weights: [f64; WEIGHTS],
}

type Inputs = [f64; WEIGHTS];

fn inputs(board: &Board) -> Inputs {
    let mut inputs = [0.0; WEIGHTS];
    for piece in board.squares.iter().flatten() {
        if let Some(index) = board_index(piece.kind()) {
            inputs[index] += sign(piece, board);
        }
    }
    for (index, kind) in PieceType::HAND.into_iter().enumerate() {
        let [own, other] = [board.side, !board.side].map(|c| board.hands[c.index()].count(kind));
        inputs[13 + index] = f64::from(own) - f64::from(other);
    }
    inputs[WEIGHTS - 1] = 1.0;
    inputs
}

fn sign(piece: &Piece, board: &Board) -> f64 {
    if piece.color() == board.side {
        1.0
    } else {
        -1.0
    }
}

fn board_index(kind: PieceType) -> Option<usize> {
    match kind {
        PieceType::King => None,
        kind if kind.is_promoted() => Some(kind.index() - 2),
        kind => Some(kind.index() - 1),
    }
}

fn dot(a: &Inputs, b: &Inputs) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

struct Sums {
    loss: f64,
    gradient: Inputs,
    hessian: Box<[Inputs; WEIGHTS]>,
}

impl MaterialFit {
    /// Fits the weights to the samples.
    pub fn fit(samples: &[Sample]) -> MaterialFit {
        let mut fit = MaterialFit {
            weights: [0.0; WEIGHTS],
        };
        for _ in 0..12 {
            let mut sums = fit.sums(samples);
            // A weak pull to zero (ridge): without it, kinds that never occur make the matrix
            // singular.
            for (i, row) in sums.hessian.iter_mut().enumerate() {
                row[i] += 1.0;
                sums.gradient[i] += fit.weights[i];
            }
            let Some(step) = solve(*sums.hessian, sums.gradient) else {
                break;
            };
            let mut length = 0.0;
            for (weight, step) in fit.weights.iter_mut().zip(step) {
                // On separable data the first steps would grow without bound.
                let step = step.clamp(-2.0, 2.0);
                *weight -= step;
                length += step * step;
            }
            if length < 1e-12 {
                break;
            }
        }
        fit
    }

    fn sums(&self, samples: &[Sample]) -> Sums {
        let parts: Vec<Sums> = samples
            .par_chunks(CHUNK)
            .map(|samples| {
                let mut sums = Sums {
                    loss: 0.0,
                    gradient: [0.0; WEIGHTS],
                    hessian: Box::new([[0.0; WEIGHTS]; WEIGHTS]),
                };
                for sample in samples {
                    let Ok(board) = sample.sfen.unpack() else {
                        continue;
                    };
                    let x = inputs(&board);
                    let p = logistic(dot(&self.weights, &x));
                    let won = f64::from(result_chance(sample.result));
                    sums.loss += log_loss(won, p);
                    for i in 0..WEIGHTS {
                        sums.gradient[i] += (p - won) * x[i];
                        let scaled = p * (1.0 - p) * x[i];
                        for (sum, x) in sums.hessian[i].iter_mut().zip(&x) {
                            *sum += scaled * x;
                        }
                    }
                }
                sums
            })
            .collect();
        let mut total = Sums {
            loss: 0.0,
            gradient: [0.0; WEIGHTS],
            hessian: Box::new([[0.0; WEIGHTS]; WEIGHTS]),
        };
        for part in parts {
            total.loss += part.loss;
            for i in 0..WEIGHTS {
                total.gradient[i] += part.gradient[i];
                for j in 0..WEIGHTS {
                    total.hessian[i][j] += part.hessian[i][j];
                }
            }
        }
        total
    }

    /// Mean log loss of the fit on the results of the samples, in nats.
    pub fn log_loss(&self, samples: &[Sample]) -> f64 {
        self.sums(samples).loss / samples.len().max(1) as f64
    }
}

/// Solves `a x = b` by elimination; `None` if there is no single solution.
fn solve(mut a: [Inputs; WEIGHTS], mut b: Inputs) -> Option<Inputs> {
    for column in 0..WEIGHTS {
        let pivot =
            (column..WEIGHTS).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs()))?;
        if a[pivot][column].abs() < 1e-12 {
            return None;
        }
        a.swap(column, pivot);
        b.swap(column, pivot);
        let (top, rest) = a.split_at_mut(column + 1);
        let top = &top[column];
        for (i, row) in (column + 1..).zip(rest) {
            let factor = row[column] / top[column];
            for (x, t) in row.iter_mut().zip(top).skip(column) {
                *x -= factor * t;
            }
            b[i] -= factor * b[column];
        }
    }
    for i in (0..WEIGHTS).rev() {
        let known: f64 = (i + 1..WEIGHTS).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::dataset::DataSet;
    use crate::train::testing::{everything, material_games};

    #[test]
    fn the_order_of_the_pieces_is_found() {
        let mut set = DataSet::of_games(&material_games(1, 1500, 120), &everything(0.2));
        let fit = MaterialFit::fit(&set.train);
        use PieceType::*;
        let values =
            [Pawn, Silver, Bishop, Rook].map(|kind| fit.weights[board_index(kind).unwrap()]);
        assert!(values.is_sorted(), "{values:?}");
        assert!(values[0] > 0.0);
        let nothing = MaterialFit {
            weights: [0.0; WEIGHTS],
        };
        let loss = fit.log_loss(&set.valid);
        assert!((nothing.log_loss(&set.valid) - 2f64.ln()).abs() < 1e-9);
        assert!(loss < 0.66, "{loss}");
        set.shuffle_labels(1);
        let shuffled = MaterialFit::fit(&set.train).log_loss(&set.valid);
        assert!(shuffled > 0.68, "{shuffled}");
    }

    #[test]
    fn equations_are_solved() {
        let mut rng = komadai::types::SplitMix64::new(3);
        let a = [[0.0; WEIGHTS]; WEIGHTS].map(|row| row.map(|_: f64| rng.unit() - 0.5));
        let x = [0.0; WEIGHTS].map(|_: f64| rng.unit());
        let b = std::array::from_fn(|i| dot(&a[i], &x));
        let solved = solve(a, b).unwrap();
        assert!(solved.iter().zip(x).all(|(s, x)| (s - x).abs() < 1e-9));
        assert_eq!(solve([[0.0; WEIGHTS]; WEIGHTS], b), None);
    }
}
