//! What the steps of a node go by.

use super::piece_to::ContinuationKey;
use crate::tt::{Entry, UNSEARCHED};
use crate::types::{Bound, Color, Move, Piece, PieceType, Value};

/// What is stored about a position that is not in the table.
pub(super) const NOTHING_STORED: Entry = Entry {
    mv: None,
    value: Value::NONE,
    eval: Value::NONE,
    depth: UNSEARCHED,
    bound: Bound::None,
    pv: false,
};

/// Whether a stored value proves the side of `beta` it lies on.
#[inline]
pub(super) fn bound_fits(stored: &Entry, beta: Value) -> bool {
    stored.value != Value::NONE
        && if stored.value >= beta {
            stored.bound.is_lower()
        } else {
            stored.bound.is_upper()
        }
}

/// What a node knows when it comes to its moves, and what none of them changes.
pub(super) struct NodeFacts {
    pub ply: usize,
    pub us: Color,
    pub in_check: bool,
    /// The node is expected to fail high.
    pub cut_node: bool,
    /// The node is expected to fail low.
    pub all_node: bool,
    /// The line to the node is that of the last iteration, and on it still.
    pub follows_pv: bool,
    pub beta: Value,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// By how many plies the move that led here was reduced.
    pub prior_reduction: i32,
    /// Whether the position was found in the table.
    pub hit: bool,
    /// What the table keeps about the position, or [`NOTHING_STORED`]. The move
    /// is legal, at the root that of the line looked for; `pv` says whether the
    /// node is, or was, on a principal variation.
    pub stored: Entry,
    /// Whether the stored move captures (or counts as a capture).
    pub tt_capture: bool,
    /// The evaluation before corrections; [`Value::NONE`] in check.
    pub raw_eval: Value,
    /// The corrected evaluation; in check, that of two plies before.
    pub static_eval: Value,
    /// What the table knows better than `static_eval`, or that.
    pub eval: Value,
    /// What the evaluation was corrected by, in 1/131072.
    pub correction: i32,
    /// The position is better than two plies ago, or above beta.
    pub improving: bool,
    /// The position is better than the opponent thought one ply ago.
    pub opponent_worsening: bool,
    /// The tables after the last six moves.
    pub continuations: [ContinuationKey; 6],
}

/// A move about to be searched.
pub(super) struct Candidate {
    pub mv: Move,
    /// The piece that it leaves on its destination.
    pub piece: Piece,
    /// What it captures.
    pub victim: Option<PieceType>,
    /// Whether it is tried among the captures.
    pub capture: bool,
    pub gives_check: bool,
    /// Its number among the moves the node looked at, from one.
    pub count: i32,
}
