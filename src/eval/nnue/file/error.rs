//! Errors and warnings of network files.

use std::path::{Path, PathBuf};

use crate::eval::scale::ScaleWarning;

/// A file that could not be loaded as a network.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct NetError {
    /// The file.
    pub path: PathBuf,
    /// The fault.
    pub problem: NetProblem,
}

impl NetError {
    pub(super) fn at(path: &Path, problem: NetProblem) -> NetError {
        NetError {
            path: path.to_path_buf(),
            problem,
        }
    }
}

/// A fault of a network file. Offsets count bytes from the start of the file.
#[derive(Debug, thiserror::Error)]
pub enum NetProblem {
    /// The file cannot be opened or read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A folder, pipe or device.
    #[error("not a file")]
    NotAFile,
    /// The file ends too early.
    #[error("file ends at byte {size}, inside {what} (bytes {offset} to {})", offset.saturating_add(*needed))]
    Truncated {
        /// The part being read.
        what: &'static str,
        /// Where it begins.
        offset: u64,
        /// Its size in bytes.
        needed: u64,
        /// The size of the file.
        size: u64,
    },
    /// The first word is not a version of the format.
    #[error("no NNUE file: version {found:#010X} at byte 0, expected 0x7AF32F16")]
    Version {
        /// The first four bytes.
        found: u32,
    },
    /// The length of the architecture string is out of range.
    #[error("architecture string of {found} bytes (length at byte 8), expected at most {limit}")]
    HeaderLength {
        /// The length given.
        found: u32,
        /// The longest that is accepted.
        limit: u64,
    },
    /// The size fits no known layout.
    #[error("{size} bytes fit no known architecture{}; architecture string: \"{header}\"", expected_note(expected, *size))]
    Size {
        /// The size of the file.
        size: u64,
        /// The size for the architecture string, and its layout.
        expected: Option<(u64, String)>,
        /// The architecture string.
        header: String,
    },
    /// A network of a kind that is not supported.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// A compressed block that cannot be decoded.
    #[error("compressed block at byte {offset}: {what}")]
    Compressed {
        /// Where the block begins.
        offset: u64,
        /// The fault in it.
        what: String,
    },
}

fn expected_note(expected: &Option<(u64, String)>, size: u64) -> String {
    match expected {
        Some((wanted, layout)) if *wanted > size => {
            format!(" ({layout} has {wanted}: {} missing)", wanted - size)
        }
        Some((wanted, layout)) => format!(" ({layout} has {wanted}: {} too many)", size - wanted),
        None => String::new(),
    }
}

/// An inconsistency in a file that was loaded all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetWarning {
    /// A stored hash differs from the one that belongs to the layout. Files of
    /// older tools have such hashes, so the file is loaded as its size says.
    #[error(
        "{section} hash {found:#010X} at byte {offset}, expected {expected:#010X} for {layout}"
    )]
    Hash {
        /// `file`, `feature transformer` or `network`.
        section: &'static str,
        /// Where it stands.
        offset: u64,
        /// The hash in the file.
        found: u32,
        /// The hash that the layout has.
        expected: u32,
        /// The layout.
        layout: String,
    },
    /// The architecture string names another layout than the size shows.
    #[error("architecture string says \"{header}\", but the size is that of {layout}")]
    Header {
        /// The architecture string.
        header: String,
        /// The layout that was loaded.
        layout: String,
    },
    /// A scale that is no number in its range.
    #[error(transparent)]
    Scale(#[from] ScaleWarning),
}
