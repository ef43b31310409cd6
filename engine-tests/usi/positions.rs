//! Tests of `position` with all its arguments, right and wrong.

use komadai::position::Position;
use komadai_records::Handicap;

use super::{MATE_IN_ONE, MATED, ONE_MOVE, STALEMATED, think};
use crate::support::position;
use crate::support::session::Session;

const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

#[test]
fn positions_of_every_kind() {
    let mut session = Session::start();
    let start = Position::startpos().sfen();
    let check = |session: &mut Session, setup: &str, sfen: &str| {
        session.send(setup);
        assert_eq!(session.sfen(), sfen, "{setup}");
        think(session, &position(sfen), setup, "go depth 1");
    };
    check(&mut session, "position startpos", &start);
    check(&mut session, "position startpos moves", &start);
    check(&mut session, "position startpos moves \r", &start);
    check(&mut session, &format!("position sfen {start}"), &start);
    check(&mut session, &format!("position {start} moves"), &start);
    for handicap in Handicap::ALL {
        let sfen = handicap.sfen;
        check(&mut session, &format!("position sfen {sfen}"), sfen);
    }
    // The move number missing, or 0.
    for tail in ["b - ", "b - 0"] {
        let sfen = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
        let board = "4k4/9/9/9/9/9/9/9/4K4";
        check(&mut session, &format!("position sfen {board} {tail}"), sfen);
    }
    // A mate problem without an own king, and the most moves there can be.
    let one_king = "7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l16p 1";
    for sfen in [
        one_king,
        MOST_MOVES,
        MATED,
        STALEMATED,
        MATE_IN_ONE,
        ONE_MOVE,
    ] {
        check(&mut session, &format!("position sfen {sfen}"), sfen);
    }
    // Needless non-promotions are legal in input.
    let mut pos = position("4k4/9/4P4/9/9/9/9/B7R/4K4 b - 1");
    let setup = format!(
        "position sfen {} moves 5c5b 5a6a 9h2a 6a7a 1h1b 7a8a 5b5a",
        pos.sfen()
    );
    for mv in ["5c5b", "5a6a", "9h2a", "6a7a", "1h1b", "7a8a"] {
        let mv = pos.parse_usi_move(mv).unwrap();
        pos.do_move(mv);
    }
    // All but the last one, which could never move again.
    session.send(&setup);
    let said = session.sync_silently();
    assert!(
        said[0].contains("5b5a") && said[0].contains("never move"),
        "{said:?}"
    );
    let setup = setup.strip_suffix(" 5b5a").unwrap();
    check(&mut session, setup, &pos.sfen());
    session.quit();
}

#[test]
fn a_game_of_600_moves() {
    let cycle = "4i4h 4a4b 4h4i 4b4a";
    let moves = [cycle; 150].join(" ");
    let setup = format!("position startpos moves {moves}");
    let mut session = Session::start();
    session.send(&setup);
    let mut pos = Position::startpos();
    for mv in moves.split(' ') {
        let mv = pos.parse_usi_move(mv).unwrap();
        pos.do_move(mv);
    }
    assert_eq!(session.sfen(), pos.sfen());
    // The game has ended by repetition long ago, but the engine still answers.
    think(&mut session, &pos, &setup, "go depth 3");
    session.quit();
}

#[test]
fn wrong_positions_are_named_and_leave_the_last_good_one() {
    let mut session = Session::start();
    let good = "position startpos moves 7g7f";
    session.send(good);
    let sfen = session.sfen();
    for (line, part) in [
        ("position", "'startpos' or 'sfen'"),
        ("position sfen", "no board"),
        ("position nonsense", "'nonsense'"),
        ("position startpos 7g7f", "'moves' expected"),
        ("position startpos moves 7g7f 7g7f", "move 2 of 2"),
        ("position startpos moves 7g7e", "7g7e"),
        ("position startpos moves 7g7f+", "promotion"),
        ("position startpos moves P*5e", "P*5e"),
        ("position startpos moves 0000", "'0000'"),
        ("position startpos moves resign", "'resign'"),
        ("position startpos moves ７g7f", "is no move"),
        ("position sfen 9/9/9 b - 1", "ranks on the board: 3"),
        ("position sfen 91/9/9/9/9/9/9/9/9 b - 1", "rank a"),
        ("position sfen 9/9/9/9/9/9/9/9/90 b - 1", "'0'"),
        ("position sfen x8/9/9/9/9/9/9/9/9 b - 1", "'x'"),
        (
            "position sfen kk7/9/9/9/9/9/9/9/9 b - 1",
            "more than one king",
        ),
        ("position sfen 9/9/9/9/9/9/9/9/9 b 19P 1", "pawns"),
        (
            "position sfen 9/P8/P8/9/9/9/9/9/9 b - 1",
            "two pawns on file 9",
        ),
        ("position sfen P8/9/9/9/9/9/9/9/9 b - 1", "never move"),
        ("position sfen 9/9/9/9/9/9/9/9/9 x - 1", "'x'"),
        ("position sfen 9/9/9/9/9/9/9/9/9 b Q 1", "'Q'"),
    ] {
        session.send(line);
        let said = session.sync_silently();
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        assert!(said[0].starts_with("info string position: "), "{said:?}");
        assert!(said[0].contains(part), "{line}: {said:?}");
        assert_eq!(session.sfen(), sfen, "{line}");
    }
    // A search answers all the same, and says for which position; a good one ends that.
    for (line, is_told) in [
        ("position startpos moves 7g7f 7g7f", true),
        ("position nonsense", true),
        (good, false),
    ] {
        session.send(line);
        session.send("go nodes 100");
        let (said, mv, _) = session.bestmove();
        let told = "info string go: the position is the last good one";
        assert_eq!(said.iter().any(|line| line == told), is_told, "{said:?}");
        let pos = Position::from_sfen(&sfen).unwrap();
        assert!(pos.parse_usi_move(&mv).is_ok(), "{mv}");
    }
    // Unusual positions that can still be searched.
    let in_check = "4k4/9/4R4/9/9/9/9/9/4K4 b - 1";
    session.send(&format!("position sfen {in_check}"));
    let said = session.sync_silently();
    assert!(said[0].contains("in check"), "{said:?}");
    think(
        &mut session,
        &position(in_check),
        &format!("position sfen {in_check}"),
        "go depth 3",
    );
    session.quit();
}
