//! Work on many games, with a bar that shows how far it is.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::error::{CliError, CommandError};
use crate::language::{choose, say, told, tr};
use crate::problems::counted;
use crate::progress;
use komadai_training::selfplay::{GenerateError, GenerateProgress};

/// Interval between updates of the bar.
const REDRAWN: Duration = Duration::from_millis(200);

#[derive(Debug, thiserror::Error)]
#[error("the work failed unexpectedly")]
struct Panicked;

impl CommandError for Panicked {}

/// Does `work` in a thread of its own and shows how far it is on the way to
/// `games`, then says what is in the folder of the files.
pub(super) fn watch(
    games: u64,
    folder: &Path,
    out: &mut dyn Write,
    work: impl FnOnce(&GenerateProgress) -> Result<(), GenerateError> + Send,
) -> Result<(), CliError> {
    let progress = GenerateProgress::default();
    let so_far = || {
        let games = progress.games.load(Ordering::Relaxed);
        (games, progress.plies.load(Ordering::Relaxed))
    };
    let words = choose(
        "{pos}/{len} games, {msg}, {eta} left",
        "{pos}/{len} 局、{msg}、残り {eta}",
    );
    let bar = progress::bar(games, 0, words);
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| work(&progress));
        let mut first = None;
        while !worker.is_finished() {
            std::thread::sleep(REDRAWN);
            let (games, plies) = so_far();
            // The rate is that of this run, without what was there before.
            let before = *first.get_or_insert(plies);
            let rate = (plies - before) as f64 / bar.elapsed().as_secs_f64().max(0.001);
            bar.set_position(games);
            bar.set_message(tr!(
                "{plies} positions, {rate:.0}/s";
                "{plies} 局面、毎秒 {rate:.0}"
            ));
        }
        match worker.join() {
            Ok(result) => Ok(result?),
            Err(_) => Err(CliError::from(Panicked)),
        }
    })?;
    bar.finish();
    let (games, plies) = so_far();
    let (folder, labels) = (folder.display(), told(progress.label_summary()));
    say!(
        out,
        "{}, {} in {folder}; {labels}", counted(games, "game"), counted(plies, "position");
        "{folder}: {games} 局、{plies} 局面。{labels}"
    )?;
    Ok(())
}
