//! Positions to learn from, out of recorded games.
//!
//! Games are played through once when they are loaded. What is kept of a
//! position is its packed form, score and result, 36 bytes; the inputs of the
//! network are worked out again each time it is used. So tens of millions of
//! positions fit in memory and each pass can go through them in a new order.
//! Whole games are held out for validation.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::expand::{Part, expand_game, expand_hcpe, expand_psv};
use crate::pack::{DataFile, DataFileError, Game, GamePly, PackedSfen};
use crate::position::Position;
use crate::types::SplitMix64;

/// A position with its labels, both from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Sample {
    /// The position; always one that decodes.
    pub sfen: PackedSfen,
    /// Score of the search, in the unit of the data.
    pub score: i16,
    /// 1 if the side to move won, 0 for a draw, -1 if it lost.
    pub result: i8,
    padding: u8,
}

const _: () = assert!(size_of::<Sample>() == 36);

impl Sample {
    pub(super) fn new(sfen: PackedSfen, score: i16, result: i8) -> Sample {
        Sample {
            sfen,
            score,
            result,
            padding: 0,
        }
    }

    fn bytes(&self) -> [u8; 36] {
        let mut bytes = [0; 36];
        bytes[..32].copy_from_slice(&self.sfen.0);
        bytes[32..34].copy_from_slice(&self.score.to_le_bytes());
        bytes[34] = self.result as u8;
        bytes
    }
}

/// Which positions are learnt from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Positions of an earlier game ply are left out (unless the ply is not known).
    pub min_ply: u16,
    /// Scores beyond this are left out; search units.
    pub max_score: i16,
    /// Keep positions in check.
    pub keep_checks: bool,
    /// Keep positions in which the move played is a capture or a promotion.
    pub keep_captures: bool,
    /// Keep games that ended only because they were too long.
    pub keep_max_plies: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            min_ply: 8,
            max_score: 3000,
            keep_checks: false,
            keep_captures: false,
            keep_max_plies: false,
        }
    }
}

impl Filter {
    /// Why a position is left out, if it is.
    pub(super) fn refuses(&self, pos: &Position, ply: GamePly) -> Option<Refusal> {
        let Some(score) = ply.score else {
            return Some(Refusal::NoScore);
        };
        if score.unsigned_abs() > self.max_score.unsigned_abs() {
            return Some(Refusal::Score);
        }
        if !self.keep_checks && pos.in_check() {
            return Some(Refusal::Check);
        }
        if !self.keep_captures && (pos.is_capture(ply.mv) || ply.mv.is_promotion()) {
            return Some(Refusal::Capture);
        }
        None
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    NoScore,
    Score,
    Check,
    Capture,
}

/// What a data set was made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Whole games, or runs of single records.
    pub games: u64,
    /// Games that ended only because they were too long, left out.
    pub too_long: u64,
    /// Games or records that break the rules, left out.
    pub illegal: u64,
    /// Damaged stretches and torn ends of files.
    pub damaged: u64,
    /// Positions read.
    pub positions: u64,
    /// Left out: too early, or moves not searched.
    pub opening: u64,
    /// Left out: score beyond the limit.
    pub score: u64,
    /// Left out: in check.
    pub check: u64,
    /// Left out: capture or promotion.
    pub capture: u64,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.games += other.games;
        self.too_long += other.too_long;
        self.illegal += other.illegal;
        self.damaged += other.damaged;
        self.positions += other.positions;
        self.opening += other.opening;
        self.score += other.score;
        self.check += other.check;
        self.capture += other.capture;
    }

    pub(super) fn refuse(&mut self, refusal: Refusal) {
        match refusal {
            Refusal::NoScore => self.opening += 1,
            Refusal::Score => self.score += 1,
            Refusal::Check => self.check += 1,
            Refusal::Capture => self.capture += 1,
        }
    }
}

/// Positions to learn from and positions to be judged by.
#[derive(Clone, Debug, Default)]
pub struct DataSet {
    /// To learn from.
    pub train: Vec<Sample>,
    /// To be judged by: of other games.
    pub valid: Vec<Sample>,
    /// Where they came from.
    pub counts: Counts,
}

/// How a data set is made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoadOptions {
    /// Which positions are kept.
    pub filter: Filter,
    /// The part of the games that is held out.
    pub valid_part: f64,
    /// Decides which games are held out.
    pub seed: u64,
    /// How much the scores of later positions count in the score of a
    /// position, from 0 (not at all) to below 1: each ply further on counts this
    /// much less.
    #[serde(default)]
    pub lookahead: f64,
}

/// Games expanded together by all threads.
const GAMES_AT_ONCE: usize = 4096;
/// Single records that count as one game when some are held out.
const RECORD_RUN: usize = 1000;

impl DataSet {
    /// Loads files and folders, reporting each file's path before it is read.
    ///
    /// # Errors
    /// If a file cannot be read. Damaged or illegal games are counted, logged and left out.
    pub fn load(
        paths: &[PathBuf],
        options: &LoadOptions,
        mut progress: impl FnMut(&Path, &DataSet),
    ) -> Result<DataSet, DataFileError> {
        let mut set = DataSet::default();
        for path in paths {
            let files =
                crate::pack::DataFormat::list(path).map_err(|source| DataFileError::Io {
                    path: path.clone(),
                    source,
                })?;
            for file in files {
                progress(&file, &set);
                set.add_file(&file, options)?;
            }
        }
        Ok(set)
    }

    fn add_file(&mut self, path: &Path, options: &LoadOptions) -> Result<(), DataFileError> {
        match DataFile::open(path)? {
            DataFile::Games(file) => {
                let mut games = file.games();
                let mut chunk = Vec::with_capacity(GAMES_AT_ONCE);
                for game in games.by_ref() {
                    match game {
                        Ok(game) => chunk.push(game),
                        Err(damage) => {
                            log::warn!("{}: {damage}", path.display());
                            self.counts.damaged += 1;
                        }
                    }
                    if chunk.len() == GAMES_AT_ONCE {
                        self.add_games(&chunk, options);
                        chunk.clear();
                    }
                }
                self.add_games(&chunk, options);
                self.note_torn(path, games.torn());
            }
            DataFile::Psv(records) => {
                self.note_torn(path, records.torn());
                self.add_records(records.whole(), options, expand_psv);
            }
            DataFile::Hcpe(records) => {
                self.note_torn(path, records.torn());
                self.add_records(records.whole(), options, expand_hcpe);
            }
        }
        Ok(())
    }

    fn note_torn(&mut self, path: &Path, bytes: usize) {
        if bytes > 0 {
            log::warn!(
                "{}: the last {bytes} bytes are no whole record",
                path.display()
            );
            self.counts.damaged += 1;
        }
    }

    /// Adds games.
    pub fn add_games(&mut self, games: &[Game], options: &LoadOptions) {
        let expanded: Vec<_> = games
            .par_iter()
            .map(|game| (game_hash(game), expand_game(game, options)))
            .collect();
        for (hash, part) in expanded {
            self.take(hash, part, options);
        }
    }

    fn add_records<const N: usize>(
        &mut self,
        records: &[[u8; N]],
        options: &LoadOptions,
        expand: impl Fn(&[u8; N], &Filter, &mut Part) + Sync,
    ) {
        let expanded: Vec<_> = records
            .par_chunks(RECORD_RUN)
            .map(|records| {
                let mut part = Part::default();
                part.counts.games = 1;
                for record in records {
                    expand(record, &options.filter, &mut part);
                }
                let hash = records.first().map_or(0, |first| crc32fast::hash(first));
                (u64::from(hash), part)
            })
            .collect();
        for (hash, part) in expanded {
            self.take(hash, part, options);
        }
    }

    fn take(&mut self, hash: u64, part: Part, options: &LoadOptions) {
        self.counts.add(&part.counts);
        let held_out = SplitMix64::new(hash ^ options.seed).unit() < options.valid_part;
        if held_out {
            self.valid.extend(part.samples);
        } else {
            self.train.extend(part.samples);
        }
    }

    /// A number that tells data sets apart.
    pub fn fingerprint(&self) -> u64 {
        let mut high = crc32fast::Hasher::new();
        let mut low = crc32fast::Hasher::new();
        for (hasher, samples) in [(&mut high, &self.train), (&mut low, &self.valid)] {
            hasher.update(&samples.len().to_le_bytes());
            for sample in samples {
                hasher.update(&sample.bytes());
            }
        }
        u64::from(high.finalize()) << 32 | u64::from(low.finalize())
    }

    /// Gives each position to learn from the labels of another one: a network
    /// must not learn anything from that.
    pub fn shuffle_labels(&mut self, seed: u64) {
        let labels: Vec<_> = self.train.iter().map(|s| (s.score, s.result)).collect();
        let order = permutation(labels.len(), seed);
        for (sample, from) in self.train.iter_mut().zip(order) {
            (sample.score, sample.result) = labels[from as usize];
        }
    }
}

/// The numbers below `len` in a random order (Fisher and Yates).
pub fn permutation(len: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    let mut rng = SplitMix64::new(seed);
    for i in (1..len).rev() {
        order.swap(i, rng.below(i + 1));
    }
    order
}

/// Equal games get equal numbers, so that none is on both sides of the fence.
fn game_hash(game: &Game) -> u64 {
    let record = game.to_record().unwrap_or_default();
    // Without its own checksum: with it, the checksum of every record is the same.
    let body = record.len().saturating_sub(size_of::<u32>());
    u64::from(crc32fast::hash(&record[..body]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::testing::random_game;
    use crate::pack::{Board, EndReason, GameResult, GameWriter};

    const OPTIONS: LoadOptions = LoadOptions {
        filter: Filter {
            min_ply: 8,
            max_score: 1500,
            keep_checks: false,
            keep_captures: false,
            keep_max_plies: false,
        },
        valid_part: 0.25,
        seed: 1,
        lookahead: 0.0,
    };

    fn games(count: usize) -> Vec<Game> {
        let mut rng = SplitMix64::new(77);
        (0..count).map(|_| random_game(&mut rng)).collect()
    }

    #[test]
    fn exactly_what_the_filter_lets_through_is_kept() {
        let games = games(120);
        let mut set = DataSet::default();
        set.add_games(&games, &OPTIONS);
        let mut expected = Vec::new();
        for game in games.iter().filter(|game| game.end != EndReason::MaxPlies) {
            game.replay(|pos, ply, index| {
                let Some(score) = ply.score else { return };
                if pos.ply() >= 8
                    && index >= usize::from(game.opening_plies)
                    && score.abs() <= 1500
                    && pos.checkers().is_empty()
                    && pos.captured_by(ply.mv).is_none()
                    && !ply.mv.is_promotion()
                {
                    let won = match game.result {
                        GameResult::Draw => 0,
                        result if result == GameResult::win(pos.side_to_move()) => 1,
                        _ => -1,
                    };
                    let board = Board::from(pos);
                    expected.push((PackedSfen::pack(&board).unwrap(), score, won));
                }
            })
            .unwrap();
        }
        let mut kept: Vec<_> = set
            .train
            .iter()
            .chain(&set.valid)
            .map(|s| (s.sfen, s.score, s.result))
            .collect();
        kept.sort_unstable();
        expected.sort_unstable();
        assert_eq!(kept, expected);
        assert!(kept.len() > 500);
        let Counts {
            positions,
            opening,
            score,
            check,
            capture,
            ..
        } = set.counts;
        let long: u64 = games
            .iter()
            .filter(|game| game.end == EndReason::MaxPlies)
            .map(|game| game.plies.len() as u64)
            .sum();
        let left_out = opening + score + check + capture + long;
        assert_eq!(positions, left_out + kept.len() as u64);
        assert!(opening > 0 && score > 0 && check > 0 && capture > 0 && long > 0);
    }

    #[test]
    fn games_are_held_out_whole_and_equal_ones_together() {
        let mut games = games(200);
        games.extend(games.clone());
        let mut set = DataSet::default();
        set.add_games(&games, &OPTIONS);
        for game in &games {
            let mut single = DataSet::default();
            single.add_games(std::slice::from_ref(game), &OPTIONS);
            assert!(single.train.is_empty() || single.valid.is_empty());
        }
        let part = set.valid.len() as f64 / (set.valid.len() + set.train.len()) as f64;
        assert!((0.15..0.35).contains(&part), "{part}");
        // Twice the games, on the same side each time.
        let mut once = DataSet::default();
        once.add_games(&games[..200], &OPTIONS);
        assert_eq!(set.valid.len(), 2 * once.valid.len());
        assert_ne!(set.fingerprint(), once.fingerprint());
    }

    #[test]
    fn the_three_kinds_of_file_give_the_same_positions() {
        let dir = tempfile::tempdir().unwrap();
        let mut written = games(30);
        let (mut psv, mut hcpe) = (Vec::new(), Vec::new());
        for game in &mut written {
            game.end = EndReason::Resign;
            game.opening_plies = 0;
            game.replay(|pos, ply, _| {
                psv.extend(
                    game.to_psv(pos, ply)
                        .map(|r| r.to_bytes())
                        .into_iter()
                        .flatten(),
                );
                hcpe.extend(
                    game.to_hcpe(pos, ply)
                        .map(|r| r.to_bytes())
                        .into_iter()
                        .flatten(),
                );
            })
            .unwrap();
        }
        let mut writer = GameWriter::create(&dir.path().join("a.games"), "").unwrap();
        for game in &written {
            writer.write(game).unwrap();
        }
        std::fs::write(dir.path().join("a.psv"), &psv).unwrap();
        std::fs::write(dir.path().join("a.hcpe"), &hcpe).unwrap();
        let mut options = OPTIONS;
        options.valid_part = 0.0;
        options.filter.min_ply = 0;
        let load = |name: &str| {
            DataSet::load(&[dir.path().join(name)], &options, |_, _| ())
                .unwrap()
                .train
        };
        let from_games = load("a.games");
        assert!(from_games.len() > 300);
        assert_eq!(load("a.psv"), from_games);
        assert_eq!(load("a.hcpe"), from_games);
        assert_eq!(load("").len(), 3 * from_games.len());
    }

    #[test]
    fn broken_records_are_counted_not_learnt() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("bad.psv");
        let mut bytes = vec![0xff; 3 * 40];
        bytes.extend([1; 7]);
        std::fs::write(&path, bytes).unwrap();
        let set = DataSet::load(&[path], &OPTIONS, |_, _| ()).unwrap();
        assert_eq!((set.train.len(), set.valid.len()), (0, 0));
        assert_eq!((set.counts.illegal, set.counts.damaged), (3, 1));
        let missing = dir.path().join("none.psv");
        assert!(DataSet::load(&[missing], &OPTIONS, |_, _| ()).is_err());
    }

    #[test]
    fn shuffled_labels_are_the_same_labels_elsewhere() {
        let mut set = DataSet::default();
        set.add_games(&games(50), &OPTIONS);
        let before = set.clone();
        set.shuffle_labels(3);
        assert_eq!(set.valid, before.valid);
        let labels = |set: &DataSet| {
            let mut labels: Vec<_> = set.train.iter().map(|s| (s.score, s.result)).collect();
            labels.sort_unstable();
            labels
        };
        assert_eq!(labels(&set), labels(&before));
        let moved = set
            .train
            .iter()
            .zip(&before.train)
            .filter(|(a, b)| a != b)
            .count();
        assert!(moved * 10 > 9 * set.train.len());
        assert!(
            set.train
                .iter()
                .zip(&before.train)
                .all(|(a, b)| a.sfen == b.sfen)
        );
    }

    #[test]
    fn permutations_hold_every_number_once() {
        let order = permutation(1000, 5);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(i, &n)| i == n as usize));
        assert_ne!(order, sorted);
        assert_eq!(order, permutation(1000, 5));
        assert_ne!(order, permutation(1000, 6));
    }
}
