//! Progress file: the journal of an analysis, one JSON line each; the first
//! says how the results are made.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use komadai_journal::{Found, Journal, JournalError, json_line, whole_lines};

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
pub struct ProgressFile(Journal);

impl ProgressFile {
    /// Opens the file of an earlier run, or starts a new one. One that begins
    /// with another header is started anew. Lines that are no entry are passed over.
    ///
    /// # Errors
    /// If the system refuses, another run uses the file, or it holds
    /// something else.
    pub fn open<H, E>(path: &Path, header: &H) -> Result<Opened<H, E>, JournalError>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        E: DeserializeOwned,
    {
        let head = json_line(path, header)?;
        let (journal, (entries, replaced)) = Journal::open(path, &head, |bytes| {
            let whole = whole_lines(&bytes);
            let mut lines = bytes[..whole].split(|&b| b == b'\n');
            let first = lines.next().unwrap_or_default();
            match serde_json::from_slice::<H>(first) {
                Ok(found) if found == *header => {
                    let entries = lines.filter_map(|line| serde_json::from_slice(line).ok());
                    Ok(Found::Whole(whole, (entries.collect(), None)))
                }
                Ok(found) => Ok(Found::Anew((Vec::new(), Some(found)))),
                // A run may have ended while it wrote its first line.
                Err(_) if whole == 0 && begins_like(&bytes, &head) => {
                    Ok(Found::Anew((Vec::new(), None)))
                }
                Err(_) => Err(JournalError::Foreign(path.to_path_buf())),
            }
        })?;
        Ok(Opened {
            file: ProgressFile(journal),
            entries,
            replaced,
        })
    }

    /// Adds what was finished.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn append(&mut self, entry: &impl Serialize) -> Result<(), JournalError> {
        let line = json_line(self.0.path(), entry)?;
        self.0.append(&line)
    }

    /// Removes the file: nothing is left to be done.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(self) -> Result<(), JournalError> {
        self.0.remove()
    }
}

/// Whether a torn line could have become one that names the same first key.
fn begins_like(bytes: &[u8], head: &[u8]) -> bool {
    let key = head.iter().position(|&b| b == b':').map_or(0, |i| i + 1);
    let len = bytes.len().min(key);
    bytes[..len] == head[..len]
}
