//! Positions to ask the engine about: those of a game, and those after other moves or a pass.

use std::sync::Arc;

use komadai::position::Position;
use komadai::types::{Move, Score};

use crate::report::analysis::win_probability;

/// A position with the moves that lead to it, so that repetitions are known.
#[derive(Clone, Debug)]
pub struct PlaceInGame {
    /// The start position of the game.
    pub start: Arc<Position>,
    /// All moves of the game.
    pub moves: Arc<[Move]>,
    /// Number of moves of the game that are made.
    pub ply: usize,
    /// Further legal moves, made after those of the game.
    pub then: Vec<Move>,
    /// Whether the side to move then passes; ignored if it is in check.
    pub is_passed: bool,
}

impl PlaceInGame {
    /// The position after a further move.
    pub fn after(&self, mv: Move) -> PlaceInGame {
        let mut place = self.clone();
        place.then.push(mv);
        place
    }

    /// The position after a pass; `None` in check.
    pub fn passed(&self) -> Option<PlaceInGame> {
        let mut place = self.clone();
        place.is_passed = true;
        (!self.position().in_check()).then_some(place)
    }

    /// The position itself.
    pub fn position(&self) -> Position {
        let mut pos = Position::clone(&self.start);
        for &mv in self.moves.iter().take(self.ply).chain(&self.then) {
            pos.do_move(mv);
        }
        if self.is_passed && !pos.in_check() {
            pos.do_null_move();
            // The mate solver does not accept null moves in the history, so it is
            // dropped.
            return Position::from_sfen(&pos.sfen()).unwrap_or(pos);
        }
        pos
    }

    /// A text for the position that is the same in every run. With `with_history` it
    /// contains a checksum of the moves that lead there.
    pub fn key(&self, with_history: bool) -> String {
        let sfen = self.position().sfen();
        if !with_history {
            return board_of(&sfen).to_string();
        }
        let mut history = crc32fast::Hasher::new();
        history.update(self.start.sfen().as_bytes());
        for mv in self.moves.iter().take(self.ply).chain(&self.then) {
            history.update(&mv.bits().to_le_bytes());
        }
        format!("{sfen} {:08x}", history.finalize())
    }
}

/// The SFEN of a position without the move number.
pub fn board_of(sfen: &str) -> &str {
    sfen.rsplit_once(' ').map_or(sfen, |(board, _)| board)
}

/// A line of moves with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Score for the side that makes the first move.
    pub score: Score,
    /// Legal moves; empty where the game is over.
    pub moves: Vec<Move>,
}

impl Line {
    /// The first move.
    pub fn first(&self) -> Option<Move> {
        self.moves.first().copied()
    }

    /// Win probability of the side that makes the first move, from 0 to 1.
    pub fn chance(&self) -> f64 {
        win_probability(self.score)
    }

    /// Turns a line of the opponent into one that begins with `mv`, scored for the side
    /// that makes it.
    pub fn behind(&self, mv: Move) -> Line {
        let score = match self.score {
            Score::Mate { winning, plies } => Score::Mate {
                winning: !winning,
                plies: plies.map(|n| n + 1),
            },
            other => -other,
        };
        Line {
            score,
            moves: [&[mv], &self.moves[..]].concat(),
        }
    }
}
