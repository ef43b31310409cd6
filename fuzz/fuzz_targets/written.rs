//! Pages, pictures and records made of record files. The first byte says what the file's name ends in.
//!
//! Pictures and the part of a page for readers without scripts are XML without control characters, JKF is JSON, and what is
//! written holds the moves. `engine-tests/written.rs` does the same with names and comments alone.
#![no_main]

use komadai::types::Color;
use komadai_analysis::report::Diagram;
use komadai_analysis::report::analysis::{Document, GameAnalysis, ReportFormat, Source};
use komadai_messages::Lang;
use komadai_records::{Record, WriteOptions, read_bytes, write_bytes};
use libfuzzer_sys::fuzz_target;

const ENDINGS: [&str; 8] = ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "usi", "sfen"];

fn assert_xml(text: &str) {
    roxmltree::Document::parse(text).unwrap();
    assert!(!text.contains(|c: char| c.is_control() && !"\t\n\r".contains(c)));
}

fn check(record: &Record) {
    let analysis = GameAnalysis::new(record, Vec::new());
    let source = Source {
        name: "fuzz",
        settings: None,
        problems: &[],
    };
    let document = Document::new(record, &analysis, &source);
    let page = ReportFormat::Html.write(record, &analysis, &document, "html", (None, Lang::English));
    let page = String::from_utf8(page.bytes).unwrap();
    let (_, rest) = page.split_once("<noscript>").unwrap();
    let (plain, _) = rest.split_once("</noscript>").unwrap();
    assert_xml(plain.trim());
    let pos = record.start();
    let names = Color::ALL.map(|color| record.headers.player(color));
    assert_xml(&Diagram { names, ..Diagram::new(&pos) }.svg());
    for ending in ["jkf", "kifu"] {
        let (format, options) = WriteOptions::for_extension(ending).unwrap();
        let written = write_bytes(std::slice::from_ref(record), format, options);
        let again = read_bytes(&written.bytes, Some(ending)).unwrap();
        assert_eq!(again.records[0].main_moves(), record.main_moves());
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else {
        return;
    };
    let ending = ENDINGS[usize::from(first) % ENDINGS.len()];
    if let Ok(reading) = read_bytes(bytes, Some(ending)) {
        reading.records.iter().for_each(check);
    }
});
