//! Tests of mated sides and of `go mate`.

use komadai::movegen::legal_moves;

use super::{MATE_IN_ONE, MATED, STALEMATED, pv};
use crate::support::position;
use crate::support::session::Session;

/// The problem with the longest mate known: 1525 plies.
pub const MICROCOSMOS: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

#[test]
fn a_mated_side_resigns_and_says_why() {
    let mut session = Session::start();
    for sfen in [MATED, STALEMATED] {
        session.send(&format!("position sfen {sfen}"));
        session.send("go btime 0 wtime 0 byoyomi 1000");
        let (lines, best, ponder) = session.bestmove();
        assert_eq!((best.as_str(), ponder), ("resign", None));
        let last = lines.last().unwrap();
        assert!(
            last.contains("score mate -1") && !last.contains(" pv"),
            "{last}"
        );
    }
    session.quit();
}

/// Asserts that a line of moves mates the defender, apart from useless interpositions.
fn assert_mates(sfen: &str, moves: &[&str]) {
    let mut pos = position(sfen);
    for text in moves {
        let mv = pos.parse_usi_move(text).unwrap();
        pos.do_move(mv);
    }
    assert!(moves.len() % 2 == 1 && pos.in_check());
    assert!(legal_moves(&pos).iter().all(|mv| mv.is_drop()), "{moves:?}");
}

#[test]
fn mates_are_answered_by_checkmate_alone() {
    let mut session = Session::start();
    let one_king = "7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l16p 1";
    let mut solved = 0;
    for (sfen, solvable) in [
        (MATE_IN_ONE, Some(true)),
        (
            "+P6nl/5s3/3+L1g1+N1/p1l1pp2p/1p1P3P1/PPN+R4P/BGK1Pk+b2/2s2s3/Ls+r6 w 2GN3P3p 150",
            Some(true),
        ),
        (
            "+BnG1g2+R1/9/1p1pg2p1/1kp1p1p2/1N1P5/pPP1P1P2/P1GS1+B2+p/2K6/LN7 b R3S2L3Pnlp 129",
            Some(true),
        ),
        (
            "+B5S1l/4+R1Gsk/3pppng1/p1p1nl1pp/6p2/P1n1PP2P/1PN1K1P2/2R6/L5s1L b 2Pb2gs2p 119",
            Some(true),
        ),
        (one_king, None),
        ("4k4/9/9/9/9/9/9/9/4K4 b P2r2b4g4s4n4l17p 1", Some(false)),
        ("9/9/9/9/9/9/9/9/4K4 b 2r 1", Some(false)),
        (MATED, Some(false)),
        (STALEMATED, Some(false)),
    ] {
        for go in ["go mate", "go mate infinite", "go mate 60000"] {
            session.send(&format!("position sfen {sfen}"));
            session.send(go);
            let lines = session.expect("checkmate ");
            assert!(
                lines.iter().all(|l| !l.starts_with("bestmove")),
                "{lines:?}"
            );
            let answer: Vec<&str> = lines.last().unwrap().split(' ').skip(1).collect();
            let mate = answer != ["nomate"];
            assert!(
                answer != ["timeout"] && solvable.is_none_or(|s| s == mate),
                "{sfen}"
            );
            if mate {
                assert_mates(sfen, &answer);
                assert_eq!(pv(&lines[lines.len() - 2]), answer);
                solved += 1;
            }
            session.sync_silently();
        }
    }
    assert!(solved >= 12);
    session.quit();
}

#[test]
fn a_mate_search_that_ends_early_says_so() {
    let mut session = Session::start();
    session.send(&format!("position sfen {MICROCOSMOS}"));
    let answer = |session: &mut Session| session.expect("checkmate ").pop().unwrap();
    session.send("go mate infinite nodes 1");
    assert_eq!(answer(&mut session), "checkmate timeout");
    session.send("go mate infinite");
    session.send("stop");
    assert_eq!(answer(&mut session), "checkmate timeout");
    session.send("go mate 50");
    assert_eq!(answer(&mut session), "checkmate timeout");
    // A new `go` cancels the answer to the old one.
    session.send("go mate infinite");
    session.send("go depth 1");
    let (lines, _, _) = session.bestmove();
    assert!(lines.iter().filter(|l| l.starts_with("checkmate")).count() <= 1);
    session.sync_silently();
    session.quit();
}
