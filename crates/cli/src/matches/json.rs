//! Results of `komadai match` as JSON lines: one for each game and one for the match. Infinite
//! numbers become `null`.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::report::Report;
use komadai_matches::game_record::{Contestant, GameRecord};
use komadai_matches::schedule::MatchFormat;
use komadai_matches::sprt::{Decision, Sprt};
use komadai_matches::standings::Standings;
use komadai_matches::stats::PairCounts;
use komadai_matches::tally::{Duplicate, EffortSummary, Fault, Tally};

#[derive(Serialize)]
struct GameEvent<'a> {
    event: &'static str,
    game: usize,
    black: Contestant,
    white: Contestant,
    winner: Option<Contestant>,
    reason: &'a str,
    moves: usize,
    #[serde(flatten)]
    standing: Option<PairResult>,
}

/// Results of two engines, from the view of the first.
#[derive(Serialize)]
pub(super) struct PairResult {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: PairCounts,
    score: f64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    /// Normalised Elo.
    nelo: f64,
    /// Likelihood of superiority, 0 to 1.
    los: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    llr: Option<f64>,
}

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

/// A pairing with its result.
#[derive(Serialize)]
struct PairingRow {
    engines: [Contestant; 2],
    #[serde(flatten)]
    result: PairResult,
}

/// The part of the summary that depends on whether two sides or several engines play.
#[derive(Serialize)]
#[serde(untagged)]
enum Sides<'a> {
    Two {
        a: &'a str,
        b: &'a str,
        options: [&'a [String]; 2],
        limits: [&'a str; 2],
        #[serde(flatten)]
        standing: PairResult,
        #[serde(skip_serializing_if = "Option::is_none")]
        decision: Option<&'static str>,
    },
    Several {
        format: MatchFormat,
        engines: Vec<EngineRow<'a>>,
        pairings: Vec<PairingRow>,
    },
}

#[derive(Serialize)]
struct ResultEvent<'a> {
    event: &'static str,
    #[serde(flatten)]
    sides: Sides<'a>,
    finished: usize,
    unpaired: usize,
    black_score: f64,
    reasons: BTreeMap<&'static str, u64>,
    /// Present only in a match of two sides, like `pairs_left_out`.
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<[EffortSummary; 2]>,
    duplicates: Vec<Duplicate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs_left_out: Option<PairCounts>,
    faults: Vec<Fault>,
    seconds: f64,
}

impl PairResult {
    fn new(tally: &Tally, sprt: Option<Sprt>) -> PairResult {
        let elo = tally.pairs.elo();
        PairResult {
            games: tally.games.games(),
            wins: tally.games.wins,
            draws: tally.games.draws,
            losses: tally.games.losses,
            pairs: tally.pairs,
            score: tally.games.score(),
            elo: elo.elo,
            elo_low: elo.low,
            elo_high: elo.high,
            nelo: tally.pairs.normalised_elo().elo,
            los: tally.pairs.superiority(),
            llr: sprt.map(|sprt| sprt.llr(&tally.pairs)),
        }
    }
}

impl Report {
    /// The JSON line of a game that has just ended.
    pub fn game_json(
        &self,
        record: &GameRecord,
        standings: &Standings,
    ) -> serde_json::Result<String> {
        let duel = self.duel(standings);
        serde_json::to_string(&GameEvent {
            event: "game",
            game: record.game,
            black: record.black,
            white: record.white(),
            winner: record.winner,
            reason: record.reason.name(),
            moves: record.length(),
            standing: duel.map(|tally| PairResult::new(tally, self.sprt)),
        })
    }

    /// The JSON line of the finished match.
    pub fn summary_json(
        &self,
        standings: &Standings,
        time: Duration,
    ) -> serde_json::Result<String> {
        let duel = self.duel(standings);
        let reasons = standings.reasons().into_iter();
        serde_json::to_string(&ResultEvent {
            event: "result",
            sides: match (duel, &self.sides[..]) {
                (Some(tally), [a, b]) => Sides::Two {
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
                },
                _ => Sides::Several {
                    format: self.format,
                    engines: self.engine_rows(standings),
                    pairings: standings.pairings().iter().map(pairing_row).collect(),
                },
            },
            finished: standings.finished(),
            unpaired: standings.unpaired(),
            black_score: standings.black().score(),
            reasons: reasons.map(|(reason, n)| (reason.name(), n)).collect(),
            effort: duel.map(|tally| tally.effort.each_ref().map(|effort| effort.summary())),
            duplicates: standings.duplicates(),
            pairs_left_out: duel.map(|tally| tally.left_out),
            faults: standings.faults(),
            seconds: time.as_secs_f64(),
        })
    }

    fn engine_rows(&self, standings: &Standings) -> Vec<EngineRow<'_>> {
        let rows = standings.table().into_iter().zip(1..);
        rows.filter_map(|(row, rank)| {
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
        })
        .collect()
    }
}

fn pairing_row(tally: &Tally) -> PairingRow {
    PairingRow {
        engines: tally.sides,
        result: PairResult::new(tally, None),
    }
}
