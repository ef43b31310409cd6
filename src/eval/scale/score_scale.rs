//! From the scores of the search to those that are shown, and back.

use crate::types::Value;

/// The centipawns that people, GUIs and books read as odds of e to 1.
pub const ODDS_CENTIPAWNS: i32 = 600;

/// The ratio of the scores shown to those of the search.
///
/// The search wants scores on the scale of its margins, whatever they say about
/// the result. Everybody else reads 600 centipawns as odds of e to 1 (Ponanza's
/// constant). An evaluator that knows what its output stands for has its
/// scores converted where they leave the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreScale {
    shown: i64,
    searched: i64,
}

impl ScoreScale {
    /// Scores are shown as they are.
    pub const SAME: ScoreScale = ScoreScale {
        shown: 1,
        searched: 1,
    };

    /// The scale of an evaluator whose output, divided by `divisor` for the
    /// search, stands for odds of e to 1 where it is `odds`.
    pub fn of_output(divisor: i32, odds: i32) -> ScoreScale {
        ScoreScale {
            shown: i64::from(divisor.max(1))
                * i64::from(ODDS_CENTIPAWNS)
                * i64::from(Value::from_centipawns(100).0),
            searched: 100 * i64::from(odds.max(1)),
        }
    }

    /// The score to show for one of the search. Proven results stay what they are.
    pub fn show(self, value: Value) -> Value {
        convert(value, self.shown, self.searched)
    }

    /// The score of the search that is shown as `value`.
    pub fn search(self, value: Value) -> Value {
        convert(value, self.searched, self.shown)
    }

    /// What so many units of the search are in units shown, without any limit.
    pub fn show_units(self, units: i32) -> i32 {
        let shown = divide(i64::from(units) * self.shown, self.searched);
        shown.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

fn convert(value: Value, by: i64, over: i64) -> Value {
    if value.abs() > Value::MAX_EVAL {
        return value;
    }
    let limit = i64::from(Value::MAX_EVAL.0);
    Value(divide(i64::from(value.0) * by, over).clamp(-limit, limit) as i32)
}

/// `a / b` rounded to the nearest number, halves away from zero.
fn divide(a: i64, b: i64) -> i64 {
    (a + a.signum() * (b / 2)) / b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_hundred_centipawns_are_odds_of_e_to_1() {
        for (divisor, odds) in [
            (10, 9600),
            (16, 9600),
            (24, 9600),
            (16, 320),
            (1, 1_000_000),
        ] {
            let scale = ScoreScale::of_output(divisor, odds);
            let shown = scale.show_units(odds / divisor);
            assert!((shown - 540).abs() <= 2, "{divisor} {odds}: {shown}");
        }
        let scale = ScoreScale::of_output(10, 9600);
        assert_eq!(scale.show(Value(960)).centipawns(), 600);
        assert_eq!(scale.show(Value(-960)).centipawns(), -600);
        assert_eq!(scale.search(Value::from_centipawns(600)), Value(960));
    }

    #[test]
    fn the_way_back_leads_near() {
        let scale = ScoreScale::of_output(10, 9600);
        for units in -5000..=5000 {
            let back = scale.search(scale.show(Value(units)));
            assert!((back.0 - units).abs() <= 1, "{units}: {back:?}");
            assert_eq!(scale.show(Value(-units)), -scale.show(Value(units)));
            assert_eq!(ScoreScale::SAME.show(Value(units)), Value(units));
        }
    }

    #[test]
    fn proven_results_stay_and_no_score_becomes_one() {
        for scale in [
            ScoreScale::of_output(10, 9600),
            ScoreScale::of_output(128, 100),
        ] {
            for value in [
                Value::mate_in(5),
                Value::mated_in(4),
                Value::RULE_WIN,
                -Value::RULE_WIN,
                Value::INFINITE,
                Value::NONE,
            ] {
                assert_eq!(scale.show(value), value);
                assert_eq!(scale.search(value), value);
            }
            for value in [Value::MAX_EVAL, -Value::MAX_EVAL, Value(20_000)] {
                assert!(!scale.show(value).is_decisive());
                assert!(!scale.search(value).is_decisive());
            }
        }
    }
}
