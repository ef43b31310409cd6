//! Services of the platform: a clock, random seeds, threads, tables of encodings, and pauses of the
//! search.
//!
//! `native.rs` and `web.rs` have the same items, for native programs and for WebAssembly modules
//! in web pages; `web.rs` has those for the page besides. A module has one thread, shared with the page, so a search gives the thread back
//! at intervals ([`pause_if_due`]).

#[cfg(not(target_family = "wasm"))]
mod native;
pub mod sync;
mod wake_early;
#[cfg(target_family = "wasm")]
mod web;

pub use wake_early::wake_early;

#[cfg(not(target_family = "wasm"))]
pub use native::*;
#[cfg(target_family = "wasm")]
pub use web::*;

/// Encodings of Japanese texts whose tables the platform has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Japanese {
    /// CP932, the Shift JIS of Windows.
    Cp932,
    /// EUC-JP.
    EucJp,
}

/// Times in whole milliseconds, the unit of the protocol.
pub mod millis {
    use std::time::Duration;

    use super::Instant;

    /// A duration in milliseconds, rounded down; `u64::MAX` if it is longer.
    pub fn of(duration: Duration) -> u64 {
        u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
    }

    /// The milliseconds since `start`, rounded down.
    pub fn since(start: Instant) -> u64 {
        of(start.elapsed())
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn parts_of_a_millisecond_are_cut_off_and_the_longest_time_fits() {
            assert_eq!(of(Duration::from_micros(1999)), 1);
            assert_eq!(of(Duration::MAX), u64::MAX);
        }
    }
}
