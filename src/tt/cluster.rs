//! Cluster: half a cache line of entries, which threads share without locks.

use super::entry::Packed;
#[cfg(not(loom))]
use crate::mem;
use crate::mem::OutOfMemory;

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of entries in a cluster.
pub(super) const SLOTS: usize = 3;

const TAG_BITS: u32 = 21;
const TAG_MASK: u64 = (1 << TAG_BITS) - 1;

/// Three entries, and the tags that identify their positions.
///
/// Other engines keep 16 key bits beside the 64 bits of an entry, with 16 bits left over. Here an
/// entry is one word, so it is never torn itself, and the spare bits widen the tags: three of 21
/// bits fill the fourth word. Two races remain: a thread may read a tag beside an entry that
/// another thread has just written, and of two threads that change different tags of the word one
/// may lose its change. Therefore a tag is stored xored with a hash of its entry, its [seal](seal)
/// (idea: Hyatt and Mann, "A lock-less transposition table implementation for parallel search",
/// 2002). An entry beside a tag it was not written with fails the comparison like the entry of
/// another position: it is lost, never believed. The chance of a false match is that of two keys
/// that collide, 1 in 2 million.
#[cfg_attr(not(loom), repr(align(32)))]
pub(super) struct Cluster {
    entries: [AtomicU64; SLOTS],
    /// The tag of slot `i` has bits `21 * i` to `21 * i + 20`; the top bit is unused.
    tags: AtomicU64,
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Cluster>() == 32 && align_of::<Cluster>() == 32);

// SAFETY: a cluster is nothing but integers; zeroes are three free slots.
#[cfg(not(loom))]
unsafe impl mem::Zero for Cluster {}

/// The clusters of a table.
#[cfg(not(loom))]
pub(super) type Clusters = mem::Pages<Cluster>;
#[cfg(loom)]
pub(super) type Clusters = Vec<Cluster>;

/// Clusters of free slots.
///
/// # Errors
/// If the memory cannot be allocated.
#[cfg(not(loom))]
pub(super) fn empty(len: usize) -> Result<Clusters, OutOfMemory> {
    Clusters::zeroed(len)
}

/// Clusters of free slots for loom, whose atomic integers are not plain bytes.
#[cfg(loom)]
pub(super) fn empty(len: usize) -> Result<Clusters, OutOfMemory> {
    Ok((0..len).map(|_| Cluster::new()).collect())
}

/// The part of a key that tells apart the positions in one cluster.
///
/// The part consists of the lowest bits, because the highest bits choose the cluster. Bit 0 is the
/// side to move.
#[inline]
pub(super) fn tag_of(key: u64) -> u64 {
    key & TAG_MASK
}

/// A hash of an entry, 0 for a free slot. It depends on every bit of the entry.
#[inline]
pub(super) fn seal(packed: Packed) -> u64 {
    packed.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - TAG_BITS)
}

impl Cluster {
    /// Three free slots.
    #[cfg(loom)]
    pub(super) fn new() -> Cluster {
        Cluster {
            entries: std::array::from_fn(|_| AtomicU64::new(0)),
            tags: AtomicU64::new(0),
        }
    }

    /// Frees every slot.
    pub(super) fn clear(&self) {
        for entry in &self.entries {
            entry.store(0, Relaxed);
        }
        self.tags.store(0, Relaxed);
    }

    /// The words of the cluster. A word that another thread is writing may be old or new.
    #[inline]
    pub(super) fn load(&self) -> Snapshot {
        Snapshot {
            tags: self.tags.load(Relaxed),
            entries: [
                Packed(self.entries[0].load(Relaxed)),
                Packed(self.entries[1].load(Relaxed)),
                Packed(self.entries[2].load(Relaxed)),
            ],
        }
    }

    /// Writes one slot. `seen` is the result of [`Cluster::load`].
    ///
    /// Without a compare-and-swap, changes that other threads made to the other tags
    /// since the load are undone; the entries of those tags are lost.
    #[inline]
    pub(super) fn write(&self, seen: &Snapshot, slot: usize, tag: u64, packed: Packed) {
        let new = seen.with(slot, tag, packed);
        self.entries[slot].store(packed.0, Relaxed);
        self.tags.store(new.tags, Relaxed);
    }
}

/// The words of a cluster, read once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Snapshot {
    /// The entries, free slots included.
    pub(super) entries: [Packed; SLOTS],
    /// The tags, laid out as in [`Cluster`].
    pub(super) tags: u64,
}

#[cfg(all(test, loom))]
impl From<Snapshot> for Cluster {
    fn from(start: Snapshot) -> Cluster {
        Cluster {
            entries: start.entries.map(|packed| AtomicU64::new(packed.0)),
            tags: AtomicU64::new(start.tags),
        }
    }
}

impl Snapshot {
    /// The slot and entry of the position with this tag.
    #[inline]
    pub(super) fn find(&self, tag: u64) -> Option<(usize, Packed)> {
        for (slot, &packed) in self.entries.iter().enumerate() {
            let sealed = self.tags >> (TAG_BITS * slot as u32) & TAG_MASK;
            if sealed ^ seal(packed) == tag && !packed.is_free() {
                return Some((slot, packed));
            }
        }
        None
    }

    /// The snapshot with one slot changed.
    #[inline]
    pub(super) fn with(mut self, slot: usize, tag: u64, packed: Packed) -> Snapshot {
        let shift = TAG_BITS * slot as u32;
        let sealed = tag ^ seal(packed);
        self.tags = self.tags & !(TAG_MASK << shift) | sealed << shift;
        self.entries[slot] = packed;
        self
    }

    /// The slot to write when `new` is stored, and the entry to write there.
    #[inline]
    pub(super) fn place(&self, tag: u64, new: Packed, generation: u8) -> (usize, Packed) {
        match self.find(tag) {
            Some((slot, old)) => (slot, old.updated(new, generation)),
            None => (self.least_worth(generation), new),
        }
    }

    /// The slot with the least worth; among equal slots, the first.
    #[inline]
    fn least_worth(&self, generation: u8) -> usize {
        let worth = self.entries.map(|packed| packed.worth(generation));
        let first = usize::from(worth[1] < worth[0]);
        if worth[2] < worth[first] { 2 } else { first }
    }
}
