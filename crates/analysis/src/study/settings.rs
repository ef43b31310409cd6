//! Settings of a study: limits of the searches and thresholds of the selection.

use std::collections::BTreeSet;

use serde::Serialize;

/// A kind of problem, by the first that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// 詰み逃し: a mate was there, and the move lets it go.
    Mate,
    /// 受け: the move allows a mate, another would not.
    Defend,
    /// 入玉宣言: the game could have been won by declaration.
    Declare,
    /// 咎め: the opponent had just made a mistake.
    Punish,
    /// 次の一手: any other.
    Next,
}

impl ProblemKind {
    /// All of them.
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

/// Nodes of the searches of a study, for one position each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nodes {
    /// Of every position.
    pub scan: u64,
    /// Of a position with a candidate, with several lines.
    pub confirm: u64,
    /// Of a problem.
    pub judge: u64,
    /// Of the positions after the moves that matter in a problem.
    pub judge_child: u64,
    /// Of the positions after every other move of a problem.
    pub every: u64,
    /// Of the positions after moves of levels.
    pub compare: u64,
    /// Of a search for a mate.
    pub mate: u64,
    /// The same where it must not stay open.
    pub long_mate: u64,
}

impl Nodes {
    /// All in proportion to those of the scan.
    pub fn of_scan(scan: u64) -> Nodes {
        let scan = scan.clamp(1, u64::MAX / 100);
        Nodes {
            scan,
            confirm: 3 * scan,
            judge: 30 * scan,
            judge_child: 15 * scan,
            every: scan.div_ceil(5),
            compare: scan.div_ceil(2),
            mate: scan.div_ceil(2),
            long_mate: scan,
        }
    }

    /// A third of the time, and more that is wrong.
    pub fn quick(scan: u64) -> Nodes {
        let whole = Nodes::of_scan(scan);
        Nodes {
            scan: whole.scan.div_ceil(2),
            judge: whole.judge.div_ceil(4),
            judge_child: whole.judge_child.div_ceil(4),
            every: whole.every.div_ceil(2),
            mate: whole.mate.div_ceil(2),
            ..whole
        }
    }
}

/// The settings of a study.
#[derive(Clone, Debug)]
pub struct StudySettings {
    /// Nodes of the searches.
    pub nodes: Nodes,
    /// The user's level, -15 to 9 without 0.
    pub level: Option<i32>,
    /// Kinds of problems wanted.
    pub kinds: BTreeSet<ProblemKind>,
    /// Most problems in all.
    pub max: usize,
    /// Problems far beyond the level too.
    pub is_beyond: bool,
    /// Whether every move of a problem is judged, for pages.
    pub judges_every_move: bool,
    /// Whether the games are compared with the level.
    pub compares: bool,
    /// Whether a level is looked for that the games are like.
    pub finds_level: bool,
}

/// Lines of the search that confirms.
pub const LINES: usize = 8;
/// Plies of a mate that a player is expected to see.
pub const MATE_PLIES: usize = 15;
/// Most problems of a game.
pub const A_GAME: usize = 3;
