//! Table of proof and disproof numbers, with verdicts that also serve better or worse
//! hands on the same board.
//!
//! All hands of a board lie in one chain, which ends at a free entry. The table grows with its
//! contents up to its limit. After that a new entry replaces the entry of its chain that cost the
//! least work.

use std::alloc::{Layout, handle_alloc_error};
use std::ops::Range;

use super::estimate::{Estimate, NEVER};
use crate::mem::{Pages, Zero, prefetch};
use crate::types::Hand;

/// Number of entries in a chain.
const CHAIN: usize = 32;
/// Smallest number of entries of a new table (128 KiB), unless the limit is smaller; a
/// new table has fewer than [`GROWTH`] times as many.
const START: usize = 1 << 12;
/// Factor by which the table grows at once.
const GROWTH: usize = 4;

#[derive(Clone, Copy)]
struct Entry {
    board_key: u64,
    hand: Hand,
    pn: u32,
    dn: u32,
    /// Number of nodes visited for the entry.
    work: u32,
    /// Length in plies of the shortest proven mate; [`NEVER`] if none is proven.
    mate: u16,
    /// Length in plies of the shortest proven mate if every interposition counts;
    /// [`NEVER`] if none is proven.
    strict_mate: u16,
    /// It is proven that there is no mate in fewer plies than this.
    safe: u16,
    /// The number of the problem that the entry belongs to; the entry is free if it
    /// differs from the table's. New memory is zeroed, so no problem has the number 0.
    problem: u16,
}

// SAFETY: all fields are numbers, or a hand, which is a number too and 0 if empty.
unsafe impl Zero for Entry {}

const FREE: Entry = Entry {
    board_key: 0,
    hand: Hand::EMPTY,
    pn: 1,
    dn: 1,
    work: 0,
    mate: NEVER,
    strict_mate: NEVER,
    safe: 0,
    problem: 0,
};

const _: () = assert!(size_of::<Entry>() == 32);

/// The table. Hands are the attacker's; together with the board they determine the defender's.
pub(super) struct Table {
    entries: Pages<Entry>,
    used: usize,
    limit: usize,
    /// The number of the current problem, never 0.
    problem: u16,
}

impl Table {
    /// A table that grows up to about `mib` MiB.
    pub fn new(mib: usize) -> Table {
        let limit = Table::limit_of(mib);
        Table {
            entries: Table::begin(limit),
            used: 0,
            limit,
            problem: 1,
        }
    }

    // While the table grows, the old and the new one exist side by side: the last step
    // needs a quarter more memory than the table itself.
    fn limit_of(mib: usize) -> usize {
        (mib.max(1) << 20) / size_of::<Entry>() * GROWTH / (GROWTH + 1)
    }

    /// The memory of a new table, of a size from which whole steps of growth lead to the limit.
    fn begin(limit: usize) -> Pages<Entry> {
        let mut size = limit;
        while size >= START * GROWTH {
            size = size.div_ceil(GROWTH);
        }
        match Pages::zeroed(size) {
            Ok(entries) => entries,
            // Out of memory, as with any vector.
            Err(_) => handle_alloc_error(Layout::new::<[Entry; START]>()),
        }
    }

    /// The memory that the table takes now, in MiB rounded up.
    pub fn mib(&self) -> usize {
        (self.entries.len() * size_of::<Entry>()).div_ceil(1 << 20)
    }

    /// Lets the table grow up to about `mib` MiB; it never shrinks.
    pub fn set_limit(&mut self, mib: usize) {
        self.limit = Table::limit_of(mib).max(self.entries.len());
    }

    /// Removes all entries, and releases memory that only large problems need.
    pub fn clear(&mut self, mib: usize) {
        self.set_limit(mib);
        if self.used == 0 {
            return;
        }
        self.used = 0;
        if self.is_large() {
            self.entries = Table::begin(self.limit);
        } else if let Some(next) = self.problem.checked_add(1) {
            self.problem = next;
        } else {
            self.problem = 1;
            self.entries.fill(FREE);
        }
    }

    /// Share of entries in use, in permille of the limit.
    pub fn permille(&self) -> u32 {
        (self.used as u64 * 1000 / self.limit as u64) as u32
    }

    /// The chain of a board: the slots in which its entries may lie.
    #[inline]
    fn chain(&self, board_key: u64) -> Range<usize> {
        let starts = (self.entries.len() - CHAIN + 1) as u128;
        let start = ((u128::from(board_key) * starts) >> 64) as usize;
        start..start + CHAIN
    }

    /// Whether the table is so large that most entries are outside the CPU's caches.
    #[inline]
    pub fn is_large(&self) -> bool {
        self.entries.len() > START * 16
    }

    /// Prefetches the entries of a board.
    #[inline]
    pub fn prefetch(&self, board_key: u64) {
        prefetch(&self.entries[self.chain(board_key).start]);
    }

    /// The estimate for a mate in at most `len` plies with this board and hand; `None`
    /// without an entry.
    #[inline]
    pub fn probe(&self, board_key: u64, hand: Hand, len: u16) -> Option<Estimate> {
        self.ask(board_key, hand, len).ok()
    }

    /// [`Table::probe`]; without an entry, the error has the smallest proof and disproof
    /// number that the entries of better and worse hands allow.
    #[inline]
    pub fn ask(&self, board_key: u64, hand: Hand, len: u16) -> Result<Estimate, (u32, u32)> {
        let mut exact = None;
        let (mut least_pn, mut least_dn) = (0, 0);
        for entry in &self.entries[self.chain(board_key)] {
            if entry.problem != self.problem {
                break;
            }
            if entry.board_key != board_key {
                continue;
            }
            let better = hand.dominates(entry.hand);
            let worse = entry.hand.dominates(hand);
            if better && entry.mate <= len && entry.mate != NEVER {
                return Ok(Estimate {
                    is_strict: entry.strict_mate == entry.mate,
                    ..Estimate::mate(entry.mate, entry.hand)
                });
            }
            if worse && (entry.safe > len || entry.safe == NEVER) {
                return Ok(Estimate::no_mate(entry.safe, entry.hand));
            }
            if better && worse {
                exact = Some((entry.pn, entry.dn));
            } else if better {
                // With more pieces in hand, the mate is no easier to refute.
                least_dn = least_dn.max(entry.dn);
            } else if worse {
                least_pn = least_pn.max(entry.pn);
            }
        }
        match exact {
            Some((pn, dn)) => Ok(Estimate::unknown(pn.max(least_pn), dn.max(least_dn))),
            None => Err((least_pn, least_dn)),
        }
    }

    /// Plies of the shortest known mate that holds with every interposition counted;
    /// [`NEVER`] if none is known.
    pub fn strict_mate(&self, board_key: u64, hand: Hand) -> u16 {
        self.entries[self.chain(board_key)]
            .iter()
            .take_while(|entry| entry.problem == self.problem)
            .filter(|entry| entry.board_key == board_key && hand.dominates(entry.hand))
            .map(|entry| entry.strict_mate)
            .min()
            .unwrap_or(NEVER)
    }

    /// The length in plies below which this board and hand are proven to have no mate.
    pub fn safe(&self, board_key: u64, hand: Hand) -> u16 {
        self.entries[self.chain(board_key)]
            .iter()
            .take_while(|entry| entry.problem == self.problem)
            .filter(|entry| entry.board_key == board_key && entry.hand.dominates(hand))
            .map(|entry| entry.safe)
            .max()
            .unwrap_or(0)
    }

    /// Stores the result of a node: numbers with the node's own hand, a verdict with its
    /// proof or disproof hand.
    pub fn store(&mut self, board_key: u64, hand: Hand, found: &Estimate, work: u32) {
        let hand = if found.is_final() { found.hand } else { hand };
        let entry = self.entry(board_key, hand);
        entry.work = entry.work.saturating_add(work.max(1));
        if found.pn == 0 {
            entry.mate = entry.mate.min(found.len);
            if found.is_strict {
                entry.strict_mate = entry.strict_mate.min(found.len);
            }
        } else if found.dn == 0 {
            entry.safe = entry.safe.max(found.len);
        } else {
            entry.pn = found.pn;
            entry.dn = found.dn;
        }
    }

    /// The entry of this board and hand; a new one if there is none.
    fn entry(&mut self, board_key: u64, hand: Hand) -> &mut Entry {
        if self.used * 2 > self.entries.len() && self.entries.len() < self.limit {
            self.grow();
        }
        let chain = self.chain(board_key);
        let start = chain.start;
        let chain = &self.entries[chain];
        let problem = self.problem;
        let mut slot = None;
        let mut cheapest = 0;
        for (i, entry) in chain.iter().enumerate() {
            let is_free = entry.problem != problem;
            if is_free || entry.board_key == board_key && entry.hand == hand {
                slot = Some(i);
                break;
            }
            if entry.work < chain[cheapest].work {
                cheapest = i;
            }
        }
        let index = start + slot.unwrap_or(cheapest);
        let entry = &mut self.entries[index];
        if slot.is_none() || entry.problem != problem {
            self.used += usize::from(entry.problem != problem);
            *entry = Entry {
                board_key,
                hand,
                problem,
                ..FREE
            };
        }
        entry
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * GROWTH).min(self.limit);
        let Ok(new) = Pages::zeroed(size) else {
            log::warn!("no memory for a larger table of mates");
            self.limit = self.entries.len();
            return;
        };
        let old = std::mem::replace(&mut self.entries, new);
        self.used = 0;
        let problem = self.problem;
        for entry in old.iter().filter(|entry| entry.problem == problem) {
            let chain = self.chain(entry.board_key);
            let mut chain = self.entries[chain].iter_mut();
            if let Some(free) = chain.find(|entry| entry.problem != problem) {
                *free = *entry;
                self.used += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::PieceType;

    #[test]
    fn verdicts_serve_better_and_worse_hands() {
        let gold = Hand::EMPTY.with_count(PieceType::Gold, 1);
        let two = gold.with_count(PieceType::Silver, 1);
        let mut table = Table::new(1);
        table.store(7, two, &Estimate::mate(5, gold), 1);
        assert_eq!(table.probe(7, gold, 5).unwrap().pn, 0);
        assert_eq!(table.probe(7, two, NEVER).unwrap().len, 5);
        assert!(table.probe(7, two, 3).is_none());
        assert!(table.probe(7, Hand::EMPTY, NEVER).is_none());
        assert!(table.probe(8, two, NEVER).is_none());

        table.store(9, gold, &Estimate::no_mate(6, two), 1);
        assert_eq!(table.probe(9, gold, 5).unwrap().dn, 0);
        assert_eq!(table.probe(9, Hand::EMPTY, 3).unwrap().dn, 0);
        assert!(table.probe(9, gold, 7).is_none());
        let three = two.with_count(PieceType::Pawn, 1);
        assert!(table.probe(9, three, 5).is_none());
    }

    #[test]
    fn other_hands_bound_what_is_not_known() {
        let gold = Hand::EMPTY.with_count(PieceType::Gold, 1);
        let two = gold.with_count(PieceType::Silver, 1);
        let mut table = Table::new(1);
        table.store(7, Hand::EMPTY, &Estimate::unknown(40, 30), 1);
        table.store(7, two, &Estimate::unknown(20, 50), 1);
        // A mate is no easier to prove than with more pieces, and no easier to refute
        // than with fewer.
        assert_eq!(table.ask(7, gold, NEVER).unwrap_err(), (20, 30));
        assert_eq!(table.ask(8, gold, NEVER).unwrap_err(), (0, 0));
        table.store(7, gold, &Estimate::no_mate(6, two), 1);
        assert_eq!(table.safe(7, gold), 6);
        assert_eq!(table.safe(7, two), 6);
        assert_eq!(table.safe(7, two.with_count(PieceType::Pawn, 1)), 0);
    }

    #[test]
    fn mates_that_give_pieces_back_are_told_from_those_that_do_not() {
        let gold = Hand::EMPTY.with_count(PieceType::Gold, 1);
        let mut table = Table::new(1);
        let short = Estimate {
            is_strict: false,
            ..Estimate::mate(3, gold)
        };
        table.store(7, gold, &short, 1);
        assert_eq!(table.strict_mate(7, gold), NEVER);
        table.store(7, gold, &Estimate::mate(5, gold), 1);
        let found = table.probe(7, gold, NEVER).unwrap();
        assert_eq!((found.len, found.is_strict), (3, false));
        assert_eq!(table.strict_mate(7, gold), 5);
        // A proof for a smaller hand serves a larger one, not the other way round.
        table.store(7, Hand::EMPTY, &Estimate::mate(9, Hand::EMPTY), 1);
        assert_eq!(table.strict_mate(7, gold), 5);
        assert_eq!(table.strict_mate(7, Hand::EMPTY), 9);
        assert_eq!(table.strict_mate(8, gold), NEVER);
    }

    #[test]
    fn each_problem_starts_without_the_last_one() {
        let mut table = Table::new(1);
        // There are more problems than 16-bit problem numbers, so that the numbers wrap around.
        for problem in 0..70_000 {
            assert!(table.probe(7, Hand::EMPTY, NEVER).is_none(), "{problem}");
            table.store(7, Hand::EMPTY, &Estimate::mate(1, Hand::EMPTY), 1);
            assert!(table.probe(7, Hand::EMPTY, NEVER).is_some(), "{problem}");
            assert_eq!(table.used, 1);
            table.clear(1);
        }
    }

    #[test]
    fn growing_keeps_entries_and_a_full_table_stays_in_bounds() {
        let mut table = Table::new(1);
        let mut rng = crate::types::SplitMix64::new(1);
        let keys: Vec<u64> = (0..100_000).map(|_| rng.next_u64()).collect();
        for (i, &key) in keys.iter().enumerate() {
            let found = Estimate::unknown(1 + i as u32, 3);
            table.store(key, Hand::EMPTY, &found, 1 + i as u32);
            if i == 10_000 {
                let mut kept = 0;
                for (k, &key) in keys[..i].iter().enumerate() {
                    if let Some(found) = table.probe(key, Hand::EMPTY, NEVER) {
                        assert_eq!(found.pn, 1 + k as u32);
                        kept += 1;
                    }
                }
                // A chain may overflow before the table is half full.
                assert!(kept > i * 999 / 1000, "{kept} of {i}");
            }
        }
        assert!(table.entries.len() * size_of::<Entry>() < 1 << 20);
        assert!(table.permille() > 900);
        // The entry that took the most work is still there.
        let last = *keys.last().unwrap();
        assert!(table.probe(last, Hand::EMPTY, NEVER).is_some());
    }
}
