//! Writes game files so that nothing is lost when it is cut off.

use std::path::Path;

use super::{Game, GameFile, GameFileError, header, header_is_unfinished};
use komadai_journal::{Found, Journal};

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
pub struct GameWriter(Journal);

impl GameWriter {
    /// Starts a new file.
    ///
    /// # Errors
    /// If there is one already, or the system refuses.
    pub fn create(path: &Path, note: &str) -> Result<GameWriter, GameFileError> {
        Ok(GameWriter(Journal::create(path, &header(note)?)?))
    }

    /// Goes on with a file, or starts it if it is missing or not even its
    /// header was finished. A torn record at the end is cut off; damage further
    /// up stays as it is.
    ///
    /// # Errors
    /// If the file is something else, another run writes to it, or the system
    /// refuses.
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
                match game {
                    Ok(game) => {
                        resumed.games += 1;
                        resumed.plies += game.plies.len() as u64;
                    }
                    Err(damage) => log::warn!("{}: {damage}", path.display()),
                }
            }
            resumed.cut = games.torn() as u64;
            Ok::<_, GameFileError>(Found::Whole(games.at, resumed))
        })?;
        Ok((GameWriter(journal), resumed))
    }

    /// Appends one game.
    ///
    /// # Errors
    /// If the game is too long or the system refuses; the games before it are
    /// safe, and the next call writes over what was left of this one.
    pub fn write(&mut self, game: &Game) -> Result<(), GameFileError> {
        Ok(self.0.append(&game.to_record()?)?)
    }

    /// Waits until the system has put everything on the disk.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn sync(&self) -> Result<(), GameFileError> {
        Ok(self.0.sync()?)
    }
}
