//! Tests of the rules of the game, each with a counterexample that is just not forbidden,
//! won or drawn.

use komadai::movegen::legal_moves;
use komadai::position::{
    Declaration, EnteringKingRule, IllegalMove, Position, Repetition, Sennichite,
};
use komadai::types::{Color, Move, PieceType};
use komadai_records::Handicap;

use crate::support::{self, mv, position};

/// The position after these moves, each legal.
fn after(sfen: &str, moves: &str) -> Position {
    let mut pos = position(sfen);
    for text in moves.split_whitespace() {
        let mv = pos.parse_usi_move(text).unwrap_or_else(|e| panic!("{e}"));
        pos.do_move(mv);
    }
    pos
}

/// Whether the move is legal, by the single test and by the generator alike.
fn is_legal(sfen: &str, text: &str) -> bool {
    let pos = position(sfen);
    let legal = pos.is_legal(mv(text));
    assert_eq!(
        legal_moves(&pos).contains(&mv(text)),
        legal,
        "{text} {sfen}"
    );
    legal
}

fn assert_breaks(sfen: &str, text: &str, rule: fn(Move) -> IllegalMove) {
    assert!(!is_legal(sfen, text), "{text} {sfen}");
    assert_eq!(position(sfen).check_legal(mv(text)), Err(rule(mv(text))));
}

#[test]
fn nifu_two_pawns_on_a_file() {
    let own_pawn = "4k4/9/9/9/9/9/4P4/9/4K4 b P 1";
    assert_breaks(own_pawn, "P*5e", IllegalMove::Nifu);
    assert!(is_legal(own_pawn, "P*4e"));
    // A promoted pawn, the opponent's pawn and another piece are no pawns of ours.
    assert!(is_legal("4k4/9/9/9/9/9/4+P4/9/4K4 b P 1", "P*5e"));
    assert!(is_legal("4k4/9/9/9/9/9/4p4/9/4K4 b P 1", "P*5e"));
    assert!(is_legal(own_pawn.replace(" P ", " L ").as_str(), "L*5e"));
    let white = "4k4/4p4/9/9/9/9/9/9/4K4 w p 1";
    assert_breaks(white, "P*5e", IllegalMove::Nifu);
    assert!(is_legal(white, "P*6e"));
}

#[test]
fn dead_end_drops_and_forced_promotions() {
    let hands = "4k4/9/9/9/9/9/9/9/4K4 b NLP 1";
    let white = "4k4/9/9/9/9/9/9/9/4K4 w nlp 1";
    for (sfen, dead, alive) in [
        (hands, ["P*1a", "L*1a", "N*1a"], ["P*1b", "L*1b", "N*1c"]),
        (white, ["P*1i", "L*1i", "N*1i"], ["P*1h", "L*1h", "N*1g"]),
    ] {
        for (dead, alive) in dead.into_iter().zip(alive) {
            assert_breaks(sfen, dead, IllegalMove::DeadEnd);
            assert!(is_legal(sfen, alive), "{alive}");
        }
    }
    assert_breaks(hands, "N*1b", IllegalMove::DeadEnd);
    assert_breaks(white, "N*1h", IllegalMove::DeadEnd);
    for (sfen, dead) in [
        ("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a"),
        ("4k4/9/9/L8/9/9/9/9/4K4 b - 1", "9d9a"),
        ("4k4/9/9/N8/9/9/9/9/4K4 b - 1", "9d8b"),
        ("4k4/9/9/9/9/9/9/8p/4K4 w - 1", "1h1i"),
        ("4k4/9/9/9/9/8n/9/9/4K4 w - 1", "1f2h"),
    ] {
        assert_breaks(sfen, dead, IllegalMove::DeadEnd);
        assert!(is_legal(sfen, &format!("{dead}+")));
    }
    // Where the piece could still move, promotion is optional.
    for (sfen, text) in [
        ("4k4/9/P8/9/9/9/9/9/4K4 b - 1", "9c9b"),
        ("4k4/9/9/L8/9/9/9/9/4K4 b - 1", "9d9b"),
        ("4k4/9/9/9/N8/9/9/9/4K4 b - 1", "9e8c"),
    ] {
        assert!(is_legal(sfen, text) && is_legal(sfen, &format!("{text}+")));
    }
}

/// Whether the move gives mate.
fn mates(sfen: &str, text: &str) -> bool {
    let pos = after(sfen, text);
    pos.in_check() && legal_moves(&pos).is_empty()
}

#[test]
fn uchifuzume_and_the_mates_that_are_none() {
    let covered = |rank_c: &str, hand: &str| format!("7lk/9/{rank_c}/9/9/9/9/9/4K4 b {hand} 1");
    // A silver on 2c covers 1b and 2b: a pawn dropped on 1b would be mate.
    assert_breaks(&covered("7S1", "P"), "P*1b", IllegalMove::Uchifuzume);
    // The same mate by a moved pawn is legal.
    assert!(mates(&covered("7SP", "-"), "1c1b"));
    // The same mate by any other dropped piece is legal.
    for drop in ["L*1b", "S*1b", "G*1b", "R*1b"] {
        assert!(mates(&covered("7S1", "RGSL"), drop), "{drop}");
    }
    // No mate: a flight square, a defender that takes, a pawn without cover.
    assert!(is_legal(&covered("7S1", "P").replace("7lk", "8k"), "P*1b"));
    assert!(is_legal(
        &covered("7S1", "P").replace("7lk/9", "7lk/r8"),
        "P*1b"
    ));
    assert!(is_legal(&covered("9", "P"), "P*1b"));
    // A defender that is pinned cannot take: mate again, and forbidden.
    let pinned = "6Rsk/9/7S1/9/9/9/9/9/4K4 b P 1";
    assert_breaks(pinned, "P*1b", IllegalMove::Uchifuzume);
    assert!(is_legal(&pinned.replace("6Rsk", "7sk"), "P*1b"));
    // The same holds for White.
    let white = "4k4/9/9/9/9/9/1s7/9/KL7 w p 1";
    assert_breaks(white, "P*9h", IllegalMove::Uchifuzume);
    assert!(is_legal(&white.replace("1s7", "9"), "P*9h"));
}

#[test]
fn a_king_is_never_left_in_check() {
    let checked = "4r4/9/9/9/9/9/9/9/k3K4 b G 1";
    assert_breaks(checked, "G*1e", IllegalMove::KingInCheck);
    assert_breaks(checked, "5i5h", IllegalMove::KingInCheck);
    assert!(is_legal(checked, "G*5e") && is_legal(checked, "5i4i"));
    // A pinned piece moves along the pin only.
    let pinned = "4r4/9/9/9/9/9/9/4R4/k3K4 b - 1";
    assert_breaks(pinned, "5h1h", IllegalMove::KingInCheck);
    assert!(is_legal(pinned, "5h5b") && is_legal(pinned, "5h5a"));
    // Without an own king, no move can leave it in check.
    assert!(is_legal("4r4/9/9/9/9/9/9/4R4/k8 b - 1", "5h1h"));
}

#[test]
fn a_king_is_never_captured() {
    // The side not to move is in check: the position is accepted, but its king cannot be captured.
    for (sfen, capture) in [
        ("4k4/9/9/9/4R4/9/9/9/4K4 b - 1", "5e5a"),
        ("4k4/4P4/9/9/9/9/9/9/4K4 b - 1", "5b5a+"),
        ("4k4/4K4/9/9/9/9/9/9/9 b - 1", "5b5a"),
        ("4k4/9/9/9/4r4/9/9/9/4K4 w - 1", "5e5i"),
    ] {
        assert!(position(sfen).opponent_in_check());
        assert!(!is_legal(sfen, capture), "{sfen}");
    }
    assert!(is_legal("4g4/9/9/9/4R4/9/9/9/4K4 b - 1", "5e5a"));
}

/// A king that goes to and fro without any check; White's rook too.
const QUIET: &str = "4k4/1r7/9/9/9/9/9/7R1/4K4 b 2b4g4s4n4l18p 1";
const ROUND: &str = "5i5h 5a5b 5h5i 5b5a ";

#[test]
fn sennichite_is_the_fourth_occurrence_and_not_the_third() {
    assert_eq!(after(QUIET, &ROUND.repeat(2)).occurrences_before(), 2);
    assert_eq!(after(QUIET, &ROUND.repeat(2)).sennichite(), None);
    for moves in ["5i5h", "5i5h 5a5b", "5i5h 5a5b 5h5i"] {
        let pos = after(QUIET, &(ROUND.repeat(2) + moves));
        assert_eq!(pos.sennichite(), None, "{moves}");
    }
    let fourth = after(QUIET, &ROUND.repeat(3));
    assert_eq!(fourth.occurrences_before(), 3);
    assert_eq!(fourth.sennichite(), Some(Sennichite::Draw));
    // The fifth occurrence counts as well.
    assert_eq!(
        after(QUIET, &ROUND.repeat(4)).sennichite(),
        Some(Sennichite::Draw)
    );
}

#[test]
fn the_occurrences_may_lie_far_apart() {
    // Kings that walk a loop of 8, and one of 20 plies.
    let short = "5i5h 5a5b 5h4h 5b4b 4h4i 4b4a 4i5i 4a5a ";
    let long = "5i6h 5a6b 6h7g 6b7c 7g6g 7c6c 6g5g 6c5c 5g4g 5c4c 4g3g 4c3c 3g3h 3c3b 3h4i 3b4a \
                4i4h 4a4b 4h5i 4b5a ";
    for round in [short, long] {
        let plies = round.split_whitespace().count();
        assert_eq!(after(QUIET, &round.repeat(2)).sennichite(), None);
        let fourth = after(QUIET, &round.repeat(3));
        assert!(fourth.ply() as usize == 1 + 3 * plies && 3 * plies > 16);
        assert_eq!(fourth.sennichite(), Some(Sennichite::Draw), "{plies}");
        let third = after(QUIET, &round.repeat(2));
        assert_eq!(third.seen_thrice(), [third.key()]);
        assert!(after(QUIET, round).seen_thrice().is_empty());
    }
    // Different cycles between the occurrences count together.
    let mixed = [ROUND, long, short].concat();
    assert_eq!(after(QUIET, &mixed).sennichite(), Some(Sennichite::Draw));
    assert_eq!(after(QUIET, &[ROUND, long].concat()).sennichite(), None);
}

#[test]
fn another_hand_or_another_side_to_move_is_another_position() {
    // In each cycle White gives a pawn away: the board repeats, the hands do not.
    let start = "8k/9/9/9/4R4/9/9/9/K8 w 4p 1";
    let round = "P*5d 5e5d 1a2a 5d5f 2a1a 5f5e ";
    let pos = after(start, &round.repeat(3));
    assert_eq!(pos.occurrences_before(), 0);
    assert_eq!(pos.sennichite(), None);
    // The same board with the other side to move: White loses a tempo.
    let start = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
    let triangle = "5i5h 5a5b 5h5i 5b4a 5i5h 4a5a 5h5i";
    let pos = after(start, triangle);
    assert_eq!(pos.side_to_move(), Color::White);
    assert_eq!(pos.sfen(), start.replace(" b - 1", " w - 8"));
    assert_eq!(pos.occurrences_before(), 0);
}

/// White's king walks up and down beside a rook that follows it.
const CHASE: &str = "8k/R8/9/9/9/9/9/9/4K4 b r2b4g4s4n4l18p 1";
const CHECKS: &str = "9b9a 1a1b 9a9b 1b1a ";

#[test]
fn perpetual_check_loses_for_the_side_that_gives_it() {
    // The checker to move at the fourth occurrence, and the side in check.
    let pos = after(CHASE, &CHECKS.repeat(3));
    assert_eq!(pos.sennichite(), Some(Sennichite::SideToMoveLoses));
    let pos = after(CHASE, &format!("{}9b9a", CHECKS.repeat(3)));
    assert_eq!(pos.sennichite(), Some(Sennichite::SideToMoveWins));
    // White gives check.
    let white = "4k4/9/9/9/9/9/9/8r/K8 w R2B4G4S4N4L18P 1";
    let round = "1h1i 9i9h 1i1h 9h9i ";
    let pos = after(white, &round.repeat(3));
    assert_eq!(pos.side_to_move(), Color::White);
    assert_eq!(pos.sennichite(), Some(Sennichite::SideToMoveLoses));
    // The third occurrence has no effect.
    assert_eq!(after(CHASE, &CHECKS.repeat(2)).sennichite(), None);
}

#[test]
fn one_move_without_check_makes_it_a_draw() {
    let quiet = "5i5h 1a2a 5h5i 2a1a ";
    for rounds in [
        [quiet, CHECKS, CHECKS],
        [CHECKS, quiet, CHECKS],
        [CHECKS, CHECKS, quiet],
    ] {
        let pos = after(CHASE, &rounds.concat());
        assert_eq!(pos.sennichite(), Some(Sennichite::Draw), "{rounds:?}");
    }
    // A quiet move before the chase does not help the checker: only moves between the
    // first and the fourth occurrence count.
    let into = "8k/1R7/9/9/9/9/9/9/4K4 b r2b4g4s4n4l18p 1";
    let pos = after(into, &format!("8b9b 1a2a 5i4i 2a1a {}", CHECKS.repeat(3)));
    assert_eq!(pos.sennichite(), Some(Sennichite::SideToMoveLoses));
}

#[test]
fn in_the_search_a_repetition_counts_once_inside_the_tree() {
    let pos = after(QUIET, ROUND);
    // The root of the search is after the first occurrence, before it, and far before it.
    for (ply, seen) in [
        (0, Repetition::None),
        (3, Repetition::None),
        (4, Repetition::None),
        (5, Repetition::Draw),
        (9, Repetition::Draw),
    ] {
        assert_eq!(pos.repetition(ply), seen, "{ply}");
    }
    let checks = after(CHASE, CHECKS);
    assert_eq!(checks.repetition(0), Repetition::None);
    assert_eq!(checks.repetition(5), Repetition::Loss);
    let checked = after(CHASE, &format!("{CHECKS}9b9a"));
    assert_eq!(checked.repetition(6), Repetition::Win);
}

#[test]
fn the_same_board_with_more_in_hand_is_superior() {
    // After another cycle White has a pawn less, Black one more.
    let start = "8k/9/9/9/4R4/9/9/9/K8 w 4p 1";
    let pos = after(start, "P*5d 5e5d 1a2a 5d5f 2a1a 5f5e");
    assert_eq!(pos.side_to_move(), Color::White);
    assert_eq!(pos.repetition(9), Repetition::Inferior);
    // The first of the two positions must lie within the search tree.
    assert_eq!(pos.repetition(7), Repetition::Inferior);
    assert_eq!(pos.repetition(6), Repetition::None);
    assert_eq!(pos.repetition(0), Repetition::None);
    let start = "8k/9/9/9/9/4R4/9/9/K8 b 4p 1";
    let pos = after(start, "5f5e P*5d 5e5d 1a2a 5d5f 2a1a");
    assert_eq!(pos.side_to_move(), Color::Black);
    assert_eq!(pos.repetition(9), Repetition::Superior);
    assert_eq!(pos.repetition(6), Repetition::None);
    // A pawn less and a lance more: neither side has more, and nothing is repeated.
    let start = "8k/9/9/9/4R4/9/9/9/K8 w Lp 1";
    let pos = after(start, "P*5d 5e5d 1a2a L*2b 2a2b 5d5f 2b1a 5f5e");
    assert_eq!(pos.sfen(), "8k/9/9/9/4R4/9/9/9/K8 w Pl 9");
    assert_eq!(pos.repetition(9), Repetition::None);
    // With equal hands it is a repetition.
    let pos = after(start, "1a2a 9i8i 2a1a 8i9i");
    assert_eq!(pos.repetition(9), Repetition::Draw);
}

/// Ten pieces beside the king in the camp, 10 points; the rest in hand.
fn camp(hand: &str) -> Position {
    position(&support::camp(hand))
}

/// The same for White.
fn white_camp(hand: &str) -> Position {
    position(&support::white_camp(hand))
}

#[test]
fn declaration_by_the_27_point_law() {
    use Declaration::{None, Win};
    for (pos, points, verdict) in [
        (camp("2R8P"), 28, Win),
        (camp("2R7P"), 27, None),
        (camp("RB8P"), 28, Win),
        (camp("3P2R2B"), 33, Win),
        (white_camp("2r7p"), 27, Win),
        (white_camp("2r6p"), 26, None),
        // The opponent's pieces do not count, wherever they are.
        (camp("2R7Pb10p"), 27, None),
        (white_camp("2r6p2B9P"), 26, None),
    ] {
        let side = pos.side_to_move();
        assert_eq!(pos.impasse_points(side, false), points, "{}", pos.sfen());
        let rule = EnteringKingRule::Csa27;
        assert_eq!(pos.declaration(rule), verdict, "{}", pos.sfen());
    }
}

#[test]
fn declaration_by_the_24_point_law() {
    use Declaration::{Draw, None, Win};
    for (hand, points, verdict) in [
        ("2R2BP", 31, Win),
        ("2R2B", 30, Draw),
        ("2R4P", 24, Draw),
        ("2R3P", 23, None),
    ] {
        let rule = EnteringKingRule::Csa24;
        let pos = camp(hand);
        assert_eq!(pos.impasse_points(Color::Black, false), points);
        assert_eq!(pos.declaration(rule), verdict, "{hand}");
        let pos = white_camp(&hand.to_lowercase());
        assert_eq!(pos.impasse_points(Color::White, false), points);
        assert_eq!(pos.declaration(rule), verdict, "{hand}");
    }
}

#[test]
fn points_count_in_the_camp_and_in_hand_only() {
    // Promoted or not, rooks and bishops are 5, everything else 1, the king 0.
    let pos = position("K+R+B+P+L+N+S2/9/1RB6/9/9/9/9/9/k8 b - 1");
    assert_eq!(pos.impasse_points(Color::Black, false), 2 * 5 + 4 + 2 * 5);
    // Pieces a rank below the camp do not count, nor those in the other side's camp.
    let pos = position("K8/9/9/+R+B+P6/9/9/RBG6/9/k8 b G 1");
    assert_eq!(pos.impasse_points(Color::Black, false), 1);
    assert_eq!(pos.impasse_points(Color::White, false), 0);
}

#[test]
fn a_declaration_needs_ten_pieces_in_the_camp() {
    let rule = EnteringKingRule::Csa27;
    let rich = "2R2B8P";
    assert_eq!(camp(rich).declaration(rule), Declaration::Win);
    let nine = position(&format!("4K4/GGGGSSSSL/9/L8/9/9/9/9/k8 b {rich} 200"));
    assert_eq!(nine.impasse_points(Color::Black, false), 37);
    assert_eq!(nine.declaration(rule), Declaration::None);
    // The enemy's pieces in the camp do not help.
    let foreign = position(&format!("4K4/GGGGSSSSL/l8/9/9/9/9/9/k8 b {rich} 200"));
    assert_eq!(foreign.declaration(rule), Declaration::None);
    let nine = position("8K/9/9/9/9/l8/9/lssssgggg/4k4 w 2r2b8p 200");
    assert_eq!(nine.declaration(rule), Declaration::None);
    assert_eq!(white_camp("2r2b8p").declaration(rule), Declaration::Win);
}

#[test]
fn a_declaration_needs_the_king_inside_and_out_of_check() {
    let rich = "2R2B8P";
    let judge = |board: &str| {
        position(&format!("{board}/9/9/9/9/9/k8 b {rich} 200")).declaration(EnteringKingRule::Csa27)
    };
    assert_eq!(judge("9/GGGGSSSSL/LK7"), Declaration::Win);
    let outside = position(&format!("9/GGGGSSSSL/L8/K8/9/9/9/9/k8 b {rich} 200"));
    assert_eq!(
        outside.declaration(EnteringKingRule::Csa27),
        Declaration::None
    );
    // A knight's check; on another square it is no check.
    assert_eq!(judge("1n7/GGGGSSSSL/K1L6"), Declaration::None);
    assert_eq!(judge("2n6/GGGGSSSSL/K1L6"), Declaration::Win);
}

#[test]
fn who_declares_out_of_turn_or_under_no_rule_wins_nothing() {
    let rich = "2R2B8P";
    for rule in [EnteringKingRule::None, EnteringKingRule::Try] {
        assert_eq!(camp(rich).declaration(rule), Declaration::None);
    }
    let not_to_move = position(&format!("4K4/GGGGSSSSL/L8/9/9/9/9/9/k8 w {rich} 200"));
    assert_eq!(
        not_to_move.declaration(EnteringKingRule::Csa27),
        Declaration::None
    );
}

#[test]
fn in_a_handicap_game_the_missing_pieces_count_for_white() {
    for (name, points) in [
        ("lance", 1),
        ("bishop", 5),
        ("rook-lance", 6),
        ("two", 10),
        ("four", 12),
        ("six", 14),
        ("ten", 18),
        // White has only three pawns left.
        ("three-pawns", 24),
    ] {
        let pos = position(Handicap::find(name).unwrap().sfen);
        let start = |handicap| {
            (
                pos.impasse_points(Color::White, handicap),
                pos.impasse_points(Color::Black, handicap),
            )
        };
        let in_hand = pos.hand(Color::White).count(PieceType::Pawn);
        assert_eq!(start(false), (in_hand, 0), "{name}");
        assert_eq!(start(true), (in_hand + points, 0), "{name}");
    }
    // Nothing is missing from a full set.
    let full = white_camp("2r7p2B4N2L11P");
    assert_eq!(full.impasse_points(Color::White, true), 27);
    assert_eq!(full.impasse_points(Color::White, false), 27);
    let verdicts = |hand: &str| {
        let pos = white_camp(hand);
        [
            EnteringKingRule::Csa27,
            EnteringKingRule::Csa27Handicap,
            EnteringKingRule::Csa24,
            EnteringKingRule::Csa24Handicap,
        ]
        .map(|rule| pos.declaration(rule))
    };
    use Declaration::{Draw, None, Win};
    // A two-piece game: 10 points of men and 7 pawns make 17, with the gift 27.
    assert_eq!(verdicts("7pRB2L4N11P"), [None, Win, None, Draw]);
    assert_eq!(verdicts("6pRB2L4N12P"), [None, None, None, Draw]);
    assert_eq!(verdicts("11pRB2L4N7P"), [None, Win, None, Win]);
    assert_eq!(verdicts("10pRB2L4N8P"), [None, Win, None, Draw]);
    assert_eq!(verdicts("4pRB2L4N14P"), [None, None, None, Draw]);
    assert_eq!(verdicts("3pRB2L4N15P"), [None, None, None, None]);
    // The given pieces do not count for Black.
    let black = camp("RB7P2l4n11p");
    assert_eq!(black.impasse_points(Color::Black, true), 27);
    assert_eq!(
        black.declaration(EnteringKingRule::Csa27Handicap),
        Declaration::None
    );
}

#[test]
fn the_try_rule() {
    let tries = |sfen: &str| {
        let mv = position(sfen).try_move(EnteringKingRule::Try);
        mv.map(|mv| mv.to_string())
    };
    let black = "9/4K4/9/9/9/9/9/9/k8 b - 1";
    assert_eq!(tries(black).as_deref(), Some("5b5a"));
    assert_eq!(position(black).try_move(EnteringKingRule::Csa27), None);
    assert_eq!(tries("8K/9/9/9/9/9/9/3k5/9 w - 1").as_deref(), Some("6h5i"));
    // An enemy piece on the goal is taken.
    assert_eq!(
        tries("4g4/5K3/9/9/9/9/9/9/k8 b - 1").as_deref(),
        Some("4b5a")
    );
    for (why, sfen) in [
        ("two steps away", "9/9/4K4/9/9/9/9/9/k8 b - 1"),
        ("an own piece", "4G4/4K4/9/9/9/9/9/9/k8 b - 1"),
        ("the goal is attacked", "8r/4K4/9/9/9/9/9/9/k8 b - 1"),
        ("covered piece on the goal", "3gg4/5K3/9/9/9/9/9/9/k8 b - 1"),
        ("there already", "4K4/9/9/9/9/9/9/9/k8 b - 1"),
        ("the wrong goal", "9/9/9/9/9/9/9/4K4/k8 b - 1"),
        ("not to move", "9/4K4/9/9/9/9/9/9/k8 w - 1"),
        ("no king", "9/9/9/9/9/9/9/9/k8 b - 1"),
    ] {
        assert_eq!(tries(sfen), None, "{why}");
    }
}
