//! Tests of `komadai study` with the real executable: chosen problems, output files,
//! broken input, continuation after a kill.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::types::Color;
use komadai_records::{NodeId, Record, read_file};
use serde_json::{Value, json};

use crate::support::program::{self, text};
use crate::support::{mv, position, record_file};

/// Nodes of the shortest searches: the longest are 90 times as long.
const NODES: &str = "300";

fn data(name: &str) -> String {
    record_file(name).to_str().unwrap().to_string()
}

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = program::command();
    let fixed = ["--nodes", NODES, "--evaluator", "material"];
    command.arg("study").args(args).args(fixed);
    command.current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

fn succeed(folder: &Path, args: &[&str]) -> String {
    let done = run(folder, args);
    assert!(done.status.success(), "{args:?}: {}", text(&done.stderr));
    text(&done.stdout)
}

fn temporary() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_path_buf();
    (folder, path)
}

fn read(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn record(name: &str) -> Record {
    read_file(&record_file(name)).unwrap().records.remove(0)
}

/// Board, side and hands.
fn board(sfen: &str) -> &str {
    sfen.rsplit_once(' ').unwrap().0
}

fn first(line: &Value) -> &str {
    line["usi"].as_str().unwrap().split(' ').next().unwrap()
}

/// The position after moves of a record.
fn after(record: &Record, moves: usize) -> Position {
    let mut pos = record.start();
    for mv in record.main_moves().into_iter().take(moves) {
        pos.do_move(mv);
    }
    pos
}

/// The mover's win probability after a line.
fn chance(line: &Value, side: &str) -> f64 {
    let black = line["win_probability"].as_f64().unwrap();
    if side == "black" { black } else { 1.0 - black }
}

#[test]
fn problems_are_mistakes_of_the_games_with_few_answers() {
    let (_guard, folder) = temporary();
    let names = ["00.kif", "02.csa", "04.jkf"];
    let games = names.map(data);
    let [a, b, c] = games.each_ref().map(String::as_str);
    let args = [a, b, c, a, "--side", "both", "--json", "study.json"];
    let said = succeed(&folder, &args);
    assert!(said.contains("study.json: written"), "{said}");
    let study = read(&folder, "study.json");
    assert!(!folder.join("study.json.progress").exists());
    // A game given twice counts once.
    assert_eq!(list(&study["games"]).len(), 3);
    let problems = list(&study["problems"]);
    assert!(problems.len() >= 3, "{said}");
    let mut by_game: BTreeMap<u64, usize> = BTreeMap::new();
    let mut boards: Vec<&str> = Vec::new();
    for problem in problems {
        let game = problem["game"].as_u64().unwrap();
        *by_game.entry(game).or_default() += 1;
        let record = record(names[game as usize]);
        let ply = problem["ply"].as_u64().unwrap() as usize;
        let pos = after(&record, ply - 1);
        let sfen = problem["sfen"].as_str().unwrap();
        assert_eq!(sfen, pos.sfen());
        boards.push(board(sfen));
        let played = first(&problem["played"]);
        assert_eq!(mv(played), record.main_moves()[ply - 1]);
        let answers = list(&problem["answers"]);
        for line in answers.iter().chain(list(&problem["others"])) {
            assert!(pos.is_legal(mv(first(line))), "{line}");
            assert_ne!(first(line), played);
        }
        let (kind, side) = (
            problem["kind"].as_str().unwrap(),
            problem["side"].as_str().unwrap(),
        );
        if kind == "mate" {
            continue;
        }
        assert!((1..=3).contains(&answers.len()), "{problem}");
        let most = chance(&answers[0], side);
        let loss = most - chance(&problem["played"], side);
        assert!(loss >= 0.12 && (100.0 * loss - problem["loss"].as_f64().unwrap()).abs() < 0.2);
        for line in answers {
            assert!(most - chance(line, side) <= 0.071, "{problem}");
        }
        // The best of the other moves, searched by itself, is clearly wrong.
        for line in list(&problem["others"]).iter().take(1) {
            assert!(most - chance(line, side) >= 0.099, "{problem}");
        }
    }
    assert!(by_game.values().all(|&count| count <= 3), "{by_game:?}");
    let count = boards.len();
    boards.sort_unstable();
    boards.dedup();
    assert_eq!(boards.len(), count);
    assert!(study["summary"]["rows"].is_array());
    assert!(study["games"][0]["compared"].is_null());
}

#[test]
fn a_level_is_compared_and_chosen_for() {
    let (_guard, folder) = temporary();
    let game = data("04.jkf");
    let level = ["--level", "-15", "--side", "white", "--json", "study.json"];
    let said = succeed(&folder, &[&[game.as_str()][..], &level].concat());
    let study = read(&folder, "study.json");
    let compared = &study["games"][0]["compared"];
    assert!(compared["moves"].as_u64().unwrap() > 0, "{compared}");
    assert!(compared["expected"].as_f64().unwrap() >= 0.0);
    let problems = list(&study["problems"]);
    assert!(!problems.is_empty(), "{said}");
    for problem in problems {
        assert_eq!(problem["side"], "white");
        assert_ne!(problem["reach"], "beyond");
        // The weakest level has one neighbour.
        let near = list(&problem["difficulty"]["near"]);
        assert_eq!(near[1], 10);
        assert!(near[0].as_u64().unwrap() <= 10);
    }
    // A single game is too little for a range of levels.
    assert!(study["level_range"].is_null());
}

/// A score for Black from ShogiHome's format, as a number to sort by.
fn black_score(entry: &Value) -> i64 {
    match (entry["score"].as_i64(), entry["mate"].as_i64()) {
        (Some(score), None) => score,
        (None, Some(mate)) => mate.signum() * 1_000_000 - mate,
        both => panic!("{both:?}: one of both"),
    }
}

#[test]
fn collections_for_shogihome_are_as_it_reads_them_and_are_read_again() {
    let (_guard, folder) = temporary();
    let game = data("00.kif");
    let args = ["--side", "both", "--shogihome", "out.json", "--no-paths"];
    succeed(&folder, &[&[game.as_str()][..], &args].concat());
    let bytes = std::fs::read(folder.join("out.json")).unwrap();
    assert_eq!(bytes[0], b'{', "no mark before the text");
    let file = read(&folder, "out.json");
    assert_eq!(
        (&file["format"], &file["version"]),
        (&json!("shogihome-next-move"), &json!(1))
    );
    let criteria = &file["metadata"]["criteria"];
    assert_eq!(criteria["acceptableWinRateDiff"], 5);
    let problems = list(&file["problems"]);
    assert!(!problems.is_empty());
    let record = record("00.kif");
    for problem in problems {
        let sfen = problem["sfen"].as_str().unwrap();
        let pos = position(sfen);
        assert_eq!(pos.sfen(), sfen);
        assert!(sfen.ends_with(" 1"));
        let ply = problem["source"]["ply"].as_u64().unwrap() as usize;
        assert_eq!(board(&after(&record, ply - 1).sfen()), board(sfen));
        assert_eq!(problem["source"]["path"], "00.kif");
        // The previous move leads to the position.
        let mut before = position(problem["previousMove"]["sfen"].as_str().unwrap());
        before
            .play(mv(problem["previousMove"]["usi"].as_str().unwrap()))
            .unwrap();
        assert_eq!(board(&before.sfen()), board(sfen));
        let actual = &problem["actualMove"];
        assert!(pos.is_legal(mv(actual["usi"].as_str().unwrap())));
        assert_eq!(actual["scoreSource"], "research");
        black_score(actual);
        let candidates = list(&problem["candidates"]);
        assert_eq!(candidates[0]["accepted"], true);
        let sign = if pos.side_to_move() == Color::Black {
            1
        } else {
            -1
        };
        let mut wrong = 0;
        for (candidate, next) in candidates
            .iter()
            .zip(candidates[1..].iter().chain([&Value::Null]))
        {
            let usi = candidate["usi"].as_str().unwrap();
            let mut pos = pos.clone();
            let line = list(&candidate["pv"]);
            assert_eq!(line[0], usi);
            for text in line {
                pos.play(mv(text.as_str().unwrap())).unwrap();
            }
            let is_accepted = candidate["accepted"].as_bool().unwrap();
            assert!(!is_accepted || usi != actual["usi"].as_str().unwrap());
            wrong += usize::from(!is_accepted);
            let same = !next.is_null() && next["accepted"] == candidate["accepted"];
            let is_mate = problem["komadai"]["kind"] == "mate";
            if same && !is_mate {
                assert!(
                    sign * black_score(candidate) >= sign * black_score(next),
                    "{problem}"
                );
            }
        }
        assert!(wrong > 0);
    }
    // The command's own problem files can be studied like games.
    let said = succeed(&folder, &["out.json", "--json", "again.json"]);
    let again = read(&folder, "again.json");
    assert_eq!(list(&again["games"]).len(), problems.len(), "{said}");
    for problem in list(&again["problems"]) {
        let number = problem["game"].as_u64().unwrap() as usize;
        assert_eq!(problem["ply"], problems[number]["source"]["ply"]);
    }
}

#[test]
fn records_of_problems_have_the_answer_as_their_main_line() {
    let (_guard, folder) = temporary();
    let game = data("00.kif");
    let outputs = [
        "--kif", "kif", "--sfen", "all.sfen", "--csv", "all.csv", "--anki", "anki",
    ];
    let rest = ["--json", "study.json", "--html", "page.html"];
    let args = [&[game.as_str(), "--side", "both"][..], &outputs, &rest].concat();
    succeed(&folder, &args);
    let study = read(&folder, "study.json");
    let problems = list(&study["problems"]);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join("kif"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert_eq!(files.len(), problems.len());
    let sfens = std::fs::read_to_string(folder.join("all.sfen")).unwrap();
    let table = std::fs::read_to_string(folder.join("all.csv")).unwrap();
    let notes = std::fs::read_to_string(folder.join("anki/notes.txt")).unwrap();
    assert!(notes.starts_with("#separator:tab\n#html:true\n#guid column:1\n#tags column:7\n"));
    let notes: Vec<&str> = notes.lines().skip(5).collect();
    assert_eq!(
        (table.lines().count(), notes.len()),
        (problems.len() + 1, problems.len())
    );
    let page = std::fs::read_to_string(folder.join("page.html")).unwrap();
    for ((problem, file), (sfen, note)) in problems.iter().zip(&files).zip(sfens.lines().zip(notes))
    {
        let id = problem["id"].as_str().unwrap();
        assert_eq!(id.len(), 12);
        assert!(file.to_str().unwrap().contains(id) && page.contains(id));
        assert_eq!(
            Some(sfen),
            problem["sfen"]
                .as_str()
                .map(|s| format!("sfen {s}"))
                .as_deref()
        );
        assert_eq!(
            (note.split('\t').count(), note.split('\t').next()),
            (7, Some(id))
        );
        let reading = read_file(file).unwrap();
        assert_eq!(reading.warnings, []);
        let record = &reading.records[0];
        let answers: Vec<&str> = list(&problem["answers"]).iter().map(first).collect();
        let firsts: Vec<String> = record
            .node(NodeId::ROOT)
            .children()
            .iter()
            .map(|&id| record.node(id).mv().unwrap().to_string())
            .collect();
        let played = first(&problem["played"]);
        assert_eq!(firsts[..answers.len()], answers[..]);
        assert_eq!(firsts.last().map(String::as_str), Some(played));
        // The page judges every legal move.
        let pos = position(problem["sfen"].as_str().unwrap());
        assert!(
            legal_moves(&pos)
                .iter()
                .all(|mv| page.contains(&format!("[\"{mv}\",")))
        );
    }
}

#[test]
fn problems_beside_the_games_are_no_games_and_do_not_pile_up() {
    let (_guard, folder) = temporary();
    let games = folder.join("games");
    std::fs::create_dir(&games).unwrap();
    std::fs::copy(record_file("00.kif"), games.join("=game.kif")).unwrap();
    // Neither the names of problems nor their titles alone make a file one.
    let titled = "表題：komadai study group\n手合割：平手\n   1 ７六歩(77)\n";
    let own = [
        ("001-notes.kifu", titled),
        (
            "099-next-0123456789ab.kifu",
            "   1 ７六歩(77)\n   2 ３四歩(33)\n",
        ),
    ];
    let names = || {
        let entries = std::fs::read_dir(&games).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let game = ["games/=game.kif", "--side", "both", "--kif", "games"];
    succeed(&folder, &[&game[..], &["--csv", "all.csv"]].concat());
    let table = std::fs::read_to_string(folder.join("all.csv")).unwrap();
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert!(rows.len() > 1, "{table}");
    for row in &rows {
        assert_eq!(row.split(',').nth(2), Some("'=game.kif"));
    }
    assert_eq!(names().len(), rows.len() + 1);
    // The files of an earlier study are not overwritten unasked.
    let done = run(&folder, &game);
    assert_eq!(done.status.code(), Some(1));
    assert!(text(&done.stderr).contains("--force"));
    for (name, content) in own {
        std::fs::write(games.join(name), content).unwrap();
    }
    let again = [
        "games", "--side", "both", "--kif", "games", "--force", "--max", "1",
    ];
    let done = run(&folder, &[&again[..], &["--json", "study.json"]].concat());
    let (out, err) = (text(&done.stdout), text(&done.stderr));
    assert!(done.status.success(), "{err}");
    assert_eq!(list(&read(&folder, "study.json")["games"]).len(), 3);
    let left_out = format!("{} records of an earlier study", rows.len());
    assert!(err.contains(&left_out), "{err}");
    assert!(out.contains("of earlier problems removed"), "{out}");
    let names = names();
    assert_eq!(names.len(), 4, "{names:?}");
    for (name, content) in own {
        assert_eq!(std::fs::read_to_string(games.join(name)).unwrap(), content);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn answers_stay_if_the_results_cannot_be_written() {
    let (_guard, folder) = temporary();
    let game = data("00.kif");
    let args = [&game, "--side", "both", "--progress", "p", "--json"];
    let done = run(&folder, &[&args[..], &["/dev/full"]].concat());
    let said = text(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("the answers are kept"), "{said}");
    assert!(lines(&folder.join("p")) > 100);
    let done = run(&folder, &[&args[..], &["study.json"]].concat());
    let said = text(&done.stderr);
    assert!(done.status.success() && said.contains("going on"), "{said}");
    assert!(!folder.join("p").exists());
}

fn lines(path: &Path) -> usize {
    std::fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

#[test]
fn a_killed_study_goes_on_and_comes_to_the_same() {
    let (_guard, folder) = temporary();
    let game = data("00.kif");
    let args = |threads, name| {
        [
            game.as_str(),
            "--side",
            "both",
            "--threads",
            threads,
            "--json",
            name,
            // A kill may come when the file is written already.
            "--force",
        ]
    };
    succeed(&folder, &args("1", "whole.json"));
    let whole = std::fs::read(folder.join("whole.json")).unwrap();
    let progress = folder.join("cut.json.progress");
    let mut most = 0;
    for _ in 0..4 {
        let mut command = program::command();
        command.arg("study").args(args("2", "cut.json"));
        command.args(["--nodes", NODES, "--evaluator", "material"]);
        command
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        while lines(&progress) < most + 60 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().unwrap();
        most = lines(&progress);
    }
    assert!(most > 0 || folder.join("cut.json").exists());
    succeed(&folder, &args("2", "cut.json"));
    assert_eq!(std::fs::read(folder.join("cut.json")).unwrap(), whole);
    assert!(!progress.exists());
}

#[test]
fn bad_input_is_named_and_the_rest_is_studied() {
    let (_guard, folder) = temporary();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("empty.kif", "");
    write(
        "broken.kif",
        "手合割：平手\n   1 ７六歩(77)\n   2 ５五歩(54)\n",
    );
    write("short.usi", "startpos moves 7g7f 3c3d\n");
    write(
        "none.json",
        "{\"format\": \"shogihome-next-move\", \"problems\": [{}]}",
    );
    write(
        "later.json",
        "{\"format\": \"shogihome-next-move\", \"version\": 9}",
    );
    write("torn.json", "{\"format\": \"shogihome-next-move\",");
    let code = |args: &[&str]| {
        let done = run(&folder, args);
        (done.status.code(), text(&done.stderr))
    };
    for (args, expected) in [
        (&["short.usi"][..], 0),
        (&["short.usi", "broken.kif"], 3),
        (&["short.usi", "none.json"], 3),
        (&["short.usi", "empty.kif"], 3),
        (&["short.usi", "missing.kif"], 3),
        (&["empty.kif"], 1),
        (&["later.json"], 1),
        (&["torn.json"], 1),
        (&["short.usi", "--player", "nobody"], 1),
        (&["short.usi", "--json", "short.usi"], 1),
        (&["short.usi", "--json", "no/where.json"], 1),
        (&["short.usi", "--json", "out", "--html", "./out"], 1),
        (&["short.usi", "--json", "out", "--progress", "out"], 1),
        (&["short.usi", "--player", ""], 2),
        (&["short.usi", "--level", "0"], 2),
        (&["short.usi", "--level", "10"], 2),
    ] {
        let (found, said) = code(args);
        assert_eq!(found, Some(expected), "{args:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
        assert!(expected == 0 || !said.trim().is_empty());
    }
    #[cfg(unix)]
    {
        let socket = folder.join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let (found, said) = code(&["short.usi", "--json", "o", "--progress", "socket"]);
        assert_eq!(found, Some(1), "{said}");
        assert!(
            socket.exists() && said.contains("no ordinary file"),
            "{said}"
        );
        // What is no ordinary file takes any number of outputs, and no answers.
        let args = ["short.usi", "--json", "/dev/null", "--sfen", "/dev/null"];
        let (found, said) = code(&[&args[..], &["--progress", "p"]].concat());
        assert_eq!(found, Some(0), "{said}");
    }
    write("bare.csa", "V2.2\nN+Hana\nN-Ken\nPI\n+\n");
    write("named.csa", "V2.2\nN+Hana\nN-Ken\nPI\n+\n+7776FU\n");
    let (found, said) = code(&["short.usi", "bare.csa", "--find-level"]);
    assert_eq!(found, Some(0), "{said}");
    assert!(said.contains("1 game without moves"), "{said}");
    assert!(said.contains("10 games are needed"), "{said}");
    let (found, said) = code(&["named.csa", "--player", "hana"]);
    assert_eq!(found, Some(1), "{said}");
    assert!(said.contains("Hana (1 game), Ken (1 game)"), "{said}");
    let names = ["empty.kif", "none.json", "short.usi"];
    let (_, said) = code(&names);
    assert!(
        said.contains("empty.kif") && said.contains("problem 1"),
        "{said}"
    );
}

#[test]
fn a_copy_of_a_game_without_the_players_name_does_not_displace_that_with_it() {
    let (_guard, folder) = temporary();
    let moves = "   1 ７六歩(77)\n   2 ３四歩(33)\n";
    for (name, black) in [("a.kifu", "Hana"), ("b.kifu", "Taro")] {
        let game = format!("先手：{black}\n後手：Ken\n手合割：平手\n{moves}");
        std::fs::write(folder.join(name), game).unwrap();
    }
    for player in ["Hana", "Taro", "Ken"] {
        let file = format!("{player}.json");
        succeed(
            &folder,
            &["a.kifu", "b.kifu", "--player", player, "--json", &file],
        );
        let study = read(&folder, &file);
        assert_eq!(list(&study["games"]).len(), 1, "{player}");
        let game = &study["games"][0];
        assert!(game["black"] == player || game["white"] == player, "{game}");
    }
}
