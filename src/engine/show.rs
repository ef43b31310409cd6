//! Drawing of a position in plain text.

use std::fmt::Write as _;

use crate::position::Position;
use crate::types::{Color, PieceType, Square};

/// The words beside a drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardWords {
    /// The labels of Black's and White's hand.
    pub hands: [String; 2],
    /// The word for an empty hand.
    pub nothing: String,
    /// The line with side to move and move number.
    pub turn: String,
    /// The label of the squares of checking pieces.
    pub check: String,
}

impl BoardWords {
    /// The words for a position in English.
    pub fn english(pos: &Position) -> BoardWords {
        BoardWords {
            hands: Color::ALL.map(|color| format!("{color} in hand:")),
            nothing: "nothing".to_string(),
            turn: format!("{} to move, move {}", pos.side_to_move(), pos.ply()),
            check: "in check from".to_string(),
        }
    }
}

/// A drawing of a position in ASCII, with English words: board, hands, side to move, SFEN, key and
/// checking pieces.
pub fn board(pos: &Position) -> String {
    draw_board(pos, &BoardWords::english(pos))
}

/// [`board`] with the given words, such as those of another language.
pub fn draw_board(pos: &Position, words: &BoardWords) -> String {
    const RULE: &str = "+----+----+----+----+----+----+----+----+----+";
    let mut out = String::from("  9    8    7    6    5    4    3    2    1\n");
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{RULE}");
    for rank in 0..9 {
        for file in (0..9).rev() {
            let piece = Square::new(file, rank).and_then(|sq| pos.piece_on(sq));
            let piece = piece.map_or_else(String::new, |p| p.to_string());
            let _ = write!(out, "| {piece:>2} ");
        }
        let _ = writeln!(out, "| {}\n{RULE}", (b'a' + rank) as char);
    }
    for color in [Color::White, Color::Black] {
        out.push_str(&words.hands[color.index()]);
        let hand = pos.hand(color);
        for kind in PieceType::HAND.into_iter().rev().filter(|&k| hand.has(k)) {
            let _ = write!(out, " {}x{}", kind.letter(), hand.count(kind));
        }
        if hand.is_empty() {
            let _ = write!(out, " {}", words.nothing);
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{}", words.turn);
    let _ = writeln!(out, "sfen {}", pos.sfen());
    let _ = write!(out, "key {:016x}", pos.key());
    if pos.in_check() {
        let _ = write!(out, "\n{}", words.check);
        for sq in pos.checkers() {
            let _ = write!(out, " {sq}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drawing_shows_every_piece_where_it_stands() {
        let sfen = "4k4/9/4+P4/9/4r4/9/9/9/4K4 b G2Pr 7";
        let text = board(&Position::from_sfen(sfen).unwrap());
        assert!(text.is_ascii());
        let rank = |letter: &str| {
            let ends = format!("| {letter}");
            text.lines().find(|l| l.ends_with(&ends)).unwrap()
        };
        assert!(rank("a").contains("|    |    |    |    |  k |"));
        assert!(rank("c").contains("| +P |"));
        for part in [
            "White in hand: Rx1\n",
            "Black in hand: Gx1 Px2\n",
            "Black to move, move 7\n",
            &format!("sfen {sfen}\n"),
            "in check from 5e",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }
}
