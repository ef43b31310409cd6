//! Values of the search, their bands, bounds and depths.
//!
//! A value is seen from the side to move, in the units of the search: a pawn is 90. Code outside
//! the search uses [`Score`](super::Score).

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};

/// Search depth in plies; 0 and below is quiescence search.
pub type Depth = i32;

/// The deepest ply the search can reach from its root.
pub const MAX_PLY: usize = 246;

/// A value in search units.
///
/// From the middle outwards: evaluations, superior and inferior repetitions, decisions by a rule,
/// mates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Value(pub i32);

impl Value {
    /// An even position.
    pub const ZERO: Value = Value(0);
    /// Mate on the board, for the side that gave it; `MATE - ply` is a mate `ply` plies from the
    /// root.
    pub const MATE: Value = Value(32000);
    /// Beyond every score.
    pub const INFINITE: Value = Value(32001);
    /// Stands for an unknown score.
    pub const NONE: Value = Value(32002);
    /// The smallest winning mate score.
    pub const MATE_IN_MAX_PLY: Value = Value(32000 - MAX_PLY as i32);
    /// The largest losing mate score.
    pub const MATED_IN_MAX_PLY: Value = Value(-(32000 - MAX_PLY as i32));
    /// Won by a rule rather than by mate: a declaration, or a perpetual check
    /// that the other side must break off.
    pub const RULE_WIN: Value = Value(30000);
    /// Superior repetition: the same board with more in hand, taken for almost a win.
    pub const SUPERIOR: Value = Value(28000);
    /// The largest evaluation.
    pub const MAX_EVAL: Value = Value(27000);

    /// The value of a pawn on the board, in search units.
    pub const PAWN: i32 = 90;

    /// The score of giving mate at `ply` from the root.
    #[inline]
    pub const fn mate_in(ply: usize) -> Value {
        Value(Value::MATE.0 - ply as i32)
    }

    /// The score of being mated at `ply` from the root.
    #[inline]
    pub const fn mated_in(ply: usize) -> Value {
        Value(-Value::MATE.0 + ply as i32)
    }

    /// Whether this is a proven mate for the side to move.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Value::MATE_IN_MAX_PLY.0 && self.0 <= Value::MATE.0
    }

    /// Whether this is a proven mate against the side to move.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= Value::MATED_IN_MAX_PLY.0
    }

    /// Whether this is a proven mate for either side.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The value clamped to the range of evaluations, -[`Value::MAX_EVAL`] to
    /// [`Value::MAX_EVAL`].
    #[inline]
    pub fn clamp_eval(self) -> Value {
        Value(self.0.clamp(-Value::MAX_EVAL.0, Value::MAX_EVAL.0))
    }

    /// Plies to mate, positive when the side to move mates; `None` if no mate is proven.
    pub const fn mate_distance(self) -> Option<i32> {
        if self.is_win() {
            Some(Value::MATE.0 - self.0)
        } else if self.is_loss() {
            Some(-Value::MATE.0 - self.0)
        } else {
            None
        }
    }

    /// Absolute value.
    #[inline]
    pub const fn abs(self) -> Value {
        Value(self.0.abs())
    }
}

const _: () = assert!(Value::MAX_EVAL.0 < Value::SUPERIOR.0 - MAX_PLY as i32);
const _: () = assert!(Value::SUPERIOR.0 < Value::RULE_WIN.0 - MAX_PLY as i32);
const _: () = assert!(Value::RULE_WIN.0 < Value::MATE_IN_MAX_PLY.0);
const _: () = assert!(Value::NONE.0 < i16::MAX as i32);

impl Neg for Value {
    type Output = Value;
    #[inline]
    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl Add<i32> for Value {
    type Output = Value;
    #[inline]
    fn add(self, other: i32) -> Value {
        Value(self.0 + other)
    }
}

impl Sub<i32> for Value {
    type Output = Value;
    #[inline]
    fn sub(self, other: i32) -> Value {
        Value(self.0 - other)
    }
}

impl Sub for Value {
    type Output = i32;
    #[inline]
    fn sub(self, other: Value) -> i32 {
        self.0 - other.0
    }
}

impl AddAssign<i32> for Value {
    #[inline]
    fn add_assign(&mut self, other: i32) {
        self.0 += other;
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Bound {
    /// Nothing is known.
    #[default]
    None = 0,
    /// The true score is at most the stored one (fail low).
    Upper = 1,
    /// The true score is at least the stored one (fail high).
    Lower = 2,
    /// The stored score is the true one.
    Exact = 3,
}

impl Bound {
    /// The bound whose number is the two lowest bits of `bits`.
    #[inline]
    pub const fn from_bits(bits: u8) -> Bound {
        match bits & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// The bound of the negated score: "at most" becomes "at least" and the reverse.
    #[inline]
    pub const fn reversed(self) -> Bound {
        match self {
            Bound::Upper => Bound::Lower,
            Bound::Lower => Bound::Upper,
            same => same,
        }
    }

    /// Whether the true score is known to be at least the stored one.
    #[inline]
    pub const fn is_lower(self) -> bool {
        self as u8 & 2 != 0
    }

    /// Whether the true score is known to be at most the stored one.
    #[inline]
    pub const fn is_upper(self) -> bool {
        self as u8 & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_scores_count_plies() {
        assert_eq!(Value::mate_in(1).mate_distance(), Some(1));
        assert_eq!(Value::mated_in(4).mate_distance(), Some(-4));
        assert_eq!(Value::SUPERIOR.mate_distance(), None);
        assert!(!Value::NONE.is_win() && !Value::INFINITE.is_win());
    }
}
