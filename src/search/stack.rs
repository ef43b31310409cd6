//! Stack of the current line: a frame for each ply, and the principal variations.

use arrayvec::ArrayVec;

use super::rows::ContinuationKey;
use crate::types::{MAX_PLY, Move, Piece, Value};

/// Largest number of plies that a node looks back.
pub const LOOK_BACK: usize = 7;

/// One ply of the current line.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The move made at this ply; `None` for a null move or before the first move.
    pub current_move: Option<Move>,
    /// The piece on the destination of that move.
    pub moved: Option<Piece>,
    /// The key of the continuation histories of that move.
    pub continuation: ContinuationKey,
    /// The move left out during a singular search.
    pub excluded: Option<Move>,
    /// Corrected evaluation; in check, the corrected evaluation of two plies before.
    pub static_eval: Value,
    /// History score of the move made at this ply.
    pub stat_score: i32,
    /// Number of moves looked at so far.
    pub move_count: i32,
    /// Number of fail highs at this ply since the search entered the current node two plies before.
    pub cutoff_count: i32,
    /// Reduction of the move made at this ply, in plies.
    pub reduction: i32,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the position is, or was, on a principal variation.
    pub tt_pv: bool,
    /// Whether the position was found in the table.
    pub tt_hit: bool,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            current_move: None,
            moved: None,
            continuation: ContinuationKey::default(),
            excluded: None,
            static_eval: Value::NONE,
            stat_score: 0,
            move_count: 0,
            cutoff_count: 0,
            reduction: 0,
            in_check: false,
            tt_pv: false,
            tt_hit: false,
        }
    }
}

/// Frames of all plies, with room before the root and behind the last ply, so that
/// looking back and ahead needs no test.
pub struct Stack(Box<[Frame; LOOK_BACK + MAX_PLY + 4]>);

impl Default for Stack {
    fn default() -> Stack {
        Stack(Box::new([Frame::default(); LOOK_BACK + MAX_PLY + 4]))
    }
}

impl Stack {
    /// Clears the frames.
    pub fn clear(&mut self) {
        self.0.fill(Frame::default());
    }

    /// The frame of a ply.
    #[inline]
    pub fn at(&self, ply: usize) -> &Frame {
        &self.0[ply + LOOK_BACK]
    }

    /// The frame of a ply.
    #[inline]
    pub fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + LOOK_BACK]
    }

    /// The frame `back` plies (at most [`LOOK_BACK`]) before a ply; frames before the
    /// root hold no move.
    #[inline]
    pub fn before(&self, ply: usize, back: usize) -> &Frame {
        &self.0[ply + LOOK_BACK - back]
    }

    /// The frame `back` plies before a ply.
    #[inline]
    pub fn before_mut(&mut self, ply: usize, back: usize) -> &mut Frame {
        &mut self.0[ply + LOOK_BACK - back]
    }
}

/// A line of moves.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// The principal variation below each ply.
pub struct PvTable(Vec<Line>);

impl Default for PvTable {
    fn default() -> PvTable {
        PvTable(vec![Line::new(); MAX_PLY + 2])
    }
}

impl PvTable {
    /// The line from a ply on.
    #[inline]
    pub fn line(&self, ply: usize) -> &Line {
        &self.0[ply]
    }

    /// Empties the line of a ply.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the line of a ply to `mv` followed by the line of the next ply.
    #[inline]
    pub fn update(&mut self, ply: usize, mv: Move) {
        let (front, back) = self.0.split_at_mut(ply + 1);
        let (line, next) = (&mut front[ply], &back[0]);
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(next.iter().copied().take(room));
    }
}
