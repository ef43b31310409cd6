//! Self-play: generation of training games.
//!
//! Every thread plays its own games and appends them to its own file, so that a run killed at any
//! moment loses at most the game that each thread was playing. A game depends only on the seed, the
//! thread and the number of the game in its file, so a resumed run writes the same bytes as an
//! uninterrupted one.

mod game;
mod labeller;
mod opening;
mod progress;
pub mod rescore;
mod settings;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::pack::{GameFileError, GameWriter, Resumed};
use crate::train::config::ConfigError;
use komadai::eval::Evaluator;
use komadai::files::PathError;
use komadai::host::sync::{into_inner, lock};
use komadai::search::{STACK_SIZE, Searcher, SearcherError};
use komadai::types::SplitMix64;

use game::Player;
pub use progress::GenerateProgress;
pub use settings::SelfPlaySettings;

/// Error in generating games.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The folder of the output cannot be created or read.
    #[error(transparent)]
    Folder(#[from] PathError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// The output file exists and holds games made with other settings.
    #[error("{path} holds games made otherwise ({found}); use another folder or seed")]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The note in its header: the settings of its games.
        found: String,
    },
    /// Two inputs would be written to one output, or an input over itself.
    #[error("{0} and {1} have the same name; score them into different folders")]
    SameName(PathBuf, PathBuf),
    /// A setting is out of its range.
    #[error(transparent)]
    Settings(#[from] ConfigError),
    /// No random opening is even enough.
    #[error(
        "{tries} random openings of {least} to {most} plies, none with a score within {limit} centipawns; \
         choose a greater opening-limit"
    )]
    NoOpening {
        /// Openings tried for one game.
        tries: u32,
        /// The smallest number of plies.
        least: u32,
        /// The greatest number of plies.
        most: u32,
        /// The limit, in centipawns.
        limit: i32,
    },
    /// A searcher could not be set up.
    #[error(transparent)]
    Searcher(#[from] SearcherError),
}

/// Settings of a self-play run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The folder of the game files.
    pub out: PathBuf,
    /// The seed of every random choice.
    pub seed: u64,
    /// Games played at the same time.
    pub threads: usize,
    /// Games in all files at the end, those of earlier runs with these settings included.
    pub games: u64,
    /// Settings of play.
    pub settings: SelfPlaySettings,
    /// The name of the evaluator, for the header of the files.
    pub teacher: String,
}

impl Run {
    /// The path of the file that a thread writes.
    pub fn file(&self, thread: usize) -> PathBuf {
        self.out
            .join(format!("gen-{:08x}-{thread:03}.games", self.seed as u32))
    }

    /// Plays until the files hold the requested number of games, or until `progress.stop` is set.
    ///
    /// # Errors
    /// If a setting is out of its range, otherwise the first error of any thread; the other threads
    /// finish the games they are playing.
    pub fn generate(
        &self,
        evaluator: &Evaluator,
        progress: &GenerateProgress,
    ) -> Result<(), GenerateError> {
        self.settings.check()?;
        let threads = self.threads.max(1);
        let pool = folder_and_pool(&self.out, threads)?;
        let failure = Mutex::new(None);
        pool.install(|| {
            (0..threads)
                .into_par_iter()
                .with_max_len(1)
                .for_each(|thread| {
                    if let Err(error) = self.run_thread(thread, threads, evaluator, progress) {
                        progress.stop.store(true, Ordering::Relaxed);
                        lock(&failure).get_or_insert(error);
                    }
                });
        });
        match into_inner(failure) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// The number of games that a thread writes.
    fn share(&self, thread: usize, threads: usize) -> u64 {
        let threads = threads as u64;
        self.games / threads + u64::from((thread as u64) < self.games % threads)
    }

    fn run_thread(
        &self,
        thread: usize,
        threads: usize,
        evaluator: &Evaluator,
        progress: &GenerateProgress,
    ) -> Result<(), GenerateError> {
        let note = self.settings.note(self.seed, &self.teacher);
        let (mut writer, done) = open_games(&self.file(thread), &note)?;
        progress.games.fetch_add(done.games, Ordering::Relaxed);
        progress.plies.fetch_add(done.plies, Ordering::Relaxed);
        // A searcher with threads of its own would make this thread wait, and rayon would then run
        // another player's games on it.
        let searcher = Searcher::in_caller(self.settings.hash_mib, evaluator.clone())?;
        let mut player = Player::new(searcher, self.settings.clone());
        for number in done.games..self.share(thread, threads) {
            if progress.stop.load(Ordering::Relaxed) {
                break;
            }
            let mut rng = self.rng(thread, number);
            let game = player.play(&mut rng, progress)?;
            writer.write(&game)?;
            progress.add(&game);
        }
        writer.sync()?;
        Ok(())
    }

    /// The random generator of one game; its seed does not depend on earlier games.
    fn rng(&self, thread: usize, number: u64) -> SplitMix64 {
        let mut seeds = SplitMix64::new(self.seed);
        let base = seeds.next_u64();
        let mut mixed = SplitMix64::new(base ^ (thread as u64) << 40 ^ number);
        SplitMix64::new(mixed.next_u64())
    }
}

/// Creates the folder of a run and its thread pool.
fn folder_and_pool(out: &Path, threads: usize) -> Result<ThreadPool, GenerateError> {
    fs::create_dir_all(out).map_err(PathError::at(out))?;
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_SIZE)
        .build();
    Ok(pool.map_err(SearcherError::from)?)
}

/// Opens or starts a game file with this note. Returns the content that the file already has. A
/// file with another note is an error, so that games of different settings are not mixed.
fn open_games(path: &Path, note: &str) -> Result<(GameWriter, Resumed), GenerateError> {
    let (writer, resumed) = GameWriter::append(path, note)?;
    if let Some(found) = &resumed.note
        && found != note
    {
        return Err(GenerateError::OtherRun {
            path: path.to_path_buf(),
            found: found.clone(),
        });
    }
    if resumed.cut > 0 {
        log::warn!(
            "{}: {} bytes of an unfinished game cut off",
            path.display(),
            resumed.cut
        );
    }
    Ok((writer, resumed))
}

#[cfg(test)]
mod tests;
