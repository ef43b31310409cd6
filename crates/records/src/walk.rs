//! A position that follows the tree of a record from node to node.

use super::tree::{NodeId, Record, Step};
use komadai::position::{IllegalMove, Position};
use komadai::types::{Move, Square};

/// Where a reader or writer stands in a record. Going from a node to a near
/// one costs little: only the moves between them are undone and done.
pub struct Walk {
    pos: Position,
    /// The nodes from the root to here; those but the first are moves.
    path: Vec<NodeId>,
    moves: Vec<Move>,
}

impl Walk {
    /// At the start of a record.
    pub fn new(record: &Record) -> Walk {
        Walk {
            pos: record.start(),
            path: vec![NodeId::ROOT],
            moves: Vec::new(),
        }
    }

    /// The position.
    pub fn pos(&self) -> &Position {
        &self.pos
    }

    /// The position, to keep.
    pub fn into_position(self) -> Position {
        self.pos
    }

    /// The destination of the last move, which 同 stands for.
    pub fn last_to(&self) -> Option<Square> {
        self.moves.last().map(|mv| mv.to())
    }

    /// The node reached.
    pub fn here(&self) -> NodeId {
        self.path.last().copied().unwrap_or(NodeId::ROOT)
    }

    /// How many moves were made from the start.
    pub fn depth(&self) -> usize {
        self.moves.len()
    }

    /// The node `depth` moves from the start on the way here.
    pub fn at_depth(&self, depth: usize) -> Option<NodeId> {
        self.path.get(depth).copied()
    }

    /// Goes to a node; for an end mark to the node before it.
    pub fn go_to(&mut self, record: &Record, id: NodeId) {
        let mut ahead = Vec::new();
        let mut common = id;
        while self.path.get(record.node(common).depth()) != Some(&common) {
            if let Some(mv) = record.node(common).mv() {
                ahead.push((common, mv));
            }
            match record.node(common).parent() {
                Some(parent) => common = parent,
                None => break,
            }
        }
        self.back_to_depth(record.node(common).depth());
        for (id, mv) in ahead.into_iter().rev() {
            self.step(id, mv);
        }
    }

    /// Goes on by a legal move to its node.
    pub(super) fn step(&mut self, id: NodeId, mv: Move) {
        self.pos.do_move(mv);
        self.path.push(id);
        self.moves.push(mv);
    }

    /// Takes moves back until `depth` are left.
    pub(super) fn back_to_depth(&mut self, depth: usize) {
        while self.moves.len() > depth {
            if let Some(mv) = self.moves.pop() {
                self.pos.undo_move(mv);
                self.path.pop();
            }
        }
    }
}

impl Record {
    /// The position after a node's moves; an end mark changes nothing.
    pub fn position_at(&self, id: NodeId) -> Position {
        let mut walk = Walk::new(self);
        walk.go_to(self, id);
        walk.into_position()
    }

    /// Adds a move behind a node and returns its node; the one that is there
    /// if the move was there already. The first move added is the main one.
    ///
    /// # Errors
    /// If the move is illegal there.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        self.position_at(parent).check_legal(mv)?;
        Ok(self.push(parent, Step::Move(mv)))
    }
}
