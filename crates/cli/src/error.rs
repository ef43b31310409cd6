//! Errors of commands and their exit codes.

use std::error::Error;
use std::fmt::Display;
use std::io;

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

/// Exit code if only a part of the input could be used.
const PARTIAL: u8 = 3;

/// Error that ends a command.
#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// An error of the command.
    #[error("{0}")]
    Command(Box<dyn CommandError>),
}

/// An error that a command can return. Commands define error types of their own. The library errors
/// that are shown unchanged implement the trait below.
pub(super) trait CommandError: Error + Japanese + 'static {
    /// Whether the command still gave results for a part of its input.
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

/// Error because of which all or a part of the input was not used, for commands that name what they
/// leave out where they read it.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub(super) enum InputError {
    #[error("nothing in the input can be used")]
    Nothing,
    #[error("{} of the input cannot be used; the rest was used", counted(*.0, "part"))]
    Partly(u64),
}

japanese! { InputError { Nothing, Partly(n) } }

impl CommandError for InputError {
    fn is_partial(&self) -> bool {
        matches!(self, InputError::Partly(_))
    }
}

/// The result of a command that had to leave out this many parts of its input.
pub(super) fn leaving_out(parts: u64) -> Result<(), CliError> {
    match parts {
        0 => Ok(()),
        parts => Err(InputError::Partly(parts).into()),
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
    /// Whether the reader has closed the output, as in `komadai ... | head`. This is no failure.
    pub fn is_closed_output(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Whether the command still gave results for a part of its input.
    pub fn is_partial(&self) -> bool {
        matches!(self, CliError::Command(error) if error.is_partial())
    }

    /// The exit code of the program.
    pub fn exit_code(&self) -> u8 {
        match self.is_partial() {
            true => PARTIAL,
            false => 1,
        }
    }
}

/// Serialising a result cannot fail, so an error of the JSON writer is one of the output.
impl From<serde_json::Error> for CliError {
    fn from(error: serde_json::Error) -> CliError {
        CliError::Output(error.into())
    }
}

/// A number with an English word whose plural is regular: `1 game`, `2 games`.
pub(super) fn counted<N: Display + PartialEq + From<u8>>(n: N, one: &str) -> String {
    let s = if n == N::from(1) { "" } else { "s" };
    format!("{n} {one}{s}")
}
