//! State of a node: its kind, its facts, the move at hand, and the progress of the loop
//! over its moves.

use arrayvec::ArrayVec;

use super::rows::ContinuationKey;
use crate::tt::TtEntry;
use crate::types::{Color, Depth, Move, Piece, PieceType, Value};

/// Kind of node: the root, on the principal variation, or beside it.
pub trait NodeType {
    /// The node is on the principal variation, where the window may be wider than 1.
    const PV: bool;
    /// The node is the root.
    const ROOT: bool;
    /// The kind of the quiescence node that replaces this node at the horizon.
    type Quiescence: NodeType;
}

/// The root.
pub struct Root;
/// A node on the principal variation.
pub struct Pv;
/// A node beside the principal variation, with a window of width 1.
pub struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Quiescence = Pv;
}
impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Quiescence = Pv;
}
impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Quiescence = NonPv;
}

/// Stands in for the entry of a position that is not in the table.
pub(super) const NOTHING_STORED: TtEntry = TtEntry::evaluated(Value::NONE, false);

/// Whether the stored bound proves on which side of `beta` the value lies.
#[inline]
pub(super) fn bound_fits(stored: &TtEntry, beta: Value) -> bool {
    stored.value != Value::NONE
        && if stored.value >= beta {
            stored.bound.is_lower()
        } else {
            stored.bound.is_upper()
        }
}

/// Result of looking a position up in the transposition table.
pub(super) struct Lookup {
    /// Whether the position was found.
    pub hit: bool,
    /// The entry, or [`NOTHING_STORED`]. Its move is legal; at the root it is the first move of the
    /// line being searched. Its `pv` says whether the node is, or was, on a principal variation.
    pub stored: TtEntry,
    /// Whether the picker treats the stored move as a capture.
    pub tt_capture: bool,
}

/// Facts about an evaluated node, constant during its move loop.
pub(super) struct NodeFacts {
    pub ply: usize,
    pub us: Color,
    pub in_check: bool,
    /// The node is expected to fail high.
    pub cut_node: bool,
    /// The node is expected to fail low.
    pub all_node: bool,
    /// The moves to the node follow the principal variation of the last iteration.
    pub follows_pv: bool,
    pub beta: Value,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// `hit`, `stored` and `tt_capture` are the fields of [`Lookup`].
    pub hit: bool,
    pub stored: TtEntry,
    pub tt_capture: bool,
    /// The evaluation before corrections; [`Value::NONE`] in check, and not used in a
    /// singular search.
    pub raw_eval: Value,
    /// The corrected evaluation; in check, the corrected evaluation of two plies before.
    pub static_eval: Value,
    /// The stored value where its bound is closer than `static_eval`, else `static_eval`.
    pub eval: Value,
    /// The correction of the evaluation, in 1/131072 of a search value.
    pub correction: i32,
    /// The evaluation is better than two plies ago, or at least beta.
    pub improving: bool,
    /// The evaluation is better for the side to move than one ply ago.
    pub opponent_worsening: bool,
}

/// A move about to be searched.
pub(super) struct Candidate {
    pub mv: Move,
    /// The piece that stands on the destination after the move.
    pub piece: Piece,
    /// The captured piece.
    pub victim: Option<PieceType>,
    /// Whether the picker treats the move as a capture.
    pub capture: bool,
    pub gives_check: bool,
    /// Position in the order in which the node looks at its moves, from 1.
    pub count: i32,
}

/// Most moves kept for the penalty that they get if a later move is best.
const SEARCHED_MAX: usize = 32;
/// The moves of a node that were searched and were not the best.
pub(super) type Searched = ArrayVec<Move, SEARCHED_MAX>;

/// Progress of the loop over the moves of a node.
pub(super) struct MoveLoop {
    pub alpha: Value,
    pub best_value: Value,
    /// The move that raised alpha last.
    pub best_move: Option<Move>,
    /// Depth of the node: raised after a singular extension, lowered once alpha was raised.
    pub depth: Depth,
    /// Number of moves looked at, pruned moves included.
    pub move_count: i32,
    pub quiets: Searched,
    pub captures: Searched,
    /// Keys of the continuation histories of the last six moves.
    pub continuations: [ContinuationKey; 6],
}

impl MoveLoop {
    #[inline(always)]
    pub(super) fn new(alpha: Value, depth: Depth, continuations: [ContinuationKey; 6]) -> MoveLoop {
        MoveLoop {
            alpha,
            best_value: -Value::INFINITE,
            best_move: None,
            depth,
            move_count: 0,
            quiets: Searched::new(),
            captures: Searched::new(),
            continuations,
        }
    }

    /// Adds a move that was searched and is not the best.
    #[inline(always)]
    pub(super) fn add_searched(&mut self, candidate: &Candidate) {
        let list = match candidate.capture {
            true => &mut self.captures,
            false => &mut self.quiets,
        };
        // A move beyond the capacity is too late for its penalty to matter.
        let _ = list.try_push(candidate.mv);
    }
}
