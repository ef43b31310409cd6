//! Errors and warnings of network files.

use std::path::{Path, PathBuf};

use crate::eval::scale::ScaleWarning;
use crate::types::named;

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
        what: NetPart,
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
    Unsupported(UnsupportedNet),
    /// A compressed block that cannot be decoded.
    #[error("compressed block at byte {offset}: {what}")]
    Compressed {
        /// Where the block begins.
        offset: u64,
        /// The fault in it.
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

/// A network that is known and not supported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsupportedNet {
    /// A feature set by its name.
    #[error("the {0} feature set")]
    Features(&'static str),
    /// Features of threats.
    #[error("a threat feature set")]
    Threats,
    /// Weights chosen by the progress of the game.
    #[error("a network with progress buckets")]
    Progress,
    /// The same in an SFNN.
    #[error("an SFNN with progress buckets")]
    SfnnProgress,
    /// A file of nnue-pytorch, by its version.
    #[error("an nnue-pytorch layer stack file (version {0:#010X})")]
    StackFile(u32),
    /// A classic layout.
    #[error("a {0} network")]
    Layout(String),
    /// No sizes in the architecture string of an SFNN.
    #[error("an SFNN without compressed blocks whose architecture string \"{0}\" gives no sizes")]
    Uncompressed(String),
    /// An SFNN whose first layer has this many lanes.
    #[error("an SFNN of {features} with {lanes} lanes")]
    Width {
        /// Its features.
        features: &'static str,
        /// The lanes of a side.
        lanes: usize,
    },
    /// An SFNN with this many layer stacks.
    #[error("an SFNN with {0} layer stacks (1 and 9 are)")]
    Stacks(u64),
}

/// What is wrong in a compressed block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockFault {
    /// The number of weights belongs to no feature set.
    #[error("{weights} weights fit no feature set with {lanes} lanes")]
    Weights {
        /// How many there are.
        weights: usize,
        /// The lanes of a side.
        lanes: usize,
    },
    /// So many values are no biases and weights.
    #[error("{0} values are no feature transformer")]
    Values(usize),
    /// The numbers end too early or are too large.
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

/// An inconsistency in a file that was loaded all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetWarning {
    /// A stored hash differs from the one that belongs to the layout. Files of
    /// older tools have such hashes, so the file is loaded as its size says.
    #[error(
        "{section} hash {found:#010X} at byte {offset}, expected {expected:#010X} for {layout}"
    )]
    Hash {
        /// The file, the feature transformer or the network.
        section: NetPart,
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
