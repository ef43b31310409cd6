//! `komadai match`, and what becomes of its games, with the real executable.

use std::path::Path;

use komadai::record::{End, NodeId, Record, read_bytes, read_file};
use serde_json::Value;

use crate::support::program::{komadai, output, text};

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
        "DepthLimit=2",
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
        // The scores that were kept stand with their moves, as Black sees them.
        let first = &game["moves"][0];
        let node = record
            .main_line()
            .nth(moves(game).len() - game["moves"].as_array().unwrap().len());
        let comments = &record.node(node.unwrap_or(NodeId::ROOT)).comments;
        assert_eq!(comments[0], format!("#評価値={}", first["cp"]));
    }
    // Nothing is overwritten unasked, and the answer says which file.
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
    for reading in [
        read_file(&all).unwrap(),
        read_bytes(&piped.stdout, Some("kif")).unwrap(),
    ] {
        assert_eq!(reading.warnings, []);
        assert_eq!(reading.records.len(), 4);
        // In the order of the games, whichever ended first.
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

/// The lines of a match from the built-in book.
fn from_book(folder: &Path, name: &str, games: &str, more: &[&str]) -> Vec<Value> {
    let records = folder.join(name).to_str().unwrap().to_string();
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
        &records,
    ];
    let (done, out, error) = komadai(&[&args[..], more].concat());
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
        "6",
        "--records",
        &records,
        "--resume",
    ];
    let (done, _, error) = komadai(&args);
    assert!(!done && error.contains("openings was"), "{error}");
    let (done, _, error) = komadai(&[
        "match", "--a", "self", "--b", "self", "--nodes", "20", "--games", "99998",
    ]);
    assert!(
        !done && error.contains("need 49999 different starts, but there are only"),
        "{error}"
    );
}
