//! One position to learn from, in 36 bytes.

use crate::pack::PackedSfen;
use crate::position::Position;

/// A position with its labels, both from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Sample {
    /// The position; always one that decodes.
    pub sfen: PackedSfen,
    /// Score of the search, a pawn at 90.
    pub score: i16,
    /// 1 if the side to move won, 0 for a draw, -1 if it lost.
    pub result: i8,
    padding: u8,
}

const _: () = assert!(size_of::<Sample>() == 36);

impl Sample {
    /// With these labels.
    pub(super) fn new(sfen: PackedSfen, score: i16, result: i8) -> Sample {
        Sample {
            sfen,
            score,
            result,
            padding: 0,
        }
    }

    /// The position, if it is one.
    pub fn position(&self) -> Option<Position> {
        self.sfen.unpack().ok()?.position(1).ok()
    }

    /// All of it, for checksums.
    pub(super) fn bytes(&self) -> [u8; 36] {
        let mut bytes = [0; 36];
        bytes[..32].copy_from_slice(&self.sfen.0);
        bytes[32..34].copy_from_slice(&self.score.to_le_bytes());
        bytes[34] = self.result as u8;
        bytes
    }
}
