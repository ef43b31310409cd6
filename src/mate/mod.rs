//! Mates: a static test for a mate on the next move, and a solver for tsume problems.
//!
//! ```
//! use komadai::mate::{MateLimits, MateResult, mate_in_one, solve};
//! use komadai::position::Position;
//! use komadai::search::Signals;
//!
//! let pos: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1".parse()?;
//! let mv = mate_in_one(&pos, None).unwrap();
//! assert_eq!(mv.to_string(), "G*5b");
//!
//! assert_eq!(solve(&pos, &MateLimits::default()), MateResult::Mate(vec![mv]));
//!
//! // Another thread can end the search by `signals.stop()`.
//! let signals = Signals::new();
//! let limits = MateLimits { signals: Some(&signals), nodes: Some(100_000), ..MateLimits::default() };
//! assert_eq!(solve(&pos, &limits), MateResult::Mate(vec![mv]));
//! # Ok::<(), komadai::position::SfenError>(())
//! ```

mod after;
mod conclude;
mod dfpn;
mod estimate;
mod exact;
mod expand;
mod guess;
mod hands;
mod limits;
mod line;
mod look_up;
mod main_line;
mod one_ply;
mod other;
mod path;
mod table;
#[cfg(test)]
mod tests;
mod tsume_solver;

use crate::position::Position;

pub use after::is_mated_by;
pub use limits::{MateLimits, MateResult, MateStats};
pub use one_ply::mate_in_one;
pub use other::OtherSolution;
pub use tsume_solver::{TsumeResult, TsumeSolution, TsumeSolver, TsumeTask};

/// Looks for a mate by checks only, of any length, for the side to move.
///
/// The side to move needs no king. The line of a mate is complete: all moves of the
/// attacker check, the defender plays the longest resistance known, and the last move
/// mates. The rules on repetition and forbidden moves (two pawns on a file, a mating pawn
/// drop) apply as in a game; the moves before the position do not count.
pub fn solve(pos: &Position, limits: &MateLimits) -> MateResult {
    solve_with_stats(pos, limits).0
}

/// [`solve`], with counts of the work done.
pub fn solve_with_stats(pos: &Position, limits: &MateLimits) -> (MateResult, MateStats) {
    dfpn::Solver::new(pos, limits).solve()
}
