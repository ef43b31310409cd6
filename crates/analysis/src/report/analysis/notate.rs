//! Lines of play in the notations that reports use.

use komadai::notation::{write_japanese_marked, write_western};
use komadai::position::Position;
use komadai::types::{Color, Move, Square};
use komadai_records::{write_csa_move, write_kif_move};

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `7g7f`
    Usi,
    /// `P-7f`
    Western,
    /// `▲７六歩`
    Japanese,
    /// `▲７六歩(77)`, as ShogiGUI writes lines.
    Kif,
    /// `+7776FU`
    Csa,
}

impl Notation {
    /// A move of the position. `last_to` is where the move before it went.
    pub fn write(self, pos: &Position, mv: Move, last_to: Option<Square>) -> String {
        match self {
            Notation::Usi => mv.to_string(),
            Notation::Western => write_western(pos, mv),
            Notation::Japanese => write_japanese_marked(pos, mv, last_to),
            Notation::Kif => {
                let mark = match pos.side_to_move() {
                    Color::Black => '▲',
                    Color::White => '△',
                };
                format!("{mark}{}", write_kif_move(pos, mv, last_to))
            }
            Notation::Csa => write_csa_move(pos, mv),
        }
    }

    /// The moves of a line, up to the first that is none of its position, as a
    /// line from a table may have it.
    pub fn write_line(self, pos: &Position, last_to: Option<Square>, line: &[Move]) -> Vec<String> {
        let mut pos = pos.clone();
        let mut last_to = last_to;
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            if !pos.is_legal(mv) {
                break;
            }
            texts.push(self.write(&pos, mv, last_to));
            last_to = Some(mv.to());
            pos.do_move(mv);
        }
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_every_notation_end_where_the_game_does() {
        let mut pos = Position::startpos();
        let mut last_to = None;
        for text in ["7g7f", "3c3d", "8h2b+"] {
            let mv = pos.parse_usi_move(text).unwrap();
            pos.do_move(mv);
            last_to = Some(mv.to());
        }
        let line = ["3a2b", "B*4e", "7g7f"].map(|text| Move::from_usi(text).unwrap());
        for (notation, texts) in [
            (Notation::Usi, ["3a2b", "B*4e"]),
            (Notation::Western, ["Sx2b", "B*4e"]),
            (Notation::Japanese, ["△同銀", "▲４五角"]),
            (Notation::Kif, ["△同\u{3000}銀(31)", "▲４五角打"]),
            (Notation::Csa, ["-3122GI", "+0045KA"]),
        ] {
            assert_eq!(notation.write_line(&pos, last_to, &line), texts);
        }
    }
}
