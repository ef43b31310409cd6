//! The identity of an evaluator, stored with results of runs that can be resumed.

use std::fmt;
use std::fs::File;
use std::io;

use crate::engine::paths::Found;

/// The identity of an evaluator. Evaluators of one identity give every position the same value: for
/// a network it is the content of its file and the divisor of its output.
///
/// As text in files: `material`, or `net-0123abcd/16` with the CRC-32 of the file and the divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvaluatorIdentity {
    /// The material evaluator.
    Material,
    /// A network.
    Network {
        /// The CRC-32 of its file; for the built-in network of the output of `komadai net export`.
        checksum: u32,
        /// The divisor of its output.
        divisor: i32,
    },
}

impl fmt::Display for EvaluatorIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluatorIdentity::Material => f.write_str("material"),
            EvaluatorIdentity::Network { checksum, divisor } => {
                write!(f, "net-{checksum:08x}/{divisor}")
            }
        }
    }
}

/// The CRC-32 of a file.
///
/// # Errors
/// If it cannot be read, or has changed since it was found.
pub(super) fn checksum(found: &Found) -> io::Result<u32> {
    let mut sum = Summing(crc32fast::Hasher::new());
    io::copy(&mut File::open(found.path())?, &mut sum)?;
    match Found::at(found.path()).as_ref() == Some(found) {
        true => Ok(sum.0.finalize()),
        false => Err(io::Error::other(FileChanged)),
    }
}

/// A network file that is another one by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file has changed since it was loaded")]
pub struct FileChanged;

/// A writer that only computes a checksum.
struct Summing(crc32fast::Hasher);

impl io::Write for Summing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
