//! Services of the platform: a clock, random seeds, threads, and pauses of the search.
//!
//! Everything that differs between a native program and a WebAssembly module in a web page is in
//! two files with the same items. A module has one thread, shared with the page: a search yields it
//! now and then ([`pause_if_due`]) and resumes.

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
