//! A thread's view of a network: the sums along its line of moves, and the value.

use std::fmt;
use std::sync::Arc;

use crate::position::{DirtyPieces, Position};
use crate::types::{Color, Value};

use super::inference::Inference;
use super::kernel::Kernel;
use super::network::Network;

/// The largest value that the field's engines print: one less than the
/// smallest mate score there.
const RAW_LIMIT: i32 = 31_753;

/// Numbers a side up to which sums are worth computing before it is known that they
/// are needed: it made a search with 1536 3 % slower, with 1024 neither, with 256 faster.
const LARGE: usize = 1024;

/// Evaluates positions along a line of moves. Each thread has its own; the
/// network is shared.
///
/// Keep it in step with the position: [`NnueState::reset`] for a new root,
/// [`NnueState::push`] after each move, [`NnueState::push_null`] after each
/// null move, [`NnueState::pop`] after taking back either.
#[derive(Clone)]
pub struct NnueState {
    fv_scale: i32,
    inference: Inference,
}

impl fmt::Debug for NnueState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NnueState")
            .field("network", &self.network().info())
            .field("kernel", &self.kernel())
            .field("fv_scale", &self.fv_scale)
            .field("depth", &self.depth())
            .finish_non_exhaustive()
    }
}

impl NnueState {
    /// A state at no position yet: [`NnueState::reset`] comes first.
    ///
    /// `fv_scale` divides the network's output; values below 1 count as 1.
    pub fn new(net: Arc<Network>, fv_scale: i32) -> NnueState {
        NnueState::running(net, fv_scale, Kernel::best())
    }

    /// A state that uses `kernel`, or `None` if this CPU cannot run it.
    pub fn with_kernel(net: Arc<Network>, fv_scale: i32, kernel: Kernel) -> Option<NnueState> {
        kernel
            .is_available()
            .then(|| NnueState::running(net, fv_scale, kernel))
    }

    fn running(net: Arc<Network>, fv_scale: i32, kernel: Kernel) -> NnueState {
        NnueState {
            fv_scale: fv_scale.max(1),
            inference: Inference::new(net, kernel),
        }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.inference.net
    }

    /// What divides the network's output, at least 1.
    pub fn fv_scale(&self) -> i32 {
        self.fv_scale
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.inference.kernel()
    }

    /// Begins at a new root.
    pub fn reset(&mut self, pos: &Position) {
        let kings = Color::ALL.map(|side| pos.king(side));
        let Inference { net, stack, .. } = &mut self.inference;
        stack.reset(net, kings);
        // Known sums at the root serve every line from it.
        self.output(pos);
    }

    /// Follows a move that has just been made.
    #[inline]
    pub fn push(&mut self, dirty: &DirtyPieces) {
        let Inference { net, stack, .. } = &mut self.inference;
        stack.push(net, dirty);
    }

    /// Follows a null move.
    #[inline]
    pub fn push_null(&mut self) {
        self.inference.stack.push_null();
    }

    /// Does the part of an evaluation that evaluations further on build on too,
    /// unless the network is so large that it is better not done in vain.
    #[inline]
    pub fn bring_up_to_date(&mut self, pos: &Position) {
        if self.network().l1() <= LARGE {
            self.inference.bring_up_to_date(pos);
        }
    }

    /// Goes back over the last move or null move.
    #[inline]
    pub fn pop(&mut self) {
        self.inference.stack.pop();
    }

    /// How many moves, null moves not counted, were followed since the root.
    pub fn depth(&self) -> usize {
        self.inference.stack.depth()
    }

    /// The value of `pos`, the position this state has followed, for the side
    /// to move; a pawn is about 90.
    #[inline]
    pub fn evaluate(&mut self, pos: &Position) -> Value {
        Value(self.output(pos) / self.fv_scale).clamp_eval()
    }

    /// The value as the field's engines print it: like [`NnueState::evaluate`],
    /// but clamped to ±31753.
    pub fn raw(&mut self, pos: &Position) -> i32 {
        (self.output(pos) / self.fv_scale).clamp(-RAW_LIMIT, RAW_LIMIT)
    }

    /// The network's output, before division by the scale.
    #[inline]
    pub fn output(&mut self, pos: &Position) -> i32 {
        self.inference.output(pos)
    }
}
