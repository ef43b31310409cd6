//! The one writer that owns standard output.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::debug_log::DebugLog;
use crate::host::Instant;
use crate::host::sync::lock;

/// Writes whole lines, one caller at a time, each flushed at once.
pub struct Output {
    out: Mutex<Box<dyn Write + Send>>,
    /// Not under the lock of `out`: a GUI that does not read must not block the reading thread,
    /// which logs its lines.
    log: DebugLog,
    /// Until the first `readyok`, and while one is being prepared, some GUIs
    /// read the output as ASCII or CP932: other characters are escaped then.
    ascii_only: AtomicBool,
    /// A write failed: the output has no reader any more.
    broken: AtomicBool,
    /// The time at which the last line was begun or written.
    spoken: Mutex<Instant>,
}

impl Output {
    /// A writer to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Output {
        Output {
            out: Mutex::new(Box::new(out)),
            log: DebugLog::new(),
            ascii_only: AtomicBool::new(true),
            broken: AtomicBool::new(false),
            spoken: Mutex::new(Instant::now()),
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
        *lock(&self.spoken) = Instant::now();
        // A panic under the lock can at worst truncate a line.
        let mut out = lock(&self.out);
        self.log.copy('<', &block);
        // If the GUI is gone, the input ends too; work that outlasts that end checks `is_broken`.
        let written = out.write_all(block.as_bytes());
        if let Err(error) = written.and_then(|()| out.flush()) {
            self.broken.store(true, Ordering::Relaxed);
            log::warn!("cannot write to the GUI: {error}");
        }
    }

    /// Whether a write failed, as when the other end of a pipe is closed.
    pub fn is_broken(&self) -> bool {
        // The writing thread reports errors later, hence the flush.
        self.broken.load(Ordering::Relaxed) || lock(&self.out).flush().is_err()
    }

    /// Time since the last line.
    pub fn silent_for(&self) -> Duration {
        lock(&self.spoken).elapsed()
    }

    /// Writes a remark as one `info string` line, whatever it holds.
    pub fn remark(&self, text: &str) {
        let text: String = text
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        self.line(&format!("info string {text}"));
    }

    /// The debug log.
    pub fn log(&self) -> &DebugLog {
        &self.log
    }
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
pub(super) mod testing {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    /// Keeps what is written to it.
    #[derive(Clone, Default)]
    pub(in super::super) struct Sink(Arc<Mutex<Vec<u8>>>);

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
        pub(in super::super) fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::Sink;
    use super::*;

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
}
