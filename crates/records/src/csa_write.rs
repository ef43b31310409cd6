//! Writer of CSA files: version 2.2, or 3.0 where the text or the times need it.

use super::csa::{csa_key, csa_piece, csa_square, is_v3_key, keeps_header};
use super::end::End;
use super::header_words::{TIME_KEYS, TimeControl, csa_date};
use super::problem::{Loss, Losses};
use super::tree::{Headers, NodeId, PLAYERS, Record, Step, Walk, without_line_ends};
use komadai::position::Position;
use komadai::text::Encoding;
use komadai::types::{Color, Move, MoveKind, Piece, PieceType, Square};

/// The version of CSA files to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CsaVersion {
    /// 2.2 for plain ASCII with whole seconds, else 3.0.
    #[default]
    Auto,
    /// 2.2: whole seconds, no statement of the encoding.
    V22,
    /// 3.0: times to the millisecond, the encoding stated on the first line.
    V30,
}

fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// Writes a legal move of the position in CSA notation: `+7776FU`, `-0055KA`.
pub fn write_csa_move(pos: &Position, mv: Move) -> String {
    let from = match mv.kind() {
        MoveKind::Drop { .. } => "00".to_string(),
        MoveKind::Normal { from, .. } => csa_square(from),
    };
    let piece = csa_piece(pos.moved_piece_after(mv).kind());
    let to = csa_square(mv.to());
    format!("{}{from}{to}{piece}", sign(pos.side_to_move()))
}

fn write_start(pos: &Position, out: &mut String) {
    let even = Position::startpos();
    let mut removed = String::new();
    let mut is_even_less_some =
        pos.hand(Color::Black).is_empty() && pos.hand(Color::White).is_empty();
    for sq in Square::all() {
        match (even.piece_on(sq), pos.piece_on(sq)) {
            (before, after) if before == after => {}
            (Some(piece), None) => {
                removed.push_str(&format!("{}{}", csa_square(sq), csa_piece(piece.kind())));
            }
            _ => is_even_less_some = false,
        }
    }
    // A list of more than ten missing pieces is harder to read than a board.
    if is_even_less_some && removed.len() <= 4 * 10 {
        out.push_str(&format!("PI{removed}\n"));
    } else {
        write_board(pos, out);
    }
    out.push(sign(pos.side_to_move()));
    out.push('\n');
}

fn write_board(pos: &Position, out: &mut String) {
    for rank in 0..9 {
        out.push_str(&format!("P{}", rank + 1));
        for sq in (0..9).rev().filter_map(|file| Square::new(file, rank)) {
            match pos.piece_on(sq) {
                None => out.push_str(" * "),
                Some(piece) => out.push_str(&piece_text(piece)),
            }
        }
        out.push('\n');
    }
    for color in Color::ALL {
        let hand = pos.hand(color);
        if hand.is_empty() {
            continue;
        }
        out.push_str(&format!("P{}", sign(color)));
        for kind in PieceType::HAND {
            for _ in 0..hand.count(kind) {
                out.push_str(&format!("00{}", csa_piece(kind)));
            }
        }
        out.push('\n');
    }
}

fn piece_text(piece: Piece) -> String {
    format!("{}{}", sign(piece.color()), csa_piece(piece.kind()))
}

/// The body of a CSA file that is being written: the text after the encoding and version lines.
struct Body<'a> {
    text: String,
    /// Whether keys and times of version 3.0 may be used.
    v3: bool,
    /// Whether the body contains something that only version 3.0 has.
    needs_v3: bool,
    losses: &'a mut Losses,
}

impl Body<'_> {
    /// Writes the headers. A header without a CSA keyword becomes a comment: `'消費時間：10分`.
    fn headers(&mut self, record: &Record) {
        let headers = record.settled_headers();
        for color in Color::ALL {
            let key = record.side_name(color);
            if let Some(name) = headers.player(color).or(headers.get(key)) {
                let name = without_line_ends(name);
                self.text.push_str(&format!("N{}{name}\n", sign(color)));
            }
        }
        let timed: Vec<&str> = ["", "先手", "後手"]
            .into_iter()
            .filter(|side| self.time_control(&headers, side))
            .collect();
        for (key, value) in headers.iter() {
            let is_time = timed.iter().any(|side| {
                key.strip_prefix(side)
                    .is_some_and(|key| TIME_KEYS.contains(&key))
            });
            let is_name = matches!(key, "先手" | "後手") || self.is_named_by_start(record, key);
            if is_time || is_name {
                continue;
            }
            // A title also stands in for a missing 棋戦 (event), a date for a missing 開始日時 (start
            // time).
            let stand_in = [("表題", "棋戦"), ("対局日", "開始日時")]
                .into_iter()
                .find(|&(from, to)| from == key && headers.get(to).is_none())
                .filter(|_| key == "表題" || csa_date(value).is_some());
            if let Some((_, stands_for)) = stand_in {
                self.header(stands_for, value);
            }
            self.header(key, value);
        }
    }

    /// Whether a name can be left out, because readers infer 下手 or 上手 from the start position.
    fn is_named_by_start(&self, record: &Record, key: &str) -> bool {
        record.handicap().is_some() && matches!(key, "下手" | "上手")
    }

    /// Writes the time control of `side` (先手, 後手, or an empty text for both sides). Returns `false`
    /// if the headers have no time control, or one that cannot be written in figures.
    fn time_control(&mut self, headers: &Headers, side: &str) -> bool {
        let keys = TIME_KEYS.map(|key| format!("{side}{key}"));
        let [main, byoyomi, increment] = &keys;
        let values = [main, byoyomi, increment].map(|key| headers.get(key));
        let Some(control) = TimeControl::from_words(values) else {
            return false;
        };
        let key = match side {
            "先手" => "TIME+",
            "後手" => "TIME-",
            _ => "TIME",
        };
        let limit = control.limit().filter(|_| side.is_empty());
        self.needs_v3 |= limit.is_none();
        match (self.v3, limit) {
            (true, _) => self
                .text
                .push_str(&format!("${key}:{}\n", control.figures())),
            (false, Some(limit)) => self.text.push_str(&format!("$TIME_LIMIT:{limit}\n")),
            (false, None) => return false,
        }
        let words = control.words();
        let in_words = TIME_KEYS.map(|key| words.iter().find(|(k, _)| *k == key));
        if in_words.map(|word| word.map(|(_, value)| value.as_str())) != values {
            self.losses.note(Loss::TimeForm);
        }
        true
    }

    fn header(&mut self, key: &str, value: &str) {
        let value = without_line_ends(value);
        let is_date = matches!(key, "開始日時" | "終了日時");
        let date = csa_date(&value).filter(|_| is_date);
        let keyword = csa_key(key).filter(|_| date.is_some() || !is_date);
        let for_v3 = keyword.is_some_and(is_v3_key);
        self.needs_v3 |= for_v3;
        let keyword = keyword.filter(|_| self.v3 || !for_v3);
        let mut line = match (keyword, date) {
            (Some(keyword), Some(date)) => {
                if date != value {
                    self.losses.note(Loss::DateForm);
                }
                format!("${keyword}:{date}")
            }
            (Some(keyword), None) => format!("${keyword}:{value}"),
            (None, _) => format!("'{key}：{value}"),
        };
        // A key without a keyword of its own; a player's repeats the name above.
        let is_foreign = keyword.is_none_or(|keyword| keyword == key);
        if is_foreign && !PLAYERS.contains(&key) && !keeps_header(&line, key, &value) {
            self.losses.note(Loss::HeaderName(key.to_string()));
            line = format!("'*{key}：{value}");
        }
        self.text.push_str(&line);
        self.text.push('\n');
    }
}

fn write_time(time_ms: u64, out: &mut String) {
    match time_ms % 1000 {
        0 => {
            out.push_str(&format!("T{}\n", time_ms / 1000));
        }
        fraction => {
            let text = format!("T{}.{fraction:03}", time_ms / 1000);
            out.push_str(&format!("{}\n", text.trim_end_matches('0')));
        }
    }
}

fn write_end(end: &End, side: Color, out: &mut String, losses: &mut Losses) {
    match end.csa_word(side) {
        Some(word) => {
            out.push_str(&format!("%{word}\n"));
        }
        None => {
            let word = end.kif_word();
            losses.note(Loss::EndName(word.to_string()));
            out.push_str(&format!("%CHUDAN\n'*{word}\n"));
        }
    }
}

/// The main line of a record as CSA text with LF line ends.
pub(super) fn write(
    record: &Record,
    version: CsaVersion,
    encoding: Encoding,
    losses: &mut Losses,
) -> String {
    losses.variations(record);
    losses.start_ply(record);
    let (text, needs_v3) = body(record, version == CsaVersion::V30, version, losses);
    let plain = !needs_v3 && text.is_ascii();
    let is_v3 = version == CsaVersion::V30 || (version == CsaVersion::Auto && !plain);
    let text = match is_v3 && version == CsaVersion::Auto {
        true => body(record, true, version, losses).0,
        false => text,
    };
    let head = match is_v3 {
        false => "V2.2\n".to_string(),
        true => {
            let name = match encoding {
                Encoding::Utf8 => "UTF-8",
                Encoding::Cp932 => "SHIFT_JIS",
            };
            format!("'CSA encoding={name}\nV3.0\n")
        }
    };
    head + &text
}

/// The text after the encoding and version lines, and whether it needs CSA 3.0.
fn body(record: &Record, v3: bool, version: CsaVersion, losses: &mut Losses) -> (String, bool) {
    let mut body = Body {
        text: String::new(),
        v3,
        needs_v3: false,
        losses,
    };
    body.headers(record);
    write_start(&record.start(), &mut body.text);
    let mut walk = Walk::new(record);
    for id in std::iter::once(NodeId::ROOT).chain(record.main_line()) {
        let node = record.node(id);
        walk.go_to(record, node.parent().unwrap_or(NodeId::ROOT));
        let side = walk.pos().side_to_move();
        match node.step() {
            Step::Start => {}
            Step::Move(mv) => {
                let text = write_csa_move(walk.pos(), *mv);
                body.text.push_str(&format!("{text}\n"));
            }
            Step::End(end) => write_end(end, side, &mut body.text, body.losses),
        }
        if let Some(time_ms) = node.time_ms {
            match version {
                CsaVersion::V22 => {
                    body.losses.fraction(time_ms);
                    write_time(time_ms / 1000 * 1000, &mut body.text);
                }
                _ => write_time(time_ms, &mut body.text),
            }
            body.needs_v3 |= time_ms % 1000 != 0;
        }
        for line in node.comment_lines() {
            body.text.push_str(&format!("'*{line}\n"));
        }
        body.losses.bookmark(node);
    }
    (body.text, body.needs_v3)
}
