//! Counters of the search, kept only with the feature `stats`.

use std::fmt;
use std::ops::AddAssign;

/// Counters of the main search, without quiescence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes that failed high in the move loop.
    pub cutoffs: u64,
    /// Nodes that failed high by the first move tried, a measure of move ordering.
    pub first_move_cutoffs: u64,
    /// Moves searched to a reduced depth first.
    pub reduced: u64,
    /// Reduced moves that beat alpha, most of which were searched again.
    pub searched_again: u64,
}

impl Stats {
    /// Counts a fail high by the `move_count`-th move of a node.
    #[inline]
    pub(super) fn cutoff(&mut self, move_count: i32) {
        if cfg!(feature = "stats") {
            self.cutoffs += 1;
            self.first_move_cutoffs += u64::from(move_count == 1);
        }
    }

    /// Counts a reduced search, and whether the move beat alpha in it (`again`).
    #[inline]
    pub(super) fn reduced(&mut self, again: bool) {
        if cfg!(feature = "stats") {
            self.reduced += 1;
            self.searched_again += u64::from(again);
        }
    }
}

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.cutoffs += other.cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.reduced += other.reduced;
        self.searched_again += other.searched_again;
    }
}

/// Writes two lines: the counts, and shares of them in percent.
impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        writeln!(
            f,
            "cutoffs {}, by the first move {:.1} %",
            self.cutoffs,
            percent(self.first_move_cutoffs, self.cutoffs)
        )?;
        write!(
            f,
            "reduced moves {}, searched again {:.1} %",
            self.reduced,
            percent(self.searched_again, self.reduced)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_whole() {
        let one = Stats {
            cutoffs: 8,
            first_move_cutoffs: 7,
            reduced: 10,
            searched_again: 1,
        };
        let mut both = one;
        both += one;
        assert_eq!(
            both.to_string(),
            "cutoffs 16, by the first move 87.5 %\nreduced moves 20, searched again 10.0 %"
        );
        assert!(Stats::default().to_string().contains("0.0 %"));
    }
}
