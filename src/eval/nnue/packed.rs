//! Packed dense layers: weights in the order in which the vector kernels read them.

use super::aligned::Aligned;
use super::arch::HIDDEN_LIMIT;
use super::params::DenseLayer;

/// A dense layer cut into blocks of 16 inputs: for each block, 16 weights of
/// every output in turn.
///
/// A kernel spreads 16 input bytes over a whole register and multiplies them with as many
/// outputs as it has 128-bit lanes. So one layout serves registers of every width, and no
/// weight is loaded twice.
pub(super) struct PackedDense {
    /// Number of blocks of 16 inputs.
    pub(super) blocks: usize,
    /// Number of outputs, rounded up to 8 or a multiple of 16; the added outputs are 0.
    pub(super) outputs: usize,
    /// The biases, padded with 0 to a multiple of 16.
    pub(super) biases: Aligned<i32>,
    /// `blocks * outputs * 16` weights.
    pub(super) weights: Aligned<i8>,
    /// The weights of the first output as 32-bit numbers, padded with 0 to a multiple of 16.
    pub(super) row: Aligned<i32>,
    /// Number of successive blocks that can be summed in 16-bit lanes without overflow, whatever
    /// the inputs. Runs start at the multiples of this number. Each lane gets two products of every
    /// block.
    pub(super) run: usize,
}

/// Number of inputs of a block.
pub(super) const BLOCK: usize = 16;
/// The largest input.
const INPUT_MAX: i32 = 127;
/// The largest run: longer sums in 16 bits would gain little.
const LONGEST_RUN: usize = 32;

impl PackedDense {
    /// Packs `layer`. `slot` maps an input to its byte in the input buffer.
    pub(super) fn new(layer: &DenseLayer, slot: impl Fn(usize) -> usize) -> PackedDense {
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
        PackedDense {
            blocks,
            outputs,
            biases,
            run: longest_run(&weights, blocks, outputs),
            weights,
            row,
        }
    }

    /// Whether the layer's inputs fit `bytes` bytes, and its outputs the buffers of `super::simd`.
    pub(super) fn fits(&self, bytes: usize) -> bool {
        self.blocks * BLOCK <= bytes && self.outputs <= HIDDEN_LIMIT
    }
}

/// The value of [`PackedDense::run`]: a power of two, 1 if two blocks may overflow.
fn longest_run(weights: &[i8], blocks: usize, outputs: usize) -> usize {
    let fits = |run: usize| {
        (0..outputs * BLOCK / 2).all(|lane| {
            (0..blocks).step_by(run).all(|first| {
                // The largest and the smallest sum that the lane can reach.
                let (mut most, mut least) = (0, 0);
                for block in first..blocks.min(first + run) {
                    let at = block * outputs * BLOCK + 2 * lane;
                    for &weight in &weights[at..at + 2] {
                        let product = INPUT_MAX * i32::from(weight);
                        most += product.max(0);
                        least += product.min(0);
                    }
                }
                most <= i16::MAX.into() && least >= i16::MIN.into()
            })
        })
    };
    let mut run = LONGEST_RUN;
    while run > 1 && !fits(run) {
        run /= 2;
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_as_long_as_their_weights_are_small() {
        for (weight, run) in [
            (1, 32),
            (4, 32),
            (5, 16),
            (-4, 32),
            (16, 8),
            (64, 2),
            (127, 1),
        ] {
            let layer = DenseLayer {
                inputs: 512,
                biases: vec![0; 32],
                weights: vec![weight; 512 * 32],
            };
            assert_eq!(PackedDense::new(&layer, |i| i).run, run, "{weight}");
        }
        // A single lane limits the run of the layer.
        let mut layer = DenseLayer {
            inputs: 512,
            biases: vec![0; 32],
            weights: vec![1; 512 * 32],
        };
        for (input, run) in [(100, 32), (117, 2), (116, 1)] {
            layer.weights[512 * 31 + input] = 127;
            assert_eq!(PackedDense::new(&layer, |i| i).run, run, "{input}");
        }
    }
}
