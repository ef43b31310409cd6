//! Starts of a match, and files of starts.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use komadai::movegen::{EndReason, Outcome};
use komadai::position::{MoveError, Position, SfenError};
use komadai::types::Move;

/// A start: a position, and the moves from it to the position in which the players take over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The sfen of the first position; `None` for the even start.
    sfen: Option<String>,
    moves: Vec<Move>,
}

/// The usable starts of a file.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// The starts in the order of the file; no two end in the same position.
    pub list: Vec<Opening>,
    /// Number of lines left out because an earlier line ends in the same position.
    pub duplicates: usize,
}

/// An invalid line of a file of starts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct OpeningError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub problem: OpeningProblem,
}

/// Error in a file of start positions.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsFileError {
    /// The file cannot be read.
    #[error("cannot read the starts {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A line is invalid.
    #[error("{}, {error}", .path.display())]
    Opening {
        /// The file.
        path: PathBuf,
        /// The line and its fault.
        error: OpeningError,
    },
}

/// Fault of a start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningProblem {
    /// The text begins with neither `startpos` nor `sfen`, or has another word in place of `moves`.
    #[error("a start begins with 'startpos' or 'sfen', not '{0}'")]
    Word(String),
    /// The position cannot be read.
    #[error(transparent)]
    Sfen(#[from] SfenError),
    /// A move is invalid or illegal.
    #[error("move {number}, {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The fault.
        error: MoveError,
    },
    /// The game cannot be played on from the start.
    #[error("no game can start here: {0}")]
    Unplayable(Unplayable),
}

/// Reason why no game can start in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// The side to move has no legal move.
    #[error("there is no legal move")]
    NoMove,
    /// The moves end in a fourfold repetition.
    #[error("the position is repeated")]
    Repeated,
    /// A side has no king.
    #[error("a king is missing")]
    NoKing,
    /// The side to move could take the king.
    #[error("the side not to move is in check")]
    InCheck,
}

impl Opening {
    /// Parses `startpos [moves ...]` or `[sfen] SFEN [moves ...]`, with or without `position` in
    /// front.
    ///
    /// # Errors
    /// If the text has another form, a move is illegal, or the game is over at the end.
    pub fn parse(text: &str) -> Result<Opening, OpeningProblem> {
        Opening::read(text).map(|(opening, _)| opening)
    }

    /// The start with these moves from the even start. The caller ensures that the moves are legal
    /// and do not end the game.
    pub(super) fn from_moves(moves: Vec<Move>) -> Opening {
        Opening { sfen: None, moves }
    }

    fn read(text: &str) -> Result<(Opening, Position), OpeningProblem> {
        let mut words = text.split_ascii_whitespace().peekable();
        words.next_if_eq(&"position");
        let first = words.next().unwrap_or_default();
        let (sfen, mut pos) = match first {
            "startpos" => (None, Position::startpos()),
            // The word `sfen` may be missing before an SFEN.
            word if word == "sfen" || word.contains('/') => {
                let mut sfen: Vec<&str> = Vec::new();
                if word != "sfen" {
                    sfen.push(word);
                }
                while let Some(word) = words.next_if(|&w| w != "moves") {
                    sfen.push(word);
                }
                let pos = Position::from_sfen(&sfen.join(" "))?;
                (Some(pos.sfen()), pos)
            }
            word => return Err(OpeningProblem::Word(word.chars().take(40).collect())),
        };
        playable(&pos)?;
        match words.next() {
            None | Some("moves") => (),
            Some(word) => return Err(OpeningProblem::Word(word.chars().take(40).collect())),
        }
        let mut moves = Vec::new();
        for (i, word) in words.enumerate() {
            let mv = pos
                .parse_usi_move(word)
                .map_err(|error| OpeningProblem::Move {
                    number: i + 1,
                    error,
                })?;
            pos.do_move(mv);
            moves.push(mv);
        }
        match Outcome::of(&pos, 0).map(|outcome| outcome.reason) {
            None => {}
            Some(EndReason::Mate | EndReason::NoMoves) => {
                return Err(OpeningProblem::Unplayable(Unplayable::NoMove));
            }
            Some(_) => return Err(OpeningProblem::Unplayable(Unplayable::Repeated)),
        }
        Ok((Opening { sfen, moves }, pos))
    }

    /// The position in which the players take over, with its history.
    ///
    /// # Errors
    /// None in practice: the start was checked when it was parsed.
    pub fn position(&self) -> Result<Position, OpeningProblem> {
        let mut pos = self.first_position()?;
        for &mv in &self.moves {
            pos.do_move(mv);
        }
        Ok(pos)
    }

    /// The position before the moves of the start.
    ///
    /// # Errors
    /// None in practice, as for [`Opening::position`].
    pub(crate) fn first_position(&self) -> Result<Position, OpeningProblem> {
        Ok(match &self.sfen {
            None => Position::startpos(),
            Some(sfen) => Position::from_sfen(sfen)?,
        })
    }

    /// The moves from the first position to the one in which the players take over.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start in USI text, to which moves can be appended: `startpos moves 7g7f`, `sfen ...
    /// moves`.
    pub fn text(&self) -> String {
        let mut text = match &self.sfen {
            None => "startpos moves".to_string(),
            Some(sfen) => format!("sfen {sfen} moves"),
        };
        for mv in &self.moves {
            text.push(' ');
            text += &mv.to_string();
        }
        text
    }
}

fn playable(pos: &Position) -> Result<(), OpeningProblem> {
    let (us, them) = (pos.side_to_move(), !pos.side_to_move());
    let (Some(_), Some(king)) = (pos.king(us), pos.king(them)) else {
        return Err(OpeningProblem::Unplayable(Unplayable::NoKing));
    };
    let attackers = pos.attackers_to(king, pos.occupied());
    if attackers.intersects(pos.color_bb(us)) {
        return Err(OpeningProblem::Unplayable(Unplayable::InCheck));
    }
    Ok(())
}

/// The sfen without the move number. Two starts with equal texts are the same start.
pub(crate) fn start_identity(pos: &Position) -> String {
    let sfen = pos.sfen();
    match sfen.rsplit_once(' ') {
        Some((rest, _ply)) => rest.to_string(),
        None => sfen,
    }
}

impl Openings {
    /// Reads a file; see [`Openings::parse`] for its form.
    ///
    /// # Errors
    /// If the file cannot be read, or at the first invalid line.
    pub fn read(path: &Path) -> Result<Openings, OpeningsFileError> {
        let text = fs::read_to_string(path).map_err(|source| OpeningsFileError::Read {
            path: path.to_path_buf(),
            source,
        })?;
        Openings::parse(&text).map_err(|error| OpeningsFileError::Opening {
            path: path.to_path_buf(),
            error,
        })
    }

    /// Parses a file of starts: one start a line, `#` begins a comment, empty lines are skipped.
    ///
    /// # Errors
    /// The first invalid line.
    pub fn parse(text: &str) -> Result<Openings, OpeningError> {
        let mut openings = Openings::default();
        let mut seen = HashSet::new();
        for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let (opening, pos) = Opening::read(line).map_err(|problem| OpeningError {
                line: i + 1,
                problem,
            })?;
            if seen.insert(start_identity(&pos)) {
                openings.list.push(opening);
            } else {
                openings.duplicates += 1;
            }
        }
        Ok(openings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_comments_and_both_forms() {
        let text = "\u{feff}# starts\r\n\n startpos moves 7g7f 3c3d # +5\nstartpos\n\
            sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d\n\
            position sfen 4k4/9/9/9/9/9/PPPP5/9/4K4 b Rr2b4g4s4n4l14p 1\n";
        let openings = Openings::parse(text).unwrap();
        let texts: Vec<String> = openings.list.iter().map(Opening::text).collect();
        assert_eq!(
            texts,
            [
                "startpos moves 7g7f 3c3d",
                "startpos moves",
                "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d",
                "sfen 4k4/9/9/9/9/9/PPPP5/9/4K4 b Rr2b4g4s4n4l14p 1 moves",
            ]
        );
        assert_eq!(openings.duplicates, 0);
        let first = &openings.list[0];
        assert_eq!(first.position().unwrap().ply(), 3);
        assert_eq!(first.moves().len(), 2);
        assert_eq!(Opening::parse(&texts[2]).as_ref(), Ok(&openings.list[2]));
    }

    #[test]
    fn the_same_position_by_another_way_is_used_once() {
        let text = "startpos moves 7g7f 3c3d 2g2f\nstartpos moves 2g2f 3c3d 7g7f\n\
            startpos moves 7g7f 3c3d 2g2f\nstartpos moves 7g7f\n\
            sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 40\n";
        let openings = Openings::parse(text).unwrap();
        assert_eq!((openings.list.len(), openings.duplicates), (2, 3));
    }

    #[test]
    fn a_bad_line_is_named() {
        let fails = |text: &str| Openings::parse(text).unwrap_err().to_string();
        assert_eq!(
            fails("startpos\nstartpos moves 7g7f 7g7f"),
            "line 2: move 2, 7g7f: the side to move has no such piece there"
        );
        assert_eq!(
            fails("7g7f 3c3d"),
            "line 1: a start begins with 'startpos' or 'sfen', not '7g7f'"
        );
        assert!(fails("startpos 7g7f").starts_with("line 1: a start begins"));
        assert!(fails("sfen 9/9 b - 1").contains("ranks"));
        assert!(fails("sfen 4k4/9/9/9/9/9/9/9/9 b - 1").ends_with("a king is missing"));
        assert!(fails("sfen 4k4/9/9/9/4R4/9/9/9/4K4 b - 1").ends_with("is in check"));
        // Mate by a gold in front of the king.
        assert!(fails("sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").ends_with("no legal move"));
        let circle = "4i4h 6a6b 4h4i 6b6a ".repeat(3);
        assert!(fails(&format!("startpos moves {circle}")).ends_with("repeated"));
    }
}
