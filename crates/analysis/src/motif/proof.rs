//! Mates by checks, proven or disproven.

use std::cell::RefCell;

use komadai::mate::{MateLimits, TsumeResult, TsumeSolver, TsumeTask};
use komadai::movegen::legal_moves;
use komadai::position::Position;
use komadai::types::Move;

/// Memory of the solver in MiB.
const MATE_MIB: usize = 16;

/// Result of a search for a mate by checks.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Proof {
    /// A mate, with its whole line.
    Mate(Vec<Move>),
    /// Proof that there is no mate.
    NoMate,
    /// Neither a mate nor its absence is proven within the limits.
    #[default]
    Open,
}

impl Proof {
    /// The line of a proven mate.
    pub fn mate(&self) -> Option<&[Move]> {
        match self {
            Proof::Mate(line) => Some(line),
            _ => None,
        }
    }

    /// Whether a mate in at most `plies` is proven.
    pub fn mates_in(&self, plies: usize) -> bool {
        self.mate().is_some_and(|line| line.len() <= plies)
    }
}

thread_local! {
    /// One solver for each thread, whose memory stays allocated between positions.
    static SOLVER: RefCell<TsumeSolver> = RefCell::new(TsumeSolver::new(MATE_MIB));
}

/// Searches for a mate by checks by the side to move, in at most `nodes` nodes.
pub fn mate(pos: &Position, nodes: u64) -> Proof {
    let limits = MateLimits {
        nodes: Some(nodes),
        memory_mib: MATE_MIB,
        ..MateLimits::default()
    };
    let task = TsumeTask::default();
    let (found, _) = SOLVER.with_borrow_mut(|solver| solver.solve(pos, &limits, &task));
    match found {
        TsumeResult::Mate(solution) => Proof::Mate(solution.line),
        TsumeResult::NoMate | TsumeResult::NoMateInTime => Proof::NoMate,
        TsumeResult::Unsolved => Proof::Open,
    }
}

/// Searches for a mate by checks after every legal move of the side to move, in at most `nodes`
/// nodes for each. The line of a mate begins with the longest defence. [`Proof::NoMate`] if the
/// side is not in check.
pub fn mated(pos: &Position, nodes: u64) -> Proof {
    if !pos.in_check() {
        return Proof::NoMate;
    }
    let mut child = pos.clone();
    let mut longest = Vec::new();
    let mut is_open = false;
    for reply in legal_moves(pos) {
        child.do_move(reply);
        let found = mate(&child, nodes);
        child.undo_move(reply);
        match found {
            Proof::NoMate => return Proof::NoMate,
            Proof::Open => is_open = true,
            Proof::Mate(line) if line.len() >= longest.len() => {
                longest = [&[reply], &line[..]].concat();
            }
            Proof::Mate(_) => {}
        }
    }
    match is_open {
        true => Proof::Open,
        false => Proof::Mate(longest),
    }
}
