//! The USI protocol: a reader that reacts at once, and a driver that searches.
//!
//! The reader waits for nothing but input. It answers `usi`, faulty commands and an
//! `isready` during a search, and acts on `stop`, `ponderhit`, `gameover`, `quit` and
//! the end of the input as soon as they arrive; everything else goes to the driver in order. Each `go` gets its own
//! `Job`, through which the reader can stop it even while it waits in the queue.

pub mod command;
mod debug;
mod debug_log;
mod driver;
mod fixed_options;
pub mod format;
pub mod go;
mod info;
mod input;
mod job;
mod option_line;
mod options_file;
mod output;
mod reader;
mod thinking;
pub mod turns;
mod writer;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::host::{self, Instant};
use driver::Driver;
pub use info::UsiInfo;
pub use option_line::{OptionKind, OptionLine};
pub use options_file::{FileOption, OptionsFileError, parse_options};
use output::Output;
use reader::{End, Reader};
use writer::Writer;

/// The longest time for which unfinished work delays the end of [`run`] if its answer is not
/// wanted.
const GRACE: Duration = Duration::from_secs(2);

/// Interval at which [`run`] tests whether the output still has a reader, while it waits for work
/// to be finished.
const LOOK: Duration = Duration::from_millis(100);

/// Time without output from the unfinished work after which an empty line is written, to test
/// whether the output still has a reader.
const SILENCE: Duration = Duration::from_secs(60);

/// Runs the USI protocol until `quit` or the end of the input.
///
/// Work in progress is then finished if a script may wait for its answer (docs/usi.md), and stopped
/// otherwise. Stopped work delays the return by about two seconds at most; a driver's thread that
/// does not react, as during a long load, is left to end with the process.
///
/// # Errors
/// If the input cannot be read, or a thread cannot be started.
pub fn run(mut input: impl BufRead, out: impl Write + Send + 'static) -> io::Result<()> {
    let (writer, unread) = Writer::new(out)?;
    let out = Arc::new(Output::new(writer));
    let (tasks, queue) = mpsc::channel();
    let (done, finished) = mpsc::channel();
    let driver = Driver::new(out.clone());
    let driving = thread::Builder::new()
        .name("driver".to_string())
        .spawn(move || {
            driver.work_off(queue);
            // Sending fails if `run` has stopped waiting, which is no error.
            let _ = done.send(());
        })?;

    // `wake_early` asks the scheduler to wake this thread soon, and new threads inherit that. The
    // driver's thread, which starts the search threads, is already running: only the reader needs it.
    host::wake_early();
    let mut reader = Reader::new(out.clone(), tasks);
    let (end, result) = loop {
        match input::read_line(&mut input) {
            Ok(Some(line)) => {
                if !reader.act(line, Instant::now()) {
                    break (End::Quit, Ok(()));
                }
            }
            Ok(None) => break (End::Input, Ok(())),
            Err(error) => break (End::Input, Err(error)),
        }
    };
    let finishes = reader.finishes_at(end);
    let patience = if end == End::Input { SILENCE } else { GRACE };
    let job = reader.hang_up();
    if finishes {
        wait_while_read(&finished, &out, SILENCE);
    }
    if let Some(job) = job {
        job.stop();
    }
    let end = Instant::now() + GRACE;
    // If the driver has finished, its thread ends soon and is joined; otherwise it is abandoned.
    if finished.recv_timeout(GRACE) != Err(RecvTimeoutError::Timeout) {
        let _ = driving.join();
    }
    out.log()
        .finish(end.saturating_duration_since(Instant::now()));
    // Wait as long as the output is being read, even slowly. After the end of the input the
    // patience is longer, since a script may begin to read only then.
    unread.wait(patience);
    result
}

/// Waits until the driver has finished or its output has no reader any more. After each `silence`
/// an empty line is written to test whether there is a reader.
fn wait_while_read(finished: &Receiver<()>, out: &Output, silence: Duration) {
    while !out.is_broken() && finished.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
        if out.silent_for() >= silence {
            out.line("");
        }
    }
}
