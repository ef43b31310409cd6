//! Propagation of scores from the ends of a book to its beginning.

use std::collections::HashMap;

use komadai::book::{BookKey, BookMove, MemoryBook};
use komadai::packed::Board;
use komadai::position::{Position, Setup};

/// The greatest number of passes. Only books in which positions repeat need more; their scores
/// never settle.
const ROUNDS: usize = 64;

/// Negamax over the book, so that deeper findings correct earlier scores. A move that leads to a
/// position of the book gets the negated score of the best move there, that move as its reply, and
/// its depth plus one ply if that is deeper. Illegal moves are removed.
pub fn back_up(book: &MemoryBook) -> MemoryBook {
    let mut keys: Vec<BookKey> = Vec::new();
    let mut entries = Vec::new();
    for (key, entry) in book.earliest() {
        keys.push(key.clone());
        entries.push(entry.clone());
    }
    let numbers: HashMap<&BookKey, usize> = keys.iter().zip(0..).collect();
    // For each move, the index of the position to which it leads, if the book has that position.
    let mut children: Vec<Vec<Option<usize>>> = Vec::with_capacity(entries.len());
    for (key, entry) in keys.iter().zip(&mut entries) {
        let setup = Setup::parse(key.as_str());
        let Some(pos) = setup.ok().and_then(|s| Position::from_setup(&s).ok()) else {
            entry.moves.clear();
            children.push(Vec::new());
            continue;
        };
        entry.moves.retain(|mv| pos.is_legal(mv.mv));
        let child = |book_move: &BookMove| {
            let mut after = pos.clone();
            after.do_move(book_move.mv);
            numbers.get(&BookKey::from(&Board::from(&after))).copied()
        };
        children.push(entry.moves.iter().map(child).collect());
    }
    for _ in 0..ROUNDS {
        let bests: Vec<Option<BookMove>> = entries.iter().map(|e| e.best().copied()).collect();
        let mut changed = false;
        for (entry, children) in entries.iter_mut().zip(&children) {
            for (book_move, child) in entry.moves.iter_mut().zip(children) {
                let Some(best) = child.and_then(|i| bests.get(i).copied().flatten()) else {
                    continue;
                };
                let new = BookMove {
                    value: -best.value,
                    depth: book_move.depth.max(best.depth.saturating_add(1)),
                    reply: Some(best.mv),
                    ..*book_move
                };
                // A change of depth does not count, because depths would grow for ever where
                // positions repeat.
                changed |= new.value != book_move.value || new.reply != book_move.reply;
                *book_move = new;
            }
        }
        if !changed {
            break;
        }
    }
    let mut done = MemoryBook::new();
    for (key, entry) in keys.into_iter().zip(entries) {
        if !entry.moves.is_empty() {
            done.set(key, entry);
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::book::Entry;
    use komadai::types::Move;

    fn add(book: &mut MemoryBook, line: &str, moves: &[(&str, i32, i32)]) {
        let mut pos = Position::startpos();
        for text in line.split_whitespace() {
            let mv = pos.parse_usi_move(text).unwrap();
            pos.do_move(mv);
        }
        let make = |&(text, value, depth): &(&str, i32, i32)| BookMove {
            value,
            depth,
            ..BookMove::new(Move::from_usi(text).unwrap())
        };
        let moves = moves.iter().map(make).collect();
        book.set(
            BookKey::from(&Board::from(&pos)),
            Entry {
                ply: pos.ply(),
                moves,
                notes: None,
            },
        );
    }

    #[test]
    fn the_end_of_a_line_decides_about_its_beginning() {
        let mut book = MemoryBook::new();
        add(
            &mut book,
            "",
            &[("7g7f", 50, 10), ("2g2f", 30, 10), ("7g7e", 90, 10)],
        );
        add(&mut book, "7g7f", &[("3c3d", -40, 11), ("8c8d", -60, 11)]);
        add(&mut book, "7g7f 3c3d", &[("2g2f", -20, 12)]);
        let done = back_up(&book);
        let start = BookKey::from(&Board::from(&Position::startpos()));
        let entry = done.get(&start, None).unwrap();
        // The reply 2g2f makes 3c3d worth +20 to White, so 7g7f is worth -20.
        let of = |text: &str| {
            let mv = Move::from_usi(text).unwrap();
            *entry.moves.iter().find(|m| m.mv == mv).unwrap()
        };
        assert_eq!((of("7g7f").value, of("7g7f").depth), (-20, 14));
        assert_eq!(of("7g7f").reply, Move::from_usi("3c3d").ok());
        assert_eq!((of("2g2f").value, of("2g2f").reply), (30, None));
        assert_eq!(entry.moves.len(), 2, "7g7e is illegal");
        assert_eq!(done.len(), 3);
    }

    #[test]
    fn positions_that_repeat_come_to_an_end() {
        let mut book = MemoryBook::new();
        add(&mut book, "", &[("2h3h", 7, 1)]);
        add(&mut book, "2h3h", &[("8b7b", 8, 1)]);
        add(&mut book, "2h3h 8b7b", &[("3h2h", 9, 1)]);
        add(&mut book, "2h3h 8b7b 3h2h", &[("7b8b", 10, 1)]);
        assert_eq!(back_up(&book).len(), 4);
    }
}
