//! Reader of JKF, the JSON game records of na2hiro's json-kifu-format.

use serde_json::{Map, Value};

use super::builder::Builder;
use super::csa::from_csa_piece;
use super::end::End;
use super::problem::{Problems, Reason, StartFault};
use super::tree::{NodeId, Record};
use crate::Handicap;
use crate::notation::{JapaneseMove, Motion, MoveNotation, NotationError, Relative, Side};
use komadai::position::{Position, Setup};
use komadai::types::{Color, Move, Piece, PieceType, Square};

/// Names of the handicap positions: JKF preset, and English name in [`Handicap`].
pub(super) const PRESETS: [(&str, &str); 15] = [
    ("KY", "lance"),
    ("KY_R", "right-lance"),
    ("KA", "bishop"),
    ("HI", "rook"),
    ("HIKY", "rook-lance"),
    ("2", "two"),
    ("3", "three"),
    ("4", "four"),
    ("5", "five"),
    ("5_L", "left-five"),
    ("6", "six"),
    ("7_L", "left-seven"),
    ("7_R", "right-seven"),
    ("8", "eight"),
    ("10", "ten"),
];

/// Reads a sequence of JSON values, each a game or an array of games. If the text breaks off, its
/// complete part is kept.
pub(super) fn read(text: &str, problems: &mut Problems) -> Vec<Record> {
    let mut games = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let value = value.unwrap_or_else(|error| {
            let line = error.line();
            let is_first = games.is_empty();
            let before = before_error(text, line, error.column()).filter(|_| is_first);
            let reason = match before {
                Some(_) => Reason::BrokenJson(error.to_string()),
                None => Reason::NoJson(error.to_string()),
            };
            problems.add(line, reason);
            before.unwrap_or(Value::Array(Vec::new()))
        });
        match value {
            Value::Array(several) => games.extend(several),
            game => games.push(game),
        }
    }
    games
        .iter()
        .filter_map(|game| read_game(game, problems))
        .collect()
}

/// The fields that an entry of the moves may have.
const FIELDS: [&str; 5] = ["move", "special", "time", "comments", "forks"];

fn has_field(entry: &Value) -> bool {
    FIELDS.iter().any(|field| entry.get(field).is_some())
}

/// Whether a value has the fields of a game. Other programs' JSON may also have `moves`.
fn is_game(value: &Value) -> bool {
    let Value::Object(fields) = value else {
        return false;
    };
    let has_head = ["header", "initial"]
        .iter()
        .any(|&key| fields.get(key).is_some_and(Value::is_object));
    let has_moves = match fields.get("moves") {
        Some(Value::Array(entries)) if entries.is_empty() => fields.len() == 1,
        Some(Value::Array(entries)) => {
            let is_empty = |entry: &Value| entry.as_object().is_some_and(Map::is_empty);
            entries.iter().any(has_field) || entries.iter().all(is_empty)
        }
        _ => false,
    };
    has_head || has_moves
}

/// A field that is there and not null.
fn field<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    value.get(key).filter(|found| !found.is_null())
}

/// A field as `read` takes it; one that it refuses is named.
fn typed<'a, T>(
    value: &'a Value,
    key: &str,
    read: impl FnOnce(&'a Value) -> Option<T>,
    problems: &mut Problems,
) -> Option<T> {
    let found = field(value, key)?;
    let content = read(found);
    if content.is_none() {
        foreign(shown(key, found), problems);
    }
    content
}

fn shown(key: &str, value: &Value) -> String {
    format!("\"{key}\":{value}")
}

/// Names a part that has no meaning in JKF.
fn foreign(text: String, problems: &mut Problems) {
    problems.add(0, Reason::Unknown(text.chars().take(60).collect()));
}

fn read_game(game: &Value, problems: &mut Problems) -> Option<Record> {
    if !is_game(game) {
        problems.add(0, Reason::NoJkf);
        return None;
    }
    let header = typed(game, "header", Value::as_object, problems);
    let initial = typed(game, "initial", |v| v.is_object().then_some(v), problems);
    let name = header.and_then(|header| header.get("手合割")?.as_str());
    let (start, start_is_bad) = match read_initial(initial, name) {
        Ok(start) => (start, false),
        Err(fault) => {
            problems.add(0, Reason::Start(fault));
            (Position::startpos(), true)
        }
    };
    let mut builder = Builder::new(&start);
    for (key, value) in header.into_iter().flatten() {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        problems.add_header(0, &mut builder.record_mut().headers, key, &text);
    }
    if start_is_bad {
        builder.skip_line();
    }
    if let Some(entries) = typed(game, "moves", Value::as_array, problems) {
        // The first entry stands for the start position and may be empty.
        let is_first = |entry: &Value| entry.is_object() && !has_field(entry);
        let entries = match entries.split_first() {
            Some((first, rest)) if is_first(first) => rest,
            _ => entries,
        };
        read_line(entries, &mut builder, problems);
    }
    Some(builder.finish(problems))
}

/// The start position. A game without one starts from the handicap that its header names.
fn read_initial(initial: Option<&Value>, name: Option<&str>) -> Result<Position, StartFault> {
    let Some(initial) = initial.filter(|v| !v.is_null()) else {
        let handicap = name.and_then(Handicap::find);
        let sfen = handicap.and_then(|handicap| Position::from_sfen(handicap.sfen).ok());
        return Ok(sfen.unwrap_or_else(Position::startpos));
    };
    let data = initial.get("data").filter(|v| !v.is_null());
    let preset = field(initial, "preset");
    let unread = |preset: &Value| StartFault::Preset(preset.to_string());
    let preset = preset
        .map(|preset| preset.as_str().ok_or_else(|| unread(preset)))
        .transpose()?;
    match (preset, data) {
        (Some("HIRATE"), _) | (None, None) => Ok(Position::startpos()),
        (Some("OTHER") | None, Some(data)) => read_data(data),
        (Some("OTHER"), None) => Err(StartFault::NoData),
        (Some(preset), _) => PRESETS
            .iter()
            .find(|(name, _)| *name == preset)
            .and_then(|(_, name)| Handicap::find(name))
            .and_then(|handicap| Position::from_sfen(handicap.sfen).ok())
            .ok_or_else(|| StartFault::Preset(preset.to_string())),
    }
}

fn read_color(value: Option<&Value>) -> Option<Color> {
    match value?.as_u64()? {
        0 => Some(Color::Black),
        1 => Some(Color::White),
        _ => None,
    }
}

fn read_data(data: &Value) -> Result<Position, StartFault> {
    let unknown = |key: &str, value: &Value| {
        StartFault::Unknown(shown(key, value).chars().take(40).collect())
    };
    let side = match field(data, "color") {
        Some(color) => read_color(Some(color)).ok_or_else(|| unknown("color", color))?,
        None => Color::Black,
    };
    let mut setup = Setup {
        side,
        ..Setup::default()
    };
    let cell = |file: usize, rank: usize| data.get("board")?.get(file)?.get(rank);
    for sq in Square::all() {
        let (file, rank) = (usize::from(sq.file()), usize::from(sq.rank()));
        let cell = cell(file, rank).ok_or(StartFault::Board)?;
        let Some(kind) = field(cell, "kind") else {
            continue;
        };
        let name = kind.as_str().ok_or_else(|| unknown("kind", kind))?;
        let kind = from_csa_piece(name).ok_or_else(|| StartFault::Piece(name.to_string()))?;
        let color = read_color(cell.get("color")).ok_or_else(|| StartFault::Owner {
            piece: name.to_string(),
            square: sq,
        })?;
        setup.board[sq.index()] = Some(Piece::new(color, kind));
    }
    let hands = field(data, "hands");
    for (color, hand) in Color::ALL.into_iter().zip(0usize..) {
        let counts = match hands {
            Some(Value::Array(hands)) => hands.get(hand).filter(|v| !v.is_null()),
            Some(other) => return Err(unknown("hands", other)),
            None => None,
        };
        let counts = match counts {
            Some(Value::Object(counts)) => counts,
            Some(other) => return Err(unknown("hands", other)),
            None => continue,
        };
        for (name, count) in counts {
            let kind = from_csa_piece(name).ok_or_else(|| StartFault::Piece(name.clone()))?;
            let count = count.as_u64().and_then(|n| u32::try_from(n).ok());
            let count = count.filter(|&n| n <= 99);
            let count = count.ok_or_else(|| StartFault::Count(name.clone()))?;
            if count > 0 && !PieceType::HAND.contains(&kind) {
                return Err(StartFault::NotHeld(name.clone()));
            }
            setup.hands[color.index()][kind.index()] = count;
        }
    }
    Ok(Position::from_setup(&setup)?)
}

/// Reads a line of play from the builder's current node, then its forks. Recursive; the JSON
/// parser's limit on nesting bounds the depth.
fn read_line(entries: &[Value], game: &mut Builder, problems: &mut Problems) {
    let mut forks: Vec<(NodeId, &Value)> = Vec::new();
    for entry in entries {
        if !has_field(entry) {
            foreign(entry.to_string(), problems);
            continue;
        }
        let (before, was_broken) = (game.here(), game.is_broken());
        if let Some(mv) = field(entry, "move") {
            let found = read_move(mv, game);
            game.play(found, 0, problems);
        }
        if let Some(word) = typed(entry, "special", Value::as_str, problems)
            && !word.is_empty()
        {
            let side = game.pos().side_to_move();
            let end = End::from_csa_word(word, side).or_else(|| End::from_kif_word(word));
            game.end(end.unwrap_or_else(|| End::other(word)));
        }
        let lines = typed(entry, "forks", Value::as_array, problems);
        if !was_broken {
            forks.extend(lines.into_iter().flatten().map(|line| (before, line)));
        }
        let time = typed(entry, "time", |v| v.is_object().then_some(v), problems);
        if let Some(time_ms) = time.and_then(|time| typed(time, "now", read_time, problems)) {
            game.time(time_ms);
        }
        // A comment alone, without a list, is taken for the only one.
        let comments = typed(entry, "comments", read_comments, problems).unwrap_or(&[]);
        for comment in comments {
            match comment.as_str() {
                Some(text) => text.split('\n').for_each(|line| game.comment(line)),
                None => foreign(comment.to_string(), problems),
            }
        }
    }
    for (from, line) in forks {
        match line {
            Value::Array(entries) => {
                game.go_to(from);
                read_line(entries, game, problems);
            }
            other => foreign(other.to_string(), problems),
        }
    }
}

fn read_comments(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Array(several) => Some(several),
        one => one.is_string().then(|| std::slice::from_ref(one)),
    }
}

fn read_time(time: &Value) -> Option<u64> {
    let part = |key: &str| field(time, key).map_or(Some(0.0), Value::as_f64);
    let seconds = part("h")? * 3600.0 + part("m")? * 60.0 + part("s")?;
    let sane = seconds.is_finite() && (0.0..1e12).contains(&seconds);
    (time.is_object() && sane).then_some((seconds * 1000.0).round() as u64)
}

fn read_square(value: Option<&Value>) -> Option<Square> {
    let part = |key: &str| {
        let number = value?.get(key)?.as_u64()?;
        u8::try_from(number).ok()?.checked_sub(1)
    };
    Square::new(part("x")?, part("y")?)
}

fn read_relative(text: &str) -> Relative {
    let mut relative = Relative::default();
    for c in text.chars() {
        match c {
            'L' => relative.side = Some(Side::Left),
            'C' => relative.side = Some(Side::Straight),
            'R' => relative.side = Some(Side::Right),
            'U' => relative.motion = Some(Motion::Up),
            'M' => relative.motion = Some(Motion::Sideways),
            'D' => relative.motion = Some(Motion::Down),
            'H' => relative.drop = true,
            _ => {}
        }
    }
    relative
}

/// Reads a move. Fields that follow from the position may be missing.
fn read_move(value: &Value, game: &Builder) -> Result<Move, NotationError> {
    let text = value.to_string();
    let pos = game.pos();
    let fail = || NotationError::Syntax(text.chars().take(80).collect(), MoveNotation::Jkf);
    let name = value.get("piece").and_then(Value::as_str);
    let piece = name.and_then(from_csa_piece).ok_or_else(fail)?;
    let to = match value.get("to").filter(|v| !v.is_null()) {
        Some(to) => Some(read_square(Some(to)).ok_or_else(fail)?),
        None => None,
    };
    let from = match value.get("from").filter(|v| !v.is_null()) {
        Some(from) => Some(read_square(Some(from)).ok_or_else(fail)?),
        None => None,
    };
    let relative = value.get("relative").and_then(Value::as_str).unwrap_or("");
    let mut written = JapaneseMove {
        mark: None,
        to,
        piece,
        relative: read_relative(relative),
        promote: value.get("promote").and_then(Value::as_bool),
        from,
    };
    // Files converted from CSA may give the piece after its promotion.
    if let Some(standing) = from.and_then(|sq| pos.piece_on(sq))
        && standing.kind() != piece
        && standing.kind().promoted() == piece
    {
        written.piece = standing.kind();
        written.promote = Some(true);
    }
    // A move without an origin is a drop, except in files converted from KI2, which give
    // no origins.
    if let (None, Some(to)) = (from, to.or(game.last_to()))
        && written.relative == Relative::default()
        && PieceType::HAND.contains(&piece)
        && pos.is_legal(Move::drop(piece, to))
    {
        return Ok(Move::drop(piece, to));
    }
    written.resolve(pos, game.last_to(), &text)
}

/// Parses the text up to the last object closed before the error, with all open brackets
/// closed. `None` if there is no such object.
fn before_error(text: &str, line: usize, column: usize) -> Option<Value> {
    let line_start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let mut end = line_start.saturating_add(column).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    // The parser may report damage later than it occurs, so earlier places are tried too.
    let closings = closings(text.get(..end)?);
    closings.iter().rev().take(8).find_map(|(at, open)| {
        let mut candidate = text.get(..*at)?.to_string();
        candidate.extend(open.chars().rev());
        serde_json::from_str(&candidate).ok()
    })
}

/// The offsets after each `}`, each with the brackets that close the text there, the innermost
/// last. Only the last offsets are kept.
fn closings(text: &str) -> Vec<(usize, String)> {
    let mut open = String::new();
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut in_string = false;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if in_string {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match c {
            '"' => in_string = true,
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                if open.pop() != Some(c) {
                    break;
                }
                if c == '}' {
                    if found.len() >= 64 {
                        found.drain(..32);
                    }
                    found.push((at + 1, open.clone()));
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_before_the_damage_is_kept() {
        let text = r#"{"a":{"x":"}\"{"},"moves":[{},{"m":{"k":1}},{"m":{"k":2}}]}"#;
        let whole: Value = serde_json::from_str(text).unwrap();
        for cut in 0..text.len() {
            let error = serde_json::from_str::<Value>(&text[..cut]).unwrap_err();
            let value = before_error(&text[..cut], error.line(), error.column());
            if cut >= 46 {
                let kept = &value.unwrap()["moves"];
                assert_eq!(kept[1], whole["moves"][1], "{cut}");
            }
        }
        let damaged = text.replace("2}}", "2}x}");
        let error = serde_json::from_str::<Value>(&damaged).unwrap_err();
        let value = before_error(&damaged, error.line(), error.column()).unwrap();
        assert_eq!(value["moves"][2]["m"]["k"], 2);
        assert_eq!(before_error("{", 1, 1), None);
        assert_eq!(before_error("", 9, 9), None);
    }
}
