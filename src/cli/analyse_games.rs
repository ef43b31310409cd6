//! `komadai analyse GAME`: whole games, searched on all cores, with reports in files.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::CliError;
use super::analyse::Analyse;
use super::analyse_files::{Game, Inputs};
use super::analyse_text::Summary;
use super::problems;
use crate::record::{Format, RecordError, WriteOptions, write_bytes, write_whole};
use crate::report::analysis::{
    Analyser, AnalyserError, Batch, Budget, Document, GameAnalysis, Job, Progress, ProgressError,
    ProgressFile, Settings, Source, annotate_csa, annotate_kif, csv,
    games::{self, GameEntry},
    html,
};
use crate::search::Signals;

/// Time for each position when nothing is said, in ms.
const DEFAULT_TIME: u64 = 1000;

/// The files to write of games. Of a folder, or of a file with several games,
/// each game gets its own: OUT is then a folder, or gets numbers.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Outputs {
    /// Write a report for people of the game: one HTML file
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// Write a table of the moves
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Write the record as KIF with comments that GUIs read
    #[arg(long, value_name = "OUT")]
    kif: Option<PathBuf>,
    /// Write the record as CSA with comments as on floodgate
    #[arg(long, value_name = "OUT")]
    csa: Option<PathBuf>,
    /// Keep finished positions in this file, to go on after an interruption
    /// [default: the first file written, with .progress added]
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,
}

impl Outputs {
    pub fn is_any(&self) -> bool {
        let files = [&self.html, &self.csv, &self.kif, &self.csa, &self.progress];
        files.iter().any(|file| file.is_some())
    }
}

/// Why games could not be analysed, or not all of them.
#[derive(Debug, thiserror::Error)]
pub(super) enum GamesError {
    #[error("{}: there is no game in it", .0.display())]
    NoGame(PathBuf),
    #[error("{problems} in the records; what could be read was analysed")]
    Partial { problems: String },
    #[error("{}: {source}", .file.display())]
    Io { file: PathBuf, source: io::Error },
    #[error("{} is a record to analyse; name another file", .0.display())]
    OverInput(PathBuf),
    #[error("{} would be written twice", .0.display())]
    Twice(PathBuf),
    #[error("only one file of one game can go to standard output")]
    Stdout,
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Analyser(#[from] AnalyserError),
    #[error(transparent)]
    Progress(#[from] ProgressError),
}

impl GamesError {
    /// Whether there are results all the same.
    pub fn is_partial(&self) -> bool {
        matches!(self, GamesError::Partial { .. })
    }
}

/// A kind of file to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Html,
    Json,
    Csv,
    Kif,
    Csa,
}

impl Kind {
    /// The extension of files in a folder. KIF in UTF-8, which loses nothing.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::Html => "html",
            Kind::Json => "json",
            Kind::Csv => "csv",
            Kind::Kif => "kifu",
            Kind::Csa => "csa",
        }
    }
}

/// The kinds of files asked for and where they go.
fn targets(command: &Analyse) -> Vec<(Kind, PathBuf)> {
    let outputs = &command.outputs;
    let all = [
        (Kind::Html, &outputs.html),
        (Kind::Json, &command.json),
        (Kind::Csv, &outputs.csv),
        (Kind::Kif, &outputs.kif),
        (Kind::Csa, &outputs.csa),
    ];
    all.into_iter()
        .filter_map(|(kind, path)| Some((kind, path.clone()?)))
        .collect()
}

fn settings(command: &Analyse) -> Result<Settings, CliError> {
    let no_limit = command.time.is_none() && command.nodes.is_none() && command.depth.is_none();
    let budget = Budget {
        time_ms: command.time.or(no_limit.then_some(DEFAULT_TIME)),
        nodes: command.nodes,
        depth: command.depth,
    };
    let defaults = Settings::default();
    Ok(Settings {
        budget,
        multipv: usize::from(command.multipv),
        workers: command.threads.map_or(defaults.workers, |n| n as usize),
        hash_mib: command.hash.map_or(budget.hash_mib(), |mib| mib as usize),
        evaluator: command.evaluator.options()?,
    })
}

pub(super) fn run(
    command: &Analyse,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), CliError> {
    let Some(path) = &command.game else {
        return Ok(());
    };
    let targets = targets(command);
    let inputs = Inputs::read(path, &targets, err)?;
    if inputs.games.is_empty() {
        return Err(GamesError::NoGame(path.clone()).into());
    }
    let list = list_of_games(path, &inputs.games, &targets)?;
    let mut settings = settings(command)?;
    let mut batch = Batch::new(inputs.games.iter().map(|game| &game.record));
    settings.workers = settings.workers.min(batch.jobs().len());
    let analyser = Analyser::new(settings).map_err(GamesError::from)?;
    let progress = progress_path(command, &targets);
    let progress = match &progress {
        Some(path) => Some(open_progress(path, &analyser, err)?),
        None => None,
    };
    let mut session = Session {
        games: &inputs.games,
        analyser: &analyser,
        is_quiet: targets.iter().any(|(_, path)| is_stdout(path)),
        has_files: !targets.is_empty(),
        notation: command.notation.notation(),
        list,
        entries: vec![None; inputs.games.len()],
        out,
        err,
    };
    let mut file = None;
    if let Some(Progress {
        file: open, known, ..
    }) = progress
    {
        file = Some(open);
        for game in batch.fill(known) {
            session.finish(&batch, game)?;
        }
    }
    session.search(&mut batch, file.as_mut())?;
    session.write_list()?;
    if let Some(file) = file {
        file.remove().map_err(GamesError::from)?;
    }
    match inputs.problems {
        0 => Ok(()),
        n => {
            let problems = problems::count(n);
            Err(GamesError::Partial { problems }.into())
        }
    }
}

/// Where the list of the games goes: beside their reports, if there are several of them. The
/// games of a file have numbers, so that the file named for them is free.
fn list_of_games(
    input: &Path,
    games: &[Game],
    targets: &[(Kind, PathBuf)],
) -> Result<Option<PathBuf>, GamesError> {
    let html = targets.iter().find(|(kind, _)| *kind == Kind::Html);
    let Some((_, out)) = html.filter(|(_, path)| !is_stdout(path)) else {
        return Ok(None);
    };
    if input.is_dir() {
        let is_taken = |path: &PathBuf| {
            let mut taken = games.iter().flat_map(|game| &game.targets);
            taken.any(|(_, target)| target == path)
        };
        let names = ["index.html", "games.html", "index-of-games.html"];
        let paths = names.iter().map(|name| out.join(name));
        return Ok(paths.into_iter().find(|path| !is_taken(path)));
    }
    if games.len() < 2 {
        return Ok(None);
    }
    match (out.canonicalize(), input.canonicalize()) {
        (Ok(list), Ok(input)) if list == input => Err(GamesError::OverInput(out.clone())),
        _ => Ok(Some(out.clone())),
    }
}

/// The names that lead from the folder of one file to another file.
fn names_from(list: &Path, report: &Path) -> Vec<String> {
    let folder = list.parent().unwrap_or(Path::new(""));
    let path = report.strip_prefix(folder).unwrap_or(report);
    path.iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

pub(super) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Where finished positions are kept: nowhere if nothing is written.
fn progress_path(command: &Analyse, targets: &[(Kind, PathBuf)]) -> Option<PathBuf> {
    if let Some(path) = &command.outputs.progress {
        return Some(path.clone());
    }
    let (_, first) = targets.iter().find(|(_, path)| !is_stdout(path))?;
    // Beside a folder rather than in it, and `a/` is `a`.
    let mut name = first.components().as_path().as_os_str().to_os_string();
    name.push(".progress");
    Some(name.into())
}

fn open_progress(
    path: &Path,
    analyser: &Analyser,
    err: &mut dyn Write,
) -> Result<Progress, CliError> {
    if let Some(folder) = path.parent() {
        create_folder(folder)?;
    }
    let progress = ProgressFile::open(path, analyser.identity()).map_err(GamesError::from)?;
    let shown = path.display();
    if progress.replaced.is_some() {
        writeln!(err, "{shown} was made with other settings: starting anew")?;
    } else if !progress.known.is_empty() {
        let known = progress.known.len();
        writeln!(err, "{shown}: going on, {known} positions are done")?;
    }
    Ok(progress)
}

fn create_folder(folder: &Path) -> Result<(), GamesError> {
    if folder.as_os_str().is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(folder).map_err(|source| GamesError::Io {
        file: folder.to_path_buf(),
        source,
    })
}

/// The searches and what is written as games are done.
struct Session<'a> {
    games: &'a [Game],
    analyser: &'a Analyser,
    /// Standard output belongs to a file.
    is_quiet: bool,
    has_files: bool,
    notation: crate::report::analysis::Notation,
    /// The list of the games, if there is one, and what it says of those that are done.
    list: Option<PathBuf>,
    entries: Vec<Option<GameEntry>>,
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
}

impl Session<'_> {
    fn search(
        &mut self,
        batch: &mut Batch,
        mut file: Option<&mut ProgressFile>,
    ) -> Result<(), CliError> {
        let open = batch.open();
        if open.is_empty() {
            return Ok(());
        }
        let jobs: Vec<Job> = open.iter().map(|&job| batch.jobs()[job].clone()).collect();
        self.announce(jobs.len())?;
        let bar = progress_bar(batch.jobs().len(), batch.jobs().len() - jobs.len());
        let mut result = Ok(());
        self.analyser
            .run(&jobs, &Signals::new(), &mut |index, found| {
                let job = open[index];
                let kept = match file.as_mut() {
                    Some(file) => file.append(batch.key(job), &found),
                    None => Ok(()),
                };
                result = match kept {
                    Ok(()) => batch
                        .store(job, found)
                        .into_iter()
                        .try_for_each(|game| bar.suspend(|| self.finish(batch, game))),
                    Err(error) => Err(GamesError::from(error).into()),
                };
                bar.inc(1);
                match result {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
        bar.finish_and_clear();
        result
    }

    fn announce(&mut self, positions: usize) -> Result<(), CliError> {
        let settings = self.analyser.settings();
        let games = match self.games.len() {
            1 => String::new(),
            n => format!("{n} games, "),
        };
        let workers = settings.workers;
        write!(
            self.err,
            "{games}{positions} positions, {workers} at a time"
        )?;
        if let Some(ms) = settings.budget.time_ms {
            let rounds = positions.div_ceil(workers.max(1)) as u64;
            let seconds = rounds.saturating_mul(ms) / 1000;
            write!(self.err, ", at most {}:{:02}", seconds / 60, seconds % 60)?;
        }
        writeln!(self.err)?;
        Ok(())
    }

    /// Writes everything about a game.
    fn finish(&mut self, batch: &Batch, index: usize) -> Result<(), CliError> {
        let Some(game) = self.games.get(index) else {
            return Ok(());
        };
        let analysis = GameAnalysis::new(&game.record, batch.take(index));
        let source = Source {
            name: &game.name,
            settings: self.analyser.identity(),
            problems: &game.problems,
        };
        let document = Document::new(&game.record, &analysis, &source);
        self.enter(index, &document);
        let summary = Summary {
            game,
            analysis: &analysis,
            notation: self.notation,
            every_move: !self.has_files,
        };
        let mut said = summary.text();
        for (kind, path) in &game.targets {
            let (bytes, losses) = content(*kind, path, game, &analysis, &document);
            if is_stdout(path) {
                self.out.write_all(&bytes)?;
                continue;
            }
            if let Some(folder) = path.parent() {
                create_folder(folder)?;
            }
            write_whole(path, &bytes).map_err(|source| GamesError::Io {
                file: path.clone(),
                source,
            })?;
            let shown = path.display();
            said.push_str(&format!("{shown}: written\n"));
            for loss in losses {
                writeln!(self.err, "{shown}: {loss}")?;
            }
        }
        self.say(&said)
    }

    /// Keeps what the list says of a game.
    fn enter(&mut self, index: usize, document: &Document) {
        let Some(list) = &self.list else {
            return;
        };
        let mut targets = self.games[index].targets.iter();
        let report = targets.find(|(kind, _)| *kind == Kind::Html);
        let entry = report.map(|(_, path)| GameEntry::new(document, &names_from(list, path)));
        if let Some(place) = self.entries.get_mut(index) {
            *place = entry;
        }
    }

    /// Writes the list of the games, once all are done.
    fn write_list(&mut self) -> Result<(), CliError> {
        let Some(path) = self.list.take() else {
            return Ok(());
        };
        let entries: Vec<GameEntry> = self.entries.drain(..).flatten().collect();
        let page = games::page(&entries);
        write_whole(&path, page.as_bytes()).map_err(|source| GamesError::Io {
            file: path.clone(),
            source,
        })?;
        self.say(&format!("{}: written\n", path.display()))
    }

    /// Words for people, once the files are safe. A reader that has seen
    /// enough (`| head`) does not end an analysis that goes to files.
    fn say(&mut self, text: &str) -> Result<(), CliError> {
        if self.is_quiet {
            return Ok(self.out.flush()?);
        }
        let said = self.out.write_all(text.as_bytes());
        match said.and_then(|()| self.out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe && self.has_files => {
                self.is_quiet = true;
                Ok(())
            }
            result => Ok(result?),
        }
    }
}

/// The bytes of a file, and what its format cannot hold.
fn content(
    kind: Kind,
    path: &Path,
    game: &Game,
    analysis: &GameAnalysis,
    document: &Document,
) -> (Vec<u8>, Vec<String>) {
    let (format, annotate): (_, fn(&mut _, &_)) = match kind {
        Kind::Html => return (html::page(document).into_bytes(), Vec::new()),
        Kind::Json => return (document.json().into_bytes(), Vec::new()),
        Kind::Csv => return (csv::table(document).into_bytes(), Vec::new()),
        Kind::Kif => (Format::Kif, annotate_kif),
        Kind::Csa => (Format::Csa, annotate_csa),
    };
    let mut record = game.record.clone();
    annotate(&mut record, analysis);
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    let options = match WriteOptions::for_extension(extension) {
        Some((named, options)) if named == format => options,
        _ => WriteOptions::default(),
    };
    let written = write_bytes(&[record], format, options);
    (written.bytes, written.losses)
}

/// On standard error, and only if that is a terminal.
fn progress_bar(positions: usize, done: usize) -> ProgressBar {
    let bar = ProgressBar::new(positions as u64).with_position(done as u64);
    let template = "{wide_bar} {pos}/{len} positions, {elapsed} gone, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    // What was done earlier says nothing about the speed.
    bar.reset_eta();
    bar
}
