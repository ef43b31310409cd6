//! Limits and results of a tsume search.

use crate::host::DEFAULT_HASH_MIB;
use crate::signals::Signals;
use crate::types::Move;

/// Bounds of a search for a mate; without any it runs until the result is known.
#[derive(Clone, Copy, Debug)]
pub struct MateLimits<'a> {
    /// Milliseconds to use.
    pub time_ms: Option<u64>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// A stop among these signals ends the search.
    pub signals: Option<&'a Signals>,
    /// Memory for the table in MiB.
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
    /// A mate is proven; the line ends with it.
    Mate(Vec<Move>),
    /// It is proven that there is none.
    NoMate,
    /// Neither was proven within the limits.
    Timeout,
}

/// Statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateStats {
    /// Positions visited.
    pub nodes: u64,
    /// Positions visited until the first proof or disproof.
    pub nodes_to_verdict: u64,
    /// Plies of the mate proven first, which a later search may have shortened.
    pub first_len: Option<usize>,
    /// Whether no shorter mate than the line given exists.
    pub is_shortest: bool,
    /// Filling of the table at the end, per thousand.
    pub table_permille: u32,
}
