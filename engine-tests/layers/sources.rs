//! The files of a crate, parsed, and the modules they make.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Attribute, File, Item, Meta, Token, punctuated::Punctuated};

/// Rust files by their path below the source folder, `/` between its parts.
pub type Files = BTreeMap<String, String>;

/// Every Rust file below a folder.
pub fn read(root: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(entry.path()).unwrap();
                files.insert(path.display().to_string().replace('\\', "/"), text);
            }
        }
    }
    files
}

/// A module: a file, or a part of one between braces.
pub struct Module {
    /// The file it stands in.
    pub file: String,
    /// Its items, without the modules that are files.
    pub items: Vec<Item>,
    /// The module above; the root has none.
    pub parent: Option<usize>,
    /// The modules it declares, by name.
    pub children: BTreeMap<String, usize>,
    /// Whether it is there for tests only.
    pub test: bool,
}

/// Every module that can be reached from a root file. The first is the root.
pub fn modules(files: &Files, root: &str) -> Vec<Module> {
    let mut all = Vec::new();
    let parsed = parse(files, root);
    let place = Place {
        file: root.to_string(),
        folder: String::new(),
        parent: None,
        test: false,
    };
    add(files, &mut all, parsed.items, place);
    all
}

fn parse(files: &Files, path: &str) -> File {
    syn::parse_file(&files[path]).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Where a module stands.
struct Place {
    file: String,
    /// Where the files of its children lie: empty or with `/` at the end.
    folder: String,
    parent: Option<usize>,
    test: bool,
}

fn add(files: &Files, all: &mut Vec<Module>, items: Vec<Item>, place: Place) -> usize {
    let number = all.len();
    let Place {
        file,
        folder,
        parent,
        test,
    } = place;
    all.push(Module {
        file: file.clone(),
        items: Vec::new(),
        parent,
        children: BTreeMap::new(),
        test,
    });
    let mut own = Vec::new();
    for item in items {
        let Item::Mod(declared) = item else {
            own.push(item);
            continue;
        };
        let name = declared.ident.to_string();
        let below = format!("{folder}{name}/");
        let test = test || is_for_tests(&declared.attrs);
        let (file, items) = match declared.content {
            Some((_, items)) => (file.clone(), items),
            None => {
                let paths = [format!("{folder}{name}.rs"), format!("{below}mod.rs")];
                let path = paths.iter().find(|path| files.contains_key(*path));
                let path = path.unwrap_or_else(|| panic!("{file}: no file for mod {name}"));
                (path.clone(), parse(files, path).items)
            }
        };
        let place = Place {
            file,
            folder: below,
            parent: Some(number),
            test,
        };
        let child = add(files, all, items, place);
        all[number].children.insert(name, child);
    }
    all[number].items = own;
    number
}

/// Whether an item is compiled for tests only.
pub fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute
                    .parse_args::<Meta>()
                    .is_ok_and(|meta| outside_tests(&meta) == Some(false))
    })
}

/// Whether a condition holds in a build that is no test; `None` where that depends on other things.
fn outside_tests(meta: &Meta) -> Option<bool> {
    let parts = || match meta {
        Meta::List(list) => list
            .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .unwrap_or_default(),
        _ => Punctuated::new(),
    };
    let name = meta.path().get_ident()?.to_string();
    match name.as_str() {
        "test" => Some(false),
        "not" => parts().iter().find_map(outside_tests).map(|holds| !holds),
        "all" => parts()
            .iter()
            .any(|part| outside_tests(part) == Some(false))
            .then_some(false),
        "any" => parts()
            .iter()
            .all(|part| outside_tests(part) == Some(false))
            .then_some(false),
        _ => None,
    }
}
