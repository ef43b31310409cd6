//! Debug log: a copy of the conversation, written by a thread of its own.
//!
//! Lines and requests for another file reach that thread in the order of the conversation, so a
//! file begins with the line that requests it. No other thread waits for the disk.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use crate::files::PathError;
use crate::host::Instant;
use crate::host::millis;
use crate::host::sync::lock;

/// Receiver of the result of opening a log file; an error also means that the log's thread cannot
/// be started.
pub type Opened = Receiver<Result<(), PathError>>;

enum Order {
    /// Continue in this file, or end the log if there is none.
    Open(Option<PathBuf>, Sender<Result<(), PathError>>),
    /// Append a text of one or more lines, each with the time and the direction.
    Copy {
        ms: u64,
        direction: char,
        text: String,
    },
    /// Confirm that all earlier orders are done.
    Finish(Sender<()>),
}

/// The debug log: the sending side of the channel to its thread.
pub struct DebugLog {
    start: Instant,
    /// The channel to the thread; `None` until a file is requested.
    orders: Mutex<Option<Sender<Order>>>,
}

impl DebugLog {
    /// A log without a file. Times in the log count from now.
    pub fn new() -> DebugLog {
        DebugLog {
            start: Instant::now(),
            orders: Mutex::new(None),
        }
    }

    /// Appends the conversation from now on to this file; `None` ends the log. If the file cannot
    /// be opened, the old one stays in use.
    pub fn open(&self, path: Option<PathBuf>) -> Opened {
        let (answer, opened) = mpsc::channel();
        // A panic under this lock leaves the data consistent.
        let mut slot = lock(&self.orders);
        if slot.is_none() && path.is_some() {
            let (orders, queue) = mpsc::channel();
            let writer = thread::Builder::new().name("debug log".to_string());
            match writer.spawn(move || write(queue)) {
                Ok(_) => *slot = Some(orders),
                Err(source) => {
                    let path = path.unwrap_or_default();
                    // Sending cannot fail, since this function still has the receiver.
                    let _ = answer.send(Err(PathError { path, source }));
                    return opened;
                }
            }
        }
        match &*slot {
            Some(orders) => order(orders, Order::Open(path, answer)),
            None => {
                let _ = answer.send(Ok(()));
            }
        }
        opened
    }

    /// Logs a text. `direction` is `>` for input, `<` for output.
    pub fn copy(&self, direction: char, text: &str) {
        let slot = lock(&self.orders);
        if let Some(orders) = &*slot {
            let copy = Order::Copy {
                ms: millis::since(self.start),
                direction,
                text: text.to_string(),
            };
            order(orders, copy);
        }
    }

    /// Waits until everything so far is written to the file, but not longer than `patience`.
    pub fn finish(&self, patience: Duration) {
        let (done, finished) = mpsc::channel();
        let slot = lock(&self.orders);
        let Some(orders) = &*slot else {
            return;
        };
        order(orders, Order::Finish(done));
        drop(slot);
        // A timeout is ignored: the disk may hang.
        let _ = finished.recv_timeout(patience);
    }
}

fn order(orders: &Sender<Order>, order: Order) {
    if orders.send(order).is_err() {
        log::error!("the thread of the debug log is gone");
    }
}

/// Carries out orders until their channel closes.
fn write(orders: Receiver<Order>) {
    let mut log: Option<(PathBuf, File)> = None;
    for order in orders {
        match order {
            Order::Open(wanted, answer) => {
                let result = replace(&mut log, wanted);
                // The caller of `open` may have dropped the receiver.
                let _ = answer.send(result);
            }
            Order::Copy {
                ms,
                direction,
                text,
            } => {
                let Some((path, file)) = &mut log else {
                    continue;
                };
                let block: String = text
                    .lines()
                    .map(|line| format!("{ms} {direction} {line}\n"))
                    .collect();
                if let Err(error) = file.write_all(block.as_bytes()) {
                    log::warn!("{} ends here: {error}", path.display());
                    log = None;
                }
            }
            Order::Finish(done) => {
                let _ = done.send(());
            }
        }
    }
}

/// Replaces the open log by the file wanted, unless that is the open one; `None` closes the log.
fn replace(log: &mut Option<(PathBuf, File)>, wanted: Option<PathBuf>) -> Result<(), PathError> {
    let Some(path) = wanted else {
        *log = None;
        return Ok(());
    };
    if log.as_ref().is_some_and(|(open, _)| *open == path) {
        return Ok(());
    }
    let file = OpenOptions::new().append(true).create(true).open(&path);
    let file = file.map_err(PathError::at(&path))?;
    *log = Some((path, file));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const HANG: Duration = Duration::from_secs(120);

    fn lines(path: &Path) -> Vec<String> {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines()
            .map(|l| l.split_once(' ').map_or(l, |(_, said)| said).to_string())
            .collect()
    }

    #[test]
    fn a_log_holds_both_directions_and_is_never_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("log.txt");
        std::fs::write(&path, "older\n").unwrap();
        let log = DebugLog::new();
        log.copy('>', "lost");
        let opened = log.open(Some(path.clone()));
        log.copy('>', "usi");
        log.copy('<', "id name X\nusiok\n");
        opened.recv_timeout(HANG).unwrap().unwrap();
        let nowhere = dir.path().join("no/such/dir");
        let error = log.open(Some(nowhere.clone())).recv_timeout(HANG).unwrap();
        let error = error.unwrap_err().to_string();
        assert!(error.contains(&nowhere.display().to_string()), "{error}");
        log.copy('>', "quit");
        log.open(None);
        log.copy('>', "lost");
        log.finish(HANG);
        assert_eq!(
            lines(&path),
            ["older", "> usi", "< id name X", "< usiok", "> quit"]
        );
    }

    #[test]
    fn another_file_begins_where_it_is_asked_for() {
        let dir = tempfile::tempdir().unwrap();
        let paths = ["first.txt", "second.txt"].map(|name| dir.path().join(name));
        let log = DebugLog::new();
        for (i, path) in paths.iter().enumerate() {
            // Opening the same file twice changes nothing.
            let opened = [(); 2].map(|()| log.open(Some(path.clone())));
            for line in 0..1000 {
                log.copy('>', &format!("{i} {line}"));
            }
            for opened in opened {
                opened.recv_timeout(HANG).unwrap().unwrap();
            }
        }
        log.finish(HANG);
        for (i, path) in paths.iter().enumerate() {
            let expected: Vec<String> = (0..1000).map(|line| format!("> {i} {line}")).collect();
            assert_eq!(lines(path), expected);
        }
    }
}
