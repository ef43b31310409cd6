//! The two Huffman codes for positions in 32 bytes, and the coder for both.
//!
//! Both lay out a bit stream, lowest bit first: the turn (1: White), the king
//! squares (7 bits each, Black first), the 79 other squares from 1a to 9i, the
//! hands of Black and White, and the pieces missing from the set ("the box").
//! With all 40 pieces accounted for, every position takes exactly 256 bits. The
//! two codes differ in the words for the pieces.

use crate::types::{Color, Piece, PieceType, Square};

use super::Board;

/// The reason why a position has no 32-byte form, or why 32 bytes hold no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// A king is missing; the formats always hold both kings' squares.
    #[error("no {0} king: the packed form needs both kings")]
    NoKing(Color),
    /// More pieces of a kind than a set has.
    #[error("more {0:?} pieces than a shogi set has")]
    TooMany(PieceType),
    /// Both kings on one square.
    #[error("both kings stand on the same square")]
    KingsTogether,
    /// The bits from this one on are no word of the code.
    #[error("no piece has the code found at bit {0}")]
    BadCode(usize),
}

/// A code word: its bits, the first one lowest, and its length in bits.
type Word = (u8, u8);

/// One of the two codes.
pub(super) struct Code {
    /// The words for a square, by [`Piece::index`]; entry 0 is the empty square.
    board: [Word; Piece::NUM],
    /// The words for a piece in the hand of its side, by [`Piece::index`].
    hand: [Word; Piece::NUM],
    /// The words for a piece in the box, by [`PieceType::index`].
    boxed: [Word; 8],
    /// By the next 8 bits of the stream: [`Piece::index`] (0: empty square) and the length of
    /// the word; length 0 if no word matches.
    read_board: [Word; 256],
    /// As `read_board`, for hands and box: [`Piece::index`], or 32 plus
    /// [`PieceType::index`] for a piece in the box.
    read_hand: [Word; 256],
}

const IN_BOX: u8 = 32;

const fn append(word: Word, bit: bool) -> Word {
    (word.0 | (bit as u8) << word.1, word.1 + 1)
}

const fn enter(table: &mut [Word; 256], word: Word, value: u8) {
    let mut high = 0;
    while high < 256 >> word.1 {
        let at = word.0 as usize | high << word.1;
        // No word may be the beginning of another.
        assert!(table[at].1 == 0);
        table[at] = (value, word.1);
        high += 1;
    }
}

impl Code {
    /// Builds a code from its words for unpromoted pieces on the board and in hand,
    /// both without the colour bit, and those for the box. On the board the bits for
    /// colour and promotion follow, colour first if `color_first`.
    const fn new(
        board: &[Word; 8],
        color_first: bool,
        hand: &[Word; 8],
        boxed: &[Word; 8],
    ) -> Code {
        let mut code = Code {
            board: [(0, 0); Piece::NUM],
            hand: [(0, 0); Piece::NUM],
            boxed: *boxed,
            read_board: [(0, 0); 256],
            read_hand: [(0, 0); 256],
        };
        code.board[0] = (0, 1);
        enter(&mut code.read_board, (0, 1), 0);
        let mut number = 0;
        while number < PieceType::ALL.len() {
            let kind = PieceType::ALL[number];
            number += 1;
            if matches!(kind, PieceType::King) {
                continue;
            }
            let promoted = kind.is_promoted();
            let plain = kind.unpromoted();
            let mut side = 0;
            while side < 2 {
                let white = side == 1;
                let piece = Piece::new(Color::ALL[side], kind).index();
                side += 1;
                let mut word = board[plain.index()];
                if plain.can_promote() {
                    word = append(word, if color_first { white } else { promoted });
                    word = append(word, if color_first { promoted } else { white });
                } else {
                    word = append(word, white);
                }
                code.board[piece] = word;
                enter(&mut code.read_board, word, piece as u8);
                if !promoted {
                    let word = append(hand[kind.index()], white);
                    code.hand[piece] = word;
                    enter(&mut code.read_hand, word, piece as u8);
                }
            }
            if !promoted {
                enter(
                    &mut code.read_hand,
                    boxed[kind.index()],
                    IN_BOX + kind.index() as u8,
                );
            }
        }
        code
    }
}

/// The code of YaneuraOu's PackedSfen. Kinds in the order of [`PieceType::index`]:
/// pawn, lance, knight, silver, bishop, rook, gold.
///
/// The word of a piece in hand lacks the first bit of its word on the board. The
/// box uses the words of promoted pieces in hand, which cannot occur there (for
/// gold, the word of a promoted white silver).
#[rustfmt::skip]
pub(super) static PACKED_SFEN: Code = Code::new(
    &[(0, 0), (1, 2), (3, 4), (11, 4), (7, 4), (31, 6), (63, 6), (15, 5)],
    false,
    &[(0, 0), (0, 2), (1, 4), (5, 4), (3, 4), (15, 6), (31, 6), (7, 4)],
    &[(0, 0), (2, 3), (9, 5), (13, 5), (11, 5), (47, 7), (63, 7), (27, 5)],
);

/// The code of Apery's HuffmanCodedPos, with the box as cshogi writes it.
#[rustfmt::skip]
pub(super) static HUFFMAN_CODED_POS: Code = Code::new(
    &[(0, 0), (1, 2), (3, 4), (7, 4), (11, 4), (31, 6), (63, 6), (15, 5)],
    true,
    &[(0, 0), (0, 2), (1, 4), (3, 4), (5, 4), (31, 6), (63, 6), (7, 4)],
    &[(0, 0), (2, 3), (9, 5), (11, 5), (13, 5), (15, 7), (47, 7), (29, 5)],
);

struct Writer {
    words: [u64; 4],
    at: usize,
}

impl Writer {
    fn put(&mut self, (bits, len): Word) {
        for i in 0..len {
            let at = self.at + usize::from(i);
            // Never past the end: `encode` writes at most one full set, which takes 256 bits.
            if let Some(word) = self.words.get_mut(at / 64) {
                *word |= u64::from(bits >> i & 1) << (at % 64);
            }
        }
        self.at += usize::from(len);
    }
}

/// Least number of bits that a window holds: its 64 bits begin up to 7 bits before the next bit.
const WINDOW: usize = 57;
/// Length of the longest word in bits.
const LONGEST: usize = 8;

struct Reader {
    /// The 32 bytes of the position, then zeros, so that eight bytes can be read anywhere.
    bytes: [u8; 40],
    at: usize,
}

impl Reader {
    /// At least the next [`WINDOW`] bits; zeros past the end.
    #[inline]
    fn window(&self) -> u64 {
        let rest = self.bytes.get(self.at / 8..).unwrap_or(&[]);
        rest.first_chunk()
            .map_or(0, |bytes| u64::from_le_bytes(*bytes))
            >> (self.at % 8)
    }

    fn take(&mut self, len: usize) -> usize {
        let bits = self.window() as usize & ((1 << len) - 1);
        self.at += len;
        bits
    }
}

/// Encodes a position with one of the two codes.
pub(super) fn encode(board: &Board, code: &Code) -> Result<[u8; 32], PackError> {
    let missing = board.missing();
    for kind in PieceType::HAND {
        if missing[kind.index()] < 0 {
            return Err(PackError::TooMany(kind));
        }
    }
    let mut out = Writer {
        words: [0; 4],
        at: 0,
    };
    out.put((board.side as u8, 1));
    for color in Color::ALL {
        let king = board.king(color).ok_or(PackError::NoKing(color))?;
        out.put((king.index() as u8, 7));
    }
    if missing[PieceType::King.index()] != 0 {
        return Err(PackError::TooMany(PieceType::King));
    }
    for piece in board.squares {
        match piece {
            Some(piece) if piece.kind() == PieceType::King => {}
            piece => out.put(code.board[piece.map_or(0, Piece::index)]),
        }
    }
    for color in Color::ALL {
        for kind in PieceType::HAND_ORDER.into_iter().rev() {
            for _ in 0..board.hands[color.index()].count(kind) {
                out.put(code.hand[Piece::new(color, kind).index()]);
            }
        }
    }
    for kind in PieceType::HAND_ORDER.into_iter().rev() {
        for _ in 0..missing[kind.index()] {
            out.put(code.boxed[kind.index()]);
        }
    }
    debug_assert_eq!(out.at, 256);
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.chunks_exact_mut(8).zip(out.words) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    Ok(bytes)
}

/// Decodes a position with one of the two codes.
pub(super) fn decode(bytes: &[u8; 32], code: &Code) -> Result<Board, PackError> {
    let mut input = Reader {
        bytes: [0; 40],
        at: 0,
    };
    input.bytes[..32].copy_from_slice(bytes);
    let mut board = Board::EMPTY;
    let mut left = PieceType::SET;
    if input.take(1) == 1 {
        board.side = Color::White;
    }
    let mut kings = [0; 2];
    for (color, place) in Color::ALL.into_iter().zip(&mut kings) {
        let king = Square::from_index(input.take(7)).ok_or(PackError::NoKing(color))?;
        *place = king.index();
        board.squares[king.index()] = Some(Piece::new(color, PieceType::King));
    }
    kings.sort_unstable();
    if kings[0] == kings[1] {
        return Err(PackError::KingsTogether);
    }
    decode_squares(&mut input, code, kings, &mut board, &mut left)?;
    while input.at < 256 {
        let (number, len) = code.read_hand[input.window() as usize & 255];
        if len == 0 {
            return Err(PackError::BadCode(input.at));
        }
        input.at += usize::from(len);
        let piece = ALL_PIECES[usize::from(number & 31)];
        count(&mut left, piece)?;
        if let Some(piece) = piece.filter(|_| number < IN_BOX) {
            board.hands[piece.color().index()].add(piece.kind());
        }
    }
    if input.at != 256 {
        return Err(PackError::BadCode(input.at));
    }
    Ok(board)
}

/// Reads the squares without kings. An empty square is a 0 bit, so a run of empty
/// squares is a run of zeros; each window is used for as many words as it holds.
#[inline]
fn decode_squares(
    input: &mut Reader,
    code: &Code,
    kings: [usize; 2],
    board: &mut Board,
    left: &mut [u8; 9],
) -> Result<(), PackError> {
    const SQUARES: usize = Square::NUM - 2;
    let mut done = 0;
    while done < SQUARES {
        let mut window = input.window();
        let mut used = 0;
        while used + LONGEST <= WINDOW && done < SQUARES {
            let run = (window.trailing_zeros() as usize)
                .min(SQUARES - done)
                .min(WINDOW - used);
            window >>= run;
            used += run;
            done += run;
            if done == SQUARES || used + LONGEST > WINDOW {
                break;
            }
            let (number, len) = code.read_board[window as usize & 255];
            if len == 0 {
                return Err(PackError::BadCode(input.at + used));
            }
            window >>= len;
            used += usize::from(len);
            let piece = ALL_PIECES[usize::from(number & 31)];
            count(left, piece)?;
            // The stream skips the kings' squares.
            let mut square = done + usize::from(done >= kings[0]);
            square += usize::from(square >= kings[1]);
            board.squares[square] = piece;
            done += 1;
        }
        input.at += used;
    }
    Ok(())
}

/// Takes one piece from `left`, the rest of the set.
#[inline]
fn count(left: &mut [u8; 9], piece: Option<Piece>) -> Result<(), PackError> {
    if let Some(piece) = piece {
        let kind = piece.kind().unpromoted();
        let left = &mut left[kind.index()];
        if *left == 0 {
            return Err(PackError::TooMany(kind));
        }
        *left -= 1;
    }
    Ok(())
}

/// All pieces, by [`Piece::index`].
static ALL_PIECES: [Option<Piece>; Piece::NUM] = {
    let mut table = [None; Piece::NUM];
    let mut number = 0;
    while number < PieceType::ALL.len() {
        let mut side = 0;
        while side < 2 {
            let piece = Piece::new(Color::ALL[side], PieceType::ALL[number]);
            table[piece.index()] = Some(piece);
            side += 1;
        }
        number += 1;
    }
    table
};
