//! Reader and writer of USI position lines and of lists of SFEN positions.
//!
//! Each line is one game: `position startpos moves 7g7f ...`, the same without `position`, `sfen
//! <board> <turn> <hands> <ply> [moves ...]`, or the four fields without `sfen`. Consecutive
//! positions without moves form one game if a legal move leads from each to the next.

use super::Losses;
use super::builder::Builder;
use super::end::End;
use super::problem::{Problems, Reason};
use super::tree::{Record, Step};
use komadai::movegen::legal_moves;
use komadai::position::{MoveError, Position, SfenError};
use komadai::types::{Color, Move};

/// The end that a GUI notes as the last word of a line.
fn end_word(word: &str) -> Option<End> {
    match word {
        "resign" => Some(End::Resign),
        "win" => Some(End::Declaration),
        "timeup" => Some(End::TimeUp),
        "interrupt" | "abort" => Some(End::Interrupted),
        "rep_draw" | "sennichite" => Some(End::Repetition),
        "jishogi" | "draw" => Some(End::Impasse),
        _ => None,
    }
}

/// The start position of a line, and the words after the position.
///
/// # Errors
/// If the line does not begin with a valid position.
pub fn read_start(line: &str) -> Result<(Position, Vec<&str>), SfenError> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.first() == Some(&"position") {
        words.remove(0);
    }
    if words.first() == Some(&"startpos") {
        words.remove(0);
        return Ok((Position::startpos(), words));
    }
    if words.first() == Some(&"sfen") {
        words.remove(0);
    }
    let end = words.iter().position(|&w| w == "moves");
    let sfen_len = end.unwrap_or(words.len()).min(4);
    let rest = words.split_off(sfen_len);
    Ok((Position::from_sfen(&words.join(" "))?, rest))
}

/// Whether a line may be a position, for recognising the format. A board of too many or too few
/// ranks counts if a side to move follows.
pub(super) fn looks_like_usi(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or("");
    let ranks = first.matches('/').count() + 1;
    matches!(first, "position" | "startpos" | "sfen")
        || ranks == 9
        || ranks > 1 && matches!(words.next(), Some("b" | "w"))
}

/// The legal move that leads from one position to the other, if there is one.
fn connecting_move(from: &Position, to: &Position) -> Option<Move> {
    if from.ply() + 1 != to.ply() || from.side_to_move() == to.side_to_move() {
        return None;
    }
    legal_moves(from)
        .iter()
        .copied()
        .find(|&mv| from.key_after(mv) == to.key())
}

/// Reads all games of a text.
pub(super) fn read(text: &str, problems: &mut Problems) -> Vec<Record> {
    let mut records = Vec::new();
    // The game to which consecutive position lines are added.
    let mut list: Option<Builder> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) || line.starts_with("//") {
            continue;
        }
        // Lists of start positions have comments at the ends of lines.
        let line = line.split_once(" #").map_or(line, |(before, _)| before);
        let (start, rest) = match read_start(line) {
            Ok(found) => found,
            Err(error) => {
                problems.add(number, Reason::Line(error));
                continue;
            }
        };
        if rest.is_empty() {
            let mv = list
                .as_ref()
                .and_then(|game| connecting_move(game.pos(), &start));
            if let (Some(mv), Some(game)) = (mv, &mut list) {
                game.play(Ok::<_, MoveError>(mv), number, problems);
                continue;
            }
            let game = begin(&start);
            records.extend(list.replace(game).map(Builder::unchecked));
            continue;
        }
        records.extend(list.take().map(Builder::unchecked));
        records.push(read_moves(&start, &rest, number, problems));
    }
    records.extend(list.map(Builder::unchecked));
    records
}

/// Starts a game. SFEN writes an empty hand and an unknown hand alike, so an empty hand counts as
/// not stated.
fn begin(start: &Position) -> Builder {
    let mut game = Builder::new(start);
    for color in Color::ALL {
        if start.hand(color).is_empty() {
            game.record_mut().leave_hand_open(color);
        }
    }
    game
}

fn read_moves(start: &Position, words: &[&str], number: usize, problems: &mut Problems) -> Record {
    let mut game = begin(start);
    let words = match words.first() {
        Some(&"moves") => words.get(1..).unwrap_or(&[]),
        _ => words,
    };
    for word in words {
        match end_word(word) {
            Some(end) => game.end(end),
            None => game.play(game.pos().parse_usi_move(word), number, problems),
        }
    }
    game.unchecked()
}

/// Writes the main line as one `position` line.
pub(super) fn write_usi(record: &Record, losses: &mut Losses) -> String {
    losses.all_but_moves(record);
    let mut out = match record.is_even() {
        true => "position startpos".to_string(),
        false => format!("position sfen {}", record.start_sfen()),
    };
    let moves = record.main_moves();
    if !moves.is_empty() {
        out.push_str(" moves");
    }
    for mv in moves {
        out.push_str(&format!(" {mv}"));
    }
    out.push('\n');
    out
}

/// Writes every position of the main line as a `sfen` line.
pub(super) fn write_sfen(record: &Record, losses: &mut Losses) -> String {
    losses.all_but_moves(record);
    let mut pos = record.start();
    let mut out = format!("sfen {}\n", pos.sfen());
    for id in record.main_line() {
        if let Step::Move(mv) = record.node(id).step() {
            pos.do_move(*mv);
            out.push_str(&format!("sfen {}\n", pos.sfen()));
        }
    }
    out
}
