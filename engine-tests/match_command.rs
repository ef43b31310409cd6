//! Tests of `komadai match` and of its recorded games, with the real executable.

use std::path::Path;

use komadai_records::{End, NodeId, Record, read_bytes, read_file};
use serde_json::Value;

use crate::support::program::{executable, komadai, output, output_of, text, words};

/// Two starts, one of them from a position of its own.
const STARTS: &str = "startpos moves 7g7f 3c3d\n\
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 8c8d\n";

/// Plays a short match of this engine against itself into a file.
fn play(folder: &Path, more: &[&str]) -> (Vec<Value>, String) {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    std::fs::write(path("starts"), STARTS).unwrap();
    let records = path("m.jsonl");
    let starts = path("starts");
    let args = [
        "match",
        "--a",
        "self",
        "--b",
        "self",
        "--opt-b",
        "MultiPV=3",
        "--nodes",
        "60",
        "--games",
        "4",
        "--max-moves",
        "60",
        "--openings",
        &starts,
        "--records",
        &records,
    ];
    let (done, _, error) = komadai(&[&args[..], more].concat());
    assert!(done, "{error}");
    (lines(&records), records)
}

fn lines(records: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(records).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The moves of a game of the file, its start included.
fn moves(game: &Value) -> Vec<String> {
    let start = game["start"].as_str().unwrap();
    let (_, opening) = start.split_once("moves").unwrap();
    let played = game["moves"].as_array().unwrap().iter();
    opening
        .split_whitespace()
        .map(str::to_string)
        .chain(played.map(|mv| mv["m"].as_str().unwrap().to_string()))
        .collect()
}

fn check(record: &Record, game: &Value) {
    let read: Vec<String> = record
        .main_moves()
        .iter()
        .map(|mv| mv.to_string())
        .collect();
    assert_eq!(read, moves(game));
    let end = match game["reason"].as_str().unwrap() {
        "mate" => End::Mate,
        "max_moves" => End::MaxMoves,
        "repetition" => End::Repetition,
        other => panic!("{other}"),
    };
    assert_eq!(record.end(), Some(&end));
}

#[test]
fn a_match_becomes_a_record_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let (lines, records) = play(folder.path(), &[]);
    assert_eq!(lines.len(), 5);
    let games = folder.path().join("games");
    let games = games.to_str().unwrap();
    let done = output(&["convert", &records, games]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert_eq!(text(&done.stdout), format!("{games}: 4 files\n"));
    for to in ["csa", "jkf", "ki2u", "usi"] {
        assert!(
            output(&["convert", &records, games, "--to", to])
                .status
                .success()
        );
    }
    for game in &lines[1..] {
        let number = game["game"].as_u64().unwrap() + 1;
        for to in ["kif", "csa", "jkf", "ki2u", "usi"] {
            let file = format!("{games}/{number:04}.{to}");
            let reading = read_file(Path::new(&file)).unwrap();
            assert_eq!(reading.warnings, [], "{file}");
            let [record] = &reading.records[..] else {
                panic!("{file}");
            };
            match to {
                "usi" => assert_eq!(record.main_moves().len(), moves(game).len()),
                _ => check(record, game),
            }
        }
        let kif = read_file(Path::new(&format!("{games}/{number:04}.kif"))).unwrap();
        let record = &kif.records[0];
        let [black, white] = ["先手", "後手"].map(|key| record.headers.get(key).unwrap());
        let of_a = |name: &str| name.ends_with("in process");
        assert_eq!(
            (of_a(black), of_a(white)),
            match game["black"].as_str() {
                Some("A") => (true, false),
                _ => (false, true),
            }
        );
        // Recorded scores stand at their moves, from Black's view.
        let first = &game["moves"][0];
        let node = record
            .main_line()
            .nth(moves(game).len() - game["moves"].as_array().unwrap().len());
        let comments = &record.node(node.unwrap_or(NodeId::ROOT)).comments;
        assert_eq!(comments[0], format!("#評価値={}", first["cp"]));
    }
    // Without --force nothing is overwritten, and the error names the file.
    let done = output(&["convert", &records, games]);
    assert_eq!(done.status.code(), Some(1));
    assert!(text(&done.stderr).contains("0001.kif: there is such a file already"));
    assert!(
        output(&["convert", &records, games, "--force"])
            .status
            .success()
    );
}

#[test]
fn a_match_becomes_one_file_or_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let (lines, records) = play(folder.path(), &["--concurrency", "2"]);
    let all = folder.path().join("all.csa");
    let done = output(&["convert", &records, all.to_str().unwrap()]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let piped = output(&["convert", &records, "-", "--to", "kif"]);
    let bytes = std::fs::read(&records).unwrap();
    let both_piped = output_of(&["convert", "-", "-", "--to", "kif"], &bytes);
    for reading in [
        read_file(&all).unwrap(),
        read_bytes(&piped.stdout, Some("kif")).unwrap(),
        read_bytes(&both_piped.stdout, Some("kif")).unwrap(),
    ] {
        assert_eq!(reading.warnings, []);
        assert_eq!(reading.records.len(), 4);
        // In the order of the games, whichever finished first.
        for (record, number) in reading.records.iter().zip(0..) {
            let game = lines[1..]
                .iter()
                .find(|line| line["game"] == number)
                .unwrap();
            check(record, game);
        }
    }
}

#[test]
fn a_game_that_cannot_be_played_through_is_named_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let (_, records) = play(folder.path(), &[]);
    let text_of = std::fs::read_to_string(&records).unwrap();
    std::fs::write(
        &records,
        text_of.replacen("moves 7g7f 3c3d", "moves 7g7f 3c3d 9i9a", 1),
    )
    .unwrap();
    let games = folder.path().join("games");
    let done = output(&["convert", &records, games.to_str().unwrap(), "--to", "csa"]);
    assert_eq!(done.status.code(), Some(3));
    let error = text(&done.stderr);
    assert!(error.contains("m.jsonl: game 1: move 3, 9i9a: "), "{error}");
    assert_eq!(std::fs::read_dir(&games).unwrap().count(), 3);
}

/// Plays short games from the built-in book.
fn play_from_book(records: &str, games: &str, more: &[&str]) -> (bool, String, String) {
    let args = [
        "match",
        "--a",
        "self",
        "--b",
        "self",
        "--nodes",
        "20",
        "--max-moves",
        "30",
        "--games",
        games,
        "--records",
        records,
    ];
    komadai(&[&args[..], more].concat())
}

/// The lines of a match from the built-in book.
fn from_book(folder: &Path, name: &str, games: &str, more: &[&str]) -> Vec<Value> {
    let records = folder.join(name).to_str().unwrap().to_string();
    let (done, out, error) = play_from_book(&records, games, more);
    assert!(done, "{error}");
    let head = out.lines().nth(2).unwrap();
    assert!(
        head.contains(" starts of the built-in book (seed "),
        "{out}"
    );
    lines(&records)
}

/// The games of a match as texts, in the order of their numbers.
fn games(lines: &[Value]) -> Vec<String> {
    let mut games: Vec<&Value> = lines[1..].iter().collect();
    games.sort_by_key(|game| game["game"].as_u64());
    games.iter().map(|game| moves(game).join(" ")).collect()
}

#[test]
fn without_a_file_the_starts_come_from_the_built_in_book() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let first = games(&from_book(folder, "a", "6", &[]));
    // The same seed, the same games; a longer match begins with the shorter one.
    assert_eq!(games(&from_book(folder, "b", "6", &["--seed", "1"])), first);
    let longer = games(&from_book(folder, "c", "8", &[]));
    assert_eq!(longer[..6], first);
    let other = from_book(folder, "d", "6", &["--seed", "2"]);
    assert_ne!(games(&other), first);
    assert_ne!(games(&from_book(folder, "e", "6", &["--skip", "1"])), first);
    // Two games a start, and another seed is another match.
    let starts: Vec<&Value> = other[1..].iter().map(|game| &game["start"]).collect();
    assert_eq!((starts[0], starts[2]), (starts[1], starts[3]));
    assert_ne!(starts[0], starts[2]);
    let records = folder.join("d").to_str().unwrap().to_string();
    let (done, _, error) = play_from_book(&records, "6", &["--resume"]);
    assert!(!done && error.contains("openings was"), "{error}");
    let (done, _, error) = komadai(&[
        "match", "--a", "self", "--b", "self", "--nodes", "20", "--games", "99998",
    ]);
    assert!(
        !done && error.contains("need 49999 different starts, but there are only"),
        "{error}"
    );
}

/// A match between three settings of this engine.
fn three(folder: &Path, records: &str, more: &[&str]) -> (bool, String, String) {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    std::fs::write(path("starts"), STARTS).unwrap();
    let (starts, records) = (path("starts"), path(records));
    let args = [
        "match",
        "--engine",
        "self",
        "MultiPV=4",
        "name=four lines",
        "--engine",
        "self",
        "MultiPV=2",
        "--engine",
        "self",
        "--nodes",
        "60",
        "--games",
        "12",
        "--max-moves",
        "60",
        "--openings",
        &starts,
        "--records",
        &records,
    ];
    komadai(&[&args[..], more].concat())
}

#[test]
fn several_engines_meet_and_are_ranked() {
    let folder = tempfile::tempdir().unwrap();
    let (done, out, error) = three(folder.path(), "m.jsonl", &[]);
    assert!(done, "{error}");
    let records = folder.path().join("m.jsonl").to_str().unwrap().to_string();
    let lines = lines(&records);
    let engines = lines[0]["match"]["engines"].as_array().unwrap();
    assert_eq!(engines[0]["name"], "four lines");
    assert_eq!(lines[0]["match"]["format"], "round_robin");
    let pairings: Vec<String> = lines[1..]
        .iter()
        .map(|game| format!("{}{}", game["black"], game["white"]).replace('"', ""))
        .collect();
    let round = ["AB", "BA", "AC", "CA", "BC", "CB"];
    assert_eq!(pairings, [round, round].concat());
    for part in [
        "A: four lines MultiPV=4\n",
        "12 games from 2 of 2 starts",
        "game  1/12 A is Black, B is White: ",
        "\nrank   engine",
        " four lines (MultiPV=4) ",
        "\npoints  ",
        "match      3 engines, each against each\n",
        "faults     0\n",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    // The points are those of the games.
    let points = |who: &str| -> f64 {
        let mine = lines[1..]
            .iter()
            .filter(|g| g["black"] == who || g["white"] == who);
        let of = |game: &Value| match game["winner"].as_str() {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == who)),
        };
        mine.map(of).sum()
    };
    let repeats = out.contains("repeats");
    for row in out
        .lines()
        .skip_while(|line| !line.starts_with("rank"))
        .skip(1)
        .take(3)
    {
        let words: Vec<&str> = row.split_whitespace().collect();
        let told: f64 = words[words.len() - 4].parse().unwrap();
        assert!(repeats || told == points(words[1]), "{row}");
    }
    // The games as records, with both names.
    let games = folder.path().join("games");
    let done = output(&["convert", &records, games.to_str().unwrap()]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let third = read_file(&games.join("0003.kif")).unwrap();
    check(&third.records[0], &lines[3]);
    assert_eq!(
        third.records[0].headers.get("先手"),
        Some("four lines (MultiPV=4)")
    );
    assert!(
        third.records[0]
            .headers
            .get("後手")
            .unwrap()
            .ends_with("in process")
    );
}

#[test]
fn a_match_of_several_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let (done, ..) = three(folder.path(), "whole", &[]);
    assert!(done);
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    // Interrupted in the middle of game 8.
    let whole = std::fs::read_to_string(path("whole")).unwrap();
    let kept: String = whole.split_inclusive('\n').take(8).collect();
    std::fs::write(path("part"), format!("{kept}{{\"game\":7,")).unwrap();
    let (done, out, error) = three(folder.path(), "part", &["--resume", "--json"]);
    assert!(done, "{error}");
    let games = |name: &str| games(&lines(&path(name)));
    assert_eq!(games("part"), games("whole"));
    let events: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(events.len(), 6);
    let result = events.last().unwrap();
    assert_eq!(
        (&result["event"], &result["finished"]),
        (&"result".into(), &12.into())
    );
    let engines = result["engines"].as_array().unwrap();
    let ranks: Vec<u64> = engines
        .iter()
        .map(|row| row["rank"].as_u64().unwrap())
        .collect();
    assert_eq!(ranks, [1, 2, 3]);
    let elo: f64 = engines.iter().map(|row| row["elo"].as_f64().unwrap()).sum();
    assert!(elo.abs() < 1e-6, "{elo}");
    // Another rule makes it another match.
    let other = ["--resume", "--entering-king", "TryRule"];
    let (done, _, error) = three(folder.path(), "part", &other);
    assert!(!done && error.contains("entering_king was"), "{error}");
}

#[test]
fn what_makes_no_sense_with_several_engines_is_refused() {
    for (args, part) in [
        (
            &["--engine", "self", "--a", "self", "--b", "self"][..],
            "cannot be used with",
        ),
        (
            &["--engine", "self", "--engine", "self", "--sprt", "0,5"],
            "cannot be used with",
        ),
        (&["--a", "self"], "--b"),
        (&[], "--a <CMD>"),
        (
            &["--a", "self", "--b", "self", "--gauntlet"],
            "cannot be used with",
        ),
        (
            &["--engine", "self"],
            "a match takes 2 to 26 engines, not 1",
        ),
        (
            &["--engine", "self", "--engine", "self", "X"],
            "B: unknown option 'X'",
        ),
        (
            &["--engine", "self", "--engine", "self", "@none.txt"],
            "none.txt: ",
        ),
        (
            &["--a", "self", "--b", "self", "--opt-b", "@none.txt"],
            "B: none.txt: ",
        ),
    ] {
        let more = ["--nodes", "20", "--games", "2"];
        let (done, _, error) = komadai(&[&["match"], args, &more].concat());
        assert!(!done && error.contains(part), "{args:?}: {error}");
    }
}

#[test]
fn options_come_from_files_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(
        path("o.txt"),
        "# weak\noption name DepthLimit type spin default 1\nUSI_Hash=2\n",
    )
    .unwrap();
    let file = format!("@{}", path("o.txt"));
    let records = path("m");
    let args = [
        "match",
        "--a",
        "self",
        "--b",
        "self",
        "--opt-b",
        &file,
        "USI_Hash=4",
        "--opt-a",
        "NodesLimit=200",
        "--go",
        "movetime 60000",
        "--games",
        "2",
        "--max-moves",
        "30",
        "--records",
        &records,
    ];
    let (done, _, error) = komadai(&args);
    assert!(done, "{error}");
    let lines = lines(&records);
    assert_eq!(
        lines[0]["match"]["b"]["options"],
        serde_json::json!(["DepthLimit=1", "USI_Hash=2", "USI_Hash=4"])
    );
    for game in &lines[1..] {
        let b_first = game["black"] == "B";
        for (mv, i) in game["moves"].as_array().unwrap().iter().zip(0..) {
            let by_b = (i % 2 == 0) == (b_first == game["black_first"].as_bool().unwrap());
            assert!(!by_b || mv["d"] == 1, "{mv}");
        }
    }
}

#[test]
fn engines_ponder_when_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(path("starts"), STARTS).unwrap();
    let (starts, records) = (path("starts"), path("m"));
    // Both engines run in processes, because they ponder.
    let words = words(&executable()).into_iter();
    let engine: Vec<String> = words
        .map(|word| format!("\"{}\"", word.display()))
        .collect();
    let engine = engine.join(" ");
    let small = ["Threads=1", "USI_Hash=8", "USI_OwnBook=false"];
    let args = [
        &["match", "--a", &engine, "--b", &engine, "--opt-a"],
        &small[..],
        &["--opt-b", "USI_Ponder=false"],
        &small,
        &[
            "--ponder",
            "--byoyomi",
            "60",
            "--margin-ms",
            "20000",
            "--games",
            "2",
        ],
        &[
            "--max-moves",
            "30",
            "--openings",
            &starts,
            "--records",
            &records,
            "--strict",
        ],
    ];
    let (done, out, error) = komadai(&args.concat());
    assert!(done, "{out}{error}");
    assert!(out.contains("60 ms byoyomi, pondering, 1 at once"), "{out}");
    let lines = lines(&records);
    assert_eq!(lines[0]["match"]["ponder"], true);
    let mut hits = [0, 0];
    for game in &lines[1..] {
        let a_is_black = game["black"] == "A";
        let black_first = game["black_first"] == true;
        for (mv, i) in game["moves"].as_array().unwrap().iter().zip(0..) {
            let by_a = (i % 2 == 0) == (a_is_black == black_first);
            // B's options forbid pondering, and before the first move no engine has pondered.
            if let Some(hit) = mv.get("p") {
                assert!(by_a && i > 1, "{mv}");
                hits[usize::from(hit == true)] += 1;
            }
        }
    }
    // Both cases occur among the about twenty guesses of an engine against itself.
    assert!(hits[1] > 0 && hits[0] + hits[1] > 5, "{hits:?}");
    assert!(out.contains("ponderhits "), "{out}");
    for bad in ["--nodes", "--go"] {
        let args = [
            "match", "--a", "self", "--b", "self", "--ponder", "--games", "2", bad, "5",
        ];
        let (done, _, error) = komadai(&args);
        assert!(!done && error.contains("cannot be used with"), "{error}");
    }
}
