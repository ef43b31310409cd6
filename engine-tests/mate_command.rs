//! Tests of `komadai mate` with the real executable.

use std::path::Path;

use serde_json::Value;

use crate::support::program::{is_of_windows, output as komadai, text};

/// A mate in one by a gold on 5b, in each format; White's hand is left out where the format allows.
const SFEN: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

const BOARD: &str = "\
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
";

fn write(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_string()
}

fn document(args: &[&str]) -> Vec<Value> {
    let done = komadai(args);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let document: Value = serde_json::from_str(&text(&done.stdout)).unwrap();
    document["problems"].as_array().unwrap().clone()
}

#[test]
fn the_defender_holds_what_is_left_unless_the_file_says_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let csa = "P1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \n";
    let empty: String = (4..10)
        .map(|rank| format!("P{rank} *  *  *  *  *  *  *  *  * \n"))
        .collect();
    let csa = format!("{csa}{empty}P+00KI\n");
    let all = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    for (name, content, filled, expected) in [
        ("a.sfen", SFEN.to_string(), true, all),
        (
            "b.sfen",
            SFEN.replace(" G ", " Gr "),
            false,
            "4k4/9/4P4/9/9/9/9/9/9 b Gr 1",
        ),
        ("c.kifu", BOARD.to_string(), true, all),
        ("d.kifu", format!("後手の持駒：なし\n{BOARD}"), false, SFEN),
        (
            "e.kifu",
            format!("後手の持駒：残り全部\n{BOARD}"),
            true,
            all,
        ),
        (
            "f.kifu",
            format!("後手の持駒：歩\n{BOARD}"),
            false,
            "4k4/9/4P4/9/9/9/9/9/9 b Gp 1",
        ),
        ("g.csa", format!("{csa}+\n"), true, all),
        (
            "h.csa",
            format!("{csa}P-00FU\n+\n"),
            false,
            "4k4/9/4P4/9/9/9/9/9/9 b Gp 1",
        ),
        ("i.csa", format!("{csa}P-00AL\n+\n"), false, all),
    ] {
        let file = write(folder.path(), name, &content);
        let problems = document(&["mate", &file, "--json"]);
        assert_eq!(problems.len(), 1, "{name}");
        let problem = &problems[0];
        assert_eq!(problem["sfen"], expected, "{name}");
        assert_eq!(problem["hand_filled"], filled, "{name}");
        assert_eq!(
            (&problem["verdict"], &problem["plies"]),
            (&"mate".into(), &1.into())
        );
        assert_eq!(problem["line"][0], "G*5b");
        let as_given = document(&["mate", &file, "--json", "--hands-as-given"]);
        assert_eq!(as_given[0]["hand_filled"], false, "{name}");
    }
}

#[test]
fn many_problems_are_told_in_their_order_and_in_every_notation() {
    let folder = tempfile::tempdir().unwrap();
    let none = "4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1";
    let list: String = (0..20)
        .map(|i| format!("{}\n", if i % 5 == 3 { none } else { SFEN }))
        .collect();
    let sfens = write(folder.path(), "list.sfen", &list);
    let kif = write(
        folder.path(),
        "two.kifu",
        &format!("作品名：一番\n手数：3手\n{BOARD}\n# ----\n作品名：二番\n{BOARD}   1 ５二金打\n"),
    );
    let done = komadai(&["mate", &sfens, &kif, "--notation", "western"]);
    let out = text(&done.stdout);
    assert!(done.status.success(), "{out} {}", text(&done.stderr));
    let heads: Vec<&str> = out
        .lines()
        .filter(|line| !line.starts_with("    "))
        .collect();
    for (i, head) in heads.iter().take(20).enumerate() {
        let verdict = if i % 5 == 3 { "no mate" } else { "mate in 1" };
        assert_eq!(*head, format!("{sfens} {}: {verdict}", i + 1));
    }
    assert_eq!(
        heads[20],
        format!("{kif} 1 一番: mate in 1, earlier than the 3 stated")
    );
    assert_eq!(heads[21], format!("{kif} 2 二番: mate in 1, as stated"));
    assert_eq!(
        heads[22],
        "22 problems: 18 mates, 4 without a mate, 0 not solved"
    );
    assert!(out.contains("    G*5b\n"), "{out}");
    let japanese = text(&komadai(&["mate", &kif]).stdout);
    assert!(japanese.contains("    ▲５二金\n"), "{japanese}");
    // A position line with moves means the position after the moves.
    let start = SFEN.replace(" b G 1", " w G 1");
    let moves = format!("position sfen {start} moves 5a4a");
    let usi = write(folder.path(), "a.usi", &moves);
    let problems = document(&["mate", &usi, "--json"]);
    let sfen = problems[0]["sfen"].as_str().unwrap();
    assert!(
        sfen.starts_with("5k3/") && sfen.contains(" b "),
        "{problems:?}"
    );
}

#[test]
fn an_interrupted_run_goes_on_and_what_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let sfens = write(
        folder.path(),
        "list.sfen",
        &format!("{SFEN}\n9/9 b - 1\n{SFEN}\n"),
    );
    let progress = folder.path().join("kept");
    let kept = progress.to_str().unwrap();
    let line = ["mate", &sfens, "--nodes", "1000", "--progress", kept];
    let done = komadai(&line);
    assert_eq!(done.status.code(), Some(3));
    let err = text(&done.stderr);
    assert!(
        err.contains("list.sfen:2: ranks on the board: 2 instead of 9"),
        "{err}"
    );
    assert!(err.contains("1 problem in the files"), "{err}");
    assert!(!progress.exists());
    // Answers kept by an interrupted run are used as they are.
    let header = r#"{"komadai_mate":1,"engine":"Komadai ENGINE","settings":{"time_ms":null,"nodes":1000,"memory_mib":256,"plies":null,"cooks":null}}"#;
    let header = header.replace("ENGINE", env!("CARGO_PKG_VERSION"));
    let position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let entry = format!(
        r#"{{"position":"{position}","answer":{{"verdict":"no_mate","shortest":false,"line":[],"left":"","nodes":7,"time_ms":0}}}}"#
    );
    std::fs::write(
        &progress,
        format!("{header}\n{entry}\n{{\"position\":\"torn"),
    )
    .unwrap();
    let done = komadai(&line);
    let (out, err) = (text(&done.stdout), text(&done.stderr));
    assert!(err.contains("going on, 1 problem is solved"), "{err}");
    assert_eq!(out.matches(": no mate\n").count(), 2, "{out}");
    assert!(!progress.exists());
    // A run with other settings starts anew.
    std::fs::write(&progress, format!("{header}\n{entry}\n")).unwrap();
    let done = komadai(&["mate", &sfens, "--nodes", "2000", "--progress", kept]);
    let (out, err) = (text(&done.stdout), text(&done.stderr));
    assert!(
        err.contains("starting anew") && out.contains("mate in 1"),
        "{out} {err}"
    );
}

#[test]
fn a_stated_length_is_confirmed_or_refuted() {
    let folder = tempfile::tempdir().unwrap();
    let three = "+P6nl/5s3/3+L1g1+N1/p1l1pp2p/1p1P3P1/PPN+R4P/BGK1Pk+b2/2s2s3/Ls+r6 w 2GN3P3p 150";
    let file = write(folder.path(), "three.sfen", three);
    for (plies, verdict) in [
        ("1", ": refuted: no mate in 1\n"),
        ("3", ": mate in 3, as stated"),
        ("5", ": mate in 3, earlier than the 5 stated"),
    ] {
        let out = text(&komadai(&["mate", &file, "--plies", plies]).stdout);
        assert!(out.contains(verdict), "{out}");
    }
}

#[test]
fn names_of_files_reach_the_terminal_without_control_characters() {
    // No file of Windows has such a name.
    if is_of_windows() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "a\u{1b}[31m.sfen", SFEN);
    let done = komadai(&["mate", &file]);
    let said = text(&done.stdout);
    assert!(
        said.contains("[31m.sfen: ") && !said.contains('\u{1b}'),
        "{said:?}"
    );
}

#[test]
fn a_text_of_problems_counts_in_a_folder_too() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        "c.txt",
        &format!("sfen {SFEN}\nsfen {SFEN}\n"),
    );
    write(folder.path(), "d.sfen", SFEN);
    write(folder.path(), "readme.txt", "These are problems.");
    let problems = document(&["mate", folder.path().to_str().unwrap(), "--json"]);
    assert_eq!(problems.len(), 3);
}
