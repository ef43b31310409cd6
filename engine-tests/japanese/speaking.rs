//! Tests of the executable's language: messages follow the settings, and machine-readable
//! output is the same in every language.

use super::{is_japanese, project, read};
use crate::support::program::{command, fed, text};
use crate::support::record_file;

/// Exit code, standard output and standard error with these variables of the environment.
fn run(variables: &[(&str, &str)], args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = command();
    command
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env_remove("LANG");
    let run = command
        .envs(variables.iter().copied())
        .args(args)
        .output()
        .unwrap();
    (run.status.code(), text(&run.stdout), text(&run.stderr))
}

fn in_japanese(args: &[&str]) -> (Option<i32>, String, String) {
    run(&[("LANG", "ja_JP.UTF-8")], args)
}

#[test]
fn the_environment_chooses_the_language_and_lang_overrules_it() {
    let line = ["show", "nothing.kif"];
    for (variables, option, japanese) in [
        (&[][..], None, false),
        (&[("LANG", "ja_JP.UTF-8")], None, true),
        (&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C")], None, false),
        (&[("LC_MESSAGES", "ja_JP")], None, true),
        (&[("LANG", "ja_JP.UTF-8")], Some("--lang=en"), false),
        (&[], Some("--lang=ja"), true),
    ] {
        for before in [true, false] {
            let args: Vec<&str> = match before {
                true => option.into_iter().chain(line).collect(),
                false => line.into_iter().chain(option).collect(),
            };
            let (code, _, err) = run(variables, &args);
            assert_eq!(code, Some(1));
            let head = if japanese {
                "エラー: nothing.kif: "
            } else {
                "error: nothing.kif: "
            };
            assert!(err.starts_with(head), "{variables:?} {args:?}: {err}");
        }
    }
    let (code, _, err) = run(&[], &["--lang", "xx", "perft", "1"]);
    assert_eq!(code, Some(2));
    assert!(
        err.contains("'xx'") && err.contains("[possible values: en, ja]"),
        "{err}"
    );
}

#[test]
fn json_exit_codes_and_lines_for_scripts_are_the_same_in_every_language() {
    let game = record_file("00.kif");
    let game = game.to_str().unwrap();
    for args in [
        &["perft", "2"][..],
        &["eval", "--json"],
        &["analyse", "--nodes", "2000", "--threads", "1", "--json"],
        &["book", "probe", "book/komadai.db", "--json"],
        &["net", "info", "nothing.bin", "--json"],
        &["convert", game, "-", "--to", "csa"],
        &["book", "stat", game, "--json"],
    ] {
        let [english, japanese] = [run(&[], args), in_japanese(args)];
        assert_eq!(english.0, japanese.0, "{args:?}");
        // Times differ.
        let figures = |text: &str| {
            let lines = text
                .lines()
                .filter(|line| !line.contains("_ms") && !line.contains("nps"));
            lines.map(str::to_string).collect::<Vec<_>>()
        };
        assert_eq!(figures(&english.1), figures(&japanese.1), "{args:?}");
    }
    let (_, out, _) = in_japanese(&["bench", "--depth", "1"]);
    let last = out.lines().last().unwrap();
    assert!(last.contains(" nodes ") && last.ends_with(" nps"), "{last}");
}

/// The lines of a code block of a page that begins with this one.
fn block(page: &str, first: &str) -> Vec<String> {
    let page = read(page);
    let mut lines = page.lines().skip_while(|line| *line != first);
    let block = lines.by_ref().take_while(|line| !line.starts_with("```"));
    let block: Vec<String> = block.map(str::to_string).collect();
    assert!(!block.is_empty(), "{first}");
    block
}

#[test]
fn the_example_of_the_page_on_tsume_is_what_the_program_says() {
    let block = block("docs/ja/mate.md", "$ cat problem.sfen");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problem.sfen");
    std::fs::write(&file, &block[1]).unwrap();
    let (code, out, err) = in_japanese(&["mate", file.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{err}");
    let shown: Vec<String> = out
        .lines()
        .map(|line| line.replace(file.to_str().unwrap(), "problem.sfen"))
        .collect();
    assert_eq!(shown, block[3..]);
}

#[test]
fn the_head_of_an_opening_tree_is_that_of_the_page() {
    let game = record_file("00.kif");
    let (_, out, _) = in_japanese(&["book", "stat", game.to_str().unwrap(), "--min-games", "1"]);
    let words = |line: &str| line.replace(|c: char| c.is_ascii_digit() || c == '.', "");
    let example = block(
        "docs/ja/book.md",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    );
    let head = out.lines().nth(1).unwrap();
    assert_eq!(words(head), words(&example[1]), "{out}");
}

/// Runs of letters that are English words rather than names.
fn english(text: &str) -> Vec<String> {
    const NAMES: [&str; 14] = [
        "startpos", "classic", "komadai", "sfen", "nodes", "nps", "knps", "auto", "material",
        "built", "info", "moves", "os", "tuning",
    ];
    let is_path =
        |word: &str| word.contains(['/', '\\', '.', '_', '=', '*']) || word.starts_with('-');
    let words = text.split(|c: char| c.is_whitespace() || "（）()'\"、。：:[]`".contains(c));
    let words = words.filter(|word| word.len() > 3 && !is_path(word));
    let words = words.filter(|word| word.chars().all(|c| c.is_ascii_lowercase()));
    let words = words.filter(|word| !NAMES.contains(word));
    words.map(str::to_string).collect()
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table of command lines")]
fn what_people_are_told_in_japanese_has_no_english_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let game = record_file("00.kif");
    let game = game.to_str().unwrap();
    std::fs::write(
        path("broken.kif"),
        "手合割：平手\n   1 ７六歩(77)\n   2 ９九王(11)\n",
    )
    .unwrap();
    std::fs::write(path("no.csa"), "V2.2\nPI\n+\n+7776FU\n-9999OU\n").unwrap();
    std::fs::write(
        path("tsume.sfen"),
        "4k4/9/4P4/9/9/9/9/9/9 b G 1\n4k4/9/9/9/9/9/9/9/9 b P 1\n",
    )
    .unwrap();
    std::fs::write(path("book.bin"), "123").unwrap();
    let (broken, csa) = (path("broken.kif"), path("no.csa"));
    let book = project("book/komadai.db");
    let book = book.to_str().unwrap();
    let own = path("made.db");
    for (args, code) in [
        (&["analyse", game, "--nodes", "500"][..], 0),
        (
            &[
                "analyse",
                game,
                "--nodes",
                "500",
                "--html",
                &path("report.html"),
            ],
            0,
        ),
        (&["analyse", "--nodes", "2000", "--multipv", "2"], 0),
        (&["analyse", &broken, "--nodes", "500"], 3),
        (&["analyse", game, "--html", &path("none/report.html")], 1),
        (&["analyse", "--html", "x.html"], 1),
        (
            &[
                "analyse",
                game,
                "--html",
                &path("other.html"),
                &format!("--engine={}", path("none")),
            ],
            1,
        ),
        (
            &[
                "match", "--engine", "self", "name=甲", "--engine", "self", "name=乙", "--games",
                "2", "--nodes", "50",
            ],
            0,
        ),
        (
            &["match", "--engine", "self", "--games", "2", "--nodes", "50"],
            1,
        ),
        (&["analyse", "--handicap", "nine"], 1),
        (&["analyse", "--moves", "7g7f", "7g7f"], 1),
        (&["convert", &broken, &path("broken.csa")], 3),
        (&["convert", &csa, &path("no.kif")], 3),
        (&["convert", game, &path("broken.csa")], 1),
        (&["convert", game, &path("game.xyz")], 1),
        (&["convert", "nothing.kif", &path("game.csa")], 1),
        (&["eval"], 0),
        (
            &[
                "eval",
                "--breakdown",
                "--sfen",
                "4k4/9/9/9/9/9/9/9/4K4 b G 1",
            ],
            0,
        ),
        (&["eval", "--sfen", "9/9 b - 1"], 1),
        (&["eval", "--net", "nothing.bin"], 1),
        (&["eval", "--net", book], 1),
        (&["eval", "--evaluator", "material", "--net", "x.bin"], 1),
        (&["mate", &path("tsume.sfen"), "--cooks", "3"], 0),
        (&["mate", &path("tsume.sfen"), "--plies", "1"], 0),
        (&["mate", game], 0),
        (&["book", "info", book], 0),
        (&["book", "info", &path("book.bin")], 1),
        (&["book", "info", game], 1),
        (&["book", "probe", book], 0),
        (&["book", "probe", book, "--handicap", "ten"], 0),
        (
            &[
                "book",
                "convert",
                book,
                &path("small.ybb"),
                "--positions",
                "20",
            ],
            0,
        ),
        (&["book", "stat", game, "--html", &path("tree.html")], 0),
        (
            &[
                "book",
                "make",
                "--out",
                &own,
                "--positions",
                "2",
                "--nodes",
                "500",
            ],
            0,
        ),
        (&["net", "export", &path("nn.bin")], 0),
        (&["net", "info", &path("nn.bin")], 0),
        (&["net", "export", &path("nn.bin")], 1),
        (&["show", game], 0),
        (&["show", game, "--ply", "9999"], 1),
        (&["show", game, "--game", "7"], 1),
        (&["show", game, "--svg", &path("board.svg")], 0),
        (
            &[
                "openings",
                "--count",
                "1",
                "--nodes",
                "200",
                "--limit",
                "0",
                "--min-plies",
                "5",
                "--max-plies",
                "3",
            ],
            1,
        ),
    ] {
        let (found, out, err) = in_japanese(args);
        assert_eq!(found, Some(code), "{args:?}: {out}{err}");
        let said = format!("{out}{err}");
        let mut left = english(&said);
        // Names and values that the command line contains are not messages.
        left.retain(|word| !args.iter().any(|arg| arg.contains(word.as_str())));
        assert!(left.is_empty(), "{args:?}: {left:?}\n{said}");
        assert!(is_japanese(&said), "{args:?}: {said}");
    }
}

#[test]
fn usi_is_the_same_in_every_language() {
    let talk = |lang: &str| {
        // No `quit`: it would cut `isready` short on a busy machine.
        let input = b"usi\nisready\nsetoption name Threads value 0\nd\neval\n";
        text(&fed(command().env("LC_ALL", lang), input).stdout)
    };
    assert_eq!(talk("C"), talk("ja_JP.UTF-8"));
}
