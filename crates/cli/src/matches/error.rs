//! Why a match was not played to its end.

use crate::error::CommandError;
use crate::problems::counted;
use komadai::book::BookError;
use komadai_matches::game_record::Contestant;
use komadai_matches::match_file::MatchFileError;
use komadai_matches::match_run::MatchError as RunError;
use komadai_matches::openings::OpeningsFileError;

/// Why a match was not played to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MatchError {
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
    Record(#[from] MatchFileError),
}

impl CommandError for MatchError {}
