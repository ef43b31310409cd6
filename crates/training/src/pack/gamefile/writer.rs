//! Writes game files so that nothing is lost when it is cut off.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Game, GameFile, GameFileError, header, header_is_unfinished};

/// What [`GameWriter::append`] found in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// Whole games kept.
    pub games: u64,
    /// Their plies.
    pub plies: u64,
    /// Bytes of a torn record cut off.
    pub cut: u64,
    /// The note of the existing file; `None` if the file is new.
    pub note: Option<String>,
}

/// Appends games to a file.
pub struct GameWriter {
    file: File,
    path: PathBuf,
    /// Where the next record goes; a failed write leaves nothing before it changed.
    end: u64,
}

impl GameWriter {
    /// Starts a new file.
    ///
    /// # Errors
    /// If there is one already, or the system refuses.
    pub fn create(path: &Path, note: &str) -> Result<GameWriter, GameFileError> {
        let header = header(note)?;
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(|source| match source.kind() {
                io::ErrorKind::AlreadyExists => GameFileError::Exists(path.to_path_buf()),
                _ => GameFileError::Io {
                    path: path.to_path_buf(),
                    source,
                },
            })?;
        file.write_all(&header)
            .map_err(|source| GameFileError::Io {
                path: path.to_path_buf(),
                source,
            })?;
        Ok(GameWriter {
            file,
            path: path.to_path_buf(),
            end: header.len() as u64,
        })
    }

    /// Goes on with a file, or starts it if it is missing or not even its
    /// header was finished. A torn record at the end is cut off; damage further
    /// up stays as it is.
    ///
    /// # Errors
    /// If the file is something else, or the system refuses.
    pub fn append(path: &Path, note: &str) -> Result<(GameWriter, Resumed), GameFileError> {
        let io_error = |source| GameFileError::Io {
            path: path.to_path_buf(),
            source,
        };
        let bytes = match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((GameWriter::create(path, note)?, Resumed::default()));
            }
            other => other.map_err(io_error)?,
        };
        let mut file = OpenOptions::new()
            .write(true)
            .open(path)
            .map_err(io_error)?;
        if header_is_unfinished(&bytes) {
            let header = header(note)?;
            file.write_all(&header).map_err(io_error)?;
            let writer = GameWriter {
                file,
                path: path.to_path_buf(),
                end: header.len() as u64,
            };
            return Ok((writer, Resumed::default()));
        }
        let content = GameFile::from_bytes(bytes, path)?;
        let mut resumed = Resumed {
            note: Some(content.note.clone()),
            ..Resumed::default()
        };
        let mut games = content.games();
        for game in games.by_ref() {
            match game {
                Ok(game) => {
                    resumed.games += 1;
                    resumed.plies += game.plies.len() as u64;
                }
                Err(damage) => log::warn!("{}: {damage}", path.display()),
            }
        }
        resumed.cut = games.torn() as u64;
        let end = games.at as u64;
        if resumed.cut > 0 {
            file.set_len(end).map_err(io_error)?;
        }
        file.seek(SeekFrom::Start(end)).map_err(io_error)?;
        let writer = GameWriter {
            file,
            path: path.to_path_buf(),
            end,
        };
        Ok((writer, resumed))
    }

    /// Appends one game.
    ///
    /// # Errors
    /// If the game is too long or the system refuses; the games before it are
    /// safe, and the next call writes over what was left of this one.
    pub fn write(&mut self, game: &Game) -> Result<(), GameFileError> {
        let record = game.to_record()?;
        let written = self
            .file
            .seek(SeekFrom::Start(self.end))
            .and_then(|_| self.file.write_all(&record));
        written.map_err(|source| GameFileError::Io {
            path: self.path.clone(),
            source,
        })?;
        self.end += record.len() as u64;
        Ok(())
    }

    /// Waits until the system has put everything on the disk.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn sync(&self) -> Result<(), GameFileError> {
        self.file.sync_data().map_err(|source| GameFileError::Io {
            path: self.path.clone(),
            source,
        })
    }
}
