//! Arguments of `komadai analyse`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Target;
use crate::args::{EvaluatorArgs, PositionArgs};
use crate::language::{Lang, current};
use crate::outputs::Overwriting;
use komadai::engine::beside_executable;
use komadai::types::Depth;
use komadai_analysis::report::analysis::{Notation, PageEngine, PageEngineError, ReportFormat};

/// Search a position and show its best lines, or analyse whole games
///
/// With GAME, searches every position of the main line, several at a time. Without GAME,
/// searches the position given by --sfen, --handicap and --moves.
#[derive(Debug, Args)]
pub(crate) struct Analyse {
    /// A game record of any format, a folder of records, or - for standard input; also a
    /// position as text, as with --sfen
    #[arg(value_name = "GAME", conflicts_with_all = ["sfen", "handicap", "moves"])]
    pub game: Option<PathBuf>,
    #[command(flatten)]
    pub position: PositionArgs,
    /// Number of best lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=600))]
    pub multipv: u16,
    /// Thinking time in milliseconds [default: 5000; in games 1000 for each position]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub time: Option<u64>,
    /// Number of nodes to search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Depth to search, in plies
    #[arg(long, value_parser = clap::value_parser!(Depth).range(1..))]
    pub depth: Option<Depth>,
    /// Number of search threads; in games, of positions searched at once [default: all
    /// cores, up to 16 for one position]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// Size in MiB of the transposition table, in games of the table of each search
    /// [default: 256; in games according to time or nodes]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub hash: Option<u64>,
    #[command(flatten)]
    pub evaluator: EvaluatorArgs,
    /// Notation of the moves [default: usi; japanese with Japanese messages]
    #[arg(long, value_enum)]
    pub notation: Option<NotationName>,
    /// Write JSON: for a position to standard output, for a game to this file
    #[arg(long, value_name = "OUT", num_args = 0..=1, default_missing_value = "-")]
    pub json: Option<PathBuf>,
    #[command(flatten)]
    pub outputs: Outputs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum NotationName {
    /// 7g7f
    Usi,
    /// P-7f
    Western,
    /// ▲７六歩
    Japanese,
}

impl NotationName {
    pub fn notation(self) -> Notation {
        match self {
            NotationName::Usi => Notation::Usi,
            NotationName::Western => Notation::Western,
            NotationName::Japanese => Notation::Japanese,
        }
    }
}

/// Output files of `komadai analyse`. For a folder or for a file with several games, each
/// game gets its own file: OUT is then a folder, or its name gets numbers.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Outputs {
    /// Write a report on the game for people, as one HTML file
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// Include the engine in the report, so that readers can try moves and have them
    /// searched [default WEB: the folder web beside the executable]
    #[arg(long, value_name = "WEB", requires = "html", num_args = 0..=1, require_equals = true)]
    pub engine: Option<Option<PathBuf>>,
    /// Write a table of the moves
    #[arg(long, value_name = "OUT")]
    pub csv: Option<PathBuf>,
    /// Write the record as KIF with the analysis in comments that GUIs read
    #[arg(long, value_name = "OUT")]
    pub kif: Option<PathBuf>,
    /// Write the record as CSA with the analysis in comments like those of floodgate
    #[arg(long, value_name = "OUT")]
    pub csa: Option<PathBuf>,
    /// Keep finished positions in this file, so that an interrupted analysis can continue
    /// [default: the first output file, with .progress added]
    #[arg(long, value_name = "FILE")]
    pub progress: Option<PathBuf>,
    #[command(flatten)]
    pub overwriting: Overwriting,
}

impl Outputs {
    pub fn is_any(&self) -> bool {
        let files = [&self.html, &self.csv, &self.kif, &self.csa, &self.progress];
        files.iter().any(|file| file.is_some())
    }
}

/// Reads the engine to include in pages, as `--engine` asks: from the folder given, or from the
/// folder `web` beside the executable. `None` without the option.
pub(crate) fn read_page_engine(
    asked: Option<&Option<PathBuf>>,
) -> Result<Option<PageEngine>, PageEngineError> {
    let read = |folder: &Option<PathBuf>| match folder {
        Some(folder) => PageEngine::read(folder),
        None => PageEngine::read(&beside_executable("web")),
    };
    asked.map(read).transpose()
}

impl Analyse {
    /// Whether no option limits the search, so that the default time applies.
    pub(super) fn has_no_limit(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// The notation given, else the default notation for the language of messages.
    pub(super) fn notation(&self) -> Notation {
        match (self.notation, current()) {
            (Some(name), _) => name.notation(),
            (None, Lang::English) => Notation::Usi,
            (None, Lang::Japanese) => Notation::Japanese,
        }
    }

    /// The engine to include in reports, if `--engine` is given.
    pub(super) fn page_engine(&self) -> Result<Option<PageEngine>, PageEngineError> {
        read_page_engine(self.outputs.engine.as_ref())
    }

    /// The formats of the files to write, with their paths.
    pub(super) fn targets(&self) -> Vec<Target> {
        let outputs = &self.outputs;
        let all = [
            (ReportFormat::Html, &outputs.html),
            (ReportFormat::Json, &self.json),
            (ReportFormat::Csv, &outputs.csv),
            (ReportFormat::Kif, &outputs.kif),
            (ReportFormat::Csa, &outputs.csa),
        ];
        all.into_iter()
            .filter_map(|(format, path)| {
                let path = path.clone()?;
                Some(Target { format, path })
            })
            .collect()
    }
}
