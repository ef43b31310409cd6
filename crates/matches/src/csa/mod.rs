//! Games on servers with the CSA protocol (version 1.2.1, with floodgate's comments).
//!
//! `session` implements the protocol without network and clock: lines in, actions out.
//! [`client`] connects it with a server and an engine (`seat`).

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
