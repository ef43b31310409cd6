//! One position searched: its best lines and what it took to find them.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::engine::Engine;
use crate::position::Position;
use crate::search::{Best, Info, Limits, Outcome, Reporter, Signals};
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

/// Keeps the latest line of each rank.
#[derive(Default)]
struct Collector(Mutex<Vec<Option<Line>>>);

impl Reporter for Collector {
    fn info(&self, info: &Info<'_>) {
        if info.bound != Bound::Exact || info.pv.is_empty() || info.multipv == 0 {
            return;
        }
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < info.multipv {
            lines.resize(info.multipv, None);
        }
        lines[info.multipv - 1] = Some(Line {
            value: info.value,
            depth: info.depth,
            seldepth: info.seldepth,
            moves: info.pv.to_vec(),
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
            time_ms: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
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
    let lines = collector.0.into_inner();
    let lines = lines.unwrap_or_else(PoisonError::into_inner);
    let mut lines: Vec<Line> = lines.into_iter().flatten().collect();
    let first = lines.first().map(|line| line.moves.first());
    if first != Some(outcome.pv.first()) {
        let own = Line {
            value: outcome.value,
            depth: outcome.depth,
            seldepth: outcome.depth,
            moves: outcome.pv.clone(),
        };
        lines.retain(|line| line.moves.first() != own.moves.first());
        lines.insert(0, own);
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
