//! Settings of self-play games.

/// Settings of self-play; they stand in the header of every file.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// Nodes after which a search starts no further iteration.
    pub nodes: u64,
    /// The smallest and the greatest number of random plies at the start of a game.
    pub opening: (u32, u32),
    /// The greatest absolute score (centipawns) of an opening. A search with four times `nodes`
    /// scores each opening; openings beyond the limit are discarded.
    pub opening_limit: i32,
    /// The greatest number of random moves within 30 plies after the opening; the number is drawn
    /// for each game.
    pub strewn: u32,
    /// Plies after the opening in which the move is chosen at random among several good moves.
    pub multipv_plies: u32,
    /// Lines searched in these plies.
    pub multipv: usize,
    /// The greatest loss (centipawns) of a move chosen in these plies, compared with the best move.
    pub multipv_margin: i32,
    /// A game is adjudicated as won when the score stays at or beyond this limit (centipawns) for
    /// four plies.
    pub win_at: i32,
    /// Plies after which a game is a draw.
    pub max_plies: u32,
    /// MiB of transposition table per thread.
    pub hash_mib: usize,
}

/// The settings with the strongest networks for the time spent (docs/measurements.md).
impl Default for SelfPlaySettings {
    fn default() -> SelfPlaySettings {
        SelfPlaySettings {
            nodes: 20,
            opening: (4, 16),
            opening_limit: 600,
            strewn: 0,
            multipv_plies: 8,
            multipv: 3,
            multipv_margin: 60,
            win_at: 3000,
            max_plies: 320,
            hash_mib: 2,
        }
    }
}

impl SelfPlaySettings {
    /// The header note: one line that identifies the settings. A run only continues files with the
    /// same note.
    pub fn note(&self, seed: u64, teacher: &str) -> String {
        format!(
            "seed={seed} teacher={teacher} odds=600 soft_nodes={} opening={}-{} limit={} strewn={} \
             multipv={}x{} margin={} win={} max={}",
            self.nodes,
            self.opening.0,
            self.opening.1,
            self.opening_limit,
            self.strewn,
            self.multipv,
            self.multipv_plies,
            self.multipv_margin,
            self.win_at,
            self.max_plies
        )
    }
}
