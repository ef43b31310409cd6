//! Why a match was not played to its end.

use crate::book::BookError;
use crate::cli::error::CommandError;
use crate::cli::problems::counted;
use crate::matches::game_record::Contestant;
use crate::matches::match_file::RecordError;
use crate::matches::match_run::MatchError as RunError;
use crate::matches::openings::OpeningsFileError;

/// Why a match was not played to its end.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum MatchError {
    #[error(transparent)]
    Openings(#[from] OpeningsFileError),
    #[error("the built-in book: {0}")]
    Book(#[from] BookError),
    #[error("{who}: {problem}")]
    Side { who: Contestant, problem: String },
    #[error("engine {}: {problem}", .number + 1)]
    Engine { number: usize, problem: String },
    #[error("{0}")]
    Limits(String),
    #[error("{} ended by a fault", counted(*.0, "game"))]
    Faults(usize),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl CommandError for MatchError {}
