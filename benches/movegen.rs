//! Benchmark of generating, making and undoing moves (perft); at the last ply moves are
//! only counted.
#![allow(
    clippy::unwrap_used,
    reason = "a measurement stops at the first surprise"
)]

use divan::Bencher;
use divan::counter::ItemsCount;
use komadai::movegen::perft;
use komadai::position::Position;

fn main() {
    divan::main();
}

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
/// Matsuri, a middlegame position with many pieces in hand.
const MIDDLE: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
/// A position with 593 legal moves, the largest number possible.
const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

#[divan::bench(args = [(START, 4), (MIDDLE, 3), (MOST_MOVES, 2)])]
fn perft_nodes(bencher: Bencher, (sfen, depth): (&str, u32)) {
    let mut pos = Position::from_sfen(sfen).unwrap();
    let nodes = perft(&mut pos, depth);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| perft(&mut pos, depth));
}
