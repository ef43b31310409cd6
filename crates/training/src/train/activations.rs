//! Activations between the layers (clipped ramps, products, squares) and their gradients.
//!
//! Values here are floats: an activation lies between 0 and 1. Engines shift the integer products
//! and squares of an SFNN right, which multiplies these floats by [`SHARE`].

use super::grid::{ACTIVATION, WEIGHT};

/// The float that the product of two ones, or the square of a one, becomes in the integers of a
/// file: 254 x 254 / 512 for a product and (127 x 64)^2 / 2^19 for a square, both divided by 127.
pub const SHARE: f32 = 4.0 * ACTIVATION / 512.0;

// The shifts of products and of squares give the same factor.
const _: () = assert!(ACTIVATION * WEIGHT * WEIGHT / 524_288.0 == SHARE);

/// Clips every value to 0 to 1.
pub fn clip(values: &mut [f32]) {
    for value in values {
        *value = value.clamp(0.0, 1.0);
    }
}

/// Turns the gradient with respect to the outputs of [`clip`] into that with respect to its inputs:
/// it becomes zero where an output is 0 or 1.
pub fn clip_back(outputs: &[f32], gradient: &mut [f32]) {
    for (&y, g) in outputs.iter().zip(gradient) {
        *g = if y > 0.0 && y < 1.0 { *g } else { 0.0 };
    }
}

/// Multiplies the first half of every `width` values with the second half, value by value.
pub fn multiply_halves(values: &[f32], width: usize, products: &mut [f32]) {
    let half = width / 2;
    for (values, products) in values
        .chunks_exact(width)
        .zip(products.chunks_exact_mut(half))
    {
        let (left, right) = values.split_at(half);
        for ((product, a), b) in products.iter_mut().zip(left).zip(right) {
            *product = a * b * SHARE;
        }
    }
}

/// Sets `gradient` with respect to the inputs of [`multiply_halves`]; `products` is the gradient
/// with respect to its outputs.
pub fn multiply_halves_back(values: &[f32], width: usize, products: &[f32], gradient: &mut [f32]) {
    let half = width / 2;
    let pairs = values
        .chunks_exact(width)
        .zip(gradient.chunks_exact_mut(width));
    for ((values, gradient), products) in pairs.zip(products.chunks_exact(half)) {
        let (left, right) = values.split_at(half);
        let (to_left, to_right) = gradient.split_at_mut(half);
        for i in 0..half {
            to_left[i] = products[i] * right[i] * SHARE;
            to_right[i] = products[i] * left[i] * SHARE;
        }
    }
}

/// From every `width + 1` sums: the scaled squares of the first `width`, then their clipped values.
/// The last sum is the shortcut to the output.
pub fn square_and_clip(sums: &[f32], width: usize, out: &mut [f32]) {
    for (sums, out) in sums
        .chunks_exact(width + 1)
        .zip(out.chunks_exact_mut(2 * width))
    {
        let (squares, ramps) = out.split_at_mut(width);
        for ((&sum, square), ramp) in sums.iter().zip(squares).zip(ramps) {
            *square = (sum * sum * SHARE).min(1.0);
            *ramp = sum.clamp(0.0, 1.0);
        }
    }
}

/// Sets `gradient` with respect to the sums of [`square_and_clip`]; `out` is the gradient with
/// respect to its outputs. The gradient of every last sum is left as it is.
pub fn square_and_clip_back(sums: &[f32], width: usize, out: &[f32], gradient: &mut [f32]) {
    let pairs = sums
        .chunks_exact(width + 1)
        .zip(gradient.chunks_exact_mut(width + 1));
    for ((sums, gradient), out) in pairs.zip(out.chunks_exact(2 * width)) {
        let (squares, ramps) = out.split_at(width);
        for (((&sum, g), &square), &ramp) in sums.iter().zip(gradient).zip(squares).zip(ramps) {
            let inside = sum * sum * SHARE < 1.0;
            let by_square = if inside {
                2.0 * sum * SHARE * square
            } else {
                0.0
            };
            let by_ramp = if sum > 0.0 && sum < 1.0 { ramp } else { 0.0 };
            *g = by_square + by_ramp;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clipping_stops_the_gradient_at_the_ends() {
        let mut y = [-1.0, 0.0, 0.25, 1.0, 2.0];
        clip(&mut y);
        assert_eq!(y, [0.0, 0.0, 0.25, 1.0, 1.0]);
        let mut gradient = [3.0; 5];
        clip_back(&y, &mut gradient);
        assert_eq!(gradient, [0.0, 0.0, 3.0, 0.0, 0.0]);
    }

    #[test]
    fn products_and_squares_are_those_of_the_file() {
        let mut products = [0.0; 4];
        let values = [1.0, 0.5, 0.5, 0.0, 1.0, 1.0, 0.25, 0.5];
        multiply_halves(&values, 4, &mut products);
        // Engines hold 254 for 1: 254 * 127 >> 9 is 63, 63 * 254 >> 9 is 31.
        let whole = products.map(|x| (x * ACTIVATION) as i32);
        assert_eq!(whole, [63, 0, 31, 63]);
        let mut out = [0.0; 4];
        square_and_clip(&[0.5, -0.5, 9.0], 2, &mut out);
        // A sum of 0.5 is 4064 in the file: 4064 * 4064 >> 19 is 31.
        assert_eq!(out.map(|x| (x * ACTIVATION) as i32), [31, 31, 63, 0]);
    }
}
