//! Opening tree of a set of games: moves, results, scores and players by position.
//!
//! Positions reached by different moves, or at different move numbers, are one node: the tree is a
//! graph in which lines meet again. A game counts once in each position that it passes through.

mod html;
mod json;
mod text;

use std::collections::{BTreeMap, HashMap};

use komadai::book::BookKey;
use komadai::packed::Board;
use komadai::position::Position;
use komadai::types::{Color, Move, Score};
use komadai_records::{End, NodeId, Record};

use crate::report::machine_notes::MachineLine;

pub use html::page;
pub use json::{ChoiceEntry, PlaceEntry, TreeEntry};
pub use text::{Shown, text};

/// Results of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpeningResults {
    /// Number of games.
    pub games: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Games that White won.
    pub white_wins: u64,
    /// Drawn games.
    pub draws: u64,
}

/// Outcome of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Won(Color),
    Drawn,
    /// The game was broken off, or the record gives no result.
    Open,
}

impl Outcome {
    fn of(record: &Record, last: &Position) -> Outcome {
        let Some(end) = record.end() else {
            return Outcome::Open;
        };
        match (end.winner(last.side_to_move()), end) {
            (Some(winner), _) => Outcome::Won(winner),
            (None, End::Repetition | End::Impasse | End::Draw | End::MaxMoves) => Outcome::Drawn,
            (None, _) => Outcome::Open,
        }
    }
}

impl OpeningResults {
    fn add(&mut self, outcome: Outcome) {
        self.games += 1;
        match outcome {
            Outcome::Won(Color::Black) => self.black_wins += 1,
            Outcome::Won(Color::White) => self.white_wins += 1,
            Outcome::Drawn => self.draws += 1,
            Outcome::Open => {}
        }
    }

    /// Black's mean points from games with a result, from 0 to 1; `None` without such a game.
    pub fn black_score(&self) -> Option<f64> {
        let decided = self.black_wins + self.white_wins + self.draws;
        let points = self.black_wins as f64 + self.draws as f64 / 2.0;
        (decided > 0).then(|| points / decided as f64)
    }
}

/// The mean of noted scores, in centipawns for Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeanScore {
    sum: i64,
    /// Number of scores.
    pub count: u64,
}

impl MeanScore {
    fn add(&mut self, score: i32) {
        self.sum += i64::from(score);
        self.count += 1;
    }

    /// The rounded mean; `None` without a score.
    pub fn mean(&self) -> Option<i32> {
        let count = i64::try_from(self.count).ok().filter(|&n| n > 0)?;
        i32::try_from((2 * self.sum + count).div_euclid(2 * count)).ok()
    }
}

/// A move played in a position, with statistics.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Results of the games with it.
    pub results: OpeningResults,
    /// Mean of the scores noted in the records after this move.
    pub score: MeanScore,
    /// Number of games with this move, by player.
    pub players: BTreeMap<String, u64>,
    /// Index of the position after the move.
    pub to: usize,
    /// Number of the last game counted. A game that repeats the position counts only once.
    last_game: usize,
}

impl Choice {
    /// The players of this move, the most frequent first.
    pub(crate) fn by_player(&self) -> Vec<(&str, u64)> {
        let players = self.players.iter();
        let mut players: Vec<_> = players
            .map(|(name, &games)| (name.as_str(), games))
            .collect();
        players.sort_by_key(|&(_, games)| std::cmp::Reverse(games));
        players
    }
}

/// A position of the tree, with statistics.
#[derive(Clone, Debug)]
pub struct Place {
    /// The position as the first game reached it.
    pub pos: Position,
    /// Results of the games that passed through the position.
    pub results: OpeningResults,
    /// The moves played, the most frequent first.
    pub choices: Vec<Choice>,
    last_game: usize,
}

/// The openings of a set of games.
#[derive(Clone, Debug, Default)]
pub struct OpeningTree {
    /// All positions.
    pub places: Vec<Place>,
    /// Indices of the positions that games started from, the most frequent first.
    pub starts: Vec<usize>,
    /// Number of games counted.
    pub games: usize,
    index: HashMap<BookKey, usize>,
    max_plies: usize,
}

impl OpeningTree {
    /// An empty tree that will hold up to `max_plies` moves of each game.
    pub fn new(max_plies: usize) -> OpeningTree {
        OpeningTree {
            max_plies,
            ..OpeningTree::default()
        }
    }

    /// Adds the main line of a game.
    pub fn add(&mut self, record: &Record) {
        let line: Vec<(NodeId, Move)> = record
            .main_line()
            .filter_map(|id| Some((id, record.node(id).mv()?)))
            .collect();
        let mut pos = record.start();
        let last = line.last().map_or(NodeId::ROOT, |&(id, _)| id);
        let outcome = Outcome::of(record, &record.position_at(last));
        self.games += 1;
        let mut at = self.visit(&pos, outcome);
        if !self.starts.contains(&at) {
            self.starts.push(at);
        }
        for &(id, mv) in line.iter().take(self.max_plies) {
            let player = record.headers.player(pos.side_to_move());
            pos.do_move(mv);
            let to = self.visit(&pos, outcome);
            let game = self.games;
            let choices = &mut self.places[at].choices;
            let found = choices.iter().position(|choice| choice.mv == mv);
            let index = found.unwrap_or_else(|| {
                choices.push(Choice {
                    mv,
                    results: OpeningResults::default(),
                    score: MeanScore::default(),
                    players: BTreeMap::new(),
                    to,
                    last_game: 0,
                });
                choices.len() - 1
            });
            let choice = &mut choices[index];
            if choice.last_game != game {
                choice.last_game = game;
                choice.results.add(outcome);
                if let Some(player) = player {
                    *choice.players.entry(player.trim().to_string()).or_default() += 1;
                }
                if let Some(score) = noted(record, id) {
                    choice.score.add(score);
                }
            }
            at = to;
        }
    }

    /// Counts a game once in a position, and returns the position's index.
    fn visit(&mut self, pos: &Position, outcome: Outcome) -> usize {
        let index = *self
            .index
            .entry(BookKey::from(&Board::from(pos)))
            .or_insert_with(|| {
                self.places.push(Place {
                    pos: pos.clone(),
                    results: OpeningResults::default(),
                    choices: Vec::new(),
                    last_game: 0,
                });
                self.places.len() - 1
            });
        let place = &mut self.places[index];
        if place.last_game != self.games {
            place.last_game = self.games;
            place.results.add(outcome);
        }
        index
    }

    /// Sorts moves and start positions by the number of games, the largest first.
    pub fn sort(&mut self) {
        for place in &mut self.places {
            let frequent = |choice: &Choice| {
                (
                    std::cmp::Reverse(choice.results.games),
                    choice.mv.to_string(),
                )
            };
            place.choices.sort_by_cached_key(frequent);
        }
        let places = &self.places;
        self.starts
            .sort_by_key(|&start| std::cmp::Reverse(places[start].results.games));
    }
}

/// Limit for scores. Larger scores stand for mates, which would distort a mean.
const MAX: i32 = 9999;

/// The score in centipawns for Black that an engine noted at a node, if any.
pub(super) fn noted(record: &Record, id: NodeId) -> Option<i32> {
    let mut scores = record.node(id).comment_lines().filter_map(of_line);
    scores.next().filter(|score| (-MAX..=MAX).contains(score))
}

fn of_line(line: &str) -> Option<i32> {
    match MachineLine::read(line)? {
        MachineLine::Score {
            score: Some(Score::Centipawns(cp)),
            rank: 1,
            ..
        } => Some(cp),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_three_programs_are_read() {
        for (line, score) in [
            ("#評価値=158", Some(158)),
            ("#評価値=-20", Some(-20)),
            (
                "*解析 0 候補1 時間 00:01.0 深さ 10/17 ノード数 9 評価値 34 読み筋 ▲２六歩(27)",
                Some(34),
            ),
            (
                "*解析 0 候補2 時間 00:01.0 深さ 10/17 ノード数 9 評価値 3 読み筋 ▲２六歩(27)",
                None,
            ),
            ("* -158 -3334FU +2726FU", Some(-158)),
            ("* good move", None),
            ("#詰み=先手勝ち", None),
            ("+5", None),
        ] {
            assert_eq!(of_line(line), score, "{line}");
        }
    }
}
