//! The thread that reads: acts on every line at once, and knows what an end leaves undone.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::command::{self, Command};
use super::debug_log::Opened;
use super::driver::Task;
use super::go::{Go, GoMate};
use super::input::Line;
use super::job::Job;
use super::output::Output;
use crate::engine::usi_options::UsiOptions;
use crate::engine::{beside_executable, quote};
use crate::host::Instant;
use crate::search::{ClockTimes, PonderHit};

/// How a conversation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At the end of the input. A script may have written all there is to do
    /// and waits for the answers; a GUI that is gone does not.
    Input,
    /// By a `quit` line.
    Quit,
}

/// How far a piece of work goes of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// A search in a game on a clock, or one that only a word from outside
    /// ends: `infinite`, pondering.
    Open,
    /// A search that depth, nodes, time or the mate looked for bounds.
    Bounded,
    /// `bench` and `go perft`, which only people and scripts ask for.
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

    /// Whether it is finished and answered after such an end.
    fn outlasts(self, end: End) -> bool {
        match end {
            End::Input => self != Extent::Open,
            End::Quit => self == Extent::Counting,
        }
    }
}

/// What the reading thread knows.
pub(super) struct Reader {
    out: Arc<Output>,
    tasks: Sender<Task>,
    /// The latest work; all earlier is cancelled.
    work: Option<Work>,
}

/// A job, and how far it goes.
struct Work {
    job: Arc<Job>,
    extent: Extent,
}

impl Reader {
    /// A reader that hands on what takes time through `tasks`.
    pub(super) fn new(out: Arc<Output>, tasks: Sender<Task>) -> Reader {
        Reader {
            out,
            tasks,
            work: None,
        }
    }

    /// Acts on one line, read at `read_at`; false if it was `quit`.
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
        // The log begins with the line that asks for it: by the time the
        // driver comes to it, others may have been read.
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
            // A running search must not keep the GUI waiting; it holds no
            // settings that `isready` would put in force.
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

    /// The answer to `usi`: no file is touched and nothing waited for.
    fn introduce(&self) {
        self.out.line(&format!(
            "id name Komadai {}\nid author the Komadai authors\n{}usiok",
            env!("CARGO_PKG_VERSION"),
            UsiOptions::describe()
        ));
    }

    /// Asks for the debug log that an option names, if it names one.
    fn open_log(&self, name: &str, value: Option<&str>) -> Option<Opened> {
        let file = UsiOptions::debug_log_file_of(name, value)?;
        let path = (!file.is_empty()).then(|| beside_executable(&file));
        Some(self.out.log().open(path))
    }

    fn is_searching(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.job.is_running())
    }

    /// A job for a new command that thinks. It ends the one before, whose
    /// answer would be taken for its own.
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

    /// Whether what is under way, and what waits behind it, is finished after
    /// such an end.
    pub(super) fn finishes_at(&self, end: End) -> bool {
        match &self.work {
            Some(work) if work.job.is_running() => work.extent.outlasts(end),
            // Getting ready, showing things.
            _ => end == End::Input,
        }
    }

    /// Ends what is under way, whose answer nobody waits for any more.
    pub(super) fn end_all(&mut self) {
        if let Some(work) = self.work.take() {
            work.job.cancel();
        }
    }

    /// Gives the driver nothing more; returns the latest job, if there is one.
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
