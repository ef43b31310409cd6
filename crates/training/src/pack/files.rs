//! The kinds of data file, told apart by the ending of their name.

use std::fs::DirEntry;
use std::path::{Path, PathBuf};

use super::gamefile::{self, GameFile, GameFileError};
use super::{HuffmanCodedPosAndEval, PackedSfenValue};
use komadai::files::{self, PathError};

/// A kind of data file.
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
    /// The kind that a file's name says it is.
    pub fn of(path: &Path) -> Option<DataFormat> {
        match path.extension()?.to_str()? {
            gamefile::EXTENSION => Some(DataFormat::Games),
            "psv" | "bin" => Some(DataFormat::Psv),
            "hcpe" => Some(DataFormat::Hcpe),
            _ => None,
        }
    }

    /// The data files of several paths, one path after the other: a folder's are those it holds
    /// itself, in the order of their names.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn list(paths: &[PathBuf]) -> Result<Vec<PathBuf>, PathError> {
        let mut files = Vec::new();
        for path in paths {
            if !path.is_dir() {
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

/// Why a data file cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataFileError {
    /// As for game files.
    #[error(transparent)]
    Games(#[from] GameFileError),
    /// The system refused.
    #[error(transparent)]
    File(#[from] PathError),
    /// The name says nothing known.
    #[error("{0}: the name ends in none of .games, .psv, .bin, .hcpe")]
    UnknownFormat(PathBuf),
}

/// A data file in memory.
pub enum DataFile {
    /// Whole games.
    Games(GameFile),
    /// Records of single positions.
    Psv(Records<{ PackedSfenValue::SIZE }>),
    /// The same in the other code.
    Hcpe(Records<{ HuffmanCodedPosAndEval::SIZE }>),
}

/// Records of one size.
pub struct Records<const N: usize>(Vec<u8>);

impl<const N: usize> Records<N> {
    /// The whole records.
    pub fn whole(&self) -> &[[u8; N]] {
        self.0.as_chunks().0
    }

    /// Bytes after the last whole record.
    pub fn torn(&self) -> usize {
        self.0.len() % N
    }
}

impl DataFile {
    /// Reads a file of the kind its name says.
    ///
    /// # Errors
    /// If it cannot be read or is of no known kind.
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
