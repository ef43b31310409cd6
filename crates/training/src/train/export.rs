//! Export of float parameters to the integers of a network file, and the deviation of its scores.
//!
//! Quantisation is in [`super::grid`]. Engines divide hidden sums by 64 and drop the fraction. In a
//! classic network, half of the divisor is added to the hidden biases, so that dropping the
//! fraction rounds. An SFNN is trained with dropped fractions. Search units here are those of an
//! engine that divides by 16, whatever divisor the file asks for.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::grid::{ACTIVATION, BIAS_LIMIT, OUTPUT_UNIT, ROW_LIMIT, WEIGHT, WEIGHT_LIMIT, steps};
use super::model::{Arch, Params, Size};
use komadai::eval::nnue::{
    self, Architecture, ClassicParams, DenseLayer, Network, NnueState, SfnnParams, Transformer,
};
use komadai::eval::scale::{DEFAULT_FV_SCALE, FV_SCALE_RANGE, NetScales, ODDS_RANGE};
use komadai::position::Position;

/// Additions to the biases of the three dense layers, in integers of the file: for the hidden
/// layers of a classic network half of the divisor of hidden sums, so that dropping the fraction
/// rounds.
pub(super) const fn bias_offsets(layout: &Architecture) -> [f32; 3] {
    match layout {
        Architecture::Classic(_) => [WEIGHT / 2.0, WEIGHT / 2.0, 0.0],
        Architecture::Sfnn(_) => [0.0; 3],
    }
}

/// A trained network as integers.
pub struct Exported {
    /// The parameters of the network file.
    pub params: nnue::NetParams,
    /// First-layer parameters that were clamped to their limit.
    pub cut: usize,
}

/// The score at odds of e to 1 with which the margins of the search play best
/// (docs/measurements.md has the matches).
const SEARCH_SCALE: f32 = 800.0;

/// The scales to write for a network that was trained so that `units`, with the divisor
/// [`DEFAULT_FV_SCALE`], are odds of e to 1. They are the divisor that suits the margins of the
/// search and the undivided output at those odds, both clamped to their ranges.
pub(super) fn scales_trained_to(units: f32) -> NetScales {
    let output = DEFAULT_FV_SCALE as f32 * units;
    let within = |number: f32, range: RangeInclusive<i32>| {
        (number.round() as i32).clamp(*range.start(), *range.end())
    };
    NetScales {
        fv_scale: Some(within(output / SEARCH_SCALE, FV_SCALE_RANGE)),
        odds: Some(within(output, ODDS_RANGE)),
    }
}

/// Rounds a network to the integers of its file.
pub fn export(arch: &Arch, params: &Params) -> Exported {
    let mut cut = 0;
    let mut round = |to: &mut [i16], from: &[f32], limit: f32| {
        for (to, x) in to.iter_mut().zip(from) {
            cut += usize::from(x.abs() > limit);
            *to = steps(*x, limit, ACTIVATION) as i16;
        }
    };
    let set = arch.features;
    let mut transformer = Transformer::zeroed(set.in_file().inputs(), arch.ft);
    let dense = &params.dense;
    round(transformer.biases_mut(), &dense.ft_bias, BIAS_LIMIT);
    let mut sum = vec![0.0; arch.ft];
    for (row, to) in transformer
        .weights_mut()
        .chunks_exact_mut(arch.ft)
        .enumerate()
    {
        set.sum_parts(row, &params.rows, &mut sum);
        round(to, &sum, ROW_LIMIT);
    }
    let layout = arch.layout();
    let offsets = bias_offsets(&layout);
    let stack = |stack: usize| {
        let [first, second, last] = arch.layers();
        [
            layer((&dense.w1, &dense.b1), first, stack, offsets[0]),
            layer((&dense.w2, &dense.b2), second, stack, offsets[1]),
            layer((&dense.w3, &dense.b3), last, stack, offsets[2]),
        ]
    };
    let params = match layout {
        Architecture::Classic(layout) => nnue::NetParams::Classic(ClassicParams {
            layout,
            transformer,
            layers: stack(0),
        }),
        Architecture::Sfnn(layout) => nnue::NetParams::Sfnn(SfnnParams {
            layout,
            transformer,
            stacks: (0..layout.stacks.count()).map(stack).collect(),
        }),
    };
    Exported { params, cut }
}

/// The set number `stack` of a layer as integers, with `offset` added to its biases.
fn layer((weights, biases): (&[f32], &[f32]), size: Size, stack: usize, offset: f32) -> DenseLayer {
    let mut layer = DenseLayer::zeroed(size.inputs, size.outputs);
    for (to, b) in layer.biases.iter_mut().zip(&biases[size.biases_of(stack)]) {
        *to = (b * ACTIVATION * WEIGHT + offset).round() as i32;
    }
    let weights = &weights[size.weights_of(stack)];
    for (input, weights) in weights.chunks_exact(size.outputs).enumerate() {
        for (output, w) in weights.iter().enumerate() {
            layer.weights[output * layer.inputs + input] = steps(*w, WEIGHT_LIMIT, WEIGHT) as i8;
        }
    }
    layer
}

/// Differences between the scores of a network file and those of its float parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Deviation {
    /// Positions compared.
    pub positions: usize,
    /// Mean absolute difference, search units (a pawn is 90).
    pub mean: f32,
    /// Greatest absolute difference.
    pub greatest: f32,
    /// First-layer parameters that were clamped to their limit.
    pub cut: usize,
}

impl Deviation {
    /// Compares the engine's evaluations of `positions` by `network` with the float `outputs`.
    pub fn of(network: Arc<Network>, positions: &[Position], outputs: &[f32]) -> Deviation {
        let mut deviation = Deviation::default();
        let mut state = NnueState::new(network, DEFAULT_FV_SCALE);
        let mut sum = 0.0;
        for (pos, output) in positions.iter().zip(outputs) {
            state.reset(pos);
            let difference = (state.raw(pos) as f32 - output * OUTPUT_UNIT).abs();
            deviation.positions += 1;
            deviation.greatest = deviation.greatest.max(difference);
            sum += difference;
        }
        deviation.mean = sum / deviation.positions.max(1) as f32;
        deviation
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::train::features::{InputSet, Zones};
    use crate::train::model::Kind;
    use crate::train::testing::integer_output;
    use komadai::eval::nnue::{Classic, Stacks};
    use komadai::packed::Board;
    use komadai::position::testing::random_games;
    use komadai::types::{Color, SplitMix64};

    #[test]
    fn scores_of_trained_networks_come_to_the_scale_of_the_search() {
        for (units, fv_scale, odds) in [
            (600.0, 12, 9600),
            (800.0, 16, 12_800),
            (1.0, 1, 100),
            (0.0, 1, 100),
            (f32::INFINITY, 128, 1_000_000),
        ] {
            let scales = scales_trained_to(units);
            assert_eq!(scales.fv_scale, Some(fv_scale), "{units}");
            assert_eq!(scales.odds, Some(odds), "{units}");
            assert!(scales.are_in_range());
        }
    }

    const WITNESSES: [(InputSet, &str); 2] = [
        (
            InputSet::Kp,
            include_str!("../../../../engine-tests/data/nnue-kp256.tsv"),
        ),
        (
            InputSet::HalfKpVm(Zones::Squares),
            include_str!("../../../../engine-tests/data/nnue-halfkpvm256.tsv"),
        ),
    ];

    /// The synthetic network whose values another implementation computed.
    fn witness_net(layout: Classic) -> ClassicParams {
        let mut rng = SplitMix64::new(20_261_121);
        let mut draw =
            |low: i64, high: i64| low + ((rng.next_u64() >> 33) as i64) % (high - low + 1);
        let mut net = ClassicParams::zeroed(layout);
        let transformer = &mut net.transformer;
        let biases = transformer.biases_mut().iter_mut();
        biases.for_each(|number| *number = draw(0, 63) as i16);
        let weights = transformer.weights_mut().iter_mut();
        weights.for_each(|number| *number = draw(-15, 15) as i16);
        for (layer, weight) in net.layers.iter_mut().zip([8, 32, 64]) {
            let biases = layer.biases.iter_mut();
            biases.for_each(|number| *number = draw(-2000, 2000) as i32);
            let weights = layer.weights.iter_mut();
            weights.for_each(|number| *number = draw(-weight, weight) as i8);
        }
        net
    }

    /// `integer_output`, the oracle of the trainer's tests, against values of another
    /// implementation.
    #[test]
    fn integer_values_equal_those_of_the_reference_implementation() {
        for (features, witness) in WITNESSES {
            let net = nnue::NetParams::from(witness_net(Classic {
                features: features.in_file(),
                l1: 256,
                h1: 32,
                h2: 32,
            }));
            let mut rows = 0;
            for line in witness.lines().filter(|line| !line.starts_with('#')) {
                let (sfen, value) = line.split_once('\t').unwrap();
                let board = Board::from(&Position::from_sfen(sfen).unwrap());
                let output = integer_output(features, &net, &board);
                assert_eq!(output / 16, value.parse::<i32>().unwrap(), "{sfen}");
                rows += 1;
            }
            assert!(rows >= 100);
        }
    }

    /// The engine evaluates an exported network as `integer_output` does on the rows that the
    /// trainer selects.
    #[test]
    fn the_engine_and_the_trainer_read_the_same_network() {
        let kinds = [
            (Kind::Classic, 64, 8),
            (Kind::Sfnn(Stacks::One), 128, 15),
            (Kind::Sfnn(Stacks::K3k3), 128, 7),
        ];
        let sets = InputSet::ALL.into_iter();
        for ((_, features), (kind, ft, h1)) in sets.flat_map(|set| kinds.map(|kind| (set, kind))) {
            let arch = Arch {
                features,
                ft,
                h1,
                h2: 16,
                kind,
            };
            let mut params = Params::random(&arch, 5);
            // Rows far from zero, so that a wrong row changes the output.
            let mut rng = SplitMix64::new(6);
            for row in params.rows.iter_mut() {
                *row = rng.unit() as f32 * 0.3 - 0.15;
            }
            // Every set of layers differs, so that a wrong choice changes the output.
            for part in params.dense.parts_mut() {
                for value in part.iter_mut() {
                    *value += rng.unit() as f32 * 0.2 - 0.1;
                }
            }
            let Exported { params, cut } = export(&arch, &params);
            assert_eq!(cut, 0);
            let mut bytes = Vec::new();
            params.write(&mut bytes, Default::default()).unwrap();
            let network = Network::from_bytes(&bytes).unwrap();
            assert_eq!(network.info().warnings, []);
            let mut state = NnueState::new(Arc::new(network), 1);
            let mut seen = BTreeSet::new();
            let mut stacks = BTreeSet::new();
            random_games(9, 3, 120, |pos| {
                state.reset(pos);
                let output = state.output(pos);
                assert_eq!(
                    output,
                    integer_output(features, &params, &Board::from(&*pos))
                );
                seen.insert(output);
                let kings = Color::ALL.map(|color| pos.king(color));
                stacks.insert(arch.stacks().choose(pos.side_to_move(), kings));
            });
            assert!(stacks.len() >= arch.stacks().count().min(3), "{stacks:?}");
            assert!(seen.len() > 100, "{}", seen.len());
        }
    }

    #[test]
    fn numbers_beyond_the_limits_are_cut_and_counted() {
        let arch = Arch {
            features: InputSet::Kp,
            ft: 64,
            h1: 8,
            h2: 8,
            kind: Kind::Classic,
        };
        let mut params = Params::random(&arch, 1);
        params.rows[7] = -100.0;
        params.dense.ft_bias[1] = 100.0;
        params.dense.w1[1] = 100.0;
        let Exported { params, cut } = export(&arch, &params);
        let nnue::NetParams::Classic(params) = params else {
            panic!("another kind")
        };
        assert_eq!(cut, 2);
        assert_eq!(params.transformer.weights()[7], -381);
        assert_eq!(params.transformer.biases()[1], 1016);
        // The weight of output 1 for input 0. The optimiser keeps later weights in range, so
        // clamping them is not counted.
        assert_eq!(params.layers[0].row(1)[0], 127);
    }
}
