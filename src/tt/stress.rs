//! Stress test: several threads store and probe the same few clusters at once.
//! `scripts/check races` also runs it under ThreadSanitizer.

use super::*;
use crate::types::{Bound, Depth, Move, SplitMix64, Value};
use cluster::seal;
use std::sync::Arc;

const THREADS: u64 = 4;
const ROUNDS: usize = 500_000;
/// Number of clusters in use, each with more positions than it has slots.
const CLUSTERS: u64 = 2;
const POSITIONS: u64 = 5;
const VARIANTS: u64 = 4;

fn key_of(cluster: u64, position: u64) -> u64 {
    let noise = SplitMix64::new(cluster * 100 + position).next_u64();
    cluster << 49 | noise >> 16
}

/// An entry whose every field follows from its key, so that a mixed entry is recognised.
fn entry_of(key: u64, variant: u64) -> TtEntry {
    let mut rng = SplitMix64::new(key ^ variant << 50);
    let mv = (0..).find_map(|_| Move::from_bits(rng.next_u64() as u16));
    TtEntry {
        mv,
        value: Value(rng.below(20_000) as i32 - 10_000),
        eval: Value(rng.below(20_000) as i32 - 10_000),
        // The depths are close enough that each variant replaces every other as a whole.
        depth: 10 + rng.below(4) as Depth,
        bound: Bound::from_bits(rng.next_u64() as u8),
        pv: rng.below(2) == 0,
    }
}

/// Tests that every mix of the words of two stores fails the tag comparison, so that the
/// test below cannot fail by the chance of 1 in 2 million.
fn assert_no_mix_has_a_fitting_tag() {
    let mut mixes = 0;
    for cluster in 0..CLUSTERS {
        let mut stores = Vec::new();
        for position in 0..POSITIONS {
            let key = key_of(cluster, position);
            for variant in 0..VARIANTS {
                let packed = Packed::new(&entry_of(key, variant), 0, 0);
                stores.push((tag_of(key), seal(packed)));
            }
        }
        for &(written_tag, written_seal) in &stores {
            for &(entry_tag, entry_seal) in &stores {
                for &(tag, _) in &stores {
                    if tag != entry_tag {
                        assert_ne!(written_tag ^ written_seal ^ entry_seal, tag);
                        mixes += 1;
                    }
                }
            }
        }
    }
    assert!(mixes > 1000);
}

#[test]
fn no_torn_entry_gets_through() {
    assert_no_mix_has_a_fitting_tag();
    let table = Arc::new(Table::new(1).unwrap());
    let threads: Vec<_> = (0..THREADS)
        .map(|thread| {
            let table = Arc::clone(&table);
            std::thread::spawn(move || {
                let mut rng = SplitMix64::new(thread);
                let mut hits = 0;
                for _ in 0..ROUNDS {
                    let random = rng.next_u64();
                    let key = key_of(random >> 8 & (CLUSTERS - 1), (random >> 16) % POSITIONS);
                    if random & 1 == 0 {
                        table.store(key, 0, &entry_of(key, random >> 32 & (VARIANTS - 1)));
                    } else if let Some(found) = table.probe(key, 0) {
                        let known = (0..VARIANTS).any(|v| entry_of(key, v) == found);
                        assert!(known, "{key:#x} holds {found:?}, which nobody stored there");
                        hits += 1;
                    }
                }
                hits
            })
        })
        .collect();
    let hits: Vec<usize> = threads.into_iter().map(|t| t.join().unwrap()).collect();
    // Three of five positions fit in a cluster; many entries are lost in races, but not all.
    assert!(hits.iter().all(|&hits| hits > 1000), "{hits:?}");
}
