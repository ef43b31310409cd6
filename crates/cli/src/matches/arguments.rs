//! The arguments of `komadai match`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::entrants::Engines;
use super::error::NumbersError;
use super::players::{OptionArg, parse_option_arg};
use komadai::position::EnteringKingRule;
use komadai_matches::adjudicate::{DrawRule, ResignRule};
use komadai_matches::sprt::Sprt;

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
    /// Options of A, as Name=Value, or @FILE for those of a file
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", requires = "a", value_parser = parse_option_arg)]
    pub(super) opt_a: Vec<OptionArg>,
    /// Options of B
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", requires = "b", value_parser = parse_option_arg)]
    pub(super) opt_b: Vec<OptionArg>,
    #[command(flatten)]
    pub(super) engines: Engines,
    /// Only the first --engine plays against each of the others
    #[arg(long, requires = "engine", conflicts_with = "a")]
    pub(super) gauntlet: bool,
    /// Starts: a file with a line `startpos moves ...` or `sfen ...` for each
    /// [default: the built-in book, where its lines end]
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Another seed mixes the starts of the built-in book differently
    #[arg(
        long,
        default_value_t = 1,
        value_name = "N",
        conflicts_with = "openings"
    )]
    pub(super) seed: u64,
    /// Leave out so many starts at the beginning
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(super) skip: usize,
    /// How many games: two for each start, or for each start and pairing
    #[arg(long, value_name = "N")]
    pub(super) games: usize,
    /// Nodes for each move
    #[arg(long, value_name = "N", conflicts_with_all = ["time", "inc", "byoyomi", "go"])]
    pub(super) nodes: Option<u64>,
    /// Nodes for each move of B, if they differ
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
    /// Words to send after `go` for each move
    #[arg(long, value_name = "TEXT")]
    pub(super) go: Option<String>,
    /// Words to send to B, if they differ
    #[arg(long, value_name = "TEXT", requires = "go")]
    pub(super) go_b: Option<String>,
    /// How late an answer may be before it loses on time
    #[arg(long, default_value_t = 100, value_name = "MS")]
    pub(super) margin_ms: u64,
    /// The same for B, if it differs
    #[arg(long, value_name = "MS")]
    pub(super) margin_b_ms: Option<u64>,
    /// Games played at once
    #[arg(long, default_value_t = 1, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: u16,
    /// Let the engines think on the opponent's time, as GUIs do; `self` is a
    /// process of its own then
    #[arg(long, conflicts_with_all = ["nodes", "go"])]
    pub(super) ponder: bool,
    /// Stop as soon as it is decided whether A is better by ELO0 or by ELO1
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = Sprt::parse)]
    pub(super) sprt: Option<Sprt>,
    /// Chance that the sequential test accepts ELO1 wrongly
    #[arg(long, default_value_t = 0.05, value_name = "P")]
    pub(super) alpha: f64,
    /// Chance that the sequential test accepts ELO0 wrongly
    #[arg(long, default_value_t = 0.05, value_name = "P")]
    pub(super) beta: f64,
    /// Draw a game after this move unless it mates; 0 for no such end
    #[arg(long, default_value_t = 320, value_name = "N")]
    pub(super) max_moves: u32,
    /// Rule for declarations: NoEnteringKing, CSARule24, CSARule24H,
    /// CSARule27, CSARule27H, TryRule
    #[arg(long, default_value = "CSARule27", value_name = "RULE")]
    pub(super) entering_king: EnteringKingRule,
    /// End games that both sides see lost by CP centipawns for MOVES moves
    #[arg(long, value_name = "CP,MOVES", value_parser = parse_resign)]
    pub(super) adjudicate_loss: Option<ResignRule>,
    /// End games from move PLY on that both sides see within CP centipawns for MOVES moves
    #[arg(long, value_name = "PLY,CP,MOVES", value_parser = parse_draw)]
    pub(super) adjudicate_draw: Option<DrawRule>,
    /// Keep the games in this file, a JSON line each
    #[arg(long, value_name = "FILE")]
    pub(super) records: Option<PathBuf>,
    /// Go on with the match in the records file
    #[arg(long, requires = "records")]
    pub(super) resume: bool,
    /// Print JSON lines
    #[arg(long)]
    pub(super) json: bool,
    /// Print the summary only
    #[arg(long)]
    pub(super) quiet: bool,
    /// Fail if a game ended by a fault of either side
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
