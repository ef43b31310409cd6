//! Tests with damaged, truncated, old and unusual record files, of which everything
//! readable is kept.

use komadai::types::{Color, SplitMix64};
use komadai_records::{
    End, Format, NodeId, Reading, Reason, Record, WriteOptions, read_bytes, write_bytes,
};

fn kif(text: &str) -> Reading {
    read_bytes(text.as_bytes(), Some("kifu")).unwrap()
}

fn moves(record: &Record) -> String {
    let texts: Vec<String> = record.main_moves().iter().map(|m| m.to_string()).collect();
    texts.join(" ")
}

/// The only warning of a reading, as text.
fn warning(reading: &Reading) -> String {
    assert_eq!(reading.warnings.len(), 1, "{:?}", reading.warnings);
    reading.warnings[0].to_string()
}

#[test]
fn an_illegal_move_in_the_middle_is_named_and_the_rest_kept() {
    let reading = kif("先手：甲\n手合割：平手\n手数----指手---------消費時間--\n\
        \x20  1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)   ( 0:02/00:00:02)\n\
        \x20  3 ２二角(88)   ( 0:01/00:00:02)\n   4 ９九角打\n*見ている\n   5 ２六歩(27)\n\
        変化：2手\n   2 ８四歩(83)   ( 0:09/00:00:09)\n   3 ２六歩(27)\n");
    let record = &reading.records[0];
    // Not promoting is legal; White's bishop drop is not.
    assert_eq!(moves(record), "7g7f 3c3d 8h2b");
    let text = warning(&reading);
    assert!(text.starts_with("line 7: move 4: '９九角打'"), "{text}");
    assert!(text.contains("White has no such piece"), "{text}");
    let first = record.main_line().next().unwrap();
    let other = record.node(first).children()[1];
    assert_eq!(record.node(other).mv().unwrap().to_string(), "8c8d");
    assert_eq!(record.node(other).time_ms, Some(9000));
    assert_eq!(record.line(other).count(), 1);
    let last = record.main_line().last().unwrap();
    assert_eq!(record.node(last).comments, ["見ている"]);
    assert_eq!(record.headers.player(Color::Black), Some("甲"));
}

#[test]
fn each_format_names_the_line_of_a_bad_move() {
    let cases = [
        (
            "csa",
            "V2.2\nPI\n+\n+7776FU\nT1\n-3334FU\n+7775FU\n-8384FU\n",
            7,
            "7g7f 3c3d",
        ),
        ("csa", "PI\n+\n+7776FU\n+2726FU\n", 4, "7g7f"),
        ("csa", "PI\n+\n+7776FU\n-3335XX\n", 4, "7g7f"),
        ("csa", "PI\n+\n+7776FU\n-3334KI\n", 4, "7g7f"),
        ("ki2u", "▲７六歩 △３四歩\n▲５五金 △８四歩\n", 2, "7g7f 3c3d"),
        ("ki2u", "▲７六歩 △３四歩 ▲５八金 △８四歩\n", 1, "7g7f 3c3d"),
        (
            "usi",
            "\nposition startpos moves 7g7f 3c3d 7g7e 8c8d\n",
            2,
            "7g7f 3c3d",
        ),
        ("txt", "1. P-7f 2. P-3d\n3. P-7d 4. P-8d\n", 2, "7g7f 3c3d"),
        (
            "txt",
            "[Black \"x\"]\n1. P-7f 2. hello 3. P-2f\n",
            2,
            "7g7f",
        ),
        (
            "kifu",
            "   1 ７六歩(77)\n   2 ３\u{FFFD}歩(33)\n   3 ２六歩(27)\n",
            2,
            "7g7f",
        ),
    ];
    for (extension, text, line, expected) in cases {
        let reading = read_bytes(text.as_bytes(), Some(extension)).unwrap();
        assert_eq!(moves(&reading.records[0]), expected, "{text}");
        let lines: Vec<usize> = reading.warnings.iter().map(|w| w.line).collect();
        assert!(lines.contains(&line), "{text}: {:?}", reading.warnings);
    }
}

#[test]
fn a_foul_that_ends_the_game_is_kept_as_such() {
    // A second pawn on a file, then the mark of a foul.
    let text = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n\
        \x20  5 ５五歩打\n   6 反則勝ち\n";
    let reading = kif(text);
    assert_eq!(moves(&reading.records[0]), "7g7f 3c3d 8h2b+ 3a2b");
    assert_eq!(reading.records[0].end(), Some(&End::FoulLoss));
    // White drops a bishop that is not there; the mark says that White broke a rule.
    let text = "PI\n+\n+7776FU\n-3334FU\n+5958OU\n-0055KA\n%-ILLEGAL_ACTION\n";
    let reading = read_bytes(text.as_bytes(), Some("csa")).unwrap();
    assert_eq!(moves(&reading.records[0]), "7g7f 3c3d 5i5h");
    assert_eq!(reading.records[0].end(), Some(&End::FoulLoss));
    // More than the last move is missing, so that the side to move is unknown.
    let text = "PI\n+\n+7776FU\n-0055KA\n+2726FU\n%-ILLEGAL_ACTION\n";
    let reading = read_bytes(text.as_bytes(), Some("csa")).unwrap();
    assert_eq!(reading.records[0].end(), None);
}

#[test]
fn old_and_variant_names_are_read() {
    let board = "後手の持駒：なし\n\
        \x20 ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
        |v王 ・ ・ ・ ・ ・ ・ ・ ・|一\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
        | 竜 ・ 全 ・ 圭 ・ 今 ・ 龍|三\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
        | 杏 ・ 仝 ・ 个 ・ と ・ 馬|五\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
        | 玉 ・ ・ ・ ・ ・ ・ ・ ・|九\n\
        +---------------------------+\n\
        先手の持駒：歩十二　香二　桂2\n手数＝30  △９一玉(92)  まで\n";
    let reading = kif(&format!("{board}   1 同　竜(93)\n"));
    let sfen = "k8/9/+R1+S1+N1+N1+R/9/+L1+L1+P1+P1+B/9/9/9/K8 b 2N2L12P 31";
    assert_eq!(reading.records[0].start_sfen(), sfen);
    // The first move has no move before it to which 同 could refer.
    assert!(warning(&reading).contains("there is none"));
    let cases = [
        ("７二全(73)", "7c7b"),
        ("７二成銀(73)", "7c7b"),
        ("５二圭(53)", "5c5b"),
        ("３二今(33)", "3c3b"),
        ("３二成桂(33)", "3c3b"),
        ("９四杏(95)", "9e9d"),
        ("７四仝(75)", "7e7d"),
        ("５四个(55)", "5e5d"),
        ("５四と(55)", "5e5d"),
        ("１二竜(13)", "1c1b"),
        ("１二龍王(13)", "1c1b"),
        ("１四馬(15)", "1e1d"),
        ("９八王(99)", "9i9h"),
    ];
    for (text, usi) in cases {
        let reading = kif(&format!("{board}   1 {text}\n"));
        assert_eq!(reading.warnings, [], "{text}");
        assert_eq!(moves(&reading.records[0]), usi, "{text}");
    }
}

#[test]
fn diagrams_alone_are_records() {
    let text = "後手：羽生\n後手の持駒：飛角金銀桂香歩四\n  9 8 7 6 5 4 3 2 1\n\
        +---------------------------+\n\
        |v香v桂 ・ ・ ・ ・ ・ ・ ・|一\n| ・ ・ ・ 馬 ・ ・ 龍 ・ ・|二\n\
        | ・ ・v玉 ・v歩 ・ ・ ・ ・|三\n|v歩 ・ ・ ・v金 ・ ・ ・ ・|四\n\
        | ・ ・v銀 ・ ・ ・v歩 ・ ・|五\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|六\n\
        | 歩 歩 ・ 歩 歩v歩 歩 ・ 歩|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
        | 香 桂v金 ・v金 ・ ・ 桂 香|九\n+---------------------------+\n\
        先手：谷川\n先手の持駒：銀二　歩四　\n手数＝171  ▲６二角成  まで\n*第44期\n後手番\n";
    let reading = kif(text);
    assert_eq!(reading.warnings, []);
    let record = &reading.records[0];
    let sfen = "ln7/3+B2+R2/2k1p4/p3g4/2s3p2/4K4/PP1PPpP1P/9/LNg1g2NL w 2S4Prbgsnl4p 172";
    assert_eq!(record.start_sfen(), sfen);
    assert_eq!(record.node(NodeId::ROOT).comments, ["第44期"]);
    assert_eq!(record.headers.player(Color::White), Some("羽生"));
}

#[test]
fn bad_starts_are_named_and_their_moves_left_out() {
    let cases = [
        (
            "kifu",
            "先手：甲\n|v香v桂|一\n   1 ７六歩(77)\n",
            "not nine squares",
        ),
        ("kifu", "先手の持駒：龍\n   1 ７六歩(77)\n", "no piece"),
        (
            "kifu",
            "先手の持駒：歩二十\n   1 ７六歩(77)\n",
            "rows of the diagram: ",
        ),
        ("csa", "P1-KY-KE\n+\n+7776FU\n", "not nine squares"),
        ("csa", "PI77KI\n+\n+7776FU\n", "does not stand there"),
        ("csa", "P+00OU\n+\n+7776FU\n", "cannot be held"),
        ("csa", "P+51FU52FU\n+\n", "can never move"),
        (
            "jkf",
            "{\"initial\":{\"preset\":\"OTHER\"},\"moves\":[]}",
            "needs data",
        ),
        (
            "jkf",
            "{\"initial\":{\"preset\":\"99\"},\"moves\":[]}",
            "no preset",
        ),
        (
            "jkf",
            "{\"initial\":{\"preset\":\"OTHER\",\"data\":{\"board\":[]}}}",
            "nine by nine",
        ),
        (
            "txt",
            "[SFEN \"9/9 b -\"]\n1. P-7f\n",
            "ranks on the board: 2",
        ),
    ];
    for (extension, text, part) in cases {
        let reading = read_bytes(text.as_bytes(), Some(extension)).unwrap();
        assert!(reading.records[0].is_empty(), "{text}");
        let all: Vec<String> = reading.warnings.iter().map(|w| w.to_string()).collect();
        assert!(all.iter().any(|w| w.contains(part)), "{text}: {all:?}");
    }
}

#[test]
fn every_end_mark_is_read_in_kif_and_ki2() {
    let ends = [
        ("投了", End::Resign),
        ("中断", End::Interrupted),
        ("千日手", End::Repetition),
        ("持将棋", End::Impasse),
        ("切れ負け", End::TimeUp),
        ("反則勝ち", End::FoulWin),
        ("反則負け", End::FoulLoss),
        ("入玉勝ち", End::Declaration),
        ("詰み", End::Mate),
        ("詰", End::Mate),
        ("不詰", End::NoMate),
        ("不戦敗", End::DefaultLoss),
        ("不戦勝", End::DefaultWin),
    ];
    for (word, end) in ends {
        let reading = kif(&format!("   1 ７六歩(77)\n   2 {word}\n"));
        assert_eq!(reading.warnings, [], "{word}");
        assert_eq!(reading.records[0].end(), Some(&end), "{word}");
    }
    let results = [
        ("まで1手で先手の勝ち", End::Resign),
        ("まで1手で先手の反則負け", End::FoulWin),
        ("まで1手で後手の反則負け", End::FoulLoss),
        ("まで1手で先手の反則勝ち", End::FoulLoss),
        ("まで1手で後手の入玉勝ち", End::Declaration),
        ("まで1手で時間切れにより先手の勝ち", End::TimeUp),
        ("まで1手で千日手", End::Repetition),
        ("まで1手詰", End::Mate),
        ("まで1手で先手の優勢", End::Other("先手の優勢".to_string())),
        ("まで、1手で持将棋", End::Impasse),
    ];
    for (text, end) in results {
        let reading = read_bytes(format!("▲７六歩\n{text}\n").as_bytes(), Some("ki2")).unwrap();
        assert_eq!(reading.records[0].end(), Some(&end), "{text}");
        // In KIF the line まで counts only without an end mark.
        let reading = kif(&format!("   1 ７六歩(77)\n   2 中断\n{text}\n"));
        assert_eq!(reading.records[0].end(), Some(&End::Interrupted));
        let reading = kif(&format!("   1 ７六歩(77)\n{text}\n"));
        assert_eq!(reading.records[0].end(), Some(&end), "{text}");
    }
}

#[test]
fn every_handicap_comes_back() {
    for handicap in komadai_records::Handicap::ALL {
        let start = komadai::position::Position::from_sfen(handicap.sfen).unwrap();
        let record = Record::new(&start);
        for extension in ["kif", "ki2", "csa", "jkf", "usi", "sfen", "txt"] {
            let (format, options) = WriteOptions::for_extension(extension).unwrap();
            let bytes = write_bytes(std::slice::from_ref(&record), format, options).bytes;
            let back = read_bytes(&bytes, Some(extension)).unwrap();
            assert_eq!(back.warnings, [], "{extension}");
            assert_eq!(back.records[0].start_sfen(), handicap.sfen, "{extension}");
        }
        let text = format!("手合割：{}\u{3000}\u{3000}\n", handicap.japanese);
        assert_eq!(kif(&text).records[0].start_sfen(), handicap.sfen);
    }
}

#[test]
fn variations_belong_where_the_format_puts_them() {
    // Nested variations after the example of the KIF documentation: the second
    // 変化：9手 follows the variation from move 6.
    let text = "   1 ２六歩(27)\n   2 ３四歩(33)\n   3 ２五歩(26)\n   4 ３三角(22)\n\
        \x20  5 ７六歩(77)\n   6 ４四歩(43)+\n   7 ４八銀(39)\n   8 ４二飛(82)\n   9 ６八玉(59)+\n\
        \x20 10 投了\n\n変化：9手\n   9 ５六歩(57)\n\n変化：6手\n   6 ２二銀(31)+\n\
        \x20  7 ７八金(69)\n   8 ３二金(41)\n   9 ４八銀(39)+\n\n変化：9手\n   9 ３八銀(39)\n\n\
        変化：6手\n   6 ３二金(41)\n";
    let reading = kif(text);
    assert_eq!(reading.warnings, []);
    let record = &reading.records[0];
    let line: Vec<NodeId> = record.main_line().collect();
    let texts = |id: NodeId| -> Vec<String> {
        let children = record.node(id).children();
        children
            .iter()
            .map(|&c| record.node(c).mv().unwrap().to_string())
            .collect()
    };
    assert_eq!(texts(line[4]), ["4c4d", "3a2b", "4a3b"]);
    assert_eq!(texts(line[7]), ["5i6h", "5g5f"]);
    let second = record.node(line[4]).children()[1];
    let ninth = record.line(second).nth(1).unwrap();
    assert_eq!(texts(ninth), ["3i4h", "3i3h"]);
}

#[test]
fn csa_in_all_its_shapes_is_read() {
    let text = "'comment of a server\nV2\nN+alpha\nN-beta\n$EVENT:cup\n$START_TIME:2024/05/14 10:00:00\n\
        P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\n\
        P4 *  *  *  *  *  *  *  *  * \nP5 * * * * * * * * *\nP6 *  *  *  *  *  *  *  *  * \n\
        P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n\
        +\n+7776FU,T12\n'** 30 -3334FU\n-3334FU,T3.250\n%TORYO,T6\n$END_TIME:2024/05/14 11:00:00\n/\n\
        P-11OU\nP+13FU\nP+00KI\nP-00AL\n+\n+0012KI\n%TSUMI\n";
    let reading = read_bytes(text.as_bytes(), Some("csa")).unwrap();
    assert_eq!(reading.warnings, []);
    let [game, problem] = &reading.records[..] else {
        panic!("{} games", reading.records.len());
    };
    assert!(game.is_even());
    assert_eq!(moves(game), "7g7f 3c3d");
    let line: Vec<NodeId> = game.main_line().collect();
    let times: Vec<_> = line.iter().map(|&id| game.node(id).time_ms).collect();
    assert_eq!(times, [Some(12_000), Some(3250), Some(6000)]);
    assert_eq!(game.node(line[0]).comments, ["* 30 -3334FU"]);
    assert_eq!(game.node(NodeId::ROOT).comments, ["comment of a server"]);
    assert_eq!(game.headers.get("終了日時"), Some("2024/05/14 11:00:00"));
    assert_eq!(game.end(), Some(&End::Resign));
    assert_eq!(
        problem.start_sfen(),
        "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    );
    assert_eq!(moves(problem), "G*1b");
    assert_eq!(problem.end(), Some(&End::Mate));
}

#[test]
fn jkf_with_missing_fields_is_read() {
    // No origin where only one piece can go, same square, piece after promotion.
    let text = r#"{"header":{"先手":"a"},"moves":[{"comments":["x\ny"]},
        {"move":{"to":{"x":7,"y":6},"piece":"FU"}},
        {"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},
        {"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"UM"},"time":{"now":{"h":1,"m":2,"s":3}}},
        {"move":{"piece":"GI","same":true}},
        {"move":{"to":{"x":4,"y":5},"piece":"KA"}},
        {"special":"ILLEGAL_ACTION"}]}"#;
    let reading = read_bytes(text.as_bytes(), None).unwrap();
    assert_eq!(reading.warnings, []);
    let record = &reading.records[0];
    assert_eq!(moves(record), "7g7f 3c3d 8h2b+ 3a2b B*4e");
    assert_eq!(record.node(NodeId::ROOT).comments, ["x", "y"]);
    assert_eq!(record.end(), Some(&End::FoulWin));
    let third = record.main_line().nth(2).unwrap();
    assert_eq!(record.node(third).time_ms, Some(3_723_000));
}

#[test]
fn sfen_lists_become_games_where_they_follow_from_each_other() {
    let text = "# openings\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
        lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n\n\
        startpos moves 2g2f resign\nnonsense here\n4k4/9/9/9/9/9/9/9/4K4 b - 1\n";
    let reading = read_bytes(text.as_bytes(), Some("sfen")).unwrap();
    let games: Vec<String> = reading.records.iter().map(moves).collect();
    assert_eq!(games, ["7g7f", "2g2f", ""]);
    assert_eq!(reading.records[1].end(), Some(&End::Resign));
    assert!(warning(&reading).starts_with("line 6: "));
}

#[test]
fn files_without_a_game_are_refused_with_a_reason() {
    let cases: [(&[u8], Option<&str>); 7] = [
        (b"", None),
        (b"", Some("kif")),
        (b"\x00\x01\x02\xff\xfe", None),
        (b"hello world", None),
        (b"{\"a\":1}", Some("jkf")),
        (b"{", Some("jkf")),
        (b"\n\n\n", Some("csa")),
    ];
    for (bytes, extension) in cases {
        let problem = read_bytes(bytes, extension).unwrap_err();
        assert!(!problem.to_string().is_empty(), "{bytes:?}");
    }
}

#[test]
fn of_a_wrong_extension_the_text_is_believed_and_what_is_wrong_may_come_from_it() {
    let reading = read_bytes(b"PI\n+\n+7776FU\n", Some("kif")).unwrap();
    assert_eq!(
        (reading.format, &reading.warnings[..]),
        (Format::Csa, &[][..])
    );
    let reading = read_bytes(b"PI\n+\n+7776FU\n-9999FU\n", Some("kif")).unwrap();
    assert_eq!((reading.format, reading.warnings.len()), (Format::Csa, 2));
    assert!(matches!(
        reading.warnings[1].reason,
        Reason::Extension { .. }
    ));
}

const FILES: [(&str, &[u8]); 9] = [
    ("kif", include_bytes!("data/records/03.kif")),
    ("kifu", include_bytes!("data/records/00.kifu")),
    ("ki2", include_bytes!("data/records/00.ki2")),
    ("ki2u", include_bytes!("data/records/03.ki2u")),
    ("csa", include_bytes!("data/records/05.csa")),
    ("csa", include_bytes!("data/records/00.csa")),
    ("jkf", include_bytes!("data/records/03.jkf")),
    ("usi", include_bytes!("data/records/05.usi")),
    ("txt", b"[SFEN \"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\"]\n1. ... 2. S-6b (2. P-3d {x} 3. P-7f (3. P-2f) 4. P-4d) 3. K-4h {[%emt 0:08]} Resigns"),
];

/// Every record that was read can be written in all formats and read again.
fn check(bytes: &[u8], extension: Option<&str>) -> usize {
    let Ok(reading) = read_bytes(bytes, extension) else {
        return 0;
    };
    for to in ["kif", "ki2u", "csa", "jkf", "usi", "sfen", "txt"] {
        let (format, options) = WriteOptions::for_extension(to).unwrap();
        let written = write_bytes(&reading.records, format, options);
        let back = read_bytes(&written.bytes, Some(to));
        if let (Ok(back), [record]) = (back, &reading.records[..]) {
            assert_eq!(moves(&back.records[0]), moves(record));
        }
    }
    reading.records.iter().map(|r| r.len() - 1).sum()
}

#[test]
fn files_cut_short_keep_what_is_there() {
    for (extension, bytes) in FILES {
        let whole = check(bytes, Some(extension));
        let mut before = 0;
        for cut in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
            let kept = check(&bytes[..cut], Some(extension));
            assert!(kept <= whole, "{extension} at {cut}");
            // Only the move at the cut may be misread, none before it.
            assert!(
                kept + 1 >= before,
                "{extension} at {cut}: {kept} after {before}"
            );
            before = kept;
        }
        assert!(before + 2 >= whole, "{extension}");
    }
}

#[test]
fn corrupted_files_never_panic() {
    let mut rng = SplitMix64::new(31);
    let mut kept = 0;
    for (extension, bytes) in FILES {
        for round in 0..60 {
            let mut damaged = bytes.to_vec();
            for _ in 0..1 + rng.below(12) {
                let at = rng.below(damaged.len());
                match rng.below(5) {
                    0 => damaged[at] = rng.below(256) as u8,
                    1 => damaged[at] ^= 1 << rng.below(8),
                    2 => {
                        damaged.remove(at);
                    }
                    3 => {
                        // A piece of the file copied to another place.
                        let len = rng.below(40).min(damaged.len() - at);
                        let piece = damaged[at..at + len].to_vec();
                        let to = rng.below(damaged.len());
                        damaged.splice(to..to, piece);
                    }
                    _ => {
                        let other = FILES[rng.below(FILES.len())].1;
                        let from = rng.below(other.len());
                        let len = rng.below(60).min(other.len() - from);
                        damaged.splice(at..at, other[from..from + len].iter().copied());
                    }
                }
            }
            let hint = if round % 3 == 0 {
                None
            } else {
                Some(extension)
            };
            kept += check(&damaged, hint);
        }
    }
    assert!(kept > 5000, "{kept}");
}

#[test]
fn junk_under_any_name_never_panics() {
    let mut rng = SplitMix64::new(32);
    let words = [
        "変化：",
        "まで",
        "手で",
        "同　",
        "７六歩(77)",
        "▲",
        "△",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "\"",
        "moves",
        "position",
        "sfen",
        "startpos",
        "+7776FU",
        "PI",
        "P1",
        "P+00AL",
        "%",
        "T",
        "'",
        "N+",
        "$",
        ":",
        "：",
        "|",
        "v香",
        "手合割：",
        "持駒：",
        "手数＝",
        "1 ",
        "99999999999999999999 ",
        "\n",
        "\n",
        "\n",
        "-",
        "End:\"",
        "\\",
        "成",
        "打",
        "不成",
        "(7",
        "( 0:",
        "\u{FFFD}",
        "\0",
        "9/9/9/9/9/9/9/9/9 b -",
        "1. ",
        "P-7f",
        "+R",
        "×",
    ];
    for _ in 0..4000 {
        let mut text = String::new();
        for _ in 0..rng.below(30) {
            text.push_str(words[rng.below(words.len())]);
        }
        let extensions = [
            "kif", "kifu", "ki2", "csa", "jkf", "usi", "sfen", "txt", "xyz",
        ];
        check(
            text.as_bytes(),
            Some(extensions[rng.below(extensions.len())]),
        );
    }
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..rng.below(200)).map(|_| rng.below(256) as u8).collect();
        for extension in ["kif", "ki2", "csa", "jkf", "usi", "txt"] {
            check(&bytes, Some(extension));
        }
    }
}

#[test]
fn deep_and_wide_trees_are_no_trouble() {
    // A game of 20002 moves.
    let mut text = String::from("   1 ４八玉(59)\n   2 ６二玉(51)\n");
    for round in 0..5000usize {
        let ply = 3 + 4 * round;
        for (i, mv) in ["５八玉(48)", "５二玉(62)", "４八玉(58)", "６二玉(52)"]
            .iter()
            .enumerate()
        {
            text.push_str(&format!("{:4} {mv}\n", ply + i));
        }
    }
    let reading = kif(&text);
    assert_eq!(reading.warnings, []);
    assert_eq!(reading.records[0].main_moves().len(), 20_002);
    // 3000 variations, each inside the one before.
    let mut nested = String::from("   1 ７六歩(77)\n   2 ８四歩(83)\n   3 ２六歩(27)\n");
    for depth in 0..3000usize {
        let (ply, king) = (
            2 + depth,
            if depth % 2 == 0 {
                "３四歩(33)"
            } else {
                "１六歩(17)"
            },
        );
        nested.push_str(&format!("変化：{ply}手\n{ply:4} {king}\n"));
        nested.push_str(&format!("{:4} ９六歩(97)\n", ply + 1));
    }
    check(nested.as_bytes(), Some("kifu"));
    let deep_json = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(read_bytes(deep_json.as_bytes(), Some("jkf")).is_err());
    let parens = format!("1. P-7f {}", "( 1. P-2f ".repeat(20_000));
    check(parens.as_bytes(), Some("txt"));
}
