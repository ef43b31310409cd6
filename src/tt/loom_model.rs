//! Loom model of a cluster: all orders of the accesses of two writers and a reader.
//! `scripts/check races` runs it.
//!
//! Loom also explores what the memory model allows beyond the order of the program: a
//! relaxed load may give an older value than a load of another word before it.

use std::collections::BTreeSet;
use std::sync::Mutex;

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
use loom::thread;

use super::cluster::{Cluster, SLOTS, Snapshot, seal};
use super::entry::Packed;

/// A position and the entry that its writer stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stored {
    tag: u64,
    packed: Packed,
}

const A: Stored = Stored {
    tag: 0x12345,
    packed: Packed(0x0105_0000_0011_1234),
};
/// Another result for the same position.
const A_AGAIN: Stored = Stored {
    tag: 0x12345,
    packed: Packed(0x0106_0000_0022_2345),
};
const B: Stored = Stored {
    tag: 0x0BCDE,
    packed: Packed(0x0107_0000_0033_3456),
};
const DEEP: Stored = Stored {
    tag: 0x1F00D,
    packed: Packed(0x0109_0000_0044_4567),
};
const DEEPER: Stored = Stored {
    tag: 0x0CAFE,
    packed: Packed(0x010A_0000_0055_5678),
};

/// The same steps as [`super::Table::store`].
fn store(cluster: &Cluster, stored: Stored) {
    let seen = cluster.load();
    let (slot, packed) = seen.place(stored.tag, stored.packed, 0);
    cluster.write(&seen, slot, stored.tag, packed);
}

/// Every entry found must be one that a writer stored for that position.
fn check(seen: &Snapshot, everything: &[Stored]) {
    for asked in everything {
        if let Some((_, found)) = seen.find(asked.tag) {
            let written = |s: &Stored| s.tag == asked.tag && s.packed == found;
            assert!(
                everything.iter().any(written),
                "a mix: {:#x} got {found:?}",
                asked.tag
            );
        }
    }
}

/// The states of the cluster that a writer may have loaded before it writes: with none,
/// one or both of the other writer's two stores.
///
/// If one thread loads and stores the same word, loom does not try all orders with the
/// accesses of other threads. So the loads of the writers are enumerated here, and loom
/// runs only their stores and the loads of the reader.
fn views(before: Snapshot, other: Stored) -> [Snapshot; 4] {
    let (slot, packed) = before.place(other.tag, other.packed, 0);
    let after = before.with(slot, other.tag, packed);
    let (entries, tags) = (after.entries, after.tags);
    [
        before,
        Snapshot { entries, ..before },
        Snapshot { tags, ..before },
        after,
    ]
}

/// Races two writers and a reader on a cluster with the entries `before`.
fn race(before: &[Stored], writers: [Stored; 2]) {
    let everything: Vec<Stored> = before.iter().chain(&writers).copied().collect();
    let mut start = Snapshot {
        entries: [Packed(0); SLOTS],
        tags: 0,
    };
    for known in before {
        let (slot, packed) = start.place(known.tag, known.packed, 0);
        start = start.with(slot, known.tag, packed);
    }
    for first in views(start, writers[1]) {
        for second in views(start, writers[0]) {
            race_after(
                start,
                [(first, writers[0]), (second, writers[1])],
                &everything,
            );
        }
    }
}

/// Races writers that have already loaded these states.
fn race_after(start: Snapshot, writers: [(Snapshot, Stored); 2], everything: &[Stored]) {
    let plan = writers.map(|(view, stored)| {
        let (slot, packed) = view.place(stored.tag, stored.packed, 0);
        (view, slot, stored.tag, packed)
    });
    // Count the values that each word can hold; the reader may see every combination.
    let after = plan.map(|(view, slot, tag, packed)| (slot, view.with(slot, tag, packed)));
    let mut combinations = BTreeSet::from([start.tags, after[0].1.tags, after[1].1.tags]).len();
    for slot in 0..SLOTS {
        let mut values = BTreeSet::from([start.entries[slot]]);
        let written = after.iter().filter(|(s, _)| *s == slot);
        values.extend(written.map(|(_, snapshot)| snapshot.entries[slot]));
        combinations *= values.len();
    }

    let seen = std::sync::Arc::new(Mutex::new(BTreeSet::new()));
    let (all, everything) = (std::sync::Arc::clone(&seen), everything.to_vec());
    let mut model = loom::model::Builder::new();
    // The bound makes this take seconds; the count at the end shows that every
    // combination was seen.
    model.preemption_bound = Some(1);
    model.check(move || {
        let cluster = Arc::new(Cluster::from(start));
        let threads = plan.map(|(view, slot, tag, packed)| {
            let cluster = Arc::clone(&cluster);
            thread::spawn(move || cluster.write(&view, slot, tag, packed))
        });
        // The reader starts last, so that loom first runs it after the writers and then
        // tries all stores that its loads may still miss.
        let reader = {
            let cluster = Arc::clone(&cluster);
            thread::spawn(move || cluster.load())
        };
        for thread in threads {
            thread.join().unwrap();
        }
        let during = reader.join().unwrap();
        check(&during, &everything);
        // The words that the race leaves must give no wrong answer either.
        check(&cluster.load(), &everything);
        all.lock().unwrap().insert(during);
    });
    assert_eq!(
        seen.lock().unwrap().len(),
        combinations,
        "loom skipped some"
    );
}

#[test]
fn two_positions_race_for_an_empty_cluster() {
    race(&[], [A, B]);
}

#[test]
fn two_results_of_one_position_race() {
    race(&[], [A, A_AGAIN]);
}

#[test]
fn two_positions_race_beside_a_known_one() {
    race(&[DEEP], [A, B]);
}

#[test]
fn an_update_races_with_a_newcomer() {
    race(&[A], [A_AGAIN, B]);
}

#[test]
fn an_update_races_with_the_newcomer_that_replaces_it() {
    race(&[A, DEEP, DEEPER], [A_AGAIN, B]);
}

/// Two threads run whole stores, loads included.
#[test]
fn what_two_stores_leave_behind_deceives_nobody() {
    loom::model(|| {
        let cluster = Arc::new(Cluster::new());
        let threads = [A, B].map(|stored| {
            let cluster = Arc::clone(&cluster);
            thread::spawn(move || store(&cluster, stored))
        });
        for thread in threads {
            thread.join().unwrap();
        }
        check(&cluster.load(), &[A, B]);
    });
}

#[test]
fn one_thread_finds_what_it_stored() {
    loom::model(|| {
        let cluster = Cluster::new();
        for stored in [A, B, A_AGAIN] {
            store(&cluster, stored);
        }
        let found = |tag| cluster.load().find(tag).map(|(_, packed)| packed);
        assert_eq!(found(A.tag), Some(A_AGAIN.packed));
        assert_eq!(found(B.tag), Some(B.packed));
    });
}

/// The race without seals, which shows that the model finds a mix if there is one.
#[test]
#[should_panic = "a mix"]
fn a_cluster_without_seals_would_mix() {
    loom::model(|| {
        let words = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        let threads = [A, B].map(|stored| {
            let words = Arc::clone(&words);
            thread::spawn(move || {
                words[0].store(stored.packed.0, Relaxed);
                words[1].store(stored.tag, Relaxed);
            })
        });
        let (tag, packed) = (words[1].load(Relaxed), words[0].load(Relaxed));
        assert!(tag != A.tag || packed != B.packed.0, "a mix");
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

/// The models assume that none of their seals are equal by chance.
#[test]
fn the_seals_of_the_models_differ() {
    let seals = [A, A_AGAIN, B, DEEP, DEEPER].map(|stored| seal(stored.packed));
    for (i, seal) in seals.iter().enumerate() {
        assert!(!seals[..i].contains(seal));
    }
}
