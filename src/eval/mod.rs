//! Evaluation: what a position is worth without looking ahead.

pub mod material;
pub mod nnue;

use crate::position::{DirtyPieces, Position};
use crate::types::Value;
use material::MaterialState;

/// An evaluator with the state it keeps up to date along a line of moves.
///
/// After [`Evaluator::reset`] every move made on the position is pushed and
/// every move taken back popped.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// Material on the board and in hand.
    Material(Box<MaterialState>),
}

impl Evaluator {
    /// The material evaluator.
    pub fn material() -> Evaluator {
        Evaluator::Material(Box::default())
    }

    /// Starts over from a position.
    pub fn reset(&mut self, pos: &Position) {
        match self {
            Evaluator::Material(state) => state.reset(pos),
        }
    }

    /// Follows a move.
    #[inline]
    pub fn push(&mut self, dirty: &DirtyPieces) {
        match self {
            Evaluator::Material(state) => state.push(dirty),
        }
    }

    /// Follows a null move.
    #[inline]
    pub fn push_null(&mut self) {
        match self {
            Evaluator::Material(state) => state.push_null(),
        }
    }

    /// Follows a move or null move back.
    #[inline]
    pub fn pop(&mut self) {
        match self {
            Evaluator::Material(state) => state.pop(),
        }
    }

    /// The value for the side to move, within [`Value::MAX_EVAL`].
    #[inline]
    pub fn evaluate(&mut self, pos: &Position) -> Value {
        match self {
            Evaluator::Material(state) => state.evaluate(pos),
        }
    }
}
