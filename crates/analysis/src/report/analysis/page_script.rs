//! Scripts of the pages: the modules in `web/page` joined into one text.
//!
//! The page in `web` loads these modules as ES modules. A report is opened as a local file, from
//! which browsers load no modules, so the modules are joined into one block without import lines
//! and comments. The meaning stays the same only if each import is on one line, nothing is imported
//! under another name, and no two modules declare the same name at their outermost level.

macro_rules! modules {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../../../web/", $folder, "/", $name, ".js")))),*]
    };
}

/// Name and text of a module.
type Module = (&'static str, &'static str);

/// Modules of every report, each after those that it imports.
const PAGE: &[Module] = modules!(
    "page": "link" "choices" "words" "element" "position" "tree" "notation" "glyphs" "pieces" "sizing" "board"
    "heading" "players" "kifu" "graph" "lines" "copy" "navigation" "gestures" "layout" "page"
);

/// Further modules of a report without an engine.
const STILL: &[Module] = modules!("page": "report");

/// Further modules of the board and of a report with an engine.
const THINKING: &[Module] = modules!(
    "app": "engine" "machine" "thinker" "connect" "phrases" "dialog" "history" "promotion" "moving" "drawing"
    "thinking" "clock" "sound" "animation" "dragging" "squares" "typing" "game" "ending" "newgame" "picture" "saving"
    "store" "explorer" "library" "review" "mate" "setup" "tsume" "settings" "opening" "desk" "thinking_report"
);

/// Modules of the list of games.
const GAMES: &[Module] = modules!(
    "page": "link" "choices" "words" "element" "position" "notation" "heading" "games"
);

/// Modules of a page with problems: those of `web/study` after the shared ones.
const STUDY: &[Module] = modules!(
    "page": "link" "choices" "words" "element" "position" "notation" "glyphs" "pieces" "sizing" "board"
);
const TRAINER: &[Module] =
    modules!("study": "study_words" "schedule" "progress" "verdict" "charts" "trainer");
const STILL_TRAINER: &[Module] = modules!("study": "study");
/// Further modules of a page with problems and an engine.
const THINKING_TRAINER: &[Module] = modules!("study": "thinking_study");
const MACHINE: &[Module] = modules!("app": "machine" "thinker" "connect");

/// The script of a page with problems.
pub(crate) fn study(has_engine: bool) -> String {
    joined(&match has_engine {
        true => [STUDY, MACHINE, TRAINER, THINKING_TRAINER].concat(),
        false => [STUDY, TRAINER, STILL_TRAINER].concat(),
    })
}

/// The script of a report.
pub(super) fn report() -> String {
    joined(&[PAGE, STILL].concat())
}

/// The script of a report with an engine.
pub(super) fn thinking_report() -> String {
    joined(&[PAGE, THINKING].concat())
}

/// The script of the list of games.
pub(super) fn games() -> String {
    joined(GAMES)
}

/// Joins modules. Comments, which stand on lines of their own, are left out, because they are a
/// fifth of the text.
fn joined(modules: &[Module]) -> String {
    let mut out = String::from("\"use strict\";\n{\n");
    for (_, text) in modules {
        let mut is_comment = false;
        for line in text.lines().filter(|line| !line.starts_with("import ")) {
            let line = line.strip_prefix("export ").unwrap_or(line).trim_start();
            is_comment |= line.starts_with("/**");
            if !is_comment && !line.is_empty() && !line.starts_with("//") {
                out.push_str(line);
                out.push('\n');
            }
            is_comment &= !line.ends_with("*/");
        }
    }
    out.push_str("}\n");
    out
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use super::*;

    /// The names that an import line imports, and the module that exports them.
    fn import(line: &str) -> Option<(Vec<&str>, &str)> {
        let rest = line.strip_prefix("import { ")?;
        let (names, place) = rest.split_once(" } from \"")?;
        let module = place.strip_suffix(".js\";")?.rsplit('/').next()?;
        Some((names.split(", ").collect(), module))
    }

    /// The names that a line at the outermost level declares, and whether they are exported.
    fn declared(line: &str) -> Vec<(&str, bool)> {
        let (line, exported) = match line.strip_prefix("export ") {
            Some(rest) => (rest, true),
            None => (line, false),
        };
        let name = |text: &'static str| line.strip_prefix(text).map(first_word);
        let function = name("function ").or_else(|| name("async function "));
        let names = match line
            .strip_prefix("const ")
            .or_else(|| line.strip_prefix("let "))
        {
            Some(rest) => parts(rest).into_iter().map(first_word).collect(),
            None => Vec::from_iter(function),
        };
        names.into_iter().map(|name| (name, exported)).collect()
    }

    fn first_word(text: &str) -> &str {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        text.split(|c| !is_part(c)).next().unwrap_or_default()
    }

    /// The declarations of a line: what commas outside brackets and texts part.
    fn parts(line: &str) -> Vec<&str> {
        let (mut depth, mut quote, mut found, mut start) = (0, None, Vec::new(), 0);
        for (at, c) in line.char_indices() {
            match (quote, c) {
                (Some(open), _) if c == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '`' | '\'') => quote = Some(c),
                (None, '(' | '[' | '{') => depth += 1,
                (None, ')' | ']' | '}') => depth -= 1,
                (None, ',') if depth == 0 => {
                    found.push(line[start..at].trim_start());
                    start = at + 1;
                }
                _ => {}
            }
        }
        found.push(line[start..].trim_start());
        found
    }

    #[test]
    fn modules_mean_the_same_when_they_stand_in_one_block() {
        let all = [
            &[PAGE, STILL].concat(),
            &[PAGE, THINKING].concat(),
            GAMES,
            &[STUDY, TRAINER, STILL_TRAINER].concat(),
            &[STUDY, MACHINE, TRAINER, THINKING_TRAINER].concat(),
        ];
        for modules in all {
            let mut known: HashMap<&str, (&str, bool)> = HashMap::new();
            for (module, text) in modules {
                for line in text.lines().filter(|line| line.starts_with("import")) {
                    let (names, from) = import(line).unwrap_or_else(|| panic!("{module}: {line}"));
                    for name in names {
                        assert_eq!(known.get(name), Some(&(from, true)), "{module}: {line}");
                    }
                }
                for (name, exported) in text.lines().flat_map(declared) {
                    assert!(!name.is_empty(), "{module}: a declaration without a name");
                    let before = known.insert(name, (module, exported));
                    assert_eq!(before, None, "{name} stands in {module} too");
                }
                for line in text.lines().filter(|line| line.starts_with("export ")) {
                    assert!(!declared(line).is_empty(), "{module}: {line}");
                }
            }
            let script = joined(modules);
            assert!(!script.contains("\nimport") && !script.contains("\nexport"));
            // No comment is left, and nothing but comments was removed.
            assert!(script.lines().all(|line| !line.starts_with(['*', '/'])));
            let code = |text: &str| {
                let (first, rest) = text.split_once("/**").unwrap_or((text, ""));
                let behind = rest.split("/**").filter_map(|part| part.split_once("*/"));
                let lines = behind.flat_map(|(_, part)| part.lines());
                let lines = first.lines().chain(lines).map(str::trim);
                lines
                    .filter(|line| !line.is_empty() && !line.starts_with("//"))
                    .count()
            };
            let imports = |text: &str| {
                text.lines()
                    .filter(|line| line.starts_with("import"))
                    .count()
            };
            let lines: usize = modules
                .iter()
                .map(|(_, text)| code(text) - imports(text))
                .sum();
            assert_eq!(script.lines().count(), lines + 3);
        }
    }

    #[test]
    fn every_module_of_the_folders_has_its_place() {
        let web = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let found: BTreeSet<String> = ["page", "app"]
            .into_iter()
            .flat_map(|folder| std::fs::read_dir(web.join(folder)).unwrap())
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let listed = [PAGE, STILL, THINKING, GAMES].concat();
        let listed = listed.iter();
        let listed: BTreeSet<String> = listed.map(|(name, _)| format!("{name}.js")).collect();
        assert_eq!(found, listed);
    }
}
