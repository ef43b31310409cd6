//! Options of the book, with their defaults.

use std::path::PathBuf;

use crate::types::Depth;

/// The settings of the book. The names of the options are YaneuraOu's; the
/// defaults let a user's book work at once, whatever is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookOptions {
    /// Play from the book at all.
    pub own_book: bool,
    /// The file: a path, or a name in `dir`.
    pub file: PathBuf,
    /// The folder of books.
    pub dir: PathBuf,
    /// Look into the file when needed instead of reading it whole.
    pub on_the_fly: bool,
    /// The last ply played from the book.
    pub moves: u32,
    /// Leave the book where its best move was searched less deeply; 0 for never.
    pub depth_limit: Depth,
    /// How much worse than the best a move may be, in centipawns.
    pub eval_diff: i32,
    /// Black plays no move of a lower score, in centipawns.
    pub eval_black_limit: i32,
    /// White plays no move of a lower score, in centipawns.
    pub eval_white_limit: i32,
    /// Take positions for the same whatever their number in the game.
    pub ignore_ply: bool,
    /// Look up the position turned round too.
    pub flipped: bool,
    /// Play moves as often as they were played, not all alike.
    pub consider_count: bool,
    /// Leave out moves played in less than a tenth of the games.
    pub narrow: bool,
    /// How often to think instead, in percent.
    pub ignore_rate: u32,
    /// Plies of a line shown.
    pub pv_moves: usize,
    /// Where the random choices begin; 0: elsewhere each time.
    pub seed: u64,
}

impl BookOptions {
    /// The file looked for if none is named; without it, the built-in book is used.
    pub const DEFAULT_FILE: &str = "komadai.db";
    /// The folder looked into if none is named.
    pub const DEFAULT_DIR: &str = "book";
    /// The [`BookOptions::file`] that stands for the built-in book.
    pub const BUILT_IN: &str = "internal";
    /// The [`BookOptions::file`] that stands for none.
    pub const NO_BOOK: &str = "no_book";
    /// Scores have no floor by default: a user's book may hold any.
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
