//! Limits and results of a tsume search.

use crate::host::DEFAULT_HASH_MIB;
use crate::signals::Signals;
use crate::types::Move;

/// Limits of a search for a mate; without any it runs until the result is known.
#[derive(Clone, Copy, Debug)]
pub struct MateLimits<'a> {
    /// Longest time in ms.
    pub time_ms: Option<u64>,
    /// Largest number of nodes to visit.
    pub nodes: Option<u64>,
    /// Signals whose stop ends the search.
    pub signals: Option<&'a Signals>,
    /// Largest memory of the table in MiB.
    pub memory_mib: usize,
}

impl Default for MateLimits<'_> {
    fn default() -> Self {
        MateLimits {
            time_ms: None,
            nodes: None,
            signals: None,
            memory_mib: DEFAULT_HASH_MIB,
        }
    }
}

/// The answer of the tsume solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateResult {
    /// A mate is proven; this is its line, the mating move last.
    Mate(Vec<Move>),
    /// It is proven that there is no mate.
    NoMate,
    /// Neither was proven within the limits, or after a stop.
    Timeout,
}

/// Statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateStats {
    /// Positions visited.
    pub nodes: u64,
    /// Positions visited until the first proof or disproof.
    pub nodes_to_verdict: u64,
    /// Plies of the first proven mate, which the search may have shortened later.
    pub first_len: Option<usize>,
    /// Whether it is proven that no mate is shorter than the line given.
    pub is_shortest: bool,
    /// Share of the table in use at the end, in permille.
    pub table_permille: u32,
}
