//! The protocol, spoken with the real executable as GUIs speak it.
//!
//! Each test is something that has broken a real engine.

mod common;

use common::Session;
use komadai::movegen::legal_moves;
use komadai::position::{Handicap, Position};

const MATE_IN_ONE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
const MATED: &str = "4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 2";
const STALEMATED: &str = "k8/2G6/1G7/9/9/9/9/9/4K4 w - 2";
const ONE_MOVE: &str = "4k4/9/9/9/9/9/9/1r7/K8 b - 1";
const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
/// The problem with the longest mate known: 1525 plies.
const MICROCOSMOS: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
const MIDDLE_GAME: &str =
    "lr5nl/3g1kg2/2n1ppsp1/p1pps3p/1p5P1/P1P1SP2P/1P1PP1P2/2GBG2R1/LNSK3NL w Bp 44";

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

/// Asserts that an answer fits the position.
fn assert_answer(pos: &Position, best: &str, ponder: Option<&str>) {
    if legal_moves(pos).is_empty() {
        assert_eq!((best, ponder), ("resign", None));
        return;
    }
    let mut pos = pos.clone();
    for text in [Some(best), ponder].into_iter().flatten() {
        match pos.parse_usi_move(text) {
            Ok(mv) => pos.do_move(mv),
            Err(error) => panic!("{}: {error}", pos.sfen()),
        };
    }
}

/// The number after a word of an info line.
fn field(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|w| *w != word);
    words.next()?;
    words.next()?.parse().ok()
}

/// The moves after `pv`.
fn pv(line: &str) -> Vec<&str> {
    match line.split_once(" pv ") {
        Some((_, moves)) => moves.split(' ').collect(),
        None => Vec::new(),
    }
}

/// Asserts what must hold for the progress of every search.
fn assert_progress(pos: &Position, lines: &[String], best: &str) {
    let mut last_first = None;
    for line in lines.iter().filter(|l| !l.starts_with("info string")) {
        for word in [
            "depth", "seldepth", "nodes", "nps", "hashfull", "time", "multipv",
        ] {
            assert!(field(line, word).is_some_and(|n| n >= 0), "{word}: {line}");
        }
        assert!(line.contains(" score cp ") || line.contains(" score mate "));
        assert!(
            !line.contains("mate 0") && !line.contains("mate -0"),
            "{line}"
        );
        let mut pos = pos.clone();
        for text in pv(line) {
            let mv = pos.parse_usi_move(text).unwrap_or_else(|error| {
                panic!("{error} in {line}");
            });
            pos.do_move(mv);
        }
        if field(line, "multipv") == Some(1) {
            last_first = pv(line).first().map(|mv| mv.to_string());
        }
    }
    if best != "resign" && best != "win" {
        assert_eq!(last_first.as_deref(), Some(best), "{lines:?}");
    }
}

/// Whatever came before, a search from the start answers as ever.
fn still_thinks(session: &mut Session) {
    let start = Position::startpos();
    think(session, &start, "position startpos", "go depth 1");
}

/// Sets a position up, thinks and checks the answer.
fn think(session: &mut Session, pos: &Position, setup: &str, go: &str) -> Vec<String> {
    session.send(setup);
    session.send(go);
    let (lines, best, ponder) = session.bestmove();
    assert_answer(pos, &best, ponder.as_deref());
    assert_progress(pos, &lines, &best);
    lines
}

/// The score of a line as one number: mates beyond every other score.
fn score(line: &str) -> i64 {
    match (field(line, "cp"), field(line, "mate")) {
        (Some(cp), _) => cp,
        (None, Some(plies)) => plies.signum() * 1_000_000 - plies,
        (None, None) => panic!("{line}"),
    }
}

#[test]
fn the_lines_of_a_report_come_in_order() {
    let mut session = Session::start();
    session.send("setoption name MultiPV value 4");
    session.send("setoption name PvInterval value 0");
    session.send("setoption name USI_OwnBook value false");
    let start = Position::startpos().sfen();
    for sfen in [MIDDLE_GAME, MOST_MOVES, &start] {
        for nodes in [60, 200, 700, 1500, 2600, 6000, 14_000] {
            session.send("usinewgame");
            let setup = format!("position sfen {sfen}");
            let go = format!("go nodes {nodes}");
            let lines = think(&mut session, &position(sfen), &setup, &go);
            for pair in lines.windows(2) {
                let [rank, next] = [0, 1].map(|i| field(&pair[i], "multipv"));
                if next.is_some_and(|next| next > 1) {
                    assert_eq!(rank, next.map(|next| next - 1), "{lines:?}");
                    assert!(score(&pair[0]) >= score(&pair[1]), "{lines:?}");
                }
            }
        }
    }
    session.quit();
}

#[test]
fn usi_is_answered_at_any_time() {
    let mut session = Session::start_bare();
    let first = session.ask("usi", "usiok");
    assert!(first[0].starts_with("id name Komadai"));
    assert!(first[1].starts_with("id author "));
    assert!(first.iter().all(|line| line.is_ascii()));
    for name in [
        "USI_Hash",
        "USI_Ponder",
        "Threads",
        "MultiPV",
        "EnteringKingRule",
    ] {
        let start = format!("option name {name} type ");
        assert!(first.iter().any(|l| l.starts_with(&start)), "{name}");
    }
    assert_eq!(session.ask("usi", "usiok"), first);
    session.send("position startpos");
    session.send("go infinite");
    let during = session.ask("usi", "usiok");
    let during: Vec<_> = during.iter().filter(|l| !l.starts_with("info ")).collect();
    assert_eq!(during, first.iter().collect::<Vec<_>>());
    session.send("stop");
    session.bestmove();
    session.quit();
}

#[test]
fn defaults_sent_back_by_the_gui_change_nothing() {
    let mut session = Session::start_bare();
    let described = session.ask("usi", "usiok");
    let before = session.options();
    assert!(before.len() > 15);
    for line in described.iter().filter(|l| l.starts_with("option")) {
        let words: Vec<&str> = line.split(' ').collect();
        let name = words[2];
        match words[4] {
            "button" => session.send(&format!("setoption name {name}")),
            _ => {
                session.send(&format!("setoption name {name} value {}", words[6]));
                session.send(&format!("setoption name {name} value <empty>"));
                session.send(&format!("setoption name {name} value "));
                session.send(&format!("setoption name {name} value"));
                session.send(&format!("setoption name {name}"));
            }
        }
    }
    let said = session.options();
    assert_eq!(said, before);
    session.quit();
}

#[test]
fn getting_ready_in_any_order_and_number() {
    let mut session = Session::start();
    for line in ["isready", "isready", "isready"] {
        assert_eq!(session.ask(line, "readyok").last().unwrap(), "readyok");
    }
    session.send("usinewgame");
    session.sync_silently();
    session.send("usinewgame");
    let start = Position::startpos();
    think(&mut session, &start, "position startpos", "go depth 2");
    session.quit();
    // Neither of them at all.
    let mut session = Session::start();
    think(&mut session, &start, "position startpos", "go depth 2");
    session.quit();
    // Not even a position.
    let mut session = Session::start();
    session.send("go depth 1");
    let (_, best, _) = session.bestmove();
    assert_answer(&start, &best, None);
    session.quit();
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut session = Session::start();
    session.send("position startpos");
    session.send("go infinite");
    session.sync_silently();
    session.send("usinewgame");
    session.sync_silently();
    session.send("stop");
    session.bestmove();
    session.sync_silently();
    session.quit();
}

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
    // All but the last, which may never move again.
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
    // Repetition has ended the game long ago; there is an answer all the same.
    think(&mut session, &pos, &setup, "go depth 3");
    session.quit();
}

#[test]
fn every_form_of_clock_is_answered() {
    let mut session = Session::start();
    let pos = position(MIDDLE_GAME);
    let setup = format!("position sfen {MIDDLE_GAME}");
    for go in [
        "go btime 0 wtime 0 byoyomi 100",
        "go btime 100 wtime 100 byoyomi 0",
        "go btime 100 wtime 100 byoyomi 100",
        "go btime 0 wtime 0 binc 100 winc 100",
        "go btime 500 wtime 500 binc 10 winc 10 byoyomi 10",
        "go btime 60000 wtime 100",
        "go btime 0 wtime 0",
        "go btime 0 wtime 0 byoyomi 0",
        "go btime 0 wtime 0 byoyomi 1",
        "go btime -5 wtime -5 byoyomi 50",
        "go wtime 99999999999999999999 depth 1",
        "go rtime 20",
        "go movetime 50",
        "go movetime 0",
        "go nodes 1",
        "go depth 1",
        "go depth 2 nodes 100000000 btime 100000 wtime 100000",
        "go",
        "go searchmoves depth 1",
        "go unknown depth 1",
    ] {
        think(&mut session, &pos, &setup, go);
    }
    session.quit();
}

#[test]
fn depth_nodes_and_movetime_are_kept() {
    let mut session = Session::start();
    session.send("setoption name PvInterval value 0");
    let pos = position(MIDDLE_GAME);
    let setup = format!("position sfen {MIDDLE_GAME}");
    for depth in [1, 3, 5] {
        let lines = think(&mut session, &pos, &setup, &format!("go depth {depth}"));
        let deepest = lines.iter().filter_map(|l| field(l, "depth")).max();
        assert_eq!(deepest, Some(depth));
    }
    for nodes in [1, 50, 20_000] {
        let lines = think(&mut session, &pos, &setup, &format!("go nodes {nodes}"));
        let most = lines.iter().filter_map(|l| field(l, "nodes")).max();
        assert!(most.is_some_and(|n| n <= nodes), "{most:?} of {nodes}");
    }
    // Slower machines take longer, never shorter.
    let start = std::time::Instant::now();
    think(&mut session, &pos, &setup, "go movetime 400");
    assert!(start.elapsed().as_millis() >= 400);
    session.send("setoption name NodesLimit value 3000");
    let lines = think(&mut session, &pos, &setup, "go");
    let most = lines.iter().filter_map(|l| field(l, "nodes")).max();
    assert!(most.is_some_and(|n| n <= 3000), "{most:?}");
    session.quit();
}

#[test]
fn searchmoves_limit_the_choice() {
    let mut session = Session::start();
    let pos = Position::startpos();
    let lines = think(
        &mut session,
        &pos,
        "position startpos",
        "go depth 3 searchmoves 9g9f 1g1f",
    );
    for line in lines.iter().filter(|l| l.contains(" pv ")) {
        assert!(["9g9f", "1g1f"].contains(&pv(line)[0]), "{line}");
    }
    // A needless non-promotion can be asked for, whatever the option says.
    let sfen = "4k4/9/9/9/9/4P4/9/B8/4K4 b - 1";
    session.send(&format!("position sfen {sfen}"));
    session.send("go depth 2 searchmoves 9h3b");
    let (_, best, _) = session.bestmove();
    assert_eq!(best, "9h3b");
    // What is not legal is named, and the rest counts.
    session.send("go depth 2 searchmoves P*5e 9h3b+");
    let (lines, best, _) = session.bestmove();
    assert!(
        lines
            .iter()
            .any(|l| l.starts_with("info string") && l.contains("P*5e"))
    );
    assert_eq!(best, "9h3b+");
    session.quit();
}

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
    // No ponderhit ends an analysis.
    session.send("position startpos");
    session.send("go infinite");
    session.send("ponderhit");
    session.expect_no_answer();
    session.send("stop");
    session.bestmove();
    session.quit();
}

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
    // After the game nothing goes on.
    session.send("gameover win");
    session.expect_no_answer();
    session.sync_silently();
    session.quit();
}

/// Asserts that a line of moves mates the side it is meant to.
fn assert_mates(sfen: &str, moves: &[&str]) {
    let mut pos = position(sfen);
    for text in moves {
        let mv = pos.parse_usi_move(text).unwrap();
        pos.do_move(mv);
    }
    assert!(moves.len() % 2 == 1 && pos.in_check());
    assert!(legal_moves(&pos).is_empty(), "{moves:?}");
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
    // A new `go` takes the old answer back.
    session.send("go mate infinite");
    session.send("go depth 1");
    let (lines, _, _) = session.bestmove();
    assert!(lines.iter().filter(|l| l.starts_with("checkmate")).count() <= 1);
    session.sync_silently();
    session.quit();
}

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
fn more_lines_than_moves() {
    let mut session = Session::start();
    session.send("setoption name MultiPV value 600");
    session.send("setoption name PvInterval value 0");
    for sfen in [ONE_MOVE, MATE_IN_ONE, MATED, MIDDLE_GAME] {
        let pos = position(sfen);
        let lines = think(
            &mut session,
            &pos,
            &format!("position sfen {sfen}"),
            "go depth 2",
        );
        let ranks: Vec<i64> = lines.iter().filter_map(|l| field(l, "multipv")).collect();
        let moves = legal_moves(&pos).len() as i64;
        assert!(ranks.iter().all(|&n| n <= moves.max(1)), "{sfen}");
        // The last set is whole, in order, and of different moves.
        let last: Vec<&String> = lines.iter().filter(|l| l.contains(" pv ")).collect();
        let first = last.iter().rposition(|l| field(l, "multipv") == Some(1));
        let set = &last[first.unwrap_or(0)..];
        let mut firsts: Vec<&str> = set.iter().map(|l| pv(l)[0]).collect();
        for (line, rank) in set.iter().zip(1..) {
            assert_eq!(field(line, "multipv"), Some(rank), "{line}");
        }
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), set.len());
    }
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
        ("position sfen 9/9/9 b - 1", "3 ranks"),
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
    // Odd, but good enough to think about.
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
    // Old names, and the reserved ones, pass without a word.
    for name in ["Hash", "Contempt", "EvalHash", "Skill Level"] {
        session.send(&format!("setoption name {name} value 1"));
    }
    assert!(session.sync_silently().is_empty());
    assert_eq!(session.options(), before);
    session.quit();
}

#[test]
fn junk_of_every_kind_is_survived() {
    let mut session = Session::start();
    let every_byte: Vec<u8> = (0..=255).collect();
    session.send_bytes(&every_byte);
    session.send_bytes(b"\n");
    session.send_bytes(&[0xFF; 1000]);
    session.send_bytes(b"\r\n\0\0\0\n\x1b[31m\n");
    // A megabyte: one word, many words, and a command that goes on too long.
    session.send_bytes(&vec![b'x'; 1 << 20]);
    session.send_bytes(b"\n");
    session.send_bytes("go ".repeat(1 << 18).as_bytes());
    session.send_bytes(b"depth 1\n");
    session.bestmove();
    session.send_bytes(b"position startpos moves");
    session.send_bytes(&b" 7g7f".repeat(1 << 18));
    session.send_bytes(b"\n");
    session.send_bytes(b"setoption name ");
    session.send_bytes(&vec![b'y'; 1 << 20]);
    session.send_bytes(b"\nsetoption name DebugLogFile value ");
    session.send_bytes(&vec![b'z'; 1 << 20]);
    session.send_bytes(b"\n");
    let said = session.sync_silently();
    assert!(said.iter().all(|l| l.starts_with("info string ")));
    assert!(said.iter().any(|l| l.contains("move 2 of 262144")));
    still_thinks(&mut session);
    session.quit();
}

#[test]
fn lines_may_end_as_on_windows_and_hold_japanese() {
    let mut session = Session::start();
    session.send_bytes(b"usi\r\n");
    session.expect("usiok");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("対局 の記録.txt");
    let line = format!("setoption name DebugLogFile value {}\r\n", path.display());
    session.send_bytes(line.as_bytes());
    session.send_bytes(b"position startpos moves 7g7f\r\nisready\r\n");
    session.expect("readyok");
    assert_eq!(
        session.sfen(),
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"
    );
    // The same in the old encoding of Japanese Windows.
    let second = directory.path().join("表.txt");
    let line = format!("setoption name DebugLogFile value {}\n", second.display());
    let (cp932, _, _) = encoding_rs::SHIFT_JIS.encode(&line);
    session.send_bytes(&cp932);
    session.sync();
    session.send("usinewgame");
    session.sync();
    session.quit();
    let first = std::fs::read_to_string(path).unwrap();
    assert!(first.contains("> isready") && first.contains("< readyok"));
    assert!(
        std::fs::read_to_string(second)
            .unwrap()
            .contains("> usinewgame")
    );
}

#[test]
fn a_log_holds_all_from_the_line_on_that_asks_for_it() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("log.txt");
    let asked = format!("setoption name debuglogfile value {}", path.display());
    let mut session = Session::start();
    // All at once: the engine has read the last line long before it is ready
    // for the first.
    let lines = [
        "isready",
        &asked,
        "isready",
        "position startpos moves 7g7f",
        "go depth 2",
    ];
    session.send_bytes((lines.join("\n") + "\n").as_bytes());
    let (_, best, ponder) = session.bestmove();
    let answer = match ponder {
        Some(reply) => format!("bestmove {best} ponder {reply}"),
        None => format!("bestmove {best}"),
    };
    session.quit();
    let text = std::fs::read_to_string(path).unwrap();
    let said: Vec<&str> = text
        .lines()
        .filter_map(|l| Some(l.split_once(' ')?.1))
        .collect();
    let input: Vec<&str> = said.iter().filter_map(|l| l.strip_prefix("> ")).collect();
    assert_eq!(input, [&lines[1..], &["quit"]].concat(), "{text}");
    assert!(said.contains(&"< readyok"), "{text}");
    // `quit` comes after the answer, which the session waited for.
    assert_eq!(said[said.len() - 2..], [&*format!("< {answer}"), "> quit"]);
}

/// Where the system gives only so much memory.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_does_not_fit_at_the_start_is_halved_until_it_does() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let limited = directory.path().join("limited");
    let engine = env!("CARGO_BIN_EXE_komadai");
    // Address space in KiB, of which the engine itself needs a part.
    let script = format!("#!/bin/sh\nulimit -v 3000000\nexec '{engine}'\n");
    std::fs::write(&limited, script).unwrap();
    std::fs::set_permissions(&limited, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut session = Session::start_at(&limited, directory.path());
    session.send("setoption name Threads value 2");
    session.send("setoption name USI_Hash value 8192");
    let said = session.sync();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("8192 MiB"), "{said:?}");
    let had: u64 = said[0]
        .strip_suffix(" MiB")
        .and_then(|line| line.rsplit_once("; going on with 2 threads and a table of "))
        .and_then(|(_, mib)| mib.parse().ok())
        .unwrap_or_else(|| panic!("{said:?}"));
    assert!([512, 1024, 2048].contains(&had), "{had}");
    let options = session.options();
    for option in [format!("USI_Hash = {had}"), "Threads = 2".to_string()] {
        assert!(options.contains(&option), "{options:?}");
    }
    still_thinks(&mut session);
    session.quit();
}

#[test]
fn a_log_that_cannot_be_written_is_no_reason_to_stop() {
    let mut session = Session::start();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("missing").join("log.txt");
    session.send(&format!(
        "setoption name DebugLogFile value {}",
        path.display()
    ));
    let said = session.sync_silently();
    assert!(said[0].contains(&path.display().to_string()), "{said:?}");
    still_thinks(&mut session);
    session.quit();
}

#[test]
fn the_input_may_end_at_any_moment() {
    let scripts: [&[&str]; 10] = [
        &[],
        &["usi"],
        &["usi", "isready"],
        &["isready", "position startpos"],
        &["position startpos", "go infinite"],
        &[
            "position startpos",
            "go ponder btime 0 wtime 0 byoyomi 1000",
        ],
        &["position startpos", "go btime 600000 wtime 600000"],
        &["position startpos", "go mate infinite"],
        &["position startpos", "go perft 3"],
        &["bench"],
    ];
    for script in scripts {
        let mut session = Session::start();
        session.plain_text = true;
        for line in script {
            session.send(line);
        }
        session.hang_up();
        // And by `quit`, in the middle of a line too.
        let mut session = Session::start();
        session.plain_text = true;
        for line in script {
            session.send(line);
        }
        session.send_bytes(b"position startp");
        session.hang_up();
        let mut session = Session::start();
        session.plain_text = true;
        for line in script {
            session.send(line);
        }
        session.quit();
    }
}

#[test]
fn a_gui_that_stops_reading_can_still_quit() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let mut child = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Two megabytes to say: more than any pipe holds.
    stdin.write_all("d\n".repeat(2000).as_bytes()).unwrap();
    writeln!(stdin, "go infinite\nstop\nquit").unwrap();
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
            panic!("the engine hangs on its own output");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(status.success());
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
    // So deep that a stack would not hold the way there.
    for depth in ["33", "20000", "99999999999999999999"] {
        let lines = session.ask(&format!("go perft {depth}"), "info string go: perft");
        assert_eq!(lines.len(), 1, "{lines:?}");
    }
    session.sync_silently();
    session.quit();
}

#[test]
fn the_same_search_counts_the_same_nodes() {
    let mut session = Session::start();
    session.send("setoption name PvInterval value 0");
    let pos = position(MIDDLE_GAME);
    let setup = format!("position sfen {MIDDLE_GAME}");
    let mut counts = Vec::new();
    for _ in 0..3 {
        session.send("usinewgame");
        let lines = think(&mut session, &pos, &setup, "go depth 6");
        counts.push(lines.iter().filter_map(|l| field(l, "nodes")).max());
    }
    assert!(counts[0].is_some_and(|n| n > 0));
    assert_eq!(counts, [counts[0]; 3]);
    session.quit();
}
