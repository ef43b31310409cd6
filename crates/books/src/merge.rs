//! Joining of books.

use komadai::book::{BookMove, MemoryBook, join_text};

/// Adds another book to `book`. For a move in both, the deeper score is kept, at equal depth that of
/// `other`, and the counts are added. Each position of `other` gets a single entry, with the lowest
/// ply.
pub fn merge(book: &mut MemoryBook, other: MemoryBook) {
    join_text(&mut book.author, &other.author, ", ");
    join_text(&mut book.description, &other.description, "\n");
    for (key, entries) in other.into_positions() {
        let mut all = book.take(&key).into_iter();
        let mut merged = all.next().unwrap_or_default();
        let mut is_first = merged.moves.is_empty();
        for entry in all.chain(entries) {
            merged.ply = match is_first {
                true => entry.ply,
                false => merged.ply.min(entry.ply),
            };
            is_first = false;
            merged.add_notes(entry.notes);
            for new in entry.moves {
                let known = merged.moves.iter().find(|old| old.mv == new.mv).copied();
                match known {
                    Some(old) if old.depth > new.depth => merged.add(BookMove {
                        count: new.count,
                        judgement: old.judgement.or(new.judgement),
                        ..old
                    }),
                    _ => merged.add(new),
                }
            }
        }
        merged.sort();
        book.set(key, merged);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::book::{BookKey, Entry};
    use komadai::packed::Board;
    use komadai::position::Position;
    use komadai::types::Move;

    #[test]
    fn merging_keeps_the_deeper_score_and_adds_counts() {
        let start = BookKey::from(&Board::from(&Position::startpos()));
        let book = |ply, value, depth| {
            let mv = BookMove {
                value,
                depth,
                ..BookMove::new(Move::from_usi("7g7f").unwrap())
            };
            let entry = Entry {
                ply,
                moves: vec![mv],
                notes: None,
            };
            let mut book = MemoryBook::new();
            book.insert(start.clone(), entry);
            book
        };
        for (first, second, expected) in [
            ((10, 8), (20, 9), 20),
            ((10, 8), (20, 7), 10),
            ((10, 8), (20, 8), 20),
        ] {
            let mut merged = book(5, first.0, first.1);
            merge(&mut merged, book(3, second.0, second.1));
            let entry = merged.get(&start, None).unwrap();
            assert_eq!((entry.ply, entry.moves.len()), (3, 1));
            assert_eq!((entry.moves[0].value, entry.moves[0].count), (expected, 2));
        }
        let mut merged = MemoryBook::new();
        merge(&mut merged, book(5, 1, 1));
        assert_eq!(merged, book(5, 1, 1));
    }
}
