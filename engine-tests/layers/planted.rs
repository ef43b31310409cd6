//! The checks on small trees with faults planted in them.

use super::sources::Files;
use super::{all_circles, forgotten, graph, upward};

fn tree(files: &[(&str, &str)]) -> Files {
    files
        .iter()
        .map(|(path, text)| (path.to_string(), text.to_string()))
        .collect()
}

/// The circles of a tree, one line each.
fn circles(files: &[(&str, &str)]) -> Vec<String> {
    let found = all_circles(&graph(&tree(files), "lib.rs"));
    found
        .into_iter()
        .map(|circle| Vec::from_iter(circle).join(" "))
        .collect()
}

const NONE: [&str; 0] = [];

#[test]
fn a_circle_between_folders_is_found() {
    let files = |back: &str| {
        circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", "mod x; mod y;"),
            ("a/x.rs", "use crate::b::z::Z;"),
            ("a/y.rs", "pub struct Y;"),
            ("b/mod.rs", "mod z; mod w;"),
            ("b/z.rs", "pub struct Z;"),
            ("b/w.rs", back),
        ])
    };
    // No file leads back to itself, but the folders do.
    assert_eq!(files("use crate::a::y::Y;"), ["a b"]);
    assert_eq!(files("use super::z::Z;"), NONE);
    // A circle of files is one of folders too.
    let through = circles(&[
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "pub mod x;"),
        ("a/x.rs", "pub fn f() { crate::b::z::g() }"),
        ("b/mod.rs", "pub mod z;"),
        ("b/z.rs", "pub fn g() { crate::a::x::f() }"),
    ]);
    assert_eq!(through, ["a b", "a/x.rs b/z.rs"]);
}

#[test]
fn a_circle_inside_a_folder_is_found() {
    let files = |x: &str, y: &str, z: &str| {
        circles(&[
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod x; mod y; mod z;"),
            ("a/x.rs", x),
            ("a/y.rs", y),
            ("a/z.rs", z),
        ])
    };
    let (x, y) = (
        "use crate::a::y::Y; pub struct X;",
        "use crate::a::z::Z; pub struct Y;",
    );
    assert_eq!(
        files(x, y, "use crate::a::x::X; pub struct Z;"),
        ["a/x.rs a/y.rs a/z.rs"]
    );
    assert_eq!(files(x, y, "pub struct Z;"), NONE);
}

#[test]
fn a_circle_by_super_and_self_is_found() {
    let files = |a: &str, x: &str, y: &str| {
        circles(&[
            ("lib.rs", "mod a;"),
            ("a.rs", a),
            ("a/x.rs", x),
            ("a/x/y.rs", y),
        ])
    };
    let (a, x) = (
        "mod x; pub struct A;",
        "mod y; use self::y::Y; pub struct X;",
    );
    assert_eq!(
        files(a, x, "use super::X; pub struct Y;"),
        ["a/x.rs a/x/y.rs"]
    );
    assert_eq!(
        files(a, x, "pub struct Y; fn f() -> super::super::A {}"),
        NONE
    );
    let uses = "mod x; pub struct A; fn f(_: x::X) {}";
    assert_eq!(
        files(uses, x, "pub struct Y; fn f() -> super::super::A {}"),
        ["a.rs a/x.rs a/x/y.rs"]
    );
    // Visibility is no use.
    assert_eq!(
        files(a, x, "pub(super) struct Y; pub(in super::super) struct Z;"),
        NONE
    );
}

#[test]
fn trees_of_imports_renames_and_globs_are_taken_apart() {
    for import in [
        "use crate::{b::{self, B}, c::{C}};",
        "use super::c::{self as other, C as Other};",
        "use crate::c::*; fn f(_: C) {}",
        "fn f() { use crate::c::C; }",
        "fn f() { vec![crate::c::C, 1]; }",
        "use crate::c; fn f(_: c::C) {}",
        "use crate as all; fn f(_: all::c::C) {}",
        "macro_rules! m { () => { $crate::c::C } }",
    ] {
        let a = format!("{import} pub struct A;");
        let found = circles(&[
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", &a),
            ("b.rs", "pub struct B;"),
            ("c.rs", "use crate::a::A; pub struct C;"),
        ]);
        assert_eq!(found, ["a.rs c.rs"], "{import}");
    }
}

#[test]
fn a_circle_through_re_exports_is_found() {
    let files = |front: &str| {
        circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", front),
            ("a/x.rs", "use crate::b::B; pub struct X;"),
            ("a/y.rs", "pub struct Y;"),
            ("b.rs", "use crate::a::X; pub struct B;"),
        ])
    };
    for front in [
        "mod x; mod y; pub use x::X;",
        "mod x; mod y; pub use self::{y::Y as Z, x::X};",
        "mod x; mod y; pub use x::*;",
        "mod x; mod y; mod inner { pub use super::x::X; } pub use inner::X;",
    ] {
        assert_eq!(files(front), ["a b", "a/x.rs b.rs"], "{front}");
    }
    // The front itself uses nothing of what it shows.
    let shown = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod x; mod y; pub use x::X; pub struct Z;"),
        ("a/x.rs", "use super::{Y, Z}; pub struct X;"),
        ("a/y.rs", "pub struct Y;"),
    ];
    assert_eq!(circles(&shown), NONE);
    // But it may not show what stands elsewhere and comes back.
    let foreign = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "pub use crate::b::B; pub struct A;"),
        ("b.rs", "use crate::a::A; pub struct B;"),
    ];
    assert_eq!(circles(&foreign), ["a.rs b.rs"]);
}

#[test]
fn tests_may_use_what_they_like() {
    let files = |attribute: &str| {
        let b = format!(
            "pub struct B; {attribute} mod tests {{ use crate::a::A; }} mod inner {{ {attribute} fn f(_: crate::a::A) {{}} }}"
        );
        circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", &b),
        ])
    };
    for attribute in [
        "#[cfg(test)]",
        "#[cfg(all(test, not(loom)))]",
        "#[cfg(any(test))]",
    ] {
        assert_eq!(files(attribute), NONE, "{attribute}");
    }
    for attribute in [
        "",
        "#[cfg(not(test))]",
        "#[cfg(feature = \"tools\")]",
        "#[cfg(any(test, unix))]",
    ] {
        assert_eq!(files(attribute), ["a.rs b.rs"], "{attribute}");
    }
}

#[test]
fn a_use_that_points_upwards_is_found() {
    let layers: [&[&str]; 2] = [&["low", "beside"], &["high"]];
    let check = |low: &str| {
        let files = tree(&[
            ("lib.rs", "mod low; mod beside; mod high; pub use high::H;"),
            ("low/mod.rs", "mod deep;"),
            ("low/deep.rs", low),
            ("beside.rs", "pub struct B;"),
            ("high.rs", "use crate::low; pub struct H;"),
        ]);
        upward(&graph(&files, "lib.rs"), &layers)
    };
    assert_eq!(check(""), NONE);
    for up in [
        "use crate::high::H;",
        "use super::super::high::H;",
        "use crate::{high::{self}};",
        "use crate::H;",
        "pub use crate::high::H;",
        "fn f() { crate::high::made_by_a_macro() }",
    ] {
        assert_eq!(check(up), ["low/deep.rs uses high.rs"], "{up}");
    }
    assert_eq!(
        check("use crate::beside::B;"),
        ["low/deep.rs uses beside.rs"]
    );
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

#[test]
fn a_circle_has_all_its_files_and_no_others() {
    let found = circles(&[
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use crate::c::C; pub struct B;"),
        ("c.rs", "use crate::{b::B, d::D}; pub struct C;"),
        ("d.rs", "pub struct D;"),
    ]);
    assert_eq!(found, ["b.rs c.rs"]);
}
