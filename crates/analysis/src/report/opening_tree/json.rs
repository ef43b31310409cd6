//! The tree as JSON: a flat list of positions, so that no program has to follow it deeply.

use serde::Serialize;

use super::{Choice, OpeningResults, OpeningTree, Place};
use crate::report::analysis::{Notation, VIEW, round};

/// The tree, ready to be written as JSON.
#[derive(Debug, Serialize)]
pub struct TreeEntry {
    view: &'static str,
    games: usize,
    /// The positions that games began with, by index.
    starts: Vec<usize>,
    positions: Vec<PlaceEntry>,
}

/// A position.
#[derive(Debug, Serialize)]
pub struct PlaceEntry {
    sfen: String,
    #[serde(flatten)]
    results: ResultsEntry,
    moves: Vec<ChoiceEntry>,
}

/// A move played there.
#[derive(Debug, Serialize)]
pub struct ChoiceEntry {
    usi: String,
    japanese: String,
    western: String,
    #[serde(flatten)]
    results: ResultsEntry,
    /// Centipawns for Black, the mean.
    mean_cp: Option<i32>,
    /// Of how many scores.
    scores: u64,
    players: Vec<PlayerCount>,
    /// The position after it, by index.
    to: usize,
}

#[derive(Debug, Serialize)]
struct ResultsEntry {
    games: u64,
    black_wins: u64,
    white_wins: u64,
    draws: u64,
    /// Points of Black for each game with a result, 0 to 1.
    black_score: Option<f64>,
}

#[derive(Debug, Serialize)]
struct PlayerCount {
    name: String,
    games: u64,
}

impl From<&OpeningResults> for ResultsEntry {
    fn from(results: &OpeningResults) -> ResultsEntry {
        ResultsEntry {
            games: results.games,
            black_wins: results.black_wins,
            white_wins: results.white_wins,
            draws: results.draws,
            black_score: results.black_score().map(|score| round(score, 4)),
        }
    }
}

impl TreeEntry {
    /// The whole tree.
    pub fn new(tree: &OpeningTree) -> TreeEntry {
        TreeEntry {
            view: VIEW,
            games: tree.games,
            starts: tree.starts.clone(),
            positions: tree.places.iter().map(PlaceEntry::new).collect(),
        }
    }
}

impl PlaceEntry {
    fn new(place: &Place) -> PlaceEntry {
        PlaceEntry {
            sfen: place.pos.sfen(),
            results: (&place.results).into(),
            moves: place
                .choices
                .iter()
                .map(|c| ChoiceEntry::new(place, c))
                .collect(),
        }
    }
}

impl ChoiceEntry {
    fn new(place: &Place, choice: &Choice) -> ChoiceEntry {
        let write = |notation: Notation| notation.write(&place.pos, choice.mv, None);
        ChoiceEntry {
            usi: choice.mv.to_string(),
            japanese: write(Notation::Japanese),
            western: write(Notation::Western),
            results: (&choice.results).into(),
            mean_cp: choice.score.mean(),
            scores: choice.score.count,
            players: choice
                .by_player()
                .into_iter()
                .map(|(name, games)| PlayerCount {
                    name: name.to_string(),
                    games,
                })
                .collect(),
            to: choice.to,
        }
    }
}
