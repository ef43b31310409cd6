//! A game in memory: start position, headers, and the tree of moves with comments and times.

use super::end::End;
use crate::Handicap;
use komadai::position::{IllegalMove, Position};
use komadai::types::{Color, Move, Square};

/// Id of a node, valid only for the [`Record`] that returned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The node of the start position.
    pub const ROOT: NodeId = NodeId(0);

    /// The number of the node, in order of insertion: 0 is the root.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The step by which a node is reached from its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// None: the node is the start position.
    Start,
    /// A legal move.
    Move(Move),
    /// The end of the game; its node has no children.
    End(End),
}

/// The start position, a move, or an end mark, with its comments.
#[derive(Clone, Debug)]
pub struct Node {
    step: Step,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    depth: usize,
    /// Comment lines; a line with line ends in it counts as several lines.
    pub comments: Vec<String>,
    /// The bookmark (しおり) of KIF files.
    pub bookmark: Option<String>,
    /// The time used for the move or end, in milliseconds.
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

    /// The step from the parent to this node.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// The move that leads to this node; `None` for the start and for end marks.
    pub fn mv(&self) -> Option<Move> {
        match self.step {
            Step::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// The end mark; `None` for the start and for moves.
    pub fn end(&self) -> Option<&End> {
        match &self.step {
            Step::End(end) => Some(end),
            _ => None,
        }
    }

    /// The parent; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Children: the main continuation first, then the variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Number of steps from the root; 0 for the root.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The comment line by line; a comment with line ends in it counts as several lines.
    pub fn comment_lines(&self) -> impl Iterator<Item = &str> {
        self.comments
            .iter()
            .flat_map(|c| c.split('\n'))
            // A reader takes a carriage return alone for a line end too, and would then read the
            // text after it as a line of the format.
            .flat_map(|l| l.trim_end_matches('\r').split('\r'))
    }
}

/// A game: the start, the headers and the tree of moves.
#[derive(Clone, Debug)]
pub struct Record {
    start: String,
    /// By side: whether the file leaves open which pieces that side has in hand at the start.
    silent_hands: [bool; 2],
    /// Names, dates and other headers.
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
    /// A game from this position, without a move.
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
        // The text was made from a valid position, so parsing it cannot fail.
        Position::from_sfen(&self.start).unwrap_or_else(|_| Position::startpos())
    }

    /// The start position as canonical SFEN.
    pub fn start_sfen(&self) -> &str {
        &self.start
    }

    /// Whether the file states the hand of this side at the start, be it empty. Mate problems often
    /// leave out the defender's hand, which then holds all pieces not shown.
    pub fn states_hand(&self, color: Color) -> bool {
        !self.silent_hands[color.index()]
    }

    /// Marks the hand of a side as not stated in the file.
    pub(super) fn leave_hand_open(&mut self, color: Color) {
        self.silent_hands[color.index()] = true;
    }

    /// Whether the game starts from the even start position.
    pub fn is_even(&self) -> bool {
        self.start == Position::startpos().sfen()
    }

    /// The handicap whose start position this is, if there is one.
    pub fn handicap(&self) -> Option<Handicap> {
        Handicap::ALL.into_iter().find(|h| h.sfen == self.start)
    }

    /// A node by its id, which must be of this record.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node by its id, for adding comments or times.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the record has only the start position.
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

    /// Whether the sides are called 下手 (Black) and 上手 (White): in handicap games, and
    /// in games from other uneven positions whose headers use these names.
    pub fn is_handicap(&self) -> bool {
        let named = ["下手", "上手"]
            .iter()
            .any(|&key| self.headers.get(key).is_some());
        self.handicap().is_some() || (named && !self.is_even())
    }

    /// The Japanese name of a side: 先手 and 後手, or 下手 and 上手.
    pub fn side_name(&self, color: Color) -> &'static str {
        match (self.is_handicap(), color) {
            (false, Color::Black) => "先手",
            (false, Color::White) => "後手",
            (true, Color::Black) => "下手",
            (true, Color::White) => "上手",
        }
    }

    /// The headers with the keys of the players that fit the start (先手 or 下手), and without a 手合割
    /// that repeats the start position.
    pub(super) fn settled_headers(&self) -> Headers {
        let knows_start = self.is_even() || self.handicap().is_some();
        let mut headers = Headers::default();
        for (key, value) in self.headers.iter() {
            let key = match key {
                "手合割" if knows_start => continue,
                "先手" | "下手" => self.side_name(Color::Black),
                "後手" | "上手" => self.side_name(Color::White),
                key => key,
            };
            if headers.get(key).is_none_or(str::is_empty) {
                headers.set(key, value);
            }
        }
        headers
    }

    /// Removes the node added last, which must have no children; `None` for any other node.
    pub(super) fn take_last(&mut self, id: NodeId) -> Option<Node> {
        let is_last = id.index() + 1 == self.nodes.len() && id != NodeId::ROOT;
        let node = match is_last {
            true => self.nodes.pop()?,
            false => return None,
        };
        if let Some(parent) = node.parent {
            self.node_mut(parent).children.retain(|&child| child != id);
        }
        Some(node)
    }

    /// Whether any node has more than one continuation.
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    /// Adds an end mark as a child of a node and returns its id.
    pub fn add_end(&mut self, parent: NodeId, end: End) -> NodeId {
        self.push(parent, Step::End(end))
    }

    /// Adds a step known to be legal and returns its id; an equal step is not added
    /// twice. If `parent` is an end mark, the step is added to the parent of that mark.
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

    /// For each node, in the order of [`NodeId::index`], the total time in ms that the
    /// side of its step has used, that step included.
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

/// Header keys of the players.
pub(super) const PLAYERS: [&str; 4] = ["先手", "後手", "下手", "上手"];

/// The other key for the same player; `None` for keys that name none.
pub(super) fn other_name(key: &str) -> Option<&'static str> {
    match key {
        "先手" => Some("下手"),
        "下手" => Some("先手"),
        "後手" => Some("上手"),
        "上手" => Some("後手"),
        _ => None,
    }
}

/// Reason why a header of a file is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderFault {
    /// The player has another name already.
    SecondName,
    /// There are [`Headers::MAX`] headers already.
    TooMany,
}

/// Headers as key and value pairs in the order of the file. The keys are those of KIF
/// (`先手`, `棋戦`, `開始日時`); readers of other formats translate their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(k, _)| k == key)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a key; a key that exists keeps its place. Line ends in the value become the
    /// two characters `\n`, as in KIF files.
    pub fn set(&mut self, key: &str, value: &str) {
        let key = key.trim();
        let value = without_line_ends(value.trim());
        match self.0.iter_mut().find(|(k, _)| k == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key.replace(['\n', '\r'], " "), value)),
        }
    }

    /// The most headers of a game that a reader keeps. No program writes nearly as many, and each
    /// is compared with all before it.
    pub(super) const MAX: usize = 1000;

    /// Adds a header of a file. A further value of a key becomes a further line of its value, as
    /// in KIF; but a player has one name.
    ///
    /// # Errors
    /// If the header finds no place.
    pub(super) fn add(&mut self, key: &str, value: &str) -> Result<(), HeaderFault> {
        let key = key.trim();
        let value = without_line_ends(value.trim());
        let is_second = |name: &str| !name.is_empty() && !value.is_empty() && name != value;
        if let Some(other) = other_name(key)
            && [key, other]
                .iter()
                .any(|key| self.get(key).is_some_and(is_second))
        {
            return Err(HeaderFault::SecondName);
        }
        let is_full = self.0.len() >= Headers::MAX;
        match self.0.iter_mut().find(|(k, _)| k == key) {
            Some((_, old)) if value.is_empty() || *old == value => {}
            Some((_, old)) if old.is_empty() => *old = value,
            Some((_, old)) => {
                old.push_str("\\n");
                old.push_str(&value);
            }
            None if is_full => return Err(HeaderFault::TooMany),
            None => self.set(key, &value),
        }
        Ok(())
    }

    /// Removes a key.
    pub(super) fn remove(&mut self, key: &str) {
        self.0.retain(|(k, _)| k != key);
    }

    /// Key and value pairs in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(k, v)| (k.as_str(), v.as_str()))
    }

    /// Whether there are no headers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The name of a player, from the key of even or of handicap games; `None` if missing or empty.
    pub fn player(&self, color: Color) -> Option<&str> {
        let (even, handicap) = match color {
            Color::Black => ("先手", "下手"),
            Color::White => ("後手", "上手"),
        };
        let mut names = [even, handicap].into_iter().filter_map(|key| self.get(key));
        names.find(|name| !name.trim().is_empty())
    }
}

/// Cursor in a record with the position of its node. A step to a nearby node is cheap:
/// only the moves between the two are undone and made.
pub struct Walk {
    pos: Position,
    /// Nodes from the root to the current one; all but the first are moves.
    path: Vec<NodeId>,
    moves: Vec<Move>,
}

impl Walk {
    /// A cursor at the start of a record.
    pub fn new(record: &Record) -> Walk {
        Walk {
            pos: record.start(),
            path: vec![NodeId::ROOT],
            moves: Vec::new(),
        }
    }

    /// The current position.
    pub fn pos(&self) -> &Position {
        &self.pos
    }

    /// The current position, owned.
    fn into_position(self) -> Position {
        self.pos
    }

    /// The destination of the last move, to which 同 refers.
    pub fn last_to(&self) -> Option<Square> {
        self.moves.last().map(|mv| mv.to())
    }

    /// The current node.
    pub fn here(&self) -> NodeId {
        self.path.last().copied().unwrap_or(NodeId::ROOT)
    }

    /// Number of moves from the start to the current node.
    pub fn depth(&self) -> usize {
        self.moves.len()
    }

    /// The node `depth` moves from the start on the path to the current node.
    pub fn at_depth(&self, depth: usize) -> Option<NodeId> {
        self.path.get(depth).copied()
    }

    /// Goes to a node; for an end mark, to its parent.
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

    /// Moves forward by a legal move to its node.
    pub(super) fn step(&mut self, id: NodeId, mv: Move) {
        self.pos.do_move(mv);
        self.path.push(id);
        self.moves.push(mv);
    }

    /// Undoes moves until `depth` are left.
    fn back_to_depth(&mut self, depth: usize) {
        while self.moves.len() > depth {
            if let Some(mv) = self.moves.pop() {
                self.pos.undo_move(mv);
                self.path.pop();
            }
        }
    }
}

impl Record {
    /// The position at a node; for an end mark, the position before it.
    pub fn position_at(&self, id: NodeId) -> Position {
        let mut walk = Walk::new(self);
        walk.go_to(self, id);
        walk.into_position()
    }

    /// Adds a move as a child of a node and returns its id. If the move is a child
    /// already, its id is returned. The first child is the main continuation.
    ///
    /// # Errors
    /// If the move is illegal in the position at `parent`.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        self.position_at(parent).check_legal(mv)?;
        Ok(self.push(parent, Step::Move(mv)))
    }
}

/// The text with each line end replaced by the two characters `\n`, for formats in which a value
/// takes one line.
pub(super) fn without_line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace(['\n', '\r'], "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_name_is_none() {
        let mut headers = Headers::default();
        for key in ["先手", "後手", "上手"] {
            headers.set(key, "");
        }
        assert_eq!(headers.player(Color::Black), None);
        assert_eq!(headers.player(Color::White), None);
        headers.set("上手", "桂");
        assert_eq!(headers.player(Color::White), Some("桂"));
    }
}
