//! Searches whose scores become labels.

use super::progress::GenerateProgress;
use komadai::position::{EnteringKingRule, Position};
use komadai::search::{Limits, LineCollector, SearchOptions, SearchResult, Searcher, Signals};
use komadai::types::{Bound, Move, Score};

/// A search stops, even within an iteration, at this multiple of the requested nodes.
const MOST_TIMES: u64 = 20;

/// The score of a mate in a game file; all other scores are nearer to zero.
const MATE_SCORE: i32 = 32_000;

/// The best moves of a search with their scores, best first.
pub(super) type Lines = Vec<(Move, Score)>;

/// Scores positions with one searcher.
///
/// A search that stops at an exact node count stops within an iteration. About half of such
/// searches have left the first aspiration window by then and know only a bound. So a search here
/// starts no iteration after the requested nodes, but finishes the current iteration; on average it
/// takes about 1.4 times the requested nodes.
pub(super) struct Labeller {
    searcher: Searcher,
    options: SearchOptions,
}

impl Labeller {
    /// A labeller for games that are drawn after `max_plies`; 0: no limit.
    pub(super) fn new(searcher: Searcher, max_plies: u32) -> Labeller {
        let mut options = SearchOptions {
            entering_king_rule: EnteringKingRule::Csa27,
            ..SearchOptions::default()
        };
        options.time.max_moves_to_draw = max_plies;
        Labeller { searcher, options }
    }

    /// Clears the searcher's tables before a new game.
    pub(super) fn new_game(&mut self) {
        self.searcher.new_game();
    }

    /// Searches a position until the first iteration that ends after `nodes` nodes.
    pub(super) fn search(
        &mut self,
        pos: &Position,
        nodes: u64,
        multipv: usize,
    ) -> (SearchResult, Lines) {
        let lines = LineCollector::default();
        self.options.multipv = multipv;
        let limits = Limits {
            soft_nodes: Some(nodes),
            ..Limits::nodes(nodes.saturating_mul(MOST_TIMES))
        };
        let outcome = self
            .searcher
            .search(pos, &limits, &self.options, &Signals::new(), &lines);
        let lines = lines.into_lines().into_iter();
        let best = lines.filter_map(|line| Some((*line.moves.first()?, line.score)));
        (outcome, best.collect())
    }
}

/// The score of a ply in a game file: centipawns, of which 600 are odds of e to 1, or ±32000 for
/// mates and results by rule. `None` if the search was cut short and knows only a bound, and for a
/// superior or inferior repetition, where the search stops without an evaluation.
pub(super) fn label(outcome: &SearchResult, progress: &GenerateProgress) -> Option<i16> {
    progress.count_label(outcome);
    let score = match outcome.score {
        Score::Mate { winning, .. } | Score::Rule { winning } if winning => MATE_SCORE,
        Score::Mate { .. } | Score::Rule { .. } => -MATE_SCORE,
        Score::Centipawns(cp) => cp.clamp(1 - MATE_SCORE, MATE_SCORE - 1),
        Score::Repetition { .. } => return None,
    };
    (outcome.bound == Bound::Exact).then_some(score as i16)
}
