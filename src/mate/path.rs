//! Path from the root to the current node, and disproofs that hold on one path only.
//!
//! A check that repeats a position gets the attacker nowhere, so it counts as refuted. This verdict
//! depends on the path (the graph history interaction problem): unless the whole loop lies below
//! the node, it is kept apart from the table and found again only on exactly the same path.

use crate::mem::prefetch;
use crate::types::Hand;

const SLOTS: usize = 1 << 14;
const CROWD: usize = 1 << 11;

/// The positions on the path, by board key.
pub(super) struct Path {
    /// A hash table with open addressing. Positions are added and removed only at the end
    /// of the path, so a removal never cuts the chain of another position.
    slots: Vec<Option<(u64, Hand, u16)>>,
    /// Number of positions on the path by some bits of the key: a small table that mostly
    /// saves access to the large one.
    crowd: [u16; CROWD],
    len: usize,
}

impl Path {
    /// The largest number of positions on a path.
    pub const MAX: usize = SLOTS / 2;

    pub fn new() -> Path {
        Path {
            slots: vec![None; SLOTS],
            crowd: [0; CROWD],
            len: 0,
        }
    }

    fn chain(board_key: u64) -> impl Iterator<Item = usize> {
        let first = (board_key >> 40) as usize;
        (first..).map(|slot| slot % SLOTS)
    }

    fn crowd_of(board_key: u64) -> usize {
        board_key as usize % CROWD
    }

    /// Appends a position to the path.
    pub fn push(&mut self, board_key: u64, hand: Hand, depth: u16) {
        debug_assert!(self.len < Path::MAX);
        self.len += 1;
        self.crowd[Path::crowd_of(board_key)] += 1;
        if let Some(slot) = Path::chain(board_key).find(|&slot| self.slots[slot].is_none()) {
            self.slots[slot] = Some((board_key, hand, depth));
        }
    }

    /// Removes the last position of the path.
    pub fn pop(&mut self, board_key: u64, depth: u16) {
        self.len -= 1;
        self.crowd[Path::crowd_of(board_key)] -= 1;
        for slot in Path::chain(board_key) {
            match self.slots[slot] {
                Some((key, _, at)) if key == board_key && at == depth => {
                    self.slots[slot] = None;
                    return;
                }
                Some(_) => {}
                None => {
                    debug_assert!(false, "the position was not on the path");
                    return;
                }
            }
        }
    }

    /// The depth of the last position on the path with this board where the attacker held at least
    /// this hand: returning with no more in hand is no progress.
    #[inline]
    pub fn repeats(&self, board_key: u64, hand: Hand) -> Option<u16> {
        if self.crowd[Path::crowd_of(board_key)] == 0 {
            return None;
        }
        let mut found = None;
        for slot in Path::chain(board_key) {
            match self.slots[slot] {
                Some((key, earlier, depth)) => {
                    if key == board_key && earlier.dominates(hand) {
                        found = found.max(Some(depth));
                    }
                }
                None => return found,
            }
        }
        found
    }
}

/// The key of a path extended by one position; it depends on the order of the positions.
#[inline]
pub(super) const fn extend(path_key: u64, board_key: u64, hand: Hand) -> u64 {
    let mixed = (path_key ^ board_key).wrapping_add((hand.raw() as u64) << 32 | 1);
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).rotate_left(29)
}

#[derive(Clone, Copy)]
struct LoopEntry {
    path_key: u64,
    len: u16,
    loop_start: u16,
}

/// Table of disproofs by repetition, by the key of the whole path.
pub(super) struct LoopTable {
    entries: Vec<LoopEntry>,
    /// Whether the table has an entry.
    used: bool,
}

impl LoopTable {
    const START: usize = 1 << 10;
    const LIMIT: usize = 1 << 18;

    pub fn new() -> LoopTable {
        LoopTable {
            entries: vec![LoopTable::FREE; LoopTable::START],
            used: false,
        }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        if self.used {
            self.used = false;
            self.entries.truncate(LoopTable::START);
            self.entries.fill(LoopTable::FREE);
        }
    }

    const FREE: LoopEntry = LoopEntry {
        path_key: 0,
        len: 0,
        loop_start: 0,
    };

    #[inline]
    fn index(&self, path_key: u64) -> usize {
        path_key as usize & (self.entries.len() - 1)
    }

    /// Prefetches the entry of a path.
    #[inline]
    pub fn prefetch(&self, path_key: u64) {
        if self.used {
            prefetch(&self.entries[self.index(path_key)]);
        }
    }

    /// For a path with a known disproof of mates in `len` plies: the bound on the length,
    /// and the start of the loop.
    #[inline]
    pub fn get(&self, path_key: u64, len: u16) -> Option<(u16, u16)> {
        if !self.used {
            return None;
        }
        let entry = &self.entries[self.index(path_key)];
        let holds = entry.path_key == path_key && (entry.len > len || entry.len == u16::MAX);
        holds.then_some((entry.len, entry.loop_start))
    }

    /// Stores a disproof. A full slot makes the table grow up to its limit; then the old
    /// entry is replaced.
    pub fn put(&mut self, path_key: u64, len: u16, loop_start: u16) {
        self.used = true;
        let index = self.index(path_key);
        let taken = self.entries[index].path_key != 0;
        if taken && self.entries.len() < LoopTable::LIMIT {
            let size = self.entries.len() * 4;
            let old = std::mem::replace(&mut self.entries, vec![LoopTable::FREE; size]);
            for entry in old {
                let index = self.index(entry.path_key);
                self.entries[index] = entry;
            }
        }
        let index = self.index(path_key);
        self.entries[index] = LoopEntry {
            path_key,
            len,
            loop_start,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{PieceType, SplitMix64};

    #[test]
    fn the_path_knows_its_positions_and_forgets_those_taken_off() {
        let mut rng = SplitMix64::new(3);
        let gold = Hand::EMPTY.with_count(PieceType::Gold, 1);
        let mut path = Path::new();
        // The keys have few different high bits, so that many share a slot of the hash table.
        let keys: Vec<u64> = (0..500)
            .map(|_| (rng.below(8) as u64) << 40 | rng.next_u64() >> 32)
            .collect();
        for (depth, &key) in (1..).zip(&keys) {
            path.push(key, gold, depth);
        }
        for (depth, &key) in (1..).zip(&keys) {
            assert_eq!(path.repeats(key, Hand::EMPTY), Some(depth));
            assert_eq!(path.repeats(key, gold.with_count(PieceType::Pawn, 1)), None);
        }
        for (depth, &key) in (1..=500).zip(&keys).rev() {
            path.pop(key, depth);
            assert_eq!(path.repeats(key, Hand::EMPTY), None);
        }
        assert!(path.slots.iter().all(Option::is_none));
    }

    #[test]
    fn path_keys_tell_orders_and_hands_apart() {
        let gold = Hand::EMPTY.with_count(PieceType::Gold, 1);
        let ab = extend(extend(0, 1, Hand::EMPTY), 2, Hand::EMPTY);
        let ba = extend(extend(0, 2, Hand::EMPTY), 1, Hand::EMPTY);
        assert_ne!(ab, ba);
        assert_ne!(extend(0, 1, Hand::EMPTY), extend(0, 1, gold));
    }
}
