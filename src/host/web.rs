//! A WebAssembly module: what JavaScript gives, by the functions that it passes in.
//!
//! The functions are those of `web/engine/komadai.js`. `pause` is the one that comes back
//! in another call: the stack is put away and brought back by code that Binaryen's `--asyncify`
//! adds to every function that can come to it. So nothing may be locked that a line from
//! outside needs meanwhile.

use std::ops::Add;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Whether other threads can be started.
pub const HAS_THREADS: bool = false;
/// The most search threads that can be asked for.
pub const MAX_THREADS: i64 = 1;
/// The largest transposition table that can be asked for, in MiB: a page that
/// asks for more than the browser gives is lost.
pub const MAX_HASH_MIB: i64 = 256;
/// The table of an engine that is told nothing, in MiB.
pub const DEFAULT_HASH_MIB: usize = 64;

#[link(wasm_import_module = "komadai")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn random() -> f64;
    #[link_name = "pause"]
    safe fn give_way();
    fn write(text: *const u8, len: usize);
    fn write_error(text: *const u8, len: usize);
}

/// A moment, in time since the page began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Instant {
        // A clock that tells nonsense must not end the search.
        Instant(Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
    }

    /// The time since this moment.
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// The time from an earlier moment to this one; none if it was later.
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// As [`Instant::duration_since`].
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }

    /// The moment so much later, if there is one.
    pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
        self.0.checked_add(duration).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;
    fn add(self, duration: Duration) -> Instant {
        Instant(self.0.saturating_add(duration))
    }
}

/// The time of day that a file was written: there are no files.
pub use std::time::SystemTime;

/// A number that differs from call to call and from run to run.
pub fn seed() -> u64 {
    random().to_bits() ^ Instant::now().0.as_nanos() as u64
}

/// When this turn is over, in milliseconds since the page began: the bits of an `f64`.
static END_OF_TURN: AtomicU64 = AtomicU64::new(0);
/// Whether it was over at the last look.
static IS_OVER: AtomicBool = AtomicBool::new(false);

/// The engine's turn begins: it may work for so many milliseconds.
pub(crate) fn begin_turn(ms: f64) {
    END_OF_TURN.store((now() + ms).to_bits(), Ordering::Relaxed);
    IS_OVER.store(false, Ordering::Relaxed);
}

/// Gives the thread back to the page; returns in the engine's next turn.
pub fn pause() {
    give_way();
}

/// Looks whether the turn is over, for [`pause_if_due`].
pub fn check_turn() {
    let is_over = now() >= f64::from_bits(END_OF_TURN.load(Ordering::Relaxed));
    IS_OVER.store(is_over, Ordering::Relaxed);
}

/// [`pause`] if the turn was over at the last look.
///
/// Apart from the look, so that functions which may not pause can be looked from: all that can
/// come to a pause is slower for it.
#[inline(always)]
pub fn pause_if_due() {
    if IS_OVER.load(Ordering::Relaxed) {
        IS_OVER.store(false, Ordering::Relaxed);
        pause();
    }
}

/// Writes text that the engine says.
pub(crate) fn print(text: &[u8]) {
    // SAFETY: the bytes are read before the call returns.
    unsafe { write(text.as_ptr(), text.len()) }
}

/// Writes a line for those who look for faults.
pub(crate) fn print_error(text: &str) {
    // SAFETY: as above.
    unsafe { write_error(text.as_ptr(), text.len()) }
}
