//! Starts of a match from an opening book: the positions in which its lines end.

use std::collections::HashSet;

use super::openings::{Opening, Openings, start_identity};
use komadai::book::{Book, BookError, BookOptions};
use komadai::movegen::has_legal_move;
use komadai::position::Position;
use komadai::types::SplitMix64;
use komadai_books::{BookWalk, Expansion};

/// The lines of the book that are followed: by moves that the engine itself would play by default
/// (those within 30 centipawns of the best), from positions whose best score is within 100.
const LINES: Expansion = Expansion {
    margin: 30,
    ply_cost: 6,
    max_ply: 40,
    settled: 100,
};

/// All starts that the book has, without duplicates: the first positions on its lines from the even
/// start that are not in the book.
///
/// The order depends only on the book and the seed. A longer match therefore begins with the games
/// of a shorter one.
///
/// # Errors
/// If the book cannot be read.
pub fn starts_of(book: &mut Book, seed: u64) -> Result<Openings, BookError> {
    let options = BookOptions::default();
    let mut walk = BookWalk::new(vec![Position::startpos()], LINES);
    let mut openings = Openings::default();
    let mut seen = HashSet::new();
    while let Some((node, pos)) = walk.next_position() {
        match book.probe(&pos, &options)? {
            Some(entry) => walk.expand(&node, &pos, &entry),
            None if !has_legal_move(&pos) => (),
            None if seen.insert(start_identity(&pos)) => {
                openings.list.push(Opening::from_moves(node.moves));
            }
            None => openings.duplicates += 1,
        }
    }
    let mut rng = SplitMix64::new(seed);
    // Shuffle of Fisher and Yates.
    for last in (1..openings.list.len()).rev() {
        openings.list.swap(last, rng.below(last + 1));
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::book::embedded;

    fn texts(seed: u64) -> Vec<String> {
        let openings = starts_of(&mut embedded().unwrap(), seed).unwrap();
        openings.list.iter().map(Opening::text).collect()
    }

    #[test]
    fn a_seed_gives_the_same_starts_and_another_seed_another_order() {
        let first = texts(1);
        assert_eq!(first, texts(1));
        let mut second = texts(2);
        assert_ne!(first, second);
        // Another seed gives the same starts in another order.
        let mut sorted = first.clone();
        sorted.sort();
        second.sort();
        assert_eq!(sorted, second);
        let moved = first.iter().zip(&sorted).filter(|(a, b)| a != b).count();
        assert!(moved > first.len() / 2);
    }

    #[test]
    fn starts_are_where_the_book_ends_and_no_sooner() {
        let mut book = embedded().unwrap();
        let options = BookOptions::default();
        let starts = texts(7);
        // Enough for matches of a few hundred games.
        assert!(starts.len() >= 100, "{}", starts.len());
        let mut identities = HashSet::new();
        for text in &starts {
            // `parse` checks that every move is legal.
            let opening = Opening::parse(text).unwrap();
            let mut pos = Position::startpos();
            for &mv in opening.moves() {
                let entry = book.probe(&pos, &options).unwrap().unwrap();
                let played = entry.moves.iter().find(|m| m.mv == mv).unwrap();
                let best = entry.best().unwrap().value;
                assert!(best.abs() <= 100 && best - played.value <= 30, "{text}");
                pos.do_move(mv);
            }
            assert!(book.probe(&pos, &options).unwrap().is_none(), "{text}");
            assert!(identities.insert(start_identity(&pos)), "{text}");
        }
    }
}
