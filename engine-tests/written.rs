//! Pages, pictures and records written of records with any names and comments (row C3).
//!
//! The judges are parsers of XML and JSON. `fuzz/fuzz_targets/written.rs` does the same for any file.

use komadai_analysis::report::Diagram;
use komadai_analysis::report::analysis::{Document, GameAnalysis, ReportFormat, Source};
use komadai_messages::Lang;
use komadai_records::{NodeId, Record, WriteOptions, read_bytes, write_bytes};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::support::mv;

/// Any characters, those that markup and terminals take for their own more often than others.
fn text() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(
        "<>&\"'/\n\r\t\0\u{1b}\u{7f}\u{85}\u{2028}\u{202e}\u{fffe}\u{ffff}-]"
            .chars()
            .collect::<Vec<_>>(),
    );
    let character = prop_oneof![odd, any::<char>()];
    vec(character, 0..120).prop_map(|characters| characters.into_iter().collect())
}

fn record(names: &[String; 2], comments: &[String]) -> Record {
    let mut record = Record::default();
    record.headers.set("先手", &names[0]);
    record.headers.set("後手", &names[1]);
    record.headers.set("棋戦", &names[1]);
    let mut last = NodeId::ROOT;
    for (text, comment) in ["7g7f", "3c3d", "8h2b+"].into_iter().zip(comments) {
        last = record.add_move(last, mv(text)).unwrap();
        record.node_mut(last).comments.push(comment.clone());
    }
    record
}

/// Asserts that a text is XML without control characters but those of XML.
fn assert_xml(text: &str) {
    roxmltree::Document::parse(text).unwrap();
    let odd = text
        .chars()
        .find(|c| c.is_control() && !"\t\n\r".contains(*c));
    assert_eq!(odd, None, "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        rng_seed: RngSeed::Fixed(20_261_126),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_a_record_says_is_written_whole(
        names in [text(), text()], comments in vec(text(), 3)
    ) {
        let record = record(&names, &comments);
        let analysis = GameAnalysis::new(&record, Vec::new());
        let source = Source { name: &names[0], settings: None, problems: &[] };
        let document = Document::new(&record, &analysis, &source);
        let page = ReportFormat::Html.write(&record, &analysis, &document, "html", (None, Lang::English));
        let page = String::from_utf8(page.bytes).unwrap();
        let (_, rest) = page.split_once("<noscript>").unwrap();
        let (plain, _) = rest.split_once("</noscript>").unwrap();
        assert_xml(plain.trim());
        // One script, the one of the hash, and two elements of data.
        assert_eq!(page.matches("<script").count(), 3);
        assert_eq!(page.matches("</script").count(), 3);

        let pos = record.start();
        let named = record.headers.player(komadai::types::Color::Black);
        assert_xml(&Diagram { names: [named, Some(&names[1])], ..Diagram::new(&pos) }.svg());

        for extension in ["jkf", "kifu", "csa"] {
            let (format, options) = WriteOptions::for_extension(extension).unwrap();
            let written = write_bytes(std::slice::from_ref(&record), format, options);
            if extension == "jkf" {
                let _: serde_json::Value = serde_json::from_slice(&written.bytes).unwrap();
            }
            let again = read_bytes(&written.bytes, Some(extension)).unwrap();
            assert_eq!(again.records.len(), 1, "{extension}");
            assert_eq!(again.records[0].main_moves(), record.main_moves(), "{extension}");
        }
    }
}
