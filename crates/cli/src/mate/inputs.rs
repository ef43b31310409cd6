//! Tsume problems that `komadai mate` reads.

use std::io::Write;
use std::path::PathBuf;

use crate::error::{CliError, CommandError};
use crate::language::{japanese, say, told};
use crate::records::{Source, count_problems};
use komadai_analysis::tsume::{HandRule, TsumeProblem};
use komadai_records::Reading;

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
    /// Reads all files, also those in folders. Reports faults to `err`.
    pub fn read(
        files: &[PathBuf],
        rule: HandRule,
        err: &mut dyn Write,
    ) -> Result<Inputs, CliError> {
        let mut inputs = Inputs {
            names: Vec::new(),
            problems: Vec::new(),
            faults: 0,
        };
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
        match (inputs.problems.is_empty(), files.first()) {
            (true, Some(first)) => Err(MateError::Nothing(first.clone()).into()),
            _ => Ok(inputs),
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
