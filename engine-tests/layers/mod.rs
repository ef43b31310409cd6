//! The layout: imports only point downwards, nothing goes round in circles, and every file is a module.

mod graph;
mod paths;
mod planted;
mod sources;

use std::collections::BTreeSet;

use crate::support::root;
use graph::{Graph, between_entries, circles, graph};
use sources::{Files, modules, read};

/// The modules of each layer, lowest first (the table in `src/lib.rs`).
const LAYERS: [&[&str]; 8] = [
    &["types", "host", "mem", "files", "markup", "text"],
    &["bitboard"],
    &["position", "packed"],
    &["movegen"],
    &["mate", "notation", "tt", "eval"],
    &["search", "book"],
    &["engine"],
    &["usi"],
];

/// The room a file stands in; `None` for the crate's root.
fn room(file: &str) -> Option<&str> {
    let first = file.split('/').next().unwrap_or(file);
    (first != "lib.rs").then(|| first.trim_end_matches(".rs"))
}

/// Uses that do not point to a lower layer.
fn upward(graph: &Graph, layers: &[&[&str]]) -> Vec<String> {
    let layer = |room: &str| {
        let found = layers.iter().position(|layer| layer.contains(&room));
        found.unwrap_or_else(|| panic!("{room} stands in no layer"))
    };
    let edges = graph
        .iter()
        .flat_map(|(from, to)| to.iter().map(move |to| (from, to)));
    edges
        .filter(|(from, to)| match (room(from), room(to)) {
            (Some(own), Some(other)) => own != other && layer(other) >= layer(own),
            (own, _) => own.is_some(),
        })
        .map(|(from, to)| format!("{from} uses {to}"))
        .collect()
}

/// Circles among the files, and those of folders that no circle of files shows.
fn all_circles(graph: &Graph) -> BTreeSet<BTreeSet<String>> {
    let of_files: BTreeSet<BTreeSet<String>> = circles(graph).into_iter().collect();
    let shown: BTreeSet<BTreeSet<String>> = of_files
        .iter()
        .map(|circle| {
            circle
                .iter()
                .map(|file| file.trim_end_matches(".rs").to_string())
                .collect()
        })
        .collect();
    let mut all = of_files;
    for folder in between_entries(graph) {
        all.extend(
            circles(&folder)
                .into_iter()
                .filter(|circle| !shown.contains(circle)),
        );
    }
    all
}

fn crate_files() -> Files {
    read(&root().join("src"))
}

#[test]
fn imports_point_downwards() {
    let graph = graph(&crate_files(), "lib.rs");
    let edges: usize = graph.values().map(BTreeSet::len).sum();
    assert!(edges > 500, "only {edges} uses were seen");
    let wrong = upward(&graph, &LAYERS);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn nothing_goes_round_in_circles() {
    let found = all_circles(&graph(&crate_files(), "lib.rs"));
    let list = root().join("engine-tests/layers/known-circles.txt");
    let known: BTreeSet<BTreeSet<String>> = std::fs::read_to_string(list)
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().map(str::to_string).collect())
        .collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(new.is_empty(), "new circles: {new:#?}");
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(
        gone.is_empty(),
        "no longer in the tree, strike them out: {gone:#?}"
    );
}

/// Files that no `mod` line of these roots leads to.
fn forgotten(files: &Files, roots: &[&str]) -> Vec<String> {
    let reached: BTreeSet<String> = roots
        .iter()
        .flat_map(|root| modules(files, root))
        .map(|module| module.file)
        .collect();
    files
        .keys()
        .filter(|file| !reached.contains(*file))
        .cloned()
        .collect()
}

#[test]
fn every_file_is_a_module() {
    let root = &crate::support::root();
    let nothing: [&str; 0] = [];
    assert_eq!(forgotten(&crate_files(), &["lib.rs"]), nothing);
    for entry in root.join("crates").read_dir().unwrap() {
        let files = read(&entry.unwrap().path().join("src"));
        assert_eq!(forgotten(&files, &["lib.rs", "main.rs"]), nothing);
    }
    let tests = read(&root.join("engine-tests"));
    assert_eq!(forgotten(&tests, &["main.rs", "nnue_files.rs"]), nothing);
}
