//! Tests of the client for other engines, against engines that follow the protocol or break it.
//!
//! The engines are this test program itself, started again to run [`scripted_engine`]
//! with the name of a script.

use std::io::{BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use komadai::types::Score;
use komadai::usi::{OptionKind, UsiInfo};
use komadai_matches::client::{ClientError, LaunchConfig, UsiEngine};
use komadai_matches::player::Reply;

use crate::support::{mv, program};

/// The name of [`scripted_engine`] among all tests.
const SCRIPTED: &str = "client::scripted_engine";

#[test]
#[ignore = "no test: this is the engine that the tests here start"]
fn scripted_engine() {
    let script = std::env::args().skip_while(|arg| arg != SCRIPTED).nth(1);
    // Without a script, the test was started by a run of all ignored tests.
    if let Some(script) = script {
        Script { name: script }.run();
    }
}

struct Script {
    name: String,
}

impl Script {
    fn is(&self, name: &str) -> bool {
        self.name == name
    }

    fn run(&self) {
        if self.is("dies_at_once") {
            eprintln!("cannot find nn.bin");
            std::process::exit(3);
        }
        let mut games = 0;
        let (mut position, mut set) = (String::new(), String::new());
        for line in std::io::stdin().lock().lines() {
            let line = line.unwrap();
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "usi" if self.is("mute") => (),
                "usi" => self.introduce(),
                "isready" if self.is("never_ready") => (),
                "isready" => self.ready(),
                "setoption" => {
                    println!("info string got {rest}");
                    set = rest.to_string();
                }
                "usinewgame" => games += 1,
                "position" => position = rest.to_string(),
                "go" if rest.starts_with("ponder") => self.ponder(rest, &position),
                "ponderhit" => println!("bestmove 2g2f ponder 8c8d"),
                "stop" if self.is("hangs") => (),
                "stop" => println!("bestmove resign"),
                "go" if self.is("tells_options") => {
                    println!("info string {set}");
                    println!("bestmove resign");
                }
                "go" => self.go(rest, &position, games),
                "quit" => return,
                _ => (),
            }
        }
    }

    fn introduce(&self) {
        println!("banner before anything else");
        println!("id name Scripted {}", self.name);
        println!("id author nobody in particular");
        println!("option name Threads type spin default 1 min 1 max 8");
        println!("option name Style type combo default calm var calm var wild");
        println!("option name Clear type button");
        println!("option name Net type filename default <empty>");
        println!("option name nonsense");
        println!("usiok");
    }

    fn ready(&self) {
        if self.is("chatty") {
            let line = "x".repeat(1000);
            for _ in 0..1000 {
                eprintln!("{line}");
            }
            for i in 0..20_000 {
                println!("info string still loading {i}");
            }
            println!();
        }
        println!("readyok");
    }

    fn go(&self, go: &str, position: &str, games: usize) {
        match self.name.as_str() {
            "crashes" => {
                println!("info depth 1 score cp 5 pv 7g7f");
                eprintln!("assertion failed: kings");
                std::process::exit(7);
            }
            "hangs" => println!("info depth 1 score cp 5 pv 7g7f"),
            "half_line" => {
                print!("bestmo");
                std::io::stdout().flush().unwrap();
                std::process::exit(0);
            }
            "closes_output" => {
                println!("info string \u{fffd} {go}");
                std::process::exit(0);
            }
            _ => {
                println!("info string {go}/{position}/{games}");
                println!("info depth 3 seldepth 5 score cp 12 nodes 77 pv 7g7f 3c3d");
                println!("bestmove 7g7f ponder 3c3d");
                if self.is("answers_twice") {
                    println!("bestmove resign");
                }
            }
        }
    }
}

impl Script {
    fn ponder(&self, go: &str, position: &str) {
        println!("info string {go}/{position}");
        println!("info depth 4 score cp 34 nodes 500");
        if self.is("impatient") {
            println!("bestmove 1g1f");
        }
    }
}

fn config(script: &str) -> LaunchConfig {
    let words = program::words(&std::env::current_exe().unwrap());
    let words: Vec<String> = words
        .iter()
        .map(|word| format!("\"{}\"", word.display()))
        .collect();
    LaunchConfig::new(format!(
        "{} --ignored --nocapture --exact {SCRIPTED} {script}",
        words.join(" ")
    ))
}

fn launch(script: &str) -> UsiEngine {
    UsiEngine::launch(config(script)).unwrap()
}

const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn a_game_with_a_well_behaved_engine() {
    let mut engine = launch("plain");
    assert_eq!(engine.name(), "Scripted plain");
    assert_eq!(engine.author(), "nobody in particular");
    let names: Vec<&str> = engine.options().iter().map(|o| o.name.as_str()).collect();
    assert_eq!(names, ["Threads", "Style", "Clear", "Net"]);
    assert_eq!(
        engine.options()[0].kind,
        OptionKind::Spin { min: 1, max: 8 }
    );
    engine.new_game().unwrap();
    engine.new_game().unwrap();
    let mut heard: Vec<UsiInfo> = Vec::new();
    let reply = engine
        .go(
            "startpos moves 7g7f",
            "nodes 77",
            PATIENCE,
            &mut |_, info| {
                heard.push(info.clone());
            },
        )
        .unwrap();
    assert_eq!(reply.best, Reply::Move(mv("7g7f")));
    assert_eq!(reply.ponder, Some(mv("3c3d")));
    assert_eq!(reply.info.score, Some(Score::Centipawns(12)));
    assert_eq!((reply.info.depth, reply.info.nodes), (Some(3), Some(77)));
    assert_eq!(heard.len(), 2);
    let said = heard[0].text.as_deref().unwrap();
    assert_eq!(said, "nodes 77/startpos moves 7g7f/2");
    assert!(reply.elapsed > Duration::ZERO && engine.is_alive());
    engine.game_over("win").unwrap();
    engine.kill();
    assert!(!engine.is_alive());
    assert!(engine.new_game().unwrap_err().is_exit());
}

#[test]
fn a_second_answer_is_a_fault_and_not_taken_for_the_next() {
    let mut engine = launch("answers_twice");
    for _ in 0..20 {
        // Between games it is dropped.
        engine.new_game().unwrap();
        let reply = engine.go("startpos", "nodes 1", PATIENCE, &mut |_, _| ());
        assert!(matches!(reply.unwrap().best, Reply::Move(_)));
    }
    // It comes right behind the first.
    std::thread::sleep(Duration::from_millis(300));
    let twice = engine.go("startpos", "nodes 1", PATIENCE, &mut |_, _| ());
    let error = twice.unwrap_err();
    assert!(
        matches!(&error, ClientError::Again { line } if line == "bestmove resign"),
        "{error}"
    );
    engine.new_game().unwrap();
}

#[test]
fn an_engine_that_talks_without_end_is_listened_to() {
    let mut engine = launch("chatty");
    engine.new_game().unwrap();
    let reply = engine.go("startpos", "nodes 1", PATIENCE, &mut |_, _| ());
    assert!(matches!(reply.unwrap().best, Reply::Move(_)));
}

#[test]
fn options_are_checked_before_they_are_sent() {
    let mut engine = launch("plain");
    engine.set_option("threads", Some("4")).unwrap();
    engine.set_option("USI_Hash", Some("64")).unwrap();
    engine.set_option("Clear", None).unwrap();
    let error = engine.set_option("Thread", Some("4")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the engine has no option Thread; it has Threads, Style, Clear, Net"
    );
    assert!(engine.set_option("Threads", Some("9")).is_err());
    assert!(engine.set_option("Style", Some("Wild")).is_err());
    assert!(engine.set_option("Clear", Some("now")).is_err());
    assert!(engine.set_option("Threads", None).is_err());
    let mut refused = config("plain");
    refused.options = vec![("Nonsense".to_string(), Some("1".to_string()))];
    assert!(matches!(
        UsiEngine::launch(refused),
        Err(ClientError::UnknownOption { .. })
    ));
}

#[test]
fn files_may_be_named_as_the_caller_sees_them() {
    let mut config = config("tells_options");
    config.options = vec![("net".to_string(), Some("Cargo.toml".to_string()))];
    let mut engine = UsiEngine::launch(config).unwrap();
    let mut told = String::new();
    let mut listen = |_, info: &UsiInfo| told = info.text.clone().unwrap();
    (engine.go("startpos", "nodes 1", PATIENCE, &mut listen)).unwrap();
    // The engine runs in the folder of its executable.
    let path = told.strip_prefix("name Net value ").unwrap();
    assert!(
        Path::new(path).is_absolute() && Path::new(path).ends_with("Cargo.toml"),
        "{told}"
    );
}

#[test]
fn a_crash_is_told_with_its_last_words() {
    let mut engine = launch("crashes");
    let error = engine.go("startpos", "nodes 1", PATIENCE, &mut |_, _| ());
    let message = error.unwrap_err().to_string();
    assert!(message.contains("waiting for bestmove"), "{message}");
    assert!(
        message.contains('7') && message.contains("assertion failed: kings"),
        "{message}"
    );
    assert!(!engine.is_alive());
    for script in ["half_line", "closes_output"] {
        let mut engine = launch(script);
        let error = engine.go("startpos", "nodes 1", PATIENCE, &mut |_, _| ());
        assert!(error.unwrap_err().is_exit(), "{script}");
    }
}

#[test]
fn an_engine_that_does_not_start_says_why() {
    let error = UsiEngine::launch(config("dies_at_once")).err().unwrap();
    let message = error.to_string();
    assert!(
        error.is_exit() && message.contains("cannot find nn.bin"),
        "{message}"
    );
    let missing = UsiEngine::launch(LaunchConfig::new("./no/such/engine"));
    assert!(matches!(missing, Err(ClientError::Launch { .. })));
    let empty = UsiEngine::launch(LaunchConfig::new("  "));
    assert!(matches!(empty, Err(ClientError::Command(_))));
}

#[test]
fn waiting_has_an_end() {
    let short = Duration::from_millis(300);
    let mut mute = config("mute");
    mute.usi_timeout = short;
    let error = UsiEngine::launch(mute).err().unwrap();
    assert_eq!(error.to_string(), "no usiok within 300 ms");
    let mut never_ready = config("never_ready");
    never_ready.ready_timeout = short;
    let error = UsiEngine::launch(never_ready).err().unwrap();
    assert_eq!(error.to_string(), "no readyok within 300 ms");
    let mut engine = launch("hangs");
    let error = engine.go("startpos", "nodes 1", short, &mut |_, _| ());
    assert!(matches!(error, Err(ClientError::Timeout { .. })));
    assert!(!engine.is_alive());
}

#[test]
fn an_engine_ponders_and_is_told_whether_it_guessed_right() {
    let mut engine = launch("plain");
    engine.new_game().unwrap();
    engine
        .ponder("startpos moves 7g7f 3c3d", "btime 5 wtime 6")
        .unwrap();
    let mut heard: Vec<UsiInfo> = Vec::new();
    let before = Instant::now();
    let reply = engine.ponderhit(PATIENCE, &mut |_, info| heard.push(info.clone()));
    let reply = reply.unwrap();
    assert!(reply.elapsed <= before.elapsed());
    assert_eq!(reply.best, Reply::Move(mv("2g2f")));
    assert_eq!(reply.ponder, Some(mv("8c8d")));
    // Information from pondering belongs to the answer, but its time does not count.
    assert_eq!((reply.info.depth, reply.info.nodes), (Some(4), Some(500)));
    assert_eq!(
        heard[0].text.as_deref(),
        Some("ponder btime 5 wtime 6/startpos moves 7g7f 3c3d")
    );
    // After a wrong guess, the answer to it must not be taken for that to the next `go`.
    engine
        .ponder("startpos moves 7g7f 8c8d", "nodes 5")
        .unwrap();
    engine.stop_pondering(PATIENCE).unwrap();
    let reply = engine.go("startpos", "nodes 1", PATIENCE, &mut |_, _| ());
    assert_eq!(reply.unwrap().best, Reply::Move(mv("7g7f")));
}

/// The result with an engine that answers while it ponders, after this wait.
fn impatient(hit: bool, wait: Duration) -> Option<ClientError> {
    let mut engine = launch("impatient");
    engine
        .ponder("startpos moves 7g7f 3c3d", "btime 5")
        .unwrap();
    std::thread::sleep(wait);
    let error = match hit {
        true => engine.ponderhit(PATIENCE, &mut |_, _| ()).err(),
        false => engine.stop_pondering(PATIENCE).err(),
    };
    assert!(engine.is_alive());
    error
}

#[test]
fn an_answer_that_comes_while_pondering_is_a_fault() {
    for hit in [true, false] {
        // On a busy machine the engine's answer may take a while.
        let waits = [100, 1000, 20_000].map(Duration::from_millis);
        let error = waits.into_iter().find_map(|wait| impatient(hit, wait));
        assert_eq!(
            error.unwrap().to_string(),
            "answered 'bestmove 1g1f' while it was to ponder, before ponderhit or stop"
        );
    }
    // An engine that does not stop is killed.
    let mut engine = launch("hangs");
    engine
        .ponder("startpos moves 7g7f 3c3d", "btime 5")
        .unwrap();
    let error = engine.stop_pondering(Duration::from_millis(300));
    assert!(matches!(error, Err(ClientError::Timeout { .. })));
    assert!(!engine.is_alive());
}
