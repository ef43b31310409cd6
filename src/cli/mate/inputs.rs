//! The problems that `komadai mate` reads.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::cli::error::{CliError, CommandError};
use crate::cli::problems;
use crate::record::{Reading, RecordError, read_bytes, read_file};
use crate::tsume::{HandRule, Problem};

/// Why problems could not be solved, or not all of them.
#[derive(Debug, thiserror::Error)]
pub(super) enum MateError {
    #[error("{}: there is no problem in it", .0.display())]
    Nothing(PathBuf),
    #[error("{0} in the files; what could be read was solved")]
    Partial(String),
}

impl CommandError for MateError {
    fn is_partial(&self) -> bool {
        matches!(self, MateError::Partial(_))
    }
}

/// A problem with the words it goes by.
pub(super) struct Named {
    /// The file.
    pub file: String,
    /// Its number there, from 1.
    pub number: usize,
}

/// All problems of the files.
pub(super) struct Inputs {
    pub names: Vec<Named>,
    pub problems: Vec<Problem>,
    /// How many things could not be read.
    pub faults: usize,
}

impl Inputs {
    /// Reads all files; what is wrong in them is told.
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
        for path in files {
            match read_problems(path) {
                Ok(reading) => inputs.add(path, &reading, rule, err)?,
                Err(error) if files.len() > 1 => {
                    inputs.faults += 1;
                    writeln!(err, "{error}")?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        match (inputs.problems.is_empty(), files.first()) {
            (true, Some(first)) => Err(MateError::Nothing(first.clone()).into()),
            _ => Ok(inputs),
        }
    }

    fn add(
        &mut self,
        path: &Path,
        reading: &Reading,
        rule: HandRule,
        err: &mut dyn Write,
    ) -> Result<(), CliError> {
        self.faults += reading.warnings.len();
        problems::tell(err, path.display(), &reading.warnings)?;
        for (problem, number) in Problem::all_of(reading, rule).into_iter().zip(1..) {
            match problem {
                Ok(problem) => {
                    let file = path.display().to_string();
                    self.names.push(Named { file, number });
                    self.problems.push(problem);
                }
                Err(error) => {
                    self.faults += 1;
                    writeln!(err, "{}: problem {number}: {error}", path.display())?;
                }
            }
        }
        Ok(())
    }
}

pub(super) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn read_problems(path: &Path) -> Result<Reading, RecordError> {
    if !is_stdout(path) {
        return read_file(path);
    }
    let file = PathBuf::from("standard input");
    let mut bytes = Vec::new();
    match io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => read_bytes(&bytes, None).map_err(|problem| RecordError::Content { file, problem }),
        Err(source) => Err(RecordError::Io { file, source }),
    }
}
