//! Tests of commands in the wrong order, unknown commands, and commands for people.

use komadai::position::Position;

use super::{MIDDLE_GAME, assert_answer, think};
use crate::support::position;
use crate::support::session::Session;

#[test]
fn a_second_go_ends_the_first_without_its_answer() {
    let mut session = Session::start();
    session.send("position startpos");
    session.send("go infinite");
    let pos = position(MIDDLE_GAME);
    think(
        &mut session,
        &pos,
        &format!("position sfen {MIDDLE_GAME}"),
        "go depth 2",
    );
    session.sync_silently();
    for _ in 0..20 {
        session.send("go ponder");
    }
    session.send("position startpos");
    session.send("go depth 1");
    let (_, best, ponder) = session.bestmove();
    assert_answer(&Position::startpos(), &best, ponder.as_deref());
    session.sync_silently();
    session.quit();
}

#[test]
fn commands_out_of_place_are_no_matter() {
    let mut session = Session::start();
    for line in [
        "stop",
        "ponderhit",
        "gameover win",
        "gameover",
        "",
        "   ",
        "\t",
    ] {
        session.send(line);
    }
    assert!(session.sync_silently().is_empty());
    session.quit();
}

#[test]
fn options_and_positions_during_a_search_wait_their_turn() {
    let mut session = Session::start();
    session.send("position startpos");
    session.send("go infinite");
    for line in [
        "setoption name Threads value 2",
        "setoption name USI_Hash value 3",
        "setoption name MultiPV value 2",
        &format!("position sfen {MIDDLE_GAME}"),
        "usinewgame",
    ] {
        session.send(line);
    }
    session.expect_no_answer();
    session.send("stop");
    let (_, best, ponder) = session.bestmove();
    assert_answer(&Position::startpos(), &best, ponder.as_deref());
    let options = session.options();
    for option in ["Threads = 2", "USI_Hash = 3", "MultiPV = 2"] {
        assert!(options.iter().any(|l| l == option), "{option}");
    }
    assert_eq!(session.sfen(), MIDDLE_GAME);
    session.send("go depth 3");
    let (_, best, ponder) = session.bestmove();
    assert_answer(&position(MIDDLE_GAME), &best, ponder.as_deref());
    session.quit();
}

#[test]
fn wrong_options_and_words_are_named() {
    let mut session = Session::start();
    let before = session.options();
    for (line, part) in [
        ("setoption name NoSuchThing value 1", "'NoSuchThing'"),
        ("setoption name Threads value 0", "Threads"),
        ("setoption name Threads value -1", "Threads"),
        ("setoption name USI_Hash value lots", "'lots'"),
        ("setoption name USI_Ponder value maybe", "'maybe'"),
        ("setoption name EnteringKingRule value None", "CSARule27"),
        ("setoption", "name"),
        ("setoption name", "name"),
        ("setoption Threads 4", "'name'"),
        ("getoption Nothing", "'Nothing'"),
        ("fly me to the moon", "'fly'"),
        ("position startpos moves", ""),
    ] {
        session.send(line);
        let said = session.sync_silently();
        if part.is_empty() {
            assert!(said.is_empty(), "{said:?}");
            continue;
        }
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        assert!(said[0].starts_with("info string "), "{said:?}");
        assert!(said[0].contains(part), "{line}: {said:?}");
    }
    // Old and reserved option names cause no message.
    for name in ["Hash", "Contempt", "EvalHash", "Skill Level"] {
        session.send(&format!("setoption name {name} value 1"));
    }
    assert!(session.sync_silently().is_empty());
    assert_eq!(session.options(), before);
    session.quit();
}

#[test]
fn commands_for_people() {
    let mut session = Session::start();
    session.plain_text = true;
    session.send("position startpos");
    let lines = session.ask("go perft 3", "Nodes searched: ");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 25470");
    let moves = lines.iter().filter(|l| l.contains(": ")).count() - 1;
    assert_eq!(moves, 30);
    session.sync();
    let lines = session.ask("eval", "evaluation ");
    assert!(lines.last().unwrap().contains("centipawns"));
    let lines = session.ask("d", "sfen ");
    assert!(lines.iter().any(|l| l.contains("|  l |  n |")));
    session.send("bench nodes 50 hash 1");
    session.expect_where("the end of the benchmark", |line| line.ends_with(" nps"));
    let lines = session.ask("getoption threads", "Threads = ");
    assert_eq!(lines.last().unwrap(), "Threads = 1");
    session.quit();
}

#[test]
fn counting_can_be_stopped_and_has_an_end() {
    let mut session = Session::start();
    session.plain_text = true;
    session.send(&format!("position sfen {MIDDLE_GAME}"));
    session.send("go perft 12");
    session.send("stop");
    session.expect("info string perft was stopped");
    session.sync_silently();
    // A depth whose recursion no stack could hold.
    for depth in ["33", "20000", "99999999999999999999"] {
        let lines = session.ask(&format!("go perft {depth}"), "info string go: perft");
        assert_eq!(lines.len(), 1, "{lines:?}");
    }
    session.sync_silently();
    session.quit();
}
