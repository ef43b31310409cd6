//! Kinds of move generation: the moves produced, and the legality tests applied.

/// The moves of a generation.
pub trait GenKind {
    /// Captures, and pawn moves that promote.
    const CAPTURES: bool;
    /// Every other board move, and drops.
    const QUIETS: bool;
    /// Needless non-promotions too: of pawn, bishop and rook, and of a lance
    /// to the last rank but one.
    const ALL: bool;
    /// King moves into attacks are left out.
    const LEGAL: bool;
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $captures:literal, $quiets:literal, $all:literal, $legal:literal;)*) => {
        $($(#[$doc])*
        pub struct $name;
        impl GenKind for $name {
            const CAPTURES: bool = $captures;
            const QUIETS: bool = $quiets;
            const ALL: bool = $all;
            const LEGAL: bool = $legal;
        })*
    };
}

kinds! {
    /// Captures and pawn promotions of the reduced set, king moves unchecked.
    Captures: true, false, false, false;
    /// Quiet moves of the reduced set, king moves unchecked.
    Quiets: false, true, false, false;
    /// Captures and pawn promotions with needless non-promotions, king moves unchecked.
    AllCaptures: true, false, true, false;
    /// Quiet moves with needless non-promotions, king moves unchecked.
    AllQuiets: false, true, true, false;
    /// The reduced set whole, king moves unchecked; also every answer to a check.
    Pseudo: true, true, false, false;
    /// The full set, king moves unchecked; also every answer to a check.
    AllPseudo: true, true, true, false;
    /// Every legal move but needless non-promotions.
    Legal: true, true, false, true;
    /// Every legal move.
    AllLegal: true, true, true, true;
}
