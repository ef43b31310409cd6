//! Names of players as pages show them: short, for browsers need seconds to lay out a long one.

use std::borrow::Cow;

use komadai::markup::escape_html;

/// The most characters of a name that pages show, as in `web/page/element.js`.
const CHARS: usize = 80;

/// A name, or the beginning of a long one.
pub(crate) fn brief(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(CHARS) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()).into(),
        None => name.into(),
    }
}

/// The same as HTML, with the whole of a long name as its title.
pub(crate) fn brief_html(name: &str) -> String {
    match brief(name) {
        Cow::Borrowed(name) => escape_html(name),
        Cow::Owned(short) => format!(
            "<span title=\"{}\">{}</span>",
            escape_html(name),
            escape_html(&short)
        ),
    }
}
