//! Tests of looking up positions: in memory, in the file itself, and with colours swapped.

use std::fmt::Write as _;

use komadai::book::{Book, BookKey, BookMove, BookOptions, Entry, MemoryBook};
use komadai::movegen::legal_moves;
use komadai::packed::Board;
use komadai::position::Position;
use komadai::types::SplitMix64;
use komadai_books::save;

use super::{key, random_book, read};
use crate::support::mv;

/// Variants of the form of a `.db` file.
#[derive(Clone, Copy, Debug)]
struct Look {
    line_end: &'static str,
    blank_lines: bool,
    comments: bool,
    final_newline: bool,
    mark: bool,
}

/// All combinations of the variants.
fn looks() -> impl Iterator<Item = Look> {
    (0..32).map(|bits| Look {
        line_end: if bits & 1 == 0 { "\n" } else { "\r\n" },
        blank_lines: bits & 2 != 0,
        comments: bits & 4 != 0,
        final_newline: bits & 8 == 0,
        mark: bits & 16 != 0,
    })
}

/// Writes a sorted `.db` without the library's code.
fn db_text<'a>(entries: impl Iterator<Item = (&'a BookKey, &'a Entry)>, look: Look) -> Vec<u8> {
    let mut blocks: Vec<String> = Vec::new();
    for (key, entry) in entries {
        let mut block = format!("sfen {} {}\n", key.as_str(), entry.ply);
        for m in &entry.moves {
            let reply = m.reply.map_or("none".to_string(), |mv| mv.to_string());
            let BookMove {
                mv,
                value,
                depth,
                count,
                ..
            } = m;
            writeln!(block, "{mv} {reply} {value} {depth} {count}").unwrap();
            if look.comments {
                block.push_str("// 駒台\n");
            }
        }
        if look.blank_lines {
            block.push_str("\n \n");
        }
        blocks.push(block);
    }
    blocks.sort();
    let mut text = String::new();
    if look.mark {
        text.push('\u{FEFF}');
    }
    if !(look.mark && look.blank_lines) {
        text.push_str("#YANEURAOU-DB2016 1.00\n");
    }
    if look.comments {
        text.push_str("# NOE:1\n# sfen of old\n");
    }
    text.push_str(&blocks.concat());
    if !look.final_newline {
        text.truncate(text.trim_end().len());
    }
    text.replace('\n', look.line_end).into_bytes()
}

/// Positions of the book, the same with colours swapped, and other positions of random games.
fn questions(book: &MemoryBook, rng: &mut SplitMix64) -> Vec<Position> {
    let mut positions = Vec::new();
    for (key, entry) in book.iter() {
        for ply in [entry.ply, entry.ply + 2] {
            let sfen = format!("{} {ply}", key.as_str());
            let pos = Position::from_sfen(&sfen).unwrap();
            let turned = Board::from(&pos).turned().position(ply).unwrap();
            positions.extend([pos, turned]);
        }
    }
    for _ in 0..10 {
        let mut pos = Position::startpos();
        for _ in 0..rng.below(30) {
            let moves = legal_moves(&pos);
            pos.do_move(moves[rng.below(moves.len())]);
        }
        positions.push(pos);
    }
    positions
}

/// Asserts that both books give the same answers; returns the number of positions found.
fn assert_alike(a: &mut Book, b: &mut Book, positions: &[Position]) -> usize {
    let mut hits = 0;
    for pos in positions {
        for bits in 0..4 {
            let options = BookOptions {
                ignore_ply: bits & 1 != 0,
                flipped: bits & 2 != 0,
                ..BookOptions::default()
            };
            let first = a.probe(pos, &options).unwrap();
            assert_eq!(first, b.probe(pos, &options).unwrap(), "{}", pos.sfen());
            hits += usize::from(first.is_some());
        }
    }
    hits
}

#[test]
fn on_the_fly_answers_equal_those_from_memory() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("book.db");
    let mut rng = SplitMix64::new(2);
    for games in 0..6 {
        // 0 to 4 positions, then many.
        let mut book = match games {
            5 => random_book(5, 20, 20),
            n => random_book(n as u64, usize::from(n > 0), n),
        };
        if games == 5 {
            // The same position under several plies, in the order of their digits.
            for ply in [3, 11, 111] {
                book.insert(
                    key(&Position::startpos()),
                    Entry {
                        ply,
                        moves: vec![BookMove::new(mv("9g9f"))],
                        notes: None,
                    },
                );
            }
        } else {
            assert_eq!(book.len(), games);
        }
        let positions = questions(&book, &mut rng);
        for look in looks() {
            std::fs::write(&path, db_text(book.iter(), look)).unwrap();
            let mut memory = Book::open(&path, false).unwrap();
            let mut on_the_fly = Book::open(&path, true).unwrap();
            assert_eq!(memory.faults().count, 0, "{look:?}");
            assert_eq!(on_the_fly.remark(), None, "{look:?}");
            assert!(on_the_fly.size().contains("on the fly"));
            let hits = assert_alike(&mut memory, &mut on_the_fly, &positions);
            // Every position is found, with its ply and without.
            assert!(hits >= 4 * book.iter().count(), "{look:?}");
            for (key, entry) in book.iter() {
                let pos = Position::from_sfen(&format!("{} {}", key.as_str(), entry.ply)).unwrap();
                let options = BookOptions {
                    ignore_ply: false,
                    ..BookOptions::default()
                };
                assert_eq!(
                    on_the_fly.probe(&pos, &options).unwrap().as_ref(),
                    Some(entry)
                );
            }
        }
        for name in ["book.ybb", "book.bin"] {
            let path = dir.path().join(name);
            save(&book, &path).unwrap();
            let mut memory = Book::open(&path, false).unwrap();
            let mut on_the_fly = Book::open(&path, true).unwrap();
            let hits = assert_alike(&mut memory, &mut on_the_fly, &positions);
            assert!(hits >= 2 * book.len(), "{name}");
        }
    }
    // An empty file is a book without positions.
    for name in ["empty.db", "empty.bin"] {
        let path = dir.path().join(name);
        std::fs::write(&path, "").unwrap();
        for on_the_fly in [false, true] {
            let mut book = Book::open(&path, on_the_fly).unwrap();
            let found = book.probe(&Position::startpos(), &BookOptions::default());
            assert_eq!(found.unwrap(), None);
        }
    }
}

#[test]
fn an_unsorted_file_is_read_whole() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("book.db");
    let book = random_book(3, 4, 30);
    let look = looks().next().unwrap();
    let sorted = String::from_utf8(db_text(book.iter(), look)).unwrap();
    let mut blocks: Vec<String> = sorted
        .split("sfen ")
        .skip(1)
        .map(|block| format!("sfen {block}"))
        .collect();
    let check = |blocks: &[String]| {
        std::fs::write(&path, blocks.concat()).unwrap();
        let mut found = Book::open(&path, true).unwrap();
        assert!(found.remark().unwrap().contains("not sorted"));
        for (key, entry) in book.iter() {
            let pos = Position::from_sfen(&format!("{} {}", key.as_str(), entry.ply)).unwrap();
            let probed = found.probe(&pos, &BookOptions::default()).unwrap();
            assert_eq!(probed.as_ref(), Some(entry));
        }
    };
    // One entry appended at the end, as editors do; then all entries in reverse order.
    blocks.rotate_left(1);
    check(&blocks);
    blocks.reverse();
    check(&blocks);
    // Apery's books are sorted when they are read.
    let path = dir.path().join("book.bin");
    save(&book, &path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let mut records: Vec<[u8; 16]> = bytes.as_chunks().0.to_vec();
    records.rotate_left(50);
    std::fs::write(dir.path().join("rotated.bin"), records.concat()).unwrap();
    assert_eq!(read(&dir.path().join("rotated.bin")), read(&path));
}

#[test]
fn the_position_turned_round_has_the_moves_turned_round() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("book.db");
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
    std::fs::write(&path, format!("sfen {sfen}\n3c3d 2g2f -7 9 1\n")).unwrap();
    // The position after White has opened the bishop's diagonal, with Black to move.
    let turned =
        Position::from_sfen("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 2")
            .unwrap();
    let mut book = Book::open(&path, false).unwrap();
    let entry = book
        .probe(&turned, &BookOptions::default())
        .unwrap()
        .unwrap();
    let expected = BookMove {
        mv: mv("7g7f"),
        reply: Some(mv("8c8d")),
        value: -7,
        depth: 9,
        count: 1,
        judgement: None,
    };
    assert_eq!(entry.moves, [expected]);
    let options = BookOptions {
        flipped: false,
        ..BookOptions::default()
    };
    assert_eq!(book.probe(&turned, &options).unwrap(), None);
}
