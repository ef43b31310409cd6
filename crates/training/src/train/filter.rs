//! Filter of training positions, and counts of positions left out.

use serde::{Deserialize, Serialize};

use super::score::Score;
use komadai::position::Position;
use komadai::types::Move;

/// Filter of training positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Positions before this ply are left out, unless the ply is unknown.
    pub min_ply: u16,
    /// Positions with a greater absolute score or a proven result are left out; `score::UNIT` units
    /// are odds of e to 1.
    pub max_score: i16,
    /// Keep positions in check.
    pub keep_checks: bool,
    /// Keep positions in which the move played is a capture or a promotion.
    pub keep_captures: bool,
    /// Keep games that ended at the limit of plies.
    pub keep_max_plies: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            min_ply: 8,
            max_score: 3000,
            keep_checks: false,
            keep_captures: false,
            keep_max_plies: false,
        }
    }
}

impl Filter {
    /// The reason to leave out a position in which `mv` was played; `None` if it is kept.
    pub(super) fn refuses(&self, pos: &Position, mv: Move, score: Score) -> Option<Refusal> {
        if score == Score::NONE {
            return Some(Refusal::NoScore);
        }
        let fits = |units: i16| units.unsigned_abs() <= self.max_score.unsigned_abs();
        if !score.units().is_some_and(fits) {
            return Some(Refusal::Score);
        }
        if !self.keep_checks && pos.in_check() {
            return Some(Refusal::Check);
        }
        if !self.keep_captures && (pos.is_capture(mv) || mv.is_promotion()) {
            return Some(Refusal::Capture);
        }
        None
    }
}

/// Reason for leaving out a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    NoScore,
    Score,
    Check,
    Capture,
}

/// Counts of the games and positions that a data set was loaded from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Games, or runs of single-position records held out together.
    pub games: u64,
    /// Games left out because they ended at the limit of plies.
    pub too_long: u64,
    /// Games or records left out because they break the rules.
    pub illegal: u64,
    /// Damaged stretches and torn ends of files.
    pub damaged: u64,
    /// Positions read.
    pub positions: u64,
    /// Positions left out: before `min_ply`, in the opening, or without a score.
    pub opening: u64,
    /// Positions left out: score beyond the limit, or a proven result.
    pub score: u64,
    /// Positions left out: side to move in check.
    pub check: u64,
    /// Positions left out: the move played is a capture or promotion.
    pub capture: u64,
}

impl Counts {
    /// Adds the counts of other games.
    pub(super) fn add(&mut self, other: &Counts) {
        self.games += other.games;
        self.too_long += other.too_long;
        self.illegal += other.illegal;
        self.damaged += other.damaged;
        self.positions += other.positions;
        self.opening += other.opening;
        self.score += other.score;
        self.check += other.check;
        self.capture += other.capture;
    }

    /// Counts a position left out.
    pub(super) fn refuse(&mut self, refusal: Refusal) {
        match refusal {
            Refusal::NoScore => self.opening += 1,
            Refusal::Score => self.score += 1,
            Refusal::Check => self.check += 1,
            Refusal::Capture => self.capture += 1,
        }
    }
}
