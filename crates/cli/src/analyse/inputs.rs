//! Input records of `komadai analyse`, with the files to write for each.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::AnalyseError;
use super::Target;
use crate::error::CliError;
use crate::outputs::numbered;
use crate::records::Source;
use komadai_records::{Problem, Reading, Record};

/// A game to analyse.
pub(super) struct GameInput {
    /// The record.
    pub record: Record,
    /// The file name, with the number of the game if the file holds several.
    pub name: String,
    /// Problems in reading the file.
    pub problems: Vec<Problem>,
    /// The files to write.
    pub targets: Vec<Target>,
}

/// All games given on the command line.
pub(super) struct Inputs {
    /// The games that could be read.
    pub games: Vec<GameInput>,
    /// Number of problems reported.
    pub problems: usize,
    /// The files read.
    pub files: Vec<PathBuf>,
}

impl Inputs {
    /// Reads a file, all records of a folder, or standard input for `-`. Reports problems
    /// to `err`, with file and line.
    pub fn read(path: &Path, targets: &[Target], err: &mut dyn Write) -> Result<Inputs, CliError> {
        let is_folder = path.is_dir();
        let outputs: Vec<&Path> = targets.iter().map(|t| t.path.as_path()).collect();
        let sources = Source::all(path, &outputs)?;
        let mut inputs = Inputs {
            games: Vec::new(),
            problems: 0,
            files: sources.iter().filter_map(|s| s.path.clone()).collect(),
        };
        for source in sources {
            let reading = source.read_telling(is_folder, &mut inputs.problems, err)?;
            if let Some(reading) = reading {
                inputs.add(&source, reading, targets, is_folder);
            }
        }
        inputs.check_stdout()?;
        Ok(inputs)
    }

    fn add(&mut self, source: &Source, reading: Reading, targets: &[Target], is_folder: bool) {
        let file = match &source.path {
            Some(path) => path.file_name().unwrap_or_default().to_string_lossy(),
            None => "-".into(),
        };
        let several = reading.records.len() > 1;
        for (record, number) in reading.records.into_iter().zip(1..) {
            let number = several.then_some(number);
            let place = |&Target { format, ref path }: &Target| {
                let path = match is_folder {
                    true => path
                        .join(&source.stem)
                        .with_added_extension(format.extension()),
                    false => path.clone(),
                };
                let path = numbered(path, number);
                Target { format, path }
            };
            self.games.push(GameInput {
                record,
                name: match number {
                    Some(number) => format!("{file} {number}"),
                    None => file.to_string(),
                },
                problems: reading.warnings.clone(),
                targets: targets.iter().map(place).collect(),
            });
        }
    }

    /// Checks that standard output receives one report at most.
    fn check_stdout(&self) -> Result<(), AnalyseError> {
        let targets = self.games.iter().flat_map(|game| &game.targets);
        match targets.filter(|target| target.is_stdout()).count() {
            0 | 1 => Ok(()),
            _ => Err(AnalyseError::Stdout),
        }
    }
}
