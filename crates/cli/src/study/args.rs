//! Arguments of `komadai study`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};

use crate::analyse::read_page_engine;
use crate::args::EvaluatorArgs;
use crate::outputs::Overwriting;
use komadai::engine::strength::Strength;
use komadai::types::Color;
use komadai_analysis::report::analysis::{PageEngine, PageEngineError};
use komadai_analysis::study::{Nodes, ProblemKind};

/// Make problems from the mistakes in one's own games
///
/// Searches every position, confirms mistakes by longer searches, and lets the engine's
/// levels try the problems.
#[derive(Debug, Args)]
pub(crate) struct Study {
    /// Records of any format, folders of records, games of `komadai match`, problems of
    /// ShogiHome, or - for standard input
    #[arg(value_name = "GAMES", required = true)]
    pub games: Vec<PathBuf>,
    /// The player whose moves to study [default: the name in most games, else both sides]
    #[arg(long, value_name = "NAME", conflicts_with = "side", value_parser = NonEmptyStringValueParser::new())]
    pub player: Option<String>,
    /// The side whose moves to study
    #[arg(long, value_enum)]
    pub side: Option<SideName>,
    /// The player's level, from -15 for 15 kyu to 9 for 9 dan: problems are chosen for this level
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true, value_parser = level)]
    pub level: Option<i32>,
    /// Estimate the range of levels that the moves correspond to, for ten games or more
    #[arg(long)]
    pub find_level: bool,
    /// Nodes to search for each position of the games; longer searches use a multiple
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub nodes: u64,
    /// Largest number of problems
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub max: usize,
    /// Kinds of problems to make, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND")]
    pub kinds: Vec<KindName>,
    /// Include problems far above the player's level
    #[arg(long)]
    pub beyond: bool,
    /// Take a third of the time, with less reliable problems
    #[arg(long)]
    pub quick: bool,
    /// Positions to search at once [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub evaluator: EvaluatorArgs,
    #[command(flatten)]
    pub outputs: Outputs,
}

/// Output files of `komadai study`.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Outputs {
    /// Write the problems as a trainer page: one HTML file
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// Include the engine in the trainer, so that it can judge every move and play on
    /// [default WEB: the folder web beside the executable]
    #[arg(long, value_name = "WEB", requires = "html", num_args = 0..=1, require_equals = true)]
    pub engine: Option<Option<PathBuf>>,
    /// Write the whole study as JSON
    #[arg(long, value_name = "OUT")]
    pub json: Option<PathBuf>,
    /// Write a collection of problems for ShogiHome
    #[arg(long, value_name = "OUT")]
    pub shogihome: Option<PathBuf>,
    /// Write a KIF file for each problem to this folder
    #[arg(long, value_name = "FOLDER")]
    pub kif: Option<PathBuf>,
    /// Write the positions of the problems, one a line
    #[arg(long, value_name = "OUT")]
    pub sfen: Option<PathBuf>,
    /// Write a table of the problems
    #[arg(long, value_name = "OUT")]
    pub csv: Option<PathBuf>,
    /// Write notes for Anki to this folder
    #[arg(long, value_name = "FOLDER")]
    pub anki: Option<PathBuf>,
    /// Leave out the paths of folders on this machine
    #[arg(long)]
    pub no_paths: bool,
    /// Keep the engine's answers in this file, so that an interrupted study can continue
    /// [default: the first output, with .progress added]
    #[arg(long, value_name = "FILE")]
    pub progress: Option<PathBuf>,
    #[command(flatten)]
    pub overwriting: Overwriting,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SideName {
    /// Black, sente
    Black,
    /// White, gote
    White,
    /// Both sides
    Both,
}

impl SideName {
    /// The side; `None` for both.
    pub fn color(self) -> Option<Color> {
        match self {
            SideName::Black => Some(Color::Black),
            SideName::White => Some(Color::White),
            SideName::Both => None,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum KindName {
    /// The player missed a mate
    Mate,
    /// The player allowed a mate
    Defend,
    /// The player missed a win by declaration
    Declare,
    /// The player did not punish a mistake of the opponent
    Punish,
    /// Any other mistake
    Next,
}

impl KindName {
    pub fn kind(self) -> ProblemKind {
        match self {
            KindName::Mate => ProblemKind::Mate,
            KindName::Defend => ProblemKind::Defend,
            KindName::Declare => ProblemKind::Declare,
            KindName::Punish => ProblemKind::Punish,
            KindName::Next => ProblemKind::Next,
        }
    }
}

/// Error for a text that is not a level.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a level is -15 to -1 (kyu) or 1 to 9 (dan)")]
pub(crate) struct LevelError;

fn level(text: &str) -> Result<i32, LevelError> {
    let level: i32 = text.parse().map_err(|_| LevelError)?;
    let is_one = (Strength::MIN..=Strength::MAX).contains(&level) && level != 0;
    is_one.then_some(level).ok_or(LevelError)
}

impl Study {
    pub(super) fn search_nodes(&self) -> Nodes {
        match self.quick {
            true => Nodes::quick(self.nodes),
            false => Nodes::of_scan(self.nodes),
        }
    }

    /// The engine to include in the trainer, if `--engine` is given.
    pub(super) fn page_engine(&self) -> Result<Option<PageEngine>, PageEngineError> {
        read_page_engine(self.outputs.engine.as_ref())
    }
}
