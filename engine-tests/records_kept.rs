//! Tests that nothing of a record is lost without a word: it is kept, or named as a problem or loss.

use komadai_records::{End, NodeId, Reading, Record, WriteOptions, read_bytes, write_bytes};

fn read(text: &str, extension: &str) -> Reading {
    read_bytes(text.as_bytes(), Some(extension)).unwrap()
}

fn headers(record: &Record) -> Vec<(&str, &str)> {
    record.headers.iter().collect()
}

fn warnings(reading: &Reading) -> Vec<String> {
    reading.warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn lines_of_one_header_are_kept_together() {
    for (text, extension, key) in [
        (
            "手合割：平手\n備考：一行目\n備考：二行目\n備考：一行目\\n二行目\n備考：\n   1 ７六歩(77)\n",
            "kifu",
            "備考",
        ),
        (
            "備考：一行目\n   1 ７六歩(77)\n   2 投了\n備考：一行目\n",
            "kifu",
            "備考",
        ),
        (
            "   1 ７六歩(77)\n   2 投了\n備考：一行目\n備考：二行目\n",
            "kifu",
            "備考",
        ),
        ("備考：一行目\n備考：二行目\n▲７六歩\n", "ki2u", "備考"),
        (
            "V3.0\n$NOTE:一行目\n$NOTE:二行目\nPI\n+\n+7776FU\n",
            "csa",
            "備考",
        ),
        (
            "V3.0\nPI\n+\n+7776FU\n%TORYO\n$NOTE:一行目\n$NOTE:二行目\n",
            "csa",
            "備考",
        ),
        (
            "[Annotator \"一行目\"]\n[Annotator \"二行目\"]\n\n1. P-7f\n",
            "txt",
            "Annotator",
        ),
    ] {
        let reading = read(text, extension);
        assert_eq!(warnings(&reading), [""; 0], "{text}");
        let found = reading.records[0].headers.get(key).unwrap();
        let all = match text.matches("二行目").count() {
            0 => "一行目",
            _ => "一行目\\n二行目",
        };
        assert!(found.starts_with(all), "{text}: {found}");
        assert_eq!(reading.records.len(), 1, "{text}");
    }
}

#[test]
fn a_second_name_of_a_player_is_named() {
    for (text, extension) in [
        ("先手：甲\n先手：乙\n   1 ７六歩(77)\n", "kifu"),
        ("先手：甲\n下手：乙\n   1 ７六歩(77)\n", "kifu"),
        ("先手：甲\n先手：乙\n▲７六歩\n", "ki2u"),
        ("N+甲\nN+乙\nPI\n+\n+7776FU\n", "csa"),
        ("[Black \"甲\"]\n[Sente \"乙\"]\n\n1. P-7f\n", "txt"),
        (
            r#"{"header":{"先手":"甲","下手":"乙"},"moves":[{}]}"#,
            "jkf",
        ),
    ] {
        let reading = read(text, extension);
        assert_eq!(headers(&reading.records[0]), [("先手", "甲")], "{text}");
        let [warning] = &warnings(&reading)[..] else {
            panic!("{text}: {:?}", reading.warnings);
        };
        assert!(
            warning.contains("手：乙' names a player again"),
            "{warning}"
        );
    }
    // The same name again says nothing new, as in the summary of a server, and an empty one nothing.
    let reading = read("Name+:A\nN+A\nN+\nPI\n+\n+7776FU\n", "csa");
    assert_eq!(warnings(&reading), [""; 0]);
    assert_eq!(headers(&reading.records[0]), [("先手", "A")]);
}

#[test]
fn a_date_and_its_time_of_day_may_stand_in_any_order() {
    for tags in [
        "[Date \"2024.05.03\"]\n[Time \"10:00:00\"]",
        "[Time \"10:00:00\"]\n[Date \"2024.05.03\"]",
    ] {
        let reading = read(&format!("{tags}\n\n1. P-7f\n"), "txt");
        let when = [("開始日時", "2024/05/03 10:00:00")];
        assert_eq!(headers(&reading.records[0]), when, "{tags}");
    }
}

/// Each header is compared with those before it, so their number is bounded.
#[test]
fn more_headers_than_any_game_has_are_named() {
    let keys = |form: fn(usize) -> String| -> String { (0..100_000).map(form).collect() };
    for (text, extension) in [
        (keys(|n| format!("k{n}：v\n")) + "   1 ７六歩(77)\n", "kifu"),
        (
            "   1 ７六歩(77)\n".to_string() + &keys(|n| format!("k{n}：v\n")),
            "kifu",
        ),
        (keys(|n| format!("$k{n}:v\n")) + "PI\n+\n+7776FU\n", "csa"),
        (keys(|n| format!("[k{n} \"v\"]\n")) + "1. P-7f\n", "txt"),
        (
            format!(
                "{{\"header\":{{{}\"z\":\"\"}},\"moves\":[]}}",
                keys(|n| format!("\"k{n}\":\"v\","))
            ),
            "jkf",
        ),
    ] {
        let reading = read(&text, extension);
        assert_eq!(headers(&reading.records[0]).len(), 1000, "{extension}");
        let warnings = warnings(&reading);
        assert!(
            warnings[0].ends_with("'k1000：v' is one header more than 1000; left out"),
            "{}",
            warnings[0]
        );
        assert!(warnings[100].contains("98"), "{}", warnings[100]);
    }
    // A line names two players at most.
    let text = "先手：".repeat(70_000) + "\n   1 ７六歩(77)\n";
    let reading = read(&text, "kifu");
    assert_eq!(reading.records[0].main_moves().len(), 1);
}

#[test]
fn comments_of_csa_replace_no_header() {
    let text = "V2.2\n'先手：振り飛車党\n'棋戦：決勝\nN+Habu\nN-Sato\n$EVENT:Cup\n'先手：居飛車党です\n\
        '後手：Sato\n'棋戦：準決勝\n'解説：一行目\n'解説：二行目\n+\n+7776FU\n'解説：三行目\n";
    let reading = read(text, "csa");
    assert_eq!(warnings(&reading), [""; 0]);
    let record = &reading.records[0];
    let kept = [
        ("棋戦", "決勝\\nCup"),
        ("先手", "Habu"),
        ("後手", "Sato"),
        ("解説", "一行目"),
    ];
    assert_eq!(headers(record), kept);
    let remarks = [
        "先手：振り飛車党",
        "先手：居飛車党です",
        "後手：Sato",
        "棋戦：準決勝",
        "解説：二行目",
    ];
    assert_eq!(record.node(NodeId::ROOT).comments, remarks);
    let first = record.main_line().next().unwrap();
    assert_eq!(record.node(first).comments, ["解説：三行目"]);
}

#[test]
fn a_move_behind_an_adjournment_keeps_its_own_time() {
    let kif = "   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 中断   ( 0:30/00:00:30)\n";
    let csa = "PI\n+\n+7776FU\nT1\n%CHUDAN\nT30\n-3334FU\n";
    for (text, extension, seconds) in [
        (
            format!("{kif}   2 ３四歩(33)   ( 2:00/00:02:00)\n"),
            "kifu",
            120,
        ),
        (
            kif.replace("中断", "封じ手") + "   2 ３四歩(33)   ( 2:00/00:02:00)\n",
            "kifu",
            120,
        ),
        (format!("{kif}   2 ３四歩(33)\n"), "kifu", 30),
        (format!("{csa}T120\n"), "csa", 120),
        (csa.to_string(), "csa", 30),
        (
            "1. P-7f {[%emt 0:01]} Sealed {[%emt 0:30]} 2. P-3d {[%emt 2:00]}\n".to_string(),
            "txt",
            120,
        ),
    ] {
        let reading = read(&text, extension);
        assert_eq!(warnings(&reading), [""; 0], "{text}");
        let record = &reading.records[0];
        let times = record.main_line().map(|id| record.node(id).time_ms);
        assert_eq!(
            times.collect::<Vec<_>>(),
            [Some(1000), Some(1000 * seconds)],
            "{text}"
        );
    }
}

#[test]
fn the_words_of_a_programs_credit_hide_no_header() {
    let text = "手合割：平手\n先手：Bot powered by YaneuraOu\n備考：Created by Taro\n\
        Generated by X 1.0\nPowered by https://example.com\n   1 ７六歩(77)\n";
    let reading = read(text, "kifu");
    assert_eq!(warnings(&reading), [""; 0]);
    let kept = [
        ("先手", "Bot powered by YaneuraOu"),
        ("備考", "Created by Taro"),
    ];
    assert_eq!(headers(&reading.records[0]), kept);
}

#[test]
fn a_stated_winner_is_not_reversed() {
    let other = |text: &str| End::Other(text.to_string());
    // White is to move after one move.
    for (text, end) in [
        (
            "先手の時間切れにより後手の勝ち",
            other("先手の時間切れにより後手の勝ち"),
        ),
        ("後手の時間切れにより先手の勝ち", End::TimeUp),
        ("先手の切れ負け", other("先手の切れ負け")),
        ("先手の時間切れ", other("先手の時間切れ")),
        ("後手の時間切れ", End::TimeUp),
        (
            "先手の入玉宣言により先手の勝ち",
            other("先手の入玉宣言により先手の勝ち"),
        ),
        ("後手の入玉宣言により後手の勝ち", End::Declaration),
        ("詰みにより後手の勝ち", other("詰みにより後手の勝ち")),
        ("詰みにより先手の勝ち", End::Mate),
        ("千日手により先手の勝ち", other("千日手により先手の勝ち")),
        ("持将棋により先手の勝ち", other("持将棋により先手の勝ち")),
        ("トライにより先手の勝ち", other("トライにより先手の勝ち")),
        ("連続王手の千日手により先手の勝ち", End::FoulLoss),
        ("先手の連続王手の千日手により後手の勝ち", End::FoulWin),
        ("先手の反則", End::FoulWin),
        ("後手の勝ち", other("後手の勝ち")),
        ("先手の勝ち", End::Resign),
    ] {
        for moves in ["   1 ７六歩(77)\n", "▲７六歩\n"] {
            let reading = read(&format!("{moves}まで1手で{text}\n"), "kifu");
            assert_eq!(warnings(&reading), [""; 0], "{text}");
            assert_eq!(reading.records[0].end(), Some(&end), "{text}");
        }
        // The mark of a file written of it is no unknown one.
        if text.contains('勝') {
            let reading = read(&format!("   1 ７六歩(77)\n   2 {text}\n"), "kifu");
            assert_eq!(warnings(&reading), [""; 0], "{text}");
            assert_eq!(reading.records[0].end(), Some(&end), "{text}");
        }
    }
}

fn written(record: &Record, extension: &str) -> String {
    let (format, _) = WriteOptions::for_extension(extension).unwrap();
    let records = std::slice::from_ref(record);
    String::from_utf8(write_bytes(records, format, WriteOptions::default()).bytes).unwrap()
}

#[test]
fn a_result_without_a_reason_is_kept() {
    for (text, winner) in [
        ("[Result \"0-1\"]\n\n1. P-7f\n", "後手"),
        ("1. P-7f 0-1\n", "後手"),
        ("[Result \"1-0\"]\n\n1. P-7f 2. P-3d\n", "先手"),
        ("[Handicap \"two\"]\n[Result \"0-1\"]\n\n1. ...\n", "上手"),
    ] {
        let reading = read(text, "txt");
        assert_eq!(warnings(&reading), [""; 0], "{text}");
        let record = &reading.records[0];
        let end = End::Other(format!("{winner}の勝ち"));
        assert_eq!(record.end(), Some(&end), "{text}");
        let result = if text.contains("0-1") { "0-1" } else { "1-0" };
        let again = written(record, "txt");
        assert!(again.contains(&format!("[Result \"{result}\"]")), "{again}");
        assert_eq!(read(&again, "txt").records[0].end(), Some(&end), "{text}");
        let line = format!("手で{winner}の勝ち\n");
        assert!(written(record, "kifu").contains(&line), "{text}");
    }
}

/// The comments of the main line, move by move.
fn comments(record: &Record) -> Vec<String> {
    let lines = record.main_line();
    lines.map(|id| record.node(id).comments.join("/")).collect()
}

#[test]
fn judgements_behind_moves_are_comments() {
    let text = "1. P-7f!? 2. P-3d $3 {good} 3. P-2f ! 4. P-8d * 5. P-2e 1-0\n";
    let reading = read(text, "txt");
    assert_eq!(warnings(&reading), [""; 0]);
    let record = &reading.records[0];
    assert_eq!(comments(record), ["!?", "$3/good", "!", "", "", ""]);
    assert_eq!(record.main_moves().len(), 5);

    let text = "   1 ７六歩(77)   ( 0:01/00:00:01)+ *好手\n   2 ３四歩(33) ◎ ( 0:02/00:00:02)\n\
        \x20  3 ２六歩(27)*平凡\n   4 ８四歩(83) ( : / : : )\n   5 ２五歩(26)+\n   6 投了  ( 0:03/00:00:05) 残念\n";
    let reading = read(text, "kifu");
    assert_eq!(warnings(&reading), [""; 0]);
    let record = &reading.records[0];
    assert_eq!(comments(record), ["好手", "◎", "平凡", "", "", "残念"]);
    let times = record.main_line().map(|id| record.node(id).time_ms);
    let seconds = [Some(1000), Some(2000), None, None, None, Some(3000)];
    assert_eq!(times.collect::<Vec<_>>(), seconds);
    // Text that may belong to the move is named.
    let reading = read("   1 ７六歩(77)成\n   2 ３四歩(33)\n", "kifu");
    assert_eq!(
        warnings(&reading),
        ["line 1: '成' is not understood; left out"]
    );
    assert_eq!(reading.records[0].main_moves().len(), 2);
}

#[test]
fn headers_that_a_format_cannot_hold_become_comments() {
    let with = |keys: &[&str]| {
        let mut record = Record::default();
        record.headers.set("棋戦", "名人戦");
        for key in keys {
            record.headers.set(key, "値 }");
        }
        let first = "7g7f".parse().unwrap();
        record.add_move(NodeId::ROOT, first).unwrap();
        record
    };
    let of_kif = [
        "Some Key",
        "先手の持駒",
        "まで10手",
        "変化",
        "*印",
        "# x",
        "&x",
        "|x",
        "+x",
        "▲x",
        "手数＝3",
        "先手：x",
    ];
    let of_csa = ["Some Key", "*印", "EVENT", "x：y"];
    let of_western = [
        "SFEN", "Some Key", "Result", "Handicap", "Black", "Sente", "Time", "a[b]",
    ];
    for (extension, keys) in [
        ("kifu", &of_kif[..]),
        ("ki2u", &of_kif[..]),
        ("csa", &of_csa[..]),
        ("txt", &of_western[..]),
    ] {
        let (format, _) = WriteOptions::for_extension(extension).unwrap();
        let record = with(keys);
        let records = std::slice::from_ref(&record);
        let losses = write_bytes(records, format, WriteOptions::default()).losses;
        let named: Vec<String> = losses.iter().map(ToString::to_string).collect();
        let all: Vec<String> = keys
            .iter()
            .map(|key| format!("the format has no header '{key}'; written as a comment"))
            .collect();
        assert_eq!(named, all, "{extension}");
        let text = written(&record, extension);
        let back = read(&text, extension);
        assert_eq!(warnings(&back), [""; 0], "{text}");
        let [back] = &back.records[..] else {
            panic!("{text}");
        };
        assert_eq!(headers(back), [("棋戦", "名人戦")], "{text}");
        assert_eq!(back.main_moves(), record.main_moves(), "{text}");
        let remarks: Vec<String> = keys.iter().map(|key| format!("{key}：値 }}")).collect();
        assert_eq!(back.node(NodeId::ROOT).comments, remarks, "{text}");
        // Other keys come back as they are.
        let record = with(&["Annotator", "備考", "手数", "鍵", "後手省略名"]);
        let records = std::slice::from_ref(&record);
        let losses = write_bytes(records, format, WriteOptions::default()).losses;
        assert_eq!(losses, [], "{extension}");
        let back = read(&written(&record, extension), extension);
        assert_eq!(headers(&back.records[0]), headers(&record), "{extension}");
    }
    // A name that the reader of KIF would take for two.
    let record = with(&["後手"]);
    assert!(written(&record, "kifu").contains("\n後手：値 }\n"));
    let mut record = Record::default();
    record.headers.set("先手", "甲 / 後手：乙");
    assert!(written(&record, "kifu").contains("\n*先手：甲 / 後手：乙\n"));
}

#[test]
fn json_that_is_no_jkf_is_refused() {
    // A line of the file of `komadai match --records`, the head of that file, other JSON.
    for text in [
        r#"{"game":0,"black":"A","start":"startpos","moves":[{"m":"7g7f","ms":1.5}],"reason":"resign"}"#,
        r#"{"game":0,"black":"A","start":"startpos","moves":[],"reason":"crash"}"#,
        r#"{"komadai_match":1,"match":{}}"#,
        r#"{"header":5,"moves":{}}"#,
        r#"{"moves":["7g7f"]}"#,
        r#"{"moves":5}"#,
    ] {
        let problem = read_bytes(text.as_bytes(), Some("jkf")).unwrap_err();
        let told = problem.to_string();
        assert!(told.contains("no game in JKF"), "{text}: {told}");
    }
    for text in [r#"{"moves":[]}"#, r#"{"moves":[{}]}"#, r#"{"header":{}}"#] {
        assert_eq!(warnings(&read(text, "jkf")), [""; 0], "{text}");
    }
}

#[test]
fn what_jkf_does_not_have_is_named() {
    let game = |entry: &str| {
        format!(
            r#"{{"header":{{"先手":"a"}},"moves":[{{}},{{"move":{{"to":{{"x":7,"y":6}},"piece":"FU"}}}},{entry}]}}"#
        )
    };
    for (entry, told) in [
        (r#"{"special":7}"#, r#"'"special":7'"#),
        (r#"{"comments":7}"#, r#"'"comments":7'"#),
        (r#"{"comments":["a",7]}"#, "'7'"),
        (r#"{"time":7}"#, r#"'"time":7'"#),
        (r#"{"time":{"now":{"m":"1"}}}"#, r#"'"now":{"m":"1"}'"#),
        (r#"{"forks":{}}"#, r#"'"forks":{}'"#),
        (r#"{"forks":[7]}"#, "'7'"),
        (r#"{"x":1}"#, r#"'{"x":1}'"#),
        ("{}", "'{}'"),
        ("7", "'7'"),
    ] {
        let reading = read(&game(entry), "jkf");
        assert_eq!(
            warnings(&reading),
            [format!("{told} is not understood; left out")]
        );
        assert_eq!(reading.records[0].main_moves().len(), 1, "{entry}");
    }
    for (field, told) in [
        (
            r#""moves":{}"#,
            r#"'"moves":{}' is not understood; left out"#,
        ),
        (
            r#""initial":5"#,
            r#"'"initial":5' is not understood; left out"#,
        ),
        (
            r#""initial":{"preset":5}"#,
            "the start position: '5' is no preset; the moves are left out",
        ),
        (
            r#""initial":{"preset":"OTHER","data":{"color":7,"board":[]}}"#,
            "the start position: '\"color\":7' is not understood; the moves are left out",
        ),
    ] {
        let reading = read(&format!(r#"{{"header":{{"先手":"a"}},{field}}}"#), "jkf");
        assert_eq!(warnings(&reading), [told]);
    }
    // A comment without a list, null for nothing, and an end beside the last move are understood.
    for (entry, end) in [
        (r#"{"comments":"text","special":null,"time":null}"#, None),
        (
            r#"{"move":{"to":{"x":3,"y":4},"piece":"FU"},"special":"TORYO","comments":["text"]}"#,
            Some(End::Resign),
        ),
    ] {
        let reading = read(&game(entry), "jkf");
        assert_eq!(warnings(&reading), [""; 0], "{entry}");
        let record = &reading.records[0];
        assert_eq!(record.end(), end.as_ref());
        let last = record.main_line().last().unwrap();
        assert_eq!(record.node(last).comments, ["text"], "{entry}");
    }
}

#[test]
fn tags_of_western_text_may_stand_below_a_comment() {
    let text = "{intro}\n[Black \"A\"]\n; more\n[SFEN \"4k4/9/9/9/9/9/9/9/4K4 w - 1\"]\n\n1. ... 2. K-5b\n";
    let reading = read(text, "txt");
    assert_eq!(warnings(&reading), [""; 0]);
    let [record] = &reading.records[..] else {
        panic!("{} games", reading.records.len());
    };
    assert_eq!(headers(record), [("先手", "A")]);
    assert_eq!(record.main_moves().len(), 1);
    assert_eq!(record.node(NodeId::ROOT).comments, ["intro", " more"]);
}
