//! Worker: one search thread with its position, evaluator and memory.

use super::clock::Clock;
use super::history::Histories;
use super::node_state::NodeType;
use super::quiet_scorer::PickerContext;
use super::ranking::RootMove;
use super::rows::ContinuationKey;
use super::shared::Shared;
use super::stack::{PvTable, Stack};
use super::stats::Stats;
use super::tunables::Logarithms;
use crate::eval::Evaluator;
use crate::host;
use crate::position::{CheckInfo, Position};
use crate::tt::TtEntry;
use crate::types::{Depth, Move, Value};

/// Largest number of nodes between two checks of the clock, the signals and the limit of nodes.
const CHECK_INTERVAL: u32 = 512;

/// Memory that a thread keeps from one search to the next.
pub struct Memory {
    /// The histories of the thread.
    pub histories: Histories,
    /// The frames of the line being searched.
    pub stack: Stack,
    /// The principal variations of that line's plies.
    pub pvs: PvTable,
    /// The thread's own evaluator.
    pub evaluator: Evaluator,
    /// The counters of the thread.
    pub stats: Stats,
}

impl Memory {
    /// An empty memory for a thread that evaluates with `evaluator`.
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

/// State of one thread in one search.
pub struct Worker<'a> {
    pub(super) id: usize,
    pub(super) shared: &'a Shared<'a>,
    pub(super) pos: Position,
    pub(super) memory: &'a mut Memory,
    /// The clock of the main thread; `None` on other threads, which see the latest end of the
    /// search in [`Shared`].
    pub(super) clock: Option<Clock>,
    pub(super) nodes: u64,
    node_limit: u64,
    check_interval: u32,
    until_check: u32,
    pub(super) root_moves: Vec<RootMove>,
    pub(super) pv_index: usize,
    /// The principal variation of the last iteration.
    pub(super) last_pv: Vec<Move>,
    pub(super) root_depth: Depth,
    pub(super) root_delta: i32,
    pub(super) seldepth: Depth,
    pub(super) completed_depth: Depth,
    pub(super) null_move_from: usize,
    pub(super) best_move_changes: u32,
    pub(super) logarithms: Logarithms,
    pub(super) max_moves: u32,
    /// Keys of the positions that have stood three times in the game.
    pub(super) seen_thrice: Vec<u64>,
}

impl<'a> Worker<'a> {
    /// The state of a thread before its search of `pos`, choosing among `moves`.
    pub fn new(
        id: usize,
        shared: &'a Shared<'a>,
        pos: &Position,
        moves: &[Move],
        memory: &'a mut Memory,
        clock: Option<Clock>,
    ) -> Worker<'a> {
        memory.evaluator.reset(pos);
        memory.stack.clear();
        // A single thread stops at exactly the limit of nodes. Several threads check the
        // sum of their nodes, more often where the limit is low.
        let (node_limit, check_interval) = match (shared.limits.nodes, shared.threads()) {
            (Some(nodes), 1) => (nodes, CHECK_INTERVAL),
            (Some(nodes), threads) => {
                let share = nodes / (2 * threads as u64);
                let interval = share.clamp(1, u64::from(CHECK_INTERVAL));
                (u64::MAX, interval as u32)
            }
            (None, _) => (u64::MAX, CHECK_INTERVAL),
        };
        Worker {
            id,
            shared,
            pos: pos.clone(),
            memory,
            clock,
            nodes: 0,
            node_limit,
            check_interval,
            until_check: check_interval,
            root_moves: moves.iter().map(|&mv| RootMove::new(mv)).collect(),
            pv_index: 0,
            last_pv: Vec::new(),
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

    /// Checks the limits at least every [`CHECK_INTERVAL`] nodes. Every thread does,
    /// since on a busy machine a thread may not run for a long time.
    #[inline]
    pub(super) fn check_limits(&mut self) {
        if self.nodes >= self.node_limit {
            self.shared.stop();
        }
        self.until_check -= 1;
        if self.until_check == 0 {
            self.until_check = self.check_interval;
            self.poll_limits();
        }
    }

    /// Ends the search at a signal, at the limit of nodes or at the end of the time. The
    /// end of the time counts only once this thread has finished an iteration, so that
    /// there is a move to answer with.
    #[cold]
    fn poll_limits(&mut self) {
        host::check_turn();
        let shared = self.shared;
        let nodes = shared.limits.nodes;
        let mut over =
            shared.signals.stopped() || nodes.is_some_and(|limit| shared.total_nodes() >= limit);
        let out_of_time = match &mut self.clock {
            Some(clock) => {
                if let Some(hit) = shared.signals.take_ponderhit() {
                    clock.ponderhit(&hit);
                    shared.set_last_moment(clock.last_moment());
                }
                let elapsed = clock.elapsed();
                let before = std::mem::replace(&mut clock.checked, elapsed);
                let is_over = clock.is_over(elapsed);
                let late = elapsed.saturating_sub(clock.last_moment());
                if is_over && late > 0 && !shared.stopped() {
                    // The thread works for less than a millisecond between two looks at the clock.
                    // A longer delay means that the system did not run the thread.
                    log::debug!(
                        "{late} ms past the end of the time, {} ms after the last look at the clock",
                        elapsed.saturating_sub(before)
                    );
                }
                is_over
            }
            None => shared.is_past_last_moment(),
        };
        over |= out_of_time && self.completed_depth >= 1;
        if over {
            shared.stop();
        }
    }

    /// Makes a move in the position and the evaluator, and prefetches the entries of the
    /// new position in the table and the correction history.
    ///
    /// At the root, `do_move_with` looks for checks whatever `gives_check` says: the
    /// position may be one in which the opponent is in check already.
    #[inline]
    pub(super) fn do_move(&mut self, ply: usize, mv: Move, gives_check: bool) {
        self.nodes += 1;
        self.shared.counter(self.id).set(self.nodes);
        let moved = self.pos.moved_piece_after(mv);
        let frame = self.memory.stack.at_mut(ply);
        frame.current_move = Some(mv);
        frame.moved = Some(moved);
        frame.continuation = ContinuationKey::new(moved, mv.to());
        let table = self.shared.table;
        let prefetch = |key| table.prefetch(key);
        let dirty = (self.pos).do_move_with(mv, gives_check || ply == 0, prefetch);
        let keys = self.correction_keys(ply + 1);
        self.memory.histories.correction.prefetch(&keys);
        self.memory.evaluator.push(&dirty);
    }

    /// Takes a move back.
    #[inline]
    pub(super) fn undo_move(&mut self, mv: Move) {
        self.pos.undo_move(mv);
        self.memory.evaluator.pop();
    }

    /// Makes a null move.
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

    /// Takes a null move back.
    pub(super) fn undo_null_move(&mut self) {
        self.pos.undo_null_move();
        self.memory.evaluator.pop();
    }

    /// Brings the evaluator's sums up to date, except in check, where no evaluation is needed.
    #[inline]
    pub(super) fn update_evaluator(&mut self, in_check: bool) {
        if !in_check {
            self.memory.evaluator.bring_up_to_date(&self.pos);
        }
    }

    /// The evaluation before corrections.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Value {
        self.memory.evaluator.evaluate(&self.pos)
    }

    /// The keys of the continuation histories of the last six moves.
    #[inline]
    pub(super) fn continuations(&self, ply: usize) -> [ContinuationKey; 6] {
        let stack = &self.memory.stack;
        [1, 2, 3, 4, 5, 6].map(|back| stack.before(ply, back).continuation)
    }

    /// On the principal variation, empties the line of this ply and updates the selective depth.
    #[inline(always)]
    pub(super) fn start_pv<N: NodeType>(&mut self, ply: usize) {
        if N::PV {
            self.memory.pvs.clear(ply);
            self.seldepth = self.seldepth.max(ply as Depth + 1);
        }
    }

    /// Stores an entry for the position at `ply`.
    #[inline]
    pub(super) fn store(&self, ply: usize, entry: TtEntry) {
        self.shared.table.store(self.pos.key(), ply, &entry);
    }

    /// Inputs of move ordering in this position.
    #[inline]
    pub(super) fn picker_context<'b>(&'b self, checks: &'b CheckInfo) -> PickerContext<'b> {
        PickerContext {
            pos: &self.pos,
            histories: &self.memory.histories,
            checks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::{Limits, SearchOptions};
    use super::super::report::{Outside, Silent};
    use super::super::root::GameMemory;
    use super::super::shared::STACK_SIZE;
    use super::*;
    use crate::eval::scale::ScoreScale;
    use crate::movegen::legal_moves;
    use crate::signals::Signals;
    use crate::tt::Table;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    /// Runs only the second of two threads. Returns its nodes and its last finished
    /// iteration, or `None` if it does not end within two minutes.
    fn second_alone(limits: &Limits, signals: &Signals) -> Option<(u64, Depth)> {
        let table = Table::new(1).unwrap();
        let options = SearchOptions::default();
        let silent = Outside {
            reporter: &Silent,
            scale: ScoreScale::SAME,
        };
        let shared = Shared::new(&table, limits, &options, signals, silent, 2);
        let pos = Position::startpos();
        let clock = Clock::plan(limits, pos.side_to_move(), pos.ply(), &options.time);
        shared.set_last_moment(clock.last_moment());
        let (done, ended) = mpsc::channel();
        thread::scope(|scope| {
            let search = || {
                let mut memory = Memory::new(Evaluator::material());
                let moves = legal_moves(&pos);
                let mut worker = Worker::new(1, &shared, &pos, &moves, &mut memory, None);
                worker.iterate(&mut GameMemory::default());
                done.send((worker.nodes, worker.completed_depth)).unwrap();
            };
            thread::Builder::new()
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, search)
                .unwrap();
            let found = ended.recv_timeout(Duration::from_secs(120));
            shared.stop();
            found.ok()
        })
    }

    #[test]
    fn a_thread_obeys_nodes_signals_and_clock_without_the_first() {
        for (limit, late) in [(1, 1), (100, 25), (5000, 512), (60_000, 512)] {
            let (nodes, _) = second_alone(&Limits::nodes(limit), &Signals::new()).unwrap();
            assert!((limit..=limit + late).contains(&nodes), "{nodes}");
        }
        let signals = Signals::new();
        signals.stop();
        let (nodes, _) = second_alone(&Limits::infinite(), &signals).unwrap();
        assert!(nodes <= 512, "{nodes}");
        let (_, depth) = second_alone(&Limits::movetime(20), &Signals::new()).unwrap();
        assert!(depth >= 1);
    }
}
