//! Shape of the network and its parameters during training.
//!
//! ```text
//! rows --(sum + bias, clip)--> 2 x ft --(affine, clip)--> h1 --(affine, clip)--> h2 --(affine)--> 1
//! ```
//!
//! This is the classic shape. An SFNN multiplies the halves of each side's sums with each other,
//! gives the next layer both the squares and the clipped values of `h1` sums, and adds one more sum
//! to the output. It can have nine sets of the layers after the first, of which the kings' ranks
//! choose one:
//!
//! ```text
//! 2 x ft --(products)--> ft --(affine)--> h1 + 1 --(squares, clip)--> 2 x h1 --(affine, clip)--> h2 --(affine)--> 1
//!                                            the last one of these --------------------------------------(+)--^
//! ```
//!
//! All parameters are floats, and activations lie between 0 and 1; `export` turns them into the
//! integers of the network file. An output of 1 is `grid::OUTPUT_UNIT` search units.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::features::InputSet;
use super::grid::WEIGHT_LIMIT;
use super::kernels::Buffer;
use komadai::eval::nnue::{Architecture, Classic, Sfnn, Stacks};
use komadai::types::SplitMix64;

/// The kind of network, by its activation after the first layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Clipped sums, then three dense layers.
    #[default]
    Classic,
    /// Products of the halves of the clipped sums, then one of `Stacks` sets of dense layers.
    Sfnn(#[serde(with = "StacksByName")] Stacks),
}

/// Mirror of [`Stacks`] for serde: the names in checkpoints.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Stacks")]
enum StacksByName {
    One,
    K3k3,
}

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arch {
    /// The inputs.
    pub features: InputSet,
    /// Outputs of the first layer for each side: a multiple of 64, in an SFNN of 128.
    pub ft: usize,
    /// Outputs of the first hidden layer, without the SFNN's shortcut.
    pub h1: usize,
    /// Outputs of the second hidden layer.
    pub h2: usize,
    /// The kind of network, by its activation after the first layer.
    #[serde(default)]
    pub kind: Kind,
}

/// A network shape that the engine cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchError {
    /// A classic network of unsupported size: `ft`, `h1`, `h2`.
    #[error(
        "network {0}x2-{1}-{2}: the first layer must be a multiple of 64 up to 8192, the others 1 to 128"
    )]
    Classic(usize, usize, usize),
    /// An SFNN of unsupported size: `ft`, `h1`, `h2`.
    #[error(
        "SFNN {0}-{1}-{2}: the first layer must be a multiple of 128 up to 8192, then 7, 15, 31 or 63, then 16, 32, 64, 96 or 128"
    )]
    Sfnn(usize, usize, usize),
}

/// Inputs and outputs of a dense layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of inputs.
    pub inputs: usize,
    /// Number of outputs.
    pub outputs: usize,
}

impl Size {
    /// Number of weights.
    pub const fn weights(self) -> usize {
        self.inputs * self.outputs
    }

    /// The range of the weights of set `stack` in the buffer of all sets.
    pub(crate) const fn weights_of(self, stack: usize) -> Range<usize> {
        stack * self.weights()..(stack + 1) * self.weights()
    }

    /// The range of the biases of set `stack` in the buffer of all sets.
    pub(crate) const fn biases_of(self, stack: usize) -> Range<usize> {
        stack * self.outputs..(stack + 1) * self.outputs
    }
}

impl Arch {
    /// The layout of the network file.
    pub const fn layout(&self) -> Architecture {
        let Arch {
            features,
            ft: l1,
            h1,
            h2,
            kind,
        } = *self;
        let features = features.in_file();
        match kind {
            Kind::Classic => Architecture::Classic(Classic {
                features,
                l1,
                h1,
                h2,
            }),
            Kind::Sfnn(stacks) => Architecture::Sfnn(Sfnn {
                features,
                l1,
                h1,
                h2,
                shortcut: true,
                stacks,
            }),
        }
    }

    /// The rule by which the kings choose the set of dense layers.
    pub const fn stacks(&self) -> Stacks {
        match self.kind {
            Kind::Classic => Stacks::One,
            Kind::Sfnn(stacks) => stacks,
        }
    }

    /// The sizes of the three dense layers after the first.
    pub const fn layers(&self) -> [Size; 3] {
        let Arch { ft, h1, h2, .. } = *self;
        const fn size(inputs: usize, outputs: usize) -> Size {
            Size { inputs, outputs }
        }
        match self.kind {
            Kind::Classic => [size(2 * ft, h1), size(h1, h2), size(h2, 1)],
            Kind::Sfnn(_) => [size(ft, h1 + 1), size(2 * h1, h2), size(h2, 1)],
        }
    }

    /// Checks the sizes.
    ///
    /// # Errors
    /// If the engine cannot run a network of these sizes.
    pub fn check(&self) -> Result<(), ArchError> {
        let Arch { ft, h1, h2, .. } = *self;
        match self.layout() {
            Architecture::Classic(net) if !net.is_supported() => {
                Err(ArchError::Classic(ft, h1, h2))
            }
            Architecture::Sfnn(net) if !net.is_supported() => Err(ArchError::Sfnn(ft, h1, h2)),
            _ => Ok(()),
        }
    }
}

/// All parameters except the rows of the first layer. The same type holds their gradients and the
/// optimiser's moments. Weights are stored inputs by outputs, and the sets of an SFNN one after the
/// other ([`Size`]).
#[derive(Clone)]
#[allow(missing_docs, reason = "bias and weights of each layer")]
pub struct Dense {
    pub ft_bias: Buffer,
    pub w1: Buffer,
    pub b1: Buffer,
    pub w2: Buffer,
    pub b2: Buffer,
    pub w3: Buffer,
    pub b3: Buffer,
}

impl Dense {
    /// Zeros for a network of this shape.
    pub fn zeros(arch: &Arch) -> Dense {
        let stacks = arch.stacks().count();
        let [first, second, last] = arch.layers();
        let weights = |size: Size| Buffer::zeros(stacks * size.weights());
        let biases = |size: Size| Buffer::zeros(stacks * size.outputs);
        Dense {
            ft_bias: Buffer::zeros(arch.ft),
            w1: weights(first),
            b1: biases(first),
            w2: weights(second),
            b2: biases(second),
            w3: weights(last),
            b3: biases(last),
        }
    }

    /// Copies the first set of layers into all others.
    pub(super) fn repeat_first_stack(&mut self, arch: &Arch) {
        let [_, stacked @ ..] = self.parts_mut();
        for part in stacked {
            let each = part.len() / arch.stacks().count();
            for stack in 1..arch.stacks().count() {
                part.copy_within(..each, stack * each);
            }
        }
    }

    /// The biases of the first layer, then the weights and the biases of each dense layer.
    pub fn parts(&self) -> [&Buffer; 7] {
        [
            &self.ft_bias,
            &self.w1,
            &self.b1,
            &self.w2,
            &self.b2,
            &self.w3,
            &self.b3,
        ]
    }

    /// The parts in the order of [`Dense::parts`].
    pub(crate) fn parts_mut(&mut self) -> [&mut Buffer; 7] {
        [
            &mut self.ft_bias,
            &mut self.w1,
            &mut self.b1,
            &mut self.w2,
            &mut self.b2,
            &mut self.w3,
            &mut self.b3,
        ]
    }
}

/// Whether each of [`Dense::parts`] holds weights rather than biases.
pub(crate) const IS_WEIGHT: [bool; 7] = [false, true, false, true, false, true, false];

/// All parameters of a network.
#[derive(Clone)]
pub struct Params {
    /// The rows of the first layer.
    pub rows: Buffer,
    /// Everything else.
    pub dense: Dense,
}

impl Params {
    /// Whether every part has the same length in both networks.
    pub(super) fn has_shape_of(&self, other: &Params) -> bool {
        let lengths = |params: &Params| params.dense.parts().map(|part| part.len());
        self.rows.len() == other.rows.len() && lengths(self) == lengths(other)
    }

    /// CRC-32 of all parameters.
    pub(super) fn checksum(&self) -> u32 {
        let mut crc = crc32fast::Hasher::new();
        for part in std::iter::once(&self.rows).chain(self.dense.parts()) {
            for value in part.iter() {
                crc.update(&value.to_le_bytes());
            }
        }
        crc.finalize()
    }

    /// A new network with random weights.
    ///
    /// Every unit starts within its ramp, at about a half (as in nodchip's first trainer):
    /// first-layer biases are 0.5 and rows small, and the biases of later layers offset the sum of
    /// their weights. Rows that are added to shared rows start at zero. All sets of layers of an
    /// SFNN start equal.
    pub fn random(arch: &Arch, seed: u64) -> Params {
        let mut rng = Normal(SplitMix64::new(seed));
        let mut params = Params {
            rows: Buffer::zeros(arch.features.rows() * arch.ft),
            dense: Dense::zeros(arch),
        };
        let sigma = 0.1 / (arch.features.active() as f32).sqrt();
        let drawn = arch.features.drawn_rows();
        for row in params.rows[..drawn * arch.ft].iter_mut() {
            *row = rng.draw(sigma);
        }
        let sizes = arch.layers();
        let dense = &mut params.dense;
        dense.ft_bias.fill(0.5);
        // Typical inputs of the first two dense layers.
        let means = match arch.kind {
            Kind::Classic => [0.5; 2],
            // A product of two halves is 0.25; halves and their squares are 0.375 on average.
            Kind::Sfnn(_) => [0.25, 0.375],
        };
        let layers = [
            (&mut dense.w1, &mut dense.b1),
            (&mut dense.w2, &mut dense.b2),
        ];
        for (((weights, biases), size), mean) in layers.into_iter().zip(sizes).zip(means) {
            let sigma = 1.0 / (size.inputs as f32).sqrt();
            let (weights, biases) = (
                &mut weights[size.weights_of(0)],
                &mut biases[size.biases_of(0)],
            );
            biases.fill(0.5);
            for weights in weights.chunks_exact_mut(size.outputs) {
                for (weight, bias) in weights.iter_mut().zip(biases.iter_mut()) {
                    *weight = rng.draw(sigma).clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
                    *bias -= mean * *weight;
                }
            }
        }
        for weight in dense.w3[sizes[2].weights_of(0)].iter_mut() {
            *weight = rng.draw(0.1 / (arch.h2 as f32).sqrt());
        }
        if let Kind::Sfnn(_) = arch.kind {
            // The shortcut starts with no effect on the output.
            let size = sizes[0];
            for weights in dense.w1[size.weights_of(0)].chunks_exact_mut(size.outputs) {
                weights[arch.h1] = 0.0;
            }
            dense.b1[arch.h1] = 0.0;
        }
        dense.repeat_first_stack(arch);
        params
    }
}

/// Generator of normally distributed numbers (Box and Muller, 1958).
struct Normal(SplitMix64);

impl Normal {
    fn draw(&mut self, sigma: f32) -> f32 {
        let radius = (-2.0 * (1.0 - self.0.unit()).ln()).sqrt();
        let angle = std::f64::consts::TAU * self.0.unit();
        (radius * angle.cos()) as f32 * sigma
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_network_is_inside_its_ramps() {
        let arch = Arch {
            features: InputSet::Kp,
            ft: 64,
            h1: 32,
            h2: 32,
            kind: Kind::Classic,
        };
        let params = Params::random(&arch, 1);
        let mean = params.rows.iter().sum::<f32>() / params.rows.len() as f32;
        let square = params.rows.iter().map(|x| x * x).sum::<f32>() / params.rows.len() as f32;
        assert!(mean.abs() < 1e-3);
        assert!((square.sqrt() * 40f32.sqrt() - 0.1).abs() < 1e-2);
        // If every input is a half, every unit of the next layer is a half.
        for unit in 0..arch.h1 {
            let sum: f32 = (0..128).map(|i| 0.5 * params.dense.w1[i * 32 + unit]).sum();
            assert!((sum + params.dense.b1[unit] - 0.5).abs() < 1e-4);
        }
        let again = Params::random(&arch, 1);
        assert_eq!(&again.rows[..], &params.rows[..]);
        assert_ne!(&Params::random(&arch, 2).rows[..], &params.rows[..]);
    }

    #[test]
    fn shapes_without_a_file_layout_are_refused() {
        let arch = |ft, h1| Arch {
            features: InputSet::Kp,
            ft,
            h1,
            h2: 32,
            kind: Kind::Classic,
        };
        assert!(arch(256, 32).check().is_ok());
        for (ft, h1) in [(0, 32), (8, 32), (96, 32), (8256, 32), (256, 0), (256, 129)] {
            assert!(arch(ft, h1).check().is_err());
        }
        let sfnn = |ft, h1| Arch {
            kind: Kind::Sfnn(Stacks::K3k3),
            ..arch(ft, h1)
        };
        assert!(sfnn(512, 15).check().is_ok());
        for (ft, h1) in [(64, 15), (192, 15), (8320, 15), (512, 16), (512, 127)] {
            assert!(sfnn(ft, h1).check().is_err());
        }
    }
}
