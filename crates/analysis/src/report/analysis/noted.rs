//! What a record itself says of its moves, as the documents have it.

use serde::Serialize;

use super::notate::Notation;
use komadai::position::Position;
use komadai::types::{Color, Move, Square};
use komadai_records::{End, NodeId, Record};

/// A move that was made or noted.
#[derive(Clone, Debug, Serialize)]
pub struct NotedMove {
    /// `black` or `white`.
    pub side: &'static str,
    /// `7g7f`
    pub usi: String,
    /// `▲７六歩`
    pub japanese: String,
    /// `P-7f`
    pub western: String,
    /// The time used for it, in ms.
    #[serde(rename = "used_ms", skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
}

/// How a line ended.
#[derive(Clone, Debug, Serialize)]
pub struct NotedEnd {
    /// The word of KIF files.
    pub japanese: String,
    /// The word of Western texts.
    pub english: String,
    /// `black` or `white`; `None` for draws and games without a result.
    pub winner: Option<&'static str>,
}

/// `black` or `white`.
pub(super) fn side_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The comment at a node.
pub(super) fn comment(record: &Record, id: NodeId) -> Vec<String> {
    let lines = record.node(id).comment_lines();
    lines.map(str::to_string).collect()
}

impl NotedMove {
    /// A move of the position. `last_to` is where the move before it went.
    pub fn new(
        pos: &Position,
        mv: Move,
        last_to: Option<Square>,
        time_ms: Option<u64>,
    ) -> NotedMove {
        NotedMove {
            side: side_name(pos.side_to_move()),
            usi: mv.to_string(),
            japanese: Notation::Japanese.write(pos, mv, last_to),
            western: Notation::Western.write(pos, mv, last_to),
            time_ms,
        }
    }
}

impl NotedEnd {
    /// An end mark where `side` is to move.
    pub fn new(end: &End, side: Color) -> NotedEnd {
        NotedEnd {
            japanese: end.kif_word().to_string(),
            english: end.western_word().to_string(),
            winner: end.winner(side).map(side_name),
        }
    }

    /// `☗ wins: Resigns (投了)`
    pub fn in_words(&self) -> String {
        let winner = match self.winner {
            Some("black") => "☗ wins: ",
            Some(_) => "☖ wins: ",
            None => "",
        };
        format!("{winner}{} ({})", self.english, self.japanese)
    }
}
