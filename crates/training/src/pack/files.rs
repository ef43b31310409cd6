//! Formats of training data files, recognised by the ending of the name.

use std::fs::DirEntry;
use std::path::{Path, PathBuf};

use super::gamefile::{self, GameFile, GameFileError};
use super::{HuffmanCodedPosAndEval, PackedSfenValue};
use komadai::files::{self, PathError};

/// The format of a training data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFormat {
    /// `.games`: whole games, see [`gamefile`].
    Games,
    /// `.psv` or `.bin`: 40-byte records.
    Psv,
    /// `.hcpe`: 38-byte records.
    Hcpe,
}

impl DataFormat {
    /// The format that the ending of the file's name stands for; `None` for an unknown ending.
    pub fn of(path: &Path) -> Option<DataFormat> {
        match path.extension()?.to_str()? {
            gamefile::EXTENSION => Some(DataFormat::Games),
            "psv" | "bin" => Some(DataFormat::Psv),
            "hcpe" => Some(DataFormat::Hcpe),
            _ => None,
        }
    }

    /// The data files of `paths`, in that order. A folder stands for the data files directly in it,
    /// sorted by name.
    ///
    /// # Errors
    /// If a file or folder is missing, or a folder cannot be read.
    pub fn list(paths: &[PathBuf]) -> Result<Vec<PathBuf>, PathError> {
        let mut files = Vec::new();
        for path in paths {
            if !path.is_dir() {
                // A name without a known ending may be that of a folder which is missing.
                std::fs::metadata(path).map_err(PathError::at(path))?;
                files.push(path.clone());
                continue;
            }
            let entries = std::fs::read_dir(path).and_then(Iterator::collect);
            let entries: Vec<DirEntry> = entries.map_err(PathError::at(path))?;
            let found = entries.iter().map(DirEntry::path);
            let known = found.filter(|path| path.is_file() && DataFormat::of(path).is_some());
            let from = files.len();
            files.extend(known);
            files[from..].sort();
        }
        Ok(files)
    }
}

/// Error in reading a data file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataFileError {
    /// The file is not a valid game file.
    #[error(transparent)]
    Games(#[from] GameFileError),
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] PathError),
    /// The ending of the name is unknown.
    #[error("{0}: the name ends in none of .games, .psv, .bin, .hcpe")]
    UnknownFormat(PathBuf),
}

/// A data file in memory.
pub enum DataFile {
    /// Whole games.
    Games(GameFile),
    /// 40-byte records of single positions.
    Psv(Records<{ PackedSfenValue::SIZE }>),
    /// 38-byte records of single positions.
    Hcpe(Records<{ HuffmanCodedPosAndEval::SIZE }>),
}

/// The bytes of a file of records of `N` bytes each.
pub struct Records<const N: usize>(Vec<u8>);

impl<const N: usize> Records<N> {
    /// The complete records.
    pub fn whole(&self) -> &[[u8; N]] {
        self.0.as_chunks().0
    }

    /// The number of bytes after the last complete record; above 0 if the file was cut short.
    pub fn torn(&self) -> usize {
        self.0.len() % N
    }
}

impl DataFile {
    /// Reads a file in the format that the ending of its name stands for.
    ///
    /// # Errors
    /// If the file cannot be read, its ending is unknown, or its header is not that of a game file.
    pub fn open(path: &Path) -> Result<DataFile, DataFileError> {
        let format =
            DataFormat::of(path).ok_or_else(|| DataFileError::UnknownFormat(path.to_path_buf()))?;
        let bytes = files::read(path)?;
        Ok(match format {
            DataFormat::Games => DataFile::Games(GameFile::from_bytes(bytes, path)?),
            DataFormat::Psv => DataFile::Psv(Records(bytes)),
            DataFormat::Hcpe => DataFile::Hcpe(Records(bytes)),
        })
    }
}
