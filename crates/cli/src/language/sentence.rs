//! A text in both languages.

/// English, Japanese.
///
/// A sentence may have gaps. What stands in `{}` stays as it is: names, numbers and words
/// of the user. What stands in `{…}` is a text of its own, the cause of an error for
/// instance, and is looked up too: `cannot read {}: {…}`. In Japanese the gaps may change
/// places: `{1}` is the second one.
pub(super) type Sentence = (&'static str, &'static str);

/// A piece of an English sentence: words, and the gap behind them.
struct Piece<'a> {
    words: &'a str,
    gap: Option<Gap>,
}

/// What may stand in a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// Anything; it stays.
    Word,
    /// A text that is looked up.
    Text,
}

fn pieces(sentence: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = Some(sentence);
    std::iter::from_fn(move || {
        let text = rest?;
        let word = text.find("{}");
        let inner = text.find("{…}");
        let (at, length, gap) = match (word, inner) {
            (Some(word), Some(inner)) if inner < word => (inner, "{…}".len(), Gap::Text),
            (Some(word), _) => (word, "{}".len(), Gap::Word),
            (None, Some(inner)) => (inner, "{…}".len(), Gap::Text),
            (None, None) => {
                rest = None;
                return Some(Piece {
                    words: text,
                    gap: None,
                });
            }
        };
        rest = Some(&text[at + length..]);
        Some(Piece {
            words: &text[..at],
            gap: Some(gap),
        })
    })
}

/// How much a sentence says by itself, in bytes: before its first gap, and in all. What
/// begins alike is more surely meant than what a cause within it ends with.
pub(super) fn own_words(english: &str) -> (usize, usize) {
    let before = pieces(english).next().map_or(0, |piece| piece.words.len());
    (before, pieces(english).map(|piece| piece.words.len()).sum())
}

/// The gaps of a sentence with what stands in them, if the text is that sentence.
pub(super) fn gaps<'a>(english: &str, text: &'a str) -> Option<Vec<(Gap, &'a str)>> {
    let mut rest = text;
    let mut gaps = Vec::new();
    let mut open = None;
    let mut pieces = pieces(english).peekable();
    while let Some(Piece { words, gap }) = pieces.next() {
        let at = match (open, pieces.peek().is_some()) {
            (None, _) => rest.starts_with(words).then_some(0)?,
            (Some(_), false) => rest.strip_suffix(words)?.len(),
            (Some(_), true) => rest.find(words).filter(|_| !words.is_empty())?,
        };
        gaps.extend(open.map(|gap| (gap, &rest[..at])));
        rest = &rest[at + words.len()..];
        open = gap;
    }
    rest.is_empty().then_some(gaps)
}

/// A sentence with its gaps filled one behind the other, or by their numbers.
pub(super) fn fill(sentence: &str, gaps: &[String]) -> String {
    let mut out = String::new();
    let mut next = 0;
    let mut rest = sentence;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, behind) = behind.split_once('}').unwrap_or(("", behind));
        let index = name.parse().unwrap_or(next);
        out.push_str(before);
        out.push_str(gaps.get(index).map_or("", |gap| gap));
        next += 1;
        rest = behind;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_found() {
        let word = |text| (Gap::Word, text);
        for (sentence, text, found) in [
            ("no gap", "no gap", Some(vec![])),
            ("no gap", "no gap here", None),
            ("no gap", "none", None),
            (
                "{}: {…}",
                "a: b: c",
                Some(vec![word("a"), (Gap::Text, "b: c")]),
            ),
            ("there is no '{}'", "there is no 'x'", Some(vec![word("x")])),
            ("there is no '{}'", "there is no x", None),
            (
                "{} of {} in all",
                "1 of 2 in all",
                Some(vec![word("1"), word("2")]),
            ),
            ("{…} here", "it is here", Some(vec![(Gap::Text, "it is")])),
            ("{}", "all", Some(vec![word("all")])),
        ] {
            assert_eq!(gaps(sentence, text), found, "{sentence}");
        }
    }

    #[test]
    fn gaps_are_filled_in_order_or_by_number() {
        let words = ["a".to_string(), "b".to_string()];
        assert_eq!(fill("{1} of {0}, {}", &words), "b of a, ");
        assert_eq!(fill("{} and {…}.", &words), "a and b.");
    }
}
