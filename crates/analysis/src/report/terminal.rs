//! Board drawing for the terminal, in kanji or letters, with or without colours.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::{Lettering, rows};
use komadai::position::Position;
use komadai::types::{Color, Piece, PieceType, Square};
use komadai_records::notation::{board_kanji, kanji_number, rank_kanji};

/// Options for drawing a board with characters.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerminalBoard {
    /// Kanji, each two columns wide, or ASCII letters.
    pub lettering: Lettering,
    /// Whether to use ANSI colours: promoted pieces red, White's pieces cyan, the last move
    /// reversed.
    pub colors: bool,
    /// Draws White at the bottom.
    pub flip: bool,
    /// The destination of the last move, to highlight.
    pub last_to: Option<Square>,
    /// Whether to name the sides 下手 and 上手, as in handicap games.
    pub handicap: bool,
}

const RULE: &str = "+---------------------------+";

impl TerminalBoard {
    /// Draws the board with both hands, the side to move and the SFEN.
    pub fn draw(&self, pos: &Position) -> String {
        let (far, near) = match self.flip {
            false => (Color::White, Color::Black),
            true => (Color::Black, Color::White),
        };
        let mut out = String::new();
        out.push_str(&format!("{}\n", self.hand(pos, far)));
        out.push_str(&self.files());
        out.push_str(&format!("{RULE}\n"));
        for row in rows(self.flip) {
            out.push('|');
            let mut label = String::new();
            for square in row {
                self.cell(pos, square, far, &mut out);
                label = match self.lettering {
                    Lettering::Kanji => rank_kanji(square).to_string(),
                    Lettering::Letters => char::from(b'a' + square.rank()).to_string(),
                };
            }
            out.push_str(&format!("|{label}\n"));
        }
        out.push_str(&format!("{RULE}\n{}\n", self.hand(pos, near)));
        let side = pos.side_to_move();
        let _ = match self.lettering {
            Lettering::Kanji => writeln!(out, "{}番　{}手目", self.side_kanji(side), pos.ply()),
            Lettering::Letters => writeln!(out, "{side} to move, move {}", pos.ply()),
        };
        out.push_str(&format!("sfen {}\n", pos.sfen()));
        out
    }

    fn files(&self) -> String {
        let mut out = String::from(" ");
        for column in 0..9u32 {
            let file = if self.flip { column + 1 } else { 9 - column };
            match self.lettering {
                Lettering::Kanji => {
                    out.push(' ');
                    out.extend(char::from_u32('０' as u32 + file));
                }
                Lettering::Letters => {
                    out.push_str(&format!("{file:>2} "));
                }
            }
        }
        let mut line = out.trim_end().to_string();
        line.push('\n');
        line
    }

    fn side_kanji(&self, color: Color) -> &'static str {
        match (self.handicap, color) {
            (false, Color::Black) => "先手",
            (false, Color::White) => "後手",
            (true, Color::Black) => "下手",
            (true, Color::White) => "上手",
        }
    }

    fn hand(&self, pos: &Position, color: Color) -> String {
        let hand = pos.hand(color);
        let mut out = match self.lettering {
            Lettering::Kanji => format!("{}の持駒：", self.side_kanji(color)),
            Lettering::Letters => format!("{color} in hand:"),
        };
        if hand.is_empty() {
            out.push_str(match self.lettering {
                Lettering::Kanji => "なし",
                Lettering::Letters => " nothing",
            });
        }
        for kind in PieceType::HAND_ORDER
            .into_iter()
            .filter(|&kind| hand.has(kind))
        {
            let count = hand.count(kind);
            match self.lettering {
                Lettering::Kanji => {
                    out.push_str(board_kanji(kind));
                    if count > 1 {
                        out.push_str(&kanji_number(count));
                    }
                    out.push('\u{3000}');
                }
                Lettering::Letters => {
                    out.push_str(&format!(" {}x{count}", kind.letter()));
                }
            }
        }
        out.trim_end().to_string()
    }

    /// Draws a square in three columns.
    fn cell(&self, pos: &Position, square: Square, far: Color, out: &mut String) {
        let piece = pos.piece_on(square);
        let text = match (piece, self.lettering) {
            (None, Lettering::Kanji) => " ・".to_string(),
            (None, Lettering::Letters) => "  .".to_string(),
            (Some(piece), Lettering::Kanji) => {
                let mark = if piece.color() == far { 'v' } else { ' ' };
                format!("{mark}{}", board_kanji(piece.kind()))
            }
            (Some(piece), Lettering::Letters) => format!("{:>3}", piece.to_string()),
        };
        // A default style writes no escape sequences.
        let style = match self.colors {
            true => self.style(piece, square),
            false => Style::new(),
        };
        out.push_str(&format!("{style}{text}{style:#}"));
    }

    /// The style of a square: the colour that marks its piece, in reverse video on the destination of
    /// the last move.
    fn style(&self, piece: Option<Piece>, square: Square) -> Style {
        let style = match self.last_to == Some(square) {
            true => Style::new().invert(),
            false => Style::new(),
        };
        let ink = match piece {
            Some(piece) if piece.kind().is_promoted() => Some(AnsiColor::Red.into()),
            Some(piece) if piece.color() == Color::White => Some(AnsiColor::Cyan.into()),
            _ => None,
        };
        style.fg_color(ink)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SFEN: &str = "4k4/9/4+P4/9/4r4/9/9/9/4K4 b G12Pr 7";

    #[test]
    fn kanji_and_letters_show_every_piece_where_it_stands() {
        let pos = Position::from_sfen(SFEN).unwrap();
        let kanji = TerminalBoard::default().draw(&pos);
        let lines: Vec<&str> = kanji.lines().collect();
        assert_eq!(lines[0], "後手の持駒：飛");
        assert_eq!(lines[1], "  ９ ８ ７ ６ ５ ４ ３ ２ １");
        assert_eq!(lines[3], "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一");
        assert_eq!(lines[5], "| ・ ・ ・ ・ と ・ ・ ・ ・|三");
        assert_eq!(lines[13], "先手の持駒：金　歩十二");
        assert_eq!(lines[14], "先手番　7手目");
        let letters = TerminalBoard {
            lettering: Lettering::Letters,
            ..TerminalBoard::default()
        };
        let text = letters.draw(&pos);
        assert!(text.is_ascii());
        assert!(text.contains("|  .  .  .  . +P  .  .  .  .|c"), "{text}");
        assert!(text.contains("Black in hand: Gx1 Px12"), "{text}");
        assert!(text.contains("\n  9  8  7  6  5  4  3  2  1\n"), "{text}");
    }

    #[test]
    fn the_start_is_the_diagram_of_kif_files() {
        let pos = Position::startpos();
        let drawn = TerminalBoard::default().draw(&pos);
        let bod = komadai_records::write_bod(&pos);
        assert_eq!(
            drawn.lines().take(14).collect::<Vec<_>>(),
            bod.lines().take(14).collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_flipped_board_has_white_below() {
        let pos = Position::from_sfen(SFEN).unwrap();
        let flipped = TerminalBoard {
            flip: true,
            ..TerminalBoard::default()
        };
        let text = flipped.draw(&pos);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "先手の持駒：金　歩十二");
        assert_eq!(lines[1], "  １ ２ ３ ４ ５ ６ ７ ８ ９");
        assert_eq!(lines[3], "| ・ ・ ・ ・v玉 ・ ・ ・ ・|九");
        assert_eq!(lines[11], "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|一");
    }

    #[test]
    fn colours_wrap_pieces_and_nothing_else() {
        let pos = Position::from_sfen(SFEN).unwrap();
        let colored = TerminalBoard {
            colors: true,
            last_to: "5c".parse().ok(),
            ..TerminalBoard::default()
        };
        let text = colored.draw(&pos);
        assert!(text.contains("\x1b[7m\x1b[31m と\x1b[0m"));
        assert!(text.contains("\x1b[36mv玉\x1b[0m"));
        let mut plain = String::new();
        for part in text.split("\x1b[") {
            let after = part.split_once('m').filter(|(c, _)| c.len() < 6);
            plain.push_str(after.map_or(part, |(_, rest)| rest));
        }
        assert_eq!(plain, TerminalBoard::default().draw(&pos));
    }
}
