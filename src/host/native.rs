//! A program of its own: clocks and threads of the operating system.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
pub use std::time::{Instant, SystemTime};

/// Whether other threads can be started.
pub const HAS_THREADS: bool = true;
/// The most search threads that can be asked for.
pub const MAX_THREADS: i64 = 1024;
/// The largest transposition table that can be asked for, in MiB.
pub const MAX_HASH_MIB: i64 = 33_554_432;
/// The table of an engine that is told nothing, in MiB.
pub const DEFAULT_HASH_MIB: usize = 256;

/// A number that differs from call to call and from run to run.
pub fn seed() -> u64 {
    // Seeded anew by the system each time.
    RandomState::new().build_hasher().finish()
}

/// Lets others go on where there is nothing to do but wait for them.
pub fn pause() {
    std::thread::yield_now();
}

/// Looks whether the turn is over: here it never is.
#[inline(always)]
pub fn check_turn() {}

/// Lets the page go on if the turn was over at the last look: here there is none.
#[inline(always)]
pub fn pause_if_due() {}
