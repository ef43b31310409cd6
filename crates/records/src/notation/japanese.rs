//! Japanese notation: `▲７六歩`, `△同銀右上`, `▲２二角成`, `△５五歩打`.

use super::kanji::{KanjiPiece, digit_value, piece_kanji, square_kanji};
use super::origins::{Motion, Relative, Side, like_pieces, motion, relative, to_the_right};
use super::{MoveNotation, NotationError, shorten};
use komadai::bitboard::Bitboard;
use komadai::position::Position;
use komadai::types::{Color, Move, MoveKind, PieceType, Square};

/// A move in Japanese notation, without the mark of the side (`７六歩`).
///
/// If `last_to`, the destination of the move before, is the destination of this move too, 同 is
/// written for it. 右 左 直 上 寄 引 打 are added if another piece of the same kind can go to the
/// destination, 成 or 不成 whenever promotion is possible. The move must be legal in the position.
pub fn write_japanese(pos: &Position, mv: Move, last_to: Option<Square>) -> String {
    let mut text = match last_to {
        Some(sq) if sq == mv.to() => "同".to_string(),
        _ => square_kanji(mv.to()),
    };
    text.push_str(piece_kanji(pos.moved_piece(mv).kind()));
    let Relative { side, motion, drop } = relative(pos, mv);
    text.push_str(match side {
        Some(Side::Left) => "左",
        Some(Side::Straight) => "直",
        Some(Side::Right) => "右",
        None => "",
    });
    text.push_str(match motion {
        Some(Motion::Up) => "上",
        Some(Motion::Sideways) => "寄",
        Some(Motion::Down) => "引",
        None => "",
    });
    if drop {
        text.push('打');
    }
    if mv.is_promotion() {
        text.push('成');
    } else if may_promote(pos, mv) {
        text.push_str("不成");
    }
    text
}

/// [`write_japanese`] with the mark of the side to move: `▲７六歩`, `△３四歩`.
pub fn write_japanese_marked(pos: &Position, mv: Move, last_to: Option<Square>) -> String {
    let mark = match pos.side_to_move() {
        Color::Black => '▲',
        Color::White => '△',
    };
    format!("{mark}{}", write_japanese(pos, mv, last_to))
}

/// A line of moves in Japanese notation with marks: `▲７六歩△３四歩▲２二角成`.
///
/// `last_to` is the destination of the move before the first. The line ends before the
/// first illegal move.
pub fn write_japanese_line(pos: &Position, moves: &[Move], last_to: Option<Square>) -> String {
    let (mut pos, mut last_to, mut text) = (pos.clone(), last_to, String::new());
    for &mv in moves {
        if !pos.is_legal(mv) {
            break;
        }
        text += &write_japanese_marked(&pos, mv, last_to);
        last_to = Some(mv.to());
        pos.do_move(mv);
    }
    text
}

/// Whether promotion is possible with this move, made or declined.
pub(super) fn may_promote(pos: &Position, mv: Move) -> bool {
    let us = pos.side_to_move();
    match mv.kind() {
        MoveKind::Drop { .. } => false,
        MoveKind::Normal { from, to, .. } => {
            pos.moved_piece(mv).kind().can_promote()
                && (from.in_promotion_zone(us) || to.in_promotion_zone(us))
        }
    }
}

/// A move as it is written, before a legal move of a position is found for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JapaneseMove {
    /// The side that the mark (▲▼☗ or △▽☖) names, if there is a mark.
    pub mark: Option<Color>,
    /// The destination; `None` for 同.
    pub to: Option<Square>,
    /// The piece as it stands before the move.
    pub piece: PieceType,
    /// The suffixes 左 直 右, 上 寄 引, 打.
    pub relative: Relative,
    /// `true` for 成, `false` for 不成, `None` if neither is written.
    pub promote: Option<bool>,
    /// The origin that KIF writes in parentheses: `７六歩(77)`.
    pub from: Option<Square>,
}

/// The side that a mark stands for.
fn mark_of(c: char) -> Option<Color> {
    match c {
        '▲' | '▼' | '☗' => Some(Color::Black),
        '△' | '▽' | '☖' => Some(Color::White),
        _ => None,
    }
}

/// The part of a text that has not been read yet. Spaces and tabs are skipped.
struct Rest<'a>(&'a str);

impl Rest<'_> {
    fn peek(&mut self) -> Option<char> {
        self.0 = self.0.trim_start_matches([' ', '\u{3000}', '\t']);
        self.0.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.skip(c.len_utf8());
        Some(c)
    }

    fn skip(&mut self, bytes: usize) {
        self.0 = self.0.get(bytes..).unwrap_or("");
    }

    fn square(&mut self) -> Option<Square> {
        let file = self.next().and_then(digit_value)?;
        let rank = self.next().and_then(digit_value)?;
        if file == 0 || rank == 0 {
            return None;
        }
        Square::new(file as u8 - 1, rank as u8 - 1)
    }
}

impl JapaneseMove {
    /// Reads a move at the start of a text and returns it with the rest of the
    /// text. `None` if the text does not start with a move.
    pub fn parse(text: &str) -> Option<(JapaneseMove, &str)> {
        let mut rest = Rest(text);
        let mark = rest.peek().and_then(mark_of);
        if mark.is_some() {
            rest.next();
        }
        let to = if rest.peek() == Some('同') {
            rest.next();
            None
        } else {
            Some(rest.square()?)
        };
        rest.peek();
        let piece = KanjiPiece::parse(rest.0)?;
        rest.skip(piece.len);
        let mut parsed = JapaneseMove {
            mark,
            to,
            piece: piece.kind,
            relative: Relative::default(),
            promote: None,
            from: None,
        };
        parsed.suffixes(&mut rest)?;
        Some((parsed, rest.0))
    }

    /// Reads the suffixes after the piece. `None` if an origin in parentheses is malformed.
    fn suffixes(&mut self, rest: &mut Rest) -> Option<()> {
        while let Some(c) = rest.peek() {
            match c {
                '左' => self.relative.side = Some(Side::Left),
                '直' => self.relative.side = Some(Side::Straight),
                '右' => self.relative.side = Some(Side::Right),
                '上' | '行' | '入' => self.relative.motion = Some(Motion::Up),
                '寄' => self.relative.motion = Some(Motion::Sideways),
                '引' | '下' => self.relative.motion = Some(Motion::Down),
                '打' => self.relative.drop = true,
                '成' => self.promote = Some(true),
                '不' | '生' => {
                    self.promote = Some(false);
                    rest.next();
                    if c == '不' && rest.peek() == Some('成') {
                        rest.next();
                    }
                    continue;
                }
                '(' | '（' => {
                    let before = rest.0;
                    rest.next();
                    if rest.peek().and_then(digit_value).is_none() {
                        // The parenthesis holds no origin: it belongs to the text after the move.
                        rest.0 = before;
                        return Some(());
                    }
                    // Some programs write 00 after a drop, CSA's number for the hand.
                    if let Some(tail) = ["00)", "００)", "００）", "00）", "〇〇)"]
                        .into_iter()
                        .find_map(|hand| rest.0.strip_prefix(hand))
                    {
                        self.relative.drop = true;
                        rest.0 = tail;
                        return Some(());
                    }
                    let inside = rest.0;
                    let square = rest.square();
                    if !matches!(rest.next(), Some(')' | '）')) {
                        // The parenthesis may hold a time, as `(12:34/...)`.
                        rest.0 = before;
                        return inside.contains(':').then_some(());
                    }
                    self.from = Some(square?);
                    return Some(());
                }
                _ => return Some(()),
            }
            rest.next();
        }
        Some(())
    }

    /// Finds the legal move of the position that fits.
    ///
    /// `last_to` is the destination of the move before, for 同. Errors quote `text`. Suffixes may be
    /// missing or superfluous as long as exactly one legal move fits.
    ///
    /// # Errors
    /// If no legal move or more than one fits.
    pub fn resolve(
        &self,
        pos: &Position,
        last_to: Option<Square>,
        text: &str,
    ) -> Result<Move, NotationError> {
        let text = shorten(text);
        let Some(to) = self.to.or(last_to) else {
            return Err(NotationError::NoMoveBefore(text));
        };
        let side = pos.side_to_move();
        let promote = self.promote == Some(true);
        if let Some(from) = self.from {
            let own = pos.pieces(side, self.piece).contains(from);
            if !own || from == to {
                return Err(NotationError::WrongOrigin { text, side, from });
            }
            return legal(pos, Move::normal(from, to, promote), text);
        }
        let droppable = pos.hand(side).has(self.piece);
        if self.relative.drop {
            if !droppable {
                return Err(NotationError::NoSuchMove { text, side });
            }
            return legal(pos, Move::drop(self.piece, to), text);
        }
        let like = like_pieces(pos, self.piece, to);
        let reach = like.without(pos.color_bb(side) & Bitboard::from_square(to));
        let moves: Vec<Move> = reach
            .into_iter()
            .map(|from| Move::normal(from, to, promote))
            .collect();
        let plain = self.relative == Relative::default();
        if moves.is_empty() && droppable && plain && self.promote.is_none() {
            return legal(pos, Move::drop(self.piece, to), text);
        }
        let exact: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| relative(pos, mv) == self.relative)
            .collect();
        if let [only] = exact[..] {
            return legal(pos, only, text);
        }
        let fitting: Vec<Move> = moves
            .into_iter()
            .filter(|mv| self.fits(side, mv.from(), to, reach))
            .collect();
        if let [only] = fitting[..] {
            return legal(pos, only, text);
        }
        let legal_moves: Vec<Move> = fitting
            .iter()
            .copied()
            .filter(|&mv| pos.is_legal(mv))
            .collect();
        match (legal_moves.as_slice(), fitting.first()) {
            (&[only], _) => Ok(only),
            (&[], Some(&any)) => legal(pos, any, text),
            (&[], None) => Err(NotationError::NoSuchMove { text, side }),
            _ => Err(NotationError::Ambiguous {
                text,
                moves: legal_moves,
            }),
        }
    }

    /// Whether a move from `from` agrees with the suffixes, of which some may be superfluous.
    /// `reach` holds the origins of all candidates.
    fn fits(&self, side: Color, from: Square, to: Square, reach: Bitboard) -> bool {
        let motion_fits = self
            .relative
            .motion
            .is_none_or(|wanted| motion(side, from, to) == wanted);
        let is_side = |sign: i32| {
            to_the_right(side, from, to).signum() == sign
                || reach
                    .into_iter()
                    .any(|sq| to_the_right(side, from, sq).signum() == sign)
        };
        let side_fits = match self.relative.side {
            None => true,
            Some(Side::Straight) => {
                from.file() == to.file() && motion(side, from, to) == Motion::Up
            }
            Some(Side::Left) => is_side(-1),
            Some(Side::Right) => is_side(1),
        };
        motion_fits && side_fits
    }
}

fn legal(pos: &Position, mv: Move, text: String) -> Result<Move, NotationError> {
    match pos.check_legal(mv) {
        Ok(()) => Ok(mv),
        Err(reason) => Err(NotationError::Illegal { text, reason }),
    }
}

/// Reads a move in Japanese notation, with or without the mark of the side.
///
/// Digits may be ASCII, full-width or kanji; piece names are those of
/// [`KanjiPiece::parse`]. `last_to` is the destination of the move before, for 同.
///
/// # Errors
/// If the text is no move, or if no legal move or more than one fits.
pub fn read_japanese(
    pos: &Position,
    text: &str,
    last_to: Option<Square>,
) -> Result<Move, NotationError> {
    let fail = || NotationError::Syntax(shorten(text), MoveNotation::Japanese);
    let (parsed, rest) = JapaneseMove::parse(text).ok_or_else(fail)?;
    if !rest.trim().is_empty() {
        return Err(fail());
    }
    parsed.resolve(pos, last_to, text)
}

#[cfg(test)]
mod tests;
