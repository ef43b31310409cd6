//! A book in memory, keyed by position.

use std::collections::BTreeMap;

use super::entry::{Entry, add_entry, pick};
use crate::packed::Board;

/// The key of a position in a book: canonical SFEN without the move number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookKey(Box<str>);

impl BookKey {
    /// The SFEN without the move number.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&Board> for BookKey {
    fn from(board: &Board) -> BookKey {
        let sfen = board.setup(1).sfen();
        BookKey(trim_ply(&sfen).0.into())
    }
}

/// The greatest move number that is kept; a greater one counts as unknown.
const LAST_PLY: u32 = 9999;

/// Splits an SFEN into the part before the move number and the number, 0 if there is none.
pub(super) fn trim_ply(sfen: &str) -> (&str, u32) {
    let sfen = sfen.trim_ascii();
    match sfen.rsplit_once([' ', '\t']) {
        Some((rest, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            // No game reaches a greater number. Such numbers count as unknown, so that a file
            // cannot give a position many thousand entries.
            let ply = number.parse().ok().filter(|&ply: &u32| ply <= LAST_PLY);
            (rest.trim_ascii_end(), ply.unwrap_or(0))
        }
        _ => (sfen, 0),
    }
}

/// A book in memory.
///
/// A position that a file lists under several move numbers has one entry for each
/// number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryBook {
    positions: BTreeMap<BookKey, Vec<Entry>>,
    /// The maker of the book; empty if the file names none.
    pub author: String,
    /// The maker's description of the book; may be empty.
    pub description: String,
}

impl MemoryBook {
    /// A book without positions.
    pub fn new() -> MemoryBook {
        MemoryBook::default()
    }

    /// Number of different positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether the book has no position.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds an entry. Moves that the entry of the same position and ply already has
    /// are replaced, and their counts added.
    pub fn insert(&mut self, key: BookKey, entry: Entry) {
        add_entry(self.positions.entry(key).or_default(), entry);
    }

    /// Makes `entry` the only entry of a position.
    pub fn set(&mut self, key: BookKey, entry: Entry) {
        self.positions.insert(key, vec![entry]);
    }

    /// The entry of a position for this ply (an entry with ply 0 matches every ply); without a
    /// ply, the entry with the lowest ply.
    pub fn get(&self, key: &BookKey, ply: Option<u32>) -> Option<&Entry> {
        pick(self.positions.get(key)?, ply)
    }

    /// Every entry, sorted by key and ply.
    pub fn iter(&self) -> impl Iterator<Item = (&BookKey, &Entry)> {
        self.positions.iter().flat_map(|(key, entries)| {
            let mut entries: Vec<&Entry> = entries.iter().collect();
            entries.sort_by_key(|entry| entry.ply);
            entries.into_iter().map(move |entry| (key, entry))
        })
    }

    /// One entry for each position: the one with the lowest ply.
    pub fn earliest(&self) -> impl Iterator<Item = (&BookKey, &Entry)> {
        self.positions
            .iter()
            .filter_map(|(key, entries)| Some((key, pick(entries, None)?)))
    }

    /// Removes the entries of a position and returns them.
    pub fn take(&mut self, key: &BookKey) -> Vec<Entry> {
        self.positions.remove(key).unwrap_or_default()
    }

    /// The positions, sorted by key, each with its entries.
    pub fn into_positions(self) -> impl Iterator<Item = (BookKey, Vec<Entry>)> {
        self.positions.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::BookMove;
    use crate::position::Position;
    use crate::types::Move;

    fn start() -> BookKey {
        BookKey::from(&Board::from(&Position::startpos()))
    }

    fn entry(ply: u32, text: &str, value: i32, depth: i32) -> Entry {
        Entry {
            ply,
            moves: vec![BookMove {
                value,
                depth,
                ..BookMove::new(Move::from_usi(text).unwrap())
            }],
            notes: None,
        }
    }

    #[test]
    fn move_numbers_are_cut_off_and_nothing_else() {
        for (text, key, ply) in [
            ("9/9 b - 1", "9/9 b -", 1),
            ("9/9 b 2P  33 \r", "9/9 b 2P", 33),
            ("9/9 b -", "9/9 b -", 0),
            ("9/9 w Rb2p", "9/9 w Rb2p", 0),
            ("9/9 b - 99999999999", "9/9 b -", 0),
        ] {
            assert_eq!(trim_ply(text), (key, ply));
        }
        assert_eq!(
            start().as_str(),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
        );
    }

    #[test]
    fn plies_are_told_apart_when_asked_to() {
        let mut book = MemoryBook::new();
        book.insert(start(), entry(3, "2g2f", 0, 0));
        book.insert(start(), entry(1, "7g7f", 0, 0));
        let first = |ply| book.get(&start(), ply).map(|e| e.moves[0].mv.to_string());
        assert_eq!(first(None).as_deref(), Some("7g7f"));
        assert_eq!(first(Some(3)).as_deref(), Some("2g2f"));
        assert_eq!(first(Some(2)), None);
        book.insert(start(), entry(0, "5g5f", 0, 0));
        assert_eq!(book.get(&start(), Some(2)).unwrap().ply, 0);
        assert_eq!((book.len(), book.iter().count()), (1, 3));
    }
}
