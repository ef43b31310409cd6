//! Transposition entry, and its packed form of 64 bits.

use crate::types::{Bound, Depth, MAX_PLY, Move, Value};

/// The depth of an entry with an evaluation and no search result.
pub const UNSEARCHED: Depth = -2;

/// The result of a position's search, or its evaluation alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best move found. After a probe it may be illegal in the position, because keys
    /// collide: test it with `is_legal` before use.
    pub mv: Option<Move>,
    /// The score at this node, with mates counted from the root; [`Value::NONE`] if the
    /// position was not searched.
    pub value: Value,
    /// The static evaluation before any correction; [`Value::NONE`] if the position was
    /// not evaluated.
    pub eval: Value,
    /// The depth of the search, clamped to [`UNSEARCHED`]..=[`MAX_DEPTH`] when stored.
    pub depth: Depth,
    /// Whether `value` is exact or a bound.
    pub bound: Bound,
    /// Whether the position is, or once was, on a principal variation.
    pub pv: bool,
}

impl TtEntry {
    /// An entry with an evaluation, [`Value::NONE`] for none, and no search result.
    #[inline]
    pub const fn evaluated(eval: Value, pv: bool) -> TtEntry {
        TtEntry {
            mv: None,
            value: Value::NONE,
            eval,
            depth: UNSEARCHED,
            bound: Bound::None,
            pv,
        }
    }

    /// The entry with the result of a search added.
    #[inline]
    pub const fn searched(
        self,
        mv: Option<Move>,
        value: Value,
        depth: Depth,
        bound: Bound,
    ) -> TtEntry {
        TtEntry {
            mv,
            value,
            depth,
            bound,
            ..self
        }
    }
}

/// The largest depth that an entry can hold.
pub const MAX_DEPTH: Depth = u8::MAX as Depth - DEPTH_OFFSET;

/// Added to stored depths: the smallest is then 1, so that 0 means a free slot.
const DEPTH_OFFSET: Depth = 1 - UNSEARCHED;

const _: () = assert!(MAX_DEPTH >= MAX_PLY as Depth);

/// Number of different ages; the count of searches wraps around at this number.
pub(super) const GENERATIONS: u8 = 32;

/// An entry in 64 bits. All zeros is a free slot.
///
/// | bits | meaning |
/// | --- | --- |
/// | 0-15 | move, 0 for none |
/// | 16-31 | value, mates counted from this node |
/// | 32-47 | evaluation |
/// | 48-55 | depth + 3 |
/// | 56-57 | bound |
/// | 58 | principal variation |
/// | 59-63 | generation |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(super) struct Packed(pub(super) u64);

impl Packed {
    /// Packs an entry of the node at `ply`.
    #[inline]
    pub(super) fn new(entry: &TtEntry, ply: usize, generation: u8) -> Packed {
        debug_assert!(entry.depth >= UNSEARCHED);
        debug_assert!(entry.eval == Value::NONE || entry.eval.abs() <= Value::MATE);
        let depth = (entry.depth + DEPTH_OFFSET).clamp(1, u8::MAX.into());
        let flags = entry.bound as u8 | u8::from(entry.pv) << 2 | generation << 3;
        Packed(
            u64::from(entry.mv.map_or(0, Move::bits))
                | u64::from(from_root_to_node(entry.value, ply) as u16) << 16
                | u64::from(entry.eval.0 as i16 as u16) << 32
                | (depth as u64) << 48
                | u64::from(flags) << 56,
        )
    }

    /// Unpacks the entry for a node at `ply`.
    #[inline]
    pub(super) fn entry(self, ply: usize) -> TtEntry {
        TtEntry {
            mv: Move::from_bits(self.0 as u16),
            value: from_node_to_root((self.0 >> 16) as i16, ply),
            eval: Value(((self.0 >> 32) as i16).into()),
            depth: self.raw_depth() - DEPTH_OFFSET,
            bound: self.bound(),
            pv: self.pv(),
        }
    }

    /// Whether the slot is free.
    #[inline]
    pub(super) fn is_free(self) -> bool {
        self.0 == 0
    }

    /// Number of searches since the entry was stored.
    #[inline]
    pub(super) fn age(self, generation: u8) -> u8 {
        generation.wrapping_sub((self.0 >> 59) as u8) % GENERATIONS
    }

    /// Worth of a slot; the slot of least worth is replaced. The worth is the depth, less 8 plies
    /// for each search of age (Stockfish); `i32::MIN` for a free slot.
    #[inline]
    pub(super) fn worth(self, generation: u8) -> i32 {
        if self.is_free() {
            i32::MIN
        } else {
            self.raw_depth() - 8 * i32::from(self.age(generation))
        }
    }

    /// The entry to keep when `new` is stored for the same position.
    ///
    /// A known move survives a search that found none. A much shallower result
    /// of the same search does not displace a deep one unless it is exact
    /// (Stockfish).
    #[inline]
    pub(super) fn updated(self, new: Packed, generation: u8) -> Packed {
        const MOVE: u64 = 0xFFFF;
        let mv = if new.0 & MOVE != 0 { new.0 } else { self.0 } & MOVE;
        let bonus = if new.pv() { 2 } else { 0 };
        let replaces = new.bound() == Bound::Exact
            || new.raw_depth() + bonus > self.raw_depth() - 4
            || self.age(generation) != 0;
        Packed(if replaces { new.0 } else { self.0 } & !MOVE | mv)
    }

    #[inline]
    fn raw_depth(self) -> Depth {
        (self.0 >> 48 & 0xFF) as Depth
    }

    #[inline]
    fn bound(self) -> Bound {
        Bound::from_bits((self.0 >> 56) as u8)
    }

    #[inline]
    fn pv(self) -> bool {
        self.0 >> 58 & 1 != 0
    }
}

/// Converts a mate counted from the root to one counted from the node, which is the same
/// on every path to the node.
#[inline]
fn from_root_to_node(value: Value, ply: usize) -> i16 {
    let ply = ply as i32;
    let stored = if value.is_win() {
        // Above MATE the mate would lie before the node: an error of the caller.
        (value + ply).min(Value::MATE)
    } else if value.is_loss() {
        (value - ply).max(-Value::MATE)
    } else {
        value
    };
    debug_assert!(stored == Value::NONE || stored.abs() <= Value::MATE);
    stored.0 as i16
}

/// Converts a mate counted from the node to one counted from the root. A mate too far from this
/// root gets a value just below the mates, still above every other score and still a true bound.
#[inline]
fn from_node_to_root(stored: i16, ply: usize) -> Value {
    let value = Value(stored.into());
    let ply = ply as i32;
    if value.is_win() {
        value - ply
    } else if value.is_loss() {
        value + ply
    } else {
        value
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    const EMPTY: TtEntry = TtEntry::evaluated(Value::NONE, false);

    #[test]
    fn every_field_keeps_its_whole_range() {
        let mut rng = SplitMix64::new(1);
        let mut moves = 0;
        for i in 0..300_000 {
            let entry = TtEntry {
                mv: Move::from_bits(rng.next_u64() as u16),
                value: match rng.below(8) {
                    0 => Value::NONE,
                    1 => Value::SUPERIOR,
                    2 => -Value::SUPERIOR,
                    _ => Value(rng.below(2 * 31_000 + 1) as i32 - 31_000),
                },
                eval: match rng.below(4) {
                    0 => Value::NONE,
                    _ => Value(rng.below(2 * 27_000 + 1) as i32 - 27_000),
                },
                depth: UNSEARCHED + rng.below((MAX_DEPTH - UNSEARCHED + 1) as usize) as Depth,
                bound: Bound::from_bits(rng.next_u64() as u8),
                pv: rng.below(2) == 0,
            };
            let generation = rng.below(GENERATIONS.into()) as u8;
            let now = rng.below(GENERATIONS.into()) as u8;
            let packed = Packed::new(&entry, i % (MAX_PLY + 1), generation);
            assert_eq!(packed.entry(rng.below(MAX_PLY + 1)), entry);
            assert!(!packed.is_free());
            let age = (i32::from(now) - i32::from(generation)).rem_euclid(32);
            assert_eq!(i32::from(packed.age(now)), age);
            moves += usize::from(entry.mv.is_some());
        }
        assert!(moves > 10_000);
    }

    #[test]
    fn an_entry_is_never_a_free_slot() {
        let zeros = TtEntry {
            value: Value::ZERO,
            eval: Value::ZERO,
            ..EMPTY
        };
        assert!(!Packed::new(&zeros, 0, 0).is_free());
        assert_eq!(Packed::new(&zeros, 0, 0).entry(0), zeros);
    }

    #[test]
    fn depth_is_clamped_to_its_range() {
        for (depth, kept) in [(MAX_DEPTH + 1, MAX_DEPTH), (1000, MAX_DEPTH)] {
            let entry = TtEntry { depth, ..EMPTY };
            assert_eq!(Packed::new(&entry, 0, 0).entry(0).depth, kept);
        }
    }

    #[test]
    fn mates_move_with_the_node() {
        // A mate `distance` plies below a node at `ply` must read as a mate at the same
        // distance below the node at any other ply.
        let mut beyond = 0;
        for ply in 0..=MAX_PLY {
            for other in 0..=MAX_PLY {
                for distance in [0, 1, 2, 9, 100, MAX_PLY - ply] {
                    if ply + distance > MAX_PLY {
                        continue;
                    }
                    let win = TtEntry {
                        value: Value::mate_in(ply + distance),
                        ..EMPTY
                    };
                    let loss = TtEntry {
                        value: Value::mated_in(ply + distance),
                        ..EMPTY
                    };
                    let win = Packed::new(&win, ply, 0).entry(other).value;
                    let loss = Packed::new(&loss, ply, 0).entry(other).value;
                    assert_eq!(win, Value::mate_in(other + distance));
                    assert_eq!(loss, Value::mated_in(other + distance));
                    let reachable = other + distance <= MAX_PLY;
                    assert_eq!((win.is_win(), loss.is_loss()), (reachable, reachable));
                    assert!(win > Value::SUPERIOR && loss < -Value::SUPERIOR);
                    beyond += usize::from(!reachable);
                }
            }
        }
        assert!(beyond > 1000);
    }

    #[test]
    fn repetition_scores_stay_as_they_are() {
        for value in [Value::SUPERIOR, -Value::SUPERIOR, Value::SUPERIOR - 200] {
            let entry = TtEntry { value, ..EMPTY };
            assert_eq!(Packed::new(&entry, 30, 0).entry(7).value, value);
        }
    }
}
