//! HuffmanCodedPos and HuffmanCodedPosAndEval: the 32- and 38-byte records of Apery, dlshogi and cshogi.

use crate::types::{Move, MoveKind, PieceType, Square};

use super::huffman::{HUFFMAN_CODED_POS, PackError, decode, encode};
use super::{Board, GameResult, PackedSfen};

/// A position in 32 bytes. Not the code of [`PackedSfen`]: convert, never reinterpret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct HuffmanCodedPos(pub [u8; 32]);

impl PackedSfen {
    /// The same position in the other code.
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
    /// If the bytes hold none.
    pub fn unpack(&self) -> Result<Board, PackError> {
        decode(&self.0, &HUFFMAN_CODED_POS)
    }

    /// The same position in the other code.
    ///
    /// # Errors
    /// If the bytes hold no position.
    pub fn to_packed_sfen(&self) -> Result<PackedSfen, PackError> {
        PackedSfen::pack(&self.unpack()?)
    }
}

/// A position with the score of a search, the move found and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuffmanCodedPosAndEval {
    /// The position.
    pub hcp: HuffmanCodedPos,
    /// Side to move's view, in the unit of whoever wrote it.
    pub eval: i16,
    /// The move in Apery's numbering; see [`HuffmanCodedPosAndEval::best_move`].
    pub move16: u16,
    /// 0 draw, 1 Black won, 2 White won; other bits are flags of some writers.
    pub result: u8,
}

impl HuffmanCodedPosAndEval {
    /// Bytes in a file.
    pub const SIZE: usize = 38;

    /// The move, if the record holds one.
    pub fn best_move(&self) -> Option<Move> {
        move_from_apery(self.move16)
    }

    /// The result, if it is one of the three.
    pub const fn game_result(&self) -> Option<GameResult> {
        GameResult::from_index(self.result)
    }

    /// The record as it stands in a file; the last byte is padding.
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..32].copy_from_slice(&self.hcp.0);
        bytes[32..34].copy_from_slice(&self.eval.to_le_bytes());
        bytes[34..36].copy_from_slice(&self.move16.to_le_bytes());
        bytes[36] = self.result;
        bytes
    }

    /// Reads a record; any 38 bytes are one, its position may still be none.
    pub fn from_bytes(bytes: &[u8; Self::SIZE]) -> HuffmanCodedPosAndEval {
        let mut hcp = [0; 32];
        hcp.copy_from_slice(&bytes[..32]);
        HuffmanCodedPosAndEval {
            hcp: HuffmanCodedPos(hcp),
            eval: i16::from_le_bytes([bytes[32], bytes[33]]),
            move16: u16::from_le_bytes([bytes[34], bytes[35]]),
            result: bytes[36],
        }
    }
}

const APERY_PROMOTE: u16 = 1 << 14;

/// A move in Apery's 16 bits: destination in bits 0-6, origin in bits 7-13 (81
/// and up: a drop, in the order of [`PieceType::HAND`]), bit 14 for promotion.
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
