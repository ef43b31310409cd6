//! Look-up of positions in a sorted `.db` file by binary search, without reading it whole.

use std::cmp::Ordering;

use super::db::{Line, parse_line, position_line};
use super::entry::{Entry, add_entry, pick};
use super::file::BookFault;
use super::memory::{BookKey, trim_ply};
use super::store::Store;

/// The most bytes searched for the next position; entries of real books are far shorter.
const LONGEST_ENTRY: u64 = 1 << 20;

/// Number of places in a file that are sampled to test whether it is sorted.
const SAMPLES: u64 = 64;

/// A `.db` file of which only the needed parts are read.
pub(super) struct DbSearch {
    store: Store,
    line: Vec<u8>,
}

/// A line that begins a position.
struct Found {
    /// Offset of the line in bytes.
    start: u64,
    /// Offset of the next line in bytes.
    end: u64,
    /// The SFEN without its ply.
    key: String,
    ply: u32,
}

impl DbSearch {
    pub(super) fn new(store: Store) -> DbSearch {
        DbSearch {
            store,
            line: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> u64 {
        self.store.len()
    }

    /// Whether the file looks sorted: the order is right for positions sampled
    /// throughout the file and for all positions in the last 16 KiB, where tools
    /// append entries.
    pub(super) fn looks_sorted(&mut self) -> Result<bool, BookFault> {
        let len = self.store.len();
        let mut last: Option<Found> = None;
        let tail = len.saturating_sub(1 << 14);
        for i in 0..=SAMPLES {
            let mut at = match i {
                SAMPLES => tail,
                i => len / SAMPLES * i,
            };
            while let Some(found) = self.position_from(at)? {
                if let Some(last) = &last
                    && last.start < found.start
                    && last.key > found.key
                {
                    return Ok(false);
                }
                at = found.end;
                last = Some(found);
                if i < SAMPLES {
                    break;
                }
            }
        }
        Ok(true)
    }

    /// The entry of a position, as [`MemoryBook::get`](super::MemoryBook::get).
    pub(super) fn get(
        &mut self,
        key: &BookKey,
        ply: Option<u32>,
    ) -> Result<Option<Entry>, BookFault> {
        // The lowest offset after which the next position is not before `key`.
        let (mut low, mut high) = (0, self.store.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.position_from(middle)? {
                Some(found) if found.key.as_str().cmp(key.as_str()) == Ordering::Less => {
                    low = found.start + 1;
                }
                _ => high = middle,
            }
        }
        // The same position may be listed several times, with different plies.
        let mut entries = Vec::new();
        while let Some(found) = self.position_from(low)? {
            if found.key != key.as_str() {
                break;
            }
            let mut entry = Entry {
                ply: found.ply,
                ..Entry::default()
            };
            low = self.moves_from(found.end, &mut entry)?;
            add_entry(&mut entries, entry);
        }
        Ok(pick(&entries, ply).cloned())
    }

    /// The first position whose line begins at `at` or later.
    fn position_from(&mut self, at: u64) -> Result<Option<Found>, BookFault> {
        let mut start = match at.checked_sub(1) {
            None => 0,
            // A line may begin at `at` itself, so the search starts at the byte before.
            Some(before) => match self.read_line(before)? {
                Some(end) => end,
                None => return Ok(None),
            },
        };
        while let Some(end) = self.read_line(start)? {
            if let Some(sfen) = position_line(&self.line) {
                let (key, ply) = trim_ply(sfen);
                return Ok(Some(Found {
                    start,
                    end,
                    key: key.to_string(),
                    ply,
                }));
            }
            start = end;
            if start - at > LONGEST_ENTRY {
                return Err(BookFault::NoLine(at, LONGEST_ENTRY));
            }
        }
        Ok(None)
    }

    /// Reads the lines from offset `at` up to the next position into `entry`. Returns the offset of
    /// that position.
    fn moves_from(&mut self, mut at: u64, entry: &mut Entry) -> Result<u64, BookFault> {
        let start = at;
        while let Some(end) = self.read_line(at)? {
            let line = parse_line(&self.line);
            if matches!(line, Line::Position(_)) {
                break;
            }
            entry.take(&line);
            at = end;
            if at - start > LONGEST_ENTRY {
                break;
            }
        }
        Ok(at)
    }

    /// Reads the line from `at` to its end into `self.line`. Returns the offset of
    /// the next line, or `None` at the end of the file.
    fn read_line(&mut self, at: u64) -> Result<Option<u64>, BookFault> {
        self.line.clear();
        let mut end = at;
        loop {
            let bytes = self.store.rest_of_block(end)?;
            if bytes.is_empty() {
                return Ok((end > at).then_some(end));
            }
            let newline = bytes.iter().position(|&b| b == b'\n');
            let taken = newline.map_or(bytes.len(), |i| i + 1);
            self.line.extend_from_slice(&bytes[..taken]);
            end += taken as u64;
            if newline.is_some() {
                return Ok(Some(end));
            }
            if end - at > LONGEST_ENTRY {
                return Err(BookFault::NoLine(at, LONGEST_ENTRY));
            }
        }
    }
}
