//! Adjudication: early ends of games by the players' own scores. Off by default, because games must
//! be played out to support a claim of strength.

use super::player::Thought;
use komadai::types::{Color, Score};

/// Rule for a loss: for several moves, both players' scores agree that one side is far behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ResignRule {
    /// Smallest deficit of the loser, in centipawns, by both players' scores.
    pub cp: i32,
    /// Number of consecutive moves of each side for which the scores must agree.
    pub moves: u32,
}

/// Rule for a draw: both players' scores are near zero for several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DrawRule {
    /// Ply of the first move after which the game may be drawn.
    pub from_ply: u32,
    /// Largest absolute score, in centipawns, that counts as even.
    pub cp: i32,
    /// Number of consecutive moves of each side for which the scores must be even.
    pub moves: u32,
}

/// Rules for early ends of games; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Adjudication {
    /// Rule for losses.
    pub resign: Option<ResignRule>,
    /// Rule for draws.
    pub draw: Option<DrawRule>,
}

/// The result of a game that is ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// This side has lost.
    Lost(Color),
    /// The game is drawn.
    Drawn,
}

/// Follows the scores of one game and applies the rules.
#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// By color: the number of consecutive moves in which the player's score put its own side far
    /// behind, far ahead, or near zero.
    behind: [u32; 2],
    ahead: [u32; 2],
    even: [u32; 2],
}

impl Adjudicator {
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            behind: [0; 2],
            ahead: [0; 2],
            even: [0; 2],
        }
    }

    /// Adds the score of `side` after its move at ply `ply`. Returns the verdict if the game ends
    /// now.
    pub(crate) fn after_move(
        &mut self,
        side: Color,
        thought: &Thought,
        ply: u32,
    ) -> Option<Verdict> {
        // A mate exceeds every limit.
        let score = thought.score.map(|score| match score {
            Score::Mate { winning: true, .. } => i32::MAX,
            Score::Mate { winning: false, .. } => -i32::MAX,
            score => score.centipawns(),
        });
        let us = side.index();
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = self.rules.resign {
            count(&mut self.behind[us], score.is_some_and(|s| s <= -rule.cp));
            count(&mut self.ahead[us], score.is_some_and(|s| s >= rule.cp));
            for loser in Color::ALL {
                let agreed = self.behind[loser.index()].min(self.ahead[loser.other().index()]);
                if agreed >= rule.moves.max(1) {
                    return Some(Verdict::Lost(loser));
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            let even = score.is_some_and(|s| s.saturating_abs() <= rule.cp);
            count(&mut self.even[us], even);
            let agreed = self.even[0].min(self.even[1]);
            if ply >= rule.from_ply && agreed >= rule.moves.max(1) {
                return Some(Verdict::Drawn);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cp(cp: i32) -> Thought {
        Thought {
            score: Some(Score::Centipawns(cp)),
            ..Thought::default()
        }
    }

    fn follow(rules: Adjudication, scores: &[Thought]) -> Option<(usize, Verdict)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(i, thought)| {
            let side = Color::ALL[i % 2];
            let verdict = adjudicator.after_move(side, thought, i as u32 + 1)?;
            Some((i + 1, verdict))
        })
    }

    const RESIGN: Adjudication = Adjudication {
        resign: Some(ResignRule { cp: 1000, moves: 2 }),
        draw: None,
    };

    #[test]
    fn both_sides_must_agree_that_it_is_lost() {
        let lost = [cp(-1000), cp(1200), cp(-1500), cp(1000)];
        assert_eq!(
            follow(RESIGN, &lost),
            Some((4, Verdict::Lost(Color::Black)))
        );
        let doubted = [cp(-1000), cp(999), cp(-1500), cp(1000), cp(-2000)];
        assert_eq!(follow(RESIGN, &doubted), None);
        let told = |score| Thought {
            score: Some(score),
            ..Thought::default()
        };
        let mate = |plies| told(Score::mate_in(plies));
        let open = told(Score::Mate {
            winning: false,
            plies: None,
        });
        let mated = [mate(9), cp(-5000), mate(7), open];
        assert_eq!(
            follow(RESIGN, &mated),
            Some((4, Verdict::Lost(Color::White)))
        );
        // Wins and losses by rule, and repetitions with a better or worse hand, count as scores
        // beyond the limit.
        let ruled = |winning| told(Score::Rule { winning });
        let repeats = |better| told(Score::Repetition { better });
        let lost = [ruled(false), repeats(true), repeats(false), ruled(true)];
        assert_eq!(
            follow(RESIGN, &lost),
            Some((4, Verdict::Lost(Color::Black)))
        );
        let silent = [cp(-1000), cp(1200), Thought::default(), cp(1000), cp(-1000)];
        assert_eq!(follow(RESIGN, &silent), None);
    }

    #[test]
    fn a_draw_needs_even_scores_late_enough() {
        let rules = Adjudication {
            resign: None,
            draw: Some(DrawRule {
                from_ply: 6,
                cp: 10,
                moves: 2,
            }),
        };
        assert_eq!(follow(rules, &[cp(10); 8]), Some((6, Verdict::Drawn)));
        let scores = [
            cp(0),
            cp(0),
            cp(0),
            cp(0),
            cp(11),
            cp(-10),
            cp(0),
            cp(0),
            cp(-3),
        ];
        assert_eq!(follow(rules, &scores), Some((9, Verdict::Drawn)));
        assert_eq!(follow(Adjudication::default(), &[cp(0); 300]), None);
    }
}
