//! A move at the root and what the iterations found out about it.

use crate::types::{Bound, Depth, Move, Value};

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The line, starting with the move.
    pub pv: Vec<Move>,
    /// The score found last; minus infinity where the move was found no better
    /// than another.
    pub score: Value,
    /// The iteration that found `score`.
    pub score_depth: Depth,
    /// What the move was last found not to exceed.
    pub at_most: Value,
    /// The score of the iteration before.
    pub previous_score: Value,
    /// A running mean of the scores; [`Value::NONE`] at first.
    pub average_score: Value,
    /// A running mean of the scores' squares, with sign; `None` at first.
    pub mean_squared: Option<i64>,
    /// Nodes spent below it.
    pub effort: u64,
    /// The longest line below it.
    pub seldepth: Depth,
    /// The score is at least `score` (the window was too low).
    pub lower_bound: bool,
    /// The score is at most `score` (the window was too high).
    pub upper_bound: bool,
}

impl RootMove {
    /// A move nothing is known about yet.
    pub fn new(mv: Move) -> RootMove {
        RootMove {
            pv: vec![mv],
            score: -Value::INFINITE,
            score_depth: 0,
            at_most: Value::INFINITE,
            previous_score: -Value::INFINITE,
            average_score: Value::NONE,
            mean_squared: None,
            effort: 0,
            seldepth: 0,
            lower_bound: false,
            upper_bound: false,
        }
    }

    /// The move itself.
    #[inline]
    pub fn mv(&self) -> Move {
        self.pv[0]
    }

    /// Whether the score is exact or a bound.
    pub fn bound(&self) -> Bound {
        if self.lower_bound {
            Bound::Lower
        } else if self.upper_bound {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}
