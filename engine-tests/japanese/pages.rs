//! Comparison of the Japanese pages with the English ones.

use super::markdown::{Section, code_spans, links, sections};
use super::{project, read};

/// The pages for players, analysts and organisers of matches.
const PAGES: [&str; 15] = [
    "usi",
    "analyse",
    "book",
    "levels",
    "match",
    "mate",
    "convert",
    "show",
    "study",
    "eval",
    "data",
    "json",
    "floodgate",
    "lishogi",
    "many-machines",
];

/// Messages of the program quoted in code blocks, which Japanese pages have in Japanese.
const SAID: [&str; 8] = [
    "perhaps shorter",
    "mate in N, as stated",
    "refuted",
    "the last move",
    "only the promotion differs",
    "a detour",
    "past the limit",
    "faults",
];

fn both(name: &str) -> [Vec<Section>; 2] {
    [format!("docs/{name}.md"), format!("docs/ja/{name}.md")].map(|path| sections(&read(&path)))
}

/// Pairs of sections of the two pages.
fn pairs() -> Vec<(String, Section, Section)> {
    let mut pairs = Vec::new();
    for name in PAGES {
        let [english, japanese] = both(name);
        assert_eq!(english.len(), japanese.len(), "{name}: sections");
        for (english, japanese) in english.into_iter().zip(japanese) {
            let place = format!("{name}, '{}' and '{}'", english.heading, japanese.heading);
            pairs.push((place, english, japanese));
        }
    }
    pairs
}

fn is_japanese(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

#[test]
fn every_page_for_people_is_there_and_linked() {
    let readme = read("README.ja.md");
    let known = std::fs::read_dir(project("docs/ja")).unwrap();
    let mut known: Vec<String> = known
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    known.sort();
    let mut wanted: Vec<String> = PAGES.map(|name| format!("{name}.md")).to_vec();
    wanted.push("glossary.md".to_string());
    wanted.sort();
    assert_eq!(known, wanted);
    for name in &wanted {
        assert!(readme.contains(&format!("(docs/ja/{name})")), "{name}");
    }
    for name in PAGES {
        let [english, japanese] = [format!("docs/{name}.md"), format!("docs/ja/{name}.md")];
        assert!(links(&read(&english)).contains(&format!("ja/{name}.md")));
        assert!(links(&read(&japanese)).contains(&format!("../{name}.md")));
    }
}

#[test]
fn links_lead_somewhere() {
    for name in PAGES.into_iter().chain(["glossary"]) {
        let links = links(&read(&format!("docs/ja/{name}.md")));
        for link in links.into_iter().filter(|link| !link.contains("://")) {
            let path = project("docs/ja").join(&link);
            assert!(path.exists(), "{name}: {link}");
            let translated = link.strip_prefix("../").filter(|link| {
                let name = link.trim_end_matches(".md");
                PAGES.contains(&name)
            });
            // Only the page itself leads to its English form.
            assert!(
                translated.is_none_or(|link| link == format!("{name}.md")),
                "{name}: {link} is there in Japanese"
            );
        }
    }
}

#[test]
fn sections_of_both_languages_correspond() {
    for (place, english, japanese) in pairs() {
        assert_eq!(english.level, japanese.level, "{place}");
        assert!(japanese.heading.chars().any(is_japanese) || english.heading == japanese.heading);
        let items = |section: &Section, mark: &str| {
            let lines = section.lines.iter();
            lines.filter(|line| line.starts_with(mark)).count()
        };
        for mark in ["- ", "1. ", "2. ", "3. ", "![", "**"] {
            assert_eq!(
                items(&english, mark),
                items(&japanese, mark),
                "{place}: {mark}"
            );
        }
    }
}

/// A line of a code block without the comment behind it.
fn without_comment(line: &str) -> &str {
    line.split(" # ").next().unwrap_or(line).trim_end()
}

#[test]
fn code_blocks_are_the_same_but_for_comments_and_what_the_program_says() {
    for (place, english, japanese) in pairs() {
        assert_eq!(english.blocks.len(), japanese.blocks.len(), "{place}");
        for (english, japanese) in english.blocks.iter().zip(&japanese.blocks) {
            assert_eq!(english.len(), japanese.len(), "{place}");
            for (english, japanese) in english.iter().zip(japanese) {
                let command = without_comment(japanese);
                if command.chars().any(is_japanese) && !command.contains("komadai") {
                    // A message. The moves and numbers in it are the same.
                    let figures = |text: &str| -> Vec<String> {
                        let of_figure = |c: char| c.is_ascii_digit() || ".+-".contains(c);
                        let words = text.split(|c| !of_figure(c));
                        let words = words.map(|w| w.trim_matches(['.', '-']).to_string());
                        let words: Vec<String> = words
                            .filter(|w| w.contains(|c: char| c.is_ascii_digit()))
                            .collect();
                        words
                    };
                    let told = figures(japanese);
                    for figure in figures(english) {
                        assert!(told.contains(&figure), "{place}: {japanese}: {figure}");
                    }
                } else {
                    assert_eq!(without_comment(english), command, "{place}");
                }
            }
        }
    }
}

#[test]
fn tables_have_the_same_rows_and_names() {
    for (place, english, japanese) in pairs() {
        assert_eq!(english.tables.len(), japanese.tables.len(), "{place}");
        for (english, japanese) in english.tables.iter().zip(&japanese.tables) {
            assert_eq!(english.len(), japanese.len(), "{place}");
            for (english, japanese) in english.iter().zip(japanese) {
                assert_eq!(english.len(), japanese.len(), "{place}: {japanese:?}");
                let names = |row: &[String]| code_spans(&row[0]);
                let told = names(english)
                    .iter()
                    .any(|name| SAID.contains(&name.as_str()));
                assert!(
                    told || names(english) == names(japanese),
                    "{place}: {japanese:?}"
                );
                // Cells that are a number or a value are equal.
                for (english, japanese) in english.iter().zip(japanese).skip(1) {
                    let is_value = |cell: &str| {
                        !cell.is_empty() && !cell.contains(|c: char| c.is_alphabetic() && c != 'e')
                    };
                    if is_value(english) || matches!(english.as_str(), "true" | "false" | "") {
                        assert_eq!(english, japanese, "{place}");
                    }
                }
            }
        }
    }
}

/// The code of a section, without the program's messages.
fn code(section: &Section) -> Vec<String> {
    let cells = section.tables.iter().flatten().flatten();
    let lines = section.lines.iter().chain(cells);
    let spans = lines.flat_map(|line| code_spans(line));
    let mut spans: Vec<String> = spans.filter(|s| !SAID.contains(&s.as_str())).collect();
    spans.sort();
    spans.dedup();
    spans
}

#[test]
fn sections_name_the_same_options_commands_and_files() {
    for (place, english, japanese) in pairs() {
        assert_eq!(code(&english), code(&japanese), "{place}");
    }
}

/// Numbers of two digits and more; smaller ones are words in English.
fn numbers(section: &Section) -> Vec<String> {
    let cells = section.tables.iter().flatten().flatten();
    let mut numbers = Vec::new();
    for line in section.lines.iter().chain(cells) {
        let words = line.split(|c: char| !c.is_ascii_digit() && !".,".contains(c));
        let words = words.map(|word| word.trim_matches(['.', ',']).replace(',', ""));
        numbers.extend(words.filter(|w| w.chars().filter(char::is_ascii_digit).count() > 1));
    }
    numbers
}

#[test]
fn numbers_are_the_same() {
    for (place, english, japanese) in pairs() {
        let japanese = numbers(&japanese);
        for number in numbers(&english) {
            assert!(japanese.contains(&number), "{place}: {number}");
        }
    }
}
