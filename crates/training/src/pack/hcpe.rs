//! HuffmanCodedPosAndEval: the 38-byte records of Apery, dlshogi and cshogi.

use komadai::packed::{HuffmanCodedPos, move_from_apery};
use komadai::types::Move;

use super::GameResult;

/// A position with the score of a search, the move found and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuffmanCodedPosAndEval {
    /// The position.
    pub hcp: HuffmanCodedPos,
    /// The score from the view of the side to move, in the unit of the program that wrote it.
    pub eval: i16,
    /// The move in Apery's numbering; see [`HuffmanCodedPosAndEval::best_move`].
    pub move16: u16,
    /// 0 draw, 1 Black won, 2 White won; other bits are flags of some writers.
    pub result: u8,
}

impl HuffmanCodedPosAndEval {
    /// The size of a record in a file, in bytes.
    pub const SIZE: usize = 38;

    /// The move; `None` if `move16` is no valid move.
    pub fn best_move(&self) -> Option<Move> {
        move_from_apery(self.move16)
    }

    /// The result; `None` if `result` is none of 0, 1 and 2.
    pub const fn game_result(&self) -> Option<GameResult> {
        GameResult::from_index(self.result)
    }

    /// The bytes of the record in a file; the last one is padding.
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..32].copy_from_slice(&self.hcp.0);
        bytes[32..34].copy_from_slice(&self.eval.to_le_bytes());
        bytes[34..36].copy_from_slice(&self.move16.to_le_bytes());
        bytes[36] = self.result;
        bytes
    }

    /// Reads a record. Any 38 bytes are accepted; whether they hold a valid position shows when
    /// `hcp` is unpacked.
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
