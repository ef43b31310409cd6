//! Settings of games for training.

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// Nodes of a search after which it begins no iteration.
    pub nodes: u64,
    /// Fewest and most random plies a game begins with.
    pub opening: (u32, u32),
    /// Openings that a search of four times the nodes finds more lopsided than
    /// this (centipawns) are thrown away.
    pub opening_limit: i32,
    /// Up to this many random moves are strewn into the plies after the opening.
    pub strewn: u32,
    /// How many plies after the opening choose among several good moves.
    pub multipv_plies: u32,
    /// How many lines those plies search.
    pub multipv: usize,
    /// How much worse than the best such a move may be (centipawns).
    pub multipv_margin: i32,
    /// A game is won when the score stays beyond this (centipawns) for four plies.
    pub win_at: i32,
    /// A game longer than this is a draw.
    pub max_plies: u32,
    /// MiB of transposition table per thread.
    pub hash_mib: usize,
}

/// What brought most for the hours it took (docs/measurements.md).
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
    /// One line that identifies the data: it stands in the header of every file.
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
