//! The way to a position as the page knows it: a start and the moves made from it.

use serde::Deserialize;

use komadai::position::{MoveError, Position, SfenError};
use komadai::types::Square;

/// A start position and USI moves; with them repetitions are known.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Path {
    sfen: String,
    #[serde(default)]
    moves: Vec<String>,
}

/// Why there is no such way.
#[derive(Debug, thiserror::Error)]
pub(super) enum PathError {
    #[error(transparent)]
    Start(#[from] SfenError),
    #[error("move {number}: {source}")]
    Move { number: usize, source: MoveError },
}

impl Path {
    /// The position reached, and where the last move went.
    pub fn walk(&self) -> Result<(Position, Option<Square>), PathError> {
        let mut pos = Position::from_sfen(&self.sfen)?;
        let mut last_to = None;
        for (text, number) in self.moves.iter().zip(1..) {
            let failed = |source| PathError::Move { number, source };
            let mv = pos.parse_usi_move(text).map_err(failed)?;
            pos.do_move(mv);
            last_to = Some(mv.to());
        }
        Ok((pos, last_to))
    }
}
