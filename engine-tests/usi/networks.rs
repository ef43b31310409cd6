//! Tests of networks with the real executable: options, messages and values over USI and
//! on the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use komadai::position::Position;
use tempfile::TempDir;

use crate::support::nets::Net;
use crate::support::program::{self, komadai};
use crate::support::session::Session;

/// Positions and what the reference implementation makes of them with the
/// network of [`net_bytes`].
const VALUES: &str = include_str!("../data/nnue-kp256.tsv");
/// The value of the start position with that network.
const START: i32 = -1141;

fn net_bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| Net::golden("kp256").bytes())
}

/// A folder with the network in it.
fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("nn.bin"), net_bytes()).unwrap();
    dir
}

fn set(session: &mut Session, name: &str, value: impl AsRef<Path>) {
    let value = value.as_ref().display();
    session.send(&format!("setoption name {name} value {value}"));
}

/// The output of `isready`, except the lines about the book and the processor.
fn ready(session: &mut Session) -> Vec<String> {
    let mut lines = session.ask("isready", "readyok");
    lines.pop();
    for line in &lines {
        assert!(
            line.is_ascii() && line.starts_with("info string "),
            "{line}"
        );
    }
    lines.retain(|line| {
        let said = line.strip_prefix("info string ").unwrap_or_default();
        !said.starts_with("book: ") && !said.starts_with("processor: ")
    });
    lines
}

/// The only line of that output.
fn ready_with(session: &mut Session) -> String {
    let mut lines = ready(session);
    assert_eq!(lines.len(), 1, "{lines:?}");
    program::with_local_paths(&lines.remove(0))
}

/// The raw value and the centipawns of the position set up.
fn eval(session: &mut Session) -> (i32, i32) {
    session.plain_text = true;
    let line = session.ask("eval", "evaluation ").pop().unwrap();
    session.plain_text = false;
    numbers(&line)
}

/// `evaluation RAW for SIDE to move (...), CP centipawns, ...`
fn numbers(line: &str) -> (i32, i32) {
    let words: Vec<&str> = line.split(' ').collect();
    let cp = words
        .iter()
        .position(|word| word.starts_with("centipawns"))
        .unwrap();
    (words[1].parse().unwrap(), words[cp - 1].parse().unwrap())
}

/// Asserts that a game can be played with any evaluator.
fn assert_plays(session: &mut Session) {
    session.send("position startpos");
    session.send("go depth 2");
    let (_, best, _) = session.bestmove();
    assert!(Position::startpos().parse_usi_move(&best).is_ok(), "{best}");
}

#[test]
fn without_a_file_the_engine_names_its_own_network_once_and_plays() {
    let mut session = Session::start();
    let line = ready_with(&mut session);
    assert!(
        line.starts_with("info string evaluator: SFNN K+P"),
        "{line}"
    );
    assert!(line.ends_with(", built in"), "{line}");
    assert_plays(&mut session);
    assert_eq!(ready(&mut session), [""; 0]);
    session.quit();
}

#[test]
fn a_missing_network_is_named_once() {
    let dir = tempfile::tempdir().unwrap();
    for (option, value, path) in [
        ("EvalDir", "none", "none/nn.bin"),
        ("EvalFile", "none.bin", "none.bin"),
        ("EvalFile", "nn.bin/deeper/nn.bin", "nn.bin/deeper/nn.bin"),
    ] {
        let mut session = Session::start();
        set(&mut session, option, dir.path().join(value));
        let line = ready_with(&mut session);
        let path = dir.path().join(path);
        assert!(line.contains(&path.display().to_string()), "{line}");
        assert!(line.starts_with(&format!("info string {option}: there is no ")));
        assert!(line.ends_with("using the built-in network"), "{line}");
        // Nothing has changed since.
        assert_eq!(ready(&mut session), [""; 0]);
        assert_plays(&mut session);
        session.quit();
    }
}

#[test]
fn a_broken_network_is_named_with_what_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    let good = net_bytes();
    let mut wrong_version = good.to_vec();
    wrong_version[0] ^= 1;
    let mut long_header = good.to_vec();
    long_header[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    let mut padded = good.to_vec();
    padded.extend([0; 1000]);
    let cases: [(&str, &[u8], &str); 6] = [
        ("empty", b"", "ends at byte 0"),
        ("text", b"<html>not found</html>", "no NNUE file"),
        ("version", &wrong_version, "0x7AF32F17"),
        ("header", &long_header, "4294967295"),
        ("cut", &good[..good.len() - 100], "100 missing"),
        ("padded", &padded, "1000 too many"),
    ];
    let mut session = Session::start();
    let built_in = eval(&mut session);
    for (name, bytes, what) in cases {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        set(&mut session, "EvalFile", &path);
        let lines = ready(&mut session);
        if name == "version" {
            // A version that some tools write: the same layout.
            assert!(lines[0].contains("K+P 256x2-32-32"), "{lines:?}");
            continue;
        }
        let [line] = &lines[..] else {
            panic!("{lines:?}")
        };
        assert!(
            line.starts_with("info string EvalFile: cannot load "),
            "{line}"
        );
        assert!(line.contains(&path.display().to_string()), "{line}");
        assert!(line.contains(what), "{name}: {line}");
        assert!(line.ends_with("using the built-in network"), "{line}");
        assert_plays(&mut session);
        assert_eq!(eval(&mut session), built_in);
    }
    session.quit();
}

#[test]
fn a_folder_or_a_pipe_is_no_network() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("nn.bin")).unwrap();
    let mut session = Session::start();
    set(&mut session, "EvalDir", dir.path());
    let line = ready_with(&mut session);
    let path = dir.path().join("nn.bin").display().to_string();
    assert!(
        line.contains(&path) && line.contains("not a file"),
        "{line}"
    );
    // Windows has no pipes among its files.
    if !program::is_of_windows() {
        let pipe = dir.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        if made.is_ok_and(|status| status.success()) {
            set(&mut session, "EvalFile", &pipe);
            let line = ready_with(&mut session);
            assert!(line.contains("pipe: not a file"), "{line}");
        }
    }
    assert_plays(&mut session);
    session.quit();
}

#[test]
fn values_are_those_of_the_reference_implementation() {
    let dir = folder();
    let mut session = Session::start();
    set(&mut session, "EvalDir", dir.path());
    let line = ready_with(&mut session);
    let path = dir.path().join("nn.bin");
    assert_eq!(
        line,
        format!(
            "info string evaluator: K+P 256x2-32-32, hash 0x5C6464A9, FV_SCALE 16 (default), {}",
            path.display()
        )
    );
    let mut count = 0;
    for line in VALUES.lines().filter(|line| !line.starts_with('#')) {
        let (sfen, value) = line.split_once('\t').unwrap();
        let value: i32 = value.parse().unwrap();
        session.send(&format!("position sfen {sfen}"));
        assert_eq!(eval(&mut session), (value, value * 100 / 90), "{sfen}");
        count += 1;
    }
    assert_eq!(count, 100);
    assert_plays(&mut session);
    // A mate problem without a king on one side: no network knows that.
    session.send("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    eval(&mut session);
    session.quit();
}

#[test]
fn the_evaluator_can_be_switched_between_games() {
    let dir = folder();
    let mut session = Session::start();
    session.send("position startpos");
    set(&mut session, "EvalDir", dir.path());
    for (choice, value) in [
        ("material", 0),
        ("nnue", START),
        ("Material", 0),
        ("auto", START),
    ] {
        set(&mut session, "Evaluator", choice);
        let line = ready_with(&mut session);
        let name = if value == 0 { "material" } else { "K+P" };
        assert!(line.contains(&format!("evaluator: {name}")), "{line}");
        assert_eq!(eval(&mut session).0, value, "{choice}");
        assert_plays(&mut session);
    }
    session.quit();

    // Without a file `nnue` means the built-in network.
    let mut session = Session::start();
    set(&mut session, "Evaluator", "nnue");
    let line = ready_with(&mut session);
    assert!(line.ends_with(", built in"), "{line}");
    assert_plays(&mut session);
    session.quit();
}

#[test]
fn the_user_scales_first_then_the_files() {
    let dir = folder();
    let mut session = Session::start();
    session.send("position startpos");
    set(&mut session, "EvalDir", dir.path());
    assert!(ready_with(&mut session).contains("FV_SCALE 16 (default)"));
    let hints = dir.path().join("eval_options.txt");
    for text in [
        "FV_SCALE 24\r\n",
        "Threads=4\nFV_SCALE=24",
        "option name FV_SCALE type spin default 24 min 1 max 128",
    ] {
        fs::write(&hints, text).unwrap();
        assert!(ready_with(&mut session).contains("FV_SCALE 24 (eval_options.txt)"));
        // Exact within the division of the reference value.
        assert!((eval(&mut session).0 - START * 16 / 24).abs() <= 1);
    }
    for (scale, said, divisor) in [
        ("8", "FV_SCALE 8 (option)", 8),
        // The field's default, but chosen by the user.
        ("16", "FV_SCALE 16 (option)", 16),
        ("0", "FV_SCALE 24 (eval_options.txt)", 24),
    ] {
        set(&mut session, "FV_SCALE", scale);
        assert!(ready_with(&mut session).contains(said));
        // Exact within the division of the reference value.
        let exact = START * 16 / divisor;
        assert!((eval(&mut session).0 - exact).abs() <= (16 / divisor).max(1));
    }
    fs::write(&hints, "FV_SCALE 1000").unwrap();
    let lines = ready(&mut session);
    assert!(lines[0].contains("FV_SCALE 16 (default)"), "{lines:?}");
    assert!(lines[1].contains("'1000'") && lines[1].contains("eval_options.txt"));
    assert_eq!(eval(&mut session).0, START);
    session.quit();
}

#[test]
fn paths_may_hold_spaces_and_japanese() {
    let dir = tempfile::tempdir().unwrap();
    let odd = dir.path().join("my nets  将棋 表示");
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("評価 nn.bin"), net_bytes()).unwrap();
    let path = odd.join("評価 nn.bin");
    let command = format!("setoption name EvalFile value {}\n", path.display());
    // With backslashes and the line end of Windows, where the executable is one for it.
    let native = program::native_path(&path);
    let native = format!("setoption name EvalFile value {native}\r\n");
    let [cp932, native_cp932] = [&command, &native].map(|text| {
        let (cp932, _, lossy) = encoding_rs::SHIFT_JIS.encode(text);
        assert!(!lossy);
        cp932
    });
    for bytes in [
        command.as_bytes(),
        cp932.as_ref(),
        native.as_bytes(),
        native_cp932.as_ref(),
    ] {
        let mut session = Session::start();
        session.send_bytes(bytes);
        session.send("position startpos");
        // Japanese is escaped until `readyok`.
        let line = ready_with(&mut session);
        let is_named = line.contains("my nets  ") && line.contains("u{5c06}");
        assert!(line.contains("K+P 256x2-32-32") && is_named, "{line}");
        assert_eq!(eval(&mut session).0, START);
        session.quit();
    }
}

#[test]
fn relative_paths_start_at_the_executable_then_at_the_working_directory() {
    let home = tempfile::tempdir().unwrap();
    let cwd = folder();
    let engine = home.path().join("komadai.exe");
    let built = program::executable();
    if fs::hard_link(&built, &engine).is_err() {
        fs::copy(&built, &engine).unwrap();
    }
    let start = || {
        let mut session = Session::start_at(&engine, cwd.path());
        session.send("setoption name USI_Hash value 1");
        session.send("setoption name Threads value 1");
        session
    };
    let said = |session: &mut Session, path: PathBuf| {
        let line = ready_with(session);
        // The system may know the folders by other names.
        let tail: PathBuf = path
            .components()
            .rev()
            .take(2)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        assert!(line.contains(&tail.display().to_string()), "{line}");
        line
    };
    // Neither: both places are named.
    let mut session = start();
    set(&mut session, "EvalFile", "none.bin");
    let line = said(&mut session, home.path().join("none.bin"));
    assert!(line.contains(" nor "), "{line}");
    session.quit();
    // The working directory only.
    let mut session = start();
    set(&mut session, "EvalFile", "nn.bin");
    assert!(said(&mut session, cwd.path().join("nn.bin")).contains("K+P"));
    session.quit();
    // Both: the executable's comes first.
    fs::write(home.path().join("nn.bin"), net_bytes()).unwrap();
    let mut session = start();
    set(&mut session, "EvalFile", "nn.bin");
    assert!(said(&mut session, home.path().join("nn.bin")).contains("K+P"));
    session.quit();
    // Where nothing is set, the folder `eval`.
    fs::create_dir(home.path().join("eval")).unwrap();
    fs::write(home.path().join("eval").join("nn.bin"), net_bytes()).unwrap();
    let mut session = start();
    let line = ready_with(&mut session);
    let tail = Path::new("eval").join("nn.bin").display().to_string();
    assert!(line.contains("K+P") && line.contains(&tail), "{line}");
    session.quit();
}

#[test]
fn a_file_that_comes_changes_or_goes_is_noticed_at_isready() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("nn.bin");
    let mut session = Session::start();
    session.send("position startpos");
    set(&mut session, "EvalDir", dir.path());
    assert!(ready_with(&mut session).contains("there is no "));
    let built_in = eval(&mut session).0;
    assert_ne!(built_in, START);
    fs::write(&path, net_bytes()).unwrap();
    assert!(ready_with(&mut session).contains("K+P"));
    assert_eq!(eval(&mut session).0, START);
    assert_eq!(ready(&mut session), [""; 0]);
    fs::remove_file(&path).unwrap();
    // What has been read stays in use until the next `isready`.
    assert_eq!(eval(&mut session).0, START);
    assert!(ready_with(&mut session).contains("there is no "));
    assert_eq!(eval(&mut session).0, built_in);
    session.quit();
}

#[test]
fn a_go_without_isready_loads_the_network_too() {
    let dir = folder();
    let mut session = Session::start();
    set(&mut session, "EvalDir", dir.path());
    session.send("position startpos");
    session.send("go depth 1");
    let (lines, _, _) = session.bestmove();
    assert!(lines[0].contains("evaluator: K+P 256x2-32-32"), "{lines:?}");
    assert_eq!(eval(&mut session).0, START);
    session.quit();
}

#[test]
fn the_command_line_gives_the_same_values() {
    let dir = folder();
    let net = dir.path().join("nn.bin").display().to_string();
    let lines = VALUES.lines().filter(|line| !line.starts_with('#'));
    for line in lines.step_by(25) {
        let (sfen, value) = line.split_once('\t').unwrap();
        let (ok, out, err) = komadai(&["eval", "--net", &net, "--sfen", sfen]);
        assert!(ok && err.is_empty(), "{err}");
        let found = out.lines().last().unwrap();
        assert_eq!(numbers(found).0, value.parse::<i32>().unwrap(), "{sfen}");
        assert!(out.contains("evaluator: K+P 256x2-32-32"), "{out}");
    }
    let args = ["eval", "--net", &net, "--fv-scale", "32"];
    let (ok, out, _) = komadai(&args);
    assert!(ok && out.contains("FV_SCALE 32 (option)"), "{out}");
    assert_eq!(numbers(out.lines().last().unwrap()).0, START / 2);
}

#[test]
fn a_breakdown_is_the_value_with_and_without_each_piece() {
    let dir = folder();
    let net = dir.path().join("nn.bin").display().to_string();
    let whole = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let without = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKGSNL b - 1";
    let value = |sfen: &str| {
        let (ok, out, err) = komadai(&["eval", "--net", &net, "--sfen", sfen]);
        assert!(ok, "{err}");
        numbers(out.lines().last().unwrap()).0
    };
    let rook = (value(whole) - value(without)) * 100 / 90;
    let (ok, out, err) = komadai(&["eval", "--net", &net, "--breakdown", "--sfen", whole]);
    assert!(ok && err.is_empty(), "{err}");
    // The rook stands on 2h, in the last column but one.
    let rank: Vec<&str> = out.lines().filter(|line| line.ends_with("| h")).collect();
    let row = out.lines().position(|line| line == rank[1]).unwrap();
    let worths: Vec<&str> = out.lines().nth(row + 1).unwrap().split('|').collect();
    assert_eq!(worths[8].trim(), rook.to_string(), "{out}");
    assert_eq!(worths[1].trim(), "");
}

#[test]
fn a_network_file_is_described() {
    let dir = folder();
    let path = dir.path().join("nn.bin");
    fs::write(dir.path().join("eval_options.txt"), "FV_SCALE=20").unwrap();
    let (ok, out, err) = komadai(&["net", "info", &path.display().to_string()]);
    assert!(ok && err.is_empty(), "{err}");
    for part in [
        "K+P 256x2-32-32",
        "893917 bytes",
        "1710 inputs",
        "0x5C6464A9",
        "FV_SCALE 20 (eval_options.txt)",
        "Features=K+P",
        "CRC-32 ",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    assert!(!out.contains("warning"), "{out}");

    let mut odd = net_bytes().to_vec();
    odd[4] ^= 0xFF;
    fs::write(&path, odd).unwrap();
    let (ok, out, _) = komadai(&["net", "info", &path.display().to_string()]);
    assert!(ok && out.contains("warning"), "{out}");
    let (ok, out, err) = komadai(&["net", "info", &dir.path().display().to_string()]);
    assert!(!ok && out.is_empty() && err.contains("not a file"), "{err}");
    let err = program::with_local_paths(&err);
    let start = format!("error: cannot load {}", dir.path().display());
    assert!(err.starts_with(&start), "{err}");
}

#[test]
fn the_built_in_network_is_exported_and_overwrites_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("nn.bin");
    let file = path.display().to_string();
    let (ok, _, err) = komadai(&["net", "export", &file]);
    assert!(ok && err.is_empty(), "{err}");
    let bytes = fs::read(&path).unwrap();
    assert!(komadai(&["net", "info", &file]).0);
    fs::write(&path, "precious").unwrap();
    let (ok, out, err) = komadai(&["net", "export", &file]);
    assert!(!ok && out.is_empty());
    assert_eq!(
        err,
        format!("error: {file}: there is such a file already; --force overwrites it\n")
    );
    assert_eq!(fs::read(&path).unwrap(), b"precious");
    let (ok, _, err) = komadai(&["net", "export", &file, "--force"]);
    assert!(ok && err.is_empty(), "{err}");
    assert_eq!(fs::read(&path).unwrap(), bytes);

    let (ok, _, err) = komadai(&["net", "export", &file, "--force", "--fv-scale", "33"]);
    assert!(ok && err.is_empty(), "{err}");
    let (_, out, _) = komadai(&["net", "info", &file]);
    assert!(out.contains("FV_SCALE 33 (network header)"), "{out}");
    // No other setting makes another evaluator.
    let tail = |bytes: &[u8]| bytes[bytes.len() - 893_732..].to_vec();
    assert_eq!(tail(&fs::read(&path).unwrap()), tail(&bytes));
    assert!(!komadai(&["net", "export", &file, "--force", "--fv-scale", "0"]).0);

    let (ok, _, err) = komadai(&["net", "export", &file, "--force", "--odds", "4321"]);
    assert!(ok && err.is_empty(), "{err}");
    let (_, out, _) = komadai(&["net", "info", &file]);
    assert!(out.contains("an output of 4321"), "{out}");
    assert!(!komadai(&["net", "export", &file, "--force", "--odds", "99"]).0);
}

#[test]
fn an_export_writes_the_divisor_beside_for_other_engines() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (file, options) = (path("nn.bin"), path("eval_options.txt"));
    let export = |file: &str, more: &[&str]| {
        komadai(&[&["net", "export", file, "--eval-options"], more].concat())
    };
    let scales = |words: &str| {
        let (_, out, _) = komadai(&["net", "info", &file]);
        assert!(out.contains(words), "{out}");
    };
    let (ok, out, err) = export(&file, &[]);
    assert!(ok && err.is_empty(), "{err}");
    assert_eq!(out.lines().count(), 2, "{out}");
    assert_eq!(fs::read(&options).unwrap(), b"FV_SCALE 12\n");
    scales("FV_SCALE 12 (eval_options.txt)");
    // The other file is not overwritten, and then none is written.
    let other = path("other.bin");
    let (ok, _, err) = export(&other, &["--fv-scale", "33"]);
    assert!(
        !ok && err.contains("eval_options.txt: there is such a file already"),
        "{err}"
    );
    assert!(!Path::new(&other).exists());
    assert!(export(&file, &["--fv-scale", "33", "--force"]).0);
    scales("FV_SCALE 33 (eval_options.txt)");
    let (ok, _, err) = export(&options, &["--force"]);
    assert!(
        !ok && err.contains("more than one output has this name"),
        "{err}"
    );
    assert_eq!(fs::read(&options).unwrap(), b"FV_SCALE 33\n");
}

/// The last score of a search in centipawns, its nodes and the answer.
fn search(session: &mut Session, position: &str) -> (i32, String, String) {
    session.send(&format!("position {position}"));
    session.send("go depth 9");
    let (lines, best, _) = session.bestmove();
    let last: Vec<&str> = lines.last().unwrap().split(' ').collect();
    let after = |word| last[last.iter().position(|found| *found == word).unwrap() + 1];
    (after("cp").parse().unwrap(), after("nodes").into(), best)
}

#[test]
fn scores_are_shown_on_the_scale_that_the_network_names() {
    /// Two silvers down.
    const LOST: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LN1GKG1NL b 2s 1";
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start();
    set(&mut session, "DrawValueBlack", "0");
    set(&mut session, "USI_OwnBook", "false");
    let mut found = Vec::new();
    for odds in [9600, 4800, 19_200] {
        let path = dir.path().join(format!("{odds}.bin"));
        let file = path.display().to_string();
        let scales = ["--fv-scale", "10", "--odds", &odds.to_string()];
        assert!(komadai(&[&["net", "export", &file][..], &scales].concat()).0);
        set(&mut session, "EvalFile", &path);
        ready(&mut session);
        session.send("usinewgame");
        let (cp, nodes, best) = search(&mut session, LOST);
        let full = cp * odds / 9600;
        assert!((-3000..-400).contains(&full), "{odds}: {cp}");
        let (raw, shown) = eval(&mut session);
        assert!(
            (shown - raw * 10 * 600 / odds).abs() <= 2,
            "{odds}: {raw} {shown}"
        );
        // Resignation goes by the scores shown.
        for (value, expected) in [(-cp, "resign"), (1 - cp, &*best)] {
            set(&mut session, "ResignValue", value.to_string());
            session.send("usinewgame");
            assert_eq!(search(&mut session, LOST).2, expected);
        }
        set(&mut session, "ResignValue", "99999");
        found.push((nodes, best));
    }
    // The scale changes nothing in the search.
    assert!(found.iter().all(|other| *other == found[0]), "{found:?}");

    // Whatever the divisor, an evaluation is shown as the same.
    let mut shown = Vec::new();
    set(&mut session, "EvalFile", "");
    for scale in ["0", "8", "16", "32"] {
        set(&mut session, "FV_SCALE", scale);
        ready(&mut session);
        shown.push(eval(&mut session).1);
    }
    assert!(
        shown.iter().all(|cp| (cp - shown[0]).abs() <= 3),
        "{shown:?}"
    );
    session.quit();
}

#[test]
fn starts_for_matches_do_not_depend_on_files_beside_the_engine() {
    let home = tempfile::tempdir().unwrap();
    let engine = home.path().join("komadai.exe");
    let built = program::executable();
    if fs::hard_link(&built, &engine).is_err() {
        fs::copy(&built, &engine).unwrap();
    }
    let net = home.path().join("eval").join("nn.bin");
    let starts = |more: &[&str]| {
        let run = program::command_for(&engine)
            .args([
                "openings",
                "--count",
                "3",
                "--nodes",
                "200",
                "--threads",
                "1",
            ])
            .args(more)
            .current_dir(home.path())
            .output()
            .unwrap();
        let err = String::from_utf8(run.stderr).unwrap();
        assert!(run.status.success() && err.is_empty(), "{err}");
        String::from_utf8(run.stdout).unwrap()
    };
    let alone = starts(&[]);
    fs::create_dir(home.path().join("eval")).unwrap();
    fs::write(&net, net_bytes()).unwrap();
    assert_eq!(starts(&[]), alone);
    let evaluator = |text: &str| {
        let mut lines = text.lines().filter_map(|l| l.strip_prefix("# Evaluator: "));
        lines.next().unwrap_or_default().to_string()
    };
    assert!(evaluator(&alone).ends_with(", built in"), "{alone}");
    let path = net.display().to_string();
    let named = starts(&["--net", &path]);
    let named = program::with_local_paths(&named);
    assert!(evaluator(&named).ends_with(&path), "{named}");
    let material = starts(&["--evaluator", "material"]);
    assert_eq!(evaluator(&material), "material");
    let starts_of = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(str::to_string).collect()
    };
    assert_eq!(starts_of(&alone).len(), 3);
    assert_ne!(starts_of(&named), starts_of(&alone));
    assert_ne!(starts_of(&material), starts_of(&alone));
}

#[test]
fn the_command_line_takes_no_other_network_than_the_one_named() {
    let dir = folder();
    let missing = dir.path().join("none.bin").display().to_string();
    for command in ["eval", "analyse", "bench", "openings"] {
        let (ok, out, err) = komadai(&[command, "--net", &missing]);
        assert!(!ok && out.is_empty(), "{command}");
        let err = program::with_local_paths(&err);
        assert_eq!(err, format!("error: there is no {missing}\n"), "{command}");
    }
    let starts = dir.path().join("starts.txt").display().to_string();
    assert!(!komadai(&["openings", "--net", &missing, "--out", &starts]).0);
    assert!(!Path::new(&starts).exists());
    let (ok, _, err) = komadai(&["eval", "--evaluator", "mine"]);
    assert!(!ok && err.contains("material"), "{err}");
    let (ok, _, err) = komadai(&["eval", "--evaluator", "material", "--net", &missing]);
    assert!(!ok && err.contains("--net"), "{err}");
}

#[test]
fn analysis_and_benchmark_use_the_network_named() {
    let dir = folder();
    let net = dir.path().join("nn.bin").display().to_string();
    let args = ["analyse", "--net", &net, "--depth", "2", "--multipv", "3"];
    let sized = ["--threads", "1", "--hash", "1", "--json"];
    let (ok, out, err) = komadai(&[&args[..], &sized].concat());
    assert!(ok && err.is_empty(), "{err}");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(
        json["evaluator"]
            .as_str()
            .unwrap()
            .starts_with("K+P 256x2-32-32")
    );
    let lines = json["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    for line in lines {
        let cp = line["score"]["cp"].as_f64().unwrap();
        let p = line["win_probability"].as_f64().unwrap();
        assert!(
            (p - 1.0 / (1.0 + (-cp / 600.0).exp())).abs() < 1e-3,
            "{cp} {p}"
        );
    }
    let bench = |args: &[&str]| {
        let base = ["bench", "--nodes", "500", "--hash", "1"];
        let (ok, out, err) = komadai(&[&base[..], args].concat());
        assert!(ok, "{err}");
        let first = out.lines().next().unwrap().to_string();
        let words: Vec<&str> = out.lines().last().unwrap().split(' ').collect();
        (first, words[0].parse::<u64>().unwrap())
    };
    let (first, nodes) = bench(&["--net", &net]);
    assert!(first.starts_with("evaluator: K+P 256x2-32-32"), "{first}");
    assert!(nodes > 0);
    assert_eq!(bench(&["--net", &net]).1, nodes);
    assert_eq!(bench(&["--evaluator", "material"]).0, "evaluator: material");
}
