//! Static evaluation of a position, for display.

use std::fmt;

use crate::eval::Evaluator;
use crate::named;
use crate::position::Position;
use crate::types::{Color, Score};

named! {
    /// The source of a position's value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Valuer {
        /// The network.
        Network = "network",
        /// Material, because the engine has no network.
        Material = "material",
        /// Material, because the network needs both kings.
        NoKing = "material, as a king is missing",
    }
}

/// The static evaluation of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The side to move, for which `raw` and `score` are given.
    pub side: Color,
    /// The value in the evaluator's own unit.
    pub raw: i32,
    /// The value as a score in centipawns, as users see it.
    pub score: Score,
    /// The source of the value.
    pub by: Valuer,
}

impl Opinion {
    pub(super) fn new(evaluator: &mut Evaluator, pos: &Position) -> Opinion {
        evaluator.reset(pos);
        let raw = evaluator.raw(pos);
        let scale = evaluator.score_scale(pos);
        Opinion {
            side: pos.side_to_move(),
            raw,
            score: scale.show(evaluator.evaluate(pos)),
            by: match (evaluator.has_network(), evaluator.is_network_for(pos)) {
                (_, true) => Valuer::Network,
                (true, false) => Valuer::NoKing,
                (false, false) => Valuer::Material,
            },
        }
    }

    /// The score for Black, in centipawns.
    pub fn for_black(&self) -> i32 {
        let value = self.score.centipawns();
        match self.side {
            Color::Black => value,
            Color::White => -value,
        }
    }
}

impl fmt::Display for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Opinion { side, raw, by, .. } = self;
        let value = self.score.centipawns();
        let for_black = self.for_black();
        write!(
            f,
            "evaluation {raw} for {side} to move ({by}), {value:+} centipawns, {for_black:+} for Black"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opinion_is_given_from_both_sides() {
        let text = |sfen| {
            let pos = Position::from_sfen(sfen).unwrap();
            Opinion::new(&mut Evaluator::material(), &pos).to_string()
        };
        assert_eq!(
            text("4k4/9/9/9/9/9/4P4/9/4K4 w - 1"),
            "evaluation -90 for White to move (material), -100 centipawns, +100 for Black"
        );
    }
}
