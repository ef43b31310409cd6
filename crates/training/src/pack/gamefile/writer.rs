//! Writer of game files that loses no finished game when it is cut off.

use std::path::Path;

use super::{Game, GameFile, GameFileError, header, header_is_unfinished};
use komadai_journal::{Found, Journal};

/// The content of an existing file that [`GameWriter::append`] continues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// Whole games kept.
    pub games: u64,
    /// Plies of these games.
    pub plies: u64,
    /// Bytes cut off behind the last whole record.
    pub cut: u64,
    /// The note of the existing file; `None` if the file is new.
    pub note: Option<String>,
}

/// An open game file, to which games are appended.
pub struct GameWriter(Journal);

impl GameWriter {
    /// Starts a new file.
    ///
    /// # Errors
    /// If the file exists already or cannot be written, or the note is too long.
    pub fn create(path: &Path, note: &str) -> Result<GameWriter, GameFileError> {
        Ok(GameWriter(Journal::create(path, &header(note)?)?))
    }

    /// Opens a file to append to it, or starts it if it is missing or its header is unfinished.
    /// Everything behind the last whole record is cut off, be it torn or damaged: the games in it
    /// are the next to be written.
    ///
    /// # Errors
    /// If the file is no game file or is damaged before its last whole record, another run writes
    /// to it, or it cannot be read or written. The file then stays as it is.
    pub fn append(path: &Path, note: &str) -> Result<(GameWriter, Resumed), GameFileError> {
        let (journal, resumed) = Journal::open(path, &header(note)?, |bytes| {
            if header_is_unfinished(&bytes) {
                return Ok(Found::Anew(Resumed::default()));
            }
            let content = GameFile::from_bytes(bytes, path)?;
            let mut resumed = Resumed {
                note: Some(content.note.clone()),
                ..Resumed::default()
            };
            let mut games = content.games();
            for game in games.by_ref() {
                let game = game.map_err(|damage| GameFileError::DamagedInside {
                    path: path.to_path_buf(),
                    damage,
                })?;
                resumed.games += 1;
                resumed.plies += game.plies.len() as u64;
            }
            resumed.cut = games.torn() as u64;
            Ok::<_, GameFileError>(Found::Whole(games.at, resumed))
        })?;
        Ok((GameWriter(journal), resumed))
    }

    /// Appends one game.
    ///
    /// # Errors
    /// If the game is too long or cannot be written. The games before it are safe, and the next
    /// call overwrites a partly written record.
    pub fn write(&mut self, game: &Game) -> Result<(), GameFileError> {
        Ok(self.0.append(&game.to_record()?)?)
    }

    /// Waits until all games written so far are on the disk.
    ///
    /// # Errors
    /// If the system cannot write them.
    pub fn sync(&self) -> Result<(), GameFileError> {
        Ok(self.0.sync()?)
    }
}
