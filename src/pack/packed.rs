//! PackedSfen: a position in 32 bytes, YaneuraOu's code.

use super::Board;
use super::huffman::{PACKED_SFEN, PackError, decode, encode};

/// A position in 32 bytes. Not the code of [`HuffmanCodedPos`](super::HuffmanCodedPos): convert, never reinterpret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct PackedSfen(pub [u8; 32]);

impl PackedSfen {
    /// Packs a position.
    ///
    /// # Errors
    /// If a king is missing or there are more pieces than a set has.
    pub fn pack(board: &Board) -> Result<PackedSfen, PackError> {
        encode(board, &PACKED_SFEN).map(PackedSfen)
    }

    /// Reads the position.
    ///
    /// # Errors
    /// If the bytes hold none.
    pub fn unpack(&self) -> Result<Board, PackError> {
        decode(&self.0, &PACKED_SFEN)
    }
}

impl std::fmt::Debug for PackedSfen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PackedSfen(")?;
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::hcpe::{move_from_apery, move_to_apery};
    use crate::pack::{
        GameResult, HuffmanCodedPos, HuffmanCodedPosAndEval, PackError, PackedSfenValue,
    };
    use crate::position::{Position, testing::random_games};
    use crate::types::{Color, Hand, Move, Piece, PieceType, Square};

    /// What another program (cshogi) writes for the same facts.
    const WITNESS: &str = include_str!("../../engine-tests/data/packed.tsv");

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

    #[test]
    fn every_position_of_random_games_comes_back() {
        random_games(3, 40, 300, |pos| {
            let board = Board::from(&*pos);
            let packed = PackedSfen::pack(&board).unwrap();
            assert_eq!(packed.unpack(), Ok(board.clone()));
            let hcp = packed.to_hcp().unwrap();
            assert_eq!(hcp.unpack(), Ok(board));
            assert_eq!(hcp.to_packed_sfen(), Ok(packed));
        });
    }

    #[test]
    fn random_bytes_never_panic_and_what_decodes_encodes() {
        let mut rng = crate::types::SplitMix64::new(9);
        let start = PackedSfen::pack(&Board::from(&Position::startpos())).unwrap();
        let mut decoded = 0;
        for round in 0..200_000 {
            let mut bytes = start.0;
            if round % 2 == 0 {
                bytes = std::array::from_fn(|_| rng.next_u64() as u8);
            } else {
                for _ in 0..1 + rng.below(3) {
                    bytes[rng.below(32)] ^= 1 << rng.below(8);
                }
            }
            for board in [PackedSfen(bytes).unpack(), HuffmanCodedPos(bytes).unpack()]
                .into_iter()
                .flatten()
            {
                decoded += 1;
                assert_eq!(
                    PackedSfen::pack(&board).unwrap().unpack(),
                    Ok(board.clone())
                );
                assert!(board.missing().iter().all(|&n| n >= 0));
                // May be an error (two pawns on a file), must not panic.
                let _ = board.position(0);
            }
        }
        assert!(decoded > 1000, "{decoded}");
    }

    #[test]
    fn impossible_boards_are_refused() {
        let start = Board::from(&Position::startpos());
        let mut no_king = start.clone();
        no_king.squares[no_king.king(Color::White).unwrap().index()] = None;
        assert_eq!(
            PackedSfen::pack(&no_king),
            Err(PackError::NoKing(Color::White))
        );
        let mut many = start.clone();
        many.hands[0].add(PieceType::Rook);
        assert_eq!(
            PackedSfen::pack(&many),
            Err(PackError::TooMany(PieceType::Rook))
        );
        let mut kings = start.clone();
        kings.squares[40] = Some(Piece::new(Color::Black, PieceType::King));
        assert_eq!(
            PackedSfen::pack(&kings),
            Err(PackError::TooMany(PieceType::King))
        );
        let mut nothing = Board::EMPTY;
        assert!(PackedSfen::pack(&nothing).is_err());
        nothing.hands[1] = Hand::EMPTY;
        for (color, square) in [(Color::Black, 80), (Color::White, 79)] {
            nothing.squares[square] = Some(Piece::new(color, PieceType::King));
        }
        // Bare kings pack (everything is in the box), yet are no position.
        assert_eq!(
            PackedSfen::pack(&nothing).unwrap().unpack(),
            Ok(nothing.clone())
        );
        assert!(nothing.position(1).is_err());
        let together = PackedSfen([0b0000_0000; 32]);
        assert_eq!(together.unpack(), Err(PackError::KingsTogether));
    }

    #[test]
    fn apery_moves_come_back() {
        let mut count = 0;
        for bits in 0..=u16::MAX {
            if let Some(mv) = move_from_apery(bits) {
                assert_eq!(move_to_apery(mv), bits);
                count += 1;
            }
            if let Some(mv) = Move::from_bits(bits) {
                assert_eq!(move_from_apery(move_to_apery(mv)), Some(mv));
            }
        }
        assert_eq!(count, 81 * 80 * 2 + 7 * 81);
        assert!(Square::from_index(81).is_none());
    }
}
