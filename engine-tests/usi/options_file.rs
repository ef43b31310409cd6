//! Tests of `engine_options.txt` beside the engine or in its working directory.

use std::path::Path;

use super::still_thinks;
use crate::support::program;
use crate::support::session::Session;

const FILE: &str = "engine_options.txt";

fn start(folder: &Path, text: &str) -> Session {
    std::fs::write(folder.join(FILE), text).unwrap();
    Session::start_at(&program::executable(), folder)
}

/// The engine's message about the file at `isready`, without the path.
fn said(session: &mut Session) -> Vec<String> {
    let lines = session.sync().into_iter();
    lines
        .filter_map(|line| Some(line.strip_prefix("info string ")?.to_string()))
        .filter(|line| line.contains(FILE))
        .collect()
}

fn has(session: &mut Session, expected: &[&str]) {
    let options = session.options();
    for option in expected {
        assert!(
            options.iter().any(|line| line == option),
            "{option}: {options:?}"
        );
    }
}

#[test]
fn the_file_is_obeyed_whatever_the_gui_sends() {
    let folder = tempfile::tempdir().unwrap();
    let text = "# for tests\n\
        option name USI_Hash type spin default 8 min 1 max 33554432\n\
        Threads 1\nMultiPV=2\nUSI_OwnBook=false\n";
    let mut session = start(folder.path(), text);
    // Sent before the file is read, and after.
    session.send("setoption name Threads value 3");
    session.send("setoption name MultiPV value 4");
    session.sync();
    session.send("setoption name MultiPV value 5");
    session.send("setoption name BookMoves value 5");
    has(
        &mut session,
        &[
            "USI_Hash = 8",
            "Threads = 1",
            "MultiPV = 2",
            "USI_OwnBook = false",
            "BookMoves = 5",
        ],
    );
    session.send("position startpos");
    session.send("go nodes 3000");
    let (lines, ..) = session.bestmove();
    assert!(
        lines.iter().any(|line| line.contains(" multipv 2 ")),
        "{lines:?}"
    );
    session.quit();
}

#[test]
fn what_it_sets_and_what_it_cannot_set_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = start(
        folder.path(),
        "Threads 1\nUSI_Hash 8\nNoSuchThing 1\noption\n",
    );
    let path = program::native_path(&folder.path().join(FILE));
    let lines = said(&mut session);
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(
        lines[0].starts_with("options are set by ") && lines[0].ends_with(FILE),
        "{path}"
    );
    assert_eq!(
        lines[1..],
        [
            "engine_options.txt: Threads = 1",
            "engine_options.txt: USI_Hash = 8",
            "engine_options.txt: line 3: unknown option 'NoSuchThing'",
            "engine_options.txt: line 4 sets no option: 'option'",
        ]
    );
    assert_eq!(said(&mut session), [] as [&str; 0]);
    // The GUI is told why its own value has no effect, unless it is the same value.
    session.send("setoption name Threads value 1");
    session.send("setoption name Threads value 2");
    assert_eq!(
        said(&mut session),
        ["option Threads stays 1: engine_options.txt says so"]
    );
    // A changed file is read again; options that it no longer sets can be set again.
    std::fs::write(folder.path().join(FILE), "MultiPV 3\n").unwrap();
    assert_eq!(said(&mut session)[1..], ["engine_options.txt: MultiPV = 3"]);
    session.send("setoption name Threads value 2");
    has(&mut session, &["Threads = 2", "MultiPV = 3"]);
    std::fs::remove_file(folder.path().join(FILE)).unwrap();
    assert!(said(&mut session)[0].starts_with("engine_options.txt is gone"));
    session.send("setoption name MultiPV value 1");
    has(&mut session, &["MultiPV = 1"]);
    still_thinks(&mut session);
    session.quit();
}

#[test]
fn the_file_beside_the_executable_comes_before_that_of_the_folder() {
    let [beside, here] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let name = program::executable().file_name().unwrap().to_os_string();
    let copy = beside.path().join(name);
    std::fs::copy(program::executable(), &copy).unwrap();
    std::fs::write(here.path().join(FILE), "Threads 1\nMultiPV 4\n").unwrap();
    std::fs::write(beside.path().join(FILE), "Threads 1\nMultiPV 5\n").unwrap();
    let mut session = Session::start_at(&copy, here.path());
    session.sync();
    has(&mut session, &["MultiPV = 5"]);
    std::fs::remove_file(beside.path().join(FILE)).unwrap();
    session.sync();
    has(&mut session, &["MultiPV = 4"]);
    session.quit();
}

#[test]
fn a_log_that_the_file_names_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.txt");
    let text = format!("Threads 1\nDebugLogFile={}\n", program::native_path(&log));
    let mut session = start(folder.path(), &text);
    session.sync();
    session.send("setoption name DebugLogFile value <empty>");
    session.sync();
    session.send("position startpos moves 7g7f");
    session.sync();
    session.quit();
    let text = std::fs::read_to_string(log).unwrap();
    assert!(text.contains("> position startpos moves 7g7f"), "{text}");
}
