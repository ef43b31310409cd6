//! Analysis of many records. Results of an earlier run are reused, each new result is saved at
//! once, and each game is reported when its last position is done.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::analyser::{Analyser, Identity, Job};
use super::game::GameAnalysis;
use super::position::PositionAnalysis;
use super::resume::{AnalysisProgress, OpenedProgress};
use komadai::search::Signals;
use komadai_journal::JournalError;
use komadai_records::Record;

/// An analysis of one or many games.
pub struct AnalysisRun<'a> {
    records: Vec<&'a Record>,
    batch: Batch,
    /// Games that the earlier run completed, to be reported first.
    complete: Vec<usize>,
    file: Option<AnalysisProgress>,
}

/// Content of the progress file of an earlier run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EarlierRun {
    /// Number of positions that it holds.
    pub known: usize,
    /// The settings of the earlier run if they differ; its results are then not used.
    pub replaced: Option<Identity>,
}

/// Event of a running analysis.
#[derive(Debug)]
pub enum AnalysisEvent {
    /// The searches begin.
    Begun {
        /// Number of positions to search.
        open: usize,
    },
    /// A position has been searched and saved to the progress file.
    Position,
    /// A game is complete.
    Game {
        /// Index of the game among the records.
        index: usize,
        /// The analysis of the game.
        analysis: Box<GameAnalysis>,
    },
}

impl<'a> AnalysisRun<'a> {
    /// Prepares the main lines of games. A position that games share by their first moves is
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

    /// Number of positions, searched or not.
    pub fn positions(&self) -> usize {
        self.batch.jobs().len()
    }

    /// Reads the results in a progress file and keeps the file open: new results are appended to
    /// it. A file with other settings is started anew.
    ///
    /// # Errors
    /// If the file cannot be read or created, is no progress file, or is in use by another run.
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

    /// Searches the missing positions until all are done, `signals` stop the run or `observer`
    /// fails. The progress file is removed only when all positions are done.
    ///
    /// # Errors
    /// The error of `observer`, or one from writing the progress file.
    pub fn run<E: From<JournalError>>(
        mut self,
        analyser: &Analyser,
        signals: &Signals,
        observer: &mut dyn FnMut(AnalysisEvent) -> Result<(), E>,
    ) -> Result<(), E> {
        for index in std::mem::take(&mut self.complete) {
            observer(self.finished(index))?;
        }
        let open = self.batch.open();
        if !open.is_empty() {
            observer(AnalysisEvent::Begun { open: open.len() })?;
            let all = self.batch.jobs();
            let jobs: Vec<Job> = open.iter().map(|&job| all[job].clone()).collect();
            let mut result = Ok(());
            analyser.run(&jobs, signals, &mut |index, found| {
                result = self.keep(open[index], found, observer);
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

    /// Saves the result of a position, then reports the games that it completes.
    fn keep<E: From<JournalError>>(
        &mut self,
        job: usize,
        found: PositionAnalysis,
        observer: &mut dyn FnMut(AnalysisEvent) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(file) = &mut self.file {
            file.append(self.batch.key(job), &found)?;
        }
        for game in self.batch.store(job, found) {
            observer(self.finished(game))?;
        }
        observer(AnalysisEvent::Position)
    }

    fn finished(&self, index: usize) -> AnalysisEvent {
        let analysis = GameAnalysis::new(self.records[index], self.batch.take(index));
        AnalysisEvent::Game {
            index,
            analysis: Box::new(analysis),
        }
    }
}

/// The positions of one or many games. A position that games share by their first moves is one job,
/// so that it is searched once.
pub struct Batch {
    jobs: Vec<Job>,
    keys: Vec<String>,
    results: Vec<Option<PositionAnalysis>>,
    /// By game: its jobs in order of ply.
    games: Vec<Vec<usize>>,
    /// By job: the games that contain it.
    users: Vec<Vec<usize>>,
    /// By game: number of results that are missing.
    missing: Vec<usize>,
}

impl Batch {
    /// All positions of the games' main lines, the start positions included.
    pub fn new<'a>(records: impl IntoIterator<Item = &'a Record>) -> Batch {
        let mut batch = Batch {
            jobs: Vec::new(),
            keys: Vec::new(),
            results: Vec::new(),
            games: Vec::new(),
            users: Vec::new(),
            missing: Vec::new(),
        };
        let mut known: HashMap<String, usize> = HashMap::new();
        for (game, record) in records.into_iter().enumerate() {
            let start = Arc::new(record.start());
            let moves: Arc<[_]> = record.main_moves().into();
            let mut pos = record.start();
            let mut history = crc32fast::Hasher::new();
            history.update(record.start_sfen().as_bytes());
            let mut jobs = Vec::with_capacity(moves.len() + 1);
            for ply in 0..=moves.len() {
                if let Some(&mv) = ply.checked_sub(1).and_then(|i| moves.get(i)) {
                    pos.do_move(mv);
                    history.update(&mv.bits().to_le_bytes());
                }
                // The key also covers the moves that led to the position, since repetitions depend
                // on them.
                let key = format!("{} {:08x}", pos.sfen(), history.clone().finalize());
                let job = *known.entry(key.clone()).or_insert_with(|| {
                    batch.jobs.push(Job {
                        start: Arc::clone(&start),
                        moves: Arc::clone(&moves),
                        ply,
                    });
                    batch.keys.push(key);
                    batch.users.push(Vec::new());
                    batch.jobs.len() - 1
                });
                batch.users[job].push(game);
                jobs.push(job);
            }
            batch.missing.push(jobs.len());
            batch.games.push(jobs);
        }
        batch.results.resize(batch.jobs.len(), None);
        batch
    }

    /// All positions as jobs.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// The key of a job's position, the same in every run.
    pub fn key(&self, job: usize) -> &str {
        &self.keys[job]
    }

    /// Enters the results of an earlier run by key. Returns the games that are now complete.
    pub fn fill(&mut self, mut known: HashMap<String, PositionAnalysis>) -> Vec<usize> {
        let mut complete = Vec::new();
        for job in 0..self.jobs.len() {
            if let Some(result) = known.remove(&self.keys[job]) {
                complete.extend(self.store(job, result));
            }
        }
        complete
    }

    /// Indices of the positions without a result, in order.
    pub fn open(&self) -> Vec<usize> {
        let open = |job: &usize| self.results[*job].is_none();
        (0..self.jobs.len()).filter(open).collect()
    }

    /// Enters a result. Returns the games that are complete with it.
    pub fn store(&mut self, job: usize, result: PositionAnalysis) -> Vec<usize> {
        if self.results[job].replace(result).is_some() {
            return Vec::new();
        }
        let mut complete = Vec::new();
        for &game in &self.users[job] {
            self.missing[game] -= 1;
            if self.missing[game] == 0 {
                complete.push(game);
            }
        }
        complete
    }

    /// The results of a game in order of ply, up to the first missing one.
    pub fn take(&self, game: usize) -> Vec<PositionAnalysis> {
        let jobs = self.games[game].iter();
        jobs.map_while(|&job| self.results[job].clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::types::{Bound, Move, Score};
    use komadai_records::NodeId;

    fn record(moves: &[&str]) -> Record {
        let mut record = Record::default();
        let mut at = NodeId::ROOT;
        for text in moves {
            at = record.add_move(at, Move::from_usi(text).unwrap()).unwrap();
        }
        record
    }

    fn result(depth: i32) -> PositionAnalysis {
        let line = komadai::search::RankedLine {
            score: Score::ZERO,
            bound: Bound::Exact,
            depth,
            seldepth: depth,
            moves: Vec::new(),
        };
        PositionAnalysis {
            lines: vec![line],
            declares: false,
            depth,
            nodes: 1,
            time_ms: 1,
        }
    }

    #[test]
    fn games_share_what_they_have_in_common_and_end_when_complete() {
        let games = [
            record(&["7g7f", "3c3d", "2g2f"]),
            record(&["7g7f", "3c3d", "6g6f"]),
            // The same position by another order of moves, which gives another key.
            record(&["2g2f", "3c3d", "7g7f"]),
        ];
        let mut batch = Batch::new(&games);
        assert_eq!(batch.jobs().len(), 4 + 1 + 3);
        let last_of_first = batch.jobs()[3].position();
        let last_of_third = batch.jobs()[7].position();
        assert_eq!(last_of_first.sfen(), last_of_third.sfen());
        assert_ne!(batch.key(3), batch.key(7));

        let known = HashMap::from([(batch.key(4).to_string(), result(4))]);
        assert!(batch.fill(known).is_empty());
        assert_eq!(batch.open(), [0, 1, 2, 3, 5, 6, 7]);
        assert!(batch.store(0, result(0)).is_empty());
        assert!(batch.store(1, result(1)).is_empty());
        assert_eq!(batch.take(1).len(), 2);
        assert_eq!(batch.store(2, result(2)), [1]);
        assert_eq!(batch.store(3, result(3)), [0]);
        assert!(batch.store(3, result(3)).is_empty());
        let depths: Vec<_> = batch.take(1).iter().map(|r| r.depth).collect();
        assert_eq!(depths, [0, 1, 2, 4]);
    }
}
