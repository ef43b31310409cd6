//! The 81 squares, numbered file by file: 1a = 0, 1b = 1, ..., 9i = 80.

use std::fmt;
use std::str::FromStr;

use super::Color;

/// A square of the board. Files and ranks are counted from 0: file 0 is the
/// right-most file of Black (written `1`), rank 0 is White's back rank (`a`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

/// A text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no square (a file 1-9 and a rank a-i, such as 7f)")]
pub struct SquareError(pub String);

impl Square {
    /// How many squares there are.
    pub const NUM: usize = 81;

    /// The square on `file` and `rank`, both counted from 0; `None` off the board.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < 9 && rank < 9 {
            Some(Square(file * 9 + rank))
        } else {
            None
        }
    }

    /// The square with this number; `None` from 81 on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::NUM {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// The square with this number, for numbers known to be below 81.
    ///
    /// A larger number gives a square whose use as an index panics, never
    /// undefined behaviour.
    #[inline]
    pub(crate) const fn from_raw(index: u8) -> Square {
        debug_assert!(index < 81);
        Square(index)
    }

    /// All squares from 1a to 9i.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..81u8).map(Square)
    }

    /// 0 (1a) to 80 (9i).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for file 1 to 8 for file 9.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9
    }

    /// 0 for rank a to 8 for rank i.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9
    }

    /// The same square seen from the other side of the board: 80 - index.
    #[inline]
    pub const fn flip(self) -> Square {
        Square(80 - self.0)
    }

    /// The square mirrored left to right: file 1 becomes file 9, the rank stays.
    #[inline]
    pub const fn mirror(self) -> Square {
        Square((8 - self.file()) * 9 + self.rank())
    }

    /// The square as `color` sees it: unchanged for Black, flipped for White.
    #[inline]
    pub const fn relative(self, color: Color) -> Square {
        match color {
            Color::Black => self,
            Color::White => self.flip(),
        }
    }

    /// The rank counted from the far edge of `color`: 0 is where it promotes deepest.
    #[inline]
    pub const fn relative_rank(self, color: Color) -> u8 {
        match color {
            Color::Black => self.rank(),
            Color::White => 8 - self.rank(),
        }
    }

    /// Whether the square lies in the three ranks where `color` promotes.
    #[inline]
    pub const fn in_promotion_zone(self, color: Color) -> bool {
        self.relative_rank(color) < 3
    }

    /// The square `files` to the left and `ranks` downwards (Black's view); `None` off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 {
            None
        } else {
            Square::new(file as u8, rank as u8)
        }
    }

    /// Larger of the file and rank distances, as a king walks.
    pub const fn distance(self, other: Square) -> u8 {
        let file = self.file().abs_diff(other.file());
        let rank = self.rank().abs_diff(other.rank());
        if file > rank { file } else { rank }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file() + 1, (b'a' + self.rank()) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let parsed = match text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => Square::new(file - b'1', rank - b'a'),
            _ => None,
        };
        parsed.ok_or_else(|| SquareError(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbering_is_file_major() {
        assert_eq!("1a".parse::<Square>().unwrap().index(), 0);
        assert_eq!("1b".parse::<Square>().unwrap().index(), 1);
        assert_eq!("9i".parse::<Square>().unwrap().index(), 80);
        for (i, sq) in Square::all().enumerate() {
            assert_eq!(sq.index(), i);
            assert_eq!(sq.to_string().parse::<Square>(), Ok(sq));
            assert_eq!(sq.flip().flip(), sq);
            assert_eq!(sq.mirror().rank(), sq.rank());
            assert_eq!(sq.mirror().file(), 8 - sq.file());
        }
        for bad in ["", "1", "0a", "1j", "1A", "11", "1aa", "\u{ff11}a"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }
}
