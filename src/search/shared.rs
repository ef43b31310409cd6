//! What the threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::limits::Limits;
use super::options::SearchOptions;
use super::report::Outside;
use super::signals::Signals;
use crate::host::millis;
use crate::tt::Table;
use crate::types::{Color, Value};

/// A counter on cache lines of its own, so that threads do not slow each other down.
#[repr(align(128))]
#[derive(Default)]
pub struct NodeCounter(AtomicU64);

impl NodeCounter {
    /// Publishes a thread's count.
    #[inline]
    pub fn set(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }
}

/// One search as all its threads see it.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// What ends the search.
    pub limits: &'a Limits,
    /// What the user set.
    pub options: &'a SearchOptions,
    /// Orders from outside.
    pub signals: &'a Signals,
    /// Where progress goes.
    pub outside: Outside<'a>,
    /// Set once the search must end; every thread returns as soon as it sees it.
    stop: AtomicBool,
    /// Set while the main thread sees no sense in going deeper.
    pub hold_depth: AtomicBool,
    nodes: Vec<NodeCounter>,
    /// When the clock runs out, in ms since [`Limits::start`].
    last_moment: AtomicU64,
    draw: [Value; 2],
}

impl<'a> Shared<'a> {
    /// A search about to begin on `threads` threads, without a clock; a draw
    /// is worth nothing to either side.
    pub fn new(
        table: &'a Table,
        limits: &'a Limits,
        options: &'a SearchOptions,
        signals: &'a Signals,
        outside: Outside<'a>,
        threads: usize,
    ) -> Shared<'a> {
        Shared {
            table,
            limits,
            options,
            signals,
            outside,
            stop: AtomicBool::new(false),
            hold_depth: AtomicBool::new(false),
            nodes: (0..threads).map(|_| NodeCounter::default()).collect(),
            last_moment: AtomicU64::new(u64::MAX),
            draw: [Value::ZERO; 2],
        }
    }

    /// The same search with what a draw is worth to each side.
    pub fn with_draw_values(self, draw: [Value; 2]) -> Shared<'a> {
        Shared { draw, ..self }
    }

    /// Time since the search was asked for, in ms.
    pub fn elapsed_ms(&self) -> u64 {
        millis::since(self.limits.start)
    }

    /// Says when the clock runs out, in ms since [`Limits::start`].
    pub fn set_last_moment(&self, ms: u64) {
        self.last_moment.store(ms, Ordering::Relaxed);
    }

    /// Whether the clock has run out, also for a thread that has none.
    pub fn is_past_last_moment(&self) -> bool {
        let last = self.last_moment.load(Ordering::Relaxed);
        last != u64::MAX && self.elapsed_ms() >= last
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the search must end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The node counter of a thread.
    #[inline]
    pub fn counter(&self, thread: usize) -> &NodeCounter {
        &self.nodes[thread]
    }

    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|counter| counter.0.load(Ordering::Relaxed))
            .sum()
    }

    /// What a draw is worth to the side to move.
    #[inline]
    pub fn draw_value(&self, side: Color) -> Value {
        self.draw[side.index()]
    }
}
