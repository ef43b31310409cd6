//! Estimate of a node: proof and disproof numbers, or a verdict.

use crate::types::Hand;

/// The proof number of a node that is proven to have no mate, and the disproof number of a node
/// with a proven mate.
pub(super) const INFINITE: u32 = 1 << 30;
/// More plies than any mate has.
pub(super) const NEVER: u16 = u16::MAX;
/// Value of [`Estimate::loop_start`] for a disproof that holds on every path.
pub(super) const NO_LOOP: u16 = u16::MAX;
/// Value of [`Estimate::loop_start`] where the search reached its largest depth.
pub(super) const TOO_DEEP: u16 = 0;

/// Knowledge about one node, always from the attacker's side, even if the defender is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// Proof number: the estimated work of proving a mate; 0 once a mate is proven.
    pub pn: u32,
    /// Disproof number: the estimated work of refuting all mates; 0 once that is done.
    pub dn: u32,
    /// With a proof, the plies to mate; with a disproof, there is no mate in fewer plies
    /// than this; else [`NEVER`].
    pub len: u16,
    /// With a proof, a hand with which the attacker mates; with a disproof, a hand with which the
    /// attacker still does not mate.
    pub hand: Hand,
    /// With a disproof, the smallest depth of a node above on the path whose position it
    /// repeats; [`NO_LOOP`] if it depends on no such node.
    pub loop_start: u16,
    /// With a proof, whether it also holds, with the same length, if every interposition counts.
    pub is_strict: bool,
}

impl Estimate {
    pub const fn unknown(pn: u32, dn: u32) -> Estimate {
        Estimate {
            pn,
            dn,
            len: NEVER,
            hand: Hand::EMPTY,
            loop_start: NO_LOOP,
            is_strict: false,
        }
    }

    pub const fn mate(len: u16, proof_hand: Hand) -> Estimate {
        Estimate {
            pn: 0,
            dn: INFINITE,
            len,
            hand: proof_hand,
            loop_start: NO_LOOP,
            is_strict: true,
        }
    }

    /// An estimate that there is no mate in fewer than `len` plies.
    pub const fn no_mate(len: u16, disproof_hand: Hand) -> Estimate {
        Estimate {
            pn: INFINITE,
            dn: 0,
            len,
            hand: disproof_hand,
            loop_start: NO_LOOP,
            is_strict: false,
        }
    }

    /// An estimate that there is no mate on this path, since it repeats the position at
    /// depth `loop_start`.
    pub const fn repetition(len: u16, hand: Hand, loop_start: u16) -> Estimate {
        Estimate {
            loop_start,
            ..Estimate::no_mate(len, hand)
        }
    }

    pub const fn is_final(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// `len` and `plies` more; [`NEVER`] stays.
pub(super) const fn more(len: u16, plies: i8) -> u16 {
    if len == NEVER {
        NEVER
    } else {
        len.saturating_add_signed(plies as i16)
    }
}

/// `len` less `plies`, at least 0; [`NEVER`] stays.
pub(super) const fn less(len: u16, plies: i8) -> u16 {
    more(len, -plies)
}
