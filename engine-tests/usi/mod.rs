//! Tests of the USI protocol with the real executable, as GUIs use it.
//!
//! Each test is a case that has broken a real engine.

mod bad_input;
mod commands;
mod endings;
mod getting_ready;
mod limits;
mod logs;
mod mates;
mod networks;
mod options_file;
mod pondering;
mod positions;
mod random_commands;
mod rules;

use komadai::movegen::legal_moves;
use komadai::position::Position;

use crate::support::session::Session;

const MATE_IN_ONE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";

const MATED: &str = "4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 2";

const STALEMATED: &str = "k8/2G6/1G7/9/9/9/9/9/4K4 w - 2";

const ONE_MOVE: &str = "4k4/9/9/9/9/9/9/1r7/K8 b - 1";

const MIDDLE_GAME: &str =
    "lr5nl/3g1kg2/2n1ppsp1/p1pps3p/1p5P1/P1P1SP2P/1P1PP1P2/2GBG2R1/LNSK3NL w Bp 44";

/// Asserts that an answer fits the position.
fn assert_answer(pos: &Position, best: &str, ponder: Option<&str>) {
    if legal_moves(pos).is_empty() {
        assert_eq!((best, ponder), ("resign", None));
        return;
    }
    let mut pos = pos.clone();
    for text in [Some(best), ponder].into_iter().flatten() {
        match pos.parse_usi_move(text) {
            Ok(mv) => pos.do_move(mv),
            Err(error) => panic!("{}: {error}", pos.sfen()),
        };
    }
}

/// The number after a word of an info line.
fn field(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|w| *w != word);
    words.next()?;
    words.next()?.parse().ok()
}

/// The moves after `pv`.
fn pv(line: &str) -> Vec<&str> {
    match line.split_once(" pv ") {
        Some((_, moves)) => moves.split(' ').collect(),
        None => Vec::new(),
    }
}

/// Asserts what must hold for the progress of every search.
fn assert_progress(pos: &Position, lines: &[String], best: &str) {
    let mut last_first = None;
    for line in lines.iter().filter(|l| !l.starts_with("info string")) {
        for word in [
            "depth", "seldepth", "nodes", "nps", "hashfull", "time", "multipv",
        ] {
            assert!(field(line, word).is_some_and(|n| n >= 0), "{word}: {line}");
        }
        assert!(line.contains(" score cp ") || line.contains(" score mate "));
        assert!(
            !line.contains("mate 0") && !line.contains("mate -0"),
            "{line}"
        );
        let mut pos = pos.clone();
        for text in pv(line) {
            let mv = pos.parse_usi_move(text).unwrap_or_else(|error| {
                panic!("{error} in {line}");
            });
            pos.do_move(mv);
        }
        if field(line, "multipv") == Some(1) {
            last_first = pv(line).first().map(|mv| mv.to_string());
        }
    }
    if best != "resign" && best != "win" {
        assert_eq!(last_first.as_deref(), Some(best), "{lines:?}");
    }
}

/// Asserts that a search from the start position works, whatever came before.
fn still_thinks(session: &mut Session) {
    let start = Position::startpos();
    think(session, &start, "position startpos", "go depth 1");
}

/// Sets a position up, thinks and checks the answer.
fn think(session: &mut Session, pos: &Position, setup: &str, go: &str) -> Vec<String> {
    session.send(setup);
    session.send(go);
    let (lines, best, ponder) = session.bestmove();
    assert_answer(pos, &best, ponder.as_deref());
    assert_progress(pos, &lines, &best);
    lines
}
