//! Paths of files named in options.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::host::SystemTime;

/// Resolves a relative path from the directory of the executable, since GUIs start engines in any
/// working directory. An absolute path stays as it is.
pub fn beside_executable(path: impl AsRef<Path>) -> PathBuf {
    let path = path.as_ref();
    if path.is_absolute() {
        return path.to_path_buf();
    }
    let executable = std::env::current_exe();
    match executable.as_deref().map(Path::parent) {
        Ok(Some(directory)) => directory.join(path),
        _ => path.to_path_buf(),
    }
}

/// The places of a file named in an option: beside the executable, and in the working directory,
/// which many GUIs set to the engine's folder.
pub(crate) fn candidates(path: &Path) -> Vec<PathBuf> {
    let mut candidates = vec![beside_executable(path)];
    // `absolute` resolves a path from the working directory, without access to files.
    candidates.extend(std::path::absolute(path));
    candidates.dedup();
    candidates
}

/// The paths joined by `nor`, for messages: `a`, or `a nor b`.
pub(super) fn either(paths: &[PathBuf]) -> String {
    let paths: Vec<String> = paths.iter().map(|p| p.display().to_string()).collect();
    paths.join(" nor ")
}

/// A file with its size and modification time, from which changes are noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    path: PathBuf,
    size: u64,
    modified: Option<SystemTime>,
}

impl Found {
    /// The file at the path, which may also be a folder or a device; `None` if nothing is there.
    pub(super) fn at(path: &Path) -> Option<Found> {
        match fs::metadata(path) {
            Ok(meta) => Some(Found {
                path: path.to_path_buf(),
                size: meta.len(),
                modified: meta.modified().ok(),
            }),
            // In a web page, which has no files, the error is `Unsupported`.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::Unsupported) => {
                None
            }
            // The file may exist without permission to inspect it; loading reports the reason.
            Err(_) => Some(Found {
                path: path.to_path_buf(),
                size: 0,
                modified: None,
            }),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_relative_paths_are_moved() {
        let here = std::env::current_exe().unwrap();
        assert_eq!(beside_executable(&here), here);
        let moved = beside_executable("eval/nn.bin");
        assert!(moved.is_absolute());
        assert!(moved.starts_with(here.parent().unwrap()) && moved.ends_with("eval/nn.bin"));
    }
}
