//! The network's shape and its numbers during training.
//!
//! ```text
//! rows --(sum + bias, clip)--> 2 x ft --(affine, clip)--> h1 --(affine, clip)--> h2 --(affine)--> 1
//! ```
//!
//! All in floats with activations from 0 to 1; [`super::export`] turns them
//! into the integers of the net file. An output of 1 is [`super::grid::OUTPUT_UNIT`].

use serde::{Deserialize, Serialize};

use super::features::InputSet;
use super::grid::WEIGHT_LIMIT;
use super::kernels::Buffer;
use crate::eval::nnue::Classic;
use crate::types::SplitMix64;

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arch {
    /// The inputs.
    pub features: InputSet,
    /// First-layer width for each side, a multiple of 64.
    pub ft: usize,
    /// First hidden layer.
    pub h1: usize,
    /// Second hidden layer.
    pub h2: usize,
}

/// A network shape that cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "network {0}x2-{1}-{2}: the first layer must be a multiple of 64 up to 8192, the others 1 to 128"
)]
pub struct ArchError(usize, usize, usize);

impl Arch {
    /// The layout of the network file.
    pub const fn layout(&self) -> Classic {
        Classic {
            features: self.features.in_file(),
            l1: self.ft,
            h1: self.h1,
            h2: self.h2,
        }
    }

    /// Checks the sizes.
    ///
    /// # Errors
    /// If the engine could not run a network of such sizes.
    pub fn check(&self) -> Result<(), ArchError> {
        match self.layout().is_supported() {
            true => Ok(()),
            false => Err(ArchError(self.ft, self.h1, self.h2)),
        }
    }
}

/// Everything but the rows of the first layer; also used for their gradients
/// and the optimiser's moments. Weights are inputs by outputs.
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
    /// All zero.
    pub fn zeros(arch: &Arch) -> Dense {
        Dense {
            ft_bias: Buffer::zeros(arch.ft),
            w1: Buffer::zeros(2 * arch.ft * arch.h1),
            b1: Buffer::zeros(arch.h1),
            w2: Buffer::zeros(arch.h1 * arch.h2),
            b2: Buffer::zeros(arch.h2),
            w3: Buffer::zeros(arch.h2),
            b3: Buffer::zeros(1),
        }
    }

    /// The parts in a fixed order, biases first within each layer but the first.
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

    /// The parts in the same order.
    pub fn parts_mut(&mut self) -> [&mut Buffer; 7] {
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

/// Which of [`Dense::parts`] are weights (and not biases).
pub const IS_WEIGHT: [bool; 7] = [false, true, false, true, false, true, false];

/// All numbers of a network.
#[derive(Clone)]
pub struct Params {
    /// The rows of the first layer.
    pub rows: Buffer,
    /// Everything else.
    pub dense: Dense,
}

impl Params {
    /// A new network.
    ///
    /// Weights are drawn so that every unit starts inside its ramp, about half
    /// open (the starting point of nodchip's first trainer): first-layer biases
    /// 0.5 with small rows, and biases of later layers that make up for the
    /// sum of their weights. Rows added up with others start at zero.
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
        let dense = &mut params.dense;
        dense.ft_bias.fill(0.5);
        let layers = [
            (&mut dense.w1, &mut dense.b1, 2 * arch.ft),
            (&mut dense.w2, &mut dense.b2, arch.h1),
        ];
        for (weights, biases, inputs) in layers {
            let sigma = 1.0 / (inputs as f32).sqrt();
            biases.fill(0.5);
            for weights in weights.chunks_exact_mut(biases.len()) {
                for (weight, bias) in weights.iter_mut().zip(biases.iter_mut()) {
                    *weight = rng.draw(sigma).clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
                    *bias -= 0.5 * *weight;
                }
            }
        }
        for weight in dense.w3.iter_mut() {
            *weight = rng.draw(0.1 / (arch.h2 as f32).sqrt());
        }
        params
    }
}

/// Normally distributed numbers (Box and Muller, 1958).
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
        };
        let params = Params::random(&arch, 1);
        let mean = params.rows.iter().sum::<f32>() / params.rows.len() as f32;
        let square = params.rows.iter().map(|x| x * x).sum::<f32>() / params.rows.len() as f32;
        assert!(mean.abs() < 1e-3);
        assert!((square.sqrt() * 40f32.sqrt() - 0.1).abs() < 1e-2);
        // With every input at a half, every unit of the next layer is at a half.
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
        };
        assert!(arch(256, 32).check().is_ok());
        for (ft, h1) in [(0, 32), (8, 32), (96, 32), (8256, 32), (256, 0), (256, 129)] {
            assert!(arch(ft, h1).check().is_err());
        }
    }
}
