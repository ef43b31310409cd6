use super::*;
use komadai::movegen::legal_moves;
use komadai::position::testing::random_games;

#[test]
fn every_move_of_random_games_comes_back() {
    let mut moves = 0;
    random_games(11, 12, 200, |pos| {
        for mv in legal_moves(pos) {
            let text = write_western(pos, mv);
            assert_eq!(read_western(pos, &text), Ok(mv), "{text} in {}", pos.sfen());
            moves += 1;
        }
    });
    assert!(moves > 50_000);
}

#[test]
fn other_spellings_are_read() {
    let pos = Position::startpos();
    for text in ["P-7f", "P-76", "P76", "P7g-7f", "P77-76", " P-7f "] {
        assert_eq!(read_western(&pos, text).unwrap().to_string(), "7g7f");
    }
    let pos = Position::from_sfen("4k4/9/9/9/9/9/9/+R8/4K4 b P 1").unwrap();
    assert_eq!(read_western(&pos, "D-9a").unwrap().to_string(), "9h9a");
    assert_eq!(read_western(&pos, "P'5b").unwrap().to_string(), "P*5b");
}

#[test]
fn broken_and_wrong_moves_name_what_is_wrong() {
    let pos = Position::startpos();
    let cases = [
        ("", "no move in Western"),
        ("+", "no move in Western"),
        ("P-7j", "no move in Western"),
        ("P-7f++", "no move in Western"),
        ("K*5e", "no move in Western"),
        ("+G-5e", "no move in Western"),
        ("歩-7f", "no move in Western"),
        ("P0-7f", "no move in Western"),
        ("P-5d", "Black has no such piece"),
        ("G-5h", "fits 2 moves: 4i5h, 6i5h"),
        ("R7h-7f", "no such piece of Black stands on 7h"),
        ("P*5e", "no such piece"),
        ("Bx2b+", "Black has no such piece"),
        ("P-7f+", "no promotion is possible"),
    ];
    for (text, part) in cases {
        let error = read_western(&pos, text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}
