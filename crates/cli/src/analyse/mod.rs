//! `komadai analyse`: best lines of a position, or analysis of whole games with reports in files.

mod args;
mod games;
mod inputs;
mod list;
mod position;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::{CliError, CommandError};
use crate::language::japanese;
use crate::records::{count_problems, is_dash, position_text};
use komadai::files::PathError;
use komadai_analysis::report::analysis::{AnalyserError, PageEngineError, ReportFormat};

pub(super) use args::{Analyse, NotationName, read_page_engine};

impl Analyse {
    pub(super) fn run(mut self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        let Some(path) = self.game.take() else {
            return position::run(&self, out);
        };
        match position_text(&path) {
            Some(text) => {
                self.position.sfen = Some(text.to_string());
                position::run(&self, out)
            }
            None => games::run(&self, &path, out, err),
        }
    }
}

/// Error because of which all or some of the positions or games were not analysed.
#[derive(Debug, thiserror::Error)]
pub(super) enum AnalyseError {
    #[error("files are written of games only: GAME is missing")]
    FilesOfPosition,
    #[error("--json takes a file with a GAME only, and the GAME goes before it")]
    JsonFileOfPosition,
    #[error("{}: there is no game in it", .0.display())]
    NoGame(PathBuf),
    #[error("{} in the records; what could be read was analysed", count_problems(*.problems))]
    Partial { problems: usize },
    #[error(
        "--engine: {0}; the archives of a release have this engine in the folder web beside the \
         executable, scripts/build-web makes it in target/web, and --engine=FOLDER names the folder"
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

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub format: ReportFormat,
    /// The file; for a folder of games, the folder of the output files; `-` for standard output.
    pub path: PathBuf,
}

impl Target {
    pub fn is_stdout(&self) -> bool {
        is_dash(&self.path)
    }
}

/// Creates the folder of an output file, with its parents.
pub(super) fn create_folder_of(file: &Path) -> Result<(), PathError> {
    let Some(folder) = file.parent().filter(|f| !f.as_os_str().is_empty()) else {
        return Ok(());
    };
    std::fs::create_dir_all(folder).map_err(PathError::at(folder))
}
