//! Large arrays as the processor likes them: prefetched, on huge pages, filled by all threads.

use std::collections::TryReserveError;
use std::mem::MaybeUninit;

use rayon::ThreadPool;
use rayon::prelude::*;

/// Items one thread fills at a time, so that small arrays are not cut to shreds.
const FILL_BLOCK: usize = 1 << 14;

/// Asks the processor to bring the first cache line of `item` near, without waiting for it.
///
/// Does nothing on processors other than x86-64.
#[inline(always)]
pub fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint that reads nothing a program can see and
        // faults on no address, and this one comes from a reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}

/// An array of `len` items, each from `make`, on huge pages where the system gives them.
///
/// The threads of `pool` fill it together. A page belongs to the memory node of
/// the thread that first writes to it, so this also spreads a large table over
/// the nodes of a machine that has several.
///
/// # Errors
/// If the memory cannot be had; nothing is allocated then.
pub fn filled<T: Send>(
    len: usize,
    pool: &ThreadPool,
    make: impl Fn() -> T + Sync,
) -> Result<Vec<T>, TryReserveError> {
    let mut items = Vec::new();
    items.try_reserve_exact(len)?;
    // Before the first write: pages already there stay small for a while.
    let huge = advise_huge_pages(items.spare_capacity_mut());
    log::debug!(
        "{} MiB allocated, {huge} MiB of it offered to huge pages",
        (len * size_of::<T>()) >> 20
    );
    pool.install(|| {
        let source = (0..len).into_par_iter().with_min_len(FILL_BLOCK);
        items.par_extend(source.map(|_| make()));
    });
    Ok(items)
}

/// Tells the system that `memory` may well live on huge pages: with small ones
/// nearly every random access to a large table also misses in the TLB.
///
/// Returns how many MiB were accepted. A hint only: content and use of the
/// memory stay as they are. Elsewhere than on Linux huge pages need rights that
/// players do not have, so nothing happens there.
#[cfg(all(target_os = "linux", not(miri)))]
fn advise_huge_pages<T>(memory: &mut [MaybeUninit<T>]) -> usize {
    const HUGE_PAGE: usize = 2 << 20;

    // Only whole huge pages inside the memory count.
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
    // Kernels without huge pages refuse; the memory is as good as before.
    if result == 0 { bytes >> 20 } else { 0 }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise_huge_pages<T>(_memory: &mut [MaybeUninit<T>]) -> usize {
    0
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn pool() -> ThreadPool {
        rayon::ThreadPoolBuilder::new()
            .num_threads(3)
            .build()
            .unwrap()
    }

    #[test]
    fn every_item_is_made_once() {
        // The largest crosses several huge pages, wherever it starts.
        for len in [0, 1, 1000, FILL_BLOCK * 3 + 1, 1_500_000] {
            let made = AtomicUsize::new(0);
            let items = filled(len, &pool(), || {
                made.fetch_add(1, Ordering::Relaxed);
                0x1234_5678_9ABC_DEF0u64
            })
            .unwrap();
            assert_eq!(items.len(), len);
            assert_eq!(made.into_inner(), len);
            assert!(items.iter().all(|&item| item == 0x1234_5678_9ABC_DEF0));
        }
    }

    #[test]
    fn too_much_memory_is_an_error() {
        assert!(filled(usize::MAX / 64, &pool(), || 0u64).is_err());
        assert!(filled(usize::MAX, &pool(), || 0u64).is_err());
    }

    #[test]
    fn advice_keeps_to_whole_huge_pages() {
        let mut memory: Vec<u8> = Vec::with_capacity(7 << 20);
        let spare = memory.spare_capacity_mut();
        assert!(advise_huge_pages(spare) <= 6);
        assert_eq!(advise_huge_pages(&mut spare[..100]), 0);
        assert_eq!(advise_huge_pages(&mut spare[..0]), 0);
    }

    #[test]
    fn prefetch_changes_nothing() {
        let items: Vec<u64> = (0..1000).collect();
        items.iter().for_each(prefetch);
        assert!(items.iter().enumerate().all(|(i, &item)| item == i as u64));
    }
}
