//! The answer of the engine after a panic in the search.

use std::sync::Mutex;

use crate::host::sync::{into_inner, lock};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::search::{Best, Info, Reporter, SearchResult};
use crate::types::{Bound, Depth, Move, Score};

/// A reporter that passes reports on and keeps the last finished iteration.
pub(super) struct LastCompleted<'a> {
    inner: &'a dyn Reporter,
    last: Mutex<Option<Iteration>>,
}

struct Iteration {
    depth: Depth,
    score: Score,
    pv: Vec<Move>,
}

impl<'a> LastCompleted<'a> {
    pub(super) fn new(inner: &'a dyn Reporter) -> Self {
        LastCompleted {
            inner,
            last: Mutex::new(None),
        }
    }

    /// The answer of the last finished iteration; without one any legal move, and
    /// without a legal move resignation.
    pub(super) fn outcome(self, pos: &Position) -> SearchResult {
        let last = into_inner(self.last);
        let mated = Score::mated_in(0);
        let mut outcome = SearchResult::exact(Best::Resign, mated, 0, Vec::new());
        let best = match &last {
            Some(Iteration { pv, .. }) => pv.first().copied().filter(|&mv| pos.is_legal(mv)),
            None => None,
        };
        if let (Some(mv), Some(last)) = (best, last) {
            outcome.best = Best::Move(mv);
            outcome.score = last.score;
            outcome.depth = last.depth;
            outcome.pv = last.pv;
        } else if let Some(&mv) = legal_moves(pos).first() {
            outcome.best = Best::Move(mv);
            (outcome.score, outcome.bound) = (Score::ZERO, Bound::None);
            outcome.pv = vec![mv];
        }
        outcome
    }
}

impl Reporter for LastCompleted<'_> {
    fn info(&self, info: &Info<'_>) {
        self.inner.info(info);
    }

    fn completed(&self, depth: Depth, score: Score, pv: &[Move]) {
        // The iteration is stored first, because `inner` may panic.
        *lock(&self.last) = Some(Iteration {
            depth,
            score,
            pv: pv.to_vec(),
        });
        self.inner.completed(depth, score, pv);
    }

    fn result(&self, result: &SearchResult) {
        self.inner.result(result);
    }

    fn string(&self, text: &str) {
        self.inner.string(text);
    }
}
