//! Writes the parts that both kinds of network file have.

use std::io::{self, Write};

use crate::eval::nnue::arch::pad32;
use crate::eval::nnue::params::Dense;

/// A dense layer, its rows padded with zeroes to multiples of 32.
///
/// # Errors
/// If writing fails.
pub(super) fn write_dense(to: &mut impl Write, layer: &Dense) -> io::Result<()> {
    for bias in &layer.biases {
        to.write_all(&bias.to_le_bytes())?;
    }
    let mut padded = vec![0; pad32(layer.inputs)];
    for output in 0..layer.outputs() {
        for (byte, &weight) in padded.iter_mut().zip(layer.row(output)) {
            *byte = weight as u8;
        }
        to.write_all(&padded)?;
    }
    Ok(())
}

/// Plain 16-bit numbers.
///
/// # Errors
/// If writing fails.
pub(super) fn write_i16s(to: &mut impl Write, values: &[i16]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(2 << 16);
    for chunk in values.chunks(1 << 16) {
        bytes.clear();
        bytes.extend(chunk.iter().flat_map(|value| value.to_le_bytes()));
        to.write_all(&bytes)?;
    }
    Ok(())
}
