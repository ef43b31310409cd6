//! `komadai eval`: what a position is worth without looking ahead.

use std::io::Write;

use clap::Args;

use super::args::{EvaluatorArgs, PositionArgs};
use super::error::CliError;
use crate::engine::{EngineOptions, board};

/// Show a position and its evaluation
#[derive(Debug, Args)]
pub(super) struct Eval {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    /// Show what each piece is worth where it stands: how far the value falls
    /// for its owner without it
    #[arg(long)]
    breakdown: bool,
}

impl Eval {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let (pos, _) = self.position.position()?;
        let engine = self.evaluator.engine(EngineOptions {
            threads: 1,
            hash_mib: 1,
            ..EngineOptions::default()
        })?;
        writeln!(out, "{}", board(&pos))?;
        if self.breakdown {
            writeln!(out, "\n{}", engine.breakdown(&pos).table(&pos))?;
        }
        for line in engine.evaluator().report() {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", engine.explain(&pos))?;
        Ok(())
    }
}
