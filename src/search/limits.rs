//! What ends a search: limits known when it starts, and signals that arrive while it runs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::types::{Color, Depth, Move};

/// The players' clocks as a GUI sends them, all in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTimes {
    /// Main time left, by colour; `None` if the GUI said nothing.
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

    /// Whether this side has any time to manage.
    ///
    /// GUIs send zeros for "no clock" (`btime 0 wtime 0 depth 5`), so all
    /// zeros count as none.
    pub const fn has_time(&self, color: Color) -> bool {
        self.main_time(color) > 0 || self.inc[color.index()] > 0 || self.byoyomi > 0
    }
}

/// Everything a `go` can ask for. The default is a bare `go`.
///
/// Limits combine: the search ends at whichever is met first. Without any
/// limit the clock sets a small one of its own.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The players' clocks.
    pub clock: ClockTimes,
    /// Think exactly this long, in ms.
    pub movetime: Option<u64>,
    /// Think about this long in ms, randomly up to half as much again (an
    /// extension of YaneuraOu for varied self-play).
    pub rtime: Option<u64>,
    /// The random number that decides how much longer `rtime` is made.
    pub rtime_draw: u64,
    /// Stop after this iteration.
    pub depth: Option<Depth>,
    /// Stop at this many nodes.
    pub nodes: Option<u64>,
    /// Begin no iteration after this many nodes. What was begun is finished, so
    /// that the score is one and not the edge of a window.
    pub soft_nodes: Option<u64>,
    /// Think until told to stop.
    pub infinite: bool,
    /// The opponent is to move in the game: think until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Root moves to look at; empty means all.
    pub searchmoves: Vec<Move>,
    /// When the command was read; all times count from here.
    pub start: Instant,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            clock: ClockTimes::default(),
            movetime: None,
            rtime: None,
            rtime_draw: 0,
            depth: None,
            nodes: None,
            soft_nodes: None,
            infinite: false,
            ponder: false,
            searchmoves: Vec::new(),
            start: Instant::now(),
        }
    }
}

impl Limits {
    /// Search to a fixed depth, starting now.
    pub fn depth(depth: Depth) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// Search a fixed number of nodes, starting now.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Search a fixed time in ms, starting now.
    pub fn movetime(ms: u64) -> Limits {
        Limits {
            movetime: Some(ms),
            ..Limits::default()
        }
    }

    /// Search until stopped, starting now.
    pub fn infinite() -> Limits {
        Limits {
            infinite: true,
            ..Limits::default()
        }
    }

    /// Whether the answer must be held back until a stop (or ponderhit), even
    /// when there is nothing left to think about.
    pub const fn waits_for_stop(&self) -> bool {
        self.infinite || self.ponder
    }
}

/// News that the opponent made the expected move.
#[derive(Clone, Copy, Debug)]
pub struct PonderHit {
    /// When the news came: our clock runs from here.
    pub at: Instant,
    /// The clocks, if the GUI sent new ones.
    pub clock: Option<ClockTimes>,
}

/// What can be told to a running search from another thread.
///
/// Every search gets fresh signals, so one that arrives before the search has
/// begun is not lost, and one that comes too late cannot reach the next search.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    has_ponderhit: AtomicBool,
    ponderhit: Mutex<Option<PonderHit>>,
}

impl Signals {
    /// Signals of a search nobody has stopped.
    pub fn new() -> Signals {
        Signals::default()
    }

    /// Asks the search to end now.
    pub fn stop(&self) {
        // The flag guards no other data, so no ordering is needed.
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag behind [`Signals::stop`], for work that knows no other signals.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Tells a pondering search that its expected move was made.
    pub fn ponderhit(&self, hit: PonderHit) {
        if let Ok(mut slot) = self.ponderhit.lock() {
            *slot = Some(hit);
        }
        // Release and acquire: whoever sees the flag finds the news.
        self.has_ponderhit.store(true, Ordering::Release);
    }

    /// The news of a ponderhit, once. Costs one plain load while there is none.
    #[inline]
    pub fn take_ponderhit(&self) -> Option<PonderHit> {
        if !self.has_ponderhit.load(Ordering::Acquire) {
            return None;
        }
        self.has_ponderhit.store(false, Ordering::Relaxed);
        self.ponderhit.lock().ok().and_then(|mut slot| slot.take())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ponderhit_is_delivered_once() {
        let signals = Signals::new();
        assert!(signals.take_ponderhit().is_none());
        let clock = ClockTimes {
            time: [Some(5), None],
            ..ClockTimes::default()
        };
        signals.ponderhit(PonderHit {
            at: Instant::now(),
            clock: Some(clock),
        });
        assert_eq!(signals.take_ponderhit().unwrap().clock, Some(clock));
        assert!(signals.take_ponderhit().is_none());
        assert!(!signals.stopped());
        signals.stop();
        assert!(signals.stopped());
    }

    #[test]
    fn zeros_are_no_clock() {
        let mut clock = ClockTimes {
            time: [Some(0), Some(1000)],
            ..ClockTimes::default()
        };
        assert!(!clock.has_time(Color::Black));
        assert!(clock.has_time(Color::White));
        clock.byoyomi = 1;
        assert!(clock.has_time(Color::Black));
    }
}
