//! Reader of KIF and KI2 text, the formats of Y. Kakinoki's programs.
//!
//! Both formats share headers, diagrams, comments and variations. Their move lines differ
//! and tell them apart: `   1 ７六歩(77)` or `▲７六歩`.

use super::bod::BoardText;
use super::builder::Builder;
use super::end::End;
use super::kif_lines::{
    MARKS, cut_line, header, is_numbered, is_trimming, leading_number, looks_like_a_move,
    marked_player, odd_space, result_mark, second_player, side_to_move_line, split_time,
    states_winner,
};
use super::problem::{Problems, Reason, StartFault};
use super::tree::{Headers, PLAYERS, Record};
use crate::notation::{JapaneseMove, MoveNotation, NotationError, digit_value};
use crate::{Handicap, plain_lines};
use komadai::position::{Position, Setup};
use komadai::types::Color;

/// State of the reader between two lines.
#[derive(Default)]
struct Reader {
    records: Vec<Record>,
    /// Headers read before the moves.
    headers: Headers,
    handicap: Option<Handicap>,
    board: BoardText,
    comments: Vec<String>,
    bookmark: Option<String>,
    /// Whether any part of the next record has been read.
    begun: bool,
    game: Option<Builder>,
    /// The number of the game's first move line, usually 1; 0 until that line has been read.
    first_number: usize,
    /// Whether the start position is faulty; then the moves of the game cannot be read.
    start_is_bad: bool,
    /// An unknown 手合割 with its line number. Reported only if no diagram gives the position.
    odd_handicap: Option<(usize, String)>,
    /// The number that a line 封じ手 took, if any. The numbers of all later lines are then one higher
    /// than the number of moves.
    sealed: Option<usize>,
    /// Whether a note that usually begins a file has been read since the last game began.
    parted: bool,
    /// Headers and comments read after the moves. They belong to the next game if one
    /// follows, else to this one.
    behind: Behind,
}

/// Headers with line numbers, and the comments between them.
#[derive(Default)]
struct Behind {
    headers: Vec<(usize, String, String)>,
    comments: Vec<String>,
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
    reader.back_to_game(problems);
    if let Some(line) = cut_line(text)
        && !problems.has_line(last)
    {
        problems.add(last, Reason::CutOff(line.chars().take(40).collect()));
    }
    reader.close(last, problems);
    reader.records
}

/// Whether a header, written as a line, is read as this header. Keys of files of other formats may
/// hold spaces, begin like a line of moves or be a word with a meaning.
pub(super) fn keeps_header(key: &str, value: &str) -> bool {
    let mut reader = Reader::default();
    let line = plain_lines(format!("{key}：{value}"));
    reader.line(1, &line, &mut Problems::default());
    let value = value.replace(odd_space, " ");
    reader.game.is_none() && reader.headers.iter().eq([(key, value.trim())])
}

impl Reader {
    fn line(&mut self, number: usize, raw: &str, problems: &mut Problems) {
        let spaced;
        let mut body = raw.trim_start();
        let Some(first) = body.chars().next() else {
            return;
        };
        if !matches!(first, '*' | '&') && body.contains(odd_space) {
            spaced = body.replace(odd_space, " ");
            body = &spaced;
        }
        if let Some(text) = body.strip_prefix('*') {
            self.comment(text);
        } else if first == '#' {
            // A note of the program that wrote the file. If the note usually begins a file but
            // stands later, two files were joined.
            let note = body.trim_start_matches(['#', ' ']);
            self.parted |= note.starts_with("KI") || note.starts_with("---");
        } else if let Some(text) = body.strip_prefix('&') {
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
            // The frame of a diagram holds no pieces.
        } else if let Some((key, value)) = marked_player(body) {
            self.header(number, key, value, problems);
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
        } else if is_trimming(body) {
            // A decorative line. Tested last, because a name may hold the words of one.
        } else {
            let shown: String = body.chars().take(40).collect();
            problems.add(number, Reason::Unknown(shown));
        }
    }

    fn comment(&mut self, text: &str) {
        self.begun = true;
        match &mut self.game {
            Some(_) if !self.behind.headers.is_empty() => {
                self.behind.comments.push(text.to_string());
            }
            Some(game) => game.comment(text),
            None => self.comments.push(text.to_string()),
        }
    }

    /// Adds the headers and comments read after the moves to the game, since no other game follows.
    fn back_to_game(&mut self, problems: &mut Problems) {
        self.parted = false;
        let behind = std::mem::take(&mut self.behind);
        let Some(game) = &mut self.game else {
            return;
        };
        for comment in behind.comments {
            game.comment(&comment);
        }
        let headers = &mut game.record_mut().headers;
        let before = headers.clone();
        for (number, key, value) in behind.headers {
            match before.get(&key) {
                None => problems.add_header(number, headers, &key, &value),
                // The value before the moves takes precedence.
                Some(before) if before != value => {
                    problems.add(number, Reason::BehindMoves(format!("{key}：{value}")));
                }
                Some(_) => {}
            }
        }
    }

    fn bad_start(&mut self, number: usize, fault: StartFault, problems: &mut Problems) {
        problems.add(number, Reason::Start(fault));
        self.start_is_bad = true;
        self.begun = true;
    }

    /// Prepares for a line that stands before the moves of a game: if moves were read, their game
    /// ends and another begins.
    fn new_section(&mut self, number: usize, problems: &mut Problems) {
        self.end_game(number, problems);
        self.begun = true;
    }

    fn end_game(&mut self, number: usize, problems: &mut Problems) {
        if self.game.as_ref().is_some_and(|game| !game.is_fresh()) {
            let behind = std::mem::take(&mut self.behind);
            self.close(number, problems);
            for (number, key, value) in behind.headers {
                problems.add_header(number, &mut self.headers, &key, &value);
            }
            self.comments = behind.comments;
        }
    }

    /// If a whole diagram without moves was read, ends it as a record of its own: a problem.
    fn end_problem(&mut self, number: usize, problems: &mut Problems) {
        if self.game.is_none() && self.board.rows == 9 {
            self.close(number, problems);
        }
    }

    /// Reads a header; one of a player may name the other player too.
    fn header(&mut self, number: usize, key: &str, value: &str, problems: &mut Problems) {
        let names_both = second_player(value).filter(|_| PLAYERS.contains(&key));
        let Some(at) = names_both else {
            self.one_header(number, key, value, problems);
            return;
        };
        let (first, second) = value.split_at_checked(at).unwrap_or((value, ""));
        let between = [' ', '\u{3000}', '\t', '/', '／', ',', '、', '|', '｜', '　'];
        self.one_header(number, key, first.trim_end_matches(between), problems);
        if let Some((key, value)) = header(second) {
            self.one_header(number, key, value, problems);
        }
    }

    fn one_header(&mut self, number: usize, key: &str, value: &str, problems: &mut Problems) {
        if PLAYERS.contains(&key) || matches!(key, "手合割" | "開始日時") {
            self.new_section(number, problems);
        }
        if self.parted && self.headers.get(key).is_some() {
            // A known header, repeated after a note that begins files: the diagram before it was a
            // problem.
            self.end_problem(number, problems);
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
            if self.board.has_hands[color.index()] {
                self.end_problem(number, problems);
            }
            self.board.is_handicap |= key.starts_with(['上', '下']);
            if let Err(fault) = self.board.read_hand(color, value) {
                self.bad_start(number, fault, problems);
            }
            return;
        }
        if key == "手合割" {
            let is_none = ["平手", "その他", "詰将棋"]
                .iter()
                .any(|&name| value.starts_with(name));
            self.handicap = Handicap::find(value);
            if self.handicap.is_none() && !is_none && !value.is_empty() {
                self.headers.set(key, value);
                self.odd_handicap = Some((number, value.chars().take(20).collect()));
            }
            return;
        }
        let is_other = |old: &str| old != value;
        if self.game.is_some() {
            let (key, value) = (key.to_string(), value.to_string());
            self.behind.headers.push((number, key, value));
            return;
        }
        // A header repeated with another value after a whole diagram belongs to the next problem.
        if self.board.has_hands == [true; 2] && self.headers.get(key).is_some_and(is_other) {
            self.end_problem(number, problems);
        }
        problems.add_header(number, &mut self.headers, key, value);
    }

    /// Reads a line that begins with 手数: the head of the moves (`手数----指手--`), or
    /// the move number of a diagram (`手数＝31  ▲６二角成  まで`).
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
            // 手数：, the length of a mate problem.
            self.header(number, key, value, problems);
        }
    }

    /// The current game; started now if there is none.
    fn game(&mut self, number: usize, problems: &mut Problems) -> &mut Builder {
        self.game_of("", number, problems)
    }

    /// [`Reader::game`]; `first` is the text of the first move, which may show the side to move.
    fn game_of(&mut self, first: &str, number: usize, problems: &mut Problems) -> &mut Builder {
        if self.game.is_none() {
            let start = self.start(first, number, problems);
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
            self.sealed = None;
            self.parted = false;
            self.board = BoardText::default();
            self.handicap = None;
            self.start_is_bad = false;
            self.game = Some(game);
        }
        self.begun = true;
        self.game
            .get_or_insert_with(|| Builder::new(&Position::startpos()))
    }

    fn start(&mut self, first: &str, number: usize, problems: &mut Problems) -> Position {
        let has_diagram = self.board.rows > 0 || self.board.has_hands.contains(&true);
        if let Some((line, name)) = self.odd_handicap.take()
            && !has_diagram
        {
            problems.add(line, Reason::Handicap(name));
        }
        let given = if has_diagram {
            self.board.setup.side = self.side_to_move(first);
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

    /// The side to move in a diagram: the side that a line or the mark of the first move names,
    /// else the side that can make the first move. If this leaves it open: White (上手) in handicap
    /// games, else Black.
    fn side_to_move(&self, first: &str) -> Color {
        let has_uwate = self.board.is_handicap || self.headers.get("上手").is_some();
        let default = match self.handicap.is_some() || has_uwate {
            true => Color::White,
            false => Color::Black,
        };
        if let Some(side) = self.board.side {
            return side;
        }
        let Some((mv, _)) = JapaneseMove::parse(first) else {
            return default;
        };
        let can_begin = |side: &Color| {
            let setup = Setup {
                side: *side,
                ..self.board.setup.clone()
            };
            Position::from_setup(&setup).is_ok_and(|pos| mv.resolve(&pos, None, first).is_ok())
        };
        let sides = [default, !default];
        mv.mark
            .or_else(|| sides.into_iter().find(can_begin))
            .unwrap_or(default)
    }

    /// Reads a line such as `  12 同　歩(23)   ( 1:18/00:04:18)+` or `  85 投了`.
    fn kif_line(&mut self, number: usize, body: &str, problems: &mut Problems) {
        let Some((count, rest)) = leading_number(body) else {
            return;
        };
        let rest = rest.trim_start_matches([' ', '\u{3000}', '\t']);
        // A line numbered 1 after other moves begins another game.
        let first_number = self.first_number.max(1);
        let is_deep = |game: &Builder| game.depth() + first_number > 1 || game.is_broken();
        if count == 1 && self.game.as_ref().is_some_and(is_deep) {
            self.end_game(number, problems);
        }
        if self.game.is_none() {
            self.game_of(rest, number, problems);
            self.first_number = count.max(1);
        }
        self.back_to_game(problems);
        let (first_number, sealed) = (self.first_number.max(1), self.sealed);
        let game = self.game(number, problems);
        let mut expected = game.depth() + first_number;
        expected += usize::from(sealed.is_some_and(|at| expected >= at));
        let was_end = game.current_is_end();
        let is_behind_seal = game.current_is_adjournment() && count == expected + 1;
        let parsed = JapaneseMove::parse(rest);
        let goes_back = (first_number..expected).contains(&count)
            && sealed.is_none()
            && parsed.as_ref().is_some_and(|(mv, _)| {
                game.branch(count - first_number, |game| {
                    mv.resolve(game.pos(), game.last_to(), rest).is_ok()
                })
            });
        if count != expected && !goes_back && !game.is_broken() && !was_end {
            let found = count;
            problems.add(number, Reason::Number { found, expected });
        }
        if is_behind_seal && parsed.is_some() {
            self.sealed = Some(expected);
        }
        let game = self.game(number, problems);
        // A move behind an adjournment takes the place of its mark.
        let step = |game: &Builder| (game.current(), game.current_is_end());
        let before = step(game);
        let tail = match parsed {
            Some((parsed, tail)) => {
                let mv = parsed.resolve(game.pos(), game.last_to(), rest);
                game.play(mv, number, problems);
                tail
            }
            None => {
                // A `+` at the end only says that variations follow.
                let ends_word = [' ', '\u{3000}', '\t', '(', '+'];
                let word: &str = rest.split(ends_word).next().unwrap_or("");
                match End::from_kif_word(word) {
                    Some(end) => game.end(end),
                    None if looks_like_a_move(word) => {
                        let error = NotationError::Syntax(word.to_string(), MoveNotation::Japanese);
                        game.play(Err(error), number, problems);
                    }
                    // In the place of a mark, what stands behind まで otherwise.
                    None if states_winner(word) => {
                        game.end(result_mark(word, game.pos().side_to_move()));
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
        let is_kept = step(game) != before;
        let (time_ms, rest) = split_time(tail);
        if is_kept && let Some(time_ms) = time_ms {
            game.time(time_ms);
        }
        // A `+` only says that variations follow.
        let rest = rest.trim_start_matches('+');
        let remark = rest.trim_matches([' ', '\u{3000}', '\t', '+']);
        if remark.is_empty() || game.is_broken() {
        } else if is_kept && rest.starts_with([' ', '\u{3000}', '\t', '*']) {
            game.comment(remark.strip_prefix('*').unwrap_or(remark));
        } else {
            // Text at the end of the move itself may belong to it.
            problems.add(number, Reason::Unknown(remark.chars().take(40).collect()));
        }
    }

    /// Reads a line of one or more moves: `▲７六歩    △３四歩`.
    fn ki2_line(&mut self, number: usize, body: &str, problems: &mut Problems) {
        let is_over = |game: &Builder| {
            let heads_another = self.parted && game.current_is_end();
            !game.is_fresh() && (heads_another || !self.behind.headers.is_empty())
        };
        if self.game.as_ref().is_some_and(is_over) {
            self.end_game(number, problems);
        }
        self.parted = false;
        let game = self.game_of(body, number, problems);
        let mut rest = body;
        while !rest.is_empty() {
            // The first character is the mark of this move; the search is for the mark of the next
            // one.
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

    /// Starts a variation at `変化：9手`.
    fn variation(&mut self, number: usize, rest: &str, problems: &mut Problems) {
        let count = rest
            .trim_start_matches(['：', ':', ' ', '\u{3000}'])
            .chars()
            .map_while(crate::notation::digit_value)
            .fold(0usize, |n, d| {
                n.saturating_mul(10).saturating_add(d as usize)
            });
        self.back_to_game(problems);
        let first_number = self.first_number.max(1);
        let count = count - usize::from(self.sealed.is_some_and(|at| count > at));
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

    /// Reads a line such as `まで84手で後手の勝ち`. It counts only if the game has no end mark yet.
    fn result(&mut self, rest: &str, problems: &mut Problems, number: usize) {
        let game = self.game(number, problems);
        if game.current_is_end() {
            return;
        }
        let rest = rest.trim_start_matches(['、', ',', ' ', '\u{3000}']);
        let text = match rest.split_once('手') {
            Some((count, text)) if count.trim().chars().all(|c| digit_value(c).is_some()) => {
                let text = text.trim_start().strip_prefix("にて").unwrap_or(text);
                text.trim_start_matches(['で', '、', ' ', '\u{3000}'])
            }
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
            self.records.push(game.finish(problems));
        }
        self.begun = false;
    }
}
