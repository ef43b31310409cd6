//! Random numbers that identify positions.
//!
//! The key of the board is the exclusive or of one number per piece and
//! square, with the side to move in bit 0. The key of the hands is the sum of
//! one number per piece held. Two separate keys show a repeated board with
//! other hands (idea: YaneuraOu).

use crate::types::{Color, Piece, PieceType, SplitMix64, Square};

/// Bit 0, set in the key of the board when White is to move; all other numbers have it clear.
pub(super) const SIDE: u64 = 1;

static PIECE: [[u64; Square::NUM]; Piece::NUM] = {
    let mut rng = SplitMix64::new(0x6B6F_6D61_6461_6931);
    let mut table = [[0; Square::NUM]; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut sq = 0;
        while sq < Square::NUM {
            table[piece][sq] = rng.next_u64() & !SIDE;
            sq += 1;
        }
        piece += 1;
    }
    table
};

static HAND: [[u64; 8]; 2] = {
    let mut rng = SplitMix64::new(0x6B6F_6D61_6461_6932);
    let mut table = [[0; 8]; 2];
    let mut i = 0;
    while i < 16 {
        table[i / 8][i % 8] = rng.next_u64() & !SIDE;
        i += 1;
    }
    table
};

/// The random number of a piece on a square.
#[inline]
pub(super) fn piece(piece: Piece, sq: Square) -> u64 {
    PIECE[piece.index()][sq.index()]
}

/// The random number added to the key for each piece of this kind in hand.
#[inline]
pub(super) fn hand(color: Color, kind: PieceType) -> u64 {
    HAND[color.index()][kind.index() & 7]
}
