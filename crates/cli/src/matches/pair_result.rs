//! How two stand against each other, for JSON.

use serde::Serialize;

use komadai_matches::sprt::Sprt;
use komadai_matches::stats::PairCounts;
use komadai_matches::tally::Tally;

/// From the view of the first. Infinite numbers become `null`.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    llr: Option<f64>,
}

impl PairResult {
    /// Of these games, with the state of the sequential test, if there is one.
    pub fn new(tally: &Tally, sprt: Option<Sprt>) -> PairResult {
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
            llr: sprt.map(|sprt| sprt.llr(&tally.pairs)),
        }
    }
}
