//! The layout: imports only point downwards, and every test file is listed.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of each layer, lowest first (the table in `src/lib.rs`).
const LAYERS: [&[&str]; 9] = [
    &[
        "types",
        "file_lock",
        "mem",
        "markup",
        "millis",
        "sync",
        "whole_file",
    ],
    &["bitboard"],
    &["position"],
    &["movegen", "pack"],
    &["mate", "notation", "tt", "eval"],
    &["search", "record", "book"],
    &["engine"],
    &[
        "book_making",
        "client",
        "matches",
        "selfplay",
        "train",
        "report",
    ],
    &["usi", "cli"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The first path segments after every `crate::`, comments and tests aside.
fn imports(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    code.lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| {
            rest.chars()
                .take_while(|c| c.is_ascii_lowercase() || *c == '_')
                .collect()
        })
        .collect()
}

#[test]
fn imports_point_downwards() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut checked = 0;
    let mut wrong = Vec::new();
    for file in files {
        let relative = file.strip_prefix(&root).unwrap();
        let first = relative.iter().next().unwrap().to_string_lossy();
        let module = first.trim_end_matches(".rs");
        // The crate's own pages, and files that only hold tests.
        let name = file.file_stem().unwrap().to_string_lossy();
        if ["lib", "main"].contains(&module) || ["tests", "testing"].contains(&&*name) {
            continue;
        }
        let own = layer(module).unwrap_or_else(|| panic!("{module} stands in no layer"));
        for target in imports(&fs::read_to_string(&file).unwrap()) {
            let Some(other) = layer(&target) else {
                continue;
            };
            checked += 1;
            if target != module && other >= own {
                wrong.push(format!("{} uses {target}", relative.display()));
            }
        }
    }
    assert!(checked > 100, "only {checked} imports were seen");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_test_file_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    for entry in fs::read_dir(root.join("engine-tests")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "rs") {
            let name = path.file_name().unwrap().to_string_lossy();
            let listed = format!("path = \"engine-tests/{name}\"");
            assert!(manifest.contains(&listed), "{name} is not in Cargo.toml");
        }
    }
}
