//! Record file of a match: one JSON line for each game. The match can be resumed from the file.
//!
//! The first line identifies the match. The line of a game is written in one piece when the game
//! ends. An interruption therefore loses only the games in play, and leaves at most an incomplete
//! last line, which is cut off on resuming.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::game_record::GameRecord;
use super::match_identity::{Difference, MatchIdentity, compare};
use komadai_journal::{Found, Journal, JournalError, json_line, whole_lines};

/// The version of the format, which the first line states.
pub const FORMAT: u32 = 1;

#[derive(serde::Serialize, serde::Deserialize)]
struct Header {
    komadai_match: u32,
    #[serde(rename = "match")]
    identity: Value,
}

/// Error in reading or writing a record file.
#[derive(Debug, thiserror::Error)]
pub enum MatchFileError {
    /// The file of a new match exists already.
    #[error("{0} exists already; go on with it by --resume or name another file")]
    Exists(PathBuf),
    /// The file cannot be read or written, or another match has it open.
    #[error(transparent)]
    Journal(JournalError),
    /// The file is no record file, or a line of it is invalid.
    #[error("{path} line {line}: {problem}")]
    Broken {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The fault.
        problem: LineFault,
    },
    /// The file holds another match.
    #[error("{path} holds a different match: {}", list(.differences))]
    Different {
        /// The file.
        path: PathBuf,
        /// The settings that differ.
        differences: Vec<Difference>,
    },
}

/// The fault of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum LineFault {
    #[error("no record file of a match")]
    NoMatch,
    #[error("no record file of a match: {0}")]
    Header(String),
    #[error("format {0} is not format {FORMAT}, which this version writes")]
    Format(u32),
    #[error("{0}")]
    Json(String),
    #[error("game {} stands here a second time", .0 + 1)]
    Twice(usize),
}

fn list(differences: &[Difference]) -> String {
    let texts = differences.iter().map(Difference::to_string);
    texts.collect::<Vec<_>>().join("; ")
}

impl From<JournalError> for MatchFileError {
    fn from(error: JournalError) -> MatchFileError {
        match error {
            JournalError::Exists(path) => MatchFileError::Exists(path),
            other => MatchFileError::Journal(other),
        }
    }
}

/// An open record file.
#[derive(Debug)]
pub struct RecordFile(Journal);

impl RecordFile {
    /// Creates the record file of a new match.
    ///
    /// # Errors
    /// If the file exists already or cannot be written.
    pub fn create(path: &Path, identity: &MatchIdentity) -> Result<RecordFile, MatchFileError> {
        let header = header(path, identity)?;
        Ok(RecordFile(Journal::create(path, &header)?))
    }

    /// Opens a record file to resume its match, and returns the games played so far. Creates the
    /// file if it does not exist.
    ///
    /// # Errors
    /// If the file holds another match or an invalid line, another run has it open, or it cannot be
    /// read or written.
    pub fn resume(
        path: &Path,
        identity: &MatchIdentity,
    ) -> Result<(RecordFile, Vec<GameRecord>), MatchFileError> {
        // Only a missing file is created. An empty file is refused below: it has no header, so it
        // may belong to another program.
        if !path.exists() {
            return Ok((RecordFile::create(path, identity)?, Vec::new()));
        }
        let header = header(path, identity)?;
        let (journal, games) = Journal::open(path, &header, |bytes| {
            let content = Content::parse(path, &bytes)?;
            content.check(path, identity)?;
            if content.whole < bytes.len() {
                log::warn!(
                    "{}: the last line was cut short and is dropped",
                    path.display()
                );
            }
            Ok::<_, MatchFileError>(Found::Whole(content.whole, content.games))
        })?;
        Ok((RecordFile(journal), games))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// If the game cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), MatchFileError> {
        let line = json_line(self.0.path(), record)?;
        Ok(self.0.append(&line)?)
    }
}

fn header(path: &Path, identity: &MatchIdentity) -> Result<Vec<u8>, JournalError> {
    let header = Header {
        komadai_match: FORMAT,
        identity: to_value(identity),
    };
    json_line(path, &header)
}

/// The parsed content of a record file.
struct Content {
    identity: Value,
    games: Vec<GameRecord>,
    /// The length of the file up to the end of the last complete line.
    whole: usize,
}

impl Content {
    fn parse(path: &Path, bytes: &[u8]) -> Result<Content, MatchFileError> {
        let whole = whole_lines(bytes);
        let mut lines = bytes[..whole]
            .split(|&b| b == b'\n')
            .zip(1..)
            .filter(|(line, _)| !line.trim_ascii().is_empty());
        let Some((header, _)) = lines.next() else {
            return Err(broken(path, 1, LineFault::NoMatch));
        };
        let header: Header = serde_json::from_slice(header)
            .map_err(|e| broken(path, 1, LineFault::Header(e.to_string())))?;
        if header.komadai_match != FORMAT {
            let problem = LineFault::Format(header.komadai_match);
            return Err(broken(path, 1, problem));
        }
        let mut games: Vec<GameRecord> = Vec::new();
        let mut numbers = HashSet::new();
        for (line, number) in lines {
            let game: GameRecord = serde_json::from_slice(line)
                .map_err(|e| broken(path, number, LineFault::Json(e.to_string())))?;
            if !numbers.insert(game.game) {
                let problem = LineFault::Twice(game.game);
                return Err(broken(path, number, problem));
            }
            games.push(game);
        }
        Ok(Content {
            identity: header.identity,
            games,
            whole,
        })
    }

    /// Checks that the file belongs to the match of `identity`.
    fn check(&self, path: &Path, identity: &MatchIdentity) -> Result<(), MatchFileError> {
        let mut differences = Vec::new();
        compare("", &self.identity, &to_value(identity), &mut differences);
        if differences.is_empty() {
            Ok(())
        } else {
            Err(MatchFileError::Different {
                path: path.to_path_buf(),
                differences,
            })
        }
    }
}

/// Whether `bytes` begin like a record file.
pub fn looks_like_match(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{\"komadai_match\"")
}

/// Reads a record file: the identity of the match, and its games sorted by number. The match may
/// still be running: an incomplete last line is left out.
///
/// # Errors
/// If the bytes are no record file, or a line is invalid.
pub fn read_match(
    path: &Path,
    bytes: &[u8],
) -> Result<(MatchIdentity, Vec<GameRecord>), MatchFileError> {
    let Content {
        identity,
        mut games,
        ..
    } = Content::parse(path, bytes)?;
    let identity = serde_json::from_value(identity)
        .map_err(|e| broken(path, 1, LineFault::Json(e.to_string())))?;
    games.sort_by_key(|game| game.game);
    Ok((identity, games))
}

fn broken(path: &Path, line: usize, problem: LineFault) -> MatchFileError {
    MatchFileError::Broken {
        path: path.to_path_buf(),
        line,
        problem,
    }
}

fn to_value(identity: &MatchIdentity) -> Value {
    serde_json::to_value(identity).unwrap_or(Value::Null)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::adjudicate::Adjudication;
    use crate::clocks::TimeControl;
    use crate::game_record::{Contestant, MoveRecord};
    use crate::match_identity::{Entrants, SideIdentity, checksum};
    use crate::schedule::MatchFormat;
    use komadai::EndReason;

    fn side(command: &str) -> SideIdentity {
        SideIdentity {
            command: command.to_string(),
            name: "Engine 1.0".to_string(),
            program: Some(checksum(b"program")),
            network: Some(checksum(b"network")),
            options: vec!["Threads=1".to_string()],
            control: TimeControl::Nodes(10_000),
            margin_ms: 30,
        }
    }

    fn identity() -> MatchIdentity {
        MatchIdentity {
            entrants: Entrants::Two {
                a: Box::new(side("one")),
                b: Box::new(side("two")),
            },
            openings: checksum(b"openings"),
            max_moves: 320,
            entering_king: "CSARule27".to_string(),
            adjudication: Adjudication::default(),
            ponder: false,
        }
    }

    fn game(number: usize) -> GameRecord {
        GameRecord {
            game: number,
            view: None,
            black: Contestant::A,
            white: Some(Contestant::B),
            start: "startpos moves".to_string(),
            black_first: true,
            moves: vec![MoveRecord {
                text: "7g7f".to_string(),
                cp: Some(-12),
                depth: Some(7),
                nodes: Some(10_002),
                ms: 12.3,
                ..MoveRecord::default()
            }],
            last: Some(MoveRecord {
                text: "resign".to_string(),
                mate: Some(-4),
                limit: Some(1000),
                ms: 0.1,
                ..MoveRecord::default()
            }),
            winner: Some(Contestant::A),
            reason: EndReason::Resign,
            detail: None,
        }
    }

    #[test]
    fn games_come_back_as_they_were_written() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl");
        let mut file = RecordFile::create(&path, &identity()).unwrap();
        file.append(&game(0)).unwrap();
        file.append(&game(1)).unwrap();
        drop(file);
        let (mut file, games) = RecordFile::resume(&path, &identity()).unwrap();
        assert_eq!(games, [game(0), game(1)]);
        file.append(&game(5)).unwrap();
        drop(file);
        let (_, games) = RecordFile::resume(&path, &identity()).unwrap();
        assert_eq!(games.len(), 3);
    }

    #[test]
    fn nothing_is_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl");
        fs::write(&path, "precious").unwrap();
        assert!(matches!(
            RecordFile::create(&path, &identity()),
            Err(MatchFileError::Exists(_))
        ));
        // A file of another kind is not taken for an interrupted match.
        for other in ["precious", "precious\n", "", "{\"a\":1}\nx\n"] {
            fs::write(&path, other).unwrap();
            let error = RecordFile::resume(&path, &identity()).unwrap_err();
            assert!(
                matches!(error, MatchFileError::Broken { line: 1, .. }),
                "{error}"
            );
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
    }

    #[test]
    fn a_torn_last_line_is_dropped_and_the_match_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl");
        let mut file = RecordFile::create(&path, &identity()).unwrap();
        file.append(&game(0)).unwrap();
        file.append(&game(1)).unwrap();
        drop(file);
        let bytes = fs::read(&path).unwrap();
        for cut in [1, 2, 40] {
            fs::write(&path, &bytes[..bytes.len() - cut]).unwrap();
            let (mut file, games) = RecordFile::resume(&path, &identity()).unwrap();
            assert_eq!(games, [game(0)]);
            file.append(&game(1)).unwrap();
            drop(file);
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }

    #[test]
    fn another_match_is_refused_with_what_differs() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl");
        drop(RecordFile::create(&path, &identity()).unwrap());
        let mut other = identity();
        let mut b = side("two");
        b.options = vec!["Threads=2".to_string()];
        other.entrants = Entrants::Two {
            a: Box::new(side("one")),
            b: Box::new(b),
        };
        other.max_moves = 256;
        let message = RecordFile::resume(&path, &other).unwrap_err().to_string();
        assert!(message.contains("holds a different match"), "{message}");
        assert!(
            message.contains(r#"b.options was ["Threads=1"] and is now ["Threads=2"]"#),
            "{message}"
        );
        assert!(
            message.contains("max_moves was 320 and is now 256"),
            "{message}"
        );
        assert!(!message.contains("command"), "{message}");
    }

    #[test]
    fn another_network_of_the_same_name_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl");
        drop(RecordFile::create(&path, &identity()).unwrap());
        let with_network = |network| MatchIdentity {
            entrants: Entrants::Two {
                a: Box::new(side("one")),
                b: Box::new(SideIdentity {
                    network,
                    ..side("two")
                }),
            },
            ..identity()
        };
        for network in [None, Some(checksum(b"other"))] {
            let error = RecordFile::resume(&path, &with_network(network)).unwrap_err();
            let message = error.to_string();
            assert!(message.contains("match: b.network was "), "{message}");
        }
        // A file of an earlier version, which does not name the networks.
        let text = fs::read_to_string(&path).unwrap();
        let named = format!(",\"network\":\"{}\"", checksum(b"network"));
        assert_eq!(text.matches(&named).count(), 2);
        fs::write(&path, text.replace(&named, "")).unwrap();
        RecordFile::resume(&path, &identity()).unwrap();
    }

    #[test]
    fn of_several_engines_the_one_that_differs_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl");
        let several = |format, names: &[&str]| MatchIdentity {
            entrants: Entrants::Several {
                format,
                engines: names.iter().map(|name| side(name)).collect(),
            },
            ..identity()
        };
        let three = several(MatchFormat::RoundRobin, &["one", "two", "three"]);
        drop(RecordFile::create(&path, &three).unwrap());
        assert!(RecordFile::resume(&path, &three).is_ok());
        let refused = |other| RecordFile::resume(&path, &other).unwrap_err().to_string();
        let other = several(MatchFormat::RoundRobin, &["one", "two", "four"]);
        let message = refused(other);
        let end = r#"match: engines.2.command was "three" and is now "four""#;
        assert!(message.ends_with(end), "{message}");
        let message = refused(several(MatchFormat::Gauntlet, &["one", "two", "three"]));
        let end = r#"match: format was "round_robin" and is now "gauntlet""#;
        assert!(message.ends_with(end), "{message}");
        let message = refused(identity());
        assert!(message.contains("engines was ["), "{message}");
    }

    #[test]
    fn a_broken_line_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl");
        let mut file = RecordFile::create(&path, &identity()).unwrap();
        file.append(&game(0)).unwrap();
        file.append(&game(0)).unwrap();
        drop(file);
        let message = RecordFile::resume(&path, &identity())
            .unwrap_err()
            .to_string();
        assert!(message.ends_with("line 3: game 1 stands here a second time"));
        let read = read_match(&path, &fs::read(&path).unwrap());
        assert_eq!(read.unwrap_err().to_string(), message);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("\"cp\":-12", "\"cp\":oops")).unwrap();
        let error = RecordFile::resume(&path, &identity()).unwrap_err();
        assert!(
            matches!(error, MatchFileError::Broken { line: 2, .. }),
            "{error}"
        );
    }

    #[test]
    fn a_match_that_goes_on_can_be_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl");
        let mut file = RecordFile::create(&path, &identity()).unwrap();
        for number in [3, 0, 1] {
            file.append(&game(number)).unwrap();
        }
        let bytes = fs::read(&path).unwrap();
        assert!(looks_like_match(&bytes));
        assert!(!looks_like_match(b"{\"header\":{}}"));
        let (found, games) = read_match(&path, &bytes).unwrap();
        assert_eq!(found, identity());
        assert_eq!(games, [game(0), game(1), game(3)]);
        // Without its last byte, the last line, that of game 1, is incomplete.
        let (_, games) = read_match(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(games, [game(0), game(3)]);
    }

    #[test]
    fn two_matches_cannot_share_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.jsonl");
        let _held = RecordFile::create(&path, &identity()).unwrap();
        assert!(matches!(
            RecordFile::resume(&path, &identity()),
            Err(MatchFileError::Journal(JournalError::Locked(_)))
        ));
    }
}
