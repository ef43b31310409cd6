//! Seeded random games for tests.

use super::Position;
use crate::movegen::legal_moves;
use crate::types::SplitMix64;

/// Plays random legal moves from the start and hands every position to `visit`.
pub fn random_games(seed: u64, games: usize, plies: usize, mut visit: impl FnMut(&mut Position)) {
    let mut rng = SplitMix64::new(seed);
    for _ in 0..games {
        let mut pos = Position::startpos();
        for _ in 0..plies {
            visit(&mut pos);
            let moves = legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            pos.do_move(moves[rng.below(moves.len())]);
        }
    }
}
