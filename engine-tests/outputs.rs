//! Tests of output files: errors are found before the work, and no unfinished file is left.

use std::path::Path;

use crate::support::program::{command, komadai, output, output_to_nobody, text};
use crate::support::record_file;

/// All files and folders below a folder.
fn tree(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            names.extend(tree(&path));
        }
        names.push(path.display().to_string());
    }
    names.sort();
    names
}

/// Work too long for a test, so that only an error before it can end a command.
const ENDLESS: &str = "1000000000000";

/// Every command that writes a file, with the option for the file last.
fn lines_with_an_output<'a>(
    game: &'a str,
    starts: &'a str,
    data: &'a str,
) -> Vec<(Vec<&'a str>, &'static str)> {
    let nodes = ["--nodes", ENDLESS];
    let mut lines: Vec<(Vec<&str>, &str)> = Vec::new();
    for option in ["--html", "--json", "--csv", "--kif", "--csa", "--progress"] {
        lines.push(([&["analyse", game][..], &nodes].concat(), option));
    }
    let most = ["--nodes", "1000000000"];
    for option in [
        "--html",
        "--json",
        "--shogihome",
        "--csv",
        "--sfen",
        "--progress",
    ] {
        lines.push(([&["study", game][..], &most].concat(), option));
    }
    let one = [
        "--games",
        "2",
        "--openings",
        starts,
        "--a",
        "self",
        "--b",
        "self",
    ];
    lines.push(([&["match"], &one[..], &nodes].concat(), "--records"));
    lines.push((vec!["convert", game], ""));
    lines.push((vec!["show", game], "--svg"));
    lines.push((vec!["data", "convert", data], "--out"));
    lines.push((
        vec!["train", "--epochs", "1000000", "--data", data],
        "--out",
    ));
    lines.push((
        [&["openings", "--count", "2"], &nodes[..]].concat(),
        "--out",
    ));
    lines.push((
        [&["book", "make", "--positions", "9"], &nodes[..]].concat(),
        "--out",
    ));
    lines.push((vec!["book", "merge", "a.db", "b.db"], "--out"));
    lines.push((vec!["book", "convert", "a.db"], ""));
    lines.push((vec!["net", "export", "--force"], ""));
    lines
}

#[test]
fn outputs_are_tried_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    for name in ["folder", "games"] {
        std::fs::create_dir(path(name)).unwrap();
    }
    std::fs::write(path("file"), "mine").unwrap();
    std::fs::copy(record_file("00.kif"), path("games/a.kif")).unwrap();
    std::fs::copy(record_file("01.kif"), path("games/b.kif")).unwrap();
    std::fs::write(path("starts.txt"), "startpos\nstartpos moves 7g7f\n").unwrap();
    let (game, games, starts) = (path("games/a.kif"), path("games"), path("starts.txt"));
    let gensfen = [
        "gensfen",
        "--games",
        "1",
        "--nodes",
        "20",
        "--max-plies",
        "20",
    ];
    let data = path("data");
    let (ok, _, err) = komadai(&[&gensfen[..], &["--threads", "1", "--out", &data]].concat());
    assert!(ok, "{err}");
    let lines = lines_with_an_output(&game, &starts, &data);
    let before = tree(folder.path());
    let long = "long".repeat(100);
    for (line, option) in &lines {
        for (place, part) in [
            ("folder", "this is a folder"),
            ("none/new", "there is no folder"),
            ("file/new", "this is a file"),
            (&long, "nothing can be written there"),
        ] {
            let place = path(place);
            let option = (!option.is_empty()).then_some(*option);
            let line: Vec<&str> = line
                .iter()
                .copied()
                .chain(option)
                .chain([&place[..]])
                .collect();
            let done = output(&line);
            let (said, err) = (text(&done.stdout), text(&done.stderr));
            assert_eq!(done.status.code(), Some(1), "{line:?}: {err}");
            assert!(
                err.starts_with("error: ") && err.contains(part),
                "{line:?}: {err}"
            );
            assert_eq!(said, "", "{line:?}");
        }
    }
    // For a folder of games, the outputs are folders.
    for (place, part) in [
        ("file", "this is a file"),
        ("none/new", "there is no folder"),
        ("file/new", "this is a file"),
    ] {
        let place = path(place);
        for line in [
            vec!["analyse", &games, "--nodes", ENDLESS, "--html", &place],
            vec!["convert", &games, &place, "--to", "csa"],
        ] {
            let (ok, said, err) = komadai(&line);
            assert!(
                !ok && said.is_empty() && err.contains(part),
                "{line:?}: {err}"
            );
        }
    }
    assert_eq!(tree(folder.path()), before);
    assert_eq!(std::fs::read(path("file")).unwrap(), b"mine");
    // A new folder is created, with a message.
    let new = path("reports");
    let (ok, _, err) = komadai(&["analyse", &games, "--nodes", "20", "--html", &new]);
    assert!(ok && err.contains("reports: new folder"), "{err}");
    assert!(Path::new(&new).join("a.html").exists());
}

#[test]
fn an_existing_file_is_replaced_only_with_force() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(path("file"), "mine").unwrap();
    std::fs::copy(record_file("00.kif"), path("a.kif")).unwrap();
    std::fs::write(path("starts.txt"), "startpos\nstartpos moves 7g7f\n").unwrap();
    let (game, file) = (path("a.kif"), path("file"));
    let mut lines = lines_with_an_output(&game, "starts.txt", "data");
    lines.push((vec!["mate", &game], "--kif"));
    lines.push((vec!["book", "stat", &game], "--html"));
    for (line, option) in &lines {
        let line: Vec<&str> = line
            .iter()
            .copied()
            .filter(|word| *word != "--force")
            .collect();
        // These go on with what a run of their own has begun, and replace nothing at all.
        if line[0] == "train" || ["--progress", "--records"].contains(option) {
            continue;
        }
        let option = (!option.is_empty()).then_some(*option);
        let line: Vec<&str> = line.into_iter().chain(option).chain([&file[..]]).collect();
        let done = output(&line);
        let err = text(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{line:?}: {err}");
        let words = "file: there is such a file already; --force overwrites it";
        assert!(err.contains(words), "{line:?}: {err}");
        assert_eq!(std::fs::read(&file).unwrap(), b"mine", "{line:?}");
    }
    for line in [
        &["convert", &game, &file, "--to", "csa"][..],
        &["analyse", &game, "--nodes", "5", "--html", &file],
        &["show", &game, "--svg", &file],
        &["mate", &game, "--time", "1", "--kif", &file],
        &["book", "stat", &game, "--html", &file],
        &["openings", "--count", "1", "--nodes", "20", "--out", &file],
        &["net", "export", &file],
    ] {
        assert!(!komadai(line).0, "{line:?}");
        let (ok, _, err) = komadai(&[line, &["--force"]].concat());
        assert!(ok, "{line:?}: {err}");
    }
    // A folder of reports of another run.
    std::fs::create_dir(path("games")).unwrap();
    std::fs::rename(&game, path("games/a.kif")).unwrap();
    let (games, reports) = (path("games"), path("reports"));
    let line = ["analyse", &games, "--nodes", "5", "--html", &reports];
    assert!(komadai(&line).0);
    let (ok, _, err) = komadai(&line);
    assert!(!ok && err.contains("--force overwrites it"), "{err}");
    // What an interrupted analysis has left is its own.
    std::fs::write(path("reports.progress"), "").unwrap();
    let (ok, _, err) = komadai(&line);
    assert!(ok, "{err}");
}

#[test]
fn nothing_half_written_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(path("bad.psv"), [0xff; 120]).unwrap();
    let before = tree(folder.path());
    for out in ["a2.psv", "a2.hcpe", "a2.games"] {
        // The input has no usable part.
        let done = output(&["data", "convert", &path("bad.psv"), "--out", &path(out)]);
        assert_eq!(done.status.code(), Some(1), "{}", text(&done.stderr));
        // The second input is missing.
        let inputs = [path("bad.psv"), path("none.psv")];
        let done = output(&[
            "data",
            "convert",
            &inputs[0],
            &inputs[1],
            "--out",
            &path(out),
        ]);
        assert_eq!(done.status.code(), Some(1));
        assert!(text(&done.stderr).contains("none.psv"));
    }
    assert_eq!(tree(folder.path()), before);
}

#[test]
fn exit_codes_say_what_could_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    // A file that was read in full is no problem, whatever its name.
    std::fs::copy(record_file("00.kif"), path("kif.txt")).unwrap();
    std::fs::copy(record_file("00.csa"), path("csa.kif")).unwrap();
    for name in ["kif.txt", "csa.kif"] {
        let name = path(name);
        let csv = name.clone() + ".csv";
        for line in [
            &["analyse", &name, "--nodes", "10", "--csv", &csv][..],
            &["convert", &name, &(name.clone() + ".jkf")],
            &["show", &name],
        ] {
            let done = output(line);
            assert_eq!(
                done.status.code(),
                Some(0),
                "{line:?}: {}",
                text(&done.stderr)
            );
            assert!(!text(&done.stderr).contains("extension"), "{line:?}");
        }
    }
    // If there are problems, the wrong name may explain them.
    std::fs::write(path("odd.kif"), "PI\n+\n+7776FU\n+7776FU\n").unwrap();
    let done = output(&["convert", &path("odd.kif"), &path("odd.csa")]);
    assert_eq!(done.status.code(), Some(3));
    let err = text(&done.stderr);
    assert!(
        err.contains("the extension says KIF, the text is CSA"),
        "{err}"
    );
    // It is an error if no training data is left; data left out is reported.
    std::fs::write(path("bad.psv"), [0xff; 80]).unwrap();
    let done = output(&[
        "data",
        "convert",
        &path("bad.psv"),
        "--out",
        &path("a.games"),
    ]);
    assert_eq!(done.status.code(), Some(1));
    let err = text(&done.stderr);
    assert!(err.contains("all that was read is left out (2 "), "{err}");
    assert!(!Path::new(&path("a.games")).exists());
}

#[test]
fn what_is_left_out_of_data_and_books_shows_in_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (ok, _, err) = komadai(&[
        "gensfen",
        "--games",
        "2",
        "--nodes",
        "20",
        "--max-plies",
        "20",
        "--threads",
        "1",
        "--out",
        &path("data"),
    ]);
    assert!(ok, "{err}");
    let games = std::fs::read_dir(path("data")).unwrap().next().unwrap();
    let games = std::fs::read(games.unwrap().path()).unwrap();
    // The last game is cut off.
    std::fs::write(path("cut.games"), &games[..games.len() - 5]).unwrap();
    std::fs::write(path("zeros.psv"), [0; 3000]).unwrap();
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    std::fs::write(
        path("a.db"),
        format!("{start}\n7g7f none 0 0 1\nwhat is this\n"),
    )
    .unwrap();
    let rescore = [
        "data",
        "rescore",
        &path("cut.games"),
        "--nodes",
        "20",
        "--threads",
        "1",
        "--out",
        &path("new"),
    ];
    let part = "1 part of the input cannot be used; the rest was used";
    for (line, code, words) in [
        (
            &[
                "data",
                "convert",
                &path("cut.games"),
                "--out",
                &path("cut.psv"),
            ][..],
            3,
            part,
        ),
        (&["data", "stat", &path("cut.games")], 3, part),
        (&rescore, 3, part),
        // The command goes on where it ended, with the same result.
        (&rescore, 3, part),
        (
            &["data", "stat", &path("zeros.psv")],
            1,
            "nothing in the input can be used",
        ),
        (&["book", "convert", &path("a.db"), &path("b.db")], 3, part),
        (&["book", "info", &path("a.db")], 3, part),
        (
            &[
                "book",
                "merge",
                &path("a.db"),
                &path("b.db"),
                "--out",
                &path("c.db"),
            ],
            3,
            part,
        ),
        (&["book", "info", &path("c.db")], 0, ""),
    ] {
        let done = output(line);
        let err = text(&done.stderr);
        assert_eq!(done.status.code(), Some(code), "{line:?}: {err}");
        assert!(err.contains(words), "{line:?}: {err}");
    }
    for name in ["cut.psv", "new/cut.games", "b.db", "c.db"] {
        assert!(Path::new(&path(name)).exists(), "{name}");
    }
}

#[test]
fn no_output_replaces_another_or_an_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::copy(record_file("00.kif"), path("a.kif")).unwrap();
    std::fs::write(path("mate.sfen"), "4k4/9/4P4/9/9/9/9/9/9 b G 1\n").unwrap();
    let (game, mate, one) = (path("a.kif"), path("mate.sfen"), path("one"));
    // The same file by another name.
    let again = path("./one");
    let json = format!("--json={one}");
    let before = tree(folder.path());
    let analyse = ["analyse", &game, "--nodes", "5"];
    let study = ["study", &game, "--nodes", "5"];
    let is_twice = "more than one output has this name";
    let is_input = "this is a file to read";
    for (command, outputs, part) in [
        (
            &analyse[..],
            &["--html", &one, "--progress", &again][..],
            is_twice,
        ),
        (&analyse, &["--html", &one, "--csv", &again], is_twice),
        (&analyse, &["--html", &one, "--progress", &game], is_input),
        (&analyse, &["--html", &game, "--force"], is_input),
        (&study, &["--html", &one, "--progress", &again], is_twice),
        (&study, &["--html", &one, "--csv", &again], is_twice),
        (&study, &["--html", &game, "--force"], is_input),
        (&["mate", &mate], &[&json, "--kif", &again], is_twice),
        (
            &["mate", &mate],
            &["--kif", &one, "--progress", &again],
            is_twice,
        ),
        (&["mate", &mate], &["--kif", &mate, "--force"], is_input),
        (&["show", &game], &["--svg", &game, "--force"], is_input),
        (
            &["book", "stat", &game],
            &["--html", &game, "--force"],
            is_input,
        ),
        (
            &["mate", &mate],
            &["--kif", &one, "--progress", &mate],
            is_input,
        ),
    ] {
        let line = [command, outputs].concat();
        let done = output(&line);
        let err = text(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{line:?}: {err}");
        assert!(err.contains(part), "{line:?}: {err}");
        assert_eq!(text(&done.stdout), "", "{line:?}");
        assert_eq!(tree(folder.path()), before, "{line:?}");
    }
    assert_eq!(
        std::fs::read(&game).unwrap(),
        std::fs::read(record_file("00.kif")).unwrap()
    );
}

#[test]
fn files_are_written_whole_though_nobody_reads_the_messages() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::create_dir(path("games")).unwrap();
    for number in 0..3 {
        std::fs::copy(record_file("00.kif"), path(&format!("games/{number}.kif"))).unwrap();
    }
    std::fs::write(path("games/cut.csa"), "PI\n+\n+7776FU\n+7776FU\n").unwrap();
    std::fs::write(path("mate.sfen"), "4k4/9/4P4/9/9/9/9/9/9 b G 1\n").unwrap();
    std::fs::write(path("starts.txt"), "startpos\n").unwrap();
    std::fs::write(
        path("a.db"),
        "sfen 9/4k4/9/9/9/9/9/4K4/9 b - 1\n5h5g none\n",
    )
    .unwrap();
    let done = output_to_nobody(&["convert", &path("games"), &path("csa"), "--to", "csa"]);
    assert_eq!(done.status.code(), Some(3), "{}", text(&done.stderr));
    assert_eq!(std::fs::read_dir(path("csa")).unwrap().count(), 4);
    let json = format!("--json={}", path("mate.json"));
    for line in [
        &[
            "mate",
            &path("mate.sfen"),
            &json,
            "--kif",
            &path("mate.kif"),
        ][..],
        &[
            "analyse",
            &path("games/0.kif"),
            "--nodes",
            "5",
            "--csv",
            &path("a.csv"),
        ],
        &[
            "study",
            &path("games/0.kif"),
            "--nodes",
            "5",
            "--csv",
            &path("s.csv"),
        ],
        &[
            "book",
            "merge",
            &path("a.db"),
            &path("a.db"),
            "--out",
            &path("b.db"),
        ],
        &[
            "match",
            "--a",
            "self",
            "--b",
            "self",
            "--games",
            "2",
            "--nodes",
            "50",
            "--openings",
            &path("starts.txt"),
            "--records",
            &path("m.jsonl"),
            "--concurrency",
            "1",
        ],
    ] {
        let done = output_to_nobody(line);
        assert_eq!(
            done.status.code(),
            Some(0),
            "{line:?}: {}",
            text(&done.stderr)
        );
    }
    for name in ["mate.json", "mate.kif", "a.csv", "s.csv", "b.db"] {
        assert!(Path::new(&path(name)).exists(), "{name}");
        assert!(!Path::new(&path(&format!("{name}.progress"))).exists());
    }
    let records = std::fs::read_to_string(path("m.jsonl")).unwrap();
    assert_eq!(records.lines().count(), 3);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &[&str]| {
        let done = command().args(line).current_dir(&folder).output().unwrap();
        assert_eq!(
            done.status.code(),
            Some(0),
            "{line:?}: {}",
            text(&done.stderr)
        );
        text(&done.stdout)
    };
    let picture = run(&["show", "--svg", "-"]);
    assert!(
        picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"),
        "{picture}"
    );
    let openings = [
        "openings",
        "--count",
        "1",
        "--nodes",
        "20",
        "--threads",
        "1",
    ];
    let starts = run(&[&openings[..], &["--out", "-"]].concat());
    assert_eq!(starts, run(&openings));
    assert_eq!(tree(folder.path()), [""; 0]);
}
