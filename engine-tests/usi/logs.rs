//! Tests of the log of the USI dialogue.

use super::still_thinks;
use crate::support::session::Session;

#[test]
fn a_log_holds_all_from_the_line_on_that_asks_for_it() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("log.txt");
    let asked = format!("setoption name debuglogfile value {}", path.display());
    let mut session = Session::start();
    // All at once: the engine has read the last line long before it is ready
    // for the first.
    let lines = [
        "isready",
        &asked,
        "isready",
        "position startpos moves 7g7f",
        "go depth 2",
    ];
    session.send_bytes((lines.join("\n") + "\n").as_bytes());
    let (_, best, ponder) = session.bestmove();
    let answer = match ponder {
        Some(reply) => format!("bestmove {best} ponder {reply}"),
        None => format!("bestmove {best}"),
    };
    session.quit();
    let text = std::fs::read_to_string(path).unwrap();
    let said: Vec<&str> = text
        .lines()
        .filter_map(|l| Some(l.split_once(' ')?.1))
        .collect();
    let input: Vec<&str> = said.iter().filter_map(|l| l.strip_prefix("> ")).collect();
    assert_eq!(input, [&lines[1..], &["quit"]].concat(), "{text}");
    assert!(said.contains(&"< readyok"), "{text}");
    // `quit` comes after the answer, which the session waited for.
    assert_eq!(said[said.len() - 2..], [&*format!("< {answer}"), "> quit"]);
}

#[test]
fn a_log_that_cannot_be_written_is_no_reason_to_stop() {
    let mut session = Session::start();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("missing").join("log.txt");
    session.send(&format!(
        "setoption name DebugLogFile value {}",
        path.display()
    ));
    let said = session.sync_silently();
    assert!(said[0].contains(&path.display().to_string()), "{said:?}");
    still_thinks(&mut session);
    session.quit();
}
