//! Rescoring of existing games by another teacher.
//!
//! Scoring old games with a better teacher is cheaper than playing new ones, because a short search
//! per position suffices. Moves, results and end reasons stay as they are.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use rayon::ThreadPool;

use super::labeller::{Labeller, label};
use super::{GenerateError, GenerateProgress, folder_and_pool, open_games};
use crate::pack::{DataFormat, Game, GameFile, ReplayError};
use komadai::eval::Evaluator;
use komadai::host::sync::lock;
use komadai::search::{Searcher, SearcherError};

/// Games per thread that are scored between two writes to the file.
const CHUNK: usize = 64;

/// Settings of a rescoring run.
#[derive(Clone, Debug)]
pub struct Rescore {
    /// Game files, or folders of them.
    pub input: Vec<PathBuf>,
    /// The folder of the new files, which have the names of the old ones.
    pub out: PathBuf,
    /// Games scored at the same time.
    pub threads: usize,
    /// Nodes after which a search starts no further iteration.
    pub nodes: u64,
    /// The distance between scored plies, from 1; the plies between them lose their scores.
    pub every: usize,
    /// MiB of transposition table per thread.
    pub hash_mib: usize,
    /// The name of the evaluator, for the header of the files.
    pub teacher: String,
}

impl Rescore {
    /// The pairs of an input file and its output file.
    ///
    /// # Errors
    /// If a folder cannot be read, two input files have the same name, or an output is its own
    /// input.
    pub fn files(&self) -> Result<Vec<(PathBuf, PathBuf)>, GenerateError> {
        let mut files: Vec<(PathBuf, PathBuf)> = Vec::new();
        for from in DataFormat::list(&self.input)? {
            let to = self.out.join(from.file_name().unwrap_or_default());
            if let Some((other, _)) = files.iter().find(|(_, taken)| *taken == to) {
                return Err(GenerateError::SameName(other.clone(), from));
            }
            if same_file(&from, &to) {
                return Err(GenerateError::SameName(from, to));
            }
            files.push((from, to));
        }
        Ok(files)
    }

    /// The number of undamaged games in the input files.
    ///
    /// # Errors
    /// Those of [`Rescore::files`], and if a file cannot be read or is no game file.
    pub fn count(&self) -> Result<u64, GenerateError> {
        let mut games = 0;
        for (from, _) in self.files()? {
            games += GameFile::open(&from)?.games().flatten().count() as u64;
        }
        Ok(games)
    }

    /// Scores the games that are not yet in their output files, until all are scored or
    /// `progress.stop` is set.
    ///
    /// # Errors
    /// If a file cannot be read or written, or an output file holds games of other settings.
    pub fn run(
        &self,
        evaluator: &Evaluator,
        progress: &GenerateProgress,
    ) -> Result<(), GenerateError> {
        let files = self.files()?;
        let threads = self.threads.max(1);
        let pool = folder_and_pool(&self.out, threads)?;
        let scorers = (0..threads)
            .map(|_| {
                let searcher = Searcher::in_caller(self.hash_mib, evaluator.clone())?;
                Ok(Mutex::new(Scorer {
                    labeller: Labeller::new(searcher, 0),
                    nodes: self.nodes,
                    every: self.every.max(1),
                }))
            })
            .collect::<Result<Vec<_>, SearcherError>>()?;
        for (from, to) in files {
            self.score_file(&from, &to, &pool, &scorers, progress)?;
        }
        Ok(())
    }

    fn score_file(
        &self,
        from: &Path,
        to: &Path,
        pool: &ThreadPool,
        scorers: &[Mutex<Scorer>],
        progress: &GenerateProgress,
    ) -> Result<(), GenerateError> {
        let file = GameFile::open(from)?;
        let note = format!(
            "rescored teacher={} odds=600 soft_nodes={} every={}; {}",
            self.teacher,
            self.nodes,
            self.every,
            file.note()
        );
        let (mut writer, resumed) = open_games(to, &note)?;
        let leave_out = |why: &dyn Display| {
            log::warn!("{}: {why}", from.display());
            progress.leave_out();
        };
        let mut all = file.games();
        let mut games = all
            .by_ref()
            .filter_map(|game| game.inspect_err(|damage| leave_out(damage)).ok());
        let mut there = 0;
        while there < resumed.games
            && let Some(game) = games.next()
        {
            // An illegal game was left out of the output, so it does not count.
            match game.replay(|_, _, _| ()) {
                Ok(_) => {
                    there += 1;
                    progress.add(&game);
                }
                Err(error) => leave_out(&error),
            }
        }
        loop {
            if progress.stop.load(Ordering::Relaxed) {
                writer.sync()?;
                return Ok(());
            }
            let chunk: Vec<Game> = games.by_ref().take(CHUNK * scorers.len()).collect();
            if chunk.is_empty() {
                break;
            }
            let scored: Vec<OnceLock<Game>> = chunk.iter().map(|_| OnceLock::new()).collect();
            let next = AtomicUsize::new(0);
            pool.broadcast(|thread| {
                let mut scorer = lock(&scorers[thread.index()]);
                while let Some((game, slot)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    chunk.get(index).zip(scored.get(index))
                } {
                    match scorer.score(game, progress) {
                        Ok(game) => {
                            progress.add(&game);
                            let _ = slot.set(game);
                        }
                        Err(error) => leave_out(&error),
                    }
                }
            });
            for game in scored.into_iter().filter_map(OnceLock::into_inner) {
                writer.write(&game)?;
            }
        }
        let torn = all.torn();
        if torn > 0 {
            leave_out(&format_args!("the last {torn} bytes are no whole game"));
        }
        writer.sync()?;
        Ok(())
    }
}

/// Whether both paths exist and lead to the same file.
fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Scores games with one searcher.
struct Scorer {
    labeller: Labeller,
    nodes: u64,
    every: usize,
}

impl Scorer {
    /// The game with new scores at every `every`th ply that had a score, and none elsewhere.
    ///
    /// Positions are searched from the end of the game to its start: the transposition table then
    /// holds the entries of later positions, so the searches of earlier positions see further with
    /// the same nodes.
    fn score(&mut self, game: &Game, progress: &GenerateProgress) -> Result<Game, ReplayError> {
        self.labeller.new_game();
        let mut plies = game.plies.clone();
        let mut pos = game.replay(|_, _, _| ())?;
        for (index, ply) in plies.iter_mut().enumerate().rev() {
            pos.undo_move(ply.mv);
            let wanted = ply.score.is_some() && index % self.every == 0;
            let score = wanted.then(|| {
                let (outcome, _) = self.labeller.search(&pos, self.nodes, 1);
                label(&outcome, progress)
            });
            ply.score = score.flatten();
        }
        Ok(Game {
            plies,
            ..game.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::pack::GameWriter;
    use crate::pack::testing::random_game;
    use komadai::types::SplitMix64;

    fn games(path: &Path) -> Vec<Game> {
        let file = GameFile::open(path).unwrap();
        file.games().map(Result::unwrap).collect()
    }

    /// Writes `count` games, each followed by an illegal game.
    fn write(path: &Path, count: usize) -> Vec<Game> {
        let mut rng = SplitMix64::new(3);
        let mut writer = GameWriter::create(path, "made for a test").unwrap();
        let games: Vec<Game> = (0..count).map(|_| random_game(&mut rng)).collect();
        for game in &games {
            writer.write(game).unwrap();
            // Playing the same move twice in a row is illegal.
            let mut illegal = game.clone();
            illegal.plies = vec![game.plies[0]; 2];
            writer.write(&illegal).unwrap();
        }
        games
    }

    fn rescore(input: &Path, out: &Path, threads: usize) -> Rescore {
        Rescore {
            input: vec![input.to_path_buf()],
            out: out.to_path_buf(),
            threads,
            nodes: 30,
            every: 1,
            hash_mib: 1,
            teacher: "material".to_string(),
        }
    }

    #[test]
    fn only_scores_change_and_a_run_cut_off_is_gone_on_with() {
        let dir = tempfile::tempdir().unwrap();
        let from = dir.path().join("a.games");
        let old = write(&from, 5);
        let run = |out: &Path, threads| {
            let progress = GenerateProgress::default();
            let rescore = rescore(&from, out, threads);
            rescore.run(&Evaluator::material(), &progress).unwrap();
            assert_eq!(progress.games.load(Ordering::Relaxed), 5);
            // An illegal game stands behind each.
            assert_eq!(progress.left_out.load(Ordering::Relaxed), 5);
            out.join("a.games")
        };
        let to = run(&dir.path().join("one"), 1);
        let new = games(&to);
        assert_eq!(new.len(), old.len());
        let mut changed = 0;
        for (new, old) in new.iter().zip(&old) {
            for (a, b) in new.plies.iter().zip(&old.plies) {
                assert_eq!((a.mv, a.score.is_some()), (b.mv, b.score.is_some()));
                changed += usize::from(a.score != b.score);
            }
            let plies = old.plies.clone();
            assert_eq!(
                Game {
                    plies,
                    ..new.clone()
                },
                *old
            );
        }
        assert!(changed > 0);
        let whole = fs::read(&to).unwrap();
        fs::write(&to, &whole[..whole.len() / 2]).unwrap();
        run(&dir.path().join("one"), 1);
        assert_eq!(fs::read(&to).unwrap(), whole);
        assert_eq!(fs::read(run(&dir.path().join("two"), 2)).unwrap(), whole);
    }

    #[test]
    fn an_output_with_damage_inside_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let from = dir.path().join("a.games");
        write(&from, 3);
        let out = dir.path().join("out");
        let run = || {
            let progress = GenerateProgress::default();
            rescore(&from, &out, 1).run(&Evaluator::material(), &progress)
        };
        run().unwrap();
        let to = out.join("a.games");
        let mut bytes = fs::read(&to).unwrap();
        let records: usize = (games(&to).iter())
            .map(|game| game.to_record().unwrap().len())
            .sum();
        let first = bytes.len() - records;
        bytes[first] ^= 1;
        fs::write(&to, &bytes).unwrap();
        let error = run().unwrap_err().to_string();
        let told = format!("a.games: bytes {first} to ");
        assert!(error.contains(&told), "{error}");
        assert!(fs::read(&to).unwrap() == bytes);
    }

    #[test]
    fn nothing_is_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let from = dir.path().join("a.games");
        write(&from, 1);
        let before = fs::read(&from).unwrap();
        let error = rescore(&from, dir.path(), 1).files().unwrap_err();
        assert!(error.to_string().contains("a.games"), "{error}");
        let out = dir.path().join("out");
        let material = Evaluator::material();
        rescore(&from, &out, 1)
            .run(&material, &GenerateProgress::default())
            .unwrap();
        let mut other = rescore(&from, &out, 1);
        other.nodes = 31;
        let error = other
            .run(&material, &GenerateProgress::default())
            .unwrap_err();
        assert!(error.to_string().contains("soft_nodes=30"), "{error}");
        // An older header, which does not name the unit of the scores.
        let to = out.join("a.games");
        let note = GameFile::open(&to).unwrap().note().to_string();
        fs::remove_file(&to).unwrap();
        drop(GameWriter::create(&to, &note.replace(" odds=600", "")).unwrap());
        let error = rescore(&from, &out, 1).run(&material, &GenerateProgress::default());
        assert!(matches!(error, Err(GenerateError::OtherRun { .. })));
        assert_eq!(fs::read(&from).unwrap(), before);
    }
}
