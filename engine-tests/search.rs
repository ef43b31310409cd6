//! Tests of the search: exact limits, repeatability, mates, draws and declarations.

use komadai::eval::Evaluator;
use komadai::movegen::legal_moves;
use komadai::position::{EnteringKingRule, Position};
use komadai::search::{
    Best, Limits, STACK_SIZE, SearchOptions, SearchResult, Searcher, Signals, Silent,
};
use komadai::types::{Move, Score};

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

fn searcher() -> Searcher {
    Searcher::new(1, 16, Evaluator::material()).unwrap()
}

fn search(searcher: &mut Searcher, pos: &Position, limits: &Limits) -> SearchResult {
    let options = SearchOptions::default();
    searcher.search(pos, limits, &options, &Signals::new(), &Silent)
}

/// A line must be legal to its end, and end in mate if it claims one.
fn check_line(pos: &Position, outcome: &SearchResult) {
    let mut walk = pos.clone();
    for &mv in &outcome.pv {
        assert!(walk.is_legal(mv), "{mv} in {}", walk.sfen());
        walk.do_move(mv);
    }
    if let Some(plies) = outcome.score.mate_plies() {
        assert_eq!(outcome.pv.len() as i32, plies.abs(), "{}", pos.sfen());
        assert!(walk.in_check() && legal_moves(&walk).is_empty());
    }
}

const MIDDLE: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";

#[test]
fn one_thread_stops_at_exactly_the_nodes_asked_for() {
    let mut searcher = searcher();
    for nodes in [1, 100, 1234, 30_000] {
        for sfen in [MIDDLE, &Position::startpos().sfen()] {
            let outcome = search(&mut searcher, &position(sfen), &Limits::nodes(nodes));
            assert_eq!(outcome.nodes, nodes);
        }
    }
}

#[test]
fn threads_hardly_exceed_the_nodes_asked_for() {
    for threads in [1, 2, 64] {
        let mut searcher = Searcher::new(threads, 16, Evaluator::material()).unwrap();
        for nodes in [1, 100, 10_000, 200_000] {
            let outcome = search(&mut searcher, &position(MIDDLE), &Limits::nodes(nodes));
            let late = outcome.nodes.checked_sub(nodes).unwrap();
            // One thread stops exactly; several threads compare their sum with the limit
            // at least every 512 nodes.
            let most = match threads {
                1 => 0,
                _ => 513 * threads as u64,
            };
            assert!(late <= most, "{threads} threads: {late} more than {nodes}");
        }
    }
}

#[test]
fn the_thread_that_asks_searches_as_a_thread_of_the_searcher_does() {
    let both = || {
        let mut own = Searcher::in_caller(16, Evaluator::material()).unwrap();
        let mut threaded = searcher();
        for _ in 0..2 {
            let mut pos = position(MIDDLE);
            for _ in 0..6 {
                let limits = Limits::nodes(3000);
                let outcome = search(&mut own, &pos, &limits);
                let other = search(&mut threaded, &pos, &limits);
                assert_eq!(
                    (outcome.score, &outcome.pv, outcome.nodes),
                    (other.score, &other.pv, other.nodes)
                );
                pos.do_move(outcome.pv[0]);
            }
            own.new_game();
            threaded.new_game();
        }
        own.set_threads(2).unwrap();
        assert_eq!(own.threads(), 2);
        search(&mut own, &position(MIDDLE), &Limits::depth(5));
    };
    let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
    thread.spawn(both).unwrap().join().unwrap();
}

#[test]
fn a_new_game_repeats_the_last_one_exactly() {
    let mut searcher = searcher();
    let play = |searcher: &mut Searcher| -> Vec<(u64, Move)> {
        searcher.new_game();
        let mut pos = Position::startpos();
        let mut record = Vec::new();
        for _ in 0..12 {
            let outcome = search(searcher, &pos, &Limits::depth(7));
            check_line(&pos, &outcome);
            let Best::Move(mv) = outcome.best else { break };
            record.push((outcome.nodes, mv));
            pos.do_move(mv);
        }
        record
    };
    let first = play(&mut searcher);
    assert_eq!(first.len(), 12);
    assert_eq!(play(&mut searcher), first);
}

#[test]
fn depth_is_exact() {
    let mut searcher = searcher();
    for depth in [1, 2, 5, 8] {
        searcher.new_game();
        let outcome = search(&mut searcher, &position(MIDDLE), &Limits::depth(depth));
        assert_eq!(outcome.depth, depth);
    }
}

#[test]
fn searchmoves_are_kept_to_even_needless_non_promotions() {
    let mut searcher = searcher();
    let pos = position("4k4/9/9/2P6/9/9/9/9/4K4 b - 1");
    for text in ["7d7c", "5i4i"] {
        let mv = pos.parse_usi_move(text).unwrap();
        let limits = Limits {
            searchmoves: vec![mv],
            ..Limits::depth(5)
        };
        assert_eq!(search(&mut searcher, &pos, &limits).best, Best::Move(mv));
    }
}

#[test]
fn a_try_that_searchmoves_leaves_out_is_not_made() {
    let mut searcher = searcher();
    let pos = position("9/4K4/9/9/9/9/9/9/k8 b 2r2b4g4s4n4l18p 1");
    let options = SearchOptions {
        entering_king_rule: EnteringKingRule::Try,
        ..SearchOptions::default()
    };
    for text in ["5b5a", "5b4a"] {
        let mv = pos.parse_usi_move(text).unwrap();
        let limits = Limits {
            searchmoves: vec![mv],
            ..Limits::depth(2)
        };
        let outcome = searcher.search(&pos, &limits, &options, &Signals::new(), &Silent);
        assert_eq!(outcome.best, Best::Move(mv));
    }
}

#[test]
fn no_legal_move_resigns() {
    let mut searcher = searcher();
    // Mated, and without a move but not in check, which loses as well.
    for (sfen, in_check) in [
        ("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", true),
        ("k8/2G6/1G7/9/9/9/9/9/4K4 w - 1", false),
    ] {
        let pos = position(sfen);
        assert_eq!(pos.in_check(), in_check);
        let outcome = search(&mut searcher, &pos, &Limits::depth(3));
        assert_eq!(outcome.best, Best::Resign, "{sfen}");
        assert_eq!(outcome.score, Score::mated_in(0));
    }
}

/// Some programs send such positions. No move may capture the king, and the check stays
/// whether or not the move gives a check itself.
#[test]
fn the_side_not_to_move_may_stand_in_check() {
    let mut searcher = searcher();
    for sfen in [
        "4k4/9/4R4/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/4R4/9/9/9/4K4 b RB2G2S2N2L9Pb2g2s2n2l9p 1",
        "4k4/4K4/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
        "4k4/9/9/9/9/9/9/4r4/4K4 w RBGSNLP 1",
        // Both sides in check.
        "4k4/9/9/3r5/4R4/9/9/9/3K5 b P 1",
    ] {
        let pos = position(sfen);
        assert!(pos.opponent_in_check(), "{sfen}");
        for limits in [Limits::depth(1), Limits::depth(6)] {
            let outcome = search(&mut searcher, &pos, &limits);
            match outcome.best {
                Best::Move(mv) => assert!(pos.is_legal(mv), "{sfen}"),
                other => panic!("{other:?} {sfen}"),
            }
            check_line(&pos, &outcome);
        }
    }
}

/// The score of one move.
fn score_of(searcher: &mut Searcher, pos: &Position, text: &str) -> Score {
    let limits = Limits {
        searchmoves: vec![pos.parse_usi_move(text).unwrap()],
        ..Limits::depth(4)
    };
    searcher.new_game();
    search(searcher, pos, &limits).score
}

/// The position after all moves but the last, and the last move.
fn before_the_last(sfen: &str, moves: &str) -> (Position, String) {
    let mut pos = position(sfen);
    let (moves, last) = moves.trim().rsplit_once(' ').unwrap();
    for text in moves.split(' ') {
        let mv = pos.parse_usi_move(text).unwrap();
        pos.do_move(mv);
    }
    (pos, last.to_string())
}

#[test]
fn the_fourth_occurrence_is_a_draw_however_far_apart_they_lie() {
    let mut searcher = searcher();
    // White has nearly all pieces in hand, so that a draw differs clearly from the usual score.
    let start = "4k4/1r7/9/9/9/9/9/7R1/4K4 b 2b4g4s4n4l18p 1";
    let short = "5i5h 5a5b 5h5i 5b5a ";
    let long = "5i6h 5a6b 6h7g 6b7c 7g6g 7c6c 6g5g 6c5c 5g4g 5c4c 4g3g 4c3c 3g3h 3c3b 3h4i 3b4a \
                4i4h 4a4b 4h5i 4b5a ";
    for round in [short, long] {
        let (pos, last) = before_the_last(start, &round.repeat(3));
        let score = score_of(&mut searcher, &pos, &last);
        assert!(score.centipawns().abs() <= 3, "{score:?}");
        // The third occurrence is no repetition.
        let (pos, last) = before_the_last(start, &round.repeat(2));
        assert!(score_of(&mut searcher, &pos, &last) > Score::Centipawns(1111));
    }
}

#[test]
fn a_perpetual_check_is_lost_for_the_side_that_gives_it() {
    let mut searcher = searcher();
    let chase = "8k/R8/9/9/9/9/9/9/4K4 b r2b4g4s4n4l18p 1";
    let checks = "9b9a 1a1b 9a9b 1b1a ";
    let quiet = "5i5h 1a2a 5h5i 2a1a ";
    // The repetition is completed by White, then by Black.
    let (pos, last) = before_the_last(chase, &checks.repeat(3));
    let won = Score::Rule { winning: true };
    assert_eq!(score_of(&mut searcher, &pos, &last), won);
    let (pos, last) = before_the_last(chase, &format!("{}9b9a", checks.repeat(3)));
    assert_eq!(score_of(&mut searcher, &pos, &last), -won);
    // With one quiet move among them it is a draw.
    let (pos, last) = before_the_last(chase, &[checks, quiet, checks].concat());
    let score = score_of(&mut searcher, &pos, &last);
    assert!(score.centipawns().abs() <= 3, "{score:?}");
}

#[test]
fn a_perpetual_check_completed_by_the_last_allowed_move_still_loses() {
    let mut searcher = searcher();
    let chase = "8k/R8/9/9/9/9/9/9/4K4 b r2b4g4s4n4l18p 309";
    let (pos, last) = before_the_last(chase, &"9b9a 1a1b 9a9b 1b1a ".repeat(3));
    let mut options = SearchOptions::default();
    options.time.max_moves_to_draw = pos.ply();
    let limits = Limits {
        searchmoves: vec![pos.parse_usi_move(&last).unwrap()],
        ..Limits::depth(4)
    };
    let outcome = searcher.search(&pos, &limits, &options, &Signals::new(), &Silent);
    assert_eq!(outcome.score, Score::Rule { winning: true });
    // Any other last move is a draw, whatever White has in hand.
    let (mut pos, last) = before_the_last(chase, &"9b9a 1a1b 9a9b 1b1a ".repeat(2));
    options.time.max_moves_to_draw = pos.ply();
    let mv = pos.parse_usi_move(&last).unwrap();
    let limits = Limits {
        searchmoves: vec![mv],
        ..Limits::depth(4)
    };
    searcher.new_game();
    let outcome = searcher.search(&pos, &limits, &options, &Signals::new(), &Silent);
    let score = outcome.score;
    assert!(score.centipawns().abs() <= 3, "{score:?}");
    pos.do_move(mv);
    assert_eq!(pos.ply(), options.time.max_moves_to_draw + 1);
}

#[test]
fn mates_found_while_playing_end_in_mate() {
    let mut searcher = searcher();
    let mut solved = 0;
    for line in include_str!("data/mates.tsv").lines() {
        let mut fields = line.split('\t');
        let (Some(sfen), Some(plies)) = (fields.next(), fields.next()) else {
            continue;
        };
        let Ok(plies) = plies.parse::<usize>() else {
            continue;
        };
        if !(1..=7).contains(&plies) {
            continue;
        }
        let pos = position(sfen);
        searcher.new_game();
        let outcome = search(&mut searcher, &pos, &Limits::nodes(1_000_000));
        assert!(outcome.score.mates(), "{line}");
        assert!(outcome.score.mate_plies().unwrap() as usize <= plies.max(1) + 20);
        check_line(&pos, &outcome);
        solved += 1;
    }
    assert!(solved > 20);
}

#[test]
fn a_declaration_is_made_at_the_root() {
    let mut searcher = searcher();
    let declared = position("3K5/GGGG5/SSSSLL3/9/9/9/9/9/4k4 b 2R2B10P 1");
    let outcome = search(&mut searcher, &declared, &Limits::depth(4));
    assert_eq!(outcome.best, Best::Win);
    let options = SearchOptions {
        entering_king_rule: EnteringKingRule::None,
        ..SearchOptions::default()
    };
    let limits = Limits::depth(4);
    let outcome = searcher.search(&declared, &limits, &options, &Signals::new(), &Silent);
    assert!(matches!(outcome.best, Best::Move(_)));
}

#[test]
fn a_mate_with_the_last_allowed_move_wins() {
    let mut searcher = searcher();
    let mut options = SearchOptions::default();
    let mut tried = 0;
    for line in include_str!("data/mates.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields.len() < 2 || fields[1] != "3" {
            continue;
        }
        let pos = position(fields[0]);
        // The mating move is the third from here.
        for (limit, wins) in [(pos.ply() + 2, true), (pos.ply() + 1, false)] {
            options.time.max_moves_to_draw = limit;
            searcher.new_game();
            let limits = Limits::nodes(100_000);
            let outcome = searcher.search(&pos, &limits, &options, &Signals::new(), &Silent);
            assert_eq!(outcome.score.mates(), wins, "{line} limit {limit}");
            assert_eq!(outcome.score == Score::mate_in(3), wins);
        }
        tried += 1;
    }
    assert!(tried > 5);
}
