//! The opening tree as an HTML page of nested lists that open and close without scripts.

use std::collections::HashSet;

use super::text::Shown;
use super::{Choice, OpeningTree};
use crate::report::names::brief_html;
use crate::report::{Diagram, Lettering};
use komadai::markup::escape_html;

const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n<title>";

const STYLE: &str = "</title>\n<style>\n\
:root { color-scheme: light dark; }\n\
body { font: 16px/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 60rem; padding: 0 1rem; }\n\
details { margin-left: 1rem; border-left: 1px solid #8888; padding-left: .5rem; }\n\
summary, .end { min-height: 40px; display: flex; flex-wrap: wrap; gap: 0 .8rem; align-items: center; }\n\
summary { cursor: pointer; }\n\
summary::before { content: \"▸\"; }\n\
details[open] > summary::before { content: \"▾\"; }\n\
.end { margin-left: 1rem; padding-left: .5rem; }\n\
.games { font-weight: bold; min-width: 3rem; text-align: right; }\n\
.bar { display: inline-flex; width: 6rem; height: .8rem; border: 1px solid #8888; background: #888; }\n\
.bar i { background: #111; } .bar b { background: #fff; margin-left: auto; }\n\
.names, .score { opacity: .8; }\n\
svg { width: min(100%, 20rem); height: auto; background: #fff; }\n\
</style>\n</head>\n<body>\n";

/// A part of the page still to be written.
enum Todo {
    Open(usize, usize),
    Close,
}

/// The tree as one file of HTML.
pub fn page(tree: &OpeningTree, shown: &Shown) -> String {
    let title = format!("{} games", tree.games);
    let mut out = format!("{HEAD}{title}{STYLE}<h1>{title}</h1>\n");
    let mut seen = HashSet::new();
    for &start in &tree.starts {
        let Some(place) = tree.places.get(start) else {
            continue;
        };
        let diagram = Diagram {
            lettering: Lettering::Kanji,
            ..Diagram::new(&place.pos)
        };
        let results = &place.results;
        out.push_str(&format!(
            "<figure>{}<figcaption><code>{}</code></figcaption></figure>\n\
             <p>Games: {}. Black won {}, White won {}, drawn {}.</p>\n",
            diagram.svg(),
            escape_html(&place.pos.sfen()),
            results.games,
            results.black_wins,
            results.white_wins,
            results.draws
        ));
        seen.insert(start);
        let mut todo = children(tree, start, shown);
        while let Some(next) = todo.pop() {
            match next {
                Todo::Close => out.push_str("</details>\n"),
                Todo::Open(place, choice) => {
                    write_choice(tree, (place, choice), shown, &mut seen, &mut todo, &mut out);
                }
            }
        }
    }
    out.push_str("</body>\n</html>\n");
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
    (place, index): (usize, usize),
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
         <span class=\"bar\" title=\"Black won {}, White won {}, drawn {}\">\
         <i style=\"width:{:.1}%\"></i><b style=\"width:{:.1}%\"></b></span>",
        results.games,
        escape_html(&mv),
        if is_new { "" } else { " =" },
        results.black_wins,
        results.white_wins,
        results.draws,
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
        todo.push(Todo::Close);
        todo.extend(below);
    }
}
