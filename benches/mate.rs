//! Benchmark of the mate in one on game positions, and of the tsume solver on problems
//! with known lengths.
#![allow(
    clippy::unwrap_used,
    reason = "a measurement stops at the first surprise"
)]

use std::fmt;

use divan::Bencher;
use divan::counter::ItemsCount;
use komadai::mate::{MateLimits, mate_in_one, solve, solve_with_stats};
use komadai::movegen::legal_moves;
use komadai::position::{CheckInfo, Position};

fn main() {
    divan::main();
}

/// Game positions whose side to move is not in check, with all their children.
fn positions() -> Vec<Position> {
    let sfens = [
        "lnsgkgsnl/1r7/p1ppp1bpp/1p3pp2/7P1/2P6/PP1PPPP1P/1B3S1R1/LNSGKG1NL b - 9",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
        "lr5nl/3g1kg2/2n1ppsp1/p1pps3p/1p5P1/P1P1SP2P/1P1PP1P2/2GBG2R1/LNSK3NL w Bp 44",
        "ln6l/2g2kg1b/pps2p2p/2pppP3/5G3/P1P1NR3/1P1PS1+p1P/2KS2+p2/LNG4+rL b SPbn2p 71",
        "lns2k1nl/1r2gsg2/pp2pp1p1/2p3p1p/3p5/2P1P1P2/PP3PSPP/1SGR5/LN2KG1NL b Bbp 21",
        "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
        "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    ];
    let mut all = Vec::new();
    for sfen in sfens {
        let mut pos = Position::from_sfen(sfen).unwrap();
        for &mv in &legal_moves(&pos) {
            pos.do_move(mv);
            if !pos.in_check() {
                all.push(pos.clone());
            }
            pos.undo_move(mv);
        }
    }
    all
}

/// Mate in one as the search calls it, with and without ready check information.
#[divan::bench(args = [false, true])]
fn in_one(bencher: Bencher, with_check_info: bool) {
    let positions = positions();
    let infos: Vec<CheckInfo> = positions.iter().map(CheckInfo::new).collect();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            positions
                .iter()
                .zip(&infos)
                .filter(|(pos, info)| mate_in_one(pos, with_check_info.then_some(info)).is_some())
                .count()
        });
}

/// A line of the data file: position, and plies to mate, 0 if no mate is known.
struct Problem {
    sfen: &'static str,
    plies: usize,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:04} {}", self.plies, self.sfen)
    }
}

fn problems() -> Vec<Problem> {
    include_str!("../engine-tests/data/mates.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut fields = line.split('\t');
            Problem {
                sfen: fields.next().unwrap(),
                plies: fields.next().unwrap().parse().unwrap(),
            }
        })
        .collect()
}

/// Complete solutions; the items counted are nodes.
#[divan::bench(args = problems(), sample_count = 1, sample_size = 1)]
fn solver(bencher: Bencher, problem: &Problem) {
    let limits = MateLimits {
        nodes: Some(2_000_000),
        memory_mib: 256,
        ..MateLimits::default()
    };
    let pos = Position::from_sfen(problem.sfen).unwrap();
    let (_, stats) = solve_with_stats(&pos, &limits);
    bencher
        .counter(ItemsCount::new(stats.nodes_to_verdict))
        .bench_local(|| solve(&pos, &limits));
}
