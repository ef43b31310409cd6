//! The games that a match has kept, as records.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::{CliError, CommandError, FileError};
use super::records::is_dash;
use komadai_matches::game_record::GameRecord;
use komadai_matches::match_file::{self, looks_like_match, read_match};
use komadai_matches::to_record::{BrokenGame, Scorer};
use komadai_records::{Format, Record};

impl CommandError for match_file::MatchFileError {}

/// Bytes by which a file of games is known.
const HEAD: u64 = 64;

/// The games of a match.
pub(super) struct MatchGames {
    scorer: Scorer,
    games: Vec<GameRecord>,
}

impl MatchGames {
    /// Reads the file in which a match keeps its games; `None` if it is
    /// another file, or none that can be read.
    ///
    /// # Errors
    /// If it is one and cannot be read to its end.
    pub fn read(path: &Path) -> Result<Option<MatchGames>, CliError> {
        if is_dash(path) || !head(path).is_ok_and(|head| looks_like_match(&head)) {
            return Ok(None);
        }
        let bytes = std::fs::read(path).map_err(|error| FileError::of(path, error))?;
        let (identity, games) = read_match(path, &bytes)?;
        Ok(Some(MatchGames {
            scorer: Scorer::new(&identity),
            games,
        }))
    }

    /// The games with their numbers from 0, scores in the words of the format,
    /// and those that cannot be played through.
    pub fn records(&self, format: Format) -> (Vec<(usize, Record)>, Vec<BrokenGame>) {
        let (mut records, mut broken) = (Vec::new(), Vec::new());
        for game in &self.games {
            match self.scorer.record(game, format) {
                Ok(record) => records.push((game.game, record)),
                Err(error) => broken.push(error),
            }
        }
        (records, broken)
    }
}

fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}
