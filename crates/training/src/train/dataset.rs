//! Training and validation positions, loaded from recorded games.
//!
//! Games are replayed once, when they are loaded. A position is kept as its packed form, its chance
//! to win and its result (36 bytes), and the inputs of the network are computed anew at each use.
//! So tens of millions of positions fit in memory, and each pass can take them in a new order.
//! Whole games are held out for validation.
//!
//! The chance of a position is computed from the scores of its game in two steps: the scale of all
//! scores is fitted to the results of the training positions, and turns every score into a chance;
//! then each chance is mixed with those of later plies.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::calibrate::ScaleFit;
use super::expand::{Part, expand_game, expand_hcpe, expand_psv};
use super::filter::{Counts, Filter};
use super::label::Curve;
use super::sample::Sample;
use super::score::UNIT;
use super::unlabelled::Unlabelled;
use crate::pack::{DataFile, DataFileError, DataFormat, Game};
use komadai::types::SplitMix64;

/// Training positions, and held-out positions for validation.
#[derive(Clone, Debug)]
pub struct DataSet {
    /// Training positions.
    pub train: Vec<Sample>,
    /// Validation positions, of games that are not in `train`.
    pub valid: Vec<Sample>,
    /// Counts of the games and positions read and left out.
    pub counts: Counts,
    /// Fit of the scores of the training positions to the results; `None` without positions.
    pub fit: Option<ScaleFit>,
}

/// Options of loading a data set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoadOptions {
    /// Filter of positions.
    pub filter: Filter,
    /// The part of the games (0 to 0.9) that is held out for validation.
    pub valid_part: f64,
    /// Seed of the choice of held-out games.
    pub seed: u64,
    /// The chance of a position is mixed with the chances of later plies and with the result; the
    /// weight falls by this factor with each ply. From 0 (later plies do not count) to below 1.
    #[serde(default)]
    pub lookahead: f64,
    /// The score at which the odds of winning are e to 1, for files without `odds=` in their note.
    #[serde(default = "default_odds")]
    pub odds: f32,
    /// The scale of the scores after conversion to `score::UNIT`; `None`: fitted to the results.
    #[serde(default)]
    pub score_scale: Option<f32>,
}

fn default_odds() -> f32 {
    UNIT
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        LoadOptions {
            filter: Filter::default(),
            valid_part: 0.02,
            seed: 0,
            lookahead: 0.0,
            odds: default_odds(),
            score_scale: None,
        }
    }
}

/// Games expanded together by all threads.
const GAMES_AT_ONCE: usize = 4096;
/// Consecutive single-position records that are held out together, like the positions of a game.
const RECORD_RUN: usize = 1000;

impl DataSet {
    /// Loads files and folders; `progress` gets each file's path before it is read.
    ///
    /// # Errors
    /// If a file cannot be read. Damaged or illegal games are counted, logged and left out.
    pub fn load(
        paths: &[PathBuf],
        options: &LoadOptions,
        mut progress: impl FnMut(&Path),
    ) -> Result<DataSet, DataFileError> {
        let mut loader = Loader::new(options);
        for file in DataFormat::list(paths)? {
            progress(&file);
            loader.add_file(&file)?;
        }
        Ok(loader.finish())
    }

    /// The data set of games in memory, for tests.
    #[cfg(test)]
    pub(crate) fn of_games(games: &[Game], options: &LoadOptions) -> DataSet {
        let mut loader = Loader::new(options);
        loader.add_games(games, options.odds);
        loader.finish()
    }

    /// A checksum that identifies the data set.
    pub(crate) fn fingerprint(&self) -> u64 {
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

    /// Permutes the labels of the training positions at random: a control, from which a network
    /// must not learn anything.
    pub fn shuffle_labels(&mut self, seed: u64) {
        let labels: Vec<_> = self.train.iter().map(|s| (s.chance, s.result)).collect();
        let order = permutation(labels.len(), seed);
        for (sample, from) in self.train.iter_mut().zip(order) {
            (sample.chance, sample.result) = labels[from as usize];
        }
    }
}

/// Builder of a data set, file by file.
struct Loader<'a> {
    options: &'a LoadOptions,
    train: Unlabelled,
    valid: Unlabelled,
    counts: Counts,
}

impl Loader<'_> {
    fn new(options: &LoadOptions) -> Loader<'_> {
        Loader {
            options,
            train: Unlabelled::default(),
            valid: Unlabelled::default(),
            counts: Counts::default(),
        }
    }

    fn add_file(&mut self, path: &Path) -> Result<(), DataFileError> {
        let odds = self.options.odds;
        match DataFile::open(path)? {
            DataFile::Games(file) => {
                let odds = named_odds(file.note()).unwrap_or(odds);
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
                        self.add_games(&chunk, odds);
                        chunk.clear();
                    }
                }
                self.add_games(&chunk, odds);
                self.note_torn(path, games.torn());
            }
            DataFile::Psv(records) => {
                self.note_torn(path, records.torn());
                self.add_records(records.whole(), odds, expand_psv);
            }
            DataFile::Hcpe(records) => {
                self.note_torn(path, records.torn());
                self.add_records(records.whole(), odds, expand_hcpe);
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

    fn add_games(&mut self, games: &[Game], odds: f32) {
        let filter = &self.options.filter;
        let expanded: Vec<_> = games
            .par_iter()
            .map(|game| (game_hash(game), expand_game(game, odds, filter)))
            .collect();
        for (hash, part) in expanded {
            self.take(hash, part);
        }
    }

    fn add_records<const N: usize>(
        &mut self,
        records: &[[u8; N]],
        odds: f32,
        expand: impl Fn(&[u8; N], f32, &Filter, &mut Part) + Sync,
    ) {
        let filter = &self.options.filter;
        let expanded: Vec<_> = records
            .par_chunks(RECORD_RUN)
            .map(|records| {
                let mut part = Part::default();
                part.counts.games = 1;
                for record in records {
                    expand(record, odds, filter, &mut part);
                }
                let hash = records.first().map_or(0, |first| crc32fast::hash(first));
                (u64::from(hash), part)
            })
            .collect();
        for (hash, part) in expanded {
            self.take(hash, part);
        }
    }

    fn take(&mut self, hash: u64, part: Part) {
        self.counts.add(&part.counts);
        let random = SplitMix64::new(hash ^ self.options.seed).unit();
        if random < self.options.valid_part {
            self.valid.append(part.positions);
        } else {
            self.train.append(part.positions);
        }
    }

    /// Fits the scale of the scores and turns them into chances.
    fn finish(mut self) -> DataSet {
        let fit = self.train.outcomes().fit();
        let asked = self.options.score_scale.map(f64::from);
        let scale = asked.or(fit.map(|fit| fit.scale));
        let curve = Curve {
            scale: scale.unwrap_or(f64::from(UNIT)),
        };
        DataSet {
            train: self.train.label(curve, self.options.lookahead),
            valid: self.valid.label(curve, self.options.lookahead),
            counts: self.counts,
            fit,
        }
    }
}

/// The score at which the odds of winning are e to 1, as the note of a game file names it
/// (`odds=540`). Text after a semicolon is the note of the source file and does not count.
pub(super) fn named_odds(note: &str) -> Option<f32> {
    let own = note.split(';').next()?;
    let mut words = own.split_whitespace();
    let odds: f32 = words
        .find_map(|word| word.strip_prefix("odds="))?
        .parse()
        .ok()?;
    (odds.is_finite() && odds >= 1.0).then_some(odds)
}

/// A random permutation of the numbers below `len` (Fisher and Yates).
pub(crate) fn permutation(len: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    let mut rng = SplitMix64::new(seed);
    for i in (1..len).rev() {
        order.swap(i, rng.below(i + 1));
    }
    order
}

/// A hash of the game. Equal games get equal hashes, so that copies of a game are all training
/// games or all held out.
fn game_hash(game: &Game) -> u64 {
    let record = game.to_record().unwrap_or_default();
    // The record's checksum is left out: the CRC of data with its own CRC appended is a constant.
    let body = record.len().saturating_sub(size_of::<u32>());
    u64::from(crc32fast::hash(&record[..body]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::testing::random_game;
    use crate::pack::{GameResult, GameWriter};
    use crate::train::testing::{everything, material_games};
    use komadai::EndReason;
    use komadai::packed::{Board, PackedSfen};

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
        odds: 600.0,
        score_scale: Some(500.0),
    };

    fn games(count: usize) -> Vec<Game> {
        let mut rng = SplitMix64::new(77);
        (0..count).map(|_| random_game(&mut rng)).collect()
    }

    #[test]
    fn exactly_what_the_filter_lets_through_is_kept() {
        let games = games(120);
        let set = DataSet::of_games(&games, &OPTIONS);
        let mut expected = Vec::new();
        for game in games.iter().filter(|game| game.end != EndReason::MaxMoves) {
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
                    let chance = 1.0 / (1.0 + (-f64::from(score) / 500.0).exp());
                    let chance = (chance * 65_535.0).round() as u16;
                    expected.push((PackedSfen::pack(&board).unwrap(), chance, won));
                }
            })
            .unwrap();
        }
        let mut kept: Vec<_> = set
            .train
            .iter()
            .chain(&set.valid)
            .map(|s| (s.sfen, s.chance, s.result))
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
            .filter(|game| game.end == EndReason::MaxMoves)
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
        let set = DataSet::of_games(&games, &OPTIONS);
        for game in &games {
            let single = DataSet::of_games(std::slice::from_ref(game), &OPTIONS);
            assert!(single.train.is_empty() || single.valid.is_empty());
        }
        let part = set.valid.len() as f64 / (set.valid.len() + set.train.len()) as f64;
        assert!((0.15..0.35).contains(&part), "{part}");
        // Both copies of a game are in the training part, or both are held out.
        let once = DataSet::of_games(&games[..200], &OPTIONS);
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
            DataSet::load(&[dir.path().join(name)], &options, |_| ())
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
        let set = DataSet::load(&[path], &OPTIONS, |_| ()).unwrap();
        assert_eq!((set.train.len(), set.valid.len()), (0, 0));
        assert_eq!((set.counts.illegal, set.counts.damaged), (3, 1));
        let missing = dir.path().join("none.psv");
        assert!(DataSet::load(&[missing], &OPTIONS, |_| ()).is_err());
    }

    #[test]
    fn shuffled_labels_are_the_same_labels_elsewhere() {
        let mut set = DataSet::of_games(&games(50), &OPTIONS);
        let before = set.clone();
        set.shuffle_labels(3);
        assert_eq!(set.valid, before.valid);
        let labels = |set: &DataSet| {
            let mut labels: Vec<_> = set.train.iter().map(|s| (s.chance, s.result)).collect();
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

    /// With lookahead a label mixes every later chance and the result. The scale is fitted to the
    /// unmixed scores.
    #[test]
    fn scores_become_chances_before_they_are_mixed() {
        let games = material_games(3, 200, 60);
        let load = |lookahead| {
            let options = LoadOptions {
                lookahead,
                score_scale: None,
                ..everything(0.0)
            };
            DataSet::of_games(&games, &options)
        };
        let (raw, mixed) = (load(0.0), load(0.7));
        let scale = raw.fit.unwrap().scale;
        assert_eq!(mixed.fit, raw.fit);
        assert_eq!(raw.train.len(), mixed.train.len());
        let (mut at, mut changed) = (0, 0);
        for game in &games {
            let plies = game.plies.len();
            let (raw, mixed) = (&raw.train[at..][..plies], &mixed.train[at..][..plies]);
            at += plies;
            for (sample, ply) in raw.iter().zip(&game.plies) {
                let chance = 1.0 / (1.0 + (-f64::from(ply.score.unwrap()) / scale).exp());
                assert!((f64::from(sample.chance()) - chance).abs() < 1e-5);
            }
            // Mixes the chances backwards from the end of the game, where the result has the
            // remaining weight.
            let mut later = 1.0 - (f32::from(raw[plies - 1].result) + 1.0) / 2.0;
            for (raw, mixed) in raw.iter().zip(mixed).rev() {
                later = 0.3 * raw.chance() + 0.7 * (1.0 - later);
                assert!((mixed.chance() - later).abs() < 1e-4);
                changed += u32::from((mixed.chance() - raw.chance()).abs() > 0.05);
            }
        }
        assert_eq!(at, raw.train.len());
        assert!(changed > 1000, "{changed}");
    }

    #[test]
    fn files_of_teachers_with_other_units_come_to_one() {
        let dir = tempfile::tempdir().unwrap();
        let games = material_games(4, 40, 50);
        let write = |name: &str, note: &str, factor: f32| {
            let mut writer = GameWriter::create(&dir.path().join(name), note).unwrap();
            for game in &games {
                let mut game = game.clone();
                for score in game.plies.iter_mut().filter_map(|ply| ply.score.as_mut()) {
                    *score = (f32::from(*score) * factor).round() as i16;
                }
                writer.write(&game).unwrap();
            }
        };
        write("a.games", "seed=1 teacher=x", 1.0);
        write(
            "b.games",
            "rescored teacher=y odds=1200 nodes=9; odds=300",
            2.0,
        );
        write("c.games", "rescored by hand; odds=300", 0.9);
        let load = |name: &str, odds| {
            let options = LoadOptions {
                odds,
                filter: Filter {
                    max_score: 2000,
                    ..everything(0.0).filter
                },
                ..everything(0.0)
            };
            DataSet::load(&[dir.path().join(name)], &options, |_| ()).unwrap()
        };
        let plain = load("a.games", 600.0);
        assert!(plain.counts.score > 10);
        let same = |other: &DataSet| {
            let [a, b] = [&plain, other].map(|set| set.fit.unwrap().scale);
            assert!((a / b - 1.0).abs() < 0.01, "{a} {b}");
            let close = |(a, b): (&Sample, &Sample)| (a.chance() - b.chance()).abs() < 0.01;
            let pairs = plain.train.iter().zip(&other.train);
            plain.train.len() == other.train.len() && pairs.into_iter().all(close)
        };
        // In turn: the note of the file overrides a wrong option; the option gives the right unit;
        // the option gives a wrong unit.
        assert!(same(&load("b.games", 50.0)));
        assert!(same(&load("c.games", 540.0)));
        assert!(load("c.games", 300.0).train.len() < plain.train.len());
        for (note, odds) in [
            ("odds=540", Some(540.0)),
            ("seed=1 odds=540 nodes=2", Some(540.0)),
            ("odds=540; odds=1", Some(540.0)),
            ("seed=1; odds=540", None),
            ("myodds=540", None),
            ("odds=", None),
            ("odds=0 odds=5", None),
            ("odds=NaN", None),
            ("", None),
        ] {
            assert_eq!(named_odds(note), odds, "{note}");
        }
    }
}
