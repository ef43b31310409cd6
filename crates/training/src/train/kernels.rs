//! Inner loops of training, written so that the compiler vectorises them.
//!
//! Each loop keeps a small block of sums in registers, as a fixed-size array local to the inner
//! loop. The order of summation is fixed, so results repeat to the last bit on the same machine and
//! build.

use std::ops::{Deref, DerefMut};

use super::activations::clip;

/// Floats in one vector block.
const LANES: usize = 16;
/// Floats of a row that are summed in one pass over the rows.
const BLOCK: usize = 64;
/// Rows of the left matrix multiplied together.
const TILE: usize = 4;

/// Multiply-add, fused only if the target has the instruction: elsewhere `mul_add` is a slow
/// library call.
#[inline(always)]
fn fma(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(target_feature = "fma") {
        a.mul_add(b, c)
    } else {
        a * b + c
    }
}

/// An array of floats that begins on a cache line.
pub struct Buffer {
    data: Vec<f32>,
    start: usize,
    len: usize,
}

impl Buffer {
    const ALIGN: usize = 64;

    /// A buffer of `len` zeros.
    pub fn zeros(len: usize) -> Buffer {
        let data = vec![0.0; len + Buffer::ALIGN / size_of::<f32>()];
        let start = data.as_ptr().align_offset(Buffer::ALIGN);
        // `align_offset` may return `usize::MAX`; an unaligned buffer is then only slower.
        let start = if start + len <= data.len() { start } else { 0 };
        Buffer { data, start, len }
    }
}

impl Clone for Buffer {
    fn clone(&self) -> Buffer {
        // A copy of the vector may start at another offset within a cache line.
        let mut copy = Buffer::zeros(self.len);
        copy.copy_from_slice(self);
        copy
    }
}

impl Deref for Buffer {
    type Target = [f32];
    #[inline]
    fn deref(&self) -> &[f32] {
        &self.data[self.start..self.start + self.len]
    }
}

impl DerefMut for Buffer {
    #[inline]
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.data[self.start..self.start + self.len]
    }
}

#[inline(always)]
fn add_block<const N: usize>(
    out: &mut [f32],
    table: &[f32],
    width: usize,
    column: usize,
    rows: &[u32],
) {
    let Some(out) = out[column..].first_chunk_mut::<N>() else {
        return;
    };
    let mut sums = *out;
    for &row in rows {
        if let Some(part) = table[row as usize * width + column..].first_chunk::<N>() {
            for i in 0..N {
                sums[i] += part[i];
            }
        }
    }
    *out = sums;
}

/// Adds the given rows of a table to `out`; a row has `width` floats, a multiple of 16.
pub fn add_rows(out: &mut [f32], table: &[f32], width: usize, rows: &[u32]) {
    debug_assert!(out.len() == width && width.is_multiple_of(LANES));
    let mut column = 0;
    while column + BLOCK <= width {
        add_block::<BLOCK>(out, table, width, column, rows);
        column += BLOCK;
    }
    while column + LANES <= width {
        add_block::<LANES>(out, table, width, column, rows);
        column += LANES;
    }
}

/// The first layer: sets `out`, for each sample and side, to the clipped sum of `bias` and its
/// `active` rows of the table. A row has the length of `bias`, a multiple of 16.
pub fn first_layer(out: &mut [f32], table: &[f32], bias: &[f32], rows: &[u32], active: usize) {
    let width = bias.len();
    debug_assert!(width.is_multiple_of(LANES) && out.len() * active == rows.len() * width);
    // Columns are the outer loop: a block of columns of the table stays in the cache for all
    // samples.
    let mut column = 0;
    while column < width {
        let wide = column + BLOCK <= width;
        for (out, rows) in out.chunks_exact_mut(width).zip(rows.chunks_exact(active)) {
            if wide {
                first_layer_block::<BLOCK>(out, table, bias, column, rows);
            } else {
                first_layer_block::<LANES>(out, table, bias, column, rows);
            }
        }
        column += if wide { BLOCK } else { LANES };
    }
}

#[inline(always)]
fn first_layer_block<const N: usize>(
    out: &mut [f32],
    table: &[f32],
    bias: &[f32],
    column: usize,
    rows: &[u32],
) {
    if let (Some(out), Some(bias)) = (
        out[column..].first_chunk_mut::<N>(),
        bias[column..].first_chunk::<N>(),
    ) {
        *out = *bias;
    }
    add_block::<N>(out, table, bias.len(), column, rows);
    clip(&mut out[column..column + N]);
}

/// `y = bias + x w` for a matrix `x` of samples by inputs and `w` of inputs by outputs.
pub fn forward(x: &[f32], w: &[f32], bias: &[f32], y: &mut [f32]) {
    let outputs = bias.len();
    let inputs = w.len() / outputs;
    for y in y.chunks_exact_mut(outputs) {
        y.copy_from_slice(bias);
    }
    multiply(x, w, inputs, outputs, y);
}

/// `y = x w` for a matrix `x` of samples by `inputs` and `w` of `inputs` by outputs.
pub fn product(x: &[f32], w: &[f32], inputs: usize, y: &mut [f32]) {
    y.fill(0.0);
    multiply(x, w, inputs, w.len() / inputs, y);
}

/// `y += x w`.
fn multiply(x: &[f32], w: &[f32], inputs: usize, outputs: usize, y: &mut [f32]) {
    let wide = outputs - outputs % LANES;
    let samples = y.len() / outputs;
    let tiled = samples - samples % TILE;
    // Columns are the outer loop: a block of columns of `w` stays in the cache for all samples.
    for column in (0..wide).step_by(LANES) {
        for sample in (0..tiled).step_by(TILE) {
            let x = &x[sample * inputs..][..TILE * inputs];
            let y = &mut y[sample * outputs..][..TILE * outputs];
            multiply_tile(x, w, inputs, outputs, column, y);
        }
    }
    multiply_plain(x, w, inputs, outputs, wide, &mut y[..tiled * outputs]);
    let (x, y) = (&x[tiled * inputs..], &mut y[tiled * outputs..]);
    multiply_plain(x, w, inputs, outputs, 0, y);
}

/// One block of outputs for four samples.
fn multiply_tile(
    x: &[f32],
    w: &[f32],
    inputs: usize,
    outputs: usize,
    column: usize,
    y: &mut [f32],
) {
    let (x0, rest) = x.split_at(inputs);
    let (x1, rest) = rest.split_at(inputs);
    let (x2, rest) = rest.split_at(inputs);
    let x3 = &rest[..inputs];
    let mut sums = [[0f32; LANES]; TILE];
    for input in 0..inputs {
        let Some(w) = w[input * outputs + column..].first_chunk::<LANES>() else {
            return;
        };
        let x = [x0[input], x1[input], x2[input], x3[input]];
        for i in 0..LANES {
            sums[0][i] = fma(x[0], w[i], sums[0][i]);
            sums[1][i] = fma(x[1], w[i], sums[1][i]);
            sums[2][i] = fma(x[2], w[i], sums[2][i]);
            sums[3][i] = fma(x[3], w[i], sums[3][i]);
        }
    }
    for (sample, sums) in sums.iter().enumerate() {
        if let Some(y) = y[sample * outputs + column..].first_chunk_mut::<LANES>() {
            for i in 0..LANES {
                y[i] += sums[i];
            }
        }
    }
}

/// `multiply` for the outputs from `column` on, which do not fill a block.
fn multiply_plain(
    x: &[f32],
    w: &[f32],
    inputs: usize,
    outputs: usize,
    column: usize,
    y: &mut [f32],
) {
    if column == outputs {
        return;
    }
    for (x, y) in x.chunks_exact(inputs).zip(y.chunks_exact_mut(outputs)) {
        for (&x, w) in x.iter().zip(w.chunks_exact(outputs)) {
            for (y, &w) in y[column..].iter_mut().zip(&w[column..]) {
                *y = fma(x, w, *y);
            }
        }
    }
}

/// `dw += xᵀ dy`: the gradient of the weights of inputs by outputs, over all samples.
pub fn accumulate(x: &[f32], dy: &[f32], inputs: usize, outputs: usize, dw: &mut [f32]) {
    let wide = outputs - outputs % LANES;
    let tiles = inputs - inputs % TILE;
    for input in (0..tiles).step_by(TILE) {
        for column in (0..wide).step_by(LANES) {
            accumulate_tile(x, dy, [inputs, outputs], [input, column], dw);
        }
    }
    for input in 0..inputs {
        let from = if input < tiles { wide } else { 0 };
        if from == outputs {
            continue;
        }
        let dw = &mut dw[input * outputs..][..outputs];
        for (x, dy) in x.chunks_exact(inputs).zip(dy.chunks_exact(outputs)) {
            for (dw, &dy) in dw[from..].iter_mut().zip(&dy[from..]) {
                *dw = fma(x[input], dy, *dw);
            }
        }
    }
}

fn accumulate_tile(
    x: &[f32],
    dy: &[f32],
    [inputs, outputs]: [usize; 2],
    [input, column]: [usize; 2],
    dw: &mut [f32],
) {
    let mut sums = [[0f32; LANES]; TILE];
    for sample in 0..dy.len() / outputs {
        let Some(x) = x[sample * inputs + input..].first_chunk::<TILE>() else {
            return;
        };
        let Some(dy) = dy[sample * outputs + column..].first_chunk::<LANES>() else {
            return;
        };
        for i in 0..LANES {
            sums[0][i] = fma(x[0], dy[i], sums[0][i]);
            sums[1][i] = fma(x[1], dy[i], sums[1][i]);
            sums[2][i] = fma(x[2], dy[i], sums[2][i]);
            sums[3][i] = fma(x[3], dy[i], sums[3][i]);
        }
    }
    for (nth, sums) in sums.iter().enumerate() {
        if let Some(dw) = dw[(input + nth) * outputs + column..].first_chunk_mut::<LANES>() {
            for i in 0..LANES {
                dw[i] += sums[i];
            }
        }
    }
}

/// Transposes the matrix `from`, which has `columns` columns, into `to`.
pub fn transpose(from: &[f32], columns: usize, to: &mut [f32]) {
    let rows = from.len() / columns;
    for (row, from) in from.chunks_exact(columns).enumerate() {
        for (column, &value) in from.iter().enumerate() {
            to[column * rows + row] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::types::SplitMix64;

    /// Small whole numbers, whose sums are exact in every order.
    fn random(rng: &mut SplitMix64, len: usize) -> Buffer {
        let mut buffer = Buffer::zeros(len);
        for value in buffer.iter_mut() {
            *value = rng.below(17) as f32 - 8.0;
        }
        buffer
    }

    #[test]
    fn products_equal_the_definition() {
        let mut rng = SplitMix64::new(1);
        for _ in 0..200 {
            let samples = 1 + rng.below(11);
            let inputs = 1 + rng.below(40);
            let outputs = 1 + rng.below(40);
            let x = random(&mut rng, samples * inputs);
            let w = random(&mut rng, inputs * outputs);
            let bias = random(&mut rng, outputs);
            let mut y = random(&mut rng, samples * outputs);
            let mut plain = y.clone();
            forward(&x, &w, &bias, &mut y);
            product(&x, &w, inputs, &mut plain);
            for s in 0..samples {
                for o in 0..outputs {
                    let sum: f32 = (0..inputs)
                        .map(|i| x[s * inputs + i] * w[i * outputs + o])
                        .sum();
                    assert_eq!(y[s * outputs + o], bias[o] + sum);
                    assert_eq!(plain[s * outputs + o], sum);
                }
            }
            let before = random(&mut rng, inputs * outputs);
            let mut dw = before.clone();
            accumulate(&x, &y, inputs, outputs, &mut dw);
            for i in 0..inputs {
                for o in 0..outputs {
                    let sum: f32 = (0..samples)
                        .map(|s| x[s * inputs + i] * y[s * outputs + o])
                        .sum();
                    assert_eq!(dw[i * outputs + o], before[i * outputs + o] + sum);
                }
            }
            let mut turned = Buffer::zeros(w.len());
            let mut back = Buffer::zeros(w.len());
            transpose(&w, outputs, &mut turned);
            transpose(&turned, inputs, &mut back);
            assert_eq!(turned[(outputs - 1) * inputs], w[outputs - 1]);
            assert_eq!(&back[..], &w[..]);
        }
    }

    #[test]
    fn row_sums_equal_the_definition() {
        let mut rng = SplitMix64::new(2);
        for width in [16, 64, 80, 256] {
            let table = random(&mut rng, 30 * width);
            let rows: Vec<u32> = (0..rng.below(60)).map(|_| rng.below(30) as u32).collect();
            let before = random(&mut rng, width);
            let mut out = before.clone();
            add_rows(&mut out, &table, width, &rows);
            for i in 0..width {
                let sum: f32 = rows.iter().map(|&r| table[r as usize * width + i]).sum();
                assert_eq!(out[i], before[i] + sum);
            }
        }
    }

    #[test]
    fn the_first_layer_equals_its_definition() {
        let mut rng = SplitMix64::new(3);
        for width in [16, 64, 80, 256] {
            let (samples, active) = (1 + rng.below(5), 1 + rng.below(9));
            let mut table = random(&mut rng, 30 * width);
            // Scaled so that sums reach from below 0 to above 1 and are still exact in every order.
            table.iter_mut().for_each(|value| *value /= 32.0);
            let bias = random(&mut rng, width);
            let rows: Vec<u32> = (0..samples * active)
                .map(|_| rng.below(30) as u32)
                .collect();
            let mut out = random(&mut rng, samples * width);
            first_layer(&mut out, &table, &bias, &rows, active);
            for (out, rows) in out.chunks(width).zip(rows.chunks(active)) {
                for i in 0..width {
                    let sum: f32 = rows.iter().map(|&r| table[r as usize * width + i]).sum();
                    assert_eq!(out[i], (bias[i] + sum).clamp(0.0, 1.0));
                }
            }
        }
    }

    #[test]
    fn buffers_begin_on_a_cache_line() {
        for len in [1, 100, 1_000_000] {
            let buffer = Buffer::zeros(len).clone();
            assert_eq!(buffer.len(), len);
            assert_eq!(buffer.as_ptr() as usize % 64, 0);
        }
    }
}
