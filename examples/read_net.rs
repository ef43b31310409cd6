//! Evaluation of a position with an NNUE file, before and after each legal move.
//!
//! `cargo run --release --example read_net -- nn.bin`, or without a file with the built-in network.

use std::error::Error;
use std::path::Path;

use komadai::Position;
use komadai::eval::nnue::{Network, NnueState};
use komadai::movegen::legal_moves;

fn main() -> Result<(), Box<dyn Error>> {
    let network = match std::env::args().nth(1) {
        Some(path) => Network::load(Path::new(&path))?.into(),
        None => komadai::eval::embedded::network().ok_or("no network is built in")?,
    };
    println!("{}", network.architecture());
    for warning in &network.info().warnings {
        eprintln!("{warning}");
    }
    // Most networks state the divisor of their output, in the file or in another file beside it.
    let scale = network.info().scales.fv_scale.unwrap_or(16);

    // The state follows the moves that are made, which is cheaper than starting over.
    let mut pos = Position::default();
    let mut state = NnueState::new(network, scale);
    state.reset(&pos);
    println!("start {}", state.raw(&pos));
    for &mv in &legal_moves(&pos) {
        state.push(&pos.do_move(mv));
        // The value is for the side to move, which is now the opponent.
        println!("{mv}  {}", -state.raw(&pos));
        state.pop();
        pos.undo_move(mv);
    }
    Ok(())
}
