//! Texts of others in HTML and SVG.

/// A text for content and attributes. Control characters, some of which
/// neither format has a place for, become what `control` says, or nothing.
pub(super) fn escape(text: &str, control: impl Fn(char) -> Option<char>) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.extend(control(c)),
            c => out.push(c),
        }
    }
    out
}

/// A text for HTML, in which control characters are spaces.
pub(super) fn escape_html(text: &str) -> String {
    escape(text, |_| Some(' '))
}
