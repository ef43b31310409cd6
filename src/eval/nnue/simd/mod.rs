//! Instruction sets as [`Simd`], and the network's arithmetic written once in terms of it
//! (`vector`).
//!
//! Everything is inlined into one function per instruction set (in [`super::state`]), and
//! only that function is compiled for the set.

#![allow(
    clippy::needless_range_loop,
    reason = "short loops over registers, in step with pointers"
)]

#[cfg(target_arch = "aarch64")]
mod neon;
mod vector;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "aarch64")]
pub(super) use neon::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use wasm::Simd128;
#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512, Avx512Vnni, AvxVnni, Sse41};

/// The instructions that the network needs, on registers of `BYTES` bytes.
///
/// # Safety
/// Every function may be called only where the CPU has the instruction set,
/// and pointers must be valid for the number of elements named.
#[allow(
    clippy::missing_safety_doc,
    reason = "one contract for all functions, in the doc of the trait"
)]
pub(super) trait Simd {
    /// A register.
    type V: Copy;
    /// 16 input bytes in the form that products need.
    type Input: Copy;
    /// Size of a register in bytes.
    const BYTES: usize;
    /// Whether the CPU has 32 registers rather than 16.
    const MANY_REGISTERS: bool;
    /// Whether summing [`Simd::pairs`] is faster than [`Simd::dot`].
    const PREFERS_PAIRS: bool;

    /// Loads a register, from any alignment.
    unsafe fn load(from: *const u8) -> Self::V;
    /// Stores a register, to any alignment.
    unsafe fn store(to: *mut u8, value: Self::V);
    /// A register of zeroes.
    unsafe fn zero() -> Self::V;
    /// Sums of 16-bit lanes, wrapping.
    unsafe fn add16(a: Self::V, b: Self::V) -> Self::V;
    /// Differences of 16-bit lanes, wrapping.
    unsafe fn sub16(a: Self::V, b: Self::V) -> Self::V;
    /// Sums of 32-bit lanes, wrapping.
    unsafe fn add32(a: Self::V, b: Self::V) -> Self::V;
    /// Loads the same 16 bytes into every 128-bit lane.
    unsafe fn spread16(from: *const u8) -> Self::Input;
    /// Adds the products of the bytes of `x` (0 to 127) and a register of `weights`
    /// (signed) to `sums`. The 16 products of a 128-bit lane go to its four sums, in any
    /// distribution, without overflow.
    #[inline(always)]
    unsafe fn dot(sums: Self::V, x: Self::Input, weights: *const u8) -> Self::V {
        // SAFETY: the caller promises the instruction set and a register of weights.
        unsafe { Self::add_pairs(sums, Self::pairs(x, weights)) }
    }
    /// The products of the bytes of `x` (0 to 127) and a register of `weights` (signed),
    /// added two by two in 16-bit lanes, which cannot overflow. With
    /// [`Simd::PREFERS_PAIRS`] the two products of a lane are neighbours.
    unsafe fn pairs(x: Self::Input, weights: *const u8) -> Self::V;
    /// Adds the 16-bit lanes of `pairs`, two by two, to `sums`.
    unsafe fn add_pairs(sums: Self::V, pairs: Self::V) -> Self::V;
    /// Adds the four 32-bit numbers of each 128-bit lane. The sum of lane `l` of register
    /// `r`, plus the bias at the same index, goes to `to[r * BYTES / 16 + l]`.
    unsafe fn finish4(sums: [Self::V; 4], bias: *const i32, to: *mut i32);
    /// Clamps the 16-bit lanes of `a` and then of `b` to 0..=127 and packs them as bytes, in order.
    unsafe fn clip16(a: Self::V, b: Self::V) -> Self::V;
    /// `(clamp(a) * clamp(b)) >> 9` of the 16-bit lanes of two pairs of registers, packed
    /// as bytes in order; clamped to 0..=254.
    unsafe fn products(a: [Self::V; 2], b: [Self::V; 2]) -> Self::V;
    /// Converts 16 sums to bytes `clamp(sum >> 6, 0, 127)`.
    unsafe fn clip32(from: *const i32, to: *mut u8);
    /// Converts 16 sums to bytes `min(sum * sum >> 19, 127)`.
    unsafe fn square32(from: *const i32, to: *mut u8);
    /// The products of `clamp(sum >> 6, 0, 127)` and weights (-128 to 127), in 32-bit lanes.
    unsafe fn clip_mul32(sums: *const i32, weights: *const i32) -> Self::V;
    /// The sum of all 32-bit lanes, wrapping.
    unsafe fn total32(value: Self::V) -> i32;
}
