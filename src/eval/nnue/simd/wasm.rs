//! WebAssembly: the 128-bit instructions, which every recent browser has.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "every block is one of `Simd`'s functions: its contract says that the CPU has the \
              instructions and that pointers are valid"
)]

use std::arch::wasm32::*;

use super::Simd;

/// WebAssembly SIMD: 128-bit registers.
pub(in super::super) struct Simd128;

/// Packs four registers of sums, already shifted by the scale of a hidden layer, as 16
/// bytes of 0 to 127.
#[inline(always)]
fn bytes([a, b, c, d]: [v128; 4]) -> v128 {
    let (low, high) = (i16x8_narrow_i32x4(a, b), i16x8_narrow_i32x4(c, d));
    i8x16_max(i8x16_narrow_i16x8(low, high), i8x16_splat(0))
}

impl Simd for Simd128 {
    type V = v128;
    /// The lower and the upper eight bytes, as 16-bit numbers.
    type Input = [v128; 2];
    const BYTES: usize = 16;
    const MANY_REGISTERS: bool = false;
    const PREFERS_PAIRS: bool = false;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> v128 {
        unsafe { v128_load(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store(to: *mut u8, value: v128) {
        unsafe { v128_store(to.cast(), value) }
    }
    #[inline(always)]
    unsafe fn zero() -> v128 {
        i32x4_splat(0)
    }
    #[inline(always)]
    unsafe fn add16(a: v128, b: v128) -> v128 {
        i16x8_add(a, b)
    }
    #[inline(always)]
    unsafe fn sub16(a: v128, b: v128) -> v128 {
        i16x8_sub(a, b)
    }
    #[inline(always)]
    unsafe fn add32(a: v128, b: v128) -> v128 {
        i32x4_add(a, b)
    }
    #[inline(always)]
    unsafe fn spread16(from: *const u8) -> [v128; 2] {
        unsafe {
            [
                i16x8_load_extend_u8x8(from),
                i16x8_load_extend_u8x8(from.add(8)),
            ]
        }
    }
    #[inline(always)]
    unsafe fn dot(sums: v128, [low, high]: [v128; 2], weights: *const u8) -> v128 {
        // WebAssembly has no product of bytes, so the weights are widened to 16 bits as they are
        // loaded. On x86-64, such a load and a product of 16-bit pairs are one instruction each.
        unsafe {
            let weights = weights.cast::<i8>();
            let low = i32x4_dot_i16x8(low, i16x8_load_extend_i8x8(weights));
            let high = i32x4_dot_i16x8(high, i16x8_load_extend_i8x8(weights.add(8)));
            i32x4_add(sums, i32x4_add(low, high))
        }
    }
    #[inline(always)]
    unsafe fn pairs([low, high]: [v128; 2], weights: *const u8) -> v128 {
        unsafe {
            let weights = weights.cast::<i8>();
            let low = i16x8_mul(low, i16x8_load_extend_i8x8(weights));
            let high = i16x8_mul(high, i16x8_load_extend_i8x8(weights.add(8)));
            i16x8_add(low, high)
        }
    }
    #[inline(always)]
    unsafe fn add_pairs(sums: v128, pairs: v128) -> v128 {
        i32x4_add(sums, i32x4_extadd_pairwise_i16x8(pairs))
    }
    #[inline(always)]
    unsafe fn finish4([a, b, c, d]: [v128; 4], bias: *const i32, to: *mut i32) {
        #[inline(always)]
        fn pairs(a: v128, b: v128) -> v128 {
            let (even, odd) = (
                i32x4_shuffle::<0, 2, 4, 6>(a, b),
                i32x4_shuffle::<1, 3, 5, 7>(a, b),
            );
            i32x4_add(even, odd)
        }
        unsafe {
            let sums = pairs(pairs(a, b), pairs(c, d));
            v128_store(to.cast(), i32x4_add(sums, v128_load(bias.cast())));
        }
    }
    #[inline(always)]
    unsafe fn clip16(a: v128, b: v128) -> v128 {
        i8x16_max(i8x16_narrow_i16x8(a, b), i8x16_splat(0))
    }
    #[inline(always)]
    unsafe fn products(a: [v128; 2], b: [v128; 2]) -> v128 {
        let clamp = |v| i16x8_min(i16x8_max(v, i16x8_splat(0)), i16x8_splat(254));
        // 254 * 254 fits an unsigned 16-bit lane.
        let [low, high] = [0, 1].map(|n: usize| u16x8_shr(i16x8_mul(clamp(a[n]), clamp(b[n])), 9));
        u8x16_narrow_i16x8(low, high)
    }
    #[inline(always)]
    unsafe fn clip32(from: *const i32, to: *mut u8) {
        unsafe {
            let parts = [0, 1, 2, 3].map(|n| i32x4_shr(v128_load(from.add(4 * n).cast()), 6));
            v128_store(to.cast(), bytes(parts));
        }
    }
    #[inline(always)]
    unsafe fn square32(from: *const i32, to: *mut u8) {
        unsafe {
            let parts = [0, 1, 2, 3].map(|n| {
                // `i32x4_abs` leaves -2^31 as it is; read as unsigned, that is the right
                // absolute value, 2^31. 8191 is the largest number whose square, shifted
                // right by 19, is 127.
                let size = u32x4_min(
                    i32x4_abs(v128_load(from.add(4 * n).cast())),
                    u32x4_splat(8191),
                );
                u32x4_shr(i32x4_mul(size, size), 19)
            });
            v128_store(to.cast(), bytes(parts));
        }
    }
    #[inline(always)]
    unsafe fn clip_mul32(sums: *const i32, weights: *const i32) -> v128 {
        unsafe {
            let sums = i32x4_max(i32x4_shr(v128_load(sums.cast()), 6), i32x4_splat(0));
            i32x4_mul(i32x4_min(sums, i32x4_splat(127)), v128_load(weights.cast()))
        }
    }
    #[inline(always)]
    unsafe fn total32(value: v128) -> i32 {
        i32x4_extract_lane::<0>(value)
            .wrapping_add(i32x4_extract_lane::<1>(value))
            .wrapping_add(i32x4_extract_lane::<2>(value))
            .wrapping_add(i32x4_extract_lane::<3>(value))
    }
}
