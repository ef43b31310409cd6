//! Short time slices for threads that mostly wait.

/// Asks the system to run this thread as soon as it is woken, even if searches keep every core
/// busy; for threads that mostly wait and work for a moment at a time.
///
/// A hint that changes no thread's share of the processor, and that threads which this one
/// starts inherit. Linux obeys it since 6.12: of two threads the one that asks for shorter
/// slices of time comes first when it wakes (`Documentation/scheduler/sched-eevdf.rst` of its
/// sources). Without it a `stop` may wait for the end of a search thread's slice.
#[cfg(all(target_os = "linux", not(miri)))]
pub fn wake_early() {
    // Another scheduling policy was chosen on purpose, and gives the field another meaning.
    if let Some(mut attr) = linux::attributes()
        && attr.sched_policy == libc::SCHED_OTHER as u32
    {
        attr.sched_runtime = linux::SLICE;
        linux::set_attributes(&attr);
    }
}

/// Other systems: nothing to do.
#[cfg(not(all(target_os = "linux", not(miri))))]
pub fn wake_early() {}

#[cfg(all(target_os = "linux", not(miri)))]
mod linux {
    use libc::sched_attr;

    /// The shortest slice that there is, in nanoseconds.
    pub(super) const SLICE: u64 = 100_000;

    const THIS_THREAD: libc::pid_t = 0;
    const NO_FLAGS: libc::c_uint = 0;

    /// The scheduling attributes of this thread; `None` where the system does not have them.
    pub(super) fn attributes() -> Option<sched_attr> {
        let size = size_of::<sched_attr>();
        // SAFETY: it is made of integers, for which zero is a value.
        let mut attr: sched_attr = unsafe { std::mem::zeroed() };
        // SAFETY: the system writes at most `size` bytes to `attr`, which has so many.
        let result = unsafe {
            libc::syscall(
                libc::SYS_sched_getattr,
                THIS_THREAD,
                &raw mut attr,
                size as libc::c_uint,
                NO_FLAGS,
            )
        };
        attr.size = size as u32;
        (result == 0).then_some(attr)
    }

    /// Sets the scheduling attributes of this thread; a refusal changes nothing.
    pub(super) fn set_attributes(attr: &sched_attr) {
        // SAFETY: the system reads the size that stands in `attr`, which is its own.
        unsafe {
            libc::syscall(
                libc::SYS_sched_setattr,
                THIS_THREAD,
                &raw const *attr,
                NO_FLAGS,
            );
        }
    }
}

#[cfg(all(test, target_os = "linux", not(any(miri, loom))))]
mod tests {
    use super::*;

    #[test]
    fn only_the_slice_changes() {
        // A thread of its own: the test runner's others keep theirs.
        std::thread::spawn(|| {
            let before = linux::attributes().unwrap();
            wake_early();
            let after = linux::attributes().unwrap();
            assert_eq!(after.sched_policy, before.sched_policy);
            assert_eq!(after.sched_nice, before.sched_nice);
            assert_eq!(after.sched_priority, before.sched_priority);
            // Linux before 6.12 knows no slices, and tells none.
            let told = before.sched_runtime;
            let wanted = if told == 0 { 0 } else { linux::SLICE };
            assert_eq!(after.sched_runtime, wanted);
        })
        .join()
        .unwrap();
    }
}
