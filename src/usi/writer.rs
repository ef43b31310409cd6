//! Standard output, written by a thread of its own.
//!
//! If a GUI does not read, its pipe fills and writes to the pipe block. The reader of commands,
//! which must see `stop` and `quit`, and the search must not block then.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::host::sync::lock;
use crate::host::{self, Instant};

/// Number of unread bytes above which progress reports are dropped.
const PROGRESS_LIMIT: usize = 1 << 20;

/// Number of unread bytes above which writers wait, so that memory stays bounded.
const LIMIT: usize = 64 << 20;

/// Number of bytes passed to the system at once; small, so that progress of a slow reader shows.
const CHUNK: usize = 4096;

/// A writer that queues bytes without waiting for the reader of the output.
///
/// Each call of [`Write::write`] must pass whole lines, since progress reports may be dropped. If
/// the thread fails to write, a later call returns the error.
pub(super) struct Writer {
    queue: Arc<Queue>,
}

/// The queue shared by the writer and its thread.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The bytes that the thread has not yet taken.
    waiting: Vec<u8>,
    /// Number of bytes that the thread has taken and not yet written.
    taken: usize,
    /// Number of bytes written so far.
    written: u64,
    /// The write error that ended the writing thread.
    error: Option<io::ErrorKind>,
    closed: bool,
}

impl State {
    fn unread(&self) -> usize {
        self.waiting.len() + self.taken
    }
}

impl Queue {
    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let woken = self.changed.wait(state);
        woken.unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the queue until an error occurs, or until the queue is closed and empty.
    fn work_off(&self, mut out: impl Write) {
        let mut block = Vec::new();
        loop {
            let mut state = lock(&self.state);
            while state.waiting.is_empty() && !state.closed {
                state = self.wait(state);
            }
            if state.waiting.is_empty() {
                return;
            }
            block.clear();
            std::mem::swap(&mut block, &mut state.waiting);
            state.taken = block.len();
            drop(state);
            for chunk in block.chunks(CHUNK) {
                let result = out.write_all(chunk).and_then(|()| out.flush());
                let mut state = lock(&self.state);
                state.taken -= chunk.len();
                state.written += chunk.len() as u64;
                if let Err(error) = result {
                    state.error = Some(error.kind());
                    state.waiting = Vec::new();
                    state.taken = 0;
                    self.changed.notify_all();
                    return;
                }
                self.changed.notify_all();
            }
        }
    }
}

impl Writer {
    /// Starts the thread that writes to `out`. Also returns a handle to wait for unread output.
    ///
    /// # Errors
    /// If the system refuses the thread.
    pub(super) fn new(out: impl Write + Send + 'static) -> io::Result<(Writer, Unread)> {
        let queue = Arc::new(Queue::default());
        let own = queue.clone();
        thread::Builder::new()
            .name("writer".to_string())
            .spawn(move || {
                host::wake_early();
                own.work_off(out);
            })?;
        let unread = Unread(queue.clone());
        Ok((Writer { queue }, unread))
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = lock(&self.queue.state);
        let is_progress = bytes.starts_with(b"info ") && !bytes.starts_with(b"info string ");
        if is_progress && state.unread() > PROGRESS_LIMIT && state.error.is_none() {
            return Ok(bytes.len());
        }
        while state.unread() > LIMIT && state.error.is_none() {
            state = self.queue.wait(state);
        }
        if let Some(kind) = state.error {
            return Err(kind.into());
        }
        state.waiting.extend_from_slice(bytes);
        drop(state);
        self.queue.changed.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match lock(&self.queue.state).error {
            Some(kind) => Err(kind.into()),
            None => Ok(()),
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        lock(&self.queue.state).closed = true;
        self.queue.changed.notify_all();
    }
}

/// A handle to wait for output that is not yet written.
pub(super) struct Unread(Arc<Queue>);

impl Unread {
    /// Waits until all output so far is written, or until nothing is written for `patience`.
    pub(super) fn wait(&self, patience: Duration) {
        let mut state = lock(&self.0.state);
        let (mut written, mut since) = (state.written, Instant::now());
        while state.unread() > 0 && since.elapsed() < patience {
            let rest = patience.saturating_sub(since.elapsed());
            let woken = self.0.changed.wait_timeout(state, rest);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
            if state.written > written {
                (written, since) = (state.written, Instant::now());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::output::testing::Sink;
    use super::*;
    use std::sync::mpsc::{Receiver, channel};

    const HANG: Duration = Duration::from_secs(120);

    /// A pipe without a reader until the sender is dropped.
    struct Stuck(Receiver<()>, Sink);

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            self.1.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nobody_waits_for_a_reader_and_nothing_but_progress_is_lost() {
        let (read, stuck) = channel::<()>();
        let sink = Sink::default();
        let (mut writer, unread) = Writer::new(Stuck(stuck, sink.clone())).unwrap();
        let mut expected = String::new();
        let remark = format!("info string {}\n", "x".repeat(1000));
        while expected.len() <= PROGRESS_LIMIT {
            writer.write_all(remark.as_bytes()).unwrap();
            expected += &remark;
        }
        writer.write_all(b"info depth 1 pv 7g7f\n").unwrap();
        writer.write_all(b"bestmove 7g7f\n").unwrap();
        expected += "bestmove 7g7f\n";
        // The wait ends although nothing is read.
        unread.wait(Duration::from_millis(1));
        assert!(sink.text().is_empty());
        drop(read);
        unread.wait(HANG);
        assert!(sink.text() == expected);
        writer.write_all(b"info depth 2 pv 7g7f\n").unwrap();
        drop(writer);
        unread.wait(HANG);
        assert!(
            sink.text()
                .ends_with("bestmove 7g7f\ninfo depth 2 pv 7g7f\n")
        );
    }

    #[test]
    fn a_reader_that_is_gone_is_told_and_waited_for_by_nobody() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (mut writer, unread) = Writer::new(Gone).unwrap();
        writer.write_all(b"usiok\n").unwrap();
        unread.wait(HANG);
        let error = writer.write_all(b"readyok\n").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        assert_eq!(writer.flush().unwrap_err().kind(), error.kind());
    }
}
