//! Benchmark of probes and stores of the transposition table, in memory and in the
//! processor's caches.
#![allow(
    clippy::unwrap_used,
    reason = "a measurement stops at the first surprise"
)]

use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use komadai::tt::{Table, TtEntry};
use komadai::types::{Bound, Move, SplitMix64, Value};

fn main() {
    divan::main();
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(256).unwrap());

static KEYS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut rng = SplitMix64::new(7);
    (0..1_000_000).map(|_| rng.next_u64()).collect()
});

/// Keys of few clusters, which stay in the nearest caches, so that only instructions and
/// branches are measured.
fn cached() -> Vec<u64> {
    let few = KEYS[..2000].iter();
    few.map(|key| key >> 12 | key << 60 >> 60).collect()
}

fn entry() -> TtEntry {
    TtEntry {
        mv: Move::from_usi("7g7f").ok(),
        value: Value(5),
        eval: Value(12),
        depth: 5,
        bound: Bound::Lower,
        pv: false,
    }
}

/// Measures an operation, run for each key.
fn each(bencher: Bencher, keys: &[u64], operation: impl Fn(usize, u64)) {
    bencher
        .counter(ItemsCount::new(keys.len()))
        .bench_local(|| {
            for (i, &key) in keys.iter().enumerate() {
                operation(i, key);
            }
        });
}

fn store(key: u64) {
    TABLE.store(key, 3, black_box(&entry()));
}

fn probe(key: u64) {
    black_box(TABLE.probe(key, 3));
}

#[divan::bench]
fn clear(bencher: Bencher) {
    bencher.bench_local(|| TABLE.clear(None));
}

#[divan::bench]
fn stores(bencher: Bencher) {
    each(bencher, &KEYS, |_, key| store(key));
}

#[divan::bench]
fn probes(bencher: Bencher) {
    each(bencher, &KEYS, |_, key| probe(key));
}

#[divan::bench]
fn probes_prefetched_8_ahead(bencher: Bencher) {
    each(bencher, &KEYS, |i, key| {
        TABLE.prefetch(KEYS[(i + 8).min(KEYS.len() - 1)]);
        probe(key);
    });
}

#[divan::bench]
fn cached_stores(bencher: Bencher) {
    each(bencher, &cached(), |_, key| store(key));
}

/// Probes of which all, none, or a random half find an entry.
#[divan::bench(args = ["hits", "misses", "half of each"])]
fn cached_probes(bencher: Bencher, kind: &str) {
    let few = cached();
    few.iter().for_each(|&key| store(key));
    let missed = |i: usize| match kind {
        "hits" => false,
        "misses" => true,
        _ => KEYS[i] & 1 == 1,
    };
    let asked: Vec<u64> = few
        .iter()
        .enumerate()
        .map(|(i, key)| key ^ if missed(i) { 0xFFF0 } else { 0 })
        .collect();
    each(bencher, &asked, |_, key| probe(key));
}
