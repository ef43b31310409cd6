//! Large arrays on huge pages, zeroed by the system, and prefetching.

mod available;

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

pub use available::available;

/// The size of a huge page in bytes, on processors that have huge pages.
const HUGE_PAGE: usize = 2 << 20;

/// Asks the processor to load the first cache line of `item`, without waiting for it.
///
/// On x86-64 this is a prefetch instruction, in WebAssembly a load. It does nothing on other
/// processors.
#[inline(always)]
pub fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint without a visible effect; it faults on no
        // address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
    // WebAssembly has no prefetch; a load whose result is unused has the same effect.
    #[cfg(target_arch = "wasm32")]
    {
        // SAFETY: the pointer comes from a reference, so one byte can be read.
        unsafe { std::ptr::from_ref(item).cast::<u8>().read_volatile() };
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "wasm32")))]
    let _ = item;
}

/// Types for which zero bytes are a valid value.
///
/// # Safety
/// Zero bytes must be a valid value of the implementing type.
pub unsafe trait Zero: Sized {}
// SAFETY: zero bytes are the number 0.
unsafe impl Zero for i16 {}
// SAFETY: zero bytes are an array of valid items.
unsafe impl<T: Zero, const N: usize> Zero for [T; N] {}

/// The error that the system refuses an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system does not give {count} times {size} bytes")]
pub struct OutOfMemory {
    /// Number of items requested.
    pub count: usize,
    /// Size of an item in bytes.
    pub size: usize,
}

/// A large array that begins as zero bytes, on huge pages where the system has them.
///
/// Allocation writes nothing: fresh memory from the system is zero and arrives
/// page by page on first use. A page belongs to the memory node of the thread
/// that first uses it, so a table shared by many threads spreads over the nodes
/// of a machine that has several.
///
/// A `Vec` would not do: with an alignment above 16 bytes the standard library
/// does not request zeroed memory from the system but writes the zeros itself.
pub struct Pages<T: Zero> {
    start: NonNull<T>,
    len: usize,
    /// The allocated block, which `drop` frees.
    block: NonNull<u8>,
    layout: Layout,
    content: PhantomData<T>,
}

// SAFETY: like a `Vec`, `Pages` owns its items and gives access to them only through references to
// itself.
unsafe impl<T: Zero + Send> Send for Pages<T> {}
// SAFETY: as for `Send`.
unsafe impl<T: Zero + Sync> Sync for Pages<T> {}

impl<T: Zero> Pages<T> {
    /// `len` items of zero bytes.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn zeroed(len: usize) -> Result<Pages<T>, OutOfMemory> {
        const { assert!(size_of::<T>() > 0 && !std::mem::needs_drop::<T>()) };
        const { assert!(align_of::<T>() <= HUGE_PAGE) };
        let none = OutOfMemory {
            count: len,
            size: size_of::<T>(),
        };
        let bytes = Layout::array::<T>(len).map_err(|_| none)?.size();
        let align = if bytes < HUGE_PAGE {
            align_of::<T>()
        } else {
            HUGE_PAGE
        };
        // `align` extra bytes, since the block itself may start at any address.
        let layout = bytes.checked_add(align).map(Layout::array::<u8>);
        let Some(Ok(layout)) = layout else {
            return Err(none);
        };
        // SAFETY: the size of the layout is not 0, because `align` is at least 1.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(none)?;
        let start = block.as_ptr().wrapping_add(block.align_offset(align));
        let mut pages = Pages {
            start: NonNull::new(start.cast::<T>()).ok_or(none)?,
            len,
            block,
            layout,
            content: PhantomData,
        };
        // The advice comes before the first use, because small pages already in use are merged only
        // slowly.
        let huge = advise_huge_pages(&mut pages);
        if huge > 0 {
            log::debug!("{bytes} bytes, {huge} MiB of them offered to huge pages");
        }
        Ok(pages)
    }
}

impl<T: Zero> Deref for Pages<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` is aligned for `T` and lies less than `align` bytes into
        // the block, which has room for `len` items from there on. Zero bytes are
        // valid items, and only valid items have been written since.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zero> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zero> Drop for Pages<T> {
    fn drop(&mut self) {
        // SAFETY: the block was allocated with this layout and is freed once;
        // `zeroed` asserts that the items need no drop.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}

/// A boxed array of zero bytes, allocated as cheaply as [`Pages`]. A lack of memory ends the
/// program, as for any box.
pub fn zeroed_box<T: Zero, const N: usize>() -> Box<[T; N]> {
    const { assert!(size_of::<T>() > 0 && N > 0) };
    let layout = Layout::new::<[T; N]>();
    // SAFETY: the size of the layout is not 0, as asserted above.
    let Some(start) = NonNull::new(unsafe { alloc_zeroed(layout) }) else {
        handle_alloc_error(layout)
    };
    // SAFETY: the global allocator allocated the memory with the layout of the
    // array, and zero bytes are valid items.
    let mut array = unsafe { Box::from_raw(start.cast::<[T; N]>().as_ptr()) };
    advise_huge_pages(array.as_mut_slice());
    array
}

/// Advises the system to use huge pages for `memory`: with small pages nearly every random access
/// to a large table also misses the TLB.
///
/// Returns the number of MiB for which the system accepted the advice, which does not
/// affect the content of the memory. Used on Linux only: other systems grant huge
/// pages only with privileges that users usually lack.
#[cfg(all(target_os = "linux", not(miri)))]
fn advise_huge_pages<T>(memory: &mut [T]) -> usize {
    // The advice is for the whole huge pages inside the memory.
    let start = memory.as_mut_ptr().cast::<u8>();
    let skip = start.align_offset(HUGE_PAGE);
    let bytes = size_of_val(memory).saturating_sub(skip) / HUGE_PAGE * HUGE_PAGE;
    if bytes == 0 {
        return 0;
    }
    // SAFETY: `skip + bytes` is at most the size of `memory`, so the range lies
    // inside one allocation that is borrowed exclusively; MADV_HUGEPAGE changes
    // neither its content nor its protection.
    let result =
        unsafe { libc::madvise(start.wrapping_add(skip).cast(), bytes, libc::MADV_HUGEPAGE) };
    // Kernels without huge pages refuse, which leaves the memory usable.
    if result == 0 { bytes >> 20 } else { 0 }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
/// Does nothing on systems other than Linux.
fn advise_huge_pages<T>(_memory: &mut [T]) -> usize {
    0
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// An item with an alignment above 16 bytes.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(align(64))]
    struct Line([i16; 32]);
    // SAFETY: zero bytes are an array of 32 zeros.
    unsafe impl Zero for Line {}

    #[test]
    fn memory_comes_zeroed_and_is_as_good_as_a_vector() {
        // The largest length covers several huge pages.
        for len in [0, 1, 1000, 1 << 15, (1 << 17) + 1] {
            for _ in 0..2 {
                let mut items = Pages::<Line>::zeroed(len).unwrap();
                assert!(items.as_ptr().is_aligned());
                let mut twin = vec![Line([0; 32]); len];
                assert_eq!(*items, *twin);
                // Write the items, so that the second round may get used memory, which is not zero.
                for (n, (item, other)) in items.iter_mut().zip(&mut twin).enumerate() {
                    *item = Line([n as i16 | 1; 32]);
                    *other = Line([n as i16 | 1; 32]);
                }
                assert_eq!(*items, *twin);
            }
        }
        for _ in 0..2 {
            let mut array = zeroed_box::<[i16; 3], 1_000_000>();
            assert!(array.iter().all(|item| *item == [0; 3]));
            array.as_flattened_mut().fill(-1);
        }
    }

    #[test]
    fn too_much_memory_is_an_error() {
        for len in [
            usize::MAX / 256,
            usize::MAX / 128,
            usize::MAX / 64,
            usize::MAX,
        ] {
            let error = Pages::<Line>::zeroed(len).err().unwrap();
            assert_eq!((error.count, error.size), (len, 64));
        }
    }

    #[test]
    fn advice_keeps_to_whole_huge_pages() {
        let mut memory = vec![7u8; 7 << 20];
        assert!(advise_huge_pages(&mut memory) <= 6);
        assert_eq!(advise_huge_pages(&mut memory[..100]), 0);
        assert_eq!(advise_huge_pages(&mut memory[..0]), 0);
        assert!(memory.iter().all(|&byte| byte == 7));
    }

    #[test]
    fn prefetch_changes_nothing() {
        let items: Vec<u64> = (0..1000).collect();
        items.iter().for_each(prefetch);
        assert!(items.iter().enumerate().all(|(i, &item)| item == i as u64));
    }
}
