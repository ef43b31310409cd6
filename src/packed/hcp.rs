//! HuffmanCodedPos, the position code of Apery, dlshogi and cshogi, and Apery's 16-bit moves.

use crate::types::{Move, MoveKind, PieceType, Square};

use super::huffman::{HUFFMAN_CODED_POS, PackError, decode, encode};
use super::{Board, PackedSfen};

/// A position in 32 bytes. The bytes differ from those of [`PackedSfen`]: convert them with
/// [`HuffmanCodedPos::to_packed_sfen`], never reinterpret them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct HuffmanCodedPos(pub [u8; 32]);

impl PackedSfen {
    /// Converts the position to Apery's code.
    ///
    /// # Errors
    /// If the bytes hold no position.
    pub fn to_hcp(&self) -> Result<HuffmanCodedPos, PackError> {
        HuffmanCodedPos::pack(&self.unpack()?)
    }
}

impl HuffmanCodedPos {
    /// Packs a position.
    ///
    /// # Errors
    /// If a king is missing or there are more pieces than a set has.
    pub fn pack(board: &Board) -> Result<HuffmanCodedPos, PackError> {
        encode(board, &HUFFMAN_CODED_POS).map(HuffmanCodedPos)
    }

    /// Reads the position.
    ///
    /// # Errors
    /// If the bytes hold no position.
    pub fn unpack(&self) -> Result<Board, PackError> {
        decode(&self.0, &HUFFMAN_CODED_POS)
    }

    /// Converts the position to YaneuraOu's code.
    ///
    /// # Errors
    /// If the bytes hold no position.
    pub fn to_packed_sfen(&self) -> Result<PackedSfen, PackError> {
        PackedSfen::pack(&self.unpack()?)
    }
}

const APERY_PROMOTE: u16 = 1 << 14;

/// A move in Apery's 16 bits: the destination in bits 0-6, the origin in bits
/// 7-13 (for a drop, 81 plus the place of the kind in [`PieceType::HAND`]),
/// promotion in bit 14.
pub fn move_to_apery(mv: Move) -> u16 {
    match mv.kind() {
        MoveKind::Normal { from, to, promote } => {
            let bits = to.index() as u16 | (from.index() as u16) << 7;
            bits | if promote { APERY_PROMOTE } else { 0 }
        }
        MoveKind::Drop { piece, to } => {
            to.index() as u16 | ((Square::NUM + piece.index() - 1) as u16) << 7
        }
    }
}

/// Reads a move in Apery's 16 bits; `None` for words that describe no move.
pub fn move_from_apery(bits: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(bits & 127))?;
    let from = usize::from(bits >> 7 & 127);
    let promote = bits & APERY_PROMOTE != 0;
    if bits >> 15 != 0 {
        return None;
    }
    if let Some(from) = Square::from_index(from) {
        return (from != to).then(|| Move::normal(from, to, promote));
    }
    let piece = PieceType::HAND.get(from - Square::NUM)?;
    (!promote).then(|| Move::drop(*piece, to))
}
