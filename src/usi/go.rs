//! The `go` command: its words, and the limits of the search that it asks for.
//!
//! Both the protocol and matches parse `go` here, so that limits have the same
//! meaning for an engine over USI and for one in the same process.

use std::fmt;

use crate::engine::usi_options::UsiOptions;
use crate::host::Instant;
use crate::search::Limits;
use crate::text::quote;
use crate::types::{Color, Depth, Move};

/// A `go` command.
#[derive(Clone, Debug)]
pub struct Go {
    /// The limits that the command gives, with empty [`Limits::searchmoves`].
    pub limits: Limits,
    /// The root moves that the command gives, not yet tested for legality.
    pub searchmoves: Vec<Move>,
    /// `go mate`: solve a mate problem instead of playing.
    pub mate: Option<GoMate>,
    /// `go perft N`: count moves instead of playing.
    pub perft: Option<u32>,
    /// The faulty words, which have no effect.
    pub ignored: Vec<GoIgnored>,
}

/// The time limit of `go mate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoMate {
    /// `go mate MS`: at most this time in ms.
    Time(u64),
    /// `go mate infinite`: until the result is known or a `stop` comes.
    Infinite,
    /// `go mate` alone: until the result is known or a `stop` comes; unlike with
    /// [`GoMate::Infinite`], the search goes on to its result after the end of the input.
    Unlimited,
}

impl GoMate {
    /// The time limit in ms, if there is one.
    pub fn time(self) -> Option<u64> {
        match self {
            GoMate::Time(ms) => Some(ms),
            GoMate::Infinite | GoMate::Unlimited => None,
        }
    }
}

/// A faulty word of `go`, which has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoIgnored {
    /// A word that is not followed by its number.
    NoNumber {
        /// The word.
        word: String,
        /// The word in place of the number, if the line goes on.
        next: Option<String>,
    },
    /// An unknown word.
    Unknown(String),
}

impl fmt::Display for GoIgnored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoIgnored::NoNumber {
                word,
                next: Some(next),
            } => write!(f, "{word} needs a number, not {}", quote(next)),
            GoIgnored::NoNumber { word, next: None } => write!(f, "{word} needs a number"),
            GoIgnored::Unknown(word) => write!(f, "{} is unknown", quote(word)),
        }
    }
}

impl Go {
    /// Reads the words after `go`. Times count from `read_at`.
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>, read_at: Instant) -> Go {
        let mut words = words.peekable();
        let mut go = Go {
            limits: Limits {
                start: read_at,
                ..Limits::default()
            },
            searchmoves: Vec::new(),
            mate: None,
            perft: None,
            ignored: Vec::new(),
        };
        let mut in_searchmoves = false;
        while let Some(word) = words.next() {
            if in_searchmoves && let Ok(mv) = Move::from_usi(word) {
                go.searchmoves.push(mv);
                continue;
            }
            in_searchmoves = false;
            match word {
                "infinite" => go.limits.infinite = true,
                "ponder" => go.limits.ponder = true,
                "searchmoves" => in_searchmoves = true,
                "mate" => {
                    let limit = words.next_if(|&w| w == "infinite" || is_number(w));
                    go.mate = Some(match limit {
                        Some(word) => number(word).map_or(GoMate::Infinite, GoMate::Time),
                        None => GoMate::Unlimited,
                    });
                }
                "btime" | "wtime" | "binc" | "winc" | "byoyomi" | "movetime" | "rtime"
                | "depth" | "nodes" | "perft" => {
                    match words.next_if(|&w| is_number(w)).and_then(number) {
                        Some(n) => go.set(word, n),
                        None => go.ignored.push(GoIgnored::NoNumber {
                            word: word.to_string(),
                            next: words.peek().map(|next| next.to_string()),
                        }),
                    }
                }
                _ => go.ignored.push(GoIgnored::Unknown(word.to_string())),
            }
        }
        go
    }

    fn set(&mut self, word: &str, n: u64) {
        let limits = &mut self.limits;
        let (black, white) = (Color::Black.index(), Color::White.index());
        match word {
            "btime" => limits.clock.time[black] = Some(n),
            "wtime" => limits.clock.time[white] = Some(n),
            "binc" => limits.clock.inc[black] = n,
            "winc" => limits.clock.inc[white] = n,
            "byoyomi" => limits.clock.byoyomi = n,
            "movetime" => limits.movetime = Some(n),
            "rtime" => limits.rtime = Some(n),
            "depth" => limits.depth = Some(Depth::try_from(n).unwrap_or(Depth::MAX)),
            "nodes" => limits.nodes = Some(n),
            "perft" => self.perft = Some(u32::try_from(n).unwrap_or(u32::MAX)),
            _ => {}
        }
    }

    /// The limits of the search under these options: `DepthLimit` and
    /// `NodesLimit` apply only to a `go` without `depth`, `nodes` and `infinite`.
    pub fn limits_under(&self, options: &UsiOptions) -> Limits {
        let mut limits = self.limits.clone();
        if limits.depth.is_none() && limits.nodes.is_none() && !limits.infinite {
            limits.depth = (options.depth_limit > 0).then_some(options.depth_limit);
            limits.nodes = (options.nodes_limit > 0).then_some(options.nodes_limit);
        }
        limits
    }
}

/// Whether a word has the form of a number, of any size and sign. Lishogi-Bot writes `movetime 1000.0`.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    [whole, fraction]
        .iter()
        .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// The number without a fraction, clamped to the range of `u64`, so that a clock below zero counts
/// as 0; `None` if the word is no number.
fn number(word: &str) -> Option<u64> {
    if !is_number(word) {
        return None;
    }
    if word.starts_with('-') {
        return Some(0);
    }
    let whole = word.split('.').next().unwrap_or(word);
    Some(whole.trim_start_matches('+').parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        let words = line.split_whitespace().skip(1);
        Go::parse(words, Instant::now())
    }

    #[test]
    fn every_form_of_go() {
        let limits = go("go btime 1 wtime 2 byoyomi 3 binc 4 winc 5").limits;
        assert_eq!(limits.clock.time, [Some(1), Some(2)]);
        assert_eq!(limits.clock.inc, [4, 5]);
        assert_eq!(limits.clock.byoyomi, 3);
        let limits = go("go ponder depth 7 nodes 8 movetime 9 rtime 10").limits;
        assert!(limits.ponder && !limits.infinite);
        assert_eq!((limits.depth, limits.nodes), (Some(7), Some(8)));
        assert_eq!((limits.movetime, limits.rtime), (Some(9), Some(10)));
        assert!(go("go infinite").limits.infinite);
        assert_eq!(go("go mate 5000").mate, Some(GoMate::Time(5000)));
        for (endless, mate) in [
            ("go mate", GoMate::Unlimited),
            ("go mate infinite", GoMate::Infinite),
        ] {
            let go = go(endless);
            assert_eq!((go.mate, mate.time()), (Some(mate), None));
            assert!(go.ignored.is_empty() && !go.limits.infinite);
        }
        assert_eq!(go("go perft 3").perft, Some(3));
        let go = go("go searchmoves P*5e 7g7f nodes 5");
        assert_eq!(go.searchmoves.len(), 2);
        assert_eq!(go.limits.nodes, Some(5));
    }

    #[test]
    fn senseless_words_of_go_are_named_and_skipped() {
        let odd = go("go btime x wtime 5 foo depth");
        assert_eq!(odd.limits.clock.time, [None, Some(5)]);
        assert_eq!(odd.limits.depth, None);
        let all: Vec<String> = odd.ignored.iter().map(ToString::to_string).collect();
        let all = all.join("; ");
        for part in ["btime needs a number, not 'x'", "'foo'", "depth needs"] {
            assert!(all.contains(part), "{all}");
        }
        let huge = go("go nodes 99999999999999999999999 depth 99999999999 btime -5");
        assert_eq!(huge.limits.nodes, Some(u64::MAX));
        assert_eq!(huge.limits.depth, Some(Depth::MAX));
        assert_eq!(huge.limits.clock.time[0], Some(0));
        let fraction = go("go movetime 1000.9 nodes 5. depth .5 btime 7");
        assert_eq!(fraction.limits.movetime, Some(1000));
        assert_eq!((fraction.limits.nodes, fraction.limits.depth), (None, None));
        assert_eq!(fraction.limits.clock.time[0], Some(7));
    }

    #[test]
    fn limits_of_the_options_only_fill_a_gap() {
        let options = UsiOptions {
            depth_limit: 3,
            nodes_limit: 70,
            ..UsiOptions::default()
        };
        for (line, depth, nodes) in [
            ("go", Some(3), Some(70)),
            ("go byoyomi 1000", Some(3), Some(70)),
            ("go movetime 5", Some(3), Some(70)),
            ("go depth 9", Some(9), None),
            ("go nodes 9", None, Some(9)),
            ("go infinite", None, None),
        ] {
            let limits = go(line).limits_under(&options);
            assert_eq!((limits.depth, limits.nodes), (depth, nodes), "{line}");
            let own = go(line).limits_under(&UsiOptions::default());
            let named = go(line).limits;
            assert_eq!((own.depth, own.nodes), (named.depth, named.nodes));
        }
    }
}
