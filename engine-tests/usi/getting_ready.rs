//! Tests of the opening commands `usi`, `isready` and `usinewgame`, and of options at
//! their defaults.

use komadai::position::Position;

use super::{assert_answer, think};
use crate::support::session::Session;

#[test]
fn usi_is_answered_at_any_time() {
    let mut session = Session::start_bare();
    let first = session.ask("usi", "usiok");
    assert!(first[0].starts_with("id name Komadai"));
    assert!(first[1].starts_with("id author "));
    assert!(first.iter().all(|line| line.is_ascii()));
    for name in [
        "USI_Hash",
        "USI_Ponder",
        "Threads",
        "MultiPV",
        "EnteringKingRule",
    ] {
        let start = format!("option name {name} type ");
        assert!(first.iter().any(|l| l.starts_with(&start)), "{name}");
    }
    assert_eq!(session.ask("usi", "usiok"), first);
    session.send("position startpos");
    session.send("go infinite");
    let during = session.ask("usi", "usiok");
    let during: Vec<_> = during.iter().filter(|l| !l.starts_with("info ")).collect();
    assert_eq!(during, first.iter().collect::<Vec<_>>());
    session.send("stop");
    session.bestmove();
    session.quit();
}

#[test]
fn defaults_sent_back_by_the_gui_change_nothing() {
    let mut session = Session::start_bare();
    let described = session.ask("usi", "usiok");
    let before = session.options();
    assert!(before.len() > 15);
    for line in described.iter().filter(|l| l.starts_with("option")) {
        let words: Vec<&str> = line.split(' ').collect();
        let name = words[2];
        match words[4] {
            "button" => session.send(&format!("setoption name {name}")),
            _ => {
                session.send(&format!("setoption name {name} value {}", words[6]));
                session.send(&format!("setoption name {name} value <empty>"));
                session.send(&format!("setoption name {name} value "));
                session.send(&format!("setoption name {name} value"));
            }
        }
    }
    let said = session.options();
    assert_eq!(said, before);
    session.quit();
}

#[test]
fn getting_ready_in_any_order_and_number() {
    let mut session = Session::start();
    for line in ["isready", "isready", "isready"] {
        assert_eq!(session.ask(line, "readyok").last().unwrap(), "readyok");
    }
    session.send("usinewgame");
    session.sync_silently();
    session.send("usinewgame");
    let start = Position::startpos();
    think(&mut session, &start, "position startpos", "go depth 2");
    session.quit();
    // Neither of them at all.
    let mut session = Session::start();
    think(&mut session, &start, "position startpos", "go depth 2");
    session.quit();
    // Not even a position.
    let mut session = Session::start();
    session.send("go depth 1");
    let (_, best, _) = session.bestmove();
    assert_answer(&start, &best, None);
    session.quit();
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut session = Session::start();
    session.send("position startpos");
    session.send("go infinite");
    session.sync_silently();
    session.send("usinewgame");
    session.sync_silently();
    session.send("stop");
    session.bestmove();
    session.sync_silently();
    session.quit();
}

#[test]
fn what_runs_on_this_processor_is_told_once() {
    let mut session = Session::start();
    let told = |lines: &[String]| -> Vec<String> {
        let line = |line: &String| Some(line.strip_prefix("info string processor: ")?.to_string());
        lines.iter().filter_map(line).collect()
    };
    let said = told(&session.ask("isready", "readyok"));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains(" for networks, built for "), "{said:?}");
    assert!(told(&session.ask("isready", "readyok")).is_empty());
    session.quit();
}

/// The engine where the system gives it 3 GB of address space, of which it needs a part itself.
#[cfg(target_os = "linux")]
fn limited(folder: &std::path::Path) -> Session {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    use crate::support::program;

    let limited = folder.join("limited");
    let words: Vec<String> = program::words(&program::executable())
        .iter()
        .map(|word| format!("'{}'", word.display()))
        .collect();
    let script = format!("#!/bin/sh\nulimit -v 3000000\nexec {}\n", words.join(" "));
    std::fs::write(&limited, script).unwrap();
    std::fs::set_permissions(&limited, std::fs::Permissions::from_mode(0o755)).unwrap();
    Session::spawn(Command::new(&limited).current_dir(folder))
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_does_not_fit_at_the_start_is_halved_until_it_does() {
    use super::still_thinks;

    let directory = tempfile::tempdir().unwrap();
    let mut session = limited(directory.path());
    session.send("setoption name Threads value 2");
    session.send("setoption name USI_Hash value 8192");
    let said = session.sync();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("8192 MiB"), "{said:?}");
    let had: u64 = said[0]
        .strip_suffix(" MiB")
        .and_then(|line| line.rsplit_once("; going on with 2 threads and a table of "))
        .and_then(|(_, mib)| mib.parse().ok())
        .unwrap_or_else(|| panic!("{said:?}"));
    assert!([512, 1024, 2048].contains(&had), "{had}");
    let options = session.options();
    for option in [format!("USI_Hash = {had}"), "Threads = 2".to_string()] {
        assert!(options.contains(&option), "{options:?}");
    }
    still_thinks(&mut session);
    session.quit();
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_do_not_fit_before_the_first_isready_are_halved_until_they_do() {
    for _ in 0..5 {
        let directory = tempfile::tempdir().unwrap();
        let mut session = limited(directory.path());
        session.send("setoption name Threads value 200");
        session.send("setoption name USI_Hash value 16");
        session.send("position startpos");
        let said = session.ask("go nodes 2000", "bestmove");
        let has = |part: &str| said.iter().any(|line| line.contains(part));
        assert!(has("threads; going on with ") && has(" pv "), "{said:?}");
        session.quit();
    }
}
