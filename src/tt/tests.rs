//! Tests of the table against a simple model with whole keys and plain fields.

use super::*;
use crate::types::{Bound, Depth, Move, SplitMix64, Value};
use std::collections::HashMap;

fn pool() -> ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .unwrap()
}

/// A key that belongs to cluster `cluster` in a table of `mib` MiB and has these low bits.
fn key_in(cluster: u64, mib: usize, low: u64) -> u64 {
    let clusters = (mib * CLUSTERS_PER_MIB) as u128;
    // The smallest key that belongs to the cluster.
    let first = ((u128::from(cluster) << 64).div_ceil(clusters)) as u64;
    ((first >> 24) + 1) << 24 | low & 0xFF_FFFF
}

fn random_entry(rng: &mut SplitMix64) -> TtEntry {
    TtEntry {
        mv: match rng.below(3) {
            0 => None,
            _ => Move::from_bits(rng.next_u64() as u16),
        },
        value: Value(rng.below(2001) as i32 - 1000),
        eval: Value(rng.below(2001) as i32 - 1000),
        depth: UNSEARCHED + rng.below(30) as Depth,
        bound: Bound::from_bits(rng.next_u64() as u8),
        pv: rng.below(4) == 0,
    }
}

fn simple(depth: Depth) -> TtEntry {
    TtEntry {
        mv: Move::from_usi("7g7f").ok(),
        value: Value(depth),
        eval: Value(12),
        depth,
        bound: Bound::Lower,
        pv: false,
    }
}

#[derive(Clone, Copy)]
struct Known {
    key: u64,
    entry: TtEntry,
    search: u32,
}

/// The replacement policy, written from its description.
#[derive(Default)]
struct Oracle {
    clusters: HashMap<u64, [Option<Known>; 3]>,
    search: u32,
}

impl Oracle {
    fn store(&mut self, cluster: u64, key: u64, entry: TtEntry) {
        let search = self.search;
        let slots = self.clusters.entry(cluster).or_default();
        for known in slots.iter_mut().flatten() {
            if known.key != key {
                continue;
            }
            let mv = entry.mv.or(known.entry.mv);
            let deep_enough = entry.depth + if entry.pv { 2 } else { 0 } > known.entry.depth - 4;
            if entry.bound == Bound::Exact || deep_enough || known.search != search {
                *known = Known { key, entry, search };
            }
            known.entry.mv = mv;
            return;
        }
        let new = Some(Known { key, entry, search });
        if let Some(free) = slots.iter_mut().find(|slot| slot.is_none()) {
            *free = new;
            return;
        }
        let worth = |known: Known| known.entry.depth - 8 * (search - known.search) as i32;
        // `min_by_key` takes the first of equal slots.
        let worst = slots.iter_mut().min_by_key(|slot| slot.map(worth)).unwrap();
        *worst = new;
    }

    fn probe(&self, cluster: u64, key: u64) -> Option<TtEntry> {
        let slots = self.clusters.get(&cluster)?;
        let known = slots.iter().flatten().find(|known| known.key == key)?;
        Some(known.entry)
    }

    /// Share of entries at most `max_age` searches old in the first clusters, in permille.
    fn hashfull(&self, max_age: u32) -> u32 {
        let mut used = 0;
        for (&cluster, slots) in &self.clusters {
            if cluster < SAMPLE as u64 {
                let known = slots.iter().flatten();
                used += known.filter(|k| self.search - k.search <= max_age).count();
            }
        }
        (used * 1000 / (3 * SAMPLE)) as u32
    }
}

#[test]
fn replacement_agrees_with_the_oracle() {
    for (mib, seed) in [(1, 1), (3, 2), (7, 3)] {
        let table = Table::new(mib).unwrap();
        let last = (mib * CLUSTERS_PER_MIB) as u64 - 1;
        let clusters = [0, 1, 777, last / 2, last - 1, last];
        let mut oracle = Oracle::default();
        let mut rng = SplitMix64::new(seed);
        let (mut hits, mut lost) = (0, 0);
        for step in 0..60_000 {
            let cluster = clusters[rng.below(clusters.len())];
            // Tags 0 to 6 include 0, which a free slot must not match.
            let key = key_in(cluster, mib, rng.below(7) as u64);
            let entry = random_entry(&mut rng);
            table.store(key, rng.below(200), &entry);
            oracle.store(cluster, key, entry);
            for low in 0..7 {
                let key = key_in(cluster, mib, low);
                let found = table.probe(key, rng.below(200));
                assert_eq!(found, oracle.probe(cluster, key), "step {step}");
                hits += u32::from(found.is_some());
                lost += u32::from(found.is_none());
            }
            // Searches are rare enough that no entry's age wraps around.
            if rng.below(40) == 0 {
                table.new_search();
                oracle.search += 1;
                for max_age in [0, 1, 5] {
                    assert_eq!(table.hashfull(max_age), oracle.hashfull(max_age.into()));
                }
            }
        }
        assert!(hits > 100_000 && lost > 100_000, "{hits} {lost}");
    }
}

#[test]
fn every_cluster_is_reached_and_no_other() {
    for mib in [1, 3, 5] {
        let table = Table::new(mib).unwrap();
        assert_eq!(table.mib(), mib);
        let clusters = mib * CLUSTERS_PER_MIB;
        for cluster in 0..clusters {
            table.store(key_in(cluster as u64, mib, 5), 0, &simple(7));
        }
        let used = |c: &Cluster| c.load().entries.iter().filter(|e| !e.is_free()).count();
        assert!(table.clusters.iter().all(|c| used(c) == 1));
        for key in [0, 1, u64::MAX, u64::MAX - 1] {
            table.store(key, 0, &simple(9));
            assert_eq!(table.probe(key, 0), Some(simple(9)));
        }
    }
}

#[test]
fn both_sides_to_move_have_their_own_entry() {
    let table = Table::new(1).unwrap();
    table.store(0x1234_5678_9ABC_DEF0, 0, &simple(7));
    assert_eq!(table.probe(0x1234_5678_9ABC_DEF1, 0), None);
}

#[test]
fn a_new_table_knows_nothing() {
    let table = Table::new(1).unwrap();
    let mut rng = SplitMix64::new(4);
    for _ in 0..10_000 {
        assert_eq!(table.probe(rng.next_u64(), 0), None);
        // The tag bits are all 0, as in a free slot.
        assert_eq!(table.probe(rng.next_u64() << 32, 0), None);
    }
    assert_eq!(table.hashfull(31), 0);
}

#[test]
fn age_wears_depth_down() {
    let table = Table::new(1).unwrap();
    let key = |low| key_in(9, 1, low);
    for (low, depth) in [(1, 30), (2, 20), (3, 10)] {
        table.store(key(low), 0, &simple(depth));
    }
    // Two searches later the entry of depth 10 is worth -6, less than the new one of depth 0.
    table.new_search();
    table.new_search();
    table.store(key(4), 0, &simple(0));
    assert_eq!(table.probe(key(3), 0), None);
    // The entry of depth 20 is worth 4, so this search's entry of depth 0 is replaced first.
    table.store(key(5), 0, &simple(3));
    assert_eq!(table.probe(key(4), 0), None);
    table.store(key(6), 0, &simple(1));
    assert_eq!(table.probe(key(5), 0), None);
    assert!(table.probe(key(1), 0).is_some() && table.probe(key(2), 0).is_some());
    // After three searches the entry of depth 20 is worth -4.
    table.new_search();
    table.store(key(6), 0, &simple(1));
    table.store(key(7), 0, &simple(1));
    assert_eq!(table.probe(key(2), 0), None);
    assert!(table.probe(key(6), 0).is_some() && table.probe(key(7), 0).is_some());
}

#[test]
fn ages_come_round_after_32_searches() {
    let table = Table::new(1).unwrap();
    for cluster in 0..SAMPLE as u64 {
        table.store(key_in(cluster, 1, 1), 0, &simple(5));
    }
    for search in 0..1000u32 {
        let age = (search % 32) as u8;
        assert_eq!(table.hashfull(31), 333);
        assert_eq!(table.hashfull(age), 333);
        if age > 0 {
            assert_eq!(table.hashfull(age - 1), 0);
        }
        table.new_search();
    }
}

#[test]
fn hashfull_tells_how_many_slots_are_used() {
    let table = Table::new(2).unwrap();
    let mut rng = SplitMix64::new(5);
    let slots = 2 * CLUSTERS_PER_MIB * SLOTS;
    for _ in 0..slots {
        table.store(rng.next_u64(), 0, &simple(5));
    }
    // The mean of min(3, n) / 3 for n from a Poisson distribution of mean 3 is 0.776.
    let full = table.hashfull(0);
    assert!((750..=802).contains(&full), "{full}");
    for _ in 0..10 * slots {
        table.store(rng.next_u64(), 0, &simple(5));
    }
    assert_eq!(table.hashfull(0), 1000);
    table.new_search();
    assert_eq!((table.hashfull(0), table.hashfull(1)), (0, 1000));
}

#[test]
fn clear_forgets_entries_and_ages() {
    let pool = pool();
    let table = Table::new(3).unwrap();
    let mut rng = SplitMix64::new(6);
    let keys: Vec<u64> = (0..200_000).map(|_| rng.next_u64()).collect();
    table.new_search();
    for &key in &keys {
        table.store(key, 0, &simple(5));
    }
    table.clear(Some(&pool));
    assert!(keys.iter().all(|&key| table.probe(key, 0).is_none()));
    assert!(table.clusters.iter().all(|c| {
        let seen = c.load();
        seen.entries.iter().all(|e| e.is_free())
    }));
    assert_eq!(table.generation(), 0);
}

#[test]
fn touching_a_part_frees_that_part_and_no_other() {
    let pool = pool();
    let table = Table::new(4).unwrap();
    let mut rng = SplitMix64::new(9);
    let full = |table: &Table, mib: usize| {
        let part = &table.clusters[mib * CLUSTERS_PER_MIB..(mib + 1) * CLUSTERS_PER_MIB];
        let used = |c: &Cluster| !c.load().entries.iter().all(|e| e.is_free());
        part.iter().any(used)
    };
    for _ in 0..500_000 {
        table.store(rng.next_u64(), 0, &simple(5));
    }
    table.touch(1, 1, Some(&pool));
    assert_eq!(
        [0, 1, 2, 3].map(|mib| full(&table, mib)),
        [true, false, true, true]
    );
    table.touch(3, usize::MAX, Some(&pool));
    table.touch(7, 2, Some(&pool));
    assert_eq!(
        [0, 1, 2, 3].map(|mib| full(&table, mib)),
        [true, false, true, false]
    );
}

#[test]
fn resize_gives_the_size_asked_for() {
    let pool = pool();
    let mut table = Table::new(1).unwrap();
    table.store(99, 0, &simple(5));
    table.resize(1, Some(&pool)).unwrap();
    assert_eq!(table.probe(99, 0), Some(simple(5)));
    for mib in [3, 2, 5, 1] {
        table.resize(mib, Some(&pool)).unwrap();
        assert_eq!((table.mib(), table.probe(99, 0)), (mib, None));
        table.store(99, 0, &simple(5));
    }
}

#[test]
fn an_impossible_size_is_refused_and_the_table_lives_on() {
    let pool = pool();
    assert_eq!(Table::new(0).err(), Some(TtError::TooSmall));
    let mut table = Table::new(2).unwrap();
    assert_eq!(table.resize(0, Some(&pool)), Err(TtError::TooSmall));
    for mib in [1 << 40, usize::MAX / CLUSTERS_PER_MIB, usize::MAX] {
        let error = table.resize(mib, Some(&pool)).unwrap_err();
        let refused = match error {
            TtError::NoMemory { mib, .. } | TtError::NotFree { mib, .. } => mib,
            TtError::TooSmall => 0,
        };
        assert_eq!(refused, mib);
        assert!(error.to_string().contains(&format!("{mib} MiB")));
        assert_eq!(table.mib(), 2);
        table.store(99, 0, &simple(5));
        assert_eq!(table.probe(99, 0), Some(simple(5)));
    }
}

/// Linux would promise such memory, and kill the process that uses it.
#[cfg(target_os = "linux")]
#[test]
fn a_size_that_is_not_free_is_refused_before_it_is_used() {
    let Some(bytes) = crate::mem::available() else {
        return;
    };
    // All free memory, of which a table may take only a part.
    let mib = usize::try_from(bytes >> 20).unwrap();
    let error = Table::new(mib).err().unwrap();
    assert!(matches!(error, TtError::NotFree { .. }), "{error}");
    assert!(error.to_string().contains("MiB are free"), "{error}");
}
