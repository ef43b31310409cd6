//! Settings of a study: node limits and sizes.

use std::collections::BTreeSet;

use serde::Serialize;

/// Kind of a problem; if several fit, the first in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// 詰み逃し: the player missed a mate.
    Mate,
    /// 受け: the move allows a mate that another move would have prevented.
    Defend,
    /// 入玉宣言: the player could have won by declaration.
    Declare,
    /// 咎め: the opponent has just made a mistake.
    Punish,
    /// 次の一手: any other mistake.
    Next,
}

impl ProblemKind {
    /// All kinds in their order.
    pub const ALL: [ProblemKind; 5] = [
        ProblemKind::Mate,
        ProblemKind::Defend,
        ProblemKind::Declare,
        ProblemKind::Punish,
        ProblemKind::Next,
    ];

    /// The name in files and options.
    pub fn name(self) -> &'static str {
        match self {
            ProblemKind::Mate => "mate",
            ProblemKind::Defend => "defend",
            ProblemKind::Declare => "declare",
            ProblemKind::Punish => "punish",
            ProblemKind::Next => "next",
        }
    }
}

/// Node limits of the searches of a study, each for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nodes {
    /// First search of every position.
    pub scan: u64,
    /// Confirming search of a candidate's position, with several lines.
    pub confirm: u64,
    /// Search for the reasons of a mistake.
    pub reasons: u64,
    /// Judging search of a problem's position.
    pub judge: u64,
    /// Judging search after the mistake and after each answer.
    pub judge_child: u64,
    /// Search for the best of the moves that are no answers.
    pub rest: u64,
    /// Search after every legal move of a problem.
    pub every: u64,
    /// Search after each move in the comparison with levels.
    pub compare: u64,
    /// Search for a mate.
    pub mate: u64,
    /// Repeated search for a mate that was left open.
    pub long_mate: u64,
}

impl Nodes {
    /// Limits in proportion to that of the first search.
    pub fn of_scan(scan: u64) -> Nodes {
        let scan = scan.clamp(1, u64::MAX / 100);
        Nodes {
            scan,
            confirm: 3 * scan,
            reasons: 3 * scan,
            judge: 30 * scan,
            judge_child: 15 * scan,
            rest: 90 * scan,
            every: scan.div_ceil(5),
            compare: scan.div_ceil(2),
            mate: scan.div_ceil(2),
            long_mate: scan,
        }
    }

    /// Smaller limits, for about a third of the time and less reliable problems.
    pub fn quick(scan: u64) -> Nodes {
        let whole = Nodes::of_scan(scan);
        Nodes {
            scan: whole.scan.div_ceil(2),
            confirm: whole.confirm.div_ceil(3),
            judge: whole.judge.div_ceil(4),
            judge_child: whole.judge_child.div_ceil(4),
            rest: whole.rest.div_ceil(12),
            every: whole.every.div_ceil(2),
            mate: whole.mate.div_ceil(2),
            ..whole
        }
    }
}

/// Settings of a study.
#[derive(Clone, Debug)]
pub struct StudySettings {
    /// Node limits of the searches.
    pub nodes: Nodes,
    /// The user's level, -15 to 9 without 0; `None` if unknown.
    pub level: Option<i32>,
    /// Kinds of problems to keep.
    pub kinds: BTreeSet<ProblemKind>,
    /// Largest number of problems.
    pub max: usize,
    /// Whether to keep problems far above the user's level.
    pub is_beyond: bool,
    /// Whether to judge every move of a problem, for pages.
    pub judges_every_move: bool,
    /// Whether to compare the games with the user's level.
    pub compares: bool,
    /// Whether to estimate the range of levels that the games correspond to.
    pub finds_level: bool,
}

impl StudySettings {
    /// Number of mistakes of a game that are judged by the long searches, the largest first.
    ///
    /// If the user's level is known, the tries of the levels change which problems rank best.
    /// Therefore twice as many mistakes are judged and tried as are kept. If kinds are left out, a
    /// larger mistake may be of a kind that is not kept, so that all are judged.
    pub(super) fn judged(&self) -> usize {
        match (self.kinds.len() == ProblemKind::ALL.len(), self.level) {
            (true, Some(_)) => 2 * A_GAME,
            (true, None) => A_GAME,
            (false, _) => usize::MAX,
        }
    }
}

/// Number of lines of the confirming search.
pub const LINES: usize = 8;
/// Longest mate, in plies, that a player is expected to see.
pub const MATE_PLIES: usize = 15;
/// Largest number of problems from one game.
pub const A_GAME: usize = 3;
