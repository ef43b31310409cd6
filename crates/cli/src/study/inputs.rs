//! Input games of `komadai study`.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::language::{say, told};
use crate::records::{MatchGames, Source, tell_problems};
use komadai_analysis::study::{self, ProblemFile, StudyGame};
use komadai_records::{Format, Record};

/// All games given on the command line.
#[derive(Default)]
pub(super) struct Inputs {
    pub games: Vec<StudyGame>,
    /// Number of problems reported.
    pub problems: usize,
    /// Number of records left out because they are problems of an earlier study.
    own_problems: usize,
    /// The files read.
    pub files: Vec<PathBuf>,
}

impl Inputs {
    /// Reads all inputs. Reports problems to `err`, with file and line. Skips the folders
    /// `outputs`, because they hold results of earlier runs.
    pub fn read(
        paths: &[PathBuf],
        outputs: &[&Path],
        err: &mut dyn Write,
    ) -> Result<Inputs, CliError> {
        let mut inputs = Inputs::default();
        for path in paths {
            let sources = match path.is_dir() {
                true => Source::in_folder(path, outputs)?,
                false => vec![Source::named(path)],
            };
            for source in sources {
                inputs.add(&source, err)?;
            }
        }
        if inputs.own_problems > 0 {
            say!(err, study_own_problems, n = inputs.own_problems)?;
        }
        Ok(inputs)
    }

    fn add(&mut self, source: &Source, err: &mut dyn Write) -> Result<(), CliError> {
        let file = match &source.path {
            Some(path) => path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                // Readers take this sign for a fault of the file that holds the name.
                .replace(char::REPLACEMENT_CHARACTER, "?"),
            None => "-".to_string(),
        };
        self.files.extend(source.path.clone());
        let reading = match source.open() {
            Ok(opened) if opened.is_match() => {
                let games = opened.match_games()?;
                return self.add_match(&games, &file, source, err);
            }
            Ok(opened) if ProblemFile::is_one(opened.head()) => {
                return self.add_problems(&opened.bytes()?, source, &file, err);
            }
            Ok(opened) => source.records(opened),
            Err(error) => Err(error),
        };
        let reading = match reading {
            Ok(Some(reading)) => reading,
            Ok(None) => return Ok(()),
            Err(error) => {
                self.problems += 1;
                writeln!(err, "{}", told(&error))?;
                return Ok(());
            }
        };
        self.problems += reading.warnings.len();
        tell_problems(err, source.shown(), &reading.warnings)?;
        tell_problems(err, source.shown(), &reading.doubts)?;
        let is_one = reading.records.len() == 1;
        for (record, number) in reading.records.iter().zip(1..) {
            let name = match is_one {
                true => file.clone(),
                false => format!("{file} {number}"),
            };
            self.push(record, name, source);
        }
        Ok(())
    }

    fn push(&mut self, record: &Record, name: String, source: &Source) {
        if study::is_problem(record) {
            self.own_problems += 1;
            return;
        }
        self.games
            .push(StudyGame::new(record, name, source.path.clone()));
    }

    /// Adds the games of a match.
    fn add_match(
        &mut self,
        games: &MatchGames,
        file: &str,
        source: &Source,
        err: &mut dyn Write,
    ) -> Result<(), CliError> {
        let (records, broken) = games.records(Format::Kif);
        for error in &broken {
            writeln!(err, "{}", told(error))?;
        }
        self.problems += broken.len();
        for (number, record) in records {
            self.push(&record, format!("{file} {}", number + 1), source);
        }
        Ok(())
    }

    /// Adds the games of a file of ShogiHome problems.
    fn add_problems(
        &mut self,
        bytes: &[u8],
        source: &Source,
        file: &str,
        err: &mut dyn Write,
    ) -> Result<(), CliError> {
        match ProblemFile::read(bytes, file) {
            Ok(read) => {
                for number in &read.refused {
                    say!(err, study_refused, file = source.shown(), number)?;
                }
                self.problems += read.refused.len();
                self.games.extend(read.games);
            }
            Err(error) => {
                self.problems += 1;
                writeln!(err, "{}: {}", source.shown(), told(&error))?;
            }
        }
        Ok(())
    }
}
