//! Tests with record files of an independent library: reading, and conversion without loss.

use std::path::PathBuf;

use komadai::types::{Color, SplitMix64};
use komadai_records::{
    CsaVersion, Encoding, End, Format, NodeId, Reading, Record, Step, WriteOptions, read_bytes,
    read_file, write_bytes, write_file,
};

use crate::support::record_file;

const GAMES: [&str; 6] = ["00", "01", "02", "03", "04", "05"];
const EXTENSIONS: [&str; 7] = ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "usi"];

fn path(name: &str, extension: &str) -> PathBuf {
    record_file(&format!("{name}.{extension}"))
}

fn read(name: &str, extension: &str) -> Reading {
    let reading = read_file(&path(name, extension)).unwrap();
    assert_eq!(reading.records.len(), 1, "{name}.{extension}");
    assert_eq!(reading.warnings, [], "{name}.{extension}");
    reading
}

/// The content that a round trip has to keep.
#[derive(Clone, Copy)]
struct Keep {
    times: bool,
    variations: bool,
    headers: bool,
    remarks: bool,
    ends: bool,
}

const ALL: Keep = Keep {
    times: true,
    variations: true,
    headers: true,
    remarks: true,
    ends: true,
};

fn kept_by(format: Format) -> Keep {
    match format {
        Format::Kif | Format::Jkf | Format::Western => ALL,
        Format::Ki2 => Keep {
            times: false,
            ..ALL
        },
        Format::Csa => Keep {
            variations: false,
            ..ALL
        },
        Format::Usi | Format::Sfen => Keep {
            times: false,
            variations: false,
            headers: false,
            remarks: false,
            ends: false,
        },
    }
}

/// A record as text, node by node.
fn outline(record: &Record, keep: Keep) -> String {
    let mut out = format!("{}\n", record.start_sfen());
    if keep.headers {
        // The names of the sides follow the start: 下手 and 上手 in handicap games.
        let by_side = |key| match key {
            "下手" => "先手",
            "上手" => "後手",
            key => key,
        };
        let headers = record.headers.iter();
        let mut headers: Vec<_> = headers.map(|(k, v)| (by_side(k), v)).collect();
        headers.sort();
        for (key, value) in headers {
            out.push_str(&format!("{key}={value}\n"));
        }
    }
    let mut waiting = vec![NodeId::ROOT];
    while let Some(id) = waiting.pop() {
        let node = record.node(id);
        let step = match node.step() {
            Step::Start => "start".to_string(),
            Step::Move(mv) => mv.to_string(),
            Step::End(end) if keep.ends => format!("{end:?}"),
            Step::End(_) => continue,
        };
        out.push_str(&format!("{} {step}", node.depth()));
        if keep.times {
            out.push_str(&format!(" {:?}", node.time_ms));
        }
        if keep.remarks {
            let comment: Vec<&str> = node.comment_lines().collect();
            out.push_str(&format!(" {comment:?}"));
        }
        out.push('\n');
        let children = node.children();
        let shown = if keep.variations { children.len() } else { 1 };
        waiting.extend(children.iter().take(shown).rev());
    }
    out
}

/// Start, moves and end of a `.moves` file.
fn expected(name: &str) -> (String, String, End) {
    let text = std::fs::read_to_string(path(name, "moves")).unwrap();
    let mut lines = text.lines();
    let start = match lines.next().unwrap() {
        "startpos" => komadai::position::Position::startpos().sfen(),
        sfen => sfen.to_string(),
    };
    let moves = lines.next().unwrap().to_string();
    let end = match lines.next().unwrap() {
        "resign" => End::Resign,
        "sennichite" => End::Repetition,
        "jishogi" => End::Impasse,
        "interrupt" => End::Interrupted,
        "timeup" => End::TimeUp,
        "kachi" => End::Declaration,
        other => panic!("{other}"),
    };
    (start, moves, end)
}

#[test]
fn every_file_is_read_to_its_main_line() {
    for name in GAMES {
        let (start, moves, end) = expected(name);
        for extension in EXTENSIONS {
            let record = read(name, extension).records.remove(0);
            let what = format!("{name}.{extension}");
            assert_eq!(record.start_sfen(), start, "{what}");
            let read: Vec<String> = record.main_moves().iter().map(|m| m.to_string()).collect();
            assert_eq!(read.join(" "), moves, "{what}");
            if extension == "usi" {
                continue;
            }
            assert_eq!(record.end(), Some(&end), "{what}");
            let number: usize = name.parse().unwrap();
            let headers = &record.headers;
            let name_of = |color| headers.player(color).unwrap().to_string();
            assert_eq!(name_of(Color::Black), format!("先手 {number}"), "{what}");
            assert_eq!(name_of(Color::White), format!("後手 {number}"), "{what}");
            let title = format!("試験対局{number}");
            // CSA has only one keyword for event and title.
            let key = if extension == "csa" {
                "棋戦"
            } else {
                "表題"
            };
            assert_eq!(headers.get(key), Some(title.as_str()), "{what}");
        }
    }
}

#[test]
fn times_comments_and_variations_are_read() {
    for name in GAMES {
        let (_, moves, _) = expected(name);
        let plies = moves.split(' ').count();
        for extension in ["kif", "kifu", "ki2", "ki2u", "csa", "jkf"] {
            let record = read(name, extension).records.remove(0);
            let what = format!("{name}.{extension}");
            let line: Vec<NodeId> = record.main_line().collect();
            for (i, &id) in line.iter().enumerate() {
                let seconds = if i < plies { 1 + 7 * i as u64 % 90 } else { 3 };
                let expected = (!extension.starts_with("ki2")).then_some(1000 * seconds);
                assert_eq!(record.node(id).time_ms, expected, "{what} {i}");
            }
            for (i, &id) in line.iter().enumerate().take(plies) {
                let comment: Vec<&str> = record.node(id).comment_lines().collect();
                if i % 9 == 4 {
                    let first = format!("一行目のコメント {i}");
                    assert_eq!(comment, [first.as_str(), "*記号で始まる行"], "{what} {i}");
                } else {
                    assert_eq!(comment, [""; 0], "{what} {i}");
                }
            }
            let branches: Vec<NodeId> = record
                .ids()
                .filter(|&id| record.node(id).children().len() > 1)
                .collect();
            if matches!(name, "00" | "03") && extension != "csa" {
                assert_eq!(branches, [line[7]], "{what}");
                let other = record.node(line[7]).children()[1];
                assert_eq!(record.node(other).comments, ["変化のコメント"], "{what}");
            } else {
                assert_eq!(branches, [], "{what}");
            }
        }
    }
}

#[test]
fn all_formats_of_a_game_agree() {
    for name in GAMES {
        let whole = read(name, "kifu").records.remove(0);
        for extension in EXTENSIONS {
            let reading = read(name, extension);
            let mut keep = kept_by(reading.format);
            // The library that wrote these left the date out of CSA files.
            keep.headers = keep.headers && extension != "csa";
            let record = &reading.records[0];
            assert_eq!(
                outline(record, keep),
                outline(&whole, keep),
                "{name}.{extension}"
            );
        }
    }
}

#[test]
fn encodings_are_recognised() {
    assert_eq!(read("00", "kif").encoding, Encoding::Cp932);
    assert_eq!(read("00", "kifu").encoding, Encoding::Utf8);
    let bytes = std::fs::read(path("00", "kif")).unwrap();
    let plain = read("00", "kifu").records.remove(0);
    // The wrong extension, or none.
    for extension in [None, Some("kifu"), Some("ki2")] {
        let reading = read_bytes(&bytes, extension).unwrap();
        assert_eq!(outline(&reading.records[0], ALL), outline(&plain, ALL));
    }
    let text = std::fs::read_to_string(path("00", "kifu")).unwrap();
    let marked = format!("\u{FEFF}{}", text.replace('\n', "\r\n"));
    let reading = read_bytes(marked.as_bytes(), None).unwrap();
    assert_eq!(outline(&reading.records[0], ALL), outline(&plain, ALL));
    assert_eq!(reading.format, Format::Kif);
}

fn round_trip(record: &Record, extension: &str, what: &str) {
    let (format, options) = WriteOptions::for_extension(extension).unwrap();
    let written = write_bytes(std::slice::from_ref(record), format, options);
    let reading = read_bytes(&written.bytes, Some(extension)).unwrap();
    let shown = String::from_utf8_lossy(&written.bytes);
    assert_eq!(reading.warnings, [], "{what}\n{shown}");
    assert_eq!(reading.records.len(), 1, "{what}");
    assert_eq!(reading.format, format, "{what}");
    let keep = kept_by(format);
    let back = &reading.records[0];
    assert_eq!(
        outline(back, keep),
        outline(record, keep),
        "{what}\n{shown}"
    );
}

#[test]
fn every_format_keeps_what_it_can_hold() {
    for name in GAMES {
        for from in EXTENSIONS {
            let record = read(name, from).records.remove(0);
            for to in EXTENSIONS.iter().chain(&["sfen", "txt"]) {
                round_trip(&record, to, &format!("{name}.{from} to {to}"));
            }
        }
    }
}

#[test]
fn written_files_match_those_of_the_library() {
    // Move lines, comments and variations are the same to the byte.
    for name in GAMES {
        let record = read(name, "kifu").records.remove(0);
        let body = |text: &str, is_kif: bool| {
            let lines = text.lines().filter(|l| !l.starts_with("# "));
            // The library notes the result only in KI2.
            let lines = lines.filter(|l| !(is_kif && l.starts_with("まで")));
            let text = lines.collect::<Vec<_>>().join("\n");
            // The library names the sides of a handicap game as in an even game.
            text.replace("下手", "先手").replace("上手", "後手")
        };
        for extension in ["kif", "kifu", "ki2", "ki2u", "usi"] {
            let (format, options) = WriteOptions::for_extension(extension).unwrap();
            let written = write_bytes(std::slice::from_ref(&record), format, options);
            let theirs = std::fs::read(path(name, extension)).unwrap();
            let decode = |bytes: &[u8]| match options.encoding {
                Encoding::Utf8 => String::from_utf8(bytes.to_vec()).unwrap(),
                Encoding::Cp932 => encoding_rs::SHIFT_JIS.decode(bytes).0.into_owned(),
            };
            let (ours, theirs) = (decode(&written.bytes), decode(&theirs));
            let [ours, theirs] = [ours, theirs].map(|text| body(&text, format == Format::Kif));
            assert_eq!(ours, theirs, "{name}.{extension}");
        }
    }
}

/// A record with everything in it, made by random play.
fn random_record(rng: &mut SplitMix64, starts: &[&str]) -> Record {
    let start = starts[rng.below(starts.len())];
    let start = komadai::position::Position::from_sfen(start).unwrap();
    let mut record = Record::new(&start);
    for (key, value) in [
        ("先手", "甲 太郎"),
        ("後手", "乙 \"花\" 子"),
        ("棋戦", "名人戦"),
        ("備考", "昼休前\\n 振り駒"),
    ] {
        if rng.below(3) > 0 {
            record.headers.set(key, value);
        }
    }
    let ends = [
        End::Resign,
        End::Interrupted,
        End::Repetition,
        End::Impasse,
        End::TimeUp,
        End::FoulLoss,
        End::FoulWin,
        End::Declaration,
        End::Mate,
        End::NoMate,
        End::Draw,
        End::MaxMoves,
        End::Error,
        End::DefaultLoss,
        End::DefaultWin,
        End::Try,
    ];
    let comments = [
        "良い手",
        "*強調",
        "評価値 {30} (best) 'x'",
        "",
        "\\ と } と \"",
        "# &",
    ];
    let timed = rng.below(2) == 0;
    let mut leaf = NodeId::ROOT;
    for _ in 0..60 {
        // Mostly continues from the last move, sometimes adds a variation anywhere.
        let ids: Vec<NodeId> = record.ids().collect();
        let from = match rng.below(6) {
            0 => ids[rng.below(ids.len())],
            _ => leaf,
        };
        if record.node(from).end().is_some() {
            continue;
        }
        let pos = record.position_at(from);
        let moves = komadai::movegen::legal_moves(&pos);
        if moves.is_empty() {
            continue;
        }
        let id = record
            .add_move(from, moves[rng.below(moves.len())])
            .unwrap();
        leaf = id;
        let node = record.node_mut(id);
        if timed {
            node.time_ms = Some(1000 * rng.below(4000) as u64);
        }
        if rng.below(5) == 0 {
            let line = |rng: &mut SplitMix64| comments[rng.below(comments.len())].to_string();
            node.comments = vec![line(rng), line(rng)];
        }
        if rng.below(20) == 0 {
            record.add_end(id, ends[rng.below(ends.len())].clone());
            leaf = NodeId::ROOT;
        }
    }
    let last = record.main_line().last();
    if let Some(last) = last.filter(|&id| record.node(id).end().is_none()) {
        let end = record.add_end(last, ends[rng.below(ends.len())].clone());
        record.node_mut(end).comments = vec!["終局".to_string()];
    }
    record
}

const STARTS: [&str; 6] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1",
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1",
];

#[test]
fn random_trees_survive_every_format() {
    let mut rng = SplitMix64::new(2026);
    for game in 0..150 {
        let record = random_record(&mut rng, &STARTS);
        for to in ["kifu", "ki2u", "txt"] {
            round_trip(&record, to, &format!("game {game} to {to}"));
        }
        // JKF and CSA have no place for the move number of the start, and CSA has no name
        // for some end marks.
        let plain = !record.start_sfen().ends_with("124");
        if plain {
            round_trip(&record, "jkf", &format!("game {game} to jkf"));
        }
        let end = record.end().cloned();
        let csa_end = end.is_none_or(|end| end.csa_word(Color::Black).is_some());
        if plain && csa_end {
            round_trip(&record, "csa", &format!("game {game} to csa"));
        }
        round_trip(&record, "usi", &format!("game {game} to usi"));
        round_trip(&record, "sfen", &format!("game {game} to sfen"));
    }
}

#[test]
fn several_games_share_a_file() {
    let mut rng = SplitMix64::new(7);
    let records: Vec<Record> = (0..5)
        .map(|_| random_record(&mut rng, &STARTS[..4]))
        .collect();
    for extension in ["kifu", "ki2u", "jkf", "txt", "usi", "csa"] {
        let (format, options) = WriteOptions::for_extension(extension).unwrap();
        let written = write_bytes(&records, format, options);
        let reading = read_bytes(&written.bytes, Some(extension)).unwrap();
        assert_eq!(reading.records.len(), records.len(), "{extension}");
        let mut keep = kept_by(format);
        // Some of these ends have no name in CSA.
        keep.ends &= format != Format::Csa;
        keep.remarks &= format != Format::Csa;
        for (back, record) in reading.records.iter().zip(&records) {
            let shown = String::from_utf8_lossy(&written.bytes);
            assert_eq!(
                outline(back, keep),
                outline(record, keep),
                "{extension}\n{shown}"
            );
        }
    }
}

#[test]
fn losses_are_named() {
    let mut record = read("00", "kifu").records.remove(0);
    record.headers.set("先手", "😀");
    let losses = |extension: &str, record: &Record| {
        let (format, options) = WriteOptions::for_extension(extension).unwrap();
        write_bytes(std::slice::from_ref(record), format, options)
            .losses
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert_eq!(losses("kifu", &record), "");
    assert_eq!(losses("jkf", &record), "");
    assert_eq!(losses("txt", &record), "");
    assert!(losses("kif", &record).contains("CP932 has no '😀'"));
    assert_eq!(losses("csa", &record), "variations are left out");
    assert_eq!(losses("ki2u", &record), "times are left out");
    for word in ["names", "variations", "times", "comments", "end mark"] {
        assert!(losses("usi", &record).contains(word), "{word}");
    }
    let late = komadai::position::Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 w - 31").unwrap();
    let late = Record::new(&late);
    assert!(losses("csa", &late).contains("31") && losses("jkf", &late).contains("31"));
    assert_eq!(losses("kifu", &late), "");
    let first = record.main_line().next().unwrap();
    record.node_mut(first).time_ms = Some(1500);
    assert!(losses("kifu", &record).contains("fractions"));
    let mut options = WriteOptions::default();
    let v3 = write_bytes(std::slice::from_ref(&record), Format::Csa, options);
    let text = String::from_utf8(v3.bytes).unwrap();
    assert!(text.starts_with("'CSA encoding=UTF-8\nV3.0\n") && text.contains("\nT1.5\n"));
    options.csa = CsaVersion::V22;
    let v2 = write_bytes(std::slice::from_ref(&record), Format::Csa, options);
    let text = String::from_utf8(v2.bytes).unwrap();
    assert!(text.starts_with("V2.2\n") && text.contains("\nT1\n"));
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let record = read("03", "kifu").records.remove(0);
    let file = folder.path().join("game.kif");
    write_file(&file, std::slice::from_ref(&record), |_| {}).unwrap();
    write_file(&file, std::slice::from_ref(&record), |_| {}).unwrap();
    let back = read_file(&file).unwrap();
    assert_eq!(back.encoding, Encoding::Cp932);
    assert_eq!(outline(&back.records[0], ALL), outline(&record, ALL));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let unknown = write_file(&folder.path().join("game.xyz"), &[], |_| {});
    assert!(unknown.unwrap_err().to_string().contains(".kifu"));
    let nowhere = write_file(&folder.path().join("no/game.kif"), &[record], |_| {});
    assert!(nowhere.is_err());
    let missing = read_file(&folder.path().join("none.kif")).unwrap_err();
    assert!(missing.to_string().contains("none.kif"), "{missing}");
}
