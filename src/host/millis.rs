//! Times as whole milliseconds, in which the protocol counts.

use std::time::Duration;

use crate::host::Instant;

/// The whole milliseconds of a duration; as many as there is room for if it is
/// longer than that.
pub fn of(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The whole milliseconds since a moment.
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
