//! Tests of the browser page's questions: legal moves, records of any format, search
//! results, a game as KIF.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use komadai::Position;
use komadai::movegen::legal_moves;
use komadai::types::Move;
use komadai_records::{Format, WriteOptions, read_bytes, write_bytes};
use serde_json::{Value, json};

use crate::support::camp;

fn ask(question: &Value, content: &[u8]) -> Value {
    let mut bytes = question.to_string().into_bytes();
    bytes.push(b'\n');
    bytes.extend_from_slice(content);
    serde_json::from_str(&komadai_web::answer(&bytes)).unwrap()
}

fn data(name: &str) -> Vec<u8> {
    let folder = crate::support::root().join("engine-tests/data");
    std::fs::read(folder.join(name)).unwrap()
}

const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

#[test]
fn the_legal_moves_are_as_many_as_perft_counts_and_lead_where_they_say() {
    let known = String::from_utf8(data("perft-known.tsv")).unwrap();
    for line in known.lines().filter(|line| !line.starts_with('#')) {
        let (sfen, counts) = line.split_once('\t').unwrap();
        let count: usize = counts.split(' ').next().unwrap().parse().unwrap();
        let legal = ask(&json!({"ask": "moves", "sfen": sfen}), &[]);
        let moves = legal["moves"].as_array().unwrap();
        assert_eq!(moves.len(), count, "{sfen}");
        assert_eq!(legal["end"], Value::Null);
        let names: BTreeSet<&str> = moves
            .iter()
            .map(|m| m["japanese"].as_str().unwrap())
            .collect();
        assert_eq!(names.len(), count, "{sfen}: two moves go by one name");
        for mv in moves {
            let mut pos = Position::from_sfen(sfen).unwrap();
            let played = pos.parse_usi_move(mv["usi"].as_str().unwrap()).unwrap();
            pos.do_move(played);
            assert_eq!(mv["sfen"], pos.sfen());
        }
    }
}

#[test]
fn a_game_ends_by_mate_by_repetition_and_by_perpetual_check() {
    let mated = ask(
        &json!({"ask": "moves", "sfen": "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"}),
        &[],
    );
    assert_eq!(mated["moves"], json!([]));
    assert_eq!(mated["end"]["winner"], "black");
    assert_eq!(mated["end"]["japanese"], "詰み");

    let round = ["2h3h", "8b7b", "3h2h", "7b8b"];
    let three: Vec<&str> = round.repeat(3);
    let drawn = ask(&json!({"ask": "moves", "sfen": EVEN, "moves": three}), &[]);
    assert_eq!(drawn["end"]["japanese"], "千日手");
    assert_eq!(drawn["end"]["winner"], Value::Null);
    let open = ask(
        &json!({"ask": "moves", "sfen": EVEN, "moves": &three[..11]}),
        &[],
    );
    assert_eq!(open["end"], Value::Null);

    let checks = ["4f5f", "5a4a", "5f4f", "4a5a"].repeat(3);
    let sfen = "4k4/9/9/9/9/5R3/9/9/8K b - 1";
    // The rook gives check with every move, so that Black has lost.
    let foul = ask(&json!({"ask": "moves", "sfen": sfen, "moves": checks}), &[]);
    assert_eq!(foul["end"]["winner"], "white", "{foul}");
}

#[test]
fn a_declaration_is_offered_where_the_points_suffice() {
    for (hand, declares) in [("2R2B", true), ("2R7P", false)] {
        let legal = ask(&json!({"ask": "moves", "sfen": camp(hand)}), &[]);
        assert_eq!(legal["declares"], declares, "{hand}");
    }
}

/// Documents of games in every format: the moves agree with those that other programs read.
#[test]
fn records_of_every_format_are_read() {
    for game in ["00", "01", "02", "03", "04", "05"] {
        let noted = String::from_utf8(data(&format!("records/{game}.moves"))).unwrap();
        // The start is on the first line, the end mark after the moves.
        let (_, noted) = noted.split_once('\n').unwrap();
        let words = noted.split_whitespace();
        let expected: Vec<&str> = words.filter(|word| word.parse::<Move>().is_ok()).collect();
        assert!(!expected.is_empty());
        for extension in ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "usi"] {
            let bytes = data(&format!("records/{game}.{extension}"));
            // Pasted text has no file name; a dropped file has one.
            for name in ["", &format!("x.{extension}")] {
                let read = ask(&json!({"ask": "read", "name": name}), &bytes);
                let positions = read["document"]["positions"]
                    .as_array()
                    .expect("a document");
                let moves = positions.iter().filter_map(|p| p["move"]["usi"].as_str());
                let found: Vec<&str> = moves.collect();
                assert_eq!(found, expected, "{game}.{extension} as '{name}'");
                assert_eq!(read["titles"].as_array().unwrap().len(), 1);
            }
        }
    }
}

#[test]
fn one_of_several_games_is_read() {
    let games: Vec<_> = ["00", "01"]
        .iter()
        .flat_map(|game| {
            let bytes = data(&format!("records/{game}.kifu"));
            read_bytes(&bytes, Some("kifu")).unwrap().records
        })
        .collect();
    let both = write_bytes(&games, Format::Csa, WriteOptions::default()).bytes;
    for (index, game) in games.iter().enumerate() {
        let read = ask(
            &json!({"ask": "read", "name": "both.csa", "index": index}),
            &both,
        );
        let count = read["document"]["positions"].as_array().unwrap().len();
        assert_eq!(count, game.main_moves().len() + 1);
        assert_eq!(read["titles"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn what_cannot_be_understood_is_told() {
    for (question, content, words) in [
        (
            json!({"ask": "read"}),
            &b"nothing that is known"[..],
            "no record format",
        ),
        (json!({"ask": "read"}), &[0xff, 0xfe, 0, 1, 2], ""),
        (json!({"ask": "read"}), b"", ""),
        (json!({"ask": "moves", "sfen": "9/9 b - 1"}), b"", ""),
        (
            json!({"ask": "moves", "sfen": EVEN, "moves": ["7g7f", "7g7f"]}),
            b"",
            "move 2",
        ),
        (
            json!({"ask": "write", "extension": "kifu", "sfen": EVEN, "nodes": [{}, {"parent": 7, "usi": "3c3d"}]}),
            b"",
            "node 1",
        ),
        (
            json!({"ask": "write", "extension": "kifu", "sfen": EVEN, "nodes": [{}, {"parent": 0, "usi": "7g7e"}]}),
            b"",
            "node 1",
        ),
        (
            json!({"ask": "write", "extension": "kifu", "sfen": EVEN, "nodes": [{}, {"parent": 0, "usi": "x"}]}),
            b"",
            "no move",
        ),
        (json!({"ask": "something"}), b"", "something"),
        (json!(7), b"", ""),
    ] {
        let answer = ask(&question, content);
        let error = answer["error"].as_str();
        let error = error.unwrap_or_else(|| panic!("{question}: {answer}"));
        assert!(
            !error.is_empty() && error.contains(words),
            "{question}: {error}"
        );
    }
    assert!(komadai_web::answer(b"\xff{").contains("error"));
}

/// The built-in book is shown with legal moves, the best first; outside of it there is none.
#[test]
fn the_book_is_open_to_the_page() {
    let known = |moves: &[&str]| {
        let moves = ask(&json!({"ask": "book", "sfen": EVEN, "moves": moves}), &[]);
        moves.as_array().unwrap().clone()
    };
    let first = known(&[]);
    assert!(first.len() > 1, "{first:?}");
    let values: Vec<i64> = first.iter().map(|m| m["value"].as_i64().unwrap()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    let start = Position::startpos();
    for mv in &first {
        let played = Move::from_usi(mv["usi"].as_str().unwrap()).unwrap();
        assert!(start.is_legal(played) && mv["depth"].as_i64().unwrap() > 0);
    }
    // White's moves are worth the less to Black the better they are.
    let reply = known(&[first[0]["usi"].as_str().unwrap()]);
    let values: Vec<i64> = reply.iter().map(|m| m["value"].as_i64().unwrap()).collect();
    assert!(!values.is_empty() && values.is_sorted(), "{values:?}");
    assert_eq!(
        known(&["9g9f", "9c9d", "9f9e", "9d9e", "9i9e", "9a9e"]).len(),
        0
    );
}

/// What a format cannot hold, and what is wrong with a position, is told in the page's language.
#[test]
fn losses_and_faults_are_told_in_both_languages() {
    let nodes = json!([{}, {"parent": 0, "usi": "7g7f", "comments": ["a"], "used_ms": 1500}]);
    let losses = |lang: &str| {
        let question =
            json!({"ask": "write", "extension": "usi", "sfen": EVEN, "nodes": nodes, "lang": lang});
        let file = ask(&question, &[]);
        file["losses"].as_array().unwrap().clone()
    };
    let (english, japanese) = (losses("en"), losses("ja"));
    assert_eq!(english.len(), japanese.len());
    assert!(english.contains(&json!("comments are left out")));
    assert!(japanese.contains(&json!("コメントは書き出せません")));
    for (sfen, words) in [
        ("9/9 b - 1", "段"),
        ("9/9/9/9/9/9/9/9/9 x - 1", "手番"),
        ("9/9/9/9/9/9/9/9/8 b - 1", "升"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 19P 1", "歩"),
    ] {
        let told = ask(&json!({"ask": "check", "sfen": sfen, "lang": "ja"}), &[]);
        let told = told["error"].as_str().unwrap();
        assert!(told.contains(words), "{sfen}: {told}");
    }
}

/// The engine's output is converted to Black's view, with moves in all notations.
#[test]
fn info_lines_become_what_a_document_has_of_a_position() {
    let said = [
        "info depth 9 seldepth 12 multipv 2 score cp -40 nodes 900 time 10 pv 8c8d 2g2f",
        "info depth 10 seldepth 14 multipv 1 score cp 120 nodes 1000 time 11 pv 3c3d 8h2b+ 3a2b",
        "info depth 11 multipv 1 score cp 300 lowerbound nodes 1100",
        "info string nothing",
    ];
    let found = ask(
        &json!({"ask": "found", "sfen": EVEN, "moves": ["7g7f"], "said": said}),
        &[],
    );
    assert_eq!(found["score"], json!({"cp": -120}));
    assert_eq!(found["depth"], 10);
    assert_eq!(found["nodes"], 1100);
    // 1 / (1 + e^(120/600))
    assert_eq!(found["win_probability"], 0.4502);
    let lines = found["lines"].as_array().unwrap();
    assert_eq!(
        lines[0]["japanese"],
        json!(["△３四歩", "▲２二角成", "△同銀"])
    );
    assert_eq!(lines[0]["western"], json!(["P-3d", "Bx2b+", "Sx2b"]));
    assert_eq!(lines[1]["score"], json!({"cp": 40}));
    let mate = ["info depth 5 score mate 3 pv 3c3d"];
    let found = ask(
        &json!({"ask": "found", "sfen": EVEN, "moves": ["7g7f"], "said": mate}),
        &[],
    );
    assert_eq!(found["score"], json!({"mate": -3}));
    assert_eq!(found["win_probability"], 0.0);
    let nothing = ask(
        &json!({"ask": "found", "sfen": EVEN, "said": ["info depth 1"]}),
        &[],
    );
    assert_eq!(nothing, Value::Null);
}

/// A file that the page receives, and its losses.
fn written(question: &Value) -> (Vec<u8>, Value) {
    let answer = ask(question, &[]);
    let text = answer["base64"].as_str().unwrap();
    (STANDARD.decode(text).unwrap(), answer["losses"].clone())
}

#[test]
fn a_game_is_written_in_every_format_with_what_that_loses() {
    let nodes = json!([
        {"parent": null},
        {"parent": 0, "usi": "7g7f", "comments": ["said"], "used_ms": 3000},
        {"parent": 1, "usi": "3c3d"},
        {"parent": 1, "usi": "8c8d"}
    ]);
    for (extension, format) in [
        ("kif", Format::Kif),
        ("ki2", Format::Ki2),
        ("csa", Format::Csa),
        ("jkf", Format::Jkf),
        ("usi", Format::Usi),
    ] {
        let question =
            json!({"ask": "write", "extension": extension, "sfen": EVEN, "nodes": nodes});
        let (bytes, losses) = written(&question);
        let reading = read_bytes(&bytes, Some(extension)).unwrap();
        let moves = reading.records[0].main_moves();
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(moves, ["7g7f", "3c3d"], "{extension}");
        let loses = format != Format::Kif && format != Format::Jkf;
        assert_eq!(losses != json!([]), loses, "{extension}: {losses}");
    }
}

/// The page's searches lead to the same document as `komadai analyse`.
#[test]
fn a_game_is_reviewed_by_the_searches_of_its_positions() {
    let nodes =
        json!([{"parent": null}, {"parent": 0, "usi": "7g7f"}, {"parent": 1, "usi": "3c3d"}]);
    let said = json!([
        ["info depth 9 score cp 50 nodes 100 pv 7g7f 3c3d"],
        ["info depth 9 score cp -40 nodes 100 pv 8c8d"],
        ["info depth 9 score cp 900 nodes 100 pv 8h2b+"]
    ]);
    let document = ask(
        &json!({"ask": "review", "sfen": EVEN, "nodes": nodes, "said": said}),
        &[],
    );
    let positions = document["positions"].as_array().unwrap();
    assert_eq!(positions[1]["move"]["best"], true);
    assert_eq!(positions[2]["move"]["best"], false);
    // From -40 to -900 for White: 1 / (1 + e^(40/600)) - 1 / (1 + e^(900/600)), in percent.
    assert_eq!(positions[2]["move"]["loss"], 30.1);
    assert_eq!(document["players"][1]["moves"], 1);
    // Without the search of the last position, the last move is not judged.
    let document = ask(
        &json!({"ask": "review", "sfen": EVEN, "nodes": nodes, "said": [said[0], said[1]]}),
        &[],
    );
    assert_eq!(document["positions"][2]["move"]["loss"], Value::Null);
}

#[test]
fn faults_of_a_record_are_told_in_japanese() {
    let read = |text: &str| ask(&json!({"ask": "read", "lang": "ja"}), text.as_bytes());
    let unknown = read("nothing that is known");
    assert_eq!(unknown["error"], "知られている棋譜の形式ではありません");
    let broken = read("手合割：平手\n   1 ７六歩(77)\n   2 ９九王(11)\n");
    let problem = broken["problems"][0].as_str().unwrap();
    assert!(problem.starts_with("3 行目：2 手目："), "{problem}");
}

#[test]
fn a_position_set_up_by_hand_is_checked_in_both_languages() {
    for (sfen, words) in [
        ("4k4/9/9/9/9/4P4/4P4/9/4K4 b - 1", ["two pawns", "2 枚"]),
        ("4k4/9/9/9/9/9/9/9/4K4 b 19P 1", ["19 pawns", "19 枚"]),
        ("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", ["in check", "王手"]),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", ["never move", "行き所"]),
    ] {
        for (lang, words) in ["en", "ja"].into_iter().zip(words) {
            let answer = ask(&json!({"ask": "check", "sfen": sfen, "lang": lang}), &[]);
            let error = answer["error"].as_str().unwrap();
            assert!(error.contains(words), "{sfen}: {error}");
        }
    }
    let right = ask(
        &json!({"ask": "check", "sfen": "4k4/9/9/9/9/9/9/9/9 b G 1", "lang": "ja"}),
        &[],
    );
    assert_eq!(right["sfen"], "4k4/9/9/9/9/9/9/9/9 b G 1");
    let handicaps = ask(&json!({"ask": "handicaps"}), &[]);
    assert_eq!(handicaps.as_array().unwrap().len(), 16);
}

/// A game with variations survives a round trip through KIF.
#[test]
fn a_game_is_written_as_kif() {
    let nodes = json!([
        {"parent": null, "usi": null, "comments": ["the start"]},
        {"parent": 0, "usi": "7g7f", "comments": [], "used_ms": 3000},
        {"parent": 1, "usi": "3c3d", "comments": ["two", "lines"]},
        {"parent": 2, "usi": "8h2b+", "comments": [], "end": "投了"},
        {"parent": 1, "usi": "8c8d", "comments": [], "used_ms": null, "end": null},
        {"parent": 4, "usi": "2g2f", "comments": ["there"]},
        {"parent": 4, "usi": null, "comments": ["gave up"], "end": "投了"}
    ]);
    let headers = [["先手", "甲"], ["棋戦", "<b>"]];
    let game = json!({"ask": "write", "extension": "kifu", "sfen": EVEN, "headers": headers, "nodes": nodes});
    let (kif, losses) = written(&game);
    assert_eq!(losses, json!([]));
    let record = read_bytes(&kif, Some("kifu")).unwrap();
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
    let record = &record.records[0];
    let texts: Vec<String> = record
        .main_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(texts, ["7g7f", "3c3d", "8h2b+"]);
    assert_eq!(record.end().unwrap().kif_word(), "投了");
    assert_eq!(record.headers.get("先手"), Some("甲"));
    let ids: Vec<_> = record.ids().collect();
    let of = |usi: &str| {
        let found = ids
            .iter()
            .find(|&&id| record.node(id).mv().is_some_and(|mv| mv.to_string() == usi));
        record.node(*found.unwrap())
    };
    assert_eq!(of("7g7f").time_ms, Some(3000));
    assert_eq!(of("3c3d").comments, ["two", "lines"]);
    assert_eq!(of("2g2f").comments, ["there"]);
    assert_eq!(of("8c8d").children().len(), 2);
    let ends = ids.iter().filter(|&&id| record.node(id).end().is_some());
    assert!(ends.count() == 2);
    assert_eq!(record.node(ids[0]).comments, ["the start"]);
}

/// A move tried behind the end of a game leaves the game and its result the main line.
#[test]
fn moves_behind_an_end_are_written_as_a_variation() {
    let nodes = json!([
        {"parent": null, "usi": null},
        {"parent": 0, "usi": "7g7f"},
        {"parent": 1, "usi": "3c3d", "end": "投了"},
        {"parent": 2, "usi": "2g2f", "comments": ["better"]}
    ]);
    for extension in ["kifu", "ki2u", "jkf"] {
        let game = json!({"ask": "write", "extension": extension, "sfen": EVEN, "nodes": nodes});
        let (text, losses) = written(&game);
        assert_eq!(losses, json!([]), "{extension}");
        let record = read_bytes(&text, Some(extension)).unwrap();
        assert!(record.warnings.is_empty(), "{:?}", record.warnings);
        let record = &record.records[0];
        let moves: Vec<String> = record
            .main_moves()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(moves, ["7g7f", "3c3d"], "{extension}");
        assert_eq!(record.end().unwrap().kif_word(), "投了", "{extension}");
        let mut ids = record.ids();
        let tried = ids
            .find(|&id| record.node(id).comments == ["better"])
            .unwrap();
        assert_eq!(
            record.node(tried).mv().unwrap().to_string(),
            "2g2f",
            "{extension}"
        );
    }
}

#[test]
fn every_move_of_the_start_position_is_asked_for_once() {
    let legal = ask(&json!({"ask": "moves", "sfen": EVEN}), &[]);
    let own: BTreeSet<String> = legal_moves(&Position::startpos())
        .iter()
        .map(ToString::to_string)
        .collect();
    let told = legal["moves"].as_array().unwrap().iter();
    let told: BTreeSet<String> = told
        .map(|mv| mv["usi"].as_str().unwrap().to_string())
        .collect();
    assert_eq!(told, own);
}
