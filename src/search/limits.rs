//! What ends a search, as far as it is known when it starts.

use crate::host::Instant;
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

#[cfg(test)]
mod tests {
    use super::*;

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
