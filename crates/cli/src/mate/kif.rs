//! Solutions of tsume problems as records.

use std::path::Path;

use super::text::verdict_in_words;
use komadai::types::Move;
use komadai_analysis::tsume::{TsumeAnswer, TsumeProblem, TsumeVerdict};
use komadai_records::{End, Format, NodeId, Record, WriteOptions, Written, write_bytes};

/// Solutions as KIF, in the encoding that the extension of the file selects.
pub(super) fn file(path: &Path, records: &[Record]) -> Written {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    let options = WriteOptions::for_extension(extension);
    let options = options.filter(|(format, _)| *format == Format::Kif);
    let options = options.map_or_else(WriteOptions::default, |(_, options)| options);
    write_bytes(records, Format::Kif, options)
}

/// The problem with its solution as the main line, other solutions as variations, and the verdict
/// as a comment.
pub(super) fn record(problem: &TsumeProblem, answer: &TsumeAnswer) -> Record {
    let mut record = Record::new(&problem.pos);
    if let Some(title) = &problem.title {
        record.headers.set("作品名", title);
    }
    let verdict = verdict_in_words(problem.stated, None, answer);
    record.node_mut(NodeId::ROOT).comments.push(verdict);
    let main = answer.moves();
    add(&mut record, &main, answer.verdict == TsumeVerdict::Mate);
    for other in answer.others.iter().flatten() {
        let before = main.iter().take(other.ply - 1).copied();
        let line: Vec<Move> = before.chain(other.moves()).collect();
        add(&mut record, &line, false);
    }
    record
}

/// Adds a line of moves from the start position; after a mate, also its end mark.
fn add(record: &mut Record, line: &[Move], is_mate: bool) {
    let mut at = NodeId::ROOT;
    for &mv in line {
        let Ok(next) = record.add_move(at, mv) else {
            return;
        };
        at = next;
    }
    if is_mate {
        record.add_end(at, End::Mate);
    }
}
