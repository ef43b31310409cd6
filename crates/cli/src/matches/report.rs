//! What `komadai match` prints: a line for each game and the summary, for people or as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

use super::game_event::{detail, game_json, game_line, reason_text};
use super::pair_result::PairResult;
use crate::language::{msg, padded};
use komadai::EndReason;
use komadai_matches::game_record::{Contestant, GameRecord};
use komadai_matches::side::{Side, titles};
use komadai_matches::sprt::{Decision, Sprt};
use komadai_matches::stats::{GameCounts, PairCounts};
use komadai_matches::tally::{Duplicate, EffortSummary, Fault, Tally};

/// The end of the match, for JSON.
#[derive(Serialize)]
struct ResultEvent<'a> {
    event: &'static str,
    a: &'a str,
    b: &'a str,
    options: [&'a [String]; 2],
    limits: [&'a str; 2],
    #[serde(flatten)]
    standing: PairResult,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<&'static str>,
    finished: usize,
    unpaired: usize,
    black_score: f64,
    reasons: BTreeMap<&'static str, u64>,
    effort: [EffortSummary; 2],
    duplicates: &'a [Duplicate],
    pairs_left_out: PairCounts,
    faults: &'a [Fault],
    seconds: f64,
}

/// Words for the whole match.
pub(super) struct Report {
    /// A and B.
    pub sides: [Side; 2],
    /// Games asked for.
    pub games: usize,
    /// The sequential test, if any.
    pub sprt: Option<Sprt>,
}

impl Report {
    /// Score, Elo and test in a few words, for the end of other lines.
    pub fn state(&self, tally: &Tally) -> String {
        let mut text = format!("{} Elo {}", tally.games, tally.pairs.elo());
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.bounds();
            let llr = sprt.llr(&tally.pairs);
            // Writing to a string cannot fail.
            let _ = write!(text, " LLR {llr:.2} ({low:.2}, {high:.2})");
        }
        text
    }

    /// The line of a game that has just ended, in the language of the command line.
    pub fn game(&self, record: &GameRecord, tally: &Tally) -> String {
        let colours = msg!(match_black_is, black = record.black);
        let line = game_line(record, self.games, &colours);
        format!("{line} | {}{}", self.state(tally), detail(record))
    }

    /// The same as JSON.
    pub fn game_json(&self, record: &GameRecord, tally: &Tally) -> serde_json::Result<String> {
        game_json(record, PairResult::new(tally, self.sprt))
    }

    /// The summary at the end, in the language of the command line.
    pub fn summary(&self, tally: &Tally, time: Duration) -> String {
        let mut lines = Lines::default();
        let [a, b] = <[String; 2]>::try_from(titles(&self.sides)).unwrap_or_default();
        lines.add(msg!(match_head), msg!(match_of_two, a, b));
        lines.games(
            tally.games.games(),
            tally.pairs.pairs(),
            tally.finished,
            time,
        );
        let score = format!("{:.1}", 100.0 * tally.games.score());
        lines.add(
            msg!(match_score_head),
            msg!(match_score, games = tally.games, score),
        );
        lines.add(
            msg!(match_pairs_head),
            msg!(match_pairs, pairs = tally.pairs),
        );
        lines.add("Elo".to_string(), msg!(match_elo, elo = tally.pairs.elo()));
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.bounds();
            let test = msg!(
                match_sprt,
                elo0 = sprt.elo0,
                elo1 = sprt.elo1,
                llr = format!("{:.2}", sprt.llr(&tally.pairs)),
                low = format!("{low:.2}"),
                high = format!("{high:.2}"),
                decision = decision_text(&sprt, tally)
            );
            lines.add("SPRT".to_string(), test);
        }
        lines.ends(&tally.black, &tally.reasons);
        for (who, effort) in Contestant::PAIR.into_iter().zip(&tally.effort) {
            lines.side(who, &effort.summary());
        }
        if !tally.duplicates.is_empty() {
            let repeats = msg!(
                match_repeats,
                games = tally.duplicates.len(),
                pairs = tally.left_out.pairs(),
                elo = tally.pairs_with_duplicates().elo()
            );
            lines.add(msg!(match_repeats_head), repeats);
        }
        lines.end(tally.unpaired(), &tally.faults)
    }

    /// The same as JSON.
    pub fn summary_json(&self, tally: &Tally, time: Duration) -> serde_json::Result<String> {
        let [a, b] = &self.sides;
        serde_json::to_string(&ResultEvent {
            event: "result",
            a: &a.name,
            b: &b.name,
            options: [&a.options, &b.options],
            limits: [&a.limit, &b.limit],
            standing: PairResult::new(tally, self.sprt),
            decision: self.sprt.map(|sprt| match sprt.decision(&tally.pairs) {
                Decision::Continue => "undecided",
                Decision::AcceptH0 => "H0",
                Decision::AcceptH1 => "H1",
            }),
            finished: tally.finished,
            unpaired: tally.unpaired(),
            black_score: tally.black.score(),
            reasons: tally.reasons.iter().map(|(r, &n)| (r.name(), n)).collect(),
            effort: tally.effort.each_ref().map(|effort| effort.summary()),
            duplicates: &tally.duplicates,
            pairs_left_out: tally.left_out,
            faults: &tally.faults,
            seconds: time.as_secs_f64(),
        })
    }
}

fn decision_text(sprt: &Sprt, tally: &Tally) -> String {
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    match sprt.decision(&tally.pairs) {
        Decision::Continue => msg!(match_undecided),
        Decision::AcceptH0 => msg!(match_accepted, name = "H0", elo = elo0, other = elo1),
        Decision::AcceptH1 => msg!(match_accepted, name = "H1", elo = elo1, other = elo0),
    }
}

/// The lines of a summary, each behind its head.
#[derive(Default)]
pub(super) struct Lines(String);

impl Lines {
    /// Lines behind these.
    pub fn after(text: String) -> Lines {
        Lines(text)
    }

    pub fn add(&mut self, head: String, text: String) {
        self.0 += &format!("{} {text}\n", padded(&head, 10));
    }

    pub fn games(&mut self, counted: u64, pairs: u64, finished: usize, time: Duration) {
        let seconds = format!("{:.0}", time.as_secs_f64());
        let games = msg!(match_games, counted, pairs, finished, seconds);
        self.add(msg!(match_games_head), games);
    }

    /// How Black did, and how often games ended in each way.
    pub fn ends(&mut self, black: &GameCounts, reasons: &BTreeMap<EndReason, u64>) {
        let score = format!("{:.1}", 100.0 * black.score());
        self.add(msg!(match_black_head), msg!(match_black, score));
        let reasons = reasons.iter();
        let reasons: Vec<String> = reasons
            .map(|(&reason, n)| format!("{} {n}", reason_text(reason)))
            .collect();
        self.add(msg!(match_ends_head), reasons.join(&msg!(comma)));
    }

    pub fn side(&mut self, who: Contestant, effort: &EffortSummary) {
        self.add(msg!(match_side_head, who), effort_text(effort));
    }

    /// The last lines; returns all of them.
    pub fn end(mut self, unpaired: usize, faults: &[Fault]) -> String {
        if unpaired > 0 {
            self.add(
                msg!(match_unpaired_head),
                msg!(match_unpaired, n = unpaired),
            );
        }
        self.add(msg!(match_faults_head), faults.len().to_string());
        for fault in faults {
            let game = fault.game + 1;
            let (reason, by, detail) = (reason_text(fault.reason), fault.by, &fault.detail);
            self.add(String::new(), msg!(match_fault, game, reason, by, detail));
        }
        self.0
    }
}

/// What a side spent, in the language of the command line.
fn effort_text(effort: &EffortSummary) -> String {
    let (moves, ms) = (effort.moves, effort.mean_ms);
    let mut parts = vec![msg!(effort_moves, moves, ms = format_args!("{ms:.1}"))];
    if let Some(depth) = effort.mean_depth {
        parts.push(msg!(effort_depth, depth = format_args!("{depth:.1}")));
    }
    if let (Some(nodes), Some(nps)) = (effort.mean_nodes, effort.nps) {
        let knps = nps / 1000.0;
        parts.push(msg!(
            effort_nodes,
            nodes = format_args!("{nodes:.0}"),
            knps = format_args!("{knps:.0}")
        ));
    }
    if let (Some(max), Some(most)) = (effort.overrun_max_ms, effort.overrun_999_ms) {
        parts.push(msg!(
            effort_overrun,
            max = format_args!("{max:+.1}"),
            most = format_args!("{most:+.1}")
        ));
    }
    if let Some(hits) = effort.ponderhits {
        let hits = 100.0 * hits;
        parts.push(msg!(effort_ponderhits, hits = format_args!("{hits:.0}")));
    }
    parts.join(&msg!(comma))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Lang, speaking};
    use komadai::EndReason;
    use komadai_matches::game_record::MoveRecord;

    fn record(game: usize, winner: Option<Contestant>, reason: EndReason) -> GameRecord {
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
            detail: reason.is_fault().then(|| "signal 11".to_string()),
        }
    }

    fn report() -> (Report, Tally) {
        let report = Report {
            sides: ["One", "Two"].map(|name| Side {
                name: name.to_string(),
                ..Side::default()
            }),
            games: 10,
            sprt: Some(Sprt::new(0.0, 5.0).unwrap()),
        };
        let mut tally = Tally::default();
        tally.add(&record(0, Some(Contestant::A), EndReason::Mate));
        tally.add(&record(1, None, EndReason::MaxMoves));
        tally.add(&record(2, Some(Contestant::A), EndReason::Crash));
        tally.add(&record(3, Some(Contestant::B), EndReason::Resign));
        (report, tally)
    }

    #[test]
    fn the_summary_has_all_that_is_asked_of_a_match() {
        let (report, tally) = report();
        let text = report.summary(&tally, Duration::from_secs(5));
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
    fn sides_of_one_name_are_told_apart() {
        let (mut report, tally) = report();
        let texts = |words: &[&str]| words.iter().map(|w| w.to_string()).collect();
        for side in &mut report.sides {
            side.name = "Same".to_string();
            side.options = texts(&["Threads=1"]);
            side.limit = "100 nodes".to_string();
        }
        let first = |report: &Report| {
            let summary = report.summary(&tally, Duration::ZERO);
            summary.lines().next().unwrap_or_default().to_string()
        };
        assert_eq!(first(&report), "match      A Same against B Same");
        report.sides[0].options = texts(&["Threads=1", "SlowMover=120", "USI_Hash=8"]);
        report.sides[1].limit = "50 nodes".to_string();
        assert_eq!(
            first(&report),
            "match      A Same (SlowMover=120, USI_Hash=8, 100 nodes) against B Same (50 nodes)"
        );
        let json = report.summary_json(&tally, Duration::ZERO).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["a"], "Same");
        assert_eq!(
            json["options"],
            serde_json::json!([["Threads=1", "SlowMover=120", "USI_Hash=8"], ["Threads=1"]])
        );
        assert_eq!(json["limits"], serde_json::json!(["100 nodes", "50 nodes"]));
    }

    #[test]
    fn what_a_side_spent_is_told_in_both_languages() {
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
        let line = || {
            let mut lines = Lines::default();
            lines.side(Contestant::A, &effort);
            lines.0
        };
        assert_eq!(
            line(),
            "side A     3 moves, 2.0 ms a move, depth 8.5, 120 nodes, 60 knps, \
             past the limit: max -1.5 ms, 99.9 % -2.0 ms, ponderhits 50 %\n"
        );
        assert_eq!(
            speaking(Lang::Japanese, line),
            "A          3 手、1 手 2.0 ミリ秒、深さ 8.5、120 ノード、60 knps、\
             制限の超過：最大 -1.5 ミリ秒、99.9 % -2.0 ミリ秒、先読みの的中 50 %\n"
        );
    }

    #[test]
    fn a_game_line_says_who_won_and_why() {
        let (report, tally) = report();
        let line = report.game(&record(2, Some(Contestant::A), EndReason::Crash), &tally);
        assert!(
            line.starts_with("game  3/10 A is Black: A wins, crash, 1 move | +2 =1 -1 Elo +88.7")
        );
        assert!(line.ends_with("\n  signal 11"));
    }

    #[test]
    fn json_has_the_same_figures() {
        let (report, tally) = report();
        let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        let json = parse(&report.summary_json(&tally, Duration::ZERO).unwrap());
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
        let game = record(1, None, EndReason::MaxMoves);
        let json = parse(&report.game_json(&game, &tally).unwrap());
        assert_eq!((&json["game"], &json["black"]), (&1.into(), &"B".into()));
        assert!(json["winner"].is_null() && json["elo"].is_number());
    }
}
