//! Tests with bytes that are no text, input that ends, and a GUI that stops reading.

use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::still_thinks;
use crate::support::program;
use crate::support::session::Session;

#[test]
fn junk_of_every_kind_is_survived() {
    let mut session = Session::start();
    let every_byte: Vec<u8> = (0..=255).collect();
    session.send_bytes(&every_byte);
    session.send_bytes(b"\n");
    session.send_bytes(&[0xFF; 1000]);
    session.send_bytes(b"\r\n\0\0\0\n\x1b[31m\n");
    // A megabyte: one word, many words, and a command that goes on too long.
    session.send_bytes(&vec![b'x'; 1 << 20]);
    session.send_bytes(b"\n");
    session.send_bytes("go ".repeat(1 << 18).as_bytes());
    session.send_bytes(b"depth 1\n");
    session.bestmove();
    session.send_bytes(b"position startpos moves");
    session.send_bytes(&b" 7g7f".repeat(1 << 18));
    session.send_bytes(b"\n");
    session.send_bytes(b"setoption name ");
    session.send_bytes(&vec![b'y'; 1 << 20]);
    session.send_bytes(b"\nsetoption name DebugLogFile value ");
    session.send_bytes(&vec![b'z'; 1 << 20]);
    session.send_bytes(b"\n");
    let said = session.sync_silently();
    assert!(said.iter().all(|l| l.starts_with("info string ")));
    assert!(said.iter().any(|l| l.contains("262144 moves are too many")));
    still_thinks(&mut session);
    session.quit();
}

#[test]
fn lines_may_end_as_on_windows_and_hold_japanese() {
    let mut session = Session::start();
    session.send_bytes(b"usi\r\n");
    session.expect("usiok");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("対局 の記録.txt");
    let line = format!("setoption name DebugLogFile value {}\r\n", path.display());
    session.send_bytes(line.as_bytes());
    session.send_bytes(b"position startpos moves 7g7f\r\nisready\r\n");
    session.expect("readyok");
    assert_eq!(
        session.sfen(),
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"
    );
    // The same in the old encoding of Japanese Windows.
    let second = directory.path().join("表.txt");
    let line = format!("setoption name DebugLogFile value {}\n", second.display());
    let (cp932, _, _) = encoding_rs::SHIFT_JIS.encode(&line);
    session.send_bytes(&cp932);
    session.sync();
    session.send("usinewgame");
    session.sync();
    session.quit();
    let first = std::fs::read_to_string(path).unwrap();
    assert!(first.contains("> isready") && first.contains("< readyok"));
    assert!(
        std::fs::read_to_string(second)
            .unwrap()
            .contains("> usinewgame")
    );
}

#[test]
fn the_input_may_end_at_any_moment() {
    let scripts: [&[&str]; 10] = [
        &[],
        &["usi"],
        &["usi", "isready"],
        &["isready", "position startpos"],
        &["position startpos", "go infinite"],
        &[
            "position startpos",
            "go ponder btime 0 wtime 0 byoyomi 1000",
        ],
        &["position startpos", "go btime 600000 wtime 600000"],
        &["position startpos", "go mate infinite"],
        &["position startpos", "go perft 3"],
        &["bench nodes 1000"],
    ];
    for script in scripts {
        let mut session = Session::start();
        session.plain_text = true;
        for line in script {
            session.send(line);
        }
        session.hang_up();
        // The same with `quit`, also in the middle of a line.
        let mut session = Session::start();
        session.plain_text = true;
        for line in script {
            session.send(line);
        }
        session.send_bytes(b"position startp");
        session.hang_up();
        let mut session = Session::start();
        session.plain_text = true;
        for line in script {
            session.send(line);
        }
        session.quit();
    }
}

#[test]
fn a_gui_that_stops_reading_can_still_quit() {
    // Megabytes of output from the searching and the reading thread, more than any pipe holds.
    for (line, count) in [("d", 2000), ("usi", 2000), ("isready", 50_000)] {
        stop_reading_and_quit(line, count);
    }
}

/// Sends a line many times, searches, quits, and never reads.
fn stop_reading_and_quit(line: &str, count: usize) {
    let mut child = program::command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let lines = format!("{line}\n").repeat(count);
    // The engine may stop reading, in which case a write here would block for ever.
    let sender = std::thread::spawn(move || {
        stdin.write_all(lines.as_bytes())?;
        writeln!(stdin, "go infinite\nstop\nquit")
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
            panic!("the engine hangs on its own output after {line}");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(status.success());
    sender.join().unwrap().unwrap();
}

#[test]
fn a_gui_that_reads_late_misses_nothing() {
    let mut child = program::command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all("usi\nisready\n".repeat(300).as_bytes())
        .unwrap();
    writeln!(stdin, "quit").unwrap();
    // Within the time for which the engine waits for a reader of its output.
    std::thread::sleep(Duration::from_millis(300));
    let mut said = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(said.lines().filter(|line| *line == "usiok").count(), 300);
    assert!(child.wait().unwrap().success());
}
