//! Files that keep what is finished, so that a long run can go on where it was ended.
//!
//! One JSON line each; the first says how the results are made. A line is
//! written in one piece when its result is there, so that whatever ends a run
//! costs the work under way and at most a torn last line.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use komadai::files::lock;

/// Why a progress file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProgressError {
    /// The system refuses.
    #[error("{}: {source}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another run is writing to it.
    #[error("{} is in use by another run", .0.display())]
    Locked(PathBuf),
    /// It holds something else, which is not to be overwritten.
    #[error("{} is no progress file of this command; it is left as it is", .0.display())]
    Foreign(PathBuf),
}

/// What [`ProgressFile::open`] found.
#[derive(Debug)]
pub struct Opened<H, E> {
    /// The file, to go on with.
    pub file: ProgressFile,
    /// What was finished earlier.
    pub entries: Vec<E>,
    /// The first line the file was made with, where it differs: what it held
    /// is gone then.
    pub replaced: Option<H>,
}

/// An open progress file.
#[derive(Debug)]
pub struct ProgressFile {
    path: PathBuf,
    file: File,
}

impl ProgressFile {
    /// Opens the file of an earlier run, or starts a new one. One that begins
    /// with another header is started anew. Lines that are no entry are passed over.
    ///
    /// # Errors
    /// If the system refuses, another run uses the file, or it holds
    /// something else.
    pub fn open<H, E>(path: &Path, header: &H) -> Result<Opened<H, E>, ProgressError>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        E: DeserializeOwned,
    {
        let fail = io_error(path);
        // Not `append`: Windows cuts no file opened so.
        let mut open = OpenOptions::new();
        let file = open.read(true).write(true).create(true).truncate(false);
        let file = file.open(path);
        let mut progress = ProgressFile {
            path: path.to_path_buf(),
            file: file.map_err(&fail)?,
        };
        if !lock::claim(&progress.file, path) {
            return Err(ProgressError::Locked(path.to_path_buf()));
        }
        let mut bytes = Vec::new();
        progress.file.read_to_end(&mut bytes).map_err(&fail)?;
        let head = serde_json::to_vec(header).map_err(|e| fail(e.into()))?;
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let mut lines = bytes[..whole].split(|&b| b == b'\n');
        let first = lines.next().unwrap_or_default();
        let mut replaced = None;
        match serde_json::from_slice::<H>(first) {
            Ok(found) if found == *header => {
                let entries = lines
                    .filter_map(|line| serde_json::from_slice(line).ok())
                    .collect();
                progress.cut(whole as u64)?;
                return Ok(Opened {
                    file: progress,
                    entries,
                    replaced,
                });
            }
            Ok(found) => replaced = Some(found),
            // A run may have ended while it wrote its first line.
            Err(_) if whole == 0 && begins_like(&bytes, &head) => {}
            Err(_) => return Err(ProgressError::Foreign(path.to_path_buf())),
        }
        progress.cut(0)?;
        progress.append(header)?;
        Ok(Opened {
            file: progress,
            entries: Vec::new(),
            replaced,
        })
    }

    /// Adds what was finished.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn append(&mut self, entry: &impl Serialize) -> Result<(), ProgressError> {
        let fail = io_error(&self.path);
        let mut line = serde_json::to_vec(entry).map_err(|e| fail(e.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(&fail)
    }

    /// Removes the file: nothing is left to be done.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(self) -> Result<(), ProgressError> {
        let ProgressFile { path, file } = self;
        // Windows removes no open file.
        drop(file);
        std::fs::remove_file(&path).map_err(io_error(&path))
    }

    fn cut(&mut self, len: u64) -> Result<(), ProgressError> {
        let fail = io_error(&self.path);
        self.file.set_len(len).map_err(&fail)?;
        self.file.seek(SeekFrom::End(0)).map_err(&fail)?;
        Ok(())
    }
}

/// Whether a torn line could have become one that names the same first key.
fn begins_like(bytes: &[u8], head: &[u8]) -> bool {
    let key = head.iter().position(|&b| b == b':').map_or(0, |i| i + 1);
    let len = bytes.len().min(key);
    bytes[..len] == head[..len]
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> ProgressError {
    let file = path.to_path_buf();
    move |source| ProgressError::Io {
        file: file.clone(),
        source,
    }
}
