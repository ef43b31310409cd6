//! Progress counters of a run of self-play or rescoring.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::pack::Game;
use komadai::search::SearchResult;
use komadai::types::Bound;

/// Counters that the threads of a run update and another thread may read.
#[derive(Debug, Default)]
pub struct GenerateProgress {
    /// Games finished, those of earlier runs included.
    pub games: AtomicU64,
    /// Plies of these games.
    pub plies: AtomicU64,
    /// Nodes of the searches counted in `labels`.
    pub nodes: AtomicU64,
    /// Searches of this run whose score was to become a label.
    pub labels: AtomicU64,
    /// Searches counted in `labels` that ended with a bound, which is not stored.
    pub bounds: AtomicU64,
    /// Games and damaged stretches of the input that were left out, in a run of rescoring.
    pub left_out: AtomicU64,
    /// Set to true to end the run after the games being played or scored.
    pub stop: AtomicBool,
}

impl GenerateProgress {
    pub(super) fn add(&self, game: &Game) {
        self.games.fetch_add(1, Ordering::Relaxed);
        self.plies
            .fetch_add(game.plies.len() as u64, Ordering::Relaxed);
    }

    pub(super) fn leave_out(&self) {
        self.left_out.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn count_label(&self, outcome: &SearchResult) {
        self.nodes.fetch_add(outcome.nodes, Ordering::Relaxed);
        self.labels.fetch_add(1, Ordering::Relaxed);
        let bound = outcome.bound != Bound::Exact;
        self.bounds.fetch_add(u64::from(bound), Ordering::Relaxed);
    }

    /// Mean nodes of a label, and the share of labels that came out as bounds, from 0 to 1; `None`
    /// if no position was searched for its label.
    pub fn label_summary(&self) -> Option<(f64, f64)> {
        let of = |n: &AtomicU64| n.load(Ordering::Relaxed) as f64;
        let labels = of(&self.labels);
        (labels > 0.0).then(|| (of(&self.nodes) / labels, of(&self.bounds) / labels))
    }
}
