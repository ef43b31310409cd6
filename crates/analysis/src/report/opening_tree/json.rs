//! The opening tree as JSON: a flat list of positions, because JSON readers limit nesting.

use serde::Serialize;

use super::{Choice, OpeningResults, OpeningTree, Place};
use crate::report::analysis::{Notation, VIEW, round};

/// The tree, ready to be written as JSON.
#[derive(Debug, Serialize)]
pub struct TreeEntry {
    view: &'static str,
    games: usize,
    /// Indices of the positions that games started from.
    starts: Vec<usize>,
    positions: Vec<PlaceEntry>,
}

/// A position of the tree.
#[derive(Debug, Serialize)]
pub struct PlaceEntry {
    sfen: String,
    #[serde(flatten)]
    results: ResultsEntry,
    moves: Vec<ChoiceEntry>,
}

/// A move played in a position.
#[derive(Debug, Serialize)]
pub struct ChoiceEntry {
    usi: String,
    japanese: String,
    western: String,
    #[serde(flatten)]
    results: ResultsEntry,
    /// Mean of the noted scores, in centipawns for Black.
    mean_cp: Option<i32>,
    /// Number of noted scores.
    scores: u64,
    players: Vec<PlayerCount>,
    /// Index of the position after the move.
    to: usize,
}

#[derive(Debug, Serialize)]
struct ResultsEntry {
    games: u64,
    black_wins: u64,
    white_wins: u64,
    draws: u64,
    /// Black's mean points from games with a result, 0 to 1.
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
    /// Converts the whole tree.
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
