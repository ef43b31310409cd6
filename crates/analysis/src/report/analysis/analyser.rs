//! Parallel search of many positions: one single-threaded search for each core.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::{io, thread};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};

use super::position::PositionAnalysis;
use komadai::engine::evaluator::LoadedEvaluator;
use komadai::engine::{Engine, EngineError, EngineOptions, EvaluatorOptions};
use komadai::host::sync::{cores, lock};
use komadai::position::Position;
use komadai::search::{Limits, Signals};
use komadai::types::{Depth, Move};

/// Limits for the search of one position; the first one reached ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Time in ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Nodes. With this limit alone, results are the same on every machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
}

impl Default for Budget {
    /// A limit of one second.
    fn default() -> Budget {
        Budget {
            time_ms: Some(1000),
            nodes: None,
            depth: None,
        }
    }
}

/// Nodes that fill one MiB of the transposition table, which has three entries in 32 bytes.
const NODES_PER_MIB: u64 = (1 << 20) / 32 * 3;
/// Upper estimate of the nodes searched in one ms.
const NODES_PER_MS: u64 = 1500;

impl Budget {
    fn limits(&self) -> Limits {
        Limits {
            movetime: self.time_ms,
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        }
    }

    /// The table size in MiB for a search within this budget. The table has room for the nodes of
    /// the search, but not more than 256 MiB, because clearing it between positions takes time.
    pub fn hash_mib(&self) -> usize {
        let by_time = self.time_ms.map(|ms| ms.saturating_mul(NODES_PER_MS));
        let nodes = match (by_time, self.nodes) {
            (Some(a), Some(b)) => a.min(b),
            (a, b) => a.or(b).unwrap_or(u64::MAX),
        };
        let mib = (nodes / NODES_PER_MIB).clamp(4, 256).next_power_of_two();
        mib as usize
    }
}

/// Settings of an analysis.
#[derive(Clone, Debug)]
pub struct AnalysisSettings {
    /// Limit for each position.
    pub budget: Budget,
    /// Best lines for each position; at least 1.
    pub multipv: usize,
    /// Number of positions searched in parallel; at least 1.
    pub workers: usize,
    /// Transposition table of each search in MiB.
    pub hash_mib: usize,
    /// The evaluator to use.
    pub evaluator: EvaluatorOptions,
}

impl Default for AnalysisSettings {
    /// One second for each position, with one worker for each core.
    fn default() -> AnalysisSettings {
        let budget = Budget::default();
        AnalysisSettings {
            budget,
            multipv: 1,
            workers: cores(),
            hash_mib: budget.hash_mib(),
            evaluator: EvaluatorOptions::default(),
        }
    }
}

/// Settings on which results depend. Results with different identities must not be mixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Name and version of the program.
    pub engine: String,
    /// Name of the evaluator, for people.
    pub evaluator: String,
    /// [`EvaluatorIdentity`](komadai::engine::EvaluatorIdentity) as text, for comparison
    /// by programs. Not part of reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluator_identity: Option<String>,
    /// Limit for each position.
    #[serde(flatten)]
    pub budget: Budget,
    /// Best lines for each position.
    pub multipv: usize,
    /// Table of each search in MiB.
    pub hash_mib: usize,
}

/// Error that prevents an analyser from starting.
#[derive(Debug, thiserror::Error)]
pub enum AnalyserError {
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// Threads or memory of the engines are not available.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The file of the network cannot be read.
    #[error("the network: {0}")]
    Network(io::Error),
}

/// A position to search, given by the moves of its game so that the search knows repetitions.
#[derive(Clone, Debug)]
pub struct Job {
    /// The start position of the game.
    pub start: Arc<Position>,
    /// All moves of the game.
    pub moves: Arc<[Move]>,
    /// Number of moves made to reach the position.
    pub ply: usize,
}

impl Job {
    /// The position, with its history.
    pub fn position(&self) -> Position {
        let mut pos = Position::clone(&self.start);
        for &mv in self.moves.iter().take(self.ply) {
            pos.do_move(mv);
        }
        pos
    }
}

/// The name of the evaluator. Of a network, it has the file name without the folder.
fn describe(evaluator: &LoadedEvaluator) -> String {
    if evaluator.network().is_none() {
        return "material".to_string();
    }
    let text = evaluator.to_string();
    let Some(file) = evaluator.file() else {
        return text;
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match text.strip_suffix(&file.display().to_string()) {
        Some(start) => format!("{start}{name}"),
        None => text,
    }
}

/// Engines with one thread each that search in parallel. Each engine clears its memory before every
/// position, so that a result does not depend on the positions searched before.
pub struct Analyser {
    engines: Vec<Mutex<Engine>>,
    pool: ThreadPool,
    settings: AnalysisSettings,
    identity: Identity,
}

impl Analyser {
    /// Starts the engines.
    ///
    /// # Errors
    /// If threads, memory or the network are not available.
    pub fn new(settings: AnalysisSettings) -> Result<Analyser, AnalyserError> {
        let mut options = EngineOptions {
            threads: 1,
            hash_mib: settings.hash_mib.max(1),
            evaluator: settings.evaluator.clone(),
            ..EngineOptions::default()
        };
        options.search.multipv = settings.multipv.max(1);
        options.search.pv_interval = 0;
        let workers = settings.workers.max(1);
        let mut engines = vec![Engine::with_exact_evaluator(options.clone())?];
        for _ in 1..workers {
            engines.push(Engine::with_exact_evaluator(options.clone())?);
        }
        let evaluator = engines[0].evaluator();
        let evaluator_identity = evaluator.identity().map_err(AnalyserError::Network)?;
        let identity = Identity {
            engine: concat!("Komadai ", env!("CARGO_PKG_VERSION")).to_string(),
            evaluator: describe(evaluator),
            evaluator_identity: Some(evaluator_identity.to_string()),
            budget: settings.budget,
            multipv: options.search.multipv,
            hash_mib: options.hash_mib,
        };
        let engines = engines.into_iter().map(Mutex::new).collect();
        let pool = ThreadPoolBuilder::new()
            .num_threads(workers)
            .thread_name(|i| format!("analysis-{i}"))
            .build()?;
        Ok(Analyser {
            engines,
            pool,
            settings,
            identity,
        })
    }

    /// The settings in use.
    pub fn settings(&self) -> &AnalysisSettings {
        &self.settings
    }

    /// The settings on which the results depend.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Searches the positions in order, with one position at a time for each worker. Calls `done`
    /// with the index and result of each finished job. `done` or `signals` can end the run; a
    /// search that they cut short gives no result.
    pub fn run(
        &self,
        jobs: &[Job],
        signals: &Signals,
        done: &mut dyn FnMut(usize, PositionAnalysis) -> ControlFlow<()>,
    ) {
        let search = |engine: &mut Engine, job: &Job| self.search(engine, job, signals);
        self.each(jobs, signals, &search, done);
    }

    /// [`Analyser::run`] for any other task that needs a single-threaded engine.
    pub fn each<T: Sync, R: Send>(
        &self,
        tasks: &[T],
        signals: &Signals,
        work: &(dyn Fn(&mut Engine, &T) -> R + Sync),
        done: &mut dyn FnMut(usize, R) -> ControlFlow<()>,
    ) {
        let next = AtomicUsize::new(0);
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            let next = &next;
            scope.spawn(move || {
                // Each worker takes tasks in a loop of its own. If the pool distributed the tasks,
                // a worker that waits for its engine's thread could start a second task on the same
                // engine.
                self.pool.broadcast(|worker| {
                    let Some(engine) = self.engines.get(worker.index()) else {
                        return;
                    };
                    let mut engine = lock(engine);
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(task) = tasks.get(index) else {
                            return;
                        };
                        if signals.stopped() {
                            return;
                        }
                        let result = work(&mut engine, task);
                        if signals.stopped() || sender.send((index, result)).is_err() {
                            return;
                        }
                    }
                });
            });
            for (index, result) in results {
                if done(index, result).is_break() {
                    signals.stop();
                }
            }
        });
    }

    fn search(&self, engine: &mut Engine, job: &Job, signals: &Signals) -> PositionAnalysis {
        let pos = job.position();
        engine.new_game();
        let limits = self.settings.budget.limits();
        PositionAnalysis::search(engine, &pos, &limits, signals).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_grow_with_the_budget() {
        let of = |time_ms, nodes| {
            Budget {
                time_ms,
                nodes,
                depth: None,
            }
            .hash_mib()
        };
        assert_eq!(of(Some(1000), None), 16);
        assert_eq!(of(Some(3_600_000), None), 256);
        assert_eq!(of(Some(3_600_000), Some(1000)), 4);
        assert_eq!(of(None, None), 256);
    }
}
