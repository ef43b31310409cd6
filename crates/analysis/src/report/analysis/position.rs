//! Search of one position: the best lines, with depth, nodes and time.

use komadai::engine::Engine;
use komadai::host::{Instant, millis};
use komadai::position::Position;
use komadai::search::{Best, Limits, LineCollector, RankedLine, SearchResult, Signals};
use komadai::types::{Depth, Move, Score};

/// Result of the search of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnalysis {
    /// The best lines, the best first; at least one.
    pub lines: Vec<RankedLine>,
    /// Whether the side to move can win by declaration.
    pub declares: bool,
    /// Depth of the last completed iteration, in plies.
    pub depth: Depth,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used, in ms.
    pub time_ms: u64,
}

impl PositionAnalysis {
    /// Searches a position with the current state of the engine. Returns the analysis and the
    /// result of the search.
    pub fn search(
        engine: &mut Engine,
        pos: &Position,
        limits: &Limits,
        signals: &Signals,
    ) -> (PositionAnalysis, SearchResult) {
        let start = Instant::now();
        let collector = LineCollector::default();
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
    pub fn best(&self) -> Option<&RankedLine> {
        self.lines.first()
    }

    /// The first move of the best line; `None` if the game is over.
    pub fn best_move(&self) -> Option<Move> {
        self.best()?.moves.first().copied()
    }

    /// The score of the best line for the side to move.
    pub fn score(&self) -> Score {
        self.best().map_or(Score::ZERO, |line| line.score)
    }
}

/// The lines that the search reported. The line of the final answer is the first.
fn lines(collector: LineCollector, outcome: &SearchResult) -> Vec<RankedLine> {
    let mut lines = collector.into_lines();
    let first = lines.first().map(|line| line.moves.first());
    if first != Some(outcome.pv.first()) {
        let own = RankedLine {
            score: outcome.score,
            bound: outcome.bound,
            depth: outcome.depth,
            seldepth: outcome.depth,
            moves: outcome.pv.clone(),
        };
        // The final answer may be another move than the first of the last report.
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
    use komadai::engine::{EngineOptions, EvaluatorChoice};

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
        assert_eq!(analysis.score(), Score::mated_in(0));
        assert_eq!(analysis.best_move(), None);
    }

    /// The best line repeats an earlier position with a better hand.
    #[test]
    fn a_repetition_with_a_better_hand_has_a_word_of_its_own() {
        let positions = [
            "l1+P2Sknl/3P+Rs3/5bgpp/p4p3/1G1pN2P1/PP1lPP1rP/2+p1S1N2/6p2/+s4Kb1L b 2G2Pnp 117",
            "l4g1nl/2G3s2/nk1+B4p/ps2+R4/4P4/P2P1G3/1+pP1SP2P/1PK1S3L/LN7 b RBN4Pg4p 145",
            "5k3/l2sgsp2/p1g1pp2p/1p1p1N1+r1/1n7/2PP5/PPs3+r1P/L1+B5L/K2+s5 w BP2g2nl5p 134",
        ];
        let mut options = EngineOptions {
            threads: 1,
            hash_mib: 8,
            ..EngineOptions::default()
        };
        options.evaluator.choice = EvaluatorChoice::Material;
        let mut engine = Engine::new(options).unwrap();
        let found = positions.map(|sfen| {
            engine.new_game();
            let pos = Position::from_sfen(sfen).unwrap();
            let limits = Limits::depth(8);
            let analysis = PositionAnalysis::search(&mut engine, &pos, &limits, &Signals::new()).0;
            analysis.score()
        });
        // One search that ends in the repetition is enough: the others may find a better line.
        let with_a_better_hand = found.contains(&Score::Repetition { better: true });
        assert!(with_a_better_hand, "{found:?}");
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
