//! Options of the book, with their defaults.

use std::path::PathBuf;

use crate::types::Depth;

/// Settings of the opening book. Most of their USI options have YaneuraOu's names. The defaults
/// also suit books without scores, depths or counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookOptions {
    /// Whether the engine plays from a book.
    pub own_book: bool,
    /// The book file: a path, or a name in `dir`.
    pub file: PathBuf,
    /// The folder of books.
    pub dir: PathBuf,
    /// Whether the file is searched at each look-up instead of being read whole.
    pub on_the_fly: bool,
    /// The last ply that is played from the book.
    pub moves: u32,
    /// Least search depth, in plies, of the best move's score. If the depth is lower, the book is
    /// not used for the position.
    pub depth_limit: Depth,
    /// The most by which a move's score may be below the best, in centipawns.
    pub eval_diff: i32,
    /// The lowest score of a move that Black plays, in centipawns.
    pub eval_black_limit: i32,
    /// The lowest score of a move that White plays, in centipawns.
    pub eval_white_limit: i32,
    /// Whether an entry matches a position with another move number.
    pub ignore_ply: bool,
    /// Whether the turned position is looked up if the position itself is not found.
    pub flipped: bool,
    /// Whether moves are drawn in proportion to their counts instead of with equal probabilities.
    pub consider_count: bool,
    /// Whether moves with less than a tenth of the position's counts are left out.
    pub narrow: bool,
    /// Percentage of positions in which the engine searches instead of using the book.
    pub ignore_rate: u32,
    /// Length of the line shown for a move, in plies.
    pub pv_moves: usize,
    /// Seed of the random choices; 0 for a new seed each time.
    pub seed: u64,
}

impl BookOptions {
    /// The default of [`BookOptions::file`]; if the file is missing, the built-in book is used.
    pub const DEFAULT_FILE: &str = "komadai.db";
    /// The default of [`BookOptions::dir`].
    pub const DEFAULT_DIR: &str = "book";
    /// The [`BookOptions::file`] that stands for the built-in book.
    pub const BUILT_IN: &str = "internal";
    /// The [`BookOptions::file`] that stands for no book.
    pub const NO_BOOK: &str = "no_book";
    /// The default of the two score limits, in centipawns: below the scores of real books, so that
    /// no move is left out.
    pub const NO_LIMIT: i32 = -99_999;
}

impl Default for BookOptions {
    fn default() -> BookOptions {
        BookOptions {
            own_book: true,
            file: PathBuf::from(Self::DEFAULT_FILE),
            dir: PathBuf::from(Self::DEFAULT_DIR),
            on_the_fly: false,
            moves: 200,
            depth_limit: 0,
            eval_diff: 30,
            eval_black_limit: Self::NO_LIMIT,
            eval_white_limit: Self::NO_LIMIT,
            ignore_ply: true,
            flipped: true,
            consider_count: false,
            narrow: false,
            ignore_rate: 0,
            pv_moves: 8,
            seed: 0,
        }
    }
}
