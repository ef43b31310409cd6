//! Tests of `komadai csa` against a server that follows a script.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use crate::support::program::{command, native_path, text};

const PASSWORD: &str = "hemmelig";

/// The server's end of a connection.
struct Peer {
    lines: BufReader<TcpStream>,
}

impl Peer {
    fn accept(listener: &TcpListener) -> Peer {
        let (stream, _) = listener.accept().unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(120)))
            .unwrap();
        Peer {
            lines: BufReader::new(stream),
        }
    }

    /// The next line that is not a sign of life.
    fn hear(&mut self) -> String {
        loop {
            let mut line = String::new();
            self.lines.read_line(&mut line).unwrap();
            match line.trim_end() {
                "" if line.ends_with('\n') => {}
                line => return line.to_string(),
            }
        }
    }

    fn say(&mut self, text: &str) {
        let text = format!("{}\n", text.trim());
        self.lines.get_mut().write_all(text.as_bytes()).unwrap();
    }

    /// Plays the server's part from the login to the start of a game, after these moves.
    fn begin(&mut self, moves: &str) {
        self.offer(moves);
        self.say("START:room+1");
    }

    /// Plays the server's part from the login to the client's agreement.
    fn offer(&mut self, moves: &str) {
        assert_eq!(self.hear(), format!("LOGIN me {PASSWORD}"));
        self.say("LOGIN:me OK");
        self.summary(moves);
        assert_eq!(self.hear(), "AGREE room+1");
    }

    fn summary(&mut self, moves: &str) {
        self.say(&format!(
            "BEGIN Game_Summary\nProtocol_Version:1.2\nGame_ID:room+1\nName+:me\nName-:you\n\
             Your_Turn:+\nTo_Move:+\nBEGIN Time\nTime_Unit:1sec\nTotal_Time:600\nByoyomi:10\n\
             END Time\nBEGIN Position\nPI\n+\n{moves}\nEND Position\nEND Game_Summary"
        ));
    }

    /// Whether the client closes the connection now.
    fn is_left(&mut self) -> bool {
        self.lines
            .read_line(&mut String::new())
            .is_ok_and(|n| n == 0)
    }

    /// Reads the client's move and confirms it as a server does.
    fn take_move(&mut self) -> String {
        let line = self.hear();
        let mv = line.split(',').next().unwrap().to_string();
        assert!(mv.len() == 7 && mv.starts_with('+'), "{line}");
        // A book move may come without a score.
        assert!(
            line == mv || line.starts_with(&format!("{mv},'* ")),
            "{line}"
        );
        let told = format!("{mv},T1");
        self.say(&told);
        told
    }
}

/// Settings for a client of this server, with further lines for the part `[server]`; the file's path.
fn write_settings(folder: &Path, listener: &TcpListener, more: &str) -> String {
    let port = listener.local_addr().unwrap().port();
    let path = |name: &str| native_path(&folder.join(name));
    let settings = format!(
        "[server]\nhost = '127.0.0.1'\nport = {port}\nid = 'me'\npause_s = 0\n{more}\n\
         [engine.options]\nThreads = 1\nUSI_Hash = 1\nNodesLimit = 200\n\
         [games]\ncount = 1\nrecords = '{}'\nlog = '{}'\n",
        path("records"),
        path("log")
    );
    std::fs::write(folder.join("settings.toml"), settings).unwrap();
    path("settings.toml")
}

/// Runs the client against a server with this behaviour, and with further lines in its settings.
fn play(folder: &Path, more: &str, args: &[&str], act: impl FnOnce(&TcpListener) + Send) -> Output {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let settings = write_settings(folder, &listener, more);
    std::thread::scope(|scope| {
        let server = scope.spawn(|| act(&listener));
        let run = command()
            .arg("csa")
            .arg(settings)
            .args(args)
            .env("KOMADAI_CSA_PASSWORD", PASSWORD)
            .output()
            .unwrap();
        server.join().unwrap();
        run
    })
}

/// Numbers of moves in the records with this extension, in the order of the files' names.
fn lengths(folder: &Path, extension: &str) -> Vec<usize> {
    let paths = std::fs::read_dir(folder.join("records")).unwrap();
    let mut paths: Vec<_> = paths.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == extension));
    // A name with a number follows the one without.
    paths.sort_by_key(|path| path.file_stem().unwrap().to_owned());
    let moves = |path| {
        let reading = komadai_records::read_file(path).unwrap();
        reading.records[0].main_moves().len()
    };
    paths.iter().map(|path| moves(path)).collect()
}

/// The record file with this extension.
fn record(folder: &Path, extension: &str) -> komadai_records::Record {
    let mut paths = std::fs::read_dir(folder.join("records")).unwrap();
    let path = paths.find_map(|entry| {
        let path = entry.unwrap().path();
        path.extension()
            .is_some_and(|e| e == extension)
            .then_some(path)
    });
    let reading = komadai_records::read_file(&path.unwrap()).unwrap();
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    reading.records.into_iter().next().unwrap()
}

#[test]
fn a_game_is_played_recorded_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(folder.path(), "", &[], |listener| {
        let mut peer = Peer::accept(listener);
        peer.begin("");
        peer.take_move();
        peer.say("%TORYO,T7\n#RESIGN\n#WIN");
        // The client closes the connection.
        assert_eq!(peer.hear(), "");
    });
    let out = text(&run.stdout);
    assert!(run.status.success(), "{out}{}", text(&run.stderr));
    for part in [
        "won against you after 1 move",
        "1 won, 0 lost, 0 drawn",
        "1 answer: ",
    ] {
        assert!(out.contains(part), "{out}");
    }
    for extension in ["csa", "kif"] {
        let record = record(folder.path(), extension);
        assert_eq!(record.end(), Some(&komadai_records::End::Resign));
        let times: Vec<_> = (record.main_line())
            .map(|id| record.node(id).time_ms)
            .collect();
        assert_eq!(times, [Some(1000), Some(7000)]);
    }
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    for part in [
        "S> LOGIN me *****",
        "S< #WIN",
        "E> usinewgame",
        "E> gameover win",
    ] {
        assert!(log.contains(part), "{part}\n{log}");
    }
    assert!(!log.contains(PASSWORD) && !out.contains(PASSWORD));
}

#[test]
fn a_lost_connection_is_made_again_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(folder.path(), "floodgate = true", &[], |listener| {
        let mut peer = Peer::accept(listener);
        peer.begin("");
        let first = peer.take_move();
        drop(peer);
        let mut peer = Peer::accept(listener);
        // An edge pawn's move is legal after any move of the client.
        peer.begin(&format!("{first}\n-9394FU,T5"));
        peer.take_move();
        peer.say("#TIME_UP\n#WIN");
    });
    let out = text(&run.stdout);
    assert!(run.status.success(), "{out}{}", text(&run.stderr));
    for part in [
        "connection lost",
        "goes on after 2 moves",
        "won against you after 3 moves",
    ] {
        assert!(out.contains(part), "{out}");
    }
    assert!(out.contains("1 game: 1 won") && out.contains("1 lost connection,"));
    assert_eq!(record(folder.path(), "csa").main_moves().len(), 3);
}

#[test]
fn a_new_game_of_the_same_name_does_not_replace_the_lost_one() {
    let folder = tempfile::tempdir().unwrap();
    let more = "floodgate = true";
    let run = play(folder.path(), more, &["--games", "2"], |listener| {
        let mut peer = Peer::accept(listener);
        peer.begin("");
        peer.take_move();
        drop(peer);
        let mut peer = Peer::accept(listener);
        peer.begin("");
        peer.say("#TIME_UP\n#WIN");
    });
    let out = text(&run.stdout);
    assert!(run.status.success(), "{out}{}", text(&run.stderr));
    for part in [
        "the game against you was left after 1 move",
        "2 games: 1 won, 0 lost, 0 drawn, 1 without a result",
    ] {
        assert!(out.contains(part), "{out}");
    }
    assert!(!out.contains("goes on after"), "{out}");
    assert_eq!(lengths(folder.path(), "csa"), [1, 0], "{out}");
    assert_eq!(lengths(folder.path(), "kif"), [1, 0], "{out}");
}

#[test]
fn an_impossible_move_is_told_and_the_game_left_when_the_server_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(folder.path(), "floodgate = false", &[], |listener| {
        let mut peer = Peer::accept(listener);
        peer.begin("");
        // The second echo of a move changes nothing.
        let told = peer.take_move();
        peer.say(&told);
        peer.say("-9394FU,T1");
        peer.take_move();
        peer.say("-9999XX,T1\n+1716FU,T1");
        assert_eq!(peer.hear(), "%CHUDAN");
        peer.say("#CHUDAN");
        assert_eq!(peer.hear(), "LOGOUT");
    });
    let out = text(&run.stdout);
    assert!(run.status.success(), "{out}{}", text(&run.stderr));
    for part in [
        "cannot be made: -9999XX,T1",
        "%CHUDAN",
        "no result against you after 3 moves",
    ] {
        assert!(out.contains(part), "{out}");
    }
}

#[test]
fn a_server_that_says_nothing_or_closes_each_connection_is_asked_less_and_less() {
    let folder = tempfile::tempdir().unwrap();
    let mut times = Vec::new();
    let more = "login_timeout_s = 1";
    let run = play(folder.path(), more, &[], |listener| {
        let mut silent = Peer::accept(listener);
        assert_eq!(silent.hear(), format!("LOGIN me {PASSWORD}"));
        assert!(silent.is_left());
        for _ in 0..2 {
            let mut peer = Peer::accept(listener);
            times.push(std::time::Instant::now());
            peer.hear();
            peer.say("LOGIN:me OK");
        }
        let mut peer = Peer::accept(listener);
        times.push(std::time::Instant::now());
        peer.begin("");
        peer.say("#CHUDAN");
    });
    let out = text(&run.stdout);
    assert!(run.status.success(), "{out}{}", text(&run.stderr));
    assert!(out.starts_with("connected to 127.0.0.1:"), "{out}");
    assert!(
        out.contains("does not answer the login within 1 s"),
        "{out}"
    );
    for seconds in [1, 2, 4] {
        let line = format!("next attempt in {seconds} s");
        assert!(out.contains(&line), "{out}");
    }
    let waits: Vec<_> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(waits[0] >= Duration::from_secs(2) && waits[1] >= Duration::from_secs(4));
}

#[test]
fn a_record_that_cannot_be_written_is_counted_and_a_missing_folder_made_again() {
    for blocked in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("records");
        let run = play(folder.path(), "", &[], |listener| {
            let mut peer = Peer::accept(listener);
            peer.begin("");
            std::fs::remove_dir(&records).unwrap();
            if blocked {
                std::fs::write(&records, "").unwrap();
            }
            peer.say("#CHUDAN");
        });
        let (out, error) = (text(&run.stdout), text(&run.stderr));
        assert!(out.contains("1 game: "), "{out}{error}");
        assert_eq!(run.status.code(), Some(i32::from(blocked)), "{out}{error}");
        match blocked {
            true => assert!(error.contains("2 files of records"), "{error}"),
            false => assert_eq!(lengths(folder.path(), "csa"), [0]),
        }
    }
}

#[test]
fn an_answer_with_the_password_is_shown_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(folder.path(), "", &[], |listener| {
        let mut peer = Peer::accept(listener);
        peer.hear();
        peer.say(&format!("LOGIN:incorrect {PASSWORD}"));
    });
    let shown = format!("{}{}", text(&run.stdout), text(&run.stderr));
    assert!(shown.contains("LOGIN:incorrect *****"), "{shown}");
    assert!(!shown.contains(PASSWORD), "{shown}");
}

/// An engine that never answers `usi`.
#[cfg(unix)]
#[test]
fn two_signals_end_a_client_whose_engine_does_not_start() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine");
    std::fs::write(&engine, "#!/bin/sh\ntouch started\nexec sleep 60\n").unwrap();
    std::fs::set_permissions(&engine, std::fs::Permissions::from_mode(0o755)).unwrap();
    let settings = folder.path().join("settings.toml");
    let server = "[server]\nhost = '127.0.0.1'\nport = 1\nid = 'me'\npassword = 'x'\n";
    std::fs::write(&settings, server).unwrap();
    let mut client = (command().arg("csa").arg(&settings))
        .args(["--engine", engine.to_str().unwrap()])
        .current_dir(folder.path())
        .env_remove("KOMADAI_CSA_PASSWORD")
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !folder.path().join("started").exists() {
        std::thread::sleep(Duration::from_millis(50));
    }
    let start = std::time::Instant::now();
    for _ in 0..2 {
        let mut kill = std::process::Command::new("kill");
        let kill = kill.args(["-INT", &client.id().to_string()]).status();
        assert!(kill.unwrap().success());
        std::thread::sleep(Duration::from_millis(300));
    }
    client.wait().unwrap();
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_refused_login_and_a_missing_password_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(folder.path(), "", &["--lang", "ja"], |listener| {
        let mut peer = Peer::accept(listener);
        peer.hear();
        peer.say("LOGIN:incorrect");
    });
    assert_eq!(run.status.code(), Some(1));
    let error = text(&run.stderr);
    assert!(
        error.contains("LOGIN:incorrect") && error.contains("断られました"),
        "{error}"
    );
    let settings = native_path(&folder.path().join("settings.toml"));
    let mut without = command();
    let run = without.env_remove("KOMADAI_CSA_PASSWORD");
    let run = run.args(["csa", &settings]).output().unwrap();
    assert!(text(&run.stderr).contains("no password"));
}

/// An engine that ends at its first `go`, and answers when it is started again.
#[cfg(unix)]
#[test]
fn an_engine_that_crashes_is_started_anew_in_the_game() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine");
    let script = "#!/bin/sh\nwhile read word rest; do case $word in\n\
        usi) for name in Threads NodesLimit; do\n\
        echo option name $name type spin default 1 min 0 max 1024; done; echo usiok;; isready) echo readyok;; quit) exit;;\n\
        go) if [ -e crashed ]; then echo 'info score cp 5 pv 7g7f'; echo bestmove 7g7f\n\
        else touch crashed; exit 3; fi;; esac; done\n";
    std::fs::write(&engine, script).unwrap();
    std::fs::set_permissions(&engine, std::fs::Permissions::from_mode(0o755)).unwrap();
    let engine = engine.to_str().unwrap();
    let args = ["--engine", engine, "--option", "USI_Ponder=false"];
    let run = play(folder.path(), "", &args, |listener| {
        let mut peer = Peer::accept(listener);
        peer.begin("");
        assert_eq!(peer.take_move(), "+7776FU,T1");
        peer.say("#CHUDAN");
    });
    let out = text(&run.stdout);
    assert!(
        out.contains("exit status: 3") && out.contains("no result against you"),
        "{out}"
    );
}

/// A game is resumed, and before it starts the connection is lost again or the opponent rejects it.
#[test]
fn a_lost_game_is_kept_until_a_game_has_begun() {
    for rejects in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let games = ["--games", if rejects { "2" } else { "1" }];
        let run = play(folder.path(), "", &games, |listener| {
            let mut peer = Peer::accept(listener);
            peer.begin("");
            let first = peer.take_move();
            drop(peer);
            let mut peer = Peer::accept(listener);
            peer.offer(&first);
            if rejects {
                peer.say("REJECT:room+1 by you");
                // Another game: without the first move.
                peer.summary("");
                assert_eq!(peer.hear(), "AGREE room+1");
                peer.say("START:room+1");
            } else {
                drop(peer);
                peer = Peer::accept(listener);
                peer.begin(&format!("{first}\n-9394FU,T5"));
                peer.take_move();
            }
            peer.say("#TIME_UP\n#WIN");
        });
        let out = text(&run.stdout);
        assert!(run.status.success(), "{out}{}", text(&run.stderr));
        let (told, all): (_, &[usize]) = match rejects {
            true => (
                "2 games: 1 won, 0 lost, 0 drawn, 1 without a result",
                &[1, 0],
            ),
            false => ("1 game: 1 won, 0 lost, 0 drawn\n", &[3]),
        };
        assert!(out.contains(told), "{out}");
        assert_eq!(lengths(folder.path(), "csa"), all, "{out}");
    }
}

#[cfg(unix)]
fn executable_script(folder: &Path, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("engine");
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_string()
}

/// An engine that needs two seconds to stop its pondering on another reply.
#[cfg(unix)]
#[test]
fn the_time_in_which_the_engine_stops_is_taken_from_the_move() {
    let folder = tempfile::tempdir().unwrap();
    let script = "#!/bin/sh\nwhile read word rest; do case $word in\n\
        usi) for name in Threads NodesLimit; do\n\
        echo option name $name type spin default 1 min 0 max 1024; done; echo usiok;;\n\
        isready) echo readyok;; quit) exit;; stop) sleep 2; echo bestmove resign;;\n\
        position) moves=$rest;;\n\
        go) case $rest in ponder*) ;; *) case $moves in\n\
        *moves*) echo bestmove 2g2f;; *) echo bestmove 7g7f ponder 3c3d;; esac;; esac;; esac; done\n";
    let engine = executable_script(folder.path(), script);
    let run = play(folder.path(), "", &["--engine", &engine], |listener| {
        let mut peer = Peer::accept(listener);
        peer.begin("");
        assert_eq!(peer.take_move(), "+7776FU,T1");
        peer.say("-8384FU,T1");
        assert_eq!(peer.take_move(), "+2726FU,T1");
        peer.say("#CHUDAN");
    });
    let out = text(&run.stdout);
    assert!(run.status.success(), "{out}{}", text(&run.stderr));
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    let times = log.lines().filter_map(|line| {
        let (_, rest) = line.split_once("E> go btime ")?;
        rest.rsplit(' ').next()?.parse::<u64>().ok()
    });
    let times: Vec<u64> = times.collect();
    // The byoyomi is 10 s.
    assert!(times.len() == 2 && times[1] <= 8000, "{log}");
}

/// A server that never starts the game to which both have agreed.
#[cfg(unix)]
#[test]
fn a_client_that_is_to_stop_does_not_wait_for_ever_for_a_start() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let path = write_settings(folder.path(), &listener, "");
    let mut client = (command().arg("csa").arg(path))
        .env("KOMADAI_CSA_PASSWORD", PASSWORD)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut peer = Peer::accept(&listener);
    peer.offer("");
    let mut kill = std::process::Command::new("kill");
    let kill = kill.args(["-TERM", &client.id().to_string()]).status();
    assert!(kill.unwrap().success());
    assert_eq!(peer.hear(), "REJECT room+1");
    assert!(peer.is_left());
    assert!(client.wait().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_log_is_told_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(folder.path(), "", &["--log", "/dev/full"], |listener| {
        let mut peer = Peer::accept(listener);
        peer.begin("");
        peer.take_move();
        peer.say("#CHUDAN");
    });
    let out = text(&run.stdout);
    assert!(run.status.success(), "{out}{}", text(&run.stderr));
    assert_eq!(out.matches("the log cannot be written").count(), 1, "{out}");
    assert_eq!(lengths(folder.path(), "csa"), [1]);
}

#[test]
fn diagnostics_have_no_password() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let path = write_settings(folder.path(), &listener, "");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut peer = Peer::accept(&listener);
            peer.begin("");
            peer.say(&format!("you are {PASSWORD}\n#CHUDAN"));
        });
        let run = (command().arg("csa").arg(path))
            .env("KOMADAI_CSA_PASSWORD", PASSWORD)
            .env("RUST_LOG", "trace")
            .output()
            .unwrap();
        let error = text(&run.stderr);
        assert!(error.contains("you are *****"), "{error}");
        assert!(!error.contains(PASSWORD), "{error}");
    });
}

#[cfg(unix)]
#[test]
fn a_password_in_another_encoding_is_an_error() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("settings.toml");
    let server = "[server]\nhost = '127.0.0.1'\nport = 1\nid = 'me'\n";
    std::fs::write(&settings, server).unwrap();
    let run = (command().arg("csa").arg(settings))
        .env(
            "KOMADAI_CSA_PASSWORD",
            std::ffi::OsStr::from_bytes(b"p\xe9"),
        )
        .output()
        .unwrap();
    let error = text(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{error}");
    assert!(error.contains("KOMADAI_CSA_PASSWORD must be"), "{error}");
}
