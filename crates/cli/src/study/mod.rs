//! `komadai study`: problems made from the mistakes in one's own games.

mod args;
mod inputs;

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use crate::analyse::AnalyseError;
use crate::error::{CliError, CommandError};
use crate::language::{Lang, current, japanese, msg, say};
use crate::outputs::{Overwriting, folder_of, progress_bar, try_folder};
use crate::records::{count_problems, is_dash};
use inputs::Inputs;
use komadai::files::PathError;
use komadai::files::whole_file::write_whole;
use komadai::search::Signals;
use komadai_analysis::progress_file::ProgressFile;
use komadai_analysis::report::analysis::{Analyser, AnalysisSettings, Notation, PageEngine};
use komadai_analysis::study::{
    self, ProblemKind, Questions, Stage, StudyEvent, StudyGame, StudyProblem, StudySettings, Whose,
};

pub(super) use args::{LevelError, Study};

/// Error because of which all or some games were not studied.
#[derive(Debug, thiserror::Error)]
pub(super) enum StudyError {
    #[error("there is no game in what was named")]
    NoGame,
    #[error("no game is one of {name}; the players: {players}")]
    NoPlayer { name: String, players: String },
    #[error("{} in the records; what could be read was studied", count_problems(*.problems))]
    Partial { problems: usize },
    #[error("{} is a file to read; name another one", .0.display())]
    OverInput(PathBuf),
    #[error("{}: more than one output has this name", .0.display())]
    OverOutput(PathBuf),
}

japanese! {
    StudyError {
        NoGame,
        NoPlayer { name, players },
        Partial { problems },
        OverInput(path),
        OverOutput(path),
    }
}

japanese! { struct LevelError }

impl CommandError for StudyError {
    fn is_partial(&self) -> bool {
        matches!(self, StudyError::Partial { .. })
    }
}

/// Marks the sides to study and removes games without one. Returns the number removed.
fn mark(games: &mut Vec<StudyGame>, whose: &Whose) -> Result<usize, StudyError> {
    let players = study::players(games);
    let others = study::choose_sides(games, whose);
    match whose {
        Whose::Player(name) if games.is_empty() => {
            let most = players.iter().take(MOST_NAMES);
            let most = most.map(|(name, n)| msg!(study_player_games, name, n = *n));
            let most: Vec<String> = most.collect();
            Err(StudyError::NoPlayer {
                name: name.clone(),
                players: match most.is_empty() {
                    true => msg!(study_no_names),
                    false => most.join(&msg!(comma)),
                },
            })
        }
        _ => Ok(others),
    }
}

/// Number of players that are named if the one asked for plays no game.
const MOST_NAMES: usize = 8;

/// Whether there is something of this name that is no ordinary file and no folder.
fn is_device(path: &Path) -> bool {
    path.exists() && !path.is_file() && !path.is_dir()
}

impl Study {
    pub(super) fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        let engine = self.page_engine().map_err(AnalyseError::from)?;
        let folders = self.folders();
        let inputs = Inputs::read(&self.games, &folders, err)?;
        let problems = inputs.problems;
        self.try_outputs(&inputs.files)?;
        let games = self.choose(inputs.games, err)?;
        let settings = self.settings();
        let (study, progress) = self.study(games, &settings, err)?;
        self.write(&study, engine.as_ref(), out)?;
        // The answers stay until everything is written.
        progress.map_or(Ok(()), ProgressFile::remove)?;
        match problems {
            0 => Ok(()),
            problems => Err(StudyError::Partial { problems }.into()),
        }
    }

    fn folders(&self) -> Vec<&Path> {
        let outputs = &self.outputs;
        let folders = [&outputs.kif, &outputs.anki].into_iter().flatten();
        folders.map(PathBuf::as_path).collect()
    }

    fn files(&self) -> Vec<&Path> {
        let outputs = &self.outputs;
        let files = [
            &outputs.html,
            &outputs.json,
            &outputs.shogihome,
            &outputs.sfen,
            &outputs.csv,
        ];
        files.into_iter().flatten().map(PathBuf::as_path).collect()
    }

    /// Checks before the searches that all outputs can be written.
    fn try_outputs(&self, read: &[PathBuf]) -> Result<(), CliError> {
        let read: Vec<PathBuf> = read.iter().filter_map(|p| p.canonicalize().ok()).collect();
        let progress = self.progress_path();
        let overwriting = self
            .outputs
            .overwriting
            .or_own(progress.as_ref().is_some_and(|path| path.exists()));
        let files = self.files().into_iter();
        let files = files
            .filter(|file| !is_dash(file))
            .map(|file| (file, overwriting));
        let own = Overwriting { force: true };
        let mut outputs = HashSet::new();
        for (file, overwriting) in files.chain(progress.iter().map(|file| (&**file, own))) {
            if file.canonicalize().is_ok_and(|path| read.contains(&path)) {
                return Err(StudyError::OverInput(file.to_path_buf()).into());
            }
            overwriting.try_file(file)?;
            // The folder exists, so that it is known by any of its names. A device takes many outputs.
            let place = (folder_of(file).canonicalize().ok(), file.file_name());
            if !is_device(file) && !outputs.insert(place) {
                return Err(StudyError::OverOutput(file.to_path_buf()).into());
            }
        }
        for folder in self.folders() {
            try_folder(folder)?;
            // The names of the output files are not known yet, so any existing file counts.
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                overwriting.try_existing(&entry.path())?;
            }
        }
        Ok(())
    }

    /// The progress file; `None` if the command writes no files.
    fn progress_path(&self) -> Option<PathBuf> {
        if let Some(path) = &self.outputs.progress {
            return Some(path.clone());
        }
        let places = self.files().into_iter().chain(self.folders());
        let first = places.into_iter().find(|path| !is_dash(path))?;
        let mut name = first.components().as_path().as_os_str().to_os_string();
        name.push(".progress");
        Some(name.into())
    }

    /// Chooses the games to study and marks in each the sides to study.
    fn choose(
        &self,
        mut games: Vec<StudyGame>,
        err: &mut dyn Write,
    ) -> Result<Vec<StudyGame>, CliError> {
        let all = games.len();
        games.retain(|game| !game.moves.is_empty());
        if all > games.len() {
            say!(err, study_empty, n = all - games.len())?;
        }
        if games.is_empty() {
            return Err(StudyError::NoGame.into());
        }
        let asked = match (&self.player, self.side) {
            (Some(name), _) => Some(Whose::Player(name.clone())),
            (None, side) => side.map(|side| side.color().map_or(Whose::Both, Whose::Side)),
        };
        // Copies of a game may name its players differently: the one that names the player stays.
        let mut others = match &asked {
            Some(whose) => mark(&mut games, whose)?,
            None => 0,
        };
        let repeated = study::drop_repeated(&mut games);
        if repeated > 0 {
            say!(err, study_repeated, n = repeated)?;
        }
        if asked.is_none() {
            // Without a usual player the marks stay as they are: both sides, or those that a file
            // of problems marked.
            match study::usual_player(&games) {
                Some(name) => {
                    say!(err, study_player, name = &name)?;
                    others = mark(&mut games, &Whose::Player(name))?;
                }
                None => say!(err, study_both)?,
            }
        }
        if others > 0 {
            say!(err, study_others, n = others)?;
        }
        Ok(games)
    }

    fn settings(&self) -> StudySettings {
        StudySettings {
            nodes: self.search_nodes(),
            level: self.level,
            kinds: match self.kinds.is_empty() {
                true => ProblemKind::ALL.into_iter().collect(),
                false => self.kinds.iter().map(|kind| kind.kind()).collect(),
            },
            max: self.max,
            is_beyond: self.beyond,
            judges_every_move: self.outputs.html.is_some(),
            compares: self.level.is_some() && !self.quick,
            finds_level: self.find_level,
        }
    }

    fn study(
        &self,
        games: Vec<StudyGame>,
        settings: &StudySettings,
        err: &mut dyn Write,
    ) -> Result<(study::Study, Option<ProgressFile>), CliError> {
        let defaults = AnalysisSettings::default();
        let analyser = Analyser::new(AnalysisSettings {
            workers: self.threads.map_or(defaults.workers, |n| n as usize),
            hash_mib: 4,
            evaluator: self.evaluator.options()?,
            ..defaults
        })?;
        let moves: usize = games.iter().map(|game| game.moves.len()).sum();
        let (count, workers) = (games.len(), analyser.settings().workers);
        say!(err, study_plan, games = count, moves, workers)?;
        let mut bar: Option<ProgressBar> = None;
        let mut observer = |event| match event {
            StudyEvent::Begun(stage, open) => {
                if let Some(bar) = bar.take() {
                    bar.finish_and_clear();
                }
                let words = msg!(
                    bar_study,
                    stage = stage_name(stage),
                    pos = "{pos}",
                    len = "{len}",
                    eta = "{eta}"
                );
                bar = Some(progress_bar(open as u64, 0, &words));
            }
            StudyEvent::Answered => {
                if let Some(bar) = &bar {
                    bar.inc(1);
                }
            }
        };
        let signals = Signals::new();
        let mut questions = Questions::new(&analyser, &signals, &mut observer);
        if let Some(path) = self.progress_path() {
            let (known, is_replaced) = questions.resume(&path)?;
            let shown = path.display();
            if is_replaced {
                say!(err, starting_anew, shown)?;
            } else if known > 0 {
                say!(err, study_going_on, shown, known)?;
            }
        }
        let found = study::Study::new(games, settings, &mut questions)?;
        let progress = questions.into_file();
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        if settings.finds_level && found.level_range.is_none() {
            let (games, moves) = (study::LEAST_GAMES, study::LEAST_MOVES);
            say!(err, study_no_range, games, moves)?;
        }
        Ok((found, progress))
    }

    fn write(
        &self,
        study: &study::Study,
        engine: Option<&PageEngine>,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        let outputs = &self.outputs;
        let mut said = summary(study);
        let mut is_quiet = false;
        let mut put = |path: &Option<PathBuf>, bytes: &dyn Fn() -> Vec<u8>| {
            let Some(path) = path else {
                return Ok(());
            };
            if is_dash(path) {
                is_quiet = true;
                return Ok(out.write_all(&bytes())?);
            }
            write_whole(path, &bytes())?;
            let shown = path.display();
            said += &(msg!(written, file = shown) + "\n");
            Ok::<(), CliError>(())
        };
        let title = msg!(study_title);
        put(&outputs.html, &|| {
            study::page(study, &title, engine, current()).into_bytes()
        })?;
        put(&outputs.json, &|| study::json(study).into_bytes())?;
        let has_paths = !outputs.no_paths;
        put(&outputs.shogihome, &|| {
            study::shogihome(study, has_paths).into_bytes()
        })?;
        put(&outputs.sfen, &|| study::sfens(study).into_bytes())?;
        put(&outputs.csv, &|| study::csv(study))?;
        if let Some(folder) = &outputs.kif {
            let files = study::kif(study);
            let removed = remove_old(folder, &files)?;
            if removed > 0 {
                said += &(msg!(study_old_files, folder = folder.display(), n = removed) + "\n");
            }
            said += &write_folder(folder, &files)?;
        }
        if let Some(folder) = &outputs.anki {
            let notes = study::notes(study, current()).into_bytes();
            said += &write_folder(folder, &[("notes.txt".to_string(), notes)])?;
        }
        if !is_quiet {
            out.write_all(said.as_bytes())?;
        }
        Ok(())
    }
}

/// Writes files to a folder, which is created if missing. Returns the message to print.
fn write_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<String, PathError> {
    std::fs::create_dir_all(folder).map_err(PathError::at(folder))?;
    for (name, bytes) in files {
        let file = folder.join(name);
        write_whole(&file, bytes)?;
    }
    let (shown, files) = (folder.display(), files.len());
    Ok(msg!(folder_files, folder = shown, files) + "\n")
}

/// Removes the problems of an earlier study, which are not among the new `files`, so that the folder
/// holds one study. Returns the number removed.
fn remove_old(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<usize, PathError> {
    let mut removed = 0;
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let is_old = |name: &str| {
            study::is_file_name(name) && !files.iter().any(|(new, _)| new.as_str() == name)
        };
        if name.to_str().is_some_and(is_old) {
            std::fs::remove_file(&path).map_err(PathError::at(&path))?;
            removed += 1;
        }
    }
    Ok(removed)
}

fn stage_name(stage: Stage) -> String {
    match stage {
        Stage::Scan => msg!(study_stage_scan),
        Stage::Confirm => msg!(study_stage_confirm),
        Stage::Judge => msg!(study_stage_judge),
        Stage::Prove => msg!(study_stage_prove),
        Stage::Levels => msg!(study_stage_levels),
        Stage::Moves => msg!(study_stage_moves),
        Stage::Compare => msg!(study_stage_compare),
    }
}

fn kind_name(kind: ProblemKind) -> String {
    match kind {
        ProblemKind::Mate => msg!(study_kind_mate),
        ProblemKind::Defend => msg!(study_kind_defend),
        ProblemKind::Declare => msg!(study_kind_declare),
        ProblemKind::Punish => msg!(study_kind_punish),
        ProblemKind::Next => msg!(study_kind_next),
    }
}

fn level_name(level: i32) -> String {
    match level {
        ..=0 => msg!(study_kyu, n = -level),
        dan => msg!(study_dan, n = dan),
    }
}

/// The number of problems found, and the numbers left out, as text.
fn summary(study: &study::Study) -> String {
    let (mistakes, problems) = (study.mistakes, study.problems.len());
    let mut said = msg!(study_found, mistakes, problems) + "\n";
    for problem in &study.problems {
        said += &in_words(study, problem);
        said.push('\n');
    }
    if let (Some(comparison), Some(level)) = (&study.comparison, study.level) {
        let sum =
            |of: fn(&study::GameCompared) -> f64| -> f64 { comparison.games.iter().map(of).sum() };
        let games = comparison.games.len().max(1) as f64;
        let loss = format!("{:.0}", sum(|game| game.loss) / games);
        let expected = format!("{:.0}", sum(|game| game.expected) / games);
        let level = level_name(level);
        said += &(msg!(study_compared, loss, level, expected) + "\n");
        said += &match study.summary.first.and_then(|i| study.summary.rows.get(i)) {
            Some(row) => {
                let name = match current() {
                    Lang::English => &row.english,
                    Lang::Japanese => &row.japanese,
                };
                msg!(study_stands_out, name)
            }
            None => msg!(study_nothing_stands_out),
        };
        said.push('\n');
    }
    if let Some(range) = study.level_range {
        let (low, high) = (level_name(range.low), level_name(range.high));
        said += &(msg!(study_level_range, low, high) + "\n");
    }
    said
}

/// A problem in one line: `game.kif 57: missed mate, 7g7f instead of 2g2f, 5 kyu`.
fn in_words(study: &study::Study, problem: &StudyProblem) -> String {
    let mistake = &problem.mistake;
    let game = study.games.get(mistake.game);
    let place = game.map(|game| format!("{} {}", game.name, game.number(mistake.ply)));
    let notation = match current() {
        Lang::English => Notation::Usi,
        Lang::Japanese => Notation::Japanese,
    };
    let first = |line: &study::Line| Some(notation.write(&mistake.pos, line.first()?, None));
    let answers: Vec<String> = mistake.answers.iter().filter_map(first).collect();
    let (kind, better) = (kind_name(mistake.kind), answers.join(" "));
    let played = first(&mistake.played).unwrap_or_default();
    let place = place.unwrap_or_default();
    let mut said = msg!(study_problem, place, kind, played, better);
    if let Some(level) = problem.difficulty.as_ref().and_then(|one| one.level) {
        said += &msg!(comma);
        said += &level_name(level);
    }
    said
}
