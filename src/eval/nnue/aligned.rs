//! Heap memory aligned to cache lines, for vector loads.

use std::alloc::{Layout, handle_alloc_error};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use crate::mem::{Pages, Zero};

/// Numbers for which all bit patterns are valid, zero included.
///
/// # Safety
/// Implementors have no padding, no invalid bit pattern, and a size that
/// divides a cache line.
pub(super) unsafe trait Plain: Copy + 'static {}
// SAFETY: an integer has no padding and no invalid bit pattern, and its size divides a cache line.
unsafe impl Plain for u8 {}
// SAFETY: as for `u8`.
unsafe impl Plain for i8 {}
// SAFETY: as for `u8`.
unsafe impl Plain for i16 {}
// SAFETY: as for `u8`.
unsafe impl Plain for i32 {}

const LINE: usize = 64;

/// One cache line.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; LINE]);

// SAFETY: zero bytes are a valid value.
unsafe impl Zero for Line {}

/// A fixed-size array on the heap that begins on a cache line. A large array lies on huge
/// pages if the system provides them.
pub(super) struct Aligned<T: Plain> {
    /// Memory for at least `len` numbers.
    lines: Pages<Line>,
    len: usize,
    content: PhantomData<T>,
}

impl<T: Plain> Aligned<T> {
    /// An array of `len` zeroes.
    pub(super) fn zeroed(len: usize) -> Aligned<T> {
        let count = (len * size_of::<T>()).div_ceil(LINE);
        Aligned {
            lines: Pages::zeroed(count)
                .unwrap_or_else(|_| handle_alloc_error(Layout::new::<Line>())),
            len,
            content: PhantomData,
        }
    }

    /// A copy of `values`.
    pub(super) fn from_slice(values: &[T]) -> Aligned<T> {
        let mut copy = Aligned::zeroed(values.len());
        copy.copy_from_slice(values);
        copy
    }

    /// The memory as bytes, for reading a file into it.
    pub(super) fn as_bytes_mut(&mut self) -> &mut [u8] {
        let bytes = size_of::<T>() * self.len;
        // SAFETY: the lines have that many initialised bytes, each of which may
        // be overwritten with any other; the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast::<u8>(), bytes) }
    }
}

impl<T: Plain> Deref for Aligned<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the lines have room for `len` numbers, are aligned for them,
        // and whatever bytes they hold are valid numbers.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast::<T>(), self.len) }
    }
}

impl<T: Plain> DerefMut for Aligned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast::<T>(), self.len) }
    }
}

impl<T: Plain> Clone for Aligned<T> {
    fn clone(&self) -> Self {
        Aligned::from_slice(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_aligned_zeroed_and_copied() {
        for len in [0, 1, 31, 64, 5 << 20] {
            let mut a = Aligned::<i16>::zeroed(len);
            assert_eq!(a.as_ptr() as usize % 64, 0);
            assert_eq!(a.len(), len);
            assert!(a.iter().all(|&x| x == 0));
            a.fill(-7);
            assert_eq!(a.clone()[..], a[..]);
            assert_eq!(a.as_bytes_mut().len(), 2 * len);
        }
    }
}
