//! Moves in 16 bits and as USI text.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use super::{PieceType, Square};

/// A move, without the piece that makes it.
///
/// | bits | meaning |
/// | --- | --- |
/// | 0-6 | destination square |
/// | 7-13 | origin square, or the [`PieceType`] number dropped |
/// | 14 | drop |
/// | 15 | promotion |
///
/// The 40-byte training records of YaneuraOu use the same layout. Resignation and declaration are
/// not moves. Origin and destination always differ, so the word is never 0 and `Option<Move>`
/// also takes 16 bits.
///
/// ```
/// use komadai::types::{Move, MoveKind, PieceType};
///
/// let mv: Move = "8h2b+".parse()?;
/// assert!(mv.is_promotion());
/// assert_eq!(mv.from().to_string(), "8h");
///
/// let drop: Move = "P*5e".parse()?;
/// let to = "5e".parse().unwrap();
/// assert_eq!(drop.kind(), MoveKind::Drop { piece: PieceType::Pawn, to });
/// assert_eq!(drop.to_string(), "P*5e");
/// # Ok::<(), komadai::types::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

const DROP: u16 = 1 << 14;
const PROMOTE: u16 = 1 << 15;

/// The two kinds of move, with their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A piece on the board moves.
    Normal {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
        /// Whether the piece promotes.
        promote: bool,
    },
    /// A piece in hand is put on the board.
    Drop {
        /// The kind of piece.
        piece: PieceType,
        /// The destination.
        to: Square,
    },
}

/// The error for a text that is no USI move; holds the text, cut to 40 characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no move (such as 7g7f, 8h2b+ or P*5e)")]
pub struct MoveTextError(pub String);

const fn nonzero(bits: u16) -> NonZeroU16 {
    match NonZeroU16::new(bits) {
        Some(bits) => bits,
        None => NonZeroU16::MIN,
    }
}

impl Move {
    /// One more than the largest [`Move::index`].
    pub const NUM: usize = 1 << 16;

    /// A move on the board. `from` and `to` must differ.
    #[inline]
    pub const fn normal(from: Square, to: Square, promote: bool) -> Move {
        debug_assert!(from.index() != to.index());
        let bits = to.index() as u16 | (from.index() as u16) << 7;
        Move(nonzero(bits | if promote { PROMOTE } else { 0 }))
    }

    /// A drop of a piece kind that can be held in hand.
    #[inline]
    pub const fn drop(piece: PieceType, to: Square) -> Move {
        debug_assert!(piece.index() < 8);
        Move(nonzero(
            to.index() as u16 | (piece.index() as u16) << 7 | DROP,
        ))
    }

    /// Reads the 16-bit form; `None` for words that describe no move.
    ///
    /// The move may be impossible for every piece.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let to = (bits & 127) as usize;
        let from = (bits >> 7 & 127) as usize;
        if to >= Square::NUM {
            return None;
        }
        let valid = if bits & DROP != 0 {
            bits & PROMOTE == 0 && from >= 1 && from <= 7
        } else {
            from < Square::NUM && from != to
        };
        if valid {
            Some(Move(nonzero(bits)))
        } else {
            None
        }
    }

    /// Reads a 16-bit form that [`Move::bits`] returned, without checking it.
    #[cfg(feature = "engine")]
    #[inline]
    pub(crate) const fn from_valid_bits(bits: u16) -> Move {
        debug_assert!(Move::from_bits(bits).is_some());
        Move(nonzero(bits))
    }

    /// The 16-bit form, never 0.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The 16-bit form as a table index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The destination.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_raw((self.0.get() & 127) as u8)
    }

    /// The origin; meaningful only for a move on the board.
    #[inline]
    pub const fn from(self) -> Square {
        debug_assert!(!self.is_drop());
        Square::from_raw((self.0.get() >> 7 & 127) as u8)
    }

    /// Whether a piece is dropped.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0.get() & DROP != 0
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & PROMOTE != 0
    }

    /// The kind dropped; meaningful only for a drop.
    #[inline]
    pub const fn dropped(self) -> PieceType {
        debug_assert!(self.is_drop());
        PieceType::from_bits((self.0.get() >> 7 & 7) as u8)
    }

    /// The kind of the move, with its parts.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        if self.is_drop() {
            MoveKind::Drop {
                piece: self.dropped(),
                to: self.to(),
            }
        } else {
            MoveKind::Normal {
                from: self.from(),
                to: self.to(),
                promote: self.is_promotion(),
            }
        }
    }

    /// The same move with the board turned by 180 degrees.
    pub const fn flip(self) -> Move {
        match self.kind() {
            MoveKind::Normal { from, to, promote } => Move::normal(from.flip(), to.flip(), promote),
            MoveKind::Drop { piece, to } => Move::drop(piece, to.flip()),
        }
    }

    /// Reads USI text (`7g7f`, `8h2b+`, `P*5e`), without testing legality.
    ///
    /// # Errors
    /// If the text does not have the form of a move.
    pub fn from_usi(text: &str) -> Result<Move, MoveTextError> {
        let fail = || MoveTextError(text.chars().take(40).collect());
        if !text.is_ascii() || text.len() < 4 || text.len() > 5 {
            return Err(fail());
        }
        let to: Square = text[2..4].parse().map_err(|_| fail())?;
        let bytes = text.as_bytes();
        if bytes[1] == b'*' {
            let piece = PieceType::from_letter(bytes[0] as char)
                .filter(|&p| p != PieceType::King && text.len() == 4)
                .ok_or_else(fail)?;
            return Ok(Move::drop(piece, to));
        }
        let from: Square = text[..2].parse().map_err(|_| fail())?;
        let promote = match bytes.get(4) {
            None => false,
            Some(b'+') => true,
            Some(_) => return Err(fail()),
        };
        if from == to {
            return Err(fail());
        }
        Ok(Move::normal(from, to, promote))
    }
}

impl fmt::Display for Move {
    /// USI text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Normal { from, to, promote } => {
                write!(f, "{from}{to}{}", if promote { "+" } else { "" })
            }
            MoveKind::Drop { piece, to } => write!(f, "{}*{to}", piece.letter()),
        }
    }
}

impl FromStr for Move {
    type Err = MoveTextError;

    /// As [`Move::from_usi`].
    fn from_str(text: &str) -> Result<Move, MoveTextError> {
        Move::from_usi(text)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_valid_word_round_trips_through_text() {
        let mut count = 0;
        for bits in 0..=u16::MAX {
            if let Some(mv) = Move::from_bits(bits) {
                assert_eq!(mv.bits(), bits);
                assert_eq!(Move::from_usi(&mv.to_string()), Ok(mv));
                assert_eq!(mv.flip().flip(), mv);
                count += 1;
            }
        }
        assert_eq!(count, 81 * 80 * 2 + 7 * 81);
    }

    #[test]
    fn broken_texts_are_refused() {
        for bad in [
            "", "7g", "7g7g", "7g7f*", "K*5e", "p*5e", "P*5e+", "7g7f+x", "0000", "7j7f", "resign",
            "７g7f",
        ] {
            assert!(Move::from_usi(bad).is_err(), "{bad}");
        }
    }
}
