//! Scores for people and for JSON, and the win probabilities that they stand for.

use serde::{Deserialize, Serialize};

use komadai::types::{Bound, Color, Score};

/// The side whose view all scores, bounds and win probabilities in JSON take. It is written to the
/// field `view`.
pub const VIEW: &str = "black";

/// Turns a score of `side` into Black's.
pub fn for_black(side: Color, score: Score) -> Score {
    match side {
        Color::Black => score,
        Color::White => -score,
    }
}

/// Turns a bound on `side`'s score into one on Black's.
fn bound_for_black(side: Color, bound: Bound) -> Bound {
    match side {
        Color::Black => bound,
        Color::White => bound.reversed(),
    }
}

/// A score in JSON: `{"cp": 43}`, `{"mate": -4}`.
///
/// Repetitions and wins by rule are named beside their centipawns: `{"cp": 3000,
/// "repetition": "better"}`, `{"cp": -31000, "rule": "loss"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreEntry {
    /// [`Score::centipawns`]; `None` for mates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Plies to mate, negative if the side whose view the score takes is mated. 0 is mate on the
    /// board: from the view of the side to move, that side is mated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The line returns to an earlier position with other hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    repetition: Option<Hands>,
    /// The game is decided by a rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rule: Option<Decision>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Hands {
    Better,
    Worse,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Decision {
    Win,
    Loss,
}

impl From<Score> for ScoreEntry {
    fn from(score: Score) -> ScoreEntry {
        let mate = score.mate_plies();
        ScoreEntry {
            cp: mate.is_none().then(|| score.centipawns()),
            mate,
            repetition: match score {
                Score::Repetition { better: true } => Some(Hands::Better),
                Score::Repetition { better: false } => Some(Hands::Worse),
                _ => None,
            },
            rule: match score {
                Score::Rule { winning: true } => Some(Decision::Win),
                Score::Rule { winning: false } => Some(Decision::Loss),
                _ => None,
            },
        }
    }
}

impl ScoreEntry {
    /// The words for a repetition or a decision by rule.
    pub(super) fn word(self) -> Option<&'static str> {
        match (self.repetition, self.rule) {
            (Some(Hands::Better), _) => Some("better hands"),
            (Some(Hands::Worse), _) => Some("worse hands"),
            (None, Some(Decision::Win)) => Some("won by rule"),
            (None, Some(Decision::Loss)) => Some("lost by rule"),
            (None, None) => None,
        }
    }

    /// The score, if the entry takes the view of the side to move; `None` without a score. From
    /// another view, `mate` 0 would not tell which side is mated.
    pub(crate) fn score(self) -> Option<Score> {
        if let Some(hands) = self.repetition {
            let better = hands == Hands::Better;
            return Some(Score::Repetition { better });
        }
        if let Some(decision) = self.rule {
            let winning = decision == Decision::Win;
            return Some(Score::Rule { winning });
        }
        match (self.mate, self.cp) {
            (Some(plies), _) => Some(Score::Mate {
                winning: plies > 0,
                plies: Some(plies.unsigned_abs()).filter(|&n| n != i32::MAX.unsigned_abs()),
            }),
            (None, cp) => cp.map(Score::Centipawns),
        }
    }
}

/// A score as Black sees it, for JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ViewedScore {
    /// The score for Black. With `mate` 0, `win_probability` shows which side is mated.
    pub score: ScoreEntry,
    /// `lower` or `upper`; `None` if the score is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// Black's win probability, from 0 to 1.
    pub win_probability: f64,
}

impl ViewedScore {
    /// Converts a score and bound of `side`.
    pub fn new(side: Color, score: Score, bound: Bound) -> ViewedScore {
        let score = for_black(side, score);
        ViewedScore {
            score: score.into(),
            bound: bound_name(bound_for_black(side, bound)),
            win_probability: round(win_probability(score), 4),
        }
    }

    /// The score in text: `+158`, `-mate 5`, `≥ 60`, or the words for a repetition or a rule.
    pub(super) fn in_words(&self) -> String {
        let ViewedScore { score, bound, .. } = *self;
        if let Some(word) = score.word() {
            return word.to_string();
        }
        let sign = match self.win_probability >= 0.5 {
            true => '+',
            false => '-',
        };
        let text = match (score.mate, score.cp) {
            (Some(0), _) => format!("{sign}mate"),
            (Some(plies), _) => format!("{sign}mate {}", plies.abs()),
            (None, Some(cp)) if cp != 0 => format!("{cp:+}"),
            (None, _) => "0".to_string(),
        };
        match bound {
            Some("lower") => format!("≥ {text}"),
            Some(_) => format!("≤ {text}"),
            None => text,
        }
    }
}

/// `lower` or `upper`; `None` for an exact score.
pub fn bound_name(bound: Bound) -> Option<&'static str> {
    match bound {
        Bound::Lower => Some("lower"),
        Bound::Upper => Some("upper"),
        Bound::Exact | Bound::None => None,
    }
}

/// The win probability of a score, from 0 to 1: a logistic curve on which
/// [`Score::ODDS_CENTIPAWNS`], a value common in shogi, are odds of e to 1. Mates and decisions by
/// rule give 0 or 1.
pub fn win_probability(score: Score) -> f64 {
    match score {
        Score::Mate { winning, .. } | Score::Rule { winning } => f64::from(u8::from(winning)),
        Score::Centipawns(_) | Score::Repetition { .. } => {
            let odds = f64::from(Score::ODDS_CENTIPAWNS);
            1.0 / (1.0 + (-f64::from(score.centipawns()) / odds).exp())
        }
    }
}

/// Rounds a number to `digits` decimal places, for output.
pub fn round(value: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (value * scale).round() / scale
}

/// Severity of a bad move.
///
/// The limits, 5, 10, 20 and 50 percentage points of win probability, are the defaults of
/// ShogiHome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// 緩手: at least 5 points lost.
    Inaccuracy,
    /// 疑問手: at least 10 points.
    Mistake,
    /// 悪手: at least 20 points.
    Blunder,
    /// 大悪手: at least 50 points lost; a won game is now open.
    MissedWin,
    /// 大悪手: at least 50 points lost; the game is now lost.
    Decisive,
}

/// Losses in percentage points from which a judgement applies, largest first.
const LIMITS: [(f64, Judgement); 3] = [
    (20.0, Judgement::Blunder),
    (10.0, Judgement::Mistake),
    (5.0, Judgement::Inaccuracy),
];

/// Loss in percentage points from which a move is [`Judgement::MissedWin`] or
/// [`Judgement::Decisive`].
const DECISIVE: f64 = 50.0;

/// Win probability below which a side counts as lost.
const LOST: f64 = 0.15;

impl Judgement {
    /// All judgements, the mildest first.
    pub const ALL: [Judgement; 5] = [
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
        Judgement::MissedWin,
        Judgement::Decisive,
    ];

    /// The judgement of a move that changed the mover's win probability from `before` to
    /// `after`, both from 0 to 1; `None` if the loss is small.
    pub fn of(before: f64, after: f64) -> Option<Judgement> {
        // The small term compensates rounding: from 62.5 to 57.5 percent must be 5 points.
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

    /// The Japanese name for people.
    pub fn japanese(self) -> &'static str {
        match self {
            Judgement::MissedWin => "大悪手（勝ちの見逃し）",
            Judgement::Decisive => "大悪手（敗着）",
            other => other.in_shogihome(),
        }
    }

    /// The name in ShogiHome, which has one for both kinds of great blunders.
    pub(super) fn in_shogihome(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "緩手",
            Judgement::Mistake => "疑問手",
            Judgement::Blunder => "悪手",
            Judgement::MissedWin | Judgement::Decisive => "大悪手",
        }
    }
}

/// Accuracy of a move from 0 to 100 by its loss in percentage points. This is Lichess's curve,
/// which falls by about a third every 9 points.
pub fn accuracy(points: f64) -> f64 {
    let percent = 103.1668 * (-0.04354 * points.max(0.0)).exp() - 3.1669;
    percent.clamp(0.0, 100.0)
}

/// Loss of win probability by a move, in percentage points. `before` is the score for the mover,
/// `after` the score after the move for the opponent.
pub(super) fn points_lost(before: Score, after: Score) -> f64 {
    (100.0 * (win_probability(before) - win_probability(-after))).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_is_one_half_and_600_centipawns_are_e_to_1() {
        for (score, p) in [
            (Score::ZERO, 0.5),
            (Score::Centipawns(600), 0.7311),
            (Score::Centipawns(-600), 0.2689),
            (Score::mate_in(5), 1.0),
            (Score::mated_in(4), 0.0),
            (Score::mated_in(0), 0.0),
            (-Score::mated_in(0), 1.0),
            (Score::Rule { winning: false }, 0.0),
            // 3000 centipawns are odds of e^5 to 1.
            (Score::Repetition { better: true }, 0.9933),
            (Score::Repetition { better: false }, 0.0067),
        ] {
            let found = win_probability(score);
            assert!((found - p).abs() < 1e-4, "{score:?}: {found}");
        }
    }

    #[test]
    fn scores_in_words_and_in_json() {
        for (score, text, json) in [
            (Score::Centipawns(43), "+0.43", r#"{"cp":43}"#),
            (Score::Centipawns(-100), "-1.00", r#"{"cp":-100}"#),
            (Score::mate_in(5), "mate in 5", r#"{"mate":5}"#),
            (Score::mate_in(1525), "mate in 1525", r#"{"mate":1525}"#),
            (Score::mated_in(4), "mated in 4", r#"{"mate":-4}"#),
            (Score::mated_in(0), "mated", r#"{"mate":0}"#),
            (
                Score::Repetition { better: true },
                "better hands",
                r#"{"cp":3000,"repetition":"better"}"#,
            ),
            (
                Score::Repetition { better: false },
                "worse hands",
                r#"{"cp":-3000,"repetition":"worse"}"#,
            ),
            (
                Score::Rule { winning: true },
                "won by rule",
                r#"{"cp":31000,"rule":"win"}"#,
            ),
            (
                Score::Rule { winning: false },
                "lost by rule",
                r#"{"cp":-31000,"rule":"loss"}"#,
            ),
        ] {
            assert_eq!(score.to_string(), text);
            let written = serde_json::to_string(&ScoreEntry::from(score)).unwrap();
            assert_eq!(written, json);
            let read: ScoreEntry = serde_json::from_str(json).unwrap();
            assert_eq!(read.score(), Some(score), "{json}");
        }
        let nothing: ScoreEntry = serde_json::from_str("{}").unwrap();
        assert_eq!(nothing.score(), None);
    }

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
        // 600 centipawns are 73.1 percent, 0 centipawns are 50 percent.
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
