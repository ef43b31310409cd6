//! Sets of squares in two words, and the attacks of every piece.
//!
//! Files 1 to 7 fill bits 0-62 of the first word, files 8 and 9 bits 0-17 of
//! the second; bit 63 of the first word is never set. Each file lies within one
//! word, so moves of pawns and lances need only 64-bit arithmetic (layout: Apery,
//! YaneuraOu).

mod lines;
mod set;
mod sliders;
mod steps;

use crate::types::{Piece, PieceType, Square};

pub use lines::{aligned, between, bishop_rays, lance_ray, line, rook_rays};
pub use set::{Bitboard, Squares};
pub use sliders::{bishop_attacks, lance_attacks, rook_attacks, rook_file_attacks};
pub use steps::{
    gold_attacks, king_attacks, king_zone, knight_attacks, pawn_attacks, silver_attacks,
};

/// The squares that a piece on `sq` attacks if the squares of `occupied` are taken.
#[inline]
pub fn attacks(piece: Piece, sq: Square, occupied: Bitboard) -> Bitboard {
    let color = piece.color();
    match piece.kind() {
        PieceType::Pawn => pawn_attacks(color, sq),
        PieceType::Lance => lance_attacks(color, sq, occupied),
        PieceType::Knight => knight_attacks(color, sq),
        PieceType::Silver => silver_attacks(color, sq),
        PieceType::Bishop => bishop_attacks(sq, occupied),
        PieceType::Rook => rook_attacks(sq, occupied),
        PieceType::King => king_attacks(sq),
        PieceType::Horse => bishop_attacks(sq, occupied) | king_attacks(sq),
        PieceType::Dragon => rook_attacks(sq, occupied) | king_attacks(sq),
        PieceType::Gold
        | PieceType::ProPawn
        | PieceType::ProLance
        | PieceType::ProKnight
        | PieceType::ProSilver => gold_attacks(color, sq),
    }
}
