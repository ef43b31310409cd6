//! Search scores of games, converted to one unit.
//!
//! Teachers use different units, so each score is scaled such that 600 ([`UNIT`]) stand for what
//! its teacher calls odds of e to 1. [`super::label`] turns scores into chances.

use crate::pack::GamePly;
use komadai::types::Value;

/// Converted score of a position with odds of e to 1 according to its teacher.
pub const UNIT: f32 = 600.0;

/// A converted score, a proven result, or no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    units: i16,
    /// Whether the move played differs from the one that the search preferred.
    deviates: bool,
}

impl Score {
    /// The position was not searched, or the search gave no usable score.
    pub const NONE: Score = Score {
        units: i16::MIN,
        deviates: false,
    };
    /// `units` of a proven win; a proven loss has the negated number.
    const WON: i16 = i16::MAX;

    /// Converts a stored score; `odds`: the stored score at which the odds of winning are e to 1. A
    /// score beyond the range of evaluations is a proven result.
    pub fn new(stored: Option<i16>, odds: f32) -> Score {
        let limit = Value::MAX_EVAL.0;
        match stored {
            None => Score::NONE,
            Some(proven) if i32::from(proven).abs() > limit => {
                Score::from_units(proven.signum() * Score::WON)
            }
            Some(score) => {
                let scaled = (f32::from(score) * UNIT / odds).round();
                Score::from_units(scaled.clamp(-limit as f32, limit as f32) as i16)
            }
        }
    }

    /// The score of a ply of a game.
    pub fn of_ply(ply: &GamePly, odds: f32) -> Score {
        Score {
            deviates: ply.deviates,
            ..Score::new(ply.score, odds)
        }
    }

    fn from_units(units: i16) -> Score {
        Score {
            units,
            deviates: false,
        }
    }

    /// Whether the move played differs from the one that the search preferred, so that later plies
    /// say nothing about this score.
    pub fn deviates(self) -> bool {
        self.deviates
    }

    /// Some(true) for a proven win, Some(false) for a proven loss, `None` otherwise.
    pub fn proven(self) -> Option<bool> {
        match self.units {
            Score::WON => Some(true),
            lost if lost == -Score::WON => Some(false),
            _ => None,
        }
    }

    /// The converted score; `None` for a proven result or no score.
    pub fn units(self) -> Option<i16> {
        (self.units != Score::NONE.units && self.proven().is_none()).then_some(self.units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::label::Curve;

    const CURVE: Curve = Curve { scale: 500.0 };

    #[test]
    fn scores_of_all_teachers_come_to_one_unit() {
        for (stored, odds, units) in [
            (100, 600.0, 100),
            (540, 540.0, 600),
            (-540, 540.0, -600),
            (320, 320.0, 600),
            (9600, 9600.0, 600),
            (27_000, 100.0, 27_000),
        ] {
            assert_eq!(Score::new(Some(stored), odds).units(), Some(units));
        }
        for proven in [28_000, 31_990, 32_000, i16::MAX] {
            let won = Score::new(Some(proven), 540.0);
            assert_eq!((won.units(), CURVE.chance(won)), (None, Some(1.0)));
            let lost = Score::new(Some(-proven), 540.0);
            assert_eq!((lost.units(), CURVE.chance(lost)), (None, Some(0.0)));
        }
        let none = Score::new(None, 600.0);
        assert_eq!((none.units(), CURVE.chance(none)), (None, None));
        let even = Score::new(Some(500), 600.0);
        assert!((CURVE.chance(even).unwrap() - 0.731_058_6).abs() < 1e-6);
    }
}
