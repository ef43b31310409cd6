//! Where the files of an analysis go.

use std::path::{Path, PathBuf};

use super::error::AnalyseError;
use crate::records::is_dash;
use komadai_analysis::report::analysis::ReportFormat;

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub format: ReportFormat,
    /// The file, or the folder of files if the games come from a folder; `-`
    /// is standard output.
    pub path: PathBuf,
}

impl Target {
    pub fn is_stdout(&self) -> bool {
        is_dash(&self.path)
    }
}

/// Makes the folder of a file, deep in a folder of outputs.
pub(super) fn create_folder_of(file: &Path) -> Result<(), AnalyseError> {
    let Some(folder) = file.parent().filter(|f| !f.as_os_str().is_empty()) else {
        return Ok(());
    };
    std::fs::create_dir_all(folder).map_err(AnalyseError::io(folder))
}
