//! Tests of `go` with clocks and other limits, and of the number of lines in its output.

use komadai::engine::bench;
use komadai::movegen::legal_moves;
use komadai::position::Position;

use super::{MATE_IN_ONE, MATED, MIDDLE_GAME, ONE_MOVE, field, pv, think};
use crate::support::position;
use crate::support::session::Session;

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
    // Illegal moves are reported, and the others count.
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
    for sfen in [MIDDLE_GAME, bench::POSITIONS[9], &start] {
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
