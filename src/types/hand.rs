//! Pieces in hand, packed into one word.

use std::fmt;

use super::PieceType;

/// The pieces one side holds in hand.
///
/// The count of each kind has its own bits with an unused guard bit above them,
/// so that [`Hand::dominates`] compares all kinds with one subtraction (idea:
/// Apery, YaneuraOu).
///
/// | kind | bits | guard |
/// | --- | --- | --- |
/// | pawn | 0-4 | 5 |
/// | lance, knight, silver, gold | 8-10, 12-14, 16-18, 20-22 | 11, 15, 19, 23 |
/// | bishop, rook | 24-25, 28-29 | 26, 30 |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Hand(u32);

const GUARDS: u32 = 1 << 5 | 1 << 11 | 1 << 15 | 1 << 19 | 1 << 23 | 1 << 26 | 1 << 30;

const fn shift(kind: PieceType) -> u32 {
    match kind {
        PieceType::Pawn => 0,
        PieceType::Lance => 8,
        PieceType::Knight => 12,
        PieceType::Silver => 16,
        PieceType::Gold => 20,
        PieceType::Bishop => 24,
        PieceType::Rook => 28,
        // Kings and promoted pieces are never held; bit 31 is always clear.
        _ => 31,
    }
}

const fn mask(kind: PieceType) -> u32 {
    match kind {
        PieceType::Pawn => 31,
        PieceType::Bishop | PieceType::Rook => 3,
        PieceType::Lance | PieceType::Knight | PieceType::Silver | PieceType::Gold => 7,
        _ => 0,
    }
}

impl Hand {
    /// No piece in hand.
    pub const EMPTY: Hand = Hand(0);

    /// Number of pieces of this kind; 0 for kinds that cannot be held.
    #[inline]
    pub const fn count(self, kind: PieceType) -> u32 {
        self.0 >> shift(kind) & mask(kind)
    }

    /// Whether at least one piece of this kind is held.
    #[inline]
    pub const fn has(self, kind: PieceType) -> bool {
        self.0 & mask(kind) << shift(kind) != 0
    }

    /// Number of pieces.
    pub fn total(self) -> u32 {
        PieceType::HAND.map(|kind| self.count(kind)).iter().sum()
    }

    /// Whether nothing is held.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether anything but pawns is held.
    #[inline]
    pub const fn has_except_pawns(self) -> bool {
        self.0 & !31 != 0
    }

    /// Adds a piece of this kind.
    #[inline]
    pub const fn add(&mut self, kind: PieceType) {
        debug_assert!(mask(kind) != 0);
        self.0 += 1 << shift(kind);
        debug_assert!(self.0 & GUARDS == 0);
    }

    /// Removes a piece of this kind, of which at least one must be held.
    #[inline]
    pub const fn remove(&mut self, kind: PieceType) {
        debug_assert!(self.has(kind));
        self.0 -= 1 << shift(kind);
    }

    /// Whether this hand has at least as many pieces of every kind as `other`.
    #[inline]
    pub const fn dominates(self, other: Hand) -> bool {
        self.0.wrapping_sub(other.0) & (GUARDS | 1 << 31) == 0
    }

    /// The same hand, but with `count` pieces of this kind.
    #[inline]
    pub const fn with_count(self, kind: PieceType, count: u32) -> Hand {
        debug_assert!(count <= mask(kind));
        Hand(self.0 & !(mask(kind) << shift(kind)) | count << shift(kind))
    }

    /// The hand with the larger count of the two hands for each kind.
    #[inline]
    pub fn union(self, other: Hand) -> Hand {
        self.by_kind(other, u32::max)
    }

    /// The hand with the smaller count of the two hands for each kind.
    #[inline]
    pub fn intersection(self, other: Hand) -> Hand {
        self.by_kind(other, u32::min)
    }

    #[inline]
    fn by_kind(self, other: Hand, choose: impl Fn(u32, u32) -> u32) -> Hand {
        PieceType::HAND.into_iter().fold(Hand::EMPTY, |hand, kind| {
            let field = mask(kind) << shift(kind);
            Hand(hand.0 | choose(self.0 & field, other.0 & field))
        })
    }

    /// The packed word, unique for each hand.
    #[inline]
    pub const fn raw(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hand(")?;
        for kind in PieceType::HAND {
            if self.has(kind) {
                write!(f, "{}{}", self.count(kind), kind.letter())?;
            }
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    fn random_hand(rng: &mut SplitMix64) -> Hand {
        let mut hand = Hand::EMPTY;
        for (kind, max) in PieceType::HAND.into_iter().zip([18, 4, 4, 4, 2, 2, 4]) {
            for _ in 0..rng.below(max + 1) {
                hand.add(kind);
            }
        }
        hand
    }

    #[test]
    fn dominates_compares_every_kind() {
        let mut rng = SplitMix64::new(1);
        let mut yes = 0;
        for _ in 0..200_000 {
            let a = random_hand(&mut rng);
            let b = random_hand(&mut rng);
            let expected = PieceType::HAND.iter().all(|&k| a.count(k) >= b.count(k));
            assert_eq!(a.dominates(b), expected, "{a:?} {b:?}");
            yes += u32::from(expected);
        }
        assert!(yes > 100);
        assert!(Hand::EMPTY.dominates(Hand::EMPTY));
    }

    #[test]
    fn union_and_intersection_go_kind_by_kind() {
        let mut rng = SplitMix64::new(3);
        for _ in 0..10_000 {
            let a = random_hand(&mut rng);
            let b = random_hand(&mut rng);
            for kind in PieceType::HAND {
                let (x, y) = (a.count(kind), b.count(kind));
                assert_eq!(a.union(b).count(kind), x.max(y));
                assert_eq!(a.intersection(b).count(kind), x.min(y));
                assert_eq!(a.with_count(kind, y).count(kind), y);
                assert_eq!(a.with_count(kind, y).with_count(kind, x), a);
            }
        }
    }

    #[test]
    fn add_and_remove_touch_one_kind() {
        let mut rng = SplitMix64::new(2);
        for _ in 0..1000 {
            let hand = random_hand(&mut rng);
            for kind in PieceType::HAND {
                if hand.count(kind) == 0 {
                    continue;
                }
                let mut less = hand;
                less.remove(kind);
                for other in PieceType::HAND {
                    let expected = hand.count(other) - u32::from(other == kind);
                    assert_eq!(less.count(other), expected);
                }
                less.add(kind);
                assert_eq!(less, hand);
            }
        }
    }
}
