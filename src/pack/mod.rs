//! Positions and games in the binary forms that training data travels in.
//!
//! | form | size | module |
//! | --- | --- | --- |
//! | PackedSfen: a Huffman-coded position | 32 bytes | [`packed`] |
//! | HuffmanCodedPos: another code for the same | 32 bytes | [`hcpe`] |
//! | PackedSfenValue: a position with score, move and result | 40 bytes | [`psv`] |
//! | HuffmanCodedPosAndEval: the same with the other code | 38 bytes | [`hcpe`] |
//! | a whole game: start, then move and score | 4 bytes a ply | [`gamefile`] |
//!
//! Everything is little-endian. Nothing read from a file is trusted: what no
//! set of shogi pieces can give is an error, never a panic.

pub mod board;
pub mod convert;
pub mod files;
pub mod gamefile;
pub mod hcpe;
mod huffman;
pub mod packed;
pub mod psv;
mod replay;
mod result;
#[cfg(test)]
pub(crate) mod testing;

pub use board::{Board, BoardError};
pub use files::{DataFile, DataFileError, DataFormat, Records};
pub use gamefile::{Game, GameFile, GameFileError, GamePly, GameStart, GameWriter, Resumed};
pub use hcpe::{HuffmanCodedPos, HuffmanCodedPosAndEval};
pub use huffman::PackError;
pub use packed::PackedSfen;
pub use psv::PackedSfenValue;
pub use replay::{Joiner, ReplayError};
pub use result::{EndReason, GameResult};
