//! The evaluation of a position, and its breakdown by pieces.

use std::fmt::{self, Write as _};

use super::show::BoardWords;
use crate::eval::Evaluator;
use crate::position::{Position, Setup};
use crate::types::{Color, PieceType, Score, Square};

/// What values a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Valuer {
    /// The network.
    Network,
    /// The material, as asked.
    Material,
    /// The material, since the network needs two kings.
    NoKing,
}

impl Valuer {
    /// `network`, `material`, or why it is material.
    pub fn name(self) -> &'static str {
        match self {
            Valuer::Network => "network",
            Valuer::Material => "material",
            Valuer::NoKing => "material, as a king is missing",
        }
    }
}

impl fmt::Display for Valuer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An evaluator's opinion of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The side to move, whose view `raw` and `score` take.
    pub side: Color,
    /// The value in the evaluator's own unit.
    pub raw: i32,
    /// The value on the scale of scores shown.
    pub score: Score,
    /// What says so.
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
}

impl Opinion {
    /// The score seen by Black, in centipawns.
    pub fn for_black(&self) -> i32 {
        by_side(self.side, self.score.centipawns())
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

/// `value` for `side`, or the same seen by Black.
fn by_side(side: Color, value: i32) -> i32 {
    match side {
        Color::Black => value,
        Color::White => -value,
    }
}

/// The value of each piece where it stands.
///
/// That is how far the value of the position falls for its owner when the
/// piece is taken out of the game (idea: Stockfish's `eval` command).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// By square, in centipawns for the piece's owner; kings have none.
    pub board: [Option<i32>; Square::NUM],
    /// One piece of each kind held, Black's first, by kind.
    pub hands: [[Option<i32>; 8]; 2],
}

impl Breakdown {
    /// Takes out one piece after the other.
    pub(super) fn new(evaluator: &mut Evaluator, pos: &Position) -> Breakdown {
        let setup = Setup {
            board: std::array::from_fn(|i| Square::from_index(i).and_then(|sq| pos.piece_on(sq))),
            hands: Color::ALL.map(|side| {
                let mut hand = [0; 8];
                for kind in PieceType::HAND {
                    hand[kind.index()] = pos.hand(side).count(kind);
                }
                hand
            }),
            side: pos.side_to_move(),
            ply: pos.ply(),
        };
        let scale = evaluator.score_scale(pos);
        let mut value = |setup: &Setup| {
            // Fewer pieces than in a position that exists break no rule.
            let pos = Position::from_setup(setup).ok()?;
            evaluator.reset(&pos);
            Some(by_side(pos.side_to_move(), evaluator.raw(&pos)))
        };
        let whole = value(&setup);
        let mut worth = |owner, without: Setup| {
            let units = by_side(owner, whole? - value(&without)?);
            Some(scale.centipawns(units))
        };
        let mut breakdown = Breakdown {
            board: [None; Square::NUM],
            hands: [[None; 8]; 2],
        };
        for sq in Square::all() {
            let Some(piece) = pos.piece_on(sq) else {
                continue;
            };
            if piece.kind() != PieceType::King {
                let mut without = setup.clone();
                without.board[sq.index()] = None;
                breakdown.board[sq.index()] = worth(piece.color(), without);
            }
        }
        for owner in Color::ALL {
            for kind in PieceType::HAND {
                if pos.hand(owner).has(kind) {
                    let mut without = setup.clone();
                    without.hands[owner.index()][kind.index()] -= 1;
                    breakdown.hands[owner.index()][kind.index()] = worth(owner, without);
                }
            }
        }
        breakdown
    }

    /// The board with each piece above its worth, and the hands.
    pub fn draw(&self, pos: &Position, words: &BoardWords) -> String {
        let mut out = String::new();
        let rule = format!("{}+\n", "+-------".repeat(9));
        for file in (1..=9).rev() {
            let _ = write!(out, "    {file}   ");
        }
        let _ = write!(out, "\n{rule}");
        for rank in 0..9 {
            let squares = (0..9).rev().filter_map(|file| Square::new(file, rank));
            let (mut pieces, mut worths) = (String::new(), String::new());
            for sq in squares {
                let piece = pos.piece_on(sq).map_or_else(String::new, |p| p.to_string());
                let worth = self.board[sq.index()].map_or_else(String::new, |w| w.to_string());
                // Writing to a string cannot fail.
                let _ = write!(pieces, "|  {piece:>2}   ");
                let _ = write!(worths, "|{worth:>6} ");
            }
            let letter = (b'a' + rank) as char;
            let _ = write!(out, "{pieces}| {letter}\n{worths}|\n{rule}");
        }
        for owner in [Color::White, Color::Black] {
            out.push_str(&words.hands[owner.index()]);
            let hand = pos.hand(owner);
            for kind in PieceType::HAND.into_iter().rev() {
                if let Some(worth) = self.hands[owner.index()][kind.index()] {
                    let _ = write!(out, " {}x{} ({worth})", kind.letter(), hand.count(kind));
                }
            }
            if hand.is_empty() {
                let _ = write!(out, " {}", words.nothing);
            }
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::material::{BOARD, HAND};
    use crate::eval::scale::ScoreScale;

    #[test]
    fn to_material_every_piece_is_worth_its_table_value() {
        let pos = Position::from_sfen("4k4/9/4+P4/9/9/4r4/9/9/4K4 w 2GPr 7").unwrap();
        let mut material = Evaluator::material();
        let breakdown = Breakdown::new(&mut material, &pos);
        let cp = |units| Some(ScoreScale::SAME.centipawns(units));
        let of = |kind: PieceType| kind.index();
        let at = |file, rank| breakdown.board[Square::new(file, rank).unwrap().index()];
        assert_eq!(at(4, 2), cp(BOARD[of(PieceType::ProPawn)]));
        assert_eq!(at(4, 5), cp(BOARD[of(PieceType::Rook)]));
        assert_eq!(breakdown.board.iter().flatten().count(), 2);
        assert_eq!(
            breakdown.hands[0][of(PieceType::Gold)],
            cp(HAND[of(PieceType::Gold)])
        );
        assert_eq!(
            breakdown.hands[1][of(PieceType::Rook)],
            cp(HAND[of(PieceType::Rook)])
        );
        assert_eq!(breakdown.hands[1][of(PieceType::Gold)], None);
        let table = breakdown.draw(&pos, &BoardWords::english(&pos));
        assert!(table.is_ascii());
        let rook = cp(BOARD[of(PieceType::Rook)]).unwrap();
        for part in [
            "|   r   |",
            &format!("|{rook:>6} |"),
            "Black in hand: Gx2 (655) Px1 (116)\n",
        ] {
            assert!(table.contains(part), "{part}\n{table}");
        }
    }

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
