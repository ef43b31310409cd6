//! Lessons of mistakes: which mistakes teach the same, and in which order candidates are judged.

use super::place::Line;
use komadai::types::Move;

/// Plies within which a second problem with the same answer or reason is dropped.
const NEAR: usize = 10;

/// A mistake with its loss.
pub(super) type Ranked = (Lesson, f64);

/// When a confirmed candidate is searched again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// With the next round.
    Now,
    /// Only if a larger mistake that is searched now is not adopted.
    Later,
    /// Not at all: enough mistakes are larger, or one of them teaches the same.
    Never,
}

/// The turns of candidates, which are sorted by loss: the largest of each game now, as many as are
/// missing from `wanted` adopted mistakes. The turn of the first candidate of a game is never
/// [`Turn::Later`].
pub(super) fn turns(open: &[Ranked], adopted: &[Ranked], wanted: usize) -> Vec<Turn> {
    let mut now: Vec<Lesson> = Vec::new();
    let turn = |(own, loss): &Ranked| {
        let mut above: Vec<Lesson> = Vec::new();
        for (lesson, least) in adopted {
            if lesson.game == own.game && least >= loss && !lesson.is_known(&above) {
                above.push(*lesson);
            }
        }
        if above.len() >= wanted || own.is_known(&above) {
            return Turn::Never;
        }
        let of_game = now.iter().filter(|lesson| lesson.game == own.game);
        if above.len() + of_game.count() >= wanted || own.is_known(&now) {
            return Turn::Later;
        }
        now.push(*own);
        Turn::Now
    };
    open.iter().map(turn).collect()
}

/// Place and answer of a mistake, by which mistakes that teach the same are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson {
    game: usize,
    ply: usize,
    answer: Option<Move>,
}

impl Lesson {
    pub(super) fn new(game: usize, ply: usize, answers: &[Line]) -> Lesson {
        Lesson {
            game,
            ply,
            answer: answers.first().and_then(Line::first),
        }
    }

    /// Whether the mistakes are of the same game and not far from each other.
    pub(super) fn is_near(&self, other: &Lesson) -> bool {
        self.game == other.game && self.ply.abs_diff(other.ply) <= NEAR
    }

    /// Whether the mistakes are near and have the same answer: a chance that is overlooked once is
    /// often overlooked again on the next moves.
    pub(super) fn is_like(&self, other: &Lesson) -> bool {
        self.is_near(other) && self.answer == other.answer
    }

    fn is_known(&self, others: &[Lesson]) -> bool {
        others.iter().any(|other| self.is_like(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_mistakes_are_judged_until_enough_are_adopted() {
        use Turn::*;
        let mv = |text| Some(Move::from_usi(text).unwrap());
        let of = |game, ply, answer| Lesson {
            game,
            ply,
            answer: mv(answer),
        };
        let open = [
            (of(0, 10, "7g7f"), 0.9),
            (of(0, 12, "7g7f"), 0.8),
            (of(0, 14, "2g2f"), 0.7),
            (of(0, 40, "7g7f"), 0.6),
            (of(0, 60, "5g5f"), 0.5),
            (of(1, 10, "7g7f"), 0.2),
        ];
        assert_eq!(turns(&open, &[], 3), [Now, Later, Now, Now, Later, Now]);
        // The first is adopted, those of 0.7 and 0.6 were not: its twin is out.
        let first = [(of(0, 10, "7g7f"), 0.85)];
        let rest = [open[1], open[4]];
        assert_eq!(turns(&rest, &first, 3), [Never, Now]);
        // The first turned out smaller than its twin seems.
        let smaller = [(of(0, 10, "7g7f"), 0.75)];
        assert_eq!(turns(&rest, &smaller, 3), [Now, Now]);
        let adopted = [first[0], (of(0, 14, "2g2f"), 0.7), (of(0, 40, "7g7f"), 0.6)];
        assert_eq!(turns(&rest, &adopted, 3), [Never, Never]);
        // Of two that teach the same one counts, and mistakes of other games do not.
        let adopted = [first[0], (of(0, 12, "7g7f"), 0.8), (of(1, 14, "2g2f"), 0.7)];
        assert_eq!(turns(&[open[4]], &adopted, 2), [Now]);
        assert_eq!(turns(&[open[4]], &adopted, 1), [Never]);
    }
}
