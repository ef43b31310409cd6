//! Locks that outlive a panic, and how many threads the machine runs at once.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Locks a mutex. One whose holder panicked is taken like any other: whoever
/// uses this keeps what it guards in order at every step.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a mutex guards, likewise.
pub fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Threads that run at the same time on this machine; 1 where it does not tell.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_outlives_the_panic_of_its_holder() {
        let mutex = Mutex::new(1);
        let holder = thread::scope(|scope| {
            let holder = || {
                *lock(&mutex) = 2;
                let _held = mutex.lock();
                panic!("planned by this test");
            };
            scope.spawn(holder).join()
        });
        assert!(holder.is_err() && mutex.is_poisoned());
        assert_eq!(*lock(&mutex), 2);
        assert_eq!(into_inner(mutex), 2);
    }
}
