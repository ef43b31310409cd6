//! Questions of the page and their answers, both in JSON.

use serde::{Deserialize, Serialize};

use super::writing::{Game, GameError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use komadai::book::{BookOptions, embedded};
use komadai::movegen::legal_moves;
use komadai::position::{Declaration, EnteringKingRule, MoveError, Position, SfenError};
use komadai::search::RankedLine;
use komadai::types::{Bound, Color, Depth, Square};
use komadai::usi::UsiInfo;
use komadai_analysis::japanese::told;
use komadai_analysis::report::analysis::{
    Document, GameAnalysis, Identity, NotedEnd, NotedMove, PositionAnalysis, SearchEntry, Source,
};
use komadai_messages::Lang;
use komadai_records::Handicap;
use komadai_records::{End, Problem, Record, WriteOptions, read_bytes, write_bytes};

/// The questions of the page, by the value of `ask`. Their further fields are those of [`Path`] or
/// [`Game`], and of [`Details`]. Each is read from the line on its own, which makes for less code
/// than an enum with fields.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    /// The legal moves of a position (`Path`). The answer is `{moves, end, declares}`.
    Moves,
    /// The result of a search of a position (`Path`), combined from its `info` lines, `said`, in
    /// the form of the analysis document; `null` if no line has a score.
    Found,
    /// Reads the game number `index` from the file called `name` whose bytes follow the question.
    /// The answer is `{titles, document, problems, kif}`, with the problems described in `lang`.
    Read,
    /// Writes a `Game` to a file in the format of `extension`. The answer is `{base64, losses}`,
    /// with the losses described in `lang`.
    Write,
    /// The analysis document of a `Game`. `said` has the `info` lines of each position, in order.
    /// The analysis ends at the first position without a score. `settings` are the engine's.
    Review,
    /// The moves of the built-in book in a position (`Path`), best first. The answer is a list of
    /// `{usi, japanese, western, side, value, depth}`, empty outside the book.
    Book,
    /// The list of handicaps. The answer is `[{name, japanese, sfen}]`.
    Handicaps,
    /// Checks the position `sfen`. The answer is `{sfen}` in canonical form, or the error in `lang`.
    Check,
}

#[derive(Debug, Deserialize)]
struct Asked {
    ask: Question,
}

/// Fields of several questions.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Details {
    name: String,
    index: usize,
    lang: String,
    extension: String,
    sfen: String,
}

#[derive(Debug, Deserialize)]
struct Said<T> {
    said: Vec<T>,
}

#[derive(Debug, Deserialize)]
struct Settings {
    settings: Option<Identity>,
}

/// A move of the book.
#[derive(Serialize)]
struct Known {
    #[serde(flatten)]
    noted: NotedMove,
    /// The score in centipawns, positive where Black stands better.
    value: i32,
    /// Depth of the search behind the score, in plies.
    depth: Depth,
}

/// A file in base64, and the content of the game that its format cannot hold.
#[derive(Serialize)]
struct File {
    base64: String,
    losses: Vec<String>,
}

#[derive(Serialize)]
struct NamedHandicap {
    name: &'static str,
    japanese: &'static str,
    sfen: &'static str,
}

#[derive(Serialize)]
struct Checked {
    sfen: String,
}

#[derive(Serialize)]
struct Complaint {
    error: String,
}

/// Answers a question: one line of JSON, followed by the bytes of a file if the question is `read`.
/// The answer is JSON; on failure it is `{"error": words}`.
pub fn answer(question: &[u8]) -> String {
    let end = question.iter().position(|&byte| byte == b'\n');
    let (line, content) = match end {
        Some(end) => (&question[..end], &question[end + 1..]),
        None => (question, &[][..]),
    };
    let result = in_words(line, content);
    result.unwrap_or_else(|error| json(&Complaint { error }))
}

fn parse<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, String> {
    serde_json::from_slice(line).map_err(|error| error.to_string())
}

fn in_words(line: &[u8], content: &[u8]) -> Result<String, String> {
    let Asked { ask } = parse(line)?;
    let details: Details = parse(line)?;
    let lang = Lang::of_code(&details.lang).unwrap_or_default();
    Ok(match ask {
        Question::Moves => {
            let legal = Legal::at(&parse(line)?);
            json(&legal.map_err(|error| error.to_string())?)
        }
        Question::Found => {
            let Said { said } = parse(line)?;
            json(&found(&parse(line)?, &said).map_err(|error| error.to_string())?)
        }
        Question::Read => {
            let games = read(content, &details.name, details.index, lang);
            json(&games.map_err(|problem| told(&problem, lang))?)
        }
        Question::Write => {
            let game: Game = parse(line)?;
            let (format, options) =
                WriteOptions::for_extension(&details.extension).ok_or("no such format")?;
            let record = game.record().map_err(|error| error.to_string())?;
            let written = write_bytes(&[record], format, options);
            let losses = written.losses.iter();
            json(&File {
                base64: STANDARD.encode(written.bytes),
                losses: losses.map(|loss| told(loss, lang)).collect(),
            })
        }
        Question::Review => {
            let Said { said } = parse(line)?;
            let Settings { settings } = parse(line)?;
            let document = review(&parse(line)?, &said, settings.as_ref());
            json(&document.map_err(|error| error.to_string())?)
        }
        Question::Book => json(&known(&parse(line)?).map_err(|error| error.to_string())?),
        Question::Handicaps => json(&Handicap::ALL.map(|handicap| NamedHandicap {
            name: handicap.name,
            japanese: handicap.japanese,
            sfen: handicap.sfen,
        })),
        Question::Check => {
            let pos = Position::from_sfen(&details.sfen).map_err(|error| told(&error, lang))?;
            if other_side_is_in_check(&pos) {
                return Err(OTHER_SIDE_IN_CHECK[usize::from(lang == Lang::Japanese)].to_string());
            }
            json(&Checked { sfen: pos.sfen() })
        }
    })
}

fn json(value: &impl Serialize) -> String {
    // All keys are strings, so this cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// A position, given by a start position and USI moves so that repetitions are known.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Path {
    sfen: String,
    #[serde(default)]
    moves: Vec<String>,
}

/// Error in a start position or its moves.
#[derive(Debug, thiserror::Error)]
pub(super) enum PathError {
    #[error(transparent)]
    Start(#[from] SfenError),
    #[error("move {number}: {source}")]
    Move { number: usize, source: MoveError },
}

impl Path {
    /// The position reached, and the destination of the last move.
    pub fn walk(&self) -> Result<(Position, Option<Square>), PathError> {
        let mut pos = Position::from_sfen(&self.sfen)?;
        let mut last_to = None;
        for (text, number) in self.moves.iter().zip(1..) {
            let failed = |source| PathError::Move { number, source };
            let mv = pos.parse_usi_move(text).map_err(failed)?;
            pos.do_move(mv);
            last_to = Some(mv.to());
        }
        Ok((pos, last_to))
    }
}

/// The legal moves of a position, or the end of the game there.
#[derive(Debug, Serialize)]
pub(super) struct Legal {
    moves: Vec<LegalMove>,
    end: Option<NotedEnd>,
    /// Whether the side to move can win by declaration (27-point rule).
    declares: bool,
}

#[derive(Debug, Serialize)]
struct LegalMove {
    #[serde(flatten)]
    noted: NotedMove,
    /// SFEN of the position after the move.
    sfen: String,
    /// Whether the move gives check.
    check: bool,
}

impl Legal {
    /// The legal moves at the end of a path.
    pub fn at(path: &Path) -> Result<Legal, PathError> {
        let (mut pos, last_to) = path.walk()?;
        let side = pos.side_to_move();
        let mut moves = Vec::new();
        for &mv in legal_moves(&pos).iter() {
            let noted = NotedMove::new(&pos, mv, last_to, None);
            pos.do_move(mv);
            let sfen = pos.sfen();
            let check = pos.in_check();
            pos.undo_move(mv);
            moves.push(LegalMove { noted, sfen, check });
        }
        let end = End::by_the_rules(&pos);
        Ok(Legal {
            moves,
            end: end.map(|end| NotedEnd::new(&end, side)),
            declares: pos.declaration(EnteringKingRule::Csa27) == Declaration::Win,
        })
    }
}

/// The legal moves of the built-in book at the end of a path, best first.
fn known(path: &Path) -> Result<Vec<Known>, PathError> {
    let (pos, last_to) = path.walk()?;
    // Without a book there is nothing to show, which is no error.
    let found = embedded().and_then(|mut book| book.probe(&pos, &BookOptions::default()));
    let mut moves = found.ok().flatten().map_or(Vec::new(), |entry| entry.moves);
    moves.retain(|book_move| pos.is_legal(book_move.mv));
    moves.sort_by_key(|book_move| std::cmp::Reverse(book_move.value));
    let sign = match pos.side_to_move() {
        Color::Black => 1,
        Color::White => -1,
    };
    let known = moves.into_iter().map(|book_move| Known {
        noted: NotedMove::new(&pos, book_move.mv, last_to, None),
        value: sign * book_move.value,
        depth: book_move.depth,
    });
    Ok(known.collect())
}

/// Combines the `info` lines of a search; `None` if no line has a score. The last line of each rank
/// counts, except that a bound does not replace an exact score.
pub(super) fn found(path: &Path, said: &[String]) -> Result<Option<SearchEntry>, PathError> {
    let (pos, last_to) = path.walk()?;
    Ok(together(said).map(|all| SearchEntry::new(&pos, last_to, &all)))
}

/// Analyses the game by the given searches, those of its first positions.
fn review(
    game: &Game,
    said: &[Vec<String>],
    settings: Option<&Identity>,
) -> Result<Document, GameError> {
    let record = game.record()?;
    let searches = said.iter().map_while(|said| together(said)).collect();
    let source = Source {
        name: "",
        settings,
        problems: &[],
    };
    Ok(Document::new(
        &record,
        &GameAnalysis::new(&record, searches),
        &source,
    ))
}

fn together(said: &[String]) -> Option<PositionAnalysis> {
    let mut lines: Vec<(u32, RankedLine)> = Vec::new();
    let mut all = PositionAnalysis {
        lines: Vec::new(),
        declares: false,
        depth: 0,
        nodes: 0,
        time_ms: 0,
    };
    for info in said.iter().filter_map(|line| UsiInfo::parse(line)) {
        all.nodes = info.nodes.unwrap_or(all.nodes);
        all.time_ms = info.time_ms.unwrap_or(all.time_ms);
        let Some(score) = info.score else { continue };
        let rank = info.multipv.unwrap_or(1);
        let depth = |n: Option<u32>| Depth::try_from(n.unwrap_or(0)).unwrap_or(Depth::MAX);
        let line = RankedLine {
            score,
            bound: info.bound,
            depth: depth(info.depth),
            seldepth: depth(info.seldepth),
            moves: info.pv,
        };
        match lines.iter_mut().find(|(known, _)| *known == rank) {
            Some((_, old)) if line.bound == Bound::Exact || old.bound != Bound::Exact => {
                *old = line;
            }
            Some(_) => (),
            None => lines.push((rank, line)),
        }
    }
    lines.sort_by_key(|(rank, _)| *rank);
    all.lines = lines.into_iter().map(|(_, line)| line).collect();
    all.depth = all.lines.first().map_or(0, |line| line.depth);
    let is_known = !all.lines.is_empty();
    is_known.then_some(all)
}

const OTHER_SIDE_IN_CHECK: [&str; 2] = [
    "the side that is not to move is in check",
    "手番でない側に王手がかかっています",
];

/// Whether the side to move could capture the opponent's king.
fn other_side_is_in_check(pos: &Position) -> bool {
    let sfen = pos.sfen();
    let turned = match sfen.split_once(" b ") {
        Some((board, rest)) => format!("{board} w {rest}"),
        None => sfen.replacen(" w ", " b ", 1),
    };
    Position::from_sfen(&turned).is_ok_and(|turned| turned.in_check())
}

/// One game of a file, with the titles of all games in it.
#[derive(Debug, Serialize)]
pub(super) struct Games {
    /// The title of each game.
    titles: Vec<String>,
    document: Document,
    /// Problems in reading the file.
    problems: Vec<String>,
    /// The game in KIF.
    kif: String,
}

/// Reads the game with this index; if the file has fewer games, the last one.
fn read(content: &[u8], name: &str, index: usize, lang: Lang) -> Result<Games, Problem> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let reading = read_bytes(content, extension)?;
    let last = reading.records.len().saturating_sub(1);
    // `read_bytes` returns at least one game.
    let record = reading.records.get(index.min(last)).cloned();
    let record = record.unwrap_or_default();
    let titles = reading.records.iter().zip(1..);
    let source = Source {
        name,
        settings: None,
        problems: &reading.warnings,
    };
    let document = Document::new(&record, &GameAnalysis::new(&record, Vec::new()), &source);
    Ok(Games {
        titles: titles
            .map(|(record, number)| title(record, number))
            .collect(),
        problems: reading
            .warnings
            .iter()
            .map(|problem| told(problem, lang))
            .collect(),
        kif: document.kif().to_string(),
        document,
    })
}

/// The title of a game: its number, the players if known, the number of moves, as in `3: ☗A – ☖B
/// (87)`; of a position alone the number.
fn title(record: &Record, number: usize) -> String {
    use Color::{Black, White};
    let moves = record.main_moves().len();
    let name = |color| record.headers.player(color).unwrap_or("").trim();
    match (name(Black), name(White)) {
        ("", "") if moves == 0 => number.to_string(),
        ("", "") => format!("{number}: ({moves})"),
        (black, white) => format!("{number}: ☗{black} – ☖{white} ({moves})"),
    }
}
