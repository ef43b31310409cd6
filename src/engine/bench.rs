//! The benchmark: a search of each position of a fixed set.
//!
//! With one thread and a depth or node limit, the node count is the same on every machine and
//! serves as the bench signature of the search.

use std::fmt;
use std::time::Duration;

use super::Engine;
use crate::host::Instant;
use crate::host::millis;
use crate::position::Position;
use crate::search::report::{Silent, nps};
use crate::search::{Limits, Signals, Stats};
use crate::types::Depth;

/// Default depth of the benchmark, in plies.
pub const DEPTH: Depth = 12;
/// Default number of threads of the benchmark.
pub const THREADS: usize = 1;
/// Default table size of the benchmark, in MiB.
pub const HASH_MIB: usize = 64;

/// The positions of the benchmark: the start, openings, a handicap game, middle
/// games, endgames, entering kings, and the position with the most legal moves.
pub const POSITIONS: [&str; 16] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "ln1gk1snl/1r1s2gb1/p1pppp1pp/6p2/8P/P6P1/1PPPPPP2/1BG1G2R1/LNS1K1SNL b p 17",
    "ln1g1gsnl/3r1k1b1/p1p2ppp1/1p1pp4/8p/2PP3P1/PPB1PPP1P/2G4R1/LN2KGSNL b Ss 21",
    "ln2k2nl/1r1sgsg2/p1p2pbp1/3pp1p1p/1p7/P1P1P1PP1/1PGP1PS1P/1B1S3R1/LN1K1G1NL b - 23",
    "lns1k1snl/4g1g2/2ppppbp1/p5p1p/1r5P1/P5P1P/1PPPPP3/1BGSK1SR1/LN3G1NL b p 23",
    "lr5nl/3g1kg2/2n1ppsp1/p1pps3p/1p5P1/P1P1SP2P/1P1PP1P2/2GBG2R1/LNSK3NL w Bp 44",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "ln3g1nl/1r1sks1+B1/p1g2p3/2ppp3p/2s3P1P/1P1P5/P1P1PPNP1/2S1GR2L/LNB1KG3 b 3P 41",
    "ln1g1g3/3b1Ls1l/1pkspp3/p5plp/1P5p1/5PPPP/P2PP4/2S1GS1+n1/1K1bG2r1 b r2n3p 75",
    "3k3pb/l1n2g2l/rS4n2/5ps1p/p7P/1P3gR2/B3GP1P1/L2P3N1/1S2SK2L w N6Pg3p 128",
    "3k1S2l/3s5/GppppP+Rp1/5r2p/5p1P1/2P1PS1nP/1P1P3n1/+l1G2G3/2SK4L b GNLP2bn3p 93",
    "3ps+L+P2/L3k1r1P/p1n5p/1gP2+B1p1/S8/P2gPppP1/1PN1S3N/B4KG2/2SR4L w G5Pnl 158",
    "lp3k1+P1/l5ps1/2s3r2/4G1N2/p3L3L/1K2Bg1P1/PB6S/2pg3G1/2+n1P4 w R2N9Psp 198",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
];

/// The nodes and time of the search of one position.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The number of the position in [`POSITIONS`], from 1.
    pub number: usize,
    /// The position.
    pub sfen: &'static str,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = POSITIONS.len();
        let Measured {
            number,
            sfen,
            nodes,
            time,
        } = self;
        let ms = millis::of(*time);
        write!(f, "{number:2}/{count} {nodes:>10} nodes {ms:>7} ms  {sfen}")
    }
}

/// The nodes and time of the whole set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total {
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The counters of the search; empty without the feature `stats`.
    pub stats: Stats,
}

impl Total {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, millis::of(self.time))
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nps())
    }
}

/// Searches every position under the limits, from a cleared table, and reports each result. A stop
/// signal ends the run early.
pub fn run(
    engine: &mut Engine,
    limits: &Limits,
    signals: &Signals,
    mut report: impl FnMut(&Measured),
) -> Total {
    engine.new_game();
    let mut total = Total::default();
    for (number, sfen) in (1..).zip(POSITIONS) {
        if signals.stopped() {
            break;
        }
        let Ok(pos) = Position::from_sfen(sfen) else {
            log::error!("the benchmark position {sfen} is broken");
            continue;
        };
        let start = Instant::now();
        let limits = Limits {
            start,
            ..limits.clone()
        };
        let outcome = engine.search(&pos, &limits, signals, &Silent);
        let step = Measured {
            number,
            sfen,
            nodes: outcome.nodes,
            time: start.elapsed(),
        };
        total.nodes += step.nodes;
        total.time += step.time;
        report(&step);
    }
    total.stats = engine.stats();
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_sound() {
        for sfen in POSITIONS {
            let pos = Position::from_sfen(sfen).unwrap();
            assert!(!pos.opponent_in_check(), "{sfen}");
            assert!(crate::movegen::has_legal_move(&pos), "{sfen}");
        }
    }
}
