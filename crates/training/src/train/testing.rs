//! Data, networks and runs for tests, and an independent integer evaluation of network files.

use super::config::Config;
use super::dataset::{DataSet, LoadOptions};
use super::features::{InputSet, Inputs};
use super::filter::Filter;
use super::model::{Arch, Kind, Params};
use super::trainer::Trainer;
use crate::pack::{Game, GamePly, GameResult, GameStart};
use komadai::EndReason;
use komadai::eval::nnue::{ClassicParams, DenseLayer, NetParams, SfnnParams, Stacks};
use komadai::movegen::legal_moves;
use komadai::packed::Board;
use komadai::position::Position;
use komadai::types::{Color, PieceType, SplitMix64};

/// Options that keep every position with a score.
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

/// Material balance from the view of the side to move.
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

/// Games of random moves scored by material; the side with more material at the end wins.
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
                end: EndReason::AdjudicatedLoss,
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
                    deviates: false,
                });
                pos.do_move(mv);
            }
            let lead = material(&pos);
            game.result = GameResult::from_sign(lead.signum() as i8, pos.side_to_move());
            game
        })
        .collect()
}

/// Random games scored by material, expanded; the part `valid_part` of them is held out.
pub(crate) fn data(seed: u64, games: usize, plies: usize, valid_part: f64) -> DataSet {
    let games = material_games(seed, games, plies);
    DataSet::of_games(&games, &everything(valid_part))
}

/// A small network of the classic kind.
pub(crate) fn small(features: InputSet) -> Arch {
    Arch {
        features,
        ft: 64,
        h1: 4,
        h2: 4,
        kind: Kind::Classic,
    }
}

/// The smallest SFNN that the engine supports.
pub(crate) fn small_sfnn(stacks: Stacks) -> Arch {
    Arch {
        features: InputSet::Kp,
        ft: 128,
        h1: 7,
        h2: 16,
        kind: Kind::Sfnn(stacks),
    }
}

/// A run of three epochs on the small classic network, validated within each epoch.
pub(crate) fn quick(features: InputSet, shards: usize) -> Config {
    Config {
        arch: small(features),
        load: everything(0.2),
        batch: 256,
        epochs: 3,
        lambda: 0.7,
        lambda_end: 0.4,
        validate_every: 1500,
        patience: 0,
        shards,
        ..Config::default()
    }
}

/// Asserts that two runs have the same state and the same bits in every parameter.
pub(crate) fn same(a: &Trainer, b: &Trainer) {
    assert_eq!(a.state(), b.state());
    let bits = |params: &Params| -> Vec<u32> {
        params
            .dense
            .parts()
            .into_iter()
            .chain([&params.rows])
            .flat_map(|part| part.iter().map(|x| x.to_bits()))
            .collect()
    };
    assert!(bits(a.params()) == bits(b.params()));
    assert!(bits(a.best()) == bits(b.best()));
}

/// The output of a network file for a position, by a plain second implementation of the engine's
/// integer arithmetic, on the rows that the trainer selects.
pub(crate) fn integer_output(features: InputSet, net: &NetParams, board: &Board) -> i32 {
    let mut rows = Vec::new();
    Inputs::new(features).append(board, false, &mut rows);
    let transformer = match net {
        NetParams::Classic(net) => &net.transformer,
        NetParams::Sfnn(net) => &net.transformer,
    };
    let width = transformer.biases().len();
    let accumulators: Vec<Vec<i16>> = rows
        .chunks_exact(rows.len() / 2)
        .map(|rows| {
            let mut sums = transformer.biases().to_vec();
            for &row in rows {
                let weights = &transformer.weights()[row as usize * width..][..width];
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum = sum.wrapping_add(weight);
                }
            }
            sums
        })
        .collect();
    match net {
        NetParams::Classic(net) => classic_output(net, &accumulators),
        NetParams::Sfnn(net) => sfnn_output(net, &accumulators, board),
    }
}

fn sums(layer: &DenseLayer, x: &[u8]) -> Vec<i32> {
    let sum = |(output, bias): (usize, &i32)| {
        let products = layer.row(output).iter().zip(x);
        bias + products
            .map(|(&w, &x)| i32::from(w) * i32::from(x))
            .sum::<i32>()
    };
    layer.biases.iter().enumerate().map(sum).collect()
}

fn ramps(sums: &[i32]) -> impl Iterator<Item = u8> {
    sums.iter().map(|sum| (sum >> 6).clamp(0, 127) as u8)
}

fn classic_output(net: &ClassicParams, accumulators: &[Vec<i16>]) -> i32 {
    let ends = accumulators.iter().flatten();
    let x: Vec<u8> = ends.map(|sum| (*sum).clamp(0, 127) as u8).collect();
    let activations = |layer: &DenseLayer, x: &[u8]| ramps(&sums(layer, x)).collect::<Vec<u8>>();
    let [first, second, last] = &net.layers;
    sums(last, &activations(second, &activations(first, &x)))[0]
}

fn sfnn_output(net: &SfnnParams, accumulators: &[Vec<i16>], board: &Board) -> i32 {
    let mut x = Vec::new();
    for accumulator in accumulators {
        // Engines double the first-layer numbers of the file.
        let doubled = |sum: i16| i32::from(sum * 2).clamp(0, 254);
        let (left, right) = accumulator.split_at(accumulator.len() / 2);
        let pairs = left.iter().zip(right);
        x.extend(pairs.map(|(&a, &b)| (doubled(a) * doubled(b) / 512) as u8));
    }
    let stack = match net.layout.stacks {
        Stacks::One => 0,
        Stacks::K3k3 => {
            // Thirds of the board by rank, from the enemy's end, for the king of the side to move
            // and then the other.
            let third = |color: Color| match (board.king(color), color) {
                (None, _) => 2,
                (Some(square), Color::Black) => square.index() % 9 / 3,
                (Some(square), Color::White) => (8 - square.index() % 9) / 3,
            };
            3 * third(board.side) + third(!board.side)
        }
    };
    let [first, second, last] = &net.stacks[stack];
    let first = sums(first, &x);
    let (first, shortcut) = first.split_at(net.layout.h1);
    let square = |sum: &i32| ((i64::from(*sum).pow(2) >> 19).min(127)) as u8;
    let hidden: Vec<u8> = first.iter().map(square).chain(ramps(first)).collect();
    let hidden: Vec<u8> = ramps(&sums(second, &hidden)).collect();
    sums(last, &hidden)[0] + shortcut[0]
}
