//! Files that are there whole or not at all, and what the system says about a file.

pub mod whole_file;

use std::io;
use std::path::{Path, PathBuf};

/// The system refuses something with a file or folder.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", .path.display())]
pub struct PathError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system says.
    pub source: io::Error,
}

impl PathError {
    /// What the system says of this file or folder.
    pub fn new(path: impl Into<PathBuf>, source: io::Error) -> PathError {
        let path = path.into();
        PathError { path, source }
    }

    /// For what the system says of this file or folder.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> PathError + Copy {
        move |source| PathError::new(path, source)
    }
}

impl From<PathError> for io::Error {
    fn from(error: PathError) -> io::Error {
        error.source
    }
}

/// Reads a file.
///
/// # Errors
/// If the system refuses.
pub fn read(path: &Path) -> Result<Vec<u8>, PathError> {
    std::fs::read(path).map_err(PathError::at(path))
}
