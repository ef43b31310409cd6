//! State of a node: its kind, the facts that its steps go by, the move at hand,
//! and the progress of the loop over its moves.

use arrayvec::ArrayVec;

use super::rows::ContinuationKey;
use crate::tt::TtEntry;
use crate::types::{Color, Depth, Move, Piece, PieceType, Value};

/// Kinds of node: at the root, on the principal variation, or beside it.
pub trait NodeType {
    /// The window may be wider than one.
    const PV: bool;
    /// The node is the root.
    const ROOT: bool;
    /// The kind of node at the horizon.
    type Quiescence: NodeType;
}

/// The root.
pub struct Root;
/// A node on the principal variation.
pub struct Pv;
/// A node searched with a window of one.
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

/// The entry of a position that is not in the table.
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

/// The table's answer about a position.
pub(super) struct Lookup {
    /// Whether the position was found.
    pub hit: bool,
    /// The entry, or [`NOTHING_STORED`]. The move is legal, at the root that of
    /// the line looked for; `pv` says whether the node is, or was, on a
    /// principal variation.
    pub stored: TtEntry,
    /// Whether the stored move captures (or counts as a capture).
    pub tt_capture: bool,
}

/// Facts about an evaluated node, which its moves do not change.
pub(super) struct NodeFacts {
    pub ply: usize,
    pub us: Color,
    pub in_check: bool,
    /// The node is expected to fail high.
    pub cut_node: bool,
    /// The node is expected to fail low.
    pub all_node: bool,
    /// The line to the node is that of the last iteration.
    pub follows_pv: bool,
    pub beta: Value,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// The fields of [`Lookup`].
    pub hit: bool,
    pub stored: TtEntry,
    pub tt_capture: bool,
    /// The evaluation before corrections; [`Value::NONE`] in check.
    pub raw_eval: Value,
    /// The corrected evaluation; in check, that of two plies before.
    pub static_eval: Value,
    /// The stored value where its bound improves on `static_eval`, else that.
    pub eval: Value,
    /// The correction of the evaluation, in 1/131072.
    pub correction: i32,
    /// The position is better than two plies ago, or above beta.
    pub improving: bool,
    /// The position is better than the opponent thought one ply ago.
    pub opponent_worsening: bool,
}

/// A move about to be searched.
pub(super) struct Candidate {
    pub mv: Move,
    /// The piece that it leaves on its destination.
    pub piece: Piece,
    /// The piece that it captures.
    pub victim: Option<PieceType>,
    /// Whether the picker has it among the captures.
    pub capture: bool,
    pub gives_check: bool,
    /// Its number among the moves the node looked at, from one.
    pub count: i32,
}

/// Most moves remembered for the penalty when a later one is better.
const SEARCHED_MAX: usize = 32;
/// The moves of a node that were searched and were not the best.
pub(super) type Searched = ArrayVec<Move, SEARCHED_MAX>;

/// Progress of the loop over the moves of a node.
pub(super) struct MoveLoop {
    pub alpha: Value,
    pub best_value: Value,
    /// The move that raised alpha last.
    pub best_move: Option<Move>,
    /// Depth of the node: more once a move is singular, less once alpha was raised.
    pub depth: Depth,
    /// Number of moves looked at.
    pub move_count: i32,
    pub quiets: Searched,
    pub captures: Searched,
    /// The tables after the last six moves.
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
        // A move that does not fit any more comes too late to matter.
        let _ = list.try_push(candidate.mv);
    }
}
