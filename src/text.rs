//! Text from outside: its encodings (UTF-8, CP932, UTF-16 with a byte order mark, EUC-JP) and its
//! quotation in messages.

use crate::host::{self, Japanese};

/// An encoding in which files are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Encoding {
    /// UTF-8 without a byte order mark.
    #[default]
    Utf8,
    /// CP932, the Shift JIS of Windows; the encoding of `.kif` and `.ki2` files.
    Cp932,
}

/// Decodes a file. Bytes that fit no encoding become U+FFFD. The encoding returned is
/// UTF-8 for UTF-16 and EUC-JP too.
pub fn decode(bytes: &[u8]) -> (String, Encoding) {
    let marked = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => Some(String::from_utf8_lossy(rest).into_owned()),
        [0xFF, 0xFE, rest @ ..] => Some(utf16(rest, u16::from_le_bytes)),
        [0xFE, 0xFF, rest @ ..] => Some(utf16(rest, u16::from_be_bytes)),
        _ => None,
    };
    if let Some(text) = marked {
        return (text, Encoding::Utf8);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (text.to_string(), Encoding::Utf8);
    }
    // CP932 text hardly ever looks like UTF-8 by chance, but damaged UTF-8 often
    // decodes as meaningless CP932. So a text is UTF-8 if most of its characters
    // beyond ASCII decode as UTF-8.
    let text = String::from_utf8_lossy(bytes);
    let holes = text.matches('\u{FFFD}').count();
    let whole = text.chars().filter(|c| !c.is_ascii()).count() - holes;
    if whole > 2 * holes {
        return (text.into_owned(), Encoding::Utf8);
    }
    let candidates = [
        (Japanese::Cp932, Encoding::Cp932),
        (Japanese::EucJp, Encoding::Utf8),
    ];
    let mut best: Option<(usize, String, Encoding)> = None;
    for (candidate, kind) in candidates {
        let text = host::decode(bytes, candidate);
        let holes = text.matches('\u{FFFD}').count();
        if best.as_ref().is_none_or(|(fewest, ..)| holes < *fewest) {
            best = Some((holes, text, kind));
        }
        if holes == 0 {
            break;
        }
    }
    let (_, text, kind) = best.unwrap_or_default();
    (text, kind)
}

/// Decodes UTF-16 in either order of the bytes.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, rest) = bytes.as_chunks();
    let units = pairs.iter().map(|&pair| unit(pair));
    let mut text: String = char::decode_utf16(units)
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    text.extend(rest.iter().map(|_| char::REPLACEMENT_CHARACTER));
    text
}

/// The most characters of a text that [`quote`] keeps.
const QUOTED: usize = 60;

/// A text from outside in quotation marks, for messages: cut to 60 characters, with `?` for
/// control characters.
pub fn quote(text: &str) -> String {
    let mut out = String::from("'");
    for (i, c) in text.chars().enumerate() {
        if i == QUOTED {
            out.push_str("...");
            break;
        }
        out.push(if c.is_control() { '?' } else { c });
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes bytes; returns text, encoding and the number of characters that cannot be decoded.
    fn read(bytes: &[u8]) -> (String, Encoding, usize) {
        let (text, encoding) = decode(bytes);
        let holes = text.matches('\u{FFFD}').count();
        (text, encoding, holes)
    }

    #[test]
    fn each_encoding_is_recognised() {
        let text = "▲７六歩 Ａ表ソ～－";
        let (cp932, ..) = encoding_rs::SHIFT_JIS.encode(text);
        assert_eq!(read(&cp932), (text.to_string(), Encoding::Cp932, 0));
        assert_eq!(read(text.as_bytes()), (text.to_string(), Encoding::Utf8, 0));
        let marked = format!("\u{FEFF}{text}");
        assert_eq!(read(marked.as_bytes()).0, text);
        let utf16: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(&utf16).0, text);
        let (euc, ..) = encoding_rs::EUC_JP.encode("歩金銀と七六歩七六歩");
        assert_eq!(read(&euc).0, "歩金銀と七六歩七六歩");
    }

    #[test]
    fn damage_does_not_change_the_encoding() {
        let (text, encoding, problems) = read("ok\n羽生善治\u{0}".as_bytes());
        assert_eq!(
            (text.lines().count(), encoding, problems),
            (2, Encoding::Utf8, 0)
        );
        let mut broken = "ok\n羽生善治羽生善治羽生善治".as_bytes().to_vec();
        broken[5] = 0xFF;
        let (text, encoding, problems) = read(&broken);
        assert!(text.contains("生善治"), "{text}");
        assert_eq!(encoding, Encoding::Utf8);
        assert!(problems > 0);
    }

    #[test]
    fn quotes_are_short_and_printable() {
        let quoted = quote(&"\u{1}é".repeat(1000));
        assert!(quoted.starts_with("'?é") && quoted.ends_with("...'"));
        assert!(quoted.chars().count() < 70);
    }
}
