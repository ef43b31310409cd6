//! Layout of the source: a folder of `src` imports only from lower layers, and every file
//! is a module.
//!
//! Between crates, cargo refuses imports in the wrong direction. Within `src`, this test
//! searches the tokens of each file for paths that begin at the crate's root.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter::Peekable;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree, token_stream};

use crate::support::root;

/// The rooms of each layer, lowest first (the table in `src/lib.rs`).
const LAYERS: [&[&str]; 8] = [
    &["types", "host", "mem", "named", "markup"],
    &["bitboard", "files", "signals", "text"],
    &["position"],
    &["movegen", "packed"],
    &["mate", "tt", "eval"],
    &["search", "book"],
    &["engine"],
    &["usi"],
];

/// Rust files by their path below the source folder, `/` between its parts.
type Files = BTreeMap<String, String>;

fn read(source: &Path) -> Files {
    fn add(folder: &Path, below: &str, files: &mut Files) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                add(&path, &format!("{below}{name}/"), files);
            } else if name.ends_with(".rs") {
                files.insert(format!("{below}{name}"), fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut files = Files::new();
    add(source, "", &mut files);
    files
}

/// The names that each file takes from the crate's root, tests aside: rooms, re-exports of the
/// root, `*`. Only files that a root file leads to by `mod` lines are keys.
type Uses = BTreeMap<String, BTreeSet<String>>;

fn uses(files: &Files, roots: &[&str]) -> Uses {
    let mut uses = Uses::new();
    for root in roots.iter().filter(|root| files.contains_key(**root)) {
        let place = Place {
            file: root,
            folder: String::new(),
            depth: 0,
            test: false,
        };
        read_file(files, &place, &mut uses);
    }
    uses
}

/// A module while its tokens are read.
struct Place<'a> {
    file: &'a str,
    /// The folder of its children: empty or with `/` at the end.
    folder: String,
    /// Number of modules above it.
    depth: usize,
    test: bool,
}

fn read_file(files: &Files, place: &Place<'_>, uses: &mut Uses) {
    let file = place.file;
    uses.entry(file.to_string()).or_default();
    let tokens = files[file].parse::<TokenStream>();
    let tokens = tokens.unwrap_or_else(|error| panic!("{file}: {error}"));
    read_tokens(tokens, files, place, uses);
}

type Tokens = Peekable<token_stream::IntoIter>;

fn read_tokens(stream: TokenStream, files: &Files, place: &Place<'_>, uses: &mut Uses) {
    let mut tokens = stream.into_iter().peekable();
    let mut test = place.test;
    // A module whose file an attribute names belongs to another room.
    let mut elsewhere = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                if let Some(attribute) = group(&mut tokens, Delimiter::Bracket) {
                    elsewhere |= attribute.to_string().starts_with("path =");
                    test |= is_for_tests(attribute);
                }
                continue;
            }
            TokenTree::Ident(word) if word == "mod" => {
                if let Some(TokenTree::Ident(name)) = tokens.next()
                    && !elsewhere
                {
                    read_module(&name.to_string(), &mut tokens, files, place, test, uses);
                }
                test = place.test;
                elsewhere = false;
            }
            TokenTree::Ident(word) if word == "crate" || word == "super" => {
                let above = if word == "crate" { place.depth } else { 1 };
                let mut names = BTreeSet::new();
                read_path(&mut tokens, above, place.depth, &mut names);
                if !test {
                    uses.entry(place.file.to_string())
                        .or_default()
                        .extend(names);
                }
            }
            TokenTree::Group(inner) => {
                let inside = Place {
                    test,
                    folder: place.folder.clone(),
                    ..*place
                };
                read_tokens(inner.stream(), files, &inside, uses);
                if inner.delimiter() == Delimiter::Brace {
                    test = place.test;
                }
            }
            TokenTree::Punct(punct) if matches!(punct.as_char(), ';' | ',') => test = place.test,
            _ => (),
        }
    }
}

/// The module behind `mod NAME`: a file, or what follows between braces.
fn read_module(
    name: &str,
    tokens: &mut Tokens,
    files: &Files,
    place: &Place<'_>,
    test: bool,
    uses: &mut Uses,
) {
    let folder = format!("{}{name}/", place.folder);
    let child = |file| Place {
        file,
        folder: folder.clone(),
        depth: place.depth + 1,
        test,
    };
    if let Some(items) = group(tokens, Delimiter::Brace) {
        return read_tokens(items, files, &child(place.file), uses);
    }
    let paths = [
        format!("{}{name}.rs", place.folder),
        format!("{folder}mod.rs"),
    ];
    let file = paths.iter().find(|path| files.contains_key(*path));
    let file = file.unwrap_or_else(|| panic!("{}: no file for mod {name}", place.file));
    read_file(files, &child(file), uses);
}

/// Adds the names that a path takes from the root, where it has come `above` of the `depth`
/// modules above it.
fn read_path(tokens: &mut Tokens, above: usize, depth: usize, names: &mut BTreeSet<String>) {
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ':');
    if tokens.next_if(is_colon).is_none() {
        // `crate as name` and the like; `pub(super)` is no use of anything.
        if above >= depth && matches!(tokens.peek(), Some(TokenTree::Ident(word)) if word == "as") {
            names.insert("the root by another name".to_string());
        }
        return;
    }
    tokens.next_if(is_colon);
    match tokens.peek() {
        Some(TokenTree::Ident(word)) if word == "super" => {
            tokens.next();
            read_path(tokens, above + 1, depth, names);
        }
        _ if above < depth => (),
        Some(TokenTree::Ident(name)) => {
            names.insert(name.to_string());
        }
        Some(TokenTree::Punct(star)) if star.as_char() == '*' => {
            names.insert("*".to_string());
        }
        Some(TokenTree::Group(group)) => {
            let mut first = true;
            for token in group.stream() {
                if let (true, TokenTree::Ident(name)) = (first, &token) {
                    names.insert(name.to_string());
                }
                first = matches!(&token, TokenTree::Punct(p) if p.as_char() == ',');
            }
        }
        _ => (),
    }
}

fn group(tokens: &mut Tokens, delimiter: Delimiter) -> Option<TokenStream> {
    let found =
        |token: &TokenTree| matches!(token, TokenTree::Group(g) if g.delimiter() == delimiter);
    match tokens.next_if(found) {
        Some(TokenTree::Group(group)) => Some(group.stream()),
        _ => None,
    }
}

/// Whether an item with this attribute or condition is compiled for tests only.
fn is_for_tests(condition: TokenStream) -> bool {
    if condition.to_string() == "feature = \"testing\"" {
        return true;
    }
    let mut tokens = condition.into_iter();
    let Some(TokenTree::Ident(name)) = tokens.next() else {
        return false;
    };
    let Some(TokenTree::Group(group)) = tokens.next() else {
        return name == "test";
    };
    let mut parts = vec![TokenStream::new()];
    for token in group.stream() {
        match (&token, parts.last_mut()) {
            (TokenTree::Punct(comma), _) if comma.as_char() == ',' => {
                parts.push(TokenStream::new())
            }
            (_, Some(part)) => part.extend([token]),
            (_, None) => (),
        }
    }
    parts.retain(|part| !part.is_empty());
    match name.to_string().as_str() {
        "cfg" | "all" => parts.into_iter().any(is_for_tests),
        "any" => parts.into_iter().all(is_for_tests),
        _ => false,
    }
}

/// The uses that do not point to a lower layer.
fn upward(uses: &Uses, layers: &[&[&str]]) -> Vec<String> {
    let layer = |room: &str| layers.iter().position(|layer| layer.contains(&room));
    let mut wrong = Vec::new();
    for (file, names) in uses.iter().filter(|(file, _)| *file != "lib.rs") {
        let room = file
            .split('/')
            .next()
            .unwrap_or(file)
            .trim_end_matches(".rs");
        let own = layer(room).unwrap_or_else(|| panic!("{room} stands in no layer"));
        let is_wrong =
            |name: &&String| *name != room && layer(name).is_none_or(|other| other >= own);
        wrong.extend(
            names
                .iter()
                .filter(is_wrong)
                .map(|name| format!("{file} uses {name}")),
        );
    }
    wrong
}

/// The files that no `mod` line of these roots leads to.
fn forgotten(files: &Files, roots: &[&str]) -> Vec<String> {
    let reached = uses(files, roots);
    files
        .keys()
        .filter(|file| !reached.contains_key(*file))
        .cloned()
        .collect()
}

const NONE: [&str; 0] = [];

#[test]
fn imports_point_downwards() {
    let uses = uses(&read(&root().join("src")), &["lib.rs"]);
    let names: usize = uses.values().map(BTreeSet::len).sum();
    assert!(names > 200, "only {names} uses were seen");
    assert_eq!(upward(&uses, &LAYERS), NONE);
}

#[test]
fn every_file_is_a_module() {
    let root = root();
    let crates = root.join("crates").read_dir().unwrap();
    let crates = crates.map(|entry| entry.unwrap().path().join("src"));
    for source in crates.chain([root.join("src")]) {
        let lost = forgotten(&read(&source), &["lib.rs", "main.rs"]);
        assert_eq!(lost, NONE, "{}", source.display());
    }
    let tests = read(&root.join("engine-tests"));
    assert_eq!(
        forgotten(
            &tests,
            &["main.rs", "library.rs", "growth.rs", "nnue_files.rs"]
        ),
        NONE
    );
}

fn tree(files: &[(&str, &str)]) -> Files {
    let files = files.iter();
    files
        .map(|(path, text)| (path.to_string(), text.to_string()))
        .collect()
}

/// Wrong uses in a tree of two layers whose file `low/deep.rs` has this text.
fn wrong_uses(deep: &str) -> Vec<String> {
    let files = tree(&[
        ("lib.rs", "mod low; mod beside; mod high; pub use high::H;"),
        ("low/mod.rs", "mod deep; pub struct L;"),
        ("low/deep.rs", deep),
        ("beside.rs", "pub struct B;"),
        (
            "high.rs",
            "use crate::low; use super::beside::B; pub struct H;",
        ),
    ]);
    upward(&uses(&files, &["lib.rs"]), &[&["low", "beside"], &["high"]])
}

#[test]
fn a_use_that_points_upwards_is_found() {
    for (text, name) in [
        ("use crate::high::H;", "high"),
        ("use super::super::high::H;", "high"),
        ("use crate::{low::L, high::{self}};", "high"),
        ("mod inner { use super::super::super::high::H; }", "high"),
        ("fn f() { vec![crate::high::made_by_a_macro()] }", "high"),
        ("macro_rules! m { () => { $crate::high::H } }", "high"),
        ("#[cfg(not(test))] use crate::high::H;", "high"),
        ("#[cfg(any(test, unix))] use crate::high::H;", "high"),
        (
            "#[cfg(test)] use crate::low::L; use crate::high::H;",
            "high",
        ),
        ("use crate::beside::B;", "beside"),
        ("use crate::H;", "H"),
        ("use crate::*;", "*"),
        ("use crate as all;", "the root by another name"),
    ] {
        assert_eq!(
            wrong_uses(text),
            [format!("low/deep.rs uses {name}")],
            "{text}"
        );
    }
    for text in [
        "use crate::low::L; pub(super) struct S; pub(in super::super) struct T;",
        "use super::{L, high}; fn f() -> super::L {}",
        "#[cfg(test)] mod tests { use crate::high::H; }",
        "#[cfg(all(test, not(loom)))] fn f(_: crate::high::H) {}",
        "#[cfg(any(test, feature = \"testing\"))] use crate::high::H;",
        "#[test] fn f() { crate::high::H; }",
    ] {
        assert_eq!(wrong_uses(text), NONE, "{text}");
    }
}

#[test]
fn a_file_that_no_module_names_is_found() {
    let mut files = tree(&[
        ("main.rs", "mod a; mod inline { mod b; }"),
        ("a/mod.rs", "#[cfg(test)] mod tests;"),
        ("a/tests.rs", ""),
        ("inline/b.rs", ""),
    ]);
    assert_eq!(forgotten(&files, &["main.rs"]), NONE);
    files.extend(tree(&[("lost.rs", ""), ("a/lost.rs", "")]));
    assert_eq!(forgotten(&files, &["main.rs"]), ["a/lost.rs", "lost.rs"]);
}
