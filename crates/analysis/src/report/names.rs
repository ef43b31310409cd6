//! Names of players as pages show them. Long names are shortened, because browsers need seconds to
//! lay them out.

use std::borrow::Cow;

use komadai::markup::escape_html;

/// Largest number of characters of a name that pages show, as in `web/page/element.js`.
const CHARS: usize = 80;

/// A name, or the beginning of a long one.
pub(crate) fn brief(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(CHARS) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()).into(),
        None => name.into(),
    }
}

/// [`brief`] as HTML, with the whole of a long name as the title of the element.
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
