//! Kinds of piece, pieces with a side, and the values used for exchanges and move ordering.

use std::fmt;
use std::num::NonZeroU8;

use super::Color;

/// A kind of piece. The numbers are those of YaneuraOu's move and training
/// formats: 1 to 8 for unpromoted kinds, 8 more for the promoted kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum PieceType {
    Pawn = 1,
    Lance = 2,
    Knight = 3,
    Silver = 4,
    Bishop = 5,
    Rook = 6,
    Gold = 7,
    King = 8,
    ProPawn = 9,
    ProLance = 10,
    ProKnight = 11,
    ProSilver = 12,
    Horse = 13,
    Dragon = 14,
}

use PieceType::*;

/// SFEN letters of the unpromoted kinds, by [`PieceType::index`].
const LETTERS: &[u8; 9] = b" PLNSBRGK";

/// Kinds by number. A `match` instead of this table compiles to a jump, which took 2 % of all
/// instructions of a search. The unused numbers, 0 and 15, have an entry so that a look-up of
/// four bits needs no test.
static KIND: [PieceType; 16] = [
    Pawn, Pawn, Lance, Knight, Silver, Bishop, Rook, Gold, King, ProPawn, ProLance, ProKnight,
    ProSilver, Horse, Dragon, Pawn,
];

impl PieceType {
    /// Size of a table indexed by [`PieceType::index`]; entry 0 is unused.
    pub const NUM: usize = 15;

    /// Every kind of piece, by number.
    pub const ALL: [PieceType; 14] = [
        Pawn, Lance, Knight, Silver, Bishop, Rook, Gold, King, ProPawn, ProLance, ProKnight,
        ProSilver, Horse, Dragon,
    ];

    /// Number of pieces of each kind, promoted or not, in a shogi set; by [`PieceType::index`] of
    /// the unpromoted kind.
    pub(crate) const SET: [u8; 9] = [0, 18, 4, 4, 4, 2, 2, 4, 2];

    /// The kinds that can be held in hand, by number.
    pub const HAND: [PieceType; 7] = [Pawn, Lance, Knight, Silver, Bishop, Rook, Gold];

    /// The kinds that can be held in hand, in the order of SFEN and board diagrams: rook first,
    /// pawn last.
    pub const HAND_ORDER: [PieceType; 7] = [Rook, Bishop, Gold, Silver, Knight, Lance, Pawn];

    /// 1 (pawn) to 14 (dragon).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this number, if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<PieceType> {
        match index {
            1..=14 => Some(KIND[index]),
            _ => None,
        }
    }

    /// The kind whose number the lowest four bits hold; the number must be valid.
    #[inline]
    pub(super) const fn from_bits(bits: u8) -> PieceType {
        KIND[(bits & 15) as usize]
    }

    /// Whether the piece is a promoted one.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self as u8 > King as u8
    }

    /// Whether a piece of this kind can promote; false for promoted kinds.
    #[inline]
    pub const fn can_promote(self) -> bool {
        (self as u8) < Gold as u8
    }

    /// The promoted kind; itself if it cannot promote.
    #[inline]
    pub const fn promoted(self) -> PieceType {
        match self {
            Pawn => ProPawn,
            Lance => ProLance,
            Knight => ProKnight,
            Silver => ProSilver,
            Bishop => Horse,
            Rook => Dragon,
            other => other,
        }
    }

    /// The unpromoted kind, to which a captured piece reverts.
    #[inline]
    pub const fn unpromoted(self) -> PieceType {
        match self {
            ProPawn => Pawn,
            ProLance => Lance,
            ProKnight => Knight,
            ProSilver => Silver,
            Horse => Bishop,
            Dragon => Rook,
            other => other,
        }
    }

    /// Whether the piece moves like a gold: gold and the four small promoted pieces.
    #[inline]
    pub const fn is_gold_like(self) -> bool {
        matches!(self, Gold | ProPawn | ProLance | ProKnight | ProSilver)
    }

    /// Value for exchanges and move ordering, in search units: a pawn is 90, the king 15000.
    ///
    /// The evaluators have values of their own.
    #[inline]
    pub const fn exchange_value(self) -> i32 {
        match self {
            Pawn => 90,
            Lance => 315,
            Knight => 405,
            Silver => 495,
            Gold | ProPawn | ProLance | ProKnight | ProSilver => 540,
            Bishop => 855,
            Rook => 990,
            Horse => 945,
            Dragon => 1395,
            King => 15000,
        }
    }

    /// The upper-case SFEN and USI letter of the kind; a promoted kind has the letter of its
    /// unpromoted one.
    pub const fn letter(self) -> char {
        LETTERS[self.unpromoted() as usize] as char
    }

    /// The unpromoted kind with this upper-case SFEN letter; `None` for other characters.
    pub fn from_letter(letter: char) -> Option<PieceType> {
        let index = LETTERS
            .iter()
            .position(|&known| char::from(known) == letter)?;
        PieceType::from_index(index)
    }
}

/// A piece of one side. Bits 0-3 hold the [`PieceType`], bit 4 the side
/// (set for White), so that `Option<Piece>` is one byte with 0 for none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Piece(NonZeroU8);

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// Size of a table indexed by [`Piece::index`].
    pub const NUM: usize = 32;

    /// The piece of this kind and side.
    #[inline]
    pub const fn new(color: Color, kind: PieceType) -> Piece {
        match NonZeroU8::new(kind as u8 | ((color as u8) << 4)) {
            Some(bits) => Piece(bits),
            // A kind is never 0.
            None => Piece(NonZeroU8::MIN),
        }
    }

    /// 1 to 30: the kind, plus 16 for White.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() & 31) as usize
    }

    /// The side that has the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() & 16 == 0 {
            Color::Black
        } else {
            Color::White
        }
    }

    /// The kind of piece.
    #[inline]
    pub const fn kind(self) -> PieceType {
        PieceType::from_bits(self.0.get())
    }

    /// The piece after promotion; itself if it cannot promote.
    #[inline]
    pub const fn promoted(self) -> Piece {
        // The number of a promoted kind is 8 more than that of its unpromoted kind.
        let promotes = (self.0.get() & 15) < PieceType::Gold as u8;
        match NonZeroU8::new(self.0.get() | (promotes as u8) << 3) {
            Some(bits) => Piece(bits),
            None => self,
        }
    }

    /// The piece with its unpromoted side up.
    #[inline]
    pub const fn unpromoted(self) -> Piece {
        let promoted = (self.0.get() & 15) > King as u8;
        match NonZeroU8::new(self.0.get() & !((promoted as u8) << 3)) {
            Some(bits) => Piece(bits),
            None => self,
        }
    }
}

impl fmt::Display for Piece {
    /// SFEN: `P`, `+r`, ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind().is_promoted() {
            f.write_str("+")?;
        }
        let letter = self.kind().letter();
        match self.color() {
            Color::Black => write!(f, "{letter}"),
            Color::White => write!(f, "{}", letter.to_ascii_lowercase()),
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_adds_eight_and_comes_back() {
        for kind in PieceType::ALL {
            for color in Color::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!((piece.color(), piece.kind()), (color, kind));
                assert_eq!(piece.promoted(), Piece::new(color, kind.promoted()));
                assert_eq!(piece.unpromoted(), Piece::new(color, kind.unpromoted()));
            }
            assert_eq!(PieceType::from_index(kind.index()), Some(kind));
            if kind.can_promote() {
                assert_eq!(kind.promoted().index(), kind.index() + 8);
                assert_eq!(kind.promoted().unpromoted(), kind);
                assert!(kind.promoted().is_promoted());
            }
        }
    }
}
