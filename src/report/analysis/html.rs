//! The report as one HTML file that refers to nothing outside itself.
//!
//! The page holds the [`Document`] as JSON and draws everything from it in the
//! browser, by text nodes only: nothing of a record is ever read as markup. For
//! readers without scripts it holds the game as text too.

use super::document::Document;
use super::template::{STYLE, embeddable, fill};
use super::{page_data, page_script, page_text};
use crate::markup::escape_html;

const PAGE: &str = include_str!("../../../web/report.html");

/// The page.
pub fn page(document: &Document) -> String {
    // A text is JSON whatever it says.
    let kif = serde_json::to_string(document.kif()).unwrap_or_default();
    fill(PAGE, |mark| match mark {
        "title" => Some(escape_html(&document.title())),
        "style" => Some(STYLE.to_string()),
        "text" => Some(page_text::text(document)),
        "data" => Some(page_data::data(document)),
        "kif" => Some(embeddable(&kif)),
        "script" => Some(page_script::report()),
        _ => None,
    })
}
