//! The moves of an analysed game as a table for spreadsheets and scripts.

use super::document::{Document, PositionEntry};

/// The columns. Scores and chances to win are Black's, after the move; the
/// best move is the one that should have been made instead.
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

/// The table (RFC 4180), with a line of column names, in UTF-8 with LF line ends.
pub fn table(document: &Document) -> Vec<u8> {
    let mut out = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail, and all rows are of one length.
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
    let (cp, mate) = match searched.map(|s| s.score) {
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
        text(searched.map(|s| s.win_probability)),
        text(review.map(|r| r.loss)),
        text(review.and_then(|r| r.judgement)),
        text(review.and_then(|r| r.missed_mate)),
        text(instead.and_then(|line| line.usi.first())),
        text(instead.map(|line| line.usi.join(" "))),
        text(searched.map(|s| s.depth)),
        text(searched.map(|s| s.nodes)),
        position.sfen.clone(),
    ]
}
