//! Evaluation: what a position is worth without looking ahead.

pub mod embedded;
pub mod material;
pub mod nnue;
pub mod scale;

use std::sync::Arc;

use crate::position::{DirtyPieces, Position};
use crate::types::{Color, Value};
use material::MaterialState;
use nnue::{Network, NnueState};
use scale::ScoreScale;

/// An evaluator with the state it keeps up to date along a line of moves.
///
/// After [`Evaluator::reset`] every move made on the position is pushed and
/// every move taken back popped.
///
/// ```
/// use komadai::eval::Evaluator;
/// use komadai::position::Position;
///
/// let mut pos = Position::default();
/// let mut evaluator = Evaluator::material();
/// evaluator.reset(&pos);
/// let before = evaluator.evaluate(&pos);
///
/// let mv = "7g7f".parse()?;
/// evaluator.push(&pos.play(mv)?);
/// // Nothing was taken, and the other side is to move.
/// assert_eq!(evaluator.evaluate(&pos), -before);
/// evaluator.pop();
/// pos.undo_move(mv);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Evaluator {
    /// Material on the board and in hand.
    Material(Box<MaterialState>),
    /// A neural network.
    Nnue(Box<NnueEvaluator>),
}

/// A network's state, and material for positions that no network knows.
pub struct NnueEvaluator {
    state: NnueState,
    /// In use while a king is missing, as in mate problems.
    without_king: Option<MaterialState>,
}

impl Clone for Evaluator {
    /// The same evaluator at no position yet.
    fn clone(&self) -> Evaluator {
        match self {
            Evaluator::Material(_) => Evaluator::material(),
            Evaluator::Nnue(nnue) => {
                Evaluator::nnue(Arc::clone(nnue.state.network()), nnue.state.fv_scale())
            }
        }
    }
}

impl Evaluator {
    /// The material evaluator.
    pub fn material() -> Evaluator {
        Evaluator::Material(Box::default())
    }

    /// A network whose output is divided by `fv_scale`.
    pub fn nnue(network: Arc<Network>, fv_scale: i32) -> Evaluator {
        Evaluator::Nnue(Box::new(NnueEvaluator {
            state: NnueState::new(network, fv_scale),
            without_king: None,
        }))
    }

    /// Whether this evaluator can value the position by a network: none knows
    /// what to make of a missing king.
    pub fn is_network_for(&self, pos: &Position) -> bool {
        let kings = Color::ALL.into_iter().all(|side| pos.king(side).is_some());
        matches!(self, Evaluator::Nnue(_)) && kings
    }

    /// Starts over from a position.
    pub fn reset(&mut self, pos: &Position) {
        match self {
            Evaluator::Material(state) => state.reset(pos),
            Evaluator::Nnue(nnue) => {
                if Color::ALL.into_iter().all(|side| pos.king(side).is_some()) {
                    nnue.without_king = None;
                    nnue.state.reset(pos);
                } else {
                    let mut material = MaterialState::default();
                    material.reset(pos);
                    nnue.without_king = Some(material);
                }
            }
        }
    }

    /// Follows a move.
    #[inline]
    pub fn push(&mut self, dirty: &DirtyPieces) {
        match self {
            Evaluator::Material(state) => state.push(dirty),
            Evaluator::Nnue(nnue) => match &mut nnue.without_king {
                None => nnue.state.push(dirty),
                Some(material) => material.push(dirty),
            },
        }
    }

    /// Follows a null move.
    #[inline]
    pub fn push_null(&mut self) {
        match self {
            Evaluator::Material(state) => state.push_null(),
            Evaluator::Nnue(nnue) => match &mut nnue.without_king {
                None => nnue.state.push_null(),
                Some(material) => material.push_null(),
            },
        }
    }

    /// Follows a move or null move back.
    #[inline]
    pub fn pop(&mut self) {
        match self {
            Evaluator::Material(state) => state.pop(),
            Evaluator::Nnue(nnue) => match &mut nnue.without_king {
                None => nnue.state.pop(),
                Some(material) => material.pop(),
            },
        }
    }

    /// Does what every evaluation of this position, or of one further on, has to
    /// do first: work for a time in which something else is waited for.
    #[inline]
    pub fn bring_up_to_date(&mut self, pos: &Position) {
        if let Evaluator::Nnue(nnue) = self
            && nnue.without_king.is_none()
        {
            nnue.state.bring_up_to_date(pos);
        }
    }

    /// The value for the side to move, within [`Value::MAX_EVAL`].
    #[inline]
    pub fn evaluate(&mut self, pos: &Position) -> Value {
        match self {
            Evaluator::Material(state) => state.evaluate(pos),
            Evaluator::Nnue(nnue) => match &nnue.without_king {
                None => nnue.state.evaluate(pos),
                Some(material) => material.evaluate(pos),
            },
        }
    }

    /// How the scores of a search from `pos` are shown: those of a network that
    /// says what its output stands for are converted.
    pub fn score_scale(&self, pos: &Position) -> ScoreScale {
        match self {
            Evaluator::Nnue(nnue) if self.is_network_for(pos) => {
                let scales = nnue.state.network().info().scales;
                scales.score_scale(nnue.state.fv_scale())
            }
            _ => ScoreScale::SAME,
        }
    }

    /// The value before the clamp to what the search can hold: for a network
    /// what the field's engines print as its evaluation.
    pub fn raw(&mut self, pos: &Position) -> i32 {
        match self {
            Evaluator::Nnue(nnue) if nnue.without_king.is_none() => nnue.state.raw(pos),
            _ => self.evaluate(pos).0,
        }
    }
}
