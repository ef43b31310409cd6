//! Parser of USI commands. Every line gives a command; faulty lines give one that names the fault.

use super::go::Go;
use crate::host::Instant;
use crate::search::ClockTimes;
use crate::text::quote;

/// The most moves of a `position`. Each move takes some 200 bytes in every copy of the position,
/// and no game has nearly as many moves.
const MAX_MOVES: usize = 50_000;

/// A parsed line from the GUI.
#[derive(Clone, Debug)]
pub enum Command {
    /// An empty line.
    Nothing,
    /// `usi`
    Usi,
    /// `isready`
    IsReady,
    /// `usinewgame`
    NewGame,
    /// `setoption name N [value V]`; values may hold spaces.
    SetOption {
        /// The option's name as written.
        name: String,
        /// The text after `value`, if that word was there.
        value: Option<String>,
    },
    /// `getoption [name]`, an extension of YaneuraOu.
    GetOption(Option<String>),
    /// `position ...`
    Position(Result<PositionCommand, String>),
    /// `go ...`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`, with the clock times if the line has any.
    PonderHit(Option<ClockTimes>),
    /// `gameover [win|lose|draw]`
    GameOver,
    /// `quit`
    Quit,
    /// `d`: show the position.
    Show,
    /// `eval`: show the evaluation.
    Eval,
    /// `bench [words ...]`
    Bench(Vec<String>),
    /// A known command with a fault, which the text describes.
    Bad(String),
    /// An unknown command; its first word.
    Unknown(String),
}

/// A `position` command as text, which is checked only when it is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The start position as SFEN; `None` for `startpos`.
    pub sfen: Option<String>,
    /// The moves from there, as written.
    pub moves: Vec<String>,
}

/// Parses one line; the times of a `go` count from `read_at`.
pub fn parse(line: &str, read_at: Instant) -> Command {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Command::Nothing;
    };
    match first {
        "usi" => Command::Usi,
        "isready" => Command::IsReady,
        "usinewgame" => Command::NewGame,
        "setoption" => parse_setoption(line),
        "getoption" => Command::GetOption(words.next().map(str::to_string)),
        "position" => parse_position(words),
        "go" => Command::Go(Go::parse(words, read_at)),
        "stop" => Command::Stop,
        "ponderhit" => {
            let go = Go::parse(words, read_at);
            let clock = go.limits.clock;
            Command::PonderHit((clock != ClockTimes::default()).then_some(clock))
        }
        "gameover" => Command::GameOver,
        "quit" => Command::Quit,
        "d" => Command::Show,
        "eval" => Command::Eval,
        "bench" => Command::Bench(words.map(str::to_string).collect()),
        _ => Command::Unknown(first.to_string()),
    }
}

/// Parses `setoption name N [value V]`. The value may be missing, empty, or hold spaces.
fn parse_setoption(line: &str) -> Command {
    let bad = |why: &str| Command::Bad(format!("setoption: {why}"));
    let rest = after_word(line);
    let (word, rest) = split_word(rest);
    if word != "name" {
        return bad("the word 'name' is missing");
    }
    // A name too may hold spaces ("Skill Level"); it ends before the word `value`.
    let mut name = String::new();
    let mut rest = rest;
    let value = loop {
        let (word, after) = split_word(rest);
        match word {
            "" => break None,
            "value" if !name.is_empty() => break Some(after.trim().to_string()),
            _ => {
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(word);
                rest = after;
            }
        }
    };
    if name.is_empty() {
        return bad("the option's name is missing");
    }
    Command::SetOption { name, value }
}

/// The text after the first word.
fn after_word(text: &str) -> &str {
    split_word(text).1
}

/// The first word, and the text after it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest),
        None => (text, ""),
    }
}

/// Parses `position [startpos | [sfen] BOARD TURN HANDS [PLY]] [moves M ...]`.
fn parse_position<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let bad = |why: &str| Command::Position(Err(why.to_string()));
    let mut words = words.peekable();
    let sfen = match words.next() {
        None => return bad("'startpos' or 'sfen' is missing"),
        Some("startpos") => None,
        Some(first) => {
            let mut parts = Vec::new();
            if first != "sfen" {
                // Some programs leave the word `sfen` out.
                if !first.contains('/') {
                    return bad(&format!(
                        "'startpos' or 'sfen' expected, not {}",
                        quote(first)
                    ));
                }
                parts.push(first);
            }
            while let Some(word) = words.next_if(|&word| word != "moves") {
                parts.push(word);
            }
            if parts.is_empty() {
                return bad("no board after 'sfen'");
            }
            Some(parts.join(" "))
        }
    };
    let moves = match words.next() {
        None => Vec::new(),
        Some("moves") => {
            let moves = words.by_ref().take(MAX_MOVES).map(str::to_string).collect();
            match words.count() {
                0 => moves,
                more => return bad(&format!("{} moves are too many", MAX_MOVES + more)),
            }
        }
        Some(word) => return bad(&format!("'moves' expected, not {}", quote(word))),
    };
    Command::Position(Ok(PositionCommand { sfen, moves }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    fn parsed(line: &str) -> Command {
        parse(line, Instant::now())
    }

    fn go(line: &str) -> Go {
        match parsed(line) {
            Command::Go(go) => go,
            other => panic!("{other:?}"),
        }
    }

    fn option(line: &str) -> (String, Option<String>) {
        match parsed(line) {
            Command::SetOption { name, value } => (name, value),
            other => panic!("{other:?}"),
        }
    }

    fn setup(line: &str) -> PositionCommand {
        match parsed(line) {
            Command::Position(Ok(setup)) => setup,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn white_space_of_any_kind_separates() {
        assert!(matches!(parsed("\t usi \r"), Command::Usi));
        assert!(matches!(parsed(" \r"), Command::Nothing));
        assert_eq!(
            go("go\tbtime  1000\r").limits.clock.time,
            [Some(1000), None]
        );
    }

    #[test]
    fn option_values_may_be_missing_empty_or_hold_spaces() {
        let some = |name: &str, value: &str| (name.to_string(), Some(value.to_string()));
        assert_eq!(option("setoption name Clear"), ("Clear".to_string(), None));
        assert_eq!(
            option("setoption name BookFile value"),
            some("BookFile", "")
        );
        assert_eq!(
            option("setoption name BookFile value "),
            some("BookFile", "")
        );
        assert_eq!(
            option("setoption name EvalDir value C:\\My  Engines\\value x\r"),
            some("EvalDir", "C:\\My  Engines\\value x")
        );
        assert_eq!(
            option("setoption name Skill Level value 3"),
            some("Skill Level", "3")
        );
        for bad in ["setoption", "setoption name", "setoption Threads value 1"] {
            assert!(matches!(parsed(bad), Command::Bad(_)), "{bad}");
        }
    }

    #[test]
    fn positions_come_in_many_forms() {
        let start = PositionCommand {
            sfen: None,
            moves: Vec::new(),
        };
        assert_eq!(setup("position startpos"), start);
        assert_eq!(setup("position startpos moves"), start);
        assert_eq!(
            setup("position startpos moves 7g7f 3c3d").moves,
            ["7g7f", "3c3d"]
        );
        for line in [
            "position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h",
            "position 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h",
        ] {
            let setup = setup(line);
            assert_eq!(setup.sfen.as_deref(), Some("4k4/9/9/9/9/9/9/9/4K4 b - 1"));
            assert_eq!(setup.moves, ["5i5h"]);
        }
        for bad in [
            "position",
            "position sfen",
            "position sfen moves 7g7f",
            "position foo",
            "position startpos 7g7f",
        ] {
            assert!(matches!(parsed(bad), Command::Position(Err(_))), "{bad}");
        }
    }

    #[test]
    fn a_ponderhit_may_bring_clocks() {
        assert!(matches!(parsed("ponderhit"), Command::PonderHit(None)));
        match parsed("ponderhit btime 5 wtime 6 byoyomi 7") {
            Command::PonderHit(Some(clock)) => {
                assert_eq!((clock.time, clock.byoyomi), ([Some(5), Some(6)], 7));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn no_line_is_too_odd() {
        let words = [
            "go",
            "position",
            "setoption",
            "name",
            "value",
            "sfen",
            "startpos",
            "moves",
            "-",
            "btime",
            "searchmoves",
            "mate",
            "９",
            "\u{0}",
            "7g7f",
            "+",
            "ponderhit",
            "💥",
        ];
        let mut rng = SplitMix64::new(3);
        let mut known = 0;
        for _ in 0..50_000 {
            let mut line = String::new();
            for _ in 0..rng.below(8) {
                line.push_str(words[rng.below(words.len())]);
                if rng.below(5) > 0 {
                    line.push(' ');
                }
            }
            if !matches!(parsed(&line), Command::Unknown(_)) {
                known += 1;
            }
        }
        assert!(known > 5000);
    }
}
