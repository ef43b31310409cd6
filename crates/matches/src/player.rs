//! Interface between referee and players.

use std::sync::Arc;
use std::time::Duration;

use super::client::ClientError;
use super::clocks::GoRequest;
use komadai::movegen::Outcome;
use komadai::position::{EnteringKingRule, MoveError, Position};
use komadai::types::{Color, Move, Score};

/// A request to a player to move, or to ponder.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position, with its history.
    pub position: &'a Position,
    /// The position in USI text: `startpos moves ...` or `sfen ... moves ...`.
    pub position_text: &'a str,
    /// The limits of the search.
    pub go: &'a GoRequest,
    /// The time after which a player without an answer counts as hung.
    pub give_up: Duration,
}

/// A player's decision: a move, a resignation, a declaration or an invalid answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A move; the referee checks its legality.
    Move(Move),
    /// The player resigns.
    Resign,
    /// The player declares a win by entering king.
    Win,
    /// An invalid answer.
    Nonsense(String),
}

/// Facts that a player reports about its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The score from the player's view, on its own scale.
    pub score: Option<Score>,
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The opponent's reply that the player expects, and can ponder on.
    pub expected: Option<Move>,
    /// Whether the player had pondered on this position; `None` if it had not pondered before the
    /// move.
    pub ponderhit: Option<bool>,
}

/// A player's answer to its turn.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The player's decision.
    pub reply: Reply,
    /// The time from the request to the answer.
    pub elapsed: Duration,
    /// Facts about the search.
    pub thought: Thought,
}

/// Details of a fault. Record files hold only the English text; read back, it is [`Detail::Text`].
#[derive(Clone, Debug, thiserror::Error, serde::Serialize, serde::Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Detail {
    /// An answer later than limit and margin.
    #[error("{ms:.1} ms used of {limit} ms")]
    Late {
        /// Time used, in ms.
        ms: f64,
        /// Time allowed, in ms.
        limit: u64,
    },
    /// An answer that is not a move.
    #[error("bestmove '{text}' in {sfen}")]
    Nonsense {
        /// The answer.
        text: String,
        /// The position.
        sfen: String,
    },
    /// An illegal move.
    #[error("{error}, in {sfen}")]
    Move {
        /// The rule that the move breaks.
        error: MoveError,
        /// The position.
        sfen: String,
    },
    /// A declaration whose conditions are not met.
    #[error("declared under {} in {sfen}", .rule.name())]
    Declaration {
        /// The rule for declarations.
        rule: EnteringKingRule,
        /// The position.
        sfen: String,
    },
    /// An engine that has ended, hangs or violates the protocol.
    #[error(transparent)]
    Engine(Arc<ClientError>),
    /// Details read from a record file, which holds only their text.
    #[error("{0}")]
    Text(String),
}

impl PartialEq for Detail {
    fn eq(&self, other: &Detail) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Detail {}

impl From<&str> for Detail {
    fn from(text: &str) -> Detail {
        Detail::Text(text.to_string())
    }
}

impl From<String> for Detail {
    fn from(text: String) -> Detail {
        Detail::Text(text)
    }
}

impl From<Detail> for String {
    fn from(detail: Detail) -> String {
        detail.to_string()
    }
}

/// Fault that keeps a player from playing on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerFault {
    /// The player's process ended.
    #[error("{0}")]
    Crash(Detail),
    /// The player did not answer.
    #[error("{0}")]
    Hang(Detail),
    /// The player answered while it should have pondered, or twice.
    #[error("{0}")]
    Early(Detail),
}

/// A player that can play any number of games.
pub trait Player: Send {
    /// The name of the player.
    fn name(&self) -> &str;

    /// Prepares for a new game; the player must forget the last one.
    ///
    /// # Errors
    /// If the player has ended or does not answer.
    fn new_game(&mut self) -> Result<(), PlayerFault>;

    /// Asks the player for its move.
    ///
    /// # Errors
    /// If the player has ended or does not answer.
    fn go(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerFault>;

    /// Lets the player ponder. `turn` is the position after the reply that the player expects. The
    /// next call of [`Player::go`] gives the actual position. A player that cannot ponder does
    /// nothing.
    ///
    /// # Errors
    /// If the player has ended.
    fn ponder(&mut self, turn: &Turn<'_>) -> Result<(), PlayerFault> {
        let _ = turn;
        Ok(())
    }

    /// Tells the player the outcome of the game, in which it played `side`.
    fn game_over(&mut self, outcome: Outcome, side: Color) {
        let _ = (outcome, side);
    }
}
