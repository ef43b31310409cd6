//! Lines between squares: direction, rays, and the squares between two squares.
//!
//! One direction per pair of squares and eight rays per square take 18 kB of cache; tables of
//! the squares between and beyond each pair of squares would take 210 kB.

use super::Bitboard;
use crate::types::{Color, Square};

/// The directions as (files to the left, ranks down). The opposite of direction `d`
/// is `7 - d`; the first four lead to lower-numbered squares.
#[rustfmt::skip]
pub(super) const DIRECTIONS: [(i8, i8); 8] = [
    (0, -1), (-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1), (0, 1),
];

// Indices into `DIRECTIONS`, by direction as Black sees the board.
pub(super) const UP: usize = 0;
pub(super) const RIGHT_UP: usize = 1;
pub(super) const RIGHT: usize = 2;
pub(super) const RIGHT_DOWN: usize = 3;
pub(super) const LEFT_UP: usize = 4;
pub(super) const LEFT: usize = 5;
pub(super) const LEFT_DOWN: usize = 6;
pub(super) const DOWN: usize = 7;

/// The direction of two squares that no line of a rook or bishop joins.
const NO_DIRECTION: u8 = 8;

/// For each square, its rays by direction, and the direction of every other square.
type Lines = (
    [[Bitboard; 9]; Square::NUM],
    [[u8; Square::NUM]; Square::NUM],
);

const LINES: Lines = {
    let mut rays = [[Bitboard::EMPTY; 9]; Square::NUM];
    let mut directions = [[NO_DIRECTION; Square::NUM]; Square::NUM];
    let mut i = 0;
    while i < Square::NUM {
        let mut d = 0;
        while d < 8 {
            let (file, rank) = DIRECTIONS[d];
            let mut sq = Square::from_raw(i as u8);
            while let Some(next) = sq.offset(file, rank) {
                rays[i][d] = rays[i][d].or(Bitboard::compute_square(next.index() as u8));
                directions[i][next.index()] = d as u8;
                sq = next;
            }
            d += 1;
        }
        i += 1;
    }
    (rays, directions)
};

/// Rays from each square by direction, without the square itself; the ninth, for
/// [`NO_DIRECTION`], is empty.
pub(super) static RAY: [[Bitboard; 9]; Square::NUM] = LINES.0;

static DIRECTION: [[u8; Square::NUM]; Square::NUM] = LINES.1;

/// For each square, the union of its rays in these four directions.
const fn together(directions: [usize; 4]) -> [Bitboard; Square::NUM] {
    let mut table = [Bitboard::EMPTY; Square::NUM];
    let mut i = 0;
    while i < Square::NUM {
        let mut k = 0;
        while k < 4 {
            table[i] = table[i].or(RAY[i][directions[k]]);
            k += 1;
        }
        i += 1;
    }
    table
}

static BISHOP_RAYS: [Bitboard; Square::NUM] = together([RIGHT_UP, RIGHT_DOWN, LEFT_UP, LEFT_DOWN]);
static ROOK_RAYS: [Bitboard; Square::NUM] = together([UP, RIGHT, LEFT, DOWN]);

/// The squares a bishop on `sq` attacks on an empty board.
#[inline]
pub fn bishop_rays(sq: Square) -> Bitboard {
    BISHOP_RAYS[sq.index()]
}

/// The squares a rook on `sq` attacks on an empty board.
#[inline]
pub fn rook_rays(sq: Square) -> Bitboard {
    ROOK_RAYS[sq.index()]
}

/// The squares a lance of `color` on `sq` attacks on an empty board.
#[inline]
pub fn lance_ray(color: Color, sq: Square) -> Bitboard {
    RAY[sq.index()][match color {
        Color::Black => UP,
        Color::White => DOWN,
    }]
}

#[inline]
fn direction(from: Square, to: Square) -> u8 {
    DIRECTION[from.index()][to.index()]
}

/// Whether `a` and `b` lie on one line and on the same side of `from`: a piece on `a` that is
/// pinned to a king on `from` may move only to such a `b`.
#[inline]
pub fn aligned(from: Square, a: Square, b: Square) -> bool {
    let d = direction(from, a);
    d == direction(from, b) && d != NO_DIRECTION
}

/// The squares strictly between `a` and `b`; empty if no line of a rook or bishop joins them.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    let d = direction(a, b) as usize;
    if d == NO_DIRECTION as usize {
        return Bitboard::EMPTY;
    }
    RAY[a.index()][d] & RAY[b.index()][7 - d]
}

/// The ray from `from` through `through` to the edge, without `from`; empty
/// if no line joins them.
#[inline]
pub fn line(from: Square, through: Square) -> Bitboard {
    RAY[from.index()][direction(from, through) as usize]
}

#[cfg(test)]
mod tests {
    use super::super::{bishop_attacks, lance_attacks, rook_attacks};
    use super::*;

    #[test]
    fn rays_are_attacks_on_an_empty_board() {
        for sq in Square::all() {
            assert_eq!(bishop_rays(sq), bishop_attacks(sq, Bitboard::EMPTY));
            assert_eq!(rook_rays(sq), rook_attacks(sq, Bitboard::EMPTY));
            for color in Color::ALL {
                let attacks = lance_attacks(color, sq, Bitboard::EMPTY);
                assert_eq!(lance_ray(color, sq), attacks);
            }
        }
    }

    #[test]
    fn between_is_what_a_walk_meets() {
        for a in Square::all() {
            for b in Square::all() {
                let mut expected = Bitboard::EMPTY;
                for (file, rank) in DIRECTIONS {
                    let mut met = Bitboard::EMPTY;
                    let mut sq = a;
                    while let Some(next) = sq.offset(file, rank) {
                        if next == b {
                            expected = met;
                        }
                        met.insert(next);
                        sq = next;
                    }
                }
                assert_eq!(between(a, b), expected, "{a} {b}");
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b).contains(b), !line(a, b).is_empty());
                for c in Square::all() {
                    assert_eq!(
                        aligned(a, b, c),
                        line(a, b).contains(c) && c != a,
                        "{a} {b} {c}"
                    );
                }
            }
        }
    }
}
