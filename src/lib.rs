//! Komadai: a USI shogi engine and its parts.
//!
//! The executable `komadai` is built on this library. Other programs can use it for the
//! rules, for network files, or for the whole engine.
//!
//! # First steps
//!
//! A [`Position`] holds board, hands, side to move and the moves so far. It is read from
//! and written as SFEN, and knows every rule:
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
//! | read and write game records (KIF, KI2, CSA, JKF, USI) and moves as people do (`▲７六歩`, `P-7f`) | the crate `komadai-records` |
//! | find good moves, with one or several engines in a program | [`engine`] |
//! | control the search directly | [`search`], [`eval`] |
//! | load NNUE files and evaluate positions | [`eval::nnue`] |
//! | look up positions in opening books | [`book`] |
//! | pack positions into 32 bytes | [`packed`] |
//!
//! The folders `examples` and `crates/records/examples` have small programs for these uses.
//!
//! # Conventions
//!
//! Black (sente) moves first in an even game. Squares are written `7g`, file and rank.
//! Plies are counted from 1. Scores are for the side to move unless the documentation
//! says otherwise. Times are in milliseconds. An error names the faulty part of a text
//! or file; no input makes the library panic.
//!
//! # Stability
//!
//! Before 1.0 the second number of the version changes with the documented interface.
//! Items hidden from the documentation exist for the crates of this workspace and may
//! change in any version.
//!
//! # Modules
//!
//! A module imports only from layers below its own:
//!
//! | layer | modules |
//! | --- | --- |
//! | 0 | [`types`], `host`, `mem`, `markup` |
//! | 1 | [`bitboard`], `files`, `signals`, `text` |
//! | 2 | [`position`] |
//! | 3 | [`movegen`], [`packed`] |
//! | 4 | [`mate`], [`tt`], [`eval`] |
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
mod named;
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
