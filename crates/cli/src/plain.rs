//! Writer of texts for people, without control sequences that act on a terminal.

use std::io::{self, Write};

pub(crate) use komadai_messages::plain;

/// Passes texts on, with control characters made visible ([`plain`]).
pub(crate) struct Plain<'a>(pub &'a mut dyn Write);

impl Write for Plain<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Formatted text arrives in pieces that end at character boundaries.
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.0.write_all(plain(text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
