//! [`Bitboard`], a set of squares in two words, and its iterator.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::types::{Color, Square};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C, align(16))]
pub struct Bitboard(pub(super) [u64; 2]);

/// Number of squares in the first word.
pub(super) const LOW_SQUARES: u8 = 63;
const LOW_MASK: u64 = (1 << 63) - 1;
const HIGH_MASK: u64 = (1 << 18) - 1;

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard([0, 0]);
    /// Every square.
    pub const ALL: Bitboard = Bitboard([LOW_MASK, HIGH_MASK]);

    /// The set of one square.
    #[inline]
    pub const fn from_square(sq: Square) -> Bitboard {
        SQUARE[sq.index()]
    }

    pub(super) const fn compute_square(index: u8) -> Bitboard {
        if index < LOW_SQUARES {
            Bitboard([1 << index, 0])
        } else {
            Bitboard([0, 1 << (index - LOW_SQUARES)])
        }
    }

    /// The nine squares of a file, numbered from 0 (file 1) to 8 (file 9).
    pub const fn file(file: u8) -> Bitboard {
        if file < 7 {
            Bitboard([0x1FF << (9 * file), 0])
        } else {
            Bitboard([0, 0x1FF << (9 * (file - 7))])
        }
    }

    /// The nine squares of a rank, numbered from 0 (rank a) to 8 (rank i).
    pub const fn rank(rank: u8) -> Bitboard {
        const RANK_A: Bitboard = {
            let mut low = 0;
            let mut file = 0;
            while file < 7 {
                low |= 1u64 << (9 * file);
                file += 1;
            }
            Bitboard([low, 1 | 1 << 9])
        };
        Bitboard([RANK_A.0[0] << rank, RANK_A.0[1] << rank])
    }

    /// The `count` ranks (at most 3) farthest from `color`'s own side.
    pub const fn far_ranks(color: Color, count: u8) -> Bitboard {
        FAR_RANKS[color.index()][count as usize & 3]
    }

    const fn compute_far_ranks(color: Color, count: u8) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        let mut i = 0;
        while i < count {
            let rank = Bitboard::rank(match color {
                Color::Black => i,
                Color::White => 8 - i,
            });
            set = set.or(rank);
            i += 1;
        }
        set
    }

    /// The three ranks where `color` promotes.
    #[inline]
    pub const fn promotion_zone(color: Color) -> Bitboard {
        Bitboard::far_ranks(color, 3)
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, sq: Square) -> bool {
        let bb = Bitboard::from_square(sq);
        (self.0[0] & bb.0[0]) | (self.0[1] & bb.0[1]) != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        (self.0[0] & other.0[0]) | (self.0[1] & other.0[1]) != 0
    }

    /// Number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Whether the set has two squares or more.
    #[inline]
    pub const fn has_many(self) -> bool {
        self.count() > 1
    }

    /// The lowest-numbered square of the set; `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0[0] != 0 {
            Some(Square::from_raw(self.0[0].trailing_zeros() as u8))
        } else if self.0[1] != 0 {
            Some(Square::from_raw(
                self.0[1].trailing_zeros() as u8 + LOW_SQUARES,
            ))
        } else {
            None
        }
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, sq: Square) {
        *self |= Bitboard::from_square(sq);
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, sq: Square) {
        *self &= !Bitboard::from_square(sq);
    }

    /// The squares in this set and not in `other`.
    #[inline]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// The union as a `const fn`, for tables built at compile time.
    #[inline]
    pub const fn or(self, other: Bitboard) -> Bitboard {
        Bitboard([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Both words side by side, for arithmetic that borrows across them.
    #[inline]
    pub(super) const fn wide(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }

    #[inline]
    pub(super) const fn from_wide(bits: u128) -> Bitboard {
        Bitboard([bits as u64, (bits >> 64) as u64])
    }

    /// Every square moved one rank towards the far side of `color`. The set must
    /// not hold squares of the last rank: they would leave the board or end up on
    /// a neighbouring file.
    #[inline]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::Black => Bitboard([self.0[0] >> 1, self.0[1] >> 1]),
            Color::White => Bitboard([(self.0[0] << 1) & LOW_MASK, (self.0[1] << 1) & HIGH_MASK]),
        }
    }

    /// All squares of the files on which the set has no square; the set may hold
    /// at most one square per file. For a side's pawns, these are the files where
    /// it may drop a pawn without having two on a file (nifu).
    ///
    /// Subtracting a file's pawn from the file's last square clears the bit of
    /// the last square. If that bit is still set, subtracting a copy shifted down
    /// by 8 from a copy shifted up by 1 sets all nine bits of the file (idea:
    /// YaneuraOu).
    #[inline]
    pub const fn files_without(self) -> Bitboard {
        const LAST: Bitboard = Bitboard::rank(8);
        let low = LAST.0[0].wrapping_sub(self.0[0]) & LAST.0[0];
        let high = LAST.0[1].wrapping_sub(self.0[1]) & LAST.0[1];
        Bitboard([
            (low << 1).wrapping_sub(low >> 8),
            (high << 1).wrapping_sub(high >> 8),
        ])
    }
}

static SQUARE: [Bitboard; Square::NUM] = {
    let mut table = [Bitboard::EMPTY; Square::NUM];
    let mut i = 0;
    while i < Square::NUM {
        table[i] = Bitboard::compute_square(i as u8);
        i += 1;
    }
    table
};

static FAR_RANKS: [[Bitboard; 4]; 2] = {
    let mut table = [[Bitboard::EMPTY; 4]; 2];
    let mut i = 0;
    while i < 4 {
        table[0][i] = Bitboard::compute_far_ranks(Color::Black, i as u8);
        table[1][i] = Bitboard::compute_far_ranks(Color::White, i as u8);
        i += 1;
    }
    table
};

macro_rules! binary {
    ($trait:ident, $fn:ident, $assign:ident, $assign_fn:ident, $op:tt) => {
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $fn(self, other: Bitboard) -> Bitboard {
                Bitboard([self.0[0] $op other.0[0], self.0[1] $op other.0[1]])
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_fn(&mut self, other: Bitboard) {
                *self = *self $op other;
            }
        }
    };
}

binary!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
binary!(BitOr, bitor, BitOrAssign, bitor_assign, |);
binary!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard([!self.0[0] & LOW_MASK, !self.0[1] & HIGH_MASK])
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(sq: Square) -> Bitboard {
        Bitboard::from_square(sq)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for sq in squares {
            set.insert(sq);
        }
        set
    }
}

/// An iterator over the squares of a set, in ascending order.
#[derive(Clone)]
pub struct Squares(Bitboard);

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let [low, high] = &mut self.0.0;
        if *low != 0 {
            let sq = low.trailing_zeros() as u8;
            *low &= *low - 1;
            Some(Square::from_raw(sq))
        } else if *high != 0 {
            let sq = high.trailing_zeros() as u8 + LOW_SQUARES;
            *high &= *high - 1;
            Some(Square::from_raw(sq))
        } else {
            None
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn sets_behave_as_sets_of_squares() {
        let mut rng = SplitMix64::new(3);
        for _ in 0..2000 {
            let members: Vec<Square> = Square::all().filter(|_| rng.below(3) == 0).collect();
            let set: Bitboard = members.iter().copied().collect();
            assert_eq!(set.into_iter().collect::<Vec<_>>(), members);
            assert_eq!(set.count() as usize, members.len());
            assert_eq!(set.first(), members.first().copied());
            assert_eq!((!set).count() as usize, 81 - members.len());
            for sq in Square::all() {
                assert_eq!(set.contains(sq), members.contains(&sq));
            }
        }
    }

    #[test]
    fn files_without_a_pawn() {
        let mut rng = SplitMix64::new(4);
        for _ in 0..5000 {
            let pawns: Bitboard = (0..9)
                .filter_map(|file| Square::new(file, rng.below(12) as u8))
                .collect();
            let expected: Bitboard = Square::all()
                .filter(|sq| !pawns.intersects(Bitboard::file(sq.file())))
                .collect();
            assert_eq!(pawns.files_without(), expected);
        }
    }

    #[test]
    fn ranks_files_and_zones() {
        for sq in Square::all() {
            assert!(Bitboard::rank(sq.rank()).contains(sq));
            assert!(Bitboard::file(sq.file()).contains(sq));
            for color in Color::ALL {
                assert_eq!(
                    Bitboard::promotion_zone(color).contains(sq),
                    sq.in_promotion_zone(color)
                );
                if let Some(next) = sq.offset(0, if color == Color::Black { -1 } else { 1 }) {
                    let moved = Bitboard::from_square(sq).forward(color);
                    assert_eq!(moved, Bitboard::from_square(next));
                }
            }
        }
    }
}
