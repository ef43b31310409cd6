//! One position searched: its best lines and what it took to find them.

use std::sync::Mutex;
use std::time::Instant;

use crate::engine::Engine;
use crate::millis;
use crate::position::Position;
use crate::search::{Best, Info, Limits, Outcome, Reporter, Signals};
use crate::sync::{into_inner, lock};
use crate::types::{Bound, Depth, Move, Score};

/// A line of play and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// For the side to move.
    pub score: Score,
    /// Whether `score` is exact or only a bound.
    pub bound: Bound,
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
struct Collector(Mutex<Vec<Option<Line>>>);

/// Whether what is known of a move says more than a new bound of the same move.
///
/// What was found exactly does, even of fewer plies. But where the move has
/// turned out to be no better than the one before it, that is news.
fn is_better_known(known: &Line, new: &Line, rank: usize) -> bool {
    let outdated = rank > 0 && new.bound == Bound::Upper && new.score < known.score;
    known.bound == Bound::Exact && new.bound != Bound::Exact && !outdated
}

impl Reporter for Collector {
    fn info(&self, info: &Info<'_>) {
        let Some(rank) = info.multipv.checked_sub(1) else {
            return;
        };
        let Some(&first) = info.pv.first() else {
            return;
        };
        let new = Line {
            score: info.score,
            bound: info.bound,
            depth: info.depth,
            seldepth: info.seldepth,
            moves: info.pv.to_vec(),
        };
        let mut ranks = lock(&self.0);
        if ranks.len() <= rank {
            ranks.resize(rank + 1, None);
        }
        // Its rank so far goes to the move it takes the place of: a search cut
        // off in the middle of an iteration says no more of that one.
        let is_of_it = |known: &Option<Line>| {
            known.as_ref().and_then(|known| known.moves.first()) == Some(&first)
        };
        if let Some(so_far) = ranks.iter().position(is_of_it) {
            ranks.swap(so_far, rank);
        }
        let known = ranks[rank].take();
        let known = known.filter(|known| known.moves.first() == Some(&first));
        ranks[rank] = Some(match known {
            Some(known) if is_better_known(&known, &new, rank) => known,
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

    /// The score of the best line for the side to move.
    pub fn score(&self) -> Score {
        self.best().map_or(Score::ZERO, |line| line.score)
    }
}

/// The lines reported; the first is the answer's own.
fn lines(collector: Collector, outcome: &Outcome) -> Vec<Line> {
    let mut lines: Vec<Line> = into_inner(collector.0).into_iter().flatten().collect();
    let first = lines.first().map(|line| line.moves.first());
    if first != Some(outcome.pv.first()) {
        let own = Line {
            score: outcome.score,
            bound: outcome.bound,
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
    use crate::engine::{EngineOptions, EvaluatorChoice};

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

    #[test]
    fn a_rank_told_as_a_bound_names_its_move_and_keeps_what_was_exact() {
        let [a, b, c] = ["2g2f", "7g7f", "6i7h"].map(|text| Move::from_usi(text).unwrap());
        let collector = Collector::default();
        let tell = |multipv, mv: Move, cp, bound| {
            collector.info(&Info {
                depth: 9,
                seldepth: 9,
                multipv,
                score: Score::Centipawns(cp),
                bound,
                nodes: 0,
                time_ms: 0,
                hashfull: 0,
                pv: &[mv],
            });
        };
        let ranks = |expected: &[(Move, i32, Bound)]| {
            let ranks = collector.0.lock().unwrap();
            let told: Vec<_> = ranks
                .iter()
                .flatten()
                .map(|line| (line.moves[0], line.score.centipawns(), line.bound))
                .collect();
            assert_eq!(told, expected);
        };
        use Bound::{Exact, Lower, Upper};
        tell(1, a, 30, Exact);
        tell(2, b, 20, Exact);
        ranks(&[(a, 30, Exact), (b, 20, Exact)]);
        // The second rises to the top, and nothing more is said.
        tell(1, b, 40, Lower);
        ranks(&[(b, 20, Exact), (a, 30, Exact)]);
        // One never found exactly takes over; what it ousts is gone.
        tell(1, c, 50, Lower);
        ranks(&[(c, 50, Lower), (a, 30, Exact)]);
        tell(1, c, 45, Exact);
        tell(2, b, 25, Upper);
        ranks(&[(c, 45, Exact), (b, 25, Upper)]);
        // The best falls behind, and is no better than what is best now.
        tell(1, b, 35, Exact);
        tell(2, c, 35, Upper);
        ranks(&[(b, 35, Exact), (c, 35, Upper)]);
    }

    /// The best line comes back to a position of its own with a better hand.
    #[test]
    fn a_repetition_with_a_better_hand_has_a_word_of_its_own() {
        let positions = [
            "1n1gk2nl/l1s2sg2/ppp2ppp1/3pp3p/1P1L1n2P/2P2gP2/P1NPPR1PL/7B1/5K1+s1 w RBgsp 72",
            "3nk1snl/3g5/p1+Bsgp1p1/1Pp1p3p/7P1/1KPS1Sp2/P2PP3P/4g4/Lg1b1P+r2 w N2LPrn2p 96",
        ];
        let mut options = EngineOptions {
            threads: 1,
            hash_mib: 8,
            ..EngineOptions::default()
        };
        options.evaluator.choice = EvaluatorChoice::Material;
        let mut engine = Engine::new(options).unwrap();
        let mut found = positions.map(|sfen| {
            engine.new_game();
            let pos = Position::from_sfen(sfen).unwrap();
            let limits = Limits::depth(8);
            let analysis = PositionAnalysis::search(&mut engine, &pos, &limits, &Signals::new()).0;
            analysis.score()
        });
        found.sort();
        assert_eq!(found[1], Score::Repetition { better: true });
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
