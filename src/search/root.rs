//! Iterative deepening of one thread: aspiration windows, root moves, time and reports.

use std::sync::atomic::Ordering;

use super::clock::{FIRST_TIME_REDUCTION, Stability};
use super::node_state::{MoveLoop, Root};
use super::ranking::{Exact, Line, RootMove, ranking};
use super::report::Info;
use super::tunables as tune;
use super::worker::Worker;
use crate::types::{Bound, Depth, MAX_PLY, Move, Value};

/// Nodes from which scores outside the aspiration window are reported.
const REPORT_BOUNDS_FROM: u64 = 10_000_000;

/// Progress of the main thread across iterations, for the clock and the reports.
pub(super) struct Progress {
    /// Scores of the last four iterations.
    iteration_values: [Value; 4],
    iteration: usize,
    /// Average score of the best move in the previous search of the game.
    previous_average: Option<Value>,
    previous_time_reduction: f64,
    best_move_changes: f64,
    last_best_move: Option<Move>,
    last_best_move_depth: Depth,
    last_report: Option<u64>,
}

/// Memory of the main thread between the searches of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameMemory {
    /// The average score of the best move in the last search.
    pub previous_average: Option<Value>,
    /// The time reduction of the last search, which grows with the age of the best move.
    pub previous_time_reduction: f64,
}

impl Default for GameMemory {
    fn default() -> GameMemory {
        GameMemory {
            previous_average: None,
            previous_time_reduction: FIRST_TIME_REDUCTION,
        }
    }
}

impl Progress {
    fn new(memory: &GameMemory) -> Progress {
        Progress {
            iteration_values: [memory.previous_average.unwrap_or(Value::ZERO); 4],
            iteration: 0,
            previous_average: memory.previous_average,
            previous_time_reduction: memory.previous_time_reduction,
            best_move_changes: 0.0,
            last_best_move: None,
            last_best_move_depth: 0,
            last_report: None,
        }
    }
}

impl Worker<'_> {
    /// Searches one iteration after another, each deeper, until a limit or a stop.
    /// `root_moves` is sorted, best first, on return.
    pub fn iterate(&mut self, game: &mut GameMemory) {
        let shared = self.shared;
        let main = self.id == 0;
        let multipv = shared.options.multipv.clamp(1, self.root_moves.len());
        let max_depth = shared.limits.depth.unwrap_or(MAX_PLY as Depth - 1);
        let mut progress = Progress::new(game);
        let mut search_again = 0;
        let mut settled: Option<Vec<Move>> = None;
        let mut settled_score = -Value::INFINITE;

        while self.root_depth + 1 < MAX_PLY as Depth && !shared.stopped() {
            if main && self.root_depth >= max_depth {
                break;
            }
            self.root_depth += 1;
            if main {
                progress.best_move_changes /= 2.0;
            }
            for root_move in &mut self.root_moves {
                root_move.previous_score = root_move.score;
                root_move.effort = if main { root_move.effort } else { 0 };
            }
            if shared.hold_depth.load(Ordering::Relaxed) {
                search_again += 1;
            }
            for index in 0..multipv {
                if shared.stopped() {
                    break;
                }
                self.pv_index = index;
                self.aspirate(search_again, &mut progress);
                self.root_moves[..=index].sort_by(by_score);
                // A pass that was cut short is reported by `report_final` instead.
                let last = index + 1 == multipv;
                if main && !shared.stopped() && (last || self.nodes > REPORT_BOUNDS_FROM) {
                    self.report(&mut progress, multipv, !last);
                }
            }
            if !shared.stopped() {
                self.completed_depth = self.root_depth;
                settled = Some(self.root_moves[0].pv.clone());
                settled_score = self.root_moves[0].score;
                if main {
                    let best = &self.root_moves[0];
                    let score = shared.outside.score(best.score);
                    let reporter = shared.outside.reporter;
                    reporter.completed(self.completed_depth, score, &best.pv);
                }
            } else if self.root_moves[0].score.is_loss()
                && self.completed_depth > 0
                && let Some(pv) = &settled
            {
                // A losing score from an iteration cut short is not proven, so the result of the
                // last finished iteration stays.
                let first = pv[0];
                if let Some(at) = self.root_moves.iter().position(|rm| rm.mv() == first) {
                    self.root_moves[..=at].rotate_right(1);
                    let best = &mut self.root_moves[0];
                    best.pv.clone_from(pv);
                    best.score = settled_score;
                    best.score_depth = self.completed_depth;
                    (best.lower_bound, best.upper_bound) = (false, false);
                }
            }
            if main && !shared.stopped() {
                self.manage_time(&mut progress);
                let soft = shared.limits.soft_nodes;
                if soft.is_some_and(|limit| shared.total_nodes() >= limit) {
                    shared.stop();
                }
            }
        }
        if main {
            game.previous_average =
                Some(self.root_moves[0].average_score).filter(|&v| v != Value::NONE);
            game.previous_time_reduction = progress.previous_time_reduction;
            self.report_final(&mut progress, multipv);
        }
    }

    /// Searches the root with a window around the average score, widened until the score
    /// lies inside.
    fn aspirate(&mut self, search_again: Depth, progress: &mut Progress) {
        let shared = self.shared;
        self.seldepth = 0;
        let expected = &self.root_moves[self.pv_index];
        self.last_pv.clone_from(&expected.pv);
        let (mut alpha, mut beta, mut delta) = match expected.mean_squared {
            Some(mean_squared) if expected.average_score != Value::NONE => {
                let delta = tune::aspiration_delta()
                    + self.id as i32 % 8
                    + (mean_squared.abs() / i64::from(tune::aspiration_square())) as i32;
                let middle = expected.average_score;
                (
                    (middle - delta).max(-Value::INFINITE),
                    (middle + delta).min(Value::INFINITE),
                    delta,
                )
            }
            _ => (-Value::INFINITE, Value::INFINITE, 0),
        };
        let mut failed_high = 0;
        loop {
            let depth = (self.root_depth - failed_high - 3 * (search_again + 1) / 4).max(1);
            self.root_delta = beta - alpha;
            let value = self.search::<Root>(0, alpha, beta, depth, false);
            self.root_moves[self.pv_index..].sort_by(by_score);
            if shared.stopped() {
                break;
            }
            let outside = value <= alpha || value >= beta;
            if self.id == 0
                && outside
                && shared.options.multipv == 1
                && self.nodes > REPORT_BOUNDS_FROM
                && shared.options.output_fail_lh_pv
            {
                self.report(progress, 1, true);
            }
            if value <= alpha && alpha > -Value::INFINITE {
                beta = alpha;
                alpha = (value - delta).max(-Value::INFINITE);
                failed_high = 0;
            } else if value >= beta && beta < Value::INFINITE {
                alpha = (beta - delta).max(alpha);
                beta = (value + delta).min(Value::INFINITE);
                failed_high += 1;
            } else {
                break;
            }
            delta += delta / 3 + 1;
        }
    }

    /// Whether a root move is searched in this pass: it is not the first move of a better
    /// line already found, and is one of `searchmoves` if there are any.
    pub(super) fn is_root_candidate(&self, mv: Move) -> bool {
        let (found, left) = self.root_moves.split_at(self.pv_index);
        let is_among = |root_moves: &[RootMove]| root_moves.iter().any(|rm| rm.mv() == mv);
        // Without `searchmoves` every move of the picker is a root move, so there is no
        // need to look for it in the list.
        let all = self.shared.limits.searchmoves.is_empty();
        debug_assert!(!all || is_among(&self.root_moves));
        !is_among(found) && (all || is_among(left))
    }

    /// Updates a root move with the result of its search.
    pub(super) fn update_root_move(
        &mut self,
        mv: Move,
        value: Value,
        moves: &MoveLoop,
        beta: Value,
        effort: u64,
    ) {
        let &MoveLoop {
            alpha, move_count, ..
        } = moves;
        let seldepth = self.seldepth;
        let Some(at) = self.root_moves.iter().position(|rm| rm.mv() == mv) else {
            return;
        };
        let root_move = &mut self.root_moves[at];
        root_move.effort += effort;
        root_move.average_score = if root_move.average_score == Value::NONE {
            value
        } else {
            Value((value.0 + root_move.average_score.0) / 2)
        };
        let square = i64::from(value.0) * i64::from(value.0.abs());
        root_move.mean_squared = Some(match root_move.mean_squared {
            Some(mean) => (mean + square) / 2,
            None => square,
        });
        if move_count == 1 || value > alpha {
            root_move.score = value;
            root_move.score_depth = self.root_depth;
            root_move.seldepth = seldepth;
            root_move.lower_bound = value >= beta;
            root_move.upper_bound = value <= alpha;
            root_move.pv.clear();
            root_move.pv.push(mv);
            root_move.pv.extend_from_slice(self.memory.pvs.line(1));
            if root_move.bound() == Bound::Exact {
                root_move.exact = Some(Exact {
                    score: value,
                    depth: self.root_depth,
                    seldepth,
                    pv: root_move.pv.clone(),
                });
            }
            if move_count > 1 && self.pv_index == 0 {
                self.best_move_changes += 1;
            }
        } else {
            // Only an upper bound is known. All such moves get minus infinity, so that
            // the stable sort keeps their order from the previous iterations.
            root_move.score = -Value::INFINITE;
            root_move.at_most = alpha;
        }
    }

    /// Time management after an iteration: ends the search, decides when to answer, or
    /// tells all threads to repeat the depth.
    fn manage_time(&mut self, progress: &mut Progress) {
        let shared = self.shared;
        let best = &self.root_moves[0];
        let (score, average, best_mv, effort) =
            (best.score, best.average_score, best.mv(), best.effort);
        if progress.last_best_move != Some(best_mv) {
            progress.last_best_move = Some(best_mv);
            progress.last_best_move_depth = self.root_depth;
        }
        progress.best_move_changes += f64::from(std::mem::take(&mut self.best_move_changes));

        // A mate so short that deeper iterations are unlikely to find a shorter one.
        if let Some(distance) = score.mate_distance()
            && !shared.limits.infinite
            && shared.limits.depth.is_none()
            && shared.options.multipv == 1
            && (distance.abs() + 2) * 5 / 2 < self.root_depth
        {
            if shared.limits.ponder && self.clock.as_ref().is_some_and(|c| c.is_pondering()) {
                if let Some(clock) = &mut self.clock {
                    clock.decide(clock.elapsed());
                }
            } else {
                shared.stop();
            }
            return;
        }

        let Some(clock) = &mut self.clock else { return };
        if !clock.is_managed() || clock.is_decided() {
            return;
        }
        let elapsed = clock.elapsed();
        let previous = progress.previous_average.unwrap_or(average);
        let iteration_value = progress.iteration_values[progress.iteration];
        let stability = Stability {
            fall_in_game: previous - score,
            fall_in_search: iteration_value - score,
            depth: self.completed_depth,
            best_move_age: self.completed_depth - progress.last_best_move_depth,
            best_move_changes: progress.best_move_changes,
            effort: effort as f64 / self.nodes.max(1) as f64,
            root_moves: self.root_moves.len(),
            previous_time_reduction: progress.previous_time_reduction,
        };
        progress.previous_time_reduction = stability.time_reduction();
        progress.iteration_values[progress.iteration] = score;
        progress.iteration = (progress.iteration + 1) % 4;

        let target = clock.target(&stability);
        if elapsed as f64 > target.min(clock.maximum as f64) {
            clock.decide(elapsed);
            if clock.is_over(clock.elapsed()) {
                shared.stop();
            }
        } else {
            let hold = clock.holds_depth(elapsed, target);
            shared.hold_depth.store(hold, Ordering::Relaxed);
        }
    }

    /// Reports the best lines, unless the last report was less than the option `pv_interval` ago,
    /// or, within an iteration (`passing`), the best move has no score yet.
    fn report(&mut self, progress: &mut Progress, multipv: usize, passing: bool) {
        let options = self.shared.options;
        let elapsed = self.shared.elapsed_ms();
        let every =
            options.pv_interval == 0 || options.consideration_mode || self.shared.limits.infinite;
        if !every
            && progress
                .last_report
                .is_some_and(|last| elapsed < last + options.pv_interval)
        {
            return;
        }
        if passing && self.root_moves[0].score == -Value::INFINITE {
            return;
        }
        progress.last_report = Some(elapsed);
        self.send_lines(multipv, elapsed);
    }

    fn send_lines(&self, multipv: usize, time_ms: u64) {
        let shared = self.shared;
        let nodes = shared.total_nodes();
        let hashfull = shared.table.hashfull(0);
        for (line, multipv) in ranking(&self.root_moves, multipv, self.root_depth).zip(1..) {
            let Line {
                depth,
                seldepth,
                value,
                bound,
                pv,
            } = line;
            shared.outside.reporter.info(&Info {
                depth,
                seldepth: seldepth.max(depth),
                multipv,
                score: shared.outside.score(value),
                bound,
                nodes,
                time_ms,
                hashfull,
                pv,
            });
        }
    }

    /// Reports the best lines at the end of the search.
    fn report_final(&mut self, progress: &mut Progress, multipv: usize) {
        let elapsed = self.shared.elapsed_ms();
        progress.last_report = Some(elapsed);
        self.send_lines(multipv, elapsed);
    }
}

fn by_score(a: &RootMove, b: &RootMove) -> std::cmp::Ordering {
    b.score
        .cmp(&a.score)
        .then(b.previous_score.cmp(&a.previous_score))
}
