//! Searcher: search threads, their memories and the table, and a search of one position.

use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use rayon::ThreadPoolBuildError;

use super::clock::Clock;
use super::limits::{Limits, SearchOptions};
use super::ranking::{Finished, Line, vote};
use super::report::{Best, Info, Outside, Reporter, SearchResult};
use super::root::GameMemory;
use super::shared::{STACK_SIZE, Shared, Team};
use super::stats::Stats;
use super::worker::{Memory, Worker};
use crate::eval::Evaluator;
use crate::host::sync::{cores, into_inner, lock};
use crate::host::{self, Instant};
use crate::mem;
use crate::movegen::is_needless_non_promotion;
use crate::movegen::legal_moves;
use crate::position::{Declaration, Position};
use crate::signals::Signals;
use crate::tt::{Table, TtError};
use crate::types::{Bound, Move, Score, Value};

/// The longest wait of the thread that answers for the others, which end in a fraction of a millisecond
/// unless other programs keep them from running.
const PATIENCE: Duration = Duration::from_millis(1);

/// MiB of the table that [`Searcher::warm_up`] touches in one call, which takes a
/// millisecond or two, on slow systems about ten.
const WARM_UP_MIB: usize = 8;

/// The histories of a thread and what else it writes to, rounded up, in bytes.
const USED_BYTES: usize = 16 << 20;

/// The memory that a thread needs, rounded up, in bytes: its stack and its histories.
const THREAD_BYTES: usize = STACK_SIZE + USED_BYTES;

/// Address space that the allocator of the C library on Linux takes for a thread, in bytes, for at
/// most eight threads a core: two heaps of 64 MiB, of which one is given back.
const ARENA_BYTES: usize = 128 << 20;

/// Checks that there is memory for the stacks and histories of `threads` threads. Without
/// this check, a failed allocation in a thread would end the process, and threads of a
/// team that does not start completely would hold their memory for some time.
fn find_room(threads: usize) -> Result<(), SearcherError> {
    if !host::HAS_THREADS {
        return Ok(());
    }
    if mem::available().is_some_and(|bytes| threads > most_threads(bytes)) {
        return Err(SearcherError::ThreadMemory(threads));
    }
    let refused = |_| SearcherError::ThreadMemory(threads);
    let mut held: Vec<Vec<u8>> = Vec::new();
    held.try_reserve_exact(threads).map_err(refused)?;
    let arenas = match cfg!(all(target_os = "linux", target_env = "gnu")) {
        true => 8 * cores(),
        false => 0,
    };
    for thread in 0..threads {
        // One allocation for each thread, as the threads will make them: systems refuse a
        // single allocation larger than all memory.
        let mut part = Vec::new();
        let arena = if thread < arenas { ARENA_BYTES } else { 0 };
        part.try_reserve_exact(THREAD_BYTES + arena)
            .map_err(refused)?;
        held.push(part);
    }
    std::hint::black_box(&held);
    Ok(())
}

/// The most threads whose histories fit in `available` bytes of free memory, even after long
/// searches have filled them. Linux would accept more threads, and kill the process later when
/// memory runs out.
fn most_threads(available: u64) -> usize {
    usize::try_from(available / USED_BYTES as u64).map_or(usize::MAX, |most| most.max(1))
}

/// Error of setting up a searcher.
#[derive(Debug, thiserror::Error)]
pub enum SearcherError {
    /// The threads could not be started.
    #[error("cannot start the search threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// There is no memory for the stacks and histories of so many threads.
    #[error("no memory for {0} search threads")]
    ThreadMemory(usize),
    /// The hash table could not be allocated.
    #[error(transparent)]
    Table(#[from] TtError),
}

/// Search threads, their memories, and the table that they share.
pub struct Searcher {
    team: Team,
    table: Table,
    memories: Vec<Mutex<Memory>>,
    evaluator: Evaluator,
    game: GameMemory,
    /// Whether a search has run since the table and the histories were cleared.
    used: bool,
    /// MiB of the table that [`Searcher::warm_up`] has touched.
    warm: usize,
}

impl Searcher {
    /// A searcher with this many threads and MiB of table, evaluating
    /// positions with copies of `evaluator`.
    ///
    /// # Errors
    /// If the threads cannot be started or the table cannot be allocated.
    pub fn new(
        threads: usize,
        hash_mib: usize,
        evaluator: Evaluator,
    ) -> Result<Searcher, SearcherError> {
        find_room(threads)?;
        Searcher::with_team(Team::of(threads)?, hash_mib, evaluator)
    }

    /// A searcher without threads of its own: the calling thread does the work, and
    /// needs a stack of [`STACK_SIZE`].
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn in_caller(hash_mib: usize, evaluator: Evaluator) -> Result<Searcher, SearcherError> {
        Searcher::with_team(Team::Caller, hash_mib, evaluator)
    }

    fn with_team(
        team: Team,
        hash_mib: usize,
        evaluator: Evaluator,
    ) -> Result<Searcher, SearcherError> {
        let mut searcher = Searcher {
            team,
            table: Table::new(hash_mib)?,
            memories: Vec::new(),
            evaluator,
            game: GameMemory::default(),
            used: false,
            warm: 0,
        };
        searcher.make_memories();
        Ok(searcher)
    }

    fn make_memories(&mut self) {
        let evaluator = &self.evaluator;
        self.memories = self
            .team
            .broadcast(|_| Mutex::new(Memory::new(evaluator.clone())));
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// The size of the table in MiB.
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
    }

    /// Changes the number of threads; the histories of all threads are lost.
    ///
    /// # Errors
    /// If the threads cannot be started; the old threads stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), SearcherError> {
        if threads.max(1) != self.threads() {
            find_room(threads)?;
            self.team = Team::of(threads)?;
            self.make_memories();
        }
        Ok(())
    }

    /// Changes the size of the table, emptying it.
    ///
    /// # Errors
    /// If the memory cannot be allocated; a table of the old size or smaller is used then.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), SearcherError> {
        if mib != self.hash_mib() {
            self.warm = 0;
        }
        Ok(self.table.resize(mib, self.team.threads())?)
    }

    /// Touches the next part of a new table with all threads, so that the system maps its
    /// pages before the clock of the first search runs. `true` once all is touched.
    pub fn warm_up(&mut self) -> bool {
        if self.used || self.warm >= self.hash_mib() {
            return true;
        }
        self.table
            .touch(self.warm, WARM_UP_MIB, self.team.threads());
        self.warm += WARM_UP_MIB;
        self.warm >= self.hash_mib()
    }

    /// Evaluates positions with copies of `evaluator` from now on. Clears the table and
    /// the histories, whose scores come from the old evaluator.
    pub fn set_evaluator(&mut self, evaluator: Evaluator) {
        self.new_game();
        self.evaluator = evaluator;
        self.make_memories();
    }

    /// Clears the table and the histories; does nothing if there was no search since the last time.
    pub fn new_game(&mut self) {
        if !std::mem::take(&mut self.used) {
            return;
        }
        self.table.clear(self.team.threads());
        self.warm = self.hash_mib();
        self.game = GameMemory::default();
        let memories = &self.memories;
        self.team.broadcast(|id| {
            let mut memory = lock(&memories[id]);
            memory.histories.clear();
        });
    }

    /// The counters of all threads, summed since the threads were started; zero without
    /// the feature `stats`.
    pub fn stats(&self) -> Stats {
        let mut total = Stats::default();
        for memory in &self.memories {
            total += lock(memory).stats;
        }
        total
    }

    /// Searches a position until a limit or a signal, and returns the move to play.
    ///
    /// With [`Limits::infinite`] or [`Limits::ponder`] it returns only after a signal.
    pub fn search(
        &mut self,
        pos: &Position,
        limits: &Limits,
        options: &SearchOptions,
        signals: &Signals,
        reporter: &dyn Reporter,
    ) -> SearchResult {
        let us = pos.side_to_move();
        let scale = self.evaluator.score_scale(pos);
        let outside = Outside { reporter, scale };
        let clock = Clock::plan(limits, us, pos.ply(), &options.time);
        let moves = root_moves(pos, limits, options);
        let rule = options.entering_king_rule;

        let won = Score::Rule { winning: true };
        let decided = if moves.is_empty() {
            Some((Best::Resign, Score::mated_in(0), None))
        } else if pos.declaration(rule) == Declaration::Win {
            Some((Best::Win, won, None))
        } else {
            let winning = pos.try_move(rule).filter(|mv| moves.contains(mv));
            winning.map(|mv| (Best::Move(mv), won, Some(mv)))
        };
        if let Some((best, score, mv)) = decided {
            let answer = SearchResult::exact(best, score, 1, mv.into_iter().collect());
            reporter.info(&answer.info(limits.start));
            limits.wait_until_due(signals);
            return answer;
        }

        self.used = true;
        self.table.new_search();
        let shared = Shared::new(
            &self.table,
            limits,
            options,
            signals,
            outside,
            self.threads(),
        )
        .with_draw_values(options.draw_values(us, scale));
        shared.set_last_moment(clock.last_moment());
        let game = Mutex::new(self.game);
        let ended = Mutex::new(Vec::new());
        let result = OnceLock::new();
        // The result of the threads that have ended.
        let conclude = || {
            // Without sleep, since a busy system may run this thread late again.
            let start = Instant::now();
            while lock(&ended).len() < self.threads() && start.elapsed() < PATIENCE {
                std::hint::spin_loop();
            }
            let mut ended = lock(&ended);
            ended.sort_by_key(|finished: &Finished| finished.id);
            self.answer(pos, &ended, &shared)
        };
        self.team.broadcast(|id| {
            // If this thread panics, the other threads must not search for ever.
            let _guard = StopOnPanic(&shared);
            let mut memory = lock(&self.memories[id]);
            let clock = (id == 0).then(|| clock.clone());
            let mut worker = Worker::new(id, &shared, pos, &moves, &mut memory, clock);
            if id == 0 {
                worker.iterate(&mut lock(&game));
                limits.wait_until_due(signals);
                shared.stop();
            } else {
                worker.iterate(&mut GameMemory::default());
            }
            let finished = Finished {
                id,
                best: worker.root_moves.swap_remove(0),
                depth: worker.completed_depth,
                begun: worker.root_depth,
            };
            // The main thread answers, or the first thread if the system does not run the main one.
            let is_due = signals.stopped() || shared.is_past_last_moment();
            let answers = id == 0 || is_due && finished.depth > 0;
            lock(&ended).push(finished);
            if answers {
                result.get_or_init(&conclude);
            }
        });
        log::debug!("threads ended by {} ms after go", shared.elapsed_ms());
        let result = result.into_inner().unwrap_or_else(conclude);
        self.game = into_inner(game);
        result
    }

    fn answer(&self, pos: &Position, finished: &[Finished], shared: &Shared<'_>) -> SearchResult {
        let chosen = &finished[vote(finished, shared.options.multipv)];
        let best = &chosen.best;
        // An iteration cut short may have given the move a value, or only a bound.
        // Without either, the static evaluation is the value.
        let (reached, value, bound, pv) = match Line::new(best, chosen.begun) {
            Some(line) => (line.depth, line.value, line.bound, line.pv),
            None => (0, self.evaluation(pos), Bound::Exact, &best.pv[..]),
        };
        let score = shared.outside.score(value);
        let mut answer = SearchResult {
            bound,
            nodes: shared.total_nodes(),
            ..SearchResult::exact(Best::Move(best.mv()), score, chosen.depth, pv.to_vec())
        };
        if chosen.id != 0 {
            // The last line reported must be the one played.
            shared.outside.reporter.info(&Info {
                depth: reached.max(1),
                seldepth: best.seldepth.max(reached),
                hashfull: self.table.hashfull(0),
                ..answer.info(shared.limits.start)
            });
        }
        if shared.options.resigns_at(score) {
            answer.best = Best::Resign;
        } else {
            answer.ponder = self.ponder_move(pos, &best.pv);
        }
        shared.outside.reporter.result(&answer);
        answer
    }

    /// The static evaluation of a position.
    fn evaluation(&self, pos: &Position) -> Value {
        let mut evaluator = self.evaluator.clone();
        evaluator.reset(pos);
        evaluator.evaluate(pos)
    }

    /// The expected reply: from the line, or from the table if the line has only one move.
    fn ponder_move(&self, pos: &Position, pv: &[Move]) -> Option<Move> {
        let mut next = pos.clone();
        next.do_move(*pv.first()?);
        let reply = match pv.get(1) {
            Some(&mv) => mv,
            None => self.table.probe(next.key(), 0)?.mv?,
        };
        next.is_legal(reply).then_some(reply)
    }
}

/// Guard that stops the search of all threads if its thread panics.
struct StopOnPanic<'a>(&'a Shared<'a>);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

/// The root moves: those of `searchmoves`, or those that the search generates.
fn root_moves(pos: &Position, limits: &Limits, options: &SearchOptions) -> Vec<Move> {
    let legal = legal_moves(pos);
    let only = |is_wanted: &dyn Fn(Move) -> bool| -> Vec<Move> {
        legal.iter().copied().filter(|&mv| is_wanted(mv)).collect()
    };
    let requested = only(&|mv| limits.searchmoves.contains(&mv));
    if !requested.is_empty() {
        return requested;
    }
    // A move left out has a promotion to the same square, so the list is not empty.
    only(&|mv| options.generate_all_legal_moves || !is_needless_non_promotion(pos, mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_told_once_and_before_the_search_returns() {
        struct Told(Mutex<Vec<String>>);
        impl Reporter for Told {
            fn info(&self, _: &Info<'_>) {}
            fn result(&self, result: &SearchResult) {
                lock(&self.0).push(format!("{result:?}"));
            }
        }
        for threads in [1, 2, 8] {
            let mut searcher = Searcher::new(threads, 1, Evaluator::material()).unwrap();
            for limits in [Limits::nodes(5000), Limits::movetime(20), Limits::depth(3)] {
                let told = Told(Mutex::default());
                let options = SearchOptions::default();
                let signals = Signals::new();
                let pos = Position::startpos();
                let result = searcher.search(&pos, &limits, &options, &signals, &told);
                assert_eq!(into_inner(told.0), [format!("{result:?}")]);
            }
        }
    }

    #[test]
    fn threads_have_room_for_what_they_will_learn() {
        assert_eq!(most_threads(0), 1);
        assert_eq!(most_threads(8 << 30), 512);
        assert!(most_threads(u64::MAX) >= 1024);
    }
}
