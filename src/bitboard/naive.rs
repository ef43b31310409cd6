//! Slider attacks found by walking the rays square by square: the reference for tests.

use super::Bitboard;
use crate::types::{Color, Square};

fn walk(sq: Square, occupied: Bitboard, directions: &[(i8, i8)]) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for &(file, rank) in directions {
        let mut at = sq;
        while let Some(next) = at.offset(file, rank) {
            set.insert(next);
            if occupied.contains(next) {
                break;
            }
            at = next;
        }
    }
    set
}

pub fn rook(sq: Square, occupied: Bitboard) -> Bitboard {
    walk(sq, occupied, &[(0, 1), (0, -1), (1, 0), (-1, 0)])
}

pub fn bishop(sq: Square, occupied: Bitboard) -> Bitboard {
    walk(sq, occupied, &[(1, 1), (1, -1), (-1, 1), (-1, -1)])
}

pub fn lance(color: Color, sq: Square, occupied: Bitboard) -> Bitboard {
    walk(
        sq,
        occupied,
        &[(0, if color == Color::Black { -1 } else { 1 })],
    )
}
