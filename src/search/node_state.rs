//! What the steps of a node's move loop go by.

use super::history::ContinuationKey;
use crate::types::{Bound, Color, Depth, Move, Piece, PieceType, Value};

/// What the table keeps about a node.
#[derive(Clone, Copy)]
pub(super) struct Stored {
    /// The best move, if it is known and legal; at the root that of the line looked for.
    pub mv: Option<Move>,
    /// Whether that move captures (or counts as a capture).
    pub capture: bool,
    /// The value, or [`Value::NONE`].
    pub value: Value,
    /// How deep it was searched.
    pub depth: Depth,
    /// What the value says.
    pub bound: Bound,
    /// Whether the node is, or was, on a principal variation.
    pub pv: bool,
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
    pub beta: Value,
    /// The position is better than two plies ago, or above beta.
    pub improving: bool,
    /// The corrected evaluation; in check, that of two plies before.
    pub static_eval: Value,
    /// What it was corrected by, in 1/131072.
    pub correction: i32,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// The tables after the last six moves.
    pub continuations: [ContinuationKey; 6],
    pub stored: Stored,
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
