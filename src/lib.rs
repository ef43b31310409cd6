//! Komadai: a USI shogi engine, and the parts it is made of.
//!
//! The executable `komadai` is built on this library. Other programs can use it for the
//! rules and notation, for network files, or for the engine as a whole.
//!
//! # Where to begin
//!
//! A [`Position`] holds board, hands and the way here. It is read from SFEN and
//! written as SFEN, and knows every rule:
//!
//! ```
//! use komadai::movegen::legal_moves;
//! use komadai::{Move, Position};
//!
//! let mut pos = Position::default();
//! assert_eq!(legal_moves(&pos).len(), 30);
//! let mv: Move = "7g7f".parse()?;
//! pos.play(mv)?;
//! assert_eq!(pos.to_string(), "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! | --- | --- |
//! | follow the rules: legal moves, repetition, declarations, mates | [`position`], [`movegen`], [`mate`] |
//! | read and write moves as people do (`▲７六歩`, `P-7f`) | [`notation`] |
//! | read and write game records (KIF, KI2, CSA, JKF, USI) | the crate `komadai-records` |
//! | find good moves, with one engine or several in a program | [`engine`] |
//! | steer the search itself | [`search`], [`eval`] |
//! | load NNUE files and value positions | [`eval::nnue`] |
//! | look into opening books | [`book`] |
//! | pack positions into 32 bytes | [`packed`] |
//!
//! The folder `examples` has a small program for each of the first uses.
//!
//! # Words
//!
//! Names are the field's: black (sente) moves first; squares are written `7g`, file
//! and rank; plies are counted from 1; scores are for the side to move unless
//! said otherwise. Times are milliseconds. An error names what is wrong in a text or file;
//! no input makes the library panic.
//!
//! # What stays
//!
//! Before 1.0 the second number of the version changes when the documented interface
//! does. What the documentation hides is there for the crates of this workspace
//! and may change with any version.
//!
//! # The rooms
//!
//! A module imports only from layers below its own:
//!
//! | layer | modules |
//! | --- | --- |
//! | 0 | [`types`], `host`, `mem`, `markup`, `text` |
//! | 1 | [`bitboard`], `files`, `signals` |
//! | 2 | [`position`] |
//! | 3 | [`movegen`], [`packed`] |
//! | 4 | [`mate`], [`notation`], [`tt`], [`eval`] |
//! | 5 | [`search`], [`book`] |
//! | 6 | [`engine`] |
//! | 7 | [`usi`] |
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod bitboard;
#[cfg(feature = "engine")]
pub mod book;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "engine")]
pub mod eval;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod files;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod host;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod markup;
#[cfg(feature = "engine")]
pub mod mate;
#[cfg(feature = "engine")]
mod mem;
pub mod movegen;
pub mod notation;
pub mod packed;
pub mod position;
#[cfg(feature = "engine")]
pub mod search;
#[cfg(feature = "engine")]
mod signals;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod text;
#[cfg(feature = "engine")]
pub mod tt;
pub mod types;
#[cfg(feature = "engine")]
pub mod usi;

pub use movegen::{EndReason, Outcome};
pub use position::Position;
pub use types::{Color, Move, Piece, PieceType, Square};

/// Tests the code in the README.
#[cfg(all(doctest, feature = "engine"))]
#[doc = include_str!("../README.md")]
struct Readme;
