//! Mate in one against brute force, and the tsume solver on mates judged by another program.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use komadai::mate::{MateLimits, MateResult, mate_in_one, solve_with_stats};
use komadai::movegen::{generate_checks, has_legal_move, legal_moves};
use komadai::position::{CheckInfo, Position};
use komadai::types::{Move, SplitMix64};

const MATES: &str = include_str!("data/mates.tsv");

/// A line of the data file: position, plies (0 for no mate known), moves.
struct Problem {
    sfen: &'static str,
    plies: usize,
    line: Vec<Move>,
}

fn problems() -> Vec<Problem> {
    let read = |line: &'static str| {
        let mut fields = line.split('\t');
        Problem {
            sfen: fields.next().unwrap(),
            plies: fields.next().unwrap().parse().unwrap(),
            line: fields
                .next()
                .unwrap()
                .split_whitespace()
                .filter(|&mv| mv != "-")
                .map(|mv| Move::from_usi(mv).unwrap())
                .collect(),
        }
    };
    let all: Vec<Problem> = MATES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(read)
        .collect();
    assert!(all.len() > 100);
    all
}

/// Every mating move, found by making each check.
fn mating_moves(pos: &mut Position) -> Vec<Move> {
    let mut found = Vec::new();
    for &mv in &generate_checks(pos) {
        pos.do_move(mv);
        if !has_legal_move(pos) {
            found.push(mv);
        }
        pos.undo_move(mv);
    }
    found
}

/// Counts of positions with a mate, and of those where one was found.
#[derive(Default)]
struct Tally {
    positions: usize,
    mates: usize,
    missed: usize,
}

impl Tally {
    fn check(&mut self, pos: &mut Position) {
        let expected = mating_moves(pos);
        let found = mate_in_one(pos, None);
        assert_eq!(found, mate_in_one(pos, Some(&CheckInfo::new(pos))));
        self.positions += 1;
        self.mates += usize::from(!expected.is_empty());
        match found {
            Some(mv) => assert!(expected.contains(&mv), "{} {mv} {expected:?}", pos.sfen()),
            None if !expected.is_empty() => {
                self.missed += 1;
                println!("missed: {} {expected:?}", pos.sfen());
            }
            None => {}
        }
    }
}

#[test]
fn mate_in_one_is_what_brute_force_finds_in_random_games() {
    let mut tally = Tally::default();
    let mut rng = SplitMix64::new(20);
    for game in 0..600 {
        let mut pos = Position::startpos();
        for _ in 0..300 {
            tally.check(&mut pos);
            let moves = legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            // Checks in half of the games drive the kings into the open.
            let checks = generate_checks(&pos);
            let choice = if game % 2 == 0 && !checks.is_empty() && rng.below(2) == 0 {
                checks[rng.below(checks.len())]
            } else {
                moves[rng.below(moves.len())]
            };
            pos.do_move(choice);
        }
    }
    println!(
        "{} positions, {} with a mate, {} missed",
        tally.positions, tally.mates, tally.missed
    );
    assert!(tally.positions > 50_000 && tally.mates > 3000);
    // Only a mate that leans on the ban of pawn-drop mates may be missed.
    assert!(tally.missed <= tally.mates / 1000);
}

#[test]
fn mate_in_one_is_what_brute_force_finds_around_known_mates() {
    let mut tally = Tally::default();
    for problem in problems() {
        let mut pos = Position::from_sfen(problem.sfen).unwrap();
        for &mv in problem
            .line
            .iter()
            .chain([&Move::from_usi("1a1b").unwrap()])
        {
            for &side in &legal_moves(&pos) {
                pos.do_move(side);
                tally.check(&mut pos);
                pos.undo_move(side);
            }
            tally.check(&mut pos);
            if !pos.is_legal(mv) {
                break;
            }
            pos.do_move(mv);
        }
        if problem.plies == 1 {
            let pos = Position::from_sfen(problem.sfen).unwrap();
            assert!(mate_in_one(&pos, None).is_some(), "{}", problem.sfen);
        }
    }
    println!(
        "{} positions, {} with a mate, {} missed",
        tally.positions, tally.mates, tally.missed
    );
    assert!(tally.mates > 1000);
    assert_eq!(tally.missed, 0);
}

/// Game positions whose side to move is not in check, with all their children.
fn bench_positions() -> Vec<Position> {
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

/// `cargo test --release --test mate -- --ignored --nocapture speed`
#[test]
#[ignore = "a measurement"]
fn mate_in_one_speed() {
    let positions = bench_positions();
    let infos: Vec<CheckInfo> = positions.iter().map(CheckInfo::new).collect();
    let rounds = 3_000_000 / positions.len();
    for with_info in [false, true] {
        let start = Instant::now();
        let mut mates = 0;
        for _ in 0..rounds {
            for (pos, info) in positions.iter().zip(&infos) {
                let info = with_info.then_some(info);
                mates += usize::from(mate_in_one(std::hint::black_box(pos), info).is_some());
            }
        }
        let calls = rounds * positions.len();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{calls} calls, {mates} mates, {:.2} M calls/s, check info given: {with_info}",
            calls as f64 / seconds / 1e6
        );
    }
}

static GO_ON: AtomicBool = AtomicBool::new(false);

fn limits(nodes: u64) -> MateLimits<'static> {
    MateLimits {
        time_ms: None,
        nodes: Some(nodes),
        stop: &GO_ON,
        memory_mib: 256,
    }
}

/// Why a line is no mate, or `None` if it is one.
fn fault_of(pos: &Position, line: &[Move]) -> Option<String> {
    let mut pos = pos.clone();
    for (ply, &mv) in line.iter().enumerate() {
        if !legal_moves(&pos).contains(&mv) {
            return Some(format!("{mv} at ply {ply} is illegal"));
        }
        pos.do_move(mv);
        if ply % 2 == 0 && !pos.in_check() {
            return Some(format!("{mv} at ply {ply} is no check"));
        }
    }
    (line.len() % 2 == 0 || has_legal_move(&pos)).then(|| "the end is no mate".to_string())
}

/// `cargo test --release --test mate -- --ignored --nocapture solver_speed`
#[test]
#[ignore = "a measurement"]
fn solver_speed() {
    let budget = std::env::var("NODES").map_or(2_000_000, |text| text.parse().unwrap());
    let mut total = (0, 0, 0.0);
    for problem in problems() {
        let pos = Position::from_sfen(problem.sfen).unwrap();
        let start = Instant::now();
        let (result, stats) = solve_with_stats(&pos, &limits(budget));
        let seconds = start.elapsed().as_secs_f64();
        let text = match &result {
            MateResult::Mate(line) => {
                assert_eq!(fault_of(&pos, line), None);
                format!("mate {}", line.len())
            }
            other => format!("{other:?}"),
        };
        total.0 += stats.nodes_to_verdict;
        total.1 += usize::from(matches!(result, MateResult::Timeout));
        total.2 += seconds;
        println!(
            "{:4} {text:8} first {:?} shortest {} nodes {}/{} {seconds:.2}s {}% {}",
            problem.plies,
            stats.first_len.unwrap_or(0),
            stats.is_shortest,
            stats.nodes_to_verdict,
            stats.nodes,
            stats.table_permille / 10,
            problem.sfen
        );
    }
    println!("nodes {} open {} seconds {:.1}", total.0, total.1, total.2);
}
