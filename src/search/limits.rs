//! Limits and options of a search, with their defaults.

use crate::eval::scale::ScoreScale;
use crate::host::Instant;
use crate::position::EnteringKingRule;
use crate::signals::{ClockTimes, Signals};
use crate::types::{Color, Depth, Move, Score, Value};

/// Limits of one search, as the USI command `go` gives them. The default is a `go`
/// without arguments.
///
/// Limits combine: the search ends at the first that is reached. A search without any
/// limit takes one second.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The players' clocks.
    pub clock: ClockTimes,
    /// Think exactly this long, in ms.
    pub movetime: Option<u64>,
    /// Think about this long in ms, randomly up to half as much again (an
    /// extension of YaneuraOu for varied self-play).
    pub rtime: Option<u64>,
    /// Random number that decides the time spent beyond `rtime`.
    pub rtime_draw: u64,
    /// Stop after this iteration.
    pub depth: Option<Depth>,
    /// Stop at this many nodes.
    pub nodes: Option<u64>,
    /// Begin no iteration after this many nodes. The iteration under way is finished, so
    /// that its score is exact.
    pub soft_nodes: Option<u64>,
    /// Search until a stop is requested.
    pub infinite: bool,
    /// The opponent is to move in the game: think until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Root moves to search; empty means all.
    pub searchmoves: Vec<Move>,
    /// Time at which the command was read; all times of the search count from here.
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

    /// Sleeps until an answer may be given: with [`Limits::infinite`] after a
    /// stop, with [`Limits::ponder`] after a stop or a ponderhit, else at once.
    pub fn wait_until_due(&self, signals: &Signals) {
        if self.infinite || self.ponder {
            signals.wait(!self.infinite);
        }
    }
}

/// Options of time management, in ms unless noted.
///
/// The names are those of YaneuraOu's options; the defaults suit a GUI on the
/// same machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOptions {
    /// Mean delay between sending a move and its arrival at the game clock.
    pub network_delay: u64,
    /// Longest such delay. It is held back from the usable time, but at most an eighth of that time
    /// or one increment, whichever is more.
    pub network_delay2: u64,
    /// Think at least this long (less `network_delay`) unless time is short.
    pub minimum_thinking_time: u64,
    /// Time of a normal move, in percent of the plan.
    pub slow_mover: u64,
    /// Use up every second that is begun, for servers that charge whole seconds.
    pub round_up_to_full_second: bool,
    /// The game ends in a draw after this many plies; 0 for no limit.
    pub max_moves_to_draw: u32,
    /// The GUI lets the engine ponder: a normal move gets a quarter more time.
    pub ponder: bool,
}

impl Default for TimeOptions {
    fn default() -> TimeOptions {
        TimeOptions {
            network_delay: 30,
            network_delay2: 60,
            minimum_thinking_time: 0,
            slow_mover: 100,
            round_up_to_full_second: false,
            max_moves_to_draw: 0,
            ponder: false,
        }
    }
}

/// Options of the search. Threads and table size are set on the searcher itself,
/// since they cost time to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Number of best lines to search and report; at least 1.
    pub multipv: usize,
    /// Value of a draw for Black when Black is to move at the root, in centipawns.
    pub draw_value_black: i32,
    /// Value of a draw for White when White is to move at the root, in centipawns.
    pub draw_value_white: i32,
    /// The rule for wins by entering king.
    pub entering_king_rule: EnteringKingRule,
    /// Also search the moves that decline a promotion and are hardly ever better.
    pub generate_all_legal_moves: bool,
    /// Least time between two reports of progress in ms; 0 reports everything.
    pub pv_interval: u64,
    /// Analysis by a human: report every line, whatever the interval.
    pub consideration_mode: bool,
    /// Report scores that fell outside the aspiration window too, from ten million nodes on
    /// and with one line.
    pub output_fail_lh_pv: bool,
    /// Resign when the score is this many centipawns or more below zero; 99999 for never.
    pub resign_value: i32,
    /// Time management; also holds the move limit of the game.
    pub time: TimeOptions,
}

impl SearchOptions {
    /// Value of [`SearchOptions::resign_value`] with which the engine never resigns.
    pub const NEVER_RESIGN: i32 = 99_999;

    /// Whether a side with this score resigns: it is behind by at least
    /// [`SearchOptions::resign_value`], or its loss is proven.
    pub fn resigns_at(&self, score: Score) -> bool {
        self.resign_value < SearchOptions::NEVER_RESIGN
            && (score.is_lost() || score.centipawns() <= -self.resign_value)
    }

    /// Values of a draw for Black and for White in a search with `root_side` to move at
    /// the root, in search values.
    pub fn draw_values(&self, root_side: Color, scale: ScoreScale) -> [Value; 2] {
        let centipawns = match root_side {
            Color::Black => self.draw_value_black,
            Color::White => self.draw_value_white,
        };
        let for_root = scale.search(centipawns);
        let mut draw = [-for_root; 2];
        draw[root_side.index()] = for_root;
        draw
    }
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            multipv: 1,
            draw_value_black: -2,
            draw_value_white: -2,
            entering_king_rule: EnteringKingRule::default(),
            generate_all_legal_moves: false,
            pv_interval: 300,
            consideration_mode: false,
            output_fail_lh_pv: true,
            resign_value: SearchOptions::NEVER_RESIGN,
            time: TimeOptions::default(),
        }
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

    #[test]
    fn resignation_goes_by_the_score_shown_and_by_proven_losses() {
        let resigns = |resign_value, score| {
            let options = SearchOptions {
                resign_value,
                ..SearchOptions::default()
            };
            options.resigns_at(score)
        };
        assert!(resigns(3000, Score::Centipawns(-3000)));
        assert!(!resigns(3000, Score::Centipawns(-2999)));
        for lost in [Score::mated_in(8), Score::Rule { winning: false }] {
            assert!(resigns(40_000, lost) && !resigns(SearchOptions::NEVER_RESIGN, lost));
            assert!(!resigns(0, -lost));
        }
        // A repetition with less in hand scores -3000 but does not end the game.
        let worse = Score::Repetition { better: false };
        assert!(resigns(3000, worse) && !resigns(3001, worse));
    }
}
