//! Tests of `komadai convert` and `komadai show` with the real executable.

use komadai_records::{End, read_bytes, read_file};

use crate::support::program::{command, is_of_windows, output as komadai, output_of, text};
use crate::support::record_file as data;

#[test]
fn records_go_from_any_format_to_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let expected = read_file(&data("03.kifu")).unwrap().records[0].main_moves();
    for from in ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "usi"] {
        for to in [
            "kif", "kifu", "ki2", "ki2u", "csa", "jkf", "usi", "sfen", "txt",
        ] {
            let input = data(&format!("03.{from}"));
            let output = folder.path().join(format!("{from}.{to}"));
            let done = komadai(&["convert", input.to_str().unwrap(), output.to_str().unwrap()]);
            assert!(done.status.success(), "{}", text(&done.stderr));
            let back = read_file(&output).unwrap();
            assert_eq!(back.warnings, [], "{from} to {to}");
            assert_eq!(back.records[0].main_moves(), expected, "{from} to {to}");
            if from != "usi" && !["usi", "sfen"].contains(&to) {
                assert_eq!(back.records[0].end(), Some(&End::Interrupted));
            }
        }
    }
}

#[test]
fn convert_tells_what_is_wrong_and_what_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.kifu");
    std::fs::write(
        &broken,
        "   1 ７六歩(77)\n   2 ３四歩(44)\n   3 ２六歩(27)\n",
    )
    .unwrap();
    let output = folder.path().join("out.csa");
    let done = komadai(&[
        "convert",
        broken.to_str().unwrap(),
        output.to_str().unwrap(),
    ]);
    assert_eq!(done.status.code(), Some(3));
    let (out, err) = (text(&done.stdout), text(&done.stderr));
    assert!(err.contains("broken.kifu:2: move 2: '３四歩(44)'"), "{err}");
    assert!(
        err.ends_with("error: 1 problem in the record; what could be read was converted\n"),
        "{err}"
    );
    let [input, output_name] = [&broken, &output].map(|path| path.display());
    assert_eq!(
        out,
        format!("{input}: KIF, 1 game, 1 move\n{output_name}: written\n")
    );
    assert_eq!(read_file(&output).unwrap().records[0].main_moves().len(), 1);
    // Nothing is overwritten unasked.
    let whole = data("00.kif");
    let files = [whole.to_str().unwrap(), output.to_str().unwrap()];
    let before = std::fs::read(&output).unwrap();
    let done = komadai(&["convert", files[0], files[1]]);
    assert_eq!(
        (done.status.code(), text(&done.stdout).as_str()),
        (Some(1), "")
    );
    let err = text(&done.stderr);
    assert!(
        err.contains("out.csa: there is such a file already; --force"),
        "{err}"
    );
    assert_eq!(std::fs::read(&output).unwrap(), before);
    let done = komadai(&["convert", files[0], files[1], "--force"]);
    assert!(done.status.success());
    let err = text(&done.stderr);
    assert!(err.contains("out.csa: variations are left out"), "{err}");
    assert!(text(&std::fs::read(&output).unwrap()).starts_with("'CSA encoding=UTF-8\nV3.0\n"));
    let args = ["--csa", "2.2", "--encoding", "cp932", "--force"];
    let done = komadai(&[&["convert"], &files[..], &args[..]].concat());
    assert!(done.status.success());
    let bytes = std::fs::read(&output).unwrap();
    assert!(bytes.starts_with(b"V2.2\n") && std::str::from_utf8(&bytes).is_err());
    for (input, output, part) in [
        (folder.path().join("none.kif"), output.clone(), "none.kif"),
        (whole.clone(), folder.path().join("x.xyz"), ".kifu"),
        (whole.clone(), folder.path().join("none/x.kif"), "x.kif"),
        (
            crate::support::root().join("Cargo.toml"),
            output.clone(),
            "Cargo.toml",
        ),
    ] {
        let files = [input.to_str().unwrap(), output.to_str().unwrap()];
        let done = komadai(&["convert", files[0], files[1], "--force"]);
        assert_eq!(done.status.code(), Some(1), "{input:?}");
        assert!(text(&done.stderr).contains(part), "{}", text(&done.stderr));
    }
}

#[test]
fn records_come_and_go_through_pipes() {
    let bytes = std::fs::read(data("03.kif")).unwrap();
    let expected = read_file(&data("03.kif")).unwrap().records.remove(0);
    // The last position of the record on standard input.
    let last = expected
        .main_line()
        .filter(|&id| expected.node(id).mv().is_some())
        .last();
    let sfen = expected.position_at(last.unwrap()).sfen();
    let shown = output_of(&["show", "-"], &bytes);
    assert!(text(&shown.stdout).contains(&format!("sfen {sfen}")));
    for to in ["csa", "kif", "jkf", ".ki2u", "usi"] {
        let done = output_of(&["convert", "-", "-", "--to", to], &bytes);
        assert!(done.status.success(), "{}", text(&done.stderr));
        let back = read_bytes(&done.stdout, None).unwrap();
        assert_eq!(back.records[0].main_moves(), expected.main_moves(), "{to}");
        assert!(text(&done.stderr).starts_with("standard input: KIF in CP932, 1 game"));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.csa");
    let done = output_of(&["convert", "-", file.to_str().unwrap()], &bytes);
    assert!(done.status.success());
    let written = read_file(&file).unwrap();
    assert_eq!(written.records[0].main_moves(), expected.main_moves());
    for (args, part) in [
        (&["convert", "-", "-"][..], "--to has to name the format"),
        (
            &["convert", "-", "-", "--to", "pgn"],
            "--to pgn: there is no such format",
        ),
        (&["show", "-", "--game", "2"], "no game 2"),
    ] {
        let done = output_of(args, &bytes);
        assert_eq!(done.status.code(), Some(1), "{args:?}");
        assert!(text(&done.stderr).contains(part), "{}", text(&done.stderr));
    }
}

#[test]
fn folders_are_converted_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let name = |name: &str| path(name).to_str().unwrap().to_string();
    std::fs::create_dir_all(path("in/deep")).unwrap();
    for (from, to) in [
        ("00.kif", "a.kif"),
        ("03.csa", "a.csa"),
        ("03.jkf", "deep/b.jkf"),
    ] {
        std::fs::copy(data(from), path("in").join(to)).unwrap();
    }
    std::fs::write(path("in/readme.txt"), "These are games.").unwrap();
    let run = |args: &[&str]| {
        let (input, output) = (name("in"), name("out"));
        komadai(&[&["convert", &input, &output], args].concat())
    };
    let done = run(&[]);
    assert_eq!(done.status.code(), Some(1));
    assert!(text(&done.stderr).contains("--to has to name the format"));
    assert!(!path("out").exists());
    let done = run(&["--to", "kifu"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert!(
        text(&done.stdout).ends_with("\n3 files\n"),
        "{}",
        text(&done.stdout)
    );
    for (from, to) in [
        ("in/a.kif", "out/a.kif.kifu"),
        ("in/a.csa", "out/a.csa.kifu"),
        ("in/deep/b.jkf", "out/deep/b.kifu"),
    ] {
        let [from, to] = [from, to].map(|name| read_file(&path(name)).unwrap());
        assert_eq!(from.records[0].main_moves(), to.records[0].main_moves());
    }
    // If one file would be overwritten without --force, nothing is written.
    std::fs::remove_file(path("out/a.csa.kifu")).unwrap();
    let done = run(&["--to", "kifu"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(!path("out/a.csa.kifu").exists());
    // Content that cannot be read is reported, and the rest is converted.
    std::fs::write(path("in/deep/c.kif"), "nothing of the sort").unwrap();
    let done = run(&["--to", "kifu", "--force"]);
    assert_eq!(done.status.code(), Some(3), "{}", text(&done.stderr));
    assert!(text(&done.stderr).contains("c.kif"));
    assert!(path("out/a.csa.kifu").exists() && !path("out/deep/c.kifu").exists());
}

#[test]
fn an_input_that_is_missing_is_named_whatever_the_output_is() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none").to_str().unwrap().to_string();
    for args in [&[][..], &["--to", "csa"]] {
        let out = folder.path().to_str().unwrap();
        let done = komadai(&[&["convert", &missing, out], args].concat());
        assert_eq!(done.status.code(), Some(1));
        let said = text(&done.stderr);
        assert!(said.starts_with(&format!("error: {missing}: ")), "{said}");
    }
}

#[test]
fn what_is_said_of_a_start_is_no_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let lines = "# Starts\nstartpos moves 7g7f 3c3d # -67\nstartpos moves 2g2f # 0\n";
    std::fs::write(path("starts.txt"), lines).unwrap();
    let done = komadai(&["convert", &path("starts.txt"), &path("games.usi")]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert_eq!(
        std::fs::read_to_string(path("games.usi")).unwrap(),
        "position startpos moves 7g7f 3c3d\nposition startpos moves 2g2f\n"
    );
}

/// With `--sfen "$(cat game.kif)"` the shell passes CP932.
#[cfg(unix)]
#[test]
fn a_record_in_an_argument_may_have_the_encoding_of_its_file() {
    use std::os::unix::ffi::OsStrExt;

    // Arguments of Windows are characters, not bytes.
    if is_of_windows() {
        return;
    }
    let bytes = std::fs::read(data("00.kif")).unwrap();
    assert!(std::str::from_utf8(&bytes).is_err());
    let record = std::ffi::OsStr::from_bytes(&bytes);
    let done = command().args(["show", "--sfen"]).arg(record).output();
    let done = done.unwrap();
    assert!(done.status.success(), "{}", text(&done.stderr));
    let same = komadai(&["show", data("00.kif").to_str().unwrap()]);
    assert_eq!(text(&done.stdout), text(&same.stdout));
}

#[test]
fn show_draws_boards_and_pictures() {
    let done = komadai(&["show", "--moves", "7g7f", "3c3d"]);
    let out = text(&done.stdout);
    assert!(done.status.success());
    assert!(out.contains("|v歩v歩v歩v歩v歩v歩 ・v歩v歩|三"), "{out}");
    // Standard output is no terminal here.
    assert!(!out.contains('\x1b'));
    let done = komadai(&["show", "--color", "always", "--letters", "--moves", "7g7f"]);
    assert!(text(&done.stdout).contains("\x1b[7m  P\x1b[0m"));
    let game = data("00.kif");
    let file = game.to_str().unwrap();
    let end = text(&komadai(&["show", file]).stdout);
    let record = read_file(&game).unwrap().records.remove(0);
    let last_move = record.main_line().nth(83).unwrap();
    let sfen = record.position_at(last_move).sfen();
    assert!(sfen.ends_with(" 85") && end.contains(&sfen), "{end}");
    let start = text(&komadai(&["show", file, "--ply", "0", "--flip"]).stdout);
    assert!(start.contains("PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"), "{start}");
    for (args, part) in [
        (&["show", file, "--ply", "85"][..], "84 moves"),
        (&["show", file, "--game", "2"], "no game 2"),
        (&["show", "--sfen", "x"], "ranks on the board: 1"),
        (&["show", file, "--handicap", "two"], "--handicap"),
    ] {
        let done = komadai(args);
        assert!(!done.status.success(), "{args:?}");
        assert!(text(&done.stderr).contains(part), "{}", text(&done.stderr));
    }
    let folder = tempfile::tempdir().unwrap();
    // Problems of the record are not part of the drawn board.
    let broken = folder.path().join("broken.kifu");
    std::fs::write(&broken, "   1 ７六歩(77)\n   2 ３四歩(44)\n").unwrap();
    let done = komadai(&["show", broken.to_str().unwrap()]);
    assert!(done.status.success());
    let (out, err) = (text(&done.stdout), text(&done.stderr));
    assert!(out.starts_with("後手の持駒"), "{out}");
    assert!(err.contains("broken.kifu:2: move 2: '３四歩(44)'"), "{err}");
    let svg = folder.path().join("board.svg");
    let path = svg.to_str().unwrap();
    let done = komadai(&["show", file, "--ply", "4", "--svg", path, "--arrow", "2g2f"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains("先手 0"));
    let done = komadai(&["show", "--svg", path, "--force", "--arrow", "2g2e"]);
    assert!(!done.status.success() && text(&done.stderr).contains("move 1 of --arrow"));
}

#[test]
fn records_of_a_folder_get_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::create_dir(path("in")).unwrap();
    for name in ["a.kif", "a.csa", "a.kif.kif"] {
        let from = data(&format!("00.{}", name.rsplit('.').next().unwrap()));
        std::fs::copy(from, path(&format!("in/{name}"))).unwrap();
    }
    // `a.kif` and `a.kif.kif` would both become `a.kif.jkf`.
    let done = komadai(&["convert", &path("in"), &path("out"), "--to", "jkf"]);
    let err = text(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{err}");
    assert!(
        err.contains("a.kif.jkf: more than one output has this name"),
        "{err}"
    );
    assert!(!std::path::Path::new(&path("out")).exists());
    // A record may replace itself, but no other record, which would be lost.
    std::fs::remove_file(path("in/a.kif.kif")).unwrap();
    std::fs::copy(data("00.csa"), path("in/a.kif.csa")).unwrap();
    std::fs::copy(data("00.kif"), path("in/a.kif.kif")).unwrap();
    let before = std::fs::read(path("in/a.kif.csa")).unwrap();
    let convert = [
        "convert",
        &path("in"),
        &path("in"),
        "--to",
        "csa",
        "--force",
    ];
    let done = komadai(&convert);
    let err = text(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{err}");
    assert!(err.contains("a.kif.csa: this is a file to read"), "{err}");
    assert_eq!(std::fs::read(path("in/a.kif.csa")).unwrap(), before);
    for name in ["a.kif", "a.kif.kif", "a.kif.csa"] {
        std::fs::remove_file(path(&format!("in/{name}"))).unwrap();
    }
    assert_eq!(komadai(&convert).status.code(), Some(0));
}

#[test]
fn a_pipe_is_read_whole_by_any_name() {
    // Windows has no such name.
    if is_of_windows() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let bytes = std::fs::read(data("03.kif")).unwrap();
    let expected = read_file(&data("03.kif")).unwrap().records.remove(0);
    let done = output_of(&["convert", "/dev/stdin", &path("a.jkf")], &bytes);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let read = read_file(std::path::Path::new(&path("a.jkf"))).unwrap();
    assert_eq!(read.records[0].main_moves(), expected.main_moves());
    let names = |record: &komadai_records::Record| {
        ["先手", "後手"].map(|key| record.headers.get(key).map(str::to_string))
    };
    assert_eq!(names(&read.records[0]), names(&expected));
    let csv = path("a.csv");
    let done = output_of(
        &["study", "/dev/stdin", "--nodes", "5", "--csv", &csv],
        &bytes,
    );
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
}

#[test]
fn a_text_in_a_folder_is_passed_over_only_if_it_is_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::create_dir(path("in")).unwrap();
    for (name, content) in [
        ("in/game.txt", "[Black \"Habu\"]\n\n1. P-9a\n"),
        ("in/problems.txt", "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\n"),
        ("in/readme.txt", "These are games."),
        ("in/steps.txt", "1. Unpack the games.\n2. Read them.\n"),
    ] {
        std::fs::write(path(name), content).unwrap();
    }
    let done = komadai(&["convert", &path("in"), &path("out"), "--to", "kifu"]);
    let (said, err) = (text(&done.stdout), text(&done.stderr));
    assert_eq!(done.status.code(), Some(3), "{err}");
    assert!(said.ends_with("\n2 files\n"), "{said}");
    assert!(err.contains("game.txt:3: "), "{err}");
    assert!(!err.contains("readme") && !err.contains("steps"), "{err}");
}
