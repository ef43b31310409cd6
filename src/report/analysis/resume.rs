//! The file that keeps finished positions, so that an analysis can go on where it was ended.
//!
//! One JSON line each; the first says how positions are searched. A line is
//! written in one piece when its position is done, so that whatever ends an
//! analysis costs the searches under way and at most a torn last line.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::file_lock;
use crate::types::{Depth, Move, Value};

use super::analyser::Identity;
use super::position::{Line, PositionAnalysis};

/// The version of the format, in the first line.
const FORMAT: u32 = 1;

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
    /// Another analysis is writing to it.
    #[error("{} is in use by another analysis", .0.display())]
    Locked(PathBuf),
    /// It holds something else, which is not to be overwritten.
    #[error("{} is no progress file of an analysis; it is left as it is", .0.display())]
    Foreign(PathBuf),
}

#[derive(Serialize, Deserialize)]
struct Header {
    komadai_analysis: u32,
    settings: Identity,
}

/// A finished position.
#[derive(Serialize, Deserialize)]
struct Entry {
    position: String,
    depth: Depth,
    nodes: u64,
    time_ms: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    declares: bool,
    /// Value in search units, depth, seldepth, moves.
    lines: Vec<(i32, Depth, Depth, String)>,
}

impl Entry {
    fn new(key: &str, result: &PositionAnalysis) -> Entry {
        let line = |line: &Line| {
            let moves: Vec<String> = line.moves.iter().map(Move::to_string).collect();
            (line.value.0, line.depth, line.seldepth, moves.join(" "))
        };
        Entry {
            position: key.to_string(),
            depth: result.depth,
            nodes: result.nodes,
            time_ms: result.time_ms,
            declares: result.declares,
            lines: result.lines.iter().map(line).collect(),
        }
    }

    fn result(self) -> Option<(String, PositionAnalysis)> {
        let mut lines = Vec::with_capacity(self.lines.len());
        for (value, depth, seldepth, moves) in self.lines {
            if !(-Value::MATE.0..=Value::MATE.0).contains(&value) {
                return None;
            }
            let moves: Result<Vec<Move>, _> =
                moves.split_whitespace().map(Move::from_usi).collect();
            lines.push(Line {
                value: Value(value),
                depth,
                seldepth,
                moves: moves.ok()?,
            });
        }
        let result = PositionAnalysis {
            lines,
            declares: self.declares,
            depth: self.depth,
            nodes: self.nodes,
            time_ms: self.time_ms,
        };
        (!result.lines.is_empty()).then_some((self.position, result))
    }
}

/// What [`ProgressFile::open`] found.
#[derive(Debug)]
pub struct OpenedProgress {
    /// The file, to go on with.
    pub file: ProgressFile,
    /// Positions finished earlier, by key.
    pub known: HashMap<String, PositionAnalysis>,
    /// The settings the file was made with, where they differ: what it held is
    /// gone then.
    pub replaced: Option<Identity>,
}

/// An open progress file.
#[derive(Debug)]
pub struct ProgressFile {
    path: PathBuf,
    file: File,
}

impl ProgressFile {
    /// Opens the file of an earlier run, or starts a new one. One made with
    /// other settings is started anew.
    ///
    /// # Errors
    /// If the system refuses, another analysis uses the file, or it holds
    /// something else.
    pub fn open(path: &Path, settings: &Identity) -> Result<OpenedProgress, ProgressError> {
        let fail = io_error(path);
        // Not `append`: Windows cuts no file opened so.
        let mut open = OpenOptions::new();
        let file = open.read(true).write(true).create(true).truncate(false);
        let file = file.open(path);
        let mut progress = ProgressFile {
            path: path.to_path_buf(),
            file: file.map_err(&fail)?,
        };
        progress.lock()?;
        let mut bytes = Vec::new();
        progress.file.read_to_end(&mut bytes).map_err(&fail)?;
        let header = Header {
            komadai_analysis: FORMAT,
            settings: settings.clone(),
        };
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let mut lines = bytes[..whole].split(|&b| b == b'\n');
        let first = lines.next().unwrap_or_default();
        let mut replaced = None;
        match serde_json::from_slice::<Header>(first) {
            Ok(found) if found.komadai_analysis == FORMAT && found.settings == *settings => {
                let known = lines
                    .filter_map(|line| serde_json::from_slice::<Entry>(line).ok())
                    .filter_map(Entry::result)
                    .collect();
                progress.cut(whole as u64)?;
                return Ok(OpenedProgress {
                    file: progress,
                    known,
                    replaced,
                });
            }
            Ok(found) => replaced = Some(found.settings),
            // A run may have ended while it wrote its first line.
            Err(_) if whole == 0 && looks_like_a_torn_header(&bytes) => {}
            Err(_) => return Err(ProgressError::Foreign(path.to_path_buf())),
        }
        progress.cut(0)?;
        progress.write_line(&header)?;
        Ok(OpenedProgress {
            file: progress,
            known: HashMap::new(),
            replaced,
        })
    }

    /// Adds a finished position.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn append(&mut self, key: &str, result: &PositionAnalysis) -> Result<(), ProgressError> {
        self.write_line(&Entry::new(key, result))
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

    fn lock(&self) -> Result<(), ProgressError> {
        match file_lock::claim(&self.file, &self.path) {
            true => Ok(()),
            false => Err(ProgressError::Locked(self.path.clone())),
        }
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<(), ProgressError> {
        let fail = io_error(&self.path);
        let mut line = serde_json::to_vec(value).map_err(|e| fail(e.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(&fail)
    }
}

fn looks_like_a_torn_header(bytes: &[u8]) -> bool {
    let start = b"{\"komadai_analysis\":";
    let len = bytes.len().min(start.len());
    bytes[..len] == start[..len]
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> ProgressError {
    let file = path.to_path_buf();
    move |source| ProgressError::Io {
        file: file.clone(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::super::analyser::Budget;
    use super::*;

    fn identity(nodes: u64) -> Identity {
        Identity {
            engine: "Komadai".to_string(),
            evaluator: "material".to_string(),
            evaluator_identity: None,
            budget: Budget {
                time_ms: None,
                nodes: Some(nodes),
                depth: None,
            },
            multipv: 2,
            hash_mib: 4,
        }
    }

    fn result(value: i32) -> PositionAnalysis {
        let moves = ["7g7f", "P*5e", "8h2b+"].map(|m| Move::from_usi(m).unwrap());
        let line = |value, moves: &[Move]| Line {
            value: Value(value),
            depth: 7,
            seldepth: 12,
            moves: moves.to_vec(),
        };
        PositionAnalysis {
            lines: vec![line(value, &moves), line(-32000, &[])],
            declares: value > 100,
            depth: 7,
            nodes: 1234,
            time_ms: 5,
        }
    }

    #[test]
    fn what_was_finished_comes_back_wherever_the_file_was_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.progress");
        let mut sizes = Vec::new();
        {
            let mut progress = ProgressFile::open(&path, &identity(1)).unwrap();
            assert!(progress.known.is_empty() && progress.replaced.is_none());
            for (key, value) in [("a", 1), ("b", 101), ("c", -7)] {
                sizes.push(std::fs::metadata(&path).unwrap().len() as usize);
                progress.file.append(key, &result(value)).unwrap();
            }
        }
        let bytes = std::fs::read(&path).unwrap();
        let mut seen = [false; 4];
        for cut in (0..=bytes.len()).rev() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let mut progress = ProgressFile::open(&path, &identity(1)).unwrap();
            let expected = sizes[1..].iter().filter(|size| cut >= **size).count()
                + usize::from(cut == bytes.len());
            assert_eq!(progress.known.len(), expected, "cut at {cut}");
            seen[expected] = true;
            if expected > 0 {
                assert_eq!(progress.known["a"], result(1));
            }
            // It goes on from there.
            progress.file.append("d", &result(4)).unwrap();
            drop(progress);
            let again = ProgressFile::open(&path, &identity(1)).unwrap();
            assert_eq!(again.known.len(), expected + 1, "cut at {cut}");
        }
        assert_eq!(seen, [true; 4]);
    }

    #[test]
    fn other_settings_start_anew_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.progress");
        let mut progress = ProgressFile::open(&path, &identity(1)).unwrap();
        progress.file.append("a", &result(1)).unwrap();
        assert!(matches!(
            ProgressFile::open(&path, &identity(1)),
            Err(ProgressError::Locked(_))
        ));
        drop(progress);
        let progress = ProgressFile::open(&path, &identity(2)).unwrap();
        assert_eq!(progress.replaced, Some(identity(1)));
        assert!(progress.known.is_empty());
        progress.file.remove().unwrap();
        assert!(!path.exists());
        for text in ["手合割：平手\n", "{\"a\":1}\n{}", "x"] {
            std::fs::write(&path, text).unwrap();
            let refused = ProgressFile::open(&path, &identity(2));
            assert!(matches!(refused, Err(ProgressError::Foreign(_))), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
