//! Estimate of a node: proof and disproof numbers, or a verdict.

use crate::types::Hand;

/// A proof or disproof number that stands for "impossible".
pub(super) const INFINITE: u32 = 1 << 30;
/// More plies than any mate has.
pub(super) const NEVER: u16 = u16::MAX;
/// The disproof holds on every path.
pub(super) const NO_LOOP: u16 = u16::MAX;
/// The disproof only says that the search went too deep.
pub(super) const TOO_DEEP: u16 = 0;

/// The knowledge of one node, from the attacker's side of both kinds of node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// Proof number: the work that a mate seems to take; 0 once it is proven.
    pub pn: u32,
    /// Disproof number: the work that a refutation seems to take; 0 once there is one.
    pub dn: u32,
    /// With a proof, plies to mate; with a disproof, there is no mate in fewer
    /// plies than this; [`NEVER`] otherwise.
    pub len: u16,
    /// With a proof, an attacker's hand that suffices; with a disproof, one
    /// that still does not.
    pub hand: Hand,
    /// With a disproof, the depth of the nearest root the disproof repeats a
    /// position of, [`NO_LOOP`] if it needs no repetition outside itself.
    pub loop_start: u16,
    /// With a proof: it stands, with the same length, where every interposition
    /// counts, as it gives no piece back.
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

    /// No mate in fewer than `len` plies.
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

    /// No mate on this path, since it repeats the ancestor at `loop_start`.
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

/// So many plies more, with [`NEVER`] kept.
pub(super) const fn more(len: u16, plies: i8) -> u16 {
    if len == NEVER {
        NEVER
    } else {
        len.saturating_add_signed(plies as i16)
    }
}

/// So many plies less, with [`NEVER`] kept; 0 if fewer are left.
pub(super) const fn less(len: u16, plies: i8) -> u16 {
    more(len, -plies)
}
