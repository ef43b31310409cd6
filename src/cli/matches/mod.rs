//! `komadai match`: a match between two engines, or two option sets of this one.

pub(super) mod players;
mod report;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};

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
use crate::matches::match_file::{MatchIdentity, RecordFile, SideIdentity, checksum};
use crate::matches::match_run::{MatchConfig, PlayerFactory, SideConfig, run_match};
use crate::matches::openings::{Opening, Openings, OpeningsFileError};
use crate::matches::referee::Rules;
use crate::matches::side::Side;
use crate::matches::sprt::Sprt;
use crate::matches::tally::Tally;
use crate::millis;
use crate::position::EnteringKingRule;
use players::{Agreed, OptionPair, Recipe, Recipes, parse_option};
use report::Report;

/// Play a match between two engines and judge their strength
///
/// Every start is played twice with colours swapped, and none is used again.
/// Each side is a command that starts a USI engine, or `self` for this engine
/// in process (with 1 thread and 64 MiB unless set). An illegal move, an
/// answer later than its limit and the margin, a crash or a hang loses.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("limits").required(true).multiple(true)
    .args(["nodes", "time", "inc", "byoyomi", "go"]))]
pub(super) struct Match {
    /// Side A: a command, or `self`
    #[arg(long, value_name = "CMD")]
    a: String,
    /// Side B: a command, or `self`
    #[arg(long, value_name = "CMD")]
    b: String,
    /// Options of A, as Name=Value
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", value_parser = parse_option)]
    opt_a: Vec<OptionPair>,
    /// Options of B, as Name=Value
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", value_parser = parse_option)]
    opt_b: Vec<OptionPair>,
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
    /// How many games: twice the number of starts
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
    #[error("{0}")]
    Limits(String),
    #[error("{} ended by a fault", counted(*.0, "game"))]
    Faults(usize),
    #[error(transparent)]
    Run(#[from] crate::matches::match_run::MatchError),
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
        let recipes = self.recipes()?;
        let config = self.config(&recipes, openings.list)?;
        config.check().map_err(MatchError::from)?;
        let names = self.names(&recipes)?;
        let (records, earlier) = self.open_records(&recipes, &config, &names)?;
        let report = Report {
            sides: self.sides(names, &config),
            games: self.games,
            sprt: config.sprt,
        };
        if !self.json {
            self.introduce(out, &report, &config, openings.duplicates, earlier.len())?;
        }
        let (games, done) = (self.games as u64, earlier.len() as u64);
        let words = choose(
            "{pos}/{len} games, {eta} left {msg}",
            "{pos}/{len} 局、残り {eta} {msg}",
        );
        let bar = progress::bar(games, done, words);
        let mut written: Result<(), CliError> = Ok(());
        let tally = run_match(
            &config,
            &recipes,
            records,
            &earlier,
            &mut |record, tally| {
                bar.inc(1);
                bar.set_message(report.state(tally));
                if !self.quiet {
                    written = bar.suspend(|| self.tell(out, &report, record, tally));
                }
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            },
        );
        bar.finish_and_clear();
        let tally = tally.map_err(MatchError::from)?;
        written?;
        if self.json {
            writeln!(out, "{}", report.summary_json(&tally, started.elapsed())?)?;
        } else {
            write!(out, "{}", report.summary(&tally, started.elapsed()))?;
        }
        match tally.faults.len() {
            n @ 1.. if self.strict => Err(MatchError::Faults(n).into()),
            _ => Ok(()),
        }
    }

    fn read_openings(&self) -> Result<Openings, MatchError> {
        let mut openings = match &self.openings {
            Some(file) => Openings::read(file)?,
            None => starts_of(&mut embedded()?, self.seed)?,
        };
        openings.list.drain(..self.skip.min(openings.list.len()));
        Ok(openings)
    }

    fn recipes(&self) -> Result<Recipes, MatchError> {
        let agreed = Agreed {
            max_moves: self.max_moves,
            entering_king: self.entering_king,
        };
        let recipe = |who, command: &str, options: &[OptionPair]| {
            Recipe::new(command, options, agreed)
                .map_err(|problem| MatchError::Side { who, problem })
        };
        Ok(Recipes {
            sides: [
                recipe(Contestant::A, &self.a, &self.opt_a)?,
                recipe(Contestant::B, &self.b, &self.opt_b)?,
            ],
            agreed,
        })
    }

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

    fn config(&self, recipes: &Recipes, openings: Vec<Opening>) -> Result<MatchConfig, MatchError> {
        let controls = self.controls();
        for (control, recipe) in controls.iter().zip(&recipes.sides) {
            let limits = |problem: String| MatchError::Limits(problem);
            control.check().map_err(|e| limits(e.to_string()))?;
            if let (TimeControl::Go(text), true) = (control, recipe.is_in_process()) {
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
        let [a, b] = controls;
        let side = |control, margin| SideConfig {
            control,
            margin: Duration::from_millis(margin),
        };
        Ok(MatchConfig {
            sides: [side(a, margins[0]), side(b, margins[1])],
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

    /// Starts both sides once, which also shows early whether they can be started.
    fn names(&self, recipes: &Recipes) -> Result<[String; 2], MatchError> {
        let name = |who| match recipes.make(who) {
            Ok(player) => Ok(player.name().to_string()),
            Err(problem) => Err(MatchError::Side { who, problem }),
        };
        Ok([name(Contestant::A)?, name(Contestant::B)?])
    }

    /// What the report says of the sides.
    fn sides(&self, names: [String; 2], config: &MatchConfig) -> [Side; 2] {
        let [a, b] = names;
        let [control_a, control_b] = &config.sides;
        let side = |name, options: &[OptionPair], config: &SideConfig| Side {
            name,
            options: options.iter().map(option_text).collect(),
            limit: config.control.to_string(),
        };
        [
            side(a, &self.opt_a, control_a),
            side(b, &self.opt_b, control_b),
        ]
    }

    fn open_records(
        &self,
        recipes: &Recipes,
        config: &MatchConfig,
        names: &[String; 2],
    ) -> Result<(Option<RecordFile>, Vec<GameRecord>), MatchError> {
        let Some(path) = &self.records else {
            return Ok((None, Vec::new()));
        };
        let side = |i: usize, command: &str, options: &[OptionPair]| SideIdentity {
            command: command.to_string(),
            name: names[i].clone(),
            program: recipes.sides[i].program_checksum(),
            options: options.iter().map(option_text).collect(),
            control: config.sides[i].control.clone(),
            margin_ms: millis::of(config.sides[i].margin),
        };
        let starts: String = config.openings.iter().map(|o| o.text() + "\n").collect();
        let identity = MatchIdentity {
            a: side(0, &self.a, &self.opt_a),
            b: side(1, &self.b, &self.opt_b),
            openings: checksum(starts.as_bytes()),
            max_moves: self.max_moves,
            entering_king: self.entering_king.name().to_string(),
            adjudication: config.rules.adjudication,
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
        report: &Report,
        config: &MatchConfig,
        duplicates: usize,
        earlier: usize,
    ) -> Result<(), CliError> {
        for (side, who) in report.sides.iter().zip(Contestant::ALL) {
            writeln!(out, "{who}: {} {}", side.name, side.options.join(" "))?;
        }
        let [a, b] = report.sides.each_ref().map(|side| &side.limit);
        let limits = match a == b {
            true => a.clone(),
            false => format!("A {a}, B {b}"),
        };
        let seed = self.seed;
        let source = match &self.openings {
            Some(_) => tr!(
                "starts ({duplicates} repeated ones left out)";
                "重複 {duplicates} 個を除く"
            ),
            None => tr!("starts of the built-in book (seed {seed})"; "内蔵の定跡、乱数の種 {seed}"),
        };
        let (games, starts, all) = (self.games, self.games / 2, config.openings.len());
        let at_once = config.concurrency;
        say!(
            out,
            "{games} games from {starts} of {all} {source}, {limits}, {at_once} at once";
            "{games} 局、開始局面 {all} 個のうち {starts} 個（{source}）、{limits}、同時に {at_once} 局"
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

    fn tell(
        &self,
        out: &mut dyn Write,
        report: &Report,
        record: &GameRecord,
        tally: &Tally,
    ) -> Result<(), CliError> {
        if self.json {
            writeln!(out, "{}", report.game_json(record, tally)?)?;
        } else {
            writeln!(out, "{}", report.game(record, tally))?;
        }
        Ok(out.flush()?)
    }
}

fn option_text((name, value): &OptionPair) -> String {
    match value {
        Some(value) => format!("{name}={value}"),
        None => name.clone(),
    }
}
