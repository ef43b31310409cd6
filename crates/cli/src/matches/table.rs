//! What `komadai match` prints of a match between several engines: a line for
//! each game, the table and the crosstable, for people or as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

use super::game_event::{detail, game_json, game_line};
use super::pair_result::PairResult;
use super::report::Lines;
use crate::language::{msg, padded, width};
use komadai::EndReason;
use komadai_matches::game_record::{Contestant, GameRecord};
use komadai_matches::match_run::MatchConfig;
use komadai_matches::schedule::Format;
use komadai_matches::side::{Side, titles};
use komadai_matches::standings::{Standing, Standings};
use komadai_matches::stats::{GameCounts, signed};
use komadai_matches::tally::{Duplicate, EffortSummary, Fault, Tally};

/// An engine in the table, for JSON. Infinite numbers become `null`.
#[derive(Serialize)]
struct EngineRow<'a> {
    engine: Contestant,
    name: &'a str,
    options: &'a [String],
    limit: &'a str,
    rank: usize,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    effort: EffortSummary,
}

/// A pairing, for JSON; all from the view of the first.
#[derive(Serialize)]
struct PairingRow {
    engines: [Contestant; 2],
    #[serde(flatten)]
    result: PairResult,
}

/// The end of the match, for JSON.
#[derive(Serialize)]
struct ResultEvent<'a> {
    event: &'static str,
    format: Format,
    engines: Vec<EngineRow<'a>>,
    pairings: Vec<PairingRow>,
    finished: usize,
    unpaired: usize,
    black_score: f64,
    reasons: BTreeMap<&'static str, u64>,
    duplicates: Vec<Duplicate>,
    faults: Vec<Fault>,
    seconds: f64,
}

/// Words for a match between several engines.
pub(super) struct Table {
    sides: Vec<Side>,
    titles: Vec<String>,
    format: Format,
    games: usize,
}

impl Table {
    /// For these engines.
    pub fn new(sides: Vec<Side>, config: &MatchConfig) -> Table {
        Table {
            titles: titles(&sides),
            sides,
            format: config.format,
            games: config.games,
        }
    }

    /// The ratings in a few words, the best first.
    pub fn state(&self, standings: &Standings) -> String {
        let table = standings.table();
        let ratings = table
            .iter()
            .map(|row| format!("{} {:+.0}", row.who, row.elo.elo));
        ratings.collect::<Vec<_>>().join(" ")
    }

    /// The line of a game that has just ended.
    pub fn game(&self, record: &GameRecord) -> String {
        let colours = msg!(match_colours, black = record.black, white = record.white());
        game_line(record, self.games, &colours) + &detail(record)
    }

    /// The same as JSON.
    pub fn game_json(&self, record: &GameRecord) -> serde_json::Result<String> {
        game_json(record, ())
    }

    /// The summary at the end.
    pub fn summary(&self, standings: &Standings, time: Duration) -> String {
        let rows = standings.table();
        let crosstable = crosstable(&rows, standings);
        let mut lines = Lines::after(format!("{}\n{crosstable}\n", self.ranking(&rows)));
        let format = match self.format {
            Format::RoundRobin => msg!(match_round_robin),
            Format::Gauntlet => msg!(match_gauntlet),
        };
        lines.add(
            msg!(match_head),
            msg!(match_of_several, n = rows.len(), format),
        );
        let pairs: u64 = standings.pairings().iter().map(|t| t.pairs.pairs()).sum();
        lines.games(2 * pairs, pairs, standings.finished(), time);
        lines.ends(&black(standings.pairings()), &reasons(standings.pairings()));
        for row in &rows {
            lines.side(row.who, &row.effort.summary());
        }
        let repeats = standings.duplicates().len();
        if repeats > 0 {
            let text = msg!(match_repeats_of_several, n = repeats);
            lines.add(msg!(match_repeats_head), text);
        }
        lines.end(standings.unpaired(), &standings.faults())
    }

    fn title(&self, who: Contestant) -> &str {
        self.titles.get(who.index()).map_or("", String::as_str)
    }

    fn ranking(&self, rows: &[Standing]) -> String {
        let head = msg!(table_engine);
        let widest = self.titles.iter().map(|title| width(title)).max();
        let title_width = widest.unwrap_or(0).max(width(&head));
        let rest = msg!(table_head);
        let rank = padded(&msg!(table_rank), 6);
        let engine = padded(&head, title_width);
        let mut out = format!("{rank} {engine} {rest}\n");
        for (row, rank) in rows.iter().zip(1..) {
            let [elo, low, high] = [row.elo.elo, row.elo.low, row.elo.high].map(signed);
            let interval = format!("[{low}, {high}]");
            let GameCounts {
                wins,
                draws,
                losses,
            } = row.games;
            let _ = writeln!(
                out,
                "{rank:>4} {} {} {elo:>7}  {interval:<20} {:>5} {:>7.1} {wins:>6} {draws:>5} {losses:>5}",
                row.who,
                padded(self.title(row.who), title_width),
                row.games.games(),
                points(&row.games),
            );
        }
        out
    }

    /// The same as JSON.
    pub fn summary_json(
        &self,
        standings: &Standings,
        time: Duration,
    ) -> serde_json::Result<String> {
        let rows = standings.table();
        let ranked = rows.iter().zip(1..);
        let engines = ranked.filter_map(|(row, rank)| {
            let side = self.sides.get(row.who.index())?;
            Some(EngineRow {
                engine: row.who,
                name: &side.name,
                options: &side.options,
                limit: &side.limit,
                rank,
                elo: row.elo.elo,
                elo_low: row.elo.low,
                elo_high: row.elo.high,
                games: row.games.games(),
                wins: row.games.wins,
                draws: row.games.draws,
                losses: row.games.losses,
                score: row.games.score(),
                effort: row.effort.summary(),
            })
        });
        let pairings = standings.pairings();
        let reasons = reasons(pairings).into_iter();
        serde_json::to_string(&ResultEvent {
            event: "result",
            format: self.format,
            engines: engines.collect(),
            pairings: pairings.iter().map(pairing_row).collect(),
            finished: standings.finished(),
            unpaired: standings.unpaired(),
            black_score: black(pairings).score(),
            reasons: reasons.map(|(reason, n)| (reason.name(), n)).collect(),
            duplicates: standings.duplicates(),
            faults: standings.faults(),
            seconds: time.as_secs_f64(),
        })
    }
}

fn pairing_row(tally: &Tally) -> PairingRow {
    PairingRow {
        engines: tally.sides,
        result: PairResult::new(tally, None),
    }
}

fn points(games: &GameCounts) -> f64 {
    games.wins as f64 + games.draws as f64 / 2.0
}

/// Who made how many points against whom, the best first.
fn crosstable(rows: &[Standing], standings: &Standings) -> String {
    let cell = |row: &Standing, other: &Standing| match standings.between(row.who, other.who) {
        Some((games, _)) => format!("{}/{}", points(&games), games.games()),
        None => "-".to_string(),
    };
    let mut lines = vec![padded(&msg!(table_points), 9)];
    lines.extend(rows.iter().map(|row| format!("       {} ", row.who)));
    for other in rows {
        let column = rows.iter().map(|row| cell(row, other));
        let column: Vec<String> = std::iter::once(other.who.to_string())
            .chain(column)
            .collect();
        let width = column.iter().map(String::len).max().unwrap_or(0);
        for (line, cell) in lines.iter_mut().zip(column) {
            let _ = write!(line, "  {cell:>width$}");
        }
    }
    lines.join("\n") + "\n"
}

/// Wins, draws and losses of Black over all games.
fn black(pairings: &[Tally]) -> GameCounts {
    let mut black = GameCounts::default();
    pairings.iter().for_each(|tally| black.merge(tally.black));
    black
}

/// How often games ended in each way.
fn reasons(pairings: &[Tally]) -> BTreeMap<EndReason, u64> {
    let mut all = BTreeMap::new();
    for (&reason, n) in pairings.iter().flat_map(|tally| &tally.reasons) {
        *all.entry(reason).or_default() += n;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_matches::game_record::MoveRecord;
    use komadai_matches::schedule::Schedule;

    fn table(games: usize) -> (Table, Standings) {
        let side = |name: &str, option: &str| Side {
            name: name.to_string(),
            options: vec!["Threads=1".to_string(), option.to_string()],
            limit: "100 nodes".to_string(),
        };
        let sides = vec![side("One", "X=1"), side("Two", "X=2"), side("Three", "X=2")];
        let schedule = Schedule::new(Format::RoundRobin, 3);
        let mut standings = Standings::new(3, &schedule);
        for game in 0..games {
            standings.add(&record(&schedule, game));
        }
        let table = Table {
            titles: titles(&sides),
            sides,
            format: Format::RoundRobin,
            games: 12,
        };
        (table, standings)
    }

    /// B beats all, A and C share their points; game 5 is a crash of C.
    fn record(schedule: &Schedule, game: usize) -> GameRecord {
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
            detail: (game == 5).then(|| "signal 11".to_string()),
        }
    }

    #[test]
    fn the_summary_ranks_the_engines_and_shows_who_beat_whom() {
        let (table, standings) = table(12);
        let text = table.summary(&standings, Duration::from_secs(3));
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
        let (table, standings) = self::table(11);
        let text = table.summary(&standings, Duration::ZERO);
        assert!(
            text.contains("unpaired   1 game without partner, not counted"),
            "{text}"
        );
    }

    #[test]
    fn names_in_kanji_leave_the_columns_in_line() {
        let (mut table, standings) = table(12);
        table.titles[1] = "弱い駒台".to_string();
        let text = table.summary(&standings, Duration::ZERO);
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
    fn a_game_line_names_both() {
        let (table, _) = table(0);
        let schedule = Schedule::new(Format::RoundRobin, 3);
        assert_eq!(
            table.game(&record(&schedule, 5)),
            "game  6/12 C is Black, B is White: B wins, crash, 1 move\n  signal 11"
        );
        let json = table.game_json(&record(&schedule, 2)).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&json["black"], &json["white"]), (&"A".into(), &"C".into()));
        assert!(json["winner"].is_null() && json["reason"] == "max_moves");
    }

    #[test]
    fn json_has_the_same_figures() {
        let (table, standings) = table(12);
        let json = table.summary_json(&standings, Duration::ZERO).unwrap();
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
}
