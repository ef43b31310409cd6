//! Mates: a static test for a mate on the next move, and a solver for tsume problems.

mod after;
mod one_ply;

pub use after::is_mated_by;
pub use one_ply::mate_in_one;
