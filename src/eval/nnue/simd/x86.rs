//! x86-64: SSE4.1, AVX2 and AVX-512, the latter two with and without VNNI.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "every block is one of `Simd`'s functions: its contract says that the CPU has the \
              instructions and that pointers are valid"
)]

use std::arch::x86_64::*;

use super::Simd;

/// SSE4.1: 128-bit registers, on every x86-64 CPU since 2008.
pub(in super::super) struct Sse41;

/// AVX2: 256-bit registers, with AVX-VNNI if `VNNI`.
pub(in super::super) struct Wide<const VNNI: bool>;
/// AVX2.
pub(in super::super) type Avx2 = Wide<false>;
/// AVX2 with AVX-VNNI.
pub(in super::super) type AvxVnni = Wide<true>;

/// AVX-512: 512-bit registers, with AVX-512 VNNI if `VNNI`.
pub(in super::super) struct Widest<const VNNI: bool>;
/// AVX-512 F and BW.
pub(in super::super) type Avx512 = Widest<false>;
/// AVX-512 F, BW and VNNI.
pub(in super::super) type Avx512Vnni = Widest<true>;

/// The largest sum whose square, shifted right by 19, is 127.
const SQUARE_LIMIT: i32 = 8191;

impl Simd for Sse41 {
    type V = __m128i;
    type Input = __m128i;
    const BYTES: usize = 16;
    const MANY_REGISTERS: bool = false;
    const PREFERS_PAIRS: bool = true;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> __m128i {
        unsafe { _mm_loadu_si128(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store(to: *mut u8, value: __m128i) {
        unsafe { _mm_storeu_si128(to.cast(), value) }
    }
    #[inline(always)]
    unsafe fn zero() -> __m128i {
        unsafe { _mm_setzero_si128() }
    }
    #[inline(always)]
    unsafe fn add16(a: __m128i, b: __m128i) -> __m128i {
        unsafe { _mm_add_epi16(a, b) }
    }
    #[inline(always)]
    unsafe fn sub16(a: __m128i, b: __m128i) -> __m128i {
        unsafe { _mm_sub_epi16(a, b) }
    }
    #[inline(always)]
    unsafe fn add32(a: __m128i, b: __m128i) -> __m128i {
        unsafe { _mm_add_epi32(a, b) }
    }
    #[inline(always)]
    unsafe fn spread16(from: *const u8) -> __m128i {
        unsafe { _mm_loadu_si128(from.cast()) }
    }
    #[inline(always)]
    unsafe fn pairs(x: __m128i, weights: *const u8) -> __m128i {
        unsafe { _mm_maddubs_epi16(x, Self::load(weights)) }
    }
    #[inline(always)]
    unsafe fn add_pairs(sums: __m128i, pairs: __m128i) -> __m128i {
        unsafe { _mm_add_epi32(sums, _mm_madd_epi16(pairs, _mm_set1_epi16(1))) }
    }
    #[inline(always)]
    unsafe fn finish4([a, b, c, d]: [__m128i; 4], bias: *const i32, to: *mut i32) {
        unsafe {
            let ab = _mm_add_epi32(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
            let cd = _mm_add_epi32(_mm_unpacklo_epi32(c, d), _mm_unpackhi_epi32(c, d));
            let sums = _mm_add_epi32(_mm_unpacklo_epi64(ab, cd), _mm_unpackhi_epi64(ab, cd));
            let bias = _mm_loadu_si128(bias.cast());
            _mm_storeu_si128(to.cast(), _mm_add_epi32(sums, bias));
        }
    }
    #[inline(always)]
    unsafe fn clip16(a: __m128i, b: __m128i) -> __m128i {
        unsafe { _mm_max_epi8(_mm_packs_epi16(a, b), _mm_setzero_si128()) }
    }
    #[inline(always)]
    unsafe fn products(a: [__m128i; 2], b: [__m128i; 2]) -> __m128i {
        unsafe {
            let (zero, top) = (_mm_setzero_si128(), _mm_set1_epi16(254));
            let mut out = [zero; 2];
            for n in 0..2 {
                let a = _mm_min_epi16(_mm_max_epi16(a[n], zero), top);
                let b = _mm_min_epi16(_mm_max_epi16(b[n], zero), top);
                // The high half of (a << 7) * b is a * b >> 9.
                out[n] = _mm_mulhi_epi16(_mm_slli_epi16(a, 7), b);
            }
            _mm_packus_epi16(out[0], out[1])
        }
    }
    #[inline(always)]
    unsafe fn clip32(from: *const i32, to: *mut u8) {
        unsafe {
            let mut parts = [_mm_setzero_si128(); 4];
            for n in 0..4 {
                parts[n] = _mm_srai_epi32(_mm_loadu_si128(from.add(4 * n).cast()), 6);
            }
            let low = _mm_packs_epi32(parts[0], parts[1]);
            let high = _mm_packs_epi32(parts[2], parts[3]);
            let bytes = _mm_max_epi8(_mm_packs_epi16(low, high), _mm_setzero_si128());
            _mm_storeu_si128(to.cast(), bytes);
        }
    }
    #[inline(always)]
    unsafe fn square32(from: *const i32, to: *mut u8) {
        unsafe {
            let mut parts = [_mm_setzero_si128(); 4];
            for n in 0..4 {
                // `_mm_abs_epi32` leaves -2^31 as it is; read as unsigned, that is the
                // right absolute value, 2^31.
                let size = _mm_abs_epi32(_mm_loadu_si128(from.add(4 * n).cast()));
                let size = _mm_min_epu32(size, _mm_set1_epi32(SQUARE_LIMIT));
                parts[n] = _mm_srli_epi32(_mm_madd_epi16(size, size), 19);
            }
            let low = _mm_packs_epi32(parts[0], parts[1]);
            let high = _mm_packs_epi32(parts[2], parts[3]);
            _mm_storeu_si128(to.cast(), _mm_packs_epi16(low, high));
        }
    }
    #[inline(always)]
    unsafe fn clip_mul32(sums: *const i32, weights: *const i32) -> __m128i {
        unsafe {
            let sums = _mm_srai_epi32(_mm_loadu_si128(sums.cast()), 6);
            let clipped = _mm_max_epi32(sums, _mm_setzero_si128());
            let clipped = _mm_min_epi32(clipped, _mm_set1_epi32(127));
            // The upper 16 bits of each clipped number are 0, so the product is exact.
            _mm_madd_epi16(clipped, _mm_loadu_si128(weights.cast()))
        }
    }
    #[inline(always)]
    unsafe fn total32(value: __m128i) -> i32 {
        unsafe {
            let value = _mm_add_epi32(value, _mm_shuffle_epi32(value, 0b01_00_11_10));
            let value = _mm_add_epi32(value, _mm_shuffle_epi32(value, 0b10_11_00_01));
            _mm_cvtsi128_si32(value)
        }
    }
}

impl<const VNNI: bool> Simd for Wide<VNNI> {
    type V = __m256i;
    type Input = __m256i;
    const BYTES: usize = 32;
    const MANY_REGISTERS: bool = false;
    const PREFERS_PAIRS: bool = !VNNI;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> __m256i {
        unsafe { _mm256_loadu_si256(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store(to: *mut u8, value: __m256i) {
        unsafe { _mm256_storeu_si256(to.cast(), value) }
    }
    #[inline(always)]
    unsafe fn zero() -> __m256i {
        unsafe { _mm256_setzero_si256() }
    }
    #[inline(always)]
    unsafe fn add16(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi16(a, b) }
    }
    #[inline(always)]
    unsafe fn sub16(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_sub_epi16(a, b) }
    }
    #[inline(always)]
    unsafe fn add32(a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi32(a, b) }
    }
    #[inline(always)]
    unsafe fn spread16(from: *const u8) -> __m256i {
        unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(from.cast())) }
    }
    #[inline(always)]
    unsafe fn dot(sums: __m256i, x: __m256i, weights: *const u8) -> __m256i {
        unsafe {
            if VNNI {
                _mm256_dpbusd_avx_epi32(sums, x, Self::load(weights))
            } else {
                Self::add_pairs(sums, Self::pairs(x, weights))
            }
        }
    }
    #[inline(always)]
    unsafe fn pairs(x: __m256i, weights: *const u8) -> __m256i {
        unsafe { _mm256_maddubs_epi16(x, Self::load(weights)) }
    }
    #[inline(always)]
    unsafe fn add_pairs(sums: __m256i, pairs: __m256i) -> __m256i {
        unsafe { _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))) }
    }
    #[inline(always)]
    unsafe fn finish4([a, b, c, d]: [__m256i; 4], bias: *const i32, to: *mut i32) {
        unsafe {
            let ab = _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
            let cd = _mm256_add_epi32(_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
            let (low, high) = (_mm256_unpacklo_epi64(ab, cd), _mm256_unpackhi_epi64(ab, cd));
            // The sums are in the order of the lanes; `to` needs them in the order of the
            // registers.
            let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
            let sums = _mm256_permutevar8x32_epi32(_mm256_add_epi32(low, high), order);
            let bias = _mm256_loadu_si256(bias.cast());
            _mm256_storeu_si256(to.cast(), _mm256_add_epi32(sums, bias));
        }
    }
    #[inline(always)]
    unsafe fn clip16(a: __m256i, b: __m256i) -> __m256i {
        unsafe {
            let bytes = _mm256_max_epi8(_mm256_packs_epi16(a, b), _mm256_setzero_si256());
            _mm256_permute4x64_epi64(bytes, 0b11_01_10_00)
        }
    }
    #[inline(always)]
    unsafe fn products(a: [__m256i; 2], b: [__m256i; 2]) -> __m256i {
        unsafe {
            let (zero, top) = (_mm256_setzero_si256(), _mm256_set1_epi16(254));
            let mut out = [zero; 2];
            for n in 0..2 {
                let a = _mm256_min_epi16(_mm256_max_epi16(a[n], zero), top);
                let b = _mm256_min_epi16(_mm256_max_epi16(b[n], zero), top);
                out[n] = _mm256_mulhi_epi16(_mm256_slli_epi16(a, 7), b);
            }
            _mm256_permute4x64_epi64(_mm256_packus_epi16(out[0], out[1]), 0b11_01_10_00)
        }
    }
    #[inline(always)]
    unsafe fn clip32(from: *const i32, to: *mut u8) {
        unsafe { Sse41::clip32(from, to) }
    }
    #[inline(always)]
    unsafe fn square32(from: *const i32, to: *mut u8) {
        unsafe { Sse41::square32(from, to) }
    }
    #[inline(always)]
    unsafe fn clip_mul32(sums: *const i32, weights: *const i32) -> __m256i {
        unsafe {
            let sums = _mm256_srai_epi32(_mm256_loadu_si256(sums.cast()), 6);
            let clipped = _mm256_max_epi32(sums, _mm256_setzero_si256());
            let clipped = _mm256_min_epi32(clipped, _mm256_set1_epi32(127));
            _mm256_madd_epi16(clipped, _mm256_loadu_si256(weights.cast()))
        }
    }
    #[inline(always)]
    unsafe fn total32(value: __m256i) -> i32 {
        unsafe {
            let low = _mm256_castsi256_si128(value);
            Sse41::total32(_mm_add_epi32(low, _mm256_extracti128_si256(value, 1)))
        }
    }
}

impl<const VNNI: bool> Simd for Widest<VNNI> {
    type V = __m512i;
    type Input = __m512i;
    const BYTES: usize = 64;
    const MANY_REGISTERS: bool = true;
    const PREFERS_PAIRS: bool = !VNNI;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> __m512i {
        unsafe { _mm512_loadu_si512(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store(to: *mut u8, value: __m512i) {
        unsafe { _mm512_storeu_si512(to.cast(), value) }
    }
    #[inline(always)]
    unsafe fn zero() -> __m512i {
        unsafe { _mm512_setzero_si512() }
    }
    #[inline(always)]
    unsafe fn add16(a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_add_epi16(a, b) }
    }
    #[inline(always)]
    unsafe fn sub16(a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_sub_epi16(a, b) }
    }
    #[inline(always)]
    unsafe fn add32(a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_add_epi32(a, b) }
    }
    #[inline(always)]
    unsafe fn spread16(from: *const u8) -> __m512i {
        unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(from.cast())) }
    }
    #[inline(always)]
    unsafe fn dot(sums: __m512i, x: __m512i, weights: *const u8) -> __m512i {
        unsafe {
            if VNNI {
                _mm512_dpbusd_epi32(sums, x, Self::load(weights))
            } else {
                Self::add_pairs(sums, Self::pairs(x, weights))
            }
        }
    }
    #[inline(always)]
    unsafe fn pairs(x: __m512i, weights: *const u8) -> __m512i {
        unsafe { _mm512_maddubs_epi16(x, Self::load(weights)) }
    }
    #[inline(always)]
    unsafe fn add_pairs(sums: __m512i, pairs: __m512i) -> __m512i {
        unsafe { _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1))) }
    }
    #[inline(always)]
    unsafe fn finish4([a, b, c, d]: [__m512i; 4], bias: *const i32, to: *mut i32) {
        unsafe {
            let ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
            let cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
            let (low, high) = (_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
            let order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
            let sums = _mm512_permutexvar_epi32(order, _mm512_add_epi32(low, high));
            let bias = _mm512_loadu_si512(bias.cast());
            _mm512_storeu_si512(to.cast(), _mm512_add_epi32(sums, bias));
        }
    }
    #[inline(always)]
    unsafe fn clip16(a: __m512i, b: __m512i) -> __m512i {
        unsafe {
            let bytes = _mm512_max_epi8(_mm512_packs_epi16(a, b), _mm512_setzero_si512());
            _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), bytes)
        }
    }
    #[inline(always)]
    unsafe fn products(a: [__m512i; 2], b: [__m512i; 2]) -> __m512i {
        unsafe {
            let (zero, top) = (_mm512_setzero_si512(), _mm512_set1_epi16(254));
            let mut out = [zero; 2];
            for n in 0..2 {
                let a = _mm512_min_epi16(_mm512_max_epi16(a[n], zero), top);
                let b = _mm512_min_epi16(_mm512_max_epi16(b[n], zero), top);
                out[n] = _mm512_mulhi_epi16(_mm512_slli_epi16(a, 7), b);
            }
            let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            _mm512_permutexvar_epi64(order, _mm512_packus_epi16(out[0], out[1]))
        }
    }
    #[inline(always)]
    unsafe fn clip32(from: *const i32, to: *mut u8) {
        unsafe {
            let sums = _mm512_srai_epi32(_mm512_loadu_si512(from.cast()), 6);
            let bytes = _mm_max_epi8(_mm512_cvtsepi32_epi8(sums), _mm_setzero_si128());
            _mm_storeu_si128(to.cast(), bytes);
        }
    }
    #[inline(always)]
    unsafe fn square32(from: *const i32, to: *mut u8) {
        unsafe {
            let size = _mm512_abs_epi32(_mm512_loadu_si512(from.cast()));
            let size = _mm512_min_epu32(size, _mm512_set1_epi32(SQUARE_LIMIT));
            let squares = _mm512_srli_epi32(_mm512_madd_epi16(size, size), 19);
            _mm_storeu_si128(to.cast(), _mm512_cvtepi32_epi8(squares));
        }
    }
    #[inline(always)]
    unsafe fn clip_mul32(sums: *const i32, weights: *const i32) -> __m512i {
        unsafe {
            let sums = _mm512_srai_epi32(_mm512_loadu_si512(sums.cast()), 6);
            let clipped = _mm512_max_epi32(sums, _mm512_setzero_si512());
            let clipped = _mm512_min_epi32(clipped, _mm512_set1_epi32(127));
            _mm512_madd_epi16(clipped, _mm512_loadu_si512(weights.cast()))
        }
    }
    #[inline(always)]
    unsafe fn total32(value: __m512i) -> i32 {
        unsafe { _mm512_reduce_add_epi32(value) }
    }
}
