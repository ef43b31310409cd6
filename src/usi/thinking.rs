//! Execution of a `go`: search or mate search, reports and answer.

use std::sync::Mutex;

use super::format;
use super::go::GoMate;
use super::job::Job;
use super::output::Output;
use crate::engine::Engine;
use crate::host::Instant;
use crate::host::millis;
use crate::host::sync::lock;
use crate::mate::MateResult;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::search::report::Silent;
use crate::search::{Best, Info, Limits, Reporter, SearchResult, Signals};
use crate::types::{Bound, Depth, Move, Score};

/// The engine and the output for one `go`.
pub(super) struct Thinking<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) job: &'a Job,
    pub(super) out: &'a Output,
    /// Whether the opening book is asked before a search.
    pub(super) use_book: bool,
}

impl Thinking<'_> {
    /// Finds the answer in the book or by a search, and writes it once it is due, if it is still
    /// wanted.
    pub(super) fn answer(self, pos: &Position, limits: &Limits) {
        let reporter = UsiReporter::new(self.job, self.out, Some((pos, limits.start)));
        let from_book = match self.use_book {
            true => self.engine.book_answer(pos, limits, &reporter),
            false => None,
        };
        let outcome = from_book.unwrap_or_else(|| {
            self.engine
                .search(pos, limits, &self.job.signals, &reporter)
        });
        // A book answer, or the answer after a failed search, may come before it is due.
        limits.wait_until_due(&self.job.signals);
        reporter.result(&outcome);
    }

    /// Stochastic pondering: while the opponent thinks, searches the position before
    /// `last_move`, the expected move, so that all other replies are searched too. The
    /// search of `pos` itself begins with the ponderhit.
    pub(super) fn ponder_ahead(self, pos: &Position, last_move: Move, mut limits: Limits) {
        let job = self.job;
        job.search_ahead();
        let mut before = pos.clone();
        before.undo_move(last_move);
        let ahead = Limits {
            start: limits.start,
            ..Limits::infinite()
        };
        let reporter = UsiReporter::new(job, self.out, None);
        self.engine.search(&before, &ahead, &job.ahead, &reporter);
        ahead.wait_until_due(&job.ahead);

        limits.ponder = false;
        if let Some(hit) = job.hit() {
            limits.start = hit.at;
            limits.clock = hit.clock.unwrap_or(limits.clock);
            self.answer(pos, &limits);
        } else if job.claim_answer() {
            // The GUI will not play this answer, but it must be a legal move, one of
            // `searchmoves` if there are any.
            let brief = Limits {
                searchmoves: limits.searchmoves,
                ..Limits::depth(1)
            };
            let outcome = self.engine.search(pos, &brief, &Signals::new(), &Silent);
            self.out.line(&format::bestmove(outcome.best, None));
        }
    }
}

/// The reply to ponder on, unless it is illegal, since GUIs check it.
fn legal_reply(pos: &Position, outcome: &SearchResult) -> Option<Move> {
    let Best::Move(best) = outcome.best else {
        return None;
    };
    let reply = outcome.ponder?;
    let mut after = pos.clone();
    after.do_move(best);
    after.is_legal(reply).then_some(reply)
}

/// An answer with any legal move, or resignation without one, for use if no search is possible.
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
    // The answer takes time to reach the GUI, so part of the time is kept for that.
    let delay = engine.options().search.time.network_delay2;
    let time = mate.time().map(|ms| ms - delay.min(ms / 5));
    let (result, stats) = engine.solve_mate(pos, time, limits, &job.signals);
    if !job.claim_answer() {
        return;
    }
    match result {
        MateResult::Mate(line) => {
            out.line(&format::info(&Info {
                nodes: stats.nodes,
                time_ms: millis::since(limits.start),
                hashfull: stats.table_permille,
                ..found_mate(&line)
            }));
            out.line(&format::checkmate(&line));
        }
        MateResult::NoMate => out.line("checkmate nomate"),
        MateResult::Timeout => out.line("checkmate timeout"),
    }
}

/// A report of a mate, which may be longer than any search depth.
fn found_mate(line: &[Move]) -> Info<'_> {
    let depth = Depth::try_from(line.len()).unwrap_or(Depth::MAX);
    Info {
        depth,
        seldepth: depth,
        multipv: 1,
        score: Score::mate_in(u32::try_from(line.len()).unwrap_or(u32::MAX)),
        bound: Bound::Exact,
        nodes: 0,
        time_ms: 0,
        hashfull: 0,
        pv: line,
    }
}

/// A reporter that writes `info` lines as long as the job's output is wanted, and its answer.
struct UsiReporter<'a> {
    job: &'a Job,
    out: &'a Output,
    /// The position to answer and the time of its `go`, if results are answers.
    question: Option<(&'a Position, Instant)>,
    /// Locked during writes, so that no line follows the answer.
    last: Mutex<Last>,
}

/// The state after the last report.
#[derive(Default)]
struct Last {
    /// The first move of the best line.
    first_move: Option<Move>,
    hashfull: u32,
    /// The score of the last line, of any rank, and the centipawns written for it.
    score: Option<(Score, i32)>,
}

impl Last {
    /// The report to write. If it ranks below the line before, its centipawns are limited to those
    /// of that line, so that the written scores of multipv lines stay in order.
    ///
    /// A superior repetition ranks above every evaluation, but its 3000 centipawns may be fewer. An
    /// evaluation that follows with more centipawns is written as a lower bound of as many
    /// centipawns as the line before. An inferior repetition that follows a lower evaluation is
    /// written as an upper bound. Both bounds are true.
    fn in_order<'i>(&self, info: &Info<'i>) -> Info<'i> {
        let Some((above, centipawns)) = self.score else {
            return *info;
        };
        if info.multipv == 1 || info.score > above || info.score.centipawns() <= centipawns {
            return *info;
        }
        Info {
            score: Score::Centipawns(centipawns),
            bound: match (info.score, info.bound) {
                (Score::Repetition { .. }, _) => Bound::Upper,
                (_, Bound::Exact | Bound::Lower) => Bound::Lower,
                // No bound at the lower number is true, so no score is written.
                (_, Bound::Upper | Bound::None) => Bound::None,
            },
            ..*info
        }
    }
}

impl<'a> UsiReporter<'a> {
    fn new(job: &'a Job, out: &'a Output, question: Option<(&'a Position, Instant)>) -> Self {
        UsiReporter {
            job,
            out,
            question,
            last: Mutex::new(Last::default()),
        }
    }
}

impl Reporter for UsiReporter<'_> {
    fn info(&self, info: &Info<'_>) {
        let mut last = lock(&self.last);
        if !self.job.is_wanted() {
            return;
        }
        if info.multipv == 1 {
            last.first_move = info.pv.first().copied();
            last.hashfull = info.hashfull;
        }
        let told = last.in_order(info);
        last.score = Some((info.score, told.score.centipawns()));
        self.out.line(&format::info(&told));
    }

    /// Answers, with a line of its own before it unless the last best line already starts with the
    /// move, since programs take the score of the answer from the last line.
    fn result(&self, result: &SearchResult) {
        let last = lock(&self.last);
        let Some((pos, start)) = self.question.filter(|_| self.job.claim_answer()) else {
            return;
        };
        if let Best::Move(mv) = result.best
            && last.first_move != Some(mv)
        {
            let pv = match result.pv.first() {
                Some(&first) if first == mv => &result.pv[..],
                _ => &[mv],
            };
            self.out.line(&format::info(&Info {
                hashfull: last.hashfull,
                pv,
                ..result.info(start)
            }));
        }
        let ponder = legal_reply(pos, result);
        self.out.line(&format::bestmove(result.best, ponder));
        log::debug!("answered {} ms after go", millis::since(start));
    }

    fn string(&self, text: &str) {
        if self.job.is_wanted() {
            self.out.remark(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::output::testing::Sink;
    use super::*;

    /// Centipawns and bounds written for the multipv lines of one iteration.
    fn told(lines: &[(Score, Bound)]) -> Vec<(i32, Bound)> {
        let mut last = Last::default();
        let tell = |(&(score, bound), multipv)| {
            let info = last.in_order(&Info {
                depth: 9,
                seldepth: 9,
                multipv,
                score,
                bound,
                nodes: 0,
                time_ms: 0,
                hashfull: 0,
                pv: &[],
            });
            last.score = Some((score, info.score.centipawns()));
            (info.score.centipawns(), info.bound)
        };
        lines.iter().zip(1..).map(tell).collect()
    }

    #[test]
    fn a_mate_longer_than_any_search_is_told_in_full_length() {
        let mv = Move::from_usi("7g7f").unwrap();
        for plies in [1, 245, 246, 247, 1525] {
            let line = format::info(&found_mate(&vec![mv; plies]));
            let start = format!(
                "info depth {plies} seldepth {plies} multipv 1 score mate {plies} nodes 0 "
            );
            assert!(line.starts_with(&start), "{line}");
        }
    }

    #[test]
    fn the_last_line_is_of_the_move_played_and_a_bound_stays_one() {
        let [a, b] = ["7g7f", "2g2f"].map(|text| Move::from_usi(text).unwrap());
        let pos = Position::startpos();
        let outcome = |bound| SearchResult {
            best: Best::Move(a),
            ponder: None,
            score: Score::Centipawns(43),
            bound,
            depth: 7,
            nodes: 9,
            pv: vec![a],
        };
        for (bound, score) in [
            (Bound::Exact, " score cp 43 nodes"),
            (Bound::Lower, " score cp 43 lowerbound nodes"),
            (Bound::Upper, " score cp 43 upperbound nodes"),
            (Bound::None, " multipv 1 nodes"),
        ] {
            for (told, lines) in [(None, 1), (Some(b), 2), (Some(a), 1)] {
                let sink = Sink::default();
                let (job, out) = (Job::new(), Output::new(sink.clone()));
                let question = Some((&pos, Instant::now()));
                let reporter = UsiReporter::new(&job, &out, question);
                let outcome = outcome(bound);
                if let Some(mv) = told {
                    reporter.info(&Info {
                        bound,
                        score: outcome.score,
                        ..found_mate(&[mv])
                    });
                }
                reporter.result(&outcome);
                // A search tells its result when it is known, and again when it returns.
                reporter.result(&outcome);
                reporter.info(&found_mate(&[b]));
                let text = sink.text();
                let text = text.strip_suffix("bestmove 7g7f\n").unwrap();
                assert_eq!(text.lines().count(), lines, "{text}");
                let last = text.lines().last().unwrap();
                assert!(last.contains(score) && last.ends_with(" pv 7g7f"), "{last}");
            }
        }
    }

    #[test]
    fn repetitions_do_not_put_the_lines_out_of_order() {
        use Bound::{Exact, Lower, Upper};
        let cp = Score::Centipawns;
        let better = Score::Repetition { better: true };
        let worse = Score::Repetition { better: false };
        for (lines, expected) in [
            // Centipawns already in order stay unchanged.
            (
                vec![(better, Exact), (cp(2500), Exact), (worse, Exact)],
                vec![(3000, Exact), (2500, Exact), (-3000, Exact)],
            ),
            (
                vec![
                    (better, Exact),
                    (cp(4500), Exact),
                    (cp(4000), Lower),
                    (cp(9), Upper),
                ],
                vec![(3000, Exact), (3000, Lower), (3000, Lower), (9, Upper)],
            ),
            (
                vec![
                    (cp(-4500), Exact),
                    (worse, Exact),
                    (Score::mated_in(8), Exact),
                ],
                vec![(-4500, Exact), (-4500, Upper), (-31_992, Exact)],
            ),
            // A book reports the move that it plays first, even with a lower score.
            (
                vec![(cp(10), Exact), (cp(30), Exact)],
                vec![(10, Exact), (30, Exact)],
            ),
        ] {
            assert_eq!(told(&lines), expected);
        }
    }
}
