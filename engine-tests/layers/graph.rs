//! Which file uses which: paths are followed through modules and re-exports to
//! the file that has the item.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::{Paths, defined};
use super::sources::{Files, Module, modules};

/// For each file the files it uses.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// The files of a crate and their uses, tests aside.
pub fn graph(files: &Files, root: &str) -> Graph {
    let modules = modules(files, root);
    let scopes = modules.iter().map(Scope::of).collect();
    let names = Names {
        modules: &modules,
        scopes,
    };
    let mut graph = Graph::new();
    for (number, module) in modules
        .iter()
        .enumerate()
        .filter(|(_, module)| !module.test)
    {
        let edges: BTreeSet<String> = names.uses_of(number).map(String::from).collect();
        let known = graph.entry(module.file.clone()).or_default();
        known.extend(edges.into_iter().filter(|file| *file != module.file));
    }
    graph
}

/// What the names in a module mean.
struct Scope {
    paths: Paths,
    defined: BTreeSet<String>,
}

impl Scope {
    fn of(module: &Module) -> Scope {
        Scope {
            paths: Paths::of(&module.items),
            defined: defined(&module.items).collect(),
        }
    }
}

struct Names<'a> {
    modules: &'a [Module],
    scopes: Vec<Scope>,
}

/// What a path leads to.
#[derive(Clone, Copy)]
enum Target {
    Module(usize),
    /// An item of this module.
    Item(usize),
}

/// Re-exports of re-exports deeper than this go round in circles.
const DEEPEST: usize = 32;

impl<'a> Names<'a> {
    /// The files that a module's code leads to.
    ///
    /// A re-export of what lies below the module is a sign on the door and no
    /// use: who goes through it uses the file behind.
    fn uses_of(&self, number: usize) -> impl Iterator<Item = &'a str> {
        let Scope { paths, .. } = &self.scopes[number];
        let imported = paths.imports.iter().filter_map(move |import| {
            let target = self.follow(number, &import.path, 0)?;
            let (Target::Module(to) | Target::Item(to)) = target;
            (!import.public || !self.is_below(to, number)).then_some(to)
        });
        let used = paths.used.iter().filter_map(move |path| {
            match self.follow(number, path, 0)? {
                // `super` in a path that leads nowhere, or a module's name alone.
                Target::Module(_) => None,
                Target::Item(module) => Some(module),
            }
        });
        imported
            .chain(used)
            .map(|module| self.modules[module].file.as_str())
    }

    fn is_below(&self, module: usize, above: usize) -> bool {
        let mut parents =
            std::iter::successors(self.modules[module].parent, |&m| self.modules[m].parent);
        parents.any(|parent| parent == above)
    }

    /// Follows a path from a module; `None` for other crates, local names and the like.
    fn follow(&self, from: usize, path: &[String], depth: usize) -> Option<Target> {
        let (first, mut rest) = path.split_first()?;
        let mut module = match first.as_str() {
            "crate" => 0,
            "self" => from,
            "super" => self.modules[from].parent?,
            name => match self.look_up(from, name, depth)? {
                Target::Module(module) => module,
                item => return Some(item),
            },
        };
        while let Some((name, after)) = rest.split_first() {
            module = match name.as_str() {
                "super" => self.modules[module].parent?,
                name => match self.look_up(module, name, depth) {
                    Some(Target::Module(module)) => module,
                    Some(item) => return Some(item),
                    // A name that a macro has made.
                    None => return Some(Target::Item(module)),
                },
            };
            rest = after;
        }
        Some(Target::Module(module))
    }

    /// What a name means in a module.
    fn look_up(&self, module: usize, name: &str, depth: usize) -> Option<Target> {
        if depth > DEEPEST {
            return None;
        }
        if let Some(&child) = self.modules[module].children.get(name) {
            return Some(Target::Module(child));
        }
        let scope = &self.scopes[module];
        if scope.defined.contains(name) {
            return Some(Target::Item(module));
        }
        let imports = &scope.paths.imports;
        let named = imports
            .iter()
            .find(|import| import.name.as_deref() == Some(name));
        if let Some(import) = named {
            return self.follow(module, &import.path, depth + 1);
        }
        imports
            .iter()
            .filter(|import| import.name.is_none())
            .find_map(|glob| match self.follow(module, &glob.path, depth + 1)? {
                Target::Module(inside) if inside != module => self.look_up(inside, name, depth + 1),
                _ => None,
            })
    }
}

/// The graph of the folders' entries, one folder at a time: a file, or a
/// folder with everything in it and the file that it is named after.
pub fn between_entries(graph: &Graph) -> Vec<Graph> {
    let mut folders: BTreeMap<&str, Graph> = BTreeMap::new();
    let edges = graph
        .iter()
        .flat_map(|(from, to)| to.iter().map(move |to| (from, to)));
    for (from, to) in edges {
        // The folder in which the ways part.
        let common = from
            .bytes()
            .zip(to.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let folder = from[..common]
            .rfind('/')
            .map_or("", |slash| &from[..=slash]);
        let entry = |file: &str| {
            let name = file[folder.len()..].split('/').next().unwrap_or_default();
            format!("{folder}{}", name.trim_end_matches(".rs"))
        };
        let (from, to) = (entry(from), entry(to));
        if from != to {
            folders
                .entry(folder)
                .or_default()
                .entry(from)
                .or_default()
                .insert(to);
        }
    }
    folders.into_values().collect()
}

/// The circles of a graph: sets of more than one node that all lead to each other.
pub fn circles(graph: &Graph) -> Vec<BTreeSet<String>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = graph
        .keys()
        .map(|node| (node.as_str(), reach(graph, node)))
        .collect();
    let mut circles = BTreeSet::new();
    for (node, far) in &reached {
        let back = |other: &&&str| reached.get(**other).is_some_and(|far| far.contains(node));
        let circle: BTreeSet<String> = far.iter().filter(back).map(|s| s.to_string()).collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// Everything that can be reached from a node in one step or more.
fn reach<'a>(graph: &'a Graph, node: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        for next in graph.get(node).into_iter().flatten() {
            if found.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    found
}
