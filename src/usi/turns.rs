//! The protocol without threads, for a program that brings lines and gives turns itself.
//!
//! What is said and done is the same as with threads ([`super::run`]). The two halves are
//! apart because lines must be heard while a search is under way: it pauses in the middle of
//! [`Thinker::work_off`], where the host of the program lets it (`host::pause_if_due`).

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use super::driver::{Driver, Task};
use super::input;
use super::output::Output;
use super::reader::Reader;
use crate::host::Instant;

/// Takes the lines.
pub struct Listener(Reader);

/// Does what the lines ask for.
pub struct Thinker {
    driver: Driver,
    queue: Receiver<Task>,
}

/// Both halves of a conversation; what is said goes to `out`.
pub fn halves(out: impl Write + Send + 'static) -> (Listener, Thinker) {
    let out = Arc::new(Output::new(out));
    let (tasks, queue) = mpsc::channel();
    let driver = Driver::new(out.clone());
    let listener = Listener(Reader::new(out, tasks));
    (listener, Thinker { driver, queue })
}

impl Listener {
    /// Acts on the lines of a text at once, as far as that goes; what takes thought is left to
    /// the [`Thinker`]. False after `quit`, which also ends what is under way.
    ///
    /// # Errors
    /// None: reading from memory does not fail.
    pub fn hear(&mut self, mut text: &[u8]) -> io::Result<bool> {
        while let Some(line) = input::read_line(&mut text)? {
            if !self.0.act(line, Instant::now()) {
                self.0.end_all();
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Thinker {
    /// Does everything that was asked for until now, and meanwhile.
    pub fn work_off(&mut self) {
        while let Ok(task) = self.queue.try_recv() {
            self.driver.attempt(task);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::output::testing::Sink;
    use super::*;

    /// What is said to these texts, each followed by a turn.
    fn said(texts: &[&str]) -> String {
        let sink = Sink::default();
        let (mut listener, mut thinker) = halves(sink.clone());
        for text in texts {
            if !listener.hear(text.as_bytes()).unwrap() {
                break;
            }
            thinker.work_off();
        }
        sink.text()
    }

    #[test]
    fn a_conversation_needs_no_thread() {
        let text = said(&[
            "usi",
            "setoption name Threads value 1\nsetoption name USI_Hash value 1\nisready",
            "usinewgame\nposition startpos moves 7g7f",
            "go nodes 300",
            "go mate 100",
            "quit",
            "usi",
        ]);
        let lines: Vec<&str> = text.lines().collect();
        let at = |start: &str| lines.iter().position(|line| line.starts_with(start));
        assert!(at("id name Komadai") < at("usiok") && at("usiok") < at("readyok"));
        assert!(at("readyok") < at("bestmove ") && at("bestmove ") < at("checkmate nomate"));
        assert_eq!(lines.iter().filter(|&&line| line == "usiok").count(), 1);
        assert!(text.contains(" nodes 300 "), "{text}");
    }

    #[test]
    fn a_stop_before_the_turn_reaches_the_search_and_a_second_go_ends_the_first() {
        let small = "setoption name Threads value 1\nsetoption name USI_Hash value 1";
        for go in [
            "go infinite\nstop",
            "go infinite\ngo nodes 100",
            "go ponder\nponderhit\nstop",
        ] {
            let text = said(&[small, go]);
            assert_eq!(text.matches("bestmove ").count(), 1, "{text}");
        }
        assert!(!said(&[small, "go infinite\nquit"]).contains("bestmove"));
    }
}
