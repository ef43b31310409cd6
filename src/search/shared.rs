//! Threads of a search, and the state that all of them share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::limits::{Limits, SearchOptions};
use super::report::Outside;
use crate::host;
use crate::host::millis;
use crate::signals::Signals;
use crate::tt::Table;
use crate::types::{Color, Value};

/// Stack of a thread that searches, in bytes: far more than the deepest line needs.
pub const STACK_SIZE: usize = 32 << 20;

/// Threads of a search.
pub(super) enum Team {
    /// A pool of threads.
    Pool(ThreadPool),
    /// The calling thread alone, for searches that take less time than waking a thread.
    Caller,
}

impl Team {
    /// A pool of `threads` threads, at least one; on hosts without threads, the caller.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub(super) fn of(threads: usize) -> Result<Team, ThreadPoolBuildError> {
        if !host::HAS_THREADS {
            return Ok(Team::Caller);
        }
        ThreadPoolBuilder::new()
            .num_threads(threads.max(1))
            .stack_size(STACK_SIZE)
            .thread_name(|i| format!("search-{i}"))
            .build()
            .map(Team::Pool)
    }

    /// Runs `work` on every thread, with the thread's index.
    pub(super) fn broadcast<R: Send>(&self, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
        match self {
            Team::Pool(pool) => pool.broadcast(|thread| work(thread.index())),
            Team::Caller => vec![work(0)],
        }
    }

    /// The pool, for work other than the search, such as clearing the table.
    pub(super) fn threads(&self) -> Option<&ThreadPool> {
        match self {
            Team::Pool(pool) => Some(pool),
            Team::Caller => None,
        }
    }
}

/// Node counter of one thread, on cache lines of its own, so that threads do not slow
/// each other down.
#[repr(align(128))]
#[derive(Default)]
pub struct NodeCounter(AtomicU64);

impl NodeCounter {
    /// Publishes the thread's node count.
    #[inline]
    pub fn set(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }
}

/// State of one search that all its threads share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// Limits of the search.
    pub limits: &'a Limits,
    /// Options of the search.
    pub options: &'a SearchOptions,
    /// Signals of the caller: stop and ponderhit.
    pub signals: &'a Signals,
    /// Receiver of the reports, and the scale of their scores.
    pub outside: Outside<'a>,
    /// Set once the search must end; every thread returns as soon as it sees it.
    stop: AtomicBool,
    /// Set while the time left is too short for a deeper iteration.
    pub hold_depth: AtomicBool,
    nodes: Vec<NodeCounter>,
    /// Latest end of the search, in ms since [`Limits::start`].
    last_moment: AtomicU64,
    draw: [Value; 2],
}

impl<'a> Shared<'a> {
    /// A search on `threads` threads, without a clock and with draws at zero.
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

    /// The same search with these values of a draw, for Black and for White.
    pub fn with_draw_values(self, draw: [Value; 2]) -> Shared<'a> {
        Shared { draw, ..self }
    }

    /// Time since [`Limits::start`], in ms.
    pub fn elapsed_ms(&self) -> u64 {
        millis::since(self.limits.start)
    }

    /// Sets the latest end of the search, in ms since [`Limits::start`].
    pub fn set_last_moment(&self, ms: u64) {
        self.last_moment.store(ms, Ordering::Relaxed);
    }

    /// Whether the latest end of the search has passed, for threads without a clock.
    pub fn is_past_last_moment(&self) -> bool {
        let last = self.last_moment.load(Ordering::Relaxed);
        last != u64::MAX && self.elapsed_ms() >= last
    }

    /// The number of threads.
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

    /// The value of a draw for a side.
    #[inline]
    pub fn draw_value(&self, side: Color) -> Value {
        self.draw[side.index()]
    }
}
