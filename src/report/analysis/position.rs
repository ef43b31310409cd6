//! One position searched: its best lines and what it took to find them.

use std::sync::Mutex;
use std::time::Instant;

use crate::engine::Engine;
use crate::millis;
use crate::position::Position;
use crate::search::{Best, Info, Limits, Outcome, Reporter, Signals};
use crate::sync::{into_inner, lock};
use crate::types::{Bound, Depth, Move, Value};

/// A line of play and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// For the side to move, in search units.
    pub value: Value,
    /// Plies searched.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub seldepth: Depth,
    /// The moves; none where the game is over.
    pub moves: Vec<Move>,
}

/// What a search found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnalysis {
    /// The best lines, the best first; at least one.
    pub lines: Vec<Line>,
    /// Whether the side to move wins by declaration.
    pub declares: bool,
    /// The last finished iteration, in plies.
    pub depth: Depth,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken, in ms.
    pub time_ms: u64,
}

/// Keeps for each rank its move and what was found of it last.
#[derive(Default)]
struct Collector(Mutex<Vec<Option<Ranked>>>);

/// A line and whether its value is exact.
#[derive(Clone)]
struct Ranked {
    line: Line,
    exact: bool,
}

impl Reporter for Collector {
    fn info(&self, info: &Info<'_>) {
        let Some(rank) = info.multipv.checked_sub(1) else {
            return;
        };
        let Some(&first) = info.pv.first() else {
            return;
        };
        let new = Ranked {
            line: Line {
                value: info.value,
                depth: info.depth,
                seldepth: info.seldepth,
                moves: info.pv.to_vec(),
            },
            exact: info.bound == Bound::Exact,
        };
        let mut ranks = lock(&self.0);
        if ranks.len() <= rank {
            ranks.resize(rank + 1, None);
        }
        // Its rank so far goes to the move it takes the place of: a search cut
        // off in the middle of an iteration says no more of that one.
        let is_of_it = |known: &Option<Ranked>| {
            known.as_ref().and_then(|known| known.line.moves.first()) == Some(&first)
        };
        if let Some(so_far) = ranks.iter().position(is_of_it) {
            ranks.swap(so_far, rank);
        }
        // What was found exactly says more than a bound, even of more plies.
        let known = ranks[rank]
            .take()
            .filter(|known| known.line.moves.first() == Some(&first));
        ranks[rank] = Some(match known {
            Some(known) if known.exact && !new.exact => known,
            _ => new,
        });
    }
}

impl PositionAnalysis {
    /// Searches a position with the engine as it is. Also returns the answer
    /// of the search itself.
    pub fn search(
        engine: &mut Engine,
        pos: &Position,
        limits: &Limits,
        signals: &Signals,
    ) -> (PositionAnalysis, Outcome) {
        let start = Instant::now();
        let collector = Collector::default();
        let outcome = engine.search(pos, limits, signals, &collector);
        let analysis = PositionAnalysis {
            lines: lines(collector, &outcome),
            declares: outcome.best == Best::Win,
            depth: outcome.depth,
            nodes: outcome.nodes,
            time_ms: millis::since(start),
        };
        (analysis, outcome)
    }

    /// The best line.
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }

    /// The best move; `None` where the game is over.
    pub fn best_move(&self) -> Option<Move> {
        self.best()?.moves.first().copied()
    }

    /// The score of the best line for the side to move, in search units.
    pub fn value(&self) -> Value {
        self.best().map_or(Value::ZERO, |line| line.value)
    }
}

/// The lines reported; the first is the answer's own.
fn lines(collector: Collector, outcome: &Outcome) -> Vec<Line> {
    let mut lines: Vec<Line> = into_inner(collector.0)
        .into_iter()
        .flatten()
        .map(|known| known.line)
        .collect();
    let first = lines.first().map(|line| line.moves.first());
    if first != Some(outcome.pv.first()) {
        let own = Line {
            value: outcome.value,
            depth: outcome.depth,
            seldepth: outcome.depth,
            moves: outcome.pv.clone(),
        };
        // The search may have changed its mind after the last report.
        let count = lines.len().max(1);
        lines.retain(|line| line.moves.first() != own.moves.first());
        lines.insert(0, own);
        lines.truncate(count);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineOptions;

    fn search(sfen: &str, multipv: usize) -> PositionAnalysis {
        let mut options = EngineOptions {
            threads: 1,
            hash_mib: 1,
            ..EngineOptions::default()
        };
        options.search.multipv = multipv;
        options.search.pv_interval = 0;
        let mut engine = Engine::new(options).unwrap();
        let pos = Position::from_sfen(sfen).unwrap();
        let limits = Limits::nodes(2000);
        PositionAnalysis::search(&mut engine, &pos, &limits, &Signals::new()).0
    }

    #[test]
    fn a_mated_side_has_one_line_without_a_move() {
        let analysis = search("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", 3);
        assert_eq!(analysis.lines.len(), 1);
        assert_eq!(analysis.value(), Value::mated_in(0));
        assert_eq!(analysis.best_move(), None);
    }

    #[test]
    fn a_rank_told_as_a_bound_names_its_move_and_keeps_what_was_exact() {
        let [a, b, c] = ["2g2f", "7g7f", "6i7h"].map(|text| Move::from_usi(text).unwrap());
        let collector = Collector::default();
        let tell = |multipv, mv: Move, value, bound| {
            collector.info(&Info {
                depth: 9,
                seldepth: 9,
                multipv,
                value: Value(value),
                bound,
                nodes: 0,
                time_ms: 0,
                hashfull: 0,
                pv: &[mv],
            });
        };
        let ranks = |expected: &[(Move, i32)]| {
            let ranks = collector.0.lock().unwrap();
            let told: Vec<_> = ranks
                .iter()
                .flatten()
                .map(|r| (r.line.moves[0], r.line.value))
                .collect();
            let expected: Vec<_> = expected.iter().map(|&(mv, v)| (mv, Value(v))).collect();
            assert_eq!(told, expected);
        };
        tell(1, a, 30, Bound::Exact);
        tell(2, b, 20, Bound::Exact);
        ranks(&[(a, 30), (b, 20)]);
        // The second rises to the top, and nothing more is said.
        tell(1, b, 40, Bound::Lower);
        ranks(&[(b, 20), (a, 30)]);
        // One never found exactly takes over; what it ousts is gone.
        tell(1, c, 50, Bound::Lower);
        ranks(&[(c, 50), (a, 30)]);
        tell(1, c, 45, Bound::Exact);
        tell(2, b, 25, Bound::Upper);
        ranks(&[(c, 45), (b, 25)]);
    }

    #[test]
    fn as_many_lines_as_asked_for_with_different_first_moves() {
        let analysis = search(Position::startpos().sfen().as_str(), 4);
        assert_eq!(analysis.lines.len(), 4);
        let mut firsts: Vec<_> = analysis.lines.iter().map(|l| l.moves[0].bits()).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 4);
        assert_eq!(analysis.nodes, 2000);
    }
}
