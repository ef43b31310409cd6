//! Reader of CSA files, versions 1 to 3.0.

use super::builder::Builder;
use super::end::End;
use super::header_words::{TimeControl, csa_date};
use super::problem::{Problems, Reason, StartFault};
use super::tree::{Headers, Record, other_name};
use crate::plain_lines;
use komadai::position::{IllegalMove, Position, Setup};
use komadai::types::{Color, Move, Piece, PieceType, Square};

/// Reason why a text is not a CSA move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum CsaError {
    #[error("'{0}' is no move in CSA notation")]
    Syntax(String),
    #[error("'{text}': {side} is to move")]
    Turn { text: String, side: Color },
    #[error("'{text}': no such piece of {side} stands there")]
    Piece { text: String, side: Color },
    #[error("'{text}' is illegal: {reason}")]
    Illegal { text: String, reason: IllegalMove },
}

/// A game that is being read line by line.
#[derive(Default)]
struct Reader {
    records: Vec<Record>,
    setup: Setup,
    /// Whether a line placed pieces; if not, the game starts from the even position.
    placed: bool,
    /// By side: whether the file states what is in hand.
    says_hand: [bool; 2],
    start_is_bad: bool,
    headers: Headers,
    comments: Vec<String>,
    begun: bool,
    game: Option<Builder>,
}

/// Reads all games of a text. A game ends at a line `/`, or where the head of another game begins.
pub(super) fn read(text: &str, problems: &mut Problems) -> Vec<Record> {
    let mut reader = Reader::default();
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        last = number;
        let line = line.trim_end_matches(['\r', '\n']);
        if line.starts_with(['\'', 'N', '$']) {
            reader.statement(number, line, problems);
        } else {
            for statement in line.split(',') {
                reader.statement(number, statement.trim_end(), problems);
            }
        }
    }
    reader.close(last, problems);
    reader.records
}

/// Whether a line is read as this header. Keys of files of other formats may hold spaces or be a
/// keyword with a meaning.
pub(super) fn keeps_header(line: &str, key: &str, value: &str) -> bool {
    let mut reader = Reader::default();
    reader.statement(1, &plain_lines(line.to_string()), &mut Problems::default());
    reader.headers.iter().eq([(key, value.trim())])
}

/// Board and hands of the even start position.
fn even_setup() -> Setup {
    let pos = Position::startpos();
    let mut setup = Setup::default();
    for sq in Square::all() {
        setup.board[sq.index()] = pos.piece_on(sq);
    }
    setup
}

/// The name in `N+name`, or in `Name+:name` of a server's game summary.
fn name_of(line: &str, sign: char) -> Option<&str> {
    let rest = line
        .strip_prefix("Name")
        .and_then(|rest| rest.strip_prefix(sign)?.strip_prefix(':'));
    rest.or_else(|| line.strip_prefix('N')?.strip_prefix(sign))
}

/// Cuts a text into pieces of `len` ASCII characters; `None` for a piece that splits a character.
fn chunks(text: &str, len: usize) -> impl Iterator<Item = Option<&str>> {
    (0..text.len().div_ceil(len)).map(move |i| text.get(i * len..(i + 1) * len))
}

impl Reader {
    fn statement(&mut self, number: usize, line: &str, problems: &mut Problems) {
        let Some(first) = line.chars().next() else {
            return;
        };
        if let Some(text) = line.strip_prefix('\'') {
            self.comment(number, text, problems);
        } else if line == "/" {
            self.close(number, problems);
        } else if first == 'V' {
            // A version line after moves: files were joined without a line `/` between them.
            self.close_played(number, problems);
            self.begun = true;
        } else if line.starts_with("BEGIN ") || line.starts_with("END ") {
            // These lines only frame a server's game summary; the game follows them.
        } else if let Some(name) = name_of(line, '+') {
            self.close_ended(number, problems);
            self.header(number, "先手", name, problems);
        } else if let Some(name) = name_of(line, '-') {
            self.close_ended(number, problems);
            self.header(number, "後手", name, problems);
        } else if let Some(rest) = line.strip_prefix('$') {
            match rest.split_once(':') {
                Some((key, value)) => {
                    if matches!(key, "EVENT" | "START_TIME") {
                        self.close_ended(number, problems);
                    }
                    self.keyword(number, key, value, problems);
                }
                None => problems.add(number, Reason::NoValue(line.to_string())),
            }
        } else if first == 'P' && !line.starts_with("Protocol_") {
            self.close_ended(number, problems);
            self.place(number, line, problems);
        } else if matches!(line, "+" | "-") {
            self.setup.side = match line {
                "+" => Color::Black,
                _ => Color::White,
            };
            self.game(number, problems);
        } else if matches!(first, '+' | '-') {
            let game = self.game(number, problems);
            let mv = read_csa_move(game.pos(), line);
            game.play(mv, number, problems);
        } else if let Some(word) = line.strip_prefix('%') {
            let game = self.game(number, problems);
            let side = game.pos().side_to_move();
            let end = End::from_csa_word(word, side).unwrap_or_else(|| {
                let end = End::other(word);
                problems.add(number, Reason::End(end.kif_word().to_string()));
                end
            });
            game.end(end);
        } else if let Some(seconds) = line.strip_prefix('T').filter(|rest| !rest.contains(':')) {
            self.time(number, seconds, problems);
        } else {
            let shown: String = line.chars().take(40).collect();
            problems.add(number, Reason::Unknown(shown));
        }
    }

    /// Keeps both kinds of comment: `'*text`, meant for programs, and `'text`, meant for people.
    /// The line that names the encoding is not kept.
    fn comment(&mut self, number: usize, text: &str, problems: &mut Problems) {
        if text.starts_with("CSA encoding=") && self.game.as_ref().is_none_or(|g| !g.is_fresh()) {
            self.close_played(number, problems);
            return;
        }
        self.begun = true;
        // A header without a CSA keyword, in the form that [`super::csa_write`] gives it.
        if self.game.is_none()
            && let Some((key, value)) = text.split_once('：')
            && !text.starts_with('*')
            && !key.is_empty()
            && key.chars().count() <= 40
            && !key.contains(char::is_whitespace)
            && self.may_be_header(key, value)
        {
            self.header(number, key, value, problems);
            return;
        }
        let text = text.strip_prefix('*').unwrap_or(text);
        match &mut self.game {
            Some(game) => game.comment(text),
            None => self.comments.push(text.to_string()),
        }
    }

    /// Whether a comment in the form of a header may be one. A second line of the same form is a
    /// remark, as is what it says of a player: [`super::csa_write`] only repeats a name under 下手
    /// or 上手.
    fn may_be_header(&self, key: &str, value: &str) -> bool {
        let is_new = self.headers.get(key).is_none();
        is_new && other_name(key).is_none_or(|name| self.headers.get(name) == Some(value.trim()))
    }

    /// Stores a line `$KEY:value` as headers with the keys of KIF files.
    fn keyword(&mut self, number: usize, key: &str, value: &str, problems: &mut Problems) {
        match TimeControl::read(key, value) {
            Some((side, control)) => {
                for (name, value) in control.words() {
                    self.header(number, &format!("{side}{name}"), &value, problems);
                }
            }
            None => self.header(number, kif_key(key), value, problems),
        }
    }

    fn header(&mut self, number: usize, key: &str, value: &str, problems: &mut Problems) {
        self.begun = true;
        let headers = match &mut self.game {
            Some(game) => &mut game.record_mut().headers,
            None => &mut self.headers,
        };
        problems.add_header(number, headers, key, value);
    }

    fn time(&mut self, number: usize, seconds: &str, problems: &mut Problems) {
        let parsed: Option<f64> = seconds.trim().parse().ok();
        let sane = parsed.filter(|s| s.is_finite() && (0.0..1e12).contains(s));
        match (sane, &mut self.game) {
            (Some(seconds), Some(game)) => game.time((seconds * 1000.0).round() as u64),
            _ => problems.add(number, Reason::Time(seconds.to_string())),
        }
    }

    /// Reads a line of the start position: `PI82HI22KA`, `P1-KY-KE...`, `P+00FU` or `P-00AL`.
    fn place(&mut self, number: usize, line: &str, problems: &mut Problems) {
        if self.game.is_some() {
            problems.add(number, Reason::BehindMoves(line.to_string()));
            return;
        }
        self.begun = true;
        let result = match line.as_bytes() {
            [b'P', b'I', ..] => self.remove_from_even(line.get(2..).unwrap_or("")),
            [b'P', rank @ b'1'..=b'9', ..] => {
                self.place_rank(rank - b'1', line.get(2..).unwrap_or(""))
            }
            [b'P', sign @ (b'+' | b'-'), ..] => {
                let color = if *sign == b'+' {
                    Color::Black
                } else {
                    Color::White
                };
                self.place_pieces(color, line.get(2..).unwrap_or(""))
            }
            _ => Err(StartFault::Unknown(line.to_string())),
        };
        self.placed = true;
        if let Err(fault) = result {
            self.bad_start(number, fault, problems);
        }
    }

    fn bad_start(&mut self, number: usize, fault: StartFault, problems: &mut Problems) {
        problems.add(number, Reason::Start(fault));
        self.start_is_bad = true;
    }

    fn remove_from_even(&mut self, text: &str) -> Result<(), StartFault> {
        self.setup = Setup {
            side: self.setup.side,
            ..even_setup()
        };
        self.says_hand = [true; 2];
        for part in chunks(text.trim(), 4) {
            let fail = || StartFault::Remove(text.to_string());
            let part = part.ok_or_else(fail)?;
            let square = part.get(..2).and_then(from_csa_square).ok_or_else(fail)?;
            let kind = part.get(2..).and_then(from_csa_piece).ok_or_else(fail)?;
            match self.setup.board[square.index()].take() {
                Some(piece) if piece.kind() == kind => {}
                _ => return Err(StartFault::NotThere(part.to_string())),
            }
        }
        Ok(())
    }

    /// Reads a rank: nine squares of three characters each. Spaces may be missing, because mail
    /// programs and web pages remove them.
    fn place_rank(&mut self, rank: u8, text: &str) -> Result<(), StartFault> {
        let mut rest = text;
        for file in (0..9).rev() {
            let square = Square::new(file, rank);
            let fail = || StartFault::Rank(rank + 1);
            let trimmed = rest.trim_start_matches(' ');
            let (piece, len) = match trimmed.as_bytes().first() {
                Some(b'*') => (None, 1),
                Some(sign @ (b'+' | b'-')) => {
                    let name = trimmed.get(1..3).unwrap_or("");
                    let kind =
                        from_csa_piece(name).ok_or_else(|| StartFault::Piece(name.to_string()))?;
                    let color = if *sign == b'+' {
                        Color::Black
                    } else {
                        Color::White
                    };
                    (Some(Piece::new(color, kind)), 3)
                }
                _ => return Err(fail()),
            };
            self.setup.board[square.ok_or_else(fail)?.index()] = piece;
            rest = trimmed.get(len..).unwrap_or("");
        }
        match rest.trim() {
            "" => Ok(()),
            more => Err(StartFault::Trailing(more.to_string())),
        }
    }

    fn place_pieces(&mut self, color: Color, text: &str) -> Result<(), StartFault> {
        for part in chunks(text.trim(), 4) {
            let fail = || StartFault::Place(text.to_string());
            let part = part.ok_or_else(fail)?;
            let (place, name) = part.split_at_checked(2).ok_or_else(fail)?;
            if place == "00" {
                self.says_hand[color.index()] = true;
            }
            if part == "00AL" {
                self.setup.take_all_left(color);
                continue;
            }
            let kind = from_csa_piece(name).ok_or_else(fail)?;
            if place == "00" {
                if !PieceType::HAND.contains(&kind) {
                    return Err(StartFault::NotHeld(name.to_string()));
                }
                self.setup.hands[color.index()][kind.index()] += 1;
            } else {
                let square = from_csa_square(place).ok_or_else(fail)?;
                self.setup.board[square.index()] = Some(Piece::new(color, kind));
            }
        }
        Ok(())
    }

    fn game(&mut self, number: usize, problems: &mut Problems) -> &mut Builder {
        if self.game.is_none() {
            let side = self.setup.side;
            let setup = match self.placed {
                true => std::mem::take(&mut self.setup),
                false => Setup {
                    side,
                    ..even_setup()
                },
            };
            let start = Position::from_setup(&setup).unwrap_or_else(|error| {
                if !self.start_is_bad {
                    self.bad_start(number, error.into(), problems);
                }
                Position::startpos()
            });
            let mut game = Builder::new(&start);
            for color in Color::ALL {
                if self.placed && !self.says_hand[color.index()] {
                    game.record_mut().leave_hand_open(color);
                }
            }
            game.record_mut().headers = std::mem::take(&mut self.headers);
            keep_sources(&mut game.record_mut().headers);
            for comment in self.comments.drain(..) {
                game.comment(&comment);
            }
            if self.start_is_bad {
                game.skip_line();
            }
            self.game = Some(game);
        }
        self.begun = true;
        self.game
            .get_or_insert_with(|| Builder::new(&Position::startpos()))
    }

    /// Ends the game if moves were read.
    fn close_played(&mut self, number: usize, problems: &mut Problems) {
        if self.game.as_ref().is_some_and(|game| !game.is_fresh()) {
            self.close(number, problems);
        }
    }

    /// Ends the game if its end mark was read.
    fn close_ended(&mut self, number: usize, problems: &mut Problems) {
        if self.game.as_ref().is_some_and(Builder::current_is_end) {
            self.close(number, problems);
        }
    }

    fn close(&mut self, number: usize, problems: &mut Problems) {
        if self.begun {
            self.game(number, problems);
        }
        if let Some(game) = self.game.take() {
            self.records.push(game.finish(problems));
        }
        *self = Reader {
            records: std::mem::take(&mut self.records),
            ..Reader::default()
        };
    }
}

/// Reads a move such as `+7776FU` or `-0055KA`. The letters name the piece as it is after the move.
///
/// # Errors
/// If the text is no CSA move, or the move is not legal in the position.
pub fn read_csa_move(pos: &Position, text: &str) -> Result<Move, CsaError> {
    let side = pos.side_to_move();
    let shown = || text.chars().take(20).collect::<String>();
    let fail = || CsaError::Syntax(shown());
    let sign = text.get(..1).ok_or_else(fail)?;
    let (from, to) = (
        text.get(1..3).ok_or_else(fail)?,
        text.get(3..5).and_then(from_csa_square).ok_or_else(fail)?,
    );
    let kind = text.get(5..7).and_then(from_csa_piece).ok_or_else(fail)?;
    if text.len() > 7 {
        return Err(fail());
    }
    if (sign == "+") != (side == Color::Black) {
        return Err(CsaError::Turn {
            text: shown(),
            side,
        });
    }
    let wrong_piece = || CsaError::Piece {
        text: shown(),
        side,
    };
    let mv = if from == "00" {
        if !PieceType::HAND.contains(&kind) {
            return Err(fail());
        }
        Move::drop(kind, to)
    } else {
        let from = from_csa_square(from).ok_or_else(fail)?;
        let piece = pos.piece_on(from).filter(|p| p.color() == side);
        let before = piece.ok_or_else(wrong_piece)?.kind();
        let promote = before != kind;
        if (promote && before.promoted() != kind) || from == to {
            return Err(wrong_piece());
        }
        Move::normal(from, to, promote)
    };
    pos.check_legal(mv).map_err(|reason| CsaError::Illegal {
        text: shown(),
        reason,
    })?;
    Ok(mv)
}

/// Piece types with their CSA names.
const PIECES: [(PieceType, &str); 14] = [
    (PieceType::Pawn, "FU"),
    (PieceType::Lance, "KY"),
    (PieceType::Knight, "KE"),
    (PieceType::Silver, "GI"),
    (PieceType::Gold, "KI"),
    (PieceType::Bishop, "KA"),
    (PieceType::Rook, "HI"),
    (PieceType::King, "OU"),
    (PieceType::ProPawn, "TO"),
    (PieceType::ProLance, "NY"),
    (PieceType::ProKnight, "NK"),
    (PieceType::ProSilver, "NG"),
    (PieceType::Horse, "UM"),
    (PieceType::Dragon, "RY"),
];

/// The CSA name of a piece type.
pub(super) fn csa_piece(kind: PieceType) -> &'static str {
    PIECES
        .iter()
        .find(|(k, _)| *k == kind)
        .map_or("", |(_, name)| name)
}

/// The piece type with this CSA name.
pub(super) fn from_csa_piece(name: &str) -> Option<PieceType> {
    PIECES.iter().find(|(_, n)| *n == name).map(|(k, _)| *k)
}

/// Writes a square as two digits, file first.
pub(super) fn csa_square(sq: Square) -> String {
    format!("{}{}", sq.file() + 1, sq.rank() + 1)
}

/// Reads a square written as two digits from 1 to 9, file first.
fn from_csa_square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [file @ b'1'..=b'9', rank @ b'1'..=b'9'] => Square::new(file - b'1', rank - b'1'),
        _ => None,
    }
}

/// Undoes the copying by [`super::csa_write`], which writes 表題 also under the CSA keyword of 棋戦,
/// and 対局日 under that of 開始日時. Where both hold the same text, only 表題 or 対局日 is kept.
fn keep_sources(headers: &mut Headers) {
    for (key, source) in [("棋戦", "表題"), ("開始日時", "対局日")] {
        let written = headers
            .get(source)
            .map(|value| csa_date(value).unwrap_or(value.to_string()));
        if written.is_some() && written.as_deref() == headers.get(key) {
            headers.remove(key);
        }
    }
}

/// CSA header keys and the KIF keys they stand for. MAX_MOVES, JISHOGI and NOTE exist only in
/// version 3.0. [`TimeControl`] reads the keys of time controls.
const KEYS: [(&str, &str); 8] = [
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("OPENING", "戦型"),
    ("MAX_MOVES", "最大手数"),
    ("JISHOGI", "持将棋"),
    ("NOTE", "備考"),
];

/// The KIF key for a CSA key; an unknown key stays as it is.
fn kif_key(csa: &str) -> &str {
    KEYS.iter().find(|(k, _)| *k == csa).map_or(csa, |(_, k)| k)
}

/// The CSA key for a KIF key. A key of ASCII letters and digits comes from another CSA program and
/// is written unchanged; any other unknown key has no CSA key.
pub(super) fn csa_key(kif: &str) -> Option<&str> {
    let known = KEYS.iter().find(|(_, k)| *k == kif).map(|(k, _)| *k);
    let is_foreign = kif
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"_+-".contains(&b));
    known.or(is_foreign.then_some(kif))
}

/// Whether a key exists only in CSA 3.0.
pub(super) fn is_v3_key(csa: &str) -> bool {
    matches!(csa, "MAX_MOVES" | "JISHOGI" | "NOTE")
}
