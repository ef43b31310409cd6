use super::*;
use komadai::movegen::legal_moves;
use komadai::position::testing::random_games;

fn texts(sfen: &str, moves: &[(&str, &str)]) {
    let pos = Position::from_sfen(sfen).unwrap();
    for (usi, text) in moves {
        let mv = pos.parse_usi_move(usi).unwrap();
        assert_eq!(write_japanese(&pos, mv, None), *text, "{usi}");
        assert_eq!(read_japanese(&pos, text, None), Ok(mv), "{text}");
    }
}

/// Positions from the page of the Japan Shogi Association on notation
/// (https://www.shogi.or.jp/faq/kihuhyouki.html).
#[test]
fn like_pieces_are_told_apart() {
    // Two golds that differ in the motion.
    texts(
        "4k4/9/9/9/9/9/9/1G1S5/2G1K1S2 b - 1",
        &[("7i8i", "８九金寄"), ("8h8i", "８九金引")],
    );
    texts(
        "4k4/2G6/1G7/9/9/9/9/9/4K4 b - 1",
        &[("7b8b", "８二金寄"), ("8c8b", "８二金上")],
    );
    // Three golds, written with straight, left and right.
    texts(
        "4k4/9/9/9/9/9/9/9/3GGG3 b - 1",
        &[
            ("6i5h", "５八金左"),
            ("5i5h", "５八金直"),
            ("4i5h", "５八金右"),
        ],
    );
    // Promoted pawns around 8h.
    texts(
        "9/9/9/9/9/9/9/+P8/+P+P+P4k1 b - 1",
        &[
            ("9i8h", "８八と左上"),
            ("9h8h", "８八と寄"),
            ("8i8h", "８八と直"),
            ("7i8h", "８八と右"),
        ],
    );
    // Four silvers around 2h.
    texts(
        "k8/9/9/9/9/9/6S1S/9/6SS1 b - 1",
        &[
            ("1g2h", "２八銀右"),
            ("2i2h", "２八銀直"),
            ("3i2h", "２八銀左上"),
            ("3g2h", "２八銀左引"),
        ],
    );
    // Dragons and horses: motion first, then side, never straight.
    texts(
        "+R8/9/9/1+R7/9/9/9/9/k8 b - 1",
        &[("9a8b", "８二龍引"), ("8d8b", "８二龍上")],
    );
    texts(
        "k8/9/9/9/9/9/9/9/4+R3+R b - 1",
        &[("5i3i", "３九龍左"), ("1i3i", "３九龍右")],
    );
    texts(
        "k8/9/9/9/9/9/9/9/7+R+R b - 1",
        &[("2i1h", "１八龍左"), ("1i1h", "１八龍右")],
    );
    texts(
        "+B+B7/9/9/9/9/9/9/9/k8 b - 1",
        &[("9a8b", "８二馬左"), ("8a8b", "８二馬右")],
    );
}

#[test]
fn every_move_of_random_games_comes_back() {
    let mut moves = 0;
    random_games(7, 12, 200, |pos| {
        for mv in legal_moves(pos) {
            let text = write_japanese_marked(pos, mv, None);
            let back = read_japanese(pos, &text, None);
            assert_eq!(back, Ok(mv), "{text} in {}", pos.sfen());
            let same = write_japanese(pos, mv, Some(mv.to()));
            assert_eq!(read_japanese(pos, &same, Some(mv.to())), Ok(mv), "{same}");
            moves += 1;
        }
    });
    assert!(moves > 50_000);
}

#[test]
fn no_two_moves_of_crowded_boards_are_written_alike() {
    // Up to four golds and every promoted kind around one square.
    let mut rng = komadai::types::SplitMix64::new(5);
    let mut compared = 0;
    for _ in 0..3000 {
        let mut setup = komadai::position::Setup::default();
        let kinds = [
            PieceType::Gold,
            PieceType::Silver,
            PieceType::ProPawn,
            PieceType::Horse,
            PieceType::Dragon,
            PieceType::ProSilver,
        ];
        let kind = kinds[rng.below(kinds.len())];
        let count = match kind {
            PieceType::Horse | PieceType::Dragon => 2,
            PieceType::ProPawn => 9,
            _ => 4,
        };
        let side = Color::ALL[rng.below(2)];
        setup.side = side;
        for _ in 0..count {
            let sq = Square::new(3 + rng.below(4) as u8, 3 + rng.below(4) as u8).unwrap();
            setup.board[sq.index()] = Some(komadai::types::Piece::new(side, kind));
        }
        let pos = Position::from_setup(&setup).unwrap();
        for mv in legal_moves(&pos) {
            let text = write_japanese(&pos, mv, None);
            assert_eq!(
                read_japanese(&pos, &text, None),
                Ok(mv),
                "{text} {}",
                pos.sfen()
            );
            compared += 1;
        }
    }
    assert!(compared > 20_000);
}

#[test]
fn other_spellings_are_read() {
    let pos = Position::startpos();
    let cases = [
        ("☗７六歩", "7g7f"),
        ("76歩", "7g7f"),
        ("７６歩", "7g7f"),
        ("七六歩", "7g7f"),
        ("▲ ７六　歩", "7g7f"),
        ("▲７六歩(77)", "7g7f"),
        ("５八金左", "6i5h"),
        ("５八金左上", "6i5h"),
        ("５八王", "5i5h"),
        ("７八銀上", "7i7h"),
    ];
    for (text, usi) in cases {
        assert_eq!(read_japanese(&pos, text, None).unwrap().to_string(), usi);
    }
}

#[test]
fn broken_and_wrong_moves_name_what_is_wrong() {
    let pos = Position::startpos();
    let cases = [
        ("", "no move in Japanese"),
        ("▲", "no move in Japanese"),
        ("▲０六歩", "no move in Japanese"),
        ("▲７六", "no move in Japanese"),
        ("▲７六歩よ", "no move in Japanese"),
        ("▲７六歩(7", "no move in Japanese"),
        ("▲７六歩(70)", "no move in Japanese"),
        ("同歩", "the move before"),
        ("▲５五歩", "Black has no such piece"),
        ("▲５五歩打", "Black has no such piece"),
        ("▲５八金", "fits 2 moves: 4i5h, 6i5h"),
        ("▲５八金直", "Black has no such piece"),
        ("▲７六歩(67)", "the piece cannot go there"),
        ("▲７六銀(77)", "no such piece of Black stands on 7g"),
        ("▲７六歩成", "no promotion is possible"),
    ];
    for (text, part) in cases {
        let error = read_japanese(&pos, text, None).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let nifu = Position::from_sfen("4k4/9/9/9/9/9/4P4/9/4K4 b P 1").unwrap();
    let error = read_japanese(&nifu, "▲５五歩打", None).unwrap_err();
    assert!(error.to_string().contains("second pawn"), "{error}");
}

/// Some programs write the origin 00 after a drop: `４五角打(00)`.
#[test]
fn a_drop_may_have_00_for_its_origin() {
    let pos = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b B 1").unwrap();
    for text in [
        "４五角打(00)",
        "４五角(00)",
        "▲４五角打 (00)",
        "45角打（００）",
        "４五角打(００)",
    ] {
        let mv = read_japanese(&pos, text, None).map(|mv| mv.to_string());
        assert_eq!(mv.as_deref(), Ok("B*4e"), "{text}");
    }
    let (mv, rest) = JapaneseMove::parse("４五角打(00)   ( 0:01/00:00:03)").unwrap();
    assert!(mv.relative.drop && rest.ends_with("( 0:01/00:00:03)"));
    // 00 stands for the hand, which holds no pawn here.
    assert!(read_japanese(&Position::startpos(), "７六歩(00)", None).is_err());
}
