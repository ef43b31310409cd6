//! Texts of others in HTML and SVG.

/// A text for HTML content and attributes: control characters become spaces.
pub fn escape_html(text: &str) -> String {
    escape(text, |_| Some(' '))
}

/// A text for XML 1.0, SVG among it, which has no place for control characters
/// but three, nor for the two of Unicode that are none.
pub fn escape_xml(text: &str) -> String {
    escape(text, |c| matches!(c, '\t' | '\n' | '\r').then_some(c))
}

/// Marks made harmless, and control characters as `control` says.
fn escape(text: &str, control: impl Fn(char) -> Option<char>) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.extend(control(c)),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_could_be_read_as_markup() {
        let text = "<a href=\"x\">'&'</a>\u{1}\n将\u{fffe}\u{ffff}棋";
        let common = "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;";
        assert_eq!(escape_html(text), format!("{common}  将  棋"));
        assert_eq!(escape_xml(text), format!("{common}\n将棋"));
    }
}
