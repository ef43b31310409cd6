//! Arithmetic of an evaluation: its interface, and the plain code that the vector code
//! must match bit for bit.

use super::arch::Architecture;
use super::network::{LayerStack, Network};
use super::params::{DenseLayer, Transformer};

/// The arithmetic of one evaluation. [`Scalar`] is the specification; the instruction
/// sets of [`super::simd`] give the same numbers.
///
/// # Safety
/// The CPU must have the features of the implementing kernel.
#[allow(
    clippy::missing_safety_doc,
    reason = "one contract for all functions, in the doc of the trait"
)]
pub(super) trait Backend {
    /// `to = from - subs + adds`.
    unsafe fn update<const N: usize>(
        to: &mut [i16],
        from: &[i16],
        subs: [&[i16]; N],
        adds: [&[i16]; N],
    );
    /// `cache = cache - rows[subs] + rows[adds]; to = cache`.
    unsafe fn refresh(
        to: &mut [i16],
        cache: &mut [i16],
        subs: &[u32],
        adds: &[u32],
        transformer: &Transformer,
    );
    /// The network's output. The first accumulator is that of the side to move. `input` is a buffer
    /// for the inputs of the first dense layer.
    unsafe fn output(
        net: &Network,
        stack: &LayerStack,
        accumulators: [&[i16]; 2],
        input: &mut [u8],
    ) -> i32;
}

/// Plain code, for any CPU.
pub(super) struct Scalar;

impl Backend for Scalar {
    unsafe fn update<const N: usize>(
        to: &mut [i16],
        from: &[i16],
        subs: [&[i16]; N],
        adds: [&[i16]; N],
    ) {
        for (i, (to, &from)) in to.iter_mut().zip(from).enumerate() {
            *to = from;
            for n in 0..N {
                *to = to.wrapping_sub(subs[n][i]).wrapping_add(adds[n][i]);
            }
        }
    }

    unsafe fn refresh(
        to: &mut [i16],
        cache: &mut [i16],
        subs: &[u32],
        adds: &[u32],
        transformer: &Transformer,
    ) {
        for &row in subs {
            for (lane, weight) in cache.iter_mut().zip(transformer.row(row as usize)) {
                *lane = lane.wrapping_sub(*weight);
            }
        }
        for &row in adds {
            for (lane, weight) in cache.iter_mut().zip(transformer.row(row as usize)) {
                *lane = lane.wrapping_add(*weight);
            }
        }
        to.copy_from_slice(cache);
    }

    unsafe fn output(
        net: &Network,
        stack: &LayerStack,
        accumulators: [&[i16]; 2],
        input: &mut [u8],
    ) -> i32 {
        match net.architecture() {
            Architecture::Classic(_) => classic_output(stack, accumulators, input),
            Architecture::Sfnn(_) => sfnn_output(stack, accumulators, input),
        }
    }
}

/// Output of a classic network for two accumulators, the side to move's first. `input`
/// holds the clipped values of both.
fn classic_output(stack: &LayerStack, accumulators: [&[i16]; 2], input: &mut [u8]) -> i32 {
    let values = accumulators.into_iter().flatten();
    for (byte, &value) in input.iter_mut().zip(values) {
        *byte = value.clamp(0, 127) as u8;
    }
    let [first, second, last] = &stack.dense;
    let hidden = clipped(&dense(first, input));
    let hidden = clipped(&dense(second, &hidden));
    dense(last, &hidden)[0]
}

/// Output of an SFNN for two accumulators, the side to move's first. `input` holds the
/// pairwise products of both.
fn sfnn_output(stack: &LayerStack, accumulators: [&[i16]; 2], input: &mut [u8]) -> i32 {
    let half = accumulators[0].len() / 2;
    for (accumulator, input) in accumulators.into_iter().zip(input.chunks_mut(half)) {
        let (left, right) = accumulator.split_at(half);
        for ((&a, &b), byte) in left.iter().zip(right).zip(input) {
            let product = i32::from(a.clamp(0, 254)) * i32::from(b.clamp(0, 254));
            *byte = (product >> 9) as u8;
        }
    }
    let [first, second, last] = &stack.dense;
    let sums = dense(first, input);
    // The next layer takes `second.inputs / 2` sums. If there is one more, it is the shortcut.
    let (sums, shortcut) = sums.split_at(second.inputs / 2);
    let mut hidden: Vec<u8> = sums.iter().map(|&sum| squared(sum)).collect();
    hidden.extend(clipped(sums));
    let hidden = clipped(&dense(second, &hidden));
    dense(last, &hidden)[0].wrapping_add(shortcut.first().copied().unwrap_or(0))
}

fn dense(layer: &DenseLayer, input: &[u8]) -> Vec<i32> {
    let row = |output: usize| {
        let products = layer.row(output).iter().zip(input);
        products
            .map(|(&weight, &x)| i32::from(weight) * i32::from(x))
            .sum::<i32>()
    };
    let outputs = layer.biases.iter().enumerate();
    outputs.map(|(o, bias)| bias.wrapping_add(row(o))).collect()
}

fn clipped(sums: &[i32]) -> Vec<u8> {
    sums.iter()
        .map(|sum| (sum >> 6).clamp(0, 127) as u8)
        .collect()
}

fn squared(sum: i32) -> u8 {
    let sum = i64::from(sum);
    ((sum * sum) >> 19).min(127) as u8
}
