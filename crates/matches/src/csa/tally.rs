//! Results of the games on a server by opponent, and our answering times.

use std::collections::BTreeMap;
use std::time::Duration;

use super::game::GameVerdict;

/// Numbers of games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerResults {
    /// Games won.
    pub wins: usize,
    /// Games lost.
    pub losses: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games without a result.
    pub others: usize,
}

impl ServerResults {
    fn add(&mut self, verdict: GameVerdict) {
        *match verdict {
            GameVerdict::Win => &mut self.wins,
            GameVerdict::Lose => &mut self.losses,
            GameVerdict::Draw => &mut self.draws,
            GameVerdict::None => &mut self.others,
        } += 1;
    }

    /// Number of all games.
    pub fn games(&self) -> usize {
        self.wins + self.losses + self.draws + self.others
    }
}

/// Results of a client's games, and times of its answers.
#[derive(Clone, Debug, Default)]
pub struct ServerTally {
    /// All results.
    pub all: ServerResults,
    /// Results against each opponent.
    pub opponents: BTreeMap<String, ServerResults>,
    /// Number of our answers.
    pub answers: u32,
    /// Total time of our answers, from reading the opponent's move to sending ours.
    pub time: Duration,
    /// Time of the slowest answer.
    pub slowest: Duration,
    /// Number of lost connections.
    pub lost_connections: usize,
    /// Number of files of records that could not be written.
    pub unwritten: usize,
    /// Number of restarts of the engine.
    pub engine_faults: usize,
}

impl ServerTally {
    /// Adds a game.
    pub fn game(&mut self, opponent: &str, verdict: GameVerdict) {
        self.all.add(verdict);
        let results = self.opponents.entry(opponent.to_string()).or_default();
        results.add(verdict);
    }

    /// Adds the time of one of our answers.
    pub fn answer(&mut self, time: Duration) {
        self.answers += 1;
        self.time += time;
        self.slowest = self.slowest.max(time);
    }

    /// Mean time of our answers; `None` before the first.
    pub fn mean(&self) -> Option<Duration> {
        self.time.checked_div(self.answers)
    }
}
