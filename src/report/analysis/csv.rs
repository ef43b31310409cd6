//! The moves of an analysed game as a table for spreadsheets and scripts.

use super::document::{Document, PositionEntry};

/// The columns. Scores and chances to win are Black's, after the move; the
/// best move is the one that should have been made instead.
const COLUMNS: &str = "ply,side,usi,japanese,western,used_ms,score_cp,score_mate,\
                       win_probability,loss,judgement,missed_mate,best_usi,best_line,depth,nodes,sfen";

/// The table, with a line of column names, in UTF-8 with LF line ends.
pub fn table(document: &Document) -> String {
    let mut out = String::from(COLUMNS);
    out.push('\n');
    let mut before: Option<&PositionEntry> = None;
    for position in &document.positions {
        let cells = row(position, before);
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        out.push_str(&cells.join(","));
        out.push('\n');
        before = Some(position);
    }
    out
}

fn text<T: ToString>(value: Option<T>) -> String {
    value.map(|v| v.to_string()).unwrap_or_default()
}

fn row(position: &PositionEntry, before: Option<&PositionEntry>) -> [String; 17] {
    let mv = position.mv.as_ref();
    let review = mv.and_then(|mv| mv.review.as_ref());
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
        text(mv.map(|mv| mv.side)),
        text(mv.map(|mv| &mv.usi)),
        text(mv.map(|mv| &mv.japanese)),
        text(mv.map(|mv| &mv.western)),
        text(mv.and_then(|mv| mv.time_ms)),
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

/// A cell, in quotes where it needs them (RFC 4180).
fn quoted(cell: &str) -> String {
    match cell.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_needed() {
        assert_eq!(quoted("7g7f"), "7g7f");
        assert_eq!(quoted("a \"b\", c"), "\"a \"\"b\"\", c\"");
    }
}
