//! The game on the page as a record: its moves, variations, comments and times.

use serde::Deserialize;

use komadai::position::{IllegalMove, Position, SfenError};
use komadai::types::Move;
use komadai_records::{End, NodeId, Record};

/// A game as the page has it: its nodes, each behind its parent; the first is the start.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Game {
    sfen: String,
    #[serde(default)]
    headers: Vec<(String, String)>,
    nodes: Vec<GameNode>,
}

#[derive(Clone, Debug, Deserialize)]
struct GameNode {
    /// The index of the node before; none for the start.
    parent: Option<usize>,
    /// The move that leads here; without one it is an end mark alone.
    usi: Option<String>,
    #[serde(default)]
    comments: Vec<String>,
    used_ms: Option<u64>,
    /// End of the line here, as a word of KIF files.
    end: Option<String>,
}

/// Error of a game that cannot be written.
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
    /// The game as a record.
    pub fn record(&self) -> Result<Record, GameError> {
        let mut record = Record::new(&Position::from_sfen(&self.sfen)?);
        for (key, value) in &self.headers {
            record.headers.set(key, value);
        }
        let mut ids: Vec<NodeId> = Vec::with_capacity(self.nodes.len());
        let mut ends = Vec::new();
        for (node, at) in self.nodes.iter().enumerate() {
            let parent = at.parent.and_then(|parent| ids.get(parent)).copied();
            let parent = parent.ok_or(GameError::Parent { node });
            let id = match (&at.usi, &at.end) {
                (None, _) if node == 0 => NodeId::ROOT,
                (None, Some(_)) => {
                    ends.push((parent?, at));
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
            if at.end.is_some() {
                ends.push((id, at));
            }
            at.tell(&mut record, id);
        }
        // Behind the moves, so that no end mark becomes the main continuation.
        for (parent, at) in ends {
            let word = at.end.as_deref().unwrap_or_default();
            let end = End::from_kif_word(word).unwrap_or_else(|| End::other(word));
            let id = record.add_end(parent, end);
            if at.usi.is_none() && at.parent.is_some() {
                at.tell(&mut record, id);
            }
        }
        Ok(record)
    }
}

impl GameNode {
    /// Adds comments and time to the node of the record.
    fn tell(&self, record: &mut Record, id: NodeId) {
        let place = record.node_mut(id);
        place.comments.extend(self.comments.iter().cloned());
        place.time_ms = place.time_ms.or(self.used_ms);
    }
}
