//! Komadai: a USI shogi engine.
//!
//! A module imports only from layers below its own:
//!
//! | layer | modules |
//! | --- | --- |
//! | 0 | [`types`] |
//! | 1 | [`bitboard`] |
//! | 2 | [`position`] |
//! | 3 | [`movegen`] |
//! | 4 | [`mate`], [`notation`], [`tt`], [`eval`] |
//! | 5 | [`search`], [`record`], [`book`] |
//! | 6 | [`engine`] |
//! | 7 | [`client`], [`selfplay`], [`train`], [`report`] |
//! | 8 | [`usi`], [`cli`] |
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod bitboard;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod record;
pub mod types;
