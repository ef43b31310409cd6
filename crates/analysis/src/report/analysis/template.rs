//! Pages made of a template: its marks are filled in, and nothing is taken for markup that is none.

/// The style of all pages.
pub(super) const STYLE: &str = include_str!("../../../../../web/style.css");

/// JSON that can stand in a script element: no `<` can end it or open a comment.
pub(super) fn embeddable(json: &str) -> String {
    // Outside of texts JSON has no such characters.
    json.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// A template with each `{{mark}}` replaced. In one pass: what is put in is not searched for
/// marks again.
pub(super) fn fill(template: &str, content: impl Fn(&str) -> Option<String>) -> String {
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
