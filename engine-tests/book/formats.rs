//! Tests of book formats: the content that each keeps, damaged files, files that are no books.

use std::collections::BTreeMap;

use komadai::book::{Book, BookKey, BookOptions, Entry, MemoryBook};
use komadai::position::Position;
use komadai::types::SplitMix64;
use komadai_books::{Losses, read_whole, save};

use super::{random_book, read};

/// The moves of each position in a fixed order, each changed by `change`.
fn content(book: &MemoryBook, change: impl Fn(&mut Entry)) -> BTreeMap<BookKey, Entry> {
    book.iter()
        .map(|(key, entry)| {
            let mut entry = entry.clone();
            change(&mut entry);
            entry.moves.sort_by_key(|m| m.mv);
            (key.clone(), entry)
        })
        .collect()
}

#[test]
fn the_three_formats_keep_what_they_have_room_for() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let book = random_book(1, 30, 40);
    assert!(book.len() > 800);

    let losses = save(&book, &file("a.db")).unwrap();
    assert_eq!(losses, Losses::default());
    let from_db = read(&file("a.db"));
    assert_eq!(content(&from_db, |_| ()), content(&book, |_| ()));

    let losses = save(&from_db, &file("a.ybb")).unwrap();
    let lost = Losses {
        replies: true,
        counts: true,
        ..Losses::default()
    };
    assert_eq!(losses, lost);
    let from_ybb = read(&file("a.ybb"));
    let poorer = |entry: &mut Entry| {
        for m in &mut entry.moves {
            (m.reply, m.count) = (None, 1);
        }
    };
    assert_eq!(content(&from_ybb, |_| ()), content(&book, poorer));

    let losses = save(&from_db, &file("a.bin")).unwrap();
    let lost = Losses {
        replies: true,
        depths: true,
        plies: true,
        ..Losses::default()
    };
    assert_eq!(losses, lost);
    let from_bin = read(&file("a.bin"));
    let poorest = |entry: &mut Entry| {
        entry.ply = 0;
        for m in &mut entry.moves {
            (m.reply, m.depth) = (None, 0);
        }
    };
    assert_eq!(content(&from_bin, |e| e.ply = 0), content(&book, poorest));
    // The ply by the shortest way from the start is at most the ply in the game.
    for (key, entry) in from_bin.iter() {
        assert!(entry.ply <= book.get(key, None).unwrap().ply);
    }

    // Once more round: the same book, and from then on byte for byte. (Where
    // counts are lost, moves of equal value may change places the first time.)
    for (between, kind, source) in [
        ("b.db", "db", &from_db),
        ("d.db", "ybb", &from_ybb),
        ("f.db", "bin", &from_bin),
    ] {
        let (second, third) = (format!("second.{kind}"), format!("third.{kind}"));
        save(source, &file(between)).unwrap();
        save(&read(&file(between)), &file(&second)).unwrap();
        let again = read(&file(&second));
        assert_eq!(content(&again, |_| ()), content(source, |_| ()), "{kind}");
        save(&again, &file(&third)).unwrap();
        let bytes = |name: &str| std::fs::read(file(name)).unwrap();
        assert!(bytes(&second) == bytes(&third), "{kind}");
    }
    assert!(save(&book, &file("a.txt")).is_err());
}

#[test]
fn what_is_no_book_is_said_to_be_none() {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes, part) in [
        ("a.db", &b"hello\nworld\n"[..], "line 1 is 'hello'"),
        ("b.db", &[0xFFu8; 3000], "no position"),
        (
            "c.ybb",
            b"YANE-BINBOOK-V2\0aaaaaaaaaaaaaaaa",
            "YANE-BINBOOK-V1",
        ),
        ("d.bin", b"123456789", "16-byte records"),
        ("e.txt", b"hello", ".db, .ybb, .bin, .sbk"),
        ("h.sbk", b"\x1a\x20hello", "protobuf"),
        ("i.sbk", &[0xFFu8; 3000], "protobuf"),
        ("j.sbk", b"", "no position"),
    ] {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let error = Book::open(&path, false).err().unwrap().to_string();
        assert!(error.contains(part) && error.contains(name), "{error}");
    }
    let endless = dir.path().join("f.db");
    std::fs::write(&endless, vec![b'x'; 3 << 20]).unwrap();
    let error = Book::open(&endless, true).err().unwrap().to_string();
    assert!(error.contains("sfen"), "{error}");
    // The content of a file decides its format, not its name.
    let book = random_book(9, 1, 3);
    let path = dir.path().join("g.ybb");
    save(&book, &path).unwrap();
    std::fs::rename(&path, dir.path().join("g.db")).unwrap();
    assert_eq!(read(&dir.path().join("g.db")).len(), book.len());
    assert!(Book::open(&dir.path().join("none.db"), false).is_err());
}

/// Random bytes in place of some of a book's: errors are fine, panics are not.
#[test]
fn damaged_books_never_panic() {
    let dir = tempfile::tempdir().unwrap();
    let book = random_book(4, 3, 20);
    let mut rng = SplitMix64::new(11);
    for name in ["a.db", "a.ybb", "a.bin", "a.sbk"] {
        let path = dir.path().join(name);
        save(&book, &path).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for _ in 0..60 {
            let mut bytes = whole.clone();
            for _ in 0..1 + rng.below(20) {
                let at = rng.below(bytes.len());
                bytes[at] = rng.next_u64() as u8;
            }
            bytes.truncate(bytes.len() - rng.below(2) * rng.below(bytes.len()));
            std::fs::write(&path, &bytes).unwrap();
            let _ = read_whole(&path, &[Position::startpos()]);
            for on_the_fly in [false, true] {
                let Ok(mut opened) = Book::open(&path, on_the_fly) else {
                    continue;
                };
                for (key, _) in book.iter() {
                    let pos = Position::from_sfen(key.as_str()).unwrap();
                    let _ = opened.probe(&pos, &BookOptions::default());
                }
            }
        }
    }
}

#[test]
fn the_book_of_our_own_is_sound() {
    let folder = crate::support::root().join("book");
    for (name, most) in [("komadai.db", 4 << 20), ("embedded.ybb", 100 << 10)] {
        let path = folder.join(name);
        assert!(std::fs::metadata(&path).unwrap().len() <= most);
        let book = read(&path);
        assert!(book.len() > 100, "{name}");
        for (key, entry) in book.iter() {
            let pos = Position::from_sfen(key.as_str()).unwrap();
            assert!(!entry.moves.is_empty());
            for m in &entry.moves {
                assert!(pos.is_legal(m.mv), "{name}: {} in {}", m.mv, key.as_str());
                let mut after = pos.clone();
                after.do_move(m.mv);
                assert!(m.reply.is_none_or(|reply| after.is_legal(reply)));
            }
        }
    }
}
