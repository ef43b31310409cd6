//! The records that `komadai analyse` reads, and the files each of them yields.

use std::collections::{HashMap, HashSet};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::error::AnalyseError;
use super::target::{Target, is_stdout};
use crate::cli::error::CliError;
use crate::cli::problems;
use crate::record::{Problem, Reading, Record, RecordError, read_bytes, read_file};

/// A game to analyse.
pub(super) struct GameInput {
    /// The record.
    pub record: Record,
    /// The file it came from, and its number if that holds several.
    pub name: String,
    /// What could not be read of that file.
    pub problems: Vec<Problem>,
    /// The files to write.
    pub targets: Vec<Target>,
}

/// All games named on a command line.
pub(super) struct Inputs {
    /// Those that could be read.
    pub games: Vec<GameInput>,
    /// How many problems were told.
    pub problems: usize,
}

/// A file before it is read: `None` is standard input.
struct Source {
    path: Option<PathBuf>,
    /// Where its outputs go in a folder, without extension.
    stem: PathBuf,
}

/// Extensions of records in folders; `.json` and `.bod` hold other things.
const EXTENSIONS: [&str; 8] = ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "usi", "sfen"];

fn extension(path: &Path) -> String {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    extension.to_ascii_lowercase()
}

impl Inputs {
    /// Reads a file, all records of a folder, or standard input for `-`. What
    /// is wrong goes to `err`, with file and line.
    pub fn read(path: &Path, targets: &[Target], err: &mut dyn Write) -> Result<Inputs, CliError> {
        let is_folder = path.is_dir();
        let sources = match is_folder {
            true => sources_of_folder(path, targets)?,
            false => vec![Source {
                path: (!is_stdout(path)).then(|| path.to_path_buf()),
                stem: PathBuf::new(),
            }],
        };
        let mut inputs = Inputs {
            games: Vec::new(),
            problems: 0,
        };
        let read: Vec<PathBuf> = sources.iter().filter_map(|s| s.path.clone()).collect();
        for source in sources {
            let shown = match &source.path {
                Some(path) => path.display().to_string(),
                None => "standard input".to_string(),
            };
            // Any text can be a .txt.
            let is_doubtful = is_folder && extension(Path::new(&shown)) == "txt";
            match read_source(&source) {
                Ok(reading) if is_doubtful && has_no_move(&reading) => {
                    log::info!("{shown}: no game record");
                }
                Err(_) if is_doubtful => {
                    log::info!("{shown}: no game record");
                }
                Ok(reading) => {
                    inputs.problems += reading.warnings.len();
                    problems::tell(err, &shown, &reading.warnings)?;
                    inputs.add(&source, reading, targets, is_folder);
                }
                Err(error) if is_folder => {
                    inputs.problems += 1;
                    writeln!(err, "{error}")?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        inputs.check(&read)?;
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

    /// Nothing is written twice, and nothing over what is read.
    fn check(&self, read: &[PathBuf]) -> Result<(), AnalyseError> {
        let read: HashSet<PathBuf> = read.iter().filter_map(|p| p.canonicalize().ok()).collect();
        let mut seen: HashSet<&Path> = HashSet::new();
        let mut to_stdout = 0;
        for target in self.games.iter().flat_map(|game| &game.targets) {
            let path = &target.path;
            if target.is_stdout() {
                to_stdout += 1;
            } else if path.canonicalize().is_ok_and(|p| read.contains(&p)) {
                return Err(AnalyseError::OverInput(path.clone()));
            } else if !seen.insert(path) {
                return Err(AnalyseError::Twice(path.clone()));
            }
        }
        match to_stdout {
            0 | 1 => Ok(()),
            _ => Err(AnalyseError::Stdout),
        }
    }
}

fn has_no_move(reading: &Reading) -> bool {
    reading.records.iter().all(|r| r.main_moves().is_empty())
}

/// `game.html` as `game-2.html`.
fn numbered(path: PathBuf, number: Option<usize>) -> PathBuf {
    let Some(number) = number.filter(|_| !is_stdout(&path)) else {
        return path;
    };
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

fn read_source(source: &Source) -> Result<Reading, RecordError> {
    if let Some(path) = &source.path {
        return read_file(path);
    }
    let file = PathBuf::from("standard input");
    let mut bytes = Vec::new();
    match std::io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => read_bytes(&bytes, None).map_err(|problem| RecordError::Content { file, problem }),
        Err(source) => Err(RecordError::Io { file, source }),
    }
}

/// All records below a folder, in the order of their names.
fn sources_of_folder(folder: &Path, targets: &[Target]) -> Result<Vec<Source>, AnalyseError> {
    // What an earlier run wrote is not read again.
    let outputs: Vec<PathBuf> = targets
        .iter()
        .filter_map(|target| target.path.canonicalize().ok())
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
            // `a.kif` and `a.csa` become `a.kif.html` and `a.csa.html`.
            stem: match stems.get(&stem) {
                Some(1) => stem,
                _ => full,
            },
        }
    });
    Ok(sources.collect())
}

fn walk(folder: &Path, outputs: &[PathBuf], files: &mut Vec<PathBuf>) -> Result<(), AnalyseError> {
    let fail = AnalyseError::io(folder);
    for entry in std::fs::read_dir(folder).map_err(&fail)? {
        let entry = entry.map_err(&fail)?;
        let path = entry.path();
        // Links to folders are not followed: they may lead round in circles.
        if entry.file_type().map_err(&fail)?.is_dir() {
            let is_output = path.canonicalize().is_ok_and(|p| outputs.contains(&p));
            if !is_output {
                walk(&path, outputs, files)?;
            }
        } else {
            let extension = extension(&path);
            if EXTENSIONS.contains(&extension.as_str()) || extension == "txt" {
                files.push(path);
            }
        }
    }
    Ok(())
}
