//! Output files of a run: network, checkpoint, log and chart.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::checkpoint::{CheckpointError, best_params, is_checkpoint};
use super::config::Config;
use super::dataset::DataSet;
use super::export::{Deviation, Exported, export, scales_trained_to};
use super::import::{ImportError, import};
use super::layers::Prepared;
use super::learning_curve;
use super::model::{Arch, Params};
use super::sample::Sample;
use super::shard::{Shard, Task};
use super::trainer::{Start, TrainError, Trainer};
use komadai::eval::nnue::{NetError, Network, read_file};
use komadai::files::PathError;
use komadai::files::whole_file::write_whole;
use komadai::position::Position;

/// The greatest number of positions on which a network file is compared with its floats.
const COMPARED: usize = 2000;

/// The output files of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The last network. It is the main result, because the step size has decayed fully only at the
    /// end of a run.
    pub net: PathBuf,
    /// The network with the lowest validation loss so far.
    pub best: PathBuf,
    /// The checkpoint to resume the run from.
    pub checkpoint: PathBuf,
    /// The log as a table.
    pub csv: PathBuf,
    /// The log as a chart.
    pub svg: PathBuf,
}

/// Error in a file of a run.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The checkpoint cannot be used, or the run cannot start.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// A network file is invalid, or not supported by the engine.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The network to start from cannot be used.
    #[error("{path}: {error}")]
    Start {
        /// Its file.
        path: PathBuf,
        /// The reason.
        error: ImportError,
    },
    /// The network of a checkpoint to start from has another shape than the one to be trained.
    #[error("{0}: the network to start from has another shape")]
    StartShape(PathBuf),
    /// A resumed run started from another network, or from random weights.
    #[error(
        "the run was not started from the network of {0}; give the same --start as then, or none"
    )]
    OtherStart(PathBuf),
    /// A new run would overwrite another one.
    #[error("{0} is there already: go on with --resume, or choose another --out")]
    Exists(PathBuf),
    /// A network without a checkpoint, which a run would overwrite and cannot resume.
    #[error(
        "{net} is there already, and no {checkpoint} to go on from: to start anew, remove {net} or choose another --out"
    )]
    NoCheckpoint {
        /// The network.
        net: PathBuf,
        /// The missing checkpoint.
        checkpoint: PathBuf,
    },
}

impl Files {
    /// The files of a run: `net`, and the others beside it with endings added to its name.
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

    /// Begins a run, or resumes that of the checkpoint if `resume` is set and the file exists. The
    /// other files of a resumed run are written again, since the run may have been interrupted
    /// after the checkpoint. A resumed run needs no `start`, but if there is one, it must be the
    /// network that the run started from, as far as the checkpoint tells it ([`Trainer::start`]). A
    /// new run starts from the network of `start`, which is a checkpoint or a network file, or from
    /// random weights.
    ///
    /// # Errors
    /// If a new run would overwrite files, options or data differ from those of the checkpoint,
    /// `start` cannot be used, there are no training positions, or a file cannot be written.
    pub fn open(
        &self,
        config: Config,
        data: DataSet,
        start: Option<&Path>,
        resume: bool,
    ) -> Result<Trainer, SessionError> {
        let is_begun = self.checkpoint.exists();
        let arch = config.arch;
        let params = || start.map(|path| start_params(path, &arch)).transpose();
        if resume && is_begun {
            let params = params()?;
            let run = Trainer::resume(&self.checkpoint, config, data)?;
            if let (Some(path), Some(then)) = (start, run.start())
                && then != Start::of(params.as_ref())
            {
                return Err(SessionError::OtherStart(path.to_path_buf()));
            }
            self.write_results(&run, true)?;
            return Ok(run);
        }
        if self.net.exists() && !is_begun {
            return Err(SessionError::NoCheckpoint {
                net: self.net.clone(),
                checkpoint: self.checkpoint.clone(),
            });
        }
        for path in [&self.net, &self.checkpoint] {
            if path.exists() {
                return Err(SessionError::Exists(path.clone()));
            }
        }
        Trainer::new(config, data, params()?).map_err(|error| match (error, start) {
            (TrainError::OtherShape, Some(path)) => SessionError::StartShape(path.to_path_buf()),
            (error, _) => CheckpointError::from(error).into(),
        })
    }

    /// Writes all files after a validation. The checkpoint is the first: a network without one could
    /// neither be resumed nor overwritten, and [`Files::open`] makes up for the others.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, run: &Trainer, improved: bool) -> Result<(), SessionError> {
        run.save(&self.checkpoint)?;
        self.write_results(run, improved)
    }

    /// Writes all files but the checkpoint, and the best network only if asked to.
    fn write_results(&self, run: &Trainer, best: bool) -> Result<(), SessionError> {
        if best {
            write_whole(&self.best, &exported(run, run.best())?.bytes)?;
        }
        write_whole(&self.net, &exported(run, run.last())?.bytes)?;
        let log = &run.state().log;
        let title = format!("{}: loss", file_name(&self.net));
        write_whole(&self.csv, &learning_curve::csv(log))?;
        write_whole(&self.svg, learning_curve::svg(log, &title).as_bytes())?;
        Ok(())
    }

    /// Writes the last network and compares the engine's evaluation of its file with that of its
    /// floats.
    ///
    /// # Errors
    /// If the file cannot be written or the engine cannot read the network.
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

/// The network to start from: the best of a checkpoint, or that of a network file.
fn start_params(path: &Path, arch: &Arch) -> Result<Params, SessionError> {
    if is_checkpoint(path) {
        return Ok(best_params(path)?);
    }
    import(arch, &read_file(path)?.0).map_err(|error| SessionError::Start {
        path: path.to_path_buf(),
        error,
    })
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The bytes of a network file.
struct NetFile {
    bytes: Vec<u8>,
    /// First-layer parameters that were clamped to their limit.
    cut: usize,
}

fn exported(run: &Trainer, params: &Params) -> Result<NetFile, SessionError> {
    let Exported { params, cut } = export(&run.config().arch, params);
    let scales = scales_trained_to(run.config().output_scale);
    let mut bytes = Vec::new();
    // Writing to a vector cannot fail, but the parameters may not fit the format.
    params
        .write(&mut bytes, scales)
        .map_err(PathError::at(Path::new("network")))?;
    Ok(NetFile { bytes, cut })
}

#[cfg(test)]
mod tests;
