//! Signals to a running search or mate search from other threads: stop and ponderhit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

use crate::host::sync::lock;
use crate::host::{self, Instant};
use crate::types::Color;

/// The players' clocks as a GUI sends them, all in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTimes {
    /// Main time left, by colour; `None` if the GUI sent none.
    pub time: [Option<u64>; 2],
    /// Increment per move, by colour.
    pub inc: [u64; 2],
    /// Byoyomi, the same for both sides.
    pub byoyomi: u64,
}

impl ClockTimes {
    /// Main time of one side; 0 if unknown.
    pub const fn main_time(&self, color: Color) -> u64 {
        match self.time[color.index()] {
            Some(ms) => ms,
            None => 0,
        }
    }

    /// Whether this side has main time, increment or byoyomi.
    ///
    /// GUIs send zeros for "no clock" (`btime 0 wtime 0 depth 5`), so zeros
    /// count as no time.
    pub const fn has_time(&self, color: Color) -> bool {
        self.main_time(color) > 0 || self.inc[color.index()] > 0 || self.byoyomi > 0
    }
}

/// The message to a pondering search that the opponent made the expected move.
#[derive(Clone, Copy, Debug)]
pub struct PonderHit {
    /// The time at which the command arrived; the engine's clock runs from then on.
    pub at: Instant,
    /// The new clock times, if the GUI sent any.
    pub clock: Option<ClockTimes>,
}

/// Signals to a running search from other threads.
///
/// Every search gets signals of its own, so that a signal that arrives before the
/// search begins is not lost, and one that arrives too late does not reach the next
/// search.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    /// Whether there is a ponderhit that the search has not taken.
    has_ponderhit: AtomicBool,
    ponder: Mutex<Ponder>,
    /// Notified at every stop and ponderhit.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Ponder {
    /// The ponderhit, until the search takes it.
    news: Option<PonderHit>,
    /// Whether a ponderhit came, taken or not.
    hit: bool,
}

impl Signals {
    /// Signals of a new search.
    pub fn new() -> Signals {
        Signals::default()
    }

    fn ponder(&self) -> MutexGuard<'_, Ponder> {
        lock(&self.ponder)
    }

    /// Asks the search to end now.
    pub fn stop(&self) {
        // The flag guards no other data, so no ordering is needed.
        self.stop.store(true, Ordering::Relaxed);
        // A thread that has tested the flag and not yet begun to wait holds the lock.
        // Taking the lock ensures that it waits by now, so the notification reaches it.
        drop(self.ponder());
        self.changed.notify_all();
    }

    /// Whether the search was asked to end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells a pondering search that its expected move was made.
    pub fn ponderhit(&self, hit: PonderHit) {
        *self.ponder() = Ponder {
            news: Some(hit),
            hit: true,
        };
        // Release, paired with the acquire of `take_ponderhit`: a thread that sees the flag also
        // sees the ponderhit.
        self.has_ponderhit.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// Takes the ponderhit, if there is one. Costs one load while there is none.
    #[inline]
    pub fn take_ponderhit(&self) -> Option<PonderHit> {
        if !self.has_ponderhit.load(Ordering::Acquire) {
            return None;
        }
        self.has_ponderhit.store(false, Ordering::Relaxed);
        self.ponder().news.take()
    }

    /// Sleeps until a stop or, if `ponderhit_is_enough`, until a ponderhit. Returns at once if
    /// the signal has come already.
    pub fn wait(&self, ponderhit_is_enough: bool) {
        let waits = |ponder: &mut Ponder| !(self.stopped() || ponderhit_is_enough && ponder.hit);
        if host::HAS_THREADS {
            drop(self.changed.wait_while(self.ponder(), waits));
        } else {
            while waits(&mut self.ponder()) {
                host::pause();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;

    fn hit() -> PonderHit {
        PonderHit {
            at: Instant::now(),
            clock: Some(ClockTimes {
                time: [Some(5), None],
                ..ClockTimes::default()
            }),
        }
    }

    #[test]
    fn a_ponderhit_is_delivered_once() {
        let signals = Signals::new();
        assert!(signals.take_ponderhit().is_none());
        signals.ponderhit(hit());
        assert_eq!(signals.take_ponderhit().unwrap().clock, hit().clock);
        assert!(signals.take_ponderhit().is_none());
        assert!(!signals.stopped());
        signals.stop();
        assert!(signals.stopped());
    }

    #[test]
    fn what_has_come_before_is_not_waited_for() {
        let signals = Signals::new();
        signals.stop();
        signals.wait(false);
        signals.wait(true);
        // The hit counts whether or not the search has taken it.
        for taken in [false, true] {
            let signals = Signals::new();
            signals.ponderhit(hit());
            assert!(!taken || signals.take_ponderhit().is_some());
            signals.wait(true);
        }
    }

    #[test]
    fn who_waits_is_woken_and_an_infinite_search_only_by_a_stop() {
        for infinite in [true, false] {
            for _ in 0..200 {
                let signals = Signals::new();
                let (send, woken) = mpsc::channel();
                thread::scope(|scope| {
                    scope.spawn(|| {
                        signals.wait(!infinite);
                        send.send(signals.stopped()).unwrap();
                    });
                    signals.ponderhit(hit());
                    if infinite {
                        signals.stop();
                    }
                    assert_eq!(woken.recv().unwrap(), infinite);
                });
            }
        }
    }
}
