//! List of the legal moves of a position in three notations.
//!
//! `cargo run --example legal_moves -- 'SFEN'`; without an argument, of the start position.

use std::error::Error;

use komadai::Position;
use komadai::movegen::legal_moves;
use komadai_records::notation::{write_japanese_marked, write_western};

fn main() -> Result<(), Box<dyn Error>> {
    let pos: Position = match std::env::args().nth(1) {
        Some(sfen) => sfen.parse()?,
        None => Position::default(),
    };
    println!("{pos}");
    let moves = legal_moves(&pos);
    for &mv in &moves {
        println!(
            "{mv:<6} {:<8} {}",
            write_western(&pos, mv),
            write_japanese_marked(&pos, mv, None)
        );
    }
    println!("{} moves", moves.len());
    Ok(())
}
