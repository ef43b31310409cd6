//! Binary formats of training data: records of single positions, and whole games.
//!
//! | form | size | module |
//! | --- | --- | --- |
//! | PackedSfen, HuffmanCodedPos: Huffman-coded positions | 32 bytes | [`komadai::packed`] |
//! | PackedSfenValue: a position with score, move and result | 40 bytes | [`psv`] |
//! | HuffmanCodedPosAndEval: the same content, with a HuffmanCodedPos as position | 38 bytes | [`hcpe`] |
//! | a whole game: start position, then move and score of each ply | 4 bytes a ply | [`gamefile`] |
//!
//! All numbers are little-endian. Nothing read from a file is trusted: an impossible position or
//! move is an error, never a panic.

pub mod convert;
pub mod files;
pub mod gamefile;
pub mod hcpe;
pub mod psv;
mod replay;
mod result;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use files::{DataFile, DataFileError, DataFormat, Records};
pub use gamefile::{Game, GameFile, GameFileError, GamePly, GameStart, GameWriter, Resumed};
pub use hcpe::HuffmanCodedPosAndEval;
pub use psv::PackedSfenValue;
pub use replay::{Joiner, ReplayError};
pub use result::{GameResult, reason_code, reason_of_code, reason_word};
