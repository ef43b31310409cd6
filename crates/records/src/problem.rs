//! Problems in reading a record, with line and reason, and losses in writing one.

use std::fmt;
use std::path::PathBuf;

use super::tree::{Node, Record, Step};

/// A fault in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// The line, counted from 1; 0 for the text as a whole.
    pub line: usize,
    /// The fault, and how it was treated.
    pub reason: String,
}

impl Problem {
    pub(super) fn new(line: usize, reason: impl Into<String>) -> Problem {
        Problem {
            line,
            reason: reason.into(),
        }
    }

    /// In words with the file it is in, as editors know it: `file:12: reason`.
    pub fn in_file(&self, file: impl fmt::Display) -> String {
        match self.line {
            0 => format!("{file}: {}", self.reason),
            line => format!("{file}:{line}: {}", self.reason),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.reason),
            line => write!(f, "line {line}: {}", self.reason),
        }
    }
}

/// Why a file could not be read or written at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file could not be opened, read or written.
    #[error("{}: {source}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Nothing in the file could be read.
    #[error("{}", .problem.in_file(.file.display()))]
    Content {
        /// The file.
        file: PathBuf,
        /// The first thing wrong.
        problem: Problem,
    },
    /// The extension belongs to no format.
    #[error("{}: the extension names no record format (known: {})", .file.display(), super::Format::EXTENSIONS)]
    Extension {
        /// The file.
        file: PathBuf,
    },
}

/// Problems met while reading, at most a number that a person reads.
#[derive(Debug, Default)]
pub(super) struct Problems {
    list: Vec<Problem>,
    more: usize,
}

impl Problems {
    const MAX: usize = 100;

    pub fn add(&mut self, line: usize, reason: impl Into<String>) {
        if self.list.len() < Problems::MAX {
            self.list.push(Problem::new(line, reason));
        } else {
            self.more += 1;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn into_vec(mut self) -> Vec<Problem> {
        if self.more > 0 {
            let reason = format!("{} more problems are not listed", self.more);
            self.list.push(Problem::new(0, reason));
        }
        self.list
    }
}

/// Things left out or changed in writing, each named once.
#[derive(Debug, Default)]
pub(super) struct Losses(Vec<String>);

impl Losses {
    pub fn note(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !self.0.contains(&text) {
            self.0.push(text);
        }
    }

    pub fn into_vec(self) -> Vec<String> {
        self.0
    }

    /// A time is written in whole seconds.
    pub fn fraction(&mut self, time_ms: u64) {
        if !time_ms.is_multiple_of(1000) {
            self.note("fractions of seconds are dropped");
        }
    }

    pub fn time(&mut self, time_ms: Option<u64>) {
        if time_ms.is_some() {
            self.note("times are left out");
        }
    }

    pub fn bookmark(&mut self, node: &Node) {
        if node.bookmark.is_some() {
            self.note("bookmarks are left out");
        }
    }

    /// The format has no place for the move number of the start position.
    pub fn start_ply(&mut self, record: &Record) {
        let ply = record.start().ply();
        if ply != 1 {
            self.note(format!("the move number of the start, {ply}, is left out"));
        }
    }

    pub fn variations(&mut self, record: &Record) {
        if record.has_variations() {
            self.note("variations are left out");
        }
    }

    /// Only the start and the moves of the main line are written.
    pub fn all_but_moves(&mut self, record: &Record) {
        if !record.headers.is_empty() {
            self.note("names and other headers are left out");
        }
        self.variations(record);
        for id in record.ids() {
            let node = record.node(id);
            self.time(node.time_ms);
            self.bookmark(node);
            if !node.comments.is_empty() {
                self.note("comments are left out");
            }
            if matches!(node.step(), Step::End(_)) {
                self.note("the end mark is left out");
            }
        }
    }
}
