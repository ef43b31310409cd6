//! What a move cost: the loss of win probability, and the name it goes by.

use komadai::types::Score;

use super::score::win_probability;

/// How bad a move was.
///
/// The limits, in percentage points of win probability, are those that
/// ShogiHome starts with: 5, 10, 20 and 50.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// 緩手: at least 5 points lost.
    Inaccuracy,
    /// 疑問手: at least 10 points.
    Mistake,
    /// 悪手: at least 20 points.
    Blunder,
    /// 大悪手: at least 50 points, a win let slip: the game is open again.
    MissedWin,
    /// 大悪手: at least 50 points, and the game is lost.
    Decisive,
}

/// Points from which a loss has a name.
const LIMITS: [(f64, Judgement); 3] = [
    (20.0, Judgement::Blunder),
    (10.0, Judgement::Mistake),
    (5.0, Judgement::Inaccuracy),
];

/// Points from which one move decides.
const DECISIVE: f64 = 50.0;

/// A side with less than this chance has lost.
const LOST: f64 = 0.15;

impl Judgement {
    /// All of them, the mildest first.
    pub const ALL: [Judgement; 5] = [
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
        Judgement::MissedWin,
        Judgement::Decisive,
    ];

    /// The name for a move that took the mover's chance to win from `before`
    /// to `after`, both from 0 to 1; `None` if it needs none.
    pub fn of(before: f64, after: f64) -> Option<Judgement> {
        // Half of the last digit shown: 62.5 to 57.5 percent are 5 points.
        let points = 100.0 * (before - after) + 1e-9;
        if points >= DECISIVE {
            return Some(match after < LOST {
                true => Judgement::Decisive,
                false => Judgement::MissedWin,
            });
        }
        LIMITS
            .iter()
            .find(|(limit, _)| points >= *limit)
            .map(|(_, judgement)| *judgement)
    }

    /// The name in files: `inaccuracy`, `mistake`, `blunder`, `missed_win`, `decisive`.
    pub fn name(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
            Judgement::MissedWin => "missed_win",
            Judgement::Decisive => "decisive",
        }
    }

    /// The name for people.
    pub fn english(self) -> &'static str {
        match self {
            Judgement::MissedWin => "missed win",
            Judgement::Decisive => "decisive blunder",
            other => other.name(),
        }
    }

    /// The name in ShogiHome.
    pub fn japanese(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "緩手",
            Judgement::Mistake => "疑問手",
            Judgement::Blunder => "悪手",
            Judgement::MissedWin | Judgement::Decisive => "大悪手",
        }
    }
}

/// How accurate a move was that lost this many points, from 0 to 100: the
/// curve of Lichess, which falls by a third for each 9 points or so.
pub fn accuracy(points: f64) -> f64 {
    let percent = 103.1668 * (-0.04354 * points.max(0.0)).exp() - 3.1669;
    percent.clamp(0.0, 100.0)
}

/// The loss of a move in points: the best the mover could have had against
/// what the opponent has now. Both scores are those of the side to move.
pub(super) fn points_lost(before: Score, after: Score) -> f64 {
    (100.0 * (win_probability(before) - win_probability(-after))).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_judgements() {
        use Judgement::*;
        for (before, after, judgement) in [
            (0.50, 0.50, None),
            (0.50, 0.60, None),
            (0.50, 0.4501, None),
            (0.55, 0.50, Some(Inaccuracy)),
            (0.60, 0.5001, Some(Inaccuracy)),
            (0.60, 0.50, Some(Mistake)),
            (0.70, 0.5001, Some(Mistake)),
            (0.70, 0.50, Some(Blunder)),
            (0.99, 0.4901, Some(Blunder)),
            (0.99, 0.49, Some(MissedWin)),
            (1.00, 0.20, Some(MissedWin)),
            (1.00, 0.00, Some(Decisive)),
            (0.55, 0.05, Some(Decisive)),
            (0.50, 0.05, Some(Blunder)),
        ] {
            assert_eq!(Judgement::of(before, after), judgement, "{before} {after}");
        }
    }

    #[test]
    fn loss_is_what_the_opponent_gained() {
        let cp = Score::Centipawns;
        // 600 centipawns are 73.1 percent, 0 are 50.
        assert!((points_lost(cp(600), cp(0)) - 23.1).abs() < 0.1);
        assert!((points_lost(cp(0), cp(600)) - 23.1).abs() < 0.1);
        assert_eq!(points_lost(cp(0), cp(-300)), 0.0);
        assert_eq!(points_lost(Score::mate_in(3), Score::mate_in(2)), 100.0);
        assert_eq!(points_lost(Score::mate_in(3), Score::mated_in(2)), 0.0);
    }

    #[test]
    fn no_loss_is_full_accuracy() {
        assert!((accuracy(0.0) - 100.0).abs() < 0.01);
        assert!(accuracy(10.0) > accuracy(20.0));
        assert_eq!(accuracy(100.0), 0.0);
    }
}
