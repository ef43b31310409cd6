//! PackedSfen: a position in 32 bytes, YaneuraOu's code.

use super::Board;
use super::huffman::{PACKED_SFEN, PackError, decode, encode};

/// A position in 32 bytes. The bytes differ from those of
/// [`HuffmanCodedPos`](super::HuffmanCodedPos): convert them with [`PackedSfen::to_hcp`], never
/// reinterpret them.
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
    /// If the bytes hold no position.
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
    use crate::packed::{HuffmanCodedPos, PackError, move_from_apery, move_to_apery};
    use crate::position::{Position, testing::random_games};
    use crate::types::{Color, Hand, Move, Piece, PieceType, Square};

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
                // The result may be an error (two pawns on a file), but the call must not panic.
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
        // Two bare kings can be packed (everything else is in the box), but here one attacks
        // the other.
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
