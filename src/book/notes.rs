//! Content of books besides moves and their numbers: judgements of moves; comments, results of games
//! and searches of a position.

use crate::named;
use crate::types::Depth;

named! {
    /// A judgement of a move by the maker of the book.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum BookJudgement {
        /// The only move.
        Absolute = "absolute",
        /// A good move.
        Good = "good",
        /// A dubious move.
        Dubious = "dubious",
        /// A bad move.
        Bad = "bad",
    }
}

/// Content of a book about a position, besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The comment; its lines end in `\n` or `\r\n`.
    pub comment: String,
    /// Number of games with the position.
    pub games: i32,
    /// Number of those games that Black won.
    pub won_black: i32,
    /// Number of those games that White won.
    pub won_white: i32,
    /// Results of searches of the position.
    pub analyses: Vec<BookAnalysis>,
}

/// The result of a search, as the maker of the book entered it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookAnalysis {
    /// The score; the format does not say for which side.
    pub value: i32,
    /// Search depth in plies.
    pub depth: Depth,
    /// Greatest search depth in plies.
    pub seldepth: Depth,
    /// Number of nodes.
    pub nodes: i64,
    /// The line, in the notation of the program that wrote it.
    pub line: String,
    /// The name of the engine.
    pub engine: String,
}

/// Appends `new`, with `between` before it, unless `new` is empty or equals `text`.
pub fn join_text(text: &mut String, new: &str, between: &str) {
    if !new.is_empty() && text != new {
        if !text.is_empty() {
            text.push_str(between);
        }
        text.push_str(new);
    }
}

impl Notes {
    /// Whether there are no notes.
    pub fn is_empty(&self) -> bool {
        *self == Notes::default()
    }

    /// Adds the notes of another book: comments and analyses are appended if they are new, and the
    /// numbers of games are added.
    pub(super) fn join(&mut self, new: Notes) {
        join_text(&mut self.comment, &new.comment, "\n");
        self.games = self.games.saturating_add(new.games);
        self.won_black = self.won_black.saturating_add(new.won_black);
        self.won_white = self.won_white.saturating_add(new.won_white);
        for analysis in new.analyses {
            if !self.analyses.contains(&analysis) {
                self.analyses.push(analysis);
            }
        }
    }

    /// The notes for the position turned by 180 degrees: the wins of Black and White are swapped.
    #[must_use]
    pub(super) fn turned(self) -> Notes {
        Notes {
            won_black: self.won_white,
            won_white: self.won_black,
            ..self
        }
    }
}
