//! Schedule of a match: the pairings and their order.

use super::game_record::Contestant;

/// Format of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchFormat {
    /// Every engine plays every other engine.
    #[default]
    RoundRobin,
    /// The first engine plays every other engine; the others do not meet.
    Gauntlet,
}

/// The order of the games. In a round, every pairing plays twice from one start, with colours
/// swapped.
///
/// An interrupted match therefore has about equally many games of each pairing. The number of a
/// game alone determines its players and its start, whatever the length of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[Contestant; 2]>,
}

impl Schedule {
    /// The schedule for `engines` engines, at most [`Contestant::MOST`].
    pub fn new(format: MatchFormat, engines: usize) -> Schedule {
        let against = |first: Contestant| {
            let later = Contestant::first(engines).skip(first.index() + 1);
            later.map(move |second| [first, second])
        };
        let heads = match format {
            MatchFormat::RoundRobin => engines,
            MatchFormat::Gauntlet => 1.min(engines),
        };
        Schedule {
            pairings: Contestant::first(heads).flat_map(against).collect(),
        }
    }

    /// All pairings.
    pub fn pairings(&self) -> &[[Contestant; 2]] {
        &self.pairings
    }

    /// The number of games in a round: two for each pairing.
    pub fn games_a_round(&self) -> usize {
        2 * self.pairings.len()
    }

    /// The round of a game, from 0. It is also the number of the start of that round.
    pub fn round(&self, game: usize) -> usize {
        game / self.games_a_round().max(1)
    }

    /// The engines that play Black and White in a game; `None` if there are no pairings.
    pub fn colours(&self, game: usize) -> Option<[Contestant; 2]> {
        let pairing = (game / 2).checked_rem(self.pairings.len())?;
        let &[first, second] = self.pairings.get(pairing)?;
        Some(match game % 2 {
            0 => [first, second],
            _ => [second, first],
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn names(schedule: &Schedule, games: usize) -> Vec<String> {
        let game = |n| {
            schedule
                .colours(n)
                .unwrap()
                .map(|who| who.to_string())
                .concat()
        };
        (0..games).map(game).collect()
    }

    #[test]
    fn two_engines_take_turns_with_black() {
        let schedule = Schedule::new(MatchFormat::RoundRobin, 2);
        assert_eq!(names(&schedule, 4), ["AB", "BA", "AB", "BA"]);
        assert_eq!(schedule, Schedule::new(MatchFormat::Gauntlet, 2));
        let rounds: Vec<usize> = (0..5).map(|game| schedule.round(game)).collect();
        assert_eq!(rounds, [0, 0, 1, 1, 2]);
    }

    #[test]
    fn each_meets_each_or_the_first_meets_all() {
        let all = Schedule::new(MatchFormat::RoundRobin, 3);
        assert_eq!(names(&all, 7), ["AB", "BA", "AC", "CA", "BC", "CB", "AB"]);
        assert_eq!((all.round(5), all.round(6)), (0, 1));
        let gauntlet = Schedule::new(MatchFormat::Gauntlet, 4);
        assert_eq!(
            names(&gauntlet, 7),
            ["AB", "BA", "AC", "CA", "AD", "DA", "AB"]
        );
        let most = Schedule::new(MatchFormat::RoundRobin, Contestant::MOST);
        assert_eq!(most.pairings().len(), 26 * 25 / 2);
        let mut met: HashMap<[Contestant; 2], usize> = HashMap::new();
        for game in 0..most.games_a_round() {
            *met.entry(most.colours(game).unwrap()).or_default() += 1;
        }
        // Every engine plays Black once against every other engine.
        assert_eq!(met.len(), 26 * 25);
        assert!(met.values().all(|&n| n == 1));
        assert_eq!(Schedule::new(MatchFormat::RoundRobin, 1).colours(0), None);
    }
}
