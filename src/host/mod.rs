//! What the machine around the engine gives: a clock, chance, threads, and the turn to go on.
//!
//! All that differs between a program of its own and a WebAssembly module in a page stands
//! here, in two files with the same items. A module has one thread, which belongs to the page:
//! a search gives it back now and then ([`pause_if_due`]) and goes on where it was.

pub mod millis;
#[cfg(not(target_family = "wasm"))]
mod native;
pub mod sync;
mod wake_early;
#[cfg(target_family = "wasm")]
mod web;

pub use wake_early::wake_early;

#[cfg(not(target_family = "wasm"))]
pub use native::{
    DEFAULT_HASH_MIB, HAS_THREADS, Instant, MAX_HASH_MIB, MAX_THREADS, SystemTime, check_turn,
    pause, pause_if_due, seed,
};
#[cfg(target_family = "wasm")]
pub use web::{
    DEFAULT_HASH_MIB, HAS_THREADS, Instant, MAX_HASH_MIB, MAX_THREADS, SystemTime, check_turn,
    pause, pause_if_due, seed,
};
#[cfg(target_family = "wasm")]
pub use web::{begin_turn, print, print_error};
