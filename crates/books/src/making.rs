//! Making of opening books by search, in best-first order.
//!
//! Every searched position is written at once to a journal beside the book. A killed run therefore
//! resumes where it stopped.

use std::io;
use std::path::PathBuf;
use std::sync::Mutex;

use super::{BookJournal, BookNode, BookWalk, Expansion, Losses, back_up, save};
use komadai::book::{BookError, BookKey, BookMove, Entry, MemoryBook};
use komadai::engine::{Engine, EngineError, EngineOptions, EvaluatorOptions};
use komadai::host::sync::lock;
use komadai::packed::Board;
use komadai::position::Position;
use komadai::search::{Best, Limits, LineCollector, Signals};
use komadai::types::{Depth, Move, Score};
use komadai_journal::JournalError;

/// Number of positions taken from the walk together. It is fixed, so that the book depends neither
/// on the number of threads nor on interruptions.
const BATCH: usize = 16;

/// Settings of a book to be made.
#[derive(Clone, Debug)]
pub struct BookMaking {
    /// The file of the book. The extension selects the format.
    pub out: PathBuf,
    /// Number of positions of the finished book.
    pub positions: u64,
    /// The position in which the book begins.
    pub start: Position,
    /// Choice of the positions.
    pub expansion: Expansion,
    /// Nodes searched for each position.
    pub nodes: u64,
    /// Moves kept for each position.
    pub multipv: usize,
    /// Positions searched at once; at least 1.
    pub threads: usize,
    /// Size of the transposition table of each thread, in MiB.
    pub hash_mib: usize,
    /// Evaluator of the searches.
    pub evaluator: EvaluatorOptions,
}

/// Progress of the making of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MakingEvent {
    /// All results of an earlier run have been used; searches begin.
    Searching,
    /// The book has grown.
    Grown {
        /// The positions that the book has now.
        positions: u64,
        /// The ply of the last position added.
        ply: u32,
    },
}

/// Error in making a book.
#[derive(Debug, thiserror::Error)]
pub enum BookMakingError {
    /// Threads, memory or the network are not available.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The network's file cannot be read.
    #[error("the network: {0}")]
    Network(io::Error),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The book cannot be written.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A search panicked.
    #[error("a search failed unexpectedly")]
    Panicked,
}

impl BookMaking {
    /// The path of the journal: `BOOK.journal`.
    pub fn journal(&self) -> PathBuf {
        let mut name = self.out.file_name().unwrap_or_default().to_os_string();
        name.push(".journal");
        self.out.with_file_name(name)
    }

    /// Makes the book, or resumes an earlier run, and saves the book. An existing file is
    /// overwritten. Returns the book and the content that the format cannot store.
    ///
    /// # Errors
    /// If the engines cannot be set up, a file cannot be read or written, another run
    /// uses the journal, or the journal was made in another way.
    pub fn run(
        &self,
        told: &mut dyn FnMut(MakingEvent),
    ) -> Result<(MemoryBook, Losses), BookMakingError> {
        let mut engines = vec![self.engine()?];
        for _ in 1..self.threads {
            engines.push(self.engine()?);
        }
        let path = self.journal();
        let (journal, done) = BookJournal::open(&path, &self.settings(&engines[0])?)?;
        let mut maker = Maker {
            nodes: self.nodes,
            engines,
            journal: Mutex::new(journal),
        };
        let walk = BookWalk::new(vec![self.start.clone()], self.expansion);
        let book = back_up(&maker.grow(walk, &done, self.positions, told)?);
        let losses = save(&book, &self.out)?;
        Ok((book, losses))
    }

    fn engine(&self) -> Result<Engine, EngineError> {
        let mut options = EngineOptions {
            threads: 1,
            hash_mib: self.hash_mib,
            evaluator: self.evaluator.clone(),
            ..EngineOptions::default()
        };
        options.search.multipv = self.multipv;
        Engine::with_exact_evaluator(options)
    }

    /// The settings on which the entries of the book depend, for the header of the journal. The
    /// number of positions is not among them, so that a book can be enlarged.
    fn settings(&self, engine: &Engine) -> Result<String, BookMakingError> {
        let evaluator = engine.evaluator().identity();
        let Expansion {
            margin,
            ply_cost,
            max_ply,
            settled,
        } = self.expansion;
        Ok(format!(
            "komadai {}, evaluator={} nodes={} multipv={} hash={} margin={margin} \
             ply-cost={ply_cost} max-ply={max_ply} settled={settled} start={}",
            env!("CARGO_PKG_VERSION"),
            evaluator.map_err(BookMakingError::Network)?,
            self.nodes,
            self.multipv,
            self.hash_mib,
            self.start.sfen().replace(' ', "_"),
        ))
    }
}

struct Maker {
    nodes: u64,
    /// One engine for each thread.
    engines: Vec<Engine>,
    journal: Mutex<BookJournal>,
}

impl Maker {
    /// Walks until the book has `wanted` positions or the walk ends. Searches the positions that
    /// are not in `done`.
    fn grow(
        &mut self,
        mut walk: BookWalk,
        done: &MemoryBook,
        wanted: u64,
        told: &mut dyn FnMut(MakingEvent),
    ) -> Result<MemoryBook, BookMakingError> {
        let mut book = MemoryBook::new();
        let mut searching = false;
        loop {
            let left = wanted.saturating_sub(book.len() as u64);
            let size = usize::try_from(left).unwrap_or(usize::MAX).min(BATCH);
            let mut batch = Vec::new();
            while batch.len() < size
                && let Some((node, pos)) = walk.next_position()
            {
                let key = BookKey::from(&Board::from(&pos));
                let entry = done.get(&key, None).cloned();
                batch.push(Task {
                    node,
                    pos,
                    key,
                    entry,
                });
            }
            let Some(last) = batch.last() else {
                return Ok(book);
            };
            let ply = last.pos.ply();
            if !searching && batch.iter().any(|task| task.entry.is_none()) {
                searching = true;
                told(MakingEvent::Searching);
            }
            self.search_all(&mut batch)?;
            for task in batch {
                let entry = task.entry.unwrap_or_default();
                walk.expand(&task.node, &task.pos, &entry);
                book.set(task.key, entry);
            }
            told(MakingEvent::Grown {
                positions: book.len() as u64,
                ply,
            });
        }
    }

    /// Searches the positions of the batch that have no entry, with all engines in parallel. The
    /// threads are plain threads, not rayon's: while a search waits for its own rayon pool, a rayon
    /// thread would start the next position.
    fn search_all(&mut self, batch: &mut [Task]) -> Result<(), BookMakingError> {
        let (nodes, journal) = (self.nodes, &self.journal);
        let open = batch.iter_mut().filter(|task| task.entry.is_none());
        let queue = Mutex::new(open);
        let work = |engine: &mut Engine| -> Result<(), BookMakingError> {
            loop {
                let next = lock(&queue).next();
                let Some(task) = next else {
                    return Ok(());
                };
                let entry = search(engine, &task.pos, nodes);
                lock(journal).append(&task.key, &entry)?;
                task.entry = Some(entry);
            }
        };
        let work = &work;
        let engines = self.engines.iter_mut();
        std::thread::scope(|scope| {
            let workers: Vec<_> = engines
                .map(|engine| scope.spawn(move || work(engine)))
                .collect();
            for worker in workers {
                worker.join().map_err(|_| BookMakingError::Panicked)??;
            }
            Ok(())
        })
    }
}

/// A position of the current batch.
struct Task {
    node: BookNode,
    pos: Position,
    key: BookKey,
    entry: Option<Entry>,
}

/// Searches a position; the entry has no moves if the game is over there.
fn search(engine: &mut Engine, pos: &Position, nodes: u64) -> Entry {
    // Cleared, so that the entry does not depend on earlier positions.
    engine.new_game();
    let lines = LineCollector::default();
    let outcome = engine.search(pos, &Limits::nodes(nodes), &Signals::new(), &lines);
    let mut entry = Entry {
        ply: pos.ply(),
        ..Entry::default()
    };
    if matches!(outcome.best, Best::Move(_)) {
        // The line of an interrupted iteration may have only a bound. A book cannot store bounds,
        // so the bound is stored as a score.
        for line in lines.into_lines() {
            if let [mv, ref replies @ ..] = line.moves[..] {
                let reply = replies.first().copied();
                entry.add(book_move(mv, reply, line.score, line.depth));
            }
        }
        if entry.moves.is_empty()
            && let Some(&mv) = outcome.pv.first()
        {
            entry.add(book_move(mv, outcome.ponder, outcome.score, outcome.depth));
        }
    }
    entry
}

fn book_move(mv: Move, reply: Option<Move>, score: Score, depth: Depth) -> BookMove {
    // Other book formats store scores in 16 bits.
    const LIMIT: i32 = 30_000;
    BookMove {
        reply,
        value: score.centipawns().clamp(-LIMIT, LIMIT),
        depth,
        ..BookMove::new(mv)
    }
}
