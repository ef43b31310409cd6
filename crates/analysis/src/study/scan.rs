//! Scan: a first search of every position of the games, which shows possible mistakes.

use super::game::StudyGame;
use super::place::Line;
use super::questions::{Ask, Question, Questions, Stage};
use super::settings::StudySettings;
use crate::motif::Proof;
use crate::report::analysis::{Phase, phases};
use komadai::position::{Declaration, EnteringKingRule, Position};
use komadai::types::Score;
use komadai_journal::JournalError;

/// Result of the first search of a position.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// The best line.
    pub line: Line,
    /// Mate by the side to move.
    pub mate: Proof,
    /// Whether the side to move can win by declaration.
    pub declares: bool,
}

/// A game with the first search of its positions.
#[derive(Clone, Debug)]
pub struct ScannedGame {
    /// The start position, and the position after each move.
    pub positions: Vec<Scanned>,
    /// The phase of each move.
    pub phases: Vec<Phase>,
}

impl ScannedGame {
    /// The mover's win probability before the move at `ply`, and the loss by that move: 0 for the
    /// best move, and if a search ends in a repetition with better or worse hands, whose value is
    /// unknown.
    pub fn loss(&self, game: &StudyGame, ply: usize) -> Option<(f64, f64)> {
        let (before, after) = (self.positions.get(ply)?, self.positions.get(ply + 1)?);
        let played = *game.moves.get(ply)?;
        let had = before.line.chance();
        let is_measured = before.line.first() != Some(played)
            && !before.line.score.is_repetition()
            && !after.line.score.is_repetition();
        let loss = match is_measured {
            true => (had - (1.0 - after.line.chance())).max(0.0),
            false => 0.0,
        };
        Some((had, loss))
    }
}

/// Searches every position of the games.
///
/// # Errors
/// If the progress file cannot be written.
pub fn scan(
    games: &[StudyGame],
    settings: &StudySettings,
    questions: &mut Questions<'_>,
) -> Result<Vec<ScannedGame>, JournalError> {
    let nodes = settings.nodes;
    let lines = Question::Lines {
        nodes: nodes.scan,
        lines: 1,
    };
    let mate = Question::Mate { nodes: nodes.mate };
    let mut asked = Vec::new();
    for game in games {
        for ply in 0..=game.moves.len() {
            asked.push(Ask::new(game.place(ply), lines.clone()));
            asked.push(Ask::new(game.place(ply), mate.clone()));
        }
    }
    let mut answers = questions.ask(Stage::Scan, &asked)?.into_iter();
    let mut found = Vec::new();
    for game in games {
        let mut positions = Vec::new();
        let mut pos = Position::clone(&game.start);
        for ply in 0..=game.moves.len() {
            let line = answers.next().and_then(|answer| answer.best().cloned());
            let mate = answers.next().map_or(Proof::Open, |answer| answer.proof());
            positions.push(Scanned {
                line: line.unwrap_or_else(no_line),
                mate,
                declares: pos.declaration(EnteringKingRule::default()) == Declaration::Win,
            });
            if let Some(&mv) = game.moves.get(ply) {
                pos.do_move(mv);
            }
        }
        found.push(ScannedGame {
            positions,
            phases: phases(&game.start, &game.moves),
        });
    }
    Ok(found)
}

fn no_line() -> Line {
    Line {
        score: Score::ZERO,
        moves: Vec::new(),
    }
}
