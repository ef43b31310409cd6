//! Tests of the motifs on constructed positions that show a motif, or almost show it.

use super::*;
use komadai::mate::{MateLimits, MateResult, solve};

/// Searches for a mate by the side to move, so that the motifs get true facts. `None` if
/// neither mate nor its absence is proven; `Some(None)` if there is no mate.
fn mate(pos: &Position) -> Option<Option<Vec<Move>>> {
    let limits = MateLimits {
        nodes: Some(20_000),
        memory_mib: 1,
        ..MateLimits::default()
    };
    match solve(pos, &limits) {
        MateResult::Mate(line) => Some(Some(line)),
        MateResult::NoMate => Some(None),
        MateResult::Timeout => None,
    }
}

fn known(found: &Option<Option<Vec<Move>>>) -> Known<'_> {
    match found {
        Some(Some(line)) => Known::Mate(line),
        Some(None) => Known::NoMate,
        None => Known::Open,
    }
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ')
        .map(|mv| Move::from_usi(mv).unwrap())
        .collect()
}

/// A position seen from the other side of the board: turned, with the colours exchanged.
fn turned(sfen: &str) -> String {
    let swap = |c: char| match c.is_ascii_uppercase() {
        true => c.to_ascii_lowercase(),
        false => c.to_ascii_uppercase(),
    };
    let fields: Vec<&str> = sfen.split(' ').collect();
    let board: String = fields[0].chars().rev().map(swap).collect();
    let side = if fields[1] == "b" { "w" } else { "b" };
    let hands: String = fields[2].chars().map(swap).collect();
    format!("{board} {side} {hands} {}", fields[3])
}

/// A position in a mirror, its files in the other order.
fn mirrored(sfen: &str) -> String {
    let (board, rest) = sfen.split_once(' ').unwrap();
    let rows: Vec<String> = board
        .split('/')
        .map(|row| row.chars().rev().collect())
        .collect();
    format!("{} {rest}", rows.join("/"))
}

/// The moves of a line in a mirrored or turned position.
fn moved(line: &str, is_turned: bool) -> String {
    let change = |mut c: char| {
        if c.is_ascii_digit() {
            c = char::from(b'0' + 10 - (c as u8 - b'0'));
        } else if c.is_ascii_lowercase() && is_turned {
            c = char::from(b'a' + b'i' - c as u8);
        }
        c
    };
    line.chars().map(change).collect()
}

/// The names of the facts about the mistake `played` and about the move `best`, each the
/// first move of a line. They must be the same from the other side and in a mirror.
fn facts(sfen: &str, played: &str, best: &str) -> [Option<&'static str>; 2] {
    assert!(!sfen.contains('+'), "promoted pieces cannot be turned");
    let found = facts_of(sfen, played, best);
    let (other, image) = (turned(sfen), mirrored(sfen));
    let of = |sfen: &str, turn: bool| facts_of(sfen, &moved(played, turn), &moved(best, turn));
    assert_eq!(of(&image, false), found, "{image}");
    assert_eq!(of(&other, true), found, "{other}");
    let both = mirrored(&other);
    let twice = |line: &str| moved(&moved(line, true), false);
    assert_eq!(
        facts_of(&both, &twice(played), &twice(best)),
        found,
        "{both}"
    );
    found
}

fn facts_of(sfen: &str, played: &str, best: &str) -> [Option<&'static str>; 2] {
    let pos = Position::from_sfen(sfen).unwrap();
    let after = |mv: Move| {
        let mut pos = pos.clone();
        pos.play(mv)
            .unwrap_or_else(|error| panic!("{sfen}: {error}"));
        pos
    };
    let passed = |pos: &Position| {
        let mut pos = pos.clone();
        (!pos.in_check()).then(|| {
            pos.do_null_move();
            Position::from_sfen(&pos.sfen()).unwrap()
        })
    };
    let (played, best) = (moves(played), moves(best));
    let [after_played, after_best] = [after(played[0]), after(best[0])];
    let positions = [
        Some(pos.clone()),
        Some(after_played.clone()),
        Some(after_best.clone()),
        passed(&pos),
        passed(&after_best),
        passed(&after_played),
    ];
    let found = positions.map(|pos| pos.and_then(|pos| mate(&pos)));
    let [own, played_mate, best_mate, pass, best_pass, played_pass] = found.each_ref().map(known);
    let threats = [&after_played, &after_best].map(|after| {
        let Some(&reply) = played.get(1).filter(|mv| after.is_legal(**mv)) else {
            return Some(None);
        };
        let mut next = after.clone();
        next.do_move(reply);
        passed(&next).and_then(|pos| mate(&pos))
    });
    let [reply_passed, best_reply_passed] = threats.each_ref().map(known);
    let is_kept = || {
        let mut replies = legal_moves(&after_played).into_iter();
        after_played.in_check()
            && replies.all(|reply| {
                let mut next = after_played.clone();
                next.do_move(reply);
                mate(&next).is_some_and(|found| found.is_some())
            })
    };
    let case = Case {
        pos: &pos,
        played: &played,
        best: &best,
        mates: Mates {
            own,
            after_played: played_mate,
            after_best: best_mate,
            passed: pass,
            best_passed: best_pass,
            played_passed: played_pass,
            reply_passed,
            best_reply_passed,
            is_missed: own.line().is_some() && !is_kept(),
        },
        if_taken: None,
        key_drop: None,
    };
    [case.against_played(), case.for_best()].map(|fact| fact.map(|fact| fact.name()))
}

#[test]
fn a_mate_is_missed_only_if_it_was_there_and_is_gone() {
    let missed = |sfen, played| facts(sfen, played, "G*5b")[0];
    let sfen = "4k4/9/4P4/9/9/9/P8/9/K8 b G 1";
    assert_eq!(missed(sfen, "9g9f"), Some("missed_mate"));
    // The mistake is a check that gives the gold away.
    assert_eq!(missed(sfen, "G*4b"), Some("missed_mate"));
    // The pawn does not protect the gold, so that the king takes it.
    assert_eq!(missed("4k4/9/9/4P4/9/9/P8/9/K8 b G 1", "9g9f"), None);
    // The move played mates as well, in another way.
    let two = "k8/9/PP7/9/9/9/8P/9/K8 b G 1";
    assert_eq!(facts(two, "1g1f", "G*9b")[0], Some("missed_mate"));
    assert_eq!(facts(two, "G*8b", "G*9b")[0], None);
}

#[test]
fn a_threat_of_mate_is_answered_or_not() {
    let sfen = "k8/9/9/9/9/9/P3p4/9/4K4 b g 1";
    assert_eq!(
        facts(sfen, "9g9f", "5i4h"),
        [Some("threat_unanswered"), Some("parries_threatmate")]
    );
    // Both moves escape from the mate.
    assert_eq!(facts(sfen, "5i6h", "5i4h"), [None, None]);
    // The opponent has no gold in hand for the mate.
    assert_eq!(
        facts("k8/9/9/9/9/9/P3p4/9/4K4 b - 1", "9g9f", "5i4h"),
        [None, None]
    );
    // The mistake moves the king to a square where it is mated.
    let away = "k8/9/9/9/9/9/P3p4/5K3/9 b g 1";
    assert_eq!(facts(away, "4h5i", "9g9f")[0], Some("sudden_mate"));
    assert_eq!(facts(away, "4h3h", "9g9f")[0], None);
}

#[test]
fn a_threat_of_mate_is_made_or_was_there_before() {
    let made = |sfen, best| facts(sfen, "9g9f", best)[1];
    let sfen = "4k4/9/9/4P4/9/9/P8/9/K8 b G 1";
    assert_eq!(made(sfen, "5d5c"), Some("makes_threatmate"));
    // Without a gold in hand there is no threat.
    assert_eq!(made("4k4/9/9/4P4/9/9/P8/9/K8 b - 1", "5d5c"), None);
    // A mate by a pawn drop is illegal.
    assert_eq!(made("4k4/3p1p3/9/3GPG3/9/9/P8/9/K8 b - 1", "5d5c"), None);
    // A mate at once is no threat.
    assert_eq!(made("4k4/9/4P4/9/9/9/P8/9/K8 b G 1", "9i9h"), None);
}

const LEFT: &str = "k8/4r4/8p/9/9/4S4/3G4P/9/K8 b - 1";

#[test]
fn a_piece_is_left_to_be_taken_if_it_was_defended_before() {
    let line = "6g6h 5b5f 1g1f 1c1d";
    assert_eq!(facts(LEFT, line, "1g1f")[0], Some("left_to_be_taken"));
    // The square is still defended: the rook would be lost.
    assert_eq!(facts(LEFT, "1g1f 5b5f 6g5f 1c1d", "9i9h")[0], None);
    // The piece could be taken before the mistake too.
    let hanging = "k8/4r4/8p/9/9/4S4/8P/3G5/K8 b - 1";
    let left = "1g1f 5b5f 9i9h 1c1d";
    let unanswered = Some("capture_unanswered");
    assert_eq!(facts(hanging, left, "5f4e")[0], unanswered);
    // It can be taken after the better move as well, which only stops a mate.
    let threat = Some("threatmate_allowed");
    assert_eq!(facts(hanging, left, "9i8h")[0], threat);
    // The better move leaves the piece to be taken as well.
    assert_eq!(facts(LEFT, line, "6g7g")[0], threat);
    // The line ends in a check, so that gains cannot be counted.
    let check = "k8/4r4/8p/9/9/4S4/3G4P/9/4K4 b - 1";
    assert_eq!(facts(check, "6g6h 5b5f", "1g1f")[0], None);
    // A piece that the mistake itself moved is left only if it can then be taken.
    let moved = "k8/4r4/8p/9/9/9/3GS3P/9/K8 b - 1";
    assert_eq!(facts(moved, "5g4f 1c1d 1g1f", "1g1f")[0], None);
    let walks = "k8/4r4/8p/9/9/3S5/8P/3G5/K8 b - 1";
    assert_eq!(
        facts(walks, "6f5e 5b5e 1g1f 1c1d", "1g1f")[0],
        Some("left_to_be_taken")
    );
    // The silver takes a silver before it is taken, so that nothing is lost.
    let exchange = "k8/4r4/8p/9/4s4/3S5/8P/3G5/K8 b - 1";
    assert_eq!(facts(exchange, "6f5e 5b5e 1g1f 1c1d", "1g1f")[0], None);
}

#[test]
fn a_capture_is_missed_if_it_wins_a_piece() {
    let missed = |sfen, played, best| facts(sfen, played, best)[1];
    let sfen = "k8/9/4s3p/9/9/9/8P/4L4/K8 b - 1";
    let line = "5h5c+ 1c1d 1g1f 9a8a";
    assert_eq!(missed(sfen, "1g1f 5c4d", line), Some("capture_missed"));
    // The square is defended.
    let defended = "k8/4l4/4s3p/9/9/9/8P/4L4/K8 b - 1";
    assert_eq!(missed(defended, "1g1f 5c4d", "5h5c+ 5b5c 1g1f 1c1d"), None);
    // A pawn is worth too little.
    let pawn = "k8/9/4p3p/9/9/9/8P/4L4/K8 b - 1";
    assert_eq!(missed(pawn, "1g1f 5c5d", line), None);
    // The mistake wins as much in another way.
    let two = "k8/9/4s1s1p/9/9/9/8P/4L1L2/K8 b - 1";
    assert_eq!(missed(two, "3h3c+ 1c1d 5h5c+ 9a8a 1g1f 8a9a", line), None);
}

fn forked(sfen: &str, mv: &str) -> Option<Vec<String>> {
    let pos = Position::from_sfen(sfen).unwrap();
    let found = fork(&pos, Move::from_usi(mv).unwrap())?;
    Some(
        found
            .targets
            .iter()
            .map(|(square, _)| square.to_string())
            .collect(),
    )
}

#[test]
fn a_fork_attacks_two_pieces_and_no_reply_saves_both() {
    let sfen = "k8/9/3gpr3/9/9/9/5P3/9/K8 b N 1";
    assert_eq!(forked(sfen, "N*5e").map(|t| t.len()), Some(2));
    // A pawn takes the forking knight.
    assert_eq!(forked("k8/9/3glr3/4p4/9/9/5P3/9/K8 b N 1", "N*5e"), None);
    // A silver defends the gold, so that the knight would be lost for it.
    assert_eq!(forked("k8/3s5/3gpr3/9/9/9/5P3/9/K8 b N 1", "N*5e"), None);
    // The rook escapes with check.
    assert_eq!(forked("k8/9/3gpr3/9/9/9/9/9/K8 b N 1", "N*5e"), None);
    // Only one target is worth more than a pawn.
    assert_eq!(forked("k8/9/3ppr3/9/9/9/5P3/9/K8 b N 1", "N*5e"), None);
    // King and rook are forked by a bishop.
    let royal = "4k4/9/9/9/1r7/9/9/9/K8 b B 1";
    assert_eq!(forked(royal, "B*8b"), None);
    assert_eq!(forked(royal, "B*7c").map(|t| t.len()), None);
    assert_eq!(
        forked("4k4/9/9/7r1/9/9/9/9/K8 b B 1", "B*3c").map(|t| t.len()),
        Some(2)
    );
}

#[test]
fn a_skewer_attacks_a_piece_through_another() {
    let skewer = |sfen: &str, mv: &str| {
        let pos = Position::from_sfen(sfen).unwrap();
        fork(&pos, Move::from_usi(mv).unwrap()).map(|fork| fork.is_skewer)
    };
    // Rook and gold stand on one file before a lance.
    let sfen = "k8/9/4g4/4r4/9/9/P3P4/9/K8 b L 1";
    assert_eq!(skewer(sfen, "L*5f"), Some(true));
    // The rook takes the lance.
    assert_eq!(skewer("k8/9/4g4/4r4/9/9/P8/9/K8 b L 1", "L*5f"), None);
    // A pawn behind the rook is worth too little.
    assert_eq!(skewer("k8/9/4p4/4r4/9/9/P3P4/9/K8 b L 1", "L*5f"), None);
    // The piece behind is defended and worth less than the lance.
    assert_eq!(skewer("k8/4g4/4n4/4r4/9/9/P3P4/9/K8 b L 1", "L*5f"), None);
    let direct = "k8/9/3gpr3/9/9/9/5P3/9/K8 b N 1";
    assert_eq!(skewer(direct, "N*5e"), Some(false));
}

#[test]
fn a_promotion_is_let_in_if_it_could_be_stopped() {
    let sfen = "k8/9/9/9/4r4/9/4P4/9/K2GG4 b - 1";
    let let_in = |sfen, played, best| facts(sfen, played, best)[0];
    // The rook takes the pawn's place and promotes.
    assert_eq!(
        let_in(sfen, "9i9h 5e5g+ 9h9g", "5i5h"),
        Some("promotion_let_in")
    );
    // The square is defended, so that the dragon could be taken.
    assert_eq!(let_in(sfen, "5i5h 5e5g+ 5h5g", "9i9h"), None);
    // The better move does not prevent the promotion.
    assert_eq!(let_in(sfen, "9i9h 5e5g+ 9h9g", "9i8h"), None);
    // A promoted silver does not count.
    let silver = "k8/9/9/9/9/4s4/4P4/9/K2GG4 b - 1";
    assert_eq!(let_in(silver, "9i9h 5f5g+ 9h9g", "5i5h"), None);
}

#[test]
fn a_fork_is_told_of_the_side_that_makes_it() {
    let sfen = "k8/9/3gpr3/9/9/9/P4P3/9/K8 b N 1";
    let line = "N*5e 4c4d 5e6c+ 9a8a 9g9f 8a9a";
    assert_eq!(facts(sfen, "9g9f 4c4d", line)[1], Some("fork"));
    // The line takes neither target: the rook, which was attacked, escapes.
    let escape = "N*5e 4c4d 9g9f 6c6d";
    assert_eq!(facts(sfen, "9g9f 4c4d", escape)[1], Some("attacks_piece"));
    let other = "k8/9/5p3/9/9/9/3GPR2P/9/K8 b n 1";
    let line = "1g1f N*5e 4g4f 5e6g+ 9i8i 9a8a";
    assert_eq!(facts(other, line, "4g4f")[0], Some("fork_allowed"));
    // The better move allows the fork too.
    assert_eq!(facts(other, line, "9i8i")[0], None);
}

#[test]
fn the_gain_of_captures_is_the_largest_that_is_reached() {
    let pos = Position::from_sfen(LEFT).unwrap();
    let mut seen = 0;
    let mut passed = pos.clone();
    passed.do_null_move();
    for pos in [pos, passed] {
        for mv in legal_moves(&pos) {
            let gain = see(&pos, mv);
            assert!(pos.see_ge(mv, gain) && !pos.see_ge(mv, gain + 1), "{mv}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
    let taken = passed_capture();
    assert_eq!(taken, 495 - 990);
}

/// The gain of a capture in a null-moved position: the rook takes a silver that a gold defends.
fn passed_capture() -> i32 {
    let mut pos = Position::from_sfen(LEFT).unwrap();
    pos.do_null_move();
    see(&pos, Move::from_usi("5b5f").unwrap())
}

#[test]
fn a_defender_is_pinned_if_it_alone_could_take_back_and_may_not() {
    let reason = |sfen| facts(sfen, "9g9f 1b2b", "4i4c 1b2b 9g9f 2b1b")[1];
    let sfen = "4s4/R3g3k/5s3/9/9/9/P8/9/5L2K b - 1";
    assert_eq!(reason(sfen), Some("pinned_defender"));
    // Without the rook the gold takes back, and a lance for a silver is no gain.
    assert_eq!(reason("4s4/4g3k/5s3/9/9/9/P8/9/5L2K b - 1"), None);
    // Another piece takes back.
    assert_eq!(reason("4s4/R3gg2k/5s3/9/9/9/P8/9/5L2K b - 1"), None);
    // Nothing defends the silver.
    assert_eq!(
        reason("9/8k/5s3/9/9/9/P8/9/5L2K b - 1"),
        Some("capture_missed")
    );
}

#[test]
fn material_is_won_or_lost_only_where_the_other_line_does_not() {
    // A pawn blocks the knight's jump, and the dropped pawn takes the knight.
    let sfen = "8k/9/9/n8/9/1p7/8P/9/K8 b P 1";
    let line = "P*9e 1a1b 9e9d 1b1a";
    assert_eq!(facts(sfen, "1g1f 1a1b", line)[1], Some("material_won"));
    // The knight escapes by its jump.
    let free = "8k/9/9/n8/9/9/8P/9/K8 b P 1";
    let escape = "P*9e 9d8f 9i9h 8f7h+";
    assert_eq!(facts(free, "1g1f 1a1b", escape)[1], Some("attacks_piece"));
    // The mistake wins the knight as well, later.
    let later = "1g1f 1a1b P*9e 1b1a 9e9d 1a1b";
    assert_eq!(facts(sfen, later, line)[1], Some("attacks_piece"));
    let other = "k8/9/9/7P1/9/8N/p8/9/8K b p 1";
    let lost = "1i1h P*1e 1h1i 1e1f 1i1h 9a9b";
    assert_eq!(
        facts(other, lost, "2d2c+ 9a9b"),
        [Some("material_lost"), Some("promotes")]
    );
    // The better move loses the material as well.
    assert_eq!(facts(other, lost, "1i2h P*1e 2h1h 1e1f 1h2h 9a9b")[0], None);
    // The promoted pawn could be taken.
    let guarded = "k8/7g1/9/7P1/9/8N/p8/9/8K b p 1";
    assert_eq!(facts(guarded, lost, "2d2c+ 9a9b")[1], None);
}

#[test]
fn an_offer_is_one_if_taking_it_loses_a_piece() {
    let offer = |sfen: &str, line: &str| {
        let pos = Position::from_sfen(sfen).unwrap();
        let line = moves(line);
        let case = Case {
            pos: &pos,
            played: &moves("1g1f"),
            best: &line[..1],
            mates: Mates::default(),
            if_taken: Some((&line, false)),
            key_drop: None,
        };
        case.for_best().map(|fact| fact.name())
    };
    let sfen = "4r3k/9/9/9/9/9/8P/4L4/K8 b P 1";
    assert_eq!(offer(sfen, "P*5b 5a5b 5h5b+ 1a1b 1g1f"), Some("if_taken"));
    // Nothing takes the rook, but the pawn stops its attack on the lance.
    let blocks = "P*5b 5a5b 9i9h 1a1b 1g1f";
    assert_eq!(offer(sfen, blocks), Some("saves_piece"));
}

#[test]
fn an_attacked_piece_is_saved_only_by_the_better_move() {
    // A rook attacks a silver.
    let sfen = "k8/4r4/8p/9/9/4S4/8P/9/K8 b - 1";
    let saved = |sfen, played, best| facts(sfen, played, best)[1];
    assert_eq!(saved(sfen, "1g1f", "5f4e"), Some("saves_piece"));
    // It can be taken where it goes.
    assert_eq!(saved(sfen, "1g1f", "5f5e"), None);
    // The mistake saves it too.
    assert_eq!(saved(sfen, "5f6e", "5f4e"), None);
    // A defended silver need not be saved.
    let defended = "k8/4r4/8p/9/9/4S4/4G3P/9/K8 b - 1";
    assert_eq!(saved(defended, "1g1f", "5f4e"), None);
    // A gold behind it falls instead.
    let behind = "k8/4r4/8p/9/9/4S4/8P/4G4/K8 b - 1";
    assert_eq!(saved(behind, "1g1f", "5f4e"), None);
    // A defender is brought.
    let brought = "k8/4r4/8p/9/9/4S4/8P/4G4/K8 b - 1";
    assert_eq!(saved(brought, "1g1f", "5h5g"), Some("saves_piece"));
    // A pawn is worth too little.
    let pawn = "k8/4r4/8p/9/9/4P4/8P/9/K8 b - 1";
    assert_eq!(saved(pawn, "1g1f", "9i9h"), None);
}

#[test]
fn an_attack_is_new_safe_and_answered() {
    let attack = |sfen, best| facts(sfen, "1g1f 1c1d", best)[1];
    let sfen = "k8/9/8p/4n4/9/9/8P/9/K8 b P 1";
    assert_eq!(attack(sfen, "P*5e 5d4f"), Some("attacks_piece"));
    // The next move leaves the attack as it is, and nothing comes of it.
    assert_eq!(attack(sfen, "P*5e 1c1d 9i9h"), None);
    // The silver takes the pawn.
    let taken = "k8/9/8p/4s4/9/9/8P/9/K8 b P 1";
    assert_eq!(attack(taken, "P*5e 5d5e"), None);
    // The knight could be taken before.
    let before = "k8/9/8p/4n4/9/9/8P/9/K3R4 b P 1";
    assert_eq!(attack(before, "P*5e 5d4f"), None);
    // The silver is defended, and a lance for a silver is too little.
    let defended = "k8/9/4g3p/4s4/9/9/8P/9/K8 b L 1";
    assert_eq!(attack(defended, "L*5f 5d4e"), None);

    // The same by the opponent.
    let allowed = |best| {
        let sfen = "k8/8p/9/9/9/4N4/8P/9/K8 b p 1";
        facts(sfen, "1g1f P*5e 5f4d", best)[0]
    };
    assert_eq!(allowed("5f4d"), Some("attack_allowed"));
    assert_eq!(allowed("9i9h"), None);
}

#[test]
fn a_threat_of_mate_is_allowed_if_the_better_move_stops_it() {
    // A pawn comes to 5g, and a gold would mate on 5h.
    let sfen = "k8/9/9/9/9/4p4/P7P/9/4K4 b g 1";
    let allowed = |sfen, best| facts(sfen, "9g9f 5f5g 5i4i", best)[0];
    assert_eq!(allowed(sfen, "5i4h"), Some("threatmate_allowed"));
    // The better move does not stop it.
    assert_eq!(allowed(sfen, "1g1f"), None);
    // Without the gold there is no threat.
    assert_eq!(allowed("k8/9/9/9/9/4p4/P7P/9/4K4 b - 1", "5i4h"), None);
}
