//! Output files of `komadai study`: early checks, and the folder of problems.

use std::path::{Path, PathBuf};

use super::args::Outputs;
use crate::error::CliError;
use crate::language::msg;
use crate::outputs::{Overwriting, Places, try_folder};
use crate::records::is_dash;
use komadai::files::PathError;
use komadai::files::whole_file::write_whole;
use komadai_analysis::study;

impl Outputs {
    pub(super) fn folders(&self) -> Vec<&Path> {
        let folders = [&self.kif, &self.anki].into_iter().flatten();
        folders.map(PathBuf::as_path).collect()
    }

    fn files(&self) -> Vec<&Path> {
        let files = [
            &self.html,
            &self.json,
            &self.shogihome,
            &self.sfen,
            &self.csv,
        ];
        files.into_iter().flatten().map(PathBuf::as_path).collect()
    }

    /// Checks before the searches that all outputs can be written. `read` are the inputs.
    pub(super) fn try_all(&self, read: &[PathBuf]) -> Result<(), CliError> {
        let mut places = Places::of_inputs(read.iter().map(PathBuf::as_path));
        let progress = self.progress_path();
        let files = self.files().into_iter();
        let files = files
            .filter(|file| !is_dash(file))
            .map(|file| (file, self.overwriting));
        let own = Overwriting { force: true };
        for (file, overwriting) in files.chain(progress.iter().map(|file| (&**file, own))) {
            places.add(file)?;
            overwriting.try_file(file)?;
        }
        // The names of a folder's new files are not known yet, so any file of such a name counts.
        if let Some(folder) = &self.kif {
            self.try_names(folder, study::is_file_name)?;
        }
        if let Some(folder) = &self.anki {
            places.add(&folder.join(NOTES))?;
            self.try_names(folder, |name| name == NOTES)?;
        }
        Ok(())
    }

    fn try_names(&self, folder: &Path, is_own: fn(&str) -> bool) -> Result<(), CliError> {
        try_folder(folder)?;
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(is_own) {
                self.overwriting.try_existing(&entry.path())?;
            }
        }
        Ok(())
    }

    /// The first file or folder to write; `None` if the command writes none.
    pub(super) fn first(&self) -> Option<&Path> {
        let mut places = self.files().into_iter().chain(self.folders());
        places.find(|path| !is_dash(path))
    }

    /// The progress file; `None` if the command writes no files.
    pub(super) fn progress_path(&self) -> Option<PathBuf> {
        if let Some(path) = &self.progress {
            return Some(path.clone());
        }
        let mut name = self
            .first()?
            .components()
            .as_path()
            .as_os_str()
            .to_os_string();
        name.push(".progress");
        Some(name.into())
    }
}

/// The file of the notes for Anki.
pub(super) const NOTES: &str = "notes.txt";

/// Writes files to a folder, which is created if missing. Returns the message to print.
pub(super) fn write_folder(
    folder: &Path,
    files: &[(String, Vec<u8>)],
) -> Result<String, PathError> {
    std::fs::create_dir_all(folder).map_err(PathError::at(folder))?;
    for (name, bytes) in files {
        write_whole(&folder.join(name), bytes)?;
    }
    let (shown, files) = (folder.display(), files.len());
    Ok(msg!(folder_files, folder = shown, files) + "\n")
}

/// Removes the problems of an earlier study, which are not among the new `files`, so that the folder
/// holds one study. Returns the number removed.
pub(super) fn remove_old(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<usize, PathError> {
    let mut removed = 0;
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_old = |name: &str| !files.iter().any(|(new, _)| new.as_str() == name);
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let path = entry.path();
        if is_file && name.to_str().is_some_and(is_old) && study::is_problem_file(&path) {
            std::fs::remove_file(&path).map_err(PathError::at(&path))?;
            removed += 1;
        }
    }
    Ok(removed)
}
