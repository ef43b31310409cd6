//! Breakdown of a position's evaluation into the values of its pieces.

use std::fmt::Write as _;

use crate::report::Lettering;
use komadai::engine::BoardWords;
use komadai::eval::Evaluator;
use komadai::packed::Board;
use komadai::position::{Position, Setup};
use komadai::types::{Color, Piece, PieceType, Square};
use komadai_records::notation::{board_kanji, rank_kanji};

/// The value of each piece of a position to its owner: the amount by which the evaluation falls for
/// the owner when the piece is removed (idea: Stockfish's `eval` command).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// By square, in centipawns for the piece's owner; `None` for kings and empty squares.
    pub board: [Option<i32>; Square::NUM],
    /// The value of one piece of each kind in hand, by color and kind.
    pub hands: [[Option<i32>; 8]; 2],
}

impl Breakdown {
    /// Evaluates the position once as it is, and once without each piece.
    pub fn new(evaluator: &mut Evaluator, pos: &Position) -> Breakdown {
        let setup = Board::from(pos).setup(pos.ply());
        let scale = evaluator.score_scale(pos);
        let mut value = |setup: &Setup| {
            // A legal position stays legal when any piece but a king is removed.
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

    /// Draws the board, with the value of each piece under the piece, and the hands below the
    /// board.
    pub fn draw(&self, pos: &Position, words: &BoardWords, lettering: Lettering) -> String {
        let is_kanji = lettering == Lettering::Kanji;
        // A kanji is two columns wide.
        let in_four_columns = |piece: Piece| match (is_kanji, piece.color()) {
            (false, _) => format!("{:>4}", piece.to_string()),
            (true, Color::Black) => format!("  {}", board_kanji(piece.kind())),
            (true, Color::White) => format!(" v{}", board_kanji(piece.kind())),
        };
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
                let piece = pos.piece_on(sq);
                let piece = piece.map_or_else(|| " ".repeat(4), in_four_columns);
                let worth = self.board[sq.index()].map_or_else(String::new, |w| w.to_string());
                // Writing to a string cannot fail.
                let _ = write!(pieces, "|{piece}   ");
                let _ = write!(worths, "|{worth:>6} ");
            }
            let rank = match Square::new(0, rank) {
                Some(sq) if is_kanji => rank_kanji(sq).to_string(),
                _ => char::from(b'a' + rank).to_string(),
            };
            let _ = write!(out, "{pieces}| {rank}\n{worths}|\n{rule}");
        }
        for owner in [Color::White, Color::Black] {
            out.push_str(&words.hands[owner.index()]);
            let hand = pos.hand(owner);
            for kind in PieceType::HAND.into_iter().rev() {
                if let Some(worth) = self.hands[owner.index()][kind.index()] {
                    let count = hand.count(kind);
                    let _ = match is_kanji {
                        true => write!(out, " {}{count} ({worth})", board_kanji(kind)),
                        false => write!(out, " {}x{count} ({worth})", kind.letter()),
                    };
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

/// Turns a value for `side` into a value for Black, or back.
fn by_side(side: Color, value: i32) -> i32 {
    match side {
        Color::Black => value,
        Color::White => -value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::eval::material::{BOARD, HAND};
    use komadai::eval::scale::ScoreScale;

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
        let table = breakdown.draw(&pos, &BoardWords::english(&pos), Lettering::Letters);
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
}
