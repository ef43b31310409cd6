//! Settings of self-play games.

use crate::train::config::{Allowed, ConfigError, Rule, check_rules, rules};

/// Plies after the opening among which random moves are strewn.
pub(super) const STREWN_PLIES: u32 = 30;

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
    /// Checks every setting.
    ///
    /// # Errors
    /// The first setting that is out of its range.
    pub fn check(&self) -> Result<(), ConfigError> {
        check_rules(self.rules())
    }

    fn rules(&self) -> [Rule; 10] {
        let (least, most) = self.opening;
        // A record counts the plies of the opening in one byte and those of the game in two.
        rules! {
            "nodes": self.nodes, Allowed::Between("1", "1000000000"), (1..=1_000_000_000).contains(&self.nodes);
            "opening-max": most, Allowed::Between("0", "255"), most <= 255;
            "opening-min": least, Allowed::Between("0", "opening-max"), least <= most;
            "opening-limit": self.opening_limit, Allowed::AtLeast("0"), self.opening_limit >= 0;
            "strewn": self.strewn, Allowed::Between("0", "30"), self.strewn <= STREWN_PLIES;
            "multipv": self.multipv, Allowed::Between("1", "600"), (1..=600).contains(&self.multipv);
            "multipv-plies": self.multipv_plies, Allowed::Between("0", "65535"), self.multipv_plies <= 65535;
            "multipv-margin": self.multipv_margin, Allowed::AtLeast("0"), self.multipv_margin >= 0;
            "win-at": self.win_at, Allowed::AtLeast("1"), self.win_at >= 1;
            "max-plies": self.max_plies, Allowed::Between("1", "65535"), (1..=65535).contains(&self.max_plies);
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_hold_and_wrong_settings_are_named() {
        assert_eq!(SelfPlaySettings::default().check(), Ok(()));
        for (change, told) in [
            (
                (|s| s.nodes = 0) as fn(&mut SelfPlaySettings),
                "nodes is 0; it must be 1 to 1000000000",
            ),
            (
                |s| s.opening = (20, 3),
                "opening-min is 20; it must be 0 to opening-max",
            ),
            (
                |s| s.opening = (4, 256),
                "opening-max is 256; it must be 0 to 255",
            ),
            (
                |s| s.opening_limit = -1,
                "opening-limit is -1; it must be at least 0",
            ),
            (
                |s| s.strewn = 4_000_000_000,
                "strewn is 4000000000; it must be 0 to 30",
            ),
            (|s| s.multipv = 0, "multipv is 0; it must be 1 to 600"),
            (
                |s| s.multipv_plies = u32::MAX,
                "multipv-plies is 4294967295; it must be 0 to 65535",
            ),
            (
                |s| s.multipv_margin = -7,
                "multipv-margin is -7; it must be at least 0",
            ),
            (|s| s.win_at = -5, "win-at is -5; it must be at least 1"),
            (|s| s.max_plies = 0, "max-plies is 0; it must be 1 to 65535"),
        ] {
            let mut settings = SelfPlaySettings::default();
            change(&mut settings);
            assert_eq!(settings.check().unwrap_err().to_string(), told);
        }
    }
}
