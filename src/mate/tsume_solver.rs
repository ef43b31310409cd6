//! Solver of tsume problems by the conventions of composers: the shortest mate against
//! the longest defence, without useless interpositions, and other solutions.

use super::dfpn::Memory;
use super::estimate::{NEVER, NO_LOOP};
use super::exact::{Cut, Exact};
use super::expand::Rule;
use super::limits::{MateLimits, MateStats};
use super::main_line::MainLine;
use super::other::{self, OtherSolution};
use crate::host::Instant;
use crate::position::Position;
use crate::types::{Hand, Move};

/// Options of solving a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TsumeTask {
    /// Only mates of at most this many plies count.
    pub plies: Option<u16>,
    /// Also look for other solutions of at most this many plies in all.
    pub cooks: Option<u16>,
    /// Look for a shorter mate until the limits are reached. If not set, the search ends
    /// after a fixed multiple of the work that the first mate took.
    pub is_thorough: bool,
}

/// Result of solving a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TsumeResult {
    /// A mate is proven.
    Mate(TsumeSolution),
    /// It is proven that there is no mate.
    NoMate,
    /// It is proven that there is no mate of at most [`TsumeTask::plies`].
    NoMateInTime,
    /// Nothing was proven within the limits.
    Unsolved,
}

/// A mate with its line and properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TsumeSolution {
    /// The moves of both sides. After the last one the defender is mated, except for
    /// useless interpositions.
    pub line: Vec<Move>,
    /// Whether the line is proven to be the shortest against the longest defence. If not,
    /// it may also contain useless interpositions.
    pub is_shortest: bool,
    /// The pieces left in the attacker's hand at the end.
    pub left: Hand,
    /// The other solutions, if [`TsumeTask::cooks`] asks for them.
    pub others: Vec<OtherSolution>,
    /// Whether all other solutions within the bound are known.
    pub are_others_complete: bool,
}

/// Work allowed, in positions, for the proof that no mate is shorter: a multiple of the
/// work of the first mate, and a constant.
const EFFORT: (u64, u64) = (3, 2_000_000);
/// Positions that the search for short mates may visit before a mate of any length is looked for.
const TRIALS: u64 = 10_000;
/// Length in plies up to which a mate is found again so fast that its line is not kept.
const SHORT: u16 = 7;
/// Length in plies above which a proof that no mate is shorter is out of reach: such
/// mates are only shortened a little.
const LONG: u16 = 99;

/// A solver that keeps its memory from one problem to the next.
pub struct TsumeSolver {
    memory: Option<[Memory; 2]>,
    memory_mib: usize,
}

impl TsumeSolver {
    /// A solver that uses at most about `memory_mib` MiB.
    pub fn new(memory_mib: usize) -> TsumeSolver {
        TsumeSolver {
            memory: None,
            memory_mib,
        }
    }

    /// Solves a problem. Ignores the game before the position and [`MateLimits::memory_mib`].
    pub fn solve(
        &mut self,
        pos: &Position,
        limits: &MateLimits,
        task: &TsumeTask,
    ) -> (TsumeResult, MateStats) {
        let new = || [0, 1].map(|_| Memory::new(self.memory_mib));
        let memory = self.memory.take().unwrap_or_else(new);
        let mut search = Search {
            exact: Exact::new(pos, limits, memory),
            limits: *limits,
            memory_mib: self.memory_mib,
            task: *task,
            fallback: None,
            stats: MateStats::default(),
        };
        let found = search.solve().unwrap_or(TsumeResult::Unsolved);
        let stats = MateStats {
            nodes: search.exact.nodes(),
            is_shortest: matches!(&found, TsumeResult::Mate(solution) if solution.is_shortest),
            table_permille: search.exact.every.table.permille(),
            ..search.stats
        };
        let mut memory = search.exact.into_memory();
        memory
            .iter_mut()
            .for_each(|memory| memory.clear(self.memory_mib));
        self.memory = Some(memory);
        (found, stats)
    }
}

/// Result of the search for short mates.
enum Below {
    /// The answer to the problem.
    Told(TsumeResult),
    /// There is a mate of this length, and no shorter one.
    Mate(u16),
    /// It is only known that no mate is shorter than `least` plies.
    None { least: u16 },
}

/// The line to answer with if no better one is found.
struct Fallback {
    line: Vec<Move>,
    /// Plies of the mate whose proof the line follows.
    len: u16,
    /// The line was found without tests of the defender's answers, so other answers may last
    /// longer.
    is_hasty: bool,
}

struct Search<'a> {
    exact: Exact<'a>,
    limits: MateLimits<'a>,
    memory_mib: usize,
    task: TsumeTask,
    /// The last mate proven with every interposition counted.
    fallback: Option<Fallback>,
    stats: MateStats,
}

/// Bounds on the length of the shortest mate, in plies.
#[derive(Clone, Copy)]
struct Bounds {
    /// No mate is shorter than this.
    least: u16,
    /// Length of a mate that is proven if every interposition counts; an upper bound.
    proven: Option<u16>,
}

/// The time at which the work on shorter mates must end if all work ends at `end`: an
/// eighth of the time is left for the line.
fn time_but_for_line(end: Instant) -> Option<Instant> {
    let now = Instant::now();
    let rest = end.saturating_duration_since(now);
    now.checked_add(rest - rest / 8)
}

impl Search<'_> {
    fn solve(&mut self) -> Result<TsumeResult, Cut> {
        let least = match self.shortest_first()? {
            Below::Told(found) => return Ok(found),
            Below::Mate(len) => {
                self.verdict_after_first_mate(len);
                let bounds = Bounds {
                    least: len,
                    proven: Some(len),
                };
                return self.solution(len, bounds);
            }
            Below::None { least } => least,
        };
        let first = match self.task.plies {
            None => self.exact.ready(Rule::Every).search(NEVER).ok_or(Cut)?,
            Some(plies) => self.exact.ready(Rule::Useful).search(plies).ok_or(Cut)?,
        };
        if first.pn != 0 {
            self.stats.nodes_to_verdict = self.exact.nodes();
            return match first.loop_start == NO_LOOP {
                true => Ok(self.refuted(first.len)),
                false => Err(Cut),
            };
        }
        let most = first.len;
        self.verdict_after_first_mate(most);
        let mut bounds = Bounds {
            least,
            proven: self.task.plies.is_none().then_some(most),
        };
        if most > SHORT {
            // The line is kept now, because the clock may end the search later.
            self.keep_line(bounds, most > LONG);
        }
        if most > LONG && bounds.proven.is_some() {
            return self.shorten(most);
        }
        let found = self
            .narrow(&mut bounds, most)
            .and_then(|()| self.between(bounds, self.task.plies.unwrap_or(most)));
        match found {
            Ok(Some(len)) => self.solution(len, bounds),
            Ok(None) => Ok(TsumeResult::NoMateInTime),
            Err(Cut) => self.best_known(bounds),
        }
    }

    /// Searches for short mates, one length after the other. That is less work than shortening a
    /// mate of any length, since the shorter lengths must be refuted in any case.
    fn shortest_first(&mut self) -> Result<Below, Cut> {
        let most = self.task.plies.unwrap_or(NEVER);
        let mut least = 1;
        self.exact.allow(TRIALS, self.limits.nodes);
        let mut found = None;
        while least <= most {
            found = self.exact.ready(Rule::Useful).search(least);
            match found {
                Some(found) if found.dn == 0 && found.loop_start == NO_LOOP => {
                    if found.len == NEVER || found.len > most {
                        self.stats.nodes_to_verdict = self.exact.nodes();
                        return Ok(Below::Told(self.refuted(found.len)));
                    }
                    least = (found.len | 1).max(least + 2);
                }
                _ => break,
            }
        }
        let is_mate = found.is_some_and(|found| found.pn == 0);
        let confirmed = is_mate && self.exact.mates_strictly(least).unwrap_or(false);
        self.exact.allow(u64::MAX, self.limits.nodes);
        Ok(match confirmed {
            true => Below::Mate(least),
            false => Below::None { least },
        })
    }

    /// The result if there is no mate in fewer than `len` plies.
    fn refuted(&self, len: u16) -> TsumeResult {
        match len {
            NEVER => TsumeResult::NoMate,
            _ => TsumeResult::NoMateInTime,
        }
    }

    /// Records the first mate, and sets the limits of the work from there on.
    fn verdict_after_first_mate(&mut self, len: u16) {
        let nodes = self.exact.nodes();
        self.stats.nodes_to_verdict = nodes;
        self.stats.first_len = Some(usize::from(len));
        self.exact.share_memory(self.memory_mib);
        let (times, more) = EFFORT;
        let effort = match self.task.is_thorough {
            true => u64::MAX,
            false => nodes.saturating_mul(times).saturating_add(more),
        };
        self.exact.allow(effort, self.limits.nodes);
    }

    /// Looks for shorter mates with the table that has the first one, as long as each
    /// takes no more work than the first. A part of the time is left for the line.
    fn shorten(&mut self, mut len: u16) -> Result<TsumeResult, Cut> {
        let end = self.exact.every.deadline;
        self.exact.every.deadline = end.and_then(time_but_for_line);
        let each = match self.task.is_thorough {
            true => u64::MAX,
            false => self.exact.nodes(),
        };
        while len > 2 {
            self.exact.allow(each, self.limits.nodes);
            match self.exact.ready(Rule::Every).search(len - 2) {
                Some(found) if found.pn == 0 => len = found.len,
                _ => break,
            }
        }
        self.exact.every.deadline = end;
        self.best_known(Bounds {
            least: 1,
            proven: Some(len),
        })
    }

    /// Narrows the bounds as far as df-pn can.
    fn narrow(&mut self, bounds: &mut Bounds, most: u16) -> Result<(), Cut> {
        // `most` begins as the length of the first proof, which may be much longer than the
        // shortest mate.
        let mut most = most;
        loop {
            if bounds.proven != Some(most) && self.exact.mates_strictly(most)? {
                bounds.proven = Some(most);
                if most > SHORT {
                    self.keep_line(*bounds, false);
                }
            }
            if most <= bounds.least {
                return Ok(());
            }
            let shorter = self.exact.ready(Rule::Useful).search(most - 2).ok_or(Cut)?;
            if shorter.pn != 0 {
                if shorter.loop_start != NO_LOOP {
                    return Err(Cut);
                }
                bounds.least = most;
                return Ok(());
            }
            most = shorter.len;
        }
    }

    /// The exact length of the mate, if it is at most `most`.
    fn between(&mut self, bounds: Bounds, most: u16) -> Result<Option<u16>, Cut> {
        match bounds.proven {
            Some(proven) if proven == bounds.least => Ok(Some(proven)),
            proven => self.exact.attack(proven.unwrap_or(most)),
        }
    }

    fn solution(&mut self, len: u16, bounds: Bounds) -> Result<TsumeResult, Cut> {
        let mut main = MainLine::new(&mut self.exact);
        let Ok((line, left)) = main.find(len) else {
            return self.best_known(bounds);
        };
        let mut solution = TsumeSolution {
            line,
            is_shortest: true,
            left,
            others: Vec::new(),
            are_others_complete: true,
        };
        if let Some(plies) = self.task.cooks {
            let line = &solution.line;
            let complete = other::find(&mut self.exact, line, plies, &mut solution.others);
            solution.are_others_complete = complete;
        }
        Ok(TsumeResult::Mate(solution))
    }

    /// Keeps the line of the mate proven with every interposition counted, if it is better than the
    /// known one. A `hasty` line is found quickly, in case no better line is found in time.
    fn keep_line(&mut self, bounds: Bounds, hasty: bool) {
        let Some(len) = bounds.proven else {
            return;
        };
        if let Some(known) = &self.fallback
            && known.len <= len
            && !known.is_hasty
        {
            return;
        }
        // The line belongs to the answer, so the limit of nodes does not apply to it.
        let limit = self.exact.allow(u64::MAX, None);
        let line = self.exact.strict_line(hasty);
        self.exact.allow_until(limit);
        if let Some(line) = line {
            self.fallback = Some(Fallback {
                line,
                len,
                is_hasty: hasty,
            });
        }
    }

    /// The answer with the best line known, which counts every interposition.
    fn best_known(&mut self, bounds: Bounds) -> Result<TsumeResult, Cut> {
        self.keep_line(bounds, false);
        let Fallback { line, .. } = self.fallback.take().ok_or(Cut)?;
        let mut end = self.exact.pos.clone();
        let attacker = end.side_to_move();
        line.iter().for_each(|&mv| {
            end.do_move(mv);
        });
        Ok(TsumeResult::Mate(TsumeSolution {
            is_shortest: line.len() == usize::from(bounds.least),
            line,
            left: end.hand(attacker),
            others: Vec::new(),
            are_others_complete: self.task.cooks.is_none(),
        }))
    }
}
