//! Scores in the form shown to users and GUIs.
//!
//! The search works in its own units ([`Value`](super::Value)); the evaluator's
//! scale converts a value to a [`Score`] when it leaves the search.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

/// A score seen from one side, usually the side to move.
///
/// Scores are ordered as the search orders them, from best to worst: mates given, wins
/// by a rule, better repetitions, evaluations, worse repetitions, losses by a rule,
/// mates received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// An evaluation in centipawns. [`Score::ODDS_CENTIPAWNS`] (600) stand for winning
    /// odds of e to 1, as shogi players and GUIs read them (Ponanza's constant); in the
    /// material evaluation a pawn is 100. Other engines' scores may have another scale.
    Centipawns(i32),
    /// The board repeats with better or worse hands (superior or inferior repetition). The search
    /// stops there and treats the game as all but decided (YaneuraOu's idea); by the rules the
    /// game goes on.
    Repetition {
        /// Whether this side has more in hand than at the earlier occurrence.
        better: bool,
    },
    /// Decided by a rule rather than by mate: a declaration of the entered king,
    /// or a perpetual check that the other side must break off.
    Rule {
        /// Whether this side wins.
        winning: bool,
    },
    /// A mate.
    Mate {
        /// Whether this side gives mate.
        winning: bool,
        /// Plies to the mate; 0 if it stands on the board. `None` is an unknown
        /// length, which only other engines report.
        plies: Option<u32>,
    },
}

impl Score {
    /// An even position.
    pub const ZERO: Score = Score::Centipawns(0);

    /// The centipawns that stand for winning odds of e to 1.
    pub const ODDS_CENTIPAWNS: i32 = 600;

    /// Centipawns of a superior repetition, for formats that know only numbers.
    ///
    /// A superior repetition is no proven win, and often gains only a pawn or a tempo, so a number
    /// beyond every evaluation would mislead. 3000 are odds of e^5 (150 to 1): an advantage that
    /// decides a game although no mate is in sight. Self-play adjudicates a win at 3000, and the
    /// graphs of GUIs end there.
    pub const REPETITION_CENTIPAWNS: i32 = 3000;

    /// Centipawns of a win by a rule, for formats that know only numbers: above every evaluation of
    /// this engine (at most 30,000), below every mate.
    pub const RULE_CENTIPAWNS: i32 = 31_000;

    /// Centipawns of a mate before its plies are subtracted, for formats that know only numbers
    /// (the custom of floodgate and of files of positions).
    pub const MATE_CENTIPAWNS: i32 = 32_000;

    /// The largest number of plies that [`Score::centipawns`] subtracts for a mate, so that every
    /// mate stays above wins by a rule.
    const MAX_COUNTED_PLIES: i32 = 999;

    /// This side mates in `plies` plies.
    pub const fn mate_in(plies: u32) -> Score {
        Score::Mate {
            winning: true,
            plies: Some(plies),
        }
    }

    /// This side is mated in `plies` plies.
    pub const fn mated_in(plies: u32) -> Score {
        Score::Mate {
            winning: false,
            plies: Some(plies),
        }
    }

    /// Whether either side mates.
    pub const fn is_mate(self) -> bool {
        matches!(self, Score::Mate { .. })
    }

    /// Whether this side mates.
    pub const fn mates(self) -> bool {
        matches!(self, Score::Mate { winning: true, .. })
    }

    /// Whether this side is mated.
    pub const fn is_mated(self) -> bool {
        matches!(self, Score::Mate { winning: false, .. })
    }

    /// Whether this side has lost for certain, by mate or by a rule.
    pub const fn is_lost(self) -> bool {
        matches!(
            self,
            Score::Mate { winning: false, .. } | Score::Rule { winning: false }
        )
    }

    /// Whether this is a superior or inferior repetition.
    pub const fn is_repetition(self) -> bool {
        matches!(self, Score::Repetition { .. })
    }

    /// Plies to a mate, negative if this side is mated; a mate of unknown length
    /// counts as `i32::MAX` plies. `None` if the score is no mate.
    pub fn mate_plies(self) -> Option<i32> {
        match self {
            Score::Mate { winning, plies } => {
                let plies = plies.and_then(|n| i32::try_from(n).ok());
                let plies = plies.unwrap_or(i32::MAX);
                Some(if winning { plies } else { -plies })
            }
            _ => None,
        }
    }

    /// The score as one number: an evaluation unchanged; a repetition, a decision by a rule or a
    /// mate as [`Score::REPETITION_CENTIPAWNS`], [`Score::RULE_CENTIPAWNS`] or
    /// [`Score::MATE_CENTIPAWNS`] less its plies, negated if it is bad for this side.
    pub fn centipawns(self) -> i32 {
        let signed = |winning: bool, number: i32| if winning { number } else { -number };
        match self {
            Score::Centipawns(cp) => cp,
            Score::Repetition { better } => signed(better, Score::REPETITION_CENTIPAWNS),
            Score::Rule { winning } => signed(winning, Score::RULE_CENTIPAWNS),
            Score::Mate { winning, plies } => {
                let plies = plies.and_then(|n| i32::try_from(n).ok());
                let plies = plies.unwrap_or(i32::MAX).min(Score::MAX_COUNTED_PLIES);
                signed(winning, Score::MATE_CENTIPAWNS - plies)
            }
        }
    }

    /// The sort key: the kind of score, higher being better for this side, then the order within
    /// the kind.
    fn order(self) -> (i8, i64) {
        let sign = |winning: bool| if winning { 1 } else { -1 };
        match self {
            Score::Centipawns(cp) => (0, i64::from(cp)),
            Score::Repetition { better } => (sign(better), 0),
            Score::Rule { winning } => (2 * sign(winning), 0),
            Score::Mate { winning, plies } => {
                let plies = plies.map_or(i64::MAX, i64::from);
                (3 * sign(winning), if winning { -plies } else { plies })
            }
        }
    }
}

const _: () = assert!(Score::RULE_CENTIPAWNS < Score::MATE_CENTIPAWNS - Score::MAX_COUNTED_PLIES);
const _: () = assert!(Score::MATE_CENTIPAWNS <= i16::MAX as i32);

impl Neg for Score {
    type Output = Score;

    /// The score as the other side sees it.
    fn neg(self) -> Score {
        match self {
            Score::Centipawns(cp) => Score::Centipawns(cp.saturating_neg()),
            Score::Repetition { better } => Score::Repetition { better: !better },
            Score::Rule { winning } => Score::Rule { winning: !winning },
            Score::Mate { winning, plies } => Score::Mate {
                winning: !winning,
                plies,
            },
        }
    }
}

impl fmt::Display for Score {
    /// `+0.43` in pawns, `better hands`, `won by rule`, `mate in 5`, `mated in 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Score::Centipawns(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
            Score::Repetition { better: true } => "better hands".to_string(),
            Score::Repetition { better: false } => "worse hands".to_string(),
            Score::Rule { winning: true } => "won by rule".to_string(),
            Score::Rule { winning: false } => "lost by rule".to_string(),
            Score::Mate { winning, plies } => {
                let word = if winning { "mate" } else { "mated" };
                match plies {
                    Some(0) | None => word.to_string(),
                    Some(plies) => format!("{word} in {plies}"),
                }
            }
        };
        f.pad(&text)
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores of every kind, from the worst to the best.
    fn ladder() -> Vec<Score> {
        let unknown = |winning| Score::Mate {
            winning,
            plies: None,
        };
        vec![
            Score::mated_in(0),
            Score::mated_in(8),
            Score::mated_in(1524),
            unknown(false),
            Score::Rule { winning: false },
            Score::Repetition { better: false },
            Score::Centipawns(-30_000),
            Score::Centipawns(-1),
            Score::ZERO,
            Score::Centipawns(600),
            Score::Centipawns(30_000),
            Score::Repetition { better: true },
            Score::Rule { winning: true },
            unknown(true),
            Score::mate_in(1525),
            Score::mate_in(3),
            Score::mate_in(1),
        ]
    }

    #[test]
    fn scores_are_ordered_and_the_other_side_sees_them_the_other_way_round() {
        let ladder = ladder();
        for (i, a) in ladder.iter().enumerate() {
            for (j, b) in ladder.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{a:?} {b:?}");
                assert_eq!((-*a).cmp(&-*b), j.cmp(&i), "{a:?} {b:?}");
            }
            assert_eq!(-(-*a), *a);
            assert_eq!((-*a).centipawns(), -a.centipawns());
        }
    }

    #[test]
    fn numbers_follow_the_order_but_for_repetitions_which_are_no_win() {
        let numbers: Vec<i32> = ladder()
            .into_iter()
            .filter(|score| !score.is_repetition())
            .map(Score::centipawns)
            .collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
        assert!(numbers.iter().all(|n| i16::try_from(*n).is_ok()));
        assert_eq!(Score::Repetition { better: true }.centipawns(), 3000);
        assert_eq!(Score::mate_in(5).centipawns(), 31_995);
        assert_eq!(Score::mated_in(4).centipawns(), -31_996);
    }

    #[test]
    fn words_take_the_width_asked_for() {
        assert_eq!(format!("{:>7}|", Score::Centipawns(-43)), "  -0.43|");
        assert_eq!(format!("{:<12}|", -Score::mated_in(0)), "mate        |");
    }

    #[test]
    fn the_plies_of_a_mate_have_the_winner_as_their_sign() {
        assert_eq!(Score::mate_in(1525).mate_plies(), Some(1525));
        assert_eq!(Score::mated_in(4).mate_plies(), Some(-4));
        let open = Score::Mate {
            winning: false,
            plies: None,
        };
        assert_eq!(open.mate_plies(), Some(-i32::MAX));
        assert_eq!(Score::Rule { winning: true }.mate_plies(), None);
    }
}
