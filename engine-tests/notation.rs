//! Tests of Japanese and Western notation against the output of independent programs.

use komadai::position::Position;
use komadai::types::Move;
use komadai_records::Handicap;
use komadai_records::notation::{
    read_japanese, read_western, write_japanese_marked, write_western,
};
use komadai_records::{NodeId, Record, WriteOptions, read_bytes, write_bytes};

#[test]
fn notation_table_is_exact() {
    let mut lines = 0;
    for line in include_str!("data/notation.tsv").lines() {
        if line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let [sfen, before, usi, japanese, western] = fields[..] else {
            panic!("not five fields: {line}");
        };
        let pos = Position::from_sfen(sfen).unwrap();
        let last_to = Move::from_usi(before).ok().map(|mv| mv.to());
        let mv = pos.parse_usi_move(usi).unwrap();
        assert_eq!(write_japanese_marked(&pos, mv, last_to), japanese, "{line}");
        assert_eq!(write_western(&pos, mv), western, "{line}");
        assert_eq!(read_japanese(&pos, japanese, last_to), Ok(mv), "{line}");
        assert_eq!(read_western(&pos, western), Ok(mv), "{line}");
        lines += 1;
    }
    assert_eq!(lines, 300);
}

/// A game as Western text, tags aside.
fn western_game(start: &str, moves: &str) -> String {
    let start = Position::from_sfen(start).unwrap();
    let mut record = Record::new(&start);
    let mut node = NodeId::ROOT;
    for text in moves.split(' ') {
        node = record
            .add_move(node, Move::from_usi(text).unwrap())
            .unwrap();
    }
    let (format, options) = WriteOptions::for_extension("txt").unwrap();
    let written = write_bytes(std::slice::from_ref(&record), format, options);
    // What is written is read.
    let back = read_bytes(&written.bytes, Some("txt")).unwrap();
    assert_eq!(back.warnings, []);
    assert_eq!(back.records[0].main_moves(), record.main_moves());
    assert_eq!(back.records[0].start_sfen(), record.start_sfen());
    let text = String::from_utf8(written.bytes).unwrap();
    let lines = text.lines().filter(|l| !l.starts_with('['));
    lines.collect::<Vec<_>>().join(" ").trim().to_string()
}

#[test]
fn whole_games_are_numbered_move_by_move() {
    let even = Position::startpos().sfen();
    assert_eq!(
        western_game(&even, "7g7f 3c3d 8h2b+ 3a2b B*4e 5a6b 4e3d"),
        "1. P-7f 2. P-3d 3. Bx2b+ 4. Sx2b 5. B*4e 6. K-6b 7. Bx3d"
    );
    // In a handicap game White moves first: Black's first move is missing.
    let two = Handicap::find("two").unwrap().sfen;
    assert_eq!(
        western_game(two, "6a5b 7g7f 4a4b 4i5h"),
        "1. ... 2. G6a-5b 3. P-7f 4. G4a-4b 5. G4i-5h"
    );
}
