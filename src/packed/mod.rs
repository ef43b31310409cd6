//! Positions in 32 bytes and the move words beside them, as books and training data hold them.
//!
//! | form | module |
//! | --- | --- |
//! | PackedSfen: a Huffman-coded position (YaneuraOu) | [`packed_sfen`] |
//! | HuffmanCodedPos: another code for the same (Apery), with Apery's moves | [`hcp`] |
//!
//! Nothing read from a file is trusted: bytes that no set of shogi pieces can give are an
//! error, never a panic.

pub mod board;
pub mod hcp;
mod huffman;
pub mod packed_sfen;

pub use board::{Board, BoardError};
pub use hcp::{HuffmanCodedPos, move_from_apery, move_to_apery};
pub use huffman::PackError;
pub use packed_sfen::PackedSfen;
