//! The engine's evaluator: loading, the report to the user, and the identity that is stored with
//! the results of resumable runs.
//!
//! A faulty network file leads to a fallback, so that there is always an evaluator.

mod options;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};
use std::{fmt, io};

use super::paths::{Found, either};
use crate::eval::nnue::{NetError, NetWarning, Network};
pub use crate::eval::scale::FvScale;
use crate::eval::{Evaluator, embedded};
use crate::host::Instant;
use crate::host::sync::lock;
use options::Place;
pub use options::{DEFAULT_EVAL_DIR, EvaluatorChoice, EvaluatorChoiceError, EvaluatorOptions};

/// The reason why the requested network is not in use. The text names only the file, since the
/// option has different names in USI and on the command line.
#[derive(Debug, thiserror::Error)]
pub enum EvaluatorProblem {
    /// The network file does not exist.
    #[error("there is no {}", either(tried))]
    Missing {
        /// The paths tried.
        tried: Vec<PathBuf>,
    },
    /// The file is no usable network.
    #[error("cannot load {0}")]
    Broken(
        /// The file and its fault.
        NetError,
    ),
}

/// The evaluator that was loaded for an [`EvaluatorOptions`].
pub struct LoadedEvaluator {
    options: EvaluatorOptions,
    /// The search for the file, with its result.
    place: Place,
    network: Option<Arc<Network>>,
    fv_scale: FvScale,
    problem: Option<EvaluatorProblem>,
    warnings: Vec<NetWarning>,
}

impl LoadedEvaluator {
    /// Finds and loads the evaluator of the options. Falls back to the built-in network or, in
    /// builds without one, to material.
    pub fn load(options: &EvaluatorOptions) -> LoadedEvaluator {
        let mut loaded = LoadedEvaluator {
            options: options.clone(),
            place: Place::default(),
            network: None,
            fv_scale: FvScale::DEFAULT,
            problem: None,
            warnings: Vec::new(),
        };
        if options.choice == EvaluatorChoice::Material {
            return loaded;
        }
        let place = Place::look(options);
        match &place.found {
            Some(found) => match load_shared(found) {
                Ok(network) => loaded.network = Some(network),
                Err(source) => loaded.problem = Some(EvaluatorProblem::Broken(source)),
            },
            None => {
                let missed = place.is_asked_for || options.choice == EvaluatorChoice::Nnue;
                loaded.problem = missed.then(|| EvaluatorProblem::Missing {
                    tried: place.tried.clone(),
                });
            }
        }
        if loaded.network.is_none() {
            loaded.network = embedded::network();
            if loaded.network.is_some() && !place.is_asked_for && place.found.is_none() {
                // The user named no place, so the built-in network satisfies the choice `nnue`.
                loaded.problem = None;
            }
        }
        if let Some(network) = &loaded.network {
            let info = network.info();
            loaded.warnings = info.warnings.clone();
            let hints = match loaded.problem {
                None => place.scale_hints.as_ref().map(Found::path),
                Some(_) => None,
            };
            let mut odd = Vec::new();
            loaded.fv_scale = FvScale::decide(options.fv_scale, hints, info.scales, &mut odd);
            loaded
                .warnings
                .extend(odd.into_iter().map(NetWarning::from));
        }
        loaded.place = place;
        loaded
    }

    /// Finds and loads the evaluator of the options, without any fallback.
    ///
    /// # Errors
    /// If the requested network does not exist or cannot be used.
    pub fn load_exactly(options: &EvaluatorOptions) -> Result<LoadedEvaluator, EvaluatorProblem> {
        let mut loaded = LoadedEvaluator::load(options);
        match loaded.problem.take() {
            None => Ok(loaded),
            Some(problem) => Err(problem),
        }
    }

    /// Whether this evaluator was loaded with these options and its files are unchanged.
    pub fn is_current(&self, options: &EvaluatorOptions) -> bool {
        self.options == *options
            && (options.choice == EvaluatorChoice::Material || self.place == Place::look(options))
    }

    /// Whether both evaluators give every position the same value: the same network in memory
    /// with the same divisor, or both material.
    pub fn plays_like(&self, other: &LoadedEvaluator) -> bool {
        match (&self.network, &other.network) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                Arc::ptr_eq(a, b) && self.fv_scale.divisor() == other.fv_scale.divisor()
            }
            _ => false,
        }
    }

    /// A new evaluator, not yet set to a position.
    pub fn evaluator(&self) -> Evaluator {
        match &self.network {
            Some(network) => Evaluator::nnue(Arc::clone(network), self.fv_scale.divisor()),
            None => Evaluator::material(),
        }
    }

    /// The network in use; `None` for the material evaluator.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The file of the network in use; `None` for a built-in evaluator.
    pub fn file(&self) -> Option<&Path> {
        self.found().map(Found::path)
    }

    fn found(&self) -> Option<&Found> {
        match self.problem {
            None if self.network.is_some() => self.place.found.as_ref(),
            _ => None,
        }
    }

    /// The identity of the evaluator in use, with the checksum of the whole network file.
    ///
    /// # Errors
    /// If the file cannot be read, or has changed since it was loaded ([`FileChanged`]).
    pub fn identity(&self) -> io::Result<EvaluatorIdentity> {
        if self.network.is_none() {
            return Ok(EvaluatorIdentity::Material);
        }
        let checksum = match self.found() {
            Some(found) => checksum(found)?,
            None => crc32fast::hash(&embedded::file().unwrap_or_default()),
        };
        Ok(EvaluatorIdentity::Network {
            checksum,
            divisor: self.fv_scale.divisor(),
        })
    }

    /// The divisor of the network's output, with its origin.
    pub fn fv_scale(&self) -> &FvScale {
        &self.fv_scale
    }

    /// The reason for a fallback, if there is one.
    pub fn problem(&self) -> Option<&EvaluatorProblem> {
        self.problem.as_ref()
    }

    /// The warnings about the network in use.
    pub fn warnings(&self) -> &[NetWarning] {
        &self.warnings
    }

    /// The USI option that decides where the network is looked for: `EvalFile` or `EvalDir`.
    pub fn option(&self) -> &'static str {
        self.place.option
    }

    /// The paths at which no network was found, if the material evaluator takes its place and this
    /// is no problem; else empty.
    pub fn missed(&self) -> Vec<PathBuf> {
        match self.network.is_none() && self.problem.is_none() {
            true => self.place.tried.clone(),
            false => Vec::new(),
        }
    }

    /// Lines for the user: the evaluator in use, or the faulty USI option and the fallback; then
    /// one line for each warning.
    pub fn report(&self) -> Vec<String> {
        let first = match &self.problem {
            None => format!("evaluator: {self}"),
            Some(problem) => {
                let option = self.option();
                let used = match &self.network {
                    Some(_) => "network",
                    None => "material evaluator",
                };
                format!("{option}: {problem}; using the built-in {used}")
            }
        };
        let warnings = self.warnings.iter().map(|w| format!("evaluator: {w}"));
        [first].into_iter().chain(warnings).collect()
    }
}

impl fmt::Display for LoadedEvaluator {
    /// Describes the evaluator: `HalfKP 256x2-32-32, hash 0x3E5AA6EE, FV_SCALE 16
    /// (default), /path/nn.bin`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(network) = &self.network else {
            f.write_str("material")?;
            let missed = self.missed();
            if !missed.is_empty() {
                write!(f, " (there is no {})", either(&missed))?;
            }
            return Ok(());
        };
        let info = network.info();
        write!(
            f,
            "{}, hash {:#010X}, {}, ",
            info.architecture, info.hash, self.fv_scale
        )?;
        match self.file() {
            Some(file) => write!(f, "{}", file.display()),
            None => f.write_str("built in"),
        }
    }
}

/// The identity of an evaluator: evaluators with the same identity give every position the same
/// value. The identity of a network is the content of its file and the divisor of its output.
///
/// As text in files: `material`, or `net-0123abcd/16` with the CRC-32 of the file and the divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvaluatorIdentity {
    /// The material evaluator.
    Material,
    /// A network.
    Network {
        /// The CRC-32 of its file; for the built-in network, the CRC-32 of the file that
        /// `komadai net export` writes.
        checksum: u32,
        /// The divisor of its output.
        divisor: i32,
    },
}

impl fmt::Display for EvaluatorIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluatorIdentity::Material => f.write_str("material"),
            EvaluatorIdentity::Network { checksum, divisor } => {
                write!(f, "net-{checksum:08x}/{divisor}")
            }
        }
    }
}

/// The CRC-32 of a file.
///
/// # Errors
/// If the file cannot be read, or has changed since it was found.
fn checksum(found: &Found) -> io::Result<u32> {
    let mut sum = Summing(crc32fast::Hasher::new());
    io::copy(&mut File::open(found.path())?, &mut sum)?;
    match Found::at(found.path()).as_ref() == Some(found) {
        true => Ok(sum.0.finalize()),
        false => Err(io::Error::other(FileChanged)),
    }
}

/// The error that a network file has changed since it was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file has changed since it was loaded")]
pub struct FileChanged;

/// A writer that only computes a checksum.
struct Summing(crc32fast::Hasher);

impl io::Write for Summing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The files that this process has loaded, each with its network as long as an engine uses it.
static LOADED: Mutex<Vec<(Found, Weak<Network>)>> = Mutex::new(Vec::new());

/// The network of a file. It is taken from memory if an engine uses it and the file has not
/// changed.
///
/// # Errors
/// If the file is no network.
fn load_shared(file: &Found) -> Result<Arc<Network>, NetError> {
    // The lock is held while the file is read, so that a second engine waits for the network
    // instead of reading it too.
    let mut loaded = lock(&LOADED);
    loaded.retain(|(_, network)| network.strong_count() > 0);
    let known = loaded.iter().find(|(known, _)| known == file);
    if let Some(network) = known.and_then(|(_, network)| network.upgrade()) {
        return Ok(network);
    }
    let network = Arc::new(read(file.path())?);
    loaded.push((file.clone(), Arc::downgrade(&network)));
    Ok(network)
}

fn read(path: &Path) -> Result<Network, NetError> {
    let start = Instant::now();
    let network = Network::load(path)?;
    log::debug!("{} loaded in {:?}", path.display(), start.elapsed());
    Ok(network)
}

#[cfg(test)]
mod tests;
