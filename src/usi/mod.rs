//! The USI protocol: a reader that acts at once, and a driver that thinks.
//!
//! The reader never waits for anything but input. It answers `usi`, and acts
//! on `stop`, `ponderhit`, `gameover`, `quit` and the end of the input the
//! moment they arrive; everything else goes to the driver in order. Each `go`
//! gets a `Job` of its own, through which the reader reaches it even before
//! the driver does.

pub mod command;
mod debug;
mod debug_log;
mod driver;
pub mod format;
mod input;
mod job;
mod output;
mod thinking;
pub mod turns;
mod writer;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use crate::engine::usi_options::UsiOptions;
use crate::engine::{beside_executable, quote};
use crate::host::Instant;
use crate::search::PonderHit;
use command::Command;
use debug_log::Opened;
use driver::{Driver, Task};
use input::Line;
use job::Job;
use output::Output;
use writer::Writer;

/// How long unfinished work may hold up the end after `quit`.
const GRACE: Duration = Duration::from_secs(2);

/// Speaks USI until `quit` or the end of the input.
///
/// Returns within about two seconds of it, even if a long count or load is
/// still under way on the driver's thread, which then dies with the process.
///
/// # Errors
/// If the input cannot be read, or a thread cannot be started.
pub fn run(mut input: impl BufRead, out: impl Write + Send + 'static) -> io::Result<()> {
    let (writer, unread) = Writer::new(out)?;
    let out = Arc::new(Output::new(writer));
    let (tasks, queue) = mpsc::channel();
    let (done, finished) = mpsc::channel();
    let driver = Driver::new(out.clone());
    thread::Builder::new()
        .name("driver".to_string())
        .spawn(move || {
            driver.work_off(queue);
            // Nobody may be waiting any more.
            let _ = done.send(());
        })?;

    let mut reader = Reader {
        out,
        tasks,
        job: None,
    };
    let result = loop {
        match input::read_line(&mut input) {
            Ok(Some(line)) => {
                if !reader.act(line, Instant::now()) {
                    break Ok(());
                }
            }
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    let end = Instant::now() + GRACE;
    let out = reader.finish();
    // Either it is finished, or it is given up.
    let _ = finished.recv_timeout(GRACE);
    out.log()
        .finish(end.saturating_duration_since(Instant::now()));
    // Who reads slowly is waited for, who has stopped reading is not.
    unread.wait(GRACE);
    result
}

/// What the reading thread knows.
struct Reader {
    out: Arc<Output>,
    tasks: Sender<Task>,
    /// The latest `go`; all earlier ones are cancelled.
    job: Option<Arc<Job>>,
}

impl Reader {
    /// Acts on one line, read at `read_at`; false if it was `quit`.
    fn act(&mut self, line: Line, read_at: Instant) -> bool {
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
                if let Some(job) = &self.job {
                    job.stop();
                }
            }
            Command::PonderHit(clock) => {
                if let Some(job) = &self.job {
                    job.ponderhit(PonderHit { at: read_at, clock });
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
                let job = self.new_job();
                self.send(Task::Go(go, job));
            }
            Command::Show => self.send(Task::Show),
            Command::Eval => self.send(Task::Eval),
            Command::Bench(words) => {
                let job = self.new_job();
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
        self.job.as_ref().is_some_and(|job| job.is_running())
    }

    /// A job for a new command that thinks. It ends the one before, whose
    /// answer would be taken for its own.
    fn new_job(&mut self) -> Arc<Job> {
        if let Some(old) = self.job.take() {
            old.cancel();
        }
        let job = Arc::new(Job::new());
        self.job = Some(job.clone());
        job
    }

    fn send(&self, task: Task) {
        if self.tasks.send(task).is_err() {
            log::error!("the driver is gone");
        }
    }

    /// Ends what is under way, and the driver after what it has been given;
    /// the output stays, for what they still say.
    fn finish(self) -> Arc<Output> {
        if let Some(job) = &self.job {
            job.stop();
        }
        self.out
    }

    /// Ends what is under way, whose answer nobody waits for any more.
    fn end_all(&mut self) {
        if let Some(job) = self.job.take() {
            job.cancel();
        }
    }
}
