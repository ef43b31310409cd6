//! Tests of the message catalogue: every key is used, every error has a text, and the
//! words follow the glossary.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::glossary::Glossary;
use super::{is_japanese, project, read};

/// A Rust file, or those below a folder.
fn sources(path: &str) -> Vec<String> {
    fn collect(path: &Path, out: &mut Vec<PathBuf>) {
        if !path.is_dir() {
            out.push(path.to_path_buf());
            return;
        }
        for entry in std::fs::read_dir(path).unwrap() {
            collect(&entry.unwrap().path(), out);
        }
    }
    let mut files = Vec::new();
    collect(&project(path), &mut files);
    let files = files
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == "rs"));
    files
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

#[test]
fn every_key_is_used() {
    let text = ["crates/cli/src", "crates/analysis/src"]
        .map(sources)
        .concat()
        .concat();
    let used: BTreeSet<&str> = words(&text).collect();
    // Texts for `std` and for variants without data are looked up by name at run time,
    // and those for help have a test beside the code that looks them up.
    let by_name = [
        "BookFormat.",
        "Color.",
        "EndReason.",
        "ErrorKind.",
        "BookJudgement.",
        "MoveNotation.",
        "NetPart.",
        "PieceType.",
        "Valuer.",
        "help",
    ];
    let keys = komadai_messages::keys();
    let keys = keys.filter(|key| !by_name.iter().any(|start| key.starts_with(start)));
    let is_used = |key: &str| {
        key.replace('-', "_")
            .split('.')
            .all(|word| used.contains(word))
    };
    let stale: Vec<&str> = keys.filter(|key| !is_used(key)).collect();
    assert_eq!(stale, [""; 0]);
}

#[test]
fn no_variant_of_an_open_error_is_forgotten() {
    // For other errors the compiler demands all variants.
    let told = [
        "crates/cli/src/language/library",
        "crates/analysis/src/japanese.rs",
    ];
    let told = told.map(|place| sources(place).concat()).concat();
    let mut seen = 0;
    for text in ["src", "crates/journal/src", "crates/training/src"]
        .into_iter()
        .flat_map(sources)
    {
        for item in syn::parse_file(&text).unwrap().items {
            let syn::Item::Enum(item) = item else {
                continue;
            };
            let name = item.ident.to_string();
            let alias = told.split_once(&format!("{name} as "));
            let alias = alias.and_then(|(_, rest)| words(rest).next());
            let head = format!("open {} {{", alias.unwrap_or(&name));
            let Some((_, rest)) = told.split_once(&head) else {
                continue;
            };
            let block = rest.split("japanese! {").next().unwrap();
            let known: BTreeSet<&str> = words(block).collect();
            for variant in item.variants {
                let variant = variant.ident.to_string();
                assert!(known.contains(variant.as_str()), "{name}::{variant}");
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn messages_use_the_words_of_the_glossary() {
    let glossary = Glossary::read();
    let mut faults = Vec::new();
    let catalogue = read("crates/messages/src/ja.ftl");
    let lines = catalogue.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<&str> = lines.filter(|line| is_japanese(line)).collect();
    assert!(lines.len() > 700, "only {} messages are seen", lines.len());
    for line in lines {
        let (_, text) = line.split_once(" = ").unwrap_or(("", line));
        // Text in braces is an argument, text in quotation marks is the user's.
        let shown: String = text
            .split('{')
            .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest))
            .collect::<Vec<_>>()
            .join("、");
        let shown = shown.split('`').step_by(2).collect::<Vec<_>>().join("、");
        let found = glossary.faults(&shown).into_iter();
        faults.extend(found.map(|fault| format!("{line}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn pages_for_browsers_use_the_words_of_the_glossary() {
    let glossary = Glossary::read();
    let words = [read("web/page/words.js"), read("web/app/phrases.js")];
    let strings = words.iter().flat_map(|words| {
        let (_, words) = words.split_once("ja: {").unwrap();
        words.split(['"', '`']).skip(1).step_by(2)
    });
    let strings: Vec<&str> = strings.filter(|text| is_japanese(text)).collect();
    assert!(strings.len() > 160, "only {} words are seen", strings.len());
    let mut faults: Vec<String> = strings
        .iter()
        .flat_map(|text| glossary.faults(text))
        .collect();
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
