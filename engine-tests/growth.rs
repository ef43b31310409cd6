//! Growth of memory with the input: twice the input takes at most two and a half times as much.
//! Counted in bytes, so that the machine makes no difference.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at the first surprise"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Write;

use komadai::position::Position;
use komadai_books::read_whole;
use komadai_records::{Format, Record, WriteOptions, read_bytes, write_bytes};

/// Counts the bytes that this thread holds.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = HELD.try_with(|held| {
            held.set(held.get() + layout.size());
            let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
        });
        // SAFETY: the caller's promise is the system allocator's condition.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        let _ = HELD.try_with(|held| held.set(held.get().saturating_sub(layout.size())));
        // SAFETY: as above.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most bytes held during some work, beside those held before.
fn bytes_of<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = HELD.get();
    MOST.set(before);
    let result = work();
    (MOST.get() - before, result)
}

/// Asserts that the bytes for 4,000 are at most two and a half times those for 2,000.
fn assert_linear(what: &str, bytes: impl Fn(usize) -> usize) {
    let (once, twice) = (bytes(2000), bytes(4000));
    assert!(once > 0 && 2 * twice <= 5 * once, "{what}: {once}, {twice}");
}

/// A game in which two golds walk to and fro.
fn game(moves: usize) -> Record {
    let walk = ["4i4h", "4a4b", "4h4i", "4b4a"];
    let mut text = String::from("startpos moves");
    for mv in walk.iter().cycle().take(moves) {
        write!(text, " {mv}").unwrap();
    }
    let mut reading = read_bytes(text.as_bytes(), Some("usi")).unwrap();
    reading.records.remove(0)
}

#[test]
fn records_are_written_in_memory_that_grows_with_them() {
    for extension in ["jkf", "kifu", "ki2u", "csa", "usi", "sfen"] {
        let (format, options): (Format, WriteOptions) =
            WriteOptions::for_extension(extension).unwrap();
        assert_linear(extension, |moves| {
            let record = [game(moves)];
            let (bytes, written) = bytes_of(|| write_bytes(&record, format, options));
            // The text several times, and the moves with their positions; values of JSON take ten
            // times as much.
            let most = 8 * written.bytes.len() + 400 * moves;
            assert!(bytes <= most, "{extension}: {bytes} for {moves} moves");
            bytes
        });
    }
}

#[test]
fn a_book_holds_as_much_however_often_it_names_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    let entries = |sections: usize| {
        let mut text = String::from("#YANEURAOU-DB2016 1.00\n");
        for ply in 1..=sections {
            let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
            write!(text, "sfen {sfen} b - {ply}\n7g7f none 1 1\n").unwrap();
        }
        std::fs::write(&path, text).unwrap();
        let whole = read_whole(&path, &[Position::startpos()]).unwrap();
        whole.book.iter().count()
    };
    // Each section is compared with the entries before it, of which each move number has one.
    let (once, twice) = (entries(12_000), entries(24_000));
    assert!(0 < once && once == twice, "{once}, {twice}");
}
