//! `komadai match`: a match between engines, or option sets of this one.

mod entrants;
pub(super) mod players;
mod report;
mod table;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};
use indicatif::ProgressBar;

use super::error::{CliError, CommandError};
use super::language::{choose, say, tr};
use super::outputs::try_file;
use super::problems::counted;
use super::progress;
use crate::book::{BookError, embedded};
use crate::host::Instant;
use crate::matches::adjudicate::{Adjudication, DrawRule, ResignRule};
use crate::matches::book_starts::starts_of;
use crate::matches::clocks::{GoRequest, TimeControl};
use crate::matches::engine_player::EnginePlayer;
use crate::matches::game_record::{Contestant, GameRecord};
use crate::matches::match_file::{Entrants, MatchIdentity, RecordFile, SideIdentity, checksum};
use crate::matches::match_run::{
    MatchConfig, MatchError as RunError, PlayerFactory, SideConfig, run_match, run_tournament,
};
use crate::matches::openings::{Opening, Openings, OpeningsFileError};
use crate::matches::referee::Rules;
use crate::matches::schedule::Format;
use crate::matches::side::Side;
use crate::matches::sprt::Sprt;
use crate::millis;
use crate::position::EnteringKingRule;
use entrants::{Engines, Entrant};
use players::{Agreed, OptionArg, OptionPair, Recipe, Recipes, parse_option_arg};
use report::Report;
use table::Table;

/// Play a match between engines and judge their strength
///
/// Two sides are given by --a and --b, several by --engine. Every start is
/// played twice with colours swapped by every pairing, and none is used again.
/// Each side is a command that starts a USI engine, or `self` for this engine
/// in process (with 1 thread and 64 MiB unless set). An illegal move, an
/// answer later than its limit and the margin, a crash or a hang loses.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("limits").required(true).multiple(true)
    .args(["nodes", "time", "inc", "byoyomi", "go"]))]
#[command(group = ArgGroup::new("two").multiple(true)
    .args(["a", "b", "nodes_b", "go_b", "margin_b_ms", "sprt"]).conflicts_with("engine"))]
pub(super) struct Match {
    /// Side A: a command, or `self`
    #[arg(
        long,
        value_name = "CMD",
        requires = "b",
        required_unless_present = "engine"
    )]
    a: Option<String>,
    /// Side B: a command, or `self`
    #[arg(long, value_name = "CMD", requires = "a")]
    b: Option<String>,
    /// Options of A, as Name=Value, or @FILE for those of a file
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", requires = "a", value_parser = parse_option_arg)]
    opt_a: Vec<OptionArg>,
    /// Options of B
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", requires = "b", value_parser = parse_option_arg)]
    opt_b: Vec<OptionArg>,
    #[command(flatten)]
    engines: Engines,
    /// Only the first --engine plays against each of the others
    #[arg(long, requires = "engine", conflicts_with = "a")]
    gauntlet: bool,
    /// Starts: a file with a line `startpos moves ...` or `sfen ...` for each
    /// [default: the built-in book, where its lines end]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Another seed mixes the starts of the built-in book differently
    #[arg(
        long,
        default_value_t = 1,
        value_name = "N",
        conflicts_with = "openings"
    )]
    seed: u64,
    /// Leave out so many starts at the beginning
    #[arg(long, default_value_t = 0, value_name = "N")]
    skip: usize,
    /// How many games: two for each start, or for each start and pairing
    #[arg(long, value_name = "N")]
    games: usize,
    /// Nodes for each move
    #[arg(long, value_name = "N", conflicts_with_all = ["time", "inc", "byoyomi", "go"])]
    nodes: Option<u64>,
    /// Nodes for each move of B, if they differ
    #[arg(long, value_name = "N", requires = "nodes")]
    nodes_b: Option<u64>,
    /// Main time of each side, ms
    #[arg(long, value_name = "MS", conflicts_with = "go")]
    time: Option<u64>,
    /// Increment for each move, ms
    #[arg(long, value_name = "MS", conflicts_with = "go")]
    inc: Option<u64>,
    /// Byoyomi, ms
    #[arg(long, value_name = "MS", conflicts_with = "go")]
    byoyomi: Option<u64>,
    /// Words to send after `go` for each move
    #[arg(long, value_name = "TEXT")]
    go: Option<String>,
    /// Words to send to B, if they differ
    #[arg(long, value_name = "TEXT", requires = "go")]
    go_b: Option<String>,
    /// How late an answer may be before it loses on time
    #[arg(long, default_value_t = 100, value_name = "MS")]
    margin_ms: u64,
    /// The same for B, if it differs
    #[arg(long, value_name = "MS")]
    margin_b_ms: Option<u64>,
    /// Games played at once
    #[arg(long, default_value_t = 1, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Let the engines think on the opponent's time, as GUIs do; `self` is a
    /// process of its own then
    #[arg(long, conflicts_with_all = ["nodes", "go"])]
    ponder: bool,
    /// Stop as soon as it is decided whether A is better by ELO0 or by ELO1
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = Sprt::parse)]
    sprt: Option<Sprt>,
    /// Chance that the sequential test accepts ELO1 wrongly
    #[arg(long, default_value_t = 0.05, value_name = "P")]
    alpha: f64,
    /// Chance that the sequential test accepts ELO0 wrongly
    #[arg(long, default_value_t = 0.05, value_name = "P")]
    beta: f64,
    /// Draw a game after this move unless it mates; 0 for no such end
    #[arg(long, default_value_t = 320, value_name = "N")]
    max_moves: u32,
    /// Rule for declarations: NoEnteringKing, CSARule24, CSARule24H,
    /// CSARule27, CSARule27H, TryRule
    #[arg(long, default_value = "CSARule27", value_name = "RULE")]
    entering_king: EnteringKingRule,
    /// End games that both sides see lost by CP centipawns for MOVES moves
    #[arg(long, value_name = "CP,MOVES", value_parser = parse_resign)]
    adjudicate_loss: Option<ResignRule>,
    /// End games from move PLY on that both sides see within CP centipawns for MOVES moves
    #[arg(long, value_name = "PLY,CP,MOVES", value_parser = parse_draw)]
    adjudicate_draw: Option<DrawRule>,
    /// Keep the games in this file, a JSON line each
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Go on with the match in the records file
    #[arg(long, requires = "records")]
    resume: bool,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
    /// Print the summary only
    #[arg(long)]
    quiet: bool,
    /// Fail if a game ended by a fault of either side
    #[arg(long)]
    strict: bool,
}

/// Why a match was not played to its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum MatchError {
    #[error(transparent)]
    Openings(#[from] OpeningsFileError),
    #[error("the built-in book: {0}")]
    Book(#[from] BookError),
    #[error("{who}: {problem}")]
    Side { who: Contestant, problem: String },
    #[error("engine {}: {problem}", .number + 1)]
    Engine { number: usize, problem: String },
    #[error("{0}")]
    Limits(String),
    #[error("{} ended by a fault", counted(*.0, "game"))]
    Faults(usize),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Record(#[from] crate::matches::match_file::RecordError),
}

impl CommandError for MatchError {}

fn numbers<const N: usize>(text: &str) -> Result<[u32; N], String> {
    let parsed: Result<Vec<u32>, _> = text.split(',').map(|t| t.trim().parse()).collect();
    parsed
        .ok()
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("{N} whole numbers with commas between them are needed"))
}

fn centipawns(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

fn parse_resign(text: &str) -> Result<ResignRule, String> {
    numbers(text).map(|[cp, moves]| ResignRule {
        cp: centipawns(cp),
        moves,
    })
}

fn parse_draw(text: &str) -> Result<DrawRule, String> {
    numbers(text).map(|[from_ply, cp, moves]| DrawRule {
        from_ply,
        cp: centipawns(cp),
        moves,
    })
}

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

    /// Who plays, A first.
    fn entrants(&self) -> Result<Vec<Entrant>, MatchError> {
        let side = |who, problem| MatchError::Side { who, problem };
        if let (Some(a), Some(b)) = (&self.a, &self.b) {
            let a = Entrant::new(a, &self.opt_a).map_err(|e| side(Contestant::A, e))?;
            let b = Entrant::new(b, &self.opt_b).map_err(|e| side(Contestant::B, e))?;
            return Ok(vec![a, b]);
        }
        let entrants = self.engines.entrants();
        entrants.map_err(|(number, problem)| MatchError::Engine { number, problem })
    }

    fn read_openings(&self) -> Result<Openings, MatchError> {
        let mut openings = match &self.openings {
            Some(file) => Openings::read(file)?,
            None => starts_of(&mut embedded()?, self.seed)?,
        };
        openings.list.drain(..self.skip.min(openings.list.len()));
        Ok(openings)
    }

    fn recipes(&self, entrants: &[Entrant]) -> Result<Recipes, MatchError> {
        let agreed = Agreed {
            max_moves: self.max_moves,
            entering_king: self.entering_king,
            ponder: self.ponder,
        };
        let recipe = |(number, entrant): (usize, &Entrant)| {
            Recipe::new(&entrant.command, &entrant.options, agreed)
                .map_err(|problem| side_error(number, problem))
        };
        let sides: Result<Vec<Recipe>, MatchError> =
            entrants.iter().enumerate().map(recipe).collect();
        Ok(Recipes {
            sides: sides?,
            agreed,
        })
    }

    /// The limits of A and of all others.
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

    fn config(
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
            let limits = |problem: String| MatchError::Limits(problem);
            control.check().map_err(|e| limits(e.to_string()))?;
            if let (TimeControl::Go(text), true) = (*control, recipe.is_in_process()) {
                let go = GoRequest::parse(text).map_err(|e| limits(e.to_string()))?;
                EnginePlayer::check(&go).map_err(|e| limits(e.to_string()))?;
            }
        }
        let sprt = match self.sprt {
            None => None,
            Some(sprt) => Some(
                sprt.with_errors(self.alpha, self.beta)
                    .map_err(|e| MatchError::Limits(e.to_string()))?,
            ),
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

    fn format(&self) -> Format {
        match self.gauntlet {
            true => Format::Gauntlet,
            false => Format::RoundRobin,
        }
    }

    /// What the report says of the sides. Each is started once, which also
    /// shows early whether it can be.
    fn sides(
        &self,
        entrants: &[Entrant],
        recipes: &Recipes,
        config: &MatchConfig,
    ) -> Result<Vec<Side>, MatchError> {
        let sides = Contestant::first(entrants.len())
            .zip(entrants)
            .zip(&config.sides);
        let side = |((who, entrant), side): ((Contestant, &Entrant), &SideConfig)| {
            let player = recipes.make(who);
            let player = player.map_err(|problem| MatchError::Side { who, problem })?;
            Ok(Side {
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

    fn open_records(
        &self,
        entrants: &[Entrant],
        recipes: &Recipes,
        config: &MatchConfig,
        sides: &[Side],
    ) -> Result<(Option<RecordFile>, Vec<GameRecord>), MatchError> {
        let Some(path) = &self.records else {
            return Ok((None, Vec::new()));
        };
        let identity = |i: usize| SideIdentity {
            command: entrants[i].command.clone(),
            name: sides[i].name.clone(),
            program: recipes.sides[i].program_checksum(),
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

    fn introduce(
        &self,
        out: &mut dyn Write,
        sides: &[Side],
        config: &MatchConfig,
        duplicates: usize,
        earlier: usize,
    ) -> Result<(), CliError> {
        for (side, who) in sides.iter().zip(Contestant::first(sides.len())) {
            writeln!(out, "{who}: {} {}", side.name, side.options.join(" "))?;
        }
        let limits = match sides {
            [a, b] if a.limit != b.limit => format!("A {}, B {}", a.limit, b.limit),
            _ => sides
                .first()
                .map(|side| side.limit.clone())
                .unwrap_or_default(),
        };
        let seed = self.seed;
        let source = match &self.openings {
            Some(_) => tr!(
                "starts ({duplicates} repeated ones left out)";
                "重複 {duplicates} 個を除く"
            ),
            None => tr!("starts of the built-in book (seed {seed})"; "内蔵の定跡、乱数の種 {seed}"),
        };
        let pondering = match self.ponder {
            true => tr!(", pondering"; "、先読みあり"),
            false => String::new(),
        };
        let starts = self.games / config.schedule().games_a_round().max(1);
        let (games, all) = (self.games, config.openings.len());
        let at_once = config.concurrency;
        say!(
            out,
            "{games} games from {starts} of {all} {source}, {limits}{pondering}, {at_once} at once";
            "{games} 局、開始局面 {all} 個のうち {starts} 個（{source}）、{limits}{pondering}、同時に {at_once} 局"
        )?;
        if self.resume {
            say!(
                out,
                "going on after {}", counted(earlier, "game");
                "{earlier} 局のあとから続けます"
            )?;
        }
        Ok(())
    }
}

/// How the match is shown.
struct Show<'a> {
    config: &'a MatchConfig,
    recipes: &'a Recipes,
    json: bool,
    quiet: bool,
    started: Instant,
}

impl Show<'_> {
    /// Plays a match between two and reports it; returns the number of faults.
    fn two(
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
    fn several(
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
        let words = choose(
            "{pos}/{len} games, {eta} left {msg}",
            "{pos}/{len} 局、残り {eta} {msg}",
        );
        Told {
            bar: progress::bar(show.config.games as u64, earlier as u64, words),
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

/// What is wrong with an engine, A being number 0.
fn side_error(number: usize, problem: String) -> MatchError {
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
