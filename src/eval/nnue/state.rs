//! A thread's view of a network: the sums along its line of moves, and the value.

use std::sync::Arc;

use crate::position::{DirtyPieces, Position};
use crate::types::{Color, Value};

use super::accumulator::Stack;
use super::aligned::Aligned;
use super::cache::Cache;
use super::kernel::{self, Backend, Kernel};
use super::network::Network;

/// The divisor of the network's output where nothing else is asked for.
pub const DEFAULT_FV_SCALE: i32 = 16;

/// The largest value that the field's engines print: one less than the
/// smallest mate score there.
const RAW_LIMIT: i32 = 31_753;

/// Evaluates positions along a line of moves. Each thread has its own; the
/// network is shared.
///
/// Keep it in step with the position: [`NnueState::reset`] for a new root,
/// [`NnueState::push`] after each move, [`NnueState::push_null`] after each
/// null move, [`NnueState::pop`] after taking back either.
pub struct NnueState {
    net: Arc<Network>,
    kernel: Kernel,
    fv_scale: i32,
    stack: Stack,
    cache: Cache,
    /// The bytes that go into the first dense layer.
    input: Aligned<u8>,
}

impl NnueState {
    /// A state at no position yet: [`NnueState::reset`] comes first.
    ///
    /// `fv_scale` divides the network's output; values below 1 count as 1.
    pub fn new(net: Arc<Network>, fv_scale: i32) -> NnueState {
        let kernel = Kernel::best();
        NnueState {
            kernel,
            fv_scale: fv_scale.max(1),
            stack: Stack::new(&net),
            cache: Cache::new(&net),
            input: Aligned::zeroed(net.dense_inputs()),
            net,
        }
    }

    /// A state that uses `kernel`, or `None` if this CPU cannot run it.
    pub fn with_kernel(net: Arc<Network>, fv_scale: i32, kernel: Kernel) -> Option<NnueState> {
        let mut state = NnueState::new(net, fv_scale);
        state.kernel = kernel;
        kernel.is_available().then_some(state)
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.net
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Begins at a new root.
    pub fn reset(&mut self, pos: &Position) {
        self.stack
            .reset(&self.net, Color::ALL.map(|side| pos.king(side)));
        // Known sums at the root serve every line from it.
        self.output(pos);
    }

    /// Follows a move that has just been made.
    #[inline]
    pub fn push(&mut self, dirty: &DirtyPieces) {
        self.stack.push(&self.net, dirty);
    }

    /// Follows a null move.
    #[inline]
    pub fn push_null(&mut self) {
        self.stack.push_null();
    }

    /// Goes back over the last move or null move.
    #[inline]
    pub fn pop(&mut self) {
        self.stack.pop();
    }

    /// How many moves, null moves not counted, were followed since the root.
    pub fn depth(&self) -> usize {
        self.stack.depth()
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
        kernel::output(self.kernel, self, pos)
    }

    /// The same by the kernel `B`.
    ///
    /// # Safety
    /// The CPU has what `B` needs.
    #[inline(always)]
    pub(super) unsafe fn run<B: Backend>(&mut self, pos: &Position) -> i32 {
        let NnueState {
            net,
            stack,
            cache,
            input,
            ..
        } = self;
        let net = &**net;
        let side = pos.side_to_move();
        // SAFETY: as the caller promised.
        unsafe {
            stack.bring_up_to_date::<B>(net, cache, Color::Black, pos);
            stack.bring_up_to_date::<B>(net, cache, Color::White, pos);
            let layers = net.stack(side, Color::ALL.map(|color| pos.king(color)));
            let accumulators = [stack.accumulator(side), stack.accumulator(!side)];
            B::output(net, layers, accumulators, input)
        }
    }
}
