//! Errors of commands, and their exit codes.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use super::language::{Japanese, japanese};
use komadai::book::{BookError, JournalError};
use komadai::engine::EngineError;
use komadai::engine::evaluator::EvaluatorProblem;
use komadai::eval::nnue::NetError;
use komadai_analysis::book_making::BookMakingError;
use komadai_records::RecordError;
use komadai_training::pack::DataFileError;
use komadai_training::selfplay::GenerateError;

/// Exit code where some of the input was used and some could not be read.
const PARTIAL: u8 = 3;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    /// The output would not take what there was to say.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// Error of a single command.
    #[error("{0}")]
    Command(Box<dyn CommandError>),
}

/// An error of a command. Each command has its own; those of the library that
/// need no more words stand below.
pub(super) trait CommandError: Error + Japanese + 'static {
    /// Whether there are results all the same.
    fn is_partial(&self) -> bool {
        false
    }
}

japanese! { CliError { Output(error), Command(error) => error } }

impl<E: CommandError> From<E> for CliError {
    fn from(error: E) -> CliError {
        CliError::Command(Box::new(error))
    }
}

impl CommandError for BookError {}
impl CommandError for BookMakingError {}
impl CommandError for DataFileError {}
impl CommandError for EngineError {}
impl CommandError for EvaluatorProblem {}
impl CommandError for GenerateError {}
impl CommandError for JournalError {}
impl CommandError for NetError {}
impl CommandError for RecordError {}

impl CliError {
    /// Whether nobody reads the output any more: `komadai ... | head` is no error.
    pub fn is_closed_output(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Whether there are results all the same.
    pub fn is_partial(&self) -> bool {
        matches!(self, CliError::Command(error) if error.is_partial())
    }

    /// The exit code.
    pub fn exit_code(&self) -> u8 {
        match self.is_partial() {
            true => PARTIAL,
            false => 1,
        }
    }
}

/// Why a file cannot be read, or one that a command was to write is not there.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    #[error("{}: there is such a file already; --force overwrites it", .0.display())]
    Exists(PathBuf),
    #[error("{}: {error}", .path.display())]
    System { path: PathBuf, error: io::Error },
}

japanese! { FileError { Exists(path), System { path, error } => [path, error] } }

impl CommandError for FileError {}

impl FileError {
    /// Says so if a file is there already that may not be overwritten.
    pub fn if_there(path: &Path, force: bool) -> Result<(), FileError> {
        // Writing into a device or a pipe overwrites nothing.
        let is_special =
            std::fs::metadata(path).is_ok_and(|meta| !meta.is_file() && !meta.is_dir());
        match !force && path.exists() && !is_special {
            true => Err(FileError::Exists(path.to_path_buf())),
            false => Ok(()),
        }
    }

    /// An error of the system at this file or folder.
    pub fn of(path: &Path, error: io::Error) -> FileError {
        FileError::System {
            path: path.to_path_buf(),
            error,
        }
    }

    /// For what the system says about writing to this file.
    pub fn writing(path: &Path) -> impl FnOnce(io::Error) -> FileError {
        move |error| FileError::of(path, error)
    }
}

/// Output is often JSON; its errors are those of the writer behind it.
impl From<serde_json::Error> for CliError {
    fn from(error: serde_json::Error) -> CliError {
        CliError::Output(error.into())
    }
}
