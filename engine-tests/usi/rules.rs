//! Tests of the rules that end a game, with the real executable.

use crate::support::session::Session;
use crate::support::{camp, white_camp};

/// The result of a `go`: the last score, and the answer.
fn ask(session: &mut Session, position: &str, go: &str) -> (String, String) {
    session.send(position);
    session.send(go);
    let (lines, best, _) = session.bestmove();
    let last = lines.iter().rfind(|l| l.contains(" score ")).unwrap();
    let words: Vec<&str> = last.split(' ').collect();
    let at = words.iter().position(|&word| word == "score").unwrap();
    (words[at + 1..=at + 2].join(" "), best)
}

fn answer(session: &mut Session, sfen: &str) -> String {
    ask(session, &format!("position sfen {sfen}"), "go depth 3").1
}

#[test]
fn a_win_is_declared_at_the_threshold_and_not_below() {
    let mut session = Session::start();
    for (rule, sfen, declared) in [
        ("CSARule27", camp("2R8P"), true),
        ("CSARule27", camp("2R7P"), false),
        ("CSARule27", white_camp("2r7p"), true),
        ("CSARule27", white_camp("2r6p"), false),
        ("CSARule24", camp("2R2BP"), true),
        // A declaration that would only draw is no win, so that the engine plays on.
        ("CSARule24", camp("2R2B"), false),
        ("CSARule24", white_camp("2r2bp"), true),
        ("CSARule24", white_camp("2r2b"), false),
        // Rook and bishop were given by White: 10 points more.
        ("CSARule27H", white_camp("7pRB2L4N11P"), true),
        ("CSARule27H", white_camp("6pRB2L4N12P"), false),
        ("CSARule27", white_camp("7pRB2L4N11P"), false),
        ("CSARule24H", white_camp("11pRB2L4N7P"), true),
        ("CSARule24H", white_camp("10pRB2L4N8P"), false),
        // They were not given by Black.
        ("CSARule27H", camp("RB8P2l4n10p"), true),
        ("CSARule27H", camp("RB7P2l4n11p"), false),
        ("NoEnteringKing", camp("2R2B8P"), false),
        ("TryRule", camp("2R2B8P"), false),
    ] {
        session.send(&format!("setoption name EnteringKingRule value {rule}"));
        let best = answer(&mut session, &sfen);
        assert_eq!(best == "win", declared, "{rule} {sfen}: {best}");
    }
    session.quit();
}

#[test]
fn nothing_is_declared_in_check_with_nine_pieces_or_from_outside() {
    let mut session = Session::start();
    let rich = "2R2B8P";
    for (board, declared) in [
        ("4K4/GGGGSSSSL/L8/9/9/9/9/9/k8", true),
        ("4K4/GGGGSSSSL/9/L8/9/9/9/9/k8", false),
        ("9/GGGGSSSSL/L8/4K4/9/9/9/9/k8", false),
        ("2n6/GGGGSSSSL/K1L6/9/9/9/9/9/k8", true),
        ("1n7/GGGGSSSSL/K1L6/9/9/9/9/9/k8", false),
    ] {
        let best = answer(&mut session, &format!("{board} b {rich} 200"));
        assert_eq!(best == "win", declared, "{board}: {best}");
    }
    session.quit();
}

#[test]
fn the_try_rule_is_won_by_the_move_itself() {
    let mut session = Session::start();
    session.send("setoption name EnteringKingRule value TryRule");
    let black = "9/4K4/9/9/9/9/9/9/k8 b 2r2b4g4s4n4l18p 1";
    let white = "8K/9/9/9/9/9/9/3k5/9 w 2R2B4G4S4N4L18P 1";
    assert_eq!(answer(&mut session, black), "5b5a");
    assert_eq!(answer(&mut session, white), "6h5i");
    // The goal is attacked: no such move.
    let guarded = "8r/4K4/9/9/9/9/9/9/k8 b r2b4g4s4n4l18p 1";
    assert_ne!(answer(&mut session, guarded), "5b5a");
    session.quit();
}

#[test]
fn a_declaration_in_an_analysis_or_while_pondering_waits() {
    let mut session = Session::start();
    for (go, release) in [
        ("go infinite", "stop"),
        ("go ponder btime 0 wtime 0 byoyomi 1000", "ponderhit"),
        ("go ponder", "stop"),
    ] {
        session.send(&format!("position sfen {}", camp("2R8P")));
        session.send(go);
        session.expect_no_answer();
        session.send(release);
        let (_, best, ponder) = session.bestmove();
        assert_eq!((best.as_str(), ponder), ("win", None), "{go}");
    }
    session.quit();
}

/// A position and moves of which the last is the one to be valued.
fn value_of_the_last(session: &mut Session, sfen: &str, moves: &str) -> String {
    let (before, last) = moves.trim().rsplit_once(' ').unwrap();
    session.send("usinewgame");
    let position = format!("position sfen {sfen} moves {before}");
    let (score, best) = ask(
        session,
        &position,
        &format!("go depth 4 searchmoves {last}"),
    );
    assert_eq!(best, last);
    score
}

/// The centipawns of `cp N`.
fn cp(score: &str) -> i32 {
    match score.strip_prefix("cp ") {
        Some(cp) => cp.parse().unwrap(),
        None => panic!("{score}"),
    }
}

#[test]
fn the_fourth_occurrence_is_a_draw_and_the_third_is_not() {
    let mut session = Session::start();
    session.send("setoption name DrawValueWhite value 50");
    let start = "4k4/1r7/9/9/9/9/9/7R1/4K4 b 2b4g4s4n4l18p 1";
    let short = "5i5h 5a5b 5h5i 5b5a ";
    let long = "5i6h 5a6b 6h7g 6b7c 7g6g 7c6c 6g5g 6c5c 5g4g 5c4c 4g3g 4c3c 3g3h 3c3b 3h4i 3b4a \
                4i4h 4a4b 4h5i 4b5a ";
    for round in [short, long] {
        let score = cp(&value_of_the_last(&mut session, start, &round.repeat(3)));
        assert!((score - 50).abs() <= 3, "{score}");
        let score = cp(&value_of_the_last(&mut session, start, &round.repeat(2)));
        assert!(score > 1000, "{score}");
    }
    session.quit();
}

#[test]
fn a_perpetual_check_loses_unless_one_move_is_quiet() {
    let mut session = Session::start();
    // Black checks; White checks.
    for (sfen, checks, quiet) in [
        (
            "8k/R8/9/9/9/9/9/9/4K4 b r2b4g4s4n4l18p 1",
            "9b9a 1a1b 9a9b 1b1a ",
            "5i5h 1a2a 5h5i 2a1a ",
        ),
        (
            "4k4/9/9/9/9/9/9/8r/K8 w R2B4G4S4N4L18P 1",
            "1h1i 9i9h 1i1h 9h9i ",
            "5a5b 9i8i 5b5a 8i9i ",
        ),
    ] {
        // Completed by the side in check, and by the checking side.
        let runs = cp(&value_of_the_last(&mut session, sfen, &checks.repeat(3)));
        assert!(runs > 30_000, "{runs}");
        let first = checks.split_once(' ').unwrap().0;
        let moves = format!("{}{first}", checks.repeat(3));
        let chases = cp(&value_of_the_last(&mut session, sfen, &moves));
        assert!(chases < -30_000, "{chases}");
        let mixed = [checks, quiet, checks].concat();
        let draw = cp(&value_of_the_last(&mut session, sfen, &mixed));
        assert!(draw.abs() <= 5, "{draw}");
    }
    session.quit();
}

/// Positions in which the best line comes back to a position of its own, one
/// side with more in hand, and which side that is for the one to move.
const REPETITIONS: [(&str, bool); 8] = [
    (
        "1n1gk2nl/l1s2sg2/ppp2ppp1/3pp3p/1P1L1n2P/2P2gP2/P1NPPR1PL/7B1/5K1+s1 w RBgsp 72",
        true,
    ),
    (
        "3nk1snl/3g5/p1+Bsgp1p1/1Pp1p3p/7P1/1KPS1Sp2/P2PP3P/4g4/Lg1b1P+r2 w N2LPrn2p 96",
        true,
    ),
    (
        "lk6l/3Gp4/nSp2+N+Bp1/RpBp2s1P/P1N6/p3PP3/LP1+s2P2/3G5/1GK4NL w RG6Ps 156",
        false,
    ),
    (
        "lk5n1/3G2g2/1+SpS1gpp1/p2pp3p/7P1/1PP1r4/PSNP2P1P/7R1/1+p4KNL w 2BGSN2L3p 132",
        false,
    ),
    (
        "ln3p3/2k5l/1p6p/p1pp3p1/2P5P/P4Pb2/1PSB1+n+n2/L1KS1rP1+r/1N2P1S2 w GSP3gl3p 144",
        true,
    ),
    (
        "l4g1nl/2G3s2/nk1+B4p/ps2+R4/4P4/P2P1G3/1+pP1SP2P/1PK1S3L/LN7 b RBN4Pg4p 145",
        true,
    ),
    (
        "+R7l/3g+S4/1p7/p2p2ppp/2k5b/PPNS5/2NSP1P1P/LKS6/2Pg3+rL w 2NL3Pb2g3p 118",
        false,
    ),
    (
        "5k3/l2sgsp2/p1g1pp2p/1p1p1N1+r1/1n7/2PP5/PPs3+r1P/L1+B5L/K2+s5 w BP2g2nl5p 134",
        true,
    ),
];

#[test]
fn a_repetition_with_other_hands_is_an_advantage_and_no_proven_win() {
    let mut session = Session::start();
    session.send("setoption name Evaluator value material");
    // The best line of every depth is looked at.
    session.send("setoption name PvInterval value 0");
    let mut seen = 0;
    for (sfen, better) in REPETITIONS {
        session.send("usinewgame");
        session.send(&format!("position sfen {sfen}"));
        session.send("go depth 11");
        let (lines, _, _) = session.bestmove();
        // An earlier version reported `cp 31111`.
        let told = lines.iter().filter_map(|line| line.split_once(" cp "));
        let told = told.filter_map(|(_, rest)| rest.split(' ').next()?.parse().ok());
        assert!(told.clone().all(|cp: i32| cp.abs() < 30_000), "{lines:?}");
        // Deeper, a mate may be found instead.
        let expected = if better {
            " score cp 3000 "
        } else {
            " score cp -3000 "
        };
        seen += usize::from(lines.iter().any(|line| line.contains(expected)));
    }
    assert!(seen > 4, "{seen}");
    session.quit();
}

#[test]
fn a_mate_with_the_last_allowed_move_wins_and_one_later_draws() {
    let mut session = Session::start();
    // Mate in one with move 320, and mate in three with move 152.
    let position = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 320";
    let three = "position sfen +P6nl/5s3/3+L1g1+N1/p1l1pp2p/1p1P3P1/PPN+R4P/BGK1Pk+b2/2s2s3/Ls+r6 w \
                 2GN3P3p 150";
    for (position, limit, mate) in [
        (position, 320, "mate 1"),
        (position, 0, "mate 1"),
        (three, 152, "mate 3"),
        (three, 0, "mate 3"),
        (three, 151, "cp"),
    ] {
        session.send(&format!("setoption name MaxMovesToDraw value {limit}"));
        session.send("usinewgame");
        let (score, _) = ask(&mut session, position, "go nodes 100000");
        assert!(score.starts_with(mate), "{limit}: {score}");
    }
    // Any other move but the mate ends the game in a draw.
    session.send("setoption name MaxMovesToDraw value 320");
    let (score, _) = ask(&mut session, position, "go depth 3 searchmoves 5i5h");
    assert!(cp(&score).abs() <= 5, "{score}");
    session.send("setoption name MaxMovesToDraw value 0");
    let (score, _) = ask(&mut session, position, "go depth 3 searchmoves 5i5h");
    assert!(cp(&score).abs() > 1000, "{score}");
    session.quit();
}
