//! Detection of a file's format, from its extension and its text.

use std::fmt;

use super::usi;
use super::western::looks_like_western;
use komadai::text::Encoding;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// KIF (`.kif`, `.kifu`, also the diagrams of `.bod`).
    Kif,
    /// KI2 (`.ki2`, `.ki2u`).
    Ki2,
    /// CSA (`.csa`).
    Csa,
    /// JKF (`.jkf`, `.json`).
    Jkf,
    /// USI position lines (`.usi`).
    Usi,
    /// A list of SFEN positions (`.sfen`).
    Sfen,
    /// Western text (`.txt`).
    Western,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Kif => "KIF",
            Format::Ki2 => "KI2",
            Format::Csa => "CSA",
            Format::Jkf => "JKF",
            Format::Usi => "USI",
            Format::Sfen => "SFEN",
            Format::Western => "Western text",
        })
    }
}

/// The format and the encoding of each file extension.
const BY_EXTENSION: [(&str, Format, Encoding); 11] = [
    ("kif", Format::Kif, Encoding::Cp932),
    ("kifu", Format::Kif, Encoding::Utf8),
    ("ki2", Format::Ki2, Encoding::Cp932),
    ("ki2u", Format::Ki2, Encoding::Utf8),
    ("csa", Format::Csa, Encoding::Utf8),
    ("jkf", Format::Jkf, Encoding::Utf8),
    ("usi", Format::Usi, Encoding::Utf8),
    ("sfen", Format::Sfen, Encoding::Utf8),
    ("txt", Format::Western, Encoding::Utf8),
    // Files with these two extensions often hold no game record.
    ("json", Format::Jkf, Encoding::Utf8),
    ("bod", Format::Kif, Encoding::Utf8),
];

impl Format {
    /// The extensions of game records, without the dot. Other extensions that
    /// [`Format::from_extension`] knows, such as `json`, often belong to other files.
    pub const EXTENSIONS: [&str; 9] = {
        let mut extensions = [""; 9];
        let mut at = 0;
        while at < extensions.len() {
            extensions[at] = BY_EXTENSION[at].0;
            at += 1;
        }
        extensions
    };

    /// The extensions of game records in one line, for messages: `.kif .kifu ...`.
    pub fn extensions() -> String {
        Format::EXTENSIONS.map(|one| format!(".{one}")).join(" ")
    }

    /// The format and the encoding that files with this extension (without the dot) have.
    pub fn from_extension(extension: &str) -> Option<(Format, Encoding)> {
        let mut table = BY_EXTENSION.iter();
        let (_, format, encoding) = table.find(|(one, ..)| one.eq_ignore_ascii_case(extension))?;
        Some((*format, *encoding))
    }

    /// Detects the format of a text; `None` if the text looks like no known format.
    pub fn of_text(text: &str) -> Option<Format> {
        let text = text.trim_start();
        let first = text.chars().next()?;
        let second = text.get(1..).unwrap_or("").trim_start();
        let is_json = match first {
            '{' => second.starts_with('"'),
            '[' => second.starts_with('{'),
            _ => false,
        };
        if is_json {
            return Some(Format::Jkf);
        }
        // Checked before the single lines, because a Western move such as `N-3c` at the start of a
        // line would be taken for a CSA line.
        let unnumbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = first.is_ascii_digit() && unnumbered.starts_with('.');
        if (is_numbered || matches!(first, '{' | '[' | '(')) && looks_like_western(text) {
            return Some(Format::Western);
        }
        for line in text.lines().take(200) {
            if let Some(format) = of_line(line) {
                return Some(format);
            }
        }
        looks_like_western(text).then_some(Format::Western)
    }
}

fn of_line(line: &str) -> Option<Format> {
    let body = line.trim_start();
    let bytes = body.as_bytes();
    let kif_words = [
        "手合割",
        "手数--",
        "先手：",
        "後手：",
        "開始日時：",
        "先手の持駒",
        "後手の持駒",
    ];
    let is_csa_move = matches!(bytes, [b'+' | b'-', rest @ ..]
        if rest.len() >= 6 && rest.iter().take(4).all(u8::is_ascii_digit)
            && rest.iter().skip(4).take(2).all(u8::is_ascii_uppercase));
    let is_kif_move = body
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start()
        .starts_with(['１', '２', '３', '４', '５', '６', '７', '８', '９', '同'])
        && bytes.first().is_some_and(u8::is_ascii_digit);
    let is_csa_header = matches!(
        bytes,
        [b'V', b'1'..=b'3', ..] | [b'P', b'I' | b'1', ..] | [b'N', b'+' | b'-', ..]
    );
    if body.starts_with("'CSA encoding=") || is_csa_move || is_csa_header {
        Some(Format::Csa)
    } else if usi::looks_like_usi(body) {
        Some(Format::Usi)
    } else if body.starts_with(['▲', '△', '▼', '▽', '☗', '☖']) {
        Some(Format::Ki2)
    } else if kif_words.iter().any(|word| body.starts_with(word))
        || is_kif_move
        || body.starts_with("+---")
    {
        Some(Format::Kif)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_their_text() {
        let cases = [
            ("\n {\"header\":{}}", Some(Format::Jkf)),
            ("[ {\"moves\":[]}]", Some(Format::Jkf)),
            ("'CSA encoding=UTF-8\nV3.0", Some(Format::Csa)),
            ("'comment\n+7776FU", Some(Format::Csa)),
            ("PI\n+", Some(Format::Csa)),
            ("position startpos moves 7g7f", Some(Format::Usi)),
            ("9/9/9/9/9/9/9/9/9 b - 1", Some(Format::Usi)),
            ("# note\n手合割：平手\n▲７六歩", Some(Format::Kif)),
            ("   1 ７六歩(77)", Some(Format::Kif)),
            ("\u{A0} \u{A0}1\u{A0}７六歩(77)", Some(Format::Kif)),
            ("▲７六歩 △３四歩", Some(Format::Ki2)),
            ("  ９ ８ ７\n+---------+", Some(Format::Kif)),
            ("[Black \"Habu\"]\n1. P-7f", Some(Format::Western)),
            ("1. P-7f 2. P-3d", Some(Format::Western)),
            ("1. ... 2. Gx3b", Some(Format::Western)),
            ("hello world, this is prose about shogi and chess", None),
            ("", None),
        ];
        for (text, format) in cases {
            assert_eq!(Format::of_text(text), format, "{text}");
        }
    }
}
