//! A run with its files: the net, the checkpoint, the log and the picture.

use std::io;
use std::path::{Path, PathBuf};

use super::checkpoint::CheckpointError;
use super::config::Config;
use super::curve;
use super::dataset::DataSet;
use super::export::{Deviation, IntegerNet, output_of_odds, search_divisor};
use super::shard::{Prepared, Shard, Task};
use super::trainer::Trainer;
use crate::eval::nnue::{NetScales, with_scales};
use crate::pack::Board;
use crate::whole_file::write_whole;

/// Held-out positions on which integers and floats are compared.
const COMPARED: usize = 2000;

/// Where a run keeps what it makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The best network so far.
    pub net: PathBuf,
    /// The run, to go on from.
    pub checkpoint: PathBuf,
    /// The log.
    pub csv: PathBuf,
    /// The log as a picture.
    pub svg: PathBuf,
}

/// Why a file of a run cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The checkpoint, or the run itself.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The system refused.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A new run would overwrite another one.
    #[error("{0} is there already: go on with --resume, or choose another --out")]
    Exists(PathBuf),
}

impl Files {
    /// The files of a run, all beside the net.
    pub fn beside(net: &Path) -> Files {
        let with = |ending: &str| {
            let mut name = net.as_os_str().to_os_string();
            name.push(ending);
            PathBuf::from(name)
        };
        Files {
            net: net.to_path_buf(),
            checkpoint: with(".checkpoint"),
            csv: with(".csv"),
            svg: with(".svg"),
        }
    }

    /// Begins a run, or goes on with the one in the checkpoint if `resume` is
    /// set and there is one.
    ///
    /// # Errors
    /// If a new run would overwrite files, the options or data are not those
    /// of the checkpoint, or there is nothing to learn from.
    pub fn open(
        &self,
        config: Config,
        data: DataSet,
        start: Option<&Path>,
        resume: bool,
    ) -> Result<Trainer, SessionError> {
        if resume && self.checkpoint.exists() {
            return Ok(Trainer::resume(&self.checkpoint, config, data)?);
        }
        for path in [&self.net, &self.checkpoint] {
            if path.exists() {
                return Err(SessionError::Exists(path.clone()));
            }
        }
        let start = start.map(super::checkpoint::best_params).transpose()?;
        Ok(Trainer::new(config, data, start).map_err(CheckpointError::from)?)
    }

    /// Writes everything after a validation; the checkpoint last, so that
    /// whatever is cut off is done again.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write(&self, run: &Trainer, improved: bool) -> Result<Option<Deviation>, SessionError> {
        let deviation = match improved {
            true => Some(self.write_net(run)?),
            false => None,
        };
        let log = &run.state().log;
        let title = format!("{}: loss", file_name(&self.net));
        put(&self.csv, &curve::csv(log))?;
        put(&self.svg, curve::svg(log, &title).as_bytes())?;
        run.save(&self.checkpoint)?;
        Ok(deviation)
    }

    /// Writes the best network, and compares it with the floats it comes from.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write_net(&self, run: &Trainer) -> Result<Deviation, SessionError> {
        let arch = run.config().arch;
        let (net, cut) = IntegerNet::new(&arch, run.best());
        let bytes = net.to_bytes();
        let scale = run.config().output_scale;
        let scales = NetScales {
            fv_scale: Some(search_divisor(scale)),
            odds: Some(output_of_odds(scale)),
        };
        put(&self.net, &with_scales(&bytes, scales).unwrap_or(bytes))?;
        let data = run.data();
        let samples = match data.valid.len() {
            0 => &data.train,
            _ => &data.valid,
        };
        let samples = &samples[..samples.len().min(COMPARED)];
        let mut prepared = Prepared::new(&arch);
        prepared.set(run.best(), true);
        let task = Task {
            target: run.state().target,
            lambda: 1.0,
            mirror_seed: None,
            divisor: 1.0,
        };
        let mut outputs = Vec::with_capacity(samples.len());
        Shard::new(&arch).evaluate(run.best(), &prepared, samples, &task, &mut outputs);
        let boards: Vec<Board> = samples
            .iter()
            .filter_map(|sample| sample.sfen.unpack().ok())
            .collect();
        Ok(net.deviation(boards.iter(), &outputs, cut))
    }
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), SessionError> {
    write_whole(path, bytes).map_err(|source| SessionError::Io {
        path: path.to_path_buf(),
        source,
    })
}
