//! Tsume problems that `komadai mate` reads.

use std::io::Write;
use std::path::PathBuf;

use crate::args::read_pasted;
use crate::error::{CliError, CommandError};
use crate::language::{japanese, say, told};
use crate::records::{Source, count_problems, tell_problems};
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

/// The option that holds a problem as text. Messages show it in place of the name of a file if the
/// text has several lines.
const PASTED: &str = "--sfen";

/// The origin of a problem.
pub(super) struct Named {
    /// The name of its file.
    pub file: String,
    /// The number of the problem in the file, from 1.
    pub number: usize,
    /// Whether the file has other problems.
    pub is_one_of_several: bool,
}

/// The position of each record that is the problem.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub rule: HandRule,
    /// The number of moves before it; `None` for the usual position of each kind of record.
    pub ply: Option<usize>,
}

/// All problems of the input files.
pub(super) struct Inputs {
    pub names: Vec<Named>,
    pub problems: Vec<TsumeProblem>,
    /// The number of faults found while reading.
    pub faults: usize,
    /// The files read.
    pub files: Vec<PathBuf>,
}

impl Inputs {
    /// Reads all files, also those in folders, and the problem given as text. Reports faults to
    /// `err`.
    pub fn read(
        files: &[PathBuf],
        pasted: Option<&str>,
        place: Place,
        err: &mut dyn Write,
    ) -> Result<Inputs, CliError> {
        let mut inputs = Inputs {
            names: Vec::new(),
            problems: Vec::new(),
            faults: 0,
            files: Vec::new(),
        };
        if let Some(text) = pasted {
            let reading = read_pasted(text)?;
            let text = text.trim();
            let name = if text.contains('\n') { PASTED } else { text };
            inputs.faults += reading.warnings.len();
            tell_problems(err, PASTED, &reading.warnings)?;
            inputs.add(name, &reading, place, err)?;
        }
        let mut sources = Vec::new();
        for path in files {
            sources.extend(Source::all(path, &[])?);
        }
        inputs.files = sources.iter().filter_map(|s| s.path.clone()).collect();
        for source in &sources {
            let several = sources.len() > 1;
            if let Some(reading) = source.read_telling(several, &mut inputs.faults, err)? {
                inputs.add(&source.shown(), &reading, place, err)?;
            }
        }
        match inputs.problems.is_empty() {
            true => {
                let first = files.first().cloned();
                Err(MateError::Nothing(first.unwrap_or_else(|| PASTED.into())).into())
            }
            false => {
                if place.ply.is_none() && inputs.problems.iter().any(|one| one.ply.is_some()) {
                    say!(err, mate_which_position)?;
                }
                Ok(inputs)
            }
        }
    }

    fn add(
        &mut self,
        file: &str,
        reading: &Reading,
        Place { rule, ply }: Place,
        err: &mut dyn Write,
    ) -> Result<(), CliError> {
        let is_one_of_several = reading.records.len() > 1;
        let problems = TsumeProblem::all_of(reading, rule, ply).into_iter();
        for (problem, number) in problems.zip(1..) {
            match problem {
                Ok(problem) => {
                    self.names.push(Named {
                        file: file.to_string(),
                        number,
                        is_one_of_several,
                    });
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
