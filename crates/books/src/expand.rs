//! Best-first order of the positions of a book: the positions nearest to best play come first.
//!
//! Each move on the way to a position costs its loss against the best move plus a constant for the
//! ply; the cost of the position is the sum. Positions are visited in the order of their cost
//! (Dijkstra's algorithm on the game graph). Making a book searches each visited position; cutting
//! a book down keeps the first ones. (Best-first growth of books: Lincke's dropout expansion,
//! 2000.)

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use komadai::book::{BookKey, Entry, MemoryBook};
use komadai::packed::Board;
use komadai::position::Position;
use komadai::types::Move;

/// Limits and costs that select the positions of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// A move is followed if it loses at most this many centipawns against the best move.
    pub margin: i32,
    /// The cost of each ply, in centipawns. Small values make deep, narrow books.
    pub ply_cost: i32,
    /// Positions from this ply on are not followed further.
    pub max_ply: u32,
    /// A position is followed if the absolute score of its best move, in centipawns, is at most
    /// this.
    pub settled: i32,
}

impl Default for Expansion {
    fn default() -> Expansion {
        Expansion {
            margin: 60,
            ply_cost: 6,
            max_ply: 40,
            settled: 400,
        }
    }
}

/// A queued position, as the moves that lead to it.
///
/// Nodes are ordered by cost, then by start and moves, so that the order of equal costs is
/// deterministic.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BookNode {
    /// The cost of the position, in centipawns.
    pub cost: i64,
    start: usize,
    /// The moves from the start position.
    pub moves: Vec<Move>,
}

/// Iteration over the positions of a book in the order of their cost.
pub struct BookWalk {
    expansion: Expansion,
    starts: Vec<Position>,
    ahead: BinaryHeap<Reverse<BookNode>>,
    visited: HashSet<u64>,
}

impl BookWalk {
    /// A walk that begins at these positions.
    pub fn new(starts: Vec<Position>, expansion: Expansion) -> BookWalk {
        let ahead = (0..starts.len()).map(|start| {
            Reverse(BookNode {
                cost: 0,
                start,
                moves: Vec::new(),
            })
        });
        BookWalk {
            expansion,
            ahead: ahead.collect(),
            starts,
            visited: HashSet::new(),
        }
    }

    /// The cheapest position that has not been visited; `None` at the end. The positions after it
    /// are queued only when the caller calls [`BookWalk::expand`].
    pub fn next_position(&mut self) -> Option<(BookNode, Position)> {
        while let Some(Reverse(node)) = self.ahead.pop() {
            let Some(mut pos) = self.starts.get(node.start).cloned() else {
                continue;
            };
            for &mv in &node.moves {
                pos.do_move(mv);
            }
            if self.visited.insert(pos.key()) {
                return Some((node, pos));
            }
        }
        None
    }

    /// Queues the positions to which the moves of `entry` lead, as far as the moves are within the
    /// margin.
    pub fn expand(&mut self, node: &BookNode, pos: &Position, entry: &Entry) {
        let Expansion {
            margin,
            ply_cost,
            max_ply,
            settled,
        } = self.expansion;
        let Some(best) = entry.best() else { return };
        if pos.ply() >= max_ply || best.value.abs() > settled {
            return;
        }
        for book_move in &entry.moves {
            let loss = best.value - book_move.value;
            if loss > margin || !pos.is_legal(book_move.mv) {
                continue;
            }
            let mut moves = node.moves.clone();
            moves.push(book_move.mv);
            self.ahead.push(Reverse(BookNode {
                cost: node.cost + i64::from(loss) + i64::from(ply_cost),
                start: node.start,
                moves,
            }));
        }
    }
}

/// The first positions of a book in the order of their cost, at most `positions`. Of their moves,
/// those within the margin are kept.
pub fn cut_down(
    book: &MemoryBook,
    starts: Vec<Position>,
    expansion: Expansion,
    positions: usize,
) -> MemoryBook {
    let mut walk = BookWalk::new(starts, expansion);
    let mut kept = MemoryBook::new();
    (kept.author, kept.description) = (book.author.clone(), book.description.clone());
    while kept.len() < positions
        && let Some((node, pos)) = walk.next_position()
    {
        let key = BookKey::from(&Board::from(&pos));
        let Some(entry) = book.get(&key, None) else {
            continue;
        };
        walk.expand(&node, &pos, entry);
        let mut entry = entry.clone();
        if let Some(best) = entry.best().map(|best| best.value) {
            entry.moves.retain(|mv| best - mv.value <= expansion.margin);
        }
        kept.set(key, entry);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::book::BookMove;

    fn entry(moves: &[(&str, i32)]) -> Entry {
        let make = |&(text, value): &(&str, i32)| BookMove {
            value,
            ..BookMove::new(Move::from_usi(text).unwrap())
        };
        Entry {
            ply: 0,
            moves: moves.iter().map(make).collect(),
            ..Entry::default()
        }
    }

    #[test]
    fn cheap_positions_come_first_and_each_once() {
        let expansion = Expansion {
            margin: 50,
            ply_cost: 10,
            max_ply: 4,
            settled: 300,
        };
        let mut walk = BookWalk::new(vec![Position::startpos()], expansion);
        let mut order = Vec::new();
        while let Some((node, pos)) = walk.next_position() {
            let entry = match pos.ply() {
                1 => entry(&[("7g7f", 20), ("2g2f", 0), ("5g5f", -31), ("7g7e", 30)]),
                2 => entry(&[("3c3d", 0), ("8c8d", -40)]),
                // Both orders of the same two moves lead to one position.
                3 => entry(&[("2g2f", 0), ("7g7f", 0)]),
                4 => Entry::default(),
                ply => panic!("ply {ply} lies beyond the end"),
            };
            let line: Vec<String> = node.moves.iter().map(Move::to_string).collect();
            order.push((node.cost, line.join(" ")));
            walk.expand(&node, &pos, &entry);
        }
        let costs: Vec<i64> = order.iter().map(|(cost, _)| *cost).collect();
        // The illegal 7g7e has the best score, 30: 7g7f loses 10, 2g2f loses 30, 5g5f loses more
        // than the margin.
        assert_eq!(costs, [0, 20, 30, 40, 40, 50, 70, 80, 90]);
        assert!(
            order
                .iter()
                .all(|(_, line)| !line.contains("5g5f") && !line.contains("7g7e"))
        );
        assert_eq!(order[1].1, "7g7f");
    }

    #[test]
    fn decided_positions_are_not_followed() {
        let mut walk = BookWalk::new(vec![Position::startpos()], Expansion::default());
        let (node, pos) = walk.next_position().unwrap();
        walk.expand(&node, &pos, &entry(&[("7g7f", 500)]));
        assert!(walk.next_position().is_none());
    }
}
