//! Standings of a match: a tally for each pairing, and a table with a rating for each engine.

use std::collections::BTreeMap;

use super::game_record::{Contestant, GameRecord};
use super::ratings::{Encounter, ratings};
use super::schedule::Schedule;
use super::stats::{EloEstimate, GameCounts, PairCounts};
use super::tally::{Duplicate, Effort, Fault, Tally};
use komadai::EndReason;

/// Results of a match so far.
#[derive(Clone, Debug)]
pub struct Standings {
    engines: usize,
    tallies: Vec<Tally>,
}

/// Row of the table for one engine.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The engine.
    pub who: Contestant,
    /// The rating relative to the mean of all engines.
    pub elo: EloEstimate,
    /// Results in counted pairs.
    pub games: GameCounts,
    /// Time, depth and nodes used.
    pub effort: Effort,
}

impl Standings {
    /// Standings without games.
    pub fn new(engines: usize, schedule: &Schedule) -> Standings {
        let pairings = schedule.pairings().iter();
        Standings {
            engines,
            tallies: pairings.map(|&sides| Tally::new(sides)).collect(),
        }
    }

    /// Adds a game. A game between engines that are not paired is ignored.
    pub fn add(&mut self, record: &GameRecord) {
        let players = [record.black, record.white()];
        let meets = |tally: &&mut Tally| tally.sides.iter().all(|side| players.contains(side));
        if let Some(tally) = self.tallies.iter_mut().find(meets) {
            tally.add(record);
        }
    }

    /// The tally of each pairing, from the view of its first engine.
    pub fn pairings(&self) -> &[Tally] {
        &self.tallies
    }

    /// The number of finished games.
    pub fn finished(&self) -> usize {
        self.tallies.iter().map(|tally| tally.finished).sum()
    }

    /// All engines, the best rating first.
    pub fn table(&self) -> Vec<Standing> {
        let encounter = |tally: &Tally| Encounter {
            engines: tally.sides.map(Contestant::index),
            pairs: tally.pairs,
        };
        let encounters: Vec<Encounter> = self.tallies.iter().map(encounter).collect();
        let rated = Contestant::first(self.engines).zip(ratings(self.engines, &encounters));
        let mut table: Vec<Standing> = rated.map(|(who, elo)| self.standing(who, elo)).collect();
        table.sort_by(|a, b| b.elo.elo.total_cmp(&a.elo.elo));
        table
    }

    fn standing(&self, who: Contestant, elo: EloEstimate) -> Standing {
        let mut standing = Standing {
            who,
            elo,
            games: GameCounts::default(),
            effort: Effort::default(),
        };
        for tally in &self.tallies {
            let Some(at) = tally.sides.iter().position(|&side| side == who) else {
                continue;
            };
            let counts = match at {
                0 => tally.games,
                _ => tally.games.turned(),
            };
            standing.games.merge(counts);
            standing.effort.merge(&tally.effort[at]);
        }
        standing
    }

    /// Results of `who` against `other`; `None` if they are not paired.
    pub fn between(&self, who: Contestant, other: Contestant) -> Option<(GameCounts, PairCounts)> {
        self.tallies.iter().find_map(|tally| match tally.sides {
            [a, b] if (a, b) == (who, other) => Some((tally.games, tally.pairs)),
            [a, b] if (b, a) == (who, other) => Some((tally.games.turned(), tally.pairs.turned())),
            _ => None,
        })
    }

    /// All faults, in the order of the games.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = self.tallies.iter().flat_map(|t| t.faults.clone()).collect();
        faults.sort_by_key(|fault| fault.game);
        faults
    }

    /// Games that repeat an earlier game of the same pairing, in the order of the games.
    pub fn duplicates(&self) -> Vec<Duplicate> {
        let mut all: Vec<Duplicate> = self
            .tallies
            .iter()
            .flat_map(|t| t.duplicates.clone())
            .collect();
        all.sort_by_key(|duplicate| duplicate.game);
        all
    }

    /// Wins, draws and losses of Black in all games.
    pub fn black(&self) -> GameCounts {
        let mut black = GameCounts::default();
        self.tallies
            .iter()
            .for_each(|tally| black.merge(tally.black));
        black
    }

    /// The number of games by end reason.
    pub fn reasons(&self) -> BTreeMap<EndReason, u64> {
        let mut all = BTreeMap::new();
        for (&reason, n) in self.tallies.iter().flat_map(|tally| &tally.reasons) {
            *all.entry(reason).or_default() += n;
        }
        all
    }

    /// Number of finished games whose pair is not complete yet.
    pub fn unpaired(&self) -> usize {
        self.tallies.iter().map(Tally::unpaired).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_record::MoveRecord;
    use crate::schedule::MatchFormat;
    use komadai::EndReason;

    const C: usize = 2;

    /// A game of the schedule. The engine with the earlier letter wins.
    fn game(schedule: &Schedule, number: usize) -> GameRecord {
        let [black, white] = schedule.colours(number).unwrap();
        GameRecord {
            game: number,
            view: None,
            black,
            white: Some(white),
            start: format!("start {number}"),
            black_first: true,
            moves: vec![MoveRecord {
                ms: 5.0,
                ..MoveRecord::default()
            }],
            last: None,
            winner: Some(black.min(white)),
            reason: EndReason::Resign,
            detail: None,
        }
    }

    #[test]
    fn the_table_ranks_by_rating_and_adds_up() {
        let schedule = Schedule::new(MatchFormat::RoundRobin, 3);
        let mut standings = Standings::new(3, &schedule);
        for number in 0..12 {
            standings.add(&game(&schedule, number));
        }
        let table = standings.table();
        let order: Vec<String> = table.iter().map(|s| s.who.to_string()).collect();
        assert_eq!(order, ["A", "B", "C"]);
        let games: Vec<String> = table.iter().map(|s| s.games.to_string()).collect();
        assert_eq!(games, ["+8 =0 -0", "+4 =0 -4", "+0 =0 -8"]);
        assert!(table.iter().map(|s| s.elo.elo).sum::<f64>().abs() < 1e-6);
        // Each game has one move, by the side that moves first. Each engine moves first in 4 of its
        // 8 games.
        assert!(table.iter().all(|s| s.effort.summary().moves == 4));
        let [a, b, c] = [0, 1, C].map(|n| Contestant::first(3).nth(n).unwrap());
        let (games, pairs) = standings.between(c, a).unwrap();
        assert_eq!((games.losses, pairs), (4, PairCounts([2, 0, 0, 0, 0])));
        assert_eq!(standings.between(a, b).unwrap().0.wins, 4);
        assert!(standings.between(a, a).is_none());
        assert_eq!((standings.finished(), standings.unpaired()), (12, 0));
    }

    #[test]
    fn faults_and_repeats_come_from_every_pairing() {
        let schedule = Schedule::new(MatchFormat::RoundRobin, 3);
        let mut standings = Standings::new(3, &schedule);
        for number in (0..6).rev() {
            let mut game = game(&schedule, number);
            if number % 2 == 0 {
                game.reason = EndReason::Crash;
            }
            standings.add(&game);
        }
        let faults: Vec<(usize, String)> = standings
            .faults()
            .iter()
            .map(|fault| (fault.game, fault.by.to_string()))
            .collect();
        let expected = [(0, "B"), (2, "C"), (4, "C")];
        assert_eq!(faults, expected.map(|(n, who)| (n, who.to_string())));
        let mut again = game(&schedule, 9);
        again.start = "start 3".to_string();
        standings.add(&again);
        assert_eq!(standings.duplicates(), [Duplicate { game: 9, of: 3 }]);
        assert_eq!(standings.unpaired(), 1);
    }
}
