//! Book entry: the moves known for one position.

use super::notes::{BookJudgement, Notes};
use crate::types::{Depth, Move};

/// One move of a book. It may be illegal, since books come from untrusted sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The reply that the book expects.
    pub reply: Option<Move>,
    /// Score for the side to move, in centipawns.
    pub value: i32,
    /// Search depth of the score in plies; 0 if the book does not give it.
    pub depth: Depth,
    /// Number of games in which the move was played; always 1 in books without counts.
    pub count: u64,
    /// The judgement of the book's maker.
    pub judgement: Option<BookJudgement>,
}

impl BookMove {
    /// A move without reply, score and depth.
    pub const fn new(mv: Move) -> BookMove {
        BookMove {
            mv,
            reply: None,
            value: 0,
            depth: 0,
            count: 1,
            judgement: None,
        }
    }
}

/// The moves of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The move number of the position in its game; 0 if the book does not give
    /// one, which matches every ply.
    pub ply: u32,
    /// The moves, in the book's order.
    pub moves: Vec<BookMove>,
    /// Comments, game counts and searches of the position.
    pub notes: Option<Box<Notes>>,
}

impl Entry {
    /// Adds a move. If the entry already has the move, the new reply, score,
    /// depth and judgement replace the old ones and the counts are added.
    pub fn add(&mut self, new: BookMove) {
        match self.moves.iter_mut().find(|old| old.mv == new.mv) {
            Some(old) => {
                let count = old.count.saturating_add(new.count);
                let judgement = new.judgement.or(old.judgement);
                *old = BookMove {
                    count,
                    judgement,
                    ..new
                };
            }
            None => self.moves.push(new),
        }
    }

    /// Adds notes to those of the entry.
    pub fn add_notes(&mut self, new: Option<Box<Notes>>) {
        match (&mut self.notes, new) {
            (Some(notes), Some(new)) => notes.join(*new),
            (notes, new) => *notes = notes.take().or(new),
        }
    }

    /// The move with the highest score; among equal scores the most frequent move, then the first.
    pub fn best(&self) -> Option<&BookMove> {
        let better =
            |best: &BookMove, mv: &BookMove| (mv.value, mv.count) > (best.value, best.count);
        self.moves
            .iter()
            .reduce(|best, mv| if better(best, mv) { mv } else { best })
    }

    /// Sorts the moves in the order of book files: the most frequent first, equally frequent moves
    /// by score.
    pub fn sort(&mut self) {
        self.moves
            .sort_by_key(|mv| std::cmp::Reverse((mv.count, mv.value)));
    }

    /// The entry for the turned position (see
    /// [`Board::turned`](crate::packed::Board::turned)).
    #[must_use]
    pub fn turned(mut self) -> Entry {
        for book_move in &mut self.moves {
            book_move.mv = book_move.mv.flip();
            book_move.reply = book_move.reply.map(Move::flip);
        }
        self.notes = self.notes.map(|notes| Box::new(notes.turned()));
        self
    }
}

/// Picks from the entries of one position: the first for this ply or for every
/// ply (0); without a ply, the entry with the lowest ply.
pub(super) fn pick(entries: &[Entry], ply: Option<u32>) -> Option<&Entry> {
    match ply {
        Some(ply) => entries.iter().find(|e| e.ply == ply || e.ply == 0),
        None => entries.iter().min_by_key(|e| e.ply),
    }
}

/// Adds an entry to those of its position; its moves join the entry of the same ply, if there is
/// one.
pub(super) fn add_entry(entries: &mut Vec<Entry>, new: Entry) {
    match entries.iter_mut().find(|old| old.ply == new.ply) {
        Some(old) => {
            new.moves.into_iter().for_each(|mv| old.add(mv));
            old.add_notes(new.notes);
        }
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
