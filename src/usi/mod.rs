//! The USI protocol: a reader that reacts at once, and a driver that searches.
//!
//! The reader never waits for anything but input. It answers `usi`, and acts
//! on `stop`, `ponderhit`, `gameover`, `quit` and the end of the input
//! the moment they arrive; everything else goes to the driver in order. Each `go`
//! gets a `Job` of its own, through which the reader reaches it even before
//! the driver does.

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
pub use option_line::{AllowedValue, OptionError, OptionKind, OptionLine};
pub use options_file::{FileOption, OptionsFileError, parse_options};
use output::Output;
use reader::{End, Reader};
use writer::Writer;

/// Longest delay of the end by unfinished work that is not wanted.
const GRACE: Duration = Duration::from_secs(2);

/// Interval of the checks, during work that is to be finished, whether its output still has a
/// reader.
const LOOK: Duration = Duration::from_millis(100);

/// Silence of such work after which an empty line is written as a test.
const SILENCE: Duration = Duration::from_secs(60);

/// Speaks USI until `quit` or the end of the input.
///
/// Work in progress is then stopped, or finished where a script may wait for the answer
/// (docs/usi.md). Stopped work delays the end by about two seconds at most, even if the driver's
/// thread is in a long count or load; that thread then ends with the process.
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
            // The other end may have stopped waiting.
            let _ = done.send(());
        })?;

    // After the driver is started, whose threads would inherit it.
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
    // Either the driver is finished, and its thread about to end, or it is abandoned.
    if finished.recv_timeout(GRACE) != Err(RecvTimeoutError::Timeout) {
        let _ = driving.join();
    }
    out.log()
        .finish(end.saturating_duration_since(Instant::now()));
    // A slow reader is waited for, one that has stopped reading is not. After the end of its
    // commands a script may read later.
    unread.wait(patience);
    result
}

/// Waits for the driver to finish, as long as its output has a reader. After long silence an empty
/// line is written to test that.
fn wait_while_read(finished: &Receiver<()>, out: &Output, silence: Duration) {
    while !out.is_broken() && finished.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
        if out.silent_for() >= silence {
            out.line("");
        }
    }
}
