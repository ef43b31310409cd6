//! Search for the positions of Apery's book, which stores only their keys.

use std::collections::{HashSet, VecDeque};

use super::file::{Book, BookError};
use super::memory::{BookKey, MemoryBook};
use crate::movegen::legal_moves;
use crate::packed::Board;
use crate::position::Position;

/// Apery's book with the positions that were found for its keys.
pub struct Named {
    /// The positions with their moves; the ply is that of the shortest line from a start.
    pub book: MemoryBook,
    /// Number of positions of the file that were not reached.
    pub unknown: u64,
}

impl Book {
    /// Finds the positions of Apery's book that can be reached from `starts`. The
    /// search tries all legal moves of a position in the book and, where a book
    /// move leads out of the book (as in a book of one side's moves), all replies.
    pub(super) fn name_positions(&mut self, starts: &[Position]) -> Result<Named, BookError> {
        let total = self.apery_positions()?;
        let mut book = MemoryBook::new();
        let mut seen = HashSet::new();
        let mut queue: VecDeque<Position> = VecDeque::new();
        for start in starts {
            self.visit(start, true, &mut seen, &mut queue)?;
        }
        while let Some(pos) = queue.pop_front() {
            let board = Board::from(&pos);
            let Some(mut entry) = self.get(&board, None)? else {
                continue;
            };
            entry.ply = pos.ply();
            for mv in legal_moves(&pos) {
                let is_book_move = entry.moves.iter().any(|known| known.mv == mv);
                let mut after = pos.clone();
                after.do_move(mv);
                self.visit(&after, is_book_move, &mut seen, &mut queue)?;
            }
            book.set(BookKey::from(&board), entry);
        }
        let unknown = total.saturating_sub(book.len() as u64);
        Ok(Named { book, unknown })
    }

    /// Queues the position if it is in the book. Otherwise, with `look_behind`,
    /// queues its successors that are in the book.
    fn visit(
        &mut self,
        pos: &Position,
        look_behind: bool,
        seen: &mut HashSet<u64>,
        queue: &mut VecDeque<Position>,
    ) -> Result<(), BookError> {
        if self.get(&Board::from(pos), None)?.is_some() {
            if seen.insert(pos.key()) {
                queue.push_back(pos.clone());
            }
        } else if look_behind {
            for mv in legal_moves(pos) {
                let mut after = pos.clone();
                after.do_move(mv);
                self.visit(&after, false, seen, queue)?;
            }
        }
        Ok(())
    }
}
