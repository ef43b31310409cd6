//! Progress bar for work on many games.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::error::{CliError, CommandError, InputError, leaving_out};
use crate::language::{japanese, msg, say};
use crate::outputs::{Messages, progress_bar};
use komadai_training::selfplay::{GenerateError, GenerateProgress};

/// Interval between updates of the bar.
const REDRAWN: Duration = Duration::from_millis(200);

#[derive(Debug, thiserror::Error)]
#[error("the work failed unexpectedly")]
struct Panicked;

japanese! { struct Panicked => () }

impl CommandError for Panicked {}

/// Runs `work` in a thread of its own with a progress bar that ends at `games`, then prints the
/// totals of the folder.
pub(super) fn watch(
    games: u64,
    folder: &Path,
    out: &mut dyn Write,
    work: impl FnOnce(&GenerateProgress) -> Result<(), GenerateError> + Send,
) -> Result<(), CliError> {
    let out = &mut Messages::new(out, true);
    let progress = GenerateProgress::default();
    let so_far = || {
        let games = progress.games.load(Ordering::Relaxed);
        (games, progress.plies.load(Ordering::Relaxed))
    };
    let words = msg!(
        bar_games_made,
        pos = "{pos}",
        len = "{len}",
        msg = "{msg}",
        eta = "{eta}"
    );
    let bar = progress_bar(games, 0, &words);
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| work(&progress));
        let mut first = None;
        while !worker.is_finished() {
            std::thread::sleep(REDRAWN);
            let (games, plies) = so_far();
            // The rate counts only plies of this run, not those of earlier runs.
            let before = *first.get_or_insert(plies);
            let rate = (plies - before) as f64 / bar.elapsed().as_secs_f64().max(0.001);
            bar.set_position(games);
            bar.set_message(msg!(
                bar_positions_made,
                plies,
                rate = format_args!("{rate:.0}")
            ));
        }
        match worker.join() {
            Ok(result) => Ok(result?),
            Err(_) => Err(CliError::from(Panicked)),
        }
    })?;
    bar.finish();
    let (games, plies) = so_far();
    let labels = progress.label_summary().map(|(nodes, bounds)| {
        msg!(
            data_labels,
            nodes = format_args!("{nodes:.0}"),
            bounds = format_args!("{:.2}", 100.0 * bounds)
        )
    });
    // A run that finds all games there searches nothing.
    let labels = labels.unwrap_or_default();
    let folder = folder.display();
    say!(out, data_made, folder, games, plies, labels)?;
    match progress.left_out.load(Ordering::Relaxed) {
        1.. if games == 0 => Err(InputError::Nothing.into()),
        left_out => leaving_out(left_out),
    }
}
