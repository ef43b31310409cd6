//! Where files named in options lie.

use std::path::{Path, PathBuf};

/// A relative path taken from the directory of the executable: GUIs start
/// engines in all sorts of working directories.
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
