//! Positions in 32 bytes and 16-bit moves, as books and training data hold them.
//!
//! | form | module |
//! | --- | --- |
//! | PackedSfen: a Huffman-coded position (YaneuraOu) | [`packed_sfen`] |
//! | HuffmanCodedPos: another code of this kind (Apery), with Apery's moves | [`hcp`] |
//!
//! Bytes that stand for no position, as in a damaged file, give an error and never a panic.

pub mod board;
pub mod hcp;
mod huffman;
pub mod packed_sfen;

pub use board::{Board, BoardError};
pub use hcp::{HuffmanCodedPos, move_from_apery, move_to_apery};
pub use huffman::PackError;
pub use packed_sfen::PackedSfen;
