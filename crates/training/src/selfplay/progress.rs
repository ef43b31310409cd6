//! Progress of a run of games or scores.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::pack::Game;
use komadai::search::SearchResult;
use komadai::types::Bound;

/// How far a run is, for whoever watches.
#[derive(Debug, Default)]
pub struct GenerateProgress {
    /// Games finished, those of earlier runs included.
    pub games: AtomicU64,
    /// Their plies.
    pub plies: AtomicU64,
    /// Nodes of all searches of this run.
    pub nodes: AtomicU64,
    /// Scores searched for in this run.
    pub labels: AtomicU64,
    /// How many of them came out as bounds and were left away.
    pub bounds: AtomicU64,
    /// Set to end the run after the games being played.
    pub stop: AtomicBool,
}

impl GenerateProgress {
    pub(super) fn add(&self, game: &Game) {
        self.games.fetch_add(1, Ordering::Relaxed);
        self.plies
            .fetch_add(game.plies.len() as u64, Ordering::Relaxed);
    }

    pub(super) fn count_label(&self, outcome: &SearchResult) {
        self.nodes.fetch_add(outcome.nodes, Ordering::Relaxed);
        self.labels.fetch_add(1, Ordering::Relaxed);
        let bound = outcome.bound != Bound::Exact;
        self.bounds.fetch_add(u64::from(bound), Ordering::Relaxed);
    }

    /// Mean nodes of a label, and the share of labels that came out as bounds, from 0 to 1.
    pub fn label_summary(&self) -> (f64, f64) {
        let of = |n: &AtomicU64| n.load(Ordering::Relaxed) as f64;
        let labels = of(&self.labels).max(1.0);
        (of(&self.nodes) / labels, of(&self.bounds) / labels)
    }
}
