//! `komadai book make`: a book by searching, best play first.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::{CliError, EvaluatorArgs, PositionArgs};
use crate::book::{
    BookKey, BookMove, Entry, Expansion, Journal, MemoryBook, Node, Walk, back_up, save,
};
use crate::engine::{Engine, EngineOptions};
use crate::pack::Board;
use crate::position::Position;
use crate::search::{Best, Info, Limits, Reporter, Signals};
use crate::types::{Depth, Move, Score};

/// Positions taken up together. A fixed number, so that the book does not
/// depend on how many threads there are, nor on when the work was interrupted.
const BATCH: usize = 16;

/// Make a book by searching from the start of the game, best play first
///
/// Can be killed at any time: the same command goes on where it stopped. With
/// more --positions it also goes on from a finished book.
#[derive(Debug, Args)]
pub(super) struct Make {
    /// The book to write (.db, .ybb or .bin); the work is kept in FILE.journal
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many positions the book shall have
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Nodes searched for each position
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves kept of each position
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=600))]
    multipv: u16,
    #[command(flatten)]
    expansion: ExpansionArgs,
    /// Positions searched at once; all cores if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// MiB of transposition table for each of them
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    hash: u64,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
}

/// Which positions belong to a book.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ExpansionArgs {
    /// Moves that lose more than this against the best are not followed, in centipawns
    #[arg(long, default_value_t = Expansion::default().margin, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    margin: i32,
    /// What a ply counts against what its move loses, in centipawns: less makes deeper books
    #[arg(long, default_value_t = Expansion::default().ply_cost, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    ply_cost: i32,
    /// The last ply the book has moves for
    #[arg(long, default_value_t = Expansion::default().max_ply, value_name = "PLY")]
    max_ply: u32,
    /// Positions farther from even are not followed, in centipawns
    #[arg(long, default_value_t = Expansion::default().settled, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    settled: i32,
}

impl ExpansionArgs {
    pub(super) fn expansion(self) -> Expansion {
        Expansion {
            margin: self.margin,
            ply_cost: self.ply_cost,
            max_ply: self.max_ply,
            settled: self.settled,
        }
    }
}

impl Make {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let (start, _) = self.position.position()?;
        let threads = match self.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let mut engines = Vec::new();
        for _ in 0..threads {
            engines.push(self.engine()?);
        }
        let journal_path = beside(&self.out, "journal");
        // A book of someone else's is not to be replaced.
        if self.out.exists() && !journal_path.exists() {
            return Err(CliError::Book(format!(
                "{} exists, and is not of this command's making (there is no {})",
                self.out.display(),
                journal_path.display()
            )));
        }
        let (journal, book) = Journal::open(&journal_path, &self.settings(&start, &engines)?)?;
        let mut maker = Maker {
            nodes: self.nodes,
            engines,
            journal: Mutex::new(journal),
            bar: progress_bar(self.positions),
        };
        let walk = Walk::new(vec![start], self.expansion.expansion());
        let book = maker.grow(walk, book, self.positions)?;
        maker.bar.finish_and_clear();
        let book = back_up(&book);
        let losses = save(&book, &self.out)?;
        super::book::tell_saved(out, &book, &self.out, &losses)?;
        Ok(())
    }

    fn engine(&self) -> Result<Engine, CliError> {
        let mut options = EngineOptions {
            threads: 1,
            hash_mib: usize::try_from(self.hash).unwrap_or(usize::MAX),
            ..EngineOptions::default()
        };
        options.search.multipv = usize::from(self.multipv);
        self.evaluator.engine(options)
    }

    /// Everything that decides about the content, but for the size.
    fn settings(&self, start: &Position, engines: &[Engine]) -> Result<String, CliError> {
        let evaluator = match engines.first() {
            None => String::new(),
            Some(engine) => evaluator_name(engine)?,
        };
        let Expansion {
            margin,
            ply_cost,
            max_ply,
            settled,
        } = self.expansion.expansion();
        Ok(format!(
            "komadai {}, evaluator={evaluator} nodes={} multipv={} hash={} margin={margin} \
             ply-cost={ply_cost} max-ply={max_ply} settled={settled} start={}",
            env!("CARGO_PKG_VERSION"),
            self.nodes,
            self.multipv,
            self.hash,
            start.sfen().replace(' ', "_"),
        ))
    }
}

/// What tells two evaluators apart: a network by what is in its file, wherever
/// that lies.
fn evaluator_name(engine: &Engine) -> Result<String, CliError> {
    let evaluator = engine.evaluator();
    let Some(network) = evaluator.network() else {
        return Ok("material".to_string());
    };
    let content = match evaluator.file() {
        None => "built-in".to_string(),
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| CliError::File {
                path: path.to_path_buf(),
                error,
            })?;
            format!("{:08x}", crc32fast::hash(&bytes))
        }
    };
    let architecture = network.info().architecture.to_string().replace(' ', "-");
    Ok(format!(
        "{architecture}-{content}/{}",
        evaluator.fv_scale().divisor()
    ))
}

/// `FILE.ending`.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

fn progress_bar(positions: u64) -> ProgressBar {
    let bar = ProgressBar::new(positions);
    let template = "{elapsed_precise} {wide_bar} {pos}/{len} positions, {msg}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

struct Maker {
    nodes: u64,
    /// One for each thread.
    engines: Vec<Engine>,
    journal: Mutex<Journal>,
    bar: ProgressBar,
}

impl Maker {
    /// Walks on until the book has as many positions as asked for, or there
    /// are no more; searches what is not in `done`.
    fn grow(
        &mut self,
        mut walk: Walk,
        done: MemoryBook,
        wanted: u64,
    ) -> Result<MemoryBook, CliError> {
        let mut book = MemoryBook::new();
        let mut searched = false;
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
            if batch.is_empty() {
                return Ok(book);
            }
            if !searched && batch.iter().any(|task| task.entry.is_none()) {
                // The rate is that of the searches, without what was there before.
                searched = true;
                self.bar.reset_eta();
            }
            self.search_all(&mut batch)?;
            for Task {
                node,
                pos,
                key,
                entry,
            } in batch
            {
                let entry = entry.unwrap_or_default();
                walk.expand(&node, &pos, &entry);
                self.bar.set_message(format!("ply {}", pos.ply()));
                book.set(key, entry);
            }
            self.bar.set_position(book.len() as u64);
        }
    }

    /// Searches what has no entry yet, with all engines at once. Not a loop of
    /// rayon's: a search waits for its own pool, and a thread of another pool
    /// would take up the next position meanwhile.
    fn search_all(&mut self, batch: &mut [Task]) -> Result<(), CliError> {
        let (nodes, journal) = (self.nodes, &self.journal);
        let open = batch.iter_mut().filter(|task| task.entry.is_none());
        let queue = Mutex::new(open);
        let work = |engine: &mut Engine| -> Result<(), CliError> {
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
                match worker.join() {
                    Ok(result) => result?,
                    Err(_) => return Err(CliError::Failed("a search failed unexpectedly")),
                }
            }
            Ok(())
        })
    }
}

/// A position whose turn has come.
struct Task {
    node: Node,
    pos: Position,
    key: BookKey,
    entry: Option<Entry>,
}

/// Searches a position. One that is over has no moves.
fn search(engine: &mut Engine, pos: &Position, nodes: u64) -> Entry {
    // The result depends on nothing but the position.
    engine.new_game();
    let lines = Lines::default();
    let outcome = engine.search(pos, &Limits::nodes(nodes), &Signals::new(), &lines);
    let mut entry = Entry {
        ply: pos.ply(),
        moves: Vec::new(),
    };
    if matches!(outcome.best, Best::Move(_)) {
        for line in lock(&lines.0).iter() {
            entry.add(*line);
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
    // What the 16 bits of other formats hold as well.
    const LIMIT: i32 = 30_000;
    BookMove {
        reply,
        value: score.centipawns().clamp(-LIMIT, LIMIT),
        depth,
        ..BookMove::new(mv)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the latest set of lines: the search ends by reporting all of them. A
/// search cut short knows of some no more than a bound; books have no word for it.
#[derive(Default)]
struct Lines(Mutex<Vec<BookMove>>);

impl Reporter for Lines {
    fn info(&self, info: &Info<'_>) {
        let mut lines = lock(&self.0);
        if info.multipv == 1 {
            lines.clear();
        }
        if let Some(&mv) = info.pv.first() {
            lines.push(book_move(
                mv,
                info.pv.get(1).copied(),
                info.score,
                info.depth,
            ));
        }
    }
}
