//! `komadai analyse GAME`: parallel analysis of whole games, with reports in files.

use std::io::Write;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use super::args::Analyse;
use super::inputs::{GameInput, Inputs};
use super::list::GameList;
use super::text::Summary;
use super::{AnalyseError, Target, create_folder_of};
use crate::error::CliError;
use crate::language::{current, msg, say};
use crate::outputs::{
    Messages, OutputError, Overwriting, Places, progress_bar, try_file, try_folder,
};
use crate::records::{is_dash, tell_losses};
use komadai::files::PathError;
use komadai::files::whole_file::write_whole;
use komadai::search::Signals;
use komadai_analysis::report::analysis::{
    Analyser, AnalysisEvent, AnalysisRun, AnalysisSettings, Budget, Document, GameAnalysis,
    Notation, PageEngine, Source,
};

/// Default time for each position, in ms.
const DEFAULT_TIME: u64 = 1000;

fn settings(command: &Analyse) -> Result<AnalysisSettings, CliError> {
    let usual = command.has_no_limit().then_some(DEFAULT_TIME);
    let budget = Budget {
        time_ms: command.time.or(usual),
        nodes: command.nodes,
        depth: command.depth,
    };
    let defaults = AnalysisSettings::default();
    Ok(AnalysisSettings {
        budget,
        multipv: usize::from(command.multipv),
        workers: command.threads.map_or(defaults.workers, |n| n as usize),
        hash_mib: command.hash.map_or(budget.hash_mib(), |mib| mib as usize),
        evaluator: command.evaluator.options()?,
    })
}

/// Analyses the games of a file, of a folder, or of standard input for `-`.
pub(super) fn run(
    command: &Analyse,
    path: &Path,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), CliError> {
    let targets = command.targets();
    let page_engine = command.page_engine().map_err(AnalyseError::from)?;
    let inputs = Inputs::read(path, &targets, err)?;
    if inputs.games.is_empty() {
        return Err(AnalyseError::NoGame(path.to_path_buf()).into());
    }
    let list = GameList::new(path, &inputs.games, &targets);
    let progress = progress_path(command, &targets);
    let mut places = Places::of_inputs(inputs.files.iter().map(PathBuf::as_path));
    let reports = inputs.games.iter().flat_map(|game| &game.targets);
    let reports = reports.map(|target| target.path.as_path());
    for file in reports.chain(list.path()).chain(progress.as_deref()) {
        places.add(file)?;
    }
    let folders = match path.is_dir() {
        true => &targets[..],
        false => &[],
    };
    // If there is a progress file, the existing reports come from the interrupted analysis, so they
    // may be overwritten.
    let is_own = progress.as_ref().is_some_and(|path| path.exists());
    let overwriting = command.outputs.overwriting.or_own(is_own);
    try_outputs(overwriting, folders, &inputs.games, list.path())?;
    progress.as_deref().map_or(Ok(()), try_file)?;
    let mut run = AnalysisRun::new(inputs.games.iter().map(|game| &game.record));
    let mut settings = settings(command)?;
    settings.workers = settings.workers.min(run.positions());
    let analyser = Analyser::new(settings)?;
    for Target { path, .. } in folders.iter().filter(|target| !target.path.is_dir()) {
        std::fs::create_dir(path).map_err(PathError::at(path))?;
        let folder = path.display();
        say!(err, new_folder, file = folder)?;
    }
    if let Some(path) = progress {
        resume(&mut run, &path, &analyser, err)?;
    }
    let has_files = targets.iter().any(|target| !target.is_stdout());
    let mut session = Session {
        games: &inputs.games,
        positions: run.positions(),
        analyser: &analyser,
        page_engine: page_engine.as_ref(),
        is_quiet: targets.iter().any(Target::is_stdout),
        notation: command.notation(),
        list,
        bar: None,
        out: &mut Messages::new(out, has_files),
        err,
    };
    let done = run.run(&analyser, &Signals::new(), &mut |event| session.on(event));
    if let Some(bar) = &session.bar {
        bar.finish_and_clear();
    }
    done?;
    session.write_list()?;
    match inputs.problems {
        0 => Ok(()),
        problems => Err(AnalyseError::Partial { problems }.into()),
    }
}

/// Checks before the searches that all reports can be written. The output `folders` may not exist
/// yet, so a file below them is checked only if its name is taken already.
fn try_outputs(
    overwriting: Overwriting,
    folders: &[Target],
    games: &[GameInput],
    list: Option<&Path>,
) -> Result<(), OutputError> {
    for target in folders {
        try_folder(&target.path)?;
    }
    let files = games.iter().flat_map(|game| &game.targets);
    let files = files.filter(|target| !target.is_stdout());
    for file in files.map(|target| target.path.as_path()).chain(list) {
        if folders.is_empty() || file.is_dir() {
            overwriting.try_file(file)?;
        }
        overwriting.try_existing(file)?;
    }
    Ok(())
}

/// The progress file; `None` if the command writes no files.
fn progress_path(command: &Analyse, targets: &[Target]) -> Option<PathBuf> {
    if let Some(path) = &command.outputs.progress {
        return Some(path.clone());
    }
    let first = targets.iter().find(|target| !target.is_stdout())?;
    // For an output folder, the progress file lies beside the folder, also if the path is given as
    // `a/`.
    let mut name = first.path.components().as_path().as_os_str().to_os_string();
    name.push(".progress");
    Some(name.into())
}

fn resume(
    run: &mut AnalysisRun<'_>,
    path: &Path,
    analyser: &Analyser,
    err: &mut dyn Write,
) -> Result<(), CliError> {
    let earlier = run.resume(path, analyser.identity())?;
    let shown = path.display();
    if earlier.replaced.is_some() {
        say!(err, starting_anew, shown)?;
    } else if earlier.known > 0 {
        let known = earlier.known;
        say!(err, analyse_going_on, shown, known)?;
    }
    Ok(())
}

/// Writer of the outputs of finished games.
struct Session<'a> {
    games: &'a [GameInput],
    positions: usize,
    analyser: &'a Analyser,
    /// Engine for the reports.
    page_engine: Option<&'a PageEngine>,
    /// Whether standard output receives a report, so that messages must not go there.
    is_quiet: bool,
    notation: Notation,
    /// Entries of the list of games.
    list: GameList,
    /// The progress bar; `None` before the searches begin.
    bar: Option<ProgressBar>,
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
}

impl Session<'_> {
    fn on(&mut self, event: AnalysisEvent) -> Result<(), CliError> {
        match event {
            AnalysisEvent::Begun { open } => {
                self.announce(open)?;
                let (all, done) = (self.positions as u64, (self.positions - open) as u64);
                let words = msg!(bar_positions, pos = "{pos}", len = "{len}", eta = "{eta}");
                self.bar = Some(progress_bar(all, done, &words));
            }
            AnalysisEvent::Position => {
                if let Some(bar) = &self.bar {
                    bar.inc(1);
                }
            }
            AnalysisEvent::Game { index, analysis } => match self.bar.clone() {
                Some(bar) => bar.suspend(|| self.finish(index, &analysis))?,
                None => self.finish(index, &analysis)?,
            },
        }
        Ok(())
    }

    fn announce(&mut self, positions: usize) -> Result<(), CliError> {
        let settings = self.analyser.settings();
        let games = match self.games.len() {
            1 => String::new(),
            n => msg!(analyse_games, n),
        };
        let workers = settings.workers;
        let mut text = msg!(analyse_plan, games, positions, workers);
        if let Some(ms) = settings.budget.time_ms {
            let rounds = positions.div_ceil(workers.max(1)) as u64;
            let seconds = rounds.saturating_mul(ms).div_ceil(1000);
            let time = format!("{}:{:02}", seconds / 60, seconds % 60);
            text += &msg!(analyse_at_most, time);
        }
        writeln!(self.err, "{text}")?;
        Ok(())
    }

    /// Writes the outputs of a finished game.
    fn finish(&mut self, index: usize, analysis: &GameAnalysis) -> Result<(), CliError> {
        let Some(game) = self.games.get(index) else {
            return Ok(());
        };
        let source = Source {
            name: &game.name,
            settings: Some(self.analyser.identity()),
            problems: &game.problems,
        };
        let document = Document::new(&game.record, analysis, &source);
        self.list.enter(index, game, &document);
        let summary = Summary {
            record: &game.record,
            name: &game.name,
            analysis,
            notation: self.notation,
            every_move: self.games.len() == 1,
        };
        let mut said = summary.text();
        for Target { format, path } in &game.targets {
            let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
            let of_page = (self.page_engine, current());
            let written = format.write(&game.record, analysis, &document, extension, of_page);
            if is_dash(path) {
                self.out.write_all(&written.bytes)?;
            } else {
                create_folder_of(path)?;
                write_whole(path, &written.bytes)?;
                said += &(msg!(written, file = path.display()) + "\n");
            }
            tell_losses(self.err, path, written.losses)?;
        }
        self.say(&said)
    }

    /// Writes the list of games after the last game.
    fn write_list(mut self) -> Result<(), CliError> {
        let list = std::mem::take(&mut self.list);
        match list.write()? {
            Some(path) => {
                let shown = path.display();
                self.say(&(msg!(written, file = shown) + "\n"))
            }
            None => Ok(()),
        }
    }

    /// Prints a message, after the files have been written.
    fn say(&mut self, text: &str) -> Result<(), CliError> {
        if !self.is_quiet {
            self.out.write_all(text.as_bytes())?;
        }
        Ok(self.out.flush()?)
    }
}
