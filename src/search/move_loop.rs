//! What the search of a node's moves has come to.

use arrayvec::ArrayVec;

use super::node_state::Candidate;
use crate::types::{Depth, Move, Value};

/// Moves remembered to be punished when a later one is better.
const SEARCHED_MAX: usize = 32;
/// The moves of a node that were searched and were not the best.
pub(super) type Searched = ArrayVec<Move, SEARCHED_MAX>;

/// How far the loop over the moves of a node has come.
pub(super) struct MoveLoop {
    pub alpha: Value,
    pub best_value: Value,
    /// The move that raised alpha last.
    pub best_move: Option<Move>,
    /// How deep the node is searched: more once a move is singular, less once
    /// alpha was raised.
    pub depth: Depth,
    /// How many moves were looked at.
    pub move_count: i32,
    pub quiets: Searched,
    pub captures: Searched,
}

impl MoveLoop {
    #[inline(always)]
    pub(super) fn new(alpha: Value, depth: Depth) -> MoveLoop {
        MoveLoop {
            alpha,
            best_value: -Value::INFINITE,
            best_move: None,
            depth,
            move_count: 0,
            quiets: Searched::new(),
            captures: Searched::new(),
        }
    }

    /// Notes a move that was searched and is not the best.
    #[inline(always)]
    pub(super) fn add_searched(&mut self, candidate: &Candidate) {
        let list = match candidate.capture {
            true => &mut self.captures,
            false => &mut self.quiets,
        };
        // What does not fit any more comes too late to matter.
        let _ = list.try_push(candidate.mv);
    }
}
