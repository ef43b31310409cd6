//! Random games from a seed, for tests of the data files and of their readers.

#![allow(clippy::unwrap_used, reason = "only tests use it")]

use super::{Game, GamePly, GameResult, GameStart, reason_of_code};
use komadai::movegen::legal_moves;
use komadai::packed::{Board, PackedSfen};
use komadai::position::Position;
use komadai::types::SplitMix64;

/// A game of random legal moves with random scores, from the start or a few moves after it.
pub fn random_game(rng: &mut SplitMix64) -> Game {
    let mut pos = Position::startpos();
    let mut start = GameStart::Startpos;
    let before = rng.below(2) * 8;
    let opening = rng.below(5);
    let length = before + 5 + rng.below(60);
    let mut plies = Vec::new();
    for i in 0..length {
        if i == before && before > 0 {
            start = GameStart::Packed(PackedSfen::pack(&Board::from(&pos)).unwrap());
        }
        let moves = legal_moves(&pos);
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.below(moves.len())];
        if i >= before {
            plies.push(GamePly {
                mv,
                score: (i >= before + opening).then(|| rng.below(4001) as i16 - 2000),
                deviates: i >= before + opening && rng.below(10) == 0,
            });
        }
        pos.do_move(mv);
    }
    Game {
        start,
        start_ply: before as u16 + 1,
        opening_plies: opening as u8,
        result: GameResult::from_index(rng.below(3) as u8).unwrap(),
        end: reason_of_code(rng.below(9) as u8).unwrap(),
        plies,
    }
}
