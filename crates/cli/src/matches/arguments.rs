//! Arguments of `komadai match`, and the engines that they name.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, FromArgMatches};

use super::error::{NumbersError, OptionTextError, SideError};
use super::players::{OptionArg, OptionPair, parse_option_arg, resolve};
use komadai::position::EnteringKingRule;
use komadai_matches::adjudicate::{DrawRule, ResignRule};
use komadai_matches::sprt::Sprt;

/// Play a match between engines and judge their strength
///
/// Two sides are given by --a and --b, more by --engine. Every start position is played twice by
/// each pairing, with colours swapped. A side is a command that starts a USI engine, or `self` for
/// this engine in process (with 1 thread and 64 MiB unless set). A side loses by an illegal move,
/// by an answer later than its limit and the margin, by a crash or a hang.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("limits").required(true).multiple(true)
    .args(["nodes", "time", "inc", "byoyomi", "go"]))]
#[command(group = ArgGroup::new("two").multiple(true)
    .args(["a", "b", "nodes_b", "go_b", "margin_b_ms", "sprt"]).conflicts_with("engine"))]
pub(crate) struct Match {
    /// Side A: a command, or `self`
    #[arg(
        long,
        value_name = "CMD",
        requires = "b",
        required_unless_present = "engine"
    )]
    pub(super) a: Option<String>,
    /// Side B: a command, or `self`
    #[arg(long, value_name = "CMD", requires = "a")]
    pub(super) b: Option<String>,
    /// Options of A as Name=Value, or @FILE for the options in a file
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", requires = "a", value_parser = parse_option_arg)]
    pub(super) opt_a: Vec<OptionArg>,
    /// Options of B
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", requires = "b", value_parser = parse_option_arg)]
    pub(super) opt_b: Vec<OptionArg>,
    #[command(flatten)]
    pub(super) engines: Engines,
    /// Let only the first --engine play, against each of the others
    #[arg(long, requires = "engine", conflicts_with = "a")]
    pub(super) gauntlet: bool,
    /// File of start positions, one to a line: `startpos moves ...` or `sfen ...`
    /// [default: the ends of the lines of the built-in book]
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Seed that decides the order of the start positions of the built-in book
    #[arg(
        long,
        default_value_t = 1,
        value_name = "N",
        conflicts_with = "openings"
    )]
    pub(super) seed: u64,
    /// Number of start positions to skip at the beginning
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(super) skip: usize,
    /// Number of games: two for each start position, or for each start position and pairing
    #[arg(long, value_name = "N")]
    pub(super) games: usize,
    /// Nodes for each move
    #[arg(long, value_name = "N", conflicts_with_all = ["time", "inc", "byoyomi", "go"])]
    pub(super) nodes: Option<u64>,
    /// Nodes for each move of B, if different
    #[arg(long, value_name = "N", requires = "nodes")]
    pub(super) nodes_b: Option<u64>,
    /// Main time of each side, ms
    #[arg(long, value_name = "MS", conflicts_with = "go")]
    pub(super) time: Option<u64>,
    /// Increment for each move, ms
    #[arg(long, value_name = "MS", conflicts_with = "go")]
    pub(super) inc: Option<u64>,
    /// Byoyomi, ms
    #[arg(long, value_name = "MS", conflicts_with = "go")]
    pub(super) byoyomi: Option<u64>,
    /// Text to send after `go` for each move
    #[arg(long, value_name = "TEXT")]
    pub(super) go: Option<String>,
    /// Text to send to B after `go`, if different
    #[arg(long, value_name = "TEXT", requires = "go")]
    pub(super) go_b: Option<String>,
    /// Delay of an answer after its limit that still does not lose on time
    #[arg(long, default_value_t = 100, value_name = "MS")]
    pub(super) margin_ms: u64,
    /// The same delay for B, if different
    #[arg(long, value_name = "MS")]
    pub(super) margin_b_ms: Option<u64>,
    /// Time limit for an engine to start, and to get ready for a game
    #[arg(long, default_value_t = 120, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(super) start_timeout: u64,
    /// Number of games to play at once
    #[arg(long, default_value_t = 1, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: u16,
    /// Let the engines think on the opponent's time, as GUIs do; `self` then runs in a
    /// process of its own
    #[arg(long, conflicts_with_all = ["nodes", "go"])]
    pub(super) ponder: bool,
    /// Stop as soon as the test decides whether A is better by ELO0 or by ELO1, in the
    /// (logistic) Elo of the result, not in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = Sprt::parse)]
    pub(super) sprt: Option<Sprt>,
    /// Probability that the sequential test accepts ELO1 wrongly
    #[arg(long, default_value_t = 0.05, value_name = "P")]
    pub(super) alpha: f64,
    /// Probability that the sequential test accepts ELO0 wrongly
    #[arg(long, default_value_t = 0.05, value_name = "P")]
    pub(super) beta: f64,
    /// Ply after which a game is drawn unless it is mate; 0 for no limit
    #[arg(long, default_value_t = 320, value_name = "N")]
    pub(super) max_moves: u32,
    /// Rule for wins by entering king: NoEnteringKing, CSARule24, CSARule24H, CSARule27,
    /// CSARule27H, TryRule
    #[arg(long, default_value = "CSARule27", value_name = "RULE")]
    pub(super) entering_king: EnteringKingRule,
    /// End games in which both sides score the loser at -CP centipawns or worse for MOVES moves
    #[arg(long, value_name = "CP,MOVES", value_parser = parse_resign)]
    pub(super) adjudicate_loss: Option<ResignRule>,
    /// Draw games in which, from ply PLY on, both sides score within CP centipawns for MOVES moves
    #[arg(long, value_name = "PLY,CP,MOVES", value_parser = parse_draw)]
    pub(super) adjudicate_draw: Option<DrawRule>,
    /// Keep the games in this file, one JSON line each
    #[arg(long, value_name = "FILE")]
    pub(super) records: Option<PathBuf>,
    /// Continue the match in the records file
    #[arg(long, requires = "records")]
    pub(super) resume: bool,
    /// Print JSON lines
    #[arg(long)]
    pub(super) json: bool,
    /// Print the summary only
    #[arg(long)]
    pub(super) quiet: bool,
    /// Fail if a game was ended by a fault of an engine
    #[arg(long)]
    pub(super) strict: bool,
}

fn numbers<const N: usize>(text: &str) -> Result<[u32; N], NumbersError> {
    let parsed: Result<Vec<u32>, _> = text.split(',').map(|t| t.trim().parse()).collect();
    parsed
        .ok()
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or(NumbersError(N))
}

fn centipawns(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

fn parse_resign(text: &str) -> Result<ResignRule, NumbersError> {
    numbers(text).map(|[cp, moves]| ResignRule {
        cp: centipawns(cp),
        moves,
    })
}

fn parse_draw(text: &str) -> Result<DrawRule, NumbersError> {
    numbers(text).map(|[from_ply, cp, moves]| DrawRule {
        from_ply,
        cp: centipawns(cp),
        moves,
    })
}

/// The clap id of `--engine`.
const ID: &str = "engine";

/// The words of each `--engine CMD [NAME=VALUE...]`.
#[derive(Clone, Debug, Default)]
pub(super) struct Engines(Vec<Vec<String>>);

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Engines, clap::Error> {
        let mut engines = Engines::default();
        engines.update_from_arg_matches(matches)?;
        Ok(engines)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        if let Some(given) = matches.get_occurrences::<String>(ID) {
            self.0 = given.map(|words| words.cloned().collect()).collect();
        }
        Ok(())
    }
}

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        let help = "An engine of a match between several: its command or `self`, then its \
                    options, and name=TEXT to call it otherwise; once for each";
        let engine = Arg::new(ID).long(ID).action(ArgAction::Append);
        let engine = engine.num_args(1..).value_names(["CMD", "NAME=VALUE"]);
        command.arg(engine.help(help))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Engines::augment_args(command)
    }
}

/// An engine of a match, as given on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entrant {
    /// The command line of the engine, or `self`.
    pub command: String,
    /// The options to set.
    pub options: Vec<OptionPair>,
    /// The name in the results; `None` for the engine's own name.
    pub name: Option<String>,
}

impl Entrant {
    /// An engine with these options.
    ///
    /// # Errors
    /// If a file of options cannot be read.
    pub fn new(command: &str, options: &[OptionArg]) -> Result<Entrant, SideError> {
        Ok(Entrant {
            command: command.to_string(),
            options: resolve(options)?,
            name: None,
        })
    }

    /// Whether the options allow pondering: yes, unless they set `USI_Ponder` to a value other than
    /// true.
    pub fn may_ponder(&self) -> bool {
        let is = |(name, value): &&OptionPair| {
            name.eq_ignore_ascii_case("USI_Ponder") && value.is_some()
        };
        match self.options.iter().rev().find(is) {
            Some((_, Some(value))) => value.eq_ignore_ascii_case("true"),
            _ => true,
        }
    }

    /// Parses the words of one `--engine`.
    ///
    /// # Errors
    /// If an option is invalid or a file of options cannot be read.
    fn read(words: &[String]) -> Result<Entrant, SideError> {
        let (command, rest) = words.split_first().ok_or(SideError::NoCommand)?;
        let name = rest.iter().find_map(|word| word.strip_prefix("name="));
        let options = rest.iter().filter(|word| !word.starts_with("name="));
        let options: Result<Vec<OptionArg>, OptionTextError> =
            options.map(|word| parse_option_arg(word)).collect();
        Ok(Entrant {
            name: name.map(str::to_string),
            ..Entrant::new(command, &options?)?
        })
    }
}

impl Engines {
    /// Whether any `--engine` is given.
    pub fn are_given(&self) -> bool {
        !self.0.is_empty()
    }

    /// All engines given. An error comes with the index of the engine, from 0.
    pub fn entrants(&self) -> Result<Vec<Entrant>, (usize, SideError)> {
        let all = self.0.iter().enumerate();
        all.map(|(i, words)| Entrant::read(words).map_err(|problem| (i, problem)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        engines: Engines,
        #[arg(long)]
        other: bool,
    }

    fn read(words: &[&str]) -> Result<Vec<Entrant>, (usize, SideError)> {
        let line = Line::try_parse_from([&["match"], words].concat()).unwrap();
        line.engines.entrants()
    }

    #[test]
    fn each_engine_has_its_own_options() {
        let entrants = read(&[
            "--engine",
            "self",
            "USI_Strength=-5",
            "name=weak one",
            "--other",
            "--engine",
            "engines/x -v",
            "--engine=gpsusi",
            "--engine",
            "self",
            "Clear",
            "Text=a=b",
        ]);
        let pair = |name: &str, value: Option<&str>| (name.to_string(), value.map(str::to_string));
        let entrant = |command: &str, options: &[OptionPair], name: Option<&str>| Entrant {
            command: command.to_string(),
            options: options.to_vec(),
            name: name.map(str::to_string),
        };
        assert_eq!(
            entrants.unwrap(),
            [
                entrant(
                    "self",
                    &[pair("USI_Strength", Some("-5"))],
                    Some("weak one")
                ),
                entrant("engines/x -v", &[], None),
                entrant("gpsusi", &[], None),
                entrant(
                    "self",
                    &[pair("Clear", None), pair("Text", Some("a=b"))],
                    None
                ),
            ]
        );
        let ponders = |options: &[OptionPair]| entrant("x", options, None).may_ponder();
        assert!(ponders(&[]) && ponders(&[pair("USI_Ponder", Some("true"))]));
        assert!(!ponders(&[pair("usi_ponder", Some("false"))]));
        assert!(read(&[]).unwrap().is_empty());
        assert!(Line::try_parse_from(["match", "--engine"]).is_err());
        let (number, problem) = read(&["--engine", "self", "--engine", "self", "=5"]).unwrap_err();
        assert_eq!(
            (number, problem.to_string().as_str()),
            (1, "an option is written Name=Value")
        );
    }
}
