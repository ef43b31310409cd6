//! Tests of the solver: proofs checked move by move, and problems that turn on a single rule.

use std::collections::HashMap;

use super::dfpn::Solver;
use super::estimate::{Estimate, NEVER};
use super::expand::{self, Child};
use super::line::is_mating_line;
use super::{MateLimits, MateResult, solve};
use crate::position::{CheckInfo, Position};
use crate::signals::Signals;
use crate::types::Hand;

fn limits(nodes: u64) -> MateLimits<'static> {
    MateLimits {
        nodes: Some(nodes),
        memory_mib: 128,
        ..MateLimits::default()
    }
}

fn solve_sfen(sfen: &str) -> MateResult {
    solve(&Position::from_sfen(sfen).unwrap(), &limits(1_000_000))
}

/// Checker of a proof: some check leads to a mate in fewer plies, and so does every
/// answer to it. As the lengths shrink, no loop can pass for a mate.
struct Walk<'a, 'b> {
    solver: &'a mut Solver<'b>,
    /// The positions checked, with the length allowed.
    walked: HashMap<(u64, Hand), u16>,
}

impl Walk<'_, '_> {
    fn stored(&self, child: &Child, below: u16) -> Option<Estimate> {
        let found = self
            .solver
            .table
            .probe(child.board_key, child.hand, below - 1)?;
        (found.pn == 0 && found.len < below).then_some(found)
    }

    fn attack(&mut self, len: u16) -> bool {
        let pos = &self.solver.pos;
        let key = (pos.board_key(), pos.hand(pos.side_to_move()));
        if self.walked.get(&key).is_some_and(|&walked| walked <= len) {
            return true;
        }
        let mut children = Vec::new();
        expand::attacks(pos, &CheckInfo::new(pos), &mut children);
        let best = children
            .iter()
            .filter_map(|child| Some((self.stored(child, len)?.len, child.mv)))
            .min();
        let one = super::mate_in_one(&self.solver.pos, None).map(|mv| (0, mv));
        let Some((len_after, mv)) = one.or(best) else {
            return false;
        };
        self.solver.pos.do_move(mv);
        let proven = self.solver.pos.in_check() && self.defence(len_after);
        self.solver.pos.undo_move(mv);
        self.walked.insert(key, len);
        proven
    }

    fn defence(&mut self, len: u16) -> bool {
        let mut children = Vec::new();
        expand::defences(&self.solver.pos, &mut children);
        children.iter().all(|child| {
            let Some(found) = self.stored(child, len) else {
                return false;
            };
            self.solver.pos.do_move(child.mv);
            let proven = self.attack(found.len);
            self.solver.pos.undo_move(child.mv);
            proven
        })
    }
}

/// Problems of 11 to 31 plies.
fn long_mates() -> Vec<Position> {
    let data = include_str!("../../engine-tests/data/mates.tsv");
    let problems = data.lines().filter(|line| !line.starts_with('#'));
    problems
        .filter_map(|line| {
            let mut fields = line.split('\t');
            let (sfen, plies) = (fields.next()?, fields.next()?.parse::<u32>().ok()?);
            (11..=31)
                .contains(&plies)
                .then(|| Position::from_sfen(sfen).unwrap())
        })
        .collect()
}

#[test]
fn every_answer_to_every_proven_mate_is_covered() {
    let mut proofs = 0;
    let mut largest = 0;
    for pos in long_mates() {
        let limits = limits(300_000);
        let mut solver = Solver::new(&pos, &limits);
        let found = solver.search(NEVER).unwrap();
        assert_eq!(found.pn, 0, "{}", pos.sfen());
        let mut walk = Walk {
            solver: &mut solver,
            walked: HashMap::new(),
        };
        assert!(walk.attack(found.len), "{}", pos.sfen());
        largest = largest.max(walk.walked.len());
        proofs += 1;
    }
    assert!(proofs > 40 && largest > 200, "{proofs} {largest}");
}

#[test]
fn the_line_lasts_as_long_as_the_shortest_mate() {
    let mut shortest = 0;
    for pos in long_mates() {
        let limits = limits(300_000);
        let mut solver = Solver::new(&pos, &limits);
        let (result, stats) = solver.solve();
        if let MateResult::Mate(line) = result
            && stats.is_shortest
        {
            let hand = pos.hand(pos.side_to_move());
            let proven = solver.table.strict_mate(pos.board_key(), hand);
            assert_eq!(line.len(), usize::from(proven), "{}", pos.sfen());
            shortest += 1;
        }
    }
    assert!(shortest > 20, "{shortest}");
}

fn usi(result: MateResult) -> Option<String> {
    match result {
        MateResult::Mate(line) => {
            let moves: Vec<String> = line.iter().map(|mv| mv.to_string()).collect();
            Some(moves.join(" "))
        }
        MateResult::NoMate => None,
        MateResult::Timeout => panic!("not solved"),
    }
}

#[test]
fn a_pawn_dropped_to_mate_is_no_mate_but_a_pawn_pushed_is() {
    let dropped = "7nk/7s1/9/7N1/9/9/9/9/9 b P 1";
    assert_eq!(usi(solve_sfen(dropped)), None);
    let pushed = Position::from_sfen("7nk/7s1/8P/7N1/9/9/9/9/9 b - 1").unwrap();
    let push = pushed.parse_usi_move("1c1b").unwrap();
    assert!(super::is_mated_by(&pushed, push));
    assert!(matches!(solve(&pushed, &limits(1000)), MateResult::Mate(line) if line.len() == 1));
}

#[test]
fn an_attacker_without_a_king_mates_and_a_defender_without_one_is_safe() {
    let line = usi(solve_sfen(
        "7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l15p 1",
    ));
    assert!(line.is_some_and(|line| line.ends_with("G*2d") || line.len() > 4));
    assert_eq!(usi(solve_sfen("9/9/9/9/4R4/9/9/9/4K4 b RB2G 1")), None);
}

#[test]
fn a_king_already_attacked_is_never_taken() {
    let pos = Position::from_sfen("4k4/9/4R4/9/9/9/9/9/4K4 b G 1").unwrap();
    if let MateResult::Mate(line) = solve(&pos, &limits(10_000)) {
        assert!(is_mating_line(&pos, &line));
    }
}

#[test]
fn limits_end_a_search_without_a_verdict() {
    let hard = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
    let pos = Position::from_sfen(hard).unwrap();
    assert_eq!(solve(&pos, &limits(0)), MateResult::Timeout);
    assert_eq!(solve(&pos, &limits(3000)), MateResult::Timeout);
    let signals = Signals::new();
    signals.stop();
    let stopped = MateLimits {
        nodes: None,
        signals: Some(&signals),
        ..limits(0)
    };
    assert_eq!(solve(&pos, &stopped), MateResult::Timeout);
    let no_time = MateLimits {
        nodes: None,
        time_ms: Some(0),
        ..limits(0)
    };
    assert_eq!(solve(&pos, &no_time), MateResult::Timeout);
}

#[test]
fn a_table_too_small_for_the_search_gives_no_wrong_verdict() {
    let long = "ln7/1S5+R1/1pppsSn2/pl5p1/4pp1kp/P1P4+b1/1PN+b1P2P/KGN1r4/LGsg3+p1 w gl4p 118";
    let pos = Position::from_sfen(long).unwrap();
    let tiny = MateLimits {
        memory_mib: 1,
        ..limits(300_000)
    };
    match solve(&pos, &tiny) {
        MateResult::Mate(line) => assert!(is_mating_line(&pos, &line)),
        MateResult::NoMate => panic!("there is a mate in 27"),
        MateResult::Timeout => {}
    }
}
