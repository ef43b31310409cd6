//! `komadai study`: problems made from the mistakes in one's own games.

mod args;
mod inputs;
mod outputs;

use std::io::Write;
use std::path::PathBuf;

use indicatif::ProgressBar;

use crate::analyse::AnalyseError;
use crate::error::{CliError, CommandError};
use crate::language::{Lang, current, japanese, msg, say};
use crate::outputs::{Messages, progress_bar};
use crate::records::{count_problems, is_dash};
use inputs::Inputs;
use komadai::files::whole_file::write_whole;
use komadai::search::Signals;
use komadai_analysis::progress_file::ProgressFile;
use komadai_analysis::report::analysis::{Analyser, AnalysisSettings, Notation, PageEngine};
use komadai_analysis::study::{
    self, ProblemKind, Questions, Stage, StudyEvent, StudyGame, StudyProblem, StudySettings, Whose,
};
use outputs::{NOTES, remove_old, write_folder};

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
}

japanese! {
    StudyError {
        NoGame,
        NoPlayer { name, players },
        Partial { problems },
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
            let mut most: Vec<String> = most.collect();
            if let Some(n) = players.len().checked_sub(MOST_NAMES).filter(|&n| n > 0) {
                most.push(msg!(study_more_players, n));
            }
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

impl Study {
    pub(super) fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        let engine = self.page_engine().map_err(AnalyseError::from)?;
        let inputs = Inputs::read(&self.games, &self.outputs.folders(), err)?;
        let problems = inputs.problems;
        self.outputs.try_all(&inputs.files)?;
        let games = self.choose(inputs.games, err)?;
        let settings = self.settings();
        let (study, progress) = self.study(games, &settings, err)?;
        if let Err(error) = self.write(&study, engine.as_ref(), out) {
            if let Some(path) = self.outputs.progress_path() {
                say!(err, study_kept, shown = path.display())?;
            }
            return Err(error);
        }
        // The answers stay until everything is written.
        progress.map_or(Ok(()), ProgressFile::remove)?;
        match problems {
            0 => Ok(()),
            problems => Err(StudyError::Partial { problems }.into()),
        }
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
        if settings.finds_level && count < study::LEAST_GAMES {
            say_no_range(err)?;
        }
        let signals = Signals::new();
        let mut questions = Questions::new(&analyser, &signals, &mut observer);
        if let Some(path) = self.outputs.progress_path() {
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
        let is_sought = settings.finds_level && count >= study::LEAST_GAMES;
        if is_sought && found.level_range.is_none() {
            say_no_range(err)?;
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
        let out = &mut Messages::new(out, outputs.first().is_some());
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
            said += &write_folder(folder, &files)?;
            // Without `--force` the folder held no problems.
            let removed = match outputs.overwriting.force {
                true => remove_old(folder, &files)?,
                false => 0,
            };
            if removed > 0 {
                said += &(msg!(study_old_files, folder = folder.display(), n = removed) + "\n");
            }
        }
        if let Some(folder) = &outputs.anki {
            let notes = study::notes(study, current()).into_bytes();
            said += &write_folder(folder, &[(NOTES.to_string(), notes)])?;
        }
        if !is_quiet {
            out.write_all(said.as_bytes())?;
        }
        Ok(())
    }
}

fn say_no_range(err: &mut dyn Write) -> Result<(), CliError> {
    let (games, moves) = (study::LEAST_GAMES, study::LEAST_MOVES);
    Ok(say!(err, study_no_range, games, moves)?)
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
