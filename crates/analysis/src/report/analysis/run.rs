//! The way from records to analysed games: what an earlier run finished is
//! taken over, what is finished now is kept, and games are handed out as their
//! last position is done.

use std::ops::ControlFlow;
use std::path::Path;

use komadai::search::Signals;
use komadai_records::Record;

use super::analyser::{Analyser, Identity, Job};
use super::batch::Batch;
use super::game::GameAnalysis;
use super::position::PositionAnalysis;
use super::resume::{AnalysisProgress, OpenedProgress};
use komadai::files::journal::JournalError;

/// One or many games on their way to being analysed.
pub struct AnalysisRun<'a> {
    records: Vec<&'a Record>,
    batch: Batch,
    /// Games that an earlier run completed, to be handed out first.
    complete: Vec<usize>,
    file: Option<AnalysisProgress>,
}

/// What an earlier run left behind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EarlierRun {
    /// Positions in its file.
    pub known: usize,
    /// The settings it was made with, where they differ: it counts for nothing then.
    pub replaced: Option<Identity>,
}

/// What happens in a run.
#[derive(Debug)]
pub enum AnalysisEvent {
    /// The searches begin.
    Begun {
        /// Positions to be searched.
        open: usize,
    },
    /// A position has been searched, and is safe in the progress file.
    Position,
    /// A game is complete.
    Game {
        /// Its index among the records.
        index: usize,
        /// What was found.
        analysis: Box<GameAnalysis>,
    },
}

impl<'a> AnalysisRun<'a> {
    /// Prepares the main lines of games: positions that several begin with are
    /// searched once.
    pub fn new(records: impl IntoIterator<Item = &'a Record>) -> AnalysisRun<'a> {
        let records: Vec<&Record> = records.into_iter().collect();
        AnalysisRun {
            batch: Batch::new(records.iter().copied()),
            records,
            complete: Vec::new(),
            file: None,
        }
    }

    /// All positions, searched or not.
    pub fn positions(&self) -> usize {
        self.batch.jobs().len()
    }

    /// Takes over what is in a progress file, and keeps there what is searched
    /// from now on. A file made with other settings is started anew.
    ///
    /// # Errors
    /// The file cannot be read or made, is no progress file, or is in use by another run.
    pub fn resume(&mut self, path: &Path, identity: &Identity) -> Result<EarlierRun, JournalError> {
        let OpenedProgress {
            file,
            known,
            replaced,
        } = AnalysisProgress::open(path, identity)?;
        self.file = Some(file);
        let earlier = EarlierRun {
            known: known.len(),
            replaced,
        };
        self.complete.extend(self.batch.fill(known));
        Ok(earlier)
    }

    /// Searches what is missing, until everything is done, `signals` say stop
    /// or `told` fails. The progress file stays unless everything was done.
    ///
    /// # Errors
    /// Those of `told`, or if the progress file cannot be written.
    pub fn run<E: From<JournalError>>(
        mut self,
        analyser: &Analyser,
        signals: &Signals,
        told: &mut dyn FnMut(AnalysisEvent) -> Result<(), E>,
    ) -> Result<(), E> {
        for index in std::mem::take(&mut self.complete) {
            told(self.finished(index))?;
        }
        let open = self.batch.open();
        if !open.is_empty() {
            told(AnalysisEvent::Begun { open: open.len() })?;
            let all = self.batch.jobs();
            let jobs: Vec<Job> = open.iter().map(|&job| all[job].clone()).collect();
            let mut result = Ok(());
            analyser.run(&jobs, signals, &mut |index, found| {
                result = self.keep(open[index], found, told);
                match result {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            result?;
        }
        match self.file {
            Some(file) if self.batch.open().is_empty() => Ok(file.remove()?),
            _ => Ok(()),
        }
    }

    /// Keeps what was found of a position, on the disk first, and tells of the games that it completes.
    fn keep<E: From<JournalError>>(
        &mut self,
        job: usize,
        found: PositionAnalysis,
        told: &mut dyn FnMut(AnalysisEvent) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(file) = &mut self.file {
            file.append(self.batch.key(job), &found)?;
        }
        for game in self.batch.store(job, found) {
            told(self.finished(game))?;
        }
        told(AnalysisEvent::Position)
    }

    fn finished(&self, index: usize) -> AnalysisEvent {
        let analysis = GameAnalysis::new(self.records[index], self.batch.take(index));
        AnalysisEvent::Game {
            index,
            analysis: Box::new(analysis),
        }
    }
}

/// Analyses the main line of one game from beginning to end, keeping nothing.
pub fn analyse_game(analyser: &Analyser, record: &Record) -> GameAnalysis {
    let mut found = None;
    // Without a progress file nothing can fail.
    let _ =
        AnalysisRun::new([record]).run::<JournalError>(analyser, &Signals::new(), &mut |event| {
            if let AnalysisEvent::Game { analysis, .. } = event {
                found = Some(*analysis);
            }
            Ok(())
        });
    found.unwrap_or_else(|| GameAnalysis::new(record, Vec::new()))
}
