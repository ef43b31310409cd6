//! 64-bit ARM: NEON, which every such CPU has.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "every block is one of `Simd`'s functions: its contract says that the CPU has the \
              instructions and that pointers are valid"
)]

use std::arch::aarch64::*;

use super::Simd;

/// NEON: 128-bit registers.
pub(in super::super) struct Neon;

impl Simd for Neon {
    type V = int32x4_t;
    type Input = int32x4_t;
    const BYTES: usize = 16;
    const MANY_REGISTERS: bool = true;
    const PREFERS_PAIRS: bool = false;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> int32x4_t {
        unsafe { vreinterpretq_s32_u8(vld1q_u8(from)) }
    }
    #[inline(always)]
    unsafe fn store(to: *mut u8, value: int32x4_t) {
        unsafe { vst1q_u8(to, vreinterpretq_u8_s32(value)) }
    }
    #[inline(always)]
    unsafe fn zero() -> int32x4_t {
        unsafe { vdupq_n_s32(0) }
    }
    #[inline(always)]
    unsafe fn add16(a: int32x4_t, b: int32x4_t) -> int32x4_t {
        unsafe {
            let sum = vaddq_s16(vreinterpretq_s16_s32(a), vreinterpretq_s16_s32(b));
            vreinterpretq_s32_s16(sum)
        }
    }
    #[inline(always)]
    unsafe fn sub16(a: int32x4_t, b: int32x4_t) -> int32x4_t {
        unsafe {
            let difference = vsubq_s16(vreinterpretq_s16_s32(a), vreinterpretq_s16_s32(b));
            vreinterpretq_s32_s16(difference)
        }
    }
    #[inline(always)]
    unsafe fn add32(a: int32x4_t, b: int32x4_t) -> int32x4_t {
        unsafe { vaddq_s32(a, b) }
    }
    #[inline(always)]
    unsafe fn spread16(from: *const u8) -> int32x4_t {
        unsafe { Neon::load(from) }
    }
    #[inline(always)]
    unsafe fn pairs(x: int32x4_t, weights: *const u8) -> int32x4_t {
        unsafe {
            let weights = Self::load(weights);
            let (x, w) = (vreinterpretq_s8_s32(x), vreinterpretq_s8_s32(weights));
            let pairs = vmull_s8(vget_low_s8(x), vget_low_s8(w));
            vreinterpretq_s32_s16(vmlal_s8(pairs, vget_high_s8(x), vget_high_s8(w)))
        }
    }
    #[inline(always)]
    unsafe fn add_pairs(sums: int32x4_t, pairs: int32x4_t) -> int32x4_t {
        unsafe { vpadalq_s16(sums, vreinterpretq_s16_s32(pairs)) }
    }
    #[inline(always)]
    unsafe fn finish4([a, b, c, d]: [int32x4_t; 4], bias: *const i32, to: *mut i32) {
        unsafe {
            let sums = vpaddq_s32(vpaddq_s32(a, b), vpaddq_s32(c, d));
            vst1q_s32(to, vaddq_s32(sums, vld1q_s32(bias)));
        }
    }
    #[inline(always)]
    unsafe fn clip16(a: int32x4_t, b: int32x4_t) -> int32x4_t {
        unsafe {
            let low = vqmovn_s16(vreinterpretq_s16_s32(a));
            let high = vqmovn_s16(vreinterpretq_s16_s32(b));
            let bytes = vmaxq_s8(vcombine_s8(low, high), vdupq_n_s8(0));
            vreinterpretq_s32_s8(bytes)
        }
    }
    #[inline(always)]
    unsafe fn products(a: [int32x4_t; 2], b: [int32x4_t; 2]) -> int32x4_t {
        unsafe {
            let (zero, top) = (vdupq_n_s16(0), vdupq_n_s16(254));
            let mut out = [vdup_n_u8(0); 2];
            for n in 0..2 {
                let a = vminq_s16(vmaxq_s16(vreinterpretq_s16_s32(a[n]), zero), top);
                let b = vminq_s16(vmaxq_s16(vreinterpretq_s16_s32(b[n]), zero), top);
                let product = vmulq_u16(vreinterpretq_u16_s16(a), vreinterpretq_u16_s16(b));
                // 254 * 254 fits an unsigned 16-bit lane.
                out[n] = vmovn_u16(vshrq_n_u16(product, 9));
            }
            vreinterpretq_s32_u8(vcombine_u8(out[0], out[1]))
        }
    }
    #[inline(always)]
    unsafe fn clip32(from: *const i32, to: *mut u8) {
        unsafe {
            let mut parts = [vdup_n_s16(0); 4];
            for n in 0..4 {
                parts[n] = vqmovn_s32(vshrq_n_s32(vld1q_s32(from.add(4 * n)), 6));
            }
            let low = vqmovn_s16(vcombine_s16(parts[0], parts[1]));
            let high = vqmovn_s16(vcombine_s16(parts[2], parts[3]));
            let bytes = vmaxq_s8(vcombine_s8(low, high), vdupq_n_s8(0));
            vst1q_u8(to, vreinterpretq_u8_s8(bytes));
        }
    }
    #[inline(always)]
    unsafe fn square32(from: *const i32, to: *mut u8) {
        unsafe {
            let mut parts = [vdup_n_u16(0); 4];
            for n in 0..4 {
                // `vabsq_s32` leaves -2^31 as it is; read as unsigned, that is the right
                // absolute value, 2^31.
                let size = vreinterpretq_u32_s32(vabsq_s32(vld1q_s32(from.add(4 * n))));
                // 8191 is the largest number whose square, shifted right by 19, is 127.
                let size = vminq_u32(size, vdupq_n_u32(8191));
                parts[n] = vmovn_u32(vshrq_n_u32(vmulq_u32(size, size), 19));
            }
            let low = vmovn_u16(vcombine_u16(parts[0], parts[1]));
            let high = vmovn_u16(vcombine_u16(parts[2], parts[3]));
            vst1q_u8(to, vcombine_u8(low, high));
        }
    }
    #[inline(always)]
    unsafe fn clip_mul32(sums: *const i32, weights: *const i32) -> int32x4_t {
        unsafe {
            let sums = vmaxq_s32(vshrq_n_s32(vld1q_s32(sums), 6), vdupq_n_s32(0));
            vmulq_s32(vminq_s32(sums, vdupq_n_s32(127)), vld1q_s32(weights))
        }
    }
    #[inline(always)]
    unsafe fn total32(value: int32x4_t) -> i32 {
        unsafe { vaddvq_s32(value) }
    }
}
