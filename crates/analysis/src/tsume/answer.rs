//! What is said of a problem, in a form that is kept in files.

use serde::{Deserialize, Serialize};

use komadai::mate::{OtherSolution, TsumeResult};
use komadai::types::{Hand, Move, PieceType};

/// What became of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// There is a mate.
    Mate,
    /// It is proven that there is none.
    NoMate,
    /// It is proven that there is none within the plies asked for.
    NoMateInTime,
    /// Nothing was proven within the limits.
    Unsolved,
}

/// Another solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherAnswer {
    /// The number of its first move, from 1.
    pub ply: usize,
    /// Plies of the whole solution with it.
    pub plies: usize,
    /// It stands beside the last move.
    pub last_move: bool,
    /// It only promotes where the main line does not, or the other way round.
    pub promotion_only: bool,
    /// It comes back to the main line.
    pub detour: bool,
    /// Its moves in USI notation.
    pub line: Vec<String>,
}

impl OtherAnswer {
    fn new(other: &OtherSolution) -> OtherAnswer {
        OtherAnswer {
            ply: other.ply + 1,
            plies: other.plies,
            last_move: other.is_last_move,
            promotion_only: other.is_promotion_only,
            detour: other.rejoins,
            line: other.line.iter().map(Move::to_string).collect(),
        }
    }

    /// The moves.
    pub fn moves(&self) -> Vec<Move> {
        read(&self.line)
    }
}

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What became of it.
    pub verdict: Verdict,
    /// Whether the line is proven to be the shortest against the longest defence.
    pub shortest: bool,
    /// The moves in USI notation; empty without a mate.
    pub line: Vec<String>,
    /// What the attacker holds in the end, as in SFEN: `2GP`, or empty.
    pub left: String,
    /// Other solutions, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Vec<OtherAnswer>>,
    /// Whether the limits allowed to look everywhere for other solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others_complete: Option<bool>,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds spent.
    pub time_ms: u64,
}

impl Answer {
    /// What a solver found; `asked` if other solutions were to be looked for.
    pub fn new(found: TsumeResult, asked: bool, nodes: u64, time_ms: u64) -> Answer {
        let without = |verdict| Answer {
            verdict,
            shortest: false,
            line: Vec::new(),
            left: String::new(),
            others: None,
            others_complete: None,
            nodes,
            time_ms,
        };
        match found {
            TsumeResult::NoMate => without(Verdict::NoMate),
            TsumeResult::NoMateInTime => without(Verdict::NoMateInTime),
            TsumeResult::Unsolved => without(Verdict::Unsolved),
            TsumeResult::Mate(solution) => Answer {
                shortest: solution.is_shortest,
                line: solution.line.iter().map(Move::to_string).collect(),
                left: hand_text(solution.left),
                others: asked.then(|| solution.others.iter().map(OtherAnswer::new).collect()),
                others_complete: asked.then_some(solution.are_others_complete),
                ..without(Verdict::Mate)
            },
        }
    }

    /// The moves.
    pub fn moves(&self) -> Vec<Move> {
        read(&self.line)
    }
}

fn read(line: &[String]) -> Vec<Move> {
    line.iter()
        .map_while(|text| Move::from_usi(text).ok())
        .collect()
}

/// `2GP`: as SFEN writes Black's hand.
fn hand_text(hand: Hand) -> String {
    const LETTERS: [(PieceType, char); 7] = [
        (PieceType::Rook, 'R'),
        (PieceType::Bishop, 'B'),
        (PieceType::Gold, 'G'),
        (PieceType::Silver, 'S'),
        (PieceType::Knight, 'N'),
        (PieceType::Lance, 'L'),
        (PieceType::Pawn, 'P'),
    ];
    let mut text = String::new();
    for (kind, letter) in LETTERS {
        match hand.count(kind) {
            0 => {}
            1 => text.push(letter),
            n => text.push_str(&format!("{n}{letter}")),
        }
    }
    text
}
