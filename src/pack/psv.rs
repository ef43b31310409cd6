//! PackedSfenValue: the field's 40-byte training record.

use crate::types::{Color, Move};

use super::{GameResult, PackedSfen};

/// A position with the score of a search, the move found and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedSfenValue {
    /// The position.
    pub sfen: PackedSfen,
    /// Side to move's view, in the unit of whoever wrote it.
    pub score: i16,
    /// [`Move::bits`], or a special number (0 none, 0x81 null, 0x102 resign, 0x183 win).
    pub move16: u16,
    /// Game ply, 1 at the start.
    pub ply: u16,
    /// 1 if the side to move won, -1 if it lost, 0 for a draw.
    pub result: i8,
}

impl PackedSfenValue {
    /// Bytes in a file.
    pub const SIZE: usize = 40;

    /// The move, unless the record has none or a special one.
    pub fn best_move(&self) -> Option<Move> {
        Move::from_bits(self.move16)
    }

    /// The result, given whose move it is in [`PackedSfenValue::sfen`].
    pub const fn game_result(&self, side: Color) -> GameResult {
        GameResult::from_sign(self.result, side)
    }

    /// The record as it stands in a file; the last byte is padding.
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..32].copy_from_slice(&self.sfen.0);
        bytes[32..34].copy_from_slice(&self.score.to_le_bytes());
        bytes[34..36].copy_from_slice(&self.move16.to_le_bytes());
        bytes[36..38].copy_from_slice(&self.ply.to_le_bytes());
        bytes[38] = self.result as u8;
        bytes
    }

    /// Reads a record; any 40 bytes are one, its position may still be none.
    pub fn from_bytes(bytes: &[u8; Self::SIZE]) -> PackedSfenValue {
        let mut sfen = [0; 32];
        sfen.copy_from_slice(&bytes[..32]);
        PackedSfenValue {
            sfen: PackedSfen(sfen),
            score: i16::from_le_bytes([bytes[32], bytes[33]]),
            move16: u16::from_le_bytes([bytes[34], bytes[35]]),
            ply: u16::from_le_bytes([bytes[36], bytes[37]]),
            result: bytes[38] as i8,
        }
    }
}
