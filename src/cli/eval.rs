//! `komadai eval`: what a position is worth without looking ahead.

use std::io::Write;

use clap::Args;

use super::{CliError, PositionArgs};
use crate::engine::{Engine, EngineOptions, board};

/// Show a position and its evaluation
#[derive(Debug, Args)]
pub(super) struct Eval {
    #[command(flatten)]
    position: PositionArgs,
}

impl Eval {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let (pos, _) = self.position.position()?;
        let engine = Engine::new(EngineOptions {
            threads: 1,
            hash_mib: 1,
            ..EngineOptions::default()
        })?;
        writeln!(out, "{}\n{}", board(&pos), engine.explain(&pos))?;
        Ok(())
    }
}
