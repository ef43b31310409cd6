//! Limits for a player's moves: a fixed limit for each move, or a game clock.

use std::fmt;
use std::time::Duration;

use komadai::host::{Instant, millis};
use komadai::types::Color;
use komadai::usi::go::{Go, GoIgnored};

/// Limits of a player's thinking for a whole game.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeControl {
    /// A number of nodes for each move, without a time limit.
    Nodes(u64),
    /// A game clock, kept by the referee; all times in ms.
    Clock {
        /// Main time for the game.
        time: u64,
        /// Increment added before each move.
        inc: u64,
        /// Time for each move after the main time is used up.
        byoyomi: u64,
    },
    /// The text after `go`, the same for each move.
    Go(String),
}

/// Error in the text to send after `go`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoTextError {
    /// A keyword lacks its number.
    #[error("'{word}' needs a whole number after it in go text '{text}'")]
    Number {
        /// The keyword.
        word: String,
        /// The text after `go`.
        text: String,
    },
    /// A keyword of the text after `go` would leave the search without an end.
    #[error("'{word}' makes no sense in a match, in go text '{text}'")]
    Endless {
        /// The keyword.
        word: String,
        /// The text after `go`.
        text: String,
    },
    /// No keyword limits the search.
    #[error(
        "go text '{0}' limits nothing (such as nodes 10000, depth 8, movetime 500, byoyomi 1000)"
    )]
    NoLimit(String),
}

/// A `go` command: as text for a USI engine and as limits for an engine in process.
#[derive(Clone, Debug)]
pub struct GoRequest {
    /// The text after `go`.
    pub text: String,
    /// The parsed text.
    pub go: Go,
    /// Keywords that the referee does not understand or ignores; an engine may know them.
    pub unknown: Vec<String>,
}

impl GoRequest {
    /// Parses the text after `go` without checks.
    fn new(text: &str) -> GoRequest {
        let go = Go::parse(text.split_whitespace(), Instant::now());
        let named = [
            ("rtime", go.limits.rtime.is_some()),
            ("searchmoves", !go.searchmoves.is_empty()),
            ("perft", go.perft.is_some()),
        ];
        let named = named.iter().filter(|(_, there)| *there);
        let ignored = go.ignored.iter().filter_map(|ignored| match ignored {
            GoIgnored::Unknown(word) => Some(word.clone()),
            GoIgnored::NoNumber { .. } => None,
        });
        GoRequest {
            text: text.trim().to_string(),
            unknown: (named.map(|(word, _)| word.to_string()))
                .chain(ignored)
                .collect(),
            go,
        }
    }

    /// Parses and checks the text after `go`.
    ///
    /// # Errors
    /// If a number is missing or nothing ends the search.
    pub fn parse(text: &str) -> Result<GoRequest, GoTextError> {
        let request = GoRequest::new(text);
        let Go {
            limits,
            mate,
            ignored,
            ..
        } = &request.go;
        let endless = [
            ("infinite", limits.infinite),
            ("ponder", limits.ponder),
            ("mate", mate.is_some()),
        ];
        if let Some((word, _)) = endless.iter().find(|(_, there)| *there) {
            return Err(GoTextError::Endless {
                word: word.to_string(),
                text: text.to_string(),
            });
        }
        for ignored in ignored {
            if let GoIgnored::NoNumber { word, .. } = ignored {
                return Err(GoTextError::Number {
                    word: word.clone(),
                    text: text.to_string(),
                });
            }
        }
        let given = [limits.nodes, limits.movetime];
        let limited = Color::ALL.iter().any(|&side| limits.clock.has_time(side))
            || limits.depth.is_some_and(|depth| depth > 0)
            || given.iter().any(|limit| limit.is_some_and(|n| n > 0));
        if !limited && request.unknown.is_empty() {
            return Err(GoTextError::NoLimit(text.to_string()));
        }
        Ok(request)
    }

    /// The longest time that `side` may use for this move; `None` without a time limit.
    pub(crate) fn time_limit(&self, side: Color) -> Option<Duration> {
        let clock = &self.go.limits.clock;
        let on_clock = clock.has_time(side).then(|| {
            clock
                .main_time(side)
                .saturating_add(clock.inc[side.index()])
                .saturating_add(clock.byoyomi)
        });
        let limit = match (on_clock, self.go.limits.movetime) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        limit.map(Duration::from_millis)
    }
}

impl TimeControl {
    /// Checks a control that a user gave.
    ///
    /// # Errors
    /// If it does not limit a search, or its text is not usable.
    pub fn check(&self) -> Result<(), GoTextError> {
        let text = match self {
            TimeControl::Nodes(n) => format!("nodes {n}"),
            TimeControl::Go(text) => text.clone(),
            TimeControl::Clock { time, inc, byoyomi } => {
                format!("btime {time} binc {inc} byoyomi {byoyomi}")
            }
        };
        GoRequest::parse(&text).map(|_| ())
    }
}

impl fmt::Display for TimeControl {
    /// Writes `10000 nodes`, `1000 ms + 100 ms a move` or `go depth 8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Nodes(n) => write!(f, "{n} nodes"),
            TimeControl::Go(text) => write!(f, "go {text}"),
            TimeControl::Clock { time, inc, byoyomi } => {
                let parts = [("ms", time), ("ms a move", inc), ("ms byoyomi", byoyomi)];
                let given = parts.iter().filter(|(_, ms)| **ms > 0);
                let texts: Vec<String> = given.map(|(what, ms)| format!("{ms} {what}")).collect();
                f.write_str(&texts.join(" + "))
            }
        }
    }
}

/// The clocks of one game; each side has its own control.
#[derive(Clone, Debug)]
pub struct GameClock {
    controls: [TimeControl; 2],
    /// Main time left for Black and White; zero for a control that is not a clock.
    left: [Duration; 2],
}

impl GameClock {
    /// Clocks at the start of a game, for the controls of Black and White.
    pub fn new(controls: [TimeControl; 2]) -> GameClock {
        let left = [main_time(&controls[0]), main_time(&controls[1])];
        GameClock { controls, left }
    }

    /// The `go` command for the next move of `side`.
    ///
    /// The main time sent does not include the increment of this move. As in GUIs, the player may
    /// use both, and the byoyomi: btime + binc + byoyomi. USI has one `byoyomi` for both sides; the
    /// value sent is that of the side to move.
    ///
    /// # Errors
    /// If the control is unusable, as in [`TimeControl::check`].
    pub(crate) fn request(&self, side: Color) -> Result<GoRequest, GoTextError> {
        let control = &self.controls[side.index()];
        match control {
            TimeControl::Nodes(n) => GoRequest::parse(&format!("nodes {n}")),
            TimeControl::Go(text) => GoRequest::parse(text),
            TimeControl::Clock { inc, byoyomi, .. } => {
                let [black, white] = self.left.map(millis::of);
                let [binc, winc] = [increment(&self.controls[0]), increment(&self.controls[1])];
                let mut text = format!("btime {black} wtime {white}");
                if binc > 0 || winc > 0 {
                    text += &format!(" binc {binc} winc {winc}");
                }
                if *byoyomi > 0 || *inc == 0 {
                    text += &format!(" byoyomi {byoyomi}");
                }
                Ok(GoRequest::new(&text))
            }
        }
    }

    /// Adds the increment to the main time of `side`, then subtracts the time of its move.
    pub(crate) fn spend(&mut self, side: Color, elapsed: Duration) {
        let inc = Duration::from_millis(increment(&self.controls[side.index()]));
        let left = &mut self.left[side.index()];
        *left = left.saturating_add(inc).saturating_sub(elapsed);
    }

    /// Main time left of one side.
    pub fn left(&self, side: Color) -> Duration {
        self.left[side.index()]
    }
}

fn main_time(control: &TimeControl) -> Duration {
    match control {
        TimeControl::Clock { time, .. } => Duration::from_millis(*time),
        TimeControl::Nodes(_) | TimeControl::Go(_) => Duration::ZERO,
    }
}

fn increment(control: &TimeControl) -> u64 {
    match control {
        TimeControl::Clock { inc, .. } => *inc,
        TimeControl::Nodes(_) | TimeControl::Go(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(time: u64, inc: u64, byoyomi: u64) -> GameClock {
        let control = TimeControl::Clock { time, inc, byoyomi };
        GameClock::new([control.clone(), control])
    }

    #[test]
    fn fischer_time_is_added_before_it_is_used() {
        let mut clock = clock(1000, 100, 0);
        let request = clock.request(Color::Black).unwrap();
        assert_eq!(request.text, "btime 1000 wtime 1000 binc 100 winc 100");
        assert_eq!(request.time_limit(Color::Black), Some(ms(1100)));
        clock.spend(Color::Black, ms(1050));
        assert_eq!(clock.left(Color::Black), ms(50));
        let request = clock.request(Color::White).unwrap();
        assert_eq!(request.text, "btime 50 wtime 1000 binc 100 winc 100");
        clock.spend(Color::Black, ms(151));
        assert_eq!(clock.left(Color::Black), Duration::ZERO);
        assert_eq!(
            clock
                .request(Color::Black)
                .unwrap()
                .time_limit(Color::Black),
            Some(ms(100))
        );
    }

    #[test]
    fn byoyomi_starts_when_the_main_time_is_gone() {
        let mut clock = clock(500, 0, 1000);
        assert_eq!(
            clock.request(Color::White).unwrap().text,
            "btime 500 wtime 500 byoyomi 1000"
        );
        clock.spend(Color::White, ms(1300));
        assert_eq!(clock.left(Color::White), Duration::ZERO);
        let request = clock.request(Color::White).unwrap();
        assert_eq!(request.text, "btime 500 wtime 0 byoyomi 1000");
        assert_eq!(request.time_limit(Color::White), Some(ms(1000)));
        // A move within the main time costs only the time it took.
        clock.spend(Color::Black, ms(200));
        assert_eq!(clock.left(Color::Black), ms(300));
    }

    #[test]
    fn nodes_have_no_time_limit() {
        let clock = GameClock::new([
            TimeControl::Nodes(5000),
            TimeControl::Go("btime 0 wtime 0 byoyomi 700".to_string()),
        ]);
        let black = clock.request(Color::Black).unwrap();
        assert_eq!(
            (black.text.as_str(), black.go.limits.nodes),
            ("nodes 5000", Some(5000))
        );
        assert_eq!(black.time_limit(Color::Black), None);
        let white = clock.request(Color::White).unwrap();
        assert_eq!(white.time_limit(Color::White), Some(ms(700)));
    }

    #[test]
    fn go_texts_are_read_or_refused() {
        let request = GoRequest::parse(" movetime 300  byoyomi 200 rtime 5").unwrap();
        assert_eq!(request.time_limit(Color::Black), Some(ms(200)));
        assert_eq!(request.unknown, ["rtime"]);
        for bad in [
            "",
            "nodes",
            "nodes x",
            "nodes -5",
            "infinite",
            "ponder btime 5",
            "mate 100",
            "btime 0 wtime 0 byoyomi 0",
        ] {
            assert!(GoRequest::parse(bad).is_err(), "{bad}");
        }
        let nothing = TimeControl::Clock {
            time: 0,
            inc: 0,
            byoyomi: 0,
        };
        assert!(nothing.check().is_err());
        assert!(TimeControl::Nodes(0).check().is_err());
        assert!(TimeControl::Nodes(1).check().is_ok());
    }
}
