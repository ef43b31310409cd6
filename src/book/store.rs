//! The bytes of a book, in memory or in a file that is read block by block.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Number of bytes that are read from a file at once.
const BLOCK: u64 = 4096;

/// The bytes of a book, readable at any offset.
pub(super) enum Store {
    Memory(Cow<'static, [u8]>),
    File(Blocks),
}

/// Number of bytes that are read to recognise the format of a book.
const START: u64 = 64;

/// An open file of a book, with its first bytes. It is opened only once, because a pipe cannot be
/// read again.
pub(super) struct BookFile {
    start: Vec<u8>,
    file: File,
}

impl BookFile {
    /// Opens a file and reads its first bytes.
    pub(super) fn open(path: &Path) -> io::Result<BookFile> {
        let mut start = Vec::new();
        let mut file = File::open(path)?;
        file.by_ref().take(START).read_to_end(&mut start)?;
        Ok(BookFile { start, file })
    }

    /// The first bytes, 64 unless there are fewer.
    pub(super) fn start(&self) -> &[u8] {
        &self.start
    }

    /// Whether any part of the file can be read at any time, unlike those of a pipe.
    pub(super) fn can_seek(&self) -> bool {
        (&self.file).stream_position().is_ok()
    }

    /// A reader of all bytes.
    pub(super) fn reader(self) -> impl Read {
        io::Cursor::new(self.start).chain(self.file)
    }

    /// All bytes.
    pub(super) fn bytes(mut self) -> io::Result<Vec<u8>> {
        self.file.read_to_end(&mut self.start)?;
        Ok(self.start)
    }
}

/// An open file and the block that was read last.
pub(super) struct Blocks {
    file: File,
    len: u64,
    block: Vec<u8>,
    block_at: u64,
}

impl Store {
    /// The bytes of a file; it is read at each request if `on_the_fly`, else at once.
    pub(super) fn new(opened: BookFile, on_the_fly: bool) -> io::Result<Store> {
        if !on_the_fly {
            return Ok(Store::Memory(Cow::Owned(opened.bytes()?)));
        }
        let mut file = opened.file;
        // Unlike the length in the metadata, this also works for devices.
        let len = file.seek(SeekFrom::End(0))?;
        Ok(Store::File(Blocks {
            file,
            len,
            block: Vec::new(),
            block_at: 0,
        }))
    }

    /// Number of bytes.
    pub(super) fn len(&self) -> u64 {
        match self {
            Store::Memory(bytes) => bytes.len() as u64,
            Store::File(file) => file.len,
        }
    }

    /// Bytes from offset `at` on, up to the end of a block or of the store; none only
    /// if `at` is at the end or beyond it.
    pub(super) fn rest_of_block(&mut self, at: u64) -> io::Result<&[u8]> {
        match self {
            Store::Memory(bytes) => {
                let at = usize::try_from(at).unwrap_or(usize::MAX);
                Ok(bytes.get(at..).unwrap_or_default())
            }
            Store::File(file) => {
                let start = at - at % BLOCK;
                if file.block.is_empty() || file.block_at != start {
                    // If reading fails, `file.block` stays empty and is not used.
                    let mut block = std::mem::take(&mut file.block);
                    block.clear();
                    file.file.seek(SeekFrom::Start(start))?;
                    Read::by_ref(&mut file.file)
                        .take(BLOCK)
                        .read_to_end(&mut block)?;
                    file.block = block;
                    file.block_at = start;
                }
                let skip = (at % BLOCK) as usize;
                Ok(file.block.get(skip..).unwrap_or_default())
            }
        }
    }

    /// Fills `out` with the bytes from `at` on.
    ///
    /// # Errors
    /// If reading fails or the store ends too early.
    pub(super) fn read_at(&mut self, at: u64, out: &mut [u8]) -> io::Result<()> {
        let mut done = 0;
        while done < out.len() {
            let bytes = self.rest_of_block(at + done as u64)?;
            if bytes.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let n = bytes.len().min(out.len() - done);
            out[done..done + n].copy_from_slice(&bytes[..n]);
            done += n;
        }
        Ok(())
    }

    /// The `N` bytes from offset `at` on; errors as in [`Store::read_at`].
    pub(super) fn array<const N: usize>(&mut self, at: u64) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.read_at(at, &mut bytes)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn files_and_memory_hold_the_same_bytes() {
        let mut rng = SplitMix64::new(1);
        let dir = tempfile::tempdir().unwrap();
        for len in [0, 1, 4095, 4096, 4097, 10_000] {
            let bytes: Vec<u8> = (0..len).map(|_| rng.next_u64() as u8).collect();
            let path = dir.path().join("bytes");
            std::fs::write(&path, &bytes).unwrap();
            for on_the_fly in [false, true] {
                let file = BookFile::open(&path).unwrap();
                let mut store = Store::new(file, on_the_fly).unwrap();
                assert_eq!(store.len(), len as u64);
                for _ in 0..200 {
                    let at = rng.below(len + 10);
                    let count = rng.below(6000);
                    let mut out = vec![0; count];
                    let read = store.read_at(at as u64, &mut out);
                    match bytes.get(at..at + count) {
                        Some(expected) => assert_eq!(out, expected),
                        None => assert!(read.is_err() || count == 0),
                    }
                }
            }
        }
    }
}
