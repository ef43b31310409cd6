//! Reader of the lines that a GUI sends. Lines need not be valid UTF-8.

use std::io::{self, BufRead};

use crate::host;

/// The longest line in bytes that is kept. Every real command is shorter: a game of 100,000 moves
/// takes half a megabyte.
const MAX_LINE: usize = 16 << 20;

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// The text of the line, without the line end.
    Text(String),
    /// The line was longer than any command and was dropped.
    TooLong {
        /// The length of the line in bytes.
        bytes: usize,
    },
}

/// Reads the next line; `None` at the end of the input. A last line without a
/// line end is read too.
///
/// # Errors
/// Those of `input`.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut bytes = 0;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            if bytes == 0 {
                return Ok(None);
            }
            break;
        }
        let end = chunk.iter().position(|&b| b == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        bytes += text.len();
        if bytes <= MAX_LINE {
            line.extend_from_slice(text);
        }
        let used = text.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if bytes > MAX_LINE {
        return Ok(Some(Line::TooLong { bytes }));
    }
    Ok(Some(Line::Text(decode(&line))))
}

/// Decodes UTF-8, or else CP932, since programs on Japanese Windows send paths in either.
fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => host::decode(bytes, host::Japanese::Cp932),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        // A tiny buffer, so that lines span many reads.
        let mut input = BufReader::with_capacity(3, bytes);
        let mut out = Vec::new();
        while let Some(line) = read_line(&mut input).unwrap() {
            out.push(line);
        }
        out
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_string())
    }

    #[test]
    fn line_ends_of_every_system() {
        assert_eq!(
            lines(b"usi\r\n\nisready\nquit"),
            [text("usi"), text(""), text("isready"), text("quit")]
        );
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
    }

    #[test]
    fn japanese_in_either_encoding() {
        let path = "setoption name EvalDir value C:\\将棋\\表示能力";
        let (cp932, _, bad) = encoding_rs::SHIFT_JIS.encode(path);
        assert!(!bad);
        assert_ne!(cp932.as_ref(), path.as_bytes());
        assert_eq!(lines(&cp932), [text(path)]);
        assert_eq!(lines(path.as_bytes()), [text(path)]);
        assert_eq!(lines(b"\xEF\xBB\xBFusi"), [text("usi")]);
    }

    #[test]
    fn junk_is_text_of_some_sort() {
        let junk: Vec<u8> = (0..=255u8).filter(|&b| b != b'\n').collect();
        assert!(matches!(&lines(&junk)[..], [Line::Text(_)]));
    }

    #[test]
    fn endless_lines_are_dropped_and_the_next_is_read() {
        let mut input = vec![b'x'; MAX_LINE + 1];
        input.extend_from_slice(b"\nusi\n");
        let mut input = &input[..];
        let bytes = MAX_LINE + 1;
        assert_eq!(
            read_line(&mut input).unwrap(),
            Some(Line::TooLong { bytes })
        );
        assert_eq!(read_line(&mut input).unwrap(), Some(text("usi")));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }
}
