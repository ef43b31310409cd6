//! The analysis of a game as JSON. The HTML report contains the same data.

use serde::Serialize;

use super::analyser::Identity;
use super::game::{GameAnalysis, Phase, Review};
use super::noted::{self, Comment, Notation, NotedEnd, NotedMove, VariationEntry};
use super::position::PositionAnalysis;
use super::score::{Judgement, VIEW, ViewedScore, round};
use crate::report::formation::{self, Castle, Name};
use crate::report::machine_notes::Remarks;
use crate::report::names::brief;
use komadai::position::Position;
use komadai::search::RankedLine;
use komadai::types::{Bound, Color, Depth, Square};
use komadai_records::{Format, NodeId, Problem, Record, WriteOptions, write_bytes};

/// Origin of a game and of its analysis.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The name of the file.
    pub name: &'a str,
    /// Settings of the searches; `None` if nothing was searched.
    pub settings: Option<&'a Identity>,
    /// Problems in reading the record.
    pub problems: &'a [Problem],
}

/// An analysed game, ready to be written as JSON.
///
/// Scores and win probabilities are Black's; losses are those of the player who moved.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    /// `komadai-analysis`, and the version of the format.
    format: &'static str,
    version: u32,
    /// The side whose view the scores take: [`VIEW`].
    view: &'static str,
    source: String,
    /// Settings of the searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<Identity>,
    /// Problems in reading the record, with their lines.
    problems: Vec<String>,
    pub(super) headers: Vec<(String, String)>,
    /// Black and White: names and quality of play.
    pub(super) players: [PlayerEntry; 2],
    pub(super) handicap: Option<&'static str>,
    /// The name of the handicap on the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) handicap_name: Option<&'static str>,
    /// The name of the opening, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opening: Option<Name>,
    pub(super) end: Option<NotedEnd>,
    /// The start position, and the position after each move.
    pub(super) positions: Vec<PositionEntry>,
    /// Variations of the record. A variation that branches off from another one follows it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) variations: Vec<VariationEntry>,
    /// The record as KIF, without the analysis.
    #[serde(skip)]
    kif: String,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct PlayerEntry {
    pub name: Option<String>,
    pub moves: usize,
    /// Number of moves that the engine found best.
    best_moves: usize,
    /// Accuracy from 0 to 100.
    pub accuracy: Option<f64>,
    /// Mean loss of win probability of a move, in percentage points.
    average_loss: f64,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
    pub missed_wins: usize,
    pub decisive_blunders: usize,
    missed_mates: usize,
    /// The castles of this player in order, each with the number of moves before it stood.
    pub castles: Vec<Castle>,
    phases: Vec<PhaseEntry>,
}

#[derive(Clone, Debug, Serialize)]
struct PhaseEntry {
    phase: Phase,
    moves: usize,
    accuracy: Option<f64>,
    average_loss: f64,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct PositionEntry {
    pub ply: usize,
    pub sfen: String,
    /// The move that led to this position.
    #[serde(rename = "move")]
    pub mv: Option<MoveEntry>,
    #[serde(flatten)]
    pub comment: Comment,
    /// Result of the search; missing if the position was not searched.
    #[serde(flatten)]
    pub searched: Option<SearchEntry>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct MoveEntry {
    #[serde(flatten)]
    pub noted: NotedMove,
    #[serde(flatten)]
    pub review: Option<Review>,
}

/// Result of the search of a position, in the form of documents.
#[derive(Clone, Debug, Serialize)]
pub struct SearchEntry {
    #[serde(flatten)]
    pub(super) score: ViewedScore,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    declares: bool,
    pub(super) depth: Depth,
    pub(super) nodes: u64,
    time_ms: u64,
    /// The lines, the best first.
    pub(super) lines: Vec<LineEntry>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct LineEntry {
    #[serde(flatten)]
    score: ViewedScore,
    depth: Depth,
    seldepth: Depth,
    pub usi: Vec<String>,
    pub japanese: Vec<String>,
    pub western: Vec<String>,
}

impl Document {
    /// Combines a record with its analysis.
    pub fn new(record: &Record, analysis: &GameAnalysis, source: &Source<'_>) -> Document {
        let nodes: Vec<NodeId> = std::iter::once(NodeId::ROOT)
            .chain(record.main_line())
            .collect();
        let remarks = Remarks::new(record);
        let mut positions: Vec<PositionEntry> = Vec::with_capacity(nodes.len());
        let mut pos = record.start();
        let mut last_to = None;
        for (ply, &id) in nodes.iter().enumerate() {
            let node = record.node(id);
            let mv = match (ply, node.mv()) {
                (0, _) => None,
                (_, Some(mv)) => {
                    let review = analysis.reviews.get(ply - 1);
                    let entry = MoveEntry {
                        noted: NotedMove::new(&pos, mv, last_to, node.time_ms),
                        review: review.cloned(),
                    };
                    pos.do_move(mv);
                    last_to = Some(mv.to());
                    Some(entry)
                }
                // An end mark has no position of its own: its comment goes to the last position.
                (_, None) => {
                    if let Some(last) = positions.last_mut() {
                        last.comment.append(Comment::new(record, id, &remarks));
                    }
                    continue;
                }
            };
            let searched = analysis.positions.get(ply);
            positions.push(PositionEntry {
                ply,
                sfen: pos.sfen(),
                mv,
                comment: Comment::new(record, id, &remarks),
                searched: searched.map(|result| SearchEntry::new(&pos, last_to, result)),
            });
        }
        let side = pos.side_to_move();
        Document {
            format: "komadai-analysis",
            version: 1,
            view: VIEW,
            source: source.name.to_string(),
            settings: source.settings.map(|settings| Identity {
                evaluator_identity: None,
                ..settings.clone()
            }),
            problems: source.problems.iter().map(Problem::to_string).collect(),
            headers: record
                .headers
                .iter()
                .map(|(key, value)| (key.to_string(), value.to_string()))
                .collect(),
            players: Color::ALL.map(|color| PlayerEntry::new(record, analysis, color)),
            handicap: record.handicap().map(|handicap| handicap.japanese),
            handicap_name: record.handicap().map(|handicap| handicap.name),
            opening: formation::opening(&analysis.start, &analysis.moves),
            end: record.end().map(|end| NotedEnd::new(end, side)),
            positions,
            variations: noted::variations(record, &remarks),
            kif: kif(record),
        }
    }

    /// The document as JSON, one position to a line.
    pub fn json(&self) -> String {
        // All keys are strings, so this cannot fail.
        let text = serde_json::to_string(self).unwrap_or_default();
        text.replace("{\"ply\":", "\n{\"ply\":") + "\n"
    }

    /// The players' names, Black's first; `None` where unknown.
    pub fn names(&self) -> [Option<&str>; 2] {
        let [black, white] = &self.players;
        [black.name.as_deref(), white.name.as_deref()]
    }

    /// The record as KIF, without the analysis.
    pub fn kif(&self) -> &str {
        &self.kif
    }

    /// Title of the game: the players, with long names shortened. If the record names no players,
    /// the title is the file name.
    pub fn title(&self) -> String {
        match self.names() {
            [None, None] => self.source.clone(),
            names => {
                let [black, white] = names.map(|name| brief(name.unwrap_or("?")));
                format!("☗{black} – ☖{white}")
            }
        }
    }

    /// The name of the file the game came from.
    pub fn source(&self) -> &str {
        &self.source
    }
}

/// The record as KIF.
fn kif(record: &Record) -> String {
    let records = std::slice::from_ref(record);
    let written = write_bytes(records, Format::Kif, WriteOptions::default());
    // The default options write UTF-8, so this cannot fail.
    String::from_utf8(written.bytes).unwrap_or_default()
}

impl PlayerEntry {
    fn new(record: &Record, analysis: &GameAnalysis, color: Color) -> PlayerEntry {
        let player = &analysis.players[color.index()];
        let phase = |phase| {
            let player = analysis.player_in(color, phase);
            PhaseEntry {
                phase,
                moves: player.moves,
                accuracy: player.accuracy.map(|accuracy| round(accuracy, 1)),
                average_loss: round(player.average_loss, 2),
            }
        };
        PlayerEntry {
            name: record.headers.player(color).map(str::to_string),
            moves: player.moves,
            best_moves: player.best,
            accuracy: player.accuracy.map(|accuracy| round(accuracy, 1)),
            average_loss: round(player.average_loss, 2),
            inaccuracies: player.count(Judgement::Inaccuracy),
            mistakes: player.count(Judgement::Mistake),
            blunders: player.count(Judgement::Blunder),
            missed_wins: player.count(Judgement::MissedWin),
            decisive_blunders: player.count(Judgement::Decisive),
            missed_mates: player.missed_mates,
            castles: formation::castles(&analysis.start, &analysis.moves, color),
            phases: Phase::ALL.map(phase).to_vec(),
        }
    }
}

impl SearchEntry {
    /// Puts a search result into this form. `last_to` is the destination of the previous move.
    pub fn new(pos: &Position, last_to: Option<Square>, result: &PositionAnalysis) -> SearchEntry {
        let bound = result.best().map_or(Bound::Exact, |line| line.bound);
        let lines = result.lines.iter().filter(|line| !line.moves.is_empty());
        SearchEntry {
            score: ViewedScore::new(pos.side_to_move(), result.score(), bound),
            declares: result.declares,
            depth: result.depth,
            nodes: result.nodes,
            time_ms: result.time_ms,
            lines: lines
                .map(|line| LineEntry::new(pos, last_to, line))
                .collect(),
        }
    }
}

impl LineEntry {
    fn new(pos: &Position, last_to: Option<Square>, line: &RankedLine) -> LineEntry {
        let write = |notation: Notation| notation.write_line(pos, last_to, &line.moves);
        LineEntry {
            score: ViewedScore::new(pos.side_to_move(), line.score, line.bound),
            depth: line.depth,
            seldepth: line.seldepth,
            usi: write(Notation::Usi),
            japanese: write(Notation::Japanese),
            western: write(Notation::Western),
        }
    }
}
