//! Parallel solving of many problems. Answers of an earlier run are reused, and each new answer is
//! saved at once.

use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use rayon::ThreadPoolBuilder;
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde::{Deserialize, Serialize};

use super::problem::{TsumeAnswer, TsumeProblem};
use crate::progress_file::{Opened, ProgressFile};
use komadai::host::{Instant, millis};
use komadai::mate::{MateLimits, TsumeSolver, TsumeTask};
use komadai::position::Position;
use komadai::search::Signals;
use komadai_journal::JournalError;

/// Format version, written to the first line of the progress file.
const FORMAT: u32 = 1;

/// Settings of the solver. Answers found with different settings must not be mixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TsumeSettings {
    /// Time limit for each problem in ms; `None` for no limit.
    pub time_ms: Option<u64>,
    /// Node limit for each problem; `None` for no limit.
    pub nodes: Option<u64>,
    /// Memory of each thread's solver in MiB.
    pub memory_mib: usize,
    /// Longest mate that counts, in plies; `None` for any.
    pub plies: Option<u16>,
    /// Also search for other solutions of at most this many plies in all; `None` for no such
    /// search.
    pub cooks: Option<u16>,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Header {
    komadai_mate: u32,
    engine: String,
    settings: TsumeSettings,
}

/// The line of a solved problem in the progress file.
#[derive(Serialize, Deserialize)]
struct Entry {
    position: String,
    answer: TsumeAnswer,
}

/// Event of a running solver.
#[derive(Debug)]
pub enum TsumeEvent<'a> {
    /// Solving begins.
    Begun {
        /// Number of problems to solve.
        open: usize,
    },
    /// A problem was solved or given up, and its answer saved to the progress file.
    Done {
        /// Index of the problem.
        index: usize,
        /// The answer to the problem.
        answer: &'a TsumeAnswer,
    },
}

/// Solving of a list of problems.
pub struct TsumeRun<'a> {
    problems: &'a [TsumeProblem],
    settings: TsumeSettings,
    known: HashMap<String, TsumeAnswer>,
    file: Option<ProgressFile>,
}

impl<'a> TsumeRun<'a> {
    /// Prepares a run without a progress file.
    pub fn new(problems: &'a [TsumeProblem], settings: TsumeSettings) -> TsumeRun<'a> {
        TsumeRun {
            problems,
            settings,
            known: HashMap::new(),
            file: None,
        }
    }

    /// Reads the answers in a progress file and keeps the file open: new answers are appended to
    /// it. A file with other settings is started anew. Returns the number of answers read, and
    /// whether the settings of the file differed.
    ///
    /// # Errors
    /// If the file cannot be read or created, is no progress file, or is in use by another run.
    pub fn resume(&mut self, path: &Path) -> Result<(usize, bool), JournalError> {
        let header = Header {
            komadai_mate: FORMAT,
            engine: concat!("Komadai ", env!("CARGO_PKG_VERSION")).to_string(),
            settings: self.settings.clone(),
        };
        let Opened {
            file,
            entries,
            replaced,
        } = ProgressFile::open::<Header, Entry>(path, &header)?;
        let entry = |entry: Entry| (entry.position, entry.answer);
        self.known = entries.into_iter().map(entry).collect();
        self.file = Some(file);
        Ok((self.known.len(), replaced.is_some()))
    }

    /// Solves the problems without an answer, `threads` at a time, until all are done or `observer`
    /// fails. The progress file is removed only when all problems are done.
    ///
    /// # Errors
    /// The error of `observer`, or one from writing the progress file.
    pub fn run<E: From<JournalError>>(
        mut self,
        threads: usize,
        observer: &mut dyn FnMut(TsumeEvent) -> Result<(), E>,
    ) -> Result<(), E> {
        let key = |problem: &TsumeProblem| problem.pos.sfen();
        let mut open = Vec::new();
        for (index, problem) in self.problems.iter().enumerate() {
            match self.known.get(&key(problem)) {
                Some(answer) => observer(TsumeEvent::Done { index, answer })?,
                None => open.push(index),
            }
        }
        if !open.is_empty() {
            observer(TsumeEvent::Begun { open: open.len() })?;
        }
        let signals = Signals::new();
        let (settings, problems) = (&self.settings, self.problems);
        let (sender, results) = mpsc::channel();
        let mut result = Ok(());
        thread::scope(|scope| {
            let signals = &signals;
            scope.spawn(move || {
                let solve_all = || {
                    let new = || TsumeSolver::new(settings.memory_mib);
                    let open = open.into_iter().par_bridge();
                    open.for_each_init(new, |solver, index| {
                        if signals.stopped() {
                            return;
                        }
                        let answer = solve(solver, &problems[index].pos, settings, signals);
                        // The receiver is gone if the run has been given up.
                        let _ = sender.send((index, answer));
                    });
                };
                match ThreadPoolBuilder::new().num_threads(threads.max(1)).build() {
                    Ok(pool) => pool.install(solve_all),
                    // Without a pool of its own, the work runs on rayon's global pool.
                    Err(error) => {
                        log::warn!("cannot start {threads} threads: {error}");
                        solve_all();
                    }
                }
            });
            for (index, answer) in results {
                if result.is_err() {
                    continue;
                }
                let position = key(&problems[index]);
                let kept = match &mut self.file {
                    Some(file) => file.append(&Entry {
                        position,
                        answer: answer.clone(),
                    }),
                    None => Ok(()),
                };
                let answer = &answer;
                result = kept
                    .map_err(E::from)
                    .and_then(|()| observer(TsumeEvent::Done { index, answer }));
                if result.is_err() {
                    signals.stop();
                }
            }
        });
        result?;
        match self.file {
            Some(file) => Ok(file.remove()?),
            None => Ok(()),
        }
    }
}

fn solve(
    solver: &mut TsumeSolver,
    pos: &Position,
    settings: &TsumeSettings,
    signals: &Signals,
) -> TsumeAnswer {
    let start = Instant::now();
    let limits = MateLimits {
        time_ms: settings.time_ms,
        nodes: settings.nodes,
        signals: Some(signals),
        memory_mib: settings.memory_mib,
    };
    let task = TsumeTask {
        plies: settings.plies,
        cooks: settings.cooks,
        is_thorough: false,
    };
    let (found, stats) = solver.solve(pos, &limits, &task);
    let time_ms = millis::since(start);
    TsumeAnswer::new(found, task.cooks.is_some(), stats.nodes, time_ms)
}
