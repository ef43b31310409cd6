//! Tests of searches that answer only after another command: `go infinite`, `go ponder`.

use komadai::movegen::legal_moves;
use komadai::position::Position;

use super::{MATE_IN_ONE, MATED, MIDDLE_GAME, ONE_MOVE, STALEMATED, assert_answer, pv};
use crate::support::position;
use crate::support::session::Session;

#[test]
fn infinite_and_ponder_keep_silent_until_told() {
    let mut session = Session::start();
    for sfen in [MATE_IN_ONE, MATED, STALEMATED, ONE_MOVE] {
        let pos = position(sfen);
        for (go, releases) in [
            ("go infinite", &["stop"][..]),
            ("go infinite depth 1", &["stop"]),
            (
                "go ponder btime 0 wtime 0 byoyomi 100",
                &["stop", "ponderhit"],
            ),
            ("go ponder depth 1", &["stop", "ponderhit"]),
        ] {
            for release in releases {
                session.send(&format!("position sfen {sfen}"));
                session.send(go);
                session.expect_no_answer();
                session.send(release);
                let (lines, best, ponder) = session.bestmove();
                assert_answer(&pos, &best, ponder.as_deref());
                assert!(lines.iter().all(|l| l.starts_with("info")));
                session.sync_silently();
            }
        }
    }
    // A ponderhit does not end `go infinite`.
    session.send("position startpos");
    session.send("go infinite");
    session.send("ponderhit");
    session.expect_no_answer();
    session.send("stop");
    session.bestmove();
    session.quit();
}

#[test]
fn pondering() {
    let mut session = Session::start();
    session.send("setoption name USI_Ponder value true");
    let setup = "position startpos moves 7g7f 3c3d";
    let mut pos = Position::startpos();
    for mv in ["7g7f", "3c3d"] {
        let mv = pos.parse_usi_move(mv).unwrap();
        pos.do_move(mv);
    }
    for (go, releases) in [
        ("go ponder btime 0 wtime 0 byoyomi 200", &["ponderhit"][..]),
        (
            "go ponder btime 100 wtime 100 binc 50 winc 50",
            &["ponderhit"],
        ),
        // Early: the clock comes later.
        ("go ponder", &["ponderhit btime 0 wtime 0 byoyomi 200"]),
        (
            "go ponder",
            &["ponderhit btime 90 wtime 90 binc 50 winc 50"],
        ),
        ("go ponder", &["ponderhit"]),
        ("go ponder btime 0 wtime 0 byoyomi 100", &["stop"]),
        ("go ponder btime 0 wtime 0 byoyomi 100", &["gameover"]),
        ("go ponder btime 0 wtime 0 byoyomi 100", &["gameover draw"]),
        ("go ponder", &["stop", "stop", "ponderhit", "gameover win"]),
        (
            "go ponder btime 0 wtime 0 byoyomi 200",
            &["ponderhit", "ponderhit"],
        ),
        (
            "go ponder btime 0 wtime 0 byoyomi 60000",
            &["ponderhit", "stop"],
        ),
    ] {
        for stochastic in ["false", "true"] {
            session.send(&format!(
                "setoption name Stochastic_Ponder value {stochastic}"
            ));
            session.send(setup);
            session.send(go);
            session.expect_no_answer();
            for release in releases {
                session.send(release);
            }
            let (_, best, ponder) = session.bestmove();
            assert_answer(&pos, &best, ponder.as_deref());
            session.sync_silently();
        }
    }
    session.send(setup);
    session.send("go ponder btime 0 wtime 0 byoyomi 100");
    session.quit();
}

#[test]
fn stochastic_pondering_thinks_one_move_earlier() {
    let mut session = Session::start();
    session.send("setoption name Stochastic_Ponder value true");
    session.send("setoption name PvInterval value 0");
    session.sync();
    let before = position(MIDDLE_GAME);
    let reply = legal_moves(&before)[0];
    let mut after = before.clone();
    after.do_move(reply);
    session.send(&format!("position sfen {MIDDLE_GAME} moves {reply}"));
    session.send("go ponder btime 0 wtime 0 byoyomi 300");
    let lines = session.expect("info depth");
    let line = lines.last().unwrap();
    assert!(before.parse_usi_move(pv(line)[0]).is_ok(), "{line}");
    session.send("ponderhit");
    let (lines, best, ponder) = session.bestmove();
    assert_answer(&after, &best, ponder.as_deref());
    let last = lines.iter().rfind(|l| l.contains(" pv ")).unwrap();
    assert_eq!(pv(last)[0], best);
    // After the end of the game no search goes on.
    session.send("gameover win");
    session.expect_no_answer();
    session.sync_silently();
    session.quit();
}

#[test]
fn a_stochastic_ponder_that_is_stopped_answers_with_a_move_of_searchmoves() {
    let mut session = Session::start();
    session.send("setoption name Stochastic_Ponder value true");
    for wanted in ["9g9f", "1g1f", "4i5h"] {
        session.send("position startpos moves 7g7f 3c3d");
        session.send(&format!("go ponder searchmoves {wanted}"));
        session.expect_no_answer();
        session.send("stop");
        let (_, best, _) = session.bestmove();
        assert_eq!(best, wanted);
    }
    session.quit();
}
