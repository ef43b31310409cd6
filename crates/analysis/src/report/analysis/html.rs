//! The report as one HTML file that refers to nothing outside itself.
//!
//! The page holds the [`Document`] as JSON and draws everything from it in the
//! browser, by text nodes only: nothing of a record is ever read as markup. For
//! readers without scripts it holds the game as text too.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::document::Document;
use super::page_engine::PageEngine;
use super::template::{STYLE, embeddable, fill};
use super::{page_data, page_script, page_text};
use komadai::markup::escape_html;

const PAGE: &str = include_str!("../../../../../web/report.html");
/// What runs in the worker of a report with an engine.
const WORKER: &str = include_str!("../../../../../web/engine_worker.js");

/// What a page may load and run: what stands in it, and with an engine what it makes of that.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
const POLICY_WITH_ENGINE: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; img-src data:";

/// The page. With an engine the reader can try other moves, and it thinks about them.
pub fn page(document: &Document, engine: Option<&PageEngine>) -> String {
    fill(PAGE, |mark| match mark {
        "policy" => Some(match engine {
            Some(_) => POLICY_WITH_ENGINE.to_string(),
            None => POLICY.to_string(),
        }),
        "title" => Some(escape_html(&document.title())),
        "style" => Some(STYLE.to_string()),
        "text" => Some(page_text::text(document)),
        "data" => Some(page_data::data(document)),
        "kif" => Some(json(document.kif())),
        "engine" => engine.map(data_of),
        "script" => Some(match engine {
            Some(_) => page_script::thinking_report(),
            None => page_script::report(),
        }),
        _ => None,
    })
}

/// The texts that an engine is made of, each in an element of its own.
fn data_of(engine: &PageEngine) -> String {
    let parts = [
        ("worker", json(WORKER)),
        ("module", json(&engine.module)),
        ("wasm", json(&STANDARD.encode(&engine.wasm))),
    ];
    let elements = parts.map(|(id, text)| {
        format!("<script type=\"application/json\" id=\"{id}\">\n{text}</script>\n")
    });
    elements.concat()
}

/// A text as JSON, to stand in a script element. A text is JSON whatever it says.
fn json(text: &str) -> String {
    embeddable(&serde_json::to_string(text).unwrap_or_default())
}
