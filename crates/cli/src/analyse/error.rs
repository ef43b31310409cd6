//! Why games could not be analysed.

use std::io;
use std::path::{Path, PathBuf};

use crate::error::CommandError;
use crate::language::japanese;
use crate::problems;
use komadai_analysis::report::analysis::{AnalyserError, PageEngineError};

/// Why a position or games could not be analysed, or not all of them.
#[derive(Debug, thiserror::Error)]
pub(super) enum AnalyseError {
    #[error("files are written of games only: GAME is missing")]
    FilesOfPosition,
    #[error("--json takes a file with a GAME only, and the GAME goes before it")]
    JsonFileOfPosition,
    #[error("{}: there is no game in it", .0.display())]
    NoGame(PathBuf),
    #[error("{} in the records; what could be read was analysed", problems::count(*.problems))]
    Partial { problems: usize },
    #[error("{}: {source}", .file.display())]
    Io { file: PathBuf, source: io::Error },
    #[error("{} is a record to analyse; name another file", .0.display())]
    OverInput(PathBuf),
    #[error("{} would be written twice", .0.display())]
    Twice(PathBuf),
    #[error(
        "no engine for the report (scripts/build-web makes it, --engine=WEB names its folder): {0}"
    )]
    PageEngine(#[from] PageEngineError),
    #[error("only one file of one game can go to standard output")]
    Stdout,
}

japanese! {
    AnalyseError {
        FilesOfPosition,
        JsonFileOfPosition,
        NoGame(path),
        Partial { problems },
        Io { file, source } => [file, source],
        OverInput(path),
        Twice(path),
        PageEngine(error),
        Stdout,
    }
}

impl CommandError for AnalyseError {
    fn is_partial(&self) -> bool {
        matches!(self, AnalyseError::Partial { .. })
    }
}

impl CommandError for AnalyserError {}

impl AnalyseError {
    /// For what the system says about a file or folder.
    pub fn io(file: &Path) -> impl Fn(io::Error) -> AnalyseError {
        let file = file.to_path_buf();
        move |source| AnalyseError::Io {
            file: file.clone(),
            source,
        }
    }
}
