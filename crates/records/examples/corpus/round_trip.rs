//! Comparison of a record before and after a round trip, aspect by aspect.

use std::collections::BTreeMap;

use komadai_records::{
    Format, Loss, NodeId, Problem, Reason, Record, Step, WriteOptions, read_bytes, write_bytes,
};

/// Result of writing a record in a format and reading it back.
pub struct RoundTrip {
    /// Losses that the writer reported.
    pub losses: Vec<Loss>,
    /// Aspects that differ though no reported loss explains it: name, text before, text after.
    pub untold: Vec<(&'static str, String, String)>,
}

/// Writes a record in the format of an extension and reads it back.
pub fn round_trip(record: &Record, extension: &str) -> RoundTrip {
    let records = std::slice::from_ref(record);
    let Some((format, options)) = WriteOptions::for_extension(extension) else {
        return RoundTrip {
            losses: Vec::new(),
            untold: vec![("format", extension.to_string(), String::new())],
        };
    };
    let written = write_bytes(records, format, options);
    let losses = written.losses;
    let untold = match read_bytes(&written.bytes, Some(extension)) {
        Err(problem) => vec![("file", String::new(), problem.to_string())],
        Ok(reading) => {
            let mut untold = Vec::new();
            if reading.format != format {
                untold.push(("format", format.to_string(), reading.format.to_string()));
            }
            // An unknown end mark of the original file is reported again at each reading.
            let is_new = |problem: &&Problem| !matches!(problem.reason, Reason::End(_));
            if let Some(problem) = reading.warnings.iter().find(is_new) {
                untold.push(("file", String::new(), problem.to_string()));
            }
            match &reading.records[..] {
                [back] => compare(record, back, format, &losses, &mut untold),
                several => untold.push(("games", "1".to_string(), several.len().to_string())),
            }
            untold
        }
    };
    RoundTrip { losses, untold }
}

fn compare(
    record: &Record,
    back: &Record,
    format: Format,
    losses: &[Loss],
    untold: &mut Vec<(&'static str, String, String)>,
) {
    let [before, after] = [record, back].map(|record| aspects(record, losses));
    for (name, value) in &before {
        let other = after.get(name).cloned().unwrap_or_default();
        if *value != other && !is_told(name, format, losses) {
            untold.push((name, value.clone(), other));
        }
    }
}

/// The content of a record as texts to compare. Where variations are lost, only the main line is
/// compared; where fractions of seconds are lost, times are compared in whole seconds.
fn aspects(record: &Record, losses: &[Loss]) -> BTreeMap<&'static str, String> {
    let has_tree = !losses
        .iter()
        .any(|loss| matches!(loss, Loss::Variations | Loss::DeepVariations(_)));
    let unit = match losses.contains(&Loss::Fractions) {
        true => 1000,
        false => 1,
    };
    let ply_is_lost = losses.iter().any(|loss| matches!(loss, Loss::StartPly(_)));
    let start = record.start_sfen();
    let start = match start.rsplit_once(' ') {
        Some((position, _)) if ply_is_lost => position,
        _ => start,
    };
    let mut found = BTreeMap::from([("start", start.to_string())]);
    let mut headers: Vec<String> = record
        .headers
        .iter()
        .map(|(key, value)| {
            // The writer chooses the names of the sides by the start position, so the keys may
            // differ.
            let key = match key {
                "下手" => "先手",
                "上手" => "後手",
                key => key,
            };
            format!("{key}：{value}\n")
        })
        .collect();
    headers.sort();
    found.insert("headers", headers.concat());
    let mut waiting = vec![NodeId::ROOT];
    while let Some(id) = waiting.pop() {
        let node = record.node(id);
        let place = |text: String| format!("{} {text}\n", node.depth());
        let mut add = |name, text: String| found.entry(name).or_default().push_str(&text);
        match node.step() {
            Step::Start => {}
            Step::Move(mv) => add("moves", place(mv.to_string())),
            Step::End(end) => add("ends", place(format!("{end:?}"))),
        }
        if let Some(time) = node.time_ms {
            add("times", place((time / unit).to_string()));
        }
        if let Some(bookmark) = &node.bookmark {
            add("bookmarks", place(bookmark.clone()));
        }
        for line in node.comment_lines() {
            add("comments", place(line.to_string()));
        }
        let shown = if has_tree { node.children().len() } else { 1 };
        waiting.extend(node.children().iter().take(shown).rev());
    }
    found
}

/// Whether a reported loss explains a difference in an aspect.
fn is_told(aspect: &str, format: Format, losses: &[Loss]) -> bool {
    let of_positions = matches!(format, Format::Usi | Format::Sfen);
    losses.iter().any(|loss| match loss {
        Loss::Times => aspect == "times",
        Loss::Bookmarks => aspect == "bookmarks",
        Loss::Headers | Loss::DateForm | Loss::TimeForm => aspect == "headers",
        Loss::HeaderName(_) => matches!(aspect, "headers" | "comments"),
        Loss::Comments => aspect == "comments",
        Loss::End => aspect == "ends",
        // An end mark that the format lacks is written as a comment.
        Loss::EndName(_) => matches!(aspect, "ends" | "comments"),
        Loss::Characters(_) => matches!(aspect, "headers" | "comments" | "bookmarks" | "ends"),
        Loss::Variations => of_positions && aspect == "ends",
        _ => false,
    })
}
