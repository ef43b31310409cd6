//! Accumulators: sums of the feature transformer along a line of moves, computed on demand.
//!
//! A move only records its changes. An evaluation walks back to the nearest position with known
//! sums and applies the changes since; where a side's king changed its bucket in between, or no
//! sums are known, the cache of [`super::cache`] refreshes that side's sums.

use crate::position::{DirtyPieces, PieceChange, PiecePlace, Position};
use crate::types::{Color, PieceType, Square};

use super::aligned::Aligned;
use super::backend::Backend;
use super::cache::Cache;
use super::features::Bucket;
use super::network::Network;

/// Initial capacity in positions, enough for a full search line.
const ROOM: usize = 256;

/// One position of the line.
#[derive(Clone)]
struct Slot {
    /// The changes of the move to this position; `None` at the root. Their rows are looked up only
    /// when needed, because many positions are never evaluated.
    dirty: Option<DirtyPieces>,
    buckets: [Bucket; 2],
    /// Whether each side's sums are known.
    ready: [bool; 2],
    /// Number of null moves made here. A null move changes no piece, so it takes no slot.
    nulls: u32,
}

/// The accumulators of every position from the root to the current one.
#[derive(Clone)]
pub(super) struct AccumulatorStack {
    slots: Vec<Slot>,
    /// Two accumulators for each slot.
    lanes: Aligned<i16>,
    l1: usize,
}

impl AccumulatorStack {
    pub(super) fn new(net: &Network) -> AccumulatorStack {
        let l1 = net.l1();
        let mut stack = AccumulatorStack {
            slots: Vec::with_capacity(ROOM),
            lanes: Aligned::zeroed(2 * ROOM * l1),
            l1,
        };
        stack.reset(net, [None; 2]);
        stack
    }

    /// Starts a line at a position with these kings. Its sums are not known yet.
    pub(super) fn reset(&mut self, net: &Network, kings: [Option<Square>; 2]) {
        self.slots.clear();
        self.slots.push(Slot {
            dirty: None,
            buckets: Color::ALL.map(|side| net.features.bucket(side, kings[side.index()])),
            ready: [false; 2],
            nulls: 0,
        });
    }

    /// Number of moves from the root to the current position, without null moves.
    pub(super) fn depth(&self) -> usize {
        self.slots.len() - 1
    }

    fn top(&self) -> &Slot {
        // `slots` is never empty: `reset` pushes a slot, and `pop` keeps the last slot.
        &self.slots[self.slots.len() - 1]
    }

    #[inline]
    pub(super) fn push(&mut self, net: &Network, dirty: &DirtyPieces) {
        let mut slot = Slot {
            dirty: Some(*dirty),
            buckets: self.top().buckets,
            ready: [false; 2],
            nulls: 0,
        };
        let moved = dirty.moved.after;
        if moved.kind() == PieceType::King
            && let PiecePlace::Board(to) = dirty.moved.to
        {
            let side = moved.color();
            slot.buckets[side.index()] = net.features.bucket(side, Some(to));
        }
        self.slots.push(slot);
        if 2 * self.slots.len() * self.l1 > self.lanes.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mut lanes = Aligned::zeroed(2 * self.lanes.len());
        lanes[..self.lanes.len()].copy_from_slice(&self.lanes);
        self.lanes = lanes;
    }

    #[inline]
    pub(super) fn push_null(&mut self) {
        let top = self.slots.len() - 1;
        self.slots[top].nulls += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        let top = self.slots.len() - 1;
        if self.slots[top].nulls > 0 {
            self.slots[top].nulls -= 1;
        } else if top > 0 {
            self.slots.pop();
        } else {
            debug_assert!(false, "pop at the root");
        }
    }

    /// The sums of `side` in the current position, which must be up to date.
    #[inline(always)]
    pub(super) fn accumulator(&self, side: Color) -> &[i16] {
        let at = (2 * (self.slots.len() - 1) + side.index()) * self.l1;
        &self.lanes[at..at + self.l1]
    }

    /// Computes the sums of `side` for `pos`, the current position, unless they are known.
    ///
    /// # Safety
    /// The CPU must have the features that `B` needs.
    #[inline(always)]
    pub(super) unsafe fn bring_up_to_date<B: Backend>(
        &mut self,
        net: &Network,
        cache: &mut Cache,
        side: Color,
        pos: &Position,
    ) {
        let top = self.slots.len() - 1;
        let view = side.index();
        let bucket = self.slots[top].buckets[view];
        let mut known = top;
        while !self.slots[known].ready[view] {
            if known == 0 || self.slots[known - 1].buckets[view] != bucket {
                let at = (2 * top + view) * self.l1;
                let to = &mut self.lanes[at..at + self.l1];
                // SAFETY: the caller promises that the CPU has the features that `B` needs.
                unsafe { cache.refresh::<B>(net, side, bucket, pos, to) };
                self.slots[top].ready[view] = true;
                return;
            }
            known -= 1;
        }
        for slot in known + 1..=top {
            // SAFETY: the caller promises that the CPU has the features that `B` needs.
            unsafe { self.step::<B>(net, slot, side) };
        }
    }

    /// Computes the sums of `slot` from those of the slot before.
    ///
    /// # Safety
    /// The CPU must have the features that `B` needs.
    #[inline(always)]
    unsafe fn step<B: Backend>(&mut self, net: &Network, slot: usize, side: Color) {
        let view = side.index();
        let (before, after) = self.lanes.split_at_mut(2 * slot * self.l1);
        let from = &before[(2 * slot - 2 + view) * self.l1..][..self.l1];
        let to = &mut after[view * self.l1..][..self.l1];
        let slot = &mut self.slots[slot];
        slot.ready[view] = true;
        let change = |change: &PieceChange| {
            let [sub, add] = net.features.change(side, slot.buckets[view], change)?;
            Some([sub, add].map(|row| net.transformer.row(row as usize)))
        };
        let moved = slot.dirty.as_ref().and_then(|dirty| change(&dirty.moved));
        let captured = slot
            .dirty
            .as_ref()
            .and_then(|dirty| dirty.captured.as_ref());
        let captured = captured.and_then(change);
        // SAFETY: the caller promises that the CPU has the features that `B` needs.
        unsafe {
            match (moved, captured) {
                (Some([sub, add]), Some([sub2, add2])) => {
                    B::update(to, from, [sub, sub2], [add, add2]);
                }
                (Some([sub, add]), None) | (None, Some([sub, add])) => {
                    B::update(to, from, [sub], [add]);
                }
                // A king has moved, and the feature set has no input for it.
                (None, None) => to.copy_from_slice(from),
            }
        }
    }
}
