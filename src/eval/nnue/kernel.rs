//! Which instruction set runs the network: found once, used at every evaluation.

use std::fmt;

use crate::position::Position;

use super::arch::Architecture;
use super::network::{self, Layers, Network};
use super::params::Transformer;
use super::simd::{self, Simd};
use super::state::NnueState;

/// An instruction set that runs networks. All give the same values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Plain code for any CPU.
    Scalar,
    /// x86-64 with SSE4.1.
    Sse41,
    /// x86-64 with AVX2.
    Avx2,
    /// x86-64 with AVX2 and AVX-VNNI.
    AvxVnni,
    /// x86-64 with AVX-512 F and BW.
    Avx512,
    /// x86-64 with AVX-512 F, BW and VNNI.
    Avx512Vnni,
    /// 64-bit ARM.
    Neon,
}

impl Kernel {
    /// Every kernel, from the slowest to the fastest of each kind of CPU.
    pub const ALL: [Kernel; 7] = [
        Kernel::Scalar,
        Kernel::Sse41,
        Kernel::Avx2,
        Kernel::AvxVnni,
        Kernel::Avx512,
        Kernel::Avx512Vnni,
        Kernel::Neon,
    ];

    /// Whether this CPU can run it.
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Sse41 => is_x86_feature_detected!("sse4.1"),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Kernel::AvxVnni => {
                is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avxvnni")
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => {
                // 16-bit lanes need BW: F alone is not enough.
                is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512Vnni => {
                Kernel::Avx512.is_available() && is_x86_feature_detected!("avx512vnni")
            }
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => true,
            #[allow(unreachable_patterns, reason = "kernels of other CPUs")]
            _ => false,
        }
    }

    /// The fastest that this CPU can run.
    pub fn best() -> Kernel {
        let mut kernels = Kernel::ALL.into_iter().rev();
        kernels
            .find(|kernel| kernel.is_available())
            .unwrap_or(Kernel::Scalar)
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kernel::Scalar => "scalar",
            Kernel::Sse41 => "SSE4.1",
            Kernel::Avx2 => "AVX2",
            Kernel::AvxVnni => "AVX-VNNI",
            Kernel::Avx512 => "AVX-512",
            Kernel::Avx512Vnni => "AVX-512 VNNI",
            Kernel::Neon => "NEON",
        })
    }
}

/// The arithmetic of an evaluation.
///
/// # Safety
/// Every function needs the CPU features of its kernel.
#[allow(
    clippy::missing_safety_doc,
    reason = "said once for all functions above"
)]
pub(super) trait Backend {
    /// `to = from - subs + adds`.
    unsafe fn update<const N: usize>(
        to: &mut [i16],
        from: &[i16],
        subs: [&[i16]; N],
        adds: [&[i16]; N],
    );
    /// `cache = cache - rows[subs] + rows[adds]; to = cache`.
    unsafe fn refresh(
        to: &mut [i16],
        cache: &mut [i16],
        subs: &[u32],
        adds: &[u32],
        transformer: &Transformer,
    );
    /// The network's output for the side to move's and the other accumulator.
    unsafe fn output(
        net: &Network,
        layers: &Layers,
        accumulators: [&[i16]; 2],
        input: &mut [u8],
    ) -> i32;
}

/// The specification.
struct Scalar;

impl Backend for Scalar {
    unsafe fn update<const N: usize>(
        to: &mut [i16],
        from: &[i16],
        subs: [&[i16]; N],
        adds: [&[i16]; N],
    ) {
        for (i, (to, &from)) in to.iter_mut().zip(from).enumerate() {
            *to = from;
            for n in 0..N {
                *to = to.wrapping_sub(subs[n][i]).wrapping_add(adds[n][i]);
            }
        }
    }

    unsafe fn refresh(
        to: &mut [i16],
        cache: &mut [i16],
        subs: &[u32],
        adds: &[u32],
        transformer: &Transformer,
    ) {
        for &row in subs {
            for (lane, weight) in cache.iter_mut().zip(transformer.row(row as usize)) {
                *lane = lane.wrapping_sub(*weight);
            }
        }
        for &row in adds {
            for (lane, weight) in cache.iter_mut().zip(transformer.row(row as usize)) {
                *lane = lane.wrapping_add(*weight);
            }
        }
        to.copy_from_slice(cache);
    }

    unsafe fn output(
        net: &Network,
        layers: &Layers,
        accumulators: [&[i16]; 2],
        input: &mut [u8],
    ) -> i32 {
        match net.architecture() {
            Architecture::Classic(_) => network::classic_output(layers, accumulators, input),
            Architecture::Sfnn(_) => network::sfnn_output(layers, accumulators, input),
        }
    }
}

/// The same with the instructions of `S`.
struct Vector<S>(std::marker::PhantomData<S>);

impl<S: Simd> Backend for Vector<S> {
    #[inline(always)]
    unsafe fn update<const N: usize>(
        to: &mut [i16],
        from: &[i16],
        subs: [&[i16]; N],
        adds: [&[i16]; N],
    ) {
        // SAFETY: the caller has checked the CPU.
        unsafe { simd::update::<S, N>(to, from, subs, adds) }
    }

    #[inline(always)]
    unsafe fn refresh(
        to: &mut [i16],
        cache: &mut [i16],
        subs: &[u32],
        adds: &[u32],
        transformer: &Transformer,
    ) {
        // SAFETY: the caller has checked the CPU.
        unsafe { simd::refresh::<S>(to, cache, subs, adds, &transformer.weights) }
    }

    #[inline(always)]
    unsafe fn output(
        net: &Network,
        layers: &Layers,
        accumulators: [&[i16]; 2],
        input: &mut [u8],
    ) -> i32 {
        // SAFETY: the caller has checked the CPU.
        unsafe {
            match net.architecture() {
                Architecture::Classic(_) => simd::classic_output::<S>(layers, accumulators, input),
                Architecture::Sfnn(_) => simd::sfnn_output::<S>(layers, accumulators, input),
            }
        }
    }
}

/// The network's output for the current position, brought up to date as needed.
#[inline]
pub(super) fn output(kernel: Kernel, state: &mut NnueState, pos: &Position) -> i32 {
    // SAFETY: a state takes no kernel that the CPU cannot run.
    unsafe {
        match kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512Vnni => x86::avx512_vnni(state, pos),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => x86::avx512(state, pos),
            #[cfg(target_arch = "x86_64")]
            Kernel::AvxVnni => x86::avx_vnni(state, pos),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => x86::avx2(state, pos),
            #[cfg(target_arch = "x86_64")]
            Kernel::Sse41 => x86::sse41(state, pos),
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => state.run::<Vector<simd::Neon>>(pos),
            _ => state.run::<Scalar>(pos),
        }
    }
}

/// One whole evaluation per instruction set, so that everything is inlined
/// into a function that is compiled for it.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{NnueState, Position, Vector, simd};

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub(super) unsafe fn avx512_vnni(state: &mut NnueState, pos: &Position) -> i32 {
        // SAFETY: this function has the features that the kernel needs.
        unsafe { state.run::<Vector<simd::Avx512Vnni>>(pos) }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) unsafe fn avx512(state: &mut NnueState, pos: &Position) -> i32 {
        // SAFETY: as above.
        unsafe { state.run::<Vector<simd::Avx512>>(pos) }
    }

    #[target_feature(enable = "avx2,avxvnni")]
    pub(super) unsafe fn avx_vnni(state: &mut NnueState, pos: &Position) -> i32 {
        // SAFETY: as above.
        unsafe { state.run::<Vector<simd::AvxVnni>>(pos) }
    }

    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn avx2(state: &mut NnueState, pos: &Position) -> i32 {
        // SAFETY: as above.
        unsafe { state.run::<Vector<simd::Avx2>>(pos) }
    }

    #[target_feature(enable = "sse4.1")]
    pub(super) unsafe fn sse41(state: &mut NnueState, pos: &Position) -> i32 {
        // SAFETY: as above.
        unsafe { state.run::<Vector<simd::Sse41>>(pos) }
    }
}
