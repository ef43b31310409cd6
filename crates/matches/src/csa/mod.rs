//! Games on servers that speak the CSA protocol (version 1.2.1 with floodgate's comments).
//!
//! `session` is the protocol without network and clock: lines in, actions out. [`client`] runs
//! it over connections, with an engine (`seat`).

pub mod client;
pub mod clock;
mod connection;
pub mod game;
mod seat;
mod session;
pub mod summary;
pub mod tally;
pub mod transcript;

pub use seat::SeatError;
