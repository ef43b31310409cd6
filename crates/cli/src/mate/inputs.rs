//! Tsume problems that `komadai mate` reads.

use std::io::Write;
use std::path::PathBuf;

use crate::args::ArgsError;
use crate::error::{CliError, CommandError};
use crate::language::{japanese, say, told};
use crate::records::{Source, count_problems, tell_problems};
use komadai_analysis::tsume::{HandRule, TsumeProblem};
use komadai_records::{Reading, read_bytes};

/// Error because of which all or some problems were not solved.
#[derive(Debug, thiserror::Error)]
pub(super) enum MateError {
    #[error("{}: there is no problem in it", .0.display())]
    Nothing(PathBuf),
    #[error("{} in the files; what could be read was solved", count_problems(*.0))]
    Partial(usize),
}

japanese! { MateError { Nothing(path), Partial(n) } }

impl CommandError for MateError {
    fn is_partial(&self) -> bool {
        matches!(self, MateError::Partial(_))
    }
}

/// The option that holds a problem as text. Messages show it in place of a file name.
const PASTED: &str = "--sfen";

/// The origin of a problem.
pub(super) struct Named {
    /// The name of its file.
    pub file: String,
    /// The number of the problem in the file, from 1.
    pub number: usize,
}

/// All problems of the input files.
pub(super) struct Inputs {
    pub names: Vec<Named>,
    pub problems: Vec<TsumeProblem>,
    /// The number of faults found while reading.
    pub faults: usize,
}

impl Inputs {
    /// Reads all files, also those in folders, and the problem given as text. Reports faults to
    /// `err`.
    pub fn read(
        files: &[PathBuf],
        pasted: Option<&str>,
        rule: HandRule,
        err: &mut dyn Write,
    ) -> Result<Inputs, CliError> {
        let mut inputs = Inputs {
            names: Vec::new(),
            problems: Vec::new(),
            faults: 0,
        };
        if let Some(text) = pasted {
            let reading = read_bytes(text.as_bytes(), None).map_err(ArgsError::Pasted)?;
            inputs.faults += reading.warnings.len();
            tell_problems(err, PASTED, &reading.warnings)?;
            inputs.add(PASTED.to_string(), &reading, rule, err)?;
        }
        let mut sources = Vec::new();
        for path in files {
            sources.extend(Source::all(path, &[])?);
        }
        for source in &sources {
            let several = sources.len() > 1;
            if let Some(reading) = source.read_telling(several, &mut inputs.faults, err)? {
                inputs.add(source.shown(), &reading, rule, err)?;
            }
        }
        match inputs.problems.is_empty() {
            true => {
                let first = files.first().cloned();
                Err(MateError::Nothing(first.unwrap_or_else(|| PASTED.into())).into())
            }
            false => Ok(inputs),
        }
    }

    fn add(
        &mut self,
        file: String,
        reading: &Reading,
        rule: HandRule,
        err: &mut dyn Write,
    ) -> Result<(), CliError> {
        for (problem, number) in TsumeProblem::all_of(reading, rule).into_iter().zip(1..) {
            match problem {
                Ok(problem) => {
                    let file = file.clone();
                    self.names.push(Named { file, number });
                    self.problems.push(problem);
                }
                Err(error) => {
                    self.faults += 1;
                    let error = told(&error);
                    say!(err, mate_broken_problem, file, number, error)?;
                }
            }
        }
        Ok(())
    }
}
