//! Analysis of a position for one second, with the best lines printed during the search
//! and at its end.
//!
//! `cargo run --release --example analyse -- 'SFEN'`, or without one from the start.

use std::error::Error;

use komadai::Position;
use komadai::engine::{Engine, EngineOptions};
use komadai::search::{Best, Info, Limits, Reporter, SearchOptions, Signals};

/// Prints each line of progress.
struct Printer;

impl Reporter for Printer {
    fn info(&self, info: &Info<'_>) {
        let line: Vec<String> = info.pv.iter().map(|mv| mv.to_string()).collect();
        println!(
            "depth {:2}  line {}  {:>12}  {}",
            info.depth,
            info.multipv,
            info.score,
            line.join(" ")
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let pos: Position = match std::env::args().nth(1) {
        Some(sfen) => sfen.parse()?,
        None => Position::default(),
    };
    let mut engine = Engine::new(EngineOptions {
        threads: 1,
        hash_mib: 64,
        search: SearchOptions {
            multipv: 3,
            ..SearchOptions::default()
        },
        ..EngineOptions::default()
    })?;
    // Another thread that holds the signals could stop the search at any time.
    let signals = Signals::new();
    let outcome = engine.search(&pos, &Limits::movetime(1000), &signals, &Printer);
    match outcome.best {
        Best::Move(mv) => println!("best: {mv}"),
        Best::Win => println!("the side to move wins by declaration"),
        Best::Resign => println!("the side to move is mated"),
    }
    Ok(())
}
