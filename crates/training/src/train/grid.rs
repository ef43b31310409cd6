//! Quantisation of the numbers in a network file: steps for a float of 1, and
//! greatest values.
//!
//! | | file | float 1 is |
//! | --- | --- | --- |
//! | first layer | i16 | 127 |
//! | activations | u8 | 127 |
//! | later weights | i8 | 64 |
//! | later biases | i32 | 127 x 64 |
//! | output | divided by 16 | 508 search units |
//!
//! Training rounds to these steps in its later part with the same functions
//! that the export uses.

use komadai::eval::scale::DEFAULT_FV_SCALE;

/// Steps of a first-layer number and of an activation to 1.
pub const ACTIVATION: f32 = 127.0;
/// Steps of a later weight to 1.
pub const WEIGHT: f32 = 64.0;
/// Search units (a pawn at 90) per unit of float output, with the divisor that
/// readers use unless the file asks for another one.
pub const OUTPUT_UNIT: f32 = ACTIVATION * WEIGHT / DEFAULT_FV_SCALE as f32;

/// The greatest weight of the later layers.
pub const WEIGHT_LIMIT: f32 = 127.0 / WEIGHT;
/// The greatest first-layer weight: what keeps sums of 40 rows inside 16 bits,
/// also in an SFNN, which doubles them.
pub const ROW_LIMIT: f32 = 3.0;
/// The greatest first-layer bias.
pub const BIAS_LIMIT: f32 = 8.0;

const _: () = assert!(2.0 * ((ROW_LIMIT * 40.0 + BIAS_LIMIT) * ACTIVATION + 20.5) < 32767.0);

/// A number within its limit, in steps of the file.
#[inline(always)]
pub fn steps(x: f32, limit: f32, per_unit: f32) -> f32 {
    (x.clamp(-limit, limit) * per_unit).round()
}

/// The numbers as the file would hold them.
pub fn round_all(values: &mut [f32], limit: f32, per_unit: f32) {
    for value in values {
        *value = steps(*value, limit, per_unit) / per_unit;
    }
}

/// The same downwards, for activations that readers cut their fraction off from. What is a
/// whole step but for the floats' own error stays one.
pub fn floor_all(values: &mut [f32]) {
    for value in values {
        *value = (*value * ACTIVATION + 1e-3).floor() / ACTIVATION;
    }
}
