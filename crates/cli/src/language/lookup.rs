//! Looks texts up in the tables of sentences.

use std::fmt::Display;

use super::help::HELP;
use super::lang::{Lang, current};
use super::sentence::{Gap, Sentence, fill, gaps, own_words};
use super::sentences::SENTENCES;

/// All sentences known.
pub(super) fn all() -> impl Iterator<Item = &'static Sentence> {
    SENTENCES.iter().chain(HELP).copied().flatten()
}

/// Causes within causes that are looked into.
const DEEPEST: usize = 6;

/// The help texts that have a Japanese one.
#[cfg(test)]
pub(crate) fn help_texts() -> Vec<&'static str> {
    let rows = HELP.iter().copied().flatten();
    rows.map(|(english, _)| *english).collect()
}

/// A text that is English where it comes from, in the language of this thread.
pub(crate) fn told(text: impl Display) -> String {
    let text = text.to_string();
    match current() {
        Lang::English => text,
        Lang::Japanese => in_japanese(&text),
    }
}

/// The same for a text of several lines, each of which is looked up by itself.
pub(crate) fn told_lines(text: &str) -> String {
    let line = |line: &str| {
        let words = line.trim_start();
        format!("{}{}", &line[..line.len() - words.len()], told(words))
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// One of two texts, by the language of this thread.
pub(crate) fn choose<'a>(english: &'a str, japanese: &'a str) -> &'a str {
    match current() {
        Lang::English => english,
        Lang::Japanese => japanese,
    }
}

/// A text in Japanese; what is not known stays as it is.
pub(super) fn in_japanese(text: &str) -> String {
    look_up(text, DEEPEST)
}

fn look_up(text: &str, depth: usize) -> String {
    if depth == 0 || !text.contains(|c: char| c.is_ascii_alphabetic()) {
        return text.to_string();
    }
    let found = all().filter_map(|sentence| Some((sentence, gaps(sentence.0, text)?)));
    // The sentence that says most by itself.
    let best = found.max_by_key(|((english, _), _)| own_words(english));
    let Some((&(_, japanese), gaps)) = best else {
        return text.to_string();
    };
    let gaps = gaps.into_iter().map(|(gap, inner)| match gap {
        Gap::Word => inner.to_string(),
        Gap::Text => look_up(inner, depth - 1),
    });
    fill(japanese, &gaps.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn unknown_texts_and_words_of_the_user_stay() {
        for text in ["xyzzy plugh", "＋５", ""] {
            assert_eq!(in_japanese(text), text);
        }
        assert_eq!(
            in_japanese("material: not a file"),
            "material: ファイルではありません"
        );
    }

    #[test]
    fn causes_are_looked_up_too() {
        assert_eq!(
            in_japanese("the position cannot be read: line 3: 'x' in hand is no piece"),
            "局面を読み取れません：3 行目：持ち駒の 'x' は駒ではありません"
        );
    }

    /// How often each gap is used in the Japanese of a sentence.
    fn uses(japanese: &str) -> Vec<usize> {
        let names = japanese.split('{').skip(1);
        let names = names.filter_map(|rest| rest.split_once('}'));
        let uses = names.enumerate();
        uses.map(|(next, (name, _))| name.parse().unwrap_or(next))
            .collect()
    }

    #[test]
    fn every_sentence_is_found_and_its_gaps_are_filled() {
        let mut seen = HashSet::new();
        for &(english, japanese) in all() {
            assert!(seen.insert(english), "twice: {english}");
            let gaps = english.matches("{}").count() + english.matches("{…}").count();
            let used: HashSet<usize> = uses(japanese).into_iter().collect();
            assert_eq!(used, (0..gaps).collect(), "{english}\n{japanese}");
            let words: Vec<String> = (0..gaps).map(|i| format!("〔{i}〕")).collect();
            assert_eq!(
                in_japanese(&fill(english, &words)),
                fill(japanese, &words),
                "another sentence is taken for {english}"
            );
        }
    }
}
