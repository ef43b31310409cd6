//! The opening tree as an HTML page of nested lists that open and close without scripts.

use std::collections::HashSet;

use super::text::{Shown, in_words};
use super::{Choice, OpeningTree};
use crate::report::Diagram;
use crate::report::analysis::html::{STYLE, fill};
use crate::report::names::brief_html;
use komadai::markup::escape_html;
use komadai_messages::{Lang, message};

const PAGE: &str = "<!DOCTYPE html>\n<html lang=\"{{lang}}\">\n<head>\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n<title>{{title}}</title>\n\
<style>\n{{style}}\n{{own}}</style>\n</head>\n<body>\n<header><div id=\"heading\">\
<h1>{{title}}</h1></div></header>\n<main>\n{{tree}}</main>\n</body>\n</html>\n";

/// Style rules of this page, added to the style of all pages.
const OWN: &str = "\
.tree { padding: 14px 20px; }\n\
details { margin-left: 1rem; border-left: 1px solid var(--rule); padding-left: .5rem; }\n\
summary, .end { min-height: 40px; display: flex; flex-wrap: wrap; gap: 0 .8rem; align-items: center; }\n\
summary { cursor: pointer; }\n\
summary:hover { background: var(--hover); }\n\
summary::before { content: \"▸\"; }\n\
details[open] > summary::before { content: \"▾\"; }\n\
.end { margin-left: 1rem; padding-left: .5rem; }\n\
.games { font-weight: 650; min-width: 3rem; text-align: right; }\n\
.bar { display: inline-flex; width: 6rem; height: .8rem; border: 1px solid var(--rule); background: var(--rule); }\n\
.bar i { background: var(--black); } .bar b { background: var(--white); margin-left: auto; }\n\
.names, .tree .score { color: var(--soft); }\n\
.tree svg { display: block; width: min(100%, 18rem); height: auto; background: #fff; margin: 6px 0; }\n";

/// The style of all pages, with its dark colours under a media query, since this page has no script
/// that switches them on.
fn style() -> String {
    const DARK: &str = ":root[data-theme=\"dark\"] {";
    let dark = STYLE
        .split_once(DARK)
        .and_then(|(_, rest)| rest.split_once('}'));
    let dark = dark.map_or("", |(colours, _)| colours);
    format!("{STYLE}@media (prefers-color-scheme: dark) {{ :root {{{dark}}} }}")
}

/// A part of the page still to be written.
enum Todo {
    Open(usize, usize),
    Close,
}

/// The tree as one file of HTML.
pub fn page(tree: &OpeningTree, shown: &Shown, lang: Lang) -> String {
    let title = message!(lang, tree_title, games = tree.games);
    fill(PAGE, |mark| match mark {
        "lang" => Some(lang.code().to_string()),
        "title" => Some(escape_html(&title)),
        "style" => Some(style()),
        "own" => Some(OWN.to_string()),
        "tree" => Some(nested(tree, shown, lang)),
        _ => None,
    })
}

fn nested(tree: &OpeningTree, shown: &Shown, lang: Lang) -> String {
    let mut out = String::new();
    let mut seen = HashSet::new();
    for &start in &tree.starts {
        let Some(place) = tree.places.get(start) else {
            continue;
        };
        out.push_str(&format!(
            "<section class=\"card tree\">\n{}<p>{}</p>\n",
            Diagram::new(&place.pos).svg(),
            escape_html(&in_words(&place.results, lang))
        ));
        seen.insert(start);
        let mut todo = children(tree, start, shown);
        while let Some(next) = todo.pop() {
            match next {
                Todo::Close => out.push_str("</details>\n"),
                Todo::Open(place, choice) => {
                    let at = (place, choice, lang);
                    write_choice(tree, at, shown, &mut seen, &mut todo, &mut out);
                }
            }
        }
        out.push_str("</section>\n");
    }
    out
}

/// Tasks for the shown moves of a position. Their order is reversed, since tasks are taken from the
/// end.
fn children(tree: &OpeningTree, place: usize, shown: &Shown) -> Vec<Todo> {
    let choices = tree.places.get(place).map_or(&[][..], |p| &p.choices);
    let frequent = |choice: &Choice| choice.results.games >= shown.min_games;
    let choices = choices
        .iter()
        .enumerate()
        .filter(|(_, choice)| frequent(choice));
    choices.rev().map(|(i, _)| Todo::Open(place, i)).collect()
}

fn write_choice(
    tree: &OpeningTree,
    (place, index, lang): (usize, usize, Lang),
    shown: &Shown,
    seen: &mut HashSet<usize>,
    todo: &mut Vec<Todo>,
    out: &mut String,
) {
    let found = tree.places.get(place);
    let found = found.and_then(|place| Some((place, place.choices.get(index)?)));
    let Some((place, choice)) = found else {
        return;
    };
    let mv = shown.notation.write(&place.pos, choice.mv, None);
    let is_new = seen.insert(choice.to);
    let below = match is_new {
        true => children(tree, choice.to, shown),
        false => Vec::new(),
    };
    let results = &choice.results;
    let part = |n: u64| 100.0 * n as f64 / results.games.max(1) as f64;
    let mut line = format!(
        "<span class=\"games\">{}</span> <span class=\"move\">{}{}</span> \
         <span class=\"bar\" title=\"{}\">\
         <i style=\"width:{:.1}%\"></i><b style=\"width:{:.1}%\"></b></span>",
        results.games,
        escape_html(&mv),
        if is_new { "" } else { " =" },
        escape_html(&in_words(results, lang)),
        part(results.black_wins),
        part(results.white_wins)
    );
    if let Some(cp) = choice.score.mean() {
        let score = f64::from(cp) / 100.0;
        line.push_str(&format!(" <span class=\"score\">{score:+.2}</span>"));
    }
    let players = choice.by_player();
    if !players.is_empty() {
        let names = players
            .iter()
            .map(|(name, games)| format!("{} {games}", brief_html(name)));
        let names = names.collect::<Vec<_>>().join(", ");
        line.push_str(&format!(" <span class=\"names\">{}</span>", names));
    }
    if below.is_empty() {
        out.push_str(&format!("<div class=\"end\">{line}</div>\n"));
    } else {
        out.push_str(&format!("<details><summary>{line}</summary>\n"));
        // Draw a board only where lines part: after a move with several continuations.
        if let ([_, _, ..], Some(to)) = (&below[..], tree.places.get(choice.to)) {
            out.push_str(&Diagram::new(&to.pos).svg());
        }
        todo.push(Todo::Close);
        todo.extend(below);
    }
}
