//! From a `go` to its answer.

use std::sync::Mutex;
use std::time::Instant;

use super::command::GoMate;
use super::format;
use super::job::Job;
use super::output::Output;
use crate::engine::Engine;
use crate::mate::MateResult;
use crate::millis;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::search::report::Silent;
use crate::search::{Best, Info, Limits, Outcome, Reporter, Signals};
use crate::sync::lock;
use crate::types::{Bound, Depth, MAX_PLY, Move, Value};

/// Everything needed to think and to say so.
pub(super) struct Thinking<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) job: &'a Job,
    pub(super) out: &'a Output,
    /// Look into the opening book first.
    pub(super) use_book: bool,
}

impl Thinking<'_> {
    /// Asks the book, or searches, and answers when the answer is due and if
    /// it is still wanted.
    pub(super) fn answer(self, pos: &Position, limits: &Limits) {
        let reporter = UsiReporter::new(self.job, self.out);
        let from_book = match self.use_book {
            true => self.engine.book_answer(pos, limits, &reporter),
            false => None,
        };
        let outcome = from_book.unwrap_or_else(|| {
            self.engine
                .search(pos, limits, &self.job.signals, &reporter)
        });
        reporter.finish(&outcome, limits.start);
        // Neither the book waits, nor a search that failed.
        self.job.signals.wait_until_due(limits);
        if self.job.claim_answer() {
            let ponder = legal_reply(pos, &outcome);
            self.out.line(&format::bestmove(outcome.best, ponder));
        }
    }

    /// Stochastic pondering: while the opponent thinks, search the position
    /// before `last_move`, the move expected, and so all other replies too.
    /// With the ponderhit the search proper begins.
    pub(super) fn ponder_ahead(self, pos: &Position, last_move: Move, mut limits: Limits) {
        let job = self.job;
        job.search_ahead();
        let mut before = pos.clone();
        before.undo_move(last_move);
        let ahead = Limits {
            start: limits.start,
            ..Limits::infinite()
        };
        let reporter = UsiReporter::new(job, self.out);
        self.engine.search(&before, &ahead, &job.ahead, &reporter);
        job.ahead.wait_until_due(&ahead);

        limits.ponder = false;
        if let Some(hit) = job.hit() {
            limits.start = hit.at;
            limits.clock = hit.clock.unwrap_or(limits.clock);
            self.answer(pos, &limits);
        } else if job.claim_answer() {
            // The answer will not be played, but has to be a move.
            let outcome = self
                .engine
                .search(pos, &Limits::depth(1), &Signals::new(), &Silent);
            self.out.line(&format::bestmove(outcome.best, None));
        }
    }
}

/// The reply to ponder on, if it is legal: GUIs check.
fn legal_reply(pos: &Position, outcome: &Outcome) -> Option<Move> {
    let Best::Move(best) = outcome.best else {
        return None;
    };
    let reply = outcome.ponder?;
    let mut after = pos.clone();
    after.do_move(best);
    after.is_legal(reply).then_some(reply)
}

/// An answer that takes no thought, for when thinking is not possible.
pub(super) fn any_answer(pos: &Position) -> String {
    let best = match legal_moves(pos).first() {
        Some(&mv) => Best::Move(mv),
        None => Best::Resign,
    };
    format::bestmove(best, None)
}

/// `go mate`: looks for a mate and answers with `checkmate`, never `bestmove`.
pub(super) fn solve_mate(
    engine: &mut Engine,
    pos: &Position,
    mate: GoMate,
    limits: &Limits,
    job: &Job,
    out: &Output,
) {
    // The answer needs time to arrive, too.
    let delay = engine.options().search.time.network_delay2;
    let time = mate.time.map(|ms| ms - delay.min(ms / 5));
    let (result, stats) = engine.solve_mate(pos, time, limits, &job.signals);
    if !job.claim_answer() {
        return;
    }
    match result {
        MateResult::Mate(line) => {
            let plies = Depth::try_from(line.len()).unwrap_or(Depth::MAX);
            out.line(&format::info(&Info {
                depth: plies,
                seldepth: plies,
                multipv: 1,
                value: Value::mate_in(line.len().min(MAX_PLY)),
                bound: Bound::Exact,
                nodes: stats.nodes,
                time_ms: millis::since(limits.start),
                hashfull: stats.table_permille,
                pv: &line,
            }));
            out.line(&format::checkmate(&line));
        }
        MateResult::NoMate => out.line("checkmate nomate"),
        MateResult::Timeout => out.line("checkmate timeout"),
    }
}

/// Turns progress into `info` lines.
struct UsiReporter<'a> {
    job: &'a Job,
    out: &'a Output,
    last: Mutex<Last>,
}

/// The best line reported last.
#[derive(Default)]
struct Last {
    first_move: Option<Move>,
    exact: bool,
    hashfull: u32,
}

impl<'a> UsiReporter<'a> {
    fn new(job: &'a Job, out: &'a Output) -> Self {
        UsiReporter {
            job,
            out,
            last: Mutex::new(Last::default()),
        }
    }

    /// Makes sure that the last line reported starts with the move answered:
    /// programs look the score of the answer up there.
    fn finish(&self, outcome: &Outcome, start: Instant) {
        let last = lock(&self.last);
        let told = match outcome.best {
            Best::Move(mv) => last.first_move == Some(mv),
            Best::Resign | Best::Win => true,
        };
        if last.exact && told || !self.job.is_wanted() {
            return;
        }
        let pv = match outcome.best {
            Best::Move(mv) if outcome.pv.first() != Some(&mv) => &[mv],
            _ => &outcome.pv[..],
        };
        self.out.line(&format::info(&Info {
            depth: outcome.depth,
            seldepth: outcome.depth,
            multipv: 1,
            value: outcome.value,
            bound: Bound::Exact,
            nodes: outcome.nodes,
            time_ms: millis::since(start),
            hashfull: last.hashfull,
            pv,
        }));
    }
}

impl Reporter for UsiReporter<'_> {
    fn info(&self, info: &Info<'_>) {
        if !self.job.is_wanted() {
            return;
        }
        if info.multipv == 1 {
            *lock(&self.last) = Last {
                first_move: info.pv.first().copied(),
                exact: info.bound == Bound::Exact,
                hashfull: info.hashfull,
            };
        }
        self.out.line(&format::info(info));
    }

    fn string(&self, text: &str) {
        if self.job.is_wanted() {
            self.out.remark(text);
        }
    }
}
