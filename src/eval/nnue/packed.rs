//! Dense layers in the order in which the vector kernels read them.

use super::aligned::Aligned;
use super::arch::HIDDEN_LIMIT;
use super::params::Dense;

/// A dense layer cut into blocks of 16 inputs: for each block, 16 weights of
/// every output in turn.
///
/// A kernel spreads 16 input bytes over a whole register and multiplies them
/// with as many outputs as it has 128-bit lanes, so that one layout serves
/// registers of every width, and no weight is loaded twice.
pub(super) struct Packed {
    /// Blocks of 16 inputs.
    pub(super) blocks: usize,
    /// Outputs, rounded up to 8 or a multiple of 16; those added are 0.
    pub(super) outputs: usize,
    /// With room for whole groups of 16.
    pub(super) biases: Aligned<i32>,
    /// `blocks * outputs * 16` weights.
    pub(super) weights: Aligned<i8>,
    /// The weights of the first output, one to a lane, up to a multiple of 16.
    pub(super) row: Aligned<i32>,
}

/// Inputs in a block.
pub(super) const BLOCK: usize = 16;

impl Packed {
    /// `slot` tells at which byte of the input buffer the layer finds its input.
    pub(super) fn new(layer: &Dense, slot: impl Fn(usize) -> usize) -> Packed {
        let width = (0..layer.inputs).map(|i| slot(i) + 1).max().unwrap_or(0);
        let blocks = width.div_ceil(BLOCK);
        let outputs = match layer.outputs() {
            ..=8 => 8,
            more => more.next_multiple_of(16),
        };
        let mut biases = Aligned::zeroed(outputs.next_multiple_of(16));
        biases[..layer.outputs()].copy_from_slice(&layer.biases);
        let mut weights = Aligned::zeroed(blocks * outputs * BLOCK);
        let mut row = Aligned::zeroed(width.next_multiple_of(16));
        for output in 0..layer.outputs() {
            for (input, &weight) in layer.row(output).iter().enumerate() {
                let (block, within) = (slot(input) / BLOCK, slot(input) % BLOCK);
                weights[(block * outputs + output) * BLOCK + within] = weight;
                if output == 0 {
                    row[slot(input)] = i32::from(weight);
                }
            }
        }
        Packed {
            blocks,
            outputs,
            biases,
            weights,
            row,
        }
    }

    /// Whether the layer finds its inputs in so many bytes, and is small
    /// enough for `super::simd`.
    pub(super) fn fits(&self, bytes: usize) -> bool {
        self.blocks * BLOCK <= bytes && self.outputs <= HIDDEN_LIMIT
    }
}
