//! Evaluation: the value of a position without search.

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

/// An evaluator, with the state that it updates along a line of moves.
///
/// After [`Evaluator::reset`], call [`Evaluator::push`] for every move made on the
/// position and [`Evaluator::pop`] for every move taken back.
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
/// evaluator.push(&pos.do_move(mv));
/// // Nothing was captured, and the other side is to move.
/// assert_eq!(evaluator.evaluate(&pos), -before);
/// evaluator.pop();
/// pos.undo_move(mv);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Evaluator {
    /// The network of a network evaluator and the divisor of its output.
    network: Option<(Arc<Network>, i32)>,
    mode: Mode,
}

/// The evaluation in use since the last reset.
enum Mode {
    /// Material: for the material evaluator, and for positions without a king of either side.
    Material(MaterialState),
    /// The network.
    Network(Box<NnueState>),
}

impl Clone for Evaluator {
    /// An evaluator with the same network but without a position: call [`Evaluator::reset`] first.
    fn clone(&self) -> Evaluator {
        match &self.network {
            None => Evaluator::material(),
            Some((network, fv_scale)) => Evaluator::nnue(Arc::clone(network), *fv_scale),
        }
    }
}

impl Evaluator {
    /// The material evaluator.
    pub fn material() -> Evaluator {
        Evaluator {
            network: None,
            mode: Mode::Material(MaterialState::default()),
        }
    }

    /// The evaluator of a network, whose output is divided by `fv_scale`.
    pub fn nnue(network: Arc<Network>, fv_scale: i32) -> Evaluator {
        let state = NnueState::new(Arc::clone(&network), fv_scale);
        Evaluator {
            network: Some((network, fv_scale)),
            mode: Mode::Network(Box::new(state)),
        }
    }

    /// Whether this evaluator has a network. If so, it counts material only where a king
    /// is missing.
    pub fn has_network(&self) -> bool {
        self.network.is_some()
    }

    /// Whether a network evaluates this position: never where a king is missing, as in
    /// mate problems.
    pub fn is_network_for(&self, pos: &Position) -> bool {
        self.has_network() && has_both_kings(pos)
    }

    /// Starts a new line of moves at `pos`.
    pub fn reset(&mut self, pos: &Position) {
        let network = self.network.as_ref().filter(|_| has_both_kings(pos));
        match (network, &mut self.mode) {
            (Some(_), Mode::Network(state)) => state.reset(pos),
            (None, Mode::Material(state)) => state.reset(pos),
            (Some((network, fv_scale)), Mode::Material(_)) => {
                let mut state = NnueState::new(Arc::clone(network), *fv_scale);
                state.reset(pos);
                self.mode = Mode::Network(Box::new(state));
            }
            (None, Mode::Network(_)) => {
                let mut state = MaterialState::default();
                state.reset(pos);
                self.mode = Mode::Material(state);
            }
        }
    }

    /// Updates the state for a move made on the position.
    #[inline]
    pub fn push(&mut self, dirty: &DirtyPieces) {
        match &mut self.mode {
            Mode::Material(state) => state.push(dirty),
            Mode::Network(state) => state.push(dirty),
        }
    }

    /// Updates the state for a null move.
    #[inline]
    pub fn push_null(&mut self) {
        match &mut self.mode {
            Mode::Material(state) => state.push_null(),
            Mode::Network(state) => state.push_null(),
        }
    }

    /// Updates the state for a move or null move taken back.
    #[inline]
    pub fn pop(&mut self) {
        match &mut self.mode {
            Mode::Material(state) => state.pop(),
            Mode::Network(state) => state.pop(),
        }
    }

    /// Updates the accumulators, which later positions need as well. The search calls it
    /// while it waits for a prefetched table entry.
    #[inline]
    pub fn bring_up_to_date(&mut self, pos: &Position) {
        if let Mode::Network(state) = &mut self.mode {
            state.bring_up_to_date(pos);
        }
    }

    /// The value for the side to move, within [`Value::MAX_EVAL`].
    #[inline]
    pub fn evaluate(&mut self, pos: &Position) -> Value {
        match &mut self.mode {
            Mode::Material(state) => state.evaluate(pos),
            Mode::Network(state) => state.evaluate(pos),
        }
    }

    /// The scale on which the scores of a search from `pos` are shown: those of a network with
    /// known odds are converted ([`NetScales`](scale::NetScales)).
    pub fn score_scale(&self, pos: &Position) -> ScoreScale {
        match &self.network {
            Some((network, fv_scale)) if has_both_kings(pos) => {
                network.info().scales.score_scale(*fv_scale)
            }
            _ => ScoreScale::SAME,
        }
    }

    /// The value before the clamp to the range of the search: for a network, the number that other
    /// engines print as its evaluation; for material, the same as [`Evaluator::evaluate`].
    pub fn raw(&mut self, pos: &Position) -> i32 {
        match &mut self.mode {
            Mode::Material(state) => state.evaluate(pos).0,
            Mode::Network(state) => state.raw(pos),
        }
    }
}

fn has_both_kings(pos: &Position) -> bool {
    Color::ALL.into_iter().all(|side| pos.king(side).is_some())
}
