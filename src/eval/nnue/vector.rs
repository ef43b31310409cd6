//! The arithmetic of an evaluation with the vector instructions of a CPU.

use std::marker::PhantomData;

use super::arch::Architecture;
use super::backend::Backend;
use super::network::{Layers, Network};
use super::params::Transformer;
use super::simd::{self, Simd};

/// With the instructions of `S`.
pub(super) struct Vector<S>(PhantomData<S>);

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
