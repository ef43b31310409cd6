//! The variations of a record, for reports: what was noted beside the game, not searched.

use serde::Serialize;

use super::noted::{NotedEnd, NotedMove, comment};
use komadai::types::Square;
use komadai_records::{NodeId, Record};

/// A line of moves that leaves the game, or another variation.
///
/// A flat list of them has no depth, however deeply they are nested in the record.
#[derive(Clone, Debug, Serialize)]
pub(super) struct VariationEntry {
    /// The variation it leaves, by its index in the list; `None` is the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
    /// The ply of the last position that both have in common.
    pub from_ply: usize,
    /// The positions after its moves; none if it is an end mark alone.
    pub positions: Vec<NotedPosition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<NotedEnd>,
    /// What is said of an end mark that stands alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
}

/// The position after a move of a variation.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NotedPosition {
    pub ply: usize,
    pub sfen: String,
    #[serde(rename = "move")]
    pub mv: NotedMove,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
}

/// All variations of a record; one that leaves another stands behind it.
pub(super) fn all(record: &Record) -> Vec<VariationEntry> {
    let mut found: Vec<VariationEntry> = Vec::new();
    // The line each node belongs to, by its index.
    let mut lines: Vec<Option<usize>> = vec![None; record.len()];
    for parent in record.ids() {
        let line = lines[parent.index()];
        for (rank, &child) in record.node(parent).children().iter().enumerate() {
            let own = match rank {
                0 => line,
                _ => {
                    found.push(VariationEntry::new(record, line, parent, child));
                    Some(found.len() - 1)
                }
            };
            lines[child.index()] = own;
        }
    }
    found
}

/// Where the move that led to a node went.
fn destination(record: &Record, id: NodeId) -> Option<Square> {
    record.node(id).mv().map(|mv| mv.to())
}

impl VariationEntry {
    /// The line that leaves `of` at `parent` with the step to `first`.
    fn new(record: &Record, of: Option<usize>, parent: NodeId, first: NodeId) -> VariationEntry {
        let from_ply = record.node(parent).depth();
        let mut pos = record.position_at(parent);
        let mut last_to = destination(record, parent);
        let mut entry = VariationEntry {
            of,
            from_ply,
            positions: Vec::new(),
            end: None,
            comments: Vec::new(),
        };
        let line = std::iter::once(first).chain(record.line(first));
        for (id, ply) in line.zip(from_ply + 1..) {
            let node = record.node(id);
            let mut comments = comment(record, id);
            if let Some(mv) = node.mv() {
                let noted = NotedMove::new(&pos, mv, last_to, node.time_ms);
                pos.do_move(mv);
                last_to = Some(mv.to());
                entry.positions.push(NotedPosition {
                    ply,
                    sfen: pos.sfen(),
                    mv: noted,
                    comments,
                });
            } else if let Some(end) = node.end() {
                entry.end = Some(NotedEnd::new(end, pos.side_to_move()));
                // An end mark is no position; what it says goes to the last one.
                let place = match entry.positions.last_mut() {
                    Some(last) => &mut last.comments,
                    None => &mut entry.comments,
                };
                place.append(&mut comments);
            }
        }
        entry
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
        let found = all(&record);
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
        assert_eq!(found[0].positions[0].comments, ["b", "c"]);
        assert_eq!(found[1].comments, ["d"]);
        assert_eq!(found[2].positions[0].comments, ["a"]);
        assert!(found[0].end.is_some() && found[1].end.is_some() && found[2].end.is_none());
        // The positions are those the record itself leads to.
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
}
