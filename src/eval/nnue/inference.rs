//! One evaluation: sums brought up to date, then the layers, by the kernel of the CPU.

use std::sync::Arc;

use crate::position::Position;
use crate::types::Color;

use super::accumulator::Stack;
use super::aligned::Aligned;
use super::backend::Backend;
use super::cache::Cache;
use super::kernel::Kernel;
use super::network::Network;
use super::scalar::Scalar;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use super::{simd, vector::Vector};

/// How far an evaluation is to go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// The sums of both sides brought up to date.
    Sums,
    /// The network's output.
    Output,
}

/// A network, and what its evaluations along a line of moves remember.
#[derive(Clone)]
pub(super) struct Inference {
    pub(super) net: Arc<Network>,
    /// One that this CPU can run.
    kernel: Kernel,
    /// The line of moves.
    pub(super) stack: Stack,
    cache: Cache,
    /// The bytes that go into the first dense layer.
    input: Aligned<u8>,
}

impl Inference {
    /// At no position yet. A kernel that this CPU cannot run is replaced by plain code.
    pub(super) fn new(net: Arc<Network>, kernel: Kernel) -> Inference {
        let kernel = match kernel.is_available() {
            true => kernel,
            false => Kernel::Scalar,
        };
        Inference {
            kernel,
            stack: Stack::new(&net),
            cache: Cache::new(&net),
            input: Aligned::zeroed(net.dense_inputs()),
            net,
        }
    }

    /// The kernel in use.
    pub(super) fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The network's output for the current position, brought up to date as needed.
    #[inline]
    pub(super) fn output(&mut self, pos: &Position) -> i32 {
        self.advance(pos, Goal::Output)
    }

    /// The part of [`Inference::output`] that positions further on build on.
    #[inline]
    pub(super) fn bring_up_to_date(&mut self, pos: &Position) {
        self.advance(pos, Goal::Sums);
    }

    /// Goes as far as `goal`; the network's output, or 0 before that.
    #[inline]
    fn advance(&mut self, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: `new` takes no kernel that the CPU cannot run.
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
                Kernel::Neon => self.run::<Vector<simd::Neon>>(pos, goal),
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                Kernel::Simd128 => self.run::<Vector<simd::Simd128>>(pos, goal),
                _ => self.run::<Scalar>(pos, goal),
            }
        }
    }

    /// The same by the kernel `B`.
    ///
    /// # Safety
    /// The CPU has what `B` needs.
    #[inline(always)]
    unsafe fn run<B: Backend>(&mut self, pos: &Position, goal: Goal) -> i32 {
        let Inference {
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
            if goal == Goal::Sums {
                return 0;
            }
            let layers = net.stack(side, Color::ALL.map(|color| pos.king(color)));
            let accumulators = [stack.accumulator(side), stack.accumulator(!side)];
            B::output(net, layers, accumulators, input)
        }
    }
}

/// One whole evaluation per instruction set, so that everything is inlined
/// into a function that is compiled for it.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Goal, Inference, Position, Vector, simd};

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub(super) unsafe fn avx512_vnni(on: &mut Inference, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: this function has the features that the kernel needs.
        unsafe { on.run::<Vector<simd::Avx512Vnni>>(pos, goal) }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) unsafe fn avx512(on: &mut Inference, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: as above.
        unsafe { on.run::<Vector<simd::Avx512>>(pos, goal) }
    }

    #[target_feature(enable = "avx2,avxvnni")]
    pub(super) unsafe fn avx_vnni(on: &mut Inference, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: as above.
        unsafe { on.run::<Vector<simd::AvxVnni>>(pos, goal) }
    }

    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn avx2(on: &mut Inference, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: as above.
        unsafe { on.run::<Vector<simd::Avx2>>(pos, goal) }
    }

    #[target_feature(enable = "sse4.1")]
    pub(super) unsafe fn sse41(on: &mut Inference, pos: &Position, goal: Goal) -> i32 {
        // SAFETY: as above.
        unsafe { on.run::<Vector<simd::Sse41>>(pos, goal) }
    }
}
