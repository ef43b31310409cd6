//! The texts in Rust files: what is said, and what it is said through.

use std::fs;
use std::path::Path;
use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::project;

/// A string in a Rust file.
#[derive(Clone, Debug)]
pub struct Text {
    pub file: String,
    pub text: String,
    /// The macros (`name!`), functions and attributes that it is an argument of, the
    /// innermost last.
    pub within: Vec<String>,
}

impl Text {
    pub fn place(&self) -> String {
        format!("{}: {:?}", self.file, self.text)
    }

    pub fn is_within(&self, names: &[&str]) -> bool {
        self.within
            .iter()
            .any(|name| names.contains(&name.as_str()))
    }
}

/// All strings of the Rust files below a folder of the project, tests left out.
pub fn texts(folder: &str) -> Vec<Text> {
    let mut files = Vec::new();
    find(&project(folder), &mut files);
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        let name = file.strip_prefix(project("")).unwrap().display();
        let name = name.to_string().replace('\\', "/");
        if name.ends_with("tests.rs") || name.contains("/tests/") || name.contains("/testing") {
            continue;
        }
        let source = fs::read_to_string(&file).unwrap();
        let tokens = TokenStream::from_str(&source).unwrap();
        collect(tokens, &name, &mut Vec::new(), &mut texts);
    }
    texts
}

fn find(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

fn collect(tokens: TokenStream, file: &str, within: &mut Vec<String>, texts: &mut Vec<Text>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let word = |token: Option<&TokenTree>| match token {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    };
    let mut after_test = false;
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Literal(literal) => {
                let shown = literal.to_string();
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&shown) {
                    texts.push(Text {
                        file: file.to_string(),
                        text: text.value(),
                        within: within.clone(),
                    });
                }
            }
            TokenTree::Group(group) => {
                let before = |n: usize| i.checked_sub(n).and_then(|i| tokens.get(i));
                let is_sign = |token: Option<&TokenTree>, sign: char| matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == sign);
                let is_attribute = group.delimiter() == Delimiter::Bracket
                    && (is_sign(before(1), '#')
                        || is_sign(before(1), '!') && is_sign(before(2), '#'));
                // `#[cfg(test)]` makes the next block none of ours.
                if is_attribute {
                    let inner = group.stream().to_string().replace(' ', "");
                    if inner.starts_with("doc=") {
                        continue;
                    }
                    after_test |= inner.starts_with("cfg(") && inner.contains("test");
                }
                if group.delimiter() == Delimiter::Brace && std::mem::take(&mut after_test) {
                    continue;
                }
                // `name!(...)`, `name(...)`, and `#[name(...)]`.
                let name = match is_sign(before(1), '!') {
                    true => word(before(2)).map(|name| name + "!"),
                    false => word(before(1)),
                };
                let is_call = group.delimiter() != Delimiter::Brace;
                let name = name.filter(|_| is_call).unwrap_or_default();
                within.push(name);
                collect(group.stream(), file, within, texts);
                within.pop();
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => after_test = false,
            _ => {}
        }
    }
}

/// A format string or sentence with `{}` for each gap.
pub fn with_gaps(text: &str) -> String {
    let text = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once('{') {
        let (_, behind) = behind.split_once('}').unwrap_or(("", behind));
        out.push_str(before);
        out.push_str("{}");
        rest = behind;
    }
    out.push_str(rest);
    out.replace('\u{1}', "{").replace('\u{2}', "}")
}

/// Whether a text has two words of a language written in letters, one behind the other.
pub fn has_words(text: &str) -> bool {
    let text = with_gaps(text).replace("{}", " 0 ");
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        word.len() > 1
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || "'-".contains(c))
    };
    text.split_whitespace().filter(is_word).count() > 1
}

/// Whether a text has kana, kanji or wide signs.
pub fn is_japanese(text: &str) -> bool {
    text.chars()
        .any(|c| matches!(c, '\u{3000}'..='\u{30ff}' | '一'..='龠' | '！'..='～'))
}
