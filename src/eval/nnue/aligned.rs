//! Heap memory on cache-line boundaries, as vector loads like it.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// Numbers for which all bit patterns are valid, zero included.
///
/// # Safety
/// Implementors have no padding and no invalid bit pattern.
pub(super) unsafe trait Plain: Copy + 'static {}
// SAFETY: plain integers.
unsafe impl Plain for u8 {}
// SAFETY: as above.
unsafe impl Plain for i8 {}
// SAFETY: as above.
unsafe impl Plain for i16 {}
// SAFETY: as above.
unsafe impl Plain for i32 {}

/// A fixed-size array on the heap, aligned to 64 bytes (large ones to 2 MiB,
/// so that the system can back them with huge pages).
pub(super) struct Aligned<T: Plain> {
    ptr: NonNull<T>,
    len: usize,
    owned: PhantomData<T>,
}

// SAFETY: owns its memory like a `Box<[T]>` of plain integers.
unsafe impl<T: Plain> Send for Aligned<T> {}
// SAFETY: as above; shared access is read-only.
unsafe impl<T: Plain> Sync for Aligned<T> {}

impl<T: Plain> Aligned<T> {
    /// `len` zeroes.
    pub(super) fn zeroed(len: usize) -> Aligned<T> {
        let layout = Self::layout(len);
        // SAFETY: the layout is never empty.
        let ptr = unsafe { alloc_zeroed(layout) };
        let Some(ptr) = NonNull::new(ptr.cast::<T>()) else {
            handle_alloc_error(layout)
        };
        Aligned {
            ptr,
            len,
            owned: PhantomData,
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
        // SAFETY: `T` is `Plain`, so every byte may be read and overwritten;
        // the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.ptr.as_ptr().cast::<u8>(), bytes) }
    }

    fn layout(len: usize) -> Layout {
        const HUGE_PAGE: usize = 2 << 20;
        let bytes = len.saturating_mul(size_of::<T>()).max(64);
        let align = if bytes >= HUGE_PAGE { HUGE_PAGE } else { 64 };
        // Only sizes beyond the address space fail; the allocator cannot serve those either.
        Layout::from_size_align(bytes, align)
            .unwrap_or_else(|_| handle_alloc_error(Layout::new::<T>()))
    }
}

impl<T: Plain> Drop for Aligned<T> {
    fn drop(&mut self) {
        // SAFETY: allocated in `zeroed` with the same layout.
        unsafe { dealloc(self.ptr.as_ptr().cast(), Self::layout(self.len)) }
    }
}

impl<T: Plain> Deref for Aligned<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `len` initialised elements live at `ptr`.
        unsafe { std::slice::from_raw_parts(self.ptr.as_ptr(), self.len) }
    }
}

impl<T: Plain> DerefMut for Aligned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.ptr.as_ptr(), self.len) }
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
