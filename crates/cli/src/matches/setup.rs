//! Setup of a match from the command line: sides, starts, limits, rules, record file.

use std::time::Duration;

use super::arguments::{Entrant, Match};
use super::error::{MatchError, SideError};
use super::players::{Agreed, OptionPair, Recipe, Recipes};
use komadai::book::embedded;
use komadai::host::millis;
use komadai_matches::adjudicate::Adjudication;
use komadai_matches::book_starts::starts_of;
use komadai_matches::client::EngineCommand;
use komadai_matches::clocks::{GoRequest, TimeControl};
use komadai_matches::engine_player::EnginePlayer;
use komadai_matches::game_record::{Contestant, GameRecord};
use komadai_matches::match_file::RecordFile;
use komadai_matches::match_identity::{Entrants, MatchIdentity, SideIdentity, checksum};
use komadai_matches::match_run::{MatchConfig, SideConfig};
use komadai_matches::openings::{Opening, Openings};
use komadai_matches::referee::Rules;
use komadai_matches::schedule::MatchFormat;
use komadai_matches::side::SideLabel;

impl Match {
    /// The engines given, A first.
    pub(super) fn entrants(&self) -> Result<Vec<Entrant>, MatchError> {
        let side = |who, problem| MatchError::Side { who, problem };
        if let (Some(a), Some(b)) = (&self.a, &self.b) {
            let a = Entrant::new(a, &self.opt_a).map_err(|e| side(Contestant::A, e))?;
            let b = Entrant::new(b, &self.opt_b).map_err(|e| side(Contestant::B, e))?;
            return Ok(vec![a, b]);
        }
        let entrants = self.engines.entrants();
        entrants.map_err(|(number, problem)| MatchError::Engine { number, problem })
    }

    pub(super) fn read_openings(&self) -> Result<Openings, MatchError> {
        let mut openings = match &self.openings {
            Some(file) => Openings::read(file)?,
            None => starts_of(&mut embedded()?, self.seed)?,
        };
        openings.list.drain(..self.skip.min(openings.list.len()));
        Ok(openings)
    }

    pub(super) fn recipes(&self, entrants: &[Entrant]) -> Result<Recipes, MatchError> {
        let agreed = Agreed {
            max_moves: self.max_moves,
            entering_king: self.entering_king,
            ponder: self.ponder,
        };
        let recipe = |(number, entrant): (usize, &Entrant)| {
            let recipe = Recipe::new(&entrant.command, &entrant.options, agreed);
            let recipe = recipe.map_err(|problem| side_error(number, problem))?;
            Ok(recipe.with_start_timeout(Duration::from_secs(self.start_timeout)))
        };
        let sides: Result<Vec<Recipe>, MatchError> =
            entrants.iter().enumerate().map(recipe).collect();
        Ok(Recipes {
            sides: sides?,
            agreed,
        })
    }

    /// The limits of A, and those of every other engine.
    fn controls(&self) -> [TimeControl; 2] {
        if let Some(nodes) = self.nodes {
            let nodes_b = self.nodes_b.unwrap_or(nodes);
            return [TimeControl::Nodes(nodes), TimeControl::Nodes(nodes_b)];
        }
        if let Some(go) = &self.go {
            let go_b = self.go_b.as_ref().unwrap_or(go);
            return [go, go_b].map(|text| TimeControl::Go(text.clone()));
        }
        let clock = TimeControl::Clock {
            time: self.time.unwrap_or(0),
            inc: self.inc.unwrap_or(0),
            byoyomi: self.byoyomi.unwrap_or(0),
        };
        [clock.clone(), clock]
    }

    pub(super) fn config(
        &self,
        entrants: &[Entrant],
        recipes: &Recipes,
        openings: Vec<Opening>,
    ) -> Result<MatchConfig, MatchError> {
        let [first, others] = self.controls();
        let controls: Vec<&TimeControl> = (0..recipes.sides.len())
            .map(|i| if i == 0 { &first } else { &others })
            .collect();
        for (control, recipe) in controls.iter().zip(&recipes.sides) {
            control.check()?;
            if let (TimeControl::Go(text), true) = (*control, recipe.is_in_process()) {
                let go = GoRequest::parse(text)?;
                EnginePlayer::check(&go)?;
            }
        }
        let sprt = match self.sprt {
            None => None,
            Some(sprt) => Some(sprt.with_errors(self.alpha, self.beta)?),
        };
        let margins = [self.margin_ms, self.margin_b_ms.unwrap_or(self.margin_ms)];
        let side = |(i, control): (usize, &TimeControl)| SideConfig {
            control: control.clone(),
            margin: Duration::from_millis(margins[i.min(1)]),
            ponder: self.ponder && entrants.get(i).is_some_and(Entrant::may_ponder),
        };
        Ok(MatchConfig {
            sides: controls.into_iter().enumerate().map(side).collect(),
            format: self.format(),
            openings,
            games: self.games,
            rules: Rules {
                max_moves: self.max_moves,
                entering_king: self.entering_king,
                adjudication: Adjudication {
                    resign: self.adjudicate_loss,
                    draw: self.adjudicate_draw,
                },
                ..Rules::default()
            },
            concurrency: usize::from(self.concurrency),
            sprt,
        })
    }

    fn format(&self) -> MatchFormat {
        match self.gauntlet {
            true => MatchFormat::Gauntlet,
            false => MatchFormat::RoundRobin,
        }
    }

    /// The labels of the sides in the report. Each engine is started once for its name, so a
    /// failure to start is noticed before the match.
    pub(super) fn sides(
        &self,
        entrants: &[Entrant],
        recipes: &Recipes,
        config: &MatchConfig,
    ) -> Result<Vec<SideLabel>, MatchError> {
        let sides = Contestant::first(entrants.len())
            .zip(entrants)
            .zip(&config.sides);
        let side = |((who, entrant), side): ((Contestant, &Entrant), &SideConfig)| {
            let player = recipes.player(who);
            let player = player.map_err(|problem| MatchError::Side { who, problem })?;
            Ok(SideLabel {
                name: match &entrant.name {
                    Some(name) => name.clone(),
                    None => player.name().to_string(),
                },
                options: entrant.options.iter().map(option_text).collect(),
                limit: side.control.to_string(),
            })
        };
        sides.map(side).collect()
    }

    pub(super) fn open_records(
        &self,
        entrants: &[Entrant],
        recipes: &Recipes,
        config: &MatchConfig,
        sides: &[SideLabel],
    ) -> Result<(Option<RecordFile>, Vec<GameRecord>), MatchError> {
        let Some(path) = &self.records else {
            return Ok((None, Vec::new()));
        };
        let identity = |i: usize| SideIdentity {
            command: match EngineCommand::parse(&entrants[i].command) {
                Ok(command) => command.without_folders(),
                Err(_) => entrants[i].command.clone(),
            },
            name: sides[i].name.clone(),
            program: recipes.sides[i].program_checksum(),
            network: recipes.sides[i].network_checksum(&entrants[i].options),
            options: sides[i].options.clone(),
            control: config.sides[i].control.clone(),
            margin_ms: millis::of(config.sides[i].margin),
        };
        let starts: String = config.openings.iter().map(|o| o.text() + "\n").collect();
        let identity = MatchIdentity {
            entrants: match self.engines.are_given() {
                true => Entrants::Several {
                    format: config.format,
                    engines: (0..sides.len()).map(identity).collect(),
                },
                false => Entrants::Two {
                    a: Box::new(identity(0)),
                    b: Box::new(identity(1)),
                },
            },
            openings: checksum(starts.as_bytes()),
            max_moves: self.max_moves,
            entering_king: self.entering_king.name().to_string(),
            adjudication: config.rules.adjudication,
            ponder: self.ponder,
        };
        Ok(if self.resume {
            let (file, games) = RecordFile::resume(path, &identity)?;
            (Some(file), games)
        } else {
            (Some(RecordFile::create(path, &identity)?), Vec::new())
        })
    }
}

/// An error about the engine with this index, from 0. The error names the engine by its letter.
fn side_error(number: usize, problem: SideError) -> MatchError {
    match Contestant::first(number + 1).nth(number) {
        Some(who) => MatchError::Side { who, problem },
        None => MatchError::Engine { number, problem },
    }
}

fn option_text((name, value): &OptionPair) -> String {
    match value {
        Some(value) => format!("{name}={value}"),
        None => name.clone(),
    }
}
