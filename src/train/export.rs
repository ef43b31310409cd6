//! From floats to the integers of the net file (the standard `nn.bin` layout), and a check of what that costs.
//!
//! | | file | float 1 is |
//! | --- | --- | --- |
//! | first layer | i16 | 127 |
//! | later weights | i8 | 64 |
//! | later biases | i32 | 127 x 64 |
//! | output | divided by 16 | 508 search units |
//!
//! Readers cut the fraction off when they divide hidden sums by 64. Half a
//! step added to the hidden biases makes that a rounding. Search units here are
//! those of a reader that divides by 16, whatever divisor the file asks for.

use super::features::FeatureSet;
use super::model::{Arch, OUTPUT_UNIT, Params, ROW_LIMIT};
use crate::eval::nnue::{FV_SCALE_RANGE, ODDS_RANGE};
use crate::pack::Board;

/// Steps of a first-layer number and of an activation to 1.
pub(super) const ACTIVATION: f32 = 127.0;
/// Steps of a later weight to 1.
pub(super) const WEIGHT: f32 = 64.0;
const SHIFT: u32 = 6;
/// By which readers divide the output unless the file asks for another divisor.
const FV_SCALE: i32 = 16;
/// The score of odds of e to 1 that the margins of the search want of a network
/// (docs/search.md has the matches).
const SEARCH_SCALE: f32 = 960.0;
const VERSION: u32 = 0x7AF3_2F16;
/// The greatest first-layer bias; with 40 rows of [`ROW_LIMIT`] sums stay inside 16 bits.
const BIAS_LIMIT: f32 = 16.0;

const _: () = assert!((ROW_LIMIT * 40.0 + BIAS_LIMIT) * ACTIVATION + 41.0 < 32767.0);

/// A network in integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerNet {
    arch: Arch,
    ft_bias: Vec<i16>,
    ft_weight: Vec<i16>,
    layers: [Layer; 3],
}

/// An affine layer, outputs by inputs, without padding.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layer {
    bias: Vec<i32>,
    weight: Vec<i8>,
}

/// How far the integers are from the floats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Deviation {
    /// Positions compared.
    pub positions: usize,
    /// Mean absolute difference, search units (a pawn is 90).
    pub mean: f32,
    /// Greatest absolute difference.
    pub greatest: f32,
    /// First-layer numbers that had to be cut to their limit.
    pub cut: usize,
}

impl Layer {
    fn new(weight: &[f32], bias: &[f32], offset: f32) -> Layer {
        let outputs = bias.len();
        let round = |w: f32| (w * WEIGHT).round().clamp(-127.0, 127.0) as i8;
        let inputs = weight.len() / outputs;
        Layer {
            bias: bias
                .iter()
                .map(|b| (b * ACTIVATION * WEIGHT + offset).round() as i32)
                .collect(),
            weight: (0..outputs)
                .flat_map(|o| (0..inputs).map(move |i| (o, i)))
                .map(|(o, i)| round(weight[i * outputs + o]))
                .collect(),
        }
    }

    /// The sums of the layer, exact.
    fn sums(&self, x: &[u8]) -> Vec<i32> {
        let rows = self.weight.chunks_exact(x.len());
        rows.zip(&self.bias)
            .map(|(row, bias)| {
                let products = row
                    .iter()
                    .zip(x)
                    .map(|(&w, &x)| i32::from(w) * i32::from(x));
                bias + products.sum::<i32>()
            })
            .collect()
    }

    fn activations(&self, x: &[u8]) -> Vec<u8> {
        let clip = |y: i32| (y >> SHIFT).clamp(0, 127) as u8;
        self.sums(x).into_iter().map(clip).collect()
    }

    fn write(&self, inputs: usize, out: &mut Vec<u8>) {
        out.extend(self.bias.iter().flat_map(|b| b.to_le_bytes()));
        let padding = inputs.next_multiple_of(32) - inputs;
        for row in self.weight.chunks_exact(inputs) {
            out.extend(row.iter().map(|&w| w as u8));
            out.extend(std::iter::repeat_n(0, padding));
        }
    }
}

impl IntegerNet {
    /// Rounds a network; the second number is how many first-layer numbers were cut to their limit.
    pub fn new(arch: &Arch, params: &Params) -> (IntegerNet, usize) {
        let mut cut = 0;
        let mut round = |x: &f32, limit: f32| {
            cut += usize::from(x.abs() > limit);
            (x.clamp(-limit, limit) * ACTIVATION).round() as i16
        };
        let dense = &params.dense;
        let half_step = (1 << (SHIFT - 1)) as f32;
        let net = IntegerNet {
            arch: *arch,
            ft_bias: dense.ft_bias.iter().map(|x| round(x, BIAS_LIMIT)).collect(),
            ft_weight: arch
                .features
                .fold(&params.rows, arch.ft)
                .iter()
                .map(|x| round(x, ROW_LIMIT))
                .collect(),
            layers: [
                Layer::new(&dense.w1, &dense.b1, half_step),
                Layer::new(&dense.w2, &dense.b2, half_step),
                Layer::new(&dense.w3, &dense.b3, 0.0),
            ],
        };
        (net, cut)
    }

    /// What a reader of the file makes of a position: search units, side to move's view.
    pub fn evaluate(&self, board: &Board) -> i32 {
        let ft = self.arch.ft;
        let mut rows = Vec::new();
        self.arch.features.append_file_rows(board, &mut rows);
        let mut x = Vec::with_capacity(2 * ft);
        for rows in rows.chunks_exact(rows.len() / 2) {
            let mut sums = self.ft_bias.clone();
            for &row in rows {
                let weights = &self.ft_weight[row as usize * ft..][..ft];
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum = sum.wrapping_add(weight);
                }
            }
            x.extend(sums.into_iter().map(|sum| sum.clamp(0, 127) as u8));
        }
        let [first, second, last] = &self.layers;
        let y = second.activations(&first.activations(&x));
        last.sums(&y).first().copied().unwrap_or(0) / FV_SCALE
    }

    /// How far this is from the floats it was made of, by their `outputs` for `boards`.
    pub fn deviation<'a>(
        &self,
        boards: impl Iterator<Item = &'a Board>,
        outputs: &[f32],
        cut: usize,
    ) -> Deviation {
        let mut deviation = Deviation {
            cut,
            ..Deviation::default()
        };
        let mut sum = 0.0;
        for (board, output) in boards.zip(outputs) {
            let difference = (self.evaluate(board) as f32 - output * OUTPUT_UNIT).abs();
            deviation.positions += 1;
            deviation.greatest = deviation.greatest.max(difference);
            sum += difference;
        }
        deviation.mean = sum / deviation.positions.max(1) as f32;
        deviation
    }

    /// The net file, for readers that divide by 16.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Arch {
            features,
            ft,
            h1,
            h2,
        } = self.arch;
        let layout = features.layout();
        let (feature_hash, network_hash) =
            (layout.hash ^ (2 * ft as u32), network_hash(ft, h1, h2));
        let name = architecture(features, ft, h1, h2);
        let mut out = Vec::with_capacity(1000 + 2 * (layout.inputs + 1) * ft + 64 * h1 * ft);
        for word in [VERSION, feature_hash ^ network_hash, name.len() as u32] {
            out.extend(word.to_le_bytes());
        }
        out.extend(name.as_bytes());
        out.extend(feature_hash.to_le_bytes());
        for part in [&self.ft_bias, &self.ft_weight] {
            out.extend(part.iter().flat_map(|w| w.to_le_bytes()));
        }
        out.extend(network_hash.to_le_bytes());
        for (layer, inputs) in self.layers.iter().zip([2 * ft, h1, h2]) {
            layer.write(inputs, &mut out);
        }
        out
    }
}

/// The `FV_SCALE` that a network file should ask for, within its range, if the
/// network was trained to odds of e to 1 at `output_scale` by the usual divisor, 16.
pub fn search_divisor(output_scale: f32) -> i32 {
    let divisor = (FV_SCALE as f32 * output_scale / SEARCH_SCALE).round() as i32;
    divisor.clamp(*FV_SCALE_RANGE.start(), *FV_SCALE_RANGE.end())
}

/// The output of such a network that stands for odds of e to 1, within its range.
pub fn output_of_odds(output_scale: f32) -> i32 {
    let output = (FV_SCALE as f32 * output_scale).round() as i32;
    output.clamp(*ODDS_RANGE.start(), *ODDS_RANGE.end())
}

/// The architecture string of the file.
fn architecture(features: FeatureSet, ft: usize, h1: usize, h2: usize) -> String {
    let layout = features.layout();
    let (name, inputs, both) = (layout.name, layout.inputs, 2 * ft);
    format!(
        "Features={name}[{inputs}->{ft}x2],Network=AffineTransform[1<-{h2}](ClippedReLU[{h2}]\
         (AffineTransform[{h2}<-{h1}](ClippedReLU[{h1}](AffineTransform[{h1}<-{both}]\
         (InputSlice[{both}(0:{both})])))))"
    )
}

/// The hash of the layers after the first.
fn network_hash(ft: usize, h1: usize, h2: usize) -> u32 {
    let affine = |outputs: usize, before: u32| {
        0xCC03_DAE4u32.wrapping_add(outputs as u32) ^ (before >> 1) ^ (before << 31)
    };
    let ramp = |before: u32| 0x538D_24C7u32.wrapping_add(before);
    let inputs = 0xEC42_E90D ^ (2 * ft as u32);
    affine(1, ramp(affine(h2, ramp(affine(h1, inputs)))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::train::features::Zones;
    use crate::types::SplitMix64;

    /// The synthetic network that the witness values were computed with.
    fn witness_net(features: FeatureSet) -> IntegerNet {
        let arch = Arch {
            features,
            ft: 256,
            h1: 32,
            h2: 32,
        };
        let mut rng = SplitMix64::new(20_261_121);
        let mut draw =
            |low: i64, high: i64| low + ((rng.next_u64() >> 33) as i64) % (high - low + 1);
        let ft_bias = (0..256).map(|_| draw(0, 63) as i16).collect();
        let ft_weight = (0..features.layout().inputs * 256)
            .map(|_| draw(-15, 15) as i16)
            .collect();
        let mut layer = |outputs: usize, inputs: usize, weight: i64| Layer {
            bias: (0..outputs).map(|_| draw(-2000, 2000) as i32).collect(),
            weight: (0..outputs * inputs)
                .map(|_| draw(-weight, weight) as i8)
                .collect(),
        };
        IntegerNet {
            arch,
            ft_bias,
            ft_weight,
            layers: [layer(32, 512, 8), layer(32, 32, 32), layer(1, 32, 64)],
        }
    }

    fn check(net: &IntegerNet, witness: &str) {
        let mut rows = 0;
        for line in witness.lines().filter(|line| !line.starts_with('#')) {
            let (sfen, value) = line.split_once('\t').unwrap();
            let board = Board::from(&Position::from_sfen(sfen).unwrap());
            assert_eq!(
                net.evaluate(&board),
                value.parse::<i32>().unwrap(),
                "{sfen}"
            );
            rows += 1;
        }
        assert!(rows >= 100);
    }

    #[test]
    fn scores_come_to_the_scale_of_the_search() {
        assert_eq!(search_divisor(600.0), 10);
        assert_eq!(search_divisor(960.0), 16);
        assert_eq!(search_divisor(1.0), 1);
        assert_eq!(search_divisor(f32::INFINITY), 128);
        assert_eq!(output_of_odds(600.0), 9600);
        assert_eq!(output_of_odds(0.0), 100);
        assert_eq!(output_of_odds(f32::INFINITY), 1_000_000);
    }

    #[test]
    fn k_p_values_equal_those_of_the_reference_implementation() {
        let net = witness_net(FeatureSet::Kp);
        check(&net, include_str!("../../engine-tests/data/nnue-kp256.tsv"));
        let bytes = net.to_bytes();
        // Header with a 165-character string, section hashes, parameters.
        assert_eq!(bytes.len(), 12 + 165 + 8 + 893_732);
        assert_eq!(bytes[4..8], 0x5C64_64A9u32.to_le_bytes());
        // The file that the other writer made of the same numbers.
        assert_eq!(crc32fast::hash(&bytes), 0x708b_f139);
    }

    #[test]
    fn mirrored_values_equal_those_of_the_reference_implementation() {
        let net = witness_net(FeatureSet::HalfKpVm(Zones::Squares));
        check(
            &net,
            include_str!("../../engine-tests/data/nnue-halfkpvm256.tsv"),
        );
        let bytes = net.to_bytes();
        assert_eq!(bytes[4..8], 0x6858_6ECCu32.to_le_bytes());
        assert_eq!(crc32fast::hash(&bytes), 0xfd5b_d301);
    }
}
