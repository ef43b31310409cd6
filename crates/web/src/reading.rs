//! Records that the page was given: read by the same code as everywhere, unanalysed.

use serde::Serialize;

use komadai_analysis::report::analysis::{Document, GameAnalysis, Source};
use komadai_records::{Problem, Record, read_bytes};

/// One game of a file, and what the others are.
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
