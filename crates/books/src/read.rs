//! Reading of whole books, with a search for the positions of Apery's books, which store only hash
//! keys.

use std::collections::{HashSet, VecDeque};
use std::path::Path;

use komadai::book::{Book, BookError, BookFormat, BookKey, BookOptions, Entry, MemoryBook, Whole};
use komadai::movegen::legal_moves;
use komadai::packed::Board;
use komadai::position::Position;

/// Reads a whole book into memory. The positions of Apery's books are found by playing from
/// `starts`; their plies are those of the shortest lines.
///
/// # Errors
/// As [`Book::open`].
pub fn read_whole(path: &Path, starts: &[Position]) -> Result<Whole, BookError> {
    let mut book = Book::open(path, false)?;
    let reached = match book.format() {
        BookFormat::Apery => Some(reach(&mut book, starts)?),
        _ => None,
    };
    let mut whole = book.into_whole()?;
    if let Some(reached) = reached {
        whole.left_out = whole.left_out.saturating_sub(reached.len() as u64);
        whole.book = reached;
    }
    Ok(whole)
}

/// The positions of a book that can be reached from `starts`. The search tries all legal moves of a
/// position in the book and, where a book move leads out of the book (as in a book of one side's
/// moves), all replies.
fn reach(book: &mut Book, starts: &[Position]) -> Result<MemoryBook, BookError> {
    let mut found = MemoryBook::new();
    let mut seen = HashSet::new();
    let mut queue: VecDeque<Position> = VecDeque::new();
    for start in starts {
        visit(book, start, true, &mut seen, &mut queue)?;
    }
    while let Some(pos) = queue.pop_front() {
        let Some(mut entry) = look_up(book, &pos)? else {
            continue;
        };
        entry.ply = pos.ply();
        for mv in legal_moves(&pos) {
            let is_book_move = entry.moves.iter().any(|known| known.mv == mv);
            let mut after = pos.clone();
            after.do_move(mv);
            visit(book, &after, is_book_move, &mut seen, &mut queue)?;
        }
        found.set(BookKey::from(&Board::from(&pos)), entry);
    }
    Ok(found)
}

/// Queues the position if it is in the book. Otherwise, with `look_behind`, queues its successors
/// that are in the book.
fn visit(
    book: &mut Book,
    pos: &Position,
    look_behind: bool,
    seen: &mut HashSet<u64>,
    queue: &mut VecDeque<Position>,
) -> Result<(), BookError> {
    if look_up(book, pos)?.is_some() {
        if seen.insert(pos.key()) {
            queue.push_back(pos.clone());
        }
    } else if look_behind {
        for mv in legal_moves(pos) {
            let mut after = pos.clone();
            after.do_move(mv);
            visit(book, &after, false, seen, queue)?;
        }
    }
    Ok(())
}

fn look_up(book: &mut Book, pos: &Position) -> Result<Option<Entry>, BookError> {
    let options = BookOptions {
        flipped: false,
        ..BookOptions::default()
    };
    book.probe(pos, &options)
}
