//! How the scores of the histories move.

/// Adds a bonus with a pull back to zero that grows with the entry, so that
/// none leaves the range of `max` to each side (gravity, Stockfish).
#[inline]
pub(super) fn nudge(entry: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / max) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn entries_stay_in_range_and_follow_their_bonuses() {
        const MAX: i32 = 7183;
        let mut rng = SplitMix64::new(1);
        let mut entry = 0i16;
        for _ in 0..100_000 {
            let bonus = rng.below(100_000) as i32 - 50_000;
            nudge(&mut entry, bonus, MAX);
            assert!(i32::from(entry).abs() <= MAX);
        }
        entry = 0;
        for _ in 0..200 {
            let before = entry;
            nudge(&mut entry, 500, MAX);
            assert!(entry >= before);
        }
        assert!(i32::from(entry) > MAX * 8 / 10);
    }
}
