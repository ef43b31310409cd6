//! Komadai: a USI shogi engine.
//!
//! A module imports only from layers below its own:
//!
//! | layer | modules |
//! | --- | --- |
//! | 0 | [`types`], `file_lock`, `mem`, `markup`, `millis`, `sync`, `whole_file` |
//! | 1 | [`bitboard`] |
//! | 2 | [`position`] |
//! | 3 | [`movegen`], [`pack`] |
//! | 4 | [`mate`], [`notation`], [`tt`], [`eval`] |
//! | 5 | [`search`], [`record`], [`book`] |
//! | 6 | [`engine`] |
//! | 7 | [`book_making`], [`client`], [`matches`], [`selfplay`], [`train`], [`report`] |
//! | 8 | [`usi`], [`cli`] |
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod bitboard;
pub mod book;
pub mod book_making;
pub mod cli;
pub mod client;
pub mod engine;
pub mod eval;
mod file_lock;
mod markup;
pub mod matches;
pub mod mate;
pub mod mem;
mod millis;
pub mod movegen;
pub mod notation;
pub mod pack;
pub mod position;
pub mod record;
pub mod report;
pub mod search;
pub mod selfplay;
mod sync;
#[cfg(feature = "tools")]
pub mod train;
pub mod tt;
pub mod types;
pub mod usi;
mod whole_file;
