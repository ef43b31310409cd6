//! Kinds of move generation: the moves produced, and the legality tests applied.

/// A kind of move generation, by the moves that it produces.
pub trait GenKind {
    /// Whether captures, and pawn moves that promote, are generated.
    const CAPTURES: bool;
    /// Whether all other board moves, and drops, are generated.
    const QUIETS: bool;
    /// Whether needless non-promotions are generated too: those of pawn, bishop
    /// and rook, and of a lance to the last rank but one. Without them the kind
    /// generates the reduced set, with them the full set.
    const ALL: bool;
    /// Whether king moves to attacked squares are left out.
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
    /// Captures and pawn promotions of the reduced set; king moves may be illegal.
    Captures: true, false, false, false;
    /// Quiet moves of the reduced set; king moves may be illegal.
    Quiets: false, true, false, false;
    /// Captures and pawn promotions of the full set; king moves may be illegal.
    AllCaptures: true, false, true, false;
    /// Quiet moves of the full set; king moves may be illegal.
    AllQuiets: false, true, true, false;
    /// All moves of the reduced set, in check too; king moves may be illegal.
    Pseudo: true, true, false, false;
    /// All moves of the full set, in check too; king moves may be illegal.
    AllPseudo: true, true, true, false;
    /// Every legal move but needless non-promotions.
    Legal: true, true, false, true;
    /// Every legal move.
    AllLegal: true, true, true, true;
}
