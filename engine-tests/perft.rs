//! Tests of perft counts and pawn-drop mates against the results of independent programs.

use std::sync::atomic::{AtomicU32, Ordering};

use komadai::movegen::{legal_moves, perft, perft_parallel, perft_parallel_while};
use komadai::position::{IllegalMove, Position};
use komadai::types::Move;

/// Largest count tested here; larger ones have a separate test.
const QUICK: u64 = 30_000_000;

fn check(file: &str, wanted: impl Fn(u64) -> bool) {
    let mut checked = 0;
    for line in file.lines().filter(|l| !l.starts_with('#')) {
        let (sfen, counts) = line.split_once('\t').unwrap();
        let mut pos = Position::from_sfen(sfen).unwrap();
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let count: u64 = count.parse().unwrap();
            if wanted(count) {
                assert_eq!(perft_parallel(&pos, depth), count, "{sfen} depth {depth}");
                if count < 100_000 {
                    assert_eq!(perft(&mut pos, depth), count, "{sfen} depth {depth}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 0);
}

#[test]
fn known_positions() {
    check(include_str!("data/perft-known.tsv"), |n| n <= QUICK);
}

#[test]
fn random_positions() {
    check(include_str!("data/perft-random.tsv"), |n| n <= QUICK);
}

#[test]
fn deep_counts() {
    check(include_str!("data/perft-known.tsv"), |n| n > QUICK);
    check(include_str!("data/perft-random.tsv"), |n| n > QUICK);
}

/// One side has few moves, the other hundreds, so that the number of moves at the root
/// does not tell how long a count takes.
#[test]
fn a_count_can_be_given_up_anywhere() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    let pos = Position::from_sfen(sfen).unwrap();
    for asked in [0, 1, 1000] {
        let left = AtomicU32::new(asked);
        let go_on = || {
            let less = |left: u32| left.checked_sub(1);
            left.try_update(Ordering::Relaxed, Ordering::Relaxed, less)
                .is_ok()
        };
        assert_eq!(perft_parallel_while(&pos, 12, go_on), None);
        assert_eq!(left.into_inner(), 0);
    }
    assert_eq!(
        perft_parallel_while(&pos, 2, || true),
        Some(perft_parallel(&pos, 2))
    );
}

#[test]
fn a_pawn_drop_must_not_mate() {
    for line in include_str!("data/uchifuzume.tsv").lines() {
        if line.starts_with('#') || line.starts_with("sfen") {
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let pos = Position::from_sfen(fields[0]).unwrap();
        let mv = Move::from_usi(fields[1]).unwrap();
        assert_eq!(
            pos.check_legal(mv),
            Err(IllegalMove::Uchifuzume(mv)),
            "{line}"
        );
        let moves = legal_moves(&pos);
        assert!(!moves.contains(&mv));
        assert_eq!(moves.len(), fields[2].parse::<usize>().unwrap(), "{line}");
    }
}
