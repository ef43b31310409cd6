//! How wide a text is in a terminal.

/// Filled with spaces up to a width in columns; kanji and kana take two.
pub(in crate::cli) fn padded(text: &str, width: usize) -> String {
    let taken: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    format!("{text}{}", " ".repeat(width.saturating_sub(taken)))
}
