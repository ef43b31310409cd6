//! The arguments of `komadai study`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::analyse::read_page_engine;
use crate::args::EvaluatorArgs;
use komadai::engine::strength::Strength;
use komadai::types::Color;
use komadai_analysis::report::analysis::{PageEngine, PageEngineError};
use komadai_analysis::study::{Nodes, ProblemKind};

/// Make problems of the mistakes in one's own games
///
/// Every position is searched, what may be a mistake is judged by ever longer searches, and the
/// engine's levels try what is left.
#[derive(Debug, Args)]
pub(crate) struct Study {
    /// Records of any format, folders of them, games of `komadai match`, problems of ShogiHome,
    /// or - for standard input
    #[arg(value_name = "GAMES", required = true)]
    pub games: Vec<PathBuf>,
    /// Whose moves to look at [default: the name in most games, else both sides]
    #[arg(long, value_name = "NAME", conflicts_with = "side")]
    pub player: Option<String>,
    /// The side whose moves to look at
    #[arg(long, value_enum)]
    pub side: Option<SideName>,
    /// The level of the player, -15 for 15 kyu to 9 for 9 dan: problems are chosen for it
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true, value_parser = level)]
    pub level: Option<i32>,
    /// Find the range of levels that ten games or more are like
    #[arg(long)]
    pub find_level: bool,
    /// Nodes for each position of the games; the longer searches follow in proportion
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub nodes: u64,
    /// The most problems
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub max: usize,
    /// The kinds of problems, with commas between them
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND")]
    pub kinds: Vec<KindName>,
    /// Also problems far beyond the level
    #[arg(long)]
    pub beyond: bool,
    /// A third of the time, with more that is judged wrong
    #[arg(long)]
    pub quick: bool,
    /// Positions searched at a time [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub evaluator: EvaluatorArgs,
    #[command(flatten)]
    pub outputs: Outputs,
}

/// The files to write.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Outputs {
    /// Write a trainer: one HTML file
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// Put the engine into the trainer, so that it judges every move and plays on
    /// [default WEB: the folder web beside the executable]
    #[arg(long, value_name = "WEB", requires = "html", num_args = 0..=1, require_equals = true)]
    pub engine: Option<Option<PathBuf>>,
    /// Write everything as JSON
    #[arg(long, value_name = "OUT")]
    pub json: Option<PathBuf>,
    /// Write a collection of problems for ShogiHome
    #[arg(long, value_name = "OUT")]
    pub shogihome: Option<PathBuf>,
    /// Write a KIF file for each problem to this folder
    #[arg(long, value_name = "FOLDER")]
    pub kif: Option<PathBuf>,
    /// Write the positions, one a line
    #[arg(long, value_name = "OUT")]
    pub sfen: Option<PathBuf>,
    /// Write a table of the problems
    #[arg(long, value_name = "OUT")]
    pub csv: Option<PathBuf>,
    /// Write notes for Anki to this folder
    #[arg(long, value_name = "FOLDER")]
    pub anki: Option<PathBuf>,
    /// Leave the folders of this machine out of the files
    #[arg(long)]
    pub no_paths: bool,
    /// Keep answers of the engine in this file, to go on after an interruption
    /// [default: the first output, with .progress added]
    #[arg(long, value_name = "FILE")]
    pub progress: Option<PathBuf>,
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
    /// A mate was missed
    Mate,
    /// A mate was allowed
    Defend,
    /// A win by declaration was missed
    Declare,
    /// A mistake of the opponent was let go
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

/// A text that names no level.
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

    /// The engine to put into the trainer, if it is asked for.
    pub(super) fn page_engine(&self) -> Result<Option<PageEngine>, PageEngineError> {
        read_page_engine(self.outputs.engine.as_ref())
    }
}
