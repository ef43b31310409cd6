//! Fuzz target for texts of positions and moves: SFEN, USI moves, Japanese and Western
//! notation, pasted text.
#![no_main]

use komadai::movegen::{count_legal_moves, legal_moves};
use komadai_records::notation::{read_japanese, read_western, write_japanese, write_western};
use komadai::position::{Position, Setup};
use komadai_records::read_bytes;
use libfuzzer_sys::fuzz_target;

fn check(pos: &mut Position) {
    let sfen = pos.sfen();
    assert_eq!(&Position::from_sfen(&sfen).unwrap().sfen(), &sfen);
    pos.validate().unwrap();
    let moves = legal_moves(pos);
    assert_eq!(moves.len() as u64, count_legal_moves(pos));
    // Some of the moves, spread over all.
    for &mv in moves.iter().step_by(1 + moves.len() / 20) {
        pos.do_move(mv);
        pos.undo_move(mv);
        let text = write_japanese(pos, mv, None);
        assert_eq!(
            read_japanese(pos, &text, None).ok(),
            Some(mv),
            "{sfen}: {text}"
        );
        let text = write_western(pos, mv);
        assert_eq!(read_western(pos, &text).ok(), Some(mv), "{sfen}: {text}");
    }
    assert_eq!(pos.sfen(), sfen);
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    if let Ok(setup) = Setup::parse(first) {
        let again = Setup::parse(&setup.sfen()).unwrap();
        assert_eq!(again.sfen(), setup.sfen());
    }
    let mut pos = Position::from_sfen(first).unwrap_or_else(|_| Position::startpos());
    check(&mut pos);
    for word in rest.split_whitespace().take(50) {
        let last_to = None;
        let mv = pos
            .parse_usi_move(word)
            .ok()
            .or_else(|| read_japanese(&pos, word, last_to).ok())
            .or_else(|| read_western(&pos, word).ok());
        if let Some(mv) = mv {
            pos.do_move(mv);
        }
    }
    check(&mut pos);
    let _ = read_bytes(bytes, None);
});
