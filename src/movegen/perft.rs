//! Perft: the number of legal move sequences of a given length.

#[cfg(feature = "engine")]
use rayon::prelude::*;

use super::{count_legal_moves, legal_moves};
#[cfg(feature = "engine")]
use crate::host;
use crate::position::Position;

/// The largest depth accepted: out of reach for every machine, and small enough
/// that the stack holds one move list per ply.
pub const MAX_PERFT_DEPTH: u32 = 32;

/// Counts the legal move sequences of `depth` plies. The moves of the last ply are
/// counted as sets of destinations, without lists.
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

/// [`perft`] on all threads of the current rayon pool, split after two plies.
#[cfg(feature = "engine")]
pub fn perft_parallel(pos: &Position, depth: u32) -> u64 {
    // The count is never `None`, since the condition always holds.
    perft_parallel_while(pos, depth, || true).unwrap_or_default()
}

/// [`perft_parallel`] as long as `go_on`, called at every node with two plies or more left,
/// returns true. `None` if it returned false.
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

/// [`perft`], abandoned with `None` when `go_on` returns false.
#[cfg(feature = "engine")]
fn perft_while(pos: &mut Position, depth: u32, go_on: &impl Fn() -> bool) -> Option<u64> {
    if !go_on() {
        return None;
    }
    // Two plies have at most 360,000 positions, few enough to count without asking `go_on` again.
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
