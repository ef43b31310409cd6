//! Reader of games in Western notation: tags, numbered moves, `{comments}`, `(variations)`.
//!
//! The layout is that of chess PGN, but every single move is numbered. White moves first in a
//! handicap game: `1. ...` then stands for Black's missing move. Times and bookmarks are kept in
//! comments like those of chess programs (`{[%emt 0:08]}`), the start position in a tag.

use crate::Handicap;
use crate::builder::Builder;
use crate::end::End;
use crate::header_words::csa_date;
use crate::notation::read_western;
use crate::problem::{Problems, Reason};
use crate::tree::{Headers, NodeId, Record};
use komadai::position::Position;
use komadai::types::{Color, PieceType};

/// PGN tag names with the KIF keys they stand for.
pub(super) const TAGS: [(&str, &str); 30] = [
    ("Black", "先手"),
    ("White", "後手"),
    ("Event", "棋戦"),
    ("Title", "表題"),
    ("Site", "場所"),
    ("Date", "開始日時"),
    ("EndDate", "終了日時"),
    ("GameDate", "対局日"),
    ("TimeControl", "持ち時間"),
    ("Byoyomi", "秒読み"),
    ("Increment", "加算"),
    ("BlackTimeControl", "先手持ち時間"),
    ("WhiteTimeControl", "後手持ち時間"),
    ("BlackByoyomi", "先手秒読み"),
    ("WhiteByoyomi", "後手秒読み"),
    ("TimeUsed", "消費時間"),
    ("Opening", "戦型"),
    ("MaxMoves", "最大手数"),
    ("ImpasseRule", "持将棋"),
    ("Note", "備考"),
    ("BlackShort", "先手省略名"),
    ("WhiteShort", "後手省略名"),
    ("Scorekeeper", "記録係"),
    ("PublishedIn", "掲載"),
    ("Author", "作者"),
    ("ProblemName", "作品名"),
    ("ProblemNumber", "作品番号"),
    ("ProblemMagazine", "発表誌"),
    ("ProblemDate", "発表年月"),
    ("Source", "出典"),
];

/// Tags for a date, each with the tag for its time of day, which PGN keeps apart: `[Date
/// "2024.05.03"]`, `[Time "10:00:00"]`.
pub(super) const DATES: [(&str, &str); 3] =
    [("Date", "Time"), ("EndDate", "EndTime"), ("GameDate", "")];

/// The tag with the result of the game (`1-0`); the reason is written after the moves.
pub(super) const RESULT: &str = "Result";

/// A token of the text.
#[derive(Debug, PartialEq)]
enum Token {
    Tag(String, String),
    Comment(String),
    Open,
    Close,
    /// An end without a known name: `End:"..."`.
    End(String),
    Word(String),
}

/// Splits a text into tokens.
struct Scanner<'a> {
    rest: &'a str,
    line: usize,
}

impl Scanner<'_> {
    fn bump(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = self.rest.get(c.len_utf8()..).unwrap_or("");
        self.line += usize::from(c == '\n');
        Some(c)
    }

    /// Reads text up to a closing character; a backslash escapes that character.
    fn until(&mut self, closing: char) -> String {
        let mut text = String::new();
        while let Some(c) = self.bump() {
            match c {
                '\\' => text.extend(self.bump()),
                c if c == closing => break,
                '\r' => {}
                c => text.push(c),
            }
        }
        text
    }

    fn next(&mut self) -> Option<(usize, Token)> {
        while self.rest.starts_with(char::is_whitespace) {
            self.bump();
        }
        let line = self.line;
        if let Some(rest) = self.rest.strip_prefix("End:\"") {
            self.rest = rest;
            return Some((line, Token::End(self.until('"'))));
        }
        let token = match self.rest.chars().next()? {
            '{' => {
                self.bump();
                Token::Comment(self.until('}'))
            }
            ';' => {
                self.bump();
                Token::Comment(self.until('\n'))
            }
            '(' => {
                self.bump();
                Token::Open
            }
            ')' => {
                self.bump();
                Token::Close
            }
            '[' => {
                self.bump();
                let name = self.rest.split(['"', ']', '\n']).next().unwrap_or("");
                let (name, len) = (name.trim().to_string(), name.len());
                self.rest = self.rest.get(len..).unwrap_or("");
                let mut value = String::new();
                if self.rest.starts_with('"') {
                    self.bump();
                    value = self.until('"');
                }
                if self.rest.starts_with(']') {
                    self.bump();
                }
                Token::Tag(name, value)
            }
            _ => {
                let mut word = String::new();
                while let Some(c) = self.rest.chars().next() {
                    if c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '[' | ';') {
                        break;
                    }
                    word.push(c);
                    self.bump();
                }
                if word.is_empty() {
                    // A closing brace without an opening one is a word.
                    word.extend(self.bump());
                }
                Token::Word(word)
            }
        };
        Some((line, token))
    }
}

/// Whether a word has the form of a Western move, for recognising the format.
fn looks_like_a_move(word: &str) -> bool {
    let body = word.strip_prefix('+').unwrap_or(word);
    let mut chars = body.chars();
    let piece = chars.next().and_then(PieceType::from_letter).is_some();
    let rest = chars.as_str().trim_end_matches(['+', '=']);
    let mut last_two = rest.chars().rev();
    let rank = last_two
        .next()
        .is_some_and(|c| matches!(c, 'a'..='i' | '1'..='9'));
    let file = last_two.next().is_some_and(|c| matches!(c, '1'..='9'));
    let signs = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | 'x' | '*' | '\'' | '×');
    piece && rank && file && rest.len() <= 8 && rest.chars().all(signs)
}

/// Whether a text has a tag, or a Western move among its first words.
pub(crate) fn looks_like_western(text: &str) -> bool {
    let mut scanner = Scanner {
        rest: text,
        line: 1,
    };
    let mut seen = 0;
    while let Some((_, token)) = scanner.next() {
        match token {
            Token::Tag(name, value) if !name.is_empty() && !value.is_empty() => return true,
            Token::Word(word) => {
                let (_, word) = split_number(&word);
                if looks_like_a_move(word) {
                    return true;
                }
                seen += 1;
                if seen > 6 {
                    return false;
                }
            }
            _ => {}
        }
    }
    false
}

/// Splits off the move number: `12.P-7f` gives 12 and `P-7f`, `1...` gives 1 and an empty text.
fn split_number(word: &str) -> (Option<usize>, &str) {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match word.split_at_checked(digits) {
        Some((number, rest)) if digits > 0 && rest.starts_with(['.', '．', '…']) => (
            number.parse().ok(),
            rest.trim_start_matches(['.', '．', '…']),
        ),
        _ => (None, word.trim_start_matches(['.', '…'])),
    }
}

#[derive(Default)]
struct Reader {
    records: Vec<Record>,
    headers: Headers,
    start: Option<(usize, String)>,
    /// Comments read before the game begins; tags may follow them.
    comments: Vec<String>,
    begun: bool,
    game: Option<Builder>,
    /// For each open variation: the node to return to, and whether a faulty move had broken off the
    /// line there.
    open: Vec<(NodeId, bool)>,
    /// The value of the result tag, such as `1-0`.
    result: String,
}

/// Reads all games of a text.
pub(crate) fn read(text: &str, problems: &mut Problems) -> Vec<Record> {
    let mut reader = Reader::default();
    let mut scanner = Scanner {
        rest: text,
        line: 1,
    };
    while let Some((line, token)) = scanner.next() {
        reader.token(line, token, problems);
    }
    reader.close(scanner.line, problems);
    reader.records
}

impl Reader {
    fn token(&mut self, line: usize, token: Token, problems: &mut Problems) {
        match token {
            Token::Tag(name, value) => self.tag(line, &name, &value, problems),
            Token::Comment(text) => self.comment(line, &text, problems),
            Token::Open => self.open_variation(line, problems),
            Token::Close => match self.open.pop() {
                Some((back, was_broken)) => {
                    if let Some(game) = &mut self.game {
                        game.go_to(back);
                        if was_broken {
                            game.skip_line();
                        }
                    }
                }
                None => problems.add(line, Reason::UnopenedVariation),
            },
            Token::End(text) => self.game(line, problems).end(End::other(&text)),
            Token::Word(word) => self.word(line, &word, problems),
        }
    }

    fn tag(&mut self, line: usize, name: &str, value: &str, problems: &mut Problems) {
        if self.game.as_ref().is_some_and(|game| !game.is_fresh()) {
            self.close(line, problems);
        }
        self.begun = true;
        match name {
            "" => problems.add(line, Reason::Unknown(format!("[{value}]"))),
            "SFEN" | "sfen" => self.start = Some((line, value.to_string())),
            "Handicap" => {
                if let Some(handicap) = Handicap::find(value) {
                    self.start.get_or_insert((line, handicap.sfen.to_string()));
                }
            }
            "Shitate" => self.header(line, "下手", value, problems),
            "Uwate" => self.header(line, "上手", value, problems),
            "Sente" => self.header(line, "先手", value, problems),
            "Gote" => self.header(line, "後手", value, problems),
            RESULT => self.result = value.to_string(),
            _ => {
                let is_date = DATES.iter().any(|(date, _)| *date == name);
                let date = csa_date(value).filter(|_| is_date && value.contains('.'));
                let value = date.as_deref().unwrap_or(value);
                match DATES.iter().find(|(_, time)| *time == name) {
                    Some((date, _)) => self.moment(line, kif_key(date), value, true, problems),
                    None if is_date => self.moment(line, kif_key(name), value, false, problems),
                    None => self.header(line, kif_key(name), value, problems),
                }
            }
        }
    }

    fn header(&mut self, line: usize, key: &str, value: &str, problems: &mut Problems) {
        problems.add_header(line, &mut self.headers, key, value);
    }

    /// Joins a time of day with the date of its key, or a date with the time.
    fn moment(
        &mut self,
        line: usize,
        key: &str,
        part: &str,
        is_time: bool,
        problems: &mut Problems,
    ) {
        let whole = match (self.headers.get(key), is_time) {
            (Some(date), true) if !date.contains(' ') => Some(format!("{date} {part}")),
            (Some(time), false) if csa_date(time).is_none() => {
                Some(format!("{part} {time}")).filter(|whole| csa_date(whole).is_some())
            }
            _ => None,
        };
        match whole {
            Some(whole) => self.headers.set(key, &whole),
            None => self.header(line, key, part, problems),
        }
    }

    /// Ends the game by the result tag, unless the game has an end mark.
    fn end_by_tag(&mut self) {
        let result = std::mem::take(&mut self.result);
        if let Some(game) = &mut self.game {
            let end = game.record_mut().main_line().last();
            let has_end = end.is_some_and(|id| game.record_mut().node(id).end().is_some());
            if !has_end && !game.is_broken() {
                game.go_to(end.unwrap_or(NodeId::ROOT));
                result_word(game, &result);
            }
        }
    }

    fn comment(&mut self, line: usize, text: &str, problems: &mut Problems) {
        let mark = |name: &str| {
            let inside = text.trim().strip_prefix("[%")?.strip_suffix(']')?;
            inside.strip_prefix(name)?.strip_prefix(' ')
        };
        if let Some(time_ms) = mark("emt").and_then(read_time) {
            self.game(line, problems).time(time_ms);
        } else if let Some(bookmark) = mark("bookmark") {
            self.game(line, problems).bookmark(bookmark);
        } else if let Some(game) = &mut self.game {
            text.split('\n').for_each(|part| game.comment(part));
        } else {
            self.begun = true;
            self.comments.extend(text.split('\n').map(str::to_string));
        }
    }

    fn open_variation(&mut self, line: usize, problems: &mut Problems) {
        let game = self.game(line, problems);
        // The variation replaces the last step, which may be a move or an end mark.
        let (back, was_broken) = (game.current(), game.is_broken());
        let parent = game.record_mut().node(back).parent();
        match parent {
            Some(parent) => {
                game.go_to(parent);
                if was_broken {
                    game.skip_line();
                }
            }
            None => {
                problems.add(line, Reason::EarlyVariation);
                game.skip_line();
            }
        }
        self.open.push((back, was_broken));
    }

    fn word(&mut self, line: usize, word: &str, problems: &mut Problems) {
        let (_, whole) = split_number(word);
        let word = whole.trim_end_matches(['!', '?']);
        // Glyphs such as `!?` and `$3` judge the move before them.
        let (word, glyph) = match word.starts_with('$') {
            true => ("", whole),
            false => whole.split_at_checked(word.len()).unwrap_or((word, "")),
        };
        // The number of a move is said by its place, and `*` says that there is no result.
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        if glyph.is_empty() && (is_number || word == "*") {
            return;
        }
        let game = self.game(line, problems);
        if is_number || word == "*" {
            // The glyph stands alone.
        } else if let Some(end) = End::from_western_word(word) {
            game.end(end);
        } else if !result_word(game, word) {
            let mv = read_western(game.pos(), word);
            game.play(mv, line, problems);
        }
        // A move that is left out has no place for its glyph.
        if !glyph.is_empty() && !game.is_broken() {
            game.comment(glyph);
        }
    }

    fn game(&mut self, line: usize, problems: &mut Problems) -> &mut Builder {
        if self.game.is_none() {
            let mut bad_start = false;
            let start = match &self.start {
                None => Position::startpos(),
                Some((at, sfen)) => Position::from_sfen(sfen).unwrap_or_else(|error| {
                    problems.add(*at, Reason::Start(error.into()));
                    bad_start = true;
                    Position::startpos()
                }),
            };
            let mut game = Builder::new(&start);
            game.record_mut().headers = std::mem::take(&mut self.headers);
            for comment in self.comments.drain(..) {
                game.comment(&comment);
            }
            if bad_start {
                game.skip_line();
            }
            self.start = None;
            self.game = Some(game);
        }
        self.begun = true;
        let _ = line;
        self.game
            .get_or_insert_with(|| Builder::new(&Position::startpos()))
    }

    fn close(&mut self, line: usize, problems: &mut Problems) {
        if !self.open.is_empty() {
            problems.add(line, Reason::UnclosedVariation);
            self.open.clear();
        }
        if self.begun {
            self.game(line, problems);
        }
        self.end_by_tag();
        if let Some(game) = self.game.take() {
            self.records.push(game.finish(problems));
        }
        self.begun = false;
    }
}

/// Whether a header, written as a tag of its own key, is read as this header. Keys of files of other
/// formats may be the name of a tag with a meaning.
pub(super) fn keeps_header(key: &str, value: &str) -> bool {
    let is_name = |c: char| !c.is_whitespace() && !matches!(c, '"' | '[' | ']');
    let mut reader = Reader::default();
    reader.tag(1, key, value, &mut Problems::default());
    key.chars().all(is_name) && reader.headers.iter().eq([(key, value.trim())])
}

/// The KIF key for a tag; an unknown tag stays as it is.
fn kif_key(tag: &str) -> &str {
    TAGS.iter().find(|(n, _)| *n == tag).map_or(tag, |(_, k)| k)
}

/// Ends the game at a result such as `1-0`, unless it has an end mark; `false` if the
/// word is no result. A win of the side to move, for which no reason is given, is kept in
/// the words of KIF.
fn result_word(game: &mut Builder, word: &str) -> bool {
    let side = game.pos().side_to_move();
    let end = match word {
        "1/2-1/2" | "½-½" => End::Draw,
        "1-0" if side == Color::White => End::Resign,
        "0-1" if side == Color::Black => End::Resign,
        "1-0" | "0-1" => End::other(&won_by(game.record_mut(), side)),
        _ => return false,
    };
    if !game.current_is_end() {
        game.end(end);
    }
    true
}

/// The words of KIF files for a win of a side: 後手の勝ち.
pub(super) fn won_by(record: &Record, side: Color) -> String {
    format!("{}の勝ち", record.side_name(side))
}

/// Reads a time in ms: `0:08`, `1:02:03` or `8.5` (seconds).
fn read_time(text: &str) -> Option<u64> {
    let mut seconds = 0f64;
    for part in text.trim().split(':') {
        let value: f64 = part.parse().ok()?;
        seconds = seconds * 60.0 + value;
    }
    let sane = seconds.is_finite() && (0.0..1e12).contains(&seconds);
    sane.then_some((seconds * 1000.0).round() as u64)
}
