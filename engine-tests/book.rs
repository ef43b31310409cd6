//! Opening books: the files, looking positions up in them, and what the engine plays from them.

#[allow(dead_code, reason = "shared with other tests, which use the rest")]
mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use common::Session;
use komadai::book::{Book, BookKey, BookMove, BookOptions, Entry, MemoryBook, save};
use komadai::engine::{Engine, EngineOptions};
use komadai::movegen::legal_moves;
use komadai::pack::Board;
use komadai::position::Position;
use komadai::search::report::Silent;
use komadai::search::{Limits, Signals};
use komadai::types::{Move, SplitMix64};

fn key(pos: &Position) -> BookKey {
    BookKey::from(&Board::from(pos))
}

fn mv(text: &str) -> Move {
    Move::from_usi(text).unwrap()
}

/// Games of random moves from the start; every position gets some of its moves,
/// the one played among them.
fn random_book(seed: u64, games: usize, plies: usize) -> MemoryBook {
    let mut rng = SplitMix64::new(seed);
    let mut book = MemoryBook::new();
    for _ in 0..games {
        let mut pos = Position::startpos();
        for _ in 0..plies {
            let moves = legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            let mut entry = Entry {
                ply: pos.ply(),
                moves: Vec::new(),
            };
            let played = moves[rng.below(moves.len())];
            for _ in 0..1 + rng.below(4) {
                let mv = match entry.moves.is_empty() {
                    true => played,
                    false => moves[rng.below(moves.len())],
                };
                if entry.moves.iter().any(|known| known.mv == mv) {
                    continue;
                }
                let mut after = pos.clone();
                after.do_move(mv);
                let replies = legal_moves(&after);
                entry.moves.push(BookMove {
                    mv,
                    reply: (rng.below(3) > 0 && !replies.is_empty())
                        .then(|| replies[rng.below(replies.len())]),
                    value: rng.below(4001) as i32 - 2000,
                    depth: rng.below(60) as i32,
                    count: rng.below(1000) as u64,
                });
            }
            if book.get(&key(&pos), None).is_none() {
                book.set(key(&pos), entry);
            }
            pos.do_move(played);
        }
    }
    book
}

/// The moves of each position in an order of their own, changed as wanted.
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

fn read(path: &Path) -> MemoryBook {
    let whole = Book::read_whole(path, &[Position::startpos()]).unwrap();
    assert_eq!((whole.faults.count, whole.left_out), (0, 0));
    whole.book
}

#[test]
fn the_three_formats_keep_what_they_have_room_for() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let book = random_book(1, 30, 40);
    assert!(book.len() > 800);

    let losses = save(&book, &file("a.db")).unwrap();
    assert_eq!(losses.to_string(), "");
    let from_db = read(&file("a.db"));
    assert_eq!(content(&from_db, |_| ()), content(&book, |_| ()));

    let losses = save(&from_db, &file("a.ybb")).unwrap();
    assert_eq!(losses.to_string(), "without replies, counts");
    let from_ybb = read(&file("a.ybb"));
    let poorer = |entry: &mut Entry| {
        for m in &mut entry.moves {
            (m.reply, m.count) = (None, 1);
        }
    };
    assert_eq!(content(&from_ybb, |_| ()), content(&book, poorer));

    let losses = save(&from_db, &file("a.bin")).unwrap();
    assert_eq!(losses.to_string(), "without replies, depths, plies");
    let from_bin = read(&file("a.bin"));
    let poorest = |entry: &mut Entry| {
        entry.ply = 0;
        for m in &mut entry.moves {
            (m.reply, m.depth) = (None, 0);
        }
    };
    assert_eq!(content(&from_bin, |e| e.ply = 0), content(&book, poorest));
    // The shortest way from the start is at most as long as the one played.
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

/// How a `.db` file may look.
#[derive(Clone, Copy, Debug)]
struct Look {
    line_end: &'static str,
    blank_lines: bool,
    comments: bool,
    final_newline: bool,
    mark: bool,
}

/// Every combination.
fn looks() -> impl Iterator<Item = Look> {
    (0..32).map(|bits| Look {
        line_end: if bits & 1 == 0 { "\n" } else { "\r\n" },
        blank_lines: bits & 2 != 0,
        comments: bits & 4 != 0,
        final_newline: bits & 8 == 0,
        mark: bits & 16 != 0,
    })
}

/// A sorted `.db`, written by other means than the library's.
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

/// Positions of the book, turned ones, and others of random games.
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

/// Asserts that both books answer alike; returns how often they had something.
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
            // Every position is found as itself, with its ply and without.
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
    // Nothing at all is a book without positions.
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
    // One entry appended at the end, as editors do; then all the wrong way round.
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
    // What Black sees when White has opened the bishop's diagonal and Black is to move.
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
    };
    assert_eq!(entry.moves, [expected]);
    let options = BookOptions {
        flipped: false,
        ..BookOptions::default()
    };
    assert_eq!(book.probe(&turned, &options).unwrap(), None);
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
        ("e.txt", b"hello", ".db, .ybb, .bin"),
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
    // What it is counts for more than what it is called.
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
    for name in ["a.db", "a.ybb", "a.bin"] {
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
            let _ = Book::read_whole(&path, &[Position::startpos()]);
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

/// Writes a gigabyte and looks positions up in it; prints how long that takes.
#[test]
#[ignore = "writes a gigabyte to the temporary folder"]
fn looking_up_in_a_gigabyte() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("large.db");
    let known = random_book(6, 60, 40);
    let mut blocks: Vec<(&BookKey, &Entry)> = known.iter().collect();
    blocks.sort_by_key(|(key, _)| key.as_str());
    let size: u64 = 1 << 30;
    let gap = size / blocks.len() as u64;
    let mut out = BufWriter::new(std::fs::File::create(&path).unwrap());
    writeln!(out, "#YANEURAOU-DB2016 1.00").unwrap();
    for (key, entry) in &blocks {
        writeln!(out, "sfen {} {}", key.as_str(), entry.ply).unwrap();
        for m in &entry.moves {
            let (mv, value, depth, count) = (m.mv, m.value, m.depth, m.count);
            let reply = m.reply.map_or("none".to_string(), |mv| mv.to_string());
            writeln!(out, "{mv} {reply} {value} {depth} {count}").unwrap();
        }
        // Positions that stand nowhere, in their order behind this one.
        let mut written = 0;
        let mut number = 0;
        while written < gap {
            let filler = format!(
                "sfen {}~{number:08} 1\n7g7f 3c3d 10 20 1\n2g2f 8c8d 5 20 1\n",
                key.as_str()
            );
            out.write_all(filler.as_bytes()).unwrap();
            written += filler.len() as u64;
            number += 1;
        }
    }
    out.into_inner().unwrap().sync_all().unwrap();
    let start = Instant::now();
    let mut book = Book::open(&path, true).unwrap();
    println!("{}: opened in {:?}", book.size(), start.elapsed());
    let options = BookOptions {
        flipped: false,
        ..BookOptions::default()
    };
    for round in ["first", "second"] {
        let mut times = Vec::new();
        for (key, entry) in &blocks {
            let pos = Position::from_sfen(key.as_str()).unwrap();
            let start = Instant::now();
            let found = book.probe(&pos, &options).unwrap();
            times.push(start.elapsed());
            assert_eq!(found.as_ref(), Some(*entry));
        }
        times.sort();
        println!(
            "{round} time: {} look-ups, median {:?}, slowest {:?}",
            times.len(),
            times[times.len() / 2],
            times[times.len() - 1]
        );
    }
    let positions = questions(&MemoryBook::new(), &mut SplitMix64::new(3));
    let start = Instant::now();
    for pos in &positions {
        let _ = book.probe(pos, &options).unwrap();
    }
    println!(
        "{} look-ups of random positions in {:?}",
        positions.len(),
        start.elapsed()
    );
}

// What the engine plays.

/// A game in which the search would have an hour.
const LONG: &str = "go btime 3600000 wtime 3600000 byoyomi 600000";

/// A session with this text as its book.
struct Game {
    session: Session,
    _dir: tempfile::TempDir,
    path: PathBuf,
}

impl Game {
    fn new(book: &str) -> Game {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("定跡 my book.db");
        std::fs::write(&path, book).unwrap();
        let mut session = Session::start();
        session.send(&format!("setoption name BookFile value {}", path.display()));
        Game {
            session,
            _dir: dir,
            path,
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        self.session
            .send(&format!("setoption name {name} value {value}"));
    }

    /// The move, the reply and the lines before, and whether they come from the book.
    fn play(&mut self, position: &str, go: &str) -> (String, Option<String>, Vec<String>, bool) {
        self.session.send(&format!("position {position}"));
        self.session.send(go);
        let (lines, best, ponder) = self.session.bestmove();
        let progress: Vec<&String> = lines.iter().filter(|l| l.contains(" pv ")).collect();
        assert!(!progress.is_empty(), "{lines:?}");
        let from_book = progress.iter().all(|line| line.contains(" nodes 0 "));
        (best, ponder, lines, from_book)
    }

    /// Whether the start position is played from the book.
    fn plays_from_book(&mut self, position: &str) -> bool {
        self.play(position, "go movetime 10").3
    }
}

const START: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const AFTER_7G7F: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";

#[test]
fn the_first_moves_come_at_once_and_vary_without_any_setting() {
    let mut session = Session::start();
    let mut seen = Vec::new();
    for _ in 0..40 {
        session.send("position startpos");
        session.send(LONG);
        let (lines, best, _) = session.bestmove();
        assert!(
            lines
                .iter()
                .any(|l| l.contains(" nodes 0 ") && l.contains(&format!(" pv {best}")))
        );
        if !seen.contains(&best) {
            seen.push(best);
        }
    }
    assert!(seen.len() > 1, "always {seen:?}");
    let mut pos = Position::startpos();
    for text in &seen {
        pos.parse_usi_move(text).unwrap();
    }
    // The reply to ponder on is there from the first move on.
    session.send("position startpos");
    session.send(LONG);
    let (_, best, ponder) = session.bestmove();
    pos.do_move(mv(&best));
    pos.parse_usi_move(&ponder.unwrap()).unwrap();
    // A search where the user wants none of it.
    session.send("setoption name USI_OwnBook value false");
    session.send("position startpos");
    session.send("go movetime 10");
    let (lines, _, _) = session.bestmove();
    assert!(
        lines
            .iter()
            .any(|l| l.contains(" pv ") && !l.contains(" nodes 0 "))
    );
    session.quit();
}

#[test]
fn a_book_answers_with_its_line_score_and_depth() {
    let book =
        format!("{START}\n7g7f 3c3d 12 20 5\n{AFTER_7G7F}\n8c8d 2g2f -3 19 1\n3c3d none -9 7 1\n");
    let mut game = Game::new(&book);
    let (best, ponder, lines, from_book) = game.play("startpos", LONG);
    assert_eq!(
        (best.as_str(), ponder.as_deref(), from_book),
        ("7g7f", Some("3c3d"), true)
    );
    let line = lines.last().unwrap();
    assert!(
        line.starts_with("info depth 20 seldepth 20 multipv 1 score cp 12 nodes 0 "),
        "{line}"
    );
    assert!(line.ends_with(" pv 7g7f 3c3d"), "{line}");
    // Without a reply of its own, the best of what follows.
    std::fs::write(&game.path, book.replace("7g7f 3c3d 12 20 5", "7g7f none 1")).unwrap();
    let said = game.session.ask("isready", "readyok");
    assert!(
        said.iter().any(|l| l.contains("book: 2 positions")),
        "{said:?}"
    );
    let (best, ponder, lines, _) = game.play("startpos", LONG);
    assert_eq!((best.as_str(), ponder.as_deref()), ("7g7f", Some("8c8d")));
    assert!(lines.last().unwrap().ends_with(" pv 7g7f 8c8d 2g2f"));
    game.set("BookPvMoves", "1");
    let (_, ponder, lines, _) = game.play("startpos", LONG);
    assert_eq!(ponder.as_deref(), Some("8c8d"));
    assert!(lines.last().unwrap().ends_with(" pv 7g7f"));
    // Two lines, the one played first.
    game.set("MultiPV", "2");
    let (best, _, lines, from_book) = game.play("startpos moves 7g7f", LONG);
    let lines: Vec<&String> = lines.iter().filter(|l| l.contains(" pv ")).collect();
    assert!(from_book && lines.len() == 2);
    assert!(lines[0].contains("multipv 1 ") && lines[0].ends_with(&format!(" pv {best}")));
    assert!(lines[1].contains("multipv 2 "));
    game.session.quit();
}

#[test]
fn equal_moves_are_played_alike_and_bad_ones_not_at_all() {
    let book = format!("{START}\n7g7f none 10 8 90\n2g2f none 0 8 10\n5g5f none -50 8 900\n");
    let mut game = Game::new(&book);
    game.set("BookSeed", "5");
    let count = |game: &mut Game, wanted: &str| {
        (0..60)
            .filter(|_| game.play("startpos", LONG).0 == wanted)
            .count()
    };
    let sevens = count(&mut game, "7g7f");
    assert!((15..=45).contains(&sevens), "{sevens}");
    assert_eq!(count(&mut game, "5g5f"), 0);
    game.set("ConsiderBookMoveCount", "true");
    let sevens = count(&mut game, "7g7f");
    assert!((46..60).contains(&sevens), "{sevens}");
    game.set("BookEvalDiff", "99999");
    assert!(count(&mut game, "5g5f") > 40);
    game.set("BookEvalDiff", "0");
    assert_eq!(count(&mut game, "7g7f"), 60);
    // The same seed, the same moves.
    game.set("BookEvalDiff", "99999");
    game.set("ConsiderBookMoveCount", "false");
    let mut games = Vec::new();
    for seed in ["6", "7", "6"] {
        game.set("BookSeed", seed);
        let moves: Vec<String> = (0..20).map(|_| game.play("startpos", LONG).0).collect();
        games.push(moves);
    }
    assert_eq!(games[0], games[2]);
    assert_ne!(games[0], games[1]);
    game.session.quit();
}

#[test]
fn each_option_can_send_the_engine_out_of_its_book() {
    let book = format!("{START}\n7g7f none -10 8 1\n{AFTER_7G7F}\n3c3d none -10 8 1\n");
    let mut game = Game::new(&book);
    let path = game.path.display().to_string();
    assert!(game.plays_from_book("startpos"));
    for (name, out, back) in [
        ("USI_OwnBook", "false", "true"),
        ("BookMoves", "0", "1"),
        ("BookDepthLimit", "9", "8"),
        ("BookEvalBlackLimit", "-9", "-10"),
        ("BookIgnoreRate", "100", "0"),
        ("BookFile", "no_book", &path),
    ] {
        game.set(name, out);
        assert!(!game.plays_from_book("startpos"), "{name} {out}");
        game.set(name, back);
        assert!(game.plays_from_book("startpos"), "{name} {back}");
    }
    game.set("BookMoves", "200");
    // White's limit is White's alone.
    game.set("BookEvalWhiteLimit", "0");
    assert!(game.plays_from_book("startpos"));
    assert!(!game.plays_from_book("startpos moves 7g7f"));
    game.set("BookEvalWhiteLimit", "-10");
    assert!(game.plays_from_book("startpos moves 7g7f"));
    // The ply, and the other side of the board.
    let later = START.replace(" 1", " 3");
    assert!(game.plays_from_book(&later));
    game.set("IgnoreBookPly", "true");
    let turned = START.replace(" b ", " w ");
    let (best, _, _, from_book) = game.play(&turned, LONG);
    assert_eq!((best.as_str(), from_book), ("3c3d", true));
    game.set("FlippedBook", "false");
    assert!(!game.plays_from_book(&turned));
    game.set("IgnoreBookPly", "false");
    assert!(!game.plays_from_book(&later));
    assert!(game.plays_from_book("startpos"));
    game.set("BookOnTheFly", "true");
    assert!(game.plays_from_book("startpos"));
    game.session.quit();
}

#[test]
fn a_search_asked_for_in_so_many_words_is_a_search() {
    let mut game = Game::new(&format!("{START}\n7g7f none 0 8 1\n"));
    for go in ["go nodes 500", "go depth 2"] {
        assert!(!game.play("startpos", go).3, "{go}");
    }
    // As options they only make the engine weaker.
    game.set("NodesLimit", "500");
    assert!(game.play("startpos", "go btime 0 wtime 0 byoyomi 1000").3);
    let (best, _, _, from_book) = game.play("startpos", "go movetime 20 searchmoves 9g9f 1g1f");
    assert!(
        !from_book && ["9g9f", "1g1f"].contains(&best.as_str()),
        "{best}"
    );
    let (best, _, _, from_book) = game.play("startpos", "go movetime 20 searchmoves 9g9f 7g7f");
    assert!(from_book && best == "7g7f");
    game.session.send("position startpos");
    let said = game.session.ask("go mate 50", "checkmate");
    assert!(!said.iter().any(|l| l.starts_with("bestmove")));
    game.session.quit();
}

#[test]
fn nothing_is_answered_before_its_time() {
    let mut game = Game::new(&format!("{START}\n7g7f 3c3d 0 8 1\n"));
    let session = &mut game.session;
    session.sync();
    session.send("position startpos");
    session.send("go infinite");
    session.expect_no_answer();
    session.send("stop");
    let (lines, _, _) = session.bestmove();
    assert!(
        !lines.iter().any(|l| l.contains(" nodes 0 ")),
        "an analysis is a search"
    );
    for end in [
        "ponderhit",
        "stop",
        "ponderhit btime 1000 wtime 1000 byoyomi 1000",
    ] {
        session.send("go ponder btime 60000 wtime 60000 byoyomi 1000");
        session.expect_no_answer();
        session.send(end);
        let (_, best, ponder) = session.bestmove();
        assert_eq!(
            (best.as_str(), ponder.as_deref()),
            ("7g7f", Some("3c3d")),
            "{end}"
        );
    }
    // With stochastic pondering the book is asked once the move is made.
    session.send("setoption name Stochastic_Ponder value true");
    session.send("setoption name USI_Ponder value true");
    session.send("position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2 moves 3c3d");
    session.send("go ponder btime 60000 wtime 60000 byoyomi 100");
    session.expect_no_answer();
    session.send("gameover");
    session.bestmove();
    game.session.quit();
}

#[test]
fn illegal_moves_are_not_played() {
    let moves = "7g7e none 900 8 1\nP*5e none 900 8 1\n7g7f+ none 900 8 1\n2b8h none 900 8 1\n";
    let mut game = Game::new(&format!("{START}\n{moves}2g2f 8c8e -100 8 1\n"));
    for round in 0..3 {
        let (best, ponder, lines, from_book) = game.play("startpos", LONG);
        assert_eq!((best.as_str(), ponder, from_book), ("2g2f", None, true));
        let said = lines.iter().filter(|l| l.contains("illegal")).count();
        assert_eq!(said, usize::from(round == 0), "said once");
    }
    std::fs::write(&game.path, format!("{START}\n{moves}")).unwrap();
    game.session.sync();
    let (best, _, _, from_book) = game.play("startpos", "go movetime 10");
    Position::startpos().parse_usi_move(&best).unwrap();
    assert!(!from_book);
    game.session.quit();
}

#[test]
fn a_book_does_not_go_round_in_circles() {
    // Both sides know nothing but to and fro with the rook.
    let mut pos = Position::startpos();
    let mut book = String::new();
    for text in ["2h3h", "8b7b", "3h2h", "7b8b"] {
        writeln!(book, "sfen {}\n{text} none 0 8 1", pos.sfen()).unwrap();
        pos.do_move(mv(text));
    }
    let mut game = Game::new(&book);
    assert!(game.plays_from_book("startpos moves 2h3h 8b7b"));
    assert!(!game.plays_from_book("startpos moves 2h3h 8b7b 3h2h"));
    assert!(!game.plays_from_book("startpos moves 2h3h 8b7b 3h2h 7b8b"));
    game.session.quit();
}

#[test]
fn a_book_that_cannot_be_used_is_named_once_and_play_goes_on() {
    let mut game = Game::new("this is no book\n");
    let path = game.path.display().to_string();
    let said = game.session.ask("isready", "readyok");
    let about: Vec<&String> = said.iter().filter(|l| l.contains("BookFile")).collect();
    assert!(
        about.len() == 1 && about[0].contains("this is no book"),
        "{said:?}"
    );
    assert!(about[0].is_ascii(), "before readyok");
    assert!(!game.plays_from_book("startpos"));
    let said = game.session.sync();
    assert!(said.is_empty(), "{said:?}");
    // Single bad lines do not make a bad book.
    std::fs::write(&game.path, format!("{START}\n7g7f none 0 8 1\nhm\n")).unwrap();
    let said = game.session.ask("isready", "readyok");
    assert!(said.iter().any(|l| l.contains("line 3: 'hm'")), "{said:?}");
    assert!(game.plays_from_book("startpos"));
    // Gone.
    std::fs::remove_file(&game.path).unwrap();
    let said = game.session.ask("isready", "readyok");
    assert!(
        said.iter().any(|l| l.contains("BookFile: there is no ")),
        "{said:?}"
    );
    assert!(!game.plays_from_book("startpos"));
    game.set("BookFile", "internal");
    assert!(game.plays_from_book("startpos"));
    let said = game.session.options();
    assert!(said.contains(&"BookFile = internal".to_string()));
    // Back to the default.
    game.set("BookFile", "<empty>");
    assert!(
        game.session
            .options()
            .contains(&"BookFile = komadai.db".to_string())
    );
    assert!(!path.is_empty());
    game.session.quit();
}

#[test]
fn a_book_in_a_folder_goes_by_its_name_and_may_be_the_newer_format() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start_at(Path::new(env!("CARGO_BIN_EXE_komadai")), dir.path());
    session.send("setoption name Threads value 1");
    session.send("setoption name USI_Hash value 8");
    std::fs::create_dir(dir.path().join("books")).unwrap();
    let mut book = MemoryBook::new();
    book.set(
        key(&Position::startpos()),
        Entry {
            ply: 1,
            moves: vec![BookMove::new(mv("1g1f"))],
        },
    );
    for (name, folder) in [
        ("my.db", "books"),
        ("my.ybb", "books"),
        ("my.bin", "books"),
        ("my.db", "."),
    ] {
        let path = dir.path().join(folder).join(name);
        save(&book, &path).unwrap();
        session.send("setoption name BookDir value books");
        session.send(&format!("setoption name BookFile value {name}"));
        session.send("position startpos");
        session.send(LONG);
        assert_eq!(session.bestmove().1, "1g1f", "{name}");
        std::fs::remove_file(&path).unwrap();
    }
    save(&book, &dir.path().join("books/newer.ybb")).unwrap();
    session.send("setoption name BookFile value newer.db");
    session.send("position startpos");
    session.send(LONG);
    assert_eq!(session.bestmove().1, "1g1f");
    // The folder of the default name.
    std::fs::create_dir(dir.path().join("book")).unwrap();
    save(&book, &dir.path().join("book/komadai.db")).unwrap();
    session.send("setoption name BookDir value book");
    session.send("setoption name BookFile value komadai.db");
    session.send("position startpos");
    session.send(LONG);
    assert_eq!(session.bestmove().1, "1g1f");
    session.quit();
}

#[test]
fn a_search_of_the_library_never_uses_the_book() {
    let options = EngineOptions {
        threads: 1,
        hash_mib: 1,
        ..EngineOptions::default()
    };
    assert!(options.book.own_book);
    let mut engine = Engine::new(options).unwrap();
    let start = Position::startpos();
    let limits = Limits::nodes(200);
    let outcome = engine.search(&start, &limits, &Signals::new(), &Silent);
    assert!(outcome.nodes > 0);
    let outcome = engine.book_answer(&start, &limits, &Silent).unwrap();
    assert_eq!(outcome.nodes, 0);
}

// The command line.

fn komadai(args: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .args(args)
        .output()
        .unwrap();
    (
        output.status.success(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn a_book_made_in_pieces_is_the_book_made_in_one() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let make = |name: &str, positions: &str, threads: &str| {
        let out = file(name);
        let args = [
            "book",
            "make",
            "--out",
            &out,
            "--positions",
            positions,
            "--nodes",
            "300",
            "--multipv",
            "3",
            "--evaluator",
            "material",
            "--hash",
            "1",
            "--threads",
            threads,
        ];
        let (ok, said, err) = komadai(&args);
        assert!(ok, "{err}");
        said
    };
    let said = make("one.db", "45", "1");
    assert!(said.starts_with("45 positions, "), "{said}");
    let one = std::fs::read(file("one.db")).unwrap();
    // Other threads, in two goes, and with the journal cut as by a kill.
    make("two.db", "20", "3");
    let journal = file("two.db.journal");
    let text = std::fs::read(&journal).unwrap();
    std::fs::write(&journal, &text[..text.len() * 2 / 3]).unwrap();
    make("two.db", "45", "2");
    assert_eq!(std::fs::read(file("two.db")).unwrap(), one);
    // Again, from the journal alone.
    make("two.db", "45", "1");
    assert_eq!(std::fs::read(file("two.db")).unwrap(), one);
    let book = read(&dir.path().join("one.db"));
    assert_eq!(book.len(), 45);
    for (key, entry) in book.iter() {
        let pos = Position::from_sfen(key.as_str()).unwrap();
        assert!((1..=3).contains(&entry.moves.len()));
        assert!(entry.moves.iter().all(|m| pos.is_legal(m.mv)));
    }

    // Other settings, and someone else's file.
    let out = file("two.db");
    let (ok, _, err) = komadai(&[
        "book",
        "make",
        "--out",
        &out,
        "--nodes",
        "301",
        "--evaluator",
        "material",
    ]);
    assert!(
        !ok && err.contains("other settings") && err.contains("nodes=300"),
        "{err}"
    );
    std::fs::remove_file(&journal).unwrap();
    let (ok, _, err) = komadai(&["book", "make", "--out", &out]);
    assert!(!ok && err.contains("exists"), "{err}");
    assert_eq!(std::fs::read(&out).unwrap(), one);

    // Cut down to the most important positions, which hang together.
    let (cut, source) = (file("cut.ybb"), file("one.db"));
    let (ok, said, err) = komadai(&["book", "convert", &source, &cut, "--positions", "10"]);
    assert!(
        ok && said.contains("10 positions") && said.contains("without replies"),
        "{said}{err}"
    );
    let cut = read(Path::new(&cut));
    assert!(cut.get(&key(&Position::startpos()), None).is_some());
    for (key, entry) in cut.iter() {
        let whole = book.get(key, None).unwrap();
        assert!(
            entry
                .moves
                .iter()
                .all(|m| whole.moves.iter().any(|w| w.mv == m.mv))
        );
    }
}

#[test]
fn books_are_joined_converted_and_shown() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (a, b, c) = (file("a.db"), file("b.db"), file("c.db"));
    std::fs::write(&a, format!("{START}\n7g7f 3c3d 10 8 3\n7g7e none 0 0 1\n")).unwrap();
    std::fs::write(
        &b,
        format!("{START}\n7g7f 8c8d 20 9 4\n{AFTER_7G7F}\n3c3d\n"),
    )
    .unwrap();
    let (ok, said, err) = komadai(&["book", "merge", &a, &b, "--out", &c]);
    assert!(
        ok && said.starts_with("2 positions, 3 moves to "),
        "{said}{err}"
    );
    let merged = read(Path::new(&c));
    let start = merged.get(&key(&Position::startpos()), None).unwrap();
    let best = start.best().unwrap();
    assert_eq!(
        (best.value, best.depth, best.count, best.reply),
        (20, 9, 7, Some(mv("8c8d")))
    );

    let (ok, said, _) = komadai(&["book", "info", &c]);
    assert!(ok, "{said}");
    for part in [
        "DB2016",
        "positions  2",
        "3, 1 with a reply",
        "1 to 2",
        "0 to 9",
        "1 moves; the first is 7g7e",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let bin = file("c.bin");
    let (ok, said, err) = komadai(&["book", "convert", &c, &bin]);
    assert!(
        ok && said.contains("without replies, depths, plies"),
        "{said}{err}"
    );
    for (file, on_the_fly) in [(&c, false), (&c, true), (&bin, false), (&bin, true)] {
        let mut args = vec!["book", "probe", file.as_str()];
        if on_the_fly {
            args.push("--on-the-fly");
        }
        let (ok, said, err) = komadai(&args);
        assert!(ok, "{err}");
        let line = |mv: &str| {
            said.lines()
                .find(|l| l.starts_with(mv))
                .unwrap()
                .to_string()
        };
        assert!(
            line("7g7f").contains("20") && line("7g7f").ends_with("100.0 %"),
            "{said}"
        );
        assert!(line("7g7e").ends_with("illegal"), "{said}");
    }
    let (ok, said, _) = komadai(&["book", "probe", &c, "--moves", "2g2f"]);
    assert!(ok && said.contains("not in the book"));
    let (ok, _, err) = komadai(&["book", "info", &file("none.db")]);
    assert!(!ok && err.contains("none.db"), "{err}");
    let (ok, _, err) = komadai(&["book", "convert", &c, &file("c.txt")]);
    assert!(!ok && err.contains(".db, .ybb, .bin"), "{err}");
}

#[test]
fn the_book_of_our_own_is_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("book");
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
