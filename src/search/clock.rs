//! Clock of one move: the time plan made from the limits, and the decisions when to stop.
//!
//! The scheme is that of YaneuraOu's `timeman.cpp`, written anew, with four changes: the increment
//! of this move counts as usable, no option can push a move past the usable time, with an
//! increment more of the main time is held back for delays, and sudden death is planned for two
//! thirds of the moves.
//!
//! All times are milliseconds. Times called `elapsed` count from the `go` command; the
//! engine's clock may have started later, at the `ponderhit`.

use super::limits::{Limits, TimeOptions};
use crate::host::Instant;
use crate::host::millis;
use crate::signals::PonderHit;
use crate::types::{Color, Depth};

/// Time of a `go` without any limit, in ms.
pub const NO_LIMIT_MS: u64 = 1000;
/// Time of a move, in ms, when the move limit of the game leaves this side no further move.
const PAST_THE_END_MS: u64 = 500;
/// Time, in ms, for which a busy system may not run the engine. Processes of one scheduling group
/// of Linux wait for those of another for up to 0.85 s (docs/measurements.md).
const SYSTEM_DELAY_MS: u64 = 1000;
/// Upper limit of clock values (about 30 years), so that the arithmetic cannot overflow.
const MAX_MS: u64 = 1_000_000_000_000;
const SECOND: u64 = 1000;
/// Longest target of a position with a single root move, in ms.
const SINGLE_MOVE_MS: f64 = 502.0;
/// Share of the target time after which an iteration repeats the depth of the last one.
const HOLD_DEPTH_SHARE: f64 = 0.503;
/// [`Stability::previous_time_reduction`] of the first move of a game.
pub const FIRST_TIME_REDUCTION: f64 = 0.85;

/// Kinds of time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// No time limit: depth, nodes or an order to stop ends the search.
    Unlimited,
    /// Exactly `maximum` is spent.
    Fixed,
    /// The search spends a share of a game clock.
    Managed,
}

/// Signs of how settled the choice of the best move is after an iteration.
///
/// The formulas and their figures are those of YaneuraOu 9.70 and Stockfish.
#[derive(Clone, Copy, Debug)]
pub struct Stability {
    /// Fall of the score below the average score at the previous move of the game.
    pub fall_in_game: i32,
    /// Fall of the score below the score of four iterations ago.
    pub fall_in_search: i32,
    /// Depth of the last finished iteration.
    pub depth: Depth,
    /// Iterations since the best move changed.
    pub best_move_age: Depth,
    /// Changes of the best move; the weight of a change is halved for each iteration since.
    pub best_move_changes: f64,
    /// Share of the nodes spent on the best move, from 0 to 1.
    pub effort: f64,
    /// Number of root moves to choose among.
    pub root_moves: usize,
    /// [`Stability::time_reduction`] at the end of the previous move of the game.
    pub previous_time_reduction: f64,
}

impl Stability {
    /// The divisor of the target time: it grows with the number of iterations in which
    /// the best move did not change.
    pub fn time_reduction(&self) -> f64 {
        let age = f64::from(self.best_move_age);
        0.723 + 0.79 / (1.104 + (-0.5189 * (age - 11.57)).exp())
    }

    /// The factors by which [`Stability`] stretches or shrinks the time of a normal move.
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

/// Time plan of one move, and its progress.
#[derive(Clone, Debug)]
pub struct Clock {
    /// Time before which no answer goes out, unless nothing is left to search.
    pub minimum: u64,
    /// Time of a normal move, which [`Stability`] stretches or shrinks.
    pub optimum: u64,
    /// Longest time of the search.
    pub maximum: u64,
    /// Time by which the answer must go out, counted from `clock_start`.
    pub usable: u64,
    kind: Kind,
    /// Main time is nearly used up, so this move uses all the time left, byoyomi included. After a
    /// ponderhit that time counts from the ponderhit.
    final_push: bool,
    /// The answer is decided and waits for the ponderhit.
    stop_on_ponderhit: bool,
    pondering: bool,
    /// Start of the engine's own clock, counted from `go`: later than 0 after a ponderhit.
    clock_start: u64,
    /// Time at which the answer goes out, once that is decided.
    end: Option<u64>,
    start: Instant,
    /// Time of the last look at the clock.
    pub checked: u64,
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
            checked: 0,
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
            // The random part shrinks as the game goes on.
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

    /// Plans exactly `ms`, or, if `capped`, at most the usable time of the game clock.
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
        // Time held back for delays, usually at most an eighth, which of the usual byoyomi of 10 s is
        // still as much as servers need. Unused byoyomi is lost, but main time beside an increment
        // is not: there it may be an increment, and a move uses less than its increment until so
        // much main time is there.
        let (system_delay, most) = match byoyomi {
            0 => (inc.min(SYSTEM_DELAY_MS), inc.min(time + inc / 8)),
            _ => (0, 0),
        };
        let delay = options.network_delay2.max(system_delay);
        self.usable = (total - delay.min(most.max(total / 8))).max(1);

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
                // Time for the next `moves` moves, less the losses by rounding up to full seconds.
                let lost = if full_seconds {
                    (moves + 1) * SECOND
                } else {
                    0
                };
                let estimate = (time + (inc + byoyomi) * moves).saturating_sub(lost);
                self.optimum = self.minimum + estimate / moves;
                let share = if inc == 0 && byoyomi == 0 {
                    // Sudden death: the share, in thousandths, falls from 10/3 with five
                    // minutes left to 1 with a minute and a half left.
                    (time / 90).clamp(1000, 3333)
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

    /// Number of this side's moves that the time should last for.
    fn moves_to_go(&self, sudden_death: bool) -> u64 {
        let ply = u64::from(self.ply);
        let horizon = if sudden_death {
            // Games against itself leave 67 own moves at the start and 47 after 40 plies.
            133 - ply.min(40) * 2 / 3
        } else {
            160 + 20 - ply.min(80)
        };
        let left = match u64::from(self.options.max_moves_to_draw) {
            0 => horizon,
            limit => (limit + 2).saturating_sub(ply).min(horizon),
        };
        left / 2
    }

    /// The time at which the answer goes out if it is ready after `ms`: at once, or, if the game
    /// clock rounds up to full seconds, just before the next full second.
    fn round_up(&self, ms: u64) -> u64 {
        let options = &self.options;
        // Time that the game clock charges, with the network delay.
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

    /// Time since `go`, in ms.
    pub fn elapsed(&self) -> u64 {
        millis::since(self.start)
    }

    /// Whether the search decides when to answer, by `optimum` and [`Stability`].
    pub fn is_managed(&self) -> bool {
        self.kind == Kind::Managed
    }

    /// Whether this move uses all the time left, because unused byoyomi is lost: the search should
    /// go deeper rather than answer early.
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

    /// Whether the opponent has not moved yet, so that no answer may go out.
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

    /// Decides that the answer goes out as soon as the minimum time and the rounding up to full
    /// seconds allow. While pondering, it waits for the ponderhit.
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

    /// Whether the search must end now. Also decides to answer once `maximum` is used up,
    /// so the search must call it often.
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

    /// The time since `go`, in ms, by which the search of this move has ended; `u64::MAX` while
    /// pondering, and if there is no time limit.
    pub fn last_moment(&self) -> u64 {
        if self.pondering || self.kind == Kind::Unlimited {
            u64::MAX
        } else {
            self.clock_start.saturating_add(self.usable)
        }
    }

    /// Starts the engine's own time, because the opponent has made the expected move.
    ///
    /// If `hit` has new clock values, the time is planned again with them. The time spent pondering
    /// counts as used. Does nothing unless pondering.
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
