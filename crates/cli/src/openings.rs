//! `komadai openings`: generator of balanced starts for matches.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::args::{EvaluatorArgs, threads};
use super::error::{CliError, CommandError};
use super::language::{japanese, msg, say};
use super::outputs::{Overwriting, progress_bar};
use super::records::is_dash;
use komadai::engine::{Engine, EngineOptions};
use komadai::files::whole_file::WholeFile;
use komadai::position::Position;
use komadai::search::report::Silent;
use komadai::search::{Limits, Signals};
use komadai_matches::opening_gen::{GenerateConfig, generate_starts};

/// Transposition table of each judging engine, in MiB.
const HASH_MIB: usize = 8;

/// Make balanced start positions for matches by random moves, checked by a search
///
/// The same options give the same start positions on every machine: without --net, the
/// built-in network is used, never a file beside the engine.
#[derive(Debug, Args)]
pub(super) struct OpeningsCmd {
    /// Number of start positions
    #[arg(long, default_value_t = 1000, value_name = "N")]
    count: usize,
    /// Smallest number of moves before a start position
    #[arg(long, default_value_t = 16, value_name = "N")]
    min_plies: u32,
    /// Largest number of moves before a start position
    #[arg(long, default_value_t = 24, value_name = "N")]
    max_plies: u32,
    /// Largest score that counts as balanced, in centipawns
    #[arg(long, default_value_t = 100, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    limit: i32,
    /// Nodes of the search that checks a start
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed: another one gives other start positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start positions to check at once [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwriting: Overwriting,
}

/// Error that kept start positions from being made.
#[derive(Debug, thiserror::Error)]
pub(super) enum OpeningsError {
    #[error("the fewest moves ({0}) are more than the most ({1})")]
    Plies(u32, u32),
    #[error("only {found} balanced starts were found, not {wanted}")]
    Few { found: usize, wanted: usize },
}

japanese! { OpeningsError { Plies(fewest, most), Few { found, wanted } } }

impl CommandError for OpeningsError {
    fn is_partial(&self) -> bool {
        matches!(self, OpeningsError::Few { found: 1.., .. })
    }
}

impl OpeningsCmd {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        if self.min_plies > self.max_plies {
            return Err(OpeningsError::Plies(self.min_plies, self.max_plies).into());
        }
        let file = self.out.as_ref().filter(|path| !is_dash(path));
        if let Some(path) = file {
            self.overwriting.try_file(path)?;
        }
        let options = EngineOptions {
            threads: 1,
            hash_mib: HASH_MIB,
            evaluator: self.evaluator.reproducible_options()?,
            ..EngineOptions::default()
        };
        // Load the network once, before the output file is created, so that a failure leaves no
        // file.
        let first = Engine::with_exact_evaluator(options)?;
        match file {
            None => self.generate(&first, out),
            Some(path) => {
                let mut file = WholeFile::create(path)?;
                let found = self.generate(&first, &mut file);
                // Too few starts are an error, but the starts that were found are kept.
                if found.as_ref().map_or_else(CliError::is_partial, |()| true) {
                    file.commit()?;
                }
                found?;
                let (path, count) = (path.display(), self.count);
                say!(out, openings_written, path, count)?;
                Ok(())
            }
        }
    }

    fn generate(&self, first: &Engine, out: &mut dyn Write) -> Result<(), CliError> {
        let config = GenerateConfig {
            count: self.count,
            plies: self.min_plies..=self.max_plies,
            limit_cp: self.limit,
            seed: self.seed,
            threads: threads(self.threads.map(usize::from)),
        };
        let nodes = self.nodes;
        let words = msg!(bar_starts, pos = "{pos}", len = "{len}", eta = "{eta}");
        let bar = progress_bar(self.count as u64, 0, &words);
        writeln!(
            out,
            "# Balanced starts by Komadai {}: {} to {} random moves, seed {}, within {} centipawns \
             after {nodes} nodes.\n# Evaluator: {}\n\
             # After '#': the score in centipawns for the side to move.",
            env!("CARGO_PKG_VERSION"),
            self.min_plies,
            self.max_plies,
            self.seed,
            self.limit,
            first.evaluator(),
        )?;
        let judge = || {
            let mut engine = Engine::new(first.options().clone()).ok();
            move |pos: &Position| judge(engine.as_mut()?, pos, nodes)
        };
        let found = generate_starts(&config, judge, &mut |start| {
            bar.inc(1);
            writeln!(out, "{}", start.line())
        })?;
        bar.finish_and_clear();
        out.flush()?;
        match found {
            n if n < self.count => Err(OpeningsError::Few {
                found: n,
                wanted: self.count,
            }
            .into()),
            _ => Ok(()),
        }
    }
}

/// The score of a position in centipawns for the side to move; `None` for a mate. The tables are
/// cleared first, so that the score depends only on the position.
fn judge(engine: &mut Engine, pos: &Position, nodes: u64) -> Option<i32> {
    engine.new_game();
    let outcome = engine.search(pos, &Limits::nodes(nodes), &Signals::new(), &Silent);
    (!outcome.score.is_mate()).then(|| outcome.score.centipawns())
}
