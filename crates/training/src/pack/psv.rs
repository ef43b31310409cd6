//! PackedSfenValue: the 40-byte training record of YaneuraOu and many other programs.

use komadai::types::{Color, Move};

use super::GameResult;
use komadai::packed::PackedSfen;

/// A position with the score of a search, the move found and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedSfenValue {
    /// The position.
    pub sfen: PackedSfen,
    /// The score from the view of the side to move, in the unit of the program that wrote it.
    pub score: i16,
    /// [`Move::bits`], or a special number (0 none, 0x81 null, 0x102 resign, 0x183 win).
    pub move16: u16,
    /// The ply number of the position: 1 at the start of a game, 0 if unknown.
    pub ply: u16,
    /// 1 if the side to move won, -1 if it lost, 0 for a draw.
    pub result: i8,
}

impl PackedSfenValue {
    /// The size of a record in a file, in bytes.
    pub const SIZE: usize = 40;

    /// The move; `None` if `move16` is a special number.
    pub fn best_move(&self) -> Option<Move> {
        Move::from_bits(self.move16)
    }

    /// The result of the game; `side` is the side to move in [`PackedSfenValue::sfen`].
    pub const fn game_result(&self, side: Color) -> GameResult {
        GameResult::from_sign(self.result, side)
    }

    /// The bytes of the record in a file; the last one is padding.
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..32].copy_from_slice(&self.sfen.0);
        bytes[32..34].copy_from_slice(&self.score.to_le_bytes());
        bytes[34..36].copy_from_slice(&self.move16.to_le_bytes());
        bytes[36..38].copy_from_slice(&self.ply.to_le_bytes());
        bytes[38] = self.result as u8;
        bytes
    }

    /// Reads a record. Any 40 bytes are accepted; whether they hold a valid position shows when
    /// `sfen` is unpacked.
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

#[cfg(test)]
mod tests {
    use komadai::packed::{Board, HuffmanCodedPos, move_to_apery};
    use komadai::position::Position;

    use super::*;
    use crate::pack::HuffmanCodedPosAndEval;

    /// Positions, and the records that cshogi writes for them.
    const WITNESS: &str = include_str!("../../../../engine-tests/data/packed.tsv");

    fn bytes<const N: usize>(hex: &str) -> [u8; N] {
        assert_eq!(hex.len(), 2 * N);
        std::array::from_fn(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
    }

    #[test]
    fn records_equal_those_of_cshogi() {
        let mut rows = 0;
        for line in WITNESS.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<_> = line.split('\t').collect();
            let [sfen, mv, score, result, psv, hcpe] = fields[..] else {
                panic!("{line}");
            };
            let pos = Position::from_sfen(sfen).unwrap();
            let board = Board::from(&pos);
            let mv = pos.parse_usi_move(mv).unwrap();
            let score = score.parse().unwrap();
            let side = pos.side_to_move();
            let result = match result {
                "black" => GameResult::BlackWin,
                "white" => GameResult::WhiteWin,
                _ => GameResult::Draw,
            };

            let ours = PackedSfenValue {
                sfen: PackedSfen::pack(&board).unwrap(),
                score,
                move16: mv.bits(),
                ply: pos.ply() as u16,
                result: result.sign_for(side),
            };
            assert_eq!(ours.to_bytes(), bytes(psv), "{sfen}");
            let read = PackedSfenValue::from_bytes(&bytes(psv));
            assert_eq!(read, ours);
            assert_eq!(read.best_move(), Some(mv));
            assert_eq!(read.game_result(side), result);
            assert_eq!(read.sfen.unpack(), Ok(board.clone()));

            let ours = HuffmanCodedPosAndEval {
                hcp: HuffmanCodedPos::pack(&board).unwrap(),
                eval: score,
                move16: move_to_apery(mv),
                result: result as u8,
            };
            assert_eq!(ours.to_bytes(), bytes(hcpe), "{sfen}");
            let read = HuffmanCodedPosAndEval::from_bytes(&bytes(hcpe));
            assert_eq!(read, ours);
            assert_eq!(read.best_move(), Some(mv));
            assert_eq!(read.game_result(), Some(result));
            assert_eq!(read.hcp.unpack(), Ok(board.clone()));
            assert_eq!(read.hcp.to_packed_sfen(), PackedSfen::pack(&board));
            assert_eq!(board.position(pos.ply()).unwrap().sfen(), sfen);
            rows += 1;
        }
        assert!(rows > 200);
    }
}
