//! A run with its files: the net, the checkpoint, the log and the picture.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::checkpoint::{CheckpointError, best_params, is_checkpoint};
use super::config::Config;
use super::dataset::DataSet;
use super::export::{Deviation, Exported, export};
use super::import::{ImportError, import};
use super::layers::Prepared;
use super::learning_curve;
use super::model::Params;
use super::sample::Sample;
use super::shard::{Shard, Task};
use super::trainer::Trainer;
use komadai::eval::nnue::{NetError, Network, read_file};
use komadai::eval::scale::NetScales;
use komadai::files::PathError;
use komadai::files::whole_file::write_whole;
use komadai::position::Position;

/// Held-out positions on which integers and floats are compared.
const COMPARED: usize = 2000;

/// The output files of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The last network: only the end of a run has seen the whole decay of the step.
    pub net: PathBuf,
    /// The network with the least held-out loss so far.
    pub best: PathBuf,
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
    #[error(transparent)]
    File(#[from] PathError),
    /// The network's bytes are no network file.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The network to start from cannot be used.
    #[error(transparent)]
    Start(#[from] ImportError),
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
            best: with(".best"),
            checkpoint: with(".checkpoint"),
            csv: with(".csv"),
            svg: with(".svg"),
        }
    }

    /// Begins a run, or goes on with the one in the checkpoint if `resume` is
    /// set and there is one. A new one begins with the network of `start`, a
    /// checkpoint or a network file.
    ///
    /// # Errors
    /// If a new run would overwrite files, the options or data are not those
    /// of the checkpoint, `start` cannot be used, or there is nothing to learn from.
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
        let start = match start {
            Some(path) if is_checkpoint(path) => Some(best_params(path)?),
            Some(path) => Some(import(&config.arch, &read_file(path)?.0)?),
            None => None,
        };
        Ok(Trainer::new(config, data, start).map_err(CheckpointError::from)?)
    }

    /// Writes everything after a validation; the checkpoint last, so that
    /// whatever is cut off is done again.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write(&self, run: &Trainer, improved: bool) -> Result<(), SessionError> {
        if improved {
            write_whole(&self.best, &exported(run, run.best())?.bytes)?;
        }
        write_whole(&self.net, &exported(run, run.last())?.bytes)?;
        let log = &run.state().log;
        let title = format!("{}: loss", file_name(&self.net));
        write_whole(&self.csv, &learning_curve::csv(log))?;
        write_whole(&self.svg, learning_curve::svg(log, &title).as_bytes())?;
        run.save(&self.checkpoint)?;
        Ok(())
    }

    /// Writes the last network, and compares what the engine reads out of its
    /// file with the floats it comes from.
    ///
    /// # Errors
    /// If the system refuses, or the file would be none that the engine reads.
    pub fn write_net(&self, run: &Trainer) -> Result<Deviation, SessionError> {
        let arch = run.config().arch;
        let NetFile { bytes, cut } = exported(run, run.last())?;
        let network = Network::from_bytes(&bytes)?;
        write_whole(&self.net, &bytes)?;
        let data = run.data();
        let samples = match data.valid.len() {
            0 => &data.train,
            _ => &data.valid,
        };
        let pairs = samples
            .iter()
            .take(COMPARED)
            .filter_map(|sample| Some((*sample, sample.position()?)));
        let (samples, positions): (Vec<Sample>, Vec<Position>) = pairs.unzip();
        let mut prepared = Prepared::new(&arch);
        prepared.set(run.last(), true);
        let task = Task {
            target: run.state().target,
            lambda: 1.0,
            mirror_seed: None,
            divisor: 1.0,
        };
        let mut outputs = Vec::with_capacity(samples.len());
        Shard::new(&arch).evaluate(run.last(), &prepared, &samples, &task, &mut outputs);
        let deviation = Deviation::of(Arc::new(network), &positions, &outputs);
        Ok(Deviation { cut, ..deviation })
    }
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// A network as the bytes of its file.
struct NetFile {
    bytes: Vec<u8>,
    /// Weights cut to the range of their type.
    cut: usize,
}

fn exported(run: &Trainer, params: &Params) -> Result<NetFile, SessionError> {
    let Exported { params, cut } = export(&run.config().arch, params);
    let scales = NetScales::trained_to(run.config().output_scale);
    let mut bytes = Vec::new();
    // A vector takes whatever is written; the parameters may still not fit the format.
    params
        .write(&mut bytes, scales)
        .map_err(PathError::at(Path::new("network")))?;
    Ok(NetFile { bytes, cut })
}
