//! Benchmark of the tsume solver, in problems per second.

use std::time::Duration;

use komadai::host::Instant;
use komadai::mate::{MateLimits, TsumeResult, TsumeSolver, TsumeTask};
use komadai::position::Position;

/// Problems from Komadai's own games, one a line: plies to mate, position.
const PROBLEMS: &str = include_str!("bench.tsv");
/// Lengths of the problems in plies.
pub const LENGTHS: [usize; 4] = [1, 3, 5, 7];
/// Memory of the solver in MiB.
const MEMORY_MIB: usize = 16;

/// Speed on the problems of one length.
#[derive(Clone, Copy, Debug)]
pub struct TsumeSpeed {
    /// Plies to mate.
    pub plies: usize,
    /// Number of problems.
    pub problems: usize,
    /// Number of problems solved with the proof that there is no shorter mate.
    pub solved: usize,
    /// Number of times that all problems were solved.
    pub rounds: u32,
    /// Nodes for solving all problems once; the same on every machine.
    pub nodes: u64,
    /// Total time of all rounds.
    pub time: Duration,
}

impl TsumeSpeed {
    /// Problems solved per second.
    pub fn per_second(&self) -> f64 {
        (self.problems as f64 * f64::from(self.rounds)) / self.time.as_secs_f64().max(1e-9)
    }
}

/// Solves all problems of one length on one thread, again and again until `at_least` has passed.
/// The solver keeps its memory allocated, but starts each problem without earlier results.
pub fn speed(plies: usize, at_least: Duration) -> TsumeSpeed {
    let limits = MateLimits {
        memory_mib: MEMORY_MIB,
        ..MateLimits::default()
    };
    let problems = problems(plies);
    let mut solver = TsumeSolver::new(MEMORY_MIB);
    let mut speed = TsumeSpeed {
        plies,
        problems: problems.len(),
        solved: 0,
        rounds: 0,
        nodes: 0,
        time: Duration::ZERO,
    };
    let start = Instant::now();
    while speed.rounds == 0 || speed.time < at_least {
        speed.solved = 0;
        speed.nodes = 0;
        for pos in &problems {
            let (found, stats) = solver.solve(pos, &limits, &TsumeTask::default());
            speed.nodes += stats.nodes;
            speed.solved += usize::from(
                matches!(found, TsumeResult::Mate(mate) if mate.is_shortest && mate.line.len() == plies),
            );
        }
        speed.rounds += 1;
        speed.time = start.elapsed();
    }
    speed
}

fn problems(plies: usize) -> Vec<Position> {
    PROBLEMS
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter(|(length, _)| length.parse() == Ok(plies))
        .filter_map(|(_, sfen)| Position::from_sfen(sfen).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_is_solved_in_its_length() {
        for plies in LENGTHS {
            let speed = speed(plies, Duration::ZERO);
            assert!(speed.problems >= 80, "{speed:?}");
            assert_eq!(speed.solved, speed.problems, "{speed:?}");
        }
    }
}
