//! HTML report: a single file without references to other files or sites.
//!
//! The page holds the [`Document`] as JSON and draws everything from it in the browser.
//! Texts of the record go into text nodes only and are never parsed as markup. For
//! readers without scripts, the page also holds the game as text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::document::{Document, PlayerEntry, PositionEntry};
use super::noted::{Comment, NotedEnd, VariationEntry};
use super::page_script;
use crate::report::Diagram;
use crate::report::names::brief_html;
use komadai::markup::escape_html;
use komadai::position::Position;
use komadai_messages::Lang;

const PAGE: &str = include_str!("../../../../../web/report.html");
/// Script of the worker in a report with an engine.
const WORKER: &str = include_str!("../../../../../web/engine_worker.js");

/// Content security policy of a page with one script, which begins on the line after its tag. The
/// page runs only `script` and, with an engine, the worker that `script` makes.
pub(crate) fn policy(script: &str, has_engine: bool) -> String {
    let hash = STANDARD.encode(Sha256::digest(format!("\n{script}")));
    let engine = match has_engine {
        true => " 'wasm-unsafe-eval' blob:; worker-src blob:",
        false => "",
    };
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'{engine}; \
         img-src data:; base-uri 'none'; form-action 'none'"
    )
}

/// The page of a report. With an engine, readers can try other moves and have them searched. It
/// opens in Japanese if `lang` is Japanese, else in the language of the browser.
pub fn page(document: &Document, engine: Option<&PageEngine>, lang: Lang) -> String {
    let script = match engine {
        Some(_) => page_script::thinking_report(),
        None => page_script::report(),
    };
    fill(PAGE, |mark| match mark {
        "policy" => Some(policy(&script, engine.is_some())),
        "lang" => Some(lang.code().to_string()),
        "title" => Some(escape_html(&document.title())),
        "style" => Some(STYLE.to_string()),
        "text" => Some(text(document)),
        "data" => Some(data(document)),
        "kif" => Some(json(document.kif())),
        "engine" => engine.map(data_of),
        "script" => Some(script.clone()),
        _ => None,
    })
}

/// The parts of an engine for a page, each in a script element.
pub(crate) fn data_of(engine: &PageEngine) -> String {
    let parts = [
        ("worker", json(WORKER)),
        ("module", json(&engine.module)),
        ("wasm", json(&STANDARD.encode(&engine.wasm))),
        ("files", {
            let files = engine.files.iter();
            let files = files.map(|(path, bytes)| (path, STANDARD.encode(bytes)));
            // All keys are strings, so this cannot fail.
            serde_json::to_string(&files.collect::<BTreeMap<_, _>>()).unwrap_or_default()
        }),
    ];
    let elements = parts.map(|(id, text)| {
        format!("<script type=\"application/json\" id=\"{id}\">\n{text}</script>\n")
    });
    elements.concat()
}

/// A text as a JSON string that a script element can hold.
fn json(text: &str) -> String {
    embeddable(&serde_json::to_string(text).unwrap_or_default())
}

/// The data of a report as JSON that a script element can hold.
pub(super) fn data(document: &Document) -> String {
    // All keys are strings, so this cannot fail.
    let mut value = serde_json::to_value(document).unwrap_or_default();
    let positions = value.get_mut("positions").and_then(Value::as_array_mut);
    for position in positions.into_iter().flatten() {
        let lines = position.get_mut("lines").and_then(Value::as_array_mut);
        lines.into_iter().flatten().for_each(shorten);
    }
    let text = value.to_string().replace("{\"ply\":", "\n{\"ply\":");
    embeddable(&text)
}

fn shorten(line: &mut Value) {
    let Some(fields) = line.as_object_mut() else {
        return;
    };
    fields.shift_remove("depth");
    fields.shift_remove("seldepth");
    for key in ["usi", "japanese", "western"] {
        let Some(moves) = fields.get(key).and_then(Value::as_array) else {
            continue;
        };
        let texts = moves.iter().filter_map(Value::as_str);
        let texts: Vec<&str> = texts.map(|mv| mv.trim_start_matches(['▲', '△'])).collect();
        let joined = texts.join(" ");
        fields.insert(key.to_string(), Value::String(joined));
    }
}

/// The style of all pages.
pub(crate) const STYLE: &str = include_str!("../../../../../web/style.css");

/// Escapes JSON for a script element. Without the sign `<` the JSON can neither end the element nor
/// open a comment.
pub(crate) fn embeddable(json: &str) -> String {
    // In JSON these characters occur only inside strings, where escapes are allowed.
    json.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// Replaces each `{{mark}}` of a template by its content. Marks within inserted content
/// are not replaced.
pub(crate) fn fill(template: &str, content: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let (mark, after) = after.split_once("}}").unwrap_or(("", after));
        out.push_str(&content(mark).unwrap_or_default());
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The game as text, for readers without scripts.
pub(super) fn text(document: &Document) -> String {
    let mut out = String::from("<div class=\"plain\">\n");
    out.push_str(&format!("<h1>{}</h1>\n", escape_html(&document.title())));
    out.push_str(&format!("<p>{}</p>\n", escape_html(&about(document))));
    for (mark, player) in ["☗", "☖"].into_iter().zip(&document.players) {
        out.push_str(&format!("<p>{mark} {}</p>\n", in_words(player)));
    }
    let last = document.positions.last();
    if let Some(pos) = last.and_then(|last| Position::from_sfen(&last.sfen).ok()) {
        out.push_str(&Diagram::new(&pos).svg());
    }
    out.push_str(
        "<table>\n<tr><th class=\"number\">#</th><th>指し手</th><th>Move</th>\
         <th class=\"number\">Time</th><th class=\"number\">Score</th><th></th></tr>\n",
    );
    let mut before: Option<&PositionEntry> = None;
    for position in &document.positions {
        row(position, before, &mut out);
        before = Some(position);
    }
    out.push_str("</table>\n");
    for variation in &document.variations {
        branch(variation, &mut out);
    }
    out.push_str("</div>\n");
    out
}

/// The summary line: `142 moves · Bishop Exchange (角換わり) · ☗ wins: resignation (投了)`.
fn about(document: &Document) -> String {
    let mut parts = Vec::new();
    parts.extend(document.handicap.map(str::to_string));
    parts.push(match document.positions.len().saturating_sub(1) {
        1 => "1 move".to_string(),
        moves => format!("{moves} moves"),
    });
    let opening = document.opening.as_ref();
    parts.extend(opening.map(|name| format!("{} ({})", name.english, name.japanese)));
    parts.extend(document.end.as_ref().map(NotedEnd::in_words));
    parts.join(" · ")
}

/// A player as HTML.
fn in_words(player: &PlayerEntry) -> String {
    let mut parts = Vec::new();
    parts.extend(player.name.as_deref().map(brief_html));
    let accuracy = |accuracy| format!("accuracy (精度) {accuracy:.1}%");
    parts.extend(player.accuracy.map(accuracy));
    let castles = player.castles.iter().map(|castle| castle.name);
    parts.extend(castles.map(|name| format!("{} ({})", name.english, name.japanese)));
    parts.join(", ")
}

/// The judgement of a move: `blunder. Better: ▲２六歩 (P-2f)`.
fn judged(position: &PositionEntry, before: Option<&PositionEntry>) -> String {
    let Some(review) = position.mv.as_ref().and_then(|mv| mv.review.as_ref()) else {
        return String::new();
    };
    let mut parts = Vec::new();
    parts.extend(
        review
            .judgement
            .map(|judgement| judgement.english().to_string()),
    );
    parts.extend(review.missed_mate.map(|n| format!("missed mate in {n}")));
    parts.extend(review.allowed_mate.map(|n| format!("allows mate in {n}")));
    let mut text = parts.join(", ");
    let line = before
        .and_then(|before| before.searched.as_ref())
        .and_then(|searched| searched.lines.first());
    if let (false, Some(line)) = (text.is_empty(), line)
        && let (Some(japanese), Some(western)) = (line.japanese.first(), line.western.first())
    {
        text.push_str(&format!(". Better: {japanese} ({western})"));
    }
    for reason in &review.reasons {
        text.push_str(&format!(". {} {}", reason.words.ja, reason.words.en));
    }
    text
}

/// The comment lines that people wrote, then the notes of engines.
fn escape_lines(comment: &Comment) -> String {
    let said = comment.said().iter().map(|line| escape_html(line));
    let noted = comment
        .noted
        .iter()
        .map(|noted| escape_html(&noted.in_words()));
    said.chain(noted).collect::<Vec<_>>().join("\n")
}

fn row(position: &PositionEntry, before: Option<&PositionEntry>, out: &mut String) {
    let (japanese, western) = match &position.mv {
        Some(mv) => (mv.noted.japanese.as_str(), mv.noted.western.as_str()),
        None => ("開始局面", "Start"),
    };
    let time = position
        .mv
        .as_ref()
        .and_then(|mv| mv.noted.time_ms)
        .map(|ms| {
            let seconds = ms / 1000;
            format!("{}:{:02}", seconds / 60, seconds % 60)
        });
    let searched = position.searched.as_ref();
    let score = searched.map(|searched| searched.score.in_words());
    out.push_str(&format!(
        "<tr><td class=\"number\">{}</td><td>{japanese}</td><td>{western}</td>\
         <td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td></tr>\n",
        position.ply,
        time.unwrap_or_default(),
        score.unwrap_or_default(),
        escape_html(&judged(position, before))
    ));
    let comment = escape_lines(&position.comment);
    if !comment.is_empty() {
        out.push_str(&format!(
            "<tr><td></td><td class=\"comment\" colspan=\"5\">{comment}</td></tr>\n"
        ));
    }
}

fn branch(variation: &VariationEntry, out: &mut String) {
    let first = variation.from_ply + 1;
    out.push_str(&format!("<h2>Variation (変化) {first}</h2>\n<p>\n"));
    for position in &variation.positions {
        let mv = &position.mv;
        out.push_str(&format!(
            "{} {} ({})\n",
            position.ply, mv.japanese, mv.western
        ));
    }
    if let Some(mark) = &variation.end {
        out.push_str(&format!("{}\n", escape_html(&mark.in_words())));
    }
    out.push_str("</p>\n");
    let moves = variation.positions.iter();
    let said = moves.map(|position| (position.ply, &position.comment));
    for (ply, comment) in said.chain([(first, &variation.comment)]) {
        let comment = escape_lines(comment);
        if !comment.is_empty() {
            out.push_str(&format!("<p class=\"comment\">{ply} {comment}</p>\n"));
        }
    }
}

/// The interface between page and engine that this version of the page supports.
const ABI: &str = "shogihome-wasm-engine/1";
/// The name and version that the engine must have.
const NAME: &str = concat!("Komadai ", env!("CARGO_PKG_VERSION"));

/// The WebAssembly engine that `scripts/build-web` makes: its JavaScript, its
/// WebAssembly, and its data files by their paths within the module.
#[derive(Clone, Debug)]
pub struct PageEngine {
    pub(super) module: String,
    pub(super) wasm: Vec<u8>,
    pub(super) files: Vec<(String, Vec<u8>)>,
}

/// Fault in the description of an engine, `engine.json`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ManifestFault {
    #[error("{0}")]
    Json(String),
    #[error("the interface is {0}, not {1}")]
    Interface(String, &'static str),
    #[error("this is {0}, the report is by {1}")]
    Version(String, &'static str),
    #[error("the module {0} is no JavaScript")]
    Module(String),
}

/// Error in loading the engine for a report.
#[derive(Debug, thiserror::Error)]
pub enum PageEngineError {
    /// A file is missing or cannot be read.
    #[error("the engine for browsers cannot be read: {}: {source}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The description of the engine is invalid.
    #[error("{}: {reason}", .file.display())]
    Manifest {
        /// The file.
        file: PathBuf,
        /// The fault.
        reason: ManifestFault,
    },
}

/// Content of `engine.json`.
#[derive(Deserialize)]
struct Manifest {
    abi: String,
    name: String,
    module: String,
    #[serde(default, rename = "dataFiles")]
    data_files: Vec<DataFile>,
}

/// A data file that the module needs before it starts.
#[derive(Deserialize)]
struct DataFile {
    url: String,
    path: String,
}

impl PageEngine {
    /// Reads the engine from the subfolder `engine` of `web`, which is a folder such as
    /// `target/web`.
    ///
    /// # Errors
    /// If a file is missing, or the engine has another version than this crate.
    pub fn read(web: &Path) -> Result<PageEngine, PageEngineError> {
        let folder = web.join("engine");
        let read = |file: PathBuf| match fs::read(&file) {
            Ok(bytes) => Ok(bytes),
            Err(source) => Err(PageEngineError::Io { file, source }),
        };
        let file = folder.join("engine.json");
        let wrong = |reason| PageEngineError::Manifest {
            file: file.clone(),
            reason,
        };
        let text = read(file.clone())?;
        let manifest = serde_json::from_slice(&text)
            .map_err(|error| wrong(ManifestFault::Json(error.to_string())))?;
        let Manifest {
            abi,
            name,
            module,
            data_files,
        } = manifest;
        if abi != ABI {
            return Err(wrong(ManifestFault::Interface(abi, ABI)));
        }
        if name != NAME {
            return Err(wrong(ManifestFault::Version(name, NAME)));
        }
        let Some(stem) = module.strip_suffix(".js") else {
            return Err(wrong(ManifestFault::Module(module)));
        };
        let wasm = read(folder.join(format!("{stem}.wasm")))?;
        let module = read(folder.join(&module))?;
        let files = data_files.into_iter();
        let files = files.map(|DataFile { url, path }| Ok((path, read(folder.join(url))?)));
        Ok(PageEngine {
            files: files.collect::<Result<_, _>>()?,
            module: String::from_utf8_lossy(&module).into_owned(),
            wasm,
        })
    }
}
