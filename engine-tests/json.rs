//! Tests of `--json` output: one convention for scores in all commands, and every field
//! in the documentation.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::program::komadai;
use crate::support::record_file;

/// The lines of JSON or the one object that a command prints.
fn json(args: &[&str]) -> Vec<Value> {
    let (ok, out, err) = komadai(args);
    assert!(ok, "{args:?}: {err}");
    let values = serde_json::Deserializer::from_str(&out).into_iter();
    values.map(Result::unwrap).collect()
}

/// The one object that a command prints.
fn object(args: &[&str]) -> Value {
    let mut values = json(args);
    assert_eq!(values.len(), 1, "{args:?}");
    values.remove(0)
}

/// Every name of a field, however deep.
fn fields(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                found.insert(name.clone());
                // Its names are end reasons of games.
                if name != "reasons" {
                    fields(value, found);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, found)),
        _ => {}
    }
}

/// A position with a rook and a bishop more for the side not to move.
const TWO_PIECES: &str = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";

struct Folder(tempfile::TempDir);

impl Folder {
    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_string()
    }

    /// The path of a new file.
    fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    /// The JSON lines of a match between material evaluators, and the lines of its record file.
    fn play(&self, records: &str) -> (Vec<Value>, Vec<Value>) {
        let starts = self.file("starts.txt", &format!("{TWO_PIECES}\nstartpos\n"));
        let records = self.path(records);
        let mut line = vec![
            "match", "--json", "--games", "4", "--nodes", "60", "--sprt", "0,50",
        ];
        line.extend([
            "--openings",
            &starts,
            "--records",
            &records,
            "--max-moves",
            "40",
        ]);
        line.extend([
            "--a",
            "self",
            "--opt-a",
            "Evaluator=material",
            "USI_OwnBook=false",
        ]);
        line.extend([
            "--b",
            "self",
            "--opt-b",
            "Evaluator=material",
            "USI_OwnBook=false",
        ]);
        let said = json(&line);
        let kept = std::fs::read_to_string(&records).unwrap();
        let kept = kept.lines().map(|line| serde_json::from_str(line).unwrap());
        (said, kept.collect())
    }

    /// A book with a move for White, scored 100 for White.
    fn book(&self) -> String {
        let text = format!("#YANEURAOU-DB2016 1.00\nsfen {TWO_PIECES}\n7a6b 7g7f 100 10 1\n");
        self.file("a.db", &text)
    }
}

#[test]
fn scores_are_those_of_black_in_every_command() {
    let folder = Folder(tempfile::tempdir().unwrap());
    let kif = folder.file(
        "two.kifu",
        "手合割：二枚落ち\n   1 ６二銀(71)\n   2 ７六歩(77)\n",
    );
    let material = ["--evaluator", "material"];
    let ahead = |score: &Value, what: &str| {
        let cp = score["cp"]
            .as_i64()
            .unwrap_or_else(|| panic!("{what}: {score}"));
        assert!(cp > 1000, "{what}: {cp}");
        cp
    };

    let two = ["--handicap", "two"];
    let limits = ["--depth", "2", "--json"];
    let position = object(&[&["analyse"], &two[..], &limits, &material].concat());
    assert_eq!(
        (&position["view"], &position["side"]),
        (&"black".into(), &"white".into())
    );
    ahead(&position["lines"][0]["score"], "a position");
    assert!(position["lines"][0]["win_probability"].as_f64().unwrap() > 0.8);

    let game = object(&[&["analyse", &kif], &limits[..], &material].concat());
    assert_eq!(game["view"], "black");
    for position in game["positions"].as_array().unwrap() {
        ahead(&position["score"], "a game");
        assert!(position["win_probability"].as_f64().unwrap() > 0.8);
    }

    // Static values are known in advance: the same for both sides to move.
    for moves in [&["--moves", "7a6b"][..], &[]] {
        let eval = object(&[&["eval", "--json"], &two[..], moves, &material].concat());
        assert_eq!(eval["view"], "black");
        assert!(eval["raw"].as_i64().unwrap() > 1000);
        ahead(&eval["score"], "eval");
    }

    let book = folder.book();
    let probe = object(&[&["book", "probe", &book, "--json"], &two[..]].concat());
    assert_eq!(
        (&probe["view"], &probe["in_book"]),
        (&"black".into(), &true.into())
    );
    assert_eq!(probe["moves"][0]["usi"], "7a6b");
    assert_eq!(probe["moves"][0]["score"]["cp"], -100);
    let probe = object(&["book", "probe", &book, "--json"]);
    assert_eq!(probe["in_book"], false);

    let (_, kept) = folder.play("m.jsonl");
    for game in &kept[1..3] {
        assert_eq!(
            (&game["view"], &game["black_first"]),
            (&"black".into(), &false.into())
        );
        ahead(&game["moves"][0], "White's move");
        ahead(&game["moves"][1], "Black's move");
    }
}

#[test]
fn the_page_names_every_field() {
    let page = crate::support::root().join("docs/json.md");
    let page = std::fs::read_to_string(page).unwrap();
    let named: BTreeSet<&str> = page.split('`').skip(1).step_by(2).collect();
    let folder = Folder(tempfile::tempdir().unwrap());
    let (net, book) = (folder.path("nn.bin"), folder.book());
    let (ok, _, err) = komadai(&["net", "export", &net]);
    assert!(ok, "{err}");
    let games = ["00.kif", "01.kif", "05.kif"].map(|name| {
        let game = record_file(name).to_str().unwrap().to_string();
        object(&[
            "analyse",
            &game,
            "--nodes",
            "200",
            "--multipv",
            "2",
            "--json",
        ])
    });
    let (said, kept) = folder.play("m.jsonl");
    let mut outputs: Vec<Value> = [&games[..], &said, &kept[1..]].concat();
    let mate = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    let judged = crate::support::root().join("engine-tests/data/tsume-judged.tsv");
    let judged = std::fs::read_to_string(judged).unwrap();
    let two_ways = judged.lines().find_map(|line| line.strip_prefix("other\t"));
    let problem = folder.file("one.sfen", two_ways.unwrap().split('\t').next().unwrap());
    for line in [
        &["analyse", "--depth", "3", "--json"][..],
        &["analyse", "--depth", "3", "--json", "--sfen", mate],
        &["mate", &problem, "--cooks", "1", "--json"],
        &["eval", "--json", "--breakdown"],
        &["perft", "2", "--json"],
        &["perft", "2", "--divide", "--json"],
        &["bench", "--nodes", "50", "--hash", "1", "--json"],
        &["book", "probe", &book, "--handicap", "two", "--json"],
        &["net", "info", &net, "--json"],
        &[
            "book",
            "stat",
            record_file("00.kif").to_str().unwrap(),
            "--json",
        ],
    ] {
        outputs.push(object(line));
    }
    let mut found = BTreeSet::new();
    outputs.iter().for_each(|output| fields(output, &mut found));
    assert!(found.len() > 100, "{found:?}");
    let missing: Vec<_> = found
        .iter()
        .filter(|f| !named.contains(f.as_str()))
        .collect();
    assert_eq!(missing, [&""; 0], "docs/json.md does not name these");
    // Known numbers agree with the text output of the same commands.
    let perft = object(&["perft", "3", "--divide", "--json"]);
    assert_eq!(perft["nodes"], 25_470);
    let moves = perft["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 30);
    let sum: u64 = moves.iter().map(|mv| mv["nodes"].as_u64().unwrap()).sum();
    assert_eq!(sum, 25_470);
    let bench = ["bench", "--nodes", "50", "--hash", "1"];
    let (_, words, _) = komadai(&bench);
    let nodes = object(&[&bench[..], &["--json"]].concat())["nodes"].to_string();
    assert!(
        words
            .lines()
            .last()
            .unwrap()
            .starts_with(&format!("{nodes} nodes ")),
        "{words}"
    );
}
