//! `komadai match`: a match between engines, or option sets of this one.

mod arguments;
mod entrants;
mod error;
mod game_event;
mod pair_result;
pub(super) mod players;
mod playing;
mod report;
mod setup;
mod table;

use std::io::Write;

use super::error::CliError;
use super::outputs::try_file;
use crate::language::{msg, say, told};
pub(super) use arguments::Match;
use error::MatchError;
pub(super) use error::{NumbersError, OptionTextError};
use komadai::host::Instant;
use komadai_matches::game_record::Contestant;
use komadai_matches::match_run::{MatchConfig, MatchError as RunError};
use komadai_matches::side::Side;
use playing::Show;
use report::Report;
use table::Table;

impl Match {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let started = Instant::now();
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
            self.introduce(out, &sides, &config, openings.duplicates, earlier.len())?;
        }
        let show = Show {
            config: &config,
            recipes: &recipes,
            json: self.json,
            quiet: self.quiet,
            started,
        };
        let faults = if self.engines.are_given() {
            let table = Table::new(sides, &config);
            show.several(out, &table, records, &earlier)?
        } else {
            let count = sides.len();
            let two = <[Side; 2]>::try_from(sides);
            let report = Report {
                sides: two.map_err(|_| MatchError::from(RunError::Engines(count)))?,
                games: self.games,
                sprt: config.sprt,
            };
            show.two(out, &report, records, &earlier)?
        };
        match faults {
            n @ 1.. if self.strict => Err(MatchError::Faults(n).into()),
            _ => Ok(()),
        }
    }

    fn introduce(
        &self,
        out: &mut dyn Write,
        sides: &[Side],
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
