//! The text of YaneuraOu's DB2016 books (`.db`).
//!
//! ```text
//! #YANEURAOU-DB2016 1.00
//! sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
//! 7g7f 3c3d 12 20 3
//! ```
//!
//! After the move come the reply or `none`, the score in centipawns, the depth and
//! the count; missing fields count as `none`, 0, 0 and 1. `#` and `//` begin comments; those between
//! a position and its first move are kept.

use std::io::{self, BufRead};

use super::entry::{BookMove, Entry};
use super::memory::{BookKey, MemoryBook, trim_ply};
use super::notes::join_text;
use crate::packed::Board;
use crate::position::Setup;
use crate::types::Move;

/// A line of the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// A blank line.
    Nothing,
    /// A comment, without its mark and line end; one between a position and its first move is
    /// about the position.
    Comment(&'a [u8]),
    /// The SFEN of the position to which the following moves belong.
    Position(&'a str),
    /// A move of the position above.
    Move(BookMove),
    /// A line with `none` or `resign` in place of a move.
    NoMove,
    /// Any other line, which is a fault.
    Bad,
}

/// A byte order mark, which some editors put before the first line.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The text of a line up to the first byte that is not ASCII. Only comments have
/// such bytes, in any encoding.
fn ascii(line: &[u8]) -> &str {
    let line = line.strip_prefix(BOM).unwrap_or(line);
    let end = line.iter().position(|b| !b.is_ascii());
    let line = line.get(..end.unwrap_or(line.len())).unwrap_or_default();
    std::str::from_utf8(line).unwrap_or_default().trim_ascii()
}

/// The SFEN of a line that begins a position; `None` for other lines.
pub(super) fn position_line(line: &[u8]) -> Option<&str> {
    let rest = ascii(line).strip_prefix("sfen")?;
    rest.starts_with([' ', '\t']).then(|| rest.trim_ascii())
}

/// Parses one line, with or without its line end.
pub(super) fn parse_line(line: &[u8]) -> Line<'_> {
    let text = ascii(line);
    if let Some(sfen) = position_line(line) {
        return Line::Position(sfen);
    }
    let line = line.strip_prefix(BOM).unwrap_or(line).trim_ascii_end();
    for mark in [&b"#"[..], b"//"] {
        if let Some(comment) = line.trim_ascii_start().strip_prefix(mark) {
            return Line::Comment(comment);
        }
    }
    let mut fields = text.split_ascii_whitespace();
    let Some(first) = fields.next() else {
        // A line that begins with other than ASCII characters has no comment mark.
        return match line.is_empty() {
            true => Line::Nothing,
            false => Line::Bad,
        };
    };
    if is_none(first) {
        return Line::NoMove;
    }
    let Ok(mv) = Move::from_usi(first) else {
        return Line::Bad;
    };
    let mut book_move = BookMove::new(mv);
    if let Some(reply) = fields.next() {
        match Move::from_usi(reply) {
            Ok(reply) => book_move.reply = Some(reply),
            Err(_) if is_none(reply) => {}
            Err(_) => return Line::Bad,
        }
    }
    let mut number = |default: i64| match fields.next() {
        None => Ok(default),
        Some(text) if is_none(text) => Ok(default),
        Some(text) => text.parse::<i64>(),
    };
    let (Ok(value), Ok(depth)) = (number(0), number(0)) else {
        return Line::Bad;
    };
    book_move.value = clamp(value);
    book_move.depth = clamp(depth);
    // The count may be left out. A word after the depth that is no number begins a comment.
    if let Some(count) = fields.next().and_then(|text| text.parse().ok()) {
        book_move.count = count;
    }
    Line::Move(book_move)
}

fn is_none(text: &str) -> bool {
    text.eq_ignore_ascii_case("none") || text == "resign"
}

fn clamp(number: i64) -> i32 {
    const LIMIT: i64 = 1_000_000;
    number.clamp(-LIMIT, LIMIT) as i32
}

/// The lines of a book that could not be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Number of lines.
    pub count: u64,
    /// The first such line: its number, from 1, and its first 60 characters.
    pub first: Option<(u64, String)>,
}

impl Faults {
    pub(super) fn add(&mut self, number: u64, line: &[u8]) {
        self.count += 1;
        self.first.get_or_insert_with(|| {
            let text = String::from_utf8_lossy(line);
            (number, text.trim_end().chars().take(60).collect())
        });
    }
}

impl Entry {
    /// Takes a line that follows the position's line. Returns whether the line belongs to an entry.
    pub(super) fn take(&mut self, line: &Line<'_>) -> bool {
        match line {
            Line::Move(book_move) => self.add(*book_move),
            Line::Comment(text) if self.moves.is_empty() => {
                let comment = &mut self.notes.get_or_insert_default().comment;
                join_text(comment, &String::from_utf8_lossy(text), "\n");
            }
            Line::Comment(_) | Line::Nothing | Line::NoMove => {}
            Line::Position(_) | Line::Bad => return false,
        }
        true
    }
}

/// Reads a whole book, sorted or not. Unusable lines are skipped and returned as [`Faults`].
///
/// # Errors
/// Those of `input`.
pub fn read(mut input: impl BufRead) -> io::Result<(MemoryBook, Faults)> {
    let mut book = MemoryBook::new();
    let mut faults = Faults::default();
    let mut current: Option<(BookKey, Entry)> = None;
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        number += 1;
        let parsed = parse_line(&line);
        if let Line::Position(sfen) = parsed {
            if let Some((key, entry)) = current.take() {
                book.insert(key, entry);
            }
            current = canonical(sfen).map(|(key, ply)| {
                let entry = Entry {
                    ply,
                    ..Entry::default()
                };
                (key, entry)
            });
        }
        let fits = match (&mut current, &parsed) {
            (current, Line::Position(_)) => current.is_some(),
            (Some((_, entry)), line) => entry.take(line),
            (None, line) => matches!(line, Line::Nothing | Line::Comment(_) | Line::NoMove),
        };
        if !fits {
            faults.add(number, &line);
        }
    }
    if let Some((key, entry)) = current {
        book.insert(key, entry);
    }
    Ok((book, faults))
}

/// The key and ply of an SFEN; its hands may be written in any order. `None` if it is no position.
fn canonical(sfen: &str) -> Option<(BookKey, u32)> {
    let (text, ply) = trim_ply(sfen);
    let board = Board::try_from(&Setup::parse(text).ok()?).ok()?;
    Some((BookKey::from(&board), ply))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_kind() {
        let mv = |text: &str| Move::from_usi(text).unwrap();
        let full = BookMove {
            mv: mv("7g7f"),
            reply: Some(mv("P*3d")),
            value: -12,
            depth: 20,
            count: 3,
            judgement: None,
        };
        for text in [
            "7g7f P*3d -12 20 3",
            " 7g7f\tP*3d  -12 20 3 a comment\r\n",
            "7g7f P*3d -12 20 3 \u{99d2}",
        ] {
            assert_eq!(parse_line(text.as_bytes()), Line::Move(full), "{text}");
        }
        let bare = BookMove::new(mv("7g7f"));
        for text in [
            "7g7f",
            "7g7f none",
            "7g7f None none none",
            "7g7f resign 0 0",
            "7g7f none 0 0 // hm",
        ] {
            assert_eq!(parse_line(text.as_bytes()), Line::Move(bare), "{text}");
        }
        for text in ["", "\r\n", " \t", "\u{FEFF}"] {
            assert_eq!(parse_line(text.as_bytes()), Line::Nothing, "{text:?}");
        }
        for text in ["# hm", "\u{FEFF}# hm\r\n", "// hm"] {
            assert_eq!(
                parse_line(text.as_bytes()),
                Line::Comment(b" hm"),
                "{text:?}"
            );
        }
        for text in ["none", "resign none 0 0"] {
            assert_eq!(parse_line(text.as_bytes()), Line::NoMove, "{text:?}");
        }
        for text in [
            "7g",
            "7g7f 3c3",
            "7g7f none x",
            "sfenx",
            "\u{99d2}",
            "7g7f none 9999999999999999999999",
        ] {
            assert_eq!(parse_line(text.as_bytes()), Line::Bad, "{text:?}");
        }
        assert_eq!(
            parse_line(b"sfen 9/9 b - 1\r\n"),
            Line::Position("9/9 b - 1")
        );
        assert_eq!(
            parse_line(b"\xEF\xBB\xBFsfen 9/9 b -"),
            Line::Position("9/9 b -")
        );
    }

    #[test]
    fn hands_in_another_order_are_the_same_position() {
        let text = "sfen 4k4/9/9/9/9/9/9/9/4K4 b PRp2P 7\nP*5e\nsfen 4k4/9/9/9/9/9/9/9/4K4 b R3Pp 7\nR*5e none 5\n";
        let (book, faults) = read(text.as_bytes()).unwrap();
        assert_eq!((book.len(), faults), (1, Faults::default()));
        let (_, entry) = book.iter().next().unwrap();
        assert_eq!((entry.ply, entry.moves.len()), (7, 2));
    }

    #[test]
    fn faulty_lines_are_counted_and_the_first_is_named() {
        let text = "7g7f\nsfen 9/9 b - 1\n7g7f\nsfen 4k4/9/9/9/9/9/9/9/4K4 b P 1\nP*5e\nhm\n";
        let (book, faults) = read(text.as_bytes()).unwrap();
        assert_eq!(faults.count, 4);
        assert_eq!(faults.first, Some((1, "7g7f".to_string())));
        assert_eq!(book.len(), 1);
    }
}
