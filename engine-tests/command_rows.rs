//! Faults of the command line met by people, one test for each kind, and what all commands say in
//! Japanese.

use std::collections::BTreeSet;
use std::path::Path;

use komadai::types::Move;

use crate::support::program::{command, fed, komadai, output, output_of, text};
use crate::support::{record_file, root};

const GAME: &str = "先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 切れ負け\n";

fn written(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_string()
}

/// Standard output of a command that must succeed.
fn said(args: &[&str]) -> String {
    let (ok, out, err) = komadai(args);
    assert!(ok, "{args:?}: {err}");
    out
}

#[test]
fn the_summary_of_a_game_says_who_won_and_how() {
    let folder = tempfile::tempdir().unwrap();
    for (end, moves, english, japanese) in [
        ("切れ負け", 2, "White wins (time)", "後手の勝ち（切れ負け）"),
        ("投了", 1, "Black wins (resignation)", "先手の勝ち（投了）"),
        (
            "反則負け",
            2,
            "White wins (illegal move)",
            "後手の勝ち（反則負け）",
        ),
        (
            "反則勝ち",
            2,
            "Black wins (illegal move)",
            "先手の勝ち（反則勝ち）",
        ),
        (
            "入玉勝ち",
            1,
            "White wins (declaration)",
            "後手の勝ち（入玉勝ち）",
        ),
        ("千日手", 2, ", repetition", "、千日手"),
        ("持将棋", 1, ", impasse", "、持将棋"),
        ("最大手数", 1, ", maximum number of moves", "、最大手数"),
        ("中断", 1, ", broken off", "、中断"),
    ] {
        let lines = ["   1 ７六歩(77)\n", "   2 ３四歩(33)\n"];
        let game = format!("{}   {} {end}\n", lines[..moves].concat(), moves + 1);
        let game = written(folder.path(), "a.kifu", &game);
        let line = ["analyse", &game, "--nodes", "20"];
        for (lang, words) in [("en", english), ("ja", japanese)] {
            let out = said(&[&line[..], &["--lang", lang]].concat());
            assert!(out.lines().next().unwrap().ends_with(words), "{end}: {out}");
        }
        let page = folder.path().join("a.html");
        said(&[&line[..], &["--html", page.to_str().unwrap(), "--force"]].concat());
        let page = std::fs::read_to_string(page).unwrap();
        let how = english.trim_start_matches(", ");
        let how = how
            .split_once('(')
            .map_or(how, |(_, how)| how.trim_end_matches(')'));
        assert!(page.contains(&format!("{how} ({end})")), "{end}");
        assert!(page.contains(&format!("\"english\":\"{how}\"")), "{end}");
    }
}

/// `scripts/check report` reads the foot itself, in a browser.
#[test]
fn the_foot_of_a_report_names_no_network() {
    let folder = tempfile::tempdir().unwrap();
    let game = written(folder.path(), "a.kifu", GAME);
    let page = folder.path().join("a.html");
    said(&[
        "analyse",
        &game,
        "--nodes",
        "20",
        "--html",
        page.to_str().unwrap(),
    ]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("title: settings.evaluator") && page.contains("\"evaluator\":"));
    assert!(!page.contains("${settings.evaluator}"));
}

/// The match writes a line for its first game, then Ctrl-C comes.
#[cfg(unix)]
#[test]
fn a_match_that_is_interrupted_prints_its_summary() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let play = [
        "match",
        "--a",
        "self",
        "--b",
        "self",
        "--opt-a",
        "USI_Hash=1",
        "--opt-b",
        "USI_Hash=1",
        "--nodes",
        "20",
        "--max-moves",
        "40",
        "--games",
        "1000",
        "--sprt",
        "0,5",
    ];
    for json in [false, true] {
        let mut run = command();
        run.args(play).args(json.then_some("--json"));
        let mut child = run
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        while !said.lines().any(|line| line.contains("game")) || said.lines().count() < 6 {
            assert_ne!(out.read_line(&mut said).unwrap(), 0, "{said}");
        }
        let id = child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-INT", &id])
                .status()
                .unwrap()
                .success()
        );
        out.read_to_string(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let parts: &[&str] = match json {
            true => &["\"event\":\"result\"", "\"nelo\":", "\"los\":"],
            false => &[
                "score of A ",
                "nElo ",
                "% (LOS)",
                "0 against 5 Elo (logistic): ",
            ],
        };
        for part in parts {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
    assert!(said(&["match", "--help"]).contains("(logistic) Elo of the result"));
}

#[test]
fn training_without_held_out_games_shows_no_loss_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (data, net) = (path("data"), path("nn.bin"));
    said(&[
        "gensfen",
        "--games",
        "2",
        "--nodes",
        "20",
        "--max-plies",
        "60",
        "--threads",
        "1",
        "--out",
        &data,
    ]);
    let train = [
        "train", "--out", &net, "--size", "64x2-8-8", "--epochs", "1", "--batch", "16",
    ];
    let data = ["--valid-part", "0", "--keep-long-games", "--data", &data];
    let out = said(&[&train[..], &data].concat());
    assert!(
        out.contains("no game held out") && !out.contains("0.000000"),
        "{out}"
    );
    let table = std::fs::read_to_string(path("nn.bin.csv")).unwrap();
    assert!(!table.contains(",0.000000"), "{table}");
    let (ok, _, err) = komadai(&[&train[..], &["--data", "nosuch"]].concat());
    assert!(!ok && err.contains("nosuch: No such file"), "{err}");
    let (ok, _, err) = komadai(&[&train[..], &["--data", "nosuch", "--lang", "ja"]].concat());
    assert!(
        !ok && err.contains("ファイルまたはフォルダがありません"),
        "{err}"
    );
}

const TSUME: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

#[test]
fn a_bare_sfen_stands_in_place_of_a_file() {
    let mated = said(&["mate", TSUME]);
    assert!(
        mated.contains("mate in 1") && mated.contains("５二金"),
        "{mated}"
    );
    let by_option = said(&["mate", "--sfen", TSUME]);
    assert_eq!(by_option.replace("--sfen", TSUME), mated);
    let shown = said(&["show", TSUME]);
    assert_eq!(shown, said(&["show", "--sfen", TSUME]));
    assert!(shown.contains(&format!("sfen {TSUME}")), "{shown}");
    let lines = said(&["analyse", TSUME, "--nodes", "100"]);
    assert!(lines.starts_with(TSUME), "{lines}");
    let record = said(&["convert", TSUME, "-", "--to", "csa"]);
    assert!(record.contains("P+00KI"), "{record}");
}

#[test]
fn solutions_are_written_as_kif() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    // The head of the king takes a gold; another drop mates as well.
    let problems = format!("{TSUME}\n4k4/9/9/9/9/9/9/9/9 b P 1\n");
    let problems = written(folder.path(), "tsume.sfen", &problems);
    let kif = path("solved.kifu");
    let out = said(&[
        "mate", &problems, "--cooks", "3", "--kif", &kif, "--lang", "ja",
    ]);
    // GUIs read one game of a file, so each problem has its own.
    let files = ["solved-1.kifu", "solved-2.kifu"].map(path);
    for (file, verdict) in files.iter().zip(["*1 手詰", "*不詰"]) {
        assert!(out.contains(file.as_str()), "{out}");
        let record = std::fs::read_to_string(file).unwrap();
        assert!(record.contains(verdict), "{record}");
        assert_eq!(
            record.contains("５二金打"),
            verdict == "*1 手詰",
            "{record}"
        );
    }
    assert!(!Path::new(&kif).exists());
    // It is a problem itself, with its length.
    let again = said(&["mate", &files[0]]);
    assert!(again.contains("mate in 1, as stated"), "{again}");
    assert!(!output(&["mate", &problems, "--kif", &kif]).status.success());
    said(&["mate", TSUME, "--kif", &kif]);
    assert!(Path::new(&kif).exists());
}

#[test]
fn a_problem_that_is_none_is_named() {
    for (sfen, english, japanese) in [
        (
            "4k4/9/4R4/9/9/9/9/9/4K4 b G 1",
            "the side not to move is in check",
            "手番でない側に王手がかかっています",
        ),
        (
            "9/9/4P4/9/9/9/9/9/4K4 b G 1",
            "the side not to move has no king to be mated",
            "手番でない側に詰ますべき玉がありません",
        ),
    ] {
        for (lang, words) in [("en", english), ("ja", japanese)] {
            for args in [&["mate", sfen][..], &["mate", "--sfen", sfen]] {
                let done = output(&[args, &["--lang", lang]].concat());
                let err = text(&done.stderr);
                assert_eq!(done.status.code(), Some(1), "{err}");
                assert!(err.contains(words), "{err}");
            }
        }
        // Beside a problem that can be solved, as with all bad input.
        let done = output(&["mate", sfen, TSUME]);
        assert_eq!(done.status.code(), Some(3));
        assert!(text(&done.stdout).contains("mate in 1"));
    }
}

#[test]
fn an_option_without_its_value_is_told() {
    let talk = b"usi\nsetoption name USI_Hash\nsetoption name Threads\nsetoption name USI_Hash value\nquit\n";
    let out = text(&fed(&mut command(), talk).stdout);
    for name in ["USI_Hash", "Threads"] {
        let told = format!("info string option {name} needs a value");
        assert_eq!(out.matches(&told).count(), 1, "{out}");
    }
}

/// Commands whose work is shared by threads.
#[test]
fn parallel_work_takes_a_number_of_threads() {
    for words in [
        &["analyse"][..],
        &["bench"],
        &["book", "make"],
        &["data", "distance"],
        &["data", "rescore"],
        &["data", "stat"],
        &["gensfen"],
        &["mate"],
        &["openings"],
        &["perft"],
        &["study"],
        &["train"],
    ] {
        for lang in ["en", "ja"] {
            let help = said(&[words, &["--help", "--lang", lang]].concat());
            assert!(help.contains("--threads <"), "{words:?}: {help}");
        }
    }
    let nodes = |args: &[&str]| said(args).split_once(' ').unwrap().0.to_string();
    assert_eq!(
        nodes(&["perft", "3", "--threads", "2"]),
        nodes(&["perft", "3"])
    );
}

/// The commands of a help text.
fn commands(words: &[&str]) -> Vec<String> {
    let help = said(&[words, &["--help"]].concat());
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    // Longer help continues at a greater indent.
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_string)
        .collect()
}

/// All commands, those of a group by two words.
fn all_commands() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for command in commands(&[]) {
        let below = commands(&[&command]);
        all.extend(below.iter().map(|name| format!("{command} {name}")));
        if below.is_empty() {
            all.insert(command);
        }
    }
    all
}

/// The words of a text, without those that hold a position.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split_whitespace();
    let parts = parts.filter(|part| part.matches('/').count() < 8);
    parts
        .flat_map(|part| part.split(|c: char| !(c.is_ascii_alphanumeric() || "+*-_./".contains(c))))
}

/// What a Japanese reader should not meet: moves in USI or Western notation, pieces as letters.
fn letters(text: &str) -> Vec<String> {
    let is_kind = |c: char| "PLNSGBRK".contains(c);
    let is_western = |word: &str| {
        let word = word.trim_start_matches('+');
        let mut chars = word.chars();
        chars.next().is_some_and(is_kind)
            && chars.next().is_some_and(|c| "-x*".contains(c))
            && chars.next().is_some_and(|c| c.is_ascii_digit())
    };
    let mut found: Vec<String> = words(text)
        .filter(|word| Move::from_usi(word).is_ok() || is_western(word))
        .map(str::to_string)
        .collect();
    for line in text.lines().filter(|line| line.starts_with('|')) {
        let cells = line
            .split('|')
            .map(|cell| cell.trim().trim_start_matches('+'));
        let is_letter =
            |cell: &str| cell.len() == 1 && cell.to_ascii_uppercase().chars().all(is_kind);
        if cells.into_iter().any(is_letter) {
            found.push(line.to_string());
        }
    }
    found
}

/// The text of a page or picture, without scripts, styles and marks.
fn visible(page: &str) -> String {
    let mut out = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        out.push(' ');
        let end = ["script", "style"]
            .iter()
            .find(|name| after.starts_with(**name));
        rest = match end {
            Some(name) => {
                after
                    .split_once(&format!("</{name}>"))
                    .unwrap_or_default()
                    .1
            }
            None => after.split_once('>').unwrap_or_default().1,
        };
    }
    out + rest
}

/// Every file below a folder that people read.
fn pages(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(pages(&path));
        }
        if path
            .extension()
            .is_some_and(|end| end == "html" || end == "svg")
        {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path.display().to_string(), text));
        }
    }
    found
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table of command lines")]
fn japanese_readers_meet_no_letters_for_pieces_and_no_usi() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let game = record_file("00.kif");
    let game = game.to_str().unwrap();
    let short = written(folder.path(), "short.kifu", GAME);
    let tsume = written(
        folder.path(),
        "tsume.sfen",
        &format!("{TSUME}\n4k4/9/4+P4/9/9/9/9/9/9 b 2GN 1\n"),
    );
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let header = "#YANEURAOU-DB2016 1.00\n";
    let moves = "7g7f 3c3d 10 8 3\n7g7e none 0 0 1\nP*5e none 0 0 1\n";
    let book = written(folder.path(), "a.db", &format!("{header}{start}\n{moves}"));
    let own = root().join("book/komadai.db");
    let own = own.to_str().unwrap();
    let check = "4k4/9/9/9/9/9/9/4r4/4K4 b RB2G3S3N3L9Pb2gsnl9p 1";
    let (data, more) = (path("data"), path("more"));
    // Whether the output is for machines, which is asked for by the command itself.
    let lines: &[(&[&str], bool)] = &[
        (
            &[
                "analyse",
                &short,
                "--nodes",
                "200",
                "--html",
                &path("a.html"),
            ],
            false,
        ),
        (&["analyse", game, "--nodes", "50"], false),
        (
            &[
                "analyse",
                "--sfen",
                check,
                "--nodes",
                "500",
                "--multipv",
                "3",
            ],
            false,
        ),
        (&["bench", "--depth", "1"], false),
        (
            &[
                "book",
                "make",
                "--out",
                &path("made.db"),
                "--positions",
                "2",
                "--nodes",
                "100",
            ],
            false,
        ),
        (
            &[
                "book",
                "merge",
                &book,
                &path("made.db"),
                "--out",
                &path("all.db"),
            ],
            false,
        ),
        (&["book", "convert", &book, &path("b.ybb")], false),
        (&["book", "info", &book], false),
        (&["book", "probe", &book], false),
        (&["book", "probe", own, "--moves", "7g7f"], false),
        (&["book", "stat", game, "--min-games", "1"], false),
        (
            &[
                "book",
                "stat",
                game,
                "--min-games",
                "1",
                "--html",
                &path("tree.html"),
            ],
            false,
        ),
        (&["convert", game, &path("game.csa")], false),
        (&["csa", "--settings", &path("none.toml")], false),
        (&["eval", "--sfen", check], false),
        (&["eval", "--breakdown", "--sfen", check], false),
        (
            &[
                "gensfen",
                "--games",
                "2",
                "--nodes",
                "20",
                "--max-plies",
                "60",
                "--out",
                &data,
            ],
            false,
        ),
        (&["data", "convert", &data, "--out", &path("a.psv")], false),
        (
            &["data", "rescore", &data, "--nodes", "30", "--out", &more],
            false,
        ),
        (
            &["data", "distance", &data, "--all", "--deep", &more],
            false,
        ),
        (&["data", "stat", &data], false),
        (
            &[
                "match", "--a", "self", "--b", "self", "--nodes", "50", "--games", "2", "--sprt",
                "0,5",
            ],
            false,
        ),
        (
            &[
                "match", "--engine", "self", "--engine", "self", "--nodes", "50", "--games", "2",
            ],
            false,
        ),
        (&["mate", &tsume, "--cooks", "5"], false),
        (&["net", "export", &path("nn.bin")], false),
        (&["net", "info"], false),
        // Starts in USI are what engines read.
        (&["openings", "--count", "1", "--nodes", "100"], true),
        (
            &[
                "openings",
                "--count",
                "1",
                "--nodes",
                "100",
                "--out",
                &path("starts.txt"),
            ],
            false,
        ),
        (&["perft", "1"], false),
        // Compared with other engines, move by move.
        (&["perft", "1", "--divide"], true),
        (&["show", &short], false),
        (&["show", "--sfen", check], false),
        (
            &[
                "show",
                &short,
                "--svg",
                &path("board.svg"),
                "--arrow",
                "2g2f",
            ],
            false,
        ),
        (
            &[
                "study",
                game,
                "--nodes",
                "100",
                "--side",
                "both",
                "--quick",
                "--html",
                &path("study.html"),
            ],
            false,
        ),
        (
            &[
                "train",
                "--data",
                &data,
                "--out",
                &path("new.bin"),
                "--size",
                "64x2-8-8",
                "--epochs",
                "1",
                "--keep-long-games",
            ],
            false,
        ),
    ];
    let known = all_commands();
    let tried: BTreeSet<String> = lines
        .iter()
        .map(|(line, _)| {
            let two = line[..2].join(" ");
            if known.contains(&two) {
                two
            } else {
                line[0].to_string()
            }
        })
        .collect();
    assert_eq!(tried, known, "commands without a line in this table");
    for (line, is_for_machines) in lines {
        let done = output(&[line, &["--lang", "ja"][..]].concat());
        let (out, err) = (text(&done.stdout), text(&done.stderr));
        let is_csa = line[0] == "csa";
        assert_eq!(done.status.success(), !is_csa, "{line:?}: {out}{err}");
        if !is_for_machines {
            let found = letters(&format!("{out}\n{err}"));
            assert!(found.is_empty(), "{line:?}: {found:?}\n{out}{err}");
        }
    }
    let pages = pages(folder.path());
    assert!(pages.len() >= 4, "{pages:?}");
    for (name, page) in &pages {
        let is_page = name.ends_with(".html");
        assert!(!is_page || page.contains("<html lang=\"ja\">"), "{name}");
        let mut found = letters(&visible(page));
        // Without scripts a report shows both notations, side by side.
        if page.contains("<th>Move</th>") {
            found.retain(|word| Move::from_usi(word).is_ok());
        }
        assert!(found.is_empty(), "{name}: {found:?}");
    }
    let tree = std::fs::read_to_string(path("tree.html")).unwrap();
    assert!(
        tree.contains("<html lang=\"ja\">") && tree.contains("1 局の序盤"),
        "{tree}"
    );
    assert!(
        !tree.contains("Black") && !tree.contains("games:"),
        "{tree}"
    );
}

/// A command line without a command is a USI session.
#[test]
fn options_without_a_command_speak_usi() {
    for args in [&["--lang", "ja"][..], &["--lang=en"], &[]] {
        let done = output_of(args, b"usi\nquit\n");
        let out = text(&done.stdout);
        assert!(
            done.status.success() && out.contains("usiok"),
            "{args:?}: {out}"
        );
    }
    let done = output_of(&["--lang", "xx"], b"usi\nquit\n");
    assert_eq!(done.status.code(), Some(2));
}

#[test]
fn help_of_a_command_takes_the_language() {
    for (line, words) in [
        (&["help", "mate", "--lang", "ja"][..], "詰将棋を解く"),
        (&["help", "--lang=ja", "mate"], "詰将棋を解く"),
        (
            &["--lang", "ja", "help", "mate"],
            "例: komadai mate problems.sfen",
        ),
        (&["help", "book", "make", "--lang", "ja"], "定跡を作る"),
        (
            &["help", "mate", "--lang", "en"],
            "Example: komadai mate problems.sfen",
        ),
        (&["help", "--lang", "ja"], "コマンド:"),
    ] {
        let help = said(line);
        assert!(help.contains(words), "{line:?}: {help}");
    }
}

#[test]
fn missing_arguments_come_with_an_example() {
    let mut tried = 0;
    for command in all_commands() {
        let line: Vec<&str> = command.split(' ').collect();
        let help = said(&[&line[..], &["-h"]].concat());
        let usage = help
            .lines()
            .find(|line| line.starts_with("Usage:"))
            .unwrap();
        // What stands in brackets may be left out.
        let required = usage
            .split('[')
            .map(|part| part.split_once(']').map_or(part, |(_, rest)| rest));
        if !required.collect::<String>().contains('<') && command != "mate" {
            continue;
        }
        tried += 1;
        for (lang, head) in [("en", "Example"), ("ja", "例")] {
            let done = output(&[&line[..], &["--lang", lang]].concat());
            let err = text(&done.stderr);
            assert_eq!(done.status.code(), Some(2), "{command}: {err}");
            assert!(
                err.contains(&format!("{head}: komadai {command} ")),
                "{err}"
            );
        }
    }
    assert!(tried > 10, "{tried}");
}

#[test]
fn a_faulty_sfen_is_named_wherever_one_may_stand() {
    let sfen = "9/9 b - 1";
    for line in [
        &["mate", sfen][..],
        &["mate", "--sfen", sfen],
        &["show", sfen],
        &["show", "--sfen", sfen],
        &["analyse", sfen],
        &["eval", "--sfen", sfen],
        &["convert", sfen, "-", "--to", "csa"],
    ] {
        for (lang, words) in [("en", "ranks on the board: 2"), ("ja", "9 ではなく 2")] {
            let (ok, _, err) = komadai(&[line, &["--lang", lang]].concat());
            assert!(!ok && err.contains(words), "{line:?}: {err}");
        }
    }
    let done = output_of(&["mate", "-"], sfen.as_bytes());
    assert!(text(&done.stderr).contains("ranks on the board: 2"));
}

#[test]
fn errors_in_japanese_have_squares_and_moves_in_kanji() {
    for (line, words) in [
        (&["show", "--sfen", "P8/9/9/9/9/9/9/9/9 b - 1"][..], "９一"),
        (&["show", "--sfen", "9/9/91/9/9/9/9/9/9 b - 1"], "3 段目"),
        (&["eval", "--moves", "7g7e"], "７五（７七）"),
        (&["eval", "--moves", "P*5e"], "５五歩打"),
        (&["eval", "--sfen", "   1 ７六歩(66)\n"], "６六"),
    ] {
        let (ok, _, err) = komadai(&[line, &["--lang", "ja"]].concat());
        assert!(!ok && err.contains(words), "{line:?}: {err}");
        // The argument itself is quoted by no message.
        let found = letters(&err);
        assert!(found.is_empty(), "{found:?}: {err}");
    }
}

#[test]
fn one_is_no_plural() {
    let folder = tempfile::tempdir().unwrap();
    let problems = format!("{TSUME}\n4k4/9/9/9/9/9/9/9/9 b P 1\n");
    let problems = written(folder.path(), "two.sfen", &problems);
    let out = said(&["mate", &problems]);
    assert!(
        out.contains("2 problems: 1 mate, 1 without a mate"),
        "{out}"
    );
    let out = said(&[
        "match", "--a", "self", "--b", "self", "--nodes", "20", "--games", "2",
    ]);
    assert!(
        out.contains("2 counted in 1 pair,") || out.contains("0 counted in 0 pairs,"),
        "{out}"
    );
}

#[test]
fn the_position_of_a_record_that_is_solved_is_named_and_chosen() {
    let folder = tempfile::tempdir().unwrap();
    // Before its only move, a gold to the head of the king, this is a problem.
    let start = TSUME.replace("9 b", "4K4 b");
    let line = format!("sfen {start} moves G*5b\n");
    let problem = written(folder.path(), "a.usi", &line);
    let done = output(&["mate", &problem]);
    let (out, err) = (text(&done.stdout), text(&done.stderr));
    assert_eq!(out, format!("{problem}, after move 1: no mate\n"));
    assert!(err.contains("--ply N"), "{err}");
    let done = output(&["mate", &problem, "--ply", "0"]);
    let (out, err) = (text(&done.stdout), text(&done.stderr));
    let head = format!("{problem}: mate in 1, as stated\n");
    assert!(out.starts_with(&head) && err.is_empty(), "{out}{err}");
    let (ok, _, err) = komadai(&["mate", &problem, "--ply", "2"]);
    assert!(
        !ok && err.contains("no position after move 2; the last is that after move 1"),
        "{err}"
    );
    let (ok, _, err) = komadai(&["mate", &problem, "--ply", "2", "--lang", "ja"]);
    assert!(!ok && err.contains("2 手目はありません"), "{err}");
    // A record that is a position alone needs no name of it.
    assert!(said(&["mate", "--sfen", TSUME]).starts_with(&format!("{TSUME}: mate in 1\n")));
}

#[test]
fn the_moves_on_the_terminal_are_the_same_whatever_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let game = record_file("00.kif");
    let page = folder.path().join("a.html");
    for lang in ["en", "ja"] {
        let line = [
            "analyse",
            game.to_str().unwrap(),
            "--nodes",
            "50",
            "--lang",
            lang,
        ];
        let alone = said(&line);
        let more = said(&[&line[..], &["--force", "--html", page.to_str().unwrap()]].concat());
        assert!(more.starts_with(&alone), "{more}");
        let head = if lang == "en" {
            "Black's score in pawns"
        } else {
            "先手の評価値と勝率"
        };
        assert!(alone.lines().nth(3).unwrap().contains(head), "{alone}");
        assert_eq!(alone.lines().count(), 4 + 84);
        // The report opens in the language of the command.
        let page = std::fs::read_to_string(&page).unwrap();
        assert!(page.contains(&format!("<html lang=\"{lang}\">")));
    }
}

#[test]
fn losses_name_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let game = written(folder.path(), "a.csa", "V3.0\nPI\n+\n+7776FU\nT1.5\n");
    for (line, place) in [
        (
            &["convert", &game, "-", "--to", "kif"][..],
            "standard output: ",
        ),
        (
            &["analyse", &game, "--nodes", "20", "--kif", "-"],
            "standard output: ",
        ),
    ] {
        let done = output(line);
        let err = text(&done.stderr);
        assert!(
            err.contains(&format!("{place}fractions of seconds are dropped")),
            "{err}"
        );
    }
}

#[test]
fn letters_are_found() {
    let text = "最善手: 2g2f\n| +P |  . | k\nP-7f\nB*5e\n3b4g/1b5g1/lnsgkgsnl/9/9/9/9/9/9 b - 1\n";
    assert_eq!(letters(text), ["2g2f", "P-7f", "B*5e", "| +P |  . | k"]);
    assert_eq!(
        visible("<p title=\"7g7f\">歩<script>7g7f</script>金</p>")
            .split_whitespace()
            .collect::<Vec<_>>(),
        ["歩", "金"]
    );
}
