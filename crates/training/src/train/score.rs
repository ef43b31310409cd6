//! The scores of games in one unit.
//!
//! Teachers count in different units, so each score is brought to one in which
//! 600 ([`UNIT`]) are what its teacher calls odds of e to 1.
//! [`super::label`] makes chances of them.

use crate::pack::GamePly;
use komadai::types::Value;

/// The unit of scores: so many are odds of e to 1, by the word of their teacher.
pub const UNIT: f32 = 600.0;

/// A score in that unit, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    units: i16,
    /// Whether the game went on with a move that the search did not prefer.
    deviates: bool,
}

impl Score {
    /// No search gave one.
    pub const NONE: Score = Score {
        units: i16::MIN,
        deviates: false,
    };
    /// A proven win.
    const WON: i16 = i16::MAX;

    /// A stored score, `odds` of whose units are odds of e to 1. Those beyond
    /// every evaluation are proven results.
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

    /// Whether the plies after it say nothing about this score.
    pub fn deviates(self) -> bool {
        self.deviates
    }

    /// Whether a proven result is a win; `None` if nothing is proven.
    pub fn proven(self) -> Option<bool> {
        match self.units {
            Score::WON => Some(true),
            lost if lost == -Score::WON => Some(false),
            _ => None,
        }
    }

    /// The number, unless it is none or a proven result.
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
