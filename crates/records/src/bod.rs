//! Board diagrams of KIF files (BOD): nine rows of kanji between rules, and both hands.

use super::problem::StartFault;
use crate::notation::{
    KanjiPiece, board_kanji, digit_value, kanji_number, rank_kanji, read_kanji_number,
};
use komadai::position::{Position, Setup};
use komadai::types::{Color, Piece, PieceType, Square};

/// A diagram that is being read line by line.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardText {
    /// Board, hands and move number read so far; the side to move is in `side`.
    pub setup: Setup,
    /// Number of board rows read, 9 for a whole board.
    pub rows: u8,
    /// The side to move, if a line names it.
    pub side: Option<Color>,
    /// By side: whether a line gave the pieces in hand.
    pub has_hands: [bool; 2],
    /// Whether the hands were labelled 下手 and 上手, as in handicap games.
    pub is_handicap: bool,
}

impl BoardText {
    /// Reads the next row of the board: `|v香v桂 ・ ・ ・ ・ ・ ・ ・|一`.
    pub fn read_row(&mut self, line: &str) -> Result<(), StartFault> {
        let body = line.strip_prefix(['|', '｜']).unwrap_or(line);
        let (cells, label) = body.split_once(['|', '｜']).unwrap_or((body, ""));
        let rank = match label.trim().chars().next().and_then(digit_value) {
            Some(n @ 1..=9) => n as u8 - 1,
            _ => self.rows,
        };
        let mut file = 9u8;
        let mut white = false;
        let mut rest = cells;
        while let Some(c) = rest.chars().next() {
            let mut len = c.len_utf8();
            match c {
                ' ' | '\u{3000}' | '^' => white = false,
                'v' | 'V' | 'ｖ' => white = true,
                _ => {
                    let square = file.checked_sub(1).and_then(|f| Square::new(f, rank));
                    let square = square.ok_or_else(|| StartFault::Row(line.to_string()))?;
                    file -= 1;
                    self.setup.board[square.index()] = match KanjiPiece::parse(rest) {
                        Some(piece) => {
                            len = piece.len;
                            let color = if white { Color::White } else { Color::Black };
                            Some(Piece::new(color, piece.kind))
                        }
                        None if matches!(c, '・' | '･' | '．' | '.' | '·' | '*' | '口') => {
                            None
                        }
                        None => return Err(StartFault::BoardPiece(c)),
                    };
                    white = false;
                }
            }
            rest = rest.get(len..).unwrap_or("");
        }
        if file != 0 {
            return Err(StartFault::Row(line.to_string()));
        }
        self.rows = self.rows.saturating_add(1);
        Ok(())
    }

    /// Reads the pieces in a hand: `飛　角　金二　歩十八`, with or without spaces, or `なし`.
    pub fn read_hand(&mut self, color: Color, text: &str) -> Result<(), StartFault> {
        let hand = &mut self.setup.hands[color.index()];
        *hand = [0; 8];
        let mut rest = text.trim_matches([' ', '\u{3000}', '\t']);
        // 残り, "the rest", lists no pieces: the hand counts as not given.
        self.has_hands[color.index()] = !rest.starts_with("残り");
        if rest.starts_with("残り") {
            return Ok(());
        }
        if rest == "なし" || rest == "無し" {
            return Ok(());
        }
        while !rest.is_empty() {
            let piece = KanjiPiece::parse(rest)
                .filter(|p| PieceType::HAND.contains(&p.kind))
                .ok_or_else(|| StartFault::HandPiece(rest.to_string()))?;
            rest = rest.get(piece.len..).unwrap_or("");
            let mut count = 1;
            if let Some((n, len)) = read_kanji_number(rest) {
                count = n;
                rest = rest.get(len..).unwrap_or("");
            }
            hand[piece.kind.index()] += count;
            rest = rest.trim_start_matches([' ', '\u{3000}', '\t', '、', ',']);
        }
        Ok(())
    }
}

fn write_hand(pos: &Position, color: Color, out: &mut String) {
    let mut any = false;
    for kind in PieceType::HAND_ORDER {
        let count = pos.hand(color).count(kind);
        if count > 0 {
            out.push_str(board_kanji(kind));
            if count > 1 {
                out.push_str(&kanji_number(count));
            }
            out.push('\u{3000}');
            any = true;
        }
    }
    if !any {
        out.push_str("なし");
    }
}

/// The KIF diagram of a position: board, both hands, the side to move, and the number of
/// moves made if it is not 0.
pub fn write_bod(pos: &Position) -> String {
    write_diagram(pos, ["先手", "後手"])
}

/// [`write_bod`] with the given names of Black and White.
pub(super) fn write_diagram(pos: &Position, [black, white]: [&str; 2]) -> String {
    let mut out = format!("{white}の持駒：");
    write_hand(pos, Color::White, &mut out);
    out.push_str("\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in 0..9 {
        out.push('|');
        let squares: Vec<Square> = (0..9)
            .rev()
            .filter_map(|file| Square::new(file, rank))
            .collect();
        for &sq in &squares {
            match pos.piece_on(sq) {
                None => out.push_str(" ・"),
                Some(piece) => {
                    out.push(match piece.color() {
                        Color::Black => ' ',
                        Color::White => 'v',
                    });
                    out.push_str(board_kanji(piece.kind()));
                }
            }
        }
        let label = squares.first().map_or("", |&sq| rank_kanji(sq));
        out.push_str(&format!("|{label}\n"));
    }
    out.push_str(&format!("+---------------------------+\n{black}の持駒："));
    write_hand(pos, Color::Black, &mut out);
    out.push('\n');
    if pos.ply() > 1 {
        out.push_str(&format!("手数＝{}\n", pos.ply() - 1));
    }
    let side = match pos.side_to_move() {
        Color::Black => black,
        Color::White => white,
    };
    out.push_str(&format!("{side}番\n"));
    out
}
