//! Samples for tests.

use super::dataset::LoadOptions;
use super::features::{InputSet, Inputs};
use super::filter::Filter;
use crate::eval::nnue::{ClassicParams, Dense};
use crate::movegen::legal_moves;
use crate::pack::{Board, EndReason, Game, GamePly, GameResult, GameStart};
use crate::position::Position;
use crate::types::{PieceType, SplitMix64};

/// Keeps all that has a score.
pub(crate) fn everything(valid_part: f64) -> LoadOptions {
    LoadOptions {
        filter: Filter {
            min_ply: 0,
            max_score: i16::MAX,
            keep_checks: true,
            keep_captures: true,
            keep_max_plies: true,
        },
        valid_part,
        seed: 1,
        ..LoadOptions::default()
    }
}

/// What the pieces of the side to move are worth more than the other's.
pub(crate) fn material(pos: &Position) -> i32 {
    let side = pos.side_to_move();
    let value = |color| {
        let mut sum = 0;
        for square in pos.color_bb(color) {
            if let Some(piece) = pos.piece_on(square)
                && piece.kind() != PieceType::King
            {
                sum += piece.kind().exchange_value();
            }
        }
        for kind in PieceType::HAND {
            sum += pos.hand(color).count(kind) as i32 * kind.exchange_value();
        }
        sum
    };
    value(side) - value(!side)
}

/// Games of random moves scored by material; who is ahead at the end wins.
pub(crate) fn material_games(seed: u64, count: usize, plies: usize) -> Vec<Game> {
    let mut rng = SplitMix64::new(seed);
    (0..count)
        .map(|_| {
            let mut pos = Position::startpos();
            let mut game = Game {
                start: GameStart::Startpos,
                start_ply: 1,
                opening_plies: 0,
                result: GameResult::Draw,
                end: EndReason::Score,
                plies: Vec::new(),
            };
            for _ in 0..plies {
                let moves = legal_moves(&pos);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.below(moves.len())];
                game.plies.push(GamePly {
                    mv,
                    score: Some(material(&pos).clamp(-2900, 2900) as i16),
                });
                pos.do_move(mv);
            }
            let lead = material(&pos);
            game.result = GameResult::from_sign(lead.signum() as i8, pos.side_to_move());
            game
        })
        .collect()
}

/// The output of a network file for a position: the integer arithmetic that the
/// trainer rounds for, written down once more, on the rows that it counts.
pub(crate) fn integer_output(features: InputSet, net: &ClassicParams, board: &Board) -> i32 {
    let mut rows = Vec::new();
    Inputs::new(features).append(board, false, &mut rows);
    let transformer = &net.transformer;
    let width = transformer.biases().len();
    let mut x = Vec::with_capacity(2 * width);
    for rows in rows.chunks_exact(rows.len() / 2) {
        let mut sums = transformer.biases().to_vec();
        for &row in rows {
            let weights = &transformer.weights()[row as usize * width..][..width];
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(weight);
            }
        }
        x.extend(sums.into_iter().map(|sum| sum.clamp(0, 127) as u8));
    }
    let sums = |layer: &Dense, x: &[u8]| -> Vec<i32> {
        let sum = |(output, bias): (usize, &i32)| {
            let products = layer.row(output).iter().zip(x);
            bias + products
                .map(|(&w, &x)| i32::from(w) * i32::from(x))
                .sum::<i32>()
        };
        layer.biases.iter().enumerate().map(sum).collect()
    };
    let activations = |layer: &Dense, x: &[u8]| -> Vec<u8> {
        let clip = |sum: i32| (sum >> 6).clamp(0, 127) as u8;
        sums(layer, x).into_iter().map(clip).collect()
    };
    let [first, second, last] = &net.layers;
    sums(last, &activations(second, &activations(first, &x)))[0]
}
