//! Apery's books (`book.bin`).
//!
//! Records of 16 bytes, little-endian, sorted by their first field: key of the
//! position (u64, see `apery_key.rs`), move (u16), count
//! (u16), score (i32). Depths, replies and plies are not stored, and the
//! position cannot be recovered from its key.

use std::borrow::Cow;

use super::apery_key::apery_key;
use super::entry::{BookMove, Entry};
use super::file::BookFault;
use super::store::Store;
use crate::packed::{Board, move_from_apery};

/// Size of a record in bytes.
const RECORD: u64 = 16;

/// An open `book.bin`.
pub(super) struct AperyBook {
    store: Store,
}

impl AperyBook {
    pub(super) fn new(store: Store) -> Result<AperyBook, BookFault> {
        if !store.len().is_multiple_of(RECORD) {
            return Err(BookFault::Size(store.len()));
        }
        let store = match store {
            Store::Memory(bytes) => Store::Memory(sorted(bytes)),
            file => file,
        };
        Ok(AperyBook { store })
    }

    /// Number of records, one for each move.
    pub(super) fn records(&self) -> u64 {
        self.store.len() / RECORD
    }

    /// The key of a record.
    fn key(&mut self, index: u64) -> Result<u64, BookFault> {
        Ok(u64::from_le_bytes(self.store.array(RECORD * index)?))
    }

    /// The entry of a position; `None` if the book does not have it.
    pub(super) fn get(&mut self, board: &Board) -> Result<Option<Entry>, BookFault> {
        let wanted = apery_key(board);
        let (mut low, mut high) = (0, self.records());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.key(middle)? < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut entry = Entry::default();
        let mut found = false;
        for index in low..self.records() {
            if self.key(index)? != wanted {
                break;
            }
            found = true;
            let [a, b, c, d, e, f, g, h] = self.store.array(RECORD * index + 8)?;
            if let Some(mv) = move_from_apery(u16::from_le_bytes([a, b])) {
                entry.add(BookMove {
                    count: u64::from(u16::from_le_bytes([c, d])),
                    value: i32::from_le_bytes([e, f, g, h]),
                    ..BookMove::new(mv)
                });
            }
        }
        Ok(found.then_some(entry))
    }

    /// Number of positions, found by reading every key.
    pub(super) fn positions(&mut self) -> Result<u64, BookFault> {
        let mut count = 0;
        let mut last = None;
        for index in 0..self.records() {
            let key = Some(self.key(index)?);
            count += u64::from(key != last);
            last = key;
        }
        Ok(count)
    }
}

/// The records in the order of their keys. Most files are already sorted and stay uncopied.
fn sorted(bytes: Cow<'static, [u8]>) -> Cow<'static, [u8]> {
    let key = |record: &[u8; 16]| record.first_chunk().map_or(0, |k| u64::from_le_bytes(*k));
    let records = bytes.as_chunks::<16>().0;
    if records.is_sorted_by_key(key) {
        return bytes;
    }
    let mut records = records.to_vec();
    records.sort_by_key(key);
    Cow::Owned(records.concat())
}
