//! What the command line says, in its sources: everything in both languages, in the words
//! of the glossary.

use std::collections::BTreeSet;

use super::glossary::Glossary;
use super::read;
use super::texts::{Text, has_words, is_japanese, texts, with_gaps};

/// The English sentences that have a Japanese one.
fn known() -> BTreeSet<String> {
    let tables =
        ["sentences", "help"].map(|name| texts(&format!("crates/cli/src/language/{name}")));
    let english = tables.into_iter().flatten();
    let english = english.filter(|text| !is_japanese(&text.text));
    english.map(|text| with_gaps(&text.text)).collect()
}

/// Texts that are no messages: what goes into files and to other programs.
const NO_MESSAGES: [&str; 8] = [
    // The head of a file of starts is the same in every language.
    "# Balanced starts by Komadai {}: {} to {} random moves, seed {}, within {} centipawns \
     after {} nodes.\n# Evaluator: {}\n# After '#': the score in centipawns for the side to move.",
    // Lines that scripts read.
    "{}/{} {} nodes {} ms  {}",
    "{} nodes {} nps",
    // The names that sides of a match have in its records.
    "Komadai {} in process",
    "ms a move",
    "ms byoyomi",
    // Plurals, put into a text in both languages.
    "missed wins",
    "decisive blunders",
];

fn missing(found: impl Iterator<Item = Text>, known: &BTreeSet<String>) -> Vec<String> {
    // A sentence may be put together from parts.
    let all: String = known
        .iter()
        .map(|sentence| format!("{sentence}\n"))
        .collect();
    let is_known = |text: &str| {
        let text = with_gaps(text);
        known.contains(&text) || NO_MESSAGES.contains(&text.as_str()) || all.contains(text.trim())
    };
    let unknown = found.filter(|text| !is_known(&text.text));
    unknown.map(|text| text.place()).collect()
}

#[test]
fn every_message_of_the_command_line_is_there_in_both_languages() {
    let texts = texts("crates/cli/src").into_iter();
    let texts = texts.filter(|text| !text.file.starts_with("crates/cli/src/language/"));
    // What is in these has both languages, or is none of ours.
    let said = ["tr!", "say!", "choose"];
    let other = [
        "debug!", "info!", "warn!", "trace!", "error!", "allow", "expect", "cfg!", "arg",
        "command", "value",
    ];
    let texts = texts.filter(|text| !text.is_within(&said) && !text.is_within(&other));
    let texts = texts.filter(|text| has_words(&text.text));
    let missing = missing(texts, &known());
    assert!(
        missing.is_empty(),
        "not there in Japanese:\n{}",
        missing.join("\n")
    );
}

/// Folders of the library whose errors and problems people meet at the command line.
const LIBRARY: [&str; 15] = [
    "crates/analysis/src",
    "crates/matches/src",
    "crates/records/src",
    "crates/training/src",
    "src/book",
    "src/engine",
    "src/eval",
    "src/files",
    "src/mate",
    "src/notation",
    "src/packed",
    "src/position",
    "src/search",
    "src/tt",
    "src/types",
];

/// Files beside them.
const LIBRARY_FILES: [&str; 3] = [
    "src/mem.rs",
    "src/usi/option_line.rs",
    "src/usi/options_file.rs",
];

fn library() -> Vec<Text> {
    let mut texts: Vec<Text> = LIBRARY.into_iter().flat_map(texts).collect();
    let is_one = |text: &Text| LIBRARY_FILES.contains(&text.file.as_str());
    texts.extend(super::texts::texts("src").into_iter().filter(is_one));
    texts
}

#[test]
fn every_error_of_the_library_has_its_japanese_at_the_command_line() {
    let errors = library().into_iter();
    let errors = errors.filter(|text| text.within.last().is_some_and(|name| name == "error"));
    let errors = errors.filter(|text| text.text.contains(|c: char| c.is_ascii_lowercase()));
    let errors: Vec<Text> = errors
        .filter(|text| {
            with_gaps(&text.text)
                .replace("{}", "")
                .contains(char::is_alphabetic)
        })
        .collect();
    assert!(errors.len() > 100, "only {} errors are seen", errors.len());
    let missing = missing(errors.into_iter(), &known());
    assert!(
        missing.is_empty(),
        "not there in Japanese:\n{}",
        missing.join("\n")
    );
}

#[test]
fn every_problem_of_a_record_has_its_japanese_at_the_command_line() {
    let texts = texts("crates/records/src").into_iter();
    let told = [
        "add",
        "note",
        "new",
        "problem",
        "Err",
        "ok_or",
        "ok_or_else",
        "fail",
    ];
    let problems = texts.filter(|text| text.is_within(&told) && !text.is_within(&["error"]));
    let problems: Vec<Text> = problems.filter(|text| has_words(&text.text)).collect();
    assert!(
        problems.len() > 30,
        "only {} problems are seen",
        problems.len()
    );
    let missing = missing(problems.into_iter(), &known());
    assert!(
        missing.is_empty(),
        "not there in Japanese:\n{}",
        missing.join("\n")
    );
}

#[test]
fn no_sentence_is_kept_that_nothing_says() {
    // What clap and the system say is not in our sources.
    let others = ["arguments.rs", "system.rs"];
    let tables = texts("crates/cli/src/language/sentences").into_iter();
    let tables = tables.filter(|text| !others.iter().any(|name| text.file.ends_with(name)));
    let english: Vec<Text> = tables.filter(|text| !is_japanese(&text.text)).collect();
    let sources: Vec<Text> = ["src", "crates"]
        .into_iter()
        .flat_map(texts)
        .filter(|text| !text.file.starts_with("crates/cli/src/language/"))
        .collect();
    let said: BTreeSet<String> = sources.iter().map(|text| with_gaps(&text.text)).collect();
    // Names such as max_moves are told as words too.
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        words
            .filter(|word| word.len() > 1)
            .map(str::to_string)
            .collect()
    };
    let all: BTreeSet<String> = said.iter().flat_map(|text| words(text)).collect();
    // Some are put together from parts.
    let is_said = |text: &str| {
        said.contains(text)
            || words(text)
                .iter()
                .all(|word| all.contains(word) || all.contains(&format!("{word}s")))
    };
    let stale = english
        .iter()
        .filter(|text| !is_said(&with_gaps(&text.text)));
    let stale: Vec<String> = stale.map(Text::place).collect();
    assert!(stale.is_empty(), "nothing says this:\n{}", stale.join("\n"));
}

#[test]
fn messages_use_the_words_of_the_glossary() {
    let glossary = Glossary::read();
    let mut faults = Vec::new();
    let texts: Vec<Text> = texts("crates/cli/src")
        .into_iter()
        .filter(|text| is_japanese(&text.text))
        .collect();
    assert!(texts.len() > 400, "only {} messages are seen", texts.len());
    for text in texts {
        // What stands in quotation marks is the user's, what is in gaps a name.
        let shown = with_gaps(&text.text).replace("{}", "、");
        let shown = shown.split('`').step_by(2).collect::<Vec<_>>().join("、");
        let found = glossary.faults(&shown).into_iter();
        faults.extend(found.map(|fault| format!("{}: {fault}", text.place())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn pages_for_browsers_use_the_words_of_the_glossary() {
    let glossary = Glossary::read();
    let words = read("web/page/words.js");
    let (_, words) = words.split_once("ja: {").unwrap();
    let strings = words.split(['"', '`']).skip(1).step_by(2);
    let strings: Vec<&str> = strings.filter(|text| is_japanese(text)).collect();
    assert!(strings.len() > 80, "only {} words are seen", strings.len());
    let mut faults: Vec<String> = strings
        .iter()
        .flat_map(|text| glossary.faults(text))
        .collect();
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
