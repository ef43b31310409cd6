//! Fuzz target for opening books. The first byte selects the file's extension.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use komadai::book::{Book, BookOptions};
use komadai::position::Position;
use libfuzzer_sys::fuzz_target;

/// One file for each ending, in memory where the system has such a place.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    match memory.is_dir() {
        true => tempfile::tempdir_in(memory).unwrap(),
        false => tempfile::tempdir().unwrap(),
    }
});

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else {
        return;
    };
    let name = ["book.db", "book.ybb", "book.bin", "book.sbk"][usize::from(first) % 4];
    let path = FOLDER.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let start = Position::startpos();
    let mut after = start.clone();
    after.do_move(after.parse_usi_move("7g7f").unwrap());
    for on_the_fly in [false, true] {
        let Ok(mut book) = Book::open(&path, on_the_fly) else {
            continue;
        };
        let _ = (book.size(), book.remark().is_some(), book.faults().count);
        for pos in [&start, &after] {
            for ignore_ply in [false, true] {
                let options = BookOptions {
                    ignore_ply,
                    ..BookOptions::default()
                };
                let _ = book.probe(pos, &options);
            }
        }
    }
    let Ok(whole) = komadai_books::read_whole(&path, &[start]) else {
        return;
    };
    // What was read can be written, and is the same when read again.
    let copy = FOLDER.path().join("copy.db");
    komadai_books::save(&whole.book, &copy).unwrap();
    let again = komadai_books::read_whole(&copy, &[]).unwrap();
    assert_eq!(again.faults.count, 0);
    assert_eq!(again.book.len(), whole.book.len());
});
