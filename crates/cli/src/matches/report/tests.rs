//! Tests of the reports of a match of two sides and of one of three engines.

use super::*;
use crate::language::{Lang, speaking};
use komadai::EndReason;
use komadai_matches::game_record::MoveRecord;
use komadai_matches::schedule::Schedule;
use komadai_matches::tally::is_fault;

/// A game of a match of two. A game that ends by a fault has a detail.
fn game_of_two(game: usize, winner: Option<Contestant>, reason: EndReason) -> GameRecord {
    GameRecord {
        game,
        view: None,
        black: Contestant::PAIR[game % 2],
        white: None,
        start: format!("startpos moves {game}"),
        black_first: true,
        moves: vec![MoveRecord {
            text: "7g7f".to_string(),
            depth: Some(10),
            nodes: Some(1000),
            ms: 2.0,
            limit: Some(100),
            ..MoveRecord::default()
        }],
        last: None,
        winner,
        reason,
        detail: is_fault(reason).then(|| "signal 11".into()),
    }
}

fn two() -> (Report, Standings) {
    let sides = ["One", "Two"].map(|name| SideLabel {
        name: name.to_string(),
        ..SideLabel::default()
    });
    let report = Report {
        titles: titles(&sides),
        sides: sides.to_vec(),
        format: MatchFormat::RoundRobin,
        games: 10,
        duel: true,
        sprt: Some(Sprt::new(0.0, 5.0).unwrap()),
    };
    let mut standings = Standings::new(2, &Schedule::new(MatchFormat::RoundRobin, 2));
    for (game, winner, reason) in [
        (0, Some(Contestant::A), EndReason::Mate),
        (1, None, EndReason::MaxMoves),
        (2, Some(Contestant::A), EndReason::Crash),
        (3, Some(Contestant::B), EndReason::Resign),
    ] {
        standings.add(&game_of_two(game, winner, reason));
    }
    (report, standings)
}

fn several(games: usize) -> (Report, Standings) {
    let side = |name: &str, option: &str| SideLabel {
        name: name.to_string(),
        options: vec!["Threads=1".to_string(), option.to_string()],
        limit: "100 nodes".to_string(),
    };
    let sides = vec![side("One", "X=1"), side("Two", "X=2"), side("Three", "X=2")];
    let schedule = Schedule::new(MatchFormat::RoundRobin, 3);
    let mut standings = Standings::new(3, &schedule);
    for game in 0..games {
        standings.add(&game_of_three(&schedule, game));
    }
    let report = Report {
        titles: titles(&sides),
        sides,
        format: MatchFormat::RoundRobin,
        games: 12,
        duel: false,
        sprt: None,
    };
    (report, standings)
}

/// A game of a match of three: B wins all its games, A and C draw; in game 5 C crashes.
fn game_of_three(schedule: &Schedule, game: usize) -> GameRecord {
    let [black, white] = schedule.colours(game).unwrap();
    let best = [black, white].into_iter().find(|&who| who == Contestant::B);
    GameRecord {
        game,
        view: None,
        black,
        white: Some(white),
        start: format!("start {game}"),
        black_first: true,
        moves: vec![MoveRecord {
            depth: Some(8),
            nodes: Some(100),
            ms: 2.0,
            ..MoveRecord::default()
        }],
        last: None,
        winner: best,
        reason: match (best, game) {
            (None, _) => EndReason::MaxMoves,
            (_, 5) => EndReason::Crash,
            _ => EndReason::Mate,
        },
        detail: (game == 5).then(|| "signal 11".into()),
    }
}

#[test]
fn the_summary_of_two_has_score_elo_test_and_faults() {
    let (report, standings) = two();
    let text = report.summary(&standings, Duration::from_secs(5));
    for part in [
        "match      A One against B Two",
        "games      4 counted in 2 pairs, 4 finished in 5 s",
        "score of A +2 =1 -1 (62.5 %)",
        "pairs      [0, 0, 1, 1, 0]",
        "Elo        +88.7 [",
        "LLR ",
        "Black      scored 87.5 %",
        "ends       mate 1, resign 1, max moves 1, crash 1",
        "side A     2 moves, 2.0 ms a move, depth 10.0, 1000 nodes, 500 knps, past the limit: max -98.0 ms",
        "faults     1",
        "game 3: crash by B: signal 11",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn sides_of_one_name_differ_by_their_options() {
    let (mut report, standings) = two();
    let texts = |words: &[&str]| words.iter().map(|w| w.to_string()).collect();
    for side in &mut report.sides {
        side.name = "Same".to_string();
        side.options = texts(&["Threads=1"]);
        side.limit = "100 nodes".to_string();
    }
    let first = |report: &mut Report| {
        report.titles = titles(&report.sides);
        let summary = report.summary(&standings, Duration::ZERO);
        summary.lines().next().unwrap_or_default().to_string()
    };
    assert_eq!(first(&mut report), "match      A Same against B Same");
    report.sides[0].options = texts(&["Threads=1", "SlowMover=120", "USI_Hash=8"]);
    report.sides[1].limit = "50 nodes".to_string();
    assert_eq!(
        first(&mut report),
        "match      A Same (SlowMover=120, USI_Hash=8, 100 nodes) against B Same (50 nodes)"
    );
    let json = report.summary_json(&standings, Duration::ZERO).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["a"], "Same");
    assert_eq!(
        json["options"],
        serde_json::json!([["Threads=1", "SlowMover=120", "USI_Hash=8"], ["Threads=1"]])
    );
    assert_eq!(json["limits"], serde_json::json!(["100 nodes", "50 nodes"]));
}

#[test]
fn effort_has_words_in_both_languages() {
    let effort = EffortSummary {
        moves: 3,
        mean_ms: 2.0,
        mean_depth: Some(8.5),
        mean_nodes: Some(120.0),
        nps: Some(60_000.0),
        overrun_max_ms: Some(-1.5),
        overrun_999_ms: Some(-2.0),
        ponderhits: Some(0.5),
    };
    let line = || effort_text(&effort);
    assert_eq!(
        line(),
        "3 moves, 2.0 ms a move, depth 8.5, 120 nodes, 60 knps, \
         past the limit: max -1.5 ms, 99.9 % -2.0 ms, ponderhits 50 %"
    );
    assert_eq!(
        speaking(Lang::Japanese, line),
        "3 手、1 手 2.0 ミリ秒、深さ 8.5、120 ノード、60 knps、\
         制限の超過：最大 -1.5 ミリ秒、99.9 % -2.0 ミリ秒、先読みの的中 50 %"
    );
}

#[test]
fn a_game_line_of_two_ends_with_the_score() {
    let (report, standings) = two();
    let line = report.game(
        &game_of_two(2, Some(Contestant::A), EndReason::Crash),
        &standings,
    );
    // A move of the start and one of the game.
    assert!(line.starts_with("game  3/10 A is Black: A wins, crash, 2 moves | +2 =1 -1 Elo +88.7"));
    assert!(line.ends_with("\n  signal 11"));
}

#[test]
fn json_of_two_has_the_same_figures() {
    let (report, standings) = two();
    let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let json = parse(&report.summary_json(&standings, Duration::ZERO).unwrap());
    assert_eq!(json["event"], "result");
    assert_eq!(
        (&json["wins"], &json["draws"], &json["losses"]),
        (&2.into(), &1.into(), &1.into())
    );
    assert_eq!(json["pairs"], serde_json::json!([0, 0, 1, 1, 0]));
    assert_eq!(json["decision"], "undecided");
    assert_eq!(json["reasons"]["max_moves"], 1);
    assert_eq!(json["effort"][1]["moves"], 2);
    assert_eq!(json["faults"][0]["by"], "B");
    let game = game_of_two(1, None, EndReason::MaxMoves);
    let json = parse(&report.game_json(&game, &standings).unwrap());
    assert_eq!((&json["game"], &json["black"]), (&1.into(), &"B".into()));
    assert!(json["winner"].is_null() && json["elo"].is_number());
}

#[test]
fn the_summary_ranks_the_engines_and_shows_who_beat_whom() {
    let (report, standings) = several(12);
    let text = report.summary(&standings, Duration::from_secs(3));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("rank   engine"), "{text}");
    assert!(lines[1].starts_with("   1 B Two (X=2)    +"), "{text}");
    assert!(
        lines[1].ends_with("    8     8.0      8     0     0"),
        "{text}"
    );
    assert!(
        lines[2].ends_with("    8     2.0      0     4     4"),
        "{text}"
    );
    assert_eq!(
        lines[4..9],
        [
            "",
            "points       B    A    C",
            "       B     -  4/4  4/4",
            "       A   0/4    -  2/4",
            "       C   0/4  2/4    -",
        ],
        "{text}"
    );
    for part in [
        "match      3 engines, each against each",
        "games      12 counted in 6 pairs, 12 finished in 3 s",
        "ends       mate 7, max moves 4, crash 1",
        "side B     4 moves, 2.0 ms a move, depth 8.0, 100 nodes, 50 knps",
        "faults     1",
        "game 6: crash by C: signal 11",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("unpaired") && !text.contains("repeats"));
    let (report, standings) = several(11);
    let text = report.summary(&standings, Duration::ZERO);
    assert!(
        text.contains("unpaired   1 game without partner, not counted"),
        "{text}"
    );
}

#[test]
fn names_in_kanji_leave_the_columns_in_line() {
    let (mut report, standings) = several(12);
    report.titles[1] = "弱い駒台".to_string();
    let text = report.summary(&standings, Duration::ZERO);
    let column = |line: &str, word: &str| line.find(word).map(|at| width(&line[..at]));
    let rows: Vec<_> = text
        .lines()
        .skip(1)
        .take(3)
        .map(|line| column(line, "["))
        .collect();
    assert!(
        rows[0].is_some() && rows.iter().all(|row| *row == rows[0]),
        "{text}"
    );
}

#[test]
fn a_game_line_of_several_names_both() {
    let (report, standings) = several(0);
    let schedule = Schedule::new(MatchFormat::RoundRobin, 3);
    assert_eq!(
        report.game(&game_of_three(&schedule, 5), &standings),
        "game  6/12 C is Black, B is White: B wins, crash, 1 move\n  signal 11"
    );
    let json = report
        .game_json(&game_of_three(&schedule, 2), &standings)
        .unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["black"], &json["white"]), (&"A".into(), &"C".into()));
    assert!(json["winner"].is_null() && json["reason"] == "max_moves");
}

#[test]
fn json_of_several_has_the_same_figures() {
    let (report, standings) = several(12);
    let json = report.summary_json(&standings, Duration::ZERO).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["format"], "round_robin");
    let first = &json["engines"][0];
    assert_eq!(
        (&first["engine"], &first["name"]),
        (&"B".into(), &"Two".into())
    );
    assert_eq!((&first["wins"], &first["score"]), (&8.into(), &1.0.into()));
    assert!(first["elo"].as_f64() > json["engines"][1]["elo"].as_f64());
    assert_eq!(first["effort"]["moves"], 4);
    let pairing = &json["pairings"][1];
    assert_eq!(pairing["engines"], serde_json::json!(["A", "C"]));
    assert_eq!(pairing["pairs"], serde_json::json!([0, 0, 2, 0, 0]));
    assert_eq!(
        (&json["finished"], &json["reasons"]["mate"]),
        (&12.into(), &7.into())
    );
    assert_eq!(json["faults"][0]["by"], "C");
}

#[test]
fn faults_are_told_in_the_language_of_the_reader() {
    use komadai_matches::client::{ClientError, During};
    use komadai_matches::player::Detail;
    use std::sync::Arc;

    let (report, _) = two();
    let sfen = "4k4/9/9/9/9/9/9/9/4K4 b - 1".to_string();
    let gone = ClientError::Exited {
        during: During::Waiting("bestmove".to_string()),
        status: None,
        stderr: String::new(),
    };
    for (reason, detail, english, japanese) in [
        (
            EndReason::Time,
            Detail::Late {
                ms: 1234.5,
                limit: 1000,
            },
            "1234.5 ms used of 1000 ms",
            "1234.5 ミリ秒（制限 1000 ミリ秒）",
        ),
        (
            EndReason::IllegalMove,
            Detail::Nonsense {
                text: "x".to_string(),
                sfen,
            },
            "bestmove 'x' in 4k4",
            "bestmove 'x'、局面 4k4",
        ),
        (
            EndReason::Crash,
            Detail::Engine(Arc::new(gone)),
            "the engine ended while waiting for bestmove",
            "bestmove",
        ),
    ] {
        let mut standings = Standings::new(2, &Schedule::new(MatchFormat::RoundRobin, 2));
        let mut game = game_of_two(0, Some(Contestant::A), reason);
        game.detail = Some(detail);
        standings.add(&game);
        for (lang, words) in [(Lang::English, english), (Lang::Japanese, japanese)] {
            let told = speaking(lang, || {
                let summary = report.summary(&standings, Duration::ZERO);
                format!("{summary}{}", report.game(&game, &standings))
            });
            assert_eq!(told.matches(words).count(), 2, "{told}");
            assert_eq!(
                told.contains("ended while") || told.contains("ms used"),
                lang == Lang::English && reason != EndReason::IllegalMove,
                "{told}"
            );
        }
    }
}
