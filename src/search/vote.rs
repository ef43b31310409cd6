//! Which thread's move is played.

use super::root_move::RootMove;
use crate::types::{Depth, Move, Value};

/// What a thread ended with.
pub(super) struct Finished {
    /// Its best root move.
    pub(super) best: RootMove,
    /// The last finished iteration.
    pub(super) depth: Depth,
    /// The last iteration begun.
    pub(super) begun: Depth,
}

/// Chooses the thread whose move is played: moves collect votes by score and
/// depth; a shorter mate beats everything (Stockfish).
pub(super) fn vote(finished: &[Finished], multipv: usize) -> usize {
    let usable = |f: &Finished| f.depth > 0 && f.best.score != -Value::INFINITE;
    // Of several lines asked for, those of the main thread have been reported.
    if finished.len() == 1 || multipv > 1 && usable(&finished[0]) {
        return 0;
    }
    let Some(lowest) = finished
        .iter()
        .filter(|f| usable(f))
        .map(|f| f.best.score)
        .min()
    else {
        return 0;
    };
    let weight = |f: &Finished| i64::from(f.best.score - lowest + 14) * i64::from(f.depth);
    let votes = |mv: Move| -> i64 {
        finished
            .iter()
            .filter(|f| usable(f) && f.best.mv() == mv)
            .map(weight)
            .sum()
    };
    let mut chosen = 0;
    for (i, candidate) in finished.iter().enumerate().skip(1) {
        if !usable(candidate) {
            continue;
        }
        let current = &finished[chosen];
        let better = if !usable(current) {
            true
        } else if current.best.score.is_decisive() {
            candidate.best.score > current.best.score
        } else if candidate.best.score.is_win() {
            true
        } else {
            let (a, b) = (votes(candidate.best.mv()), votes(current.best.mv()));
            !candidate.best.score.is_loss()
                && (a > b
                    || a == b
                        && weight(candidate) * i64::from(candidate.best.pv.len() > 2)
                            > weight(current) * i64::from(current.best.pv.len() > 2))
        };
        if better {
            chosen = i;
        }
    }
    chosen
}
