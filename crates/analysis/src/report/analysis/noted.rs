//! Moves, ends and variations of a record in the form of documents, and the notations of reports.

use serde::Serialize;

use super::score::ViewedScore;
use crate::report::machine_notes::{MachineNote, Remarks};
use komadai::position::Position;
use komadai::types::{Bound, Color, Move, Score, Square};
use komadai_records::notation::{write_japanese_marked, write_western};
use komadai_records::{End, NodeId, Record, write_csa_move, write_kif_move};

/// A move of the game or of a variation, in three notations.
#[derive(Clone, Debug, Serialize)]
pub struct NotedMove {
    /// `black` or `white`.
    pub side: &'static str,
    /// USI notation: `7g7f`.
    pub usi: String,
    /// Japanese notation: `▲７六歩`.
    pub japanese: String,
    /// Western notation: `P-7f`.
    pub western: String,
    /// The time used for the move, in ms.
    #[serde(rename = "used_ms", skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
}

/// The end of a line of play.
#[derive(Clone, Debug, Serialize)]
pub struct NotedEnd {
    /// The word for the end in KIF files.
    pub japanese: String,
    /// The English words for the end.
    pub english: String,
    /// The winner, `black` or `white`; `None` for draws and games without a result.
    pub winner: Option<&'static str>,
}

/// `black` or `white`.
fn side_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The comment at a node.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Comment {
    /// All comment lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// The lines that people wrote; `None` if people wrote all lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<Vec<String>>,
    /// The scores and lines that engines wrote.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub noted: Vec<NotedScore>,
}

/// A score and a line of play, read from a comment.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NotedScore {
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub score: Option<ViewedScore>,
    /// The line of play as it stands in the comment.
    moves: String,
}

impl Comment {
    /// The comment at a node of a record.
    pub fn new(record: &Record, id: NodeId, remarks: &Remarks) -> Comment {
        let comments: Vec<String> = record
            .node(id)
            .comment_lines()
            .map(str::to_string)
            .collect();
        let (said, notes) = remarks.of(record, id);
        Comment {
            said: (said.len() < comments.len()).then_some(said),
            comments,
            noted: notes.into_iter().map(NotedScore::from).collect(),
        }
    }

    /// The lines that people wrote.
    pub fn said(&self) -> &[String] {
        self.said.as_deref().unwrap_or(&self.comments)
    }

    /// Adds the comment of an end mark to that of the position before it.
    pub fn append(&mut self, mut other: Comment) {
        if self.said.is_some() || other.said.is_some() {
            self.said = Some([self.said(), other.said()].concat());
        }
        self.comments.append(&mut other.comments);
        self.noted.append(&mut other.noted);
    }
}

impl From<MachineNote> for NotedScore {
    fn from(note: MachineNote) -> NotedScore {
        // Documents write a mate of unknown length as a mate in 0 plies.
        let score = note.score.map(|score| match score {
            Score::Mate { winning, plies } => Score::Mate {
                winning,
                plies: plies.or(Some(0)),
            },
            score => score,
        });
        NotedScore {
            engine: note.engine,
            score: score.map(|score| ViewedScore::new(Color::Black, score, Bound::Exact)),
            moves: note.moves,
        }
    }
}

impl NotedScore {
    /// The note in one line: `Suisho: +158 ▲７六歩△３四歩`.
    pub fn in_words(&self) -> String {
        let engine = self.engine.as_ref().map(|name| format!("{name}:"));
        let score = self.score.as_ref().map(ViewedScore::in_words);
        let moves = Some(self.moves.clone()).filter(|moves| !moves.is_empty());
        let parts: Vec<String> = [engine, score, moves].into_iter().flatten().collect();
        parts.join(" ")
    }
}

impl NotedMove {
    /// Writes a move of the position. `last_to` is the destination of the previous move.
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
    /// The entry for an end mark where `side` is to move.
    pub fn new(end: &End, side: Color) -> NotedEnd {
        NotedEnd {
            japanese: end.kif_word().to_string(),
            english: end.english().to_string(),
            winner: end.winner(side).map(side_name),
        }
    }

    /// The end in words: `☗ wins: resignation (投了)`.
    pub fn in_words(&self) -> String {
        let winner = match self.winner {
            Some("black") => "☗ wins: ",
            Some(_) => "☖ wins: ",
            None => "",
        };
        format!("{winner}{} ({})", self.english, self.japanese)
    }
}

/// A variation: a line that branches off from the game or from another variation.
///
/// Variations form a flat list, because JSON readers limit nesting.
#[derive(Clone, Debug, Serialize)]
pub(super) struct VariationEntry {
    /// Index of the variation that this one branches off from; `None` for the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
    /// Ply of the last position in common.
    pub from_ply: usize,
    /// The positions after the moves of the variation; empty if it consists of an end mark only.
    pub positions: Vec<NotedPosition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<NotedEnd>,
    /// The comment of the end mark, if no move of this variation precedes the mark.
    #[serde(flatten)]
    pub comment: Comment,
}

/// The position after a move of a variation.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NotedPosition {
    pub ply: usize,
    pub sfen: String,
    #[serde(rename = "move")]
    pub mv: NotedMove,
    #[serde(flatten)]
    pub comment: Comment,
}

/// All variations of a record. Each follows the variation from which it branches off.
pub(super) fn variations(record: &Record, remarks: &Remarks) -> Vec<VariationEntry> {
    let mut found: Vec<VariationEntry> = Vec::new();
    // By node: the index of its variation, `None` for the game.
    let mut lines: Vec<Option<usize>> = vec![None; record.len()];
    for parent in record.ids() {
        let line = lines[parent.index()];
        for (rank, &child) in record.node(parent).children().iter().enumerate() {
            let own = match rank {
                0 => line,
                _ => {
                    let mut entry = VariationEntry::new(record, parent, child, remarks);
                    entry.of = line;
                    found.push(entry);
                    Some(found.len() - 1)
                }
            };
            lines[child.index()] = own;
        }
    }
    found
}

/// Destination of the move that leads to a node.
fn destination(record: &Record, id: NodeId) -> Option<Square> {
    record.node(id).mv().map(|mv| mv.to())
}

impl VariationEntry {
    /// The variation that branches off at `parent` and begins with `first`.
    fn new(record: &Record, parent: NodeId, first: NodeId, remarks: &Remarks) -> VariationEntry {
        let from_ply = record.node(parent).depth();
        let mut pos = record.position_at(parent);
        let mut last_to = destination(record, parent);
        let mut entry = VariationEntry {
            of: None,
            from_ply,
            positions: Vec::new(),
            end: None,
            comment: Comment::default(),
        };
        let line = std::iter::once(first).chain(record.line(first));
        for (id, ply) in line.zip(from_ply + 1..) {
            let node = record.node(id);
            let comment = Comment::new(record, id, remarks);
            if let Some(mv) = node.mv() {
                let noted = NotedMove::new(&pos, mv, last_to, node.time_ms);
                pos.do_move(mv);
                last_to = Some(mv.to());
                entry.positions.push(NotedPosition {
                    ply,
                    sfen: pos.sfen(),
                    mv: noted,
                    comment,
                });
            } else if let Some(end) = node.end() {
                entry.end = Some(NotedEnd::new(end, pos.side_to_move()));
                // An end mark has no position of its own: its comment goes to the last position.
                let place = match entry.positions.last_mut() {
                    Some(last) => &mut last.comment,
                    None => &mut entry.comment,
                };
                place.append(comment);
            }
        }
        entry
    }
}

/// A notation for moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// USI: `7g7f`.
    Usi,
    /// Western: `P-7f`.
    Western,
    /// Japanese: `▲７六歩`.
    Japanese,
    /// Japanese with the origin, as ShogiGUI writes lines: `▲７六歩(77)`.
    Kif,
    /// CSA: `+7776FU`.
    Csa,
}

impl Notation {
    /// Writes a legal move of the position. `last_to` is the destination of the previous move.
    pub fn write(self, pos: &Position, mv: Move, last_to: Option<Square>) -> String {
        match self {
            Notation::Usi => mv.to_string(),
            Notation::Western => write_western(pos, mv),
            Notation::Japanese => write_japanese_marked(pos, mv, last_to),
            Notation::Kif => {
                let mark = match pos.side_to_move() {
                    Color::Black => '▲',
                    Color::White => '△',
                };
                format!("{mark}{}", write_kif_move(pos, mv, last_to))
            }
            Notation::Csa => write_csa_move(pos, mv),
        }
    }

    /// Writes a line of moves up to the first illegal one. Lines from the transposition table may
    /// end in illegal moves.
    pub fn write_line(self, pos: &Position, last_to: Option<Square>, line: &[Move]) -> Vec<String> {
        let mut pos = pos.clone();
        let mut last_to = last_to;
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            if !pos.is_legal(mv) {
                break;
            }
            texts.push(self.write(&pos, mv, last_to));
            last_to = Some(mv.to());
            pos.do_move(mv);
        }
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_records::read_bytes;

    #[test]
    fn every_node_of_a_record_stands_in_one_line() {
        let kif = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 投了\n\n\
               変化：3手\n   3 ６六歩(67)\n*a\n   4 ８四歩(83)\n   5 ６八銀(79)\n\n\
               変化：4手\n   4 ３二飛(82)\n\n変化：2手\n   2 ８四歩(83)\n*b\n   3 中断\n*c\n\n\
               変化：2手\n   2 投了\n*d\n";
        let record = read_bytes(kif.as_bytes(), Some("kif"))
            .unwrap()
            .records
            .remove(0);
        let found = variations(&record, &Remarks::new(&record));
        let texts: Vec<(Option<usize>, usize, Vec<&str>)> = found
            .iter()
            .map(|v| {
                let moves = v.positions.iter().map(|p| &p.mv);
                (v.of, v.from_ply, moves.map(|m| m.usi.as_str()).collect())
            })
            .collect();
        assert_eq!(
            texts,
            [
                (None, 1, vec!["8c8d"]),
                (None, 1, vec![]),
                (None, 2, vec!["6g6f", "8c8d", "7i6h"]),
                (Some(2), 3, vec!["8b3b"]),
            ]
        );
        assert_eq!(found[0].positions[0].comment.comments, ["b", "c"]);
        assert_eq!(found[1].comment.comments, ["d"]);
        assert_eq!(found[2].positions[0].comment.comments, ["a"]);
        assert!(found[0].end.is_some() && found[1].end.is_some() && found[2].end.is_none());
        // Every variation of the document leads to a position of the record.
        let leaf = record
            .ids()
            .find(|&id| {
                record
                    .node(id)
                    .mv()
                    .is_some_and(|mv| mv.to_string() == "8b3b")
            })
            .unwrap();
        assert_eq!(found[3].positions[0].sfen, record.position_at(leaf).sfen());
    }

    #[test]
    fn lines_in_every_notation_end_where_the_game_does() {
        let mut pos = Position::startpos();
        let mut last_to = None;
        for text in ["7g7f", "3c3d", "8h2b+"] {
            let mv = pos.parse_usi_move(text).unwrap();
            pos.do_move(mv);
            last_to = Some(mv.to());
        }
        let line = ["3a2b", "B*4e", "7g7f"].map(|text| Move::from_usi(text).unwrap());
        for (notation, texts) in [
            (Notation::Usi, ["3a2b", "B*4e"]),
            (Notation::Western, ["Sx2b", "B*4e"]),
            (Notation::Japanese, ["△同銀", "▲４五角"]),
            (Notation::Kif, ["△同\u{3000}銀(31)", "▲４五角打"]),
            (Notation::Csa, ["-3122GI", "+0045KA"]),
        ] {
            assert_eq!(notation.write_line(&pos, last_to, &line), texts);
        }
    }
}
