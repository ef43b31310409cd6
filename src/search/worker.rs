//! One search thread: its position, evaluator and memory.

use super::clock::Clock;
use super::history::{ContinuationKey, CorrectionKeys, Histories, piece_to};
use super::reductions::logarithms;
use super::shared::Shared;
use super::stack::{PvTable, Stack};
use super::stats::Stats;
use super::tunables::{self as tune, on};
use crate::eval::Evaluator;
use crate::movegen::{MAX_MOVES, has_legal_move};
use crate::position::{Position, Repetition, Sennichite};
use crate::types::{Bound, Depth, MAX_PLY, Move, Value};

/// Nodes between two looks at the clock.
const CHECK_INTERVAL: u32 = 512;

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The line, starting with the move.
    pub pv: Vec<Move>,
    /// The score found last; minus infinity where the move was found no better
    /// than another.
    pub score: Value,
    /// The iteration that found `score`.
    pub score_depth: Depth,
    /// What the move was last found not to exceed.
    pub at_most: Value,
    /// The score of the iteration before.
    pub previous_score: Value,
    /// A running mean of the scores; [`Value::NONE`] at first.
    pub average_score: Value,
    /// A running mean of the scores' squares, with sign; `None` at first.
    pub mean_squared: Option<i64>,
    /// Nodes spent below it.
    pub effort: u64,
    /// The longest line below it.
    pub seldepth: Depth,
    /// The score is at least `score` (the window was too low).
    pub lower_bound: bool,
    /// The score is at most `score` (the window was too high).
    pub upper_bound: bool,
}

impl RootMove {
    fn new(mv: Move) -> RootMove {
        RootMove {
            pv: vec![mv],
            score: -Value::INFINITE,
            score_depth: 0,
            at_most: Value::INFINITE,
            previous_score: -Value::INFINITE,
            average_score: Value::NONE,
            mean_squared: None,
            effort: 0,
            seldepth: 0,
            lower_bound: false,
            upper_bound: false,
        }
    }

    /// The move itself.
    #[inline]
    pub fn mv(&self) -> Move {
        self.pv[0]
    }

    /// Whether the score is exact or a bound.
    pub fn bound(&self) -> Bound {
        if self.lower_bound {
            Bound::Lower
        } else if self.upper_bound {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// What a thread keeps from one search to the next.
pub struct Memory {
    /// What it has learnt.
    pub histories: Histories,
    /// Scratch space of the line searched.
    pub stack: Stack,
    /// Scratch space of the best lines.
    pub pvs: PvTable,
    /// How static positions are valued.
    pub evaluator: Evaluator,
    /// What it has counted.
    pub stats: Stats,
}

impl Memory {
    /// An empty memory for a thread that values positions with `evaluator`.
    pub fn new(evaluator: Evaluator) -> Memory {
        Memory {
            histories: Histories::default(),
            stack: Stack::default(),
            pvs: PvTable::default(),
            evaluator,
            stats: Stats::default(),
        }
    }
}

/// A thread at work on one search.
pub struct Worker<'a> {
    pub(super) id: usize,
    pub(super) shared: &'a Shared<'a>,
    pub(super) pos: Position,
    pub(super) memory: &'a mut Memory,
    /// Only the main thread looks at the clock.
    pub(super) clock: Option<Clock>,
    pub(super) nodes: u64,
    node_limit: u64,
    until_check: u32,
    pub(super) root_moves: Vec<RootMove>,
    pub(super) pv_index: usize,
    pub(super) root_depth: Depth,
    pub(super) root_delta: i32,
    pub(super) seldepth: Depth,
    pub(super) completed_depth: Depth,
    pub(super) null_move_from: usize,
    pub(super) best_move_changes: u32,
    pub(super) logarithms: &'static [i32; MAX_MOVES],
    max_moves: u32,
    /// The keys of the game's positions that may not come a fourth time.
    seen_thrice: Vec<u64>,
}

impl<'a> Worker<'a> {
    /// A thread about to search `pos`, choosing among `moves`.
    pub fn new(
        id: usize,
        threads: usize,
        shared: &'a Shared<'a>,
        pos: &Position,
        moves: &[Move],
        memory: &'a mut Memory,
        clock: Option<Clock>,
    ) -> Worker<'a> {
        memory.evaluator.reset(pos);
        memory.stack.clear();
        // One thread stops at exactly the nodes asked for; several look at
        // their sum now and then.
        let exact = threads == 1;
        Worker {
            id,
            shared,
            pos: pos.clone(),
            memory,
            clock,
            nodes: 0,
            node_limit: match shared.limits.nodes {
                Some(nodes) if exact => nodes,
                _ => u64::MAX,
            },
            until_check: CHECK_INTERVAL,
            root_moves: moves.iter().map(|&mv| RootMove::new(mv)).collect(),
            pv_index: 0,
            root_depth: 0,
            root_delta: 1,
            seldepth: 0,
            completed_depth: 0,
            null_move_from: 0,
            best_move_changes: 0,
            logarithms: logarithms(),
            max_moves: match shared.options.time.max_moves_to_draw {
                0 => u32::MAX,
                limit => limit,
            },
            seen_thrice: pos.seen_thrice(),
        }
    }

    /// Looks now and then whether the search is over. Main thread only.
    #[inline]
    pub(super) fn check_limits(&mut self) {
        if self.nodes >= self.node_limit {
            self.shared.stop();
        }
        if self.id != 0 {
            return;
        }
        self.until_check -= 1;
        if self.until_check == 0 {
            self.until_check = CHECK_INTERVAL;
            self.check_clock();
        }
    }

    /// Obeys signals and limits.
    #[cold]
    pub(super) fn check_clock(&mut self) {
        let shared = self.shared;
        if shared.signals.stopped() {
            shared.stop();
        }
        if shared
            .limits
            .nodes
            .is_some_and(|limit| shared.total_nodes() >= limit)
        {
            shared.stop();
        }
        if let Some(clock) = &mut self.clock {
            if let Some(hit) = shared.signals.take_ponderhit() {
                clock.ponderhit(&hit);
            }
            let elapsed = clock.elapsed();
            if clock.is_over(elapsed) && self.completed_depth >= 1 {
                shared.stop();
            }
        }
    }

    /// Makes a move in position and evaluator.
    ///
    /// At the root checks are always looked for: there the opponent may stand
    /// in check already, which the move does not give.
    #[inline]
    pub(super) fn do_move(&mut self, ply: usize, mv: Move, gives_check: bool) {
        self.nodes += 1;
        self.shared.counter(self.id).set(self.nodes);
        let moved = self.pos.moved_piece_after(mv);
        let frame = self.memory.stack.at_mut(ply);
        frame.current_move = Some(mv);
        frame.moved = Some(moved);
        frame.continuation = ContinuationKey::new(moved, mv.to());
        let dirty = self.pos.do_move_with(mv, gives_check || ply == 0);
        let keys = self.correction_keys(ply + 1);
        self.memory.histories.prefetch_corrections(&keys);
        self.memory.evaluator.push(&dirty);
    }

    /// Brings near what the table keeps about the position after a move.
    #[inline]
    pub(super) fn prefetch_after(&self, mv: Move) {
        self.shared.table.prefetch(self.pos.key_after(mv));
    }

    /// Takes a move back.
    #[inline]
    pub(super) fn undo_move(&mut self, mv: Move) {
        self.pos.undo_move(mv);
        self.memory.evaluator.pop();
    }

    /// Passes.
    pub(super) fn do_null_move(&mut self, ply: usize) {
        self.nodes += 1;
        self.shared.counter(self.id).set(self.nodes);
        let frame = self.memory.stack.at_mut(ply);
        frame.current_move = None;
        frame.moved = None;
        frame.continuation = ContinuationKey::default();
        self.pos.do_null_move();
        self.shared.table.prefetch(self.pos.key());
        self.memory.evaluator.push_null();
    }

    /// Takes a pass back.
    pub(super) fn undo_null_move(&mut self) {
        self.pos.undo_null_move();
        self.memory.evaluator.pop();
    }

    /// What a draw is worth, blurred a little so that the search does not take
    /// the first of many drawing lines for settled (Stockfish).
    #[inline]
    pub(super) fn draw_value(&self) -> Value {
        self.shared.draw_value(self.pos.side_to_move()) - 1 + (self.nodes & 2) as i32
    }

    /// The value of a position that repetition or the move limit decides.
    #[inline]
    pub(super) fn rule_value(&mut self, ply: usize) -> Option<Value> {
        if self.pos.ply() > self.max_moves {
            return Some(self.move_limit_value(ply));
        }
        let value = match self.pos.repetition(ply) {
            Repetition::None if self.seen_thrice.is_empty() => return None,
            Repetition::None => return self.fourth_occurrence(),
            Repetition::Draw => self.draw_value(),
            Repetition::Win => Value::RULE_WIN,
            Repetition::Loss => -Value::RULE_WIN,
            Repetition::Superior if on(tune::on_repetition_hands()) => Value::SUPERIOR,
            Repetition::Inferior if on(tune::on_repetition_hands()) => -Value::SUPERIOR,
            Repetition::Superior | Repetition::Inferior => return None,
        };
        Some(value)
    }

    /// The move limit draws, but a mate given with the last move counts, and so
    /// does a perpetual check that it completes.
    #[cold]
    fn move_limit_value(&self, ply: usize) -> Value {
        if has_legal_move(&self.pos) {
            self.sennichite_value().unwrap_or(self.draw_value())
        } else {
            Value::mated_in(ply)
        }
    }

    /// The value of a position that has stood three times in the game, however
    /// far back: farther than every node could afford to look.
    #[cold]
    fn fourth_occurrence(&self) -> Option<Value> {
        if !self.seen_thrice.contains(&self.pos.key()) {
            return None;
        }
        self.sennichite_value()
    }

    /// What the rules say if the position stands for the fourth time.
    fn sennichite_value(&self) -> Option<Value> {
        Some(match self.pos.sennichite()? {
            Sennichite::Draw => self.draw_value(),
            Sennichite::SideToMoveWins => Value::RULE_WIN,
            Sennichite::SideToMoveLoses => -Value::RULE_WIN,
        })
    }

    /// The evaluation before corrections.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Value {
        self.memory.evaluator.evaluate(&self.pos)
    }

    /// Where the corrections of the position at `ply` are found.
    #[inline]
    pub(super) fn correction_keys(&self, ply: usize) -> CorrectionKeys {
        let stack = &self.memory.stack;
        let key = |back: usize| {
            let frame = stack.before(ply, back);
            match (frame.current_move, frame.moved) {
                (Some(mv), Some(piece)) => Some(piece_to(piece, mv.to())),
                _ => None,
            }
        };
        CorrectionKeys::new(&self.pos, key(1), [key(2), key(4)])
    }

    /// The correction of the evaluation, in 1/131072.
    #[inline]
    pub(super) fn correction(&self, ply: usize) -> i32 {
        let sums = self
            .memory
            .histories
            .corrections(&self.correction_keys(ply));
        tune::correction_pawn() * sums.pawn
            + tune::correction_minor() * sums.minor
            + tune::correction_non_pawn() * sums.non_pawn
            + tune::correction_continuation() * sums.continuation
    }

    /// The tables after the last six moves.
    #[inline]
    pub(super) fn continuations(&self, ply: usize) -> [ContinuationKey; 6] {
        let stack = &self.memory.stack;
        [1, 2, 3, 4, 5, 6].map(|back| stack.before(ply, back).continuation)
    }

    /// The value of a position where the line has become too long to go on.
    #[inline]
    pub(super) fn too_deep(&mut self, ply: usize, in_check: bool) -> Option<Value> {
        if ply < MAX_PLY - 1 {
            return None;
        }
        Some(if in_check {
            self.draw_value()
        } else {
            self.evaluate()
        })
    }
}

/// A raw evaluation with its correction (in 1/131072) applied.
#[inline]
pub(super) fn corrected(raw: Value, correction: i32) -> Value {
    (raw + correction / 131_072).clamp_eval()
}
