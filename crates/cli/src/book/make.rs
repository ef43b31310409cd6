//! `komadai book make`: making of a book by search, best play first.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::{ExpansionArgs, tell_saved};
use crate::args::{EvaluatorArgs, PositionArgs, threads};
use crate::error::CliError;
use crate::language::msg;
use crate::outputs::{Overwriting, progress_bar};
use komadai_books::{BookMaking, MakingEvent};

/// Make a book by searching from the start position, lines nearest to best play first
///
/// Can be killed at any time: the same command continues. With more --positions, it also
/// extends a finished book.
#[derive(Debug, Args)]
pub(super) struct Make {
    /// The book to write (.db, .ybb, .bin or .sbk); work in progress is kept in FILE.journal
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwriting: Overwriting,
    /// Number of positions of the finished book
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Nodes to search for each position
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of moves to keep for each position
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=600))]
    multipv: u16,
    #[command(flatten)]
    expansion: ExpansionArgs,
    /// Positions to search at once [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Transposition table of each search, in MiB
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    hash: u64,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
}

impl Make {
    pub fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let (start, _) = self.position.position()?;
        let making = BookMaking {
            evaluator: self.evaluator.options()?,
            positions: self.positions,
            start,
            expansion: self.expansion.expansion(),
            nodes: self.nodes,
            multipv: usize::from(self.multipv),
            threads: threads(self.threads.map(usize::from)),
            hash_mib: usize::try_from(self.hash).unwrap_or(usize::MAX),
            out: self.out,
        };
        let is_own = making.journal().exists();
        self.overwriting.or_own(is_own).try_file(&making.out)?;
        let words = msg!(
            bar_positions_at,
            pos = "{pos}",
            len = "{len}",
            msg = "{msg}",
            eta = "{eta}"
        );
        let bar = progress_bar(self.positions, 0, &words);
        let made = making.run(&mut |event| match event {
            // The positions of an earlier run would distort the estimate of the remaining time, so
            // it begins anew here.
            MakingEvent::Searching => bar.reset_eta(),
            MakingEvent::Grown { positions, ply } => {
                bar.set_message(msg!(bar_ply, ply));
                bar.set_position(positions);
            }
        });
        bar.finish_and_clear();
        let (book, losses) = made?;
        tell_saved(out, &book, &making.out, &losses)
    }
}
