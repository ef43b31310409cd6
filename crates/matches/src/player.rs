//! What the referee asks of a player, and what a player may answer.

use std::time::Duration;

use super::clocks::GoRequest;
use komadai::movegen::Outcome;
use komadai::position::Position;
use komadai::types::{Color, Move, Score};

/// A player's turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position, with the moves that led to it.
    pub position: &'a Position,
    /// The same in the words of USI: `startpos moves ...` or `sfen ... moves ...`.
    pub position_text: &'a str,
    /// What the search is limited by.
    pub go: &'a GoRequest,
    /// How long the referee waits before it takes the player for hung.
    pub give_up: Duration,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A move, which the referee checks.
    Move(Move),
    /// It gives up.
    Resign,
    /// It declares a win by entering king.
    Win,
    /// Something that is no answer.
    Nonsense(String),
}

/// What a player tells about its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The score for the player, on its own scale.
    pub score: Option<Score>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The reply that it expects, on which it can ponder.
    pub expected: Option<Move>,
    /// Whether the position was the one it had pondered on; `None` if it had
    /// not pondered.
    pub ponderhit: Option<bool>,
}

/// A player's answer to its turn.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What it does.
    pub reply: Reply,
    /// How long it took.
    pub elapsed: Duration,
    /// What it tells about its search.
    pub thought: Thought,
}

/// A player that cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerFault {
    /// It ended by itself.
    #[error("{0}")]
    Crash(String),
    /// It did not answer.
    #[error("{0}")]
    Hang(String),
    /// It answered when it was not asked, while it was to ponder.
    #[error("{0}")]
    Early(String),
}

/// One side of a game.
pub trait Player: Send {
    /// The name it goes by.
    fn name(&self) -> &str;

    /// Prepares for a game; nothing of the last one may matter any more.
    ///
    /// # Errors
    /// If the player is gone or does not answer.
    fn new_game(&mut self) -> Result<(), PlayerFault>;

    /// Thinks about its turn.
    ///
    /// # Errors
    /// If the player is gone or does not answer.
    fn go(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerFault>;

    /// Begins to think on the opponent's time about a turn that may come: the
    /// one that does comes by [`Player::go`]. A player that cannot does nothing.
    ///
    /// # Errors
    /// If the player is gone.
    fn ponder(&mut self, turn: &Turn<'_>) -> Result<(), PlayerFault> {
        let _ = turn;
        Ok(())
    }

    /// Hears how the game ended that it played on this side.
    fn game_over(&mut self, outcome: Outcome, side: Color) {
        let _ = (outcome, side);
    }
}
