//! Errors of commands, and their exit codes.

use std::error::Error;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use super::language::{Japanese, japanese};
use komadai::book::BookError;
use komadai::engine::EngineError;
use komadai::engine::evaluator::EvaluatorProblem;
use komadai::eval::nnue::NetError;
use komadai::files::PathError;
use komadai_books::BookMakingError;
use komadai_journal::JournalError;
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
impl CommandError for PathError {}
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

/// A file is there already that a command was to write.
#[derive(Debug, thiserror::Error)]
#[error("{}: there is such a file already; --force overwrites it", .0.display())]
pub(super) struct FileExists(PathBuf);

japanese! { struct FileExists(path) }

impl CommandError for FileExists {}

impl FileExists {
    /// Says so if a file is there already that may not be overwritten.
    pub fn check(path: &Path, force: bool) -> Result<(), FileExists> {
        match !force && path.exists() {
            true => Err(FileExists(path.to_path_buf())),
            false => Ok(()),
        }
    }
}

/// Output is often JSON; its errors are those of the writer behind it.
impl From<serde_json::Error> for CliError {
    fn from(error: serde_json::Error) -> CliError {
        CliError::Output(error.into())
    }
}

/// `1 game`, `2 games`: a number with a word that is regular in the plural.
pub(super) fn counted<N: Display + PartialEq + From<u8>>(n: N, one: &str) -> String {
    let s = if n == N::from(1) { "" } else { "s" };
    format!("{n} {one}{s}")
}
