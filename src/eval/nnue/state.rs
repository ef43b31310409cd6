//! State of a network in one thread: the accumulators along its line of moves, and the evaluation.

use std::fmt;
use std::sync::Arc;

use crate::position::{DirtyPieces, Position};
use crate::types::{Color, Value};

use super::accumulator::AccumulatorStack;
use super::aligned::Aligned;
use super::backend::{Backend, Scalar};
use super::cache::Cache;
use super::kernel::Kernel;
use super::network::Network;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use super::simd;

/// The largest value that other engines print, one less than their smallest mate score.
const RAW_LIMIT: i32 = 31_753;

/// Largest `l1` for which updates ahead of an evaluation pay: with 256 the search was
/// faster, with 1024 equally fast, with 1536 3 % slower.
const LARGE: usize = 1024;

/// State that evaluates positions along a line of moves. Each thread has its own; the
/// network is shared.
///
/// The caller keeps it in step with the position: [`NnueState::reset`] for a new root,
/// [`NnueState::push`] after each move, [`NnueState::push_null`] after each null move,
/// [`NnueState::pop`] after taking back either.
#[derive(Clone)]
pub struct NnueState {
    net: Arc<Network>,
    fv_scale: i32,
    /// The kernel in use, which this CPU can run.
    kernel: Kernel,
    line: AccumulatorStack,
    cache: Cache,
    /// Buffer for the inputs of the first dense layer.
    input: Aligned<u8>,
}

/// The extent of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// The accumulators of both sides are up to date.
    Accumulators,
    /// The network's output is computed.
    Output,
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
    /// A state without a position: [`NnueState::reset`] must come first.
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

    /// A state that uses `kernel`, which this CPU must be able to run.
    fn running(net: Arc<Network>, fv_scale: i32, kernel: Kernel) -> NnueState {
        NnueState {
            fv_scale: fv_scale.max(1),
            kernel,
            line: AccumulatorStack::new(&net),
            cache: Cache::new(&net),
            input: Aligned::zeroed(net.dense_inputs()),
            net,
        }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.net
    }

    /// The divisor of the network's output, at least 1.
    pub fn fv_scale(&self) -> i32 {
        self.fv_scale
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Starts a new line of moves at `pos`.
    pub fn reset(&mut self, pos: &Position) {
        let kings = Color::ALL.map(|side| pos.king(side));
        self.line.reset(&self.net, kings);
        // Computes the accumulators of the root now, since every line builds on them.
        self.output(pos);
    }

    /// Updates the state for a move made on the position.
    #[inline]
    pub fn push(&mut self, dirty: &DirtyPieces) {
        self.line.push(&self.net, dirty);
    }

    /// Updates the state for a null move.
    #[inline]
    pub fn push_null(&mut self) {
        self.line.push_null();
    }

    /// Updates the accumulators, on which later evaluations build too. Does nothing for
    /// networks so large that unused updates would cost too much.
    #[inline]
    pub fn bring_up_to_date(&mut self, pos: &Position) {
        if self.net.l1() <= LARGE {
            self.run(pos, Goal::Accumulators);
        }
    }

    /// Updates the state for a move or null move taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.line.pop();
    }

    /// Number of moves since the root, without null moves.
    pub fn depth(&self) -> usize {
        self.line.depth()
    }

    /// The value of `pos`, the state's current position, for the side to move; a pawn is about 90.
    #[inline]
    pub fn evaluate(&mut self, pos: &Position) -> Value {
        Value(self.output(pos) / self.fv_scale).clamp_eval()
    }

    /// The value as other engines print it: like [`NnueState::evaluate`], but clamped to ±31753.
    pub fn raw(&mut self, pos: &Position) -> i32 {
        (self.output(pos) / self.fv_scale).clamp(-RAW_LIMIT, RAW_LIMIT)
    }

    /// The network's output, before division by the scale.
    #[inline]
    pub fn output(&mut self, pos: &Position) -> i32 {
        self.run(pos, Goal::Output)
    }

    /// Runs the evaluation up to `goal`. Returns the network's output, or 0 for
    /// [`Goal::Accumulators`].
    #[inline]
    fn run(&mut self, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: `new` and `with_kernel` take no kernel that the CPU cannot run.
        unsafe {
            match self.kernel {
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx512Vnni => x86::avx512_vnni(self, pos, goal),
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx512 => x86::avx512(self, pos, goal),
                #[cfg(target_arch = "x86_64")]
                Kernel::AvxVnni => x86::avx_vnni(self, pos, goal),
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx2 => x86::avx2(self, pos, goal),
                #[cfg(target_arch = "x86_64")]
                Kernel::Sse41 => x86::sse41(self, pos, goal),
                #[cfg(target_arch = "aarch64")]
                Kernel::Neon => self.run_by::<simd::Neon>(pos, goal),
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                Kernel::Simd128 => self.run_by::<simd::Simd128>(pos, goal),
                _ => self.run_by::<Scalar>(pos, goal),
            }
        }
    }

    /// [`NnueState::run`] with the arithmetic of `B`.
    ///
    /// # Safety
    /// The CPU must have the features that `B` needs.
    #[inline(always)]
    unsafe fn run_by<B: Backend>(&mut self, pos: &Position, goal: Goal) -> i32 {
        let NnueState {
            net,
            line,
            cache,
            input,
            ..
        } = self;
        let net = &**net;
        let side = pos.side_to_move();
        // SAFETY: the caller promises that the CPU has the features that `B` needs.
        unsafe {
            line.bring_up_to_date::<B>(net, cache, Color::Black, pos);
            line.bring_up_to_date::<B>(net, cache, Color::White, pos);
            if goal == Goal::Accumulators {
                return 0;
            }
            let stack = net.layer_stack(side, Color::ALL.map(|color| pos.king(color)));
            let accumulators = [line.accumulator(side), line.accumulator(!side)];
            B::output(net, stack, accumulators, input)
        }
    }
}

/// One function per instruction set: the whole evaluation is inlined into it and compiled
/// for that set.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::simd::{Avx2, Avx512, Avx512Vnni, AvxVnni, Sse41};
    use super::{Goal, NnueState, Position};

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub(super) unsafe fn avx512_vnni(on: &mut NnueState, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: this function has the features that the kernel needs.
        unsafe { on.run_by::<Avx512Vnni>(pos, goal) }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) unsafe fn avx512(on: &mut NnueState, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: as in `avx512_vnni`.
        unsafe { on.run_by::<Avx512>(pos, goal) }
    }

    #[target_feature(enable = "avx2,avxvnni")]
    pub(super) unsafe fn avx_vnni(on: &mut NnueState, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: as in `avx512_vnni`.
        unsafe { on.run_by::<AvxVnni>(pos, goal) }
    }

    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn avx2(on: &mut NnueState, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: as in `avx512_vnni`.
        unsafe { on.run_by::<Avx2>(pos, goal) }
    }

    #[target_feature(enable = "sse4.1")]
    pub(super) unsafe fn sse41(on: &mut NnueState, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: as in `avx512_vnni`.
        unsafe { on.run_by::<Sse41>(pos, goal) }
    }
}
