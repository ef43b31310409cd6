//! `komadai perft`: counts move sequences.

use std::io::Write;

use clap::Args;

use super::args::PositionArgs;
use super::error::CliError;
use crate::host::Instant;
use crate::millis;
use crate::movegen;
use crate::search::report::nps;

/// Count the legal move sequences of a length
#[derive(Debug, Args)]
pub(super) struct Perft {
    /// Plies to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(movegen::MAX_PERFT_DEPTH)))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Use all cores
    #[arg(long)]
    parallel: bool,
    /// Show the count after each first move
    #[arg(long, conflicts_with = "parallel")]
    divide: bool,
}

impl Perft {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let (mut pos, _) = self.position.position()?;
        let start = Instant::now();
        let nodes = if self.parallel {
            movegen::perft_parallel(&pos, self.depth)
        } else if self.divide && self.depth > 0 {
            let mut nodes = 0;
            for (mv, count) in movegen::divide(&mut pos, self.depth) {
                writeln!(out, "{mv}: {count}")?;
                nodes += count;
            }
            nodes
        } else {
            movegen::perft(&mut pos, self.depth)
        };
        let ms = millis::since(start);
        writeln!(out, "{nodes} nodes {} nps", nps(nodes, ms))?;
        Ok(())
    }
}
