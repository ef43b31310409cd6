//! Width of a text in a terminal.

/// How many columns a text takes: kanji, kana and signs two, letters with accents and
/// narrow katakana one.
pub(crate) fn width(text: &str) -> usize {
    let columns = |c: char| match c {
        ..'\u{300}' | '\u{ff61}'..='\u{ffdc}' => 1,
        _ => 2,
    };
    text.chars().map(columns).sum()
}

/// Filled with spaces up to a width in columns.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_two_columns() {
        for (text, columns) in [
            ("", 0),
            ("Elo", 3),
            ("é", 1),
            ("弱い", 4),
            ("ｺﾏ", 2),
            ("３", 2),
        ] {
            assert_eq!(width(text), columns, "{text}");
        }
        assert_eq!(padded("弱い", 6), "弱い  ");
        assert_eq!(padded("弱い", 3), "弱い");
    }
}
