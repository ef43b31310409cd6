//! `komadai match`: matches between engines, or between settings of Komadai.

mod arguments;
mod error;
mod json;
pub(super) mod players;
mod report;
mod setup;

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;

use super::error::CliError;
use super::language::{msg, say, told};
use super::outputs::{Messages, progress_bar, try_file};
use crate::plain::{Plain, plain};
use crate::signals;
pub(super) use arguments::Match;
use error::MatchError;
pub(super) use error::{NumbersError, OptionTextError};
use komadai::host::Instant;
use komadai_matches::game_record::Contestant;
use komadai_matches::match_run::{MatchConfig, run_match};
use komadai_matches::side::SideLabel;
use komadai_matches::standings::Standings;
pub(super) use players::{OptionArg, parse_option_arg, resolve};
use report::Report;

impl Match {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let started = Instant::now();
        let out: &mut dyn Write = &mut Messages::new(out, self.records.is_some());
        if let Some(path) = &self.records {
            try_file(path)?;
        }
        let openings = self.read_openings()?;
        let entrants = self.entrants()?;
        let recipes = self.recipes(&entrants)?;
        let config = self.config(&entrants, &recipes, openings.list)?;
        config.check().map_err(MatchError::from)?;
        let sides = self.sides(&entrants, &recipes, &config)?;
        let (records, earlier) = self.open_records(&entrants, &recipes, &config, &sides)?;
        if !self.json {
            self.introduce(
                &mut Plain(out),
                &sides,
                &config,
                openings.duplicates,
                earlier.len(),
            )?;
        }
        let report = Report::new(sides, !self.engines.are_given(), &config);
        let mut live = Live::new(config.games, earlier.len(), self.quiet);
        let summary = |out: &mut dyn Write, now: &Standings| -> Result<(), CliError> {
            let time = started.elapsed();
            match self.json {
                true => writeln!(out, "{}", report.summary_json(now, time)?)?,
                false => write!(Plain(out), "{}", report.summary(now, time))?,
            }
            Ok(out.flush()?)
        };
        let interrupted = Arc::new(AtomicBool::new(false));
        let signal = Arc::clone(&interrupted);
        let taken = signals::take(move || signal.store(true, Ordering::Relaxed));
        let standings = run_match(&config, &recipes, records, &earlier, &mut |record, now| {
            if interrupted.load(Ordering::Relaxed) {
                // The games in play are abandoned, because their engines may think for a long time.
                live.hide();
                if summary(out, now).is_err() {
                    log::warn!("the summary cannot be written");
                }
                signals::end();
            }
            let Some(record) = record else {
                return ControlFlow::Continue(());
            };
            live.game(out, report.state(now), || match self.json {
                true => report.game_json(record, now),
                false => Ok(plain(report.game(record, now))),
            })
        });
        drop(taken);
        let written = live.finish();
        let standings = standings.map_err(MatchError::from)?;
        written?;
        summary(out, &standings)?;
        match standings.faults().len() {
            n @ 1.. if self.strict => Err(MatchError::Faults(n).into()),
            _ => Ok(()),
        }
    }

    fn introduce(
        &self,
        out: &mut dyn Write,
        sides: &[SideLabel],
        config: &MatchConfig,
        duplicates: usize,
        earlier: usize,
    ) -> Result<(), CliError> {
        for (side, who) in sides.iter().zip(Contestant::first(sides.len())) {
            let words = std::iter::once(&side.name).chain(&side.options);
            let words: Vec<&str> = words.map(String::as_str).collect();
            writeln!(out, "{who}: {}", words.join(" "))?;
        }
        let limits = match &config.sides[..] {
            [a, b] if a.control != b.control => {
                msg!(match_limits, a = told(&a.control), b = told(&b.control))
            }
            sides => sides
                .first()
                .map_or_else(String::new, |side| told(&side.control)),
        };
        let seed = self.seed;
        let source = match &self.openings {
            Some(_) => msg!(match_starts, duplicates),
            None => msg!(match_starts_of_book, seed),
        };
        let pondering = match self.ponder {
            true => msg!(match_pondering),
            false => String::new(),
        };
        let starts = self.games / config.schedule().games_a_round().max(1);
        let (games, all) = (self.games, config.openings.len());
        let at_once = config.concurrency;
        say!(
            out, match_plan, games, all, starts, source, limits, pondering, at_once
        )?;
        if self.resume {
            say!(out, match_going_on, earlier)?;
        }
        Ok(())
    }
}

/// Output while games are played: the progress bar and a line for each finished game.
struct Live {
    bar: ProgressBar,
    quiet: bool,
    written: Result<(), CliError>,
}

impl Live {
    fn new(games: usize, earlier: usize, quiet: bool) -> Live {
        let words = msg!(
            bar_games,
            pos = "{pos}",
            len = "{len}",
            eta = "{eta}",
            msg = "{msg}"
        );
        Live {
            bar: progress_bar(games as u64, earlier as u64, &words),
            quiet,
            written: Ok(()),
        }
    }

    /// Shows a finished game and the state of the match. Ends the match if the line cannot be
    /// written.
    fn game(
        &mut self,
        out: &mut dyn Write,
        state: String,
        line: impl FnOnce() -> serde_json::Result<String>,
    ) -> ControlFlow<()> {
        self.bar.inc(1);
        self.bar.set_message(state);
        if !self.quiet {
            self.written = self.bar.suspend(|| {
                writeln!(out, "{}", line()?)?;
                Ok(out.flush()?)
            });
        }
        match self.written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Removes the bar.
    fn hide(&self) {
        self.bar.finish_and_clear();
    }

    /// Removes the bar. Returns the error of the last line if the line could not be written.
    fn finish(self) -> Result<(), CliError> {
        self.hide();
        self.written
    }
}
