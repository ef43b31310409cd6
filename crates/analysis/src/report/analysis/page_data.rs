//! The document as the report holds it: the same JSON, the engine's lines written shorter.
//!
//! Lines are most of a report. Here the moves of one are a text with a space between them
//! instead of a list, without the marks ▲ and △ that their order tells, and without the
//! depths, which the page does not show. `lines.js` makes lists of them again.

use serde_json::Value;

use super::document::Document;
use super::template::embeddable;

/// The data of a report, to stand in a script element.
pub(super) fn data(document: &Document) -> String {
    // The keys are texts, so that this cannot fail.
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
