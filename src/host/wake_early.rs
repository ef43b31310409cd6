//! Short time slices for threads that mostly wait.

/// Asks the system to run this thread as soon as it is woken, even if searches keep every core
/// busy; for threads that mostly wait and work for a moment at a time. Without this, a `stop` may
/// wait for the end of a search thread's time slice.
///
/// The hint changes no thread's share of the processor. Threads that this thread starts inherit
/// it. Linux obeys it since 6.12: a woken thread that asks for shorter time slices runs before
/// others (`Documentation/scheduler/sched-eevdf.rst` of its sources).
#[cfg(all(target_os = "linux", not(miri)))]
pub fn wake_early() {
    // Under another scheduling policy, which a user chose on purpose, `sched_runtime` has another
    // meaning.
    if let Some(mut attr) = linux::attributes()
        && attr.sched_policy == libc::SCHED_OTHER as u32
    {
        attr.sched_runtime = linux::SLICE;
        linux::set_attributes(&attr);
    }
}

/// Does nothing on other systems.
#[cfg(not(all(target_os = "linux", not(miri))))]
pub fn wake_early() {}

#[cfg(all(target_os = "linux", not(miri)))]
mod linux {
    use libc::sched_attr;

    /// The shortest time slice that Linux accepts, in nanoseconds.
    pub(super) const SLICE: u64 = 100_000;

    const THIS_THREAD: libc::pid_t = 0;
    const NO_FLAGS: libc::c_uint = 0;

    /// The scheduling attributes of this thread; `None` if the system lacks the call.
    pub(super) fn attributes() -> Option<sched_attr> {
        let size = size_of::<sched_attr>();
        // SAFETY: `sched_attr` consists of integers, for which zero bytes are valid.
        let mut attr: sched_attr = unsafe { std::mem::zeroed() };
        // SAFETY: the system writes at most `size` bytes, the size of `attr`, to it.
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

    /// Sets the scheduling attributes of this thread. A refusal by the system is ignored.
    pub(super) fn set_attributes(attr: &sched_attr) {
        // SAFETY: the system reads `attr.size` bytes, which is the size of `attr`.
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
        // In a thread of its own, so that the scheduling attributes of the test runner's threads
        // stay as they are.
        std::thread::spawn(|| {
            let before = linux::attributes().unwrap();
            wake_early();
            let after = linux::attributes().unwrap();
            assert_eq!(after.sched_policy, before.sched_policy);
            assert_eq!(after.sched_nice, before.sched_nice);
            assert_eq!(after.sched_priority, before.sched_priority);
            // Linux before 6.12 has no settable slices and reports 0.
            let told = before.sched_runtime;
            let wanted = if told == 0 { 0 } else { linux::SLICE };
            assert_eq!(after.sched_runtime, wanted);
        })
        .join()
        .unwrap();
    }
}
