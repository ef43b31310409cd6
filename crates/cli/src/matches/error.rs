//! Errors of `komadai match`.

use std::io;
use std::path::PathBuf;

use crate::error::{CommandError, counted};
use crate::language::japanese;
use komadai::book::BookError;
use komadai::usi::OptionsFileError;
use komadai_matches::client::ClientError;
use komadai_matches::clocks::GoTextError;
use komadai_matches::engine_player::EnginePlayerError;
use komadai_matches::game_record::Contestant;
use komadai_matches::match_file::MatchFileError;
use komadai_matches::match_run::MatchError as RunError;
use komadai_matches::openings::OpeningsFileError;
use komadai_matches::sprt::SprtError;

/// Error that keeps a match from being played to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MatchError {
    #[error(transparent)]
    Openings(#[from] OpeningsFileError),
    #[error("the built-in book: {0}")]
    Book(#[from] BookError),
    #[error("{who}: {problem}")]
    Side { who: Contestant, problem: SideError },
    #[error("engine {}: {problem}", .number + 1)]
    Engine { number: usize, problem: SideError },
    #[error(transparent)]
    Go(#[from] GoTextError),
    #[error(transparent)]
    Player(#[from] EnginePlayerError),
    #[error(transparent)]
    Sprt(#[from] SprtError),
    #[error("{} ended by a fault", counted(*.0, "game"))]
    Faults(usize),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Record(#[from] MatchFileError),
}

japanese! {
    MatchError {
        Openings(error) => error,
        Book(error),
        Side { who, problem } => [who, problem],
        Engine { number, problem } => (number = number + 1, problem),
        Go(error) => error,
        Player(error) => error,
        Sprt(error) => error,
        Faults(n),
        Run(error) => error,
        Record(error) => error,
    }
}

impl CommandError for MatchError {}

/// Error in the arguments or the start of an engine.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SideError {
    #[error(transparent)]
    Option(#[from] OptionTextError),
    #[error("an engine needs a command")]
    NoCommand,
    #[error("there is no such engine")]
    Unknown,
    #[error("cannot find myself: {0}")]
    Myself(io::Error),
    #[error("{}: {error}", .path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", .path.display())]
    Line {
        path: PathBuf,
        error: OptionsFileError,
    },
    #[error(transparent)]
    Player(#[from] EnginePlayerError),
    #[error(transparent)]
    Client(#[from] ClientError),
}

japanese! {
    SideError {
        Option(error) => error,
        NoCommand,
        Unknown,
        Myself(error),
        File { path, error } => [path, error],
        Line { path, error } => [path, error],
        Player(error) => error,
        Client(error) => error,
    }
}

impl CommandError for SideError {}

/// Error in an engine option, `Name=Value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OptionTextError {
    #[error("an option is written Name=Value")]
    NoName,
    #[error("the name of a file belongs behind @")]
    NoFile,
}

japanese! { OptionTextError { NoName, NoFile } }

/// Error for a text that is not a list of this many numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} whole numbers with commas between them are needed")]
pub(crate) struct NumbersError(pub usize);

japanese! { struct NumbersError(n) }
