//! Game file: whole games at 4 bytes a ply; a file cut off at any byte loses at most its last game.
//!
//! ```text
//! file    "KOMAGAME"  version u16  note length u16  note (UTF-8)  CRC-32 of all that
//!         then records:
//! record  "KG"  plies u16  result u8  end reason u8  start u8  opening plies u8
//!         start ply u16  map length u16  [PackedSfen, 32 bytes, if start is 1]
//!         plies x (move u16, score i16)  deviation map  CRC-32 of the record so far
//! ```
//!
//! Bit `i % 8` of byte `i / 8` of the deviation map is set if ply `i` is not the move its search
//! preferred ([`GamePly::deviates`]); zero bytes at the end are left out. Files of version 1 have
//! no map; their map length is 0.
//!
//! A record is written with one call. If the writer is killed, the file ends in at most one torn
//! record, which [`GameWriter::append`] cuts off. A damaged record in the middle of a file is
//! reported with its place, and reading goes on at the next whole record.

mod writer;

use std::path::{Path, PathBuf};

use komadai::movegen::EndReason;
use komadai::packed::PackedSfen;
use komadai::types::Move;
use komadai_journal::JournalError;

use super::{GameResult, reason_code, reason_of_code};

pub use writer::{GameWriter, Resumed};

const MAGIC: &[u8; 8] = b"KOMAGAME";
/// The newest version of game files.
pub const VERSION: u16 = 2;
const MARK: &[u8; 2] = b"KG";
const RECORD_HEAD: usize = 12;
const CRC: usize = 4;
/// The score field of a ply without a score.
const NO_SCORE: i16 = i16::MIN;

/// The ending of the names of game files.
pub const EXTENSION: &str = "games";

/// Start position of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStart {
    /// The start position of an even game.
    Startpos,
    /// Any other position.
    Packed(PackedSfen),
}

/// One ply of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePly {
    /// The move played.
    pub mv: Move,
    /// The score of the position before the move, from the view of the side to move, in the unit
    /// that the note of the file names (`odds=600`: 600 units are odds of e to 1). `None` if the
    /// position was not searched or the search gave no usable score.
    pub score: Option<i16>,
    /// Whether the search preferred another move than `mv`. The plies that follow then say nothing
    /// about `score`.
    pub deviates: bool,
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The position before the first ply.
    pub start: GameStart,
    /// The ply number of the start position: 1 for a new game, 0 if unknown.
    pub start_ply: u16,
    /// The number of first plies that were not chosen by a search.
    pub opening_plies: u8,
    /// The winner, or a draw.
    pub result: GameResult,
    /// The reason of the end.
    pub end: EndReason,
    /// The moves, at most 65535.
    pub plies: Vec<GamePly>,
}

/// Error in reading or writing a game file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameFileError {
    /// The file cannot be read or written, exists already, or another run
    /// writes to it.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The file does not begin like a game file.
    #[error("{0}: not a game file (it does not begin with KOMAGAME)")]
    NotGames(PathBuf),
    /// The file has a version that this program does not know.
    #[error("{path}: game file of version {found}; this program reads versions 1 to {VERSION}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version it states.
        found: u16,
    },
    /// The header is damaged.
    #[error("{0}: the header is damaged (its checksum is wrong)")]
    Header(PathBuf),
    /// A file to be continued has damage before its last whole game. The number of its whole games
    /// does not tell which games are missing.
    #[error(
        "{path}: {damage}, and whole games follow; a damaged file is not gone on with: choose another \
         folder, or remove the file"
    )]
    DamagedInside {
        /// The file.
        path: PathBuf,
        /// The first damaged stretch.
        damage: Damage,
    },
    /// A game too long for its record.
    #[error("a game of {0} plies is too long for a record (at most 65535)")]
    TooLong(usize),
    /// A header note too long for its field.
    #[error("a header note of {0} bytes is too long (at most 65535)")]
    LongNote(usize),
}

/// A stretch of a game file that holds no whole record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bytes {from} to {to} hold no whole game")]
pub struct Damage {
    /// The offset of the first byte of the stretch.
    pub from: usize,
    /// The offset of the first byte after the stretch.
    pub to: usize,
}

impl Game {
    /// The bytes of this game in a game file.
    ///
    /// # Errors
    /// If the game has more than 65535 plies.
    pub fn to_record(&self) -> Result<Vec<u8>, GameFileError> {
        let plies = u16::try_from(self.plies.len())
            .map_err(|_| GameFileError::TooLong(self.plies.len()))?;
        let mut bytes = Vec::with_capacity(RECORD_HEAD + 32 + 4 * self.plies.len() + CRC);
        bytes.extend(MARK);
        bytes.extend(plies.to_le_bytes());
        let packed = matches!(self.start, GameStart::Packed(_));
        bytes.extend([
            self.result as u8,
            reason_code(self.end),
            u8::from(packed),
            self.opening_plies,
        ]);
        bytes.extend(self.start_ply.to_le_bytes());
        let map = self.deviation_map();
        // The map of at most 65535 plies has at most 8192 bytes.
        bytes.extend((map.len() as u16).to_le_bytes());
        if let GameStart::Packed(sfen) = self.start {
            bytes.extend(sfen.0);
        }
        for ply in &self.plies {
            bytes.extend(ply.mv.bits().to_le_bytes());
            bytes.extend(ply.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        bytes.extend(map);
        let crc = crc32fast::hash(&bytes);
        bytes.extend(crc.to_le_bytes());
        Ok(bytes)
    }

    /// The deviation map: one bit a ply, without the zero bytes at its end.
    fn deviation_map(&self) -> Vec<u8> {
        let mut map: Vec<u8> = (self.plies.chunks(8))
            .map(|plies| {
                let bits = plies.iter().enumerate();
                bits.fold(0, |byte, (bit, ply)| byte | u8::from(ply.deviates) << bit)
            })
            .collect();
        map.truncate(
            map.iter()
                .rposition(|&byte| byte != 0)
                .map_or(0, |last| last + 1),
        );
        map
    }

    /// The game recorded at the start of `bytes`, and the length of its record; `None` if no whole,
    /// valid record stands there.
    fn from_record(bytes: &[u8]) -> Option<(Game, usize)> {
        let head = bytes.first_chunk::<RECORD_HEAD>()?;
        if &head[..2] != MARK {
            return None;
        }
        let plies = usize::from(u16::from_le_bytes([head[2], head[3]]));
        let packed = match head[6] {
            0 => false,
            1 => true,
            _ => return None,
        };
        let moves_at = RECORD_HEAD + if packed { 32 } else { 0 };
        let map_at = moves_at + 4 * plies;
        let end = map_at + usize::from(u16::from_le_bytes([head[10], head[11]]));
        let crc = bytes.get(end..)?.first_chunk::<CRC>()?;
        if crc32fast::hash(bytes.get(..end)?) != u32::from_le_bytes(*crc) {
            return None;
        }
        let start = match bytes.get(RECORD_HEAD..)?.first_chunk::<32>() {
            Some(sfen) if packed => GameStart::Packed(PackedSfen(*sfen)),
            _ => GameStart::Startpos,
        };
        let plies = bytes.get(moves_at..map_at)?.as_chunks::<4>().0;
        let map = bytes.get(map_at..end)?;
        let game = Game {
            start,
            start_ply: u16::from_le_bytes([head[8], head[9]]),
            opening_plies: head[7],
            result: GameResult::from_index(head[4])?,
            end: reason_of_code(head[5])?,
            plies: plies
                .iter()
                .enumerate()
                .map(|(index, bytes)| {
                    let deviates = map
                        .get(index / 8)
                        .is_some_and(|byte| byte >> (index % 8) & 1 == 1);
                    GamePly::from_bytes(bytes, deviates)
                })
                .collect::<Option<_>>()?,
        };
        Some((game, end + CRC))
    }
}

impl GamePly {
    fn from_bytes(bytes: &[u8; 4], deviates: bool) -> Option<GamePly> {
        let score = i16::from_le_bytes([bytes[2], bytes[3]]);
        Some(GamePly {
            mv: Move::from_bits(u16::from_le_bytes([bytes[0], bytes[1]]))?,
            score: (score != NO_SCORE).then_some(score),
            deviates,
        })
    }
}

fn header(note: &str) -> Result<Vec<u8>, GameFileError> {
    let length = u16::try_from(note.len()).map_err(|_| GameFileError::LongNote(note.len()))?;
    let mut bytes = Vec::with_capacity(16 + note.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(note.as_bytes());
    let crc = crc32fast::hash(&bytes);
    bytes.extend(crc.to_le_bytes());
    Ok(bytes)
}

/// Whether `bytes` are an incomplete header. Such a file holds no game, so a new header may replace
/// it. A damaged note length makes a header with games behind it look incomplete too.
fn header_is_unfinished(bytes: &[u8]) -> bool {
    let magic = bytes.len().min(MAGIC.len());
    if bytes[..magic] != MAGIC[..magic] {
        return false;
    }
    let ends_early = match bytes.get(10..12) {
        Some(length) => {
            let note = u16::from_le_bytes([length[0], length[1]]);
            bytes.len() < 12 + usize::from(note) + CRC
        }
        None => true,
    };
    ends_early && Games { bytes, at: 0 }.next_whole().is_none()
}

/// A game file read into memory.
pub struct GameFile {
    bytes: Vec<u8>,
    records_at: usize,
    note: String,
}

impl GameFile {
    /// Reads a game file.
    ///
    /// # Errors
    /// If the file cannot be read or is no game file.
    pub fn open(path: &Path) -> Result<GameFile, GameFileError> {
        let bytes = komadai::files::read(path).map_err(JournalError::from)?;
        GameFile::from_bytes(bytes, path)
    }

    /// A game file from its content; `path` is named in errors.
    ///
    /// # Errors
    /// If the bytes are no game file.
    pub fn from_bytes(bytes: Vec<u8>, path: &Path) -> Result<GameFile, GameFileError> {
        let path = || path.to_path_buf();
        if !bytes.starts_with(MAGIC) {
            return Err(GameFileError::NotGames(path()));
        }
        let damaged = || GameFileError::Header(path());
        let field = |at: usize| bytes.get(at..)?.first_chunk::<2>().copied();
        let version = u16::from_le_bytes(field(8).ok_or_else(damaged)?);
        if !(1..=VERSION).contains(&version) {
            return Err(GameFileError::Version {
                path: path(),
                found: version,
            });
        }
        let end = 12 + usize::from(u16::from_le_bytes(field(10).ok_or_else(damaged)?));
        let crc = bytes.get(end..).and_then(|rest| rest.first_chunk::<CRC>());
        let head = bytes.get(..end).ok_or_else(damaged)?;
        if crc.map(|crc| u32::from_le_bytes(*crc)) != Some(crc32fast::hash(head)) {
            return Err(damaged());
        }
        let note = String::from_utf8_lossy(&head[12..]).into_owned();
        Ok(GameFile {
            records_at: end + CRC,
            bytes,
            note,
        })
    }

    /// The note that the writer put in the header: program, options, seed.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// The games in order. Each damaged stretch in the middle is an `Err` item; a torn record at
    /// the end is left out, see [`Games::torn`].
    pub fn games(&self) -> Games<'_> {
        Games {
            bytes: &self.bytes,
            at: self.records_at,
        }
    }
}

/// Iterator over the games of a file.
pub struct Games<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Games<'_> {
    /// The number of bytes after the last whole record: 0 unless a writer was cut off. Valid only
    /// after the iterator has ended.
    pub fn torn(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The distance from `at` to the next whole record, past a damaged stretch.
    fn next_whole(&self) -> Option<usize> {
        let rest = self.bytes.get(self.at..)?;
        (1..rest.len())
            .find(|&i| rest[i..].starts_with(MARK) && Game::from_record(&rest[i..]).is_some())
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Game, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.bytes.get(self.at..)?;
        if let Some((game, length)) = Game::from_record(rest) {
            self.at += length;
            return Some(Ok(game));
        }
        let from = self.at;
        self.at += self.next_whole()?;
        Some(Err(Damage { from, to: self.at }))
    }
}

#[cfg(test)]
mod tests;
