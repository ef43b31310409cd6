//! Errors and warnings of network files.

use std::path::{Path, PathBuf};

use crate::eval::scale::ScaleWarning;
use crate::named;

/// Error of loading a network file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct NetError {
    /// The path of the file.
    pub path: PathBuf,
    /// The fault of the file.
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
    /// The path is that of a folder, pipe or device.
    #[error("not a file")]
    NotAFile,
    /// The file ends too early.
    #[error("file ends at byte {size}, inside {what} (bytes {offset} to {})", offset.saturating_add(*needed))]
    Truncated {
        /// The part being read.
        what: NetPart,
        /// The offset at which the part begins.
        offset: u64,
        /// The size of the part in bytes.
        needed: u64,
        /// The size of the file.
        size: u64,
    },
    /// The first word is not a version of the format.
    #[error("no NNUE file: version {found:#010X} at byte 0, expected 0x7AF32F16")]
    Version {
        /// The first four bytes, as a number.
        found: u32,
    },
    /// The length of the architecture string is out of range.
    #[error("architecture string of {found} bytes (length at byte 8), expected at most {limit}")]
    HeaderLength {
        /// The length in the file.
        found: u32,
        /// The largest length that is accepted.
        limit: u64,
    },
    /// The size fits no known layout.
    #[error("{size} bytes fit no known architecture{}; architecture string: \"{header}\"", expected_note(expected, *size))]
    Size {
        /// The size of the file.
        size: u64,
        /// An expected size, and the layout that has it.
        expected: Option<(u64, String)>,
        /// The architecture string.
        header: String,
    },
    /// A network of a kind that is not supported.
    #[error("{0} is not supported")]
    Unsupported(UnsupportedNet),
    /// A compressed block that cannot be decoded.
    #[error("compressed block at byte {offset}: {what}")]
    Compressed {
        /// The offset at which the block begins.
        offset: u64,
        /// The fault in the block.
        what: BlockFault,
    },
}

named! {
    /// A part of a network file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum NetPart {
        File = "file",
        Version = "version",
        Hash = "hash",
        HeaderLength = "length of the architecture string",
        Header = "architecture string",
        Transformer = "feature transformer",
        TransformerHash = "hash of the feature transformer",
        TransformerBiases = "feature transformer biases",
        TransformerWeights = "feature transformer weights",
        Network = "network",
        NetworkHash = "hash of the network",
        StackHash = "hash of a layer stack",
        FirstHidden = "first hidden layer",
        SecondHidden = "second hidden layer",
        Output = "output layer",
        Block = "compressed block",
        BlockLength = "length of a compressed block",
    }
}

/// A known kind of network that is not supported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsupportedNet {
    /// A feature set, by its name.
    #[error("the {0} feature set")]
    Features(&'static str),
    /// A feature set of threats.
    #[error("a threat feature set")]
    Threats,
    /// A network whose weights depend on the progress of the game.
    #[error("a network with progress buckets")]
    Progress,
    /// An SFNN whose weights depend on the progress of the game.
    #[error("an SFNN with progress buckets")]
    SfnnProgress,
    /// A layer stack file of nnue-pytorch, by its version.
    #[error("an nnue-pytorch layer stack file (version {0:#010X})")]
    StackFile(u32),
    /// A classic layout, by its sizes.
    #[error("a {0} network")]
    Layout(String),
    /// An uncompressed SFNN whose architecture string gives no sizes.
    #[error("an SFNN without compressed blocks whose architecture string \"{0}\" gives no sizes")]
    Uncompressed(String),
    /// An SFNN with this feature set and number of accumulator lanes.
    #[error("an SFNN of {features} with {lanes} lanes")]
    Width {
        /// The name of the feature set.
        features: &'static str,
        /// The lanes of a side.
        lanes: usize,
    },
    /// An SFNN with this many layer stacks.
    #[error("an SFNN with {0} layer stacks (1 and 9 are)")]
    Stacks(u64),
}

/// A fault of a compressed block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockFault {
    /// The number of weights belongs to no feature set.
    #[error("{weights} weights fit no feature set with {lanes} lanes")]
    Weights {
        /// The number of weights in the block.
        weights: usize,
        /// The lanes of a side.
        lanes: usize,
    },
    /// The number of values fits no biases and weights together.
    #[error("{0} values are no feature transformer")]
    Values(usize),
    /// A number, at this offset, ends too early or does not fit 16 bits.
    #[error("no 16-bit number at byte {0} of the file")]
    Number(u64),
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

/// An inconsistency in a file that was loaded nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetWarning {
    /// A stored hash differs from the hash of the layout. Files of older tools have such
    /// hashes, so the file is loaded with the layout that its size shows.
    #[error(
        "{section} hash {found:#010X} at byte {offset}, expected {expected:#010X} for {layout}"
    )]
    Hash {
        /// The part that the hash belongs to: file, feature transformer or network.
        section: NetPart,
        /// The offset of the hash.
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
    /// A scale in the file is no number in its range.
    #[error(transparent)]
    Scale(#[from] ScaleWarning),
}
