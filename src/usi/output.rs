//! The one writer that owns standard output, and the copy of the conversation for debugging.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Writes whole lines, one caller at a time, each flushed at once.
pub struct Output {
    out: Mutex<Box<dyn Write + Send>>,
    /// Apart from `out`: a GUI that does not read must not stop the reader,
    /// who has lines to copy.
    log: Mutex<Option<File>>,
    start: Instant,
    /// Until the first `readyok`, and while one is being prepared, some GUIs
    /// read the output as ASCII or CP932: other characters are escaped then.
    ascii_only: AtomicBool,
}

impl Output {
    /// A writer to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Output {
        Output {
            out: Mutex::new(Box::new(out)),
            log: Mutex::new(None),
            start: Instant::now(),
            ascii_only: AtomicBool::new(true),
        }
    }

    /// Whether characters beyond ASCII are escaped from now on.
    pub fn set_ascii_only(&self, on: bool) {
        self.ascii_only.store(on, Ordering::Relaxed);
    }

    /// Writes one line, or several as one block if the text holds line breaks.
    pub fn line(&self, text: &str) {
        let mut block = if self.ascii_only.load(Ordering::Relaxed) {
            escape(text)
        } else {
            text.to_string()
        };
        block.push('\n');
        let mut out = lock(&self.out);
        self.copy('<', &block);
        // Should the GUI be gone, the end of the input will tell.
        let written = out.write_all(block.as_bytes());
        if let Err(error) = written.and_then(|()| out.flush()) {
            log::warn!("cannot write to the GUI: {error}");
        }
    }

    /// Writes a remark as one `info string` line, whatever it holds.
    pub fn remark(&self, text: &str) {
        let text: String = text
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        self.line(&format!("info string {text}"));
    }

    /// Copies a line of input to the debug log, if there is one.
    pub fn log_input(&self, text: &str) {
        self.copy('>', text);
    }

    /// Starts copying the conversation to the end of this file; `None` stops.
    ///
    /// # Errors
    /// If the file cannot be opened; the old log stays in use then.
    pub fn set_log(&self, path: Option<&Path>) -> io::Result<()> {
        let log = match path {
            Some(path) => Some(OpenOptions::new().append(true).create(true).open(path)?),
            None => None,
        };
        *lock(&self.log) = log;
        Ok(())
    }

    /// Copies lines to the log: the time in ms, the direction, the text.
    fn copy(&self, direction: char, text: &str) {
        let ms = self.start.elapsed().as_millis();
        let mut slot = lock(&self.log);
        let Some(log) = slot.as_mut() else {
            return;
        };
        let copied = text
            .lines()
            .try_for_each(|line| writeln!(log, "{ms} {direction} {line}"));
        if let Err(error) = copied {
            log::warn!("the debug log ends here: {error}");
            *slot = None;
        }
    }
}

/// A panic while a lock was held can at worst have cut a line short.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The text with every character beyond ASCII as `\u{...}`.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            out.extend(c.escape_unicode());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Sink {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    #[test]
    fn remarks_are_one_line_and_ascii_until_ready() {
        let sink = Sink::default();
        let out = Output::new(sink.clone());
        out.remark("line\nerror 駒\u{7}");
        out.set_ascii_only(false);
        out.remark("駒");
        assert_eq!(
            sink.text(),
            "info string line error \\u{99d2} \ninfo string 駒\n"
        );
    }

    #[test]
    fn the_log_holds_both_directions_and_is_never_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("log.txt");
        std::fs::write(&path, "older\n").unwrap();
        let out = Output::new(io::sink());
        out.log_input("lost");
        out.set_log(Some(&path)).unwrap();
        out.log_input("usi");
        out.line("id name X\nusiok");
        assert!(out.set_log(Some(&dir.path().join("no/such/dir"))).is_err());
        out.log_input("quit");
        out.set_log(None).unwrap();
        out.log_input("lost");
        let text = std::fs::read_to_string(&path).unwrap();
        let said: Vec<&str> = text
            .lines()
            .map(|l| l.split_once(' ').map_or(l, |(_, said)| said))
            .collect();
        assert_eq!(said, ["older", "> usi", "< id name X", "< usiok", "> quit"]);
    }
}
