//! Moves in human notation, read and written: Japanese (`▲７六歩`) and Western (`P-7f`).
//!
//! ```
//! use komadai_records::notation::{
//!     read_japanese, read_western, write_japanese_line, write_japanese_marked, write_western,
//! };
//! use komadai::position::Position;
//!
//! let mut pos = Position::default();
//! let line = ["7g7f", "3c3d", "8h2b+", "3a2b"].map(|mv| mv.parse().unwrap());
//! assert_eq!(write_japanese_line(&pos, &line, None), "▲７六歩△３四歩▲２二角成△同銀");
//!
//! let mv = read_japanese(&pos, "▲７六歩", None)?;
//! assert_eq!(mv.to_string(), "7g7f");
//! assert_eq!(write_western(&pos, mv), "P-7f");
//! pos.do_move(mv);
//! let reply = read_western(&pos, "P-3d")?;
//! assert_eq!(write_japanese_marked(&pos, reply, Some(mv.to())), "△３四歩");
//! # Ok::<(), komadai_records::notation::NotationError>(())
//! ```

mod japanese;
mod kanji;
mod origins;
mod western;

use komadai::named;
use komadai::position::IllegalMove;
use komadai::types::{Color, Move, Square};

pub use japanese::{
    JapaneseMove, read_japanese, write_japanese, write_japanese_line, write_japanese_marked,
};
pub use kanji::{
    KanjiPiece, board_kanji, digit_value, file_digit, kanji_number, piece_kanji, rank_kanji,
    read_kanji_number, square_kanji,
};
pub use origins::{Motion, Relative, Side, relative};
pub use western::{read_western, write_western};

named! {
    /// A notation for moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum MoveNotation {
        /// Japanese notation: `７六歩(77)`.
        Japanese = "Japanese",
        /// Western notation: `P-7f`.
        Western = "Western",
        /// The moves of JKF files (JSON Kifu Format).
        Jkf = "JKF",
    }
}

/// The error for a text that names no legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The text does not have the form of a move.
    #[error("'{0}' is no move in {1} notation")]
    Syntax(String, MoveNotation),
    /// 同 (same square) without a move before.
    #[error("'{0}' refers to the square of the move before, and there is none")]
    NoMoveBefore(String),
    /// No such piece of the side to move can go to the destination.
    #[error("'{text}': {side} has no such piece that can go there")]
    NoSuchMove {
        /// The text.
        text: String,
        /// The side to move.
        side: Color,
    },
    /// The origin that the text gives holds no such piece of the side to move.
    #[error("'{text}': no such piece of {side} stands on {from}")]
    WrongOrigin {
        /// The text.
        text: String,
        /// The side to move.
        side: Color,
        /// The origin that the text gives.
        from: Square,
    },
    /// Several legal moves fit.
    #[error("'{text}' fits {} moves: {}", .moves.len(), list(.moves))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that fit.
        moves: Vec<Move>,
    },
    /// The move breaks a rule.
    #[error("'{text}' is illegal: {reason}")]
    Illegal {
        /// The text.
        text: String,
        /// The rule that the move breaks.
        reason: IllegalMove,
    },
}

fn list(moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.join(", ")
}

/// At most the first 40 characters of a text, for messages.
fn shorten(text: &str) -> String {
    text.trim().chars().take(40).collect()
}
