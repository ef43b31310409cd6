//! The protocol without threads, for a host such as a web page that passes in lines and calls the
//! engine for its turns.
//!
//! Output and behaviour are the same as with threads ([`super::run`]). There are two halves, since
//! lines must be accepted during a search, which pauses in the middle of [`Thinker::work_off`]
//! (`host::pause_if_due`).

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use super::driver::{Driver, Task};
use super::input;
use super::output::Output;
use super::reader::Reader;
use crate::host::Instant;

/// The half that accepts lines.
pub struct Listener(Reader);

/// The half that does the work.
pub struct Thinker {
    driver: Driver,
    queue: Receiver<Task>,
}

/// Both halves of a conversation, with output to `out`.
pub fn halves(out: impl Write + Send + 'static) -> (Listener, Thinker) {
    let out = Arc::new(Output::new(out));
    let (tasks, queue) = mpsc::channel();
    let driver = Driver::new(out.clone());
    let listener = Listener(Reader::new(out, tasks));
    (listener, Thinker { driver, queue })
}

impl Listener {
    /// Acts on the lines of a text at once; slow work is queued for the [`Thinker`]. Returns false
    /// after `quit`, which also cancels the work in progress.
    ///
    /// # Errors
    /// None in practice, since the text is read from memory.
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
    /// Does all queued work, including work that is queued during the call.
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

    /// The output for these texts, each followed by a turn of the engine.
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
