//! What is said of a book that was written.

use std::io::Write;
use std::path::Path;

use crate::book::{Losses, MemoryBook};
use crate::cli::error::CliError;
use crate::cli::problems::counted;

/// `1000 positions, 3120 moves to FILE`, and what got lost.
pub(super) fn tell_saved(
    out: &mut dyn Write,
    book: &MemoryBook,
    path: &Path,
    losses: &Losses,
) -> Result<(), CliError> {
    let moves: usize = book.iter().map(|(_, entry)| entry.moves.len()).sum();
    let lost = losses.to_string();
    let lost = if lost.is_empty() {
        lost
    } else {
        format!(" ({lost})")
    };
    writeln!(
        out,
        "{}, {} to {}{lost}",
        counted(book.len(), "position"),
        counted(moves, "move"),
        path.display()
    )?;
    Ok(())
}
