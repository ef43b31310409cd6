//! What the commands that make training data have in common.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::super::CliError;
use crate::eval::Evaluator;
use crate::eval::nnue::{DEFAULT_FV_SCALE, Network};
use crate::selfplay::{GenerateError, Progress};

/// Who plays or scores.
#[derive(Debug, Args)]
pub(super) struct Teacher {
    /// The network of the teacher; material if not given
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Divisor of the network's output; from the file, or 16, if not given
    #[arg(long, requires = "net")]
    fv_scale: Option<i32>,
}

impl Teacher {
    /// The evaluator, and its name in the header of the files.
    pub(super) fn load(&self) -> Result<(Evaluator, String), CliError> {
        let Some(path) = &self.net else {
            return Ok((Evaluator::material(), "material".to_string()));
        };
        let network = Network::load(path)?;
        let scale = self
            .fv_scale
            .or(network.info().scales.fv_scale)
            .unwrap_or(DEFAULT_FV_SCALE);
        let content = std::fs::read(path)?;
        let name = format!("net-{:08x}/{scale}", crc32fast::hash(&content));
        Ok((Evaluator::nnue(Arc::new(network), scale), name))
    }
}

/// How many threads to use if none are asked for: one for each core.
pub(super) fn threads(asked: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.unwrap_or_else(cores).max(1)
}

/// Does `work` in a thread of its own and shows how far it is on the way to
/// `games`.
pub(super) fn watch(
    games: u64,
    progress: &Progress,
    work: impl FnOnce() -> Result<(), GenerateError> + Send,
) -> Result<(), CliError> {
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template(
        "{elapsed_precise} {wide_bar} {pos}/{len} games, {msg}, {eta} left",
    ) {
        bar.set_style(style);
    }
    std::thread::scope(|scope| {
        let worker = scope.spawn(work);
        let mut first = None;
        while !worker.is_finished() {
            std::thread::sleep(Duration::from_millis(200));
            let (games, plies) = (
                progress.games.load(Ordering::Relaxed),
                progress.plies.load(Ordering::Relaxed),
            );
            // The rate is that of this run, without what was there before.
            let before = *first.get_or_insert(plies);
            let rate = (plies - before) as f64 / bar.elapsed().as_secs_f64().max(0.001);
            bar.set_position(games);
            bar.set_message(format!("{plies} positions, {rate:.0}/s"));
        }
        match worker.join() {
            Ok(result) => Ok(result?),
            Err(_) => Err(CliError::Failed("the work failed unexpectedly")),
        }
    })?;
    bar.finish();
    Ok(())
}
