//! Checkpoint of a training run, from which an interrupted run is resumed.
//!
//! ```text
//! "KOMATRNR"  version u32  length u32  head (JSON)  then for each array: count u64, its numbers;
//! CRC-32 of all that
//! ```
//!
//! A new checkpoint is written beside the old one and renamed over it when complete.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::config::Config;
use super::dataset::DataSet;
use super::kernels::Buffer;
use super::model::Params;
use super::trainer::{Start, State, TrainError, Trainer};
use komadai::files::whole_file::WholeFile;
use komadai::files::{self, PathError};

const MAGIC: &[u8; 8] = b"KOMATRNR";
const VERSION: u32 = 1;

/// A fault in a checkpoint file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum CheckpointFault {
    #[error("not a checkpoint")]
    NoCheckpoint,
    #[error("a checkpoint of another version")]
    Version,
    #[error("the checkpoint is damaged (its checksum is wrong)")]
    Damaged,
    #[error("cut short")]
    CutShort,
    #[error("the head cannot be read")]
    Head,
    #[error("arrays of another size")]
    Arrays,
}

/// Error in writing a checkpoint or resuming from it.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// The file is no valid checkpoint of this version.
    #[error("{path}: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        what: CheckpointFault,
    },
    /// The run was started with other options; the text names those that differ.
    #[error("the run was started with other options: {0}")]
    OtherOptions(String),
    /// The positions differ from those that the run was started with.
    #[error(
        "the positions are not those the run was started with; give the same files, or start anew without --resume"
    )]
    OtherData,
    /// The trainer cannot be set up with these options and data.
    #[error(transparent)]
    Train(#[from] TrainError),
}

#[derive(Serialize, Deserialize)]
struct Head {
    config: Config,
    state: State,
    fingerprint: u64,
    #[serde(default)]
    start: Option<Start>,
}

/// Writer that passes everything on and computes its CRC-32.
struct Summing<W> {
    out: W,
    crc: crc32fast::Hasher,
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.crc.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn put_floats(out: &mut impl Write, values: &[f32]) -> io::Result<()> {
    out.write_all(&(values.len() as u64).to_le_bytes())?;
    let mut bytes = Vec::with_capacity(1 << 16);
    for values in values.chunks(1 << 14) {
        bytes.clear();
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        out.write_all(&bytes)?;
    }
    Ok(())
}

/// The bytes not yet read.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.first_chunk().copied()
    }

    /// Fills `to` from the next stored array; `None` if its length differs or the input ends early.
    fn fill<T>(&mut self, to: &mut [T], read: impl Fn([u8; 4]) -> T) -> Option<()> {
        let count = u64::from_le_bytes(self.number()?);
        if count != to.len() as u64 {
            return None;
        }
        let bytes = self.take(to.len() * 4)?;
        for (to, from) in to.iter_mut().zip(bytes.as_chunks().0) {
            *to = read(*from);
        }
        Some(())
    }
}

fn buffers(params: &Params) -> impl Iterator<Item = &Buffer> {
    std::iter::once(&params.rows).chain(params.dense.parts())
}

fn buffers_mut(params: &mut Params) -> impl Iterator<Item = &mut Buffer> {
    std::iter::once(&mut params.rows).chain(params.dense.parts_mut())
}

fn check(bytes: &[u8]) -> Result<(Head, Input<'_>), CheckpointFault> {
    use CheckpointFault::{CutShort, Damaged, Head as BadHead, NoCheckpoint, Version};
    let (body, crc) = bytes.split_last_chunk::<4>().ok_or(NoCheckpoint)?;
    let mut input = Input(body);
    if input.take(MAGIC.len()) != Some(MAGIC) {
        return Err(NoCheckpoint);
    }
    if input.number().map(u32::from_le_bytes) != Some(VERSION) {
        return Err(Version);
    }
    if crc32fast::hash(body) != u32::from_le_bytes(*crc) {
        return Err(Damaged);
    }
    let length = input.number().map(u32::from_le_bytes).ok_or(CutShort)?;
    let head = input.take(length as usize).ok_or(CutShort)?;
    let head = serde_json::from_slice(head).map_err(|_| BadHead)?;
    Ok((head, input))
}

impl Trainer {
    /// Writes the run to a file.
    ///
    /// # Errors
    /// If the file cannot be written; an older checkpoint at this path then stays.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        Ok(self.write_whole(path).map_err(PathError::at(path))?)
    }

    fn write_whole(&self, path: &Path) -> io::Result<()> {
        let head = serde_json::to_vec(&Head {
            config: self.config.clone(),
            state: self.state.clone(),
            fingerprint: self.data.fingerprint(),
            start: self.start,
        })?;
        let mut out = Summing {
            out: WholeFile::create(path)?,
            crc: crc32fast::Hasher::new(),
        };
        out.write_all(MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&(head.len() as u32).to_le_bytes())?;
        out.write_all(&head)?;
        let moments = &self.optimizer.moments;
        let all = [&self.params, &self.best, &moments.first, &moments.second];
        for params in all.into_iter().chain(&self.mean) {
            for buffer in buffers(params) {
                put_floats(&mut out, buffer)?;
            }
        }
        out.write_all(&(self.optimizer.met.len() as u64).to_le_bytes())?;
        for step in &self.optimizer.met {
            out.write_all(&step.to_le_bytes())?;
        }
        let Summing { mut out, crc } = out;
        out.write_all(&crc.finalize().to_le_bytes())?;
        Ok(out.commit()?)
    }

    /// Resumes the run of a checkpoint.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged, or options or data differ from those of the run.
    pub fn resume(path: &Path, config: Config, data: DataSet) -> Result<Trainer, CheckpointError> {
        let bytes = files::read(path)?;
        let damaged = |what| CheckpointError::Damaged {
            path: path.to_path_buf(),
            what,
        };
        let (head, mut input) = check(&bytes).map_err(damaged)?;
        if head.config != config {
            return Err(CheckpointError::OtherOptions(differences(
                &head.config,
                &config,
            )));
        }
        let mut run = Trainer::new(config, data, None)?;
        if run.data.fingerprint() != head.fingerprint {
            return Err(CheckpointError::OtherData);
        }
        let moments = &mut run.optimizer.moments;
        let all = [
            &mut run.params,
            &mut run.best,
            &mut moments.first,
            &mut moments.second,
        ];
        let read_all = || {
            for params in all.into_iter().chain(&mut run.mean) {
                for buffer in buffers_mut(params) {
                    input.fill(buffer, f32::from_le_bytes)?;
                }
            }
            input.fill(&mut run.optimizer.met, u32::from_le_bytes)
        };
        read_all().ok_or_else(|| damaged(CheckpointFault::Arrays))?;
        run.start = head.start;
        run.optimizer.step = head.state.step;
        run.state = head.state;
        Ok(run)
    }
}

/// Whether a file begins with the magic bytes of a checkpoint.
pub fn is_checkpoint(path: &Path) -> bool {
    let mut start = [0; MAGIC.len()];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *MAGIC
}

/// The network with the lowest validation loss in a checkpoint, to start another run from.
///
/// # Errors
/// If the file cannot be read or is damaged.
pub fn best_params(path: &Path) -> Result<Params, CheckpointError> {
    let bytes = files::read(path)?;
    let damaged = |what| CheckpointError::Damaged {
        path: path.to_path_buf(),
        what,
    };
    let (head, mut input) = check(&bytes).map_err(damaged)?;
    head.config.check().map_err(TrainError::from)?;
    let mut params = Params::random(&head.config.arch, 0);
    for _ in 0..2 {
        // The best network follows the current one in the file, so the second pass overwrites the
        // first.
        for buffer in buffers_mut(&mut params) {
            input
                .fill(buffer, f32::from_le_bytes)
                .ok_or_else(|| damaged(CheckpointFault::Arrays))?;
        }
    }
    Ok(params)
}

/// The options that differ, with both values.
fn differences(then: &Config, now: &Config) -> String {
    let mut found = Vec::new();
    if let (Ok(then), Ok(now)) = (serde_json::to_value(then), serde_json::to_value(now)) {
        compare("", &then, &now, &mut found);
    }
    found.join(", ")
}

fn compare(name: &str, then: &serde_json::Value, now: &serde_json::Value, found: &mut Vec<String>) {
    match (then.as_object(), now.as_object()) {
        (Some(then), Some(now)) => {
            for (key, value) in then {
                let other = now.get(key).unwrap_or(&serde_json::Value::Null);
                compare(key, value, other, found);
            }
        }
        _ if then != now => found.push(format!("{name} {then} then, {now} now")),
        _ => {}
    }
}
