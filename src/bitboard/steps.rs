//! Attacks of the pieces that do not slide: pawn, knight, silver, gold and king.

use super::Bitboard;
use crate::types::{Color, Square};

type PerSquare = [Bitboard; Square::NUM];

/// The attacks of a piece of `color` from each square. `steps` are (files to the left, ranks
/// down) of a black piece.
const fn table(steps: &[(i8, i8)], color: Color) -> PerSquare {
    let sign = match color {
        Color::Black => 1,
        Color::White => -1,
    };
    let mut table = [Bitboard::EMPTY; Square::NUM];
    let mut i = 0;
    while i < Square::NUM {
        let from = Square::from_raw(i as u8);
        let mut k = 0;
        while k < steps.len() {
            if let Some(to) = from.offset(steps[k].0 * sign, steps[k].1 * sign) {
                table[i] = table[i].or(Bitboard::compute_square(to.index() as u8));
            }
            k += 1;
        }
        i += 1;
    }
    table
}

const fn both(steps: &[(i8, i8)]) -> [PerSquare; 2] {
    [table(steps, Color::Black), table(steps, Color::White)]
}

static PAWN: [PerSquare; 2] = both(&[(0, -1)]);
static KNIGHT: [PerSquare; 2] = both(&[(-1, -2), (1, -2)]);
static SILVER: [PerSquare; 2] = both(&[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)]);
static GOLD: [PerSquare; 2] = both(&[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]);
#[rustfmt::skip]
static KING: PerSquare = table(
    &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
    Color::Black,
);
#[rustfmt::skip]
static KING_ZONE: PerSquare = table(
    &[
        (-2, -2), (-1, -2), (0, -2), (1, -2), (2, -2),
        (-2, -1), (-1, -1), (0, -1), (1, -1), (2, -1),
        (-2,  0), (-1,  0),          (1,  0), (2,  0),
        (-2,  1), (-1,  1), (0,  1), (1,  1), (2,  1),
        (-2,  2), (-1,  2), (0,  2), (1,  2), (2,  2),
    ],
    Color::Black,
);

/// The square in front of a pawn of `color` on `sq`; none on the last rank.
#[inline]
pub fn pawn_attacks(color: Color, sq: Square) -> Bitboard {
    PAWN[color.index()][sq.index()]
}

/// The squares, at most two, that a knight of `color` on `sq` attacks.
#[inline]
pub fn knight_attacks(color: Color, sq: Square) -> Bitboard {
    KNIGHT[color.index()][sq.index()]
}

/// The squares, at most five, that a silver of `color` on `sq` attacks.
#[inline]
pub fn silver_attacks(color: Color, sq: Square) -> Bitboard {
    SILVER[color.index()][sq.index()]
}

/// The squares, at most six, that a gold of `color` on `sq`, or a piece that moves like a gold,
/// attacks.
#[inline]
pub fn gold_attacks(color: Color, sq: Square) -> Bitboard {
    GOLD[color.index()][sq.index()]
}

/// The neighbours of `sq`, at most eight, which a king on `sq` attacks.
#[inline]
pub fn king_attacks(sq: Square) -> Bitboard {
    KING[sq.index()]
}

/// The squares, at most 24, that a king on `sq` reaches in one or two steps.
#[inline]
pub fn king_zone(sq: Square) -> Bitboard {
    KING_ZONE[sq.index()]
}
