//! `komadai data`: statistics, conversion and rescoring of training data.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::teacher::TeacherArgs;
use super::watch::watch;
use crate::args::{hash_mib, thread_count, threads, use_threads};
use crate::error::{CliError, CommandError, InputError, leaving_out};
use crate::language::{Japanese, Lang, current, japanese, say};
use crate::outputs::{Messages, Overwriting};
use crate::plain::Plain;
use komadai::EndReason;
use komadai_training::pack::convert::{ConvertError, convert};
use komadai_training::pack::{DataFile, DataFormat, GameResult, reason_word};
use komadai_training::selfplay::rescore::Rescore;
use komadai_training::train::dataset::{DataSet, LoadOptions};
use komadai_training::train::distance::{DistanceOptions, distance};
use komadai_training::train::filter::{Counts, Filter};

/// Convert, score and describe training data
#[derive(Debug, Args)]
pub(crate) struct Data {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Debug, Subcommand)]
enum DataCommand {
    /// Convert between .games, .psv (40-byte PackedSfenValue, also .bin) and .hcpe
    Convert {
        /// Files or folders
        #[arg(required = true)]
        input: Vec<PathBuf>,
        /// The file to write; its extension selects the format
        #[arg(long)]
        out: PathBuf,
        #[command(flatten)]
        overwriting: Overwriting,
    },
    /// Score games again with another teacher; moves and results are kept. Can be killed
    /// at any time: the same command continues
    Rescore {
        /// Game files, or folders of them
        #[arg(required = true)]
        input: Vec<PathBuf>,
        /// The folder for the new files
        #[arg(long)]
        out: PathBuf,
        #[command(flatten)]
        teacher: TeacherArgs,
        /// Nodes after which a search starts no further iteration
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Score only one position in this many plies, and leave the others without a score
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        every: u64,
        /// Transposition table of each game, in MiB
        #[arg(long, default_value_t = 8, value_parser = hash_mib())]
        hash: usize,
        /// Games to score at once [default: all cores]
        #[arg(long, value_parser = thread_count())]
        threads: Option<usize>,
    },
    /// Distance of labels from the scores of deeper searches: root mean square difference
    /// of win probabilities, with an interval from resampled games
    Distance {
        /// Labelled games; each file or folder is measured separately
        #[arg(required = true)]
        labels: Vec<PathBuf>,
        /// The same games scored by deep searches (`data rescore --nodes 30000 --every 7`)
        #[arg(long, value_name = "FILE", required = true)]
        deep: Vec<PathBuf>,
        /// Weight of later win probabilities of the game in a label, as in training
        #[arg(long, default_value_t = 0.0, value_parser = below_one)]
        lookahead: f64,
        /// Also compare positions in check, and those whose move is a capture or a promotion
        #[arg(long)]
        all: bool,
        /// Score that means odds of e to 1, in files that do not state it
        #[arg(long, value_name = "UNITS", default_value_t = LoadOptions::default().odds)]
        odds: f32,
        /// Number of threads [default: all cores]
        #[arg(long, value_parser = thread_count())]
        threads: Option<usize>,
    },
    /// Count games, results and positions, and fit the scale of the scores to the results
    Stat {
        /// Files or folders
        #[arg(required = true)]
        input: Vec<PathBuf>,
        /// Score that means odds of e to 1, in files that do not state it
        #[arg(long, value_name = "UNITS", default_value_t = LoadOptions::default().odds)]
        odds: f32,
        /// Number of threads [default: all cores]
        #[arg(long, value_parser = thread_count())]
        threads: Option<usize>,
    },
}

impl CommandError for ConvertError {}

/// Error: no scored position of the labels is among the deeply scored ones.
#[derive(Debug, thiserror::Error)]
#[error("{}: no scored position that counts is among the deep ones too", .0.display())]
struct NothingShared(PathBuf);

japanese! { struct NothingShared(path) }

impl CommandError for NothingShared {}

/// Error for a weight that is not from 0 to below 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number from 0 to below 1")]
pub(crate) struct BelowOneError;

japanese! { struct BelowOneError => () }

/// Parses a weight from 0 to below 1.
fn below_one(text: &str) -> Result<f64, BelowOneError> {
    match text.parse() {
        Ok(weight) if (0.0..1.0).contains(&weight) => Ok(weight),
        _ => Err(BelowOneError),
    }
}

impl Data {
    pub fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        match &self.command {
            DataCommand::Convert {
                input,
                out: output,
                overwriting,
            } => {
                overwriting.try_file(output)?;
                let out = &mut Messages::new(out, true);
                let done = convert(input, output)?;
                let (games, positions, left_out) = (done.games, done.positions, done.left_out);
                let file = output.display();
                say!(out, data_converted, file, games, positions, left_out)?;
                leaving_out(left_out)?;
            }
            DataCommand::Rescore {
                input,
                out: folder,
                teacher,
                nodes,
                every,
                hash,
                threads: asked,
            } => {
                let teacher = teacher.load()?;
                let run = Rescore {
                    input: input.clone(),
                    out: folder.clone(),
                    threads: threads(*asked),
                    nodes: *nodes,
                    every: usize::try_from(*every).unwrap_or(usize::MAX),
                    hash_mib: *hash,
                    teacher: teacher.name,
                };
                watch(run.count()?, folder, out, |progress| {
                    run.run(&teacher.evaluator, progress)
                })?;
            }
            DataCommand::Distance {
                labels,
                deep,
                lookahead,
                all,
                odds,
                threads,
            } => {
                use_threads(*threads);
                let options = DistanceOptions {
                    filter: Filter {
                        keep_checks: *all,
                        keep_captures: *all,
                        ..Filter::default()
                    },
                    lookahead: *lookahead,
                    odds: *odds,
                };
                for path in labels {
                    let found = distance(deep, std::slice::from_ref(path), &options)?;
                    let Some(found) = found else {
                        return Err(NothingShared(path.clone()).into());
                    };
                    let (low, high) = found.interval;
                    let (file, distance) = (path.display(), found.distance);
                    let (positions, games) = (found.positions, found.games);
                    say!(
                        out,
                        data_distance,
                        file,
                        distance = format_args!("{distance:.4}"),
                        low = format_args!("{low:.4}"),
                        high = format_args!("{high:.4}"),
                        games,
                        positions
                    )?;
                }
            }
            DataCommand::Stat {
                input,
                odds,
                threads,
            } => {
                use_threads(*threads);
                stat(input, *odds, out)?;
            }
        }
        Ok(())
    }
}

/// The end reason of a game as text.
fn end_text(reason: EndReason) -> String {
    match current() {
        Lang::English => reason_word(reason).to_string(),
        Lang::Japanese => reason.japanese(),
    }
}

fn stat(input: &[PathBuf], odds: f32, out: &mut dyn Write) -> Result<(), CliError> {
    let mut ends: BTreeMap<String, u64> = BTreeMap::new();
    let mut results = [0u64; 3];
    let (mut games, mut plies) = (0u64, 0u64);
    for file in DataFormat::list(input)? {
        let DataFile::Games(content) = DataFile::open(&file)? else {
            continue;
        };
        writeln!(Plain(out), "{}: {}", file.display(), content.note())?;
        for game in content.games().flatten() {
            games += 1;
            plies += game.plies.len() as u64;
            *ends.entry(end_text(game.end)).or_default() += 1;
            let index = match game.result {
                GameResult::BlackWin => 0,
                GameResult::Draw => 1,
                GameResult::WhiteWin => 2,
            };
            results[index] += 1;
        }
    }
    if games > 0 {
        let part = |n: u64| 100.0 * n as f64 / games as f64;
        let plies = plies as f64 / games as f64;
        let [black, draw, white] = results.map(part);
        say!(
            out,
            data_games,
            games,
            plies = format_args!("{plies:.1}"),
            black = format_args!("{black:.1}"),
            draw = format_args!("{draw:.1}"),
            white = format_args!("{white:.1}")
        )?;
        for (end, count) in ends {
            writeln!(out, "  {end}: {:.1} %", part(count))?;
        }
    }
    let options = LoadOptions {
        valid_part: 0.0,
        odds,
        ..LoadOptions::default()
    };
    let set = DataSet::load(input, &options, |_| ())?;
    let Counts {
        positions,
        opening,
        score,
        check,
        capture,
        illegal,
        damaged,
        ..
    } = set.counts;
    let left = set.train.len();
    say!(
        out,
        data_positions,
        positions,
        left,
        opening,
        score,
        check,
        capture,
        illegal,
        damaged
    )?;
    tell_fit(&set, out)?;
    match illegal + damaged {
        // An illegal record counts as a position, an illegal game as several.
        1.. if positions <= illegal => Err(InputError::Nothing.into()),
        left_out => leaving_out(left_out),
    }
}

/// Prints the fitted scale of the scores, if there are scores.
pub(super) fn tell_fit(set: &DataSet, out: &mut dyn Write) -> Result<(), CliError> {
    if let Some(fit) = &set.fit {
        let (scale, loss) = (fit.scale, fit.log_loss);
        say!(
            out,
            data_scores,
            scale = format_args!("{scale:.0}"),
            loss = format_args!("{loss:.4}")
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::types::SplitMix64;
    use komadai_training::pack::testing::random_game;
    use komadai_training::pack::{Game, GameWriter, reason_of_code};

    #[test]
    fn ends_are_told_in_words() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ends.games");
        let mut games = GameWriter::create(&path, "made for a test").unwrap();
        let mut rng = SplitMix64::new(1);
        for end in (0..9).filter_map(reason_of_code) {
            let game = random_game(&mut rng);
            games.write(&Game { end, ..game }).unwrap();
        }
        drop(games);
        let mut out = Vec::new();
        stat(&[path], 600.0, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        for words in [
            "mate",
            "proven mate",
            "perpetual check",
            "too long",
            "resignation",
        ] {
            assert!(text.contains(&format!("\n  {words}: 11.1 %\n")), "{text}");
        }
    }
}
