//! Text encodings of files that are written: UTF-8 and CP932.

use komadai::host;
use komadai::text::Encoding;

/// The replacement for a character that CP932 lacks: 〓, the printers' mark for a
/// missing type.
const MISSING: char = '〓';

/// Encodes a text. Characters that CP932 lacks are replaced by 〓 and returned, each once.
pub(super) fn encode(text: &str, encoding: Encoding) -> (Vec<u8>, Vec<char>) {
    if encoding == Encoding::Utf8 {
        return (text.as_bytes().to_vec(), Vec::new());
    }
    if let Some(bytes) = host::to_cp932(text) {
        return (bytes, Vec::new());
    }
    let mut missing = Vec::new();
    let mut buffer = [0; 4];
    let replaced: String = text
        .chars()
        .map(|c| {
            if host::to_cp932(c.encode_utf8(&mut buffer)).is_some() {
                return c;
            }
            if !missing.contains(&c) {
                missing.push(c);
            }
            MISSING
        })
        .collect();
    (host::to_cp932(&replaced).unwrap_or_default(), missing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::text::decode;

    #[test]
    fn characters_without_a_code_are_replaced_and_named() {
        let (bytes, missing) = encode("羽生😀善治😀☗", Encoding::Cp932);
        assert_eq!(missing, ['😀', '☗']);
        assert_eq!(decode(&bytes), ("羽生〓善治〓〓".into(), Encoding::Cp932));
        let text = "▲７六歩 Ａ表ソ～－";
        let (bytes, missing) = encode(text, Encoding::Cp932);
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(decode(&bytes), (text.into(), Encoding::Cp932));
    }
}
