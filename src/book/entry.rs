//! Book entry: the moves known for one position.

use crate::types::{Depth, Move};

/// One move of a book. Nothing says that it is legal: books come from anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The reply the book expects.
    pub reply: Option<Move>,
    /// Score for the side to move, in centipawns.
    pub value: i32,
    /// Plies searched to find the score; 0 if the book does not say.
    pub depth: Depth,
    /// How often the move was played; books without counts have 1 everywhere.
    pub count: u64,
}

impl BookMove {
    /// A move of which nothing else is known.
    pub const fn new(mv: Move) -> BookMove {
        BookMove {
            mv,
            reply: None,
            value: 0,
            depth: 0,
            count: 1,
        }
    }
}

/// The moves of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The number of the next move in the game it was taken from; 0 if the
    /// book does not say, which fits any.
    pub ply: u32,
    /// The moves, in the book's order.
    pub moves: Vec<BookMove>,
}

impl Entry {
    /// Adds a move. If it is there already, the new score holds and the counts
    /// are added up.
    pub fn add(&mut self, new: BookMove) {
        match self.moves.iter_mut().find(|old| old.mv == new.mv) {
            Some(old) => {
                let count = old.count.saturating_add(new.count);
                *old = BookMove { count, ..new };
            }
            None => self.moves.push(new),
        }
    }

    /// The move of the highest score; among equals the more frequent, then the first.
    pub fn best(&self) -> Option<&BookMove> {
        let better =
            |best: &BookMove, mv: &BookMove| (mv.value, mv.count) > (best.value, best.count);
        self.moves
            .iter()
            .reduce(|best, mv| if better(best, mv) { mv } else { best })
    }

    /// Puts the moves into the order files have them in: frequent ones first,
    /// then by score.
    pub fn sort(&mut self) {
        self.moves
            .sort_by_key(|mv| std::cmp::Reverse((mv.count, mv.value)));
    }

    /// The same entry for the position turned round (see
    /// [`Board::turned`](crate::packed::Board::turned)).
    #[must_use]
    pub fn turned(mut self) -> Entry {
        for book_move in &mut self.moves {
            book_move.mv = book_move.mv.flip();
            book_move.reply = book_move.reply.map(Move::flip);
        }
        self
    }
}

/// Of entries for one position, the one for this ply; without a ply, the one
/// of the earliest.
pub(super) fn pick(entries: &[Entry], ply: Option<u32>) -> Option<&Entry> {
    match ply {
        Some(ply) => entries.iter().find(|e| e.ply == ply || e.ply == 0),
        None => entries.iter().min_by_key(|e| e.ply),
    }
}

/// Adds an entry to those of its position; one of the same ply takes its moves in.
pub(super) fn add_entry(entries: &mut Vec<Entry>, new: Entry) {
    match entries.iter_mut().find(|old| old.ply == new.ply) {
        Some(old) => new.moves.into_iter().for_each(|mv| old.add(mv)),
        None => entries.push(new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str, value: i32, count: u64) -> BookMove {
        BookMove {
            value,
            count,
            ..BookMove::new(Move::from_usi(text).unwrap())
        }
    }

    #[test]
    fn a_move_given_twice_has_the_later_score_and_both_counts() {
        let mut entry = Entry::default();
        entry.add(mv("7g7f", 10, 3));
        entry.add(mv("2g2f", 20, 1));
        entry.add(mv("7g7f", -5, 4));
        assert_eq!(entry.moves, [mv("7g7f", -5, 7), mv("2g2f", 20, 1)]);
        assert_eq!(entry.best(), Some(&mv("2g2f", 20, 1)));
    }

    #[test]
    fn the_best_of_equals_is_the_frequent_one_then_the_first() {
        let mut entry = Entry::default();
        assert_eq!(entry.best(), None);
        for (text, count) in [("7g7f", 1), ("2g2f", 5), ("5g5f", 5)] {
            entry.add(mv(text, 0, count));
        }
        assert_eq!(entry.best().map(|m| m.mv), Move::from_usi("2g2f").ok());
        entry.sort();
        let order: Vec<String> = entry.moves.iter().map(|m| m.mv.to_string()).collect();
        assert_eq!(order, ["2g2f", "5g5f", "7g7f"]);
    }
}
