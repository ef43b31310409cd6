//! Transposition table: results of the search by position, shared by all threads.
//!
//! The high bits of a key choose a cluster of three entries, and its low bits identify the entry
//! there. All accesses are relaxed atomics; `cluster` explains how a probe rejects the mixed words
//! that races between threads leave.

mod cluster;
mod entry;
#[cfg(loom)]
#[cfg(test)]
mod loom_model;
#[cfg(not(loom))]
#[cfg(test)]
mod stress;
#[cfg(not(loom))]
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::ThreadPool;
use rayon::prelude::*;

use crate::mem;

use cluster::{Cluster, Clusters, SLOTS, tag_of};
use entry::{GENERATIONS, Packed};

pub use crate::mem::OutOfMemory;
pub use entry::{MAX_DEPTH, TtEntry, UNSEARCHED};

/// Number of clusters in a MiB.
const CLUSTERS_PER_MIB: usize = (1 << 20) / 32;

/// Smallest table, in MiB, for which the free memory is checked before it is allocated.
const SMALL_MIB: usize = 32;

/// Number of clusters that [`Table::hashfull`] examines.
const SAMPLE: usize = 1000;

/// Error of allocating a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TtError {
    /// A table needs at least one MiB.
    #[error("a hash table of 0 MiB is too small (at least 1)")]
    TooSmall,
    /// The system would promise the memory, but has less than that free.
    #[error("no memory for a hash table of {mib} MiB: {available} MiB are free")]
    NotFree {
        /// Requested size in MiB.
        mib: usize,
        /// MiB that are free.
        available: u64,
    },
    /// The system does not give that much memory.
    #[error("no memory for a hash table of {mib} MiB: {source}")]
    NoMemory {
        /// Requested size in MiB.
        mib: usize,
        /// The failed request.
        source: OutOfMemory,
    },
}

/// The transposition table.
///
/// Threads probe and store through a shared reference. The same operations by one thread on a new
/// or cleared table always give the same results, however many threads cleared it.
pub struct Table {
    /// Never empty.
    clusters: Clusters,
    /// Number of searches; only the low bits matter.
    generation: AtomicU8,
}

impl Table {
    /// An empty table of `mib` MiB. It takes no time, whatever its size: the system
    /// zeroes each page when it is first used.
    ///
    /// # Errors
    /// If `mib` is 0 or the memory cannot be allocated.
    pub fn new(mib: usize) -> Result<Table, TtError> {
        if mib == 0 {
            return Err(TtError::TooSmall);
        }
        if mib >= SMALL_MIB
            && let Some(bytes) = mem::available()
            // A sixteenth of the free memory is left for other uses.
            && mib as u64 > (bytes >> 20) / 16 * 15
        {
            let available = bytes >> 20;
            return Err(TtError::NotFree { mib, available });
        }
        // The allocator refuses a size that does not fit in a word.
        let len = mib.saturating_mul(CLUSTERS_PER_MIB);
        match cluster::empty(len) {
            Ok(clusters) => Ok(Table {
                clusters,
                generation: AtomicU8::new(0),
            }),
            Err(source) => Err(TtError::NoMemory { mib, source }),
        }
    }

    /// Makes this an empty table of `mib` MiB; if it has that size already, it stays as it is.
    ///
    /// # Errors
    /// If `mib` is 0, which changes nothing, or if the memory cannot be allocated. Then
    /// the table is emptied and stays usable, with the size it had or the largest half,
    /// quarter, ... of it that can still be allocated.
    pub fn resize(&mut self, mib: usize, pool: Option<&ThreadPool>) -> Result<(), TtError> {
        let old = self.mib();
        if mib == old {
            return Ok(());
        }
        if mib == 0 {
            return Err(TtError::TooSmall);
        }
        // The old memory is released first, since both tables at once may not fit.
        // Meanwhile one cluster keeps the table from being empty.
        if let Ok(one) = cluster::empty(1) {
            self.clusters = one;
        }
        self.clear(pool);
        let error = match Table::new(mib) {
            Ok(table) => {
                *self = table;
                return Ok(());
            }
            Err(error) => error,
        };
        let mut size = old;
        while size > 0 {
            if let Ok(table) = Table::new(size) {
                *self = table;
                break;
            }
            size /= 2;
        }
        log::warn!("{error}; {size} MiB are used instead");
        Err(error)
    }

    /// Clears the entries and the count of searches, with the threads of `pool` if there is one.
    pub fn clear(&self, pool: Option<&ThreadPool>) {
        zero(&self.clusters, pool);
        self.generation.store(0, Relaxed);
    }

    /// Writes zeroes over `count` MiB from MiB `first` on, with the threads of `pool` if
    /// there is one. In a table that was never used this makes the system map the memory.
    /// Parts beyond the end are ignored.
    pub fn touch(&self, first: usize, count: usize, pool: Option<&ThreadPool>) {
        let end = first.saturating_add(count).min(self.mib());
        let part = first.min(end) * CLUSTERS_PER_MIB..end * CLUSTERS_PER_MIB;
        zero(&self.clusters[part], pool);
    }

    /// The size in MiB.
    pub fn mib(&self) -> usize {
        self.clusters.len() / CLUSTERS_PER_MIB
    }

    /// Begins a new search: every entry ages by one search.
    pub fn new_search(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// The entry of the position with this key, for a node at `ply` from the root.
    ///
    /// Mates in `value` are counted from the root, as in the search.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let (_, packed) = self.cluster(key).load().find(tag_of(key))?;
        Some(packed.entry(ply))
    }

    /// Stores the result of a node at `ply` from the root, unless a better one is there.
    ///
    /// An entry of the same position is updated in place. Its move stays if `entry` has none. If
    /// the old entry is of this search and more than 3 plies deeper (5 if `entry` is on a principal
    /// variation), all but its move stays, unless `entry` is exact. For a new position, `entry`
    /// takes a free slot, or the slot with the lowest depth, less 8 plies for every search of age
    /// (policy: Stockfish, YaneuraOu).
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: &TtEntry) {
        let cluster = self.cluster(key);
        let tag = tag_of(key);
        let generation = self.generation();
        let new = Packed::new(entry, ply, generation);
        // The slot is chosen now, not at the probe: the search below the node, or another
        // thread, may have changed the cluster since.
        let seen = cluster.load();
        let (slot, packed) = seen.place(tag, new, generation);
        cluster.write(&seen, slot, tag, packed);
    }

    /// Prefetches the memory that a probe for this key reads.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        mem::prefetch(self.cluster(key));
    }

    /// Share of the table in use in permille, counting entries at most `max_age` searches old.
    ///
    /// With 0 the entries of this search count, with 31 all entries. An estimate from the first
    /// thousand clusters, which keys choose as often as the other clusters.
    pub fn hashfull(&self, max_age: u8) -> u32 {
        let generation = self.generation();
        let sample = &self.clusters[..self.clusters.len().min(SAMPLE)];
        let used: usize = sample
            .iter()
            .map(|cluster| {
                let seen = cluster.load();
                let fits = |p: &&Packed| !p.is_free() && p.age(generation) <= max_age;
                seen.entries.iter().filter(fits).count()
            })
            .sum();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }

    #[inline]
    fn generation(&self) -> u8 {
        self.generation.load(Relaxed) % GENERATIONS
    }

    /// The cluster of a key, by multiply-shift: keys spread evenly over any number of
    /// clusters, without a division.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

/// Frees all slots of the clusters, with the threads of `pool` if there is one.
fn zero(clusters: &[Cluster], pool: Option<&ThreadPool>) {
    let Some(pool) = pool else {
        return clusters.iter().for_each(Cluster::clear);
    };
    pool.install(|| {
        clusters
            .par_chunks(CLUSTERS_PER_MIB)
            .for_each(|chunk| chunk.iter().for_each(Cluster::clear));
    });
}
