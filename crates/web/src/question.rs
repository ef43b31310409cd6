//! Questions and answers: JSON in, JSON out.

use serde::{Deserialize, Serialize};

use super::words::{position_fault, record_fault};
use super::writing::{Game, GameError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use komadai::movegen::legal_moves;
use komadai::position::{Declaration, EnteringKingRule, MoveError, Position, SfenError};
use komadai::search::RankedLine;
use komadai::types::{Bound, Depth, Square};
use komadai::usi::UsiInfo;
use komadai_analysis::report::analysis::{
    Document, GameAnalysis, Identity, NotedEnd, NotedMove, PositionAnalysis, SearchEntry, Source,
};
use komadai_messages::Lang;
use komadai_records::Handicap;
use komadai_records::{End, Loss, Problem, Record, WriteOptions, read_bytes, write_bytes};

/// Questions of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Question {
    /// The legal moves of a position: `{moves, end, declares}`.
    Moves(Path),
    /// The search of a position from its `info` lines, in the form of a document, or `null`.
    Found {
        #[serde(flatten)]
        path: Path,
        said: Vec<String>,
    },
    /// A game of the file whose bytes follow: `{titles, document, problems, kif}`, with
    /// faults in a language.
    Read {
        #[serde(default)]
        name: String,
        #[serde(default)]
        index: usize,
        #[serde(default)]
        lang: String,
    },
    /// The game of the page as a file of a format, by the extension: `{base64, losses}`.
    Write {
        #[serde(flatten)]
        game: Game,
        extension: String,
    },
    /// The game of the page with the searches of its positions, the start first, as a document; null for a position
    /// that has not been searched ends the analysis there.
    Review {
        #[serde(flatten)]
        game: Game,
        said: Vec<Vec<String>>,
        settings: Option<Identity>,
    },
    /// The handicaps: `[{name, japanese, sfen}]`.
    Handicaps {},
    /// Whether a position is one: `{sfen}`, as the engine writes it.
    Check { sfen: String, lang: String },
}

/// A file, and what of the game it cannot hold.
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

/// Answers a question: one line of JSON, behind it the bytes of a file if one
/// is to be read. The answer is JSON too, `{"error": words}` where there is none.
pub fn answer(question: &[u8]) -> String {
    let end = question.iter().position(|&byte| byte == b'\n');
    let (line, content) = match end {
        Some(end) => (&question[..end], &question[end + 1..]),
        None => (question, &[][..]),
    };
    let result = match serde_json::from_slice(line) {
        Ok(question) => in_words(question, content),
        Err(error) => Err(error.to_string()),
    };
    result.unwrap_or_else(|error| json(&Complaint { error }))
}

fn in_words(question: Question, content: &[u8]) -> Result<String, String> {
    Ok(match question {
        Question::Moves(path) => json(&Legal::at(&path).map_err(|error| error.to_string())?),
        Question::Found { path, said } => {
            json(&found(&path, &said).map_err(|error| error.to_string())?)
        }
        Question::Read { name, index, lang } => {
            let lang = Lang::of_code(&lang).unwrap_or_default();
            let games = read(content, &name, index, lang);
            json(&games.map_err(|problem| record_fault(&problem, lang))?)
        }
        Question::Write { game, extension } => {
            let (format, options) =
                WriteOptions::for_extension(&extension).ok_or("no such format")?;
            let record = game.record().map_err(|error| error.to_string())?;
            let written = write_bytes(&[record], format, options);
            json(&File {
                base64: STANDARD.encode(written.bytes),
                losses: written.losses.iter().map(Loss::to_string).collect(),
            })
        }
        Question::Review {
            game,
            said,
            settings,
        } => json(&review(&game, &said, settings.as_ref()).map_err(|error| error.to_string())?),
        Question::Handicaps {} => json(&Handicap::ALL.map(|handicap| NamedHandicap {
            name: handicap.name,
            japanese: handicap.japanese,
            sfen: handicap.sfen,
        })),
        Question::Check { sfen, lang } => {
            let lang = Lang::of_code(&lang).unwrap_or_default();
            let pos = Position::from_sfen(&sfen).map_err(|error| position_fault(&error, lang))?;
            if other_side_is_in_check(&pos) {
                return Err(OTHER_SIDE_IN_CHECK[usize::from(lang == Lang::Japanese)].to_string());
            }
            json(&Checked { sfen: pos.sfen() })
        }
    })
}

fn json(value: &impl Serialize) -> String {
    // The keys are texts, so that this cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// A start position and USI moves; with them repetitions are known.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Path {
    sfen: String,
    #[serde(default)]
    moves: Vec<String>,
}

/// Error of a path.
#[derive(Debug, thiserror::Error)]
pub(super) enum PathError {
    #[error(transparent)]
    Start(#[from] SfenError),
    #[error("move {number}: {source}")]
    Move { number: usize, source: MoveError },
}

impl Path {
    /// The position reached, and where the last move went.
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

/// The legal moves of a position, or how the game has ended there.
#[derive(Debug, Serialize)]
pub(super) struct Legal {
    moves: Vec<LegalMove>,
    end: Option<NotedEnd>,
    /// Whether the side to move wins by declaring (27 points).
    declares: bool,
}

#[derive(Debug, Serialize)]
struct LegalMove {
    #[serde(flatten)]
    noted: NotedMove,
    /// The position after the move.
    sfen: String,
    /// Whether it is check.
    check: bool,
}

impl Legal {
    /// The position at the end of a path.
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

/// `info` lines of one search put together; `None` if no line has a score. Of
/// several with one rank the last counts, but a bound gives way to a score.
pub(super) fn found(path: &Path, said: &[String]) -> Result<Option<SearchEntry>, PathError> {
    let (pos, last_to) = path.walk()?;
    Ok(together(said).map(|all| SearchEntry::new(&pos, last_to, &all)))
}

/// The game with the searches of its first positions.
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

/// Whether the side to move could take the king.
fn other_side_is_in_check(pos: &Position) -> bool {
    let sfen = pos.sfen();
    let turned = match sfen.split_once(" b ") {
        Some((board, rest)) => format!("{board} w {rest}"),
        None => sfen.replacen(" w ", " b ", 1),
    };
    Position::from_sfen(&turned).is_ok_and(|turned| turned.in_check())
}

/// One game of a file, and the titles of all.
#[derive(Debug, Serialize)]
pub(super) struct Games {
    /// Who played, game by game.
    titles: Vec<String>,
    document: Document,
    /// What could not be read.
    problems: Vec<String>,
    /// The game as KIF.
    kif: String,
}

/// The game with this index; the last one if there are fewer.
fn read(content: &[u8], name: &str, index: usize, lang: Lang) -> Result<Games, Problem> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let reading = read_bytes(content, extension)?;
    let last = reading.records.len().saturating_sub(1);
    // `read_bytes` gives at least one game.
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
            .map(|problem| record_fault(problem, lang))
            .collect(),
        kif: document.kif().to_string(),
        document,
    })
}

/// `3: ☗A – ☖B (87)`: the number, the players where known, the moves.
fn title(record: &Record, number: usize) -> String {
    use komadai::types::Color::{Black, White};
    let moves = record.main_moves().len();
    let name = |color| record.headers.player(color).unwrap_or("").trim();
    match (name(Black), name(White)) {
        ("", "") => format!("{number}: ({moves})"),
        (black, white) => format!("{number}: ☗{black} – ☖{white} ({moves})"),
    }
}
