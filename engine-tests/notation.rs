//! Japanese and Western notation against the judgement of independent programs.

use komadai::notation::{read_japanese, read_western, write_japanese_marked, write_western};
use komadai::position::Position;
use komadai::types::Move;

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
