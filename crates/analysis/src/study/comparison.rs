//! Losses beside those of a level: what a player of that level loses in the same positions.
//!
//! The mean loss of a move does not order players, since easy positions forgive everything; the
//! loss that a level expects in the same positions does.

use std::collections::HashMap;

use serde::Serialize;

use super::game::Game;
use super::ladder::{STEPS, level_of, step_of};
use super::place::Line;
use super::questions::{Ask, Question, Questions, RUNS, Stage};
use super::select::ScannedGame;
use super::settings::StudySettings;
use komadai::files::journal::JournalError;
use komadai::types::Move;

/// The chances between which a game is not decided.
const UNDECIDED: std::ops::RangeInclusive<f64> = 0.10..=0.90;

/// Loss of a move and the loss that the level expects there, as chances from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Of the player.
    pub loss: f64,
    /// Of the level.
    pub expected: f64,
}

/// A game beside the level, in points: hundredths of a chance to win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct GameCompared {
    /// Moves compared.
    pub moves: usize,
    /// What they lost.
    pub loss: f64,
    /// What the level loses in the same positions.
    pub expected: f64,
}

/// All games beside the level.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Each game.
    pub games: Vec<GameCompared>,
    /// Each move compared, by game and moves made before it.
    pub moves: HashMap<(usize, usize), Compared>,
}

impl Comparison {
    /// Lets the levels next to the user's move in every position that is not decided.
    ///
    /// # Errors
    /// If the progress file cannot be written.
    pub fn new(
        games: &[Game],
        scanned: &[ScannedGame],
        settings: &StudySettings,
        questions: &mut Questions<'_>,
    ) -> Result<Comparison, JournalError> {
        let Some(level) = settings.level else {
            return Ok(Comparison::default());
        };
        let step = step_of(level);
        let levels: Vec<i32> = (step.saturating_sub(1)..=(step + 1).min(STEPS - 1))
            .map(level_of)
            .collect();
        let mut own = Vec::new();
        for (index, (game, scanned)) in games.iter().zip(scanned).enumerate() {
            let is_open = |&ply: &usize| {
                let found = scanned.loss(game, ply);
                game.is_own(ply) && found.is_some_and(|(had, _)| UNDECIDED.contains(&had))
            };
            own.extend(
                (0..game.moves.len())
                    .filter(is_open)
                    .map(|ply| (index, ply)),
            );
        }
        let mut asked = Vec::new();
        for &(game, ply) in &own {
            for &level in &levels {
                let runs = (0..RUNS.len()).map(|run| Question::Level { level, run });
                asked.extend(runs.map(|question| Ask::new(games[game].place(ply), question)));
            }
        }
        let tries = levels.len() * RUNS.len();
        let answers = questions.ask(Stage::Compare, &asked)?;
        let tried: Vec<Vec<Move>> = answers
            .chunks(tries)
            .map(|answers| answers.iter().filter_map(|a| a.best()?.first()).collect())
            .collect();
        let mut asked = Vec::new();
        let mut children = Vec::new();
        for (&(game, ply), tried) in own.iter().zip(&tried) {
            let best = scanned[game].positions[ply].line.first();
            let mut moves: Vec<Move> = tried.clone();
            moves.extend(best.into_iter().chain(games[game].moves.get(ply).copied()));
            moves.sort_by_key(|mv| mv.bits());
            moves.dedup();
            let question = Question::Lines {
                nodes: settings.nodes.compare,
                lines: 1,
            };
            let place = games[game].place(ply);
            asked.extend(moves.iter().map(|&mv| Ask::new(place.after(mv), question)));
            children.push(moves);
        }
        let mut answers = questions.ask(Stage::Compare, &asked)?.into_iter();
        let mut found = Comparison {
            games: vec![GameCompared::default(); games.len()],
            moves: HashMap::new(),
        };
        for ((&(game, ply), tried), moves) in own.iter().zip(&tried).zip(children) {
            let lines: Vec<Option<Line>> = moves
                .iter()
                .map(|&mv| answers.next()?.best().map(|line| line.behind(mv)))
                .collect();
            let chances: HashMap<Move, f64> = moves
                .into_iter()
                .zip(&lines)
                .filter_map(|(mv, line)| {
                    let line = line.as_ref().filter(|line| !line.score.is_repetition())?;
                    Some((mv, line.chance()))
                })
                .collect();
            let played = games[game].moves.get(ply).and_then(|mv| chances.get(mv));
            let tried: Vec<f64> = tried
                .iter()
                .filter_map(|mv| chances.get(mv))
                .copied()
                .collect();
            let (Some(&played), false) = (played, tried.is_empty()) else {
                continue;
            };
            let most = chances.values().copied().fold(0.0, f64::max);
            let mean = tried.iter().sum::<f64>() / tried.len() as f64;
            let compared = Compared {
                loss: most - played,
                expected: most - mean,
            };
            found.moves.insert((game, ply), compared);
            let sum = &mut found.games[game];
            sum.moves += 1;
            sum.loss += 100.0 * compared.loss;
            sum.expected += 100.0 * compared.expected;
        }
        Ok(found)
    }
}
