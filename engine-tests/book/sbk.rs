//! ShogiGUI's books: reading of a book that ShogiHome's code wrote, content that the format keeps,
//! its display, and joining of books.
//!
//! `data/books/shogihome.sbk` is a book of 25 positions made up here and written by the code of
//! ShogiHome 1.29.0; `shogihome.jsonl` lists what that code reads from it.

use std::path::{Path, PathBuf};

use komadai::book::{
    Book, BookAnalysis, BookJudgement, BookMove, BookOptions, Entry, MemoryBook, Notes,
};
use komadai::packed::Board;
use komadai::position::Position;
use komadai::types::SplitMix64;
use komadai_books::{Losses, save};
use serde_json::{Value, json};

use super::{START, key, random_book, read};
use crate::support::program::{komadai, output, text};
use crate::support::{mv, root};

fn data(name: &str) -> PathBuf {
    root().join("engine-tests/data/books").join(name)
}

/// The book in the form of `shogihome.jsonl`: author and description, then for each position key,
/// moves (with count and judgement), comment, games, wins and analyses.
fn listing(book: &MemoryBook) -> Vec<Value> {
    let mut lines: Vec<Value> = book
        .iter()
        .map(|(key, entry)| {
            let judged = |mv: &BookMove| mv.judgement.map_or(0, |judged| judged as u32 + 1);
            let mut moves: Vec<Value> = entry
                .moves
                .iter()
                .map(|mv| json!([mv.mv.to_string(), mv.count, judged(mv)]))
                .collect();
            moves.sort_by_key(Value::to_string);
            let notes = entry.notes.as_deref().cloned().unwrap_or_default();
            let analyses: Vec<Value> = notes
                .analyses
                .iter()
                .map(|a| {
                    json!([
                        a.value,
                        a.depth,
                        a.seldepth,
                        a.nodes.to_string(),
                        a.line,
                        a.engine
                    ])
                })
                .collect();
            let (games, black, white) = (notes.games, notes.won_black, notes.won_white);
            json!([
                key.as_str(),
                moves,
                notes.comment,
                games,
                black,
                white,
                analyses
            ])
        })
        .collect();
    lines.sort_by_key(Value::to_string);
    lines.insert(0, json!([book.author, book.description]));
    lines
}

/// Judgements, comments, results and analyses for most of a book.
fn noted(mut book: MemoryBook, rng: &mut SplitMix64) -> MemoryBook {
    let entries: Vec<_> = book
        .iter()
        .map(|(key, entry)| (key.clone(), entry.clone()))
        .collect();
    for (key, mut entry) in entries {
        for mv in &mut entry.moves {
            mv.judgement = BookJudgement::ALL.get(rng.below(6)).copied();
        }
        let analysis = BookAnalysis {
            value: rng.below(4000) as i32 - 2000,
            depth: rng.below(40) as i32,
            seldepth: rng.below(60) as i32,
            nodes: rng.next_u64() as i64,
            line: "▲７六歩".to_string(),
            engine: "駒台".to_string(),
        };
        let notes = Notes {
            comment: ["", "角換わり", "一\n二"][rng.below(3)].to_string(),
            games: rng.below(1000) as i32,
            won_black: rng.below(400) as i32,
            won_white: rng.below(400) as i32,
            analyses: vec![analysis; rng.below(2)],
        };
        entry.notes = (!notes.is_empty()).then(|| Box::new(notes));
        book.set(key, entry);
    }
    (book.author, book.description) = ("駒台".to_string(), "説明".to_string());
    book
}

#[test]
fn a_book_of_shogihome_is_read_as_shogihome_reads_it() {
    let book = read(&data("shogihome.sbk"));
    let text = std::fs::read_to_string(data("shogihome.jsonl")).unwrap();
    let mut expected: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    expected[1..].sort_by_key(Value::to_string);
    assert_eq!(listing(&book), expected);
    // Once written and read again, it is the same.
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("again.sbk");
    let losses = save(&book, &path).unwrap();
    let lost = Losses {
        plies: true,
        ..Losses::default()
    };
    assert_eq!(losses, lost);
    assert_eq!(read(&path), book);
}

#[test]
fn each_format_keeps_what_it_has_room_for_and_names_the_rest() {
    let mut rng = SplitMix64::new(40);
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let book = noted(random_book(7, 30, 40), &mut rng);
    let losses = save(&book, &file("a.sbk")).unwrap();
    let lost = Losses {
        replies: true,
        scores: true,
        depths: true,
        plies: true,
        ..Losses::default()
    };
    assert_eq!(losses, lost);
    let from_sbk = read(&file("a.sbk"));
    assert_eq!(listing(&from_sbk), listing(&book));
    for (key, entry) in from_sbk.iter() {
        assert!(entry.ply <= book.get(key, None).unwrap().ply);
        assert!(
            entry
                .moves
                .iter()
                .all(|mv| (mv.value, mv.depth, mv.reply) == (0, 0, None))
        );
    }
    save(&from_sbk, &file("b.sbk")).unwrap();
    assert_eq!(read(&file("b.sbk")), from_sbk);

    let others = Losses {
        judgements: true,
        results: true,
        analyses: true,
        author: true,
        ..Losses::default()
    };
    assert_eq!(save(&from_sbk, &file("a.db")).unwrap(), others);
    let comment = |entry: &Entry| {
        entry
            .notes
            .as_deref()
            .map_or(String::new(), |n| n.comment.clone())
    };
    let from_db = read(&file("a.db"));
    for (key, entry) in from_sbk.iter() {
        let same = from_db.get(key, None).unwrap();
        assert_eq!((same.ply, comment(same)), (entry.ply, comment(entry)));
        assert_eq!(same.moves.len(), entry.moves.len());
    }
    for on_the_fly in [false, true] {
        let mut db = Book::open(&file("a.db"), on_the_fly).unwrap();
        let found = db
            .probe(&Position::startpos(), &BookOptions::default())
            .unwrap()
            .unwrap();
        assert_eq!(
            comment(&found),
            comment(from_sbk.get(&key(&Position::startpos()), None).unwrap())
        );
    }
    let lost = Losses {
        counts: true,
        comments: true,
        ..others
    };
    assert_eq!(save(&from_sbk, &file("a.ybb")).unwrap(), lost);
    let lost = Losses {
        plies: true,
        comments: true,
        ..others
    };
    assert_eq!(save(&from_sbk, &file("a.bin")).unwrap(), lost);
}

/// Books against the rules, from other formats: the moves stay, even those that cannot be played.
#[test]
fn moves_that_cannot_be_played_and_positions_without_kings_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let (db, sbk) = (dir.path().join("a.db"), dir.path().join("a.sbk"));
    let odd = "sfen 9/9/9/9/4P4/9/9/9/9 b - 1";
    let text = format!("{START}\n7g7e\n5e5d\nP*5e\n2b3c\n7g7f\n8h2b+\n{odd}\n5e5d\n5e5d+\nR*1a\n");
    std::fs::write(&db, text).unwrap();
    let book = read(&db);
    save(&book, &sbk).unwrap();
    assert_eq!(listing(&read(&sbk)), listing(&book));
}

#[test]
fn books_are_joined_and_shown() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let book = |moves: &[(&str, u64, Option<BookJudgement>)], games, comment: &str| {
        let mut book = MemoryBook::new();
        let moves = moves.iter().map(|&(text, count, judgement)| BookMove {
            count,
            judgement,
            ..BookMove::new(mv(text))
        });
        let notes = Notes {
            comment: comment.to_string(),
            games,
            won_black: 2,
            won_white: 1,
            ..Notes::default()
        };
        let entry = Entry {
            ply: 1,
            moves: moves.collect(),
            notes: Some(Box::new(notes)),
        };
        book.set(key(&Position::startpos()), entry);
        book
    };
    let (good, bad) = (Some(BookJudgement::Good), Some(BookJudgement::Bad));
    let first = book(&[("7g7f", 3, good), ("1g1f", 5, bad)], 9, "居飛車");
    let second = book(&[("7g7f", 4, None), ("2g2f", 1, None)], 4, "振り飛車");
    for (name, book) in [("a.sbk", &first), ("b.sbk", &second)] {
        save(book, Path::new(&file(name))).unwrap();
    }
    let (ok, said, err) = komadai(&[
        "book",
        "merge",
        &file("a.sbk"),
        &file("b.sbk"),
        "--out",
        &file("c.sbk"),
    ]);
    assert!(
        ok && said.starts_with("1 positions, 3 moves") || said.starts_with("1 position, 3 moves"),
        "{said}{err}"
    );
    let joined = read(Path::new(&file("c.sbk")));
    let entry = joined.get(&key(&Position::startpos()), None).unwrap();
    let of = |text: &str| *entry.moves.iter().find(|m| m.mv == mv(text)).unwrap();
    assert_eq!((of("7g7f").count, of("7g7f").judgement), (7, good));
    assert_eq!((of("1g1f").count, of("1g1f").judgement), (5, bad));
    let notes = entry.notes.as_deref().unwrap();
    assert_eq!((notes.games, notes.won_black, notes.won_white), (13, 4, 2));
    assert_eq!(notes.comment, "居飛車\n振り飛車");

    let (ok, said, err) = komadai(&["book", "probe", &file("c.sbk")]);
    assert!(ok, "{err}");
    for part in [
        "居飛車",
        "games 13: Black won 4, White won 2, drawn 7",
        "50.0 %  good",
        "no  bad",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let (ok, said, _) = komadai(&["book", "probe", &file("c.sbk"), "--json"]);
    let answer: Value = serde_json::from_str(&said).unwrap();
    assert!(
        ok && answer["notes"]["games"] == 13 && answer["notes"]["black_wins"] == 4,
        "{said}"
    );
    let (ok, said, _) = komadai(&["book", "convert", &file("c.sbk"), &file("c.db")]);
    assert!(
        ok && said.contains("without judgements of moves, results of games"),
        "{said}"
    );
    // The position turned round has the results turned round.
    let mut opened = Book::open(Path::new(&file("a.sbk")), false).unwrap();
    let turned = Board::from(&Position::startpos())
        .turned()
        .position(1)
        .unwrap();
    let found = opened
        .probe(&turned, &BookOptions::default())
        .unwrap()
        .unwrap();
    let notes = found.notes.unwrap();
    assert_eq!((notes.won_black, notes.won_white), (1, 2));
}

/// A field of a protobuf message: its tag, and a number or bytes.
fn number(tag: u8, value: u64) -> Vec<u8> {
    let mut bytes = vec![tag << 3];
    let mut rest = value;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
    bytes
}

fn bytes(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = u8::try_from(content.len()).unwrap();
    assert!(length < 0x80);
    [&[tag << 3 | 2, length], content].concat()
}

#[test]
fn words_that_are_no_move_are_counted_and_the_first_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    // From 7g to 7f, to no square at all, and a drop of nothing.
    let moves = [0x7677, 0x11, 0x5500].map(|word| {
        let fields = [number(1, word), number(2, 0), number(3, 1), number(4, 9)];
        bytes(9, &fields.concat())
    });
    let state: Vec<u8> = (1..7)
        .flat_map(|tag| number(tag, 0))
        .chain(moves.concat())
        .collect();
    let book = [bytes(1, b""), bytes(2, b""), bytes(3, &state)].concat();
    std::fs::write(file("a.sbk"), book).unwrap();
    for (lang, words) in [
        (
            "en",
            "unreadable moves left out: 2; the first is '0x11' in position 1",
        ),
        (
            "ja",
            "意味をなさない 2 手を省きました。最初は 1 番目の局面の '0x11' です",
        ),
    ] {
        for line in [
            &["book", "info", &file("a.sbk")][..],
            &["book", "convert", &file("a.sbk"), &file("b.sbk"), "--force"],
        ] {
            let done = output(&[line, &["--lang", lang]].concat());
            let (out, err) = (text(&done.stdout), text(&done.stderr));
            assert_eq!(done.status.code(), Some(3), "{line:?}: {err}");
            assert!(out.contains(words), "{line:?}: {out}{err}");
            // A book without plies has none to lose.
            assert!(
                !out.contains("without") && !out.contains("手数なし"),
                "{out}"
            );
        }
    }
    std::fs::write(file("a.db"), format!("{START}\n7g7f none 0 0 1\n")).unwrap();
    let (ok, out, _) = komadai(&["book", "convert", &file("a.db"), &file("c.sbk")]);
    assert!(ok && out.contains("(without plies)"), "{out}");
}
