//! Comparison of the words in pages and messages with the glossary.

use std::collections::HashSet;

use super::markdown::{cells, prose};
use super::{project, read};

/// Kanji of shogi: a word that contains one of them must be in the glossary.
const KANJI_OF_SHOGI: &str = "手局棋譜詰駒玉王盤段級跡評探筋善悪";

/// Affixes that such words may have.
const AFFIXES: &str = "全各数目前後中内外間番組回約第本同次初最別何両的化用時者人先\
                       一二三四五六七八九十万";

/// The terms of the glossary, and the words not to use.
pub struct Glossary {
    /// The words to use.
    terms: HashSet<String>,
    /// Runs of katakana in the terms.
    katakana: HashSet<String>,
    /// Runs of kanji in the terms.
    kanji: HashSet<String>,
    /// Words not to use, each with the terms to use.
    variants: Vec<(String, Vec<String>)>,
}

fn is_katakana(c: char) -> bool {
    matches!(c, 'ァ'..='ヴ' | 'ー')
}

fn is_kanji(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '々')
}

/// The longest runs of such letters in a text, of at least two.
fn runs(text: &str, of: fn(char) -> bool) -> impl Iterator<Item = &str> {
    let runs = text.split(move |c| !of(c));
    runs.filter(|run| run.chars().nth(1).is_some())
}

impl Glossary {
    pub fn read() -> Glossary {
        let page = read("docs/ja/glossary.md");
        let mut glossary = Glossary {
            terms: HashSet::new(),
            katakana: HashSet::new(),
            kanji: HashSet::new(),
            variants: Vec::new(),
        };
        let words = |cell: &str| -> Vec<String> {
            let words = cell.split('、').map(str::trim);
            words
                .filter(|w| !w.is_empty())
                .map(str::to_string)
                .collect()
        };
        for line in page.lines().filter(|line| line.starts_with("| ")) {
            let cells = cells(line);
            if cells[0] == "英語" || cells[0].starts_with("---") {
                continue;
            }
            let [_, terms, _, variants] = &cells[..] else {
                panic!("{line}");
            };
            let terms = words(terms);
            assert!(!terms.is_empty(), "{line}");
            for term in &terms {
                let own = |run: &str| run.to_string();
                glossary.katakana.extend(runs(term, is_katakana).map(own));
                glossary.kanji.extend(runs(term, is_kanji).map(own));
            }
            glossary.terms.extend(terms.iter().cloned());
            let variants = words(variants).into_iter();
            let variants = variants.map(|variant| (variant, terms.clone()));
            glossary.variants.extend(variants);
        }
        glossary
    }

    /// Words of a text that the glossary forbids or lacks.
    pub fn faults(&self, text: &str) -> Vec<String> {
        let mut faults = Vec::new();
        for (variant, terms) in &self.variants {
            let found = match variant.chars().all(is_katakana) {
                true => runs(text, is_katakana).any(|run| run == variant),
                // The term to use may contain the forbidden word.
                false => {
                    let rest = terms.iter().fold(text.to_string(), |rest, term| {
                        match term.contains(variant) {
                            true => rest.replace(term, "、"),
                            false => rest,
                        }
                    });
                    rest.contains(variant)
                }
            };
            if found {
                faults.push(format!("{variant}: use {}", terms.join(" or ")));
            }
        }
        for run in runs(text, is_katakana).filter(|run| !self.katakana.contains(*run)) {
            faults.push(format!("{run} is not in the glossary"));
        }
        for run in runs(text, is_kanji) {
            let of_shogi = run.chars().any(|c| KANJI_OF_SHOGI.contains(c));
            if of_shogi && !self.is_made_of_terms(run) {
                faults.push(format!("{run} is not in the glossary"));
            }
        }
        faults.extend(crowded(text));
        faults.sort();
        faults.dedup();
        faults
    }

    /// Whether the word is a sequence of terms and affixes.
    fn is_made_of_terms(&self, word: &str) -> bool {
        let chars: Vec<char> = word.chars().collect();
        let mut reached = vec![false; chars.len() + 1];
        reached[0] = true;
        for end in 1..=chars.len() {
            reached[end] = (0..end).any(|start| {
                let part: String = chars[start..end].iter().collect();
                let is_affix =
                    end - start == 1 && (AFFIXES.contains(&part) || KANJI_OF_SHOGI.contains(&part));
                reached[start] && (is_affix || self.kanji.contains(&part))
            });
        }
        reached[chars.len()]
    }
}

/// Places where Japanese stands beside letters or figures without a space.
fn crowded(text: &str) -> Vec<String> {
    let is_japanese = |c: char| is_kanji(c) || is_katakana(c) || matches!(c, 'ぁ'..='ん');
    let chars: Vec<char> = text.chars().collect();
    let pairs = chars.windows(2).enumerate();
    let crowded = pairs.filter(|(_, pair)| {
        (pair[0].is_ascii_alphanumeric() && is_japanese(pair[1]))
            || (is_japanese(pair[0]) && pair[1].is_ascii_alphanumeric())
    });
    crowded
        .map(|(i, _)| {
            let around = &chars[i.saturating_sub(8)..(i + 10).min(chars.len())];
            format!("no space: {}", around.iter().collect::<String>())
        })
        .collect()
}

#[test]
fn pages_use_the_words_of_the_glossary() {
    let glossary = Glossary::read();
    let mut faults = Vec::new();
    let pages = std::fs::read_dir(project("docs/ja")).unwrap();
    let pages = pages.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let pages = pages.filter(|name| name != "glossary.md");
    let pages = pages.map(|name| format!("docs/ja/{name}"));
    for page in pages.chain(["README.ja.md".to_string()]) {
        let found = glossary.faults(&prose(&read(&page)));
        faults.extend(found.into_iter().map(|fault| format!("{page}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_word_of_the_glossary_is_both_to_be_used_and_not() {
    let glossary = Glossary::read();
    assert!(glossary.variants.len() > 50 && glossary.terms.len() > 200);
    for (variant, _) in &glossary.variants {
        assert!(!glossary.terms.contains(variant), "{variant}");
    }
}

#[test]
fn wrong_words_are_found() {
    let glossary = Glossary::read();
    for (text, fault) in [
        ("持駒を打つ", "持駒: use 持ち駒"),
        ("デフォルトの値", "デフォルト: use 既定値 or 既定"),
        ("無駄合を除く", "無駄合: use 無駄合い"),
        ("ブラウザで開く", "ブラウザ: use ブラウザー"),
        ("新しいウィジェット", "ウィジェット is not in the glossary"),
        ("妙手順", "妙手順 is not in the glossary"),
        ("1手詰", "no space: 1手詰"),
    ] {
        assert!(
            glossary.faults(text).contains(&fault.to_string()),
            "{text}: {:?}",
            glossary.faults(text)
        );
    }
    for text in [
        "無駄合いを除く",
        "ブラウザーで開く",
        "全局面",
        "最善手順",
        "5 手詰",
        "三段",
    ] {
        assert_eq!(glossary.faults(text), [""; 0], "{text}");
    }
}
