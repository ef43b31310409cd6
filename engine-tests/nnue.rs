//! Tests of network evaluation against published values, a slow evaluator and other code paths.

use std::sync::Arc;

use komadai::eval::nnue::{Kernel, Network, NnueState};
use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::types::{Move, SplitMix64};

use crate::support::nets::{Net, Ranges, Set, Sizes};

fn kernels() -> Vec<Kernel> {
    let available = |kernel: &Kernel| kernel.is_available();
    Kernel::ALL.into_iter().filter(available).collect()
}

/// Number of positions over which each architecture is tested.
const POSITIONS: usize = 10_000;

fn load(net: &Net) -> Arc<Network> {
    let loaded = Network::from_bytes(&net.bytes()).unwrap();
    assert_eq!(loaded.info().warnings, []);
    Arc::new(loaded)
}

/// Values of the reference implementation, for every kernel, then a walk.
fn check_golden(name: &str, tsv: &str) {
    let net = Net::golden(name);
    let loaded = load(&net);
    let mut states: Vec<NnueState> = kernels()
        .into_iter()
        .map(|kernel| NnueState::with_kernel(loaded.clone(), 16, kernel).unwrap())
        .collect();
    let lines = tsv.lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        let (sfen, value) = line.split_once('\t').unwrap();
        let value: i32 = value.parse().unwrap();
        let pos = Position::from_sfen(sfen).unwrap();
        assert_eq!(net.output(&pos) / 16, value, "slow evaluator, {sfen}");
        for state in &mut states {
            state.reset(&pos);
            assert_eq!(state.raw(&pos), value, "{} {sfen}", state.kernel());
        }
        count += 1;
    }
    assert_eq!(count, 100);
    check_walk(&net, &loaded, 5);
}

#[test]
fn golden_kp256() {
    check_golden("kp256", include_str!("data/nnue-kp256.tsv"));
}

#[test]
fn golden_halfkp256() {
    check_golden("halfkp256", include_str!("data/nnue-halfkp256.tsv"));
}

#[test]
fn golden_halfkp_vm256() {
    check_golden("halfkpvm256", include_str!("data/nnue-halfkpvm256.tsv"));
}

#[test]
fn golden_halfkp512() {
    check_golden("halfkp512", include_str!("data/nnue-halfkp512.tsv"));
}

#[test]
fn golden_halfkp1024() {
    check_golden("halfkp1024", include_str!("data/nnue-halfkp1024.tsv"));
}

#[test]
fn golden_sfnn1536() {
    check_golden("sfnn1536", include_str!("data/nnue-sfnn1536.tsv"));
}

/// Handicap starts and a full board: missing pieces, hands and early endgames.
const STARTS: [&str; 4] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1",
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
];

/// A line of moves and null moves that states follow by pushes and pops.
enum Step {
    Move(Move),
    Null,
}

/// Walks at random through lines, null moves and take-backs. Each state is
/// evaluated or its sums are brought up to date now and then only, so that it
/// must catch up over several moves; every value is compared with a state that
/// starts anew, and at times with the slow evaluator.
fn check_walk(net: &Net, loaded: &Arc<Network>, seed: u64) {
    let name = loaded.architecture().to_string();
    let state = |kernel| NnueState::with_kernel(loaded.clone(), 16, kernel).unwrap();
    let mut states: Vec<NnueState> = kernels().into_iter().map(state).collect();
    let mut anew = state(Kernel::Scalar);
    let mut rng = SplitMix64::new(seed);
    let (mut seen, mut slow, mut root) = (0, 0, 0);
    let mut longest = 0;
    while seen < POSITIONS {
        let mut pos = Position::from_sfen(STARTS[root % STARTS.len()]).unwrap();
        root += 1;
        states.iter_mut().for_each(|state| state.reset(&pos));
        let mut line: Vec<Step> = Vec::new();
        for _ in 0..400 {
            let moves = legal_moves(&pos);
            let back = rng.below(4) == 0 || moves.is_empty();
            if back && let Some(step) = line.pop() {
                match step {
                    Step::Move(mv) => pos.undo_move(mv),
                    Step::Null => pos.undo_null_move(),
                }
                states.iter_mut().for_each(NnueState::pop);
            } else if moves.is_empty() {
                break;
            } else if !pos.in_check() && rng.below(12) == 0 {
                pos.do_null_move();
                line.push(Step::Null);
                states.iter_mut().for_each(NnueState::push_null);
            } else {
                let mv = moves[rng.below(moves.len())];
                let dirty = pos.do_move(mv);
                line.push(Step::Move(mv));
                states.iter_mut().for_each(|state| state.push(&dirty));
            }
            longest = longest.max(line.len());
            match rng.below(6) {
                0 | 1 => continue,
                2 => {
                    states.iter_mut().for_each(|s| s.bring_up_to_date(&pos));
                    continue;
                }
                _ => {}
            }
            anew.reset(&pos);
            let expected = anew.output(&pos);
            for state in &mut states {
                let value = state.output(&pos);
                let kernel = state.kernel();
                assert_eq!(value, expected, "{name} {kernel} {}", pos.sfen());
            }
            if seen % 16 == 0 {
                assert_eq!(net.output(&pos), expected, "{name} {}", pos.sfen());
                slow += 1;
            }
            seen += 1;
        }
    }
    assert!(slow > POSITIONS / 20 && longest > 60, "{slow} {longest}");
}

/// Parameters over their whole range, so that 16-bit sums wrap and every clamp is met.
const WILD: Ranges = Ranges {
    transformer: [(-9000, 9000), (-6000, 6000)],
    layers: [(400_000, 127), (9000, 127), (1_000_000, 127)],
};

/// Parameters of usual size: sums around the clamps.
const TAME: Ranges = Ranges {
    transformer: [(0, 63), (-15, 15)],
    layers: [(2000, 24), (2000, 64), (2000, 64)],
};

fn classic(set: Set, l1: usize, h1: usize, h2: usize, ranges: Ranges, seed: u64) -> Net {
    Net::generate(seed, set, Sizes::Classic { l1, h1, h2 }, ranges)
}

fn walk(net: &Net, seed: u64) {
    check_walk(net, &load(net), seed);
}

/// Every set of features that any network has, with the usual layers: the
/// HalfKA families among them.
#[test]
fn walk_every_feature_set() {
    for (set, seed) in Set::ALL.into_iter().zip(100..) {
        walk(&classic(set, 256, 32, 32, TAME, seed), seed);
    }
}

#[test]
fn walk_every_feature_set_with_sums_that_wrap() {
    for (n, set) in Set::ALL.into_iter().enumerate() {
        let (h1, h2) = [(32, 32), (16, 32), (8, 64), (16, 64)][n % 4];
        walk(&classic(set, 64, h1, h2, WILD, n as u64), 100 + n as u64);
    }
}

#[test]
fn walk_every_classic_size() {
    let sizes = [
        (512, 16, 32),
        (512, 8, 64),
        (768, 16, 64),
        (1024, 8, 32),
        (1024, 8, 64),
        // Layouts that no network uses: odd numbers of blocks and outputs.
        (192, 5, 3),
        (320, 33, 49),
        (64, 128, 128),
    ];
    for (n, (l1, h1, h2)) in sizes.into_iter().enumerate() {
        for (ranges, seed) in [(TAME, 7), (WILD, 8)] {
            walk(&classic(Set::Kp, l1, h1, h2, ranges, seed), n as u64);
        }
    }
}

/// The parameters of an SFNN: usual ones, and such that sums wrap.
const SFNN: [Ranges; 2] = [
    Ranges {
        transformer: [(0, 40), (-12, 12)],
        layers: [(2000, 24), (2000, 64), (2000, 64)],
    },
    Ranges {
        transformer: [(-9000, 9000), (-6000, 6000)],
        layers: [(3_000_000, 127), (9000, 127), (1_000_000, 127)],
    },
];

#[test]
fn walk_sfnn_of_every_feature_set() {
    let sets = [
        Set::Kp,
        Set::HalfKp,
        Set::HalfKpVm,
        Set::HalfKaHm1,
        Set::HalfKaHm2,
    ];
    for (n, set) in sets.into_iter().enumerate() {
        let (outputs, h1, h2) = [(16, 15, 32), (8, 7, 64), (32, 31, 32), (64, 63, 128)][n % 4];
        let sizes = Sizes::Sfnn {
            l1: 128,
            outputs,
            h1,
            h2,
            stacks: if n == 1 { 1 } else { 9 },
        };
        walk(&Net::generate(n as u64, set, sizes, SFNN[n % 2]), n as u64);
    }
}

#[test]
fn walk_every_sfnn_size() {
    for l1 in [256, 384, 1024, 1536] {
        let sizes = Sizes::Sfnn {
            l1,
            outputs: 16,
            h1: 15,
            h2: 32,
            stacks: 9,
        };
        for ranges in SFNN {
            walk(&Net::generate(4, Set::Kp, sizes, ranges), 6);
        }
    }
}
