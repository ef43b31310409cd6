//! Writer of YaneuraOu's binary books (`.ybb`); [`komadai::book::ybb`] has the format.

use std::io::{self, Write};

use komadai::book::MemoryBook;
use komadai::book::ybb::{HAS_DEPTH, MAGIC};
use komadai::packed::PackedSfen;

use super::board;

/// Writes a book. Returns the number of positions left out because they lack a
/// king, which the format cannot express.
pub(super) fn write(out: &mut impl Write, book: &MemoryBook) -> io::Result<u64> {
    let mut records = Vec::new();
    let mut left_out = 0;
    for (key, entry) in book.earliest() {
        let packed = board(key).and_then(|board| PackedSfen::pack(&board).ok());
        match packed {
            Some(packed) => records.push((packed, entry)),
            None => left_out += 1,
        }
    }
    records.sort_by_key(|(packed, _)| *packed);
    out.write_all(MAGIC)?;
    out.write_all(&(records.len() as u64).to_le_bytes())?;
    out.write_all(&HAS_DEPTH.to_le_bytes())?;
    let mut at = 0;
    for (packed, entry) in &records {
        let moves = entry.moves.len().min(usize::from(u16::MAX));
        out.write_all(&packed.0)?;
        out.write_all(&(at as u64).to_le_bytes())?;
        out.write_all(&(entry.ply.min(u32::from(u16::MAX)) as u16).to_le_bytes())?;
        out.write_all(&(moves as u16).to_le_bytes())?;
        at += 6 * moves;
    }
    for (_, entry) in records {
        let mut entry = entry.clone();
        entry.sort();
        for book_move in entry.moves.iter().take(usize::from(u16::MAX)) {
            let value = book_move.value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            let depth = book_move.depth.clamp(0, u16::MAX.into()) as u16;
            out.write_all(&book_move.mv.bits().to_le_bytes())?;
            out.write_all(&value.to_le_bytes())?;
            out.write_all(&depth.to_le_bytes())?;
        }
    }
    Ok(left_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::book::{BookKey, BookMove, Entry};
    use komadai::packed::Board;
    use komadai::position::Position;
    use komadai::types::Move;

    #[test]
    fn the_layout_is_the_documented_one() {
        let mut book = MemoryBook::new();
        let mv = BookMove {
            value: -7,
            depth: 12,
            ..BookMove::new(Move::from_usi("7g7f").unwrap())
        };
        let entry = Entry {
            ply: 1,
            moves: vec![mv],
            notes: None,
        };
        book.insert(BookKey::from(&Board::from(&Position::startpos())), entry);
        let mut bytes = Vec::new();
        assert_eq!(write(&mut bytes, &book).unwrap(), 0);
        assert_eq!(bytes.len(), 32 + 44 + 6);
        assert_eq!(&bytes[..16], b"YANE-BINBOOK-V1\0");
        assert_eq!(
            bytes[16..32],
            [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        );
        // The packed start position, as cshogi gives it too (packed.tsv).
        assert_eq!(bytes[32..36], [0x58, 0xa4, 0x51, 0x22]);
        assert_eq!(bytes[64..76], [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0]);
        // 7g7f: from 7g = 60 to 7f = 59; score -7; depth 12.
        assert_eq!(
            bytes[76..],
            [
                (60u16 << 7 | 59) as u8,
                (60u16 << 7 >> 8) as u8,
                0xF9,
                0xFF,
                12,
                0
            ]
        );
    }
}
