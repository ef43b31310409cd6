//! Positions as SFEN text.

use std::fmt;
use std::str::FromStr;

use super::state::State;
use super::{Position, zobrist};
use crate::bitboard::Bitboard;
use crate::types::{Color, Hand, Piece, PieceType, Square};

/// The start position of an even game.
pub(super) const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// An error in the SFEN or the setup of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SfenError {
    /// The text has no board.
    #[error("the SFEN is empty")]
    Empty,
    /// A character in the board that stands for no piece.
    #[error("'{0}' in the board stands for no piece")]
    UnknownPiece(char),
    /// A `+` that is not followed by a piece that promotes.
    #[error("'+' in the board is not followed by a piece that promotes")]
    BadPromotion,
    /// A rank of more or fewer than nine squares.
    #[error("squares on rank {} of the board: {count} instead of 9", (b'a' + .rank) as char)]
    RankWidth {
        /// The rank, counted from 0 (rank a).
        rank: u8,
        /// Number of squares found.
        count: u8,
    },
    /// More or fewer than nine ranks.
    #[error("ranks on the board: {0} instead of 9")]
    RankCount(usize),
    /// The turn is missing or neither `b` nor `w`.
    #[error("the side to move is '{0}' instead of b or w")]
    Turn(String),
    /// The hands cannot be read.
    #[error("the pieces in hand '{0}' cannot be read")]
    Hands(String),
    /// The move number is no number or above 1,000,000.
    #[error("the move number '{0}' is no number up to 1000000")]
    Ply(String),
    /// More text follows the move number.
    #[error("'{0}' follows the end of the SFEN")]
    Trailing(String),
    /// More pieces of a kind than a set has.
    #[error("{count} {} on board and in hand, a set has {max}", kind_name(*.kind))]
    TooMany {
        /// The unpromoted kind.
        kind: PieceType,
        /// Number of pieces found.
        count: u32,
        /// Number of pieces in a set.
        max: u32,
    },
    /// Two kings of a side.
    #[error("{0} has more than one king")]
    TwoKings(Color),
    /// Two unpromoted pawns of a side on a file.
    #[error("{color} has two pawns on file {file}")]
    TwoPawns {
        /// The side.
        color: Color,
        /// The file, from 1 to 9.
        file: u8,
    },
    /// A pawn, lance or knight that can never move.
    #[error("the {} on {square} can never move", kind_name(*.kind).trim_end_matches('s'))]
    DeadEnd {
        /// The kind of piece.
        kind: PieceType,
        /// The square of the piece.
        square: Square,
    },
}

fn kind_name(kind: PieceType) -> &'static str {
    match kind.unpromoted() {
        PieceType::Pawn => "pawns",
        PieceType::Lance => "lances",
        PieceType::Knight => "knights",
        PieceType::Silver => "silvers",
        PieceType::Gold => "golds",
        PieceType::Bishop => "bishops",
        PieceType::Rook => "rooks",
        _ => "kings",
    }
}

/// Board, hands, side to move and move number as read, before [`Setup::check`].
#[derive(Clone, Debug)]
pub struct Setup {
    /// The pieces on the board, by square number.
    pub board: [Option<Piece>; Square::NUM],
    /// The numbers of pieces in hand, Black's first, by [`PieceType::index`].
    pub hands: [[u32; 8]; 2],
    /// The side to move.
    pub side: Color,
    /// The number of the next move, at least 1.
    pub ply: u32,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            board: [None; Square::NUM],
            hands: [[0; 8]; 2],
            side: Color::Black,
            ply: 1,
        }
    }
}

fn parse_board(text: &str) -> Result<[Option<Piece>; Square::NUM], SfenError> {
    let mut board = [None; Square::NUM];
    let ranks = text.split('/').count();
    if ranks != 9 {
        return Err(SfenError::RankCount(ranks));
    }
    for (rank, row) in (0u8..9).zip(text.split('/')) {
        let mut count = 0u8;
        let mut promoted = false;
        for c in row.chars() {
            if let Some(run) = c.to_digit(10).filter(|&d| d > 0) {
                if promoted {
                    return Err(SfenError::BadPromotion);
                }
                count = count.saturating_add(run as u8);
                continue;
            }
            if c == '+' {
                if promoted {
                    return Err(SfenError::BadPromotion);
                }
                promoted = true;
                continue;
            }
            let kind =
                PieceType::from_letter(c.to_ascii_uppercase()).ok_or(SfenError::UnknownPiece(c))?;
            if promoted && !kind.can_promote() {
                return Err(SfenError::BadPromotion);
            }
            let color = if c.is_ascii_uppercase() {
                Color::Black
            } else {
                Color::White
            };
            let kind = if promoted { kind.promoted() } else { kind };
            promoted = false;
            if count < 9
                && let Some(sq) = Square::new(8 - count, rank)
            {
                board[sq.index()] = Some(Piece::new(color, kind));
            }
            count = count.saturating_add(1);
        }
        if promoted {
            return Err(SfenError::BadPromotion);
        }
        if count != 9 {
            return Err(SfenError::RankWidth { rank, count });
        }
    }
    Ok(board)
}

fn parse_hands(text: &str) -> Result<[[u32; 8]; 2], SfenError> {
    let fail = || SfenError::Hands(text.chars().take(60).collect());
    let mut hands = [[0u32; 8]; 2];
    if text == "-" {
        return Ok(hands);
    }
    let mut count: Option<u32> = None;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            let value = count.unwrap_or(0) * 10 + digit;
            if value > 99 || value == 0 {
                return Err(fail());
            }
            count = Some(value);
            continue;
        }
        let kind = PieceType::from_letter(c.to_ascii_uppercase())
            .filter(|&k| k != PieceType::King)
            .ok_or_else(fail)?;
        let color = Color::ALL[usize::from(c.is_ascii_lowercase())];
        hands[color.index()][kind.index()] += count.take().unwrap_or(1);
    }
    if count.is_some() {
        Err(fail())
    } else {
        Ok(hands)
    }
}

impl Setup {
    /// Reads SFEN syntax: board, turn, hands and an optional move number.
    /// Missing hands count as empty, a missing or zero move number as 1.
    ///
    /// # Errors
    /// The part that cannot be read.
    pub fn parse(text: &str) -> Result<Setup, SfenError> {
        let mut fields = text.split_whitespace();
        let board = parse_board(fields.next().ok_or(SfenError::Empty)?)?;
        let side = match fields.next() {
            Some("b") => Color::Black,
            Some("w") => Color::White,
            other => {
                return Err(SfenError::Turn(
                    other.unwrap_or("").chars().take(20).collect(),
                ));
            }
        };
        let hands = parse_hands(fields.next().unwrap_or("-"))?;
        let ply = match fields.next() {
            None => 1,
            Some(number) => number
                .parse::<u32>()
                .ok()
                .filter(|&n| n <= 1_000_000)
                .ok_or_else(|| SfenError::Ply(number.chars().take(20).collect()))?,
        };
        if let Some(more) = fields.next() {
            return Err(SfenError::Trailing(more.chars().take(20).collect()));
        }
        Ok(Setup {
            board,
            hands,
            side,
            ply: ply.max(1),
        })
    }

    /// The setup as canonical SFEN.
    pub fn sfen(&self) -> String {
        write(
            |sq| self.board[sq.index()],
            |color, kind| self.hands[color.index()][kind.index()],
            self.side,
            self.ply,
        )
    }

    /// Adds to a side's hand every piece of a set that is neither on the board nor
    /// in a hand, kings aside.
    pub fn take_all_left(&mut self, side: Color) {
        for kind in PieceType::HAND {
            let left = u32::from(PieceType::SET[kind.index()]).saturating_sub(self.count(kind));
            self.hands[side.index()][kind.index()] += left;
        }
    }

    /// Number of pieces of an unpromoted kind, except kings, on the board and in hand.
    fn count(&self, kind: PieceType) -> u32 {
        let board = self.board.iter().flatten();
        let on_board = board.filter(|p| p.kind().unpromoted() == kind).count() as u32;
        let held = self.hands.iter().map(|hand| hand[kind.index()]);
        on_board + held.sum::<u32>()
    }

    /// Checks the conditions of [`Position::from_setup`].
    ///
    /// # Errors
    /// If there are more pieces than a set has, two kings of a side, two pawns of
    /// a side on a file, or pieces that can never move.
    pub fn check(&self) -> Result<(), SfenError> {
        for kind in PieceType::HAND {
            let (count, max) = (self.count(kind), u32::from(PieceType::SET[kind.index()]));
            if count > max {
                return Err(SfenError::TooMany { kind, count, max });
            }
        }
        for color in Color::ALL {
            let king = Piece::new(color, PieceType::King);
            if self.board.iter().flatten().filter(|&&p| p == king).count() > 1 {
                return Err(SfenError::TwoKings(color));
            }
        }
        for color in Color::ALL {
            let pawn = Piece::new(color, PieceType::Pawn);
            let mut files = [0; 9];
            for square in Square::all() {
                let Some(piece) = self.board[square.index()].filter(|p| p.color() == color) else {
                    continue;
                };
                if !Position::may_stand(color, piece.kind(), square) {
                    let kind = piece.kind();
                    return Err(SfenError::DeadEnd { kind, square });
                }
                if piece == pawn {
                    files[square.file() as usize] += 1;
                    if files[square.file() as usize] > 1 {
                        let file = square.file() + 1;
                        return Err(SfenError::TwoPawns { color, file });
                    }
                }
            }
        }
        Ok(())
    }
}

impl Position {
    /// The start of an even game.
    pub fn startpos() -> Position {
        match Position::from_sfen(START) {
            Ok(pos) => pos,
            Err(_) => unreachable!("the start position is a valid SFEN"),
        }
    }

    /// Reads a position from SFEN.
    ///
    /// Accepted: fewer pieces than a set, a side without a king, the side not
    /// to move standing in check, missing hands, a missing move number.
    ///
    /// # Errors
    /// If the syntax is broken or [`Setup::check`] fails.
    pub fn from_sfen(text: &str) -> Result<Position, SfenError> {
        Position::from_setup(&Setup::parse(text)?)
    }

    /// Makes a position from a setup.
    ///
    /// # Errors
    /// If [`Setup::check`] fails.
    pub fn from_setup(setup: &Setup) -> Result<Position, SfenError> {
        setup.check()?;
        let mut pos = Position {
            board: [None; Square::NUM],
            by_color: [Bitboard::EMPTY; 2],
            by_kind: [Bitboard::EMPTY; 16],
            golds: Bitboard::EMPTY,
            kings: [None; 2],
            hands: [Hand::EMPTY; 2],
            side: setup.side,
            ply: setup.ply,
            states: Vec::with_capacity(1024),
        };
        let mut state = State {
            board_key: match setup.side {
                Color::Black => 0,
                Color::White => zobrist::SIDE,
            },
            hand_key: 0,
            pawn_key: 0,
            minor_key: 0,
            non_pawn_key: [0; 2],
            checkers: Bitboard::EMPTY,
            blockers: [Bitboard::EMPTY; 2],
            pinners: [Bitboard::EMPTY; 2],
            hand: Hand::EMPTY,
            continuous_check: [0; 2],
            plies_from_null: 0,
            captured: None,
        };
        for sq in Square::all() {
            if let Some(piece) = setup.board[sq.index()] {
                pos.put(piece, sq);
                state.toggle(piece, sq);
                if piece.kind() == PieceType::King {
                    pos.kings[piece.color().index()] = Some(sq);
                }
            }
        }
        for color in Color::ALL {
            for kind in PieceType::HAND {
                for _ in 0..setup.hands[color.index()][kind.index()] {
                    pos.hands[color.index()].add(kind);
                    state.hand_key = state.hand_key.wrapping_add(zobrist::hand(color, kind));
                }
            }
        }
        state.hand = pos.hands[pos.side.index()];
        state.checkers = pos.compute_checkers();
        for king in Color::ALL {
            let (blockers, pinners) = pos.compute_blockers(king);
            state.blockers[king.index()] = blockers;
            state.pinners[(!king).index()] = pinners;
        }
        if !state.checkers.is_empty() {
            state.continuous_check[(!pos.side).index()] = 2;
        }
        pos.states.push(state);
        Ok(pos)
    }

    /// The position as canonical SFEN with the move number.
    pub fn sfen(&self) -> String {
        write(
            |sq| self.piece_on(sq),
            |color, kind| self.hand(color).count(kind),
            self.side,
            self.ply,
        )
    }
}

impl FromStr for Position {
    type Err = SfenError;

    /// As [`Position::from_sfen`].
    fn from_str(text: &str) -> Result<Position, SfenError> {
        Position::from_sfen(text)
    }
}

impl fmt::Display for Position {
    /// As [`Position::sfen`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.sfen())
    }
}

impl fmt::Debug for Position {
    /// `Position("lnsgkgsnl/... b - 1")`: the SFEN instead of the fields.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.sfen()).finish()
    }
}

/// Writes canonical SFEN: each run of empty squares as one digit, hands in the order of
/// [`PieceType::HAND_ORDER`].
fn write(
    piece_on: impl Fn(Square) -> Option<Piece>,
    held: impl Fn(Color, PieceType) -> u32,
    side: Color,
    ply: u32,
) -> String {
    let mut text = String::with_capacity(100);
    for rank in 0..9 {
        if rank > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for file in (0..9).rev() {
            match Square::new(file, rank).and_then(&piece_on) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push_str(&piece.to_string());
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
    }
    text.push(' ');
    text.push(side.letter());
    text.push(' ');
    let before = text.len();
    for color in Color::ALL {
        for kind in PieceType::HAND_ORDER {
            let count = held(color, kind);
            if count > 1 {
                text.push_str(&count.to_string());
            }
            if count > 0 {
                text.push_str(&Piece::new(color, kind).to_string());
            }
        }
    }
    if text.len() == before {
        text.push('-');
    }
    text.push_str(&format!(" {ply}"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_texts_name_what_is_wrong() {
        let cases = [
            ("", "empty"),
            (
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1 b -",
                ": 8 instead",
            ),
            ("9/9/9/9/9/9/9/9/9/9 b -", ": 10 instead"),
            ("9/9/9/9/91/9/9/9/9 b -", "rank e"),
            ("9/9/9/9/8/9/9/9/9 b -", "rank e"),
            ("9/9/9/9/x8/9/9/9/9 b -", "'x'"),
            ("9/9/9/9/+G8/9/9/9/9 b -", "'+'"),
            ("9/9/9/9/++P8/9/9/9/9 b -", "'+'"),
            ("9/9/9/9/8+/9/9/9/9 b -", "'+'"),
            ("9/9/9/9/9/9/9/9/9", "instead of b or w"),
            ("9/9/9/9/9/9/9/9/9 x -", "'x'"),
            ("9/9/9/9/9/9/9/9/9 b 2", "'2'"),
            ("9/9/9/9/9/9/9/9/9 b K", "'K'"),
            ("9/9/9/9/9/9/9/9/9 b 19P", "19 pawns"),
            ("9/9/9/9/9/9/9/9/9 b 100P", "cannot be read"),
            ("9/9/9/9/9/9/9/9/9 b 5g", "5 golds"),
            ("9/9/9/9/9/9/9/9/9 b - x", "move number"),
            ("9/9/9/9/9/9/9/9/9 b - 1 2", "follows"),
            ("9/9/9/9/K7K/9/9/9/9 b - 1", "more than one king"),
            ("9/9/9/9/P8/9/P8/9/9 b - 1", "two pawns on file 9"),
            ("P8/9/9/9/9/9/9/9/9 b - 1", "the pawn on 9a"),
            ("9/9/9/9/9/9/9/n8/9 b - 1", "the knight on 9h"),
            ("+B+R+b+B5/9/9/9/9/9/9/9/9 b - 1", "3 bishops"),
        ];
        for (text, part) in cases {
            match Position::from_sfen(text) {
                Ok(_) => panic!("accepted: {text}"),
                Err(error) => assert!(error.to_string().contains(part), "{text}: {error}"),
            }
        }
    }

    #[test]
    fn sfen_comes_back_canonical() {
        for text in [
            START,
            "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
            "9/9/9/9/9/9/9/9/9 b - 1",
            "7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l16p 1",
        ] {
            let pos = Position::from_sfen(text).unwrap();
            assert_eq!(pos.sfen(), text);
            pos.validate().unwrap();
        }
        let lenient = Position::from_sfen(" 4k4/9/9/9/9/9/9/9/4K4  w  PRp2P \r").unwrap();
        assert_eq!(lenient.sfen(), "4k4/9/9/9/9/9/9/9/4K4 w R3Pp 1");
    }
}
