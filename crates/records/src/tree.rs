//! A game in memory: start position, headers, and the tree of moves with comments and times.

use super::end::End;
use super::headers::Headers;
use komadai::position::{Handicap, Position};
use komadai::types::{Color, Move};

/// A node of one [`Record`]; meaningless for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The start position.
    pub const ROOT: NodeId = NodeId(0);

    /// The number of the node, in order of insertion: 0 is the root.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What leads to a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing: the start position.
    Start,
    /// A legal move.
    Move(Move),
    /// The end of the game; such a node has no children.
    End(End),
}

/// The start position, a move, or an end mark, with what is said about it.
#[derive(Clone, Debug)]
pub struct Node {
    step: Step,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    depth: usize,
    /// Comment lines, without line ends.
    pub comments: Vec<String>,
    /// The bookmark of KIF files.
    pub bookmark: Option<String>,
    /// The time used for the step, in milliseconds.
    pub time_ms: Option<u64>,
}

impl Node {
    fn new(step: Step, parent: Option<NodeId>, depth: usize) -> Node {
        Node {
            step,
            parent,
            children: Vec::new(),
            depth,
            comments: Vec::new(),
            bookmark: None,
            time_ms: None,
        }
    }

    /// What leads here.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// The move that leads here, if it is one.
    pub fn mv(&self) -> Option<Move> {
        match self.step {
            Step::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// The end mark, if this is one.
    pub fn end(&self) -> Option<&End> {
        match &self.step {
            Step::End(end) => Some(end),
            _ => None,
        }
    }

    /// The node before; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// What follows: the main continuation first, then the variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Steps from the start; 0 for the root.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The comment as lines, whatever line ends were put into it.
    pub fn comment_lines(&self) -> impl Iterator<Item = &str> {
        self.comments
            .iter()
            .flat_map(|c| c.split('\n').map(|l| l.trim_end_matches('\r')))
    }
}

/// A game: the start, the headers and the tree of moves.
#[derive(Clone, Debug)]
pub struct Record {
    start: String,
    /// By side: the file says nothing about its hand at the start.
    silent_hands: [bool; 2],
    /// Names, dates and the like.
    pub headers: Headers,
    nodes: Vec<Node>,
}

impl Default for Record {
    /// A game from the even start position, without a move.
    fn default() -> Record {
        Record::new(&Position::startpos())
    }
}

impl Record {
    /// A game without a move from this position.
    pub fn new(start: &Position) -> Record {
        Record {
            start: start.sfen(),
            silent_hands: [false; 2],
            headers: Headers::default(),
            nodes: vec![Node::new(Step::Start, None, 0)],
        }
    }

    /// The start position.
    pub fn start(&self) -> Position {
        // The text was made from a position.
        Position::from_sfen(&self.start).unwrap_or_else(|_| Position::startpos())
    }

    /// The start position as canonical SFEN.
    pub fn start_sfen(&self) -> &str {
        &self.start
    }

    /// Whether the file says what this side holds in hand at the start, be it
    /// nothing. Mate problems often leave out what the defender has: all that
    /// is left.
    pub fn states_hand(&self, color: Color) -> bool {
        !self.silent_hands[color.index()]
    }

    /// Notes that the file says nothing about a side's hand.
    pub(super) fn leave_hand_open(&mut self, color: Color) {
        self.silent_hands[color.index()] = true;
    }

    /// Whether the game starts from the even start position.
    pub fn is_even(&self) -> bool {
        self.start == Position::startpos().sfen()
    }

    /// The handicap, if the start position is that of one.
    pub fn handicap(&self) -> Option<Handicap> {
        Handicap::ALL.into_iter().find(|h| h.sfen == self.start)
    }

    /// A node. Ids come from this record.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node, to add comments or times.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// How many nodes there are, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the start position.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// All nodes, parents before children.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The nodes from a child of `from` along first children to the end of the line.
    pub fn line(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        let mut at = from;
        std::iter::from_fn(move || {
            at = *self.node(at).children.first()?;
            Some(at)
        })
    }

    /// The main line: moves and the end mark, if there is one.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line(NodeId::ROOT)
    }

    /// The moves of the main line.
    pub fn main_moves(&self) -> Vec<Move> {
        self.main_line()
            .filter_map(|id| self.node(id).mv())
            .collect()
    }

    /// The end mark of the main line.
    pub fn end(&self) -> Option<&End> {
        self.main_line().last().and_then(|id| self.node(id).end())
    }

    /// Whether any node has more than one continuation.
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    /// Adds an end mark behind a node and returns its node.
    pub fn add_end(&mut self, parent: NodeId, end: End) -> NodeId {
        self.push(parent, Step::End(end))
    }

    /// Adds a step known to be legal. Behind an end mark nothing follows: the
    /// step is put beside it.
    pub(super) fn push(&mut self, parent: NodeId, step: Step) -> NodeId {
        let parent = match (&self.node(parent).step, self.node(parent).parent) {
            (Step::End(_), Some(before)) => before,
            _ => parent,
        };
        let same = |id: &&NodeId| self.node(**id).step == step;
        if let Some(&id) = self.node(parent).children.iter().find(same) {
            return id;
        }
        let id = NodeId(self.nodes.len() as u32);
        let depth = self.node(parent).depth + 1;
        self.nodes.push(Node::new(step, Some(parent), depth));
        self.node_mut(parent).children.push(id);
        id
    }

    /// The time each side had used up to each node, its own step included,
    /// in milliseconds and by [`NodeId::index`].
    pub fn total_times_ms(&self) -> Vec<u64> {
        let mut totals: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let before = node
                .parent
                .and_then(|parent| self.node(parent).parent)
                .map_or(0, |id| totals[id.index()]);
            totals.push(before.saturating_add(node.time_ms.unwrap_or(0)));
        }
        totals
    }
}
