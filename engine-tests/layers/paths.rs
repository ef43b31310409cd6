//! The paths that a module's code names: imports, and paths in the code, macros included.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, Macro, UseTree, Visibility};

use super::sources::is_for_tests;

/// One name brought into scope by a `use`.
pub struct Import {
    /// The whole path, the name last; without it for a glob.
    pub path: Vec<String>,
    /// The name in scope; `None` for a glob.
    pub name: Option<String>,
    /// Whether others see it: a re-export.
    pub public: bool,
}

/// What a module's code names. Items for tests only are left out.
#[derive(Default)]
pub struct Paths {
    /// The `use` declarations taken apart, those inside of functions too.
    pub imports: Vec<Import>,
    /// Other paths.
    pub used: Vec<Vec<String>>,
}

impl Paths {
    /// Reads the items of one module.
    pub fn of(items: &[Item]) -> Paths {
        let mut paths = Paths::default();
        for item in items {
            paths.visit_item(item);
        }
        paths
    }

    fn flatten(&mut self, tree: &UseTree, before: &[String], public: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.flatten(&path.tree, &with(&path.ident), public),
            UseTree::Group(group) => {
                group
                    .items
                    .iter()
                    .for_each(|tree| self.flatten(tree, before, public));
            }
            UseTree::Glob(_) => self.imports.push(Import {
                path: before.to_vec(),
                name: None,
                public,
            }),
            UseTree::Name(name) if name.ident == "self" => {
                let (path, name) = (before.to_vec(), before.last().cloned());
                self.imports.push(Import { path, name, public });
            }
            UseTree::Name(name) => {
                let (path, name) = (with(&name.ident), Some(name.ident.to_string()));
                self.imports.push(Import { path, name, public });
            }
            UseTree::Rename(rename) => {
                let path = match rename.ident == "self" {
                    true => before.to_vec(),
                    false => with(&rename.ident),
                };
                let name = Some(rename.rename.to_string());
                self.imports.push(Import { path, name, public });
            }
        }
    }

    /// The paths of two parts or more in what a macro is given.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => {
                    colons += 1
                }
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                other => {
                    self.end(&mut path);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Vec<String>) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.used.push(path);
        }
    }
}

/// The attributes of those items that tests have of their own.
fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

impl Visit<'_> for Paths {
    fn visit_item(&mut self, item: &Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &syn::ImplItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        let public = !matches!(item.vis, Visibility::Inherited);
        self.flatten(&item.tree, &[], public);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        let names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        self.used.push(names.collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &Macro) {
        self.visit_path(&item.path);
        self.tokens(item.tokens.clone());
    }

    /// `pub(super)` uses nothing.
    fn visit_visibility(&mut self, _: &Visibility) {}

    fn visit_attribute(&mut self, _: &Attribute) {}
}

/// The names that a module's own items have.
pub fn defined(items: &[Item]) -> impl Iterator<Item = String> {
    items.iter().filter_map(|item| {
        let name = match item {
            Item::Const(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Macro(item) => item.ident.as_ref()?,
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Union(item) => &item.ident,
            _ => return None,
        };
        Some(name.to_string())
    })
}
