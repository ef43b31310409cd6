use super::*;
use komadai::position::Position;

/// Runs a command line. Returns whether it succeeded, its standard output and its standard error.
fn run_line(line: &[&str]) -> (bool, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args: Vec<OsString> = ["komadai"].iter().chain(line).map(OsString::from).collect();
    let code = run(&args, Lang::English, &mut out, &mut err).unwrap();
    (
        format!("{code:?}") == format!("{:?}", ExitCode::SUCCESS),
        String::from_utf8(out).unwrap(),
        String::from_utf8(err).unwrap(),
    )
}

#[test]
fn the_declaration_of_arguments_is_sound() {
    use clap::CommandFactory;
    Cli::command().debug_assert();
}

#[test]
fn perft_counts() {
    let (ok, out, _) = run_line(&["perft", "3"]);
    assert!(ok && out.contains("25470 nodes"), "{out}");
    let (ok, out, _) = run_line(&["perft", "3", "--parallel"]);
    assert!(ok && out.contains("25470 nodes"), "{out}");
    let (ok, out, _) = run_line(&["perft", "2", "--divide", "--moves", "7g7f", "3c3d"]);
    assert!(ok && out.contains("8h2b+: "), "{out}");
    let sum: u64 = out
        .lines()
        .filter_map(|l| l.split_once(": "))
        .filter_map(|(_, n)| n.parse::<u64>().ok())
        .sum();
    assert!(out.contains(&format!("{sum} nodes")), "{out}");
}

#[test]
fn handicaps_go_by_name() {
    let (ok, out, _) = run_line(&["eval", "--handicap", "two"]);
    assert!(ok && out.contains("sfen lnsgkgsnl/9/"), "{out}");
    let (ok, _, err) = run_line(&["eval", "--handicap", "nine"]);
    assert!(
        !ok && err.contains("'nine'") && err.contains("three-pawns"),
        "{err}"
    );
}

#[test]
fn what_people_paste_is_understood_wherever_a_position_is_asked_for() {
    let after = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    let pos = Position::from_sfen(after).unwrap();
    let bod = komadai_records::write_bod(&pos);
    let bare_bod: Vec<&str> = bod.lines().filter(|l| !l.contains("持駒：なし")).collect();
    let mut record = komadai_records::Record::default();
    let mut last = komadai_records::NodeId::ROOT;
    for text in ["7g7f", "3c3d"] {
        let mv = komadai::types::Move::from_usi(text).unwrap();
        last = record.add_move(last, mv).unwrap();
    }
    record.add_end(last, komadai_records::End::Interrupted);
    let mut texts = vec![
        after.to_string(),
        format!("sfen {after}"),
        format!("position sfen {after}"),
        format!("  {after}\r\n"),
        "startpos moves 7g7f 3c3d".to_string(),
        "position startpos moves 7g7f 3c3d".to_string(),
        "position startpos moves 7g7f 3c3d resign".to_string(),
        "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f 3c3d"
            .to_string(),
        "▲７六歩 △３四歩".to_string(),
        "1. P-7f 2. P-3d".to_string(),
        bod.clone(),
        bare_bod.join("\n"),
    ];
    use komadai_records::Format;
    for format in [
        Format::Kif,
        Format::Ki2,
        Format::Csa,
        Format::Jkf,
        Format::Western,
    ] {
        let written = komadai_records::write_bytes(&[record.clone()], format, Default::default());
        texts.push(String::from_utf8(written.bytes).unwrap());
    }
    for text in &texts {
        let out = succeed(&["show", "--sfen", text]);
        assert!(out.contains(&format!("sfen {after}")), "{text}: {out}");
    }
    assert!(succeed(&["show", "--sfen", "startpos"]).contains("LNSGKGSNL b - 1"));
    // Every command takes the same position texts, and --moves may follow.
    for text in ["startpos moves 7g7f", &texts[9]] {
        assert!(succeed(&["eval", "--sfen", text]).contains("sfen "));
        assert!(succeed(&["perft", "1", "--sfen", text]).contains(" nodes "));
        assert!(succeed(&["analyse", "--nodes", "50", "--sfen", text]).contains("best move"));
    }
    let out = succeed(&["show", "--sfen", "startpos moves 7g7f", "--moves", "3c3d"]);
    assert!(out.contains(after), "{out}");
    // An error anywhere in the text is reported.
    for (text, part) in [
        ("startpos moves 7g7f 7g7f", "move 2"),
        ("position startpos moves 7g7f\nposition startpos", "2 games"),
        ("   1 ７六歩(77)\n   2 ３四歩(44)\n", "line 2: move 2"),
        ("my game", "the position cannot be used"),
    ] {
        let (ok, out, err) = run_line(&["show", "--sfen", text]);
        assert!(!ok && out.is_empty() && err.contains(part), "{text}: {err}");
    }
}

/// The words of a command line, as a shell splits them.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(q), c) if q == c => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '|' | '#') if word.is_none() => break,
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[test]
fn the_command_lines_of_the_documents_are_understood() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = ["docs", "docs/ja"].map(|folder| std::fs::read_dir(root.join(folder)).unwrap());
    let docs = docs.into_iter().flatten();
    let mut pages: Vec<_> = docs.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|e| e == "md"));
    pages.extend(["README.md", "README.ja.md"].map(|name| root.join(name)));
    let (mut lines, mut positions) = (0, 0);
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        let mut in_block = false;
        // A backslash continues a line.
        for line in text.replace("\\\n", " ").lines() {
            in_block ^= line.starts_with("```");
            let at = line.strip_prefix("$ ").unwrap_or(line);
            // Of a pipeline only the `komadai` command is checked.
            let at = at.rsplit("| ").find(|part| part.starts_with("komadai "));
            let Some(command) = at.filter(|_| in_block) else {
                continue;
            };
            let shown = format!("{}: {line}", page.display());
            // 1 stands for numbers that the shell puts in.
            let mut command = command.replace("$SLURM_ARRAY_TASK_ID", "1");
            while let Some(start) = command.find("$((") {
                let end = start + command[start..].find("))").unwrap() + 2;
                command.replace_range(start..end, "1");
            }
            let words = words(&command);
            // Skipped: lines with an ellipsis, and a dependency in a Cargo.toml.
            if words.contains(&"...".to_string()) || words[1] == "=" {
                continue;
            }
            lines += 1;
            if let Err(error) = Cli::try_parse_from(&words) {
                assert!(error.exit_code() == 0, "{shown}\n{error}");
            }
            let sfen = words.iter().skip_while(|word| *word != "--sfen").nth(1);
            if let Some(text) = sfen.filter(|text| !text.contains('$') && *text != "-") {
                positions += 1;
                assert!(args::pasted(text).is_ok(), "{shown}");
            }
        }
    }
    assert!(
        lines > 90 && positions >= 5,
        "{lines} lines, {positions} positions"
    );
}

#[test]
fn mistakes_are_named() {
    for (line, part) in [
        (&["eval", "--sfen", "9/9 b -"][..], "ranks on the board: 2"),
        (&["eval", "--moves", "7g7f", "7g7f"], "move 2"),
        (&["nonsense"], "nonsense"),
        (&["perft"], "DEPTH"),
        (&["perft", "x"], "'x'"),
        (&["perft", "1000"], "32"),
        (&["analyse", "--depth", "0"], "0"),
    ] {
        let (ok, out, err) = run_line(line);
        assert!(
            !ok && out.is_empty() && err.contains(part),
            "{line:?}: {err}"
        );
    }
}

#[test]
fn analysis_in_words_and_as_json() {
    let base = [
        "analyse",
        "--depth",
        "3",
        "--multipv",
        "3",
        "--threads",
        "1",
    ];
    let (ok, out, err) = run_line(&base);
    assert!(ok && err.is_empty(), "{err}");
    assert!(out.contains("best move"), "{out}");
    let (ok, out, _) = run_line(&[&base[..], &["--json"]].concat());
    assert!(ok);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["sfen"], Position::startpos().sfen());
    assert_eq!(json["view"], "black");
    let lines = json["lines"].as_array().unwrap();
    for (line, multipv) in lines.iter().zip(1..) {
        assert_eq!(line["multipv"], multipv);
        let mut pos = Position::startpos();
        for mv in line["pv"].as_array().unwrap() {
            let mv = pos.parse_usi_move(mv.as_str().unwrap()).unwrap();
            pos.do_move(mv);
        }
        assert!(pos.ply() > 1);
    }
    assert_eq!(lines[0]["pv"][0], json["bestmove"]);
}

#[test]
fn the_benchmark_ends_with_its_signature() {
    let (ok, out, _) = run_line(&["bench", "--nodes", "100", "--hash", "1"]);
    assert!(ok);
    let last: Vec<&str> = out.lines().last().unwrap().split(' ').collect();
    assert_eq!((last[1], last[3], last.len()), ("nodes", "nps", 4));
    assert!(last[0].parse::<u64>().unwrap() > 0);
}

/// Runs a command line that must succeed; returns its standard output.
fn succeed(line: &[&str]) -> String {
    let (ok, out, err) = run_line(line);
    assert!(ok, "{line:?}: {err}");
    out
}

/// A writer that always fails.
struct FullDisk;

impl Write for FullDisk {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::StorageFull.into())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Err(std::io::ErrorKind::StorageFull.into())
    }
}

/// The header notes of all game files in a folder.
fn notes(folder: &std::path::Path) -> Vec<String> {
    let files = komadai_training::pack::DataFormat::list(&[folder.to_path_buf()]).unwrap();
    let note = |file: &std::path::PathBuf| {
        let games = komadai_training::pack::GameFile::open(file).unwrap();
        games.note().to_string()
    };
    files.iter().map(note).collect()
}

/// A command line of `gensfen` that is quick.
fn gensfen<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    #[rustfmt::skip]
    let quick = [
        "gensfen", "--threads", "1", "--nodes", "20", "--max-plies", "20", "--out", out,
    ];
    [&quick[..], more].concat()
}

#[test]
fn settings_of_self_play_that_do_not_fit_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    for (options, english, japanese) in [
        (
            &["--opening-limit=-1"][..],
            "opening-limit is -1; it must be at least 0",
            "opening-limit が -1 です。0 以上にしてください",
        ),
        (
            &["--opening-min", "20", "--opening-max", "3"],
            "opening-min is 20; it must be 0 to opening-max",
            "opening-min が 20 です。0 から opening-max にしてください",
        ),
        (
            &["--threads", "100000"],
            "100000 is not in 1..=1024",
            "1..=1024",
        ),
        (&["--hash", "0"], "0 is not in 1..", "1.."),
    ] {
        let mut line = vec!["gensfen", "--games", "1", "--out", out];
        line.extend(options);
        let (ok, _, err) = run_line(&line);
        assert!(!ok && err.contains(english), "{err}");
        line.extend(["--lang", "ja"]);
        let (ok, _, err) = run_line(&line);
        assert!(!ok && err.contains(japanese), "{err}");
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    for command in [
        &["train", "--out", "nn.bin", "--data", out][..],
        &["data", "stat", out],
        &["data", "distance", out, "--deep", out],
        &["data", "rescore", out, "--out", "new"],
    ] {
        let (ok, _, err) = run_line(&[command, &["--threads", "100000"]].concat());
        assert!(!ok && err.contains("100000 is not in 1..=1024"), "{err}");
    }
}

#[test]
fn a_run_without_searches_tells_no_means_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let line = gensfen(out, &["--games", "1"]);
    assert!(succeed(&line).contains(" nodes a label, 0.00 % "));
    let again = succeed(&line);
    assert!(again.starts_with("1 game, "), "{again}");
    assert!(again.ends_with(&format!(" in {out}\n")), "{again}");
}

#[test]
fn every_command_knows_a_network_by_the_same_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let net = &path("nn.bin");
    succeed(&["net", "export", net]);
    let crc = crc32fast::hash(&std::fs::read(net).unwrap());
    // The header of the exported file asks for another divisor than `eval_options.txt`.
    std::fs::write(path("eval_options.txt"), "FV_SCALE 77\n").unwrap();
    let name = format!("net-{crc:08x}/77");
    assert!(succeed(&["net", "info", net]).contains("FV_SCALE 77 (eval_options.txt)"));

    #[rustfmt::skip]
    succeed(&[
        "gensfen", "--net", net, "--out", &path("games"), "--games", "1", "--threads", "1",
        "--nodes", "20", "--max-plies", "20",
    ]);
    assert!(notes(&folder.path().join("games"))[0].contains(&format!("teacher={name} ")));

    #[rustfmt::skip]
    succeed(&[
        "data", "rescore", &path("games"), "--net", net, "--out", &path("rescored"),
        "--nodes", "5", "--threads", "1",
    ]);
    let rescored = notes(&folder.path().join("rescored"));
    assert!(rescored[0].starts_with(&format!("rescored teacher={name} ")));

    #[rustfmt::skip]
    succeed(&[
        "book", "make", "--net", net, "--out", &path("a.db"), "--positions", "1",
        "--nodes", "50", "--hash", "1", "--threads", "1",
    ]);
    let journal = std::fs::read_to_string(path("a.db.journal")).unwrap();
    assert!(journal.contains(&format!("evaluator={name} ")), "{journal}");

    // The output cannot be written, so the analysis fails and the progress file stays.
    std::fs::write(path("game.usi"), "startpos moves 7g7f").unwrap();
    let kept = path("kept");
    #[rustfmt::skip]
    let line = [
        "analyse", &path("game.usi"), "--net", net, "--nodes", "50", "--html",
        &path("report.html"), "--progress", &kept,
    ];
    let args: Vec<OsString> = ["komadai"]
        .iter()
        .chain(&line)
        .map(OsString::from)
        .collect();
    let code = run(&args, Lang::English, &mut FullDisk, &mut Vec::new());
    assert_ne!(code, Some(ExitCode::SUCCESS));
    let kept = std::fs::read_to_string(kept).unwrap();
    let first = kept.lines().next().unwrap();
    assert!(first.contains(&format!("\"{name}\"")), "{first}");

    // The user's --fv-scale overrides `eval_options.txt`.
    #[rustfmt::skip]
    succeed(&[
        "gensfen", "--net", net, "--fv-scale", "9", "--out", &path("other"), "--games", "1",
        "--threads", "1", "--nodes", "20", "--max-plies", "20",
    ]);
    let own = format!("teacher=net-{crc:08x}/9 ");
    assert!(notes(&folder.path().join("other"))[0].contains(&own));
}

#[test]
fn the_built_in_network_goes_by_the_name_of_its_file() {
    use komadai::engine::EvaluatorOptions;
    use komadai::engine::evaluator::LoadedEvaluator;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nn.bin");
    succeed(&["net", "export", file.to_str().unwrap()]);
    let identity = |options| {
        let loaded = LoadedEvaluator::load_exactly(&options).unwrap();
        loaded.identity().unwrap()
    };
    let built_in = identity(EvaluatorOptions::built_in());
    let from_file = identity(EvaluatorOptions {
        eval_file: file.clone(),
        ..EvaluatorOptions::default()
    });
    assert_eq!(built_in, from_file);
    // A renamed copy is recognised, and a file that changed after loading is not.
    let moved = folder.path().join("moved.bin");
    std::fs::copy(&file, &moved).unwrap();
    let options = EvaluatorOptions {
        eval_file: moved.clone(),
        ..EvaluatorOptions::default()
    };
    let loaded = LoadedEvaluator::load_exactly(&options).unwrap();
    assert_eq!(loaded.identity().unwrap(), built_in);
    std::fs::write(&moved, "something else").unwrap();
    assert!(loaded.identity().is_err());
    assert!(LoadedEvaluator::load_exactly(&options).is_err());
}

#[test]
fn a_closed_pipe_is_no_error_and_other_output_errors_are() {
    struct Broken(std::io::ErrorKind);
    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let code = |line: &[&str], kind| {
        let args: Vec<OsString> = ["komadai"].iter().chain(line).map(OsString::from).collect();
        let code = run(&args, Lang::English, &mut Broken(kind), &mut Vec::new());
        format!("{:?}", code.unwrap())
    };
    let (closed, full) = (
        std::io::ErrorKind::BrokenPipe,
        std::io::ErrorKind::StorageFull,
    );
    for line in [
        &["perft", "1"][..],
        &["analyse", "--depth", "1", "--threads", "1", "--json"],
    ] {
        assert_eq!(code(line, closed), format!("{:?}", ExitCode::SUCCESS));
        assert_eq!(code(line, full), format!("{:?}", ExitCode::FAILURE));
    }
}

/// A command and all its subcommands.
fn commands(command: &clap::Command) -> Vec<&clap::Command> {
    let below = command.get_subcommands().flat_map(commands);
    std::iter::once(command).chain(below).collect()
}

#[test]
fn help_in_japanese_has_headings_defaults_and_values_in_japanese() {
    let help = |line: &[&str]| {
        let (ok, out, err) = run_line(line);
        assert!(ok, "{err}");
        out
    };
    let short = help(&["--lang", "ja", "match", "-h"]);
    for part in [
        "使い方: komadai match",
        "オプション:",
        "[既定値: 320]",
        "--lang <LANG>",
        "[値: en, ja]",
    ] {
        assert!(short.contains(part), "{part}\n{short}");
    }
    let long = help(&["analyse", "--help", "--lang=ja"]);
    for part in [
        "引数:",
        "- western: P-7f",
        "[既定値: auto]",
        "使い方を表示する",
    ] {
        assert!(long.contains(part), "{part}\n{long}");
    }
    let all = help(&["--lang", "ja", "help"]);
    assert!(all.contains("コマンド:"), "{all}");
    // Apart from names, no English text is left.
    for command in commands(&Cli::command()).into_iter().skip(1) {
        let name = command.get_name().to_string();
        if command.get_subcommands().next().is_some() {
            continue;
        }
        let parent = commands(&Cli::command()).into_iter().find_map(|parent| {
            let is_parent = parent.get_subcommands().any(|c| c.get_name() == name)
                && parent.get_name() != "komadai";
            is_parent.then(|| parent.get_name().to_string())
        });
        let mut line = vec!["--lang", "ja"];
        line.extend(parent.as_deref());
        line.extend([name.as_str(), "--help"]);
        let text = help(&line);
        for word in [
            "Usage",
            "Options",
            "Arguments",
            "default",
            "possible values",
            "Print",
        ] {
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
    let english = help(&["match", "-h"]);
    assert!(english.contains("Usage: komadai match") && english.contains("[default: 320]"));
}

#[test]
fn complaints_about_arguments_are_told_in_japanese() {
    for (line, parts) in [
        (
            &["frobnicate"][..],
            &["'frobnicate' というコマンドはありません"][..],
        ),
        (&["perft"], &["必要な引数がありません", "<DEPTH>"]),
        (
            &["perft", "x"],
            &["'<DEPTH>' の値 'x' は使えません：整数ではありません"],
        ),
        (&["perft", "99"], &["99 は ", " の範囲にありません"]),
        (
            &["perft", "3", "--paralel"],
            &[
                "'--paralel' という引数はありません",
                "ヒント: 似た引数があります：'--parallel'",
            ],
        ),
        (
            &["perft", "3", "--divide", "--parallel"],
            &["といっしょに使えません"],
        ),
        (
            &["analyse", "--notation", "x"],
            &["[値: usi, western, japanese]"],
        ),
        (&["show", "--svg"], &["値が必要です"]),
        (
            &["openings", "--seed", "1", "--seed", "2"],
            &["1 度しか使えません"],
        ),
        (
            &[
                "match",
                "--a",
                "self",
                "--b",
                "self",
                "--openings",
                "x",
                "--games",
                "2",
            ],
            &["必要な引数"],
        ),
        (&["match", "--sprt", "5"], &["ELO0,ELO1"]),
        (&["gensfen"], &["必要な引数がありません", "--out <OUT>"]),
    ] {
        let line: Vec<&str> = ["--lang", "ja"].iter().chain(line).copied().collect();
        let (ok, _, err) = run_line(&line);
        assert!(!ok && err.starts_with("エラー: "), "{line:?}: {err}");
        for part in parts {
            assert!(err.contains(part), "{part}: {err}");
        }
        for word in [
            "error:",
            "Usage:",
            "For more",
            "tip:",
            "possible values",
            "required",
        ] {
            assert!(!err.contains(word), "{word}: {err}");
        }
    }
}

#[test]
fn a_fault_is_told_in_one_line_of_either_language() {
    let english = fault(
        "thread 'main' panicked at a.rs:1:\nindex out of bounds",
        Lang::English,
    );
    assert_eq!(
        english,
        "Komadai has a fault, please report it: thread 'main' panicked at a.rs:1: index out of bounds"
    );
    assert!(fault("x", Lang::Japanese).contains("不具合"));
}
