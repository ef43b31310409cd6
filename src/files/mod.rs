//! Reading files, writing them whole or not at all, and errors that name the file.

pub mod whole_file;

use std::io;
use std::path::{Path, PathBuf};

/// An error of the system with the file or folder that it concerns.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", .path.display())]
pub struct PathError {
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the system.
    pub source: io::Error,
}

impl PathError {
    /// An error of the system about this file or folder.
    pub fn new(path: impl Into<PathBuf>, source: io::Error) -> PathError {
        let path = path.into();
        PathError { path, source }
    }

    /// A conversion of errors of the system about this file or folder, for `map_err`.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> PathError + Copy {
        move |source| PathError::new(path, source)
    }
}

impl From<PathError> for io::Error {
    fn from(error: PathError) -> io::Error {
        error.source
    }
}

/// Reads a whole file.
///
/// # Errors
/// If the file cannot be opened or read.
pub fn read(path: &Path) -> Result<Vec<u8>, PathError> {
    std::fs::read(path).map_err(PathError::at(path))
}
