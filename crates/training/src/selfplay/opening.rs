//! Random openings of self-play games.

use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::types::{Move, PieceType, SplitMix64};

/// A random legal move; in nine of ten calls a move that loses no material at once. King moves are
/// rarer than other moves, as in real openings.
pub fn random_move(pos: &Position, rng: &mut SplitMix64) -> Option<Move> {
    let moves = legal_moves(pos);
    if moves.is_empty() {
        return None;
    }
    if rng.below(10) > 0 {
        let sane: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| {
                let king = pos.moved_piece(mv).kind() == PieceType::King;
                pos.see_ge(mv, 0) && (!king || pos.in_check() || mv.bits() % 4 == 0)
            })
            .collect();
        if !sane.is_empty() {
            return Some(sane[rng.below(sane.len())]);
        }
    }
    Some(moves[rng.below(moves.len())])
}

/// Plays `plies` random moves from the start position; `None` if a side has no legal move left.
pub fn random_opening(plies: u32, rng: &mut SplitMix64) -> Option<(Position, Vec<Move>)> {
    let mut pos = Position::startpos();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mv = random_move(&pos, rng)?;
        pos.do_move(mv);
        moves.push(mv);
    }
    (!legal_moves(&pos).is_empty()).then_some((pos, moves))
}
