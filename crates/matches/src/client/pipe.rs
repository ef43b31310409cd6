//! Pipes to an engine in a child process or on a thread of this one. A reading thread notes the
//! time at which each line arrives.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::{EngineCommand, Watcher, group};
use komadai::host::sync::lock;
use komadai::host::{self, Instant};
use komadai::usi;

/// The environment variable that holds the password for a server.
pub const PASSWORD_VARIABLE: &str = "KOMADAI_CSA_PASSWORD";

/// Number of unread lines that are kept. An engine that writes more lines must wait.
const LINES_KEPT: usize = 1 << 14;

/// Longest line in bytes; the rest of a longer line is dropped.
const LINE_BYTES: usize = 1 << 16;

/// Bytes kept of the end of standard error.
const STDERR_BYTES: usize = 2000;

/// Time to wait for the end of a process that has closed its output.
const EXIT_WAIT: Duration = Duration::from_millis(500);

/// A line that the process wrote.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Time at which the line was read.
    pub at: Instant,
    /// The line without its line end; invalid UTF-8 is replaced.
    pub text: String,
}

/// Reason why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    /// The deadline has passed.
    Timeout,
    /// The process closed its output.
    Closed,
}

/// Observer of all lines, if any.
pub(super) type Watching = Option<Arc<dyn Watcher>>;

/// A running engine.
pub(super) struct Pipe {
    /// The process; `None` for this engine on a thread.
    child: Option<Child>,
    stdin: Option<Box<dyn Write + Send>>,
    lines: Receiver<Line>,
    stderr: Arc<Mutex<VecDeque<u8>>>,
    stderr_reader: Option<JoinHandle<()>>,
}

impl Pipe {
    /// Starts the process.
    pub fn spawn(command: &EngineCommand, watcher: Watching) -> io::Result<Pipe> {
        let mut builder = Command::new(&command.program);
        builder
            .args(&command.args)
            // Engines must not see the server's password.
            .env_remove(PASSWORD_VARIABLE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &command.folder {
            builder.current_dir(folder);
        }
        let mut child = group::spawn(&mut builder)?;
        let stdin = child.stdin.take();
        let lines = match child.stdout.take() {
            Some(stdout) => read_on_thread(stdout, watcher)?,
            None => return Err(io::ErrorKind::BrokenPipe.into()),
        };
        // Standard error is read all the time, because an engine would hang once the pipe is full.
        // The last part is kept, because it may explain a crash.
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        let mut stderr_reader = None;
        if let Some(source) = child.stderr.take() {
            let kept = Arc::clone(&stderr);
            let reader = thread::Builder::new()
                .name("engine-stderr".to_string())
                .spawn(move || keep_end(source, &kept))?;
            stderr_reader = Some(reader);
        }
        Ok(Pipe {
            stdin: stdin.map(|stdin| Box::new(stdin) as Box<dyn Write + Send>),
            child: Some(child),
            lines,
            stderr,
            stderr_reader,
        })
    }

    /// Starts this engine on a thread. Its input and output are the same as in a process.
    pub fn in_process(watcher: Watching) -> io::Result<Pipe> {
        let (commands, stdin) = io::pipe()?;
        let (stdout, answers) = io::pipe()?;
        thread::Builder::new()
            .name("engine".to_string())
            .spawn(move || {
                if let Err(error) = usi::run(BufReader::new(commands), answers) {
                    log::error!("the engine cannot read its commands: {error}");
                }
            })?;
        Ok(Pipe {
            stdin: Some(Box::new(stdin)),
            child: None,
            lines: read_on_thread(stdout, watcher)?,
            stderr: Arc::default(),
            stderr_reader: None,
        })
    }

    /// Writes one line.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        // One write for the whole line, so that the engine does not wake up for a part of it.
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        stdin.write_all(&bytes)?;
        stdin.flush()
    }

    /// The next line; waits for it until `deadline`.
    pub fn receive(&self, deadline: Instant) -> Result<Line, NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Timeout,
            RecvTimeoutError::Disconnected => NoLine::Closed,
        })
    }

    /// The next line if there is one; does not wait.
    pub fn received(&self) -> Option<Result<Line, NoLine>> {
        match self.lines.try_recv() {
            Ok(line) => Some(Ok(line)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(NoLine::Closed)),
        }
    }

    /// Drops all lines received so far. Returns `false` once the output is closed.
    pub fn drain(&self) -> bool {
        loop {
            match self.lines.try_recv() {
                Ok(_) => (),
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
    }

    /// The exit status of the process, after waiting up to [`EXIT_WAIT`] for its end.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.wait(EXIT_WAIT)
    }

    /// The last part of standard error. If the process has ended, waits up to [`EXIT_WAIT`] until
    /// standard error has been read to its end.
    pub fn stderr_end(&mut self) -> String {
        let ended = self.has_ended();
        let deadline = Instant::now() + EXIT_WAIT;
        let unread = |reader: &JoinHandle<()>| !reader.is_finished();
        while ended && self.stderr_reader.as_ref().is_some_and(unread) && Instant::now() < deadline
        {
            thread::sleep(Duration::from_millis(1));
        }
        let kept = lock(&self.stderr);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        String::from_utf8_lossy(&bytes).trim().to_string()
    }

    /// Sends `quit`, waits up to `patience`, then kills the process.
    pub fn quit(&mut self, patience: Duration) {
        // An engine that ignores `quit` may still end when its input is closed.
        let _ = self.send("quit");
        self.stdin = None;
        self.wait(patience);
        self.kill();
    }

    /// Kills the process and all processes that it has started. An engine on a thread ends when its
    /// input is closed.
    pub fn kill(&mut self) {
        self.stdin = None;
        if let Some(child) = &mut self.child {
            group::end(child);
        }
    }

    fn has_ended(&mut self) -> bool {
        match &mut self.child {
            Some(child) => matches!(child.try_wait(), Ok(Some(_))),
            None => false,
        }
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let child = self.child.as_mut()?;
        let deadline = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Starts a thread that reads the lines of a source.
fn read_on_thread(
    source: impl Read + Send + 'static,
    watcher: Watching,
) -> io::Result<Receiver<Line>> {
    let (sender, lines) = sync_channel(LINES_KEPT);
    thread::Builder::new()
        .name("engine-stdout".to_string())
        .spawn(move || {
            host::wake_early();
            let watcher = watcher.as_deref();
            read_lines(BufReader::new(source), sender, watcher);
            // The channel is closed before this call, so the observer's next read reports the end.
            watcher.inspect(|watcher| watcher.news());
        })?;
    Ok(lines)
}

fn read_lines(mut source: impl BufRead, sender: SyncSender<Line>, watcher: Option<&dyn Watcher>) {
    let mut bytes = Vec::new();
    while let Ok(true) = read_line(&mut source, &mut bytes) {
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes)
            .trim_end_matches(['\r', '\n'])
            .to_string();
        watcher.inspect(|watcher| watcher.received(&text));
        if sender.send(Line { at, text }).is_err() {
            return;
        }
        watcher.inspect(|watcher| watcher.news());
    }
}

/// Reads one line, up to [`LINE_BYTES`] of it; `false` at the end of the source.
fn read_line(source: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    let read = source.take(LINE_BYTES as u64).read_until(b'\n', bytes)?;
    if bytes.len() == LINE_BYTES && bytes.last() != Some(&b'\n') {
        source.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

fn keep_end(mut source: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(n @ 1..) = source.read(&mut buffer) {
        let mut kept = lock(kept);
        kept.extend(buffer.iter().take(n));
        let surplus = kept.len().saturating_sub(STDERR_BYTES);
        kept.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_lines_are_cut_and_the_next_is_whole() {
        let mut input = vec![b'x'; LINE_BYTES * 2 + 5];
        input.extend_from_slice(b"\nreadyok\r\nlast");
        let (sender, lines) = sync_channel(10);
        read_lines(&input[..], sender, None);
        let texts: Vec<String> = lines.iter().map(|l| l.text).collect();
        assert_eq!(texts.len(), 3);
        assert_eq!(texts[0].len(), LINE_BYTES);
        assert_eq!(&texts[1..], ["readyok", "last"]);
    }

    #[test]
    fn the_end_of_standard_error_is_kept() {
        let kept = Mutex::new(VecDeque::new());
        let text = format!("{}the end", "x".repeat(5000));
        keep_end(text.as_bytes(), &kept);
        let kept: Vec<u8> = kept.into_inner().unwrap().into();
        assert_eq!(kept.len(), STDERR_BYTES);
        assert!(kept.ends_with(b"the end"));
    }
}
