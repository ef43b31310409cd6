//! The keys of positions in Apery's `book.bin`: a hash with published random numbers.
//!
//! The numbers come from the Mersenne Twister MT19937-64 (Matsumoto and Nishimura;
//! `std::mt19937_64` of C++ with its default seed). They are drawn for each of 31 piece codes
//! (codes that stand for no piece included) and each square, then for each kind in hand (pawn,
//! lance, knight, silver, gold, bishop, rook) and each count from 0 to 18, then for the turn. Only
//! the hand of the side to move counts.

use crate::packed::Board;
use crate::types::{Color, PieceType, Square};

/// Number of state words of the generator.
const N: usize = 312;

/// The generator as `const fn`s, so that the keys are computed at compile time.
struct Mt19937_64 {
    state: [u64; N],
    at: usize,
}

impl Mt19937_64 {
    const fn new(seed: u64) -> Mt19937_64 {
        let mut state = [seed; N];
        let mut i = 1;
        while i < N {
            let last = state[i - 1];
            state[i] = (last ^ (last >> 62))
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(i as u64);
            i += 1;
        }
        Mt19937_64 { state, at: N }
    }

    const fn twist(&mut self) {
        const UPPER: u64 = 0xFFFF_FFFF_8000_0000;
        let mut i = 0;
        while i < N {
            let bits = self.state[i] & UPPER | self.state[(i + 1) % N] & !UPPER;
            let mut word = self.state[(i + 156) % N] ^ (bits >> 1);
            if bits & 1 == 1 {
                word ^= 0xB502_6F5A_A966_19E9;
            }
            self.state[i] = word;
            i += 1;
        }
        self.at = 0;
    }

    const fn next(&mut self) -> u64 {
        if self.at == N {
            self.twist();
        }
        let mut x = self.state[self.at];
        self.at += 1;
        x ^= x >> 29 & 0x5555_5555_5555_5555;
        x ^= x << 17 & 0x71D6_7FFF_EDA6_0000;
        x ^= x << 37 & 0xFFF7_EEE0_0000_0000;
        x ^ (x >> 43)
    }
}

/// The default seed of `std::mt19937_64`.
const SEED: u64 = 5489;

const PIECE_CODES: usize = 31;
const HAND_COUNTS: usize = 19;

struct Keys {
    pieces: [[u64; Square::NUM]; PIECE_CODES],
    hands: [[u64; HAND_COUNTS]; 7],
    turn: u64,
}

static KEYS: Keys = {
    let mut random = Mt19937_64::new(SEED);
    let mut keys = Keys {
        pieces: [[0; Square::NUM]; PIECE_CODES],
        hands: [[0; HAND_COUNTS]; 7],
        turn: 0,
    };
    let mut piece = 0;
    while piece < PIECE_CODES {
        let mut square = 0;
        while square < Square::NUM {
            keys.pieces[piece][square] = random.next();
            square += 1;
        }
        piece += 1;
    }
    let mut kind = 0;
    while kind < 7 {
        let mut count = 0;
        while count < HAND_COUNTS {
            keys.hands[kind][count] = random.next();
            count += 1;
        }
        kind += 1;
    }
    keys.turn = random.next();
    keys
};

/// The key of a position.
pub fn apery_key(board: &Board) -> u64 {
    let mut key = 0;
    for (square, piece) in board.squares.iter().enumerate() {
        if let Some(piece) = piece {
            // `PieceType` has Apery's numbers; those of White's pieces are 16 higher.
            let code = piece.kind().index() + 16 * piece.color().index();
            key ^= KEYS.pieces[code][square];
        }
    }
    let hand = board.hands[board.side.index()];
    for (kind, keys) in PieceType::HAND_ORDER.iter().rev().zip(&KEYS.hands) {
        let count = hand.count(*kind) as usize;
        key ^= keys.get(count).copied().unwrap_or(0);
    }
    if board.side == Color::White {
        key ^= KEYS.turn;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn the_generator_is_the_one_of_the_cpp_standard() {
        let mut random = Mt19937_64::new(SEED);
        assert_eq!(random.next(), 0xc96d_191c_f6f6_aea6);
        // C++ standard, [rand.predef]: the 10000th number of a default-constructed generator.
        let last = (2..=10_000).map(|_| random.next()).last();
        assert_eq!(last, Some(9_981_545_732_273_789_042));
        assert_eq!(KEYS.pieces[1][0], 0xbc87_a781_b474_62ce);
    }

    #[test]
    fn keys_equal_those_of_cshogi() {
        let witness = include_str!("../../engine-tests/data/book-keys.tsv");
        let mut rows = 0;
        for line in witness.lines().filter(|line| !line.starts_with('#')) {
            let (sfen, key) = line.split_once('\t').unwrap();
            let board = Board::from(&Position::from_sfen(sfen).unwrap());
            assert_eq!(format!("{:016x}", apery_key(&board)), key, "{sfen}");
            rows += 1;
        }
        assert!(rows >= 100);
    }
}
