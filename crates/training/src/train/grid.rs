//! Quantisation of the parameters of a network file: integer steps per float of 1, and limits.
//!
//! | parameters | type in the file | integer for a float of 1 |
//! | --- | --- | --- |
//! | first layer | i16 | 127 |
//! | activations | u8 | 127 |
//! | later weights | i8 | 64 |
//! | later biases | i32 | 127 x 64 |
//! | output | divided by FV_SCALE (16) to give search units | 508 search units |
//!
//! The later part of a training run rounds parameters to these steps, with the same
//! functions as the export.

use komadai::eval::scale::DEFAULT_FV_SCALE;

/// Integer steps per 1 of first-layer parameters and of activations.
pub const ACTIVATION: f32 = 127.0;
/// Integer steps per 1 of later weights.
pub const WEIGHT: f32 = 64.0;
/// Search units (a pawn is 90) per 1 of float output, with the divisor that engines use unless the
/// file asks for another one.
pub const OUTPUT_UNIT: f32 = ACTIVATION * WEIGHT / DEFAULT_FV_SCALE as f32;

/// The greatest absolute weight of the later layers.
pub const WEIGHT_LIMIT: f32 = 127.0 / WEIGHT;
/// The greatest absolute first-layer weight. It keeps sums of 40 rows within 16 bits, also in an
/// SFNN, which doubles them.
pub const ROW_LIMIT: f32 = 3.0;
/// The greatest absolute first-layer bias.
pub const BIAS_LIMIT: f32 = 8.0;

const _: () = assert!(2.0 * ((ROW_LIMIT * 40.0 + BIAS_LIMIT) * ACTIVATION + 20.5) < 32767.0);

/// `x`, clamped to its limit, in integer steps of the file.
#[inline(always)]
pub fn steps(x: f32, limit: f32, per_unit: f32) -> f32 {
    (x.clamp(-limit, limit) * per_unit).round()
}

/// Rounds the values to those that the file can hold.
pub fn round_all(values: &mut [f32], limit: f32, per_unit: f32) {
    for value in values {
        *value = steps(*value, limit, per_unit) / per_unit;
    }
}

/// Rounds activations down to the steps of the file, because engines drop the fraction. The small
/// addition makes up for float errors that leave a value just below its step.
pub fn floor_all(values: &mut [f32]) {
    for value in values {
        *value = (*value * ACTIVATION + 1e-3).floor() / ACTIVATION;
    }
}
