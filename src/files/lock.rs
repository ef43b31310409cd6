//! Files that only one process writes to at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

/// Claims an open file until it is closed. `false` if another process, or
/// another handle of this one, has it. Not every file system has locks; the
/// user must then take care, and the log says so.
pub fn claim(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(error)) => {
            log::warn!("{} cannot be locked: {error}", path.display());
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_owner_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let first = File::create(&path).unwrap();
        let second = File::open(&path).unwrap();
        assert!(claim(&first, &path) && !claim(&second, &path));
        drop(first);
        assert!(claim(&second, &path));
    }
}
