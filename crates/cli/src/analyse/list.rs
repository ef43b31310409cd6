//! Page that lists the games of a folder or file, with links to their reports.

use std::path::{Path, PathBuf};

use super::Target;
use super::inputs::GameInput;
use crate::language::current;
use komadai::files::PathError;
use komadai::files::whole_file::write_whole;
use komadai_analysis::report::analysis::games::{self, GameEntry};
use komadai_analysis::report::analysis::{Document, ReportFormat};

/// The list of games, with the entries of finished games. A single game, or games without HTML
/// reports, have no list.
#[derive(Default)]
pub(super) struct GameList {
    path: Option<PathBuf>,
    entries: Vec<Option<GameEntry>>,
}

impl GameList {
    /// An empty list, to be written beside the reports.
    pub fn new(input: &Path, games: &[GameInput], targets: &[Target]) -> GameList {
        let html = targets.iter().find(|t| t.format == ReportFormat::Html);
        let path = match html.filter(|target| !target.is_stdout()) {
            Some(target) if input.is_dir() => free_name(&target.path, games),
            // The reports on the games of one file have numbers in their names. The name without a
            // number is free for the list.
            Some(target) if games.len() > 1 => Some(target.path.clone()),
            _ => None,
        };
        GameList {
            path,
            entries: vec![None; games.len()],
        }
    }

    /// The file of the list; `None` without a list.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Adds the entry of a finished game.
    pub fn enter(&mut self, index: usize, game: &GameInput, document: &Document) {
        let Some(list) = &self.path else {
            return;
        };
        let mut targets = game.targets.iter();
        let report = targets.find(|target| target.format == ReportFormat::Html);
        let entry = report.map(|target| GameEntry::new(document, &names_from(list, &target.path)));
        if let Some(place) = self.entries.get_mut(index) {
            *place = entry;
        }
    }

    /// Writes the list and returns its path; `None` without a list.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write(self) -> Result<Option<PathBuf>, PathError> {
        let Some(path) = self.path else {
            return Ok(None);
        };
        let entries: Vec<GameEntry> = self.entries.into_iter().flatten().collect();
        let page = games::page(&entries, current());
        write_whole(&path, page.as_bytes())?;
        Ok(Some(path))
    }
}

/// A name for the list in the reports' folder that no output file has.
fn free_name(folder: &Path, games: &[GameInput]) -> Option<PathBuf> {
    let is_taken = |path: &PathBuf| {
        let mut taken = games.iter().flat_map(|game| &game.targets);
        taken.any(|target| target.path == *path)
    };
    let names = ["index.html", "games.html", "index-of-games.html"];
    let mut paths = names.iter().map(|name| folder.join(name));
    paths.find(|path| !is_taken(path))
}

/// The names of folders and file on the path from the folder of `list` to `report`.
fn names_from(list: &Path, report: &Path) -> Vec<String> {
    let folder = list.parent().unwrap_or(Path::new(""));
    let path = report.strip_prefix(folder).unwrap_or(report);
    path.iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}
