//! Tests of the Japanese texts: pages match the English ones, and words follow the glossary.

mod glossary;
mod markdown;
mod messages;
mod pages;
mod speaking;

use std::path::PathBuf;

/// A file or folder of the project.
fn project(path: &str) -> PathBuf {
    crate::support::root().join(path)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether a text has kana, kanji or wide signs.
fn is_japanese(text: &str) -> bool {
    text.chars()
        .any(|c| matches!(c, '\u{3000}'..='\u{30ff}' | '一'..='龠' | '！'..='～'))
}
