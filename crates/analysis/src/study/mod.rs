//! Study: problems made from a player's own mistakes.
//!
//! Stages of a study, each with its own node limits:
//!
//! 1. `scan` searches every position; `select` confirms the candidates among the moves (`candidate`)
//!    by longer searches, has them judged (`judge`) and proves mates (`proofs`).
//!
//! 2. `ladder` lets every level of the engine try the problems.
//!
//! 3. This file chooses the most useful problems.
//!
//! 4. `motif` and `words` give reasons where these can be proven.

mod anki;
mod candidate;
mod comparison;
mod files;
mod game;
mod judge;
mod ladder;
mod lesson;
mod mistake;
mod page;
mod place;
mod proofs;
mod questions;
mod scan;
mod select;
mod settings;
mod shogihome;
mod summary;
mod words;

use crate::motif::{Case, Fact, Known, Mates};
use crate::report::analysis::Phase;
use komadai::types::Square;
use komadai_journal::JournalError;
use ladder::STEPS;
use place::board_of;
use questions::{Ask, Question, RUNS};
use scan::ScannedGame;

pub use crate::report::analysis::Sentence;
pub use anki::notes;
pub use comparison::{Comparison, GameCompared, LEAST_GAMES, LEAST_MOVES, LevelRange};
pub use files::{csv, is_file_name, is_problem, is_problem_file, json, kif, sfens};
pub use game::{StudyGame, Whose, choose_sides, drop_repeated, players, usual_player};
pub use ladder::{Difficulty, Reach, level_of, step_of};
pub use mistake::{Dropped, Mistake};
pub use page::page;
pub use place::{Line, PlaceInGame};
pub use questions::{Questions, Stage, StudyEvent};
pub use settings::{A_GAME, Nodes, ProblemKind, StudySettings};
pub use shogihome::{ProblemFile, ProblemFileError, write as shogihome};

/// A problem, with everything that files and pages show of it.
#[derive(Clone, Debug)]
pub struct StudyProblem {
    /// Identifier that depends on the position alone, and so is the same in every study.
    pub id: String,
    /// The mistake from which the problem is made.
    pub mistake: Mistake,
    /// The phase of the game in which the mistake was made.
    pub phase: Phase,
    /// Whether the king of the side to move stands in the enemy camp.
    pub has_entered: bool,
    /// Difficulty; `None` for a declaration.
    pub difficulty: Option<Difficulty>,
    /// Difficulty relative to the user's level; `None` if either is unknown.
    pub reach: Option<Reach>,
    /// Usefulness: the loss of the mistake times the share of stronger levels that solve it.
    pub worth: f64,
    /// Every legal move as a line, the best first; empty if the moves were not judged.
    pub table: Vec<Line>,
    /// Proven reason why the move played is a mistake.
    pub against: Option<Fact>,
    /// Proven reason why the answer is better.
    pub reason: Option<Fact>,
}

impl StudyProblem {
    fn new(mistake: Mistake, scanned: &[ScannedGame]) -> StudyProblem {
        let side = mistake.pos.side_to_move();
        let king = mistake.pos.king(side);
        let phases = scanned[mistake.game].phases.get(mistake.ply);
        let (against, reason) = reasons(&mistake);
        StudyProblem {
            id: id_of(board_of(&mistake.pos.sfen())),
            phase: phases.copied().unwrap_or(Phase::Opening),
            has_entered: king.is_some_and(|king| king.in_promotion_zone(side)),
            difficulty: None,
            reach: None,
            worth: 0.0,
            table: Vec::new(),
            against,
            reason,
            mistake,
        }
    }

    /// The destination of the move before the problem.
    fn last_to(&self) -> Option<Square> {
        let place = &self.mistake.place;
        let last = place.ply.checked_sub(1).and_then(|i| place.moves.get(i));
        last.map(|mv| mv.to())
    }
}

/// Number of characters of an identifier.
const ID_LENGTH: usize = 12;

/// The identifier of a text: the first 12 hexadecimal digits of its 64-bit FNV-1a hash.
fn id_of(text: &str) -> String {
    let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
    format!("{:012x}", hash >> 16)
}

/// The proven reasons against the mistake and for the best answer.
fn reasons(mistake: &Mistake) -> (Option<Fact>, Option<Fact>) {
    let Some(best) = mistake.answers.first() else {
        return (None, None);
    };
    let proofs = &mistake.proofs;
    let case = Case {
        pos: &mistake.pos,
        played: &mistake.played.moves,
        best: &best.moves,
        mates: Mates {
            own: Known::from(&proofs.own),
            after_played: Known::from(&proofs.after_played),
            after_best: Known::from(&proofs.after_best),
            passed: Known::from(&proofs.passed),
            best_passed: Known::from(&proofs.best_passed),
            played_passed: Known::from(&proofs.played_passed),
            reply_passed: Known::from(&proofs.reply_passed),
            best_reply_passed: Known::from(&proofs.best_reply_passed),
            is_missed: mistake.kind == ProblemKind::Mate,
        },
        if_taken: proofs
            .if_taken
            .as_ref()
            .map(|(line, mates)| (&line[..], *mates)),
        key_drop: proofs.key_drop,
    };
    (case.against_played(), case.for_best())
}

/// Result of a study.
#[derive(Clone, Debug)]
pub struct Study {
    /// The studied games.
    pub games: Vec<StudyGame>,
    /// The problems, the most useful first.
    pub problems: Vec<StudyProblem>,
    /// Number of mistakes found, including those that did not become problems.
    pub mistakes: usize,
    /// Number of candidates that were dropped, by reason.
    pub dropped: Dropped,
    /// Comparison of the games with the user's level.
    pub comparison: Option<Comparison>,
    /// Range of levels to which the games' losses correspond.
    pub level_range: Option<LevelRange>,
    /// Losses by phase, standing, side, opening and castle.
    pub summary: summary::Summary,
    /// The user's level.
    pub level: Option<i32>,
    /// Name and version of the engine.
    pub engine: String,
    /// Node limits of the searches.
    pub nodes: Nodes,
}

impl Study {
    /// Makes problems from the mistakes in games.
    ///
    /// # Errors
    /// If the progress file cannot be written.
    pub fn new(
        games: Vec<StudyGame>,
        settings: &StudySettings,
        questions: &mut Questions<'_>,
    ) -> Result<Study, JournalError> {
        let scanned = scan::scan(&games, settings, questions)?;
        let (mistakes, mut dropped) = select::mistakes(&games, &scanned, settings, questions)?;
        let not_judged = dropped.get("not judged").copied().unwrap_or_default();
        let count = mistakes.len() + not_judged;
        let problems: Vec<StudyProblem> = mistakes
            .into_iter()
            .filter(|mistake| settings.kinds.contains(&mistake.kind))
            .map(|mistake| StudyProblem::new(mistake, &scanned))
            .collect();
        let found = problems.len();
        // The tries of the levels change which problems rank best for a level. Therefore twice as
        // many problems are tried as are kept.
        let tried = if settings.level.is_some() { 2 } else { 1 };
        let mut problems = chosen(problems, settings, tried * A_GAME);
        try_levels(&mut problems, settings, questions)?;
        let mut problems = chosen(problems, settings, A_GAME);
        problems.truncate(settings.max);
        dropped.insert("not chosen", found - problems.len());
        if settings.judges_every_move {
            judge_every_move(&mut problems, settings, questions)?;
        }
        let comparison = match settings.compares {
            true => Some(Comparison::new(&games, &scanned, settings, questions)?),
            false => None,
        };
        let level_range = match settings.finds_level {
            true => LevelRange::of_games(&games, &scanned, settings, questions)?,
            false => None,
        };
        Ok(Study {
            level_range,
            summary: summary::Summary::new(&games, &scanned, &problems, comparison.as_ref()),
            games,
            problems,
            mistakes: count,
            dropped,
            comparison,
            level: settings.level,
            engine: concat!("Komadai ", env!("CARGO_PKG_VERSION")).to_string(),
            nodes: settings.nodes,
        })
    }
}

/// Lets all levels try the problems, and sets the difficulty of each.
fn try_levels(
    problems: &mut [StudyProblem],
    settings: &StudySettings,
    questions: &mut Questions<'_>,
) -> Result<(), JournalError> {
    let mut asked = Vec::new();
    let is_tried = |problem: &&StudyProblem| problem.mistake.kind != ProblemKind::Declare;
    for problem in problems.iter().filter(is_tried) {
        for level in (0..STEPS).map(level_of) {
            for run in 0..RUNS.len() {
                let place = problem.mistake.place.clone();
                asked.push(Ask::new(place, Question::Level { level, run }));
            }
        }
    }
    let mut answers = questions.ask(Stage::Levels, &asked)?.into_iter();
    for problem in problems.iter_mut() {
        if problem.mistake.kind == ProblemKind::Declare {
            continue;
        }
        let answers_of = &problem.mistake.answers;
        let mut solved = vec![0; STEPS];
        for count in &mut solved {
            for answer in answers.by_ref().take(RUNS.len()) {
                let mv = answer.best().and_then(Line::first);
                let is_right = answers_of.iter().any(|line| line.first() == mv);
                *count += usize::from(mv.is_some() && is_right);
            }
        }
        let difficulty = Difficulty::new(&solved, RUNS.len(), settings.level);
        let user = settings.level.map(step_of);
        problem.reach = user.map(|user| Reach::of(difficulty.step(), user));
        problem.difficulty = Some(difficulty);
    }
    Ok(())
}

/// Steps above the user's level at which the share of solvers is read for a problem's worth.
const STEPS_ABOVE: usize = 3;

/// The most useful problems, at most `a_game` from each game, the best first.
fn chosen(
    mut problems: Vec<StudyProblem>,
    settings: &StudySettings,
    a_game: usize,
) -> Vec<StudyProblem> {
    for problem in &mut problems {
        let share = match (&problem.difficulty, settings.level) {
            (Some(difficulty), Some(level)) => difficulty.share(step_of(level) + STEPS_ABOVE),
            _ => 1.0,
        };
        problem.worth = problem.mistake.weight() * share;
    }
    let is_wanted =
        |problem: &StudyProblem| settings.is_beyond || problem.reach != Some(Reach::Beyond);
    problems.retain(is_wanted);
    let place = |problem: &StudyProblem| (problem.mistake.game, problem.mistake.ply);
    problems.sort_by(|a, b| {
        let by_worth = b.worth.total_cmp(&a.worth);
        by_worth.then_with(|| place(a).cmp(&place(b)))
    });
    let mut kept: Vec<StudyProblem> = Vec::new();
    for problem in problems {
        let of_game = kept
            .iter()
            .filter(|one| one.mistake.game == problem.mistake.game);
        let of_game: Vec<&StudyProblem> = of_game.collect();
        let is_known = of_game.iter().any(|one| is_like(one, &problem));
        if of_game.len() < a_game && !is_known {
            kept.push(problem);
        }
    }
    kept
}

/// Whether two problems of a game teach the same.
fn is_like(one: &StudyProblem, other: &StudyProblem) -> bool {
    let [own, its] = [one, other].map(|problem| problem.mistake.lesson());
    let has_same_fact = |a: &Option<Fact>, b: &Option<Fact>| match (a, b) {
        (Some(a), Some(b)) => a.is_about_the_same(b),
        _ => false,
    };
    own.is_like(&its)
        || own.is_near(&its)
            && (has_same_fact(&one.against, &other.against)
                || has_same_fact(&one.reason, &other.reason))
}

/// Judges every legal move of each problem, so that a page can comment on any move tried.
fn judge_every_move(
    problems: &mut [StudyProblem],
    settings: &StudySettings,
    questions: &mut Questions<'_>,
) -> Result<(), JournalError> {
    let nodes = settings.nodes.every;
    let ask =
        |problem: &StudyProblem| Ask::new(problem.mistake.place.clone(), Question::Every { nodes });
    let asked: Vec<Ask> = problems.iter().map(ask).collect();
    let answers = questions.ask(Stage::Moves, &asked)?;
    for (problem, answer) in problems.iter_mut().zip(answers) {
        problem.table = answer.lines().to_vec();
    }
    Ok(())
}
