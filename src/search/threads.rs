//! Who does the work of a search: threads of its own, or the thread that asks.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::host;

/// Stack of a thread that searches, in bytes: far more than the deepest line needs.
pub const STACK_SIZE: usize = 32 << 20;

/// The threads of a search.
pub(super) enum Team {
    /// Threads that wait for work.
    Pool(ThreadPool),
    /// The thread that asks, alone. Nothing is handed over, which counts when
    /// a search takes less time than waking a thread does.
    Caller,
}

impl Team {
    /// So many threads, at least one; the caller where none can be started at all.
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

    /// Has every thread do `work`, which is told the thread's number.
    pub(super) fn broadcast<R: Send>(&self, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
        match self {
            Team::Pool(pool) => pool.broadcast(|thread| work(thread.index())),
            Team::Caller => vec![work(0)],
        }
    }

    /// The threads to share other work with, if there are any.
    pub(super) fn threads(&self) -> Option<&ThreadPool> {
        match self {
            Team::Pool(pool) => Some(pool),
            Team::Caller => None,
        }
    }
}
