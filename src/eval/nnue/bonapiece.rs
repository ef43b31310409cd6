//! Bonapieces: numbers of pieces on their places.
//!
//! A piece on a place has one number for each side, its *bonapiece* (YaneuraOu's term,
//! after the engine Bonanza): pieces in hand first, then planes of 81 squares. Number 0
//! stands for a piece that is missing from the full set.

use crate::position::PiecePlace;
use crate::types::{Color, Piece, PieceType, Square};

/// The first number of a piece on the board; lower numbers are pieces in hand.
pub const BOARD: usize = 90;
/// The first number of the own king.
pub const OWN_KING: usize = 1548;
/// The first number of the opponent's king.
pub const OTHER_KING: usize = OWN_KING + 81;
/// One more than the largest number.
pub const END: usize = OTHER_KING + 81;
/// Number of non-king pieces of a full set. Input 0 is active once for each missing piece.
pub const FULL_SET: usize = 38;
/// The square on which a missing king (as in mate problems) counts, seen from its side: 5i.
/// Evaluations of such positions mean nothing.
pub const HOME: Square = Square::from_raw(44);

/// First number of a kind in the hand of the viewing side (`own`) or of its opponent.
const fn hand_base(kind: PieceType, own: bool) -> u16 {
    let (mine, theirs) = match kind {
        PieceType::Pawn => (1, 20),
        PieceType::Lance => (39, 44),
        PieceType::Knight => (49, 54),
        PieceType::Silver => (59, 64),
        PieceType::Gold => (69, 74),
        PieceType::Bishop => (79, 82),
        PieceType::Rook => (85, 88),
        _ => (0, 0),
    };
    if own { mine } else { theirs }
}

/// First number of a kind on the board, for a piece of the viewing side (`own`) or of its opponent.
const fn board_base(kind: PieceType, own: bool) -> u16 {
    let plane = match kind {
        PieceType::Pawn => 0,
        PieceType::Lance => 1,
        PieceType::Knight => 2,
        PieceType::Silver => 3,
        PieceType::Gold
        | PieceType::ProPawn
        | PieceType::ProLance
        | PieceType::ProKnight
        | PieceType::ProSilver => 4,
        PieceType::Bishop => 5,
        PieceType::Horse => 6,
        PieceType::Rook => 7,
        PieceType::Dragon => 8,
        PieceType::King => 9,
    };
    BOARD as u16 + 162 * plane + if own { 0 } else { 81 }
}

/// The first number of a piece in hand (0) and on the board (1), by the viewing side and
/// [`Piece::index`].
static BASES: [[[u16; Piece::NUM]; 2]; 2] = {
    let mut bases = [[[0; Piece::NUM]; 2]; 2];
    let mut k = 0;
    while k < PieceType::ALL.len() {
        let kind = PieceType::ALL[k];
        let mut c = 0;
        while c < 2 {
            let piece = Piece::new(Color::ALL[c], kind).index();
            let mut view = 0;
            while view < 2 {
                bases[0][view][piece] = hand_base(kind, c == view);
                bases[1][view][piece] = board_base(kind, c == view);
                view += 1;
            }
            c += 1;
        }
        k += 1;
    }
    bases
};

/// The number of a piece on a place, as `side` sees it; below 1710 for every place.
#[inline(always)]
pub fn bonapiece(side: Color, piece: Piece, place: PiecePlace) -> usize {
    match place {
        PiecePlace::Board(sq) => {
            let base = BASES[1][side.index()][piece.index()];
            base as usize + sq.relative(side).index()
        }
        PiecePlace::Hand(n) => BASES[0][side.index()][piece.index()] as usize + n as usize,
    }
}

/// The number of the same piece when the board is mirrored left to right.
pub const fn mirrored(bonapiece: usize) -> usize {
    if bonapiece < BOARD {
        return bonapiece;
    }
    let (plane, square) = ((bonapiece - BOARD) / 81, (bonapiece - BOARD) % 81);
    BOARD + 81 * plane + Square::from_raw(square as u8).mirror().index()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(side: Color, sfen: &str, place: PiecePlace) -> usize {
        let mut letters = sfen.chars().rev();
        let letter = letters.next().unwrap();
        let kind = PieceType::from_letter(letter.to_ascii_uppercase()).unwrap();
        let kind = if sfen.starts_with('+') {
            kind.promoted()
        } else {
            kind
        };
        let color = if letter.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        };
        bonapiece(side, Piece::new(color, kind), place)
    }

    /// First numbers as published for the files in use.
    #[test]
    fn numbers_of_pieces() {
        let corner = PiecePlace::Board(Square::from_index(0).unwrap());
        let own = [
            ("P", 90),
            ("L", 252),
            ("N", 414),
            ("S", 576),
            ("G", 738),
            ("+P", 738),
            ("+L", 738),
            ("+N", 738),
            ("+S", 738),
            ("B", 900),
            ("+B", 1062),
            ("R", 1224),
            ("+R", 1386),
            ("K", 1548),
        ];
        for (piece, base) in own {
            let other = piece.to_lowercase();
            assert_eq!(number(Color::Black, piece, corner), base);
            assert_eq!(number(Color::Black, &other, corner), base + 81);
            assert_eq!(number(Color::White, &other, corner), base + 80);
            assert_eq!(number(Color::White, piece, corner), base + 81 + 80);
        }
        let hands = [
            ("P", 1, 20),
            ("L", 39, 44),
            ("N", 49, 54),
            ("S", 59, 64),
            ("G", 69, 74),
        ];
        for (piece, own, other) in hands.into_iter().chain([("B", 79, 82), ("R", 85, 88)]) {
            let third = PiecePlace::Hand(2);
            assert_eq!(number(Color::Black, piece, third), own + 2);
            assert_eq!(number(Color::White, piece, third), other + 2);
            assert_eq!(number(Color::White, &piece.to_lowercase(), third), own + 2);
        }
    }
}
