//! From the values of the search to the scores that are shown, and back.

use crate::types::{MAX_PLY, Score, Value};

/// The largest evaluation, with a pawn at 100.
const MOST_CENTIPAWNS: i32 = Value::MAX_EVAL.0 * 100 / Value::PAWN;

/// The ratio of the scores shown to the values of the search.
///
/// The search wants values on the scale of its margins, whatever they say about
/// the result. Everybody else reads 600 centipawns as odds of e to 1
/// ([`Score::ODDS_CENTIPAWNS`]). An evaluator that knows what its output stands
/// for has its values converted where they leave the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreScale {
    shown: i64,
    searched: i64,
}

impl ScoreScale {
    /// A pawn, 90 in the search, is shown as 100 centipawns.
    pub const SAME: ScoreScale = ScoreScale {
        shown: 1,
        searched: 1,
    };

    /// The scale of an evaluator whose output, divided by `divisor` for the
    /// search, stands for odds of e to 1 where it is `odds`.
    pub fn of_output(divisor: i32, odds: i32) -> ScoreScale {
        ScoreScale {
            shown: i64::from(divisor.max(1))
                * i64::from(Score::ODDS_CENTIPAWNS)
                * i64::from(Value::PAWN),
            searched: 100 * i64::from(odds.max(1)),
        }
    }

    /// The score to show for a value of the search.
    ///
    /// Beyond the evaluations lie bands, in which every value stands for one
    /// kind of score: the search may have changed it by a few plies or units.
    pub fn show(self, value: Value) -> Score {
        let winning = value > Value::ZERO;
        if value.abs() <= Value::MAX_EVAL {
            Score::Centipawns(
                self.centipawns(value.0)
                    .clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS),
            )
        } else if value.abs() < Value::RULE_WIN - MAX_PLY as i32 {
            Score::Repetition { better: winning }
        } else if value.abs() < Value::MATE_IN_MAX_PLY {
            Score::Rule { winning }
        } else {
            let plies = (Value::MATE - value.abs()).max(0);
            Score::Mate {
                winning,
                plies: u32::try_from(plies).ok(),
            }
        }
    }

    /// The value of the search that is shown as so many centipawns.
    pub fn search(self, centipawns: i32) -> Value {
        let units = divide(
            i128::from(centipawns) * i128::from(Value::PAWN) * i128::from(self.searched),
            100 * i128::from(self.shown),
        );
        let limit = i128::from(Value::MAX_EVAL.0);
        Value(units.clamp(-limit, limit) as i32)
    }

    /// What so many units of the search are in centipawns, without any limit; truncated toward
    /// zero, as the engines of the field show it.
    pub fn centipawns(self, units: i32) -> i32 {
        // One division, so that only one fraction is lost.
        let shown = i128::from(units) * i128::from(self.shown) * 100
            / (i128::from(self.searched) * i128::from(Value::PAWN));
        shown.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

/// `a / b` rounded to the nearest number, halves away from zero.
fn divide(a: i128, b: i128) -> i128 {
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
            let shown = scale.centipawns(odds / divisor);
            assert!((shown - 600).abs() <= 3, "{divisor} {odds}: {shown}");
        }
        let scale = ScoreScale::of_output(10, 9600);
        assert_eq!(scale.show(Value(960)), Score::Centipawns(600));
        assert_eq!(scale.show(Value(-960)), Score::Centipawns(-600));
        assert_eq!(scale.search(600), Value(960));
        // 61 and 67 times 0.625 are 38.1 and 41.9.
        assert_eq!(scale.show(Value(61)), Score::Centipawns(38));
        assert_eq!(scale.show(Value(-67)), Score::Centipawns(-41));
    }

    #[test]
    fn counting_material_a_pawn_is_100() {
        for (units, centipawns) in [
            (90, 100),
            (-91, -101),
            (-45, -50),
            (39, 43),
            (27_000, 30_000),
        ] {
            let shown = ScoreScale::SAME.show(Value(units));
            assert_eq!(shown, Score::Centipawns(centipawns));
            assert_eq!(ScoreScale::SAME.centipawns(units), centipawns);
        }
    }

    #[test]
    fn the_way_back_leads_near() {
        let scale = ScoreScale::of_output(10, 9600);
        for units in -5000..=5000 {
            for (scale, reach) in [(scale, 2), (ScoreScale::SAME, 1)] {
                let shown = scale.show(Value(units));
                let back = scale.search(shown.centipawns());
                assert!((back.0 - units).abs() <= reach, "{units}: {back:?}");
                assert_eq!(scale.show(Value(-units)), -shown);
            }
        }
    }

    #[test]
    fn what_is_decided_keeps_its_kind_on_every_scale_and_no_evaluation_becomes_it() {
        for scale in [
            ScoreScale::SAME,
            ScoreScale::of_output(10, 9600),
            ScoreScale::of_output(128, 100),
            ScoreScale::of_output(1, 1_000_000),
        ] {
            for (value, score) in [
                (Value::mate_in(5), Score::mate_in(5)),
                (Value::mated_in(4), Score::mated_in(4)),
                (Value::mated_in(0), Score::mated_in(0)),
                (Value::mate_in(MAX_PLY), Score::mate_in(MAX_PLY as u32)),
                (Value::RULE_WIN, Score::Rule { winning: true }),
                (Value::RULE_WIN - 245, Score::Rule { winning: true }),
                (-Value::RULE_WIN, Score::Rule { winning: false }),
                (Value::SUPERIOR, Score::Repetition { better: true }),
                (-Value::SUPERIOR, Score::Repetition { better: false }),
                (Value::SUPERIOR - 200, Score::Repetition { better: true }),
            ] {
                assert_eq!(scale.show(value), score);
            }
            for value in [Value::MAX_EVAL, -Value::MAX_EVAL, Value(20_000)] {
                let Score::Centipawns(cp) = scale.show(value) else {
                    panic!("{value:?}");
                };
                assert!(cp.abs() <= 30_000);
            }
            assert!(scale.search(i32::MAX).abs() <= Value::MAX_EVAL);
            assert!(scale.search(i32::MIN).abs() <= Value::MAX_EVAL);
        }
    }
}
