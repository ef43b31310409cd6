//! Parts that both kinds of network file share: their reader, which never reads past the
//! end, and their writers.

use std::io::{self, Read, Seek, SeekFrom, Write};

use super::error::{NetPart, NetProblem};
use crate::eval::nnue::aligned::Aligned;
use crate::eval::nnue::arch::pad32;
use crate::eval::nnue::params::DenseLayer;

/// A file being read. Memory is allocated only after a check that the file has that many bytes.
pub(super) struct Reader<R> {
    inner: R,
    offset: u64,
    size: u64,
}

impl<R: Read + Seek> Reader<R> {
    /// A reader at the start of a file of `size` bytes.
    pub(super) fn new(inner: R, size: u64) -> Reader<R> {
        Reader {
            inner,
            offset: 0,
            size,
        }
    }

    /// Bytes read so far.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Bytes of the whole file.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Bytes not yet read.
    pub(super) fn remaining(&self) -> u64 {
        self.size - self.offset
    }

    /// Fails unless at least `needed` bytes are left.
    fn demand(&self, needed: u64, what: NetPart) -> Result<(), NetProblem> {
        if needed > self.remaining() {
            return Err(NetProblem::Truncated {
                what,
                offset: self.offset,
                needed,
                size: self.size,
            });
        }
        Ok(())
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NetProblem> {
        self.inner.read_exact(bytes)?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    /// The next word.
    pub(super) fn u32(&mut self, what: NetPart) -> Result<u32, NetProblem> {
        self.demand(4, what)?;
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// The next `len` bytes.
    pub(super) fn vec(&mut self, len: usize, what: NetPart) -> Result<Vec<u8>, NetProblem> {
        self.demand(len as u64, what)?;
        let mut bytes = vec![0; len];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// The next `len` bytes, or all that are left, without moving on.
    pub(super) fn peek(&mut self, len: usize) -> Result<Vec<u8>, NetProblem> {
        let len = self.remaining().min(len as u64) as usize;
        let mut bytes = vec![0; len];
        self.inner.read_exact(&mut bytes)?;
        self.inner.seek(SeekFrom::Current(-(len as i64)))?;
        Ok(bytes)
    }

    /// The next `len` 16-bit numbers.
    pub(super) fn i16s(&mut self, len: usize, what: NetPart) -> Result<Aligned<i16>, NetProblem> {
        self.demand(2 * len as u64, what)?;
        let mut values = Aligned::<i16>::zeroed(len);
        self.fill(values.as_bytes_mut())?;
        if cfg!(target_endian = "big") {
            values
                .iter_mut()
                .for_each(|value| *value = value.swap_bytes());
        }
        Ok(values)
    }

    /// The next dense layer, whose rows are padded to multiples of 32.
    pub(super) fn dense(
        &mut self,
        inputs: usize,
        outputs: usize,
        what: NetPart,
    ) -> Result<DenseLayer, NetProblem> {
        let biases = self.vec(4 * outputs, what)?;
        let rows = self.vec(outputs * pad32(inputs), what)?;
        let (words, _) = biases.as_chunks::<4>();
        Ok(DenseLayer {
            inputs,
            biases: words.iter().map(|&word| i32::from_le_bytes(word)).collect(),
            weights: rows
                .chunks(pad32(inputs))
                .flat_map(|row| row.iter().take(inputs).map(|&byte| byte as i8))
                .collect(),
        })
    }
}

/// Writes a dense layer, its rows padded with zeroes to multiples of 32.
///
/// # Errors
/// If writing fails.
pub(super) fn write_dense(to: &mut impl Write, layer: &DenseLayer) -> io::Result<()> {
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

/// Writes uncompressed 16-bit numbers.
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
