//! Tests of the content of reports: variations, the record itself, the text for readers
//! without scripts, and the list of games of a folder. Their behaviour in a browser is
//! tested by `scripts/check report`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use komadai_records::{NodeId, Record, read_bytes, read_file};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::{program, timeless};

/// Runs a command with the material evaluator, which every machine has.
fn analyse(folder: &Path, args: &[&str]) -> Output {
    let mut command = program::command();
    let fixed = ["--evaluator", "material", "--nodes", "50", "--force"];
    command.arg("analyse").args(args).args(fixed);
    command.current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

fn succeed(folder: &Path, args: &[&str]) {
    let done = analyse(folder, args);
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{args:?}: {said}");
}

fn data(name: &str) -> PathBuf {
    let path = crate::support::root().join("engine-tests/data/records");
    path.join(name)
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The JSON within a page.
fn embedded(page: &str, id: &str) -> Value {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// A game whose variations branch off each other, with comments, and an end mark alone.
const BRANCHED: &str = "先手：A\n後手：B\n手合割：平手\n*start\n   1 ７六歩(77) ( 0:01/)\n*<main> 1\n   2 ３四歩(33)\n   \
     3 ２六歩(27)\n   4 投了\n*end\n\n変化：4手\n   4 ８四歩(83)\n\n変化：3手\n   3 ６六歩(67)\n*three\n   4 ８四歩(83)\n   \
     5 ６八銀(79)\n\n変化：4手\n   4 ３二飛(82) ( 0:07/)\n*four & more\n   5 中断\n\n変化：2手\n   2 投了\n*alone\n";

/// The moves to a node, the last with time and comments: identifies the node independent of order.
type Place = (Vec<String>, Option<u64>, Vec<String>);

/// All moves of a record, found by walking from each back to the start.
fn places(record: &Record) -> BTreeSet<Place> {
    let moves = |mut id: NodeId| {
        let mut found = Vec::new();
        while let Some(mv) = record.node(id).mv() {
            found.insert(0, mv.to_string());
            id = record.node(id).parent().unwrap();
        }
        found
    };
    let nodes = record.ids().filter(|&id| record.node(id).mv().is_some());
    nodes
        .map(|id| {
            let node = record.node(id);
            let mut comments: Vec<String> = node.comment_lines().map(str::to_string).collect();
            // The comment of an end mark is at the move before it.
            for &child in node.children().iter().take(1) {
                let child = record.node(child);
                if child.mv().is_none() {
                    comments.extend(child.comment_lines().map(str::to_string));
                }
            }
            (moves(id), node.time_ms, comments)
        })
        .collect()
}

fn strings(value: &Value) -> Vec<String> {
    let values = value.as_array().map(Vec::as_slice).unwrap_or_default();
    values
        .iter()
        .map(|v| v.as_str().unwrap().to_string())
        .collect()
}

/// All moves of a document, by the description of its `variations`.
fn places_of_document(document: &Value) -> BTreeSet<Place> {
    let mut found = BTreeSet::new();
    // The moves that lead to the first position of each line, and its positions.
    let mut lines: Vec<(Vec<String>, Vec<Value>)> = Vec::new();
    let mut add = |before: Vec<String>, positions: &Value| {
        let mut moves = before.clone();
        let positions = positions.as_array().unwrap();
        for position in positions {
            let Some(usi) = position["move"]["usi"].as_str() else {
                continue;
            };
            moves.push(usi.to_string());
            assert_eq!(position["ply"], moves.len());
            let time = position["move"]["used_ms"].as_u64();
            found.insert((moves.clone(), time, strings(&position["comments"])));
        }
        lines.push((before, positions.clone()));
    };
    add(Vec::new(), &document["positions"]);
    let mut all: Vec<Vec<String>> = vec![moves_of(&document["positions"])];
    for variation in document["variations"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
    {
        let of = variation
            .get("of")
            .map_or(0, |of| 1 + of.as_u64().unwrap() as usize);
        let ply = variation["from_ply"].as_u64().unwrap() as usize;
        let before = all[of][..ply].to_vec();
        add(before.clone(), &variation["positions"]);
        all.push([before, moves_of(&variation["positions"])].concat());
    }
    found
}

fn moves_of(positions: &Value) -> Vec<String> {
    let positions = positions.as_array().unwrap();
    let moves = positions.iter().filter_map(|p| p["move"]["usi"].as_str());
    moves.map(str::to_string).collect()
}

#[test]
fn variations_are_kept_in_html_and_json() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("branched.kifu"), BRANCHED).unwrap();
    let branched = folder.join("branched.kifu");
    for path in [branched, data("00.kifu"), data("03.kifu"), data("00.jkf")] {
        let shown = path.display().to_string();
        succeed(folder, &[&shown, "--html", "o.html", "--json", "o.json"]);
        let record = read_file(&path).unwrap().records.remove(0);
        let document: Value = serde_json::from_str(&text(&folder.join("o.json"))).unwrap();
        assert_eq!(places_of_document(&document), places(&record), "{shown}");
        let page = embedded(&text(&folder.join("o.html")), "data");
        assert_eq!(page["variations"], document["variations"], "{shown}");
        let count = record.ids().map(|id| record.node(id).children().len());
        let branches: usize = count.map(|n| n.saturating_sub(1)).sum();
        let variations = document["variations"].as_array().map_or(0, Vec::len);
        assert_eq!(variations, branches, "{shown}");
    }
    // Only the main line is analysed, and an end mark alone is a variation too.
    succeed(folder, &["branched.kifu", "--json", "o.json"]);
    let document: Value = serde_json::from_str(&text(&folder.join("o.json"))).unwrap();
    let variations = document["variations"].as_array().unwrap();
    let positions = variations
        .iter()
        .flat_map(|v| v["positions"].as_array().unwrap());
    assert!(positions.clone().count() > 4);
    assert!(positions.clone().all(|p| p.get("score").is_none()));
    let alone = variations
        .iter()
        .find(|v| v["comments"][0] == "alone")
        .unwrap();
    assert_eq!(
        (&alone["end"]["japanese"], &alone["positions"]),
        (&"投了".into(), &Value::Array(vec![]))
    );
}

#[test]
fn the_kif_of_a_report_is_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("branched.kifu"), BRANCHED).unwrap();
    for path in [
        folder.join("branched.kifu"),
        data("03.kifu"),
        data("04.csa"),
    ] {
        succeed(folder, &[path.to_str().unwrap(), "--html", "o.html"]);
        let kif = embedded(&text(&folder.join("o.html")), "kif");
        let copied = read_bytes(kif.as_str().unwrap().as_bytes(), Some("kifu")).unwrap();
        assert_eq!(copied.warnings, []);
        let record = read_file(&path).unwrap().records.remove(0);
        assert_eq!(places(&copied.records[0]), places(&record));
        assert_eq!(copied.records[0].end(), record.end());
        assert_eq!(copied.records[0].start_sfen(), record.start_sfen());
    }
}

#[test]
fn a_report_can_be_read_without_scripts() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("branched.kifu"), BRANCHED).unwrap();
    succeed(folder, &["branched.kifu", "--html", "o.html"]);
    let page = text(&folder.join("o.html"));
    let plain = page.split_once("<noscript>").unwrap().1;
    let plain = plain.split_once("</noscript>").unwrap().0;
    let document = embedded(&page, "data");
    let variations = document["variations"].as_array().unwrap();
    let lines = variations.iter().map(|v| &v["positions"]);
    for positions in lines.chain([&document["positions"]]) {
        for position in positions.as_array().unwrap() {
            for key in ["japanese", "western"] {
                if let Some(mv) = position["move"][key].as_str() {
                    assert!(plain.contains(mv), "{mv}");
                }
            }
        }
    }
    for comment in [
        "start",
        "&lt;main&gt; 1",
        "end",
        "three",
        "four &amp; more",
        "alone",
        "投了",
        "中断",
    ] {
        assert!(plain.contains(comment), "{comment}");
    }
    assert!(plain.contains("<svg") && !plain.contains("<script"));
}

/// The names and accuracies of a report.
fn players(page: &str) -> Value {
    let players = embedded(page, "data")["players"].clone();
    let two = players.as_array().unwrap().iter();
    two.map(|p| serde_json::json!([p["name"], p["accuracy"]]))
        .collect()
}

#[test]
fn a_folder_has_a_list_of_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games = folder.join("games");
    std::fs::create_dir_all(games.join("deep & far")).unwrap();
    std::fs::copy(data("01.csa"), games.join("a b.csa")).unwrap();
    std::fs::copy(data("03.kifu"), games.join("deep & far/棋譜#1.kifu")).unwrap();
    let two = "V2.2\nN+X\nPI\n+\n+7776FU\n%TORYO\n/\nN-X\nPI\n+\n+2726FU\n-8384FU\n%TORYO\n";
    std::fs::write(games.join("two.csa"), two).unwrap();
    // Files of an earlier run are no games, and are written again.
    for _ in 0..2 {
        succeed(folder, &["games", "--html", "out"]);
    }
    let page = text(&folder.join("out/index.html"));
    let list = embedded(&page, "data");
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 4);
    let plain = page.split_once("<noscript>").unwrap().1;
    let plain = plain.split_once("</noscript>").unwrap().0;
    let mut links = BTreeSet::new();
    for game in list {
        let link = game["link"].as_str().unwrap();
        assert!(plain.contains(&format!("href=\"{link}\"")), "{link}");
        let report = text(&folder.join("out").join(unescaped(link)));
        let two = game["players"].as_array().unwrap().iter();
        let told: Value = two
            .map(|p| serde_json::json!([p["name"], p["accuracy"]]))
            .collect();
        assert_eq!(told, players(&report), "{link}");
        let document = embedded(&report, "data");
        assert_eq!(game["end"], document["end"], "{link}");
        let moves = document["positions"].as_array().unwrap().len() - 1;
        assert_eq!(game["moves"], moves, "{link}");
        links.insert(link.to_string());
    }
    assert_eq!(links.len(), 4);
}

/// An address as the name of a file.
fn unescaped(link: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = link.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let hex: Vec<u8> = rest.by_ref().take(2).collect();
            bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).unwrap(), 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_list_takes_no_ones_place() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games = folder.join("games");
    std::fs::create_dir(&games).unwrap();
    std::fs::copy(data("01.csa"), games.join("index.csa")).unwrap();
    succeed(folder, &["games", "--html", "out"]);
    let report = text(&folder.join("out/index.html"));
    assert!(embedded(&report, "data")["positions"].is_array());
    let list = text(&folder.join("out/games.html"));
    assert_eq!(embedded(&list, "data")[0]["link"], "index.html");

    // For a file with several games, the reports have numbers, and the list has the name
    // without one.
    let two = "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n-8384FU\n%TORYO\n";
    std::fs::write(folder.join("two.csa"), two).unwrap();
    succeed(folder, &["two.csa", "--html", "o.html"]);
    let list = embedded(&text(&folder.join("o.html")), "data");
    let links: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|g| g["link"].as_str().unwrap())
        .collect();
    assert_eq!(links, ["o-1.html", "o-2.html"]);
    // The list never overwrites the file of the games.
    let done = analyse(folder, &["two.csa", "--html", "two.csa"]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(text(&folder.join("two.csa")), two);
    assert!(!folder.join("two-1.csa").exists());
    // There is no list for a single game.
    succeed(folder, &["games/index.csa", "--html", "one.html"]);
    assert!(embedded(&text(&folder.join("one.html")), "data")["positions"].is_array());
}

#[test]
fn openings_castles_and_phases_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let moves = "7g7f 3c3d 6g6f 8c8d 7i7h 7a6b 2h6h 5a4b 3i3h 4b3b 5i4h 6a5b 4h3i 5c5d 3i2h 1c1d 1g1f 8d8e \
                 6i5h 6b5c 4g4f 7c7d 4f4e";
    std::fs::write(folder.join("g.usi"), format!("startpos moves {moves}\n")).unwrap();
    succeed(folder, &["g.usi", "--json", "o.json", "--html", "o.html"]);
    let document: Value = serde_json::from_str(&text(&folder.join("o.json"))).unwrap();
    assert_eq!(document["opening"]["english"], "Fourth-File Rook");
    let castles = |player: usize| {
        let castles = document["players"][player]["castles"].as_array().unwrap();
        castles
            .iter()
            .map(|c| c["japanese"].as_str().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(castles(0), ["片美濃囲い", "美濃囲い"]);
    assert_eq!(castles(1), ["舟囲い"]);
    for player in document["players"].as_array().unwrap() {
        let phases = player["phases"].as_array().unwrap();
        let names: Vec<_> = phases
            .iter()
            .map(|p| p["phase"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["opening", "middlegame", "endgame"]);
        let moves: u64 = phases.iter().map(|p| p["moves"].as_u64().unwrap()).sum();
        assert_eq!(moves, player["moves"].as_u64().unwrap());
        assert_eq!(phases[0]["accuracy"], player["accuracy"]);
        assert!(phases[2]["accuracy"].is_null());
    }
    let page = text(&folder.join("o.html"));
    assert!(page.contains("美濃囲い") && page.len() < 300_000);
}

/// Files of an engine for reports; `module` is the name of its JavaScript file.
fn make_engine(web: &Path, name: &str, module: &str) {
    let folder = web.join("engine");
    std::fs::create_dir_all(&folder).unwrap();
    let manifest = serde_json::json!({
        "abi": "shogihome-wasm-engine/1", "name": name, "module": module,
        "dataFiles": [{"url": "network-12ab.bin", "path": "/network.bin"}]
    });
    std::fs::write(folder.join("engine.json"), manifest.to_string()).unwrap();
    std::fs::write(
        folder.join("a.js"),
        "export default 1; // </script> {{data}}",
    )
    .unwrap();
    let bytes: Vec<u8> = (0..=255).collect();
    std::fs::write(folder.join("a.wasm"), bytes).unwrap();
    std::fs::write(folder.join("network-12ab.bin"), "net").unwrap();
}

const NAME: &str = concat!("Komadai ", env!("CARGO_PKG_VERSION"));

#[test]
fn a_report_holds_the_engine_if_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = data("00.kifu").display().to_string();
    make_engine(&folder.join("web"), NAME, "a.js");
    succeed(folder, &[&game, "--html", "with.html", "--engine=web"]);
    succeed(folder, &[&game, "--html", "without.html"]);
    let [with, without] = ["with.html", "without.html"].map(|name| text(&folder.join(name)));
    assert_eq!(
        embedded(&with, "module"),
        "export default 1; // </script> {{data}}"
    );
    let wasm = embedded(&with, "wasm");
    // 0, 1, 2, ... in base64, and 255 at the end.
    assert!(
        wasm.as_str()
            .unwrap()
            .starts_with("AAECAwQFBgcICQoLDA0ODxAREhMU")
    );
    assert!(wasm.as_str().unwrap().ends_with("/P3+/w=="));
    assert_eq!(
        embedded(&with, "files"),
        serde_json::json!({"/network.bin": "bmV0"})
    );
    let worker = embedded(&with, "worker");
    let web = crate::support::root().join("web");
    assert_eq!(worker, text(&web.join("engine_worker.js")));
    let analysis = |page| timeless(embedded(page, "data"));
    assert_eq!(analysis(&with), analysis(&without));
    for (page, has) in [(&with, true), (&without, false)] {
        assert_eq!(page.contains("id=\"wasm\""), has);
        assert_eq!(page.contains("new Worker("), has);
        assert_eq!(page.contains("worker-src blob:"), has);
        // These braces are the module's, not marks of the template.
        assert_eq!(page.matches("{{").count(), usize::from(has));
    }
    // The hash of the one script, as the browser counts it: all between its tags.
    for page in [&with, &without] {
        let (_, script) = page.rsplit_once("<script>").unwrap();
        let (script, _) = script.split_once("</script>").unwrap();
        let hash = STANDARD.encode(Sha256::digest(script));
        assert!(page.contains(&format!("script-src 'sha256-{hash}'")));
        assert!(!page.contains("script-src 'unsafe-inline'"));
        assert!(page.contains("base-uri 'none'; form-action 'none'\""));
    }
}

/// The error is reported before anything is searched or written.
#[test]
fn an_engine_that_is_missing_or_another_version_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = data("00.kifu").display().to_string();
    make_engine(&folder.join("old"), "Komadai 0.0.1", "a.js");
    make_engine(&folder.join("half"), NAME, "b.js");
    for (engine, words) in [
        ("--engine", "engine.json"),
        ("--engine=nowhere", "nowhere"),
        ("--engine=old", "this is Komadai 0.0.1"),
        ("--engine=half", "b.wasm"),
    ] {
        let done = analyse(folder, &[&game, "--html", "o.html", engine]);
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{engine}: {said}");
        assert!(
            said.contains(words) && said.contains("scripts/build-web"),
            "{said}"
        );
        assert!(
            !said.contains("positions"),
            "the analysis had begun: {said}"
        );
        assert!(!folder.join("o.html").exists());
    }
    let done = analyse(folder, &[&game, "--engine"]);
    assert!(!done.status.success() && String::from_utf8_lossy(&done.stderr).contains("--html"));
}
