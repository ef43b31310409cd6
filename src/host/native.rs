//! Native programs: clocks and threads of the operating system.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
pub use std::time::{Instant, SystemTime};

/// Whether the platform has threads.
pub const HAS_THREADS: bool = true;
/// The largest number of search threads that can be set.
pub const MAX_THREADS: i64 = 1024;
/// The largest size of the transposition table that can be set, in MiB.
pub const MAX_HASH_MIB: i64 = 33_554_432;
/// The default size of the transposition table, in MiB.
pub const DEFAULT_HASH_MIB: usize = 256;

/// A random number that differs from call to call and from run to run.
pub fn seed() -> u64 {
    // Each `RandomState` has new random keys, so even the hash of no data differs.
    RandomState::new().build_hasher().finish()
}

/// Yields the processor to other threads, for use in waiting loops.
pub fn pause() {
    std::thread::yield_now();
}

/// Does nothing: native programs have no turns.
#[inline(always)]
pub fn check_turn() {}

/// Does nothing: only in a browser must the search pause to let the web page run.
#[inline(always)]
pub fn pause_if_due() {}
