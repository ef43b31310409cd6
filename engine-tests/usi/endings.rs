//! Tests of `quit` and of the end of input: searches that are stopped, and searches that
//! may finish.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::mates::MICROCOSMOS;
use super::{MATE_IN_ONE, MIDDLE_GAME, field};
use crate::support::program;
use crate::support::session::Session;

/// A search time longer than any test.
const HOURS: &str = "36000000";

/// All output of the engine for a script.
fn rest(script: &[&str], end: Option<&str>) -> Vec<String> {
    let mut session = Session::start();
    session.plain_text = true;
    for line in script.iter().copied().chain(end) {
        session.send(line);
    }
    session.rest()
}

fn last(lines: &[String]) -> &str {
    lines.last().map_or("", String::as_str)
}

/// Whether these are the lines of `go perft 4` from the start.
fn is_perft_4(lines: &[String]) -> bool {
    lines.iter().any(|line| line == "Nodes searched: 719731")
}

/// Whether these are the lines of a benchmark that came to its end.
fn is_bench(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("16/16 ")) && last(lines).ends_with(" nps")
}

#[test]
fn bounded_work_finishes_and_answers_at_the_end_of_the_input() {
    let middle = format!("position sfen {MIDDLE_GAME}");
    let lines = rest(&[&middle, "go nodes 60000"], None);
    assert!(last(&lines).starts_with("bestmove "), "{lines:?}");
    let nodes = lines.iter().filter_map(|line| field(line, "nodes")).max();
    assert_eq!(nodes, Some(60_000), "{lines:?}");

    let lines = rest(&[&middle, "go depth 9"], None);
    assert!(last(&lines).starts_with("bestmove "), "{lines:?}");
    let depth = lines.iter().filter_map(|line| field(line, "depth")).max();
    assert_eq!(depth, Some(9), "{lines:?}");

    // Slower machines take longer, never shorter.
    let start = Instant::now();
    let lines = rest(&[&middle, "go movetime 900"], None);
    assert!(start.elapsed() >= Duration::from_millis(900));
    assert!(last(&lines).starts_with("bestmove "), "{lines:?}");

    let problem = format!("position sfen {MATE_IN_ONE}");
    for go in ["go mate", "go mate 60000"] {
        let lines = rest(&[&problem, go], None);
        assert!(last(&lines).starts_with("checkmate "), "{lines:?}");
        assert_ne!(last(&lines), "checkmate timeout");
    }

    assert!(is_perft_4(&rest(
        &["position startpos", "go perft 4"],
        None
    )));
    assert!(is_bench(&rest(&["bench nodes 2000 hash 1"], None)));
    // Commands that wait behind a count are carried out too.
    let lines = rest(&["go perft 4", "isready", "d"], None);
    assert!(is_perft_4(&lines) && lines.iter().any(|line| line == "readyok"));
    assert!(
        lines.iter().any(|line| line.starts_with("sfen ")),
        "{lines:?}"
    );
}

/// Everything said after a search of the middle game, which no book answers,
/// has been ended while it went on.
fn ended(go: &str, end: Option<&str>) -> Vec<String> {
    let mut session = Session::start();
    let sfen = match go.contains("mate") {
        true => MICROCOSMOS,
        false => MIDDLE_GAME,
    };
    session.send(&format!("position sfen {sfen}"));
    // The engine is ready, so that its answer only needs to be sent.
    session.sync();
    session.send(go);
    if let Some(end) = end {
        session.send(end);
    }
    session.rest()
}

#[test]
fn games_infinite_and_pondering_end_at_once_at_the_end_of_the_input() {
    let clock = format!("go btime {HOURS} wtime {HOURS}");
    let byoyomi = format!("go byoyomi {HOURS}");
    for go in [&clock, &byoyomi, "go infinite", "go ponder"] {
        let lines = ended(go, None);
        assert!(last(&lines).starts_with("bestmove "), "{go}: {lines:?}");
    }
    assert_eq!(last(&ended("go mate infinite", None)), "checkmate timeout");
}

#[test]
fn quit_ends_every_search_at_once() {
    let movetime = format!("go movetime {HOURS}");
    let clock = format!("go btime {HOURS} wtime {HOURS}");
    let endless = ["go nodes 1000000000000", "go depth 200", "go infinite"];
    for go in [&movetime, &clock]
        .map(String::as_str)
        .into_iter()
        .chain(endless)
    {
        let lines = ended(go, Some("quit"));
        assert!(last(&lines).starts_with("bestmove "), "{go}: {lines:?}");
    }
    assert_eq!(last(&ended("go mate", Some("quit"))), "checkmate timeout");
}

#[test]
fn quit_behind_bench_and_perft_waits_for_them() {
    let quit = Some("quit");
    assert!(is_perft_4(&rest(
        &["position startpos", "go perft 4"],
        quit
    )));
    assert!(is_bench(&rest(&["bench nodes 2000 hash 1"], quit)));
    // A `stop` ends them first.
    let lines = rest(&["go perft 30", "stop"], quit);
    assert!(!lines.iter().any(|line| line.starts_with("Nodes searched")));
}

#[test]
fn a_vanished_reader_ends_the_work_that_nobody_will_read() {
    for script in [
        "go nodes 1000000000000\n",
        "bench depth 200\n",
        "position startpos\ngo perft 7\nquit\n",
    ] {
        let mut child = program::command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut stdin, script.as_bytes()).unwrap();
        drop(stdin);
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > Duration::from_secs(120) {
                child.kill().unwrap();
                panic!("{script:?} goes on for nobody");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
