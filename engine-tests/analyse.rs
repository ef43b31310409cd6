//! Tests of `komadai analyse` on whole games, with the real executable: output files,
//! broken input, continuation after a kill.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use komadai::position::Position;
use komadai::types::Square;
use komadai_records::notation::read_japanese;
use komadai_records::{NodeId, Record, read_file, write_csa_move};
use serde_json::Value;

use crate::support::program::{self, text};
use crate::support::{record_file, timeless};

fn program() -> Command {
    let mut command = program::command();
    command.arg("analyse").stdin(Stdio::null());
    command
}

/// Runs a command with the material evaluator, which every machine has.
fn analyse(folder: &Path, args: &[&str]) -> Output {
    let mut command = program();
    let fixed = ["--evaluator", "material", "--force"];
    command.args(args).args(fixed).current_dir(folder);
    command.output().unwrap()
}

fn succeed(folder: &Path, args: &[&str]) -> String {
    let done = analyse(folder, args);
    assert!(done.status.success(), "{args:?}: {}", text(&done.stderr));
    text(&done.stdout)
}

fn data(name: &str) -> String {
    record_file(name).to_str().unwrap().to_string()
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn record(path: &Path) -> Record {
    let mut reading = read_file(path).unwrap();
    assert_eq!(reading.warnings, [], "{}", path.display());
    reading.records.remove(0)
}

fn temporary() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_path_buf();
    (folder, path)
}

/// The root of a record and the nodes of its main line.
fn line(record: &Record) -> Vec<NodeId> {
    std::iter::once(NodeId::ROOT)
        .chain(record.main_line())
        .collect()
}

/// Plays a line such as `▲７六歩△３四歩`, and returns its number of moves.
fn play_japanese(pos: &Position, last_to: Option<Square>, moves: &str) -> usize {
    let (mut pos, mut last_to) = (pos.clone(), last_to);
    let mut count = 0;
    let starts: Vec<usize> = moves
        .char_indices()
        .filter(|(_, c)| "▲△".contains(*c))
        .map(|(i, _)| i)
        .collect();
    for (&start, end) in starts.iter().zip(starts[1..].iter().chain([&moves.len()])) {
        let mv = read_japanese(&pos, &moves[start..*end], last_to).unwrap();
        pos.do_move(mv);
        last_to = Some(mv.to());
        count += 1;
    }
    count
}

fn play_csa<'a>(pos: &Position, moves: impl Iterator<Item = &'a str>) -> usize {
    let mut pos = pos.clone();
    let mut count = 0;
    for text in moves {
        let legal = komadai::movegen::legal_moves(&pos);
        let mut found = legal.iter().filter(|&&mv| write_csa_move(&pos, mv) == text);
        pos.do_move(*found.next().unwrap_or_else(|| panic!("{text} is no move")));
        count += 1;
    }
    count
}

/// Checks that the comments for ShogiGUI have the lines of a position in the JSON.
fn check_shogigui(in_kif: &[&str], position: &Value, pos: &Position, last_to: Option<Square>) {
    let lines = position["lines"].as_array().unwrap();
    let gui: Vec<&&str> = in_kif
        .iter()
        .filter(|c| c.starts_with("*解析 0 候補"))
        .collect();
    assert_eq!(gui.len(), lines.len());
    for (rank, (gui, line)) in gui.iter().zip(lines).enumerate() {
        let words: Vec<&str> = gui.split(' ').collect();
        assert_eq!(words[2], format!("候補{}", rank + 1));
        assert_eq!(
            [words[3], words[5], words[7], words[9], words[11]],
            ["時間", "深さ", "ノード数", "評価値", "読み筋"]
        );
        assert_eq!(words[8], position["nodes"].to_string());
        assert_eq!(words[10], line["score"]["cp"].to_string());
        let moves = words[12..].concat();
        let length = line["usi"].as_array().unwrap().len();
        assert_eq!(play_japanese(pos, last_to, &moves), length);
    }
}

#[test]
fn what_is_written_can_be_read_again_and_agrees() {
    let (_guard, folder) = temporary();
    for name in ["00.kif", "01.kifu", "02.ki2", "03.csa", "04.jkf", "05.ki2u"] {
        let input = data(name);
        let args = [
            input.as_str(),
            "--nodes",
            "300",
            "--multipv",
            "2",
            "--html",
            "o.html",
            "--json",
            "o.json",
            "--csv",
            "o.csv",
            "--kif",
            "o.kifu",
            "--csa",
            "o.csa",
        ];
        succeed(&folder, &args);
        assert!(!folder.join("o.html.progress").exists());
        let before = read_file(Path::new(&input)).unwrap().records.remove(0);
        let kif = record(&folder.join("o.kifu"));
        let csa = record(&folder.join("o.csa"));
        let document = json(&folder.join("o.json"));
        let positions = document["positions"].as_array().unwrap();
        let table = std::fs::read_to_string(folder.join("o.csv")).unwrap();
        let rows: Vec<Vec<&str>> = table.lines().map(|l| l.split(',').collect()).collect();

        assert_eq!(kif.len(), before.len(), "{name}: variations are kept");
        assert_eq!(kif.end(), before.end(), "{name}");
        assert_eq!(positions.len(), before.main_moves().len() + 1, "{name}");
        assert_eq!(rows.len(), positions.len() + 1, "{name}");
        for made in [&kif, &csa] {
            assert_eq!(made.main_moves(), before.main_moves(), "{name}");
        }
        let (before_line, kif_line, csa_line) = (line(&before), line(&kif), line(&csa));
        let mut pos = before.start();
        let mut last_to = None;
        let (mut compared, mut doubled) = (0, 0);
        for (i, position) in positions.iter().enumerate() {
            let node = before.node(before_line[i]);
            if let Some(mv) = node.mv() {
                pos.do_move(mv);
                last_to = Some(mv.to());
                assert_eq!(position["move"]["usi"], mv.to_string());
            }
            assert_eq!(position["sfen"], pos.sfen(), "{name} {i}");
            let old: Vec<&str> = node.comment_lines().collect();
            let in_kif: Vec<&str> = kif.node(kif_line[i]).comment_lines().collect();
            let in_csa: Vec<&str> = csa.node(csa_line[i]).comment_lines().collect();
            assert_eq!(in_kif[..old.len()], old, "{name} {i}");
            assert_eq!(in_csa[..old.len()], old, "{name} {i}");
            // KIF stores whole seconds.
            let seconds = |ms: Option<u64>| ms.map(|ms| ms / 1000);
            let in_kif_time = kif.node(kif_line[i]).time_ms;
            assert_eq!(seconds(in_kif_time), seconds(node.time_ms), "{name} {i}");

            // The same score in five files.
            let lines = position["lines"].as_array().unwrap();
            if lines.iter().any(|line| line["score"]["cp"].is_null()) {
                continue;
            }
            compared += 1;
            let cp = position["score"]["cp"].as_i64().unwrap();
            let row = &rows[i + 1];
            assert_eq!(row[6], cp.to_string(), "{name} {i}");
            assert!(
                in_kif.contains(&format!("#評価値={cp}").as_str()),
                "{name} {i}"
            );
            let floodgate = in_csa[old.len()].strip_prefix("* ").unwrap();
            let mut words = floodgate.split(' ');
            assert_eq!(words.next().unwrap(), cp.to_string(), "{name} {i}");

            // The same line of play in them.
            let moves = komadai::movegen::legal_moves(&pos).len();
            // With so few nodes, the search may end before it knows a second line.
            assert!((1..=moves.min(2)).contains(&lines.len()), "{name} {i}");
            doubled += usize::from(lines.len() == 2);
            let length = lines[0]["usi"].as_array().unwrap().len();
            assert!(length > 0);
            assert_eq!(play_csa(&pos, words), length, "{name} {i}");
            let best = in_kif
                .iter()
                .find_map(|c| c.strip_prefix("#読み筋="))
                .unwrap();
            assert_eq!(play_japanese(&pos, None, best), length, "{name} {i}");
            check_shogigui(&in_kif, position, &pos, last_to);
        }
        assert!(compared * 2 > positions.len(), "{name}: {compared}");
        assert!(doubled * 2 > compared, "{name}: {doubled}");
    }
}

/// ShogiHome reads `#読み筋=` without the move before it, ShogiGUI wants 同.
#[test]
fn lines_in_kif_begin_with_a_square_for_shogihome_and_with_the_same_for_shogigui() {
    let (_guard, folder) = temporary();
    let mut recaptures = 0;
    for game in ["00", "01", "02", "03"] {
        let input = data(&format!("{game}.kif"));
        succeed(&folder, &[&input, "--nodes", "300", "--kif", "o.kifu"]);
        let kif = record(&folder.join("o.kifu"));
        for id in kif.main_line().filter(|&id| kif.node(id).mv().is_some()) {
            let pos = kif.position_at(id);
            let comments: Vec<&str> = kif.node(id).comment_lines().collect();
            let find = |start: &str| comments.iter().find_map(|c| c.split_once(start));
            let (Some((_, home)), Some((_, gui))) = (find("#読み筋="), find(" 読み筋 "))
            else {
                continue;
            };
            let first = home.chars().nth(1).unwrap();
            assert!(('１'..='９').contains(&first), "{home}");
            assert!(play_japanese(&pos, None, home) > 0);
            let last_to = kif.node(id).mv().map(|mv| mv.to());
            let mv = read_japanese(&pos, &gui[..gui.find(' ').unwrap_or(gui.len())], last_to);
            let takes_back = Some(mv.unwrap().to()) == last_to;
            assert_eq!(gui.chars().nth(1) == Some('同'), takes_back, "{gui}");
            recaptures += usize::from(takes_back);
        }
    }
    assert!(recaptures >= 10, "{recaptures}");
}

#[test]
fn nameless_players_and_records_without_moves_are_told_in_whole_words() {
    let (_guard, folder) = temporary();
    let game = "手合割：平手\n先手：\n後手：楓\n";
    std::fs::write(folder.join("one.kifu"), game).unwrap();
    let done = analyse(&folder, &["one.kifu", "--nodes", "50", "--html", "o.html"]);
    assert_eq!(text(&done.stderr), "1 position, 1 at a time\n");
    let out = text(&done.stdout);
    assert!(
        out.starts_with("one.kifu: 0 moves\nBlack: no move\nWhite 楓: no move\n"),
        "{out}"
    );
    let page = std::fs::read_to_string(folder.join("o.html")).unwrap();
    assert!(page.contains("<title>☗? – ☖楓</title>"));
    std::fs::write(folder.join("one.usi"), "startpos moves 7g7f").unwrap();
    let out = succeed(&folder, &["one.usi", "--nodes", "50"]);
    assert!(
        out.starts_with("one.usi: 1 move\nBlack: accuracy "),
        "{out}"
    );
    assert!(out.contains("of 1 move best"), "{out}");
}

/// Recomputes the numbers of a report from its scores.
#[test]
fn losses_judgements_and_accuracy_follow_from_the_scores() {
    let (_guard, folder) = temporary();
    let chance = |position: &Value| match position["score"]["cp"].as_f64() {
        Some(cp) => 1.0 / (1.0 + (-cp / 600.0).exp()),
        None => position["win_probability"].as_f64().unwrap(),
    };
    let mut names = std::collections::BTreeSet::new();
    for game in ["00", "01", "02", "03", "04", "05"] {
        succeed(
            &folder,
            &[
                &data(&format!("{game}.kif")),
                "--nodes",
                "500",
                "--json",
                "o.json",
            ],
        );
        let document = json(&folder.join("o.json"));
        let mut sums = [(0.0, 0.0, 0); 2];
        for pair in document["positions"].as_array().unwrap().windows(2) {
            let mv = &pair[1]["move"];
            let side = usize::from(mv["side"] == "white");
            let sign = [1.0, -1.0][side];
            let mut loss = f64::max(0.0, 100.0 * sign * (chance(&pair[0]) - chance(&pair[1])));
            let best = pair[0]["lines"][0]["usi"][0] == mv["usi"];
            if best {
                loss = 0.0;
            }
            assert_eq!(mv["best"], best);
            assert!((mv["loss"].as_f64().unwrap() - loss).abs() < 0.051, "{mv}");
            let expected = match loss {
                l if l >= 50.0 => "decisive or missed_win",
                l if l >= 20.0 => "blunder",
                l if l >= 10.0 => "mistake",
                l if l >= 5.0 => "inaccuracy",
                _ => "",
            };
            let judgement = mv["judgement"].as_str().unwrap_or("");
            match expected {
                "" => assert_eq!(judgement, "", "{mv}"),
                name => assert!(name.contains(judgement) && !judgement.is_empty(), "{mv}"),
            }
            names.insert(judgement.to_string());
            sums[side].0 += (103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0);
            sums[side].1 += loss;
            sums[side].2 += 1;
        }
        for (player, (accuracy, loss, moves)) in
            document["players"].as_array().unwrap().iter().zip(sums)
        {
            assert_eq!(player["moves"], moves);
            let n = f64::from(moves);
            assert!((player["accuracy"].as_f64().unwrap() - accuracy / n).abs() < 0.051);
            assert!((player["average_loss"].as_f64().unwrap() - loss / n).abs() < 0.0051);
        }
    }
    // Random games contain mistakes of every size.
    for name in ["inaccuracy", "mistake", "blunder"] {
        assert!(names.contains(name), "{names:?}");
    }
}

fn progress_lines(path: &Path) -> usize {
    std::fs::read_to_string(path).map_or(0, |t| t.lines().count())
}

/// Starts an analysis and kills it after a few positions.
fn killed(folder: &Path, args: &[&str], progress: &str) {
    let mut command = program();
    command.args(args).args(["--evaluator", "material"]);
    command
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    while progress_lines(&folder.join(progress)) < 6 {
        assert_eq!(
            child.try_wait().unwrap(),
            None,
            "it ended before it could be killed"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_killed_analysis_goes_on_and_comes_to_the_same() {
    let (_guard, folder) = temporary();
    let game = data("00.kif");
    let args = |nodes, threads| {
        [
            game.as_str(),
            "--nodes",
            nodes,
            "--multipv",
            "2",
            "--threads",
            threads,
            "--json",
        ]
    };
    let whole = [&args("20000", "2")[..], &["whole.json"]].concat();
    succeed(&folder, &whole);
    let whole = timeless(json(&folder.join("whole.json")));

    let cut = [&args("20000", "1")[..], &["cut.json"]].concat();
    killed(&folder, &cut, "cut.json.progress");
    assert!(!folder.join("cut.json").exists());
    // Cut as if the process had been killed while it wrote a line.
    let progress = folder.join("cut.json.progress");
    let mut bytes = std::fs::read(&progress).unwrap();
    bytes.extend_from_slice(b"{\"position\":\"lnsg");
    std::fs::write(&progress, bytes).unwrap();
    // The number of positions searched at once may differ.
    let again = [&args("20000", "3")[..], &["cut.json"]].concat();
    let done = analyse(&folder, &again);
    let said = text(&done.stderr);
    assert!(done.status.success() && said.contains("going on"), "{said}");
    assert_eq!(timeless(json(&folder.join("cut.json"))), whole);
    assert!(!progress.exists());

    // With other settings the analysis starts anew, with a message.
    std::fs::remove_file(folder.join("cut.json")).unwrap();
    killed(&folder, &cut, "cut.json.progress");
    let other = [&args("200", "2")[..], &["cut.json"]].concat();
    let done = analyse(&folder, &other);
    let said = text(&done.stderr);
    assert!(
        done.status.success() && said.contains("other settings"),
        "{said}"
    );
    succeed(&folder, &[&args("200", "2")[..], &["fresh.json"]].concat());
    let fresh = timeless(json(&folder.join("fresh.json")));
    assert_eq!(timeless(json(&folder.join("cut.json"))), fresh);
    assert_ne!(fresh, whole);
}

/// Elements opened and closed outside of scripts and styles; panics where they do not match.
fn tags(page: &str) -> Vec<String> {
    const VOID: [&str; 5] = ["meta", "link", "br", "input", "!doctype"];
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once('<') {
        let (tag, mut after) = after.split_once('>').unwrap();
        assert!(!tag.contains('<'), "{tag}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else {
            let name = tag.split(' ').next().unwrap().to_lowercase();
            if name == "script" || name == "style" {
                // Raw text ends at the first end tag, whatever stands before.
                after = &after[after.find(&format!("</{name}")).unwrap()..];
            }
            if !VOID.contains(&name.as_str()) && !tag.ends_with('/') {
                open.push(name.clone());
            }
            all.push(name);
        }
        rest = after;
    }
    assert_eq!(open, [""; 0]);
    all
}

fn embedded(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// A document with the lines as a report has them: a text for each, no marks, no depths.
fn shortened(mut document: Value) -> Value {
    for position in document["positions"].as_array_mut().unwrap() {
        let Some(lines) = position.get_mut("lines") else {
            continue;
        };
        for line in lines.as_array_mut().unwrap() {
            let line = line.as_object_mut().unwrap();
            line.retain(|key, _| !key.ends_with("depth"));
            for key in ["usi", "japanese", "western"] {
                let moves = line[key].as_array().unwrap().iter();
                let texts: Vec<&str> = moves.map(|mv| mv.as_str().unwrap()).collect();
                assert!(texts.iter().all(|text| !text.contains(' ')));
                line[key] = texts.join(" ").replace(['▲', '△'], "").into();
            }
        }
    }
    document
}

#[test]
fn hostile_records_stay_text() {
    let (_guard, folder) = temporary();
    let hostile = [
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "\"><img src=x onerror=alert(1)>",
        "{{data}} {{script}} & &amp; ' \\ \\u003c",
        "a\u{2028}b\u{202e}c\u{1}d😀羽生",
        "javascript:alert(1)",
    ];
    let kif = |text: &str| {
        format!(
            "先手：{text}\n後手：B{text}\n棋戦：{text}\n手合割：平手\n*{text}\n   1 ７六歩(77)\n*{text}\n   2 投了\n"
        )
    };
    std::fs::write(folder.join("plain.kifu"), kif("harmless")).unwrap();
    succeed(
        &folder,
        &["plain.kifu", "--nodes", "50", "--html", "plain.html"],
    );
    let plain = std::fs::read_to_string(folder.join("plain.html")).unwrap();
    let expected = tags(&plain);
    assert!(expected.contains(&"svg".to_string()) && expected.contains(&"title".to_string()));
    for (i, text) in hostile.into_iter().enumerate() {
        let input = format!("hostile{i}.kifu");
        std::fs::write(folder.join(&input), kif(text)).unwrap();
        succeed(
            &folder,
            &[
                &input, "--nodes", "50", "--html", "o.html", "--json", "o.json",
            ],
        );
        let page = std::fs::read_to_string(folder.join("o.html")).unwrap();
        assert_eq!(tags(&page), expected, "{text}");
        assert_eq!(page.matches("</script").count(), 3, "{text}");
        let document = embedded(&page);
        assert_eq!(
            timeless(document.clone()),
            timeless(shortened(json(&folder.join("o.json"))))
        );
        assert_eq!(document["players"][0]["name"], text);
        assert_eq!(document["positions"][1]["comments"][0], text);
        let title = page
            .split_once("<title>")
            .unwrap()
            .1
            .split_once("</title>")
            .unwrap()
            .0;
        assert!(!title.contains(['<', '>', '"', '\'']), "{title}");
    }
}

#[test]
fn a_report_refers_to_nothing_outside() {
    let (_guard, folder) = temporary();
    succeed(
        &folder,
        &[&data("01.csa"), "--nodes", "50", "--html", "o.html"],
    );
    let page = std::fs::read_to_string(folder.join("o.html")).unwrap();
    for (word, allowed) in [
        ("src=", ""),
        ("href=", "\"data:,\""),
        ("url(", "#"),
        ("@import", ""),
    ] {
        for (_, rest) in page
            .match_indices(word)
            .map(|(i, w)| (i, &page[i + w.len()..]))
        {
            assert!(
                !allowed.is_empty() && rest.starts_with(allowed),
                "{word}{}",
                &rest[..20]
            );
        }
    }
    // Names of markup languages look like addresses but load nothing.
    let addresses = page.matches("http").count();
    let known =
        page.matches("http://www.w3.org/2000/svg").count() + page.matches("http-equiv").count();
    assert_eq!(addresses, known);
    assert!(page.len() < 300_000, "{} bytes", page.len());
}

#[test]
fn a_blunder_is_found_and_named() {
    let (_guard, folder) = temporary();
    // Black leaves the bishop to be taken for nothing, and White does not take it.
    std::fs::write(
        folder.join("game.usi"),
        "position startpos moves 7g7f 3c3d 8h5e 9c9d 5e2b+ 3a2b\n",
    )
    .unwrap();
    let said = succeed(
        &folder,
        &["game.usi", "--nodes", "20000", "--json", "o.json"],
    );
    let document = json(&folder.join("o.json"));
    let positions = document["positions"].as_array().unwrap();
    let judgements: Vec<&str> = positions
        .iter()
        .map(|p| p["move"]["judgement"].as_str().unwrap_or(""))
        .collect();
    assert!(
        judgements[1..3]
            .iter()
            .all(|j| ["", "inaccuracy"].contains(j)),
        "{judgements:?}"
    );
    assert!(
        ["blunder", "decisive"].contains(&judgements[3]),
        "{judgements:?}"
    );
    assert!(
        ["blunder", "decisive", "missed_win"].contains(&judgements[4]),
        "{judgements:?}"
    );
    assert!(said.contains("8h5e") && said.contains("9c9d"), "{said}");
    // White's best move was the capture.
    let better = positions[3]["lines"][0]["usi"][0].as_str().unwrap();
    assert_eq!(better, "2b5e");
    let [black, white] = [&document["players"][0], &document["players"][1]];
    let worst = |p: &Value| {
        ["blunders", "decisive_blunders", "missed_wins"]
            .iter()
            .map(|k| p[*k].as_u64().unwrap())
            .sum::<u64>()
    };
    assert!(worst(black) >= 1 && worst(white) >= 1);
}

#[test]
fn missed_mates_are_named_and_mates_on_the_board_need_no_search() {
    let (_guard, folder) = temporary();
    // G*5b mates; Black moves the king instead, and mates one move later.
    let start = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves";
    std::fs::write(folder.join("missed.usi"), format!("{start} 5i4i 5a6b\n")).unwrap();
    std::fs::write(folder.join("mate.usi"), format!("{start} G*5b\n")).unwrap();
    succeed(
        &folder,
        &[
            "missed.usi",
            "--nodes",
            "3000",
            "--json",
            "m.json",
            "--kif",
            "m.kifu",
            "--csa",
            "m.csa",
        ],
    );
    let mv = &json(&folder.join("m.json"))["positions"][1]["move"];
    assert_eq!(mv["missed_mate"], 1, "{mv}");
    let kif = record(&folder.join("m.kifu"));
    let root: Vec<&str> = kif.node(NodeId::ROOT).comment_lines().collect();
    assert!(root.contains(&"#詰み=先手勝ち:1手"), "{root:?}");
    let first: Vec<&str> = kif.node(line(&kif)[1]).comment_lines().collect();
    assert!(
        first.iter().any(|c| c.contains("1手詰を見逃した")),
        "{first:?}"
    );
    let csa = record(&folder.join("m.csa"));
    assert!(csa.node(NodeId::ROOT).comments[0].starts_with("* 31999 +0052KI"));

    let said = succeed(
        &folder,
        &["mate.usi", "--nodes", "3000", "--json", "m.json"],
    );
    let document = json(&folder.join("m.json"));
    let last = &document["positions"][1];
    assert_eq!(
        (
            last["score"]["mate"].as_i64(),
            last["win_probability"].as_f64()
        ),
        (Some(0), Some(1.0))
    );
    assert_eq!(last["move"]["best"], true);
    assert_eq!(document["players"][0]["accuracy"], 100.0);
    assert!(said.contains("1 of 1 move best"), "{said}");
}

#[test]
fn what_is_broken_is_named_and_the_rest_is_analysed() {
    let (_guard, folder) = temporary();
    let cases: [(&str, Vec<u8>, usize, &str); 4] = [
        // An illegal move in the middle.
        (
            "illegal.kifu",
            "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ５五金(49)\n   4 ８四歩(83)\n"
                .into(),
            2,
            ":4:",
        ),
        // Cut within a line.
        (
            "half.csa",
            b"V2.2\nPI\n+\n+7776FU\n-3334FU\n+27".to_vec(),
            2,
            ":6:",
        ),
        // Bytes of no encoding.
        (
            "bytes.kif",
            [
                b"# \xff\n".to_vec(),
                "   1 ７六歩(77)\n".as_bytes().to_vec(),
            ]
            .concat(),
            1,
            "decoded",
        ),
        // A move of the wrong side.
        (
            "turn.csa",
            b"V2.2\nPI\n+\n+7776FU\n+2726FU\n".to_vec(),
            1,
            ":5:",
        ),
    ];
    for (name, bytes, moves, complaint) in cases {
        std::fs::write(folder.join(name), bytes).unwrap();
        let done = analyse(&folder, &[name, "--nodes", "50", "--json", "o.json"]);
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(3), "{name}: {said}");
        assert!(
            said.contains(name) && said.contains(complaint),
            "{name}: {said}"
        );
        let document = json(&folder.join("o.json"));
        assert_eq!(
            document["positions"].as_array().unwrap().len(),
            moves + 1,
            "{name}"
        );
        assert!(
            !document["problems"].as_array().unwrap().is_empty(),
            "{name}"
        );
        std::fs::remove_file(folder.join("o.json")).unwrap();
    }
    // An empty file.
    std::fs::write(folder.join("prose.kif"), "no record").unwrap();
    std::fs::write(folder.join("empty.kif"), "").unwrap();
    for name in ["prose.kif", "empty.kif", "missing.kif"] {
        let done = analyse(&folder, &[name, "--nodes", "50", "--json", "o.json"]);
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{name}");
        assert!(said.contains(name), "{said}");
        assert!(!folder.join("o.json").exists());
    }
}

#[test]
fn folders_yield_a_file_for_each_game() {
    let (_guard, folder) = temporary();
    let games = folder.join("games");
    std::fs::create_dir_all(games.join("deep")).unwrap();
    std::fs::copy(data("00.kif"), games.join("a.kif")).unwrap();
    std::fs::copy(data("01.csa"), games.join("a.csa")).unwrap();
    std::fs::copy(data("03.csa"), games.join("deep/b.csa")).unwrap();
    std::fs::write(games.join("bad.kif"), "no record").unwrap();
    std::fs::write(games.join("notes.txt"), "no record").unwrap();
    let two = "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n-8384FU\n%TORYO\n";
    std::fs::write(games.join("two.csa"), two).unwrap();
    for _ in 0..2 {
        // In a second run, files written by the first one are not read as games.
        let done = analyse(
            &folder,
            &[
                "games",
                "--nodes",
                "30",
                "--kif",
                "games/out",
                "--html",
                "games/out",
            ],
        );
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(3), "{said}");
        assert!(
            said.contains("bad.kif") && !said.contains("notes.txt"),
            "{said}"
        );
        let out = games.join("out");
        for (name, source) in [
            ("a.kif", "00.kif"),
            ("a.csa", "01.csa"),
            ("deep/b", "03.csa"),
        ] {
            assert!(out.join(format!("{name}.html")).exists(), "{name}");
            let made = record(&out.join(format!("{name}.kifu")));
            let source = record(Path::new(&data(source)));
            assert_eq!(made.main_moves(), source.main_moves());
        }
        assert_eq!(record(&out.join("two-1.kifu")).main_moves().len(), 1);
        assert_eq!(record(&out.join("two-2.kifu")).main_moves().len(), 2);
        assert!(!games.join("out.progress").exists());
    }
}

#[test]
fn standard_input_and_output_will_do() {
    let (_guard, folder) = temporary();
    let mut command = program();
    command.args([
        "-",
        "--nodes",
        "50",
        "--evaluator",
        "material",
        "--json",
        "-",
    ]);
    command
        .current_dir(&folder)
        .stdin(std::fs::File::open(data("01.ki2")).unwrap());
    let done = command.output().unwrap();
    assert!(done.status.success(), "{}", text(&done.stderr));
    let document: Value = serde_json::from_slice(&done.stdout).unwrap();
    let game = record(Path::new(&data("01.ki2")));
    assert_eq!(
        document["positions"].as_array().unwrap().len(),
        game.main_moves().len() + 1
    );
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn records_are_never_written_over() {
    let (_guard, folder) = temporary();
    std::fs::copy(data("00.kif"), folder.join("game.kif")).unwrap();
    let before = std::fs::read(folder.join("game.kif")).unwrap();
    for args in [
        &["game.kif", "--kif", "game.kif"][..],
        &["game.kif", "--kif", "./game.kif"],
        &["game.kif", "--html", "o", "--json", "o"],
        &["game.kif", "--html", "-", "--json", "-"],
        &["game.kif", "--html", "o.html", "--progress", "game.kif"],
        &["--json", "game.kif"],
        &["--html", "game.kif"],
    ] {
        let done = analyse(&folder, &[args, &["--nodes", "50"]].concat());
        assert_eq!(done.status.code(), Some(1), "{args:?}");
        assert!(text(&done.stderr).starts_with("error: "), "{args:?}");
        assert_eq!(
            std::fs::read(folder.join("game.kif")).unwrap(),
            before,
            "{args:?}"
        );
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

/// A position as text is accepted in place of a record's file name, unless such a file exists.
#[test]
fn a_position_stands_in_place_of_a_file() {
    let (_folder, path) = temporary();
    let run = |args: &[&str]| {
        let done = program::command()
            .args(args)
            .current_dir(&path)
            .output()
            .unwrap();
        (done.status.code(), text(&done.stdout) + &text(&done.stderr))
    };
    let mate = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let (code, said) = run(&["analyse", mate, "--depth", "3", "--hash", "1"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("best move: G*5b"), "{said}");
    for text in [mate.to_string(), format!("sfen {mate}")] {
        let (code, said) = run(&["mate", &text]);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("mate in 1"), "{said}");
    }
    let (code, said) = run(&["show", "startpos moves 7g7f", "--letters"]);
    assert_eq!(code, Some(0), "{said}");
    // An invalid position is reported as such, not as a missing file.
    let (code, said) = run(&["mate", "sfen 4k4/9/9 b - 1"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(!said.contains("No such file"), "{said}");
    // A name with a slash is a file.
    let (code, said) = run(&["show", "games/a.kif"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("games/a.kif"), "{said}");
}

/// With Japanese messages, moves are in Japanese notation unless another is given; JSON
/// stays as it is.
#[test]
fn moves_follow_the_language_unless_a_notation_is_asked_for() {
    let (_folder, path) = temporary();
    let run = |args: &[&str]| {
        let fixed = [
            "analyse",
            "startpos moves 7g7f",
            "--nodes",
            "500",
            "--hash",
            "1",
        ];
        let mut command = program::command();
        let done = command
            .args(fixed)
            .args(args)
            .current_dir(&path)
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        text(&done.stdout)
    };
    let is_usi = |word: &str| {
        let bytes = word.as_bytes();
        bytes.len() >= 4 && bytes[0].is_ascii_digit() && bytes[1].is_ascii_lowercase()
    };
    let japanese = run(&["--lang", "ja"]);
    assert!(japanese.contains("最善手: △"), "{japanese}");
    // The first line is the SFEN of the position.
    let words = japanese.lines().skip(1).flat_map(str::split_whitespace);
    assert!(!words.into_iter().any(is_usi), "{japanese}");
    let usi = run(&["--lang", "ja", "--notation", "usi"]);
    assert!(usi.split_whitespace().any(is_usi), "{usi}");
    assert!(run(&["--lang", "en"]).split_whitespace().any(is_usi));
}
