//! Attacks of lance, bishop and rook by subtraction (the Qugiy method, WCSC31).
//!
//! On a ray towards higher-numbered squares, subtracting one from the occupied
//! squares of the ray flips every bit up to the nearest piece. A ray towards
//! lower-numbered squares becomes such a ray when the bytes are reversed: the
//! squares of a rank or a diagonal are at least 8 apart, so no two share a byte.
//! A file fits in one word, where counting leading zeros finds the nearest piece
//! towards rank a.

use super::lines::{DOWN, LEFT, LEFT_DOWN, LEFT_UP, RAY, RIGHT, RIGHT_DOWN, RIGHT_UP, UP};
use super::set::{Bitboard, LOW_SQUARES};
use crate::types::{Color, Square};

/// Rays towards lower-numbered squares, with the bytes of both words reversed.
static REVERSED: [[u128; 4]; Square::NUM] = {
    let mut table = [[0; 4]; Square::NUM];
    let mut i = 0;
    while i < Square::NUM {
        let mut d = 0;
        while d < 4 {
            table[i][d] = RAY[i][d].wide().swap_bytes();
            d += 1;
        }
        i += 1;
    }
    table
};

/// The squares of a ray up to and including the first occupied one; the ray must
/// run towards higher bits.
#[inline]
const fn up_to_first(occupied: u128, ray: u128) -> u128 {
    let met = occupied & ray;
    (met ^ met.wrapping_sub(1)) & ray
}

#[inline]
fn ray_down(word: u64, ray: u64) -> u64 {
    let met = word & ray;
    (met ^ met.wrapping_sub(1)) & ray
}

#[inline]
fn ray_up(word: u64, ray: u64) -> u64 {
    // Without a piece on the ray, bit 0 counts as the nearest piece, so the whole ray is kept.
    let nearest = 63 - ((word & ray) | 1).leading_zeros();
    (u64::MAX << nearest) & ray
}

/// The squares that a lance of `color` on `sq` attacks if the squares of `occupied` are taken.
#[inline]
pub fn lance_attacks(color: Color, sq: Square, occupied: Bitboard) -> Bitboard {
    let high = usize::from(sq.index() >= LOW_SQUARES as usize);
    let rays = &RAY[sq.index()];
    let word = match color {
        Color::Black => ray_up(occupied.0[high], rays[UP].0[high]),
        Color::White => ray_down(occupied.0[high], rays[DOWN].0[high]),
    };
    let mut set = Bitboard::EMPTY;
    set.0[high] = word;
    set
}

/// The squares that a rook on `sq` attacks along its file if the squares of `occupied` are taken.
#[inline]
pub fn rook_file_attacks(sq: Square, occupied: Bitboard) -> Bitboard {
    let high = usize::from(sq.index() >= LOW_SQUARES as usize);
    let rays = &RAY[sq.index()];
    let mut set = Bitboard::EMPTY;
    set.0[high] =
        ray_up(occupied.0[high], rays[UP].0[high]) | ray_down(occupied.0[high], rays[DOWN].0[high]);
    set
}

/// The squares that a rook on `sq` attacks if the squares of `occupied` are taken.
#[inline]
pub fn rook_attacks(sq: Square, occupied: Bitboard) -> Bitboard {
    let wide = occupied.wide();
    let left = up_to_first(wide, RAY[sq.index()][LEFT].wide());
    let right = up_to_first(wide.swap_bytes(), REVERSED[sq.index()][RIGHT]);
    Bitboard::from_wide(left | right.swap_bytes()) | rook_file_attacks(sq, occupied)
}

/// The squares that a bishop on `sq` attacks if the squares of `occupied` are taken.
#[inline]
pub fn bishop_attacks(sq: Square, occupied: Bitboard) -> Bitboard {
    let wide = occupied.wide();
    let swapped = wide.swap_bytes();
    let rays = &RAY[sq.index()];
    let reversed = &REVERSED[sq.index()];
    let left = up_to_first(wide, rays[LEFT_UP].wide()) | up_to_first(wide, rays[LEFT_DOWN].wide());
    let right =
        up_to_first(swapped, reversed[RIGHT_UP]) | up_to_first(swapped, reversed[RIGHT_DOWN]);
    Bitboard::from_wide(left | right.swap_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    /// Attacks found by walking the rays square by square: the reference.
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

    fn walked_rook(sq: Square, occupied: Bitboard) -> Bitboard {
        walk(sq, occupied, &[(0, 1), (0, -1), (1, 0), (-1, 0)])
    }

    fn walked_bishop(sq: Square, occupied: Bitboard) -> Bitboard {
        walk(sq, occupied, &[(1, 1), (1, -1), (-1, 1), (-1, -1)])
    }

    fn walked_lance(color: Color, sq: Square, occupied: Bitboard) -> Bitboard {
        walk(
            sq,
            occupied,
            &[(0, if color == Color::Black { -1 } else { 1 })],
        )
    }

    #[test]
    fn sliders_equal_a_walk_along_the_rays() {
        let mut rng = SplitMix64::new(5);
        for round in 0..3000 {
            let density = 1 + round % 9;
            let occupied: Bitboard = Square::all().filter(|_| rng.below(density) == 0).collect();
            for sq in Square::all() {
                assert_eq!(rook_attacks(sq, occupied), walked_rook(sq, occupied));
                assert_eq!(bishop_attacks(sq, occupied), walked_bishop(sq, occupied));
                assert_eq!(
                    rook_file_attacks(sq, occupied),
                    walked_rook(sq, occupied) & Bitboard::file(sq.file())
                );
                for color in Color::ALL {
                    assert_eq!(
                        lance_attacks(color, sq, occupied),
                        walked_lance(color, sq, occupied)
                    );
                }
            }
        }
    }
}
