//! Positions that are asked about: those of a game, and what a few other moves or a pass lead to.

use std::sync::Arc;

use komadai::position::Position;
use komadai::types::{Move, Score};

use crate::report::analysis::win_probability;

/// A position with the way to it: repetitions count.
#[derive(Clone, Debug)]
pub struct PlaceInGame {
    /// Where the game started.
    pub start: Arc<Position>,
    /// The moves of the whole game.
    pub moves: Arc<[Move]>,
    /// Number of moves made.
    pub ply: usize,
    /// Legal moves made from there.
    pub then: Vec<Move>,
    /// The side to move gives the move to the other one; not where it is in check.
    pub is_passed: bool,
}

impl PlaceInGame {
    /// The position after another move.
    pub fn after(&self, mv: Move) -> PlaceInGame {
        let mut place = self.clone();
        place.then.push(mv);
        place
    }

    /// The position with the other side to move; `None` in check.
    pub fn passed(&self) -> Option<PlaceInGame> {
        let mut place = self.clone();
        place.is_passed = true;
        (!self.position().in_check()).then_some(place)
    }

    /// The position.
    pub fn position(&self) -> Position {
        let mut pos = Position::clone(&self.start);
        for &mv in self.moves.iter().take(self.ply).chain(&self.then) {
            pos.do_move(mv);
        }
        if self.is_passed && !pos.in_check() {
            pos.do_null_move();
            // What looks for mates knows no passes.
            return Position::from_sfen(&pos.sfen()).unwrap_or(pos);
        }
        pos
    }

    /// The same in every run: the position, and with its history a checksum of that.
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

/// Board, side and hands of a position as text, without the number of the move.
pub fn board_of(sfen: &str) -> &str {
    sfen.rsplit_once(' ').map_or(sfen, |(board, _)| board)
}

/// A line of moves and the score of the side that makes the first one.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// For the side that moves first.
    pub score: Score,
    /// Legal moves; none where the game is over.
    pub moves: Vec<Move>,
}

impl Line {
    /// The first move.
    pub fn first(&self) -> Option<Move> {
        self.moves.first().copied()
    }

    /// The chance to win of the side that moves first, from 0 to 1.
    pub fn chance(&self) -> f64 {
        win_probability(self.score)
    }

    /// The line of the other side before which `mv` was made, from the view of its mover.
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
