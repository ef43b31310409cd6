//! The 81 squares, numbered file by file: 1a = 0, 1b = 1, ..., 9i = 80.

use std::fmt;
use std::str::FromStr;

use super::Color;

/// A square of the board. Files and ranks are counted from 0: file 0 is the
/// right-most file of Black (written `1`), rank 0 is White's back rank (`a`).
///
/// ```
/// use komadai::Square;
///
/// let sq = Square::SQ_7G;
/// assert_eq!((sq.file(), sq.rank()), (6, 6));
/// assert_eq!("7g".parse(), Ok(sq));
/// assert_eq!(sq.flip(), Square::SQ_3C);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

/// Defines a constant for each square, given in the order of their numbers.
macro_rules! constants {
    ($($name:ident)*) => {
        #[allow(non_camel_case_types, reason = "the names of the constants")]
        #[repr(u8)]
        enum Number {
            $($name),*
        }

        impl Square {
            $(
                #[doc = concat!("`", stringify!($name), "`.")]
                pub const $name: Square = Square(Number::$name as u8);
            )*
        }
    };
}

constants! {
    SQ_1A SQ_1B SQ_1C SQ_1D SQ_1E SQ_1F SQ_1G SQ_1H SQ_1I
    SQ_2A SQ_2B SQ_2C SQ_2D SQ_2E SQ_2F SQ_2G SQ_2H SQ_2I
    SQ_3A SQ_3B SQ_3C SQ_3D SQ_3E SQ_3F SQ_3G SQ_3H SQ_3I
    SQ_4A SQ_4B SQ_4C SQ_4D SQ_4E SQ_4F SQ_4G SQ_4H SQ_4I
    SQ_5A SQ_5B SQ_5C SQ_5D SQ_5E SQ_5F SQ_5G SQ_5H SQ_5I
    SQ_6A SQ_6B SQ_6C SQ_6D SQ_6E SQ_6F SQ_6G SQ_6H SQ_6I
    SQ_7A SQ_7B SQ_7C SQ_7D SQ_7E SQ_7F SQ_7G SQ_7H SQ_7I
    SQ_8A SQ_8B SQ_8C SQ_8D SQ_8E SQ_8F SQ_8G SQ_8H SQ_8I
    SQ_9A SQ_9B SQ_9C SQ_9D SQ_9E SQ_9F SQ_9G SQ_9H SQ_9I
}

/// The error for a text that names no square; holds the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no square (a file 1-9 and a rank a-i, such as 7f)")]
pub struct SquareError(pub String);

impl Square {
    /// Number of squares.
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
    /// A larger number makes a square that panics when used as an index into a
    /// table; it never causes undefined behaviour.
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

    /// The square turned by 180 degrees: 80 - index.
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

    /// The rank counted from the far edge of `color`: 0 is the enemy's back rank.
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

    /// The number of king steps to `other`: the larger of the file and rank distances.
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
        assert_eq!(Square::SQ_1A.to_string(), "1a");
        assert_eq!(Square::SQ_1B.to_string(), "1b");
        assert_eq!(Square::SQ_2A.to_string(), "2a");
        assert_eq!(Square::SQ_7G.to_string(), "7g");
        assert_eq!(Square::SQ_9I.to_string(), "9i");
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
