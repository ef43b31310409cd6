//! Reader: acts on every line at once, and decides which work is finished after the end of the
//! input.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::command::{self, Command};
use super::debug_log::Opened;
use super::driver::Task;
use super::go::{Go, GoMate};
use super::input::Line;
use super::job::Job;
use super::output::Output;
use crate::engine::beside_executable;
use crate::engine::usi_options::UsiOptions;
use crate::host::Instant;
use crate::search::{ClockTimes, PonderHit};
use crate::text::quote;

/// The end of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The end of the input: either a script has written all its commands and waits for the
    /// answers, or a GUI was closed.
    Input,
    /// A `quit` line.
    Quit,
}

/// The extent of a job, which decides whether the job outlasts the end of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// A search on a game clock, or one that only a command ends: `infinite`, pondering.
    Open,
    /// A search bounded by depth, nodes, time or a mate.
    Bounded,
    /// `bench` and `go perft`, which only users and scripts send.
    Counting,
}

impl Extent {
    /// The extent of a `go`.
    fn of(go: &Go) -> Extent {
        let limits = &go.limits;
        if go.perft.is_some() {
            Extent::Counting
        } else if limits.infinite
            || limits.ponder
            || limits.clock != ClockTimes::default()
            || go.mate == Some(GoMate::Infinite)
        {
            Extent::Open
        } else {
            Extent::Bounded
        }
    }

    /// Whether the work is finished and answered after this end of the conversation.
    fn outlasts(self, end: End) -> bool {
        match end {
            End::Input => self != Extent::Open,
            End::Quit => self == Extent::Counting,
        }
    }
}

/// The state of the reading thread.
pub(super) struct Reader {
    out: Arc<Output>,
    tasks: Sender<Task>,
    /// The latest job; all earlier jobs are cancelled.
    work: Option<Work>,
}

/// A job with its extent.
struct Work {
    job: Arc<Job>,
    extent: Extent,
}

impl Reader {
    /// A reader that sends slow tasks through `tasks`.
    pub(super) fn new(out: Arc<Output>, tasks: Sender<Task>) -> Reader {
        Reader {
            out,
            tasks,
            work: None,
        }
    }

    /// Acts on one line, which was read at `read_at`; false after `quit`.
    pub(super) fn act(&mut self, line: Line, read_at: Instant) -> bool {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong { bytes } => {
                self.out
                    .remark(&format!("a line of {bytes} bytes is no command"));
                return true;
            }
        };
        let command = command::parse(&text, read_at);
        // The log is opened here, so that it begins with the line that requests it: the driver may
        // reach that line only after later lines were read.
        let log = match &command {
            Command::SetOption { name, value } => self.open_log(name, value.as_deref()),
            _ => None,
        };
        self.out.log().copy('>', &text);
        match command {
            Command::Nothing => {}
            Command::Quit => return false,
            Command::Usi => self.introduce(),
            Command::Stop | Command::GameOver => {
                if let Some(work) = &self.work {
                    work.job.stop();
                }
            }
            Command::PonderHit(clock) => {
                if let Some(work) = &self.work {
                    work.job.ponderhit(PonderHit { at: read_at, clock });
                }
            }
            // During a search `isready` is answered at once: the GUI must not wait for the end of
            // the search, and there are no settings to apply.
            Command::IsReady if self.is_searching() => self.out.line("readyok"),
            Command::IsReady => self.send(Task::IsReady),
            Command::NewGame => self.send(Task::NewGame),
            Command::SetOption { name, value } => self.send(Task::SetOption { name, value, log }),
            Command::GetOption(name) => self.send(Task::GetOption(name)),
            Command::Position(setup) => self.send(Task::Position(setup)),
            Command::Go(go) => {
                let job = self.new_job(Extent::of(&go));
                self.send(Task::Go(go, job));
            }
            Command::Show => self.send(Task::Show),
            Command::Eval => self.send(Task::Eval),
            Command::Bench(words) => {
                let job = self.new_job(Extent::Counting);
                self.send(Task::Bench(words, job));
            }
            Command::Bad(why) => self.out.remark(&why),
            Command::Unknown(word) => {
                self.out
                    .remark(&format!("unknown command {}", quote(&word)));
            }
        }
        true
    }

    /// Answers `usi`, without access to files or waiting.
    fn introduce(&self) {
        self.out.line(&format!(
            "id name Komadai {}\nid author the Komadai authors\n{}usiok",
            env!("CARGO_PKG_VERSION"),
            UsiOptions::describe()
        ));
    }

    /// Opens the debug log if the option is `DebugLogFile`.
    fn open_log(&self, name: &str, value: Option<&str>) -> Option<Opened> {
        let file = UsiOptions::debug_log_file_of(name, value)?;
        let path = (!file.is_empty()).then(|| beside_executable(&file));
        Some(self.out.log().open(path))
    }

    fn is_searching(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.job.is_running())
    }

    /// Makes the job of a new command. The job before is cancelled, since its answer would be taken
    /// for the answer to the new command.
    fn new_job(&mut self, extent: Extent) -> Arc<Job> {
        if let Some(old) = self.work.take() {
            old.job.cancel();
        }
        let job = Arc::new(Job::new());
        self.work = Some(Work {
            job: job.clone(),
            extent,
        });
        job
    }

    fn send(&self, task: Task) {
        if self.tasks.send(task).is_err() {
            log::error!("the driver is gone");
        }
    }

    /// Whether the job in progress and the queue behind it are finished after this end of the
    /// conversation.
    pub(super) fn finishes_at(&self, end: End) -> bool {
        match &self.work {
            Some(work) if work.job.is_running() => work.extent.outlasts(end),
            // The queue can hold only tasks without a job, such as `isready` or `d`.
            _ => end == End::Input,
        }
    }

    /// Cancels the job in progress, whose answer is no longer wanted.
    pub(super) fn end_all(&mut self) {
        if let Some(work) = self.work.take() {
            work.job.cancel();
        }
    }

    /// Closes the queue of the driver; returns the latest job, if there is one.
    pub(super) fn hang_up(self) -> Option<Arc<Job>> {
        self.work.map(|work| work.job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_end_ends_depends_on_the_work() {
        for (line, at_input_end, at_quit) in [
            ("go btime 1000 wtime 1000", false, false),
            ("go byoyomi 1000 depth 5", false, false),
            ("go infinite", false, false),
            ("go ponder depth 5", false, false),
            ("go mate infinite", false, false),
            ("go", true, false),
            ("go mate", true, false),
            ("go mate 5000", true, false),
            ("go depth 5", true, false),
            ("go nodes 5", true, false),
            ("go movetime 5", true, false),
            ("go rtime 5", true, false),
            ("go perft 5", true, true),
        ] {
            let Command::Go(go) = command::parse(line, Instant::now()) else {
                panic!("{line}");
            };
            let extent = Extent::of(&go);
            assert_eq!(extent.outlasts(End::Input), at_input_end, "{line}");
            assert_eq!(extent.outlasts(End::Quit), at_quit, "{line}");
        }
    }
}
