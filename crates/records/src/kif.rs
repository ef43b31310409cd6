//! Reads KIF and KI2 text, the formats of Y. Kakinoki's programs, in one pass.
//!
//! Both share headers, diagrams, comments and variations and differ in their
//! move lines, by which they are recognised: `   1 ７六歩(77)` or `▲７六歩`.

use super::bod::BoardText;
use super::builder::Builder;
use super::end::End;
use super::problem::{Problems, Reason, StartFault};
use super::tree::{Headers, Record};
use komadai::notation::{JapaneseMove, MoveNotation, NotationError, digit_value};
use komadai::position::{Handicap, Position};
use komadai::types::Color;

const MARKS: [char; 6] = ['▲', '▼', '☗', '△', '▽', '☖'];

/// A file as it is read.
#[derive(Default)]
struct Reader {
    records: Vec<Record>,
    /// Headers before the moves.
    headers: Headers,
    handicap: Option<Handicap>,
    board: BoardText,
    comments: Vec<String>,
    bookmark: Option<String>,
    /// Whether anything of a record was seen since the last one.
    begun: bool,
    game: Option<Builder>,
    /// The number of the game's first move line; 1 as a rule.
    first_number: usize,
    /// Where the start position cannot be made, its moves mean nothing.
    start_is_bad: bool,
}

/// Reads all games of a text.
pub(super) fn read(text: &str, problems: &mut Problems) -> Vec<Record> {
    let mut reader = Reader {
        first_number: 1,
        ..Reader::default()
    };
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        last = number;
        reader.line(number, line, problems);
    }
    reader.close(last, problems);
    reader.records
}

impl Reader {
    fn line(&mut self, number: usize, raw: &str, problems: &mut Problems) {
        let line = raw.trim_end_matches(['\r', '\n']);
        let body = line.trim_start_matches([' ', '\u{3000}', '\t']);
        let Some(first) = body.chars().next() else {
            return;
        };
        if let Some(text) = line.strip_prefix('*') {
            self.comment(text);
        } else if first == '#' {
            // A note of the program that wrote the file; such as head a file
            // also part games that were put together.
            let note = body.trim_start_matches(['#', ' ']);
            if note.starts_with("KI") || note.starts_with("---") {
                self.end_problem(number, problems);
                self.end_game(number, problems);
            }
        } else if let Some(text) = line.strip_prefix('&') {
            match &mut self.game {
                Some(game) => game.bookmark(text),
                None => self.bookmark = Some(text.trim().to_string()),
            }
        } else if matches!(first, '|' | '｜') {
            self.end_problem(number, problems);
            self.new_section(number, problems);
            if let Err(fault) = self.board.read_row(body) {
                self.bad_start(number, fault, problems);
            }
        } else if first == '+' || body.starts_with("９ ８") || body.starts_with("9 8") {
            // The frame of a diagram.
        } else if MARKS.contains(&first) {
            self.ki2_line(number, body, problems);
        } else if let Some(rest) = body.strip_prefix("変化") {
            self.variation(number, rest, problems);
        } else if let Some(rest) = body.strip_prefix("まで") {
            self.result(rest, problems, number);
        } else if let Some(rest) = body.strip_prefix("手数") {
            self.count_line(number, rest, problems);
        } else if let Some(side) = side_to_move_line(body) {
            self.board.side = Some(side);
        } else if is_numbered(body) {
            self.kif_line(number, body, problems);
        } else if let Some((key, value)) = header(body) {
            self.header(number, key, value, problems);
        } else {
            let shown: String = body.chars().take(40).collect();
            problems.add(number, Reason::Unknown(shown));
        }
    }

    fn comment(&mut self, text: &str) {
        self.begun = true;
        match &mut self.game {
            Some(game) => game.comment(text),
            None => self.comments.push(text.to_string()),
        }
    }

    fn bad_start(&mut self, number: usize, fault: StartFault, problems: &mut Problems) {
        problems.add(number, Reason::Start(fault));
        self.start_is_bad = true;
        self.begun = true;
    }

    /// Something that stands before the moves of a game: if moves were read,
    /// another game begins.
    fn new_section(&mut self, number: usize, problems: &mut Problems) {
        self.end_game(number, problems);
        self.begun = true;
    }

    fn end_game(&mut self, number: usize, problems: &mut Problems) {
        if self.game.as_ref().is_some_and(|game| !game.is_fresh()) {
            self.close(number, problems);
        }
    }

    /// Ends a diagram without moves, if it is whole: a problem.
    fn end_problem(&mut self, number: usize, problems: &mut Problems) {
        if self.game.is_none() && self.board.rows == 9 {
            self.close(number, problems);
        }
    }

    fn header(&mut self, number: usize, key: &str, value: &str, problems: &mut Problems) {
        let starts_game = matches!(key, "手合割" | "開始日時" | "先手" | "下手");
        if starts_game {
            self.new_section(number, problems);
        }
        self.begun = true;
        let hand = match key {
            "先手の持駒" | "下手の持駒" | "先手の持ち駒" | "下手の持ち駒" => {
                Some(Color::Black)
            }
            "後手の持駒" | "上手の持駒" | "後手の持ち駒" | "上手の持ち駒" => {
                Some(Color::White)
            }
            _ => None,
        };
        if let Some(color) = hand {
            self.new_section(number, problems);
            if let Err(fault) = self.board.read_hand(color, value) {
                self.bad_start(number, fault, problems);
            }
            return;
        }
        if key == "手合割" {
            match value {
                "平手" | "その他" | "詰将棋" | "" => self.handicap = None,
                name => match Handicap::find(name) {
                    Some(handicap) => self.handicap = Some(handicap),
                    None => self.bad_handicap(number, name, problems),
                },
            }
            return;
        }
        match &mut self.game {
            // Behind the moves, what was said before them holds.
            Some(game) => {
                let headers = &mut game.record_mut().headers;
                if headers.get(key).is_none() {
                    headers.set(key, value);
                }
            }
            None => self.headers.set(key, value),
        }
    }

    fn bad_handicap(&mut self, number: usize, name: &str, problems: &mut Problems) {
        let shown: String = name.chars().take(20).collect();
        problems.add(number, Reason::Handicap(shown));
        // The words are kept, as a diagram may follow that makes them clear.
        self.headers.set("手合割", name);
    }

    /// `手数----指手--` heads the moves; `手数＝31  ▲６二角成  まで` belongs to a diagram.
    fn count_line(&mut self, number: usize, rest: &str, problems: &mut Problems) {
        if let Some(rest) = rest.strip_prefix(['＝', '=']) {
            if let Some((made, _)) = leading_number(rest.trim_start())
                && let Ok(made) = u32::try_from(made)
            {
                self.board.setup.ply = made.min(1_000_000) + 1;
            }
        } else if rest.starts_with(['-', '－', '―', 'ー', '─']) {
            self.new_section(number, problems);
        } else if let Some((key, value)) = header(&format!("手数{rest}")) {
            // A mate problem's number of moves.
            self.header(number, key, value, problems);
        }
    }

    /// The game, begun if it was not.
    fn game(&mut self, number: usize, problems: &mut Problems) -> &mut Builder {
        if self.game.is_none() {
            let start = self.start(number, problems);
            let mut game = Builder::new(&start);
            game.record_mut().headers = std::mem::take(&mut self.headers);
            if self.board.rows > 0 {
                for color in Color::ALL {
                    if !self.board.has_hands[color.index()] {
                        game.record_mut().leave_hand_open(color);
                    }
                }
            }
            for comment in self.comments.drain(..) {
                game.comment(&comment);
            }
            if let Some(bookmark) = self.bookmark.take() {
                game.bookmark(&bookmark);
            }
            if self.start_is_bad {
                game.skip_line();
            }
            self.first_number = 0;
            self.board = BoardText::default();
            self.handicap = None;
            self.start_is_bad = false;
            self.game = Some(game);
        }
        self.begun = true;
        self.game
            .get_or_insert_with(|| Builder::new(&Position::startpos()))
    }

    fn start(&mut self, number: usize, problems: &mut Problems) -> Position {
        let given = if self.board.rows > 0 || self.board.has_hands.contains(&true) {
            let default_side = match self.handicap {
                Some(_) => Color::White,
                None => Color::Black,
            };
            self.board.setup.side = self.board.side.unwrap_or(default_side);
            if self.board.rows != 9 && !self.start_is_bad {
                let rows = usize::from(self.board.rows);
                self.bad_start(number, StartFault::Rows(rows), problems);
            }
            Position::from_setup(&self.board.setup)
        } else {
            match self.handicap {
                Some(handicap) => Position::from_sfen(handicap.sfen),
                None => Ok(Position::startpos()),
            }
        };
        given.unwrap_or_else(|error| {
            if !self.start_is_bad {
                self.bad_start(number, error.into(), problems);
            }
            Position::startpos()
        })
    }

    /// `  12 同　歩(23)   ( 1:18/00:04:18)+` or `  85 投了`.
    fn kif_line(&mut self, number: usize, body: &str, problems: &mut Problems) {
        let Some((count, rest)) = leading_number(body) else {
            return;
        };
        let game_is_new = self.game.is_none();
        if game_is_new {
            self.game(number, problems);
            self.first_number = count.max(1);
        }
        let first_number = self.first_number.max(1);
        let game = self.game(number, problems);
        let expected = game.depth() + first_number;
        let was_end = game.current_is_end();
        if count != expected && !game.is_broken() && !was_end {
            let found = count;
            problems.add(number, Reason::Number { found, expected });
        }
        let rest = rest.trim_start_matches([' ', '\u{3000}', '\t']);
        let before = game.current();
        let tail = match JapaneseMove::parse(rest) {
            Some((parsed, tail)) => {
                let mv = parsed.resolve(game.pos(), game.last_to(), rest);
                game.play(mv, number, problems);
                tail
            }
            None => {
                // A `+` says that variations follow.
                let ends_word = [' ', '\u{3000}', '\t', '(', '+'];
                let word: &str = rest.split(ends_word).next().unwrap_or("");
                match End::from_kif_word(word) {
                    Some(end) => game.end(end),
                    None if looks_like_a_move(word) => {
                        let error = NotationError::Syntax(word.to_string(), MoveNotation::Japanese);
                        game.play(Err(error), number, problems);
                    }
                    None => {
                        let shown: String = word.chars().take(20).collect();
                        problems.add(number, Reason::End(shown));
                        game.end(End::other(word));
                    }
                }
                rest.get(word.len()..).unwrap_or("")
            }
        };
        if game.current() != before
            && let Some(time_ms) = read_time(tail)
        {
            game.time(time_ms);
        }
    }

    /// One or more moves: `▲７六歩    △３四歩`.
    fn ki2_line(&mut self, number: usize, body: &str, problems: &mut Problems) {
        let game = self.game(number, problems);
        let mut rest = body;
        while !rest.is_empty() {
            // Marks are three bytes long, so that the search starts behind this one.
            let end = rest
                .char_indices()
                .skip(1)
                .find(|(_, c)| MARKS.contains(c))
                .map_or(rest.len(), |(at, _)| at);
            let (token, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            rest = after;
            let word = token.trim_start_matches(MARKS).trim();
            if let Some(end) = End::from_kif_word(word) {
                game.end(end);
                continue;
            }
            let mv = match JapaneseMove::parse(token) {
                Some((parsed, tail)) if tail.trim().is_empty() => {
                    if parsed.mark.is_some_and(|m| m != game.pos().side_to_move())
                        && !game.is_broken()
                    {
                        let side = game.pos().side_to_move();
                        let text = token.trim().to_string();
                        problems.add(number, Reason::Side { text, side });
                    }
                    parsed.resolve(game.pos(), game.last_to(), token)
                }
                _ => Err(NotationError::Syntax(
                    token.trim().chars().take(40).collect(),
                    MoveNotation::Japanese,
                )),
            };
            game.play(mv, number, problems);
        }
    }

    /// `変化：9手`
    fn variation(&mut self, number: usize, rest: &str, problems: &mut Problems) {
        let count = rest
            .trim_start_matches(['：', ':', ' ', '\u{3000}'])
            .chars()
            .map_while(komadai::notation::digit_value)
            .fold(0usize, |n, d| {
                n.saturating_mul(10).saturating_add(d as usize)
            });
        let first_number = self.first_number.max(1);
        let Some(game) = self.game.as_mut() else {
            problems.add(number, Reason::EarlyVariation);
            return;
        };
        let reached = count
            .checked_sub(first_number)
            .is_some_and(|depth| game.back_to(depth));
        if !reached {
            problems.add(number, Reason::LostVariation(count));
            game.skip_line();
        }
    }

    /// `まで84手で後手の勝ち`; it matters only where no end mark stands.
    fn result(&mut self, rest: &str, problems: &mut Problems, number: usize) {
        let game = self.game(number, problems);
        if game.current_is_end() {
            return;
        }
        let rest = rest.trim_start_matches(['、', ',', ' ', '\u{3000}']);
        let text = match rest.split_once("手で") {
            Some((count, text)) if count.chars().all(|c| c.is_ascii_digit()) => text,
            _ => rest,
        };
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if !text.is_empty() {
            let end = result_mark(&text, game.pos().side_to_move());
            game.end(end);
        }
    }

    /// Ends the game that is being read.
    fn close(&mut self, number: usize, problems: &mut Problems) {
        if self.begun {
            self.game(number, problems);
        }
        if let Some(game) = self.game.take() {
            self.records.push(game.finish());
        }
        self.begun = false;
    }
}

/// Splits `key：value`.
pub(super) fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(['：', ':'])?;
    let key = key.trim_matches([' ', '\u{3000}', '\t']);
    let fits = !key.is_empty() && key.chars().count() <= 40 && !key.contains([' ', '\u{3000}']);
    fits.then_some((key, value.trim_matches([' ', '\u{3000}', '\t'])))
}

/// A leading number and what follows it.
fn leading_number(text: &str) -> Option<(usize, &str)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = text.split_at_checked(digits)?;
    Some((number.parse().ok()?, rest))
}

/// Whether a line starts with the number of a move.
pub(super) fn is_numbered(body: &str) -> bool {
    leading_number(body).is_some_and(|(_, rest)| {
        rest.starts_with([' ', '\u{3000}', '\t']) || JapaneseMove::parse(rest).is_some()
    })
}

/// The side that a line such as `後手番` names.
fn side_to_move_line(body: &str) -> Option<Color> {
    match body.trim_end() {
        "先手番" | "下手番" => Some(Color::Black),
        "後手番" | "上手番" => Some(Color::White),
        _ => None,
    }
}

/// Whether a word that cannot be read was meant as a move rather than as an end.
pub(super) fn looks_like_a_move(word: &str) -> bool {
    word.is_empty()
        || word.contains(['\u{FFFD}', '(', ')'])
        || word.starts_with('同')
        || word.chars().next().and_then(digit_value).is_some()
}

/// The end that `先手の勝ち` and the like mean with `side` to move.
fn result_mark(text: &str, side: Color) -> End {
    let named = match text.chars().next() {
        Some('先' | '下') => Some(Color::Black),
        Some('後' | '上') => Some(Color::White),
        _ => None,
    };
    if text.starts_with("時間切れ") || text.ends_with("切れ負け") {
        End::TimeUp
    } else if text.ends_with("反則勝ち") {
        match named {
            Some(winner) if winner != side => End::FoulLoss,
            _ => End::FoulWin,
        }
    } else if text.ends_with("反則負け") {
        match named {
            Some(loser) if loser != side => End::FoulWin,
            _ => End::FoulLoss,
        }
    } else if text.ends_with("入玉勝ち") || text.ends_with("入玉宣言勝ち") {
        End::Declaration
    } else if let Some(end) = End::from_kif_word(text) {
        end
    } else if text.ends_with("手詰") || text.ends_with("手詰み") {
        End::Mate
    } else if text.ends_with("勝ち") && named.is_none_or(|winner| winner != side) {
        End::Resign
    } else {
        End::other(text)
    }
}

/// The first of `( 0:16/00:00:16)` in milliseconds: minutes and seconds, or
/// hours, minutes and seconds; seconds may have a fraction.
pub(super) fn read_time(text: &str) -> Option<u64> {
    let (_, inside) = text.split_once(['(', '（'])?;
    let end = inside.find(['/', ')', '）']).unwrap_or(inside.len());
    let mut total_ms = 0f64;
    for part in inside.get(..end)?.split([':', '：']) {
        let value: f64 = part.trim().parse().ok()?;
        total_ms = total_ms * 60.0 + value * 1000.0;
    }
    let sane = total_ms.is_finite() && (0.0..1e15).contains(&total_ms);
    sane.then_some(total_ms.round() as u64)
}
