//! Escaping of untrusted text for HTML and SVG.

/// Escapes a text for HTML content and attributes; control characters become spaces.
pub fn escape_html(text: &str) -> String {
    escape(text, |_| Some(' '))
}

/// Escapes a text for XML 1.0, such as SVG. Characters that XML 1.0 forbids are left out: control
/// characters other than tab, line feed and carriage return, and U+FFFE and U+FFFF.
pub fn escape_xml(text: &str) -> String {
    escape(text, |c| matches!(c, '\t' | '\n' | '\r').then_some(c))
}

/// Escapes the characters of markup; `control` replaces a control character or leaves it out.
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
