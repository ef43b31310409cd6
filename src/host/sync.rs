//! Locks that stay usable after a panic of their holder, and the number of cores.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Locks a mutex, even if a holder panicked: users of this function keep the guarded
/// data consistent at every step.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the data out of a mutex, even if a holder panicked.
pub fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Number of threads that can run at the same time on this machine; 1 if unknown.
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
