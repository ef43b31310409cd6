//! Questions and answers: JSON in, JSON out.

use serde::{Deserialize, Serialize};

use super::writing::Game;
use komadai::movegen::legal_moves;
use komadai::position::{Declaration, EnteringKingRule, MoveError, Position, SfenError};
use komadai::search::RankedLine;
use komadai::types::{Bound, Depth, Square};
use komadai::usi::UsiInfo;
use komadai_analysis::report::analysis::{
    Document, GameAnalysis, NotedEnd, NotedMove, PositionAnalysis, SearchEntry, Source,
};
use komadai_records::{End, Problem, Record, read_bytes};

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
    /// A game of the file whose bytes follow: `{titles, document, kif}`.
    Read {
        #[serde(default)]
        name: String,
        #[serde(default)]
        index: usize,
    },
    /// The game of the page as KIF: `{kif}`.
    Write(Game),
}

#[derive(Serialize)]
struct Kif {
    kif: String,
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
        Question::Read { name, index } => {
            json(&read(content, &name, index).map_err(|error| error.to_string())?)
        }
        Question::Write(game) => json(&Kif {
            kif: game.kif().map_err(|error| error.to_string())?,
        }),
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
            pos.undo_move(mv);
            moves.push(LegalMove { noted, sfen });
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
    Ok(is_known.then(|| SearchEntry::new(&pos, last_to, &all)))
}

/// One game of a file, and the titles of all.
#[derive(Debug, Serialize)]
pub(super) struct Games {
    /// Who played, game by game.
    titles: Vec<String>,
    document: Document,
    /// The game as KIF.
    kif: String,
}

/// The game with this index; the last one if there are fewer.
pub(super) fn read(content: &[u8], name: &str, index: usize) -> Result<Games, Problem> {
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
