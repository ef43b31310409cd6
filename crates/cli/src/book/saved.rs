//! What is said of a book that was written.

use std::io::Write;
use std::path::Path;

use crate::error::CliError;
use crate::language::say;
use crate::problems::counted;
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
    let (english, japanese) = match losses.to_string() {
        lost if lost.is_empty() => (lost, String::new()),
        lost => (format!(" ({lost})"), format!("（{}）", in_japanese(losses))),
    };
    say!(
        out,
        "{}, {} to {file}{english}", counted(positions, "position"), counted(moves, "move");
        "{file}: {positions} 局面、{moves} 手{japanese}"
    )?;
    Ok(())
}

/// `応手、出現回数なし、3 局面を省略`.
fn in_japanese(losses: &Losses) -> String {
    let kinds = [
        (losses.replies, "応手"),
        (losses.counts, "出現回数"),
        (losses.depths, "深さ"),
        (losses.plies, "手数"),
    ];
    let lost = kinds.iter().filter(|(lost, _)| *lost);
    let lost: Vec<&str> = lost.map(|(_, kind)| *kind).collect();
    let mut parts = Vec::new();
    if !lost.is_empty() {
        parts.push(format!("{}なし", lost.join("、")));
    }
    if losses.positions > 0 {
        parts.push(format!("{} 局面を省略", losses.positions));
    }
    parts.join("、")
}
