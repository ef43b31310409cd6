//! Conversion of the page's game, with variations, comments and times, to a record.

use serde::Deserialize;

use komadai::position::{IllegalMove, Position, SfenError};
use komadai::types::Move;
use komadai_records::{End, NodeId, Record};

/// The game of the page as a list of nodes. Each node follows its parent; the first is the start.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Game {
    sfen: String,
    #[serde(default)]
    headers: Vec<(String, String)>,
    nodes: Vec<GameNode>,
}

#[derive(Clone, Debug, Deserialize)]
struct GameNode {
    /// Index of the parent; `None` for the start.
    parent: Option<usize>,
    /// The move that leads to the node; `None` for the start and for an end mark.
    usi: Option<String>,
    #[serde(default)]
    comments: Vec<String>,
    used_ms: Option<u64>,
    /// An end mark as a word of KIF files. At the start or a move, the line ends behind the node; a
    /// node without either is the mark itself.
    end: Option<String>,
}

/// Error in converting a game.
#[derive(Debug, thiserror::Error)]
pub(super) enum GameError {
    #[error(transparent)]
    Start(#[from] SfenError),
    #[error("node {node} has no node before it")]
    Parent { node: usize },
    #[error("node {node}: '{usi}' is no move")]
    Text { node: usize, usi: String },
    #[error("node {node}: {source}")]
    Move { node: usize, source: IllegalMove },
}

impl Game {
    /// Converts the game to a record.
    pub fn record(&self) -> Result<Record, GameError> {
        let mut record = Record::new(&Position::from_sfen(&self.sfen)?);
        for (key, value) in &self.headers {
            record.headers.set(key, value);
        }
        let mut ids: Vec<NodeId> = Vec::with_capacity(self.nodes.len());
        let mut marks = Vec::new();
        for (node, at) in self.nodes.iter().enumerate() {
            let parent = at.parent.and_then(|parent| ids.get(parent)).copied();
            let parent = parent.ok_or(GameError::Parent { node });
            let id = match (&at.usi, &at.end) {
                (None, _) if node == 0 => NodeId::ROOT,
                (None, Some(word)) => {
                    marks.push((parent?, word, at));
                    ids.push(NodeId::ROOT);
                    continue;
                }
                (usi, _) => {
                    let usi = usi.clone().unwrap_or_default();
                    let mv = Move::from_usi(&usi).map_err(|_| GameError::Text { node, usi })?;
                    let failed = |source| GameError::Move { node, source };
                    record.add_move(parent?, mv).map_err(failed)?
                }
            };
            ids.push(id);
            at.tell(&mut record, id);
            // The line ends here; moves behind its end are variations.
            if let Some(word) = &at.end {
                record.add_end(id, end_of(word));
            }
        }
        // A mark of its own is a variation, so it follows all moves.
        for (parent, word, at) in marks {
            let id = record.add_end(parent, end_of(word));
            at.tell(&mut record, id);
        }
        Ok(record)
    }
}

/// The end of a game that a word of KIF files names.
fn end_of(word: &str) -> End {
    End::from_kif_word(word).unwrap_or_else(|| End::other(word))
}

impl GameNode {
    /// Copies comments and time to a node of the record.
    fn tell(&self, record: &mut Record, id: NodeId) {
        let place = record.node_mut(id);
        place.comments.extend(self.comments.iter().cloned());
        place.time_ms = place.time_ms.or(self.used_ms);
    }
}
