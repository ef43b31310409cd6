//! Arithmetic of an evaluation with vector instructions.

use super::Simd;
use crate::eval::nnue::arch::{Architecture, HIDDEN_LIMIT as HIDDEN};
use crate::eval::nnue::backend::Backend;
use crate::eval::nnue::network::{LayerStack, Network};
use crate::eval::nnue::packed::{BLOCK, PackedDense};
use crate::eval::nnue::params::Transformer;

/// The functions panic if slices have wrong lengths or rows are out of range.
impl<S: Simd> Backend for S {
    #[inline(always)]
    unsafe fn update<const N: usize>(
        to: &mut [i16],
        from: &[i16],
        subs: [&[i16]; N],
        adds: [&[i16]; N],
    ) {
        let lanes = to.len();
        assert!(lanes.is_multiple_of(64) && from.len() == lanes);
        for n in 0..N {
            assert!(subs[n].len() == lanes && adds[n].len() == lanes);
        }
        let step = S::BYTES / 2;
        let mut i = 0;
        while i < lanes {
            // The inner loop has a constant length, so that it is unrolled.
            let end = i + 64;
            while i < end {
                // SAFETY: all slices have `lanes` numbers, a multiple of 64. `step` divides 64, so
                // `i + step` is at most `lanes`.
                unsafe {
                    let mut value = S::load(from.as_ptr().add(i).cast());
                    for n in 0..N {
                        value = S::sub16(value, S::load(subs[n].as_ptr().add(i).cast()));
                        value = S::add16(value, S::load(adds[n].as_ptr().add(i).cast()));
                    }
                    S::store(to.as_mut_ptr().add(i).cast(), value);
                }
                i += step;
            }
        }
    }

    #[inline(always)]
    unsafe fn refresh(
        to: &mut [i16],
        cache: &mut [i16],
        subs: &[u32],
        adds: &[u32],
        transformer: &Transformer,
    ) {
        let lanes = to.len();
        assert!(lanes.is_multiple_of(64) && cache.len() == lanes);
        let count = transformer.weights.len() / lanes;
        assert!(subs.iter().chain(adds).all(|&row| (row as usize) < count));
        let rows = [subs, adds];
        let (to, cache) = (to.as_mut_ptr(), cache.as_mut_ptr());
        let weights = transformer.weights.as_ptr();
        let wide = 8 * S::BYTES / 2;
        let mut i = 0;
        // SAFETY: every row exists. The first loop checks that a tile fits; the second uses tiles
        // of 64 lanes, and `lanes` is a multiple of 64.
        unsafe {
            while i + wide <= lanes {
                refresh_tile::<S, 8>(to, cache, rows, weights, lanes, i);
                i += wide;
            }
            while i < lanes {
                match S::BYTES {
                    64 => refresh_tile::<S, 2>(to, cache, rows, weights, lanes, i),
                    32 => refresh_tile::<S, 4>(to, cache, rows, weights, lanes, i),
                    _ => refresh_tile::<S, 8>(to, cache, rows, weights, lanes, i),
                }
                i += 64;
            }
        }
    }

    #[inline(always)]
    unsafe fn output(
        net: &Network,
        stack: &LayerStack,
        accumulators: [&[i16]; 2],
        input: &mut [u8],
    ) -> i32 {
        // SAFETY: the caller promises that the CPU has the instruction set.
        unsafe {
            match net.architecture() {
                Architecture::Classic(_) => classic_output::<S>(stack, accumulators, input),
                Architecture::Sfnn(_) => sfnn_output::<S>(stack, accumulators, input),
            }
        }
    }
}

/// Refreshes the `N` registers of lanes from lane `i` on. They are loaded once and stored after all
/// rows.
///
/// # Safety
/// As [`Simd`]; `to`, `cache` and each row of `weights` have `lanes` numbers, `N` registers from `i`
/// on lie within `lanes`, and all rows exist.
#[inline(always)]
unsafe fn refresh_tile<S: Simd, const N: usize>(
    to: *mut i16,
    cache: *mut i16,
    [subs, adds]: [&[u32]; 2],
    weights: *const i16,
    lanes: usize,
    i: usize,
) {
    let step = S::BYTES / 2;
    // SAFETY: the caller promises that all rows exist and that `N` registers from lane `i` on lie
    // within `to`, `cache` and every row.
    unsafe {
        let mut tile = [S::zero(); N];
        for n in 0..N {
            tile[n] = S::load(cache.add(i + n * step).cast());
        }
        for &row in subs {
            let row = weights.add(row as usize * lanes + i);
            for n in 0..N {
                tile[n] = S::sub16(tile[n], S::load(row.add(n * step).cast()));
            }
        }
        for &row in adds {
            let row = weights.add(row as usize * lanes + i);
            for n in 0..N {
                tile[n] = S::add16(tile[n], S::load(row.add(n * step).cast()));
            }
        }
        for n in 0..N {
            S::store(cache.add(i + n * step).cast(), tile[n]);
            S::store(to.add(i + n * step).cast(), tile[n]);
        }
    }
}

/// The output of a classic network, as the scalar code computes it.
///
/// # Safety
/// The CPU must have the instruction set.
///
/// # Panics
/// If the slices do not have the lengths that the layers ask for.
#[inline(always)]
unsafe fn classic_output<S: Simd>(
    stack: &LayerStack,
    accumulators: [&[i16]; 2],
    input: &mut [u8],
) -> i32 {
    let lanes = input.len() / 2;
    let [first, second, last] = &stack.packed;
    assert!(lanes.is_multiple_of(64) && accumulators.iter().all(|a| a.len() == lanes));
    assert!(first.fits(2 * lanes) && second.fits(HIDDEN) && last.row.len() <= HIDDEN);
    let outputs = [first.outputs, second.outputs];
    let blocks = [first.blocks, second.blocks];
    // SAFETY: the caller promises the instruction set, and the assertions above ensure the sizes.
    unsafe {
        // The most common sizes are constants, so that loops over registers are unrolled.
        if lanes == 256 && outputs == [32, 32] && blocks == [32, 2] {
            classic_layers::<S>(stack, accumulators, input, 256, [32, 32], [32, 2])
        } else {
            classic_layers::<S>(stack, accumulators, input, lanes, outputs, blocks)
        }
    }
}

/// # Safety
/// As [`Simd`]. Both accumulators have `lanes` numbers, a multiple of 64, and `input` has twice as
/// many bytes. The first two layers have these `outputs` and `blocks`; outputs and inputs of the
/// hidden layers are at most [`HIDDEN`].
#[inline(always)]
unsafe fn classic_layers<S: Simd>(
    stack: &LayerStack,
    accumulators: [&[i16]; 2],
    input: &mut [u8],
    lanes: usize,
    outputs: [usize; 2],
    blocks: [usize; 2],
) -> i32 {
    let step = S::BYTES / 2;
    let mut to = input.as_mut_ptr();
    for accumulator in accumulators {
        let accumulator = accumulator.as_ptr();
        let mut i = 0;
        while i < lanes {
            // SAFETY: two registers hold `2 * step` lanes, which divides 64 and so `lanes`; the
            // loads never pass the end. `input` has a byte for every lane of both accumulators.
            unsafe {
                let a = S::load(accumulator.add(i).cast());
                let b = S::load(accumulator.add(i + step).cast());
                S::store(to, S::clip16(a, b));
                to = to.add(S::BYTES);
            }
            i += 2 * step;
        }
    }
    let mut sums = [0; HIDDEN];
    let mut hidden = [0; HIDDEN];
    let [first, second, last] = &stack.packed;
    // SAFETY: the caller promises that the layers have these sizes. `input` holds the inputs of the
    // first layer, `hidden` those of the second; `sums` has room for the outputs of both.
    unsafe {
        dense::<S>(first, input.as_ptr(), &mut sums, blocks[0], outputs[0]);
        clip::<S>(outputs[0], &sums, &mut hidden);
        dense::<S>(second, hidden.as_ptr(), &mut sums, blocks[1], outputs[1]);
        last_layer::<S>(last, &sums, outputs[1])
    }
}

/// The output of an SFNN, as the scalar code computes it.
///
/// # Safety
/// The CPU must have the instruction set.
///
/// # Panics
/// If the slices do not have the lengths that the layers ask for.
#[inline(always)]
unsafe fn sfnn_output<S: Simd>(
    stack: &LayerStack,
    accumulators: [&[i16]; 2],
    input: &mut [u8],
) -> i32 {
    let step = S::BYTES / 2;
    let half = input.len() / 2;
    assert!(half.is_multiple_of(64));
    let mut to = input.as_mut_ptr();
    for accumulator in accumulators {
        assert!(accumulator.len() == 2 * half);
        let (left, right) = (accumulator.as_ptr(), accumulator[half..].as_ptr());
        let mut i = 0;
        while i < half {
            // SAFETY: two registers hold `2 * step` lanes, which divides 64 and so `half`; the
            // loads never pass the end. `input` has `half` bytes for each accumulator.
            unsafe {
                let a = [
                    S::load(left.add(i).cast()),
                    S::load(left.add(i + step).cast()),
                ];
                let b = [
                    S::load(right.add(i).cast()),
                    S::load(right.add(i + step).cast()),
                ];
                S::store(to, S::products(a, b));
                to = to.add(S::BYTES);
            }
            i += 2 * step;
        }
    }
    let mut sums = [0; HIDDEN];
    let mut hidden = [0; HIDDEN];
    let [first, second, last] = &stack.packed;
    let h1 = stack.dense[1].inputs / 2;
    let squares = h1.next_multiple_of(16);
    assert!(2 * squares <= HIDDEN && first.fits(2 * half) && second.fits(HIDDEN));
    assert!(last.row.len() <= HIDDEN);
    // SAFETY: the caller promises the instruction set. By the assertions above, `input`, `sums` and
    // `hidden` have room for the inputs and outputs of all layers; both groups of `squares` bytes
    // fit in `hidden`.
    unsafe {
        dense::<S>(
            first,
            input.as_ptr(),
            &mut sums,
            first.blocks,
            first.outputs,
        );
        let shortcut = if h1 < stack.dense[0].biases.len() {
            sums[h1]
        } else {
            0
        };
        let mut i = 0;
        while i < h1 {
            S::square32(sums.as_ptr().add(i), hidden.as_mut_ptr().add(i));
            S::clip32(sums.as_ptr().add(i), hidden.as_mut_ptr().add(squares + i));
            i += 16;
        }
        dense::<S>(
            second,
            hidden.as_ptr(),
            &mut sums,
            second.blocks,
            second.outputs,
        );
        last_layer::<S>(last, &sums, second.outputs).wrapping_add(shortcut)
    }
}

/// # Safety
/// As [`Simd`]; `outputs` is at most [`HIDDEN`].
#[inline(always)]
unsafe fn clip<S: Simd>(outputs: usize, sums: &[i32; HIDDEN], hidden: &mut [u8; HIDDEN]) {
    let mut i = 0;
    while i < outputs {
        // SAFETY: `i` is a multiple of 16 below `HIDDEN`, which is one too, so 16 numbers from `i`
        // on lie within both arrays.
        unsafe { S::clip32(sums.as_ptr().add(i), hidden.as_mut_ptr().add(i)) };
        i += 16;
    }
}

/// All outputs of a layer.
///
/// # Safety
/// As [`Simd`]; the layer has this many `blocks` and `outputs`, with at most [`HIDDEN`] outputs,
/// and `input` has that many blocks of bytes from 0 to 127.
#[inline(always)]
unsafe fn dense<S: Simd>(
    layer: &PackedDense,
    input: *const u8,
    to: &mut [i32; HIDDEN],
    blocks: usize,
    outputs: usize,
) {
    let lanes = S::BYTES / 16;
    let stride = outputs * BLOCK;
    let mut o = 0;
    // SAFETY: `PackedDense` has weights for all blocks and outputs. Its biases are padded to a
    // multiple of 16, and the length of `to` is one too, so the 16 sums of the widest register stay
    // within both.
    unsafe {
        while o < outputs {
            let weights = layer.weights.as_ptr().add(o * BLOCK).cast::<u8>();
            let bias = layer.biases.as_ptr().add(o);
            let to = to.as_mut_ptr().add(o);
            let group = Group {
                weights,
                stride,
                input,
                blocks,
            };
            if o + 8 * lanes <= outputs {
                let sums = if S::PREFERS_PAIRS && layer.run > 1 {
                    group.in_runs::<S, 8>(layer.run)
                } else if S::MANY_REGISTERS {
                    group.sums::<S, 8, 2>()
                } else {
                    group.sums::<S, 8, 1>()
                };
                let [a, b, c, d, e, f, g, h] = sums;
                S::finish4([a, b, c, d], bias, to);
                S::finish4([e, f, g, h], bias.add(4 * lanes), to.add(4 * lanes));
                o += 8 * lanes;
            } else if o + 4 * lanes <= outputs {
                let sums = if S::MANY_REGISTERS {
                    group.sums::<S, 4, 4>()
                } else {
                    group.sums::<S, 4, 2>()
                };
                S::finish4(sums, bias, to);
                o += 4 * lanes;
            } else {
                // 8 outputs in two wide registers.
                let [a, b] = group.sums::<S, 2, 4>();
                S::finish4([a, b, S::zero(), S::zero()], bias, to);
                o += 2 * lanes;
            }
        }
    }
}

/// A group of outputs of a layer: their weights, `stride` bytes from block to block, and
/// the layer's input.
#[derive(Clone, Copy)]
struct Group {
    weights: *const u8,
    stride: usize,
    input: *const u8,
    blocks: usize,
}

impl Group {
    /// Sums of `N` registers of outputs, `U` blocks at a time, so that enough independent
    /// sums are in flight to hide the latency of multiplications.
    ///
    /// # Safety
    /// As [`Simd`]; the group has `N` registers of weights and 16 bytes of input for each block.
    #[inline(always)]
    unsafe fn sums<S: Simd, const N: usize, const U: usize>(self) -> [S::V; N] {
        let Group {
            weights,
            stride,
            input,
            blocks,
        } = self;
        // SAFETY: the caller promises `N` registers of weights and 16 bytes of input for each
        // block.
        unsafe {
            let mut sums = [[S::zero(); N]; U];
            let mut block = 0;
            while block + U <= blocks {
                for u in 0..U {
                    let x = S::spread16(input.add((block + u) * BLOCK));
                    let row = weights.add((block + u) * stride);
                    for n in 0..N {
                        sums[u][n] = S::dot(sums[u][n], x, row.add(n * S::BYTES));
                    }
                }
                block += U;
            }
            while block < blocks {
                let x = S::spread16(input.add(block * BLOCK));
                let row = weights.add(block * stride);
                for n in 0..N {
                    sums[0][n] = S::dot(sums[0][n], x, row.add(n * S::BYTES));
                }
                block += 1;
            }
            let mut all = sums[0];
            for sums in &sums[1..] {
                for n in 0..N {
                    all[n] = S::add32(all[n], sums[n]);
                }
            }
            all
        }
    }

    /// [`Group::sums`] with `run` blocks summed in 16 bits before they are widened to 32.
    /// Where multiplications are the bottleneck, this saves nearly half of them.
    ///
    /// # Safety
    /// As [`Group::sums`]; the weights allow runs of this length ([`PackedDense::run`]).
    #[inline(always)]
    unsafe fn in_runs<S: Simd, const N: usize>(self, run: usize) -> [S::V; N] {
        let Group {
            weights,
            stride,
            input,
            blocks,
        } = self;
        // SAFETY: the caller promises `N` registers of weights and 16 bytes of input for each
        // block.
        unsafe {
            let mut sums = [S::zero(); N];
            let mut block = 0;
            while block < blocks {
                let end = blocks.min(block + run);
                let mut pairs = [S::zero(); N];
                while block < end {
                    let x = S::spread16(input.add(block * BLOCK));
                    let row = weights.add(block * stride);
                    for n in 0..N {
                        let products = S::pairs(x, row.add(n * S::BYTES));
                        pairs[n] = S::add16(pairs[n], products);
                    }
                    block += 1;
                }
                for n in 0..N {
                    sums[n] = S::add_pairs(sums[n], pairs[n]);
                }
            }
            sums
        }
    }
}

/// The output of the last layer, from the sums of the layer before. Clipping and
/// multiplying in the same register avoids a detour over bytes in memory.
///
/// # Safety
/// As [`Simd`]; `inputs` is at most [`HIDDEN`], and the layer's row has at least as many weights.
#[inline(always)]
unsafe fn last_layer<S: Simd>(layer: &PackedDense, sums: &[i32; HIDDEN], inputs: usize) -> i32 {
    // SAFETY: the lengths of `layer.row` and of `sums` are multiples of 16, and a register holds 4,
    // 8 or 16 numbers, so no load passes their ends.
    unsafe {
        let mut total = S::zero();
        let mut i = 0;
        while i < inputs {
            let products = S::clip_mul32(sums.as_ptr().add(i), layer.row.as_ptr().add(i));
            total = S::add32(total, products);
            i += S::BYTES / 4;
        }
        layer.biases[0].wrapping_add(S::total32(total))
    }
}
