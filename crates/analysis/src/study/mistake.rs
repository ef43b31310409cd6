//! A mistake with its correct answers, and the thresholds between right and wrong moves.
//!
//! All thresholds are win probabilities from 0 to 1.

use std::collections::BTreeMap;

use super::lesson::Lesson;
use super::place::{Line, PlaceInGame};
use super::settings::ProblemKind;
use crate::motif::Proof;
use komadai::position::Position;
use komadai::types::Move;

/// Loss from which a move is a mistake.
pub(super) const MISTAKE: f64 = 0.15;
/// Win probability before a mistake below which the game was lost anyway, in the confirming and the
/// judging search.
pub(super) const STILL_OPEN: f64 = 0.30;
/// Loss up to which a move is an answer.
pub(super) const ANSWER: f64 = 0.05;
/// No move may lose between [`ANSWER`] and this, so that every move is clearly right or wrong.
pub(super) const GAP: f64 = 0.10;
/// Smallest loss that a missed mate counts as.
const LEAST_OF_MATES: f64 = 0.15;

/// Results of the searches around a mistake, from which its reasons are proven.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    /// Mate by the player, before the mistake.
    pub own: Proof,
    /// Mate by the opponent, after the mistake.
    pub after_played: Proof,
    /// Mate by the opponent, after the best answer.
    pub after_best: Proof,
    /// Mate by the opponent, if the player passed; [`Proof::Open`] in check.
    pub passed: Proof,
    /// Mate by the player, after the best answer and a pass of the opponent.
    pub best_passed: Proof,
    /// Mate by the player, after the mistake and a pass of the opponent.
    pub played_passed: Proof,
    /// Mate by the opponent, after the mistake, the reply to it, and a pass of the player.
    pub reply_passed: Proof,
    /// The same after the best answer; [`Proof::NoMate`] if the reply cannot be played there.
    pub best_reply_passed: Proof,
    /// The line of the best move and the capture of the piece that it moved, if this capture is
    /// worse than the opponent's best reply; and whether the line is a proven mate.
    pub if_taken: Option<(Vec<Move>, bool)>,
    /// The opponent's drop on the destination square of the best move, if that drop would be by far
    /// the opponent's strongest move after a pass of the player.
    pub key_drop: Option<Move>,
}

/// A mistake with its correct answers.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// Index of the game.
    pub game: usize,
    /// Number of moves made before the mistake.
    pub ply: usize,
    /// The position before the mistake, with the moves that lead there.
    pub place: PlaceInGame,
    /// The position before the mistake.
    pub pos: Position,
    /// The kind of problem that it makes.
    pub kind: ProblemKind,
    /// The mistake, followed by the opponent's best line.
    pub played: Line,
    /// The correct answers, the best first; empty for a declaration.
    pub answers: Vec<Line>,
    /// Other moves with their lines, the best first.
    pub others: Vec<Line>,
    /// Loss of win probability by the mistake.
    pub loss: f64,
    /// Whether the opponent had just made a mistake.
    pub punishes: bool,
    /// Mates before and after the mistake.
    pub proofs: Proofs,
}

impl Mistake {
    /// The loss by which mistakes are ranked. The measured loss of a missed mate is small if the
    /// game stayed won.
    pub(super) fn weight(&self) -> f64 {
        match self.kind {
            ProblemKind::Mate => self.loss.max(LEAST_OF_MATES),
            _ => self.loss,
        }
    }

    /// What the mistake teaches.
    pub(super) fn lesson(&self) -> Lesson {
        Lesson::new(self.game, self.ply, &self.answers)
    }
}

/// Number of candidates that were dropped, by reason.
pub type Dropped = BTreeMap<&'static str, usize>;
