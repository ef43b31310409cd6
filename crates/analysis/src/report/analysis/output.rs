//! Output files of an analysed game, and the table of its moves.

use super::comments::{annotate_csa, annotate_kif};
use super::document::{Document, PositionEntry};
use super::game::GameAnalysis;
use super::html::{self, PageEngine};
use super::score::{Judgement, round};
use komadai_messages::Lang;
use komadai_records::{Format, Record, WriteOptions, Written, write_bytes};

/// A format of output files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportFormat {
    /// A report for people.
    Html,
    /// The whole analysis for programs.
    Json,
    /// A table of the moves.
    Csv,
    /// The record with comments that GUIs read.
    Kif,
    /// The record with comments as on floodgate.
    Csa,
}

impl ReportFormat {
    /// The extension of files in this format. That of KIF is `kifu`, since these files are in
    /// UTF-8, which can hold every character.
    pub fn extension(self) -> &'static str {
        match self {
            ReportFormat::Html => "html",
            ReportFormat::Json => "json",
            ReportFormat::Csv => "csv",
            ReportFormat::Kif => "kifu",
            ReportFormat::Csa => "csa",
        }
    }

    /// The bytes of the file, and the losses: content of the record that the format cannot hold.
    /// For record formats, `extension` decides the encoding. An HTML report contains `engine`, if
    /// given, and opens in the language `lang`.
    pub fn write(
        self,
        record: &Record,
        analysis: &GameAnalysis,
        document: &Document,
        extension: &str,
        (engine, lang): (Option<&PageEngine>, Lang),
    ) -> Written {
        let (format, annotate): (_, fn(&mut _, &_)) = match self {
            ReportFormat::Html => return lossless(html::page(document, engine, lang).into_bytes()),
            ReportFormat::Json => return lossless(document.json().into_bytes()),
            ReportFormat::Csv => return lossless(table(document)),
            ReportFormat::Kif => (Format::Kif, annotate_kif),
            ReportFormat::Csa => (Format::Csa, annotate_csa),
        };
        let mut record = record.clone();
        annotate(&mut record, analysis);
        let options = match WriteOptions::for_extension(extension) {
            Some((named, options)) if named == format => options,
            _ => WriteOptions::default(),
        };
        write_bytes(&[record], format, options)
    }
}

fn lossless(bytes: Vec<u8>) -> Written {
    Written {
        bytes,
        losses: Vec::new(),
    }
}

/// The columns of the table. Scores and win probabilities are Black's, after the move. The best
/// move is the best in the position before the move.
const COLUMNS: [&str; 17] = [
    "ply",
    "side",
    "usi",
    "japanese",
    "western",
    "used_ms",
    "score_cp",
    "score_mate",
    "win_probability",
    "loss",
    "judgement",
    "missed_mate",
    "best_usi",
    "best_line",
    "depth",
    "nodes",
    "sfen",
];

/// The moves of a game as a CSV table (RFC 4180) with a header line, in UTF-8 with LF line ends.
pub fn table(document: &Document) -> Vec<u8> {
    let mut out = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail, and all rows have the same length.
    let _ = out.write_record(COLUMNS);
    let mut before: Option<&PositionEntry> = None;
    for position in &document.positions {
        let _ = out.write_record(row(position, before));
        before = Some(position);
    }
    out.into_inner().unwrap_or_default()
}

fn text<T: ToString>(value: Option<T>) -> String {
    value.map(|v| v.to_string()).unwrap_or_default()
}

fn row(position: &PositionEntry, before: Option<&PositionEntry>) -> [String; COLUMNS.len()] {
    let mv = position.mv.as_ref();
    let review = mv.and_then(|mv| mv.review.as_ref());
    let noted = mv.map(|mv| &mv.noted);
    let searched = position.searched.as_ref();
    let (cp, mate) = match searched.map(|s| s.score.score) {
        Some(score) => (score.cp, score.mate),
        None => (None, None),
    };
    let instead = before
        .and_then(|b| b.searched.as_ref())
        .and_then(|s| s.lines.first());
    [
        position.ply.to_string(),
        text(noted.map(|mv| mv.side)),
        text(noted.map(|mv| &mv.usi)),
        text(noted.map(|mv| &mv.japanese)),
        text(noted.map(|mv| &mv.western)),
        text(noted.and_then(|mv| mv.time_ms)),
        text(cp),
        text(mate),
        text(searched.map(|s| s.score.win_probability)),
        text(review.map(|r| round(r.loss, 1))),
        text(review.and_then(|r| r.judgement).map(Judgement::name)),
        text(review.and_then(|r| r.missed_mate)),
        text(instead.and_then(|line| line.usi.first())),
        text(instead.map(|line| line.usi.join(" "))),
        text(searched.map(|s| s.depth)),
        text(searched.map(|s| s.nodes)),
        position.sfen.clone(),
    ]
}
