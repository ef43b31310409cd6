//! What tells two evaluators apart, wherever results are kept to be gone on with.

use std::fmt;
use std::fs::File;
use std::io;

use crate::engine::paths::Found;

/// What a result owes to its evaluator. Two of one identity value every
/// position alike: a network goes by what is in its file, wherever that lies,
/// and by the divisor of its output.
///
/// In words, as files keep it: `material`, or `net-0123abcd/16` with the CRC-32
/// of the file and the divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvaluatorIdentity {
    /// The material evaluator.
    Material,
    /// A network.
    Network {
        /// The CRC-32 of its file; of what `komadai net export` writes for the
        /// built-in one.
        checksum: u32,
        /// What its output is divided by.
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
/// If it cannot be read, or is not the one found any more.
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

/// Takes bytes for their checksum alone.
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
