//! The whole engine, for front ends and analysis programs: options, searches, book and mate
//! problems.
//!
//! ```
//! use komadai::engine::{Engine, EngineOptions};
//! use komadai::position::Position;
//! use komadai::search::{Best, Limits, Signals, Silent};
//!
//! let options = EngineOptions { threads: 1, hash_mib: 16, ..EngineOptions::default() };
//! let mut engine = Engine::new(options)?;
//! let pos: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1".parse()?;
//! let outcome = engine.search(&pos, &Limits::depth(3), &Signals::new(), &Silent);
//! assert_eq!(outcome.best, Best::Move("G*5b".parse()?));
//! assert_eq!(outcome.pv.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bench;
mod book;
pub mod evaluator;
mod explain;
mod fallback;
mod paths;
pub mod processor;
mod show;
pub mod strength;
pub mod usi_options;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::book::BookOptions;
use crate::host;
use crate::host::millis;
use crate::host::sync::cores;
use crate::mate::{MateLimits, MateResult, MateStats, TsumeResult, TsumeSolver, TsumeTask};
use crate::position::Position;
use crate::search::{
    Limits, Reporter, SearchOptions, SearchResult, Searcher, SearcherError, Signals, Stats,
};
use crate::types::SplitMix64;
use book::{EngineBook, Request};
pub use evaluator::{EvaluatorChoice, EvaluatorIdentity, EvaluatorOptions};
use evaluator::{EvaluatorProblem, LoadedEvaluator};
pub use explain::{Opinion, Valuer};
use fallback::LastCompleted;
pub use paths::beside_executable;
pub(crate) use paths::candidates;
pub use show::{BoardWords, board, draw_board};
use strength::{Lines, Strength};

/// The options of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Number of search threads; at least 1.
    pub threads: usize,
    /// Size of the transposition table in MiB; at least 1.
    pub hash_mib: usize,
    /// The evaluator.
    pub evaluator: EvaluatorOptions,
    /// The options of the search.
    pub search: SearchOptions,
    /// Whether the engine plays at the level `strength` instead of at full strength.
    pub limit_strength: bool,
    /// The level of play, as in [`Strength::new`].
    pub strength: i32,
    /// The opening book. Only [`Engine::book_answer`] uses it.
    pub book: BookOptions,
}

/// Time in which threads that have started can end, after the system has refused further threads.
const THREADS_END: Duration = Duration::from_millis(20);

/// Upper limit of the default number of threads.
const MAX_DEFAULT_THREADS: usize = 16;

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            threads: cores().min(MAX_DEFAULT_THREADS),
            hash_mib: host::DEFAULT_HASH_MIB,
            evaluator: EvaluatorOptions::default(),
            search: SearchOptions::default(),
            limit_strength: false,
            strength: Strength::MAX,
            book: BookOptions::default(),
        }
    }
}

/// The reason why an engine cannot be made or changed.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The requested network cannot be used, and no fallback is allowed.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorProblem),
    /// The system refuses threads or memory.
    #[error(transparent)]
    Searcher(#[from] SearcherError),
}

/// A shogi engine: a searcher with its table and threads.
///
/// A process can have several engines.
pub struct Engine {
    searcher: Searcher,
    options: EngineOptions,
    evaluator: LoadedEvaluator,
    book: EngineBook,
    /// Lines for the user about evaluator and book, until [`Engine::take_reports`].
    reports: Vec<String>,
    /// The random source of the weaker levels.
    rng: SplitMix64,
}

impl Engine {
    /// An engine with these options, its table laid out in memory: a tenth of a second for 256 MiB.
    /// A network that cannot be loaded is replaced by a fallback; [`Engine::evaluator`] has the
    /// reason.
    ///
    /// # Errors
    /// If the system refuses the threads or the memory.
    pub fn new(options: EngineOptions) -> Result<Engine, EngineError> {
        let evaluator = LoadedEvaluator::load(&options.evaluator);
        Engine::with_evaluator(options, evaluator)
    }

    /// An engine with exactly the evaluator of the options, without a fallback, for results that
    /// are kept or compared.
    ///
    /// # Errors
    /// As for [`Engine::new`], or if the network cannot be used.
    pub fn with_exact_evaluator(options: EngineOptions) -> Result<Engine, EngineError> {
        let evaluator = LoadedEvaluator::load_exactly(&options.evaluator)?;
        Engine::with_evaluator(options, evaluator)
    }

    fn with_evaluator(
        options: EngineOptions,
        evaluator: LoadedEvaluator,
    ) -> Result<Engine, EngineError> {
        let searcher = Searcher::new(options.threads, options.hash_mib, evaluator.evaluator())?;
        let mut engine = Engine::assemble(options, evaluator, searcher);
        while !engine.warm_up() {}
        Ok(engine)
    }

    /// Like [`Engine::new`], but without [`Engine::warm_up`], and halves the number of threads or
    /// the table size until the system grants them; [`Engine::options`] has the result. Also returns
    /// the first refusal, if there was one.
    ///
    /// # Errors
    /// If the system refuses even one thread or 1 MiB.
    pub fn new_or_smaller(
        mut options: EngineOptions,
    ) -> Result<(Engine, Option<EngineError>), EngineError> {
        let evaluator = LoadedEvaluator::load(&options.evaluator);
        let mut refused = None;
        let searcher = loop {
            let made = Searcher::new(options.threads, options.hash_mib, evaluator.evaluator());
            let error = match made {
                Ok(searcher) => break searcher,
                Err(error) => error,
            };
            match error {
                SearcherError::Threads(_) if options.threads > 1 => {
                    options.threads /= 2;
                    // The threads that did start are ending. The pause gives them time to release
                    // their memory.
                    std::thread::sleep(THREADS_END);
                }
                SearcherError::ThreadMemory(_) if options.threads > 1 => options.threads /= 2,
                SearcherError::Table(_) if options.hash_mib > 1 => options.hash_mib /= 2,
                _ => return Err(error.into()),
            }
            refused.get_or_insert(EngineError::from(error));
        };
        // The searcher may have rounded the values.
        options.threads = searcher.threads();
        options.hash_mib = searcher.hash_mib();
        Ok((Engine::assemble(options, evaluator, searcher), refused))
    }

    fn assemble(options: EngineOptions, evaluator: LoadedEvaluator, searcher: Searcher) -> Engine {
        Engine {
            searcher,
            options,
            reports: evaluator.report(),
            rng: SplitMix64::new(host::seed()),
            evaluator,
            book: EngineBook::new(),
        }
    }

    /// The present options.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Applies new options.
    ///
    /// # Errors
    /// If the system refuses threads or memory. The engine then keeps its present threads and
    /// table; all other options are applied.
    pub fn set_options(&mut self, options: &EngineOptions) -> Result<(), EngineError> {
        self.options.search = options.search.clone();
        self.options.limit_strength = options.limit_strength;
        self.options.strength = options.strength;
        self.options.book = options.book.clone();
        if options.evaluator != self.options.evaluator {
            self.options.evaluator = options.evaluator.clone();
            self.refresh_evaluator();
        }
        let mut result = Ok(());
        if options.threads != self.options.threads {
            match self.searcher.set_threads(options.threads) {
                Ok(()) => self.options.threads = options.threads,
                Err(error) => result = Err(error.into()),
            }
        }
        if options.hash_mib != self.options.hash_mib {
            match self.searcher.set_hash(options.hash_mib) {
                Ok(()) => {}
                Err(error) => result = Err(error.into()),
            }
            self.options.hash_mib = self.searcher.hash_mib();
        }
        result
    }

    /// Clears the table and histories of earlier searches; does nothing if there were none.
    pub fn new_game(&mut self) {
        self.searcher.new_game();
    }

    /// Does a part of the work that would otherwise take time from the first search, such as
    /// touching the memory of the table. Returns `true` once no such work is left.
    pub fn warm_up(&mut self) -> bool {
        self.searcher.warm_up()
    }

    /// The counters of the search; empty without the feature `stats`.
    pub fn stats(&self) -> Stats {
        self.searcher.stats()
    }

    /// The evaluator in use.
    pub fn evaluator(&self) -> &LoadedEvaluator {
        &self.evaluator
    }

    /// Loads the evaluator again if its files have changed.
    pub fn refresh_evaluator(&mut self) {
        if self.evaluator.is_current(&self.options.evaluator) {
            return;
        }
        let new = LoadedEvaluator::load(&self.options.evaluator);
        if !new.plays_like(&self.evaluator) {
            self.searcher.set_evaluator(new.evaluator());
        }
        self.reports.extend(new.report());
        self.evaluator = new;
    }

    /// Opens the book of the options if it is not open yet, or if the options or its file have
    /// changed. No book is opened before the first call of this or of [`Engine::book_answer`].
    pub fn refresh_book(&mut self) {
        self.reports.extend(self.book.refresh(&self.options.book));
    }

    /// The answer of the opening book, after reporting its lines; `None` if the book has no move
    /// to play and a search is needed.
    ///
    /// The move is legal, is one of [`Limits::searchmoves`] if there are any, and
    /// never repeats a position of the game. With [`Limits::infinite`] there is no
    /// answer; other limits have no effect. [`Engine::search`] never uses the book.
    pub fn book_answer(
        &mut self,
        pos: &Position,
        limits: &Limits,
        reporter: &dyn Reporter,
    ) -> Option<SearchResult> {
        self.refresh_book();
        let search = &self.options.search;
        let request = Request {
            limits,
            rule: search.entering_king_rule,
            multipv: search.multipv,
        };
        self.book
            .answer(pos, &self.options.book, &request, reporter)
    }

    /// Takes the lines for the user about evaluator and book that have come since the last call.
    pub fn take_reports(&mut self) -> Vec<String> {
        std::mem::take(&mut self.reports)
    }

    /// The static evaluation of a position, in the evaluator's unit and in centipawns. Its
    /// `Display` is a line for users.
    pub fn explain(&self, pos: &Position) -> Opinion {
        Opinion::new(&mut self.evaluator.evaluator(), pos)
    }

    /// Searches a position until the limits or the signals end it.
    ///
    /// With [`Limits::infinite`] or [`Limits::ponder`] only a signal ends the search.
    ///
    /// Never panics: after a panic of the search, the answer is that of its last finished
    /// iteration, or any legal move, and the searcher is replaced.
    ///
    /// [`EngineOptions::limit_strength`] has no effect with [`Limits::infinite`]: analyses are
    /// always at full strength.
    pub fn search(
        &mut self,
        pos: &Position,
        limits: &Limits,
        signals: &Signals,
        reporter: &dyn Reporter,
    ) -> SearchResult {
        if !self.options.limit_strength || limits.infinite {
            let options = self.options.search.clone();
            return self.search_fully(pos, limits, &options, signals, reporter);
        }
        let strength = Strength::new(self.options.strength);
        let mut options = self.options.search.clone();
        let lines = Lines::new(reporter, options.multipv, strength.lines());
        options.multipv = options.multipv.max(strength.lines());
        let limits = strength.limit(limits);
        let mut outcome = self.search_fully(pos, &limits, &options, signals, &lines);
        lines.weaken(strength, &mut self.rng, &mut outcome);
        outcome
    }

    /// [`Engine::search`] at full strength.
    fn search_fully(
        &mut self,
        pos: &Position,
        limits: &Limits,
        options: &SearchOptions,
        signals: &Signals,
        reporter: &dyn Reporter,
    ) -> SearchResult {
        let last = LastCompleted::new(reporter);
        let search = || self.searcher.search(pos, limits, options, signals, &last);
        match catch_unwind(AssertUnwindSafe(search)) {
            Ok(outcome) => outcome,
            Err(_) => {
                log::error!("the search failed on {}", pos.sfen());
                self.recover();
                last.outcome(pos)
            }
        }
    }

    /// Looks for a mate by checks only, for at most `time` ms since [`Limits::start`] and at most
    /// [`Limits::nodes`] nodes.
    ///
    /// After the first mate the solver looks for shorter mates until `time` is used up. Without
    /// `time`, this search is limited to a multiple of the work for the first mate. The line ends
    /// with a mate, useless interpositions left out. Never panics.
    pub fn solve_mate(
        &self,
        pos: &Position,
        time: Option<u64>,
        limits: &Limits,
        signals: &Signals,
    ) -> (MateResult, MateStats) {
        let used = millis::since(limits.start);
        let limits = MateLimits {
            time_ms: time.map(|ms| ms.saturating_sub(used)),
            nodes: limits.nodes,
            signals: Some(signals),
            memory_mib: self.options.hash_mib,
        };
        let task = TsumeTask {
            is_thorough: time.is_some(),
            ..TsumeTask::default()
        };
        let solve = || {
            let mut solver = TsumeSolver::new(limits.memory_mib);
            let (found, stats) = solver.solve(pos, &limits, &task);
            let result = match found {
                TsumeResult::Mate(solution) => MateResult::Mate(solution.line),
                TsumeResult::NoMate | TsumeResult::NoMateInTime => MateResult::NoMate,
                TsumeResult::Unsolved => MateResult::Timeout,
            };
            (result, stats)
        };
        catch_unwind(AssertUnwindSafe(solve)).unwrap_or_else(|_| {
            log::error!("the mate search failed on {}", pos.sfen());
            (MateResult::Timeout, MateStats::default())
        })
    }

    /// Replaces the searcher, whose state a panic may have left inconsistent.
    fn recover(&mut self) {
        let (threads, hash_mib) = (self.options.threads, self.options.hash_mib);
        match Searcher::new(threads, hash_mib, self.evaluator.evaluator()) {
            Ok(searcher) => {
                self.searcher = searcher;
            }
            Err(error) => {
                log::error!("no new searcher: {error}");
                self.searcher.new_game();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::report::Silent;
    use crate::search::{Best, Info};
    use crate::types::{Color, Depth, Move, Score};

    fn engine() -> Engine {
        Engine::new(EngineOptions {
            threads: 2,
            hash_mib: 1,
            evaluator: EvaluatorOptions::default(),
            search: SearchOptions {
                pv_interval: 0,
                ..SearchOptions::default()
            },
            ..EngineOptions::default()
        })
        .unwrap()
    }

    /// A reporter that panics inside the search when the second iteration is finished.
    struct Saboteur;

    impl Reporter for Saboteur {
        fn info(&self, _: &Info<'_>) {}
        fn completed(&self, depth: Depth, _: Score, _: &[Move]) {
            assert!(depth < 2, "sabotage, as planned by this test");
        }
    }

    #[test]
    fn a_search_that_panics_still_answers_and_the_engine_lives_on() {
        let mut engine = engine();
        let pos = Position::startpos();
        for _ in 0..2 {
            let outcome = engine.search(&pos, &Limits::depth(3), &Signals::new(), &Saboteur);
            assert_eq!(outcome.depth, 2);
            match outcome.best {
                Best::Move(mv) => assert!(pos.is_legal(mv) && outcome.pv[0] == mv),
                other => panic!("{other:?}"),
            }
        }
        let outcome = engine.search(&pos, &Limits::depth(3), &Signals::new(), &Silent);
        assert!(outcome.depth >= 3);
        assert_eq!(engine.options().threads, 2);
    }

    #[test]
    fn a_search_stopped_before_it_began_still_answers() {
        let signals = Signals::new();
        signals.stop();
        let pos = Position::startpos();
        let outcome = engine().search(&pos, &Limits::infinite(), &signals, &Silent);
        assert!(matches!(outcome.best, Best::Move(mv) if pos.is_legal(mv)));
        let mated = Position::from_sfen("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").unwrap();
        assert_eq!(mated.side_to_move(), Color::White);
        let outcome = engine().search(&mated, &Limits::depth(3), &Signals::new(), &Silent);
        assert_eq!(outcome.best, Best::Resign);
    }

    #[test]
    fn options_can_change_between_searches() {
        let mut engine = engine();
        let pos = Position::startpos();
        for threads in [1, 3, 1] {
            let mut options = engine.options().clone();
            options.threads = threads;
            options.hash_mib = threads + 1;
            engine.set_options(&options).unwrap();
            assert_eq!(engine.options(), &options);
            engine.new_game();
            let outcome = engine.search(&pos, &Limits::depth(3), &Signals::new(), &Silent);
            assert!(matches!(outcome.best, Best::Move(mv) if pos.is_legal(mv)));
        }
    }

    #[test]
    fn memory_that_cannot_be_had_is_done_without() {
        let mut engine = engine();
        let mut options = engine.options().clone();
        options.hash_mib = usize::MAX;
        options.search.multipv = 2;
        let error = engine.set_options(&options).unwrap_err().to_string();
        assert!(error.contains("memory"), "{error}");
        assert_eq!(engine.options().hash_mib, 1);
        assert_eq!(engine.options().search.multipv, 2);
        let pos = Position::startpos();
        let outcome = engine.search(&pos, &Limits::depth(3), &Signals::new(), &Silent);
        assert!(matches!(outcome.best, Best::Move(mv) if pos.is_legal(mv)));
        assert!(Engine::new(options).is_err());
    }

    #[test]
    fn an_engine_that_is_too_large_is_made_smaller_and_no_smaller_than_it_must_be() {
        let options = |hash_mib| EngineOptions {
            hash_mib,
            ..engine().options().clone()
        };
        let (small, refused) = Engine::new_or_smaller(options(2)).unwrap();
        assert!(refused.is_none());
        assert_eq!(small.options(), &options(2));
        // More memory than the address space has is always refused.
        let (large, refused) = Engine::new_or_smaller(options(usize::MAX)).unwrap();
        let refused = refused.unwrap().to_string();
        assert!(refused.contains(&usize::MAX.to_string()), "{refused}");
        let had = large.options().hash_mib;
        assert!(had > 1 && had < usize::MAX, "{had}");
        assert_eq!(large.options(), &options(had));
    }
}
