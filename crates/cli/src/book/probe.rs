//! `komadai book probe`: the moves of a book for a position.

use std::cmp::Reverse;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::shown;
use crate::args::PositionArgs;
use crate::error::CliError;
use crate::language::{Lang, current, msg, padded, say, told};
use crate::outputs::print_json;
use crate::plain::Plain;
use komadai::book::{
    Book, BookAnalysis, BookJudgement, BookKey, BookMove, BookOptions, Entry, Notes, Selected,
    select,
};
use komadai::packed::Board;
use komadai::position::Position;
use komadai::types::{Depth, Score};
use komadai_analysis::report::analysis::{ScoreEntry, VIEW, for_black};

/// Show a book's moves for a position, chosen with the default options of the engine
#[derive(Debug, Args)]
pub(super) struct Probe {
    /// The book
    file: PathBuf,
    /// Look the position up in the file instead of loading the whole book
    #[arg(long)]
    on_the_fly: bool,
    #[command(flatten)]
    position: PositionArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The result as JSON.
#[derive(Serialize)]
struct ProbeJson {
    /// The side whose view the scores take: [`VIEW`].
    view: &'static str,
    book: String,
    /// Faults of the book itself, such as positions out of order.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
    sfen: String,
    in_book: bool,
    /// The ply that the book states for the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<NotesJson>,
    moves: Vec<MoveJson>,
}

/// [`Notes`] of the position.
#[derive(Serialize)]
struct NotesJson {
    comment: String,
    games: i32,
    black_wins: i32,
    white_wins: i32,
    analyses: Vec<AnalysisJson>,
}

/// [`BookAnalysis`]. The score is written as in the file, because the format does not define whose
/// view it takes.
#[derive(Serialize)]
struct AnalysisJson {
    value: i32,
    depth: Depth,
    seldepth: Depth,
    nodes: i64,
    line: String,
    engine: String,
}

impl From<Notes> for NotesJson {
    fn from(notes: Notes) -> NotesJson {
        let analyses = notes.analyses.into_iter().map(|one| {
            let BookAnalysis {
                value,
                depth,
                seldepth,
                nodes,
                line,
                engine,
            } = one;
            AnalysisJson {
                value,
                depth,
                seldepth,
                nodes,
                line,
                engine,
            }
        });
        NotesJson {
            comment: notes.comment,
            games: notes.games,
            black_wins: notes.won_black,
            white_wins: notes.won_white,
            analyses: analyses.collect(),
        }
    }
}

#[derive(Serialize)]
struct MoveJson {
    usi: String,
    reply: Option<String>,
    score: ScoreEntry,
    depth: Depth,
    count: u64,
    /// The judgement of the move by the maker of the book.
    #[serde(skip_serializing_if = "Option::is_none")]
    judgement: Option<&'static str>,
    legal: bool,
    /// Probability that the engine plays the move, from 0 to 1.
    probability: f64,
}

/// A move of the book, and the probability that the engine plays it; `None` if it never does.
struct Known {
    book_move: BookMove,
    is_legal: bool,
    probability: Option<f64>,
}

/// The moves of an entry, sorted by score, then by count, the best first.
fn known(pos: &Position, entry: &Entry, options: &BookOptions) -> Vec<Known> {
    let legal = entry.moves.iter().filter(|m| pos.is_legal(m.mv));
    let legal: Vec<BookMove> = legal.copied().collect();
    let selected: Vec<Selected> = select(&legal, pos.side_to_move(), options);
    let mut moves = entry.moves.clone();
    moves.sort_by_key(|mv| Reverse((mv.value, mv.count)));
    let known = moves.into_iter().map(|book_move| {
        let played = selected.iter().find(|s| s.book_move.mv == book_move.mv);
        Known {
            book_move,
            is_legal: pos.is_legal(book_move.mv),
            probability: played.map(|played| played.probability),
        }
    });
    known.collect()
}

/// Prints comment, results and analyses of a position.
fn print_notes(notes: &Notes, out: &mut dyn Write) -> Result<(), CliError> {
    let out = &mut Plain(out);
    for line in notes.comment.lines() {
        writeln!(out, "{line}")?;
    }
    let (games, black_wins, white_wins) = (notes.games, notes.won_black, notes.won_white);
    if (games, black_wins, white_wins) != (0, 0, 0) {
        let draws = games.saturating_sub(black_wins).saturating_sub(white_wins);
        say!(out, tree_results, games, black_wins, white_wins, draws)?;
    }
    for one in &notes.analyses {
        let BookAnalysis {
            value,
            depth,
            nodes,
            line,
            engine,
            ..
        } = one;
        say!(out, book_analysis, value, depth, nodes, engine, line)?;
    }
    Ok(())
}

impl Probe {
    pub fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let (pos, _) = self.position.position()?;
        let mut book = Book::open(&self.file, self.on_the_fly)?;
        let remark = book.remark().map(str::to_string);
        let options = BookOptions::default();
        let entry = book.probe(&pos, &options)?;
        if self.json {
            return self.print_json(&pos, entry.as_ref(), remark, out);
        }
        if remark.is_some() {
            say!(out, book_unsorted, file = self.file.display())?;
        }
        let Some(entry) = entry else {
            let key = BookKey::from(&Board::from(&pos));
            let key = key.as_str();
            say!(out, book_not_there, key)?;
            return Ok(());
        };
        let (sfen, ply) = (pos.sfen(), entry.ply);
        say!(out, book_there, sfen, ply)?;
        if let Some(notes) = entry.notes.as_deref() {
            print_notes(notes, out)?;
        }
        let head = msg!(book_head);
        writeln!(out, "{head}")?;
        for known in known(&pos, &entry, &options) {
            let played = match known.probability {
                Some(probability) => format!("{:.1} %", 100.0 * probability),
                None if known.is_legal => msg!(book_not_played),
                None => msg!(book_illegal_move),
            };
            let book_move = known.book_move;
            let mut next = pos.clone();
            if known.is_legal {
                next.do_move(book_move.mv);
            }
            let reply = book_move.reply.map_or_else(
                || msg!(none),
                |mv| shown(&next, mv, Some(book_move.mv.to())),
            );
            let judgement = match &book_move.judgement {
                Some(judgement) => format!("  {}", told(judgement)),
                None => String::new(),
            };
            // A move in Japanese notation takes more columns.
            let width = match current() {
                Lang::English => 6,
                Lang::Japanese => 12,
            };
            writeln!(
                out,
                "{} {} {:>6} {:>6} {:>7} {played:>7}{judgement}",
                padded(&shown(&pos, book_move.mv, None), width),
                padded(&reply, width),
                book_move.value,
                book_move.depth,
                book_move.count,
            )?;
        }
        Ok(())
    }

    fn print_json(
        &self,
        pos: &Position,
        entry: Option<&Entry>,
        remark: Option<String>,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        let side = pos.side_to_move();
        let moves = entry.map(|entry| known(pos, entry, &BookOptions::default()));
        let moves = moves.into_iter().flatten().map(|known| {
            let Known {
                book_move,
                is_legal: legal,
                probability,
            } = known;
            MoveJson {
                usi: book_move.mv.to_string(),
                reply: book_move.reply.map(|mv| mv.to_string()),
                score: for_black(side, Score::Centipawns(book_move.value)).into(),
                depth: book_move.depth,
                count: book_move.count,
                judgement: book_move.judgement.map(BookJudgement::name),
                legal,
                probability: probability.unwrap_or(0.0),
            }
        });
        let answer = ProbeJson {
            view: VIEW,
            book: self.file.display().to_string(),
            remark,
            sfen: pos.sfen(),
            in_book: entry.is_some(),
            ply: entry.map(|entry| entry.ply),
            notes: entry.and_then(|entry| Some(NotesJson::from(entry.notes.as_deref()?.clone()))),
            moves: moves.collect(),
        };
        print_json(out, &answer)
    }
}
