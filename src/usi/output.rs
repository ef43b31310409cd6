//! Output to the GUI, by whole lines.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::debug_log::DebugLog;
use crate::host::Instant;
use crate::host::sync::lock;

/// The output to the GUI, shared by all threads. Each line is written as a whole and flushed.
pub struct Output {
    out: Mutex<Box<dyn Write + Send>>,
    /// The log is outside the lock of `out`, so that the reading thread, which logs its lines, does
    /// not block if the GUI does not read.
    log: DebugLog,
    /// Whether characters beyond ASCII are escaped: until the first `readyok`, and
    /// during each `isready`, some GUIs read the output as ASCII or CP932.
    ascii_only: AtomicBool,
    /// Whether a write has failed, which means that the output has no reader any more.
    broken: AtomicBool,
    /// The time at which the last line was begun.
    spoken: Mutex<Instant>,
}

impl Output {
    /// An output to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Output {
        Output {
            out: Mutex::new(Box::new(out)),
            log: DebugLog::new(),
            ascii_only: AtomicBool::new(true),
            broken: AtomicBool::new(false),
            spoken: Mutex::new(Instant::now()),
        }
    }

    /// Sets whether characters beyond ASCII are escaped from now on.
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
        // A panic under the lock can truncate a line at worst.
        let mut out = lock(&self.out);
        self.log.copy('<', &block);
        // An error needs no further handling: if the GUI is gone, the input ends too, and work
        // that outlasts the input checks `is_broken`.
        let written = out.write_all(block.as_bytes());
        if let Err(error) = written.and_then(|()| out.flush()) {
            self.broken.store(true, Ordering::Relaxed);
            log::warn!("cannot write to the GUI: {error}");
        }
    }

    /// Whether a write has failed, as when the other end of a pipe is closed.
    pub fn is_broken(&self) -> bool {
        // The flush returns an error that the writing thread has met after the last write.
        self.broken.load(Ordering::Relaxed) || lock(&self.out).flush().is_err()
    }

    /// Time since the last line was begun.
    pub fn silent_for(&self) -> Duration {
        lock(&self.spoken).elapsed()
    }

    /// Writes a remark as one `info string` line; control characters become spaces.
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

    /// A writer that keeps what is written to it.
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
