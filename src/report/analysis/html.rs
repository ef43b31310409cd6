//! The report as one HTML file that refers to nothing outside itself.
//!
//! The page holds the [`Document`] as JSON and draws everything from it in the
//! browser, by text nodes only: nothing of a record is ever read as markup.

use super::document::Document;
use crate::markup::escape_html;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");

/// JSON that can stand in a script element: no `<` can end it or open a comment.
fn embeddable(json: &str) -> String {
    // Outside of texts JSON has no such characters.
    json.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// The page.
pub fn page(document: &Document) -> String {
    let [black, white] = document.names().map(|name| name.unwrap_or("").trim());
    let title = match (black, white) {
        ("", "") => document.source().to_string(),
        (black, white) => format!("☗{black} – ☖{white}"),
    };
    let mut out = String::new();
    let mut rest = PAGE;
    // Filled in one pass: what is put in is not searched for marks again.
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let (mark, after) = after.split_once("}}").unwrap_or(("", after));
        match mark {
            "title" => out.push_str(&escape_html(&title)),
            "style" => out.push_str(STYLE),
            "data" => out.push_str(&embeddable(&document.json())),
            "script" => out.push_str(SCRIPT),
            _ => {}
        }
        rest = after;
    }
    out.push_str(rest);
    out
}
