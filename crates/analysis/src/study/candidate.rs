//! Candidates: moves of the first search that may be mistakes.

use super::game::StudyGame;
use super::mistake::{MISTAKE, Mistake, Proofs};
use super::place::{Line, PlaceInGame};
use super::questions::{Ask, Question};
use super::scan::ScannedGame;
use super::settings::{MATE_PLIES, ProblemKind};
use komadai::position::Position;
use komadai::types::{Move, Score};

/// Loss from which a move of the first search is a candidate.
const LOSS: f64 = 0.10;
/// Win probability before the move below which a loss is no candidate: the game was lost anyway.
const OPEN: f64 = 0.25;
/// Win probability before a move that allows a mate, below which the game was lost anyway.
const LOST: f64 = 0.10;

/// A move that may be a mistake.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Index of the game.
    pub game: usize,
    /// Number of moves made before.
    pub ply: usize,
    /// The position before the move, with the moves that lead there.
    pub place: PlaceInGame,
    /// The position before the move.
    pub pos: Position,
    /// The move.
    pub played: Move,
    /// Whether the player had a mate and played another move.
    pub had_mate: bool,
    /// Whether the opponent has a mate after the move.
    allowed_mate: bool,
    /// Whether the player could declare a win instead.
    pub declares: bool,
    /// Whether the opponent had just made a mistake.
    punishes: bool,
}

impl Candidate {
    /// The candidates of a game, in the order of its moves.
    pub(super) fn of_game(index: usize, game: &StudyGame, scanned: &ScannedGame) -> Vec<Candidate> {
        let mut found = Vec::new();
        let mut has_declared = false;
        for (ply, &played) in game.moves.iter().enumerate() {
            let Some((had, loss)) = scanned.loss(game, ply).filter(|_| game.is_own(ply)) else {
                continue;
            };
            let (before, after) = (&scanned.positions[ply], &scanned.positions[ply + 1]);
            let had_mate = before.mate.mates_in(MATE_PLIES)
                && before.mate.mate().and_then(|line| line.first()) != Some(&played);
            let allowed_mate = after.mate.mates_in(MATE_PLIES);
            let declares = before.declares && !has_declared;
            let earlier = ply.checked_sub(1).and_then(|ply| scanned.loss(game, ply));
            let punishes = earlier.is_some_and(|(_, loss)| loss >= MISTAKE);
            let is_loss = loss >= LOSS && (had >= OPEN || punishes);
            let is_mated = allowed_mate && had >= LOST;
            if is_loss || is_mated || had_mate || declares {
                has_declared |= declares;
                let place = game.place(ply);
                found.push(Candidate {
                    game: index,
                    ply,
                    pos: place.position(),
                    place,
                    played,
                    had_mate,
                    allowed_mate,
                    declares,
                    punishes,
                });
            }
        }
        found
    }

    /// The mistake, still without answers, scores and proofs.
    pub(super) fn mistake(&self) -> Mistake {
        Mistake {
            game: self.game,
            ply: self.ply,
            place: self.place.clone(),
            pos: self.pos.clone(),
            kind: match (self.allowed_mate, self.punishes) {
                (true, _) => ProblemKind::Defend,
                (false, true) => ProblemKind::Punish,
                (false, false) => ProblemKind::Next,
            },
            played: Line {
                score: Score::ZERO,
                moves: vec![self.played],
            },
            answers: Vec::new(),
            others: Vec::new(),
            loss: 0.0,
            punishes: self.punishes,
            proofs: Proofs::default(),
        }
    }

    /// Question for the best line after a move in the position of the candidate.
    pub(super) fn ask_after(&self, mv: Move, nodes: u64) -> Ask {
        Ask::new(self.place.after(mv), Question::Lines { nodes, lines: 1 })
    }
}

/// A candidate that the confirming search shows to be a mistake.
pub(super) struct Confirmed<'a> {
    pub candidate: &'a Candidate,
    /// The correct answers, the best first.
    pub answers: Vec<Line>,
    /// Other moves with their lines, the best first.
    pub others: Vec<Line>,
    /// The move played, followed by the opponent's best line.
    pub played: Line,
}
