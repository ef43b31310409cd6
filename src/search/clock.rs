//! Clock of one move: a plan made from the limits, and the decisions of the search.
//!
//! The scheme is YaneuraOu's (`timeman.cpp`), written anew, with three
//! changes: the increment of this move counts as usable, no option can push a
//! move past the usable time, and with an increment the last of the main time
//! is kept as a reserve.
//!
//! All times are milliseconds. Times called `elapsed` count from the `go`
//! command; our own clock may have started later, at the `ponderhit`.

use super::limits::{Limits, TimeOptions};
use crate::host::Instant;
use crate::host::millis;
use crate::signals::PonderHit;
use crate::types::{Color, Depth};

/// Time of a bare `go` without any limit, in ms.
pub const NO_LIMIT_MS: u64 = 1000;
/// Spent per move when the game should have ended by the move limit already.
const PAST_THE_END_MS: u64 = 500;
/// No real clock shows more (about 30 years); keeps the arithmetic far from overflow.
const MAX_MS: u64 = 1_000_000_000_000;
const SECOND: u64 = 1000;
/// A single legal move gets at most this, in ms.
const SINGLE_MOVE_MS: f64 = 502.0;
/// From this share of the target on, iterations go no deeper.
const HOLD_DEPTH_SHARE: f64 = 0.503;
/// The reduction before the first move of a game.
pub const FIRST_TIME_REDUCTION: f64 = 0.85;

/// Kind of the limit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// No time limit: depth, nodes or an order to stop ends the search.
    Unlimited,
    /// Exactly `maximum`.
    Fixed,
    /// A share of a game clock.
    Managed,
}

/// Stability of the choice of the move after an iteration.
///
/// The formulas and their figures are those of YaneuraOu 9.70 and Stockfish.
#[derive(Clone, Copy, Debug)]
pub struct Stability {
    /// Fall of the score below the average of the previous move of the game.
    pub fall_in_game: i32,
    /// Fall of the score below that of four iterations ago.
    pub fall_in_search: i32,
    /// The last finished iteration.
    pub depth: Depth,
    /// Iterations since the best move changed.
    pub best_move_age: Depth,
    /// Changes of the best move, weighted by 1/2 for each iteration since.
    pub best_move_changes: f64,
    /// Share of the nodes spent on the best move, from 0 to 1.
    pub effort: f64,
    /// Moves to choose among.
    pub root_moves: usize,
    /// [`Stability::time_reduction`] at the end of the previous move of the game.
    pub previous_time_reduction: f64,
}

impl Stability {
    /// The divisor of the target, which grows with the age of the best move.
    pub fn time_reduction(&self) -> f64 {
        let age = f64::from(self.best_move_age);
        0.723 + 0.79 / (1.104 + (-0.5189 * (age - 11.57)).exp())
    }

    /// The factors of the time of a normal move.
    fn factors(&self) -> [f64; 4] {
        let falling = ((11.325
            + 2.115 * f64::from(self.fall_in_game)
            + 0.987 * f64::from(self.fall_in_search))
            / 100.0)
            .clamp(0.5688, 1.5698);
        let reduction = (1.455 + self.previous_time_reduction) / (2.2375 * self.time_reduction());
        let instability = 1.04 + 1.8956 * self.best_move_changes;
        let settled = if self.depth >= 10 && self.effort >= 0.924 {
            0.666
        } else {
            1.0
        };
        [falling, reduction, instability, settled]
    }
}

/// The time plan of one move, and its progress.
#[derive(Clone, Debug)]
pub struct Clock {
    /// No answer before this, unless nothing is left to search.
    pub minimum: u64,
    /// Time of a normal move; the search stretches or shrinks it.
    pub optimum: u64,
    /// Longest time that the search takes.
    pub maximum: u64,
    /// The answer must be out by then, counted from when our clock started.
    pub usable: u64,
    kind: Kind,
    /// Byoyomi is all that is left: use all of it, counted from the ponderhit.
    final_push: bool,
    /// The answer is decided and waits for the ponderhit.
    stop_on_ponderhit: bool,
    pondering: bool,
    /// When our own clock started, counted from `go`.
    clock_start: u64,
    /// When the answer goes out, once decided.
    end: Option<u64>,
    start: Instant,
    us: Color,
    ply: u32,
    options: TimeOptions,
}

impl Clock {
    /// Plans a move of `us`, the `ply`-th of the game (the first move is 1).
    ///
    /// A pure function of its arguments; [`Limits::start`] is only stored.
    pub fn plan(limits: &Limits, us: Color, ply: u32, options: &TimeOptions) -> Clock {
        let mut clock = Clock {
            minimum: 0,
            optimum: 0,
            maximum: 0,
            usable: 0,
            kind: Kind::Unlimited,
            final_push: false,
            stop_on_ponderhit: false,
            pondering: limits.ponder,
            clock_start: 0,
            end: None,
            start: limits.start,
            us,
            ply,
            options: *options,
        };
        let has_time = limits.clock.has_time(us);
        if has_time {
            clock.plan_game_clock(limits);
        }
        if limits.infinite {
            clock.kind = Kind::Unlimited;
        } else if let Some(ms) = limits.movetime {
            clock.fix(ms, has_time);
        } else if let Some(ms) = limits.rtime {
            // Less spread the longer the game has lasted.
            let spread = (ms / 2).min(ms.saturating_mul(10) / u64::from(ply.max(1)));
            clock.fix(
                ms.saturating_add(limits.rtime_draw % (spread + 1)),
                has_time,
            );
        } else if has_time {
            clock.kind = Kind::Managed;
        } else if limits.depth.is_none() && limits.nodes.is_none() {
            clock.fix(NO_LIMIT_MS, false);
        }
        clock
    }

    /// Exactly this long, but never past a game clock that came with it.
    fn fix(&mut self, ms: u64, capped: bool) {
        let ms = if capped { ms.min(self.usable) } else { ms };
        self.kind = Kind::Fixed;
        self.final_push = false;
        (self.minimum, self.optimum, self.maximum, self.usable) = (ms, ms, ms, ms);
    }

    fn plan_game_clock(&mut self, limits: &Limits) {
        let options = &self.options;
        let time = limits.clock.main_time(self.us).min(MAX_MS);
        let inc = limits.clock.inc[self.us.index()].min(MAX_MS);
        let byoyomi = limits.clock.byoyomi.min(MAX_MS);

        let total = time + inc + byoyomi;
        // The increment is enough for a move, so as much of the main time is kept
        // for an answer that arrives late. Unused byoyomi would be lost.
        let kept = if byoyomi == 0 { time.min(inc) } else { 0 };
        let reserve = kept.max(total / 5);
        self.usable = (total - options.network_delay2.min(reserve)).max(1);

        let full_seconds = options.round_up_to_full_second;
        let least = if full_seconds { SECOND } else { 1 };
        self.minimum = options
            .minimum_thinking_time
            .max(least)
            .saturating_sub(options.network_delay)
            .max(1);

        match self.moves_to_go(inc == 0 && byoyomi == 0) {
            0 => {
                self.optimum = PAST_THE_END_MS;
                self.maximum = PAST_THE_END_MS;
            }
            1 => {
                self.optimum = self.usable;
                self.maximum = self.usable;
            }
            moves => {
                // All time until then, less the losses by rounding up.
                let lost = if full_seconds {
                    (moves + 1) * SECOND
                } else {
                    0
                };
                let estimate = (time + (inc + byoyomi) * moves).saturating_sub(lost);
                self.optimum = self.minimum + estimate / moves;
                let share = if inc == 0 && byoyomi == 0 {
                    // Sudden death: careful in the last minutes. In thousandths.
                    (time / 60).clamp(1000, 5000)
                } else {
                    5000
                };
                self.maximum = (self.minimum + estimate * share / (moves * 1000))
                    .min((estimate * 3 / 10).max(1));
            }
        }
        self.optimum = self.optimum.saturating_mul(options.slow_mover) / 100;
        if options.ponder {
            self.optimum += self.optimum / 4;
        }

        if byoyomi > 0 && time * 5 < byoyomi * 6 {
            // Main time is nearly used up, and unused byoyomi is lost.
            self.final_push = true;
            (self.minimum, self.optimum, self.maximum) = (total, total, total);
        }

        self.maximum = self.round_up(self.maximum);
        self.minimum = self.round_up(self.minimum);
        self.optimum = self.optimum.clamp(1, self.usable);
    }

    /// Number of our moves that the time should last for.
    fn moves_to_go(&self, sudden_death: bool) -> u64 {
        let ply = u64::from(self.ply);
        let horizon = if sudden_death {
            160 + 40 - ply.min(40)
        } else {
            160 + 20 - ply.min(80)
        };
        let left = match u64::from(self.options.max_moves_to_draw) {
            0 => horizon,
            limit => (limit + 2).saturating_sub(ply).min(horizon),
        };
        left / 2
    }

    /// The time at which to answer when `ms` have been used: at once, or just
    /// before the next full second if begun seconds are charged anyway.
    fn round_up(&self, ms: u64) -> u64 {
        let options = &self.options;
        // The time that the game clock charges, with the delay.
        let charged = ms
            .saturating_add(options.network_delay)
            .max(options.minimum_thinking_time);
        let end = if options.round_up_to_full_second {
            charged.div_ceil(SECOND).saturating_mul(SECOND)
        } else {
            charged
        };
        let end = end.saturating_sub(options.network_delay).max(ms);
        end.min(self.usable)
    }

    /// Time since `go`.
    pub fn elapsed(&self) -> u64 {
        millis::since(self.start)
    }

    /// Whether the search decides when to answer, by `optimum` and its stability.
    pub fn is_managed(&self) -> bool {
        self.kind == Kind::Managed
    }

    /// Whether unused time is lost, as with byoyomi: the search should go deeper
    /// rather than answer early.
    pub fn is_used_up(&self) -> bool {
        self.final_push
    }

    /// The time to spend on this move, in ms since `go`, after an iteration.
    pub fn target(&self, stability: &Stability) -> f64 {
        let normal = self.optimum as f64;
        let target = (stability.factors().iter()).fold(normal, |time, factor| time * factor);
        match stability.root_moves {
            1 => target.min(SINGLE_MOVE_MS),
            _ => target,
        }
    }

    /// Whether the time left until the target is too short for a deeper iteration:
    /// the depth reached is searched again.
    pub fn holds_depth(&self, elapsed: u64, target: f64) -> bool {
        !self.is_pondering() && !self.is_used_up() && elapsed as f64 > target * HOLD_DEPTH_SHARE
    }

    /// Whether the opponent has not moved yet: no answer may be given.
    pub fn is_pondering(&self) -> bool {
        self.pondering
    }

    /// The time, since `go`, at which the answer goes out if it is decided now.
    pub fn search_end(&self, elapsed: u64) -> u64 {
        if self.kind != Kind::Managed {
            return elapsed;
        }
        let used = elapsed.saturating_sub(self.clock_start);
        let minimum = if self.final_push {
            self.minimum
        } else {
            self.minimum.saturating_sub(self.clock_start)
        };
        self.clock_start + self.round_up(used.max(minimum))
    }

    /// Decides to answer as soon as the minimum, the rounding and a ponderhit still
    /// to come allow.
    pub fn decide(&mut self, elapsed: u64) {
        if self.pondering {
            self.stop_on_ponderhit = true;
        } else {
            let end = self.search_end(elapsed);
            self.end = Some(self.end.map_or(end, |old| old.min(end)));
        }
    }

    /// Whether the answer is decided.
    pub fn is_decided(&self) -> bool {
        self.stop_on_ponderhit || self.end.is_some()
    }

    /// Whether the search must end now. Must be called often, since it also notices
    /// the end of the longest time.
    pub fn is_over(&mut self, elapsed: u64) -> bool {
        if self.pondering {
            return false;
        }
        if self.end.is_some_and(|end| elapsed >= end) {
            return true;
        }
        if self.kind == Kind::Unlimited {
            return false;
        }
        if self.end.is_none() {
            let used = if self.final_push || self.kind == Kind::Fixed {
                elapsed.saturating_sub(self.clock_start)
            } else {
                elapsed
            };
            if used >= self.maximum {
                self.decide(elapsed);
            }
        }
        self.end.is_some_and(|end| elapsed >= end)
            || elapsed.saturating_sub(self.clock_start) >= self.usable
    }

    /// The time since `go` after which no search of ours goes on; `u64::MAX`
    /// while pondering and where there is no limit of time.
    pub fn last_moment(&self) -> u64 {
        if self.pondering || self.kind == Kind::Unlimited {
            u64::MAX
        } else {
            self.clock_start.saturating_add(self.usable)
        }
    }

    /// Starts our own time: the opponent made the expected move.
    ///
    /// New clocks replace the old ones and the plan is made again; the time spent
    /// pondering counts as used. Does nothing unless pondering.
    pub fn ponderhit(&mut self, hit: &PonderHit) {
        if !self.pondering {
            return;
        }
        let at = millis::of(hit.at.saturating_duration_since(self.start));
        let content = self.stop_on_ponderhit;
        if let Some(clock) = hit.clock.filter(|clock| clock.has_time(self.us)) {
            let limits = Limits {
                clock,
                start: self.start,
                ..Limits::default()
            };
            *self = Clock::plan(&limits, self.us, self.ply, &self.options);
        }
        self.pondering = false;
        self.stop_on_ponderhit = false;
        self.clock_start = at;
        if content {
            self.decide(at);
        }
    }
}

#[cfg(test)]
mod tests;
