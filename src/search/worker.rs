//! One search thread: its position, evaluator and memory.

use super::clock::Clock;
use super::history::Histories;
use super::logarithms::Logarithms;
use super::node_type::NodeType;
use super::picker_context::PickerContext;
use super::piece_to::ContinuationKey;
use super::root_move::RootMove;
use super::shared::Shared;
use super::stack::{PvTable, Stack};
use super::stats::Stats;
use crate::eval::Evaluator;
use crate::position::{CheckInfo, Position};
use crate::tt::Entry;
use crate::types::{Depth, Move, Value};

/// Nodes between two looks at the clock.
const CHECK_INTERVAL: u32 = 512;

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
    pub(super) logarithms: Logarithms,
    pub(super) max_moves: u32,
    /// The keys of the game's positions that may not come a fourth time.
    pub(super) seen_thrice: Vec<u64>,
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
            logarithms: Logarithms::new(),
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
        self.memory.histories.correction.prefetch(&keys);
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

    /// The evaluation before corrections.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Value {
        self.memory.evaluator.evaluate(&self.pos)
    }

    /// The tables after the last six moves.
    #[inline]
    pub(super) fn continuations(&self, ply: usize) -> [ContinuationKey; 6] {
        let stack = &self.memory.stack;
        [1, 2, 3, 4, 5, 6].map(|back| stack.before(ply, back).continuation)
    }

    /// Begins the line from a ply on, on the principal variation.
    #[inline(always)]
    pub(super) fn begin_line<N: NodeType>(&mut self, ply: usize) {
        if N::PV {
            self.memory.pvs.clear(ply);
            self.seldepth = self.seldepth.max(ply as Depth + 1);
        }
    }

    /// Stores what is known about the position at `ply`.
    #[inline]
    pub(super) fn store(&self, ply: usize, entry: Entry) {
        self.shared.table.store(self.pos.key(), ply, &entry);
    }

    /// What the moves of this position are ordered by.
    #[inline]
    pub(super) fn picker_context<'b>(&'b self, checks: &'b CheckInfo) -> PickerContext<'b> {
        PickerContext {
            pos: &self.pos,
            histories: &self.memory.histories,
            checks,
        }
    }
}
