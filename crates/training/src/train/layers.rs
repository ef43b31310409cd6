//! Forward and backward pass of the layers after the first, for a group of samples.
//!
//! Samples are sorted by the set of layers that the kings' squares choose, so that the samples of
//! each set are contiguous (`Stretch`).

use std::ops::Range;

use super::activations::{
    clip, clip_back, multiply_halves, multiply_halves_back, square_and_clip, square_and_clip_back,
};
use super::grid::{ACTIVATION, BIAS_LIMIT, WEIGHT, WEIGHT_LIMIT, floor_all, round_all};
use super::kernels::{Buffer, accumulate, forward, product, transpose};
use super::model::{Arch, Dense, Kind, Params, Size};

/// The parameters of a network as one batch uses them, rounded or not. First-layer rows are in
/// [`super::rows::RowsInUse`].
pub struct Prepared {
    /// Whether weights, first-layer biases and activations are rounded to the steps of the network
    /// file.
    pub(super) rounded: bool,
    pub(super) ft_bias: Buffer,
    /// Weights of each layer, inputs by outputs.
    w: [Buffer; 3],
    /// The first two of `w` transposed, outputs by inputs, for the backward pass.
    turned: [Buffer; 2],
    sizes: [Size; 3],
}

impl Prepared {
    /// Buffers for a network of this shape.
    pub fn new(arch: &Arch) -> Prepared {
        let dense = Dense::zeros(arch);
        Prepared {
            rounded: false,
            ft_bias: dense.ft_bias,
            turned: [dense.w1.clone(), dense.w2.clone()],
            w: [dense.w1, dense.w2, dense.w3],
            sizes: arch.layers(),
        }
    }

    /// Copies the parameters. `rounded`: weights and first-layer biases are rounded to the steps of
    /// the network file, so that training compensates the rounding.
    pub fn set(&mut self, params: &Params, rounded: bool) {
        let dense = &params.dense;
        self.rounded = rounded;
        self.ft_bias.copy_from_slice(&dense.ft_bias);
        if rounded {
            round_all(&mut self.ft_bias, BIAS_LIMIT, ACTIVATION);
        }
        for (to, from) in self.w.iter_mut().zip([&dense.w1, &dense.w2, &dense.w3]) {
            to.copy_from_slice(from);
            if rounded {
                round_all(to, WEIGHT_LIMIT, WEIGHT);
            }
        }
        for ((to, from), size) in self.turned.iter_mut().zip(&self.w).zip(self.sizes) {
            let stacks = to.chunks_exact_mut(size.weights());
            for (to, from) in stacks.zip(from.chunks_exact(size.weights())) {
                transpose(from, size.outputs, to);
            }
        }
    }
}

/// Contiguous samples of a group that use the same set of layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) stack: usize,
    pub(super) samples: Range<usize>,
}

/// The part of `values` that belongs to `samples`; each sample has `width` values.
fn of<'a>(values: &'a [f32], samples: &Range<usize>, width: usize) -> &'a [f32] {
    &values[samples.start * width..samples.end * width]
}

fn of_mut<'a>(values: &'a mut [f32], samples: &Range<usize>, width: usize) -> &'a mut [f32] {
    &mut values[samples.start * width..samples.end * width]
}

/// The values between the layers, and the gradients of the loss with respect to them.
pub(super) struct Layers {
    arch: Arch,
    sizes: [Size; 3],
    /// Inputs of each layer. The first buffer is empty in a classic network, whose first inputs are
    /// the accumulators.
    inputs: [Buffer; 3],
    input_gradients: [Buffer; 3],
    /// Sums of the first dense layer, in an SFNN only.
    sums: Buffer,
    sum_gradients: Buffer,
    /// One output per sample.
    pub(super) outputs: Buffer,
}

impl Layers {
    /// Buffers for groups of up to `group` samples.
    pub(super) fn new(arch: &Arch, group: usize) -> Layers {
        let sizes = arch.layers();
        let (products, sums) = match arch.kind {
            Kind::Classic => (0, 0),
            Kind::Sfnn(_) => (sizes[0].inputs, sizes[0].outputs),
        };
        let widths = [products, sizes[1].inputs, sizes[2].inputs];
        let room = || widths.map(|width| Buffer::zeros(group * width));
        Layers {
            arch: *arch,
            sizes,
            inputs: room(),
            input_gradients: room(),
            sums: Buffer::zeros(group * sums),
            sum_gradients: Buffer::zeros(group * sums),
            outputs: Buffer::zeros(group),
        }
    }

    /// Computes `outputs` from the clipped accumulators of both sides of each sample.
    pub(super) fn forward(
        &mut self,
        accumulators: &[f32],
        stretches: &[Stretch],
        dense: &Dense,
        prepared: &Prepared,
    ) {
        let Arch { ft, h1, kind, .. } = self.arch;
        let [first, second, last] = self.sizes;
        for Stretch { stack, samples } in stretches {
            let stack = *stack;
            let accumulators = of(accumulators, samples, 2 * ft);
            let [x, y1, y2] = &mut self.inputs;
            let y1 = of_mut(y1, samples, second.inputs);
            let y2 = of_mut(y2, samples, last.inputs);
            let w1 = &prepared.w[0][first.weights_of(stack)];
            let b1 = &dense.b1[first.biases_of(stack)];
            match kind {
                Kind::Classic => {
                    forward(accumulators, w1, b1, y1);
                    clip(y1);
                    if prepared.rounded {
                        round_all(y1, 1.0, ACTIVATION);
                    }
                }
                Kind::Sfnn(_) => {
                    let x = of_mut(x, samples, first.inputs);
                    multiply_halves(accumulators, ft, x);
                    if prepared.rounded {
                        floor_all(x);
                    }
                    let sums = of_mut(&mut self.sums, samples, first.outputs);
                    forward(x, w1, b1, sums);
                    square_and_clip(sums, h1, y1);
                    if prepared.rounded {
                        floor_all(y1);
                    }
                }
            }
            let w2 = &prepared.w[1][second.weights_of(stack)];
            forward(y1, w2, &dense.b2[second.biases_of(stack)], y2);
            clip(y2);
            if prepared.rounded {
                match kind {
                    Kind::Classic => round_all(y2, 1.0, ACTIVATION),
                    Kind::Sfnn(_) => floor_all(y2),
                }
            }
            let w3 = &prepared.w[2][last.weights_of(stack)];
            let outputs = of_mut(&mut self.outputs, samples, 1);
            for (output, y2) in outputs.iter_mut().zip(y2.chunks_exact(last.inputs)) {
                let sum: f32 = y2.iter().zip(w3).map(|(y, w)| y * w).sum();
                *output = sum + dense.b3[stack];
            }
            if let Kind::Sfnn(_) = kind {
                let sums = of(&self.sums, samples, first.outputs);
                let shortcuts = sums.iter().skip(h1).step_by(first.outputs);
                outputs
                    .iter_mut()
                    .zip(shortcuts)
                    .for_each(|(output, sum)| *output += sum);
            }
        }
    }

    /// Adds the gradients of the layers to `grad`, and sets those with respect to the accumulators.
    /// `slopes` are the derivatives of the loss with respect to the outputs of the last
    /// [`Layers::forward`].
    pub(super) fn backward(
        &mut self,
        (accumulators, to_accumulators): (&[f32], &mut [f32]),
        stretches: &[Stretch],
        slopes: &[f32],
        prepared: &Prepared,
        grad: &mut Dense,
    ) {
        let Arch { ft, h1, kind, .. } = self.arch;
        let [first, second, last] = self.sizes;
        for Stretch { stack, samples } in stretches {
            let stack = *stack;
            let accumulators = of(accumulators, samples, 2 * ft);
            let to_accumulators = of_mut(to_accumulators, samples, 2 * ft);
            let slopes = of(slopes, samples, 1);
            let [x, y1, y2] = &self.inputs;
            let y1 = of(y1, samples, second.inputs);
            let y2 = of(y2, samples, last.inputs);
            let [dx, dy1, dy2] = &mut self.input_gradients;
            let dy1 = of_mut(dy1, samples, second.inputs);
            let dy2 = of_mut(dy2, samples, last.inputs);

            let w3 = &prepared.w[2][last.weights_of(stack)];
            let to_w3 = &mut grad.w3[last.weights_of(stack)];
            let layer = dy2
                .chunks_exact_mut(last.inputs)
                .zip(y2.chunks_exact(last.inputs));
            for ((dy2, y2), &slope) in layer.zip(slopes) {
                grad.b3[stack] += slope;
                for (((d, &y), g), &w) in dy2.iter_mut().zip(y2).zip(to_w3.iter_mut()).zip(w3) {
                    *g += slope * y;
                    *d = slope * w;
                }
            }
            clip_back(y2, dy2);
            let to_w2 = &mut grad.w2[second.weights_of(stack)];
            accumulate(y1, dy2, second.inputs, second.outputs, to_w2);
            add_columns(dy2, &mut grad.b2[second.biases_of(stack)]);
            product(
                dy2,
                &prepared.turned[1][second.weights_of(stack)],
                second.outputs,
                dy1,
            );

            let turned = &prepared.turned[0][first.weights_of(stack)];
            let to_w1 = &mut grad.w1[first.weights_of(stack)];
            let to_b1 = &mut grad.b1[first.biases_of(stack)];
            match kind {
                Kind::Classic => {
                    clip_back(y1, dy1);
                    accumulate(accumulators, dy1, first.inputs, first.outputs, to_w1);
                    add_columns(dy1, to_b1);
                    product(dy1, turned, first.outputs, to_accumulators);
                }
                Kind::Sfnn(_) => {
                    let sums = of(&self.sums, samples, first.outputs);
                    let to_sums = of_mut(&mut self.sum_gradients, samples, first.outputs);
                    square_and_clip_back(sums, h1, dy1, to_sums);
                    let shortcuts = to_sums.iter_mut().skip(h1).step_by(first.outputs);
                    shortcuts.zip(slopes).for_each(|(to, &slope)| *to = slope);
                    accumulate(
                        of(x, samples, first.inputs),
                        to_sums,
                        first.inputs,
                        first.outputs,
                        to_w1,
                    );
                    add_columns(to_sums, to_b1);
                    let dx = of_mut(dx, samples, first.inputs);
                    product(to_sums, turned, first.outputs, dx);
                    multiply_halves_back(accumulators, ft, dx, to_accumulators);
                }
            }
            clip_back(accumulators, to_accumulators);
        }
    }
}

/// Adds every row of `from`, each as long as `to`, to `to`.
pub(super) fn add_columns(from: &[f32], to: &mut [f32]) {
    for from in from.chunks_exact(to.len()) {
        for (to, from) in to.iter_mut().zip(from) {
            *to += from;
        }
    }
}
