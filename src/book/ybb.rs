//! YaneuraOu's binary books (`.ybb`).
//!
//! | bytes | meaning |
//! | --- | --- |
//! | 16 | `YANE-BINBOOK-V1` and a zero byte |
//! | 8 | number of positions |
//! | 8 | flags; bit 0: the moves have depths |
//! | 44 each | index records, sorted by their first 32 bytes: PackedSfen, offset of the moves from the end of the index (u64), ply (u16), number of moves (u16) |
//! | 4 or 6 each (without or with depths) | moves: [`Move::bits`] (u16), score (i16), depth (u16) |
//!
//! All numbers are little-endian. Replies and counts are not stored.

use super::entry::{BookMove, Entry, add_entry, pick};
use super::file::BookFault;
use super::memory::{BookKey, MemoryBook};
use super::store::Store;
use crate::packed::{Board, PackedSfen};
use crate::types::Move;

/// The first bytes of the file.
pub const MAGIC: &[u8; 16] = b"YANE-BINBOOK-V1\0";
const HEADER: u64 = 32;
const RECORD: u64 = 44;
/// The flag of moves with their depth.
pub const HAS_DEPTH: u64 = 1;

/// One record of the index.
struct Record {
    packed: [u8; 32],
    moves_at: u64,
    ply: u16,
    moves: u16,
}

/// An open `.ybb` book.
pub(super) struct Ybb {
    store: Store,
    count: u64,
    has_depth: bool,
}

impl Ybb {
    /// Opens a book and checks its header.
    pub(super) fn new(mut store: Store) -> Result<Ybb, BookFault> {
        let len = store.len();
        if len < HEADER || store.array::<16>(0)? != *MAGIC {
            return Err(BookFault::Magic);
        }
        let count = u64::from_le_bytes(store.array(16)?);
        let flags = u64::from_le_bytes(store.array(24)?);
        if flags & !HAS_DEPTH != 0 {
            return Err(BookFault::Flags(flags));
        }
        if count > (len - HEADER) / RECORD {
            return Err(BookFault::Short(count, len));
        }
        Ok(Ybb {
            store,
            count,
            has_depth: flags & HAS_DEPTH != 0,
        })
    }

    /// Number of records of the index.
    pub(super) fn len(&self) -> u64 {
        self.count
    }

    fn record(&mut self, index: u64) -> Result<Record, BookFault> {
        let bytes = self.store.array::<44>(HEADER + RECORD * index)?;
        let (packed, rest) = bytes.split_at(32);
        let (offset, rest) = rest.split_at(8);
        let (ply, moves) = rest.split_at(2);
        Ok(Record {
            packed: array(packed),
            moves_at: u64::from_le_bytes(array(offset)),
            ply: u16::from_le_bytes(array(ply)),
            moves: u16::from_le_bytes(array(moves)),
        })
    }

    fn entry(&mut self, index: u64, record: &Record) -> Result<Entry, BookFault> {
        let size = if self.has_depth { 6 } else { 4 };
        let mut bytes = vec![0; size * usize::from(record.moves)];
        let start = HEADER + RECORD * self.count;
        let at = start
            .checked_add(record.moves_at)
            .filter(|&at| at <= self.store.len() && self.store.len() - at >= bytes.len() as u64)
            .ok_or(BookFault::Moves(index))?;
        self.store.read_at(at, &mut bytes)?;
        let mut entry = Entry {
            ply: u32::from(record.ply),
            ..Entry::default()
        };
        for chunk in bytes.chunks_exact(size) {
            // Not every 16-bit word is a move: one of them means resignation.
            let Some(mv) = Move::from_bits(u16::from_le_bytes(array(&chunk[..2]))) else {
                continue;
            };
            entry.add(BookMove {
                value: i32::from(i16::from_le_bytes(array(&chunk[2..4]))),
                depth: chunk
                    .get(4..6)
                    .map_or(0, |d| i32::from(u16::from_le_bytes(array(d)))),
                ..BookMove::new(mv)
            });
        }
        Ok(entry)
    }

    /// The entry of a position, as [`MemoryBook::get`].
    pub(super) fn get(
        &mut self,
        board: &Board,
        ply: Option<u32>,
    ) -> Result<Option<Entry>, BookFault> {
        // A position that cannot be packed cannot be in the book.
        let Ok(PackedSfen(wanted)) = PackedSfen::pack(board) else {
            return Ok(None);
        };
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.record(middle)?.packed < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut entries = Vec::new();
        for index in low..self.count {
            let record = self.record(index)?;
            if record.packed != wanted {
                break;
            }
            add_entry(&mut entries, self.entry(index, &record)?);
        }
        Ok(pick(&entries, ply).cloned())
    }

    /// Reads the whole book. Returns it with the number of records that hold no valid position.
    pub(super) fn read_all(&mut self) -> Result<(MemoryBook, u64), BookFault> {
        let mut book = MemoryBook::new();
        let mut bad = 0;
        for index in 0..self.count {
            let record = self.record(index)?;
            let entry = self.entry(index, &record)?;
            match PackedSfen(record.packed).unpack() {
                // Only valid setups enter a book in memory, because writers parse the SFEN keys
                // again and would drop other positions.
                Ok(board) if board.setup(1).check().is_ok() => {
                    book.insert(BookKey::from(&board), entry);
                }
                _ => bad += 1,
            }
        }
        Ok((book, bad))
    }
}

/// A slice of known length as an array.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or([0; N])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::types::Square;
    use std::borrow::Cow;

    /// A book of one position: the start, with 7g7f, score -7, depth 12.
    fn bytes() -> Vec<u8> {
        let start = PackedSfen::pack(&Board::from(&Position::startpos())).unwrap();
        let mv = Move::from_usi("7g7f").unwrap();
        [
            &MAGIC[..],
            &1u64.to_le_bytes(),
            &HAS_DEPTH.to_le_bytes(),
            &start.0,
            &[0; 8],
            &[1, 0, 1, 0],
            &mv.bits().to_le_bytes(),
            &[0xF9, 0xFF, 12, 0],
        ]
        .concat()
    }

    fn open(bytes: Vec<u8>) -> Result<Ybb, BookFault> {
        Ybb::new(Store::Memory(Cow::Owned(bytes)))
    }

    #[test]
    fn moves_without_depth_and_words_that_are_no_moves() {
        let mut bytes = bytes();
        bytes[24] = 0;
        bytes.truncate(80);
        bytes[74] = 2;
        // The word for a resignation, in place of a second move.
        bytes.extend([0x02, 0x01, 0, 0]);
        let mut ybb = open(bytes).unwrap();
        let board = Board::from(&Position::startpos());
        let entry = ybb.get(&board, Some(1)).unwrap().unwrap();
        assert_eq!(entry.moves.len(), 1);
        assert_eq!((entry.moves[0].value, entry.moves[0].depth), (-7, 0));
        assert!(ybb.get(&board, Some(3)).unwrap().is_none());
        assert!(ybb.get(&board.turned(), None).unwrap().is_none());
    }

    #[test]
    fn positions_against_the_rules_are_damaged() {
        let mut bytes = bytes();
        let mut board = Board::from(&Position::startpos());
        // The pawn of 5g stands on 4f: two on that file (nifu).
        let [from, to] = ["5g", "4f"].map(|sq| sq.parse::<Square>().unwrap().index());
        board.squares[to] = board.squares[from].take();
        bytes[32..64].copy_from_slice(&PackedSfen::pack(&board).unwrap().0);
        let (book, bad) = open(bytes).unwrap().read_all().unwrap();
        assert_eq!((book.len(), bad), (0, 1));
    }

    #[test]
    fn damaged_files_are_errors() {
        let whole = bytes();
        for len in 0..whole.len() {
            let damaged = open(whole[..len].to_vec()).and_then(|mut ybb| ybb.read_all());
            assert!(damaged.is_err(), "{len} bytes");
        }
        for (at, part) in [
            (0, "YANE"),
            (23, "claims"),
            (24, "flags"),
            (71, "beyond"),
            (75, "beyond"),
        ] {
            let mut bytes = whole.clone();
            bytes[at] = 0xFF;
            let error = open(bytes).and_then(|mut ybb| ybb.read_all()).unwrap_err();
            assert!(error.to_string().contains(part), "{error}");
        }
        let mut bytes = whole;
        bytes[40] ^= 0xFF;
        assert_eq!(open(bytes).unwrap().read_all().unwrap().1, 1);
    }
}
