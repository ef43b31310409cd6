//! Problems found in reading a record, with line and reason, and losses in writing one.

use std::fmt;
use std::path::PathBuf;

use super::csa::CsaError;
use super::detect::Format;
use super::tree::{HeaderFault, Headers, Node, Record, Step};
use crate::notation::NotationError;
use komadai::position::{MoveError, SfenError};
use komadai::types::{Color, Move, Square};

/// A problem in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// The line, counted from 1; 0 for the text as a whole.
    pub line: usize,
    /// The fault, and how it was treated.
    pub reason: Reason,
}

/// Fault in a text, and its treatment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Reason {
    // Faults of the file as a whole.
    #[error("more than {0} bytes are too many for a record file")]
    TooLarge(u64),
    #[error("more than {0} bytes are too many for a line")]
    LongLine(usize),
    #[error("this looks like no record format that is known")]
    UnknownFormat,
    #[error("the extension says {extension}, the text is {text}")]
    Extension { extension: Format, text: Format },
    #[error("there is no game in it")]
    NoGame,
    #[error("characters that cannot be decoded, here and perhaps below: {0}")]
    Undecoded(usize),
    #[error("no JSON: {0}")]
    NoJson(String),
    #[error("the JSON is broken here ({0}); what comes before is kept")]
    BrokenJson(String),
    #[error("a part of the JSON is no game in JKF; left out")]
    NoJkf,
    #[error("further problems, which are not listed: {0}")]
    More(usize),
    // Faults of the start position.
    #[error("the start position: {0}; the moves are left out")]
    Start(StartFault),
    #[error("'{0}' is no handicap; taken for an even game")]
    Handicap(String),
    #[error("{0}; the line is left out")]
    Line(SfenError),
    // Faults of moves.
    #[error("move {number}: {fault}; the rest of this line of play is left out")]
    Move { number: usize, fault: MoveFault },
    #[error("a move ({0}) after the end of the game; kept beside it")]
    AfterEnd(Move),
    #[error("move number {found} where {expected} was expected")]
    Number { found: usize, expected: usize },
    #[error("'{text}' where {side} is to move")]
    Side { text: String, side: Color },
    #[error(
        "after move {0} the position stands on the board for the fourth time, and no mark says so"
    )]
    FourthTime(usize),
    #[error("after move {0} a mark says mate where nobody is mated")]
    NotMated(usize),
    #[error("'{0}' is an unknown end of the game")]
    End(String),
    #[error("a variation before the first move; left out")]
    EarlyVariation,
    #[error("a variation at move {0}, which was not read; left out")]
    LostVariation(usize),
    #[error("')' closes no variation")]
    UnopenedVariation,
    #[error("a variation is not closed")]
    UnclosedVariation,
    // Faults of other lines.
    #[error("'{0}' is not understood; left out")]
    Unknown(String),
    #[error("'{0}' has no value; left out")]
    NoValue(String),
    #[error("'T{0}' is no time; left out")]
    Time(String),
    #[error("'{0}' behind the moves; left out")]
    BehindMoves(String),
    #[error("'{0}' names a player again, and the first name is kept; left out")]
    SecondName(String),
    #[error("'{text}' is one header more than {most}; left out")]
    ManyHeaders { text: String, most: usize },
    #[error("the file seems to be cut off here: '{0}'")]
    CutOff(String),
}

/// Fault of a start position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum StartFault {
    #[error(transparent)]
    Position(#[from] SfenError),
    #[error("board row '{0}' is not nine squares")]
    Row(String),
    #[error("rows of the diagram: {0} instead of 9")]
    Rows(usize),
    #[error("'{0}' on the board stands for no piece")]
    BoardPiece(char),
    #[error("'{0}' in hand is no piece")]
    HandPiece(String),
    #[error("'{0}' stands for no piece")]
    Piece(String),
    #[error("'{0}' cannot be held in hand")]
    NotHeld(String),
    #[error("'{0}' is not understood")]
    Unknown(String),
    #[error("'{0}' does not name pieces to remove")]
    Remove(String),
    #[error("'{0}' does not stand there at the start")]
    NotThere(String),
    #[error("rank {0} is not nine squares")]
    Rank(u8),
    #[error("'{0}' follows the nine squares")]
    Trailing(String),
    #[error("'{0}' does not name pieces to place")]
    Place(String),
    #[error("the preset OTHER needs data")]
    NoData,
    #[error("'{0}' is no preset")]
    Preset(String),
    #[error("the board is not nine by nine squares")]
    Board,
    #[error("the {piece} on {square} belongs to nobody")]
    Owner { piece: String, square: Square },
    #[error("the number of {0} in hand is broken")]
    Count(String),
}

/// Reason why a move cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
#[allow(missing_docs, reason = "named after the formats")]
pub enum MoveFault {
    Usi(#[from] MoveError),
    Notation(#[from] NotationError),
    Csa(#[from] CsaError),
}

impl Problem {
    pub(super) fn new(line: usize, reason: Reason) -> Problem {
        Problem { line, reason }
    }

    /// The problem in the form `file:12: reason`, which editors understand.
    pub fn in_file(&self, file: impl fmt::Display) -> String {
        match self.line {
            0 => format!("{file}: {}", self.reason),
            line => format!("{file}:{line}: {}", self.reason),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => self.reason.fmt(f),
            line => write!(f, "line {line}: {}", self.reason),
        }
    }
}

/// Error that prevents a file from being read or written at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file could not be opened, read or written.
    #[error("{}: {source}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Nothing in the file could be read.
    #[error("{}", .problem.in_file(.file.display()))]
    Content {
        /// The file.
        file: PathBuf,
        /// The first problem found.
        problem: Problem,
    },
    /// The extension belongs to no format.
    #[error("{}: the extension names no record format (known: {})", .file.display(), super::Format::extensions())]
    Extension {
        /// The file.
        file: PathBuf,
    },
}

/// Problems found in reading. After the hundredth, problems are only counted.
#[derive(Debug, Default)]
pub(super) struct Problems {
    list: Vec<Problem>,
    more: usize,
    doubts: Vec<Problem>,
}

impl Problems {
    const MAX: usize = 100;

    pub fn add(&mut self, line: usize, reason: Reason) {
        if self.list.len() < Problems::MAX {
            self.list.push(Problem::new(line, reason));
        } else {
            self.more += 1;
        }
    }

    /// Adds a header of this line to those of its game, and names it if it finds no place there.
    pub fn add_header(&mut self, line: usize, headers: &mut Headers, key: &str, value: &str) {
        let Err(fault) = headers.add(key, value) else {
            return;
        };
        let text = format!("{key}：{value}").chars().take(40).collect();
        let reason = match fault {
            HeaderFault::SecondName => Reason::SecondName(text),
            HeaderFault::TooMany => Reason::ManyHeaders {
                text,
                most: Headers::MAX,
            },
        };
        self.add(line, reason);
    }

    /// Notes content that was read in full but contradicts the rules.
    pub fn doubt(&mut self, reason: Reason) {
        if self.doubts.len() < Problems::MAX {
            self.doubts.push(Problem::new(0, reason));
        }
    }

    /// Whether a problem of this line is known.
    pub fn has_line(&self, line: usize) -> bool {
        self.list.iter().any(|problem| problem.line == line)
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The list of problems, and the list of doubts.
    pub fn into_lists(mut self) -> (Vec<Problem>, Vec<Problem>) {
        if self.more > 0 {
            self.list.push(Problem::new(0, Reason::More(self.more)));
        }
        (self.list, self.doubts)
    }
}

/// Content that was left out or changed in writing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Loss {
    #[error("fractions of seconds are dropped")]
    Fractions,
    #[error("times are left out")]
    Times,
    #[error("bookmarks are left out")]
    Bookmarks,
    #[error("the move number of the start, {0}, is left out")]
    StartPly(u32),
    #[error("variations are left out")]
    Variations,
    #[error("variations nested more than {0} deep are left out")]
    DeepVariations(usize),
    #[error("dates are written in one form, without the day of the week")]
    DateForm,
    #[error("time controls are written in figures")]
    TimeForm,
    #[error("names and other headers are left out")]
    Headers,
    #[error("the format has no header '{0}'; written as a comment")]
    HeaderName(String),
    #[error("comments are left out")]
    Comments,
    #[error("the end mark is left out")]
    End,
    #[error("the end '{0}' has no name in CSA; written as a comment behind %CHUDAN")]
    EndName(String),
    #[error("CP932 has no '{0}'; written as 〓 (UTF-8 keeps them: .kifu, .ki2u)")]
    Characters(String),
}

/// Losses in writing, each listed once.
#[derive(Debug, Default)]
pub(super) struct Losses(Vec<Loss>);

impl Losses {
    pub fn note(&mut self, loss: Loss) {
        if !self.0.contains(&loss) {
            self.0.push(loss);
        }
    }

    pub fn into_vec(self) -> Vec<Loss> {
        self.0
    }

    /// Notes a loss if the time has a fraction of a second, since only whole seconds are written.
    pub fn fraction(&mut self, time_ms: u64) {
        if !time_ms.is_multiple_of(1000) {
            self.note(Loss::Fractions);
        }
    }

    pub fn time(&mut self, time_ms: Option<u64>) {
        if time_ms.is_some() {
            self.note(Loss::Times);
        }
    }

    pub fn bookmark(&mut self, node: &Node) {
        if node.bookmark.is_some() {
            self.note(Loss::Bookmarks);
        }
    }

    /// Notes a loss if the start has a move number other than 1, for which the format has no place.
    pub fn start_ply(&mut self, record: &Record) {
        let ply = record.start().ply();
        if ply != 1 {
            self.note(Loss::StartPly(ply));
        }
    }

    pub fn variations(&mut self, record: &Record) {
        if record.has_variations() {
            self.note(Loss::Variations);
        }
    }

    /// Notes the losses of a format that holds only the start and the moves of the main line.
    pub fn all_but_moves(&mut self, record: &Record) {
        if !record.headers.is_empty() {
            self.note(Loss::Headers);
        }
        self.variations(record);
        for id in record.ids() {
            let node = record.node(id);
            self.time(node.time_ms);
            self.bookmark(node);
            if !node.comments.is_empty() {
                self.note(Loss::Comments);
            }
            if matches!(node.step(), Step::End(_)) {
                self.note(Loss::End);
            }
        }
    }
}
