//! Scores as people and programs read them, and the chance to win they stand for.

use serde::Serialize;

use crate::eval::scale::ODDS_CENTIPAWNS;
use crate::types::Value;

/// A score in the words of USI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Plies to mate, negative when the side whose view it is gets mated. 0 is
    /// mate on the board: for the side to move, that side is the one mated.
    Mate(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        match value.mate_distance() {
            Some(plies) => Score::Mate(plies),
            None => Score::Cp(value.centipawns()),
        }
    }
}

impl Score {
    /// `+0.43` in pawns, `mate in 5`, `mated in 4`.
    pub fn in_words(self) -> String {
        match self {
            Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
            Score::Mate(0) => "mated".to_string(),
            Score::Mate(plies) if plies > 0 => format!("mate in {plies}"),
            Score::Mate(plies) => format!("mated in {}", -plies),
        }
    }
}

/// The chance to win that a score stands for, from 0 to 1: a logistic curve on
/// which [`ODDS_CENTIPAWNS`], as usual in shogi, are odds of e to 1. A known mate is
/// certain.
pub fn win_probability(value: Value) -> f64 {
    match Score::from(value) {
        Score::Mate(_) => f64::from(u8::from(value.is_win())),
        Score::Cp(cp) => 1.0 / (1.0 + (-f64::from(cp) / f64::from(ODDS_CENTIPAWNS)).exp()),
    }
}

/// A fraction or percentage cut to `digits` digits behind the point, for output.
pub(super) fn round(value: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_is_one_half_and_600_centipawns_are_e_to_1() {
        for (value, p) in [
            (Value::ZERO, 0.5),
            (Value::from_centipawns(600), 0.7311),
            (Value::from_centipawns(-600), 0.2689),
            (Value::mate_in(5), 1.0),
            (Value::mated_in(4), 0.0),
            (Value::mated_in(0), 0.0),
            (-Value::mated_in(0), 1.0),
        ] {
            let found = win_probability(value);
            assert!((found - p).abs() < 1e-3, "{value:?}: {found}");
        }
    }

    #[test]
    fn scores_in_words() {
        for (value, text) in [
            (Value(39), "+0.43"),
            (Value(-90), "-1.00"),
            (Value::mate_in(5), "mate in 5"),
            (Value::mated_in(4), "mated in 4"),
            (Value::mated_in(0), "mated"),
        ] {
            assert_eq!(Score::from(value).in_words(), text);
        }
    }
}
