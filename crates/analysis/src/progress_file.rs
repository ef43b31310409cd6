//! Progress file: a journal with one JSON value a line. The first line holds the settings on which
//! the results depend; each other line holds one result.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use komadai_journal::{Found, Journal, JournalError, json_line, whole_lines};

/// Result of [`ProgressFile::open`].
#[derive(Debug)]
pub struct Opened<H, E> {
    /// The open file, to which new results are added.
    pub file: ProgressFile,
    /// The results of the earlier run.
    pub entries: Vec<E>,
    /// The settings line of the earlier run if it differs; its results have then been deleted.
    pub replaced: Option<H>,
}

/// An open progress file.
#[derive(Debug)]
pub struct ProgressFile(Journal);

impl ProgressFile {
    /// Opens the file of an earlier run, or creates one. If the first line differs from `header`,
    /// the file is emptied and started anew. Unreadable result lines are skipped.
    ///
    /// # Errors
    /// If the system refuses access, another run uses the file, or it is no progress file
    /// of this kind.
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
                // The earlier run may have been killed while it wrote its first line.
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

    /// Adds a result.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, entry: &impl Serialize) -> Result<(), JournalError> {
        let line = json_line(self.0.path(), entry)?;
        self.0.append(&line)
    }

    /// Removes the file once everything is done.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(self) -> Result<(), JournalError> {
        self.0.remove()
    }
}

/// Whether an incomplete first line may come from a file of the same kind: it agrees with `head` as
/// far as it goes, at most to the end of the first key.
fn begins_like(bytes: &[u8], head: &[u8]) -> bool {
    let key = head.iter().position(|&b| b == b':').map_or(0, |i| i + 1);
    let len = bytes.len().min(key);
    bytes[..len] == head[..len]
}
