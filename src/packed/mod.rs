//! Positions in 32 bytes and 16-bit moves, as books and training data hold them.
//!
//! | form | module |
//! | --- | --- |
//! | PackedSfen: a Huffman-coded position (YaneuraOu) | [`packed_sfen`] |
//! | HuffmanCodedPos: Apery's Huffman code; also Apery's 16-bit moves | [`hcp`] |
//!
//! Bytes that encode no valid position, as in a damaged file, give an error and never a panic.

pub mod board;
pub mod hcp;
mod huffman;
pub mod packed_sfen;

pub use board::{Board, BoardError};
pub use hcp::{HuffmanCodedPos, move_from_apery, move_to_apery};
pub use huffman::PackError;
pub use packed_sfen::PackedSfen;
