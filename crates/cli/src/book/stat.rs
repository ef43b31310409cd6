//! `komadai book stat`: statistics of the openings of games.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::analyse::NotationName;
use crate::error::{CliError, CommandError};
use crate::language::{current, japanese, say};
use crate::outputs::{Overwriting, Places, print_json};
use crate::plain::plain;
use crate::records::{Source, count_problems, is_dash};
use komadai::files::whole_file::write_whole;
use komadai_analysis::report::opening_tree::{OpeningTree, Shown, TreeEntry, page, text};

/// Show statistics of the openings of games: moves, results, scores and players by position
///
/// Positions count as the same whatever moves led to them. A game counts once in each of
/// its positions.
#[derive(Debug, Args)]
pub(super) struct Stat {
    /// Records of any format, folders of records, or - for standard input
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Number of moves of each game to count
    #[arg(long, default_value_t = 30, value_name = "N")]
    plies: usize,
    /// Leave out moves played in fewer games than this (not in JSON)
    #[arg(long, default_value_t = 2, value_name = "N")]
    min_games: u64,
    /// Notation of the moves
    #[arg(long, value_enum, default_value_t = NotationName::Japanese)]
    notation: NotationName,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the statistics as a page to this file
    #[arg(long, value_name = "OUT", conflicts_with = "json")]
    html: Option<PathBuf>,
    #[command(flatten)]
    overwriting: Overwriting,
}

/// Error because of which all or some games were not counted.
#[derive(Debug, thiserror::Error)]
enum StatError {
    #[error("there is no game to count")]
    NoGame,
    #[error("{} in the records; what could be read was counted", count_problems(*.0))]
    Partly(usize),
}

japanese! { StatError { NoGame, Partly(n) } }

impl CommandError for StatError {
    fn is_partial(&self) -> bool {
        matches!(self, StatError::Partly(_))
    }
}

impl Stat {
    pub fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        let mut sources = Vec::new();
        for path in &self.games {
            let found = Source::all(path, &[])?;
            sources.extend(found.into_iter().map(|source| (source, path.is_dir())));
        }
        if let Some(file) = self.html.as_ref().filter(|file| !is_dash(file)) {
            let read = sources
                .iter()
                .filter_map(|(source, _)| source.path.as_deref());
            Places::of_inputs(read).add(file)?;
            self.overwriting.try_file(file)?;
        }
        let mut tree = OpeningTree::new(self.plies);
        let mut problems = 0;
        for (source, is_in_folder) in sources {
            let reading = source.read_telling(is_in_folder, &mut problems, err)?;
            let records = reading.iter().flat_map(|reading| &reading.records);
            records.for_each(|record| tree.add(record));
        }
        if tree.games == 0 {
            return Err(StatError::NoGame.into());
        }
        tree.sort();
        let shown = Shown {
            min_games: self.min_games,
            notation: self.notation.notation(),
        };
        match &self.html {
            _ if self.json => print_json(out, &TreeEntry::new(&tree))?,
            None => {
                let text = text(&tree, &shown, current());
                writeln!(out, "{}", plain(text.trim_end().to_string()))?;
            }
            Some(file) if is_dash(file) => write!(out, "{}", page(&tree, &shown, current()))?,
            Some(file) => {
                let page = page(&tree, &shown, current());
                write_whole(file, page.as_bytes())?;
                let (games, file) = (tree.games, file.display());
                say!(out, book_stat_written, games, file)?;
            }
        }
        match problems {
            0 => Ok(()),
            n => Err(StatError::Partly(n).into()),
        }
    }
}
