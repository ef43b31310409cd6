//! Perft: how many positions lie a number of plies ahead.

#[cfg(feature = "engine")]
use rayon::prelude::*;

use super::{count_legal_moves, legal_moves};
#[cfg(feature = "engine")]
use crate::host;
use crate::position::Position;
use crate::types::Move;

/// The deepest count that can be asked for: no machine gets that far, and the
/// stack holds as many lists of moves.
pub const MAX_PERFT_DEPTH: u32 = 32;

/// Counts the legal move sequences of `depth` plies; the last ply is counted
/// as sets of destinations without being written down.
pub fn perft(pos: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_legal_moves(pos),
        _ => {
            let mut nodes = 0;
            for &mv in &legal_moves(pos) {
                pos.do_move(mv);
                nodes += perft(pos, depth - 1);
                pos.undo_move(mv);
            }
            nodes
        }
    }
}

/// Perft below each legal move, in generation order.
pub fn divide(pos: &mut Position, depth: u32) -> Vec<(Move, u64)> {
    let mut counts = Vec::new();
    for &mv in &legal_moves(pos) {
        pos.do_move(mv);
        counts.push((mv, perft(pos, depth.saturating_sub(1))));
        pos.undo_move(mv);
    }
    counts
}

/// [`perft`] on all threads of the current rayon pool, split after two plies.
#[cfg(feature = "engine")]
pub fn perft_parallel(pos: &Position, depth: u32) -> u64 {
    // Never given up.
    perft_parallel_while(pos, depth, || true).unwrap_or_default()
}

/// [`perft_parallel`] while `go_on` returns true; it is called at every node two plies or more
/// above the last. `None` if the count was given up.
#[cfg(feature = "engine")]
pub fn perft_parallel_while(
    pos: &Position,
    depth: u32,
    go_on: impl Fn() -> bool + Sync,
) -> Option<u64> {
    if depth < 3 || !host::HAS_THREADS {
        return perft_while(&mut pos.clone(), depth, &go_on);
    }
    let mut pairs = Vec::new();
    let mut walk = pos.clone();
    for &first in &legal_moves(pos) {
        walk.do_move(first);
        pairs.extend(legal_moves(&walk).iter().map(|&second| (first, second)));
        walk.undo_move(first);
    }
    pairs
        .into_par_iter()
        .map_init(
            || pos.clone(),
            |pos, (first, second)| {
                pos.do_move(first);
                pos.do_move(second);
                let nodes = perft_while(pos, depth - 2, &go_on);
                pos.undo_move(second);
                pos.undo_move(first);
                nodes
            },
        )
        .sum()
}

/// [`perft`], given up when `go_on` returns false.
#[cfg(feature = "engine")]
fn perft_while(pos: &mut Position, depth: u32, go_on: &impl Fn() -> bool) -> Option<u64> {
    if !go_on() {
        return None;
    }
    // Two plies are 360,000 positions at most.
    if depth < 3 {
        return Some(perft(pos, depth));
    }
    let mut nodes = 0;
    for &mv in &legal_moves(pos) {
        pos.do_move(mv);
        let below = perft_while(pos, depth - 1, go_on);
        pos.undo_move(mv);
        nodes += below?;
    }
    Some(nodes)
}
