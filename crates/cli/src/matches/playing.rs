//! Plays a match and shows it: each game as it ends, how it stands in between, the summary.

use std::io::Write;
use std::ops::ControlFlow;

use indicatif::ProgressBar;

use super::error::MatchError;
use super::players::Recipes;
use super::report::Report;
use super::table::Table;
use crate::error::CliError;
use crate::language::msg;
use crate::progress;
use komadai::host::Instant;
use komadai_matches::game_record::GameRecord;
use komadai_matches::match_file::RecordFile;
use komadai_matches::match_run::{MatchConfig, MatchError as RunError, run_match, run_tournament};

/// How the match is shown.
pub(super) struct Show<'a> {
    pub config: &'a MatchConfig,
    pub recipes: &'a Recipes,
    pub json: bool,
    pub quiet: bool,
    pub started: Instant,
}

impl Show<'_> {
    /// Plays a match between two and reports it; returns the number of faults.
    pub fn two(
        &self,
        out: &mut dyn Write,
        report: &Report,
        records: Option<RecordFile>,
        earlier: &[GameRecord],
    ) -> Result<usize, CliError> {
        let mut told = Told::new(self, earlier.len());
        let (config, recipes) = (self.config, self.recipes);
        let tally = run_match(config, recipes, records, earlier, &mut |record, tally| {
            let state = report.state(tally);
            told.game(out, state, || match self.json {
                true => report.game_json(record, tally),
                false => Ok(report.game(record, tally)),
            })
        });
        let tally = told.finish(tally)?;
        let time = self.started.elapsed();
        match self.json {
            true => writeln!(out, "{}", report.summary_json(&tally, time)?)?,
            false => write!(out, "{}", report.summary(&tally, time))?,
        }
        Ok(tally.faults.len())
    }

    /// The same with several.
    pub fn several(
        &self,
        out: &mut dyn Write,
        table: &Table,
        records: Option<RecordFile>,
        earlier: &[GameRecord],
    ) -> Result<usize, CliError> {
        let mut told = Told::new(self, earlier.len());
        let (config, recipes) = (self.config, self.recipes);
        let standings = run_tournament(config, recipes, records, earlier, &mut |record, now| {
            told.game(out, table.state(now), || match self.json {
                true => table.game_json(record),
                false => Ok(table.game(record)),
            })
        });
        let standings = told.finish(standings)?;
        let time = self.started.elapsed();
        match self.json {
            true => writeln!(out, "{}", table.summary_json(&standings, time)?)?,
            false => write!(out, "{}", table.summary(&standings, time))?,
        }
        Ok(standings.faults().len())
    }
}

/// What is told while games are played.
struct Told {
    bar: ProgressBar,
    quiet: bool,
    written: Result<(), CliError>,
}

impl Told {
    fn new(show: &Show<'_>, earlier: usize) -> Told {
        let words = msg!(
            bar_games,
            pos = "{pos}",
            len = "{len}",
            eta = "{eta}",
            msg = "{msg}"
        );
        Told {
            bar: progress::bar(show.config.games as u64, earlier as u64, &words),
            quiet: show.quiet,
            written: Ok(()),
        }
    }

    /// A game has ended.
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

    /// The match is over.
    fn finish<T>(self, played: Result<T, RunError>) -> Result<T, CliError> {
        self.bar.finish_and_clear();
        let played = played.map_err(MatchError::from)?;
        self.written.map(|()| played)
    }
}
