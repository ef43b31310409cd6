//! A conversation with the real executable.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::program;

/// Silence after which a process counts as hung, far longer than any test needs.
const HANG: Duration = Duration::from_secs(120);

/// Time to wait for output that must not come.
const LISTEN: Duration = Duration::from_millis(300);

/// The engine as a GUI sees it.
pub struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Option<JoinHandle<String>>,
    transcript: Vec<String>,
    /// Whether plain text lines are allowed: for `d`, `eval`, `bench`, perft.
    pub plain_text: bool,
}

impl Session {
    /// Starts the engine with a small table and one thread.
    pub fn start() -> Session {
        let mut session = Session::start_bare();
        session.send("setoption name USI_Hash value 8");
        session.send("setoption name Threads value 1");
        session
    }

    /// Starts the engine in an empty directory and sends nothing.
    pub fn start_bare() -> Session {
        Session::start_at(&program::executable(), &std::env::temp_dir())
    }

    /// Starts this copy of the engine in this directory and sends nothing.
    pub fn start_at(executable: &Path, directory: &Path) -> Session {
        Session::spawn(program::command_for(executable).current_dir(directory))
    }

    /// Starts a process by this command and sends nothing.
    pub fn spawn(command: &mut Command) -> Session {
        let mut child = command
            // A panic that the engine catches still leaves its mark on stderr.
            .env("RUST_LOG", "error")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = child.stdout.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let line = line.expect("the output is UTF-8");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut stderr = child.stderr.take().unwrap();
        let stderr = thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).unwrap();
            text
        });
        Session {
            stdin: child.stdin.take(),
            child,
            lines,
            stderr: Some(stderr),
            transcript: Vec::new(),
            plain_text: false,
        }
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.transcript.push(format!("> {line}"));
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// The next line; `None` once the engine has closed its output.
    fn next_line(&mut self, timeout: Duration) -> Result<Option<String>, RecvTimeoutError> {
        match self.lines.recv_timeout(timeout) {
            Ok(line) => {
                self.transcript.push(format!("< {line}"));
                self.check(&line);
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(timeout) => Err(timeout),
        }
    }

    /// Nothing but the protocol may reach a GUI.
    fn check(&self, line: &str) {
        assert!(!line.to_lowercase().starts_with("error"), "{line}");
        let known = [
            "id ",
            "option ",
            "usiok",
            "readyok",
            "info ",
            "bestmove ",
            "checkmate ",
        ];
        let ok = line.is_empty() || known.iter().any(|word| line.starts_with(word));
        assert!(ok || self.plain_text, "no line of USI: {line}");
    }

    fn fail(&self, why: &str) -> ! {
        let from = self.transcript.len().saturating_sub(60);
        panic!("{why}\n{}", self.transcript[from..].join("\n"));
    }

    /// Reads up to the first line that starts with `start`; returns all lines read, that line last.
    pub fn expect(&mut self, start: &str) -> Vec<String> {
        self.expect_where(start, |line| line.starts_with(start))
    }

    /// As [`Session::expect`], for any kind of line.
    pub fn expect_where(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.next_line(HANG) {
                Ok(Some(line)) => {
                    let found = wanted(&line);
                    lines.push(line);
                    if found {
                        return lines;
                    }
                }
                Ok(None) => self.fail(&format!("the engine ended before '{what}'")),
                Err(_) => self.fail(&format!("no '{what}' came")),
            }
        }
    }

    /// Sends a line and reads up to its answer.
    pub fn ask(&mut self, line: &str, answer: &str) -> Vec<String> {
        self.send(line);
        self.expect(answer)
    }

    /// Reads up to `bestmove`; returns the progress and the move with its ponder move.
    pub fn bestmove(&mut self) -> (Vec<String>, String, Option<String>) {
        let mut lines = self.expect("bestmove ");
        let line = lines.pop().unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        let ponder = match &words[..] {
            ["bestmove", _] => None,
            ["bestmove", _, "ponder", reply] => Some(reply.to_string()),
            _ => self.fail(&format!("odd answer: {line}")),
        };
        (lines, words[1].to_string(), ponder)
    }

    /// Waits until everything sent so far is done. Returns the output meanwhile, except lines about
    /// the evaluator, the book and the processor, which appear at every change.
    pub fn sync(&mut self) -> Vec<String> {
        let mut lines = self.ask("isready", "readyok");
        lines.pop();
        lines.retain(|line| {
            let said = line.strip_prefix("info string ").unwrap_or_default();
            !["evaluator: ", "book: ", "processor: "]
                .iter()
                .any(|start| said.starts_with(start))
        });
        lines
    }

    /// [`Session::sync`] that fails if there is any output.
    pub fn sync_silently(&mut self) -> Vec<String> {
        let lines = self.sync();
        if let Some(line) = lines
            .iter()
            .find(|l| l.starts_with("bestmove") || l.starts_with("checkmate"))
        {
            self.fail(&format!("unasked: {line}"));
        }
        lines
    }

    /// Waits for a while and fails if an answer comes.
    pub fn expect_no_answer(&mut self) {
        let end = Instant::now() + LISTEN;
        while let Ok(Some(line)) = self.next_line(end.saturating_duration_since(Instant::now())) {
            if line.starts_with("bestmove") || line.starts_with("checkmate") {
                self.fail("answered too early");
            }
        }
    }

    /// The SFEN the engine stands at.
    pub fn sfen(&mut self) -> String {
        self.plain_text = true;
        let lines = self.ask("d", "sfen ");
        self.sync();
        self.plain_text = false;
        lines.last().unwrap()["sfen ".len()..].to_string()
    }

    /// Every option with its value.
    pub fn options(&mut self) -> Vec<String> {
        self.plain_text = true;
        self.send("getoption");
        let lines = self.sync();
        self.plain_text = false;
        lines
    }

    /// Ends the engine by `quit`; it must exit without an error and leave stderr empty.
    pub fn quit(mut self) {
        self.send("quit");
        self.finish();
    }

    /// Ends the engine by closing its input.
    pub fn hang_up(mut self) {
        self.stdin = None;
        self.finish();
    }

    /// Ends the engine by closing its input; returns its last output.
    pub fn rest(mut self) -> Vec<String> {
        self.stdin = None;
        self.finish()
    }

    fn finish(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.next_line(HANG) {
                Ok(Some(line)) => lines.push(line),
                Ok(None) => break,
                Err(_) => self.fail("the engine does not end"),
            }
        }
        let answers = lines.iter().filter(|line| line.starts_with("bestmove"));
        if answers.count() > 1 {
            self.fail("more than one answer at the end");
        }
        let status = self.child.wait().unwrap();
        if !status.success() {
            self.fail(&format!("the engine ended with {status}"));
        }
        let stderr = self.stderr.take().unwrap().join().unwrap();
        assert!(stderr.is_empty(), "stderr: {stderr}");
        self.stdin = None;
        lines
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A failed test must leave no process behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
