//! Tests with faults that occur in real record files, one test for each kind: they are
//! read as other programs read them.
//!
//! The files in `data/faults` were made after public reports; each name begins with the
//! number of its kind of fault.

use komadai::position::Position;
use komadai::types::{Color, SplitMix64};
use komadai_records::Handicap;
use komadai_records::{
    End, Format, NodeId, Reading, Record, WriteOptions, read_bytes, write_bytes,
};

use crate::support::program::{command, text};
use crate::support::root;

fn fault(name: &str) -> Reading {
    let path = root().join("engine-tests/data/faults").join(name);
    let extension = name.rsplit_once('.').unwrap().1;
    read_bytes(&std::fs::read(path).unwrap(), Some(extension)).unwrap()
}

fn read(text: &str, extension: &str) -> Reading {
    read_bytes(text.as_bytes(), Some(extension)).unwrap()
}

/// Reads a KIF text that must cause no warning.
fn kif(text: &str) -> Vec<Record> {
    let reading = read(text, "kifu");
    assert_eq!(reading.warnings, [], "{text}");
    assert_eq!(reading.doubts, [], "{text}");
    reading.records
}

fn moves(record: &Record) -> String {
    let texts: Vec<String> = record.main_moves().iter().map(|m| m.to_string()).collect();
    texts.join(" ")
}

fn headers(record: &Record) -> Vec<(&str, &str)> {
    record.headers.iter().collect()
}

fn written(record: &Record, extension: &str) -> String {
    let (format, options) = WriteOptions::for_extension(extension).unwrap();
    let options = WriteOptions {
        encoding: Default::default(),
        ..options
    };
    let bytes = write_bytes(std::slice::from_ref(record), format, options).bytes;
    String::from_utf8(bytes).unwrap()
}

fn losses(record: &Record, format: Format) -> Vec<String> {
    let written = write_bytes(
        std::slice::from_ref(record),
        format,
        WriteOptions::default(),
    );
    written.losses.iter().map(ToString::to_string).collect()
}

#[test]
fn row_01_a_drop_may_have_the_origin_00() {
    let reading = fault("01-drop.kifu");
    assert_eq!(reading.warnings, []);
    assert_eq!(moves(&reading.records[0]), "7g7f 3c3d 8h2b+ 3a2b B*4e");
    assert_eq!(reading.records[0].end(), Some(&End::Resign));
    for drop in [
        "４五角打（００）",
        "45角(00)",
        "４五角打 (00) ( 0:01/00:00:03)",
    ] {
        let text = format!(
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 {drop}\n"
        );
        assert_eq!(moves(&kif(&text)[0]), "7g7f 3c3d 8h2b+ 3a2b B*4e");
    }
}

#[test]
fn row_02_a_flipped_view_is_passed_over() {
    let reading = fault("02-flip.kifu");
    assert_eq!(reading.warnings, []);
    assert_eq!(moves(&reading.records[0]), "7g7f");
    assert_eq!(
        headers(&reading.records[0]),
        [("先手", "甲"), ("後手", "乙")]
    );
    for line in ["盤面回転", "　盤面回転 ", "盤面反転"] {
        kif(&format!("手合割：平手\n{line}\n   1 ７六歩(77)\n"));
    }
}

#[test]
fn row_03_notes_of_programs_may_stand_anywhere() {
    let reading = fault("03-note.kifu");
    assert_eq!(reading.warnings, []);
    assert_eq!(reading.records.len(), 1);
    assert_eq!(moves(&reading.records[0]), "7g7f 3c3d 8h2b+ 3a2b");
    for note in [
        "# ----",
        "#KIFU version",
        "# KIF形式棋譜ファイル",
        "#KI2",
        "  # x",
        "#",
    ] {
        let text = format!("   1 ７六歩(77)\n{note}\n   2 ３四歩(33)\n{note}\n   3 投了\n{note}\n");
        let records = kif(&text);
        assert_eq!(records.len(), 1, "{note}");
        assert_eq!(records[0].end(), Some(&End::Resign), "{note}");
        let text = format!("▲７六歩\n{note}\n△３四歩\n{note}\nまで2手で後手の勝ち\n");
        let reading = read(&text, "ki2u");
        assert_eq!(
            (reading.records.len(), &reading.warnings[..]),
            (1, &[][..]),
            "{note}"
        );
        assert_eq!(moves(&reading.records[0]), "7g7f 3c3d", "{note}");
    }
    // Move numbers that start again at 1 begin another game, with or without a note between.
    for between in ["# ----\n", "", "\n", "まで2手で中断\n", "# KIF\n\n"] {
        let text =
            format!("   1 ７六歩(77)\n   2 ３四歩(33)\n{between}   1 ２六歩(27)\n   2 投了\n");
        let games: Vec<String> = kif(&text).iter().map(moves).collect();
        assert_eq!(games, ["7g7f 3c3d", "2g2f"], "{between}");
    }
    // A variation that replaces the first move is no other game.
    let text = "   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：1手\n   1 ２六歩(27)\n   2 ８四歩(83)\n";
    assert_eq!(kif(text).len(), 1);
    // A number that goes back, but not to 1, begins a variation without a 変化 line.
    let text = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   2 ８四歩(83)\n   3 ６八銀(79)\n   3 ２六歩(27)\n   4 投了\n";
    let record = kif(text).remove(0);
    assert_eq!(moves(&record), "7g7f 3c3d 2g2f");
    let line: Vec<NodeId> = record.main_line().collect();
    let second = record.node(line[0]).children()[1];
    let thirds = record
        .node(second)
        .children()
        .iter()
        .map(|&id| record.node(id).mv().unwrap().to_string());
    assert_eq!(thirds.collect::<Vec<_>>(), ["7i6h", "2g2f"]);
    // A number that fits nowhere is reported.
    let reading = read(
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   2 ２二角成(88)\n",
        "kifu",
    );
    assert_eq!(
        (moves(&reading.records[0]).as_str(), reading.warnings.len()),
        ("7g7f 3c3d 8h2b+", 1)
    );
    // A note may stand between a diagram and its moves.
    let diagram = written(
        &Record::new(&position("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")),
        "kifu",
    );
    let diagram = diagram.replace("手数----", "# ----\n手数----");
    let records = kif(&format!("{diagram}   1 ５二金打\n"));
    assert_eq!(records.len(), 1);
    assert_eq!(moves(&records[0]), "G*5b");
}

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

#[test]
fn row_04_headers_behind_the_end_belong_to_the_next_game() {
    let reading = fault("04-two.kifu");
    assert_eq!(reading.warnings, []);
    let events: Vec<_> = reading
        .records
        .iter()
        .map(|r| r.headers.get("棋戦"))
        .collect();
    assert_eq!(events, [Some("春季リーグ"), Some("秋季リーグ")]);
    let reading = fault("04-two-b.kifu");
    let [first, second] = &reading.records[..] else {
        panic!("{} games", reading.records.len());
    };
    assert_eq!(headers(first), [("先手", "甲"), ("後手", "乙")]);
    let all = [
        ("表題", "第二局"),
        ("場所", "別館"),
        ("先手", "丙"),
        ("後手", "丁"),
    ];
    assert_eq!(headers(second), all);
    // Without an end mark, with every possible first line of the second game.
    for (head, expected) in [
        ("棋戦：秋\n開始日時：2024/05/03\n", "2024/05/03"),
        (
            "棋戦：秋\n開始日時：2024/05/03\n手合割：平手\n",
            "2024/05/03",
        ),
        (
            "# KIF\n棋戦：秋\n*言葉\n開始日時：2024/05/03\n",
            "2024/05/03",
        ),
        ("棋戦：秋\n終了日時：2024/05/04\n手数----指手--\n", ""),
        ("棋戦：秋\n", ""),
    ] {
        let text = format!("棋戦：春\n   1 ７六歩(77)\n   2 ３四歩(33)\n{head}   1 ２六歩(27)\n");
        let records = kif(&text);
        assert_eq!(records.len(), 2, "{head}");
        assert_eq!(headers(&records[0]), [("棋戦", "春")], "{head}");
        assert_eq!(records[1].headers.get("棋戦"), Some("秋"), "{head}");
        assert_eq!(
            records[1].headers.get("開始日時").unwrap_or(""),
            expected,
            "{head}"
        );
        assert_eq!(moves(&records[1]), "2g2f", "{head}");
        let comments = &records[1].node(NodeId::ROOT).comments;
        assert_eq!(comments.len(), usize::from(head.contains('*')), "{head}");
    }
    // KI2 has no move numbers.
    let text = "▲７六歩 △３四歩\nまで2手で後手の勝ち\n\n棋戦：秋\n▲２六歩\n";
    let reading = read(text, "ki2u");
    let games: Vec<String> = reading.records.iter().map(moves).collect();
    assert_eq!(games, ["7g7f 3c3d", "2g2f"]);
    assert_eq!(reading.records[1].headers.get("棋戦"), Some("秋"));
    // Headers after the moves belong to this game if a variation or no other game follows.
    let text = "   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n備考：熱戦\n\n変化：1手\n   1 ２六歩(27)\n終了日時：2024/05/03\n";
    let records = kif(text);
    assert_eq!(records.len(), 1);
    assert_eq!(
        headers(&records[0]),
        [("備考", "熱戦"), ("終了日時", "2024/05/03")]
    );
    assert_eq!(records[0].node(NodeId::ROOT).children().len(), 2);
    // A header that contradicts one before the moves is reported.
    let reading = read("棋戦：春\n   1 ７六歩(77)\n   2 投了\n棋戦：秋\n", "kifu");
    assert_eq!(reading.warnings.len(), 1);
    assert_eq!(reading.records[0].headers.get("棋戦"), Some("春"));
    // Several problems in a file, each with diagram, hands and title.
    let one = "作品名：一\n後手の持駒：なし\n";
    let board = written(
        &Record::new(&position("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")),
        "kifu",
    );
    let rows: String = board
        .lines()
        .filter(|l| l.starts_with('|'))
        .fold(String::new(), |out, l| out + l + "\n");
    let text = format!(
        "{one}{rows}先手の持駒：金\n{}{rows}先手の持駒：金二\n",
        one.replace('一', "二")
    );
    let records = kif(&text);
    let titles: Vec<_> = records
        .iter()
        .map(|r| r.headers.get("作品名").unwrap())
        .collect();
    assert_eq!(titles, ["一", "二"]);
    assert!(
        records[0].start_sfen().ends_with(" b G 1") && records[1].start_sfen().ends_with(" b 2G 1")
    );
    // CSA files joined without a line `/`.
    let text = "V2.2\nN+A\nPI\n+\n+7776FU\n%TORYO\nV2.2\nN+B\nPI\n+\n+2726FU\nN-C\n%CHUDAN\n\
        N+D\nPI\n+\n+5756FU\n%TORYO\n$END_TIME:2024/05/03\n'CSA encoding=UTF-8\nV3.0\nN+E\nPI\n+\n";
    let reading = read(text, "csa");
    assert_eq!(reading.warnings, []);
    let names: Vec<_> = reading
        .records
        .iter()
        .map(|r| r.headers.player(Color::Black))
        .collect();
    assert_eq!(names, [Some("A"), Some("B"), Some("D"), Some("E")]);
    assert_eq!(reading.records[1].headers.player(Color::White), Some("C"));
    assert_eq!(
        reading.records[2].headers.get("終了日時"),
        Some("2024/05/03")
    );
}

#[test]
fn row_04_games_of_json_may_stand_behind_each_other() {
    let game = |file: u8| {
        format!(
            "{{\"header\":{{\"棋戦\":\"{file}\"}},\"moves\":[{{}},{{\"move\":{{\"from\":{{\"x\":{file},\"y\":7}},\
             \"to\":{{\"x\":{file},\"y\":6}},\"piece\":\"FU\"}}}}]}}"
        )
    };
    for between in ["\n", "", "\u{FEFF}", "\r\n\u{FEFF}"] {
        let reading = read(&format!("{}{between}{}", game(7), game(2)), "jkf");
        assert_eq!(reading.warnings, [], "{between:?}");
        let games: Vec<String> = reading.records.iter().map(moves).collect();
        assert_eq!(games, ["7g7f", "2g2f"], "{between:?}");
    }
    // A fault after a complete game is reported, and the game is kept.
    let reading = read(&format!("{}\n{{\"moves\":[", game(7)), "jkf");
    assert_eq!((reading.records.len(), reading.warnings.len()), (1, 1));
}

#[test]
fn row_05_headers_have_the_keywords_of_csa() {
    let reading = fault("05-headers.kifu");
    assert_eq!(reading.warnings, []);
    let record = &reading.records[0];
    let text = written(record, "csa");
    for line in [
        "$EVENT:冬季杯",
        "$START_TIME:2020/02/02",
        "$END_TIME:2020/02/02 18:00:00",
        "$TIME:3600+30+0",
        "$OPENING:角換わり",
        "$SITE:体育館",
        "$NOTE:なし",
        "'表題：決勝",
        "'消費時間：10▲1△1",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
    // Every keyword written is one of the standard.
    let known = [
        "EVENT",
        "SITE",
        "START_TIME",
        "END_TIME",
        "TIME",
        "OPENING",
        "NOTE",
    ];
    for line in text.lines().filter_map(|line| line.strip_prefix('$')) {
        assert!(known.contains(&line.split_once(':').unwrap().0), "{line}");
    }
    // Converted back to the words of KIF files.
    let back = read(&text, "csa").records.remove(0);
    for (key, value) in [
        ("棋戦", "冬季杯"),
        ("表題", "決勝"),
        ("対局日", "2020/02/02"),
        ("終了日時", "2020/02/02 18:00:00"),
        ("持ち時間", "1時間"),
        ("秒読み", "30秒"),
        ("消費時間", "10▲1△1"),
    ] {
        assert_eq!(back.headers.get(key), Some(value), "{key}");
    }
    assert_eq!(back.headers.get("開始日時"), None);
    assert_eq!(
        losses(record, Format::Csa),
        ["dates are written in one form, without the day of the week"]
    );
    // The figures of CSA 2.2, where they suffice.
    for (times, line) in [
        ("持ち時間：1時間\n秒読み：30秒\n", "$TIME_LIMIT:01:00+30"),
        ("持ち時間：各１時間３０分\n", "$TIME_LIMIT:01:30+00"),
        ("持ち時間：10分+30秒\n", "$TIME_LIMIT:00:10+30"),
        ("秒読み：10秒\n", "$TIME_LIMIT:00:00+10"),
        ("持ち時間：00:25+00\n", "$TIME_LIMIT:00:25+00"),
    ] {
        let record = kif(&format!("{times}先手：A\n   1 ７六歩(77)\n")).remove(0);
        let text = written(&record, "csa");
        assert!(
            text.starts_with("V2.2\n") && text.contains(&format!("{line}\n")),
            "{text}"
        );
    }
    // A value that is no time control is kept as text.
    let record = kif("持ち時間：10分切れ負け\n   1 ７六歩(77)\n").remove(0);
    let text = written(&record, "csa");
    assert!(text.contains("\n'持ち時間：10分切れ負け\n"), "{text}");
    assert_eq!(
        read(&text, "csa").records[0].headers.get("持ち時間"),
        Some("10分切れ負け")
    );
    // A title without an event is written as both and read back as the title alone.
    let record = kif("表題：決勝\n   1 ７六歩(77)\n").remove(0);
    let text = written(&record, "csa");
    assert!(text.contains("\n$EVENT:決勝\n"), "{text}");
    assert_eq!(headers(&read(&text, "csa").records[0]), [("表題", "決勝")]);
    let foreign = read(
        "$EVENT:杯\n$START_TIME:2024/05/03 10:00:00\n$X_ID:7\nPI\n+\n",
        "csa",
    );
    let all = [
        ("棋戦", "杯"),
        ("開始日時", "2024/05/03 10:00:00"),
        ("X_ID", "7"),
    ];
    assert_eq!(headers(&foreign.records[0]), all);
    assert!(written(&foreign.records[0], "csa").contains("\n$X_ID:7\n"));
}

#[test]
fn row_06_times_of_csa_3_come_back() {
    let reading = fault("06-time.csa");
    assert_eq!(reading.warnings, []);
    let record = &reading.records[0];
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        lines.sort();
        lines
    };
    let path = root().join("engine-tests/data/faults/06-time.csa");
    let original = std::fs::read_to_string(path).unwrap();
    // Zeros after the decimal point are not a fraction.
    let original = original
        .replace("T1.500", "T1.5")
        .replace("T0.250", "T0.25");
    assert_eq!(sorted(&written(record, "csa")), sorted(&original));
    let kif = written(record, "kifu");
    for line in [
        "持ち時間：10分",
        "秒読み：1分",
        "先手持ち時間：10分",
        "後手持ち時間：5分",
        "後手秒読み：30秒",
        "後手加算：5秒",
        "最大手数：320",
        "持将棋：27",
    ] {
        assert!(kif.lines().any(|l| l == line), "{line}\n{kif}");
    }
    // Through KIF only fractions of seconds are lost.
    let through = read(&kif, "kifu").records.remove(0);
    let keys = |text: &str| {
        sorted(text)
            .into_iter()
            .filter(|l| l.starts_with('$'))
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&written(&through, "csa")), keys(&original));
    // The first line, version or encoding, depends on the header keys.
    for (keys, head) in [
        ("$TIME_LIMIT:00:25+00\n", "V2.2"),
        ("$MAX_MOVES:256\n", "'CSA encoding=UTF-8"),
        ("$TIME:300+0+2\n", "'CSA encoding=UTF-8"),
        ("$TIME:90+30+0\n", "'CSA encoding=UTF-8"),
    ] {
        let text = format!("{keys}PI\n+\n+7776FU\n");
        let again = written(&read(&text, "csa").records[0], "csa");
        assert!(again.starts_with(head) && again.contains(keys), "{again}");
    }
}

#[test]
fn row_08_the_side_that_can_move_begins() {
    let reading = fault("08-uwate.kifu");
    assert_eq!(reading.warnings, []);
    let record = &reading.records[0];
    assert_eq!(moves(record), "5a4b 7g7f");
    assert_eq!(record.start().side_to_move(), Color::White);
    // Only the names, and a diagram of 先手 and 後手 in which White makes the first move.
    let path = root().join("engine-tests/data/faults/08-uwate.kifu");
    let text = std::fs::read_to_string(path).unwrap();
    let plain = text.replace("上手の", "後手の").replace("下手の", "先手の");
    let black = plain
        .replace("   1 ４二玉(51)\n", "")
        .replace("   2 ", "   1 ");
    for (text, line) in [
        (plain.clone(), "5a4b 7g7f"),
        (format!("上手：甲\n{plain}"), "5a4b 7g7f"),
        (black, "7g7f"),
        (
            text.replace("   1 ４二玉(51)\n", "")
                .replace("   2 ", "   1 "),
            "7g7f",
        ),
        (text.replace("手数----", "上手番\n手数----"), "5a4b 7g7f"),
        (text.replace("手の持駒：なし", "手の持駒"), "5a4b 7g7f"),
    ] {
        assert_eq!(moves(&kif(&text)[0]), line, "{text}");
    }
    // In KI2 the mark ▲ or △ shows the side to move.
    let diagram = plain.split("手数----").next().unwrap();
    let reading = read(&format!("{diagram}△４二玉▲７六歩\n"), "ki2u");
    assert_eq!(
        (moves(&reading.records[0]).as_str(), &reading.warnings[..]),
        ("5a4b 7g7f", &[][..])
    );
}

#[test]
fn row_09_the_handicap_is_named_once() {
    for (name, line) in [
        ("09-a.jkf", "手合割：香落ち"),
        ("09-b.jkf", "手合割：平手"),
        ("09-c.kifu", "手合割：二枚落ち"),
    ] {
        let reading = fault(name);
        assert_eq!(reading.warnings, [], "{name}");
        let record = &reading.records[0];
        assert!(!moves(record).is_empty(), "{name}");
        for extension in ["kifu", "ki2u"] {
            let text = written(record, extension);
            let lines: Vec<&str> = text.lines().filter(|l| l.starts_with("手合割")).collect();
            assert_eq!(lines, [line], "{name}");
        }
        assert!(!written(record, "csa").contains("手合割"), "{name}");
    }
    // A handicap header that contradicts the start is ignored; without a start it gives the start.
    for (json, sfen) in [
        (
            r#"{"header":{"手合割":"二枚落ち"},"initial":{"preset":"HIRATE"},"moves":[{}]}"#,
            None,
        ),
        (
            r#"{"header":{"手合割":"二枚落ち"},"moves":[{}]}"#,
            Some("two"),
        ),
        (r#"{"header":{"手合割":"平手"},"moves":[{}]}"#, None),
        (
            r#"{"header":{"手合割":"６枚落"},"moves":[{}]}"#,
            Some("six"),
        ),
    ] {
        let record = read(json, "jkf").records.remove(0);
        assert_eq!(
            record
                .handicap()
                .map(|h| h.name)
                .filter(|_| !record.is_even()),
            sfen
        );
        assert_eq!(headers(&record), [], "{json}");
    }
    let western = read(
        "[手合割 \"平手\"]\n[SFEN \"4k4/9/9/9/9/9/9/9/4K4 b - 1\"]\n",
        "txt",
    );
    assert_eq!(
        written(&western.records[0], "kifu")
            .matches("手合割")
            .count(),
        1
    );
}

#[test]
fn row_10_invisible_characters_hide_nothing() {
    let sfen = Handicap::find("two").unwrap().sfen;
    for name in ["10-bom.kifu", "10-zwsp.kifu"] {
        let reading = fault(name);
        assert_eq!(reading.warnings, [], "{name}");
        assert_eq!(reading.records[0].start_sfen(), sfen, "{name}");
        assert_eq!(moves(&reading.records[0]), "7a6b 7g7f", "{name}");
    }
    let reading = fault("10-nbsp.kifu");
    assert_eq!(reading.warnings, []);
    assert_eq!(moves(&reading.records[0]), "7g7f 3c3d 8h2b+ 3a2b");
    let first = reading.records[0].main_line().next().unwrap();
    assert_eq!(reading.records[0].node(first).time_ms, Some(1000));
    let reading = fault("10-joined.kifu");
    assert_eq!(reading.warnings, []);
    let games: Vec<String> = reading.records.iter().map(moves).collect();
    assert_eq!(games, ["7g7f", "2g2f"]);
    // In other formats, at the start of any line, and after a missing line end.
    for (extension, text) in [
        (
            "csa",
            "\u{FEFF}\u{FEFF}V2.2\n\u{200B}PI\n\u{FEFF}+\n\u{200B}+7776FU\n\u{200E}-3334FU\n",
        ),
        ("ki2u", "\u{200B}▲７六歩\n\u{FEFF}△３四歩"),
        ("usi", "\u{200B}position startpos moves 7g7f\u{A0}3c3d\n"),
        ("txt", "\u{FEFF}\u{200B}1. P-7f\n\u{200B}2. P-3d\n"),
        (
            "jkf",
            "\u{FEFF}\u{FEFF}{\"moves\":[{},{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}},{\"move\":{\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4},\"piece\":\"FU\"}}]}",
        ),
        (
            "kifu",
            "   1 ７六歩(77)\n\u{2003}\u{3000}2\u{2003}３四歩(33)\n\u{200B}*言葉\n",
        ),
    ] {
        let reading = read(text, extension);
        assert_eq!(reading.warnings, [], "{extension}");
        assert_eq!(moves(&reading.records[0]), "7g7f 3c3d", "{extension}");
    }
    let text =
        "   1 ７六歩(77)\n   2 投了\u{FEFF}#KIF version=2.0\n手合割：平手\n   1 ２六歩(27)\n";
    let games: Vec<String> = kif(text).iter().map(moves).collect();
    assert_eq!(games, ["7g7f", "2g2f"]);
    // Such characters within people's texts are kept.
    let text = "   1 ７六歩(77)\n*a\u{A0}b\u{200B}c\u{FEFF}d\n";
    let record = kif(text).remove(0);
    let first = record.main_line().next().unwrap();
    assert_eq!(record.node(first).comments, ["a\u{A0}b\u{200B}c\u{FEFF}d"]);
}

#[test]
fn row_11_handicaps_are_found_however_they_are_spelt() {
    for (name, handicap, line) in [
        ("11-a.kifu", "bishop", "8c8d 7g7f"),
        ("11-b.kifu", "rook", "3c3d 7g7f"),
    ] {
        let reading = fault(name);
        assert_eq!(reading.warnings, [], "{name}");
        assert_eq!(
            reading.records[0].handicap(),
            Handicap::find(handicap),
            "{name}"
        );
        assert_eq!(moves(&reading.records[0]), line, "{name}");
    }
    for (text, name) in [
        ("四枚落", "four"),
        ("６枚落ち", "six"),
        ("飛落", "rook"),
        ("香車落ち（駒落ち戦）", "lance"),
        ("10枚落ち", "ten"),
    ] {
        for extension in ["kifu", "ki2u"] {
            let reading = read(&format!("手合割：{text}\n"), extension);
            assert_eq!(reading.warnings, [], "{text}");
            assert_eq!(
                reading.records[0].handicap(),
                Handicap::find(name),
                "{text}"
            );
        }
    }
    for even in ["平手（先手番）", "平手　", "平手(レーティング対局)"] {
        let record = kif(&format!("手合割：{even}\n   1 ７六歩(77)\n")).remove(0);
        assert!(record.is_even() && headers(&record).is_empty(), "{even}");
    }
    // An unknown handicap is reported, unless a diagram follows.
    let reading = read("手合割：王落ち\n   1 ７六歩(77)\n", "kifu");
    assert_eq!(reading.warnings.len(), 1);
    let path = root().join("engine-tests/data/faults/08-uwate.kifu");
    let text = std::fs::read_to_string(path).unwrap();
    let records = kif(&text.replace("その他", "二飛車"));
    assert_eq!(moves(&records[0]), "5a4b 7g7f");
}

#[test]
fn row_12_two_names_on_a_line_and_the_lines_below_the_moves() {
    let reading = fault("12-clip.ki2u");
    assert_eq!(reading.warnings, []);
    let record = &reading.records[0];
    assert_eq!(headers(record), [("先手", "甲野"), ("後手", "乙川")]);
    assert_eq!(moves(record), "7g7f 3c3d 8h2b+ 3a2b B*4e 6a5b");
    for line in [
        "先手：甲野／後手：乙川",
        "先手：甲野　　後手：乙川",
        "先手:甲野, 後手:乙川",
        "☗先手：甲野\n☖後手：乙川",
        "後手：乙川 / 先手：甲野",
    ] {
        let records = kif(&format!("{line}\n   1 ７六歩(77)\n----------\n==="));
        let record = &records[0];
        assert_eq!(record.headers.player(Color::Black), Some("甲野"), "{line}");
        assert_eq!(record.headers.player(Color::White), Some("乙川"), "{line}");
    }
    // A player's name that contains such a word is one name.
    let records = kif("先手：後手番が好き / A\n後手：B\n   1 ７六歩(77)\n");
    assert_eq!(
        records[0].headers.player(Color::Black),
        Some("後手番が好き / A")
    );
    for rule in [
        "------",
        "==========",
        "―――――",
        "━━━━",
        "＝＝＝＝",
        "Generated by X 1.0",
    ] {
        kif(&format!("   1 ７六歩(77)\n{rule}\n   2 ３四歩(33)\n"));
    }
    assert_eq!(read("   1 ７六歩(77)\nhello\n", "kifu").warnings.len(), 1);
}

#[test]
fn row_13_a_take_back_and_an_illegal_move_are_ends() {
    let reading = fault("14-m.csa");
    assert_eq!(reading.warnings, []);
    let record = &reading.records[0];
    assert_eq!(record.end(), Some(&End::TakeBack));
    assert!(written(record, "csa").ends_with("%MATTA\n"));
    assert!(written(record, "kifu").contains("待った"));
    for (text, side_to_move_wins) in [
        ("まで2手で反則により後手の勝ち", false),
        ("まで2手で反則により先手の勝ち", true),
        ("まで2手で先手の反則負け", false),
        ("まで2手で後手の反則負けにより先手の勝ち", true),
        ("まで２手で後手の反則勝ち", false),
        ("まで2手にて反則により後手の勝ち", false),
    ] {
        for (moves, extension) in [
            ("   1 ７六歩(77)\n   2 ３四歩(33)\n", "kifu"),
            ("▲７六歩 △３四歩\n", "ki2u"),
        ] {
            let reading = read(&format!("{moves}{text}\n"), extension);
            let end = match side_to_move_wins {
                true => End::FoulWin,
                false => End::FoulLoss,
            };
            assert_eq!(reading.records[0].end(), Some(&end), "{text}");
        }
    }
    for (text, end) in [
        ("まで2手で投了により後手の勝ち", End::Resign),
        ("まで2手で先手投了", End::Resign),
        ("まで2手で後手勝ち", End::Resign),
        ("まで2手で先手の不戦敗", End::DefaultLoss),
        ("まで2手で入玉宣言により先手の勝ち", End::Declaration),
        ("まで2手で時間切れにより、後手の勝ち", End::TimeUp),
        ("まで2手で先手の切れ負け", End::TimeUp),
    ] {
        let reading = read(&format!("▲７六歩 △３四歩\n{text}\n"), "ki2u");
        assert_eq!(reading.records[0].end(), Some(&end), "{text}");
    }
}

#[test]
fn row_14_lines_may_end_with_cr_alone() {
    for (extension, text) in [
        (
            "kifu",
            "手合割：平手\n   1 ７六歩(77)\n*a\n   2 ３四歩(33)\n",
        ),
        ("ki2u", "手合割：平手\n▲７六歩\n*a\n△３四歩\n"),
        ("csa", "V2.2\nPI\n+\n+7776FU\n'*a\n-3334FU\n"),
        ("usi", "# x\nposition startpos moves 7g7f 3c3d\n"),
        ("txt", "[Black \"A\"]\n1. P-7f {a} 2. P-3d\n"),
    ] {
        for end in ["\r", "\r\n", "\r\r\n"] {
            let reading = read(&text.replace('\n', end), extension);
            assert_eq!(reading.warnings, [], "{extension} {end:?}");
            assert_eq!(
                moves(&reading.records[0]),
                "7g7f 3c3d",
                "{extension} {end:?}"
            );
        }
        // A problem is reported with its line.
        let broken = text.replace('\n', "\r") + "?\r";
        if !matches!(extension, "usi" | "txt") {
            let reading = read(&broken, extension);
            assert_eq!(
                reading.warnings[0].line,
                text.lines().count() + 1,
                "{extension}"
            );
        }
    }
}

#[test]
fn row_17_sides_of_handicap_games_have_their_names() {
    let text =
        "手合割：二枚落ち\n先手：甲\n後手：乙\n   1 ６二銀(71)\n   2 ７六歩(77)\n   3 投了\n";
    let record = kif(text).remove(0);
    assert_eq!(headers(&record), [("下手", "甲"), ("上手", "乙")]);
    for extension in ["kifu", "ki2u"] {
        let text = written(&record, extension);
        assert!(text.contains("下手：甲\n上手：乙\n"), "{text}");
        assert!(text.contains("まで2手で下手の勝ち\n"), "{text}");
        assert!(!text.contains("先手") && !text.contains("後手"), "{text}");
    }
    for extension in ["csa", "txt", "jkf"] {
        let back = read(&written(&record, extension), extension)
            .records
            .remove(0);
        let mut found = headers(&back);
        found.sort();
        assert_eq!(found, [("上手", "乙"), ("下手", "甲")], "{extension}");
    }
    // A diagram of 上手 and 下手 keeps these names.
    let record = fault("08-uwate.kifu").records.remove(0);
    let named = kif(&format!("下手：甲\n上手：乙\n{}", written(&record, "kifu"))).remove(0);
    for extension in ["kifu", "ki2u", "csa", "txt", "jkf"] {
        let back = read(&written(&named, extension), extension)
            .records
            .remove(0);
        let kif = written(&back, "kifu");
        assert!(
            kif.contains("上手の持駒：なし") && kif.contains("下手の持駒：なし"),
            "{kif}"
        );
        assert!(
            kif.contains("上手番") && kif.contains("下手：甲") && !kif.contains("先手"),
            "{kif}"
        );
    }
    // An even game has no 上手.
    let record = kif("上手：乙\n下手：甲\n手合割：平手\n   1 ７六歩(77)\n").remove(0);
    assert_eq!(headers(&record), [("後手", "乙"), ("先手", "甲")]);
}

#[test]
fn row_18_western_text_has_the_tags_of_chess() {
    let text = "開始日時：2024/05/03 10:00:00\n終了日時：2024/05/03\n持ち時間：10分\n秒読み：30秒\n記録係：丙\n\
        先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 投了\n";
    let record = kif(text).remove(0);
    let text = written(&record, "txt");
    for line in [
        "[Date \"2024.05.03\"]",
        "[Time \"10:00:00\"]",
        "[EndDate \"2024.05.03\"]",
        "[TimeControl \"10分\"]",
        "[Byoyomi \"30秒\"]",
        "[Scorekeeper \"丙\"]",
        "[Result \"1-0\"]",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
    let names = text
        .lines()
        .filter_map(|l| l.strip_prefix('[')?.split(' ').next());
    assert!(
        names.clone().count() > 8 && names.into_iter().all(|name| name.is_ascii()),
        "{text}"
    );
    let back = read(&text, "txt").records.remove(0);
    assert_eq!(headers(&back), headers(&record));
    for (end, result) in [
        ("投了", "1-0"),
        ("反則勝ち", "0-1"),
        ("入玉勝ち", "0-1"),
        ("千日手", "1/2-1/2"),
        ("持将棋", "1/2-1/2"),
        ("中断", "*"),
    ] {
        let record = kif(&format!("   1 ７六歩(77)\n   2 {end}\n")).remove(0);
        let text = written(&record, "txt");
        assert!(text.contains(&format!("[Result \"{result}\"]")), "{text}");
        assert_eq!(read(&text, "txt").records[0].end(), record.end());
    }
    // Files of other programs may give the result only by the tag.
    for (tag, moves, end) in [
        ("1-0", "1. P-7f", Some(End::Resign)),
        ("0-1", "1. P-7f 2. P-3d", Some(End::Resign)),
        ("1/2-1/2", "1. P-7f", Some(End::Draw)),
        // No mark says that the side to move wins without a reason.
        ("0-1", "1. P-7f", Some(End::Other("後手の勝ち".to_string()))),
        ("*", "1. P-7f", None),
        ("1-0", "1. P-7f Interrupted", Some(End::Interrupted)),
    ] {
        let reading = read(&format!("[Result \"{tag}\"]\n\n{moves}\n"), "txt");
        assert_eq!(reading.records[0].end(), end.as_ref(), "{tag} {moves}");
    }
}

#[test]
fn row_19_kif_says_who_won() {
    for (end, line) in [
        ("投了", "まで1手で先手の勝ち"),
        ("切れ負け", "まで1手で時間切れにより先手の勝ち"),
        ("反則負け", "まで1手で後手の反則負け"),
        ("入玉勝ち", "まで1手で後手の入玉勝ち"),
        ("千日手", "まで1手で千日手"),
        ("中断", "まで1手で中断"),
    ] {
        let text =
            format!("   1 ７六歩(77)\n   2 {end}\n*終\n\n変化：1手\n   1 ２六歩(27)\n   2 投了\n");
        let record = kif(&text).remove(0);
        let text = written(&record, "kifu");
        assert_eq!(text.matches("まで").count(), 1, "{text}");
        assert!(
            text.contains(&format!("{end}\n*終\n{line}\n\n変化：1手\n")),
            "{text}"
        );
        let back = kif(&text).remove(0);
        assert_eq!(back.end(), record.end());
        assert_eq!(back.len(), record.len());
    }
}

#[test]
fn row_20_a_sealed_move_adjourns_the_game() {
    for text in [
        "   1 ７六歩(77)\n   2 封じ手\n",
        "   1 ７六歩(77)\nまで1手で封じ手\n",
    ] {
        let record = kif(text).remove(0);
        assert_eq!(record.end(), Some(&End::Sealed), "{text}");
        assert_eq!(record.end().and_then(|end| end.winner(Color::White)), None);
    }
    // Play goes on the next day, so that the mark becomes a comment of the next move.
    for (line, numbers) in [
        ("   2 封じ手", [2, 3, 4]),
        ("   2 封じ手   ( 1:00/00:01:00)\n*翌日へ", [2, 3, 4]),
        ("   2 封じ手", [3, 4, 5]),
        ("   2 中断", [2, 3, 4]),
    ] {
        let [second, third, end] = numbers;
        let text = format!(
            "   1 ７六歩(77)\n{line}\n   {second} ３四歩(33)\n   {third} ２六歩(27)\n   {end} 投了\n\n\
             変化：{third}手\n   {third} ６六歩(67)\n"
        );
        let record = kif(&text).remove(0);
        assert_eq!(moves(&record), "7g7f 3c3d 2g2f", "{text}");
        assert_eq!(record.end(), Some(&End::Resign), "{text}");
        let ids: Vec<NodeId> = record.main_line().collect();
        let children = ids.iter().map(|&id| record.node(id).children().len());
        assert_eq!(children.collect::<Vec<_>>(), [1, 2, 1, 0], "{text}");
        let sealed = record.node(ids[1]);
        let word = if line.contains("中断") {
            "中断"
        } else {
            "封じ手"
        };
        assert_eq!(sealed.comments[0], word, "{text}");
        if line.contains('*') {
            assert_eq!(sealed.comments, ["封じ手", "翌日へ"]);
            assert_eq!(sealed.time_ms, Some(60_000));
        }
    }
    let text = "PI\n+\n+7776FU\n%CHUDAN\n-3334FU\n%TORYO\n";
    let reading = read(text, "csa");
    assert_eq!(reading.warnings, []);
    assert_eq!(moves(&reading.records[0]), "7g7f 3c3d");
    // A move after any other end mark is reported.
    let reading = read("   1 ７六歩(77)\n   2 投了\n   3 ３四歩(33)\n", "kifu");
    assert_eq!(reading.warnings.len(), 1);
}

#[test]
fn row_21_ends_that_the_rules_do_not_bear_out_are_named() {
    let mut text = String::new();
    let dance = ["３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"];
    for (index, mv) in dance.iter().cycle().take(12).enumerate() {
        text.push_str(&format!("{:4} {mv}\n", index + 1));
    }
    let doubts = |text: &str, extension: &str| -> Vec<String> {
        let reading = read(text, extension);
        assert_eq!(reading.warnings, [], "{text}");
        reading.doubts.iter().map(ToString::to_string).collect()
    };
    let fourth =
        "after move 12 the position stands on the board for the fourth time, and no mark says so";
    assert_eq!(doubts(&text, "kifu"), [fourth]);
    assert_eq!(doubts(&format!("{text}  13 千日手\n"), "kifu"), [""; 0]);
    assert_eq!(
        doubts(&format!("{text}  13 ７六歩(77)\n  14 投了\n"), "kifu"),
        [fourth]
    );
    let record = read(&text, "kifu").records.remove(0);
    for extension in ["ki2u", "csa", "jkf", "txt"] {
        assert_eq!(
            doubts(&written(&record, extension), extension),
            [fourth],
            "{extension}"
        );
    }
    // Lists of positions have no end marks.
    assert_eq!(doubts(&written(&record, "usi"), "usi"), [""; 0]);
    let mate = "after move 1 a mark says mate where nobody is mated";
    assert_eq!(doubts("   1 ７六歩(77)\n   2 詰み\n", "kifu"), [mate]);
    assert_eq!(doubts("▲７六歩\nまで1手で詰み\n", "ki2u"), [mate]);
    assert_eq!(doubts("PI\n+\n+7776FU\n%TSUMI\n", "csa"), [mate]);
    assert_eq!(doubts("1. P-7f Mate\n", "txt"), [mate]);
    let mated = "PI\n+\n+7776FU\n%TORYO\n/\nP-51OU\nP+53FU\nP+00KI\nP-00AL\n+\n+0052KI\n%TSUMI\n";
    assert_eq!(doubts(mated, "csa"), [""; 0]);
}

/// Runs the program in a folder and returns what it wrote to standard output.
fn run(folder: &std::path::Path, args: &[&str]) -> String {
    let done = command().current_dir(folder).args(args).output().unwrap();
    assert!(done.status.success(), "{args:?}: {}", text(&done.stderr));
    text(&done.stdout)
}

#[test]
fn row_07_scores_of_played_games_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let faults = root().join("engine-tests/data/faults");
    for name in ["07-shogigui.kifu", "07-shogihome.kifu"] {
        let file = faults.join(name);
        let args = ["book", "stat", file.to_str().unwrap(), "--min-games", "1"];
        let out = run(folder.path(), &args);
        assert!(out.contains(" +0.55  ▲７六歩"), "{name}: {out}");
    }
    for (comment, mean) in [
        ("*対局 評価値 55", "+0.55"),
        ("*評価値=+55", "+0.55"),
        ("#評価値=-55", "-0.55"),
        ("*対局 時間 00:01.0 深さ 9 ノード数 9 評価値 -55", "-0.55"),
        ("*検討 0 候補1 評価値 55 読み筋 △３四歩(33)", "+0.55"),
        ("* 55 -3334FU", "+0.55"),
    ] {
        let game = format!("   1 ７六歩(77)\n*{comment}\n   2 投了\n");
        std::fs::write(folder.path().join("game.kifu"), game).unwrap();
        let out = run(
            folder.path(),
            &["book", "stat", "game.kifu", "--min-games", "1"],
        );
        assert!(out.contains(&format!(" {mean} ")), "{comment}: {out}");
    }
}

/// A game of 40 moves with comments of people and of other engines.
fn annotated() -> Record {
    let path = root().join("engine-tests/data/records/01.kifu");
    let mut record = read(&std::fs::read_to_string(path).unwrap(), "kifu")
        .records
        .remove(0);
    let line: Vec<NodeId> = record.main_line().take(6).collect();
    record.node_mut(NodeId::ROOT).comments = ["開始前の挨拶", "*Engines 0 Suisho", ""]
        .map(str::to_string)
        .to_vec();
    for (id, comments) in line.into_iter().zip([
        &["【悪手】", "と本に書いてあった"][..],
        &[
            "#評価値=30",
            "#読み筋=▲２六歩",
            "#エンジン=Suisho",
            "なるほど",
        ],
        &["*解析 0 候補1 時間 00:01.0 深さ 1/1 ノード数 9 評価値 31 読み筋 ▲２六歩(27)"],
        &["* 12 -3334FU", "  行の頭の空白と*印  "],
        &["最善手は▲２六歩、勝率62.1%→48.0%", "#評価値=5"],
        &["優等局面：先手は持駒を増やして同じ局面に戻れる"],
    ]) {
        record.node_mut(id).comments = comments.iter().map(|c| c.to_string()).collect();
    }
    record
}

/// The lines of a text that hold a score.
fn scores(record: &Record) -> usize {
    let lines = record.ids().flat_map(|id| record.node(id).comment_lines());
    let is_score = |line: &&str| {
        ["#評価値=", "#詰み=", "*解析 ", "* "]
            .iter()
            .any(|start| line.starts_with(start))
    };
    lines.filter(is_score).count()
}

#[test]
fn row_15_an_analysis_replaces_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let record = annotated();
    for (extension, option) in [("kifu", "--kif"), ("csa", "--csa")] {
        let name = |round: usize| format!("{round}.{extension}");
        std::fs::write(folder.path().join(name(0)), written(&record, extension)).unwrap();
        let mut counts = Vec::new();
        for round in 1..=3 {
            let args = [
                "analyse",
                &name(round - 1),
                "--nodes",
                "200",
                option,
                &name(round),
            ];
            run(folder.path(), &args);
            let bytes = std::fs::read(folder.path().join(name(round))).unwrap();
            let back = read_bytes(&bytes, Some(extension))
                .unwrap()
                .records
                .remove(0);
            counts.push((
                scores(&back),
                back.ids()
                    .map(|id| back.node(id).comments.len())
                    .sum::<usize>(),
            ));
            // The lines of others come first, unchanged.
            for (id, old) in std::iter::once(NodeId::ROOT)
                .chain(back.main_line())
                .zip(std::iter::once(NodeId::ROOT).chain(record.main_line()))
            {
                let others: Vec<&str> = record.node(old).comment_lines().collect();
                let lines: Vec<&str> = back.node(id).comment_lines().collect();
                assert_eq!(lines[..others.len()], others, "{extension} {round}");
            }
            if extension == "kifu" {
                let root: Vec<&str> = back.node(NodeId::ROOT).comment_lines().collect();
                assert!(
                    root.contains(&"*Engines 0 Suisho") && root.contains(&"*Engines 1 Komadai")
                );
                let all: Vec<&str> = back
                    .ids()
                    .flat_map(|id| back.node(id).comment_lines())
                    .collect();
                assert_eq!(
                    all.iter()
                        .filter(|line| line.starts_with("*解析 0 "))
                        .count(),
                    1
                );
                assert!(
                    all.iter()
                        .filter(|line| line.starts_with("*解析 1 "))
                        .count()
                        > 30
                );
            }
        }
        assert!(counts[0].0 > scores(&record) + 30, "{counts:?}");
        assert_eq!(counts[0].0, counts[1].0, "{extension}");
        assert_eq!(counts[1].0, counts[2].0, "{extension}");
    }
}

#[test]
fn row_16_a_page_shows_engines_lines_as_scores() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("game.kifu"),
        written(&annotated(), "kifu"),
    )
    .unwrap();
    let args = [
        "analyse",
        "game.kifu",
        "--nodes",
        "50",
        "--html",
        "o.html",
        "--json",
        "o.json",
    ];
    run(folder.path(), &args);
    let json = std::fs::read_to_string(folder.path().join("o.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let position = |ply: usize| &json["positions"][ply];
    assert_eq!(position(0)["said"], serde_json::json!(["開始前の挨拶", ""]));
    assert_eq!(position(1)["said"], serde_json::Value::Null);
    assert_eq!(position(1)["comments"].as_array().unwrap().len(), 2);
    assert_eq!(position(2)["said"], serde_json::json!(["なるほど"]));
    let noted = &position(2)["noted"][0];
    assert_eq!(noted["engine"], "Suisho");
    assert_eq!(noted["score"]["cp"], 30);
    assert_eq!(noted["moves"], "▲２六歩");
    // Without words of people, the move gets no comment mark.
    assert_eq!(position(3)["said"], serde_json::json!([]));
    assert_eq!(position(3)["noted"][0]["engine"], "Suisho");
    assert_eq!(position(3)["noted"][0]["score"]["cp"], 31);
    // The data keeps all lines, because the record is written from it again.
    assert_eq!(position(3)["comments"].as_array().unwrap().len(), 1);
    let html = std::fs::read_to_string(folder.path().join("o.html")).unwrap();
    let plain = &html[html.find("<table>").unwrap()..html.find("</table>").unwrap()];
    assert!(plain.contains("なるほど\nSuisho: +30 ▲２六歩"), "{plain}");
    for raw in ["#評価値", "*解析", "#エンジン", "* 12"] {
        assert!(!plain.contains(raw), "{raw}");
    }
}

#[test]
fn row_17_the_terminal_names_the_sides_of_handicap_games() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        "手合割：二枚落ち\n先手：甲\n後手：乙\n   1 ６二銀(71)\n   2 ７六歩(77)\n   3 投了\n";
    std::fs::write(folder.path().join("game.kifu"), text).unwrap();
    let shown = run(folder.path(), &["show", "game.kifu"]);
    assert!(
        shown.starts_with("上手の持駒：なし\n") && shown.contains("\n上手番"),
        "{shown}"
    );
    assert!(
        shown.contains("\n下手の持駒：なし\n") && !shown.contains("先手"),
        "{shown}"
    );
    let shown = run(folder.path(), &["show", "--handicap", "two"]);
    assert!(shown.contains("上手番"), "{shown}");
    let args = ["analyse", "game.kifu", "--nodes", "50", "--lang", "ja"];
    let summary = run(folder.path(), &args);
    assert!(
        summary.contains("下手 甲") && summary.contains("上手 乙"),
        "{summary}"
    );
}

/// The text that a server of the CSA protocol sends before a game.
#[test]
fn a_game_below_a_servers_summary_is_read() {
    let text = "BEGIN Game_Summary\nProtocol_Version:1.2\nFormat:Shogi 1.0\nGame_ID:1\nName+:A\n\
        Name-:B\nYour_Turn:+\nTo_Move:+\nBEGIN Time\nTotal_Time:900\nEND Time\nBEGIN Position\nPI\n+\n\
        +2726FU,T12\n-3334FU,T6\nEND Position\nEND Game_Summary\n";
    let reading = read(text, "csa");
    let [record] = &reading.records[..] else {
        panic!("{} games", reading.records.len());
    };
    assert_eq!(moves(record), "2g2f 3c3d");
    assert_eq!(headers(record), [("先手", "A"), ("後手", "B")]);
    // Lines of the protocol that a record has no place for are named.
    let named = reading.warnings.iter().map(ToString::to_string);
    let named: Vec<String> = named.collect();
    assert_eq!(named.len(), 6, "{named:?}");
    assert!(named[0].contains("Protocol_Version:1.2"), "{named:?}");
    // A name may begin like a line of the protocol.
    let reading = read("V2.2\nN+ame+:A\nN-BEGIN\nPI\n+\n", "csa");
    assert_eq!(
        headers(&reading.records[0]),
        [("先手", "ame+:A"), ("後手", "BEGIN")]
    );
}

#[test]
fn bytes_that_are_no_record_are_refused_whatever_their_extension() {
    let mut rng = SplitMix64::new(41);
    for extension in ["kif", "kifu", "ki2", "csa", "jkf", "usi", "sfen", "txt"] {
        for _ in 0..20 {
            let bytes: Vec<u8> = (0..2000).map(|_| rng.next_u64() as u8).collect();
            let error = read_bytes(&bytes, Some(extension)).unwrap_err().to_string();
            assert_eq!(
                error, "this looks like no record format that is known",
                "{extension}"
            );
        }
    }
    // A diagram or a comment alone is content.
    for text in ["*a comment\n", "棋戦：ある棋戦\n"] {
        assert!(read_bytes(text.as_bytes(), Some("kif")).is_ok(), "{text}");
    }
}

#[test]
fn a_kif_file_that_breaks_off_in_its_last_line_is_named() {
    let head = "手合割：平手\n   1 ７六歩(77)   ( 0:16/00:00:16)\n";
    for (whole, name) in [
        ("   2 ３四歩(33)   ( 0:05/00:00:05)", "move"),
        ("まで84手で後手の勝ち", "result"),
    ] {
        let is_known = |text: &str| {
            let reading = read(&format!("{head}{text}"), "kifu");
            assert!(reading.doubts.is_empty());
            !reading.warnings.is_empty()
        };
        assert!(
            !is_known(whole) && !is_known(&format!("{whole}\n")),
            "{name}"
        );
        let starts = whole.char_indices().map(|(at, _)| at).skip(4);
        for at in starts.filter(|&at| !whole[..at].ends_with(['手', '勝'])) {
            assert!(is_known(&whole[..at]), "{name}: '{}'", &whole[..at]);
        }
    }
    let reading = read(&format!("{head}   2 ３四歩(33)   ( 0:0"), "kifu");
    let told = reading.warnings[0].to_string();
    assert_eq!(
        told,
        "line 3: the file seems to be cut off here: '2 ３四歩(33)   ( 0:0'"
    );
    // Whole lines without a line end: an end mark, and a game without times.
    for text in ["   2 投了", "   2 中断   ( 0:00/00:00:00)"] {
        assert!(
            read(&format!("{head}{text}"), "kifu").warnings.is_empty(),
            "{text}"
        );
    }
    let untimed = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)";
    assert!(read(untimed, "kifu").warnings.is_empty());
}
