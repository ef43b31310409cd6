//! Game records named on the command line (a file, a folder, or `-` for standard input), and their
//! problems.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::error::{CliError, CommandError, counted};
use super::language::{msg, told};
use komadai::files::PathError;
use komadai_matches::game_record::GameRecord;
use komadai_matches::match_file::{self, looks_like_match, read_match};
use komadai_matches::to_record::{BrokenGame, Scorer};
use komadai_records::{Format, Loss, Problem, Reading, Record, RecordError, read_bytes, read_from};

/// Whether a name stands for standard input or output.
pub(super) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A file of records that is not read yet.
pub(super) struct Source {
    /// The file; `None` for standard input.
    pub path: Option<PathBuf>,
    /// The path of the output files within an output folder, without extension. Empty if the source
    /// was not found in a folder.
    pub stem: PathBuf,
}

impl Source {
    /// The source for a path given by the user; `-` is standard input.
    pub fn named(path: &Path) -> Source {
        Source {
            path: (!is_dash(path)).then(|| path.to_path_buf()),
            stem: PathBuf::new(),
        }
    }

    /// The sources for a path: those of [`Source::in_folder`], or the single file.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn all(path: &Path, outputs: &[&Path]) -> Result<Vec<Source>, PathError> {
        match path.is_dir() {
            true => Source::in_folder(path, outputs),
            false => Ok(vec![Source::named(path)]),
        }
    }

    /// All records below a folder, sorted by path. The folders `outputs` are skipped, because they
    /// may hold results of earlier runs.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn in_folder(folder: &Path, outputs: &[&Path]) -> Result<Vec<Source>, PathError> {
        let outputs: Vec<PathBuf> = outputs
            .iter()
            .filter_map(|path| path.canonicalize().ok())
            .collect();
        let mut files = Vec::new();
        walk(folder, &outputs, &mut files)?;
        files.sort();
        let relative = |file: &Path| file.strip_prefix(folder).unwrap_or(file).to_path_buf();
        let mut stems: HashMap<PathBuf, usize> = HashMap::new();
        for file in &files {
            *stems.entry(relative(file).with_extension("")).or_default() += 1;
        }
        let sources = files.into_iter().map(|file| {
            let full = relative(&file);
            let stem = full.with_extension("");
            Source {
                path: Some(file),
                // If `a.kif` and `a.csa` both exist, the stems keep their extensions, so that the
                // outputs get different names.
                stem: match stems.get(&stem) {
                    Some(1) => stem,
                    _ => full,
                },
            }
        });
        Ok(sources.collect())
    }

    /// The name of the source in messages.
    pub fn shown(&self) -> String {
        match &self.path {
            Some(path) => path.display().to_string(),
            None => msg!(standard_input),
        }
    }

    /// Reads the records. `None` for a `.txt` file found in a folder if it holds no record, since
    /// it may be any text.
    ///
    /// # Errors
    /// If the source cannot be read or holds no game.
    pub fn read(&self) -> Result<Option<Reading>, RecordError> {
        self.records(self.open()?)
    }

    /// [`Source::read`] for a source that has been opened.
    ///
    /// # Errors
    /// Those of [`Source::read`].
    pub fn records(&self, opened: Opened) -> Result<Option<Reading>, RecordError> {
        let reading = opened.records();
        let Some(path) = &self.path else {
            return reading.map(Some);
        };
        let is_doubtful = !self.stem.as_os_str().is_empty() && extension(path) == "txt";
        let is_none = match &reading {
            Ok(reading) => reading.records.iter().all(is_blank),
            Err(error) => matches!(error, RecordError::Content { .. }),
        };
        if is_doubtful && is_none {
            log::info!("{}: no game record", path.display());
            return Ok(None);
        }
        reading.map(Some)
    }

    /// [`Source::read`], which also counts problems and reports them to `err`. If the source is one
    /// of `several`, an error of the source counts as a problem, and the result is `None`.
    ///
    /// # Errors
    /// If `err` cannot be written, or those of [`Source::read`] for a single source.
    pub fn read_telling(
        &self,
        several: bool,
        problems: &mut usize,
        err: &mut dyn Write,
    ) -> Result<Option<Reading>, CliError> {
        let reading = match self.read() {
            Ok(reading) => reading,
            Err(error) if several => {
                *problems += 1;
                writeln!(err, "{}", told(&error))?;
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        if let Some(reading) = &reading {
            *problems += reading.warnings.len();
            tell_problems(err, self.shown(), &reading.warnings)?;
            tell_problems(err, self.shown(), &reading.doubts)?;
        }
        Ok(reading)
    }

    /// Reads a source that the user has named, whatever its extension.
    ///
    /// # Errors
    /// If the source cannot be read or holds no game.
    pub fn read_named(&self) -> Result<Reading, RecordError> {
        self.open()?.records()
    }

    /// Opens the source, and reads its beginning.
    ///
    /// # Errors
    /// If the source cannot be opened or read.
    pub fn open(&self) -> Result<Opened, RecordError> {
        let Some(path) = &self.path else {
            let name = PathBuf::from(self.shown());
            return Opened::new(name, Box::new(io::stdin().lock()));
        };
        if let Some(text) = position_text(path) {
            return Ok(Opened {
                name: path.clone(),
                is_position: true,
                head: text.as_bytes().to_vec(),
                rest: Box::new(io::empty()),
            });
        }
        match File::open(path) {
            Ok(file) => Opened::new(path.clone(), Box::new(file)),
            Err(source) => Err(RecordError::Io {
                file: path.clone(),
                source,
            }),
        }
    }
}

/// Whether a text of any kind may have been read as this record: without a move, a position or a
/// header.
fn is_blank(record: &Record) -> bool {
    record.main_moves().is_empty() && record.is_even() && record.headers.is_empty()
}

/// The number of bytes read to recognise the kind of a file.
const HEAD: u64 = 4096;

/// An open source. It is opened only once, whatever it holds, because a pipe cannot be read again.
pub(super) struct Opened {
    /// The name in errors. Its extension helps to detect the format.
    name: PathBuf,
    /// Whether the name is a position itself.
    is_position: bool,
    head: Vec<u8>,
    rest: Box<dyn Read>,
}

impl Opened {
    fn new(name: PathBuf, mut rest: Box<dyn Read>) -> Result<Opened, RecordError> {
        let mut head = Vec::new();
        let read = rest.by_ref().take(HEAD).read_to_end(&mut head);
        match read {
            Ok(_) => Ok(Opened {
                name,
                is_position: false,
                head,
                rest,
            }),
            Err(source) => Err(RecordError::Io { file: name, source }),
        }
    }

    /// The first bytes, 4096 unless there are fewer.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// Whether this is the record file of a match.
    pub fn is_match(&self) -> bool {
        looks_like_match(&self.head)
    }

    /// Reads the record file of a match.
    ///
    /// # Errors
    /// If it cannot be read completely, or is invalid.
    pub fn match_games(self) -> Result<MatchGames, CliError> {
        let name = self.name.clone();
        let (identity, games) = read_match(&name, &self.bytes()?)?;
        Ok(MatchGames {
            scorer: Scorer::new(&identity),
            games,
        })
    }

    /// Reads all bytes.
    ///
    /// # Errors
    /// If reading fails.
    pub fn bytes(mut self) -> Result<Vec<u8>, PathError> {
        let read = self.rest.read_to_end(&mut self.head);
        read.map_err(PathError::at(&self.name))?;
        Ok(self.head)
    }

    /// Reads game records.
    ///
    /// # Errors
    /// If reading fails or there is no game.
    pub fn records(self) -> Result<Reading, RecordError> {
        if self.is_position {
            return read_bytes(&self.head, None).map_err(|problem| {
                // The text is one line.
                let (file, problem) = (self.name, Problem { line: 0, ..problem });
                RecordError::Content { file, problem }
            });
        }
        read_from(self.head.chain(self.rest), &self.name)
    }
}

/// The text of a position that is given in place of a file name: an sfen, `startpos` or a USI
/// `position` line. `None` if a file of that name exists.
pub(super) fn position_text(path: &Path) -> Option<&str> {
    let text = path.to_str()?.trim();
    let is_position =
        Format::of_text(text) == Some(Format::Usi) && (text.contains(' ') || text == "startpos");
    (is_position && !path.exists()).then_some(text)
}

fn extension(path: &Path) -> String {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    extension.to_ascii_lowercase()
}

fn walk(folder: &Path, outputs: &[PathBuf], files: &mut Vec<PathBuf>) -> Result<(), PathError> {
    let fail = PathError::at(folder);
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let path = entry.path();
        // Links to folders are not followed, because they may form cycles.
        if entry.file_type().map_err(fail)?.is_dir() {
            let is_output = path.canonicalize().is_ok_and(|p| outputs.contains(&p));
            if !is_output {
                walk(&path, outputs, files)?;
            }
        } else {
            let extension = extension(&path);
            if Format::EXTENSIONS.contains(&extension.as_str()) {
                files.push(path);
            }
        }
    }
    Ok(())
}

impl CommandError for match_file::MatchFileError {}

/// The games of a match, to be converted to records.
pub(super) struct MatchGames {
    scorer: Scorer,
    games: Vec<GameRecord>,
}

impl MatchGames {
    /// The games as records, each with its number from 0, and the games that cannot be replayed.
    /// `format` decides the form of the score comments.
    pub fn records(&self, format: Format) -> (Vec<(usize, Record)>, Vec<BrokenGame>) {
        let (mut records, mut broken) = (Vec::new(), Vec::new());
        for game in &self.games {
            match self.scorer.record(game, format) {
                Ok(record) => records.push((game.game, record)),
                Err(error) => broken.push(error),
            }
        }
        (records, broken)
    }
}

/// Writes each problem of a file with its line.
///
/// # Errors
/// If `err` cannot be written.
pub(super) fn tell_problems(
    err: &mut dyn Write,
    file: impl Display,
    problems: &[Problem],
) -> io::Result<()> {
    problems
        .iter()
        .try_for_each(|problem| writeln!(err, "{}", in_file(&file, problem)))
}

/// Writes what the format of a file cannot hold; `-` is standard output.
///
/// # Errors
/// If `err` cannot be written.
pub(super) fn tell_losses(
    err: &mut dyn Write,
    file: &Path,
    losses: impl IntoIterator<Item = Loss>,
) -> io::Result<()> {
    let shown = match is_dash(file) {
        true => msg!(standard_output),
        false => file.display().to_string(),
    };
    let mut losses = losses.into_iter();
    losses.try_for_each(|loss| writeln!(err, "{shown}: {}", told(&loss)))
}

/// A problem after file and line, in the form that editors recognise: `file:12: reason`.
pub(super) fn in_file(file: impl Display, problem: &Problem) -> String {
    let reason = told(&problem.reason);
    match problem.line {
        0 => format!("{file}: {reason}"),
        line => format!("{file}:{line}: {reason}"),
    }
}

/// The number of problems as text: `1 problem`, `2 problems`.
pub(super) fn count_problems(problems: usize) -> String {
    counted(problems, "problem")
}
