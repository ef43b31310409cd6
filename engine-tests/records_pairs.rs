//! Conversion between every two formats: content is either kept or reported as a loss.

use komadai::position::Position;
use komadai::types::Color;
use komadai_records::Handicap;
use komadai_records::{End, Format, NodeId, Record, WriteOptions, read_bytes, write_bytes};

use crate::support::root;

#[path = "../crates/records/examples/corpus/round_trip.rs"]
mod round_trip;
use round_trip::round_trip;

/// Every end with its own word, and an unknown one.
fn ends() -> Vec<End> {
    let words = [
        "投了",
        "切れ負け",
        "反則負け",
        "反則勝ち",
        "入玉勝ち",
        "千日手",
        "持将棋",
        "引き分け",
        "最大手数",
        "詰み",
        "不詰",
        "不戦敗",
        "不戦勝",
        "トライ",
        "中断",
        "封じ手",
        "待った",
        "エラー",
    ];
    let mut ends: Vec<End> = words
        .iter()
        .map(|word| End::from_kif_word(word).unwrap())
        .collect();
    ends.push(End::other("指し掛け"));
    ends
}

/// Starts of different kinds, and two moves of each.
fn starts() -> Vec<(String, [&'static str; 2])> {
    let handicap = |name| Handicap::find(name).unwrap().sfen.to_string();
    vec![
        (Position::startpos().sfen(), ["7g7f", "3c3d"]),
        (handicap("two"), ["7a6b", "7g7f"]),
        (handicap("right-lance"), ["3c3d", "7g7f"]),
        (handicap("three-pawns"), ["5a5b", "7g7f"]),
        // A start that is no handicap, and a problem with all other pieces in the defender's hand.
        (
            "lnsgkgsnl/1r5r1/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL w - 1".to_string(),
            ["3c3d", "7g7f"],
        ),
        (
            "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1".to_string(),
            ["G*4b", "5a6a"],
        ),
        (
            "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124"
                .to_string(),
            ["P*7e", "8g8f"],
        ),
    ]
}

/// A game with all kinds of content in the main line and in variations.
fn game(start: &str, moves: [&str; 2], end: &End) -> Record {
    let start = Position::from_sfen(start).unwrap();
    let mut record = Record::new(&start);
    for (key, value) in [
        ("下手", "甲 太郎"),
        ("上手", "乙"),
        ("棋戦", "名人戦"),
        ("表題", "第1局"),
        ("開始日時", "2024/05/03(金) 10:00"),
        ("終了日時", "2024/05/03 18:00:00"),
        ("持ち時間", "各6時間"),
        ("秒読み", "1分"),
        ("場所", "東京"),
        ("消費時間", "10▲1△1"),
        ("記録係", "丙"),
    ] {
        record.headers.set(key, value);
    }
    let mut at = NodeId::ROOT;
    record.node_mut(at).comments = vec!["開始".to_string(), "*印".to_string()];
    for (number, text) in (1..).zip(moves) {
        at = record.add_move(at, text.parse().unwrap()).unwrap();
        let node = record.node_mut(at);
        node.time_ms = Some(1500 * number);
        node.comments = vec![format!("{number} 手目"), String::new(), "# }".to_string()];
    }
    record.node_mut(at).bookmark = Some("しおり".to_string());
    let end = record.add_end(at, end.clone());
    record.node_mut(end).time_ms = Some(61_000);
    record.node_mut(end).comments = vec!["終局".to_string()];
    // Another first move, with an end mark.
    let other = komadai::movegen::legal_moves(&start)
        .iter()
        .copied()
        .find(|mv| mv.to_string() != moves[0])
        .unwrap();
    let variation = record.add_move(NodeId::ROOT, other).unwrap();
    record.node_mut(variation).comments = vec!["変化".to_string()];
    record.add_end(variation, End::Resign);
    record
}

/// A record after a round trip through a format.
fn through(record: &Record, extension: &str) -> Record {
    let (format, options) = WriteOptions::for_extension(extension).unwrap();
    let written = write_bytes(std::slice::from_ref(record), format, options);
    read_bytes(&written.bytes, Some(extension))
        .unwrap()
        .records
        .remove(0)
}

#[test]
fn every_pair_of_formats_keeps_a_game_or_tells_what_is_lost() {
    let mut trips = 0;
    for (start, moves) in starts() {
        for end in ends() {
            let record = game(&start, moves, &end);
            for from in Format::EXTENSIONS {
                let first = round_trip(&record, from);
                assert_eq!(first.untold, [], "{from}: {end:?} {start}");
                let held = through(&record, from);
                for to in Format::EXTENSIONS {
                    let second = round_trip(&held, to);
                    assert_eq!(second.untold, [], "{from} to {to}: {end:?} {start}");
                    trips += 1;
                }
                // Content lost on the way to the first format cannot be lost again.
                let again = round_trip(&held, from);
                let lost = |losses: Vec<komadai_records::Loss>| -> Vec<String> {
                    losses.iter().map(ToString::to_string).collect()
                };
                let lost = lost(again.losses);
                assert_eq!(lost, [""; 0], "{from}: {end:?} {start}");
            }
        }
    }
    assert_eq!(trips, 7 * 19 * 81);
}

/// The table in docs/convert.md agrees with the losses that the program reports.
#[test]
fn the_words_for_each_end_are_in_the_manual() {
    let manual = std::fs::read_to_string(root().join("docs/convert.md")).unwrap();
    for end in ends() {
        if matches!(end, End::Other(_)) {
            continue;
        }
        let record = {
            let mut record = Record::default();
            let first = record
                .add_move(NodeId::ROOT, "7g7f".parse().unwrap())
                .unwrap();
            record.add_end(first, end.clone());
            record
        };
        let text = |extension| {
            let (format, _) = WriteOptions::for_extension(extension).unwrap();
            let options = WriteOptions::default();
            let bytes = write_bytes(std::slice::from_ref(&record), format, options).bytes;
            String::from_utf8(bytes).unwrap()
        };
        let kif = text("kifu");
        let result = kif.lines().find(|line| line.starts_with("まで")).unwrap();
        let csa = end.csa_word(Color::White).map(|word| format!("`%{word}`"));
        let csa = csa.unwrap_or(format!("`%CHUDAN`, `'*{}`", end.kif_word()));
        let row = format!(
            "| `{}` | `{result}` | {csa} | `{}` |",
            end.kif_word(),
            end.western_word()
        );
        assert!(manual.contains(&row), "{row}");
        assert!(
            text("csa").contains(&csa.replace("`, `", "\n").replace('`', "")),
            "{csa}"
        );
        assert!(text("txt").trim_end().ends_with(end.western_word()));
        let special = end.csa_word(Color::White).unwrap_or(end.kif_word());
        assert!(text("jkf").contains(&format!("\"special\":\"{special}\"")));
    }
}
