//! The copy of the conversation for finding faults, written by a thread of its own.
//!
//! Lines go to that thread in the order in which they were said, and so does the wish for another
//! file: a file holds everything from the line on that asks for it. Nobody waits for the disk.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use crate::host::Instant;
use crate::host::millis;
use crate::host::sync::lock;

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write to {}: {source}", .path.display())]
pub struct LogError {
    path: PathBuf,
    source: io::Error,
}

/// Whether a file could be opened, once that is known.
pub type Opened = Receiver<Result<(), LogError>>;

enum Order {
    /// Go on in this file, or in none.
    Open(Option<PathBuf>, Sender<Result<(), LogError>>),
    /// Add what was said; it may be several lines.
    Copy {
        ms: u64,
        direction: char,
        text: String,
    },
    /// Say when all that was ordered before is done.
    Finish(Sender<()>),
}

/// Hands lines to the thread that writes them.
pub struct DebugLog {
    start: Instant,
    /// The way to the thread; `None` until a file is asked for.
    orders: Mutex<Option<Sender<Order>>>,
}

impl DebugLog {
    /// No file yet. Times in the files count from now.
    pub fn new() -> DebugLog {
        DebugLog {
            start: Instant::now(),
            orders: Mutex::new(None),
        }
    }

    /// Adds what is said from now on to the end of this file; with `None` to no
    /// file any more. A file that cannot be opened leaves the old one in use.
    pub fn open(&self, path: Option<PathBuf>) -> Opened {
        let (answer, opened) = mpsc::channel();
        // A panic while this lock was held can have done no harm.
        let mut slot = lock(&self.orders);
        if slot.is_none() && path.is_some() {
            let (orders, queue) = mpsc::channel();
            let writer = thread::Builder::new().name("debug log".to_string());
            match writer.spawn(move || write(queue)) {
                Ok(_) => *slot = Some(orders),
                Err(source) => {
                    let path = path.unwrap_or_default();
                    // The receiver is in our hands.
                    let _ = answer.send(Err(LogError { path, source }));
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

    /// Copies what was said, `>` for input and `<` for output.
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

    /// Waits until everything said so far is in the file, or until `patience` is at an end.
    pub fn finish(&self, patience: Duration) {
        let (done, finished) = mpsc::channel();
        let slot = lock(&self.orders);
        let Some(orders) = &*slot else {
            return;
        };
        order(orders, Order::Finish(done));
        drop(slot);
        // A disk that hangs is given up.
        let _ = finished.recv_timeout(patience);
    }
}

fn order(orders: &Sender<Order>, order: Order) {
    if orders.send(order).is_err() {
        log::error!("the thread of the debug log is gone");
    }
}

/// Works off the orders until nobody can give any more.
fn write(orders: Receiver<Order>) {
    let mut log: Option<(PathBuf, File)> = None;
    for order in orders {
        match order {
            Order::Open(wanted, answer) => {
                let result = replace(&mut log, wanted);
                // Who asked may have gone on.
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

/// Opens the file wanted, unless it is open already.
fn replace(log: &mut Option<(PathBuf, File)>, wanted: Option<PathBuf>) -> Result<(), LogError> {
    let Some(path) = wanted else {
        *log = None;
        return Ok(());
    };
    if log.as_ref().is_some_and(|(open, _)| *open == path) {
        return Ok(());
    }
    match append_to(&path) {
        Ok(file) => {
            *log = Some((path, file));
            Ok(())
        }
        Err(source) => Err(LogError { path, source }),
    }
}

fn append_to(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HANG: Duration = Duration::from_secs(120);

    fn said(path: &Path) -> Vec<String> {
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
            said(&path),
            ["older", "> usi", "< id name X", "< usiok", "> quit"]
        );
    }

    #[test]
    fn another_file_begins_where_it_is_asked_for() {
        let dir = tempfile::tempdir().unwrap();
        let paths = ["first.txt", "second.txt"].map(|name| dir.path().join(name));
        let log = DebugLog::new();
        for (i, path) in paths.iter().enumerate() {
            // Once more changes nothing.
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
            assert_eq!(said(path), expected);
        }
    }
}
