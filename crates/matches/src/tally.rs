//! Tally of the games of a pairing: pairs, duplicates, faults, effort of the sides.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::game_record::{Contestant, GameRecord, MoveRecord, reason_name};
use super::player::Detail;
use super::stats::{GameCounts, PairCounts, quantile};
use komadai::EndReason;

/// Whether the game ended by a fault of a player that a correct engine never commits.
pub fn is_fault(reason: EndReason) -> bool {
    use EndReason::{Crash, EarlyAnswer, FalseDeclaration, Hang, IllegalMove, Time};
    matches!(
        reason,
        IllegalMove | FalseDeclaration | Time | EarlyAnswer | Crash | Hang
    )
}

/// A player's fault, for the list in the report.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Fault {
    /// The game, from 0.
    pub game: usize,
    /// The engine that committed the fault.
    pub by: Contestant,
    /// The kind of fault.
    #[serde(with = "reason_name")]
    pub reason: EndReason,
    /// Details of the fault; the text may be empty.
    pub detail: Detail,
}

/// A game with the same moves as an earlier game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Duplicate {
    /// The game, from 0.
    pub game: usize,
    /// The game that it repeats, from 0.
    pub of: usize,
}

/// Totals of time, depth and nodes of one side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effort {
    moves: u64,
    ms: f64,
    /// Sum and number of the reported depths.
    depth_sum: u64,
    depths: u64,
    /// Sum and number of the reported node counts, and the time in ms of the answers with a node
    /// count.
    node_sum: u64,
    node_counts: u64,
    node_ms: f64,
    /// Time used minus time allowed for each move with a time limit, in ms.
    overruns: Vec<f64>,
    /// Number of turns before which the side pondered, and of those in which the expected reply
    /// came.
    pondered: u64,
    ponderhits: u64,
}

/// Means and extremes of the effort of one side.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct EffortSummary {
    /// Answers given.
    pub moves: u64,
    /// Mean time per answer, in ms.
    pub mean_ms: f64,
    /// Mean depth in plies, over the answers with a depth.
    pub mean_depth: Option<f64>,
    /// Mean nodes per answer, over the answers with a node count.
    pub mean_nodes: Option<f64>,
    /// Nodes per second, over the answers with a node count.
    pub nps: Option<f64>,
    /// The greatest overrun of a time limit, in ms; negative if every answer was in time.
    pub overrun_max_ms: Option<f64>,
    /// The 99.9 % quantile of the overruns, in ms.
    pub overrun_999_ms: Option<f64>,
    /// The share (0 to 1) of ponderings in which the expected reply came.
    pub ponderhits: Option<f64>,
}

impl Effort {
    fn add(&mut self, answer: &MoveRecord) {
        self.moves += 1;
        self.ms += answer.ms;
        if let Some(depth) = answer.depth {
            self.depth_sum += u64::from(depth);
            self.depths += 1;
        }
        if let Some(hit) = answer.ponderhit {
            self.pondered += 1;
            self.ponderhits += u64::from(hit);
        }
        // After a ponderhit, the node count includes the opponent's time, but `ms` does not.
        let nodes = answer.nodes.filter(|_| answer.ponderhit != Some(true));
        if let Some(nodes) = nodes {
            self.node_sum += nodes;
            self.node_counts += 1;
            self.node_ms += answer.ms;
        }
        if let Some(limit) = answer.limit {
            self.overruns.push(answer.ms - limit as f64);
        }
    }

    /// Adds the effort of other games.
    pub fn merge(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.ms += other.ms;
        self.depth_sum += other.depth_sum;
        self.depths += other.depths;
        self.node_sum += other.node_sum;
        self.node_counts += other.node_counts;
        self.node_ms += other.node_ms;
        self.overruns.extend(&other.overruns);
        self.pondered += other.pondered;
        self.ponderhits += other.ponderhits;
    }

    /// Means and extremes so far.
    pub fn summary(&self) -> EffortSummary {
        let ratio = |sum: f64, n: f64| (n > 0.0).then(|| sum / n);
        let mut overruns = self.overruns.clone();
        overruns.sort_by(f64::total_cmp);
        EffortSummary {
            moves: self.moves,
            mean_ms: ratio(self.ms, self.moves as f64).unwrap_or(0.0),
            mean_depth: ratio(self.depth_sum as f64, self.depths as f64),
            mean_nodes: ratio(self.node_sum as f64, self.node_counts as f64),
            nps: ratio(self.node_sum as f64 * 1000.0, self.node_ms),
            overrun_max_ms: overruns.last().copied(),
            overrun_999_ms: quantile(&overruns, 0.999),
            ponderhits: ratio(self.ponderhits as f64, self.pondered as f64),
        }
    }
}

/// The results of two engines against each other.
///
/// Only whole pairs count. A game that repeats another one gives no information, so the pair of the
/// repeating game is left out. A game that ended with a fault never counts as a repetition.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The two engines. Results take the view of the first.
    pub sides: [Contestant; 2],
    /// Results of the games in counted pairs.
    pub games: GameCounts,
    /// Results of counted pairs.
    pub pairs: PairCounts,
    /// Results of the pairs left out because of a repeated game.
    pub left_out: PairCounts,
    /// Games that repeat an earlier one.
    pub duplicates: Vec<Duplicate>,
    /// Faults in the order in which their games were added.
    pub faults: Vec<Fault>,
    /// The number of games by end reason.
    pub reasons: BTreeMap<EndReason, u64>,
    /// Effort of the two sides.
    pub effort: [Effort; 2],
    /// Wins, draws and losses of Black in all games.
    pub black: GameCounts,
    /// Games finished, counted or not.
    pub finished: usize,
    seen: HashMap<String, usize>,
    spoiled: HashSet<usize>,
    /// By number of an incomplete pair: the half points of the first side in the finished game.
    waiting: HashMap<usize, u8>,
}

impl Default for Tally {
    /// An empty tally of A and B.
    fn default() -> Tally {
        Tally::new(Contestant::PAIR)
    }
}

impl Tally {
    /// An empty tally of these two engines.
    pub fn new(sides: [Contestant; 2]) -> Tally {
        Tally {
            sides,
            games: GameCounts::default(),
            pairs: PairCounts::default(),
            left_out: PairCounts::default(),
            duplicates: Vec::new(),
            faults: Vec::new(),
            reasons: BTreeMap::new(),
            effort: Default::default(),
            black: GameCounts::default(),
            finished: 0,
            seen: HashMap::new(),
            spoiled: HashSet::new(),
            waiting: HashMap::new(),
        }
    }

    /// Adds a game between the two engines.
    pub fn add(&mut self, record: &GameRecord) {
        self.finished += 1;
        *self.reasons.entry(record.reason).or_default() += 1;
        self.black.add(match record.winner {
            None => 1,
            Some(winner) if winner == record.black => 2,
            Some(_) => 0,
        });
        for (who, answer) in record.answers() {
            self.effort[usize::from(who != self.sides[0])].add(answer);
        }
        match record.winner {
            Some(winner) if is_fault(record.reason) => self.faults.push(Fault {
                game: record.game,
                by: record.opponent_of(winner),
                reason: record.reason,
                detail: record.detail.clone().unwrap_or_else(|| "".into()),
            }),
            _ => self.look_for_duplicate(record),
        }
        self.pair_up(record);
    }

    fn look_for_duplicate(&mut self, record: &GameRecord) {
        let earlier = *self.seen.entry(record.text()).or_insert(record.game);
        if earlier != record.game {
            self.duplicates.push(Duplicate {
                game: record.game,
                of: earlier,
            });
            self.spoiled.insert(record.pair());
        }
    }

    fn pair_up(&mut self, record: &GameRecord) {
        let pair = record.pair();
        let points = record.half_points_of(self.sides[0]);
        let Some(other) = self.waiting.remove(&pair) else {
            self.waiting.insert(pair, points);
            return;
        };
        let sum = other + points;
        if self.spoiled.remove(&pair) {
            self.left_out.add(sum);
        } else {
            self.pairs.add(sum);
            self.games.add(other);
            self.games.add(points);
        }
    }

    /// Number of finished games whose pair is not complete yet.
    pub fn unpaired(&self) -> usize {
        self.waiting.len()
    }

    /// The results of all complete pairs, repeated games included.
    pub fn pairs_with_duplicates(&self) -> PairCounts {
        let mut all = self.pairs;
        for (sum, left_out) in all.0.iter_mut().zip(self.left_out.0) {
            *sum += left_out;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Contestant = Contestant::A;
    const B: Contestant = Contestant::B;

    fn record(game: usize, moves: &str, winner: Option<Contestant>) -> GameRecord {
        GameRecord {
            game,
            view: None,
            black: if game.is_multiple_of(2) { A } else { B },
            white: None,
            start: format!("start{}", game / 2),
            black_first: true,
            moves: moves
                .split_whitespace()
                .map(|text| MoveRecord {
                    text: text.to_string(),
                    ..MoveRecord::default()
                })
                .collect(),
            last: None,
            winner,
            reason: EndReason::Resign,
            detail: None,
        }
    }

    #[test]
    fn pairs_are_counted_once_whole_in_any_order() {
        let mut tally = Tally::default();
        tally.add(&record(0, "a", Some(A)));
        tally.add(&record(3, "b", None));
        assert_eq!((tally.pairs.pairs(), tally.unpaired()), (0, 2));
        tally.add(&record(1, "c", Some(B)));
        tally.add(&record(2, "d", Some(A)));
        tally.add(&record(4, "e", Some(B)));
        assert_eq!(tally.pairs, PairCounts([0, 0, 1, 1, 0]));
        assert_eq!(tally.games.to_string(), "+2 =1 -1");
        assert_eq!((tally.finished, tally.unpaired()), (5, 1));
        // Black won games 0 (A), 1 (B) and 2 (A), lost game 4.
        assert_eq!(tally.black.to_string(), "+3 =1 -1");
    }

    #[test]
    fn repeated_games_leave_their_pair_out() {
        let mut tally = Tally::default();
        // Both sides play alike, so the second game of the pair repeats the first.
        tally.add(&record(0, "a b", Some(A)));
        tally.add(&record(1, "a b", Some(B)));
        assert_eq!(tally.duplicates, [Duplicate { game: 1, of: 0 }]);
        assert_eq!((tally.pairs.pairs(), tally.games.games()), (0, 0));
        assert_eq!(tally.left_out, PairCounts([0, 0, 1, 0, 0]));
        // Another start, from which the same game results.
        let mut other = record(3, "", Some(A));
        other.start = "start0 a b".to_string();
        tally.add(&other);
        tally.add(&record(2, "x", Some(A)));
        assert_eq!(tally.duplicates[1], Duplicate { game: 3, of: 0 });
        assert_eq!(tally.pairs.pairs(), 0);
        assert_eq!(tally.pairs_with_duplicates(), PairCounts([0, 0, 1, 0, 1]));
        // The same moves from different starts are different games.
        tally.add(&record(4, "a b", Some(A)));
        tally.add(&record(5, "a", Some(A)));
        assert_eq!(tally.pairs, PairCounts([0, 0, 0, 0, 1]));
    }

    #[test]
    fn faults_always_count() {
        let mut tally = Tally::default();
        for game in 0..2 {
            let mut crash = record(game, "", Some(A));
            crash.reason = EndReason::Crash;
            crash.detail = Some("signal 11".into());
            tally.add(&crash);
        }
        assert_eq!(tally.pairs, PairCounts([0, 0, 0, 0, 1]));
        assert!(tally.duplicates.is_empty());
        assert_eq!((tally.faults.len(), tally.faults[1].by), (2, B));
        assert_eq!(tally.reasons[&EndReason::Crash], 2);
    }

    #[test]
    fn effort_goes_to_the_side_that_made_it() {
        let answer = |ms: f64, nodes| MoveRecord {
            text: "m".to_string(),
            ms,
            limit: Some(100),
            depth: Some(5),
            nodes,
            ..MoveRecord::default()
        };
        // B is Black, White moves first: A makes the first and the third answer.
        let mut game = record(1, "", Some(A));
        game.black_first = false;
        game.moves = vec![answer(90.0, Some(900)), answer(60.0, None)];
        game.last = Some(answer(110.0, Some(1100)));
        let mut tally = Tally::default();
        tally.add(&game);
        let [a, b] = [tally.effort[0].summary(), tally.effort[1].summary()];
        assert_eq!((a.moves, a.mean_ms), (2, 100.0));
        assert_eq!((a.nps, a.mean_nodes), (Some(10_000.0), Some(1000.0)));
        assert_eq!(
            (a.overrun_max_ms, a.overrun_999_ms),
            (Some(10.0), Some(10.0))
        );
        assert_eq!((b.moves, b.nps, b.mean_depth), (1, None, Some(5.0)));
        assert_eq!(b.overrun_max_ms, Some(-40.0));
        assert_eq!(Tally::default().effort[0].summary().overrun_max_ms, None);
    }
}
