//! Many problems solved at once: answers of an earlier run are taken over,
//! and new ones are kept.

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

/// The version of the progress file, in its first line.
const FORMAT: u32 = 1;

/// Settings of the solver; answers of different settings do not belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TsumeSettings {
    /// Milliseconds for each problem; none for no limit.
    pub time_ms: Option<u64>,
    /// Positions to visit in each problem; none for no limit.
    pub nodes: Option<u64>,
    /// Memory for each problem in MiB.
    pub memory_mib: usize,
    /// Only mates of at most so many plies count.
    pub plies: Option<u16>,
    /// Also look for other solutions of at most so many plies in all.
    pub cooks: Option<u16>,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Header {
    komadai_mate: u32,
    engine: String,
    settings: TsumeSettings,
}

/// A solved problem in the progress file.
#[derive(Serialize, Deserialize)]
struct Entry {
    position: String,
    answer: TsumeAnswer,
}

/// Event of a run.
#[derive(Debug)]
pub enum TsumeEvent<'a> {
    /// The solving begins.
    Begun {
        /// Problems to be solved.
        open: usize,
    },
    /// A problem is solved or given up, and safe in the progress file.
    Done {
        /// Its index.
        index: usize,
        /// Its answer.
        answer: &'a TsumeAnswer,
    },
}

/// A run over problems.
pub struct TsumeRun<'a> {
    problems: &'a [TsumeProblem],
    settings: TsumeSettings,
    known: HashMap<String, TsumeAnswer>,
    file: Option<ProgressFile>,
}

impl<'a> TsumeRun<'a> {
    /// Prepares problems.
    pub fn new(problems: &'a [TsumeProblem], settings: TsumeSettings) -> TsumeRun<'a> {
        TsumeRun {
            problems,
            settings,
            known: HashMap::new(),
            file: None,
        }
    }

    /// Takes over what is in a progress file, and keeps there what is solved
    /// from now on. A file made with other settings is started anew. Returns
    /// how many answers it had, and whether it was started anew.
    ///
    /// # Errors
    /// The file cannot be read or made, is no progress file, or is in use by another run.
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

    /// Solves what is not known yet, as many problems at once as there are
    /// `threads`, until everything is done or `observer` fails. The progress file
    /// stays unless everything was done.
    ///
    /// # Errors
    /// Those of `observer`, or if the progress file cannot be written.
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
                        // Nobody listens any more once the run is given up.
                        let _ = sender.send((index, answer));
                    });
                };
                match ThreadPoolBuilder::new().num_threads(threads.max(1)).build() {
                    Ok(pool) => pool.install(solve_all),
                    // One after the other, then.
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
