//! What is said of a book that was written.

use std::io::Write;
use std::path::Path;

use crate::error::CliError;
use crate::language::{msg, say};
use komadai::book::{Losses, MemoryBook};

/// `1000 positions, 3120 moves to FILE`, and what got lost.
pub(super) fn tell_saved(
    out: &mut dyn Write,
    book: &MemoryBook,
    path: &Path,
    losses: &Losses,
) -> Result<(), CliError> {
    let moves: usize = book.iter().map(|(_, entry)| entry.moves.len()).sum();
    let (positions, file) = (book.len(), path.display());
    let lost = match in_words(losses) {
        lost if lost.is_empty() => lost,
        lost => msg!(book_lost, lost),
    };
    say!(out, book_saved, positions, moves, file, lost)?;
    Ok(())
}

/// `without replies, counts; 3 positions left out`.
fn in_words(losses: &Losses) -> String {
    let kinds = [
        (losses.replies, msg!(book_lost_replies)),
        (losses.counts, msg!(book_lost_counts)),
        (losses.depths, msg!(book_lost_depths)),
        (losses.plies, msg!(book_lost_plies)),
    ];
    let lost = kinds.into_iter().filter(|(lost, _)| *lost);
    let lost: Vec<String> = lost.map(|(_, kind)| kind).collect();
    let mut parts = Vec::new();
    if !lost.is_empty() {
        parts.push(msg!(book_without, lost = lost.join(&msg!(comma))));
    }
    if losses.positions > 0 {
        parts.push(msg!(book_lost_positions, n = losses.positions));
    }
    parts.join(&msg!(semicolon))
}
