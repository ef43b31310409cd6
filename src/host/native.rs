//! Native programs: clocks and threads of the operating system.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
pub use std::time::{Instant, SystemTime};

use super::Japanese;

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

/// Decodes a text. Bytes that do not belong to the encoding become U+FFFD.
pub fn decode(bytes: &[u8], encoding: Japanese) -> String {
    let encoding = match encoding {
        Japanese::Cp932 => encoding_rs::SHIFT_JIS,
        Japanese::EucJp => encoding_rs::EUC_JP,
    };
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    text.into_owned()
}

/// Encodes a text in CP932; `None` if it has a character that CP932 lacks.
pub fn to_cp932(text: &str) -> Option<Vec<u8>> {
    let (bytes, _, is_lacking) = encoding_rs::SHIFT_JIS.encode(text);
    (!is_lacking).then(|| bytes.into_owned())
}
