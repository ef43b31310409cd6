//! WebAssembly modules: services by functions imported from JavaScript.
//!
//! `web/engine/komadai.js` has the functions. `pause` returns in a later call from the page:
//! Binaryen's `--asyncify` adds code that saves and restores the stack to every function that can
//! reach `pause`. A caller of `pause` must not hold a lock that the handler of the page's lines
//! takes.

use std::ops::Add;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::Japanese;

/// Whether the platform has threads.
pub const HAS_THREADS: bool = false;
/// The largest number of search threads that can be set.
pub const MAX_THREADS: i64 = 1;
/// The largest size of the transposition table that can be set, in MiB. A page that asks for more
/// memory than the browser grants fails.
pub const MAX_HASH_MIB: i64 = 256;
/// The default size of the transposition table, in MiB.
pub const DEFAULT_HASH_MIB: usize = 64;

#[link(wasm_import_module = "komadai")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn random() -> f64;
    #[link_name = "pause"]
    safe fn give_way();
    fn write(text: *const u8, len: usize);
    fn write_error(text: *const u8, len: usize);
    /// Writes the text of `len` bytes to `text`, which has room for three times as many, and
    /// returns its length. `kind` is 0 for CP932 and 1 for EUC-JP.
    #[link_name = "decode"]
    fn decode_into(kind: u32, bytes: *const u8, len: usize, text: *mut u8) -> usize;
    /// The code of a character in CP932, of one byte or two; negative if there is none.
    safe fn cp932(c: u32) -> i32;
}

/// A point in time, as the time since the page began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// The present moment.
    pub fn now() -> Instant {
        // A clock that gives no valid time must not end the search by a panic.
        Instant(Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
    }

    /// The time since this moment.
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// The time from `earlier` to this moment; zero if `earlier` is later.
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// As [`Instant::duration_since`].
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }

    /// The moment `duration` later; `None` if it is out of range.
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

/// The type of a file's modification time; never obtained, since a page has no files.
pub use std::time::SystemTime;

/// A random number that differs from call to call and from run to run.
pub fn seed() -> u64 {
    random().to_bits() ^ Instant::now().0.as_nanos() as u64
}

/// The end of this turn in milliseconds since the page began, as the bits of an `f64`.
static END_OF_TURN: AtomicU64 = AtomicU64::new(0);
/// Whether the turn was over at the last check.
static IS_OVER: AtomicBool = AtomicBool::new(false);

/// Begins a turn of the engine that lasts `ms` milliseconds.
pub fn begin_turn(ms: f64) {
    END_OF_TURN.store((now() + ms).to_bits(), Ordering::Relaxed);
    IS_OVER.store(false, Ordering::Relaxed);
}

/// Gives the thread back to the page; returns in the engine's next turn.
pub fn pause() {
    give_way();
}

/// Checks for the end of the turn, for [`pause_if_due`].
pub fn check_turn() {
    let is_over = now() >= f64::from_bits(END_OF_TURN.load(Ordering::Relaxed));
    IS_OVER.store(is_over, Ordering::Relaxed);
}

/// Calls [`pause`] if the turn was over at the last check.
///
/// Separate from [`check_turn`], which may be called where no pause is allowed, because every
/// function that can reach a pause is slower.
#[inline(always)]
pub fn pause_if_due() {
    if IS_OVER.load(Ordering::Relaxed) {
        IS_OVER.store(false, Ordering::Relaxed);
        pause();
    }
}

/// Writes output of the engine to the page.
pub fn print(text: &[u8]) {
    // SAFETY: pointer and length are those of `text`, which is read before the call returns.
    unsafe { write(text.as_ptr(), text.len()) }
}

/// Writes a line to the console, for debugging.
pub fn print_error(text: &str) {
    // SAFETY: as in `print`.
    unsafe { write_error(text.as_ptr(), text.len()) }
}

/// Decodes a text. Bytes that do not belong to the encoding become U+FFFD.
pub fn decode(bytes: &[u8], encoding: Japanese) -> String {
    // The browser has the tables of all encodings. A byte is a character of three bytes at most.
    let mut text = vec![0; 3 * bytes.len()];
    let kind = u32::from(encoding == Japanese::EucJp);
    // SAFETY: the bytes are only read, and `text` has the room that `decode` requires.
    let len = unsafe { decode_into(kind, bytes.as_ptr(), bytes.len(), text.as_mut_ptr()) };
    text.truncate(len);
    String::from_utf8(text).unwrap_or_default()
}

/// Encodes a text in CP932; `None` if it has a character that CP932 lacks.
pub fn to_cp932(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(2 * text.len());
    for c in text.chars() {
        let code = u16::try_from(cp932(u32::from(c))).ok()?;
        match code.to_be_bytes() {
            [0, low] => bytes.push(low),
            both => bytes.extend(both),
        }
    }
    Some(bytes)
}
