//! Native programs: clocks and threads of the operating system.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
pub use std::time::{Instant, SystemTime};

/// Whether other threads can be started.
pub const HAS_THREADS: bool = true;
/// The most search threads that can be asked for.
pub const MAX_THREADS: i64 = 1024;
/// The largest transposition table that can be asked for, in MiB.
pub const MAX_HASH_MIB: i64 = 33_554_432;
/// The default size of the transposition table, in MiB.
pub const DEFAULT_HASH_MIB: usize = 256;

/// A number that differs from call to call and from run to run.
pub fn seed() -> u64 {
    // Seeded anew by the system each time.
    RandomState::new().build_hasher().finish()
}

/// Yields to other threads in a waiting loop.
pub fn pause() {
    std::thread::yield_now();
}

/// Checks the end of the turn, which native programs do not have.
#[inline(always)]
pub fn check_turn() {}

/// Yields to the page at the end of a turn, which native programs do not have.
#[inline(always)]
pub fn pause_if_due() {}
